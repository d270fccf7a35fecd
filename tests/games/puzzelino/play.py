"""Games of Puzzelino for tests: dealt from real pieces, begun in the middle, or alone; and play in them."""

from typing import Any

import tesserae
from tesserae.games import make_game
from tesserae.games.puzzelino import Puzzelino
from tesserae.games.puzzelino.board import WAYS, clear, lay, piece_of
from tesserae.games.puzzelino.pieces import PIECE_NAMES, piece_names
from tesserae.games.puzzelino.table import open_cells, place_of
from tesserae.kernel import single
from tesserae.kernel.rules import States
from tesserae.match import Match

COUNT = 32
BLUE, ORANGE = PIECE_NAMES[: COUNT // 2], PIECE_NAMES[COUNT // 2 :]
HAND_SIZES = {"race": 6, "points": 3}

EMPTY_HEXAGON = "hexagon:x32"
SOLUTIONS = (
    "hexagon:130.033.513.015.055.055.405.510.110.430.530.220.025.305.404.404"
    ".504.104.403.033.230.110.310.210.410.102.042.042.052.153.023.220",
    "hexagon:130.034.044.042.022.023.503.210.110.540.044.024.022.502.505.505"
    ".201.501.501.041.041.531.530.340.540.502.032.031.011.513.033.330",
    "9-8:230.033.153.054.044.044.504.220.220.110.110.240.043.053.550.205"
    ".055.150.130.230.120.024.104.150.153.303.104.034.130.102.052.350",
    "ring-1:420.025.025.022.022.024.034.035.505.404.404.140.045.305.450.550"
    ".210.410.101.531.330.403.203.203.033.031.011.513.013.015.015.210",
    "ring-50:110.011.401.102.102.402.022.023.033.035.105.103.203.550.153.503"
    ".420.220.505.315.510.250.450.440.041.031.034.034.330.205.045.440",
)
"""Trays with all 32 pieces in them, as codes."""


# --- matches -------------------------------------------------------------------------------------------------


def match_of(deal: str, mode: str = "race", **options: Any) -> Match:
    """Begin a game dealt at a real table: `+12 .. / -13 .. / -45 / +11 ..`, and perhaps `lot 1`."""
    players = deal.count("/") - 1
    return tesserae.game("puzzelino", mode=mode, players=players, **options).new(deals=[deal])


def filled(deal: str, mode: str = "race") -> str:
    """Fill up the hands of a deal such as `-13 / -24 / +12 / +11` with pieces of the colour that opens the table.

    These do not fit at first. The more shapes are named, the more of the others are left for it.
    """
    deal, _, lot = deal.partition("lot")
    *hands, (opening,), bag = [group.split() for group in deal.split("/")]
    named = {piece for group in (*hands, [opening], bag) for piece in group}
    like_opening = BLUE if opening in BLUE else ORANGE
    free = iter([piece for piece in like_opening if piece not in named])
    full = [[*hand, *(next(free) for _ in range(HAND_SIZES[mode] - len(hand)))] for hand in hands]
    return " / ".join(" ".join(group) for group in (*full, [opening], bag)) + f" lot {lot.strip() or 0}"


def figure() -> Match:
    return tesserae.game("puzzelino", mode="figure").new()


def tray(code: str = EMPTY_HEXAGON) -> Match:
    return tesserae.game("puzzelino", puzzle=code).new()


def after(match: Match, moves: str) -> Match:
    """Make moves, written with commas between: `-013 r0c1, draw`."""
    for move in moves.split(","):
        match.play(move)
    return match


def legal(match: Match) -> set[str]:
    return {match.text(action) for action in match.legal()}


def lays(match: Match) -> set[str]:
    return {move for move in legal(match) if "@" in move}


def legal_in(match: Match, cell: str) -> set[str]:
    """Say how pieces may lie in a cell."""
    moves = [move.split(" @ ") for move in lays(match)]
    return {piece for piece, name in moves if name == cell}


def board(match: Match, seat: int | None = None) -> dict[str, Any]:
    found: dict[str, Any] = match.view(seat)["board"]
    return found


def laid(match: Match) -> dict[str, str]:
    """Say which piece lies in which cell, and how."""
    return {piece["cell"]: piece["colour"] + "".join(map(str, piece["sides"])) for piece in board(match)["pieces"]}


def place(match: Match, cell: str) -> dict[str, Any]:
    """Say what is told about an open cell."""
    (found,) = [place for place in board(match)["places"] if place["cell"] == cell]
    return {key: value for key, value in found.items() if key in ("colour", "wanted", "dead")}


def hands(match: Match) -> list[list[str]]:
    """List everybody's pieces."""
    return [hand_of(match.states, seat) for seat in range(match.game.players)]


def tray_moves(code: str) -> list[str]:
    """Write the moves that lay all given pieces of a puzzle, cell by cell."""
    (state,) = puzzelino("tray", 1, puzzle=f"{code.split(':')[0]}:x32").start()
    cells = [place_of(open_cell.cell) for open_cell in open_cells(state)]
    words = code.split(":")[1].split(".")
    return [
        f"{'-' if (row + column) % 2 else '+'}{word} @ r{row}c{column}"
        for word, (row, column) in zip(words, cells, strict=True)
    ]


def partly_given(code: str, cells: set[int]) -> str:
    """Keep the pieces of a full code in these cells alone, counted from 0."""
    tray_name, words = code.split(":")
    kept = [word if number in cells else "x1" for number, word in enumerate(words.split("."))]
    return f"{tray_name}:{'.'.join(kept)}"


# --- the engine alone ----------------------------------------------------------------------------------------


def puzzelino(mode: str, players: int, **options: Any) -> Puzzelino:
    game = make_game("puzzelino", {"mode": mode, "players": players, **options})
    assert isinstance(game, Puzzelino)
    return game


def play(game: Puzzelino, states: States, moves: str) -> None:
    """Make legal moves, written with commas between, in place."""
    for move in moves.split(","):
        action = game.parse(states[0], move)
        assert single.is_legal(states, action), f"{move}: {game.refusal(states[0], action)}"
        single.apply(states, action)


def position(
    game: Puzzelino, table: str, held: str, *, seat: int = 0, points: tuple[int, ...] | None = None
) -> States:
    """Begin in the middle: `+012 r0c0, -203 r0c1` lie, and `+12 / -13 -14 / +55` are the hands and then the bag.

    Pieces that are not named are out of play. Unless told, the points are those that suit the hands in the race.
    """
    states = game.start()
    state = states[0]
    state.awaits_deal = 0
    clear(state)
    for move in table.split(","):
        action = game.parse(state, move)
        cell, way = divmod(action, WAYS)
        state.hands[0] = 1 << int(piece_of(way))
        state.seat = 0
        assert single.is_legal(states, action), f"{move}: {game.refusal(state, action)}"
        lay(state, cell, way)
    *players, bag = [[PIECE_NAMES.index(name) for name in group.split()] for group in held.split("/")]
    named = [piece for group in (*players, bag) for piece in group]
    assert len(players) == game.players
    assert len(set(named)) == len(named)
    assert all(int(state.unlaid) >> piece & 1 for piece in named)
    for number, hand in enumerate(players):
        state.hands[number] = sum(1 << piece for piece in hand)
        state.held[number] = len(hand)
        state.scores[number] = HAND_SIZES["race"] - len(hand) if points is None else points[number]
    for depth, piece in enumerate(reversed(bag)):
        state.bag[depth] = piece
    state.bag_left = len(bag)
    state.seat = seat
    return states


def bag_of(states: States) -> list[str]:
    """List the bag, the next piece first."""
    state = states[0]
    return [PIECE_NAMES[piece] for piece in state.bag[: int(state.bag_left)].tolist()[::-1]]


def hand_of(states: States, seat: int) -> list[str]:
    return piece_names(int(states[0].hands[seat]))


def scores(states: States) -> list[int]:
    return [int(single.points(states, seat)) for seat in range(int(states[0].players))]


def ending(game: Puzzelino, states: States) -> tuple[str, tuple[int, ...]]:
    """Say why the game ended and who won it."""
    won = int(single.winners(states))
    winners = tuple(seat for seat in range(game.players) if won >> seat & 1)
    return game.endings[int(single.ending(states))], winners
