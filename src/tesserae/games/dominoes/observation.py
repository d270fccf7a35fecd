"""Triangle dominoes as a learning program sees them: a window, the open places as a list, tiles, counts.

An action of the rules is a cell of 4,096 and a tile of 56. A choice is an open place and a number of 6: an open
cell lies beside a tile, so two of its corners are given, and the number at the third tells the tile and its turn.
Places are numbered as their cells are, row by row; there are never more than 57, as every tile fills one and opens
two at most, and what is to know about place i is row i of `places`. The first tile of a round has choices of its
own, one for each tile.
"""

from typing import Any

import numpy as np

from tesserae.games.dominoes.account import ENTRIES
from tesserae.games.dominoes.board import connection, is_first, is_in, pattern_at
from tesserae.games.dominoes.rules import DRAW, LIKELY, layable, may_draw, may_pass, mover
from tesserae.games.dominoes.tiles import COUNT, NUMBERS, PATTERNS, TILE_OF_PATTERN, VALUE
from tesserae.kernel.bits import lowest, signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.observing import MOST_SEEN, NO_ACTION, Allowed, Piece, Seen
from tesserae.kernel.rules import Actions
from tesserae.kernel.triangles import ACROSS, COLUMN_MASK, ROW_SHIFT, SIDE
from tesserae.kernel.window import COLUMNS, OUTSIDE, ROWS, WINDOW, corner_of, in_window, points_down

NUMBER_COUNT = len(NUMBERS)
PLACES = COUNT + 1
"""The first tile opens three, every other fills one and opens two: 57 after 55 tiles, and none after the last."""
FIRST = PLACES * NUMBER_COUNT
"""From here on a choice is the first tile of a round."""
CHOOSE_DRAW = FIRST + COUNT
CHOOSE_PASS = CHOOSE_DRAW + 1
CHOICES = CHOOSE_PASS + 1
TILE_AT = np.array([TILE_OF_PATTERN.get(pattern, COUNT) for pattern in range(PATTERNS)], np.int64)
"""The tile that shows a pattern of three numbers; COUNT for none."""

PLANES = 4
LAID, OPEN = 1, 2
PLACE_FACTS = 8 + NUMBER_COUNT
COUNTS = 7


def pieces(options: Any) -> tuple[Piece, ...]:
    """Say what an observation is made of; players are counted from the one who looks.

    `cells`: a window; the numbers plus one at the three corners of laid and open cells, clockwise from the apex,
    and whether a cell is LAID or OPEN. `places`: for each open place 1, its row and column from the start cell,
    whether it points down, its three corners as above, what laying there makes (an index into ACCOUNT), and for
    each number of the choice 0: no such tile is left or fits, 1: somebody else may have it, 2: it is in the own
    hand. `hand`, `drawn`: the own tiles, and those drawn in this turn. `unseen`: tiles neither laid nor in the own
    hand. `odds`: for each other player how likely he has each tile, as far as everybody has seen (see
    `inference`). `held`, `scores`, `turn`: for each player. `counts`: tiles in the pool, draws in this turn,
    passes in a row, rounds played, points to reach (0: none), rounds to play (0: no limit), points of the last
    move.
    """
    others = options.players - 1
    return (
        Piece("cells", (PLANES, ROWS, COLUMNS), 0, NUMBER_COUNT),
        Piece("places", (PLACES, PLACE_FACTS), -SIDE // 2, SIDE // 2),
        Piece("hand", (COUNT,), 0, 1),
        Piece("drawn", (COUNT,), 0, 1),
        Piece("unseen", (COUNT,), 0, 1),
        Piece("odds", (others, COUNT), 0, LIKELY),
        Piece("held", (options.players,), 0, COUNT),
        Piece("scores", (options.players,), -MOST_SEEN, MOST_SEEN),
        Piece("turn", (options.players,), 0, 1),
        Piece("counts", (COUNTS,), -MOST_SEEN, MOST_SEEN),
    )


# --- choices -----------------------------------------------------------------------------------------------


def choices(_state: np.record) -> int:
    """See the module."""
    return CHOICES


@inner
def place_of(state: np.record, cell: int) -> int:
    """Count the open cells before this one."""
    before = 0
    for i in range(state.open_count):
        before += state.open_cells[i] < cell
    return before


@inner
def free_corner(state: np.record, cell: int) -> int:
    """Find the corner opposite the first side that has a tile across."""
    corner = 0
    while corner < 2 and not is_in(state.laid, ACROSS[cell, corner]):
        corner += 1
    return corner


@inner
def number_at(pattern: int, corner: int) -> int:
    """Read the number at a corner of a pattern, plus one."""
    return pattern >> 6 - 3 * corner & 7


@inner
def given_sum(pattern: int, corner: int) -> int:
    """Add the numbers at the other two corners."""
    return number_at(pattern, (corner + 1) % 3) + number_at(pattern, (corner + 2) % 3) - 2


@inner
def with_number(pattern: int, corner: int, number: int) -> int:
    """Find the tile that shows this number at a corner, and what the pattern demands elsewhere; COUNT for none."""
    shift = 6 - 3 * corner
    given = pattern >> shift & 7
    if given and given != number + 1:
        return COUNT
    return TILE_AT[pattern & ~(7 << shift) | number + 1 << shift]  # type: ignore[no-any-return]


def choice_of(state: np.record, action: int) -> int:
    """See the module."""
    if action >= DRAW:
        return action - DRAW + CHOOSE_DRAW
    cell, tile = action // COUNT, action % COUNT
    if is_first(state):
        return FIRST + tile
    number = VALUE[tile] - given_sum(pattern_at(state, cell), free_corner(state, cell))
    return place_of(state, cell) * NUMBER_COUNT + number  # type: ignore[no-any-return]


def action_of(state: np.record, choice: int) -> int:
    """See the module."""
    if choice < 0 or choice >= CHOICES:
        return NO_ACTION
    if choice >= CHOOSE_DRAW:
        return choice - CHOOSE_DRAW + DRAW
    if is_first(state) != (choice >= FIRST):
        return NO_ACTION
    if choice >= FIRST:
        return signed(state.open_cells[0]) * COUNT + choice - FIRST
    place, number = choice // NUMBER_COUNT, choice % NUMBER_COUNT
    for i in range(state.open_count):
        cell = signed(state.open_cells[i])
        if place_of(state, cell) == place:
            tile = with_number(pattern_at(state, cell), free_corner(state, cell), number)
            return cell * COUNT + tile if tile < COUNT else NO_ACTION
    return NO_ACTION


def allow(state: np.record, allowed: Allowed, _room: Actions) -> None:
    """Every place that a tile of the mover fits, without listing actions first."""
    if mover(state) < 0:
        return
    tiles = layable(state)
    can_lay = state.fitting & tiles != 0
    for i in range(state.open_count if can_lay else 0):
        fits = state.open_fits[i] & tiles
        if fits:
            cell = signed(state.open_cells[i])
            first = FIRST if is_first(state) else place_of(state, cell) * NUMBER_COUNT
            given = signed(0)
            if not is_first(state):
                given = given_sum(pattern_at(state, cell), free_corner(state, cell))
            while fits:
                tile = lowest(fits)
                fits ^= signed(1) << tile
                allowed[first + (tile if is_first(state) else VALUE[tile] - given)] = True
    allowed[CHOOSE_DRAW] = may_draw(state, can_lay)
    allowed[CHOOSE_PASS] = may_pass(state, can_lay)


# --- observations ------------------------------------------------------------------------------------------


def seen_count(state: np.record) -> int:
    """See `pieces`."""
    players = signed(state.players)
    return PLANES * WINDOW + PLACES * PLACE_FACTS + (2 + players) * COUNT + 3 * players + COUNTS


def observe(state: np.record, seat: int, seen: Seen) -> None:
    """See `pieces`."""
    players = signed(state.players)
    write_cells(state, seen)
    at = PLANES * WINDOW
    write_places(state, seat, at, seen)
    at += PLACES * PLACE_FACTS
    hand = state.hands[seat]
    own_drawn = state.drawn if state.seat == seat else signed(0)
    at = write_tiles(hand, at, seen)
    at = write_tiles(own_drawn, at, seen)
    at = write_tiles(state.unlaid & ~hand, at, seen)
    for step in range(1, players):
        for tile in range(COUNT):
            seen[at + tile] = state.odds[(seat + step) % players, tile]
        at += COUNT
    for step in range(players):
        other = (seat + step) % players
        seen[at + step] = state.held[other]
        seen[at + players + step] = cut(signed(state.scores[other]))
        seen[at + 2 * players + step] = mover(state) == other
    at += 3 * players
    seen[at] = state.pool_left
    seen[at + 1] = state.draws
    seen[at + 2] = state.passes
    seen[at + 3] = cut(signed(state.rounds_played))
    seen[at + 4] = 0 if state.rounds else cut(signed(state.limit))
    seen[at + 5] = cut(signed(state.rounds))
    gained = signed(0)
    for entry in range(min(signed(state.entries), ENTRIES)):
        gained += signed(state.entry_points[entry])
    seen[at + 6] = cut(gained)


@inner
def cut(number: int) -> int:
    """Keep a number within the bounds of an observation."""
    return max(-MOST_SEEN, min(number, MOST_SEEN))


@inner
def write_tiles(tiles: int, at: int, seen: Seen) -> int:
    """Write a bit set of tiles as numbers; returns the next place."""
    for tile in range(COUNT):
        seen[at + tile] = tiles >> tile & 1
    return at + COUNT


@inner
def write_cells(state: np.record, seen: Seen) -> None:
    """Write the window."""
    rows, columns = signed(0), signed(0)
    for row in range(SIDE):
        columns |= state.laid[row]
        rows |= signed(state.laid[row] != 0) << row
    corner = corner_of(rows, columns)
    for row in range(SIDE):
        left = state.laid[row]
        while left:
            column = lowest(left)
            left &= left - 1
            write_cell(state, corner, row * SIDE + column, LAID, seen)
    for i in range(state.open_count):
        write_cell(state, corner, signed(state.open_cells[i]), OPEN, seen)


@inner
def write_cell(state: np.record, corner: tuple[int, int], cell: int, what: int, seen: Seen) -> None:
    """Write one cell of the window."""
    place = in_window(corner, cell)
    if place != OUTSIDE:
        pattern = pattern_at(state, cell)
        for i in range(3):
            seen[i * WINDOW + place] = number_at(pattern, i)
        seen[3 * WINDOW + place] = what


@inner
def write_places(state: np.record, seat: int, start: int, seen: Seen) -> None:
    """Write the open places in the order of their cells."""
    hand = state.hands[seat]
    for i in range(state.open_count):
        cell = signed(state.open_cells[i])
        at = start + place_of(state, cell) * PLACE_FACTS
        pattern, corner = pattern_at(state, cell), free_corner(state, cell)
        seen[at] = 1
        seen[at + 1] = (cell >> ROW_SHIFT) - SIDE // 2
        seen[at + 2] = (cell & COLUMN_MASK) - SIDE // 2
        seen[at + 3] = points_down(cell)
        for j in range(3):
            seen[at + 4 + j] = number_at(pattern, j)
        if is_first(state):
            continue
        seen[at + 7] = connection(state, cell)
        for number in range(NUMBER_COUNT):
            tile = with_number(pattern, corner, number)
            if tile < COUNT and state.open_fits[i] >> tile & 1:
                seen[at + 8 + number] = 1 + (hand >> tile & 1)
