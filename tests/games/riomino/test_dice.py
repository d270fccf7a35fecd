r"""The dice of RioMino, and which places they can fill, counted without any table of the engine.

A face is a square cut by a diagonal, \ or /, into an upper and a lower half with different values. The upper half
of \ has the sides at north and east, that of / those at north and west; the lower half has the other two.
"""

from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any

import pytest

from games.riomino.play import laid, riomino
from tesserae.games.riomino.board import CELLS, Around, Demand, fits
from tesserae.games.riomino.dice import FACES, TOP_SIDES, TOPS, face_name, top_name, turns
from tesserae.games.riomino.rules import fillable

Wanted = tuple[int | None, ...]
"""What is demanded at north, east, south and west."""

DRAWN = [
    sides
    for upper, lower in permutations(range(4), 2)
    for sides in [(upper, upper, lower, lower), (upper, lower, lower, upper)]
]
"""The sides of every face that can be drawn, with the diagonal \\ and with the diagonal /."""

CORNERS = ["NE", "ES", "SW", "NW"]
FACING = ["NS", "EW"]
THREE_SIDES = ["NES", "ESW", "NSW", "NEW"]
ALL_SIDES = "NESW"
COUNTED = [*((s, 16, 16) for s in CORNERS), *((s, 12, 16) for s in FACING), *((s, 24, 64) for s in THREE_SIDES)]
every_pattern = pytest.mark.parametrize(("sides", "fillable_count", "count"), [*COUNTED, (ALL_SIDES, 24, 256)])


def demands(sides: str) -> list[Wanted]:
    """List everything that neighbours on these sides may demand."""
    values = [dict(zip(sides, values, strict=True)) for values in product(range(4), repeat=len(sides))]
    return [tuple(demanded.get(side) for side in ALL_SIDES) for demanded in values]


def fitting(wanted: Wanted) -> set[tuple[int, ...]]:
    """Find the drawn faces that show what is demanded."""
    pairs = [(top, [(v, w) for v, w in zip(top, wanted, strict=True) if w is not None]) for top in DRAWN]
    return {top for top, touching in pairs if all(shown == asked for shown, asked in touching)}


# --- the dice ------------------------------------------------------------------------------------------------


def test_the_six_faces_are_the_six_pairs_of_different_values() -> None:
    assert FACES == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert [face_name(face) for face in range(6)] == ["0-1", "0-2", "0-3", "1-2", "1-3", "2-3"]


def test_every_value_occurs_three_times_on_a_die_and_no_face_is_a_double() -> None:
    assert Counter(value for face in FACES for value in face) == {0: 3, 1: 3, 2: 3, 3: 3}
    assert all(low != high for low, high in FACES)


def test_no_other_six_different_faces_without_doubles_have_every_value_three_times() -> None:
    pairs = list(combinations(range(4), 2))
    balanced = [
        six
        for six in combinations_with_replacement(pairs, 6)
        if set(Counter(value for face in six for value in face).values()) == {3}
    ]
    assert len(balanced) == 10
    assert [list(six) for six in balanced if len(set(six)) == 6] == [FACES]


def test_six_faces_in_four_turns_give_24_different_tops_all_that_can_be_drawn() -> None:
    assert len(TOPS) == len(set(TOPS)) == 24
    assert set(TOPS) == set(DRAWN)
    assert [tuple(row) for row in TOP_SIDES.tolist()] == TOPS


@pytest.mark.parametrize("face", FACES)
def test_the_next_turn_is_a_quarter_clockwise_and_the_fifth_is_the_first(face: tuple[int, int]) -> None:
    four = turns(face)
    for now, following in zip(four, [*four[1:], four[0]], strict=True):
        assert following == (now[3], *now[:3])


def test_two_neighbouring_sides_show_one_value_and_the_other_two_the_other() -> None:
    for north, east, south, west in TOPS:
        assert north != south
        assert east != west
        assert {north, south} == {east, west}
        assert (north == east) != (north == west)


def test_a_top_is_written_clockwise_from_the_north_and_belongs_to_its_face() -> None:
    for number, sides in enumerate(TOPS):
        assert top_name(number) == "".join(map(str, sides))
        assert set(sides) == set(FACES[number // 4])


# --- the vectors of the rule page ----------------------------------------------------------------------------


@every_pattern
def test_as_many_demands_can_be_met_as_the_rule_page_says(sides: str, fillable_count: int, count: int) -> None:
    everything = demands(sides)
    assert len(everything) == count
    assert sum(1 for wanted in everything if fitting(wanted)) == fillable_count


def surrounded(cell: int, wanted: Wanted) -> Around:
    """Make up the surroundings of a cell, in the words of the engine."""

    def demand(value: int | None) -> Demand:
        if value is None:
            return 0, 0, 0
        return 1 << cell, (value & 1) << cell, (value >> 1) << cell

    north, east, south, west = map(demand, wanted)
    return 1 << cell, north, east, south, west


@every_pattern
def test_the_engine_finds_the_same_tops_for_every_demand(sides: str, fillable_count: int, count: int) -> None:
    live = 0
    for number, wanted in enumerate(demands(sides)):
        cell = number % (CELLS - 1)
        around = surrounded(cell, wanted)
        found = {top for top in TOPS if fits(around, *top)}
        assert found == fitting(wanted)
        assert all(fits(around, *top) == 1 << cell for top in found)
        live += int(fillable(around)) >> cell & 1
    assert live == fillable_count


AROUND = {
    ("board", "c3"): ("c4", "d3", "c2", "b3"),
    ("wizard", "e5"): ("e6", "f5", "e4", "d5"),
    ("wizard", "b2"): ("b3", "c2", "b1", "a2"),
    ("wizard", "h8"): ("h9", "i8", "h7", "g8"),
    ("wizard", "h2"): ("h3", "i2", "h1", "g2"),
}
"""The neighbours of a cell at north, east, south and west; the last two have some beyond where the board wraps."""


def dice_around(cells: tuple[str, ...], wanted: Wanted) -> str:
    """Write dice that show these values to the cell between them; they touch one another only with corners."""
    dice = []
    for cell, side, value in zip(cells, ALL_SIDES, wanted, strict=True):
        if value is not None:
            this, other = f"{value}{value}", f"{(value + 1) % 4}" * 2
            dice.append(f"{this if side in 'SW' else other}{other if side in 'SW' else this} {cell}")
    return ", ".join(dice)


def place_among(where: tuple[str, str], wanted: Wanted) -> dict[str, Any]:
    """Lay real dice around a cell, and see what is told about it."""
    level, cell = where
    game = riomino(level)
    view = game.view(laid(game, dice_around(AROUND[where], wanted))[0], None)
    (here,) = [place for place in view["places"] if place["cell"] == cell]
    assert tuple(here["wanted"]) == wanted
    return dict(here)


@pytest.mark.parametrize("where", AROUND, ids=" ".join)
@every_pattern
def test_a_place_among_real_dice_is_dead_exactly_if_no_drawn_face_fits(
    sides: str, fillable_count: int, count: int, where: tuple[str, str]
) -> None:
    dead = 0
    for wanted in demands(sides):
        is_dead = place_among(where, wanted)["dead"]
        assert is_dead == (not fitting(wanted))
        dead += is_dead
    assert count - dead == fillable_count


@pytest.mark.parametrize("sides", THREE_SIDES)
def test_three_equal_three_different_and_equal_facing_sides_kill_a_place(sides: str) -> None:
    kinds: Counter[str] = Counter()
    for wanted in demands(sides):
        north, east, south, west = wanted
        different = len({*wanted} - {None})
        is_facing_equal = (north is not None and north == south) or (east is not None and east == west)
        kind = (
            "a-a-a" if different == 1 else "a-b-c" if different == 3 else "a-b-a" if is_facing_equal else "a-a-b"
        )
        assert place_among(("board", "c3"), wanted)["dead"] == (kind != "a-a-b")
        kinds[kind] += 1
    assert kinds == {"a-a-a": 4, "a-b-c": 24, "a-b-a": 12, "a-a-b": 24}


def test_a_blank_fits_only_a_blank() -> None:
    for side in range(4):
        wanted = tuple(0 if at == side else None for at in range(4))
        around = surrounded(10, wanted)
        assert {top for top in TOPS if fits(around, *top)} == {top for top in DRAWN if top[side] == 0}
