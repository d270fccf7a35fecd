"""Games of RioMino for tests: from dice thrown at a real table, or laid by hand on the engine alone."""

from itertools import cycle, islice
from typing import Any

import tesserae
from tesserae.games import make_game
from tesserae.games.riomino import RioMino
from tesserae.games.riomino.board import MIDDLE_PLACE, cell_number, put
from tesserae.games.riomino.rules import PLACED
from tesserae.kernel.rules import States
from tesserae.match import Match

DICE = {"wizard": 12, "starter": 6, "junior": 8, "expert": 9, "master": 10, "board": 12}
"""How many each player has."""
LEVELS = tuple(DICE)
FIELD_LEVELS = LEVELS[1:]
FACES = ["01", "02", "03", "12", "13", "23"]
EVERY_FACE = " ".join(FACES)


def riomino(level: str) -> RioMino:
    game = make_game("riomino", {"level": level})
    assert isinstance(game, RioMino)
    return game


def thrown(level: str, first: str, second: str, start: str) -> str:
    """Write what A, B and the start die show; the dice named for a player are repeated until he has enough."""
    hands = [" ".join(islice(cycle(hand.split()), DICE[level])) for hand in (first, second)]
    return f"{hands[0]} / {hands[1]} / {start}"


# --- with a match around it ----------------------------------------------------------------------------------


def match_of(level: str, first: str = EVERY_FACE, second: str = EVERY_FACE, start: str = "01") -> Match:
    return tesserae.game("riomino", level=level).new(deals=[thrown(level, first, second, start)])


def after(match: Match, moves: str) -> Match:
    """Make moves, written with commas between: `0011 c3, 2200 c4`."""
    for move in moves.split(","):
        match.play(move)
    return match


def grown(match: Match, cells: str) -> Match:
    """Place any die that may go there on one cell after the other: `e5 e6 f6`."""
    for cell in cells.split():
        match.play(next(action for action in match.legal() if match.text(action).endswith(f" @ {cell}")))
    return match


def legal(match: Match) -> set[str]:
    return {match.text(action) for action in match.legal()}


def legal_on(match: Match, cell: str) -> set[str]:
    """Say how dice may lie on a cell."""
    moves = [move.split(" @ ") for move in legal(match)]
    return {top for top, name in moves if name == cell}


def legal_cells(match: Match) -> set[str]:
    return {move.split(" @ ")[1] for move in legal(match)}


def hands(match: Match) -> list[list[str]]:
    """List everybody's dice as `01`."""
    return [[die.replace("-", "") for die in hand] for hand in board(match)["hands"]]


def board(match: Match) -> dict[str, Any]:
    found: dict[str, Any] = match.view()["board"]
    return found


def place(match: Match, cell: str) -> dict[str, Any]:
    """Say what is told about an open place."""
    (found,) = [place for place in board(match)["places"] if place["cell"] == cell]
    return {key: value for key, value in found.items() if key in ("wanted", "dead", "dead_for")}


# --- the engine alone ----------------------------------------------------------------------------------------


def laid(game: RioMino, dice: str) -> States:
    """Put dice wherever they are told to lie, `0011 c3, 2200 c4`, whether that may be or not; nobody has any."""
    states = game.start()
    state = states[0]
    first = 0 if game.options.level == "wizard" else MIDDLE_PLACE - 2
    for die in dice.split(","):
        sides, cell = die.split()
        north, east, south, _ = map(int, sides)
        put(state, cell_number(int(cell[1]) - 1 + first, "abcdefghi".index(cell[0]) + first), north, east, south)
    state.start_die = PLACED
    return states
