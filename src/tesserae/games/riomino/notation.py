"""The notation: `0220 @ c4` puts a die on c4 that shows 0 at the north, 2 at the east and south, 0 at the west.

Reading is generous: `02` names the die alone, and how it lies or the cell may be left out where only one will do.
"""

import re

import numpy as np

from tesserae.games.riomino.board import CELLS, MIDDLE, MOST_IN_LINE, cell_number, placed
from tesserae.games.riomino.dice import FACES, TURNS, face_name, top_name
from tesserae.games.riomino.fields import WIZARD, field_cells
from tesserae.games.riomino.rules import MOST_LEGAL, PLACED, has_die, legal
from tesserae.games.riomino.table import (
    Place,
    cell_name,
    is_on_sheet,
    level_name,
    middle_name,
    named_place,
    open_cells,
    place_of,
    start_die,
    top_number,
    tops,
)
from tesserae.words import Refused

_MOVE = re.compile(r"([0-9]{4}|[0-9]\s*[-/]?\s*[0-9])(?:\s*(?:@|at)?\s*([a-z])\s*([0-9]))?")


def text(state: np.record, action: int) -> str:
    """Write an action."""
    top, cell = divmod(action, CELLS)
    return f"{top_name(top)} @ {cell_name(state, cell)}"


def parse(state: np.record, move: str) -> int:
    """Read an action, or refuse and say what is wrong with it."""
    found = _MOVE.fullmatch(" ".join(move.lower().split()))
    if not found:
        raise Refused("riomino.malformed", move=move[:40])
    ways = _ways(found[1])
    cell = None if found[2] is None else _cell(state, found[2] + found[3])
    if len(ways) == 1 and cell is not None:
        return ways[0] * CELLS + cell
    return _only(state, ways, cell)


def _ways(digits: str) -> list[int]:
    """Find the ways a die may lie that was named by its four sides or by its face."""
    values = "".join(filter(str.isdigit, digits))
    if len(values) == 4:
        top = top_number(values)
        if top is None:
            raise Refused("riomino.no_such_top", top=values)
        return [top]
    low, high = sorted(map(int, values))
    if (low, high) not in FACES:
        raise Refused("riomino.no_such_die", die=f"{low}-{high}")
    face = FACES.index((low, high))
    return list(range(face * TURNS, (face + 1) * TURNS))


def _cell(state: np.record, name: str) -> int:
    """Find a cell by its name."""
    place = named_place(state, name)
    cell = cell_number(*place)
    if level_name(state) == WIZARD:
        if not is_on_sheet(state, place):
            raise Refused("riomino.off_sheet", cell=name)
        if place_of(state, cell) != place:
            raise _far_away(state, place, name)
    elif not (is_on_sheet(state, place) and field_cells(level_name(state)) >> cell & 1):
        raise Refused("riomino.off_field", cell=name)
    return cell


def _far_away(state: np.record, place: Place, name: str) -> Refused:
    """Say why a place is wrong that the dice are so far from that its cell stands for a nearer one."""
    if start_die(state) is not None:
        return Refused("riomino.start_in_the_middle", cell=middle_name(state))
    places = [place, *(place_of(state, cell) for cell in tops(state))]
    rows, columns = [row for row, _ in places], [column for _, column in places]
    is_wide = max(max(rows) - min(rows), max(columns) - min(columns)) >= MOST_IN_LINE
    return Refused("riomino.too_wide" if is_wide else "riomino.not_beside", cell=name)


def _only(state: np.record, ways: list[int], cell: int | None) -> int:
    """Find the one legal action that agrees with what was said; none or several are refused."""
    actions = np.zeros(MOST_LEGAL, np.int32)
    found = [
        action
        for action in actions[: legal(state, actions)].tolist()
        if action // CELLS in ways and cell in (None, action % CELLS)
    ]
    if len(found) == 1:
        return int(found[0])
    if found:
        raise Refused("riomino.which", moves=", ".join(text(state, action) for action in found))
    die = face_name(ways[0] // TURNS)
    if cell is None:
        raise _not_at_hand(state, ways[0]) or Refused("riomino.fits_nowhere", die=die)
    raise _why_not(state, ways[0], cell, die)


def refusal(state: np.record, action: int) -> Refused:
    """Say why an action is not legal now."""
    top, cell = divmod(action, CELLS)
    return _why_not(state, top, cell, top_name(top))


def _why_not(state: np.record, top: int, cell: int, said: str) -> Refused:
    """Say why a die, called what the player called it, cannot be placed on a cell."""
    if reason := _not_at_hand(state, top):
        return reason
    if start_die(state) is not None and cell != MIDDLE:
        return Refused("riomino.start_in_the_middle", cell=middle_name(state))
    name = cell_name(state, cell)
    if int(placed(state)) >> cell & 1:
        return Refused("riomino.taken", cell=name)
    if not int(state.field) >> cell & 1:
        return Refused("riomino.too_wide" if level_name(state) == WIZARD else "riomino.off_field", cell=name)
    here = next((place for place in open_cells(state) if place.cell == cell), None)
    if here is None:
        return Refused("riomino.not_beside", cell=name)
    wanted = "".join("-" if value is None else str(value) for value in here.wanted)
    if here.is_dead:
        return Refused("riomino.dead", cell=name, wanted=wanted)
    return Refused("riomino.clash", top=said, cell=name, wanted=wanted)


def _not_at_hand(state: np.record, top: int) -> Refused | None:
    """Say why a die may not be placed now wherever it would go; None if it may."""
    face = top // TURNS
    if has_die(state, int(state.seat), face):
        return None
    if state["start_die"] < PLACED:
        return Refused("riomino.start_die_first", die=face_name(int(state.start_die) - 1), cell=middle_name(state))
    return Refused("riomino.no_die", die=face_name(face))
