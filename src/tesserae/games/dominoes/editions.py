"""The editions: every difference between the boxes as a number.

The fields of an edition are fields of the record too, so the rules read them there and know no edition by name.
"""

from dataclasses import dataclass, fields, replace

import numpy as np

NEVER_OBLIGED, OBLIGED_WHEN_EMPTY, ALWAYS_OBLIGED = range(3)
MOST_PLAYERS = 6


@dataclass(frozen=True)
class Edition:
    """What one box says."""

    hand_sizes: tuple[int, int, int]
    """Tiles for one or two players, for three or four, for five or six."""
    lots: bool
    """Each draws a tile to see who starts, and then lays any tile; otherwise the best tile starts and is laid."""
    start_bonus: tuple[int, int, int]
    """For a first tile that is 0-0-0, another triple, anything else."""
    bridge: int
    double_connection: int
    hexagons: tuple[int, int, int]
    """For one, two, three at once; instead of a double connection, not on top of it."""
    must_lay: int
    """Whether a player who could lay has to: never, once nothing is left to draw, always."""
    draw_price: int
    three_draws: int
    """On top of the price, for drawing three times and laying none."""
    empty_pool: int
    """For passing because the pool is empty."""
    going_out: int
    finish_lap: bool
    """Whether those who have not had their turn in this lap still take it when somebody goes out."""
    fewest_tiles: bool
    """Whether a blocked round goes to the fewest tiles before the lowest pips."""
    solo_start: bool
    """Whether a player alone is given a start tile from the pool."""
    tile_points: int = 0
    """What each tile laid counts; 0: its value."""
    pips_count: bool = True
    """Whether the end of a round pays the pips left in the hands."""


TRIOMINOS = Edition(
    hand_sizes=(9, 7, 6),
    lots=True,
    start_bonus=(0, 0, 0),
    bridge=40,
    double_connection=0,
    hexagons=(50, 60, 70),
    must_lay=OBLIGED_WHEN_EMPTY,
    draw_price=5,
    three_draws=10,
    empty_pool=0,
    going_out=25,
    finish_lap=True,
    fewest_tiles=False,
    solo_start=False,
)
PRESSMAN = Edition(
    hand_sizes=(9, 7, 6),
    lots=False,
    start_bonus=(40, 10, 0),
    bridge=40,
    double_connection=40,
    hexagons=(50, 50, 50),
    must_lay=ALWAYS_OBLIGED,
    draw_price=5,
    three_draws=10,
    empty_pool=10,
    going_out=25,
    finish_lap=False,
    fewest_tiles=True,
    solo_start=False,
)
TRIPPLE = Edition(
    hand_sizes=(10, 8, 6),
    lots=False,
    start_bonus=(5, 5, 5),
    bridge=30,
    double_connection=25,
    hexagons=(50, 100, 150),
    must_lay=NEVER_OBLIGED,
    draw_price=5,
    three_draws=0,
    empty_pool=5,
    going_out=20,
    finish_lap=False,
    fewest_tiles=False,
    solo_start=True,
)
EDITIONS = {
    "triominos": TRIOMINOS,
    "pressman": PRESSMAN,
    "tripple": TRIPPLE,
    "tripple-de": replace(TRIPPLE, empty_pool=10),
}


def with_hexagons(edition: Edition, each: int) -> Edition:
    """Let every hexagon count so much."""
    return replace(edition, hexagons=(each, 2 * each, 3 * each))


def for_children(edition: Edition) -> Edition:
    """Keep how turns are taken, and count as the sheet proposes for children: little, and never minus."""
    return replace(
        edition,
        start_bonus=(0, 0, 0),
        bridge=1,
        double_connection=0,
        hexagons=(1, 2, 3),
        draw_price=0,
        three_draws=0,
        empty_pool=0,
        going_out=5,
        tile_points=1,
        pips_count=False,
    )


def hand_size(edition: Edition, players: int) -> int:
    """Say how many tiles each player is dealt."""
    return edition.hand_sizes[(players - 1) // 2]


_names = [option.name for option in fields(Edition) if option.name != "hand_sizes"]
FIELDS = [("hand_size", np.uint8), *((name, np.int16, np.shape(getattr(TRIOMINOS, name))) for name in _names)]
"""The fields of a record that hold an edition."""


def write_edition(state: np.record, edition: Edition, players: int) -> None:
    """Write the numbers of an edition into a record."""
    state.hand_size = hand_size(edition, players)
    for name in _names:
        state[name] = getattr(edition, name)
