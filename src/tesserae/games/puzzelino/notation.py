"""The notation: `+102 @ r1c0` lays a piece in a cell, `draw` and `pass` do what they say.

The sign is the colour, + for blue and - for orange; the digits are the sides, the flat one first and then
clockwise, 0 for a smooth one. Rows count upwards and columns to the right; the first piece lies in r0c0.
Reading is generous: `+12` names the piece alone, and how it lies, the cell or the sign may be left out where only
one will do.
"""

import re

import numpy as np

from tesserae.games.puzzelino import board
from tesserae.games.puzzelino.board import LAYS, WAYS, lie_of, piece_of, way_colour
from tesserae.games.puzzelino.pieces import ALL, COLOURS, LIE_COUNT, LIES, PIECE_NAMES, lie_name
from tesserae.games.puzzelino.rules import (
    DRAW,
    MOST_DRAWS,
    PASS,
    RACE,
    TRAY,
    is_legal,
    legal,
    may_draw,
    most_legal,
)
from tesserae.games.puzzelino.table import Open, cell_name, laid_pieces, open_cells, place_of
from tesserae.kernel.triangles import SIDE, cell_number, place_name
from tesserae.words import Refused

_LAY = re.compile(r"([-+−–])?\s*([0-9]{2,3})(?:\s*(?:@|at)?\s*r\s*(-?[0-9]{1,3})\s*c\s*(-?[0-9]{1,3}))?")
_WORDS = {DRAW: "draw", PASS: "pass"}
MOST_SHOWN = 12
"""So many ways are listed where one has to be chosen."""


def way_name(way: int) -> str:
    """Write how a piece lies."""
    return lie_name(way_colour(way), lie_of(way))


def text(action: int) -> str:
    """Write an action."""
    if action >= LAYS:
        return _WORDS[action]
    cell, way = divmod(action, WAYS)
    return f"{way_name(way)} @ {cell_name(cell)}"


def parse(state: np.record, move: str) -> int:
    """Read an action, or refuse and say what is wrong with it."""
    said = " ".join(move.lower().split())
    for action, word in _WORDS.items():
        if said == word:
            return action
    found = _LAY.fullmatch(said)
    if not found:
        raise Refused("puzzelino.malformed", move=move[:40])
    sign = {"+": "+", None: None}.get(found[1], "-")
    cell = None if found[3] is None else _cell(int(found[3]), int(found[4]))
    as_it_lies, as_a_piece = _lies_written(found[2]), _lies_of_piece(found[2])
    if not as_it_lies and not as_a_piece:
        raise Refused("puzzelino.no_such_piece", piece=f"{sign or ''}{found[2]}")
    if sign and as_it_lies and cell is not None:
        action = cell * WAYS + _ways(sign, as_it_lies)[0]
        if is_legal(state, action) or not as_a_piece:
            return action
    actions = _legal_among(state, _ways(sign, as_it_lies), cell) or _legal_among(
        state, _ways(sign, as_a_piece), cell
    )
    return _only(state, actions, _ways(sign, as_it_lies or as_a_piece), cell)


def _lies_written(digits: str) -> list[int]:
    """Find the lie that is written with these three sides."""
    return [number for number, lie in enumerate(LIES) if "".join(map(str, lie)) == digits]


def _lies_of_piece(digits: str) -> list[int]:
    """Find all lies of the piece that is named by these shapes: 12, or 135."""
    shapes = sorted(digits)
    return [number for number, lie in enumerate(LIES) if sorted(str(side) for side in lie if side) == shapes]


def _ways(sign: str | None, lies: list[int]) -> list[int]:
    """Number these lies in the colours that the sign leaves."""
    return [colour * LIE_COUNT + lie for colour in range(2) if sign in (None, COLOURS[colour]) for lie in lies]


def _cell(row: int, column: int) -> int:
    """Find a cell by its place."""
    cell = cell_number(board.MIDDLE + row, board.MIDDLE + column)
    if place_of(cell) != (row, column):
        raise Refused("puzzelino.too_far", cell=place_name((row, column)), most=SIDE // 2 - 1)
    return cell


def _legal_among(state: np.record, ways: list[int], cell: int | None) -> list[int]:
    """List the legal actions that lay a piece so, in this cell if one is named."""
    actions = np.zeros(most_legal(state), np.int32)
    return [
        action
        for action in actions[: legal(state, actions)].tolist()
        if action < LAYS and action % WAYS in ways and cell in (None, action // WAYS)
    ]


def _only(state: np.record, actions: list[int], ways: list[int], cell: int | None) -> int:
    """Take the one legal action that agrees with what was said; none or several are refused."""
    if len(actions) == 1:
        return actions[0]
    if actions:
        shown = ", ".join(text(action) for action in actions[:MOST_SHOWN])
        more = len(actions) - MOST_SHOWN
        raise Refused("puzzelino.which", moves=f"{shown} (+{more})" if more > 0 else shown)
    in_hand = [way for way in ways if int(state.hands[state.seat]) >> piece_of(way) & 1]
    if cell is not None:
        return cell * WAYS + (in_hand or ways)[0]
    if not in_hand:
        raise Refused("puzzelino.not_in_hand", piece=PIECE_NAMES[piece_of(ways[0])])
    said = way_name(in_hand[0]) if len(in_hand) == 1 else PIECE_NAMES[piece_of(in_hand[0])]
    raise Refused("puzzelino.fits_nowhere", piece=said)


def refusal(state: np.record, action: int) -> Refused:
    """Say why an action is not legal now."""
    if action < LAYS:
        return _cannot_lay(state, *divmod(action, WAYS))
    can_lay = bool(int(board.fitting(state)) & int(state.hands[state.seat]))
    if int(state.unlaid) == ALL and state.joins:
        return Refused("puzzelino.start_with_a_piece")
    if action == PASS:
        return Refused("puzzelino.draw_first" if may_draw(state, can_lay) else "puzzelino.must_lay")
    if state.mode != RACE:
        return Refused("puzzelino.no_drawing")
    if can_lay:
        return Refused("puzzelino.must_lay")
    if state.lays:
        return Refused("puzzelino.no_draw_after_laying")
    return Refused("puzzelino.three_drawn" if state.draws == MOST_DRAWS else "puzzelino.bag_is_empty")


def _cannot_lay(state: np.record, cell: int, way: int) -> Refused:
    """Say why a piece cannot lie so in a cell: it is not at hand, or the cell is wrong, or the sides are."""
    name, lying = cell_name(cell), way_name(way)
    if not int(state.hands[state.seat]) >> piece_of(way) & 1:
        return Refused("puzzelino.not_in_hand", piece=PIECE_NAMES[piece_of(way)])
    if int(state.unlaid) == ALL and state.joins:
        return Refused("puzzelino.start_in_the_middle", piece=lying)
    if any(laid.cell == cell for laid in laid_pieces(state)):
        return Refused("puzzelino.taken", cell=name)
    here = next((place for place in open_cells(state) if place.cell == cell), None)
    if here is None:
        return Refused("puzzelino.off_tray" if state.mode == TRAY else "puzzelino.not_beside", cell=name)
    return _clash(state, here, way, {"piece": lying, "cell": name})


def _clash(state: np.record, here: Open, way: int, told: dict[str, str]) -> Refused:
    """Tell the wrong colour from sides that do not meet their like, and from joining nothing but smooth sides."""
    if here.colour != way_colour(way):
        return Refused("puzzelino.wrong_colour", **told)
    if any(want not in (None, side) for want, side in zip(here.wanted, LIES[lie_of(way)], strict=True)):
        wanted = "".join("-" if want is None else str(want) for want in here.wanted)
        return Refused("puzzelino.clash", **told, wanted=wanted)
    return Refused("puzzelino.only_smooth", **told)
