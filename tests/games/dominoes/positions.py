"""Situations of a round written as text, for tests: what lies, who holds what, what can be drawn."""

import pytest

import tesserae
from games.dominoes.play import NAME_OF_EDITION, play
from tesserae.games.dominoes import Dominoes, board
from tesserae.games.dominoes.notation import read_tile
from tesserae.games.dominoes.rules import LIKELY, ROUND_ENDINGS
from tesserae.games.dominoes.tiles import COUNT, TILES, tile_name
from tesserae.kernel import single
from tesserae.kernel.bits import bits_in
from tesserae.kernel.rules import States
from tesserae.match import Match
from tesserae.words import Refused

EDITIONS = ("triominos", "tripple", "tripple-de", "pressman")
TRIPPLE = ("tripple", "tripple-de")

LOOP = "245 r0c0, 225 r0c-1, 222 r1c-1, 223 r1c0, 233 r1c1, 033 r1c2, 013 r1c3, 133 r0c3, 455 r-1c0, 445 r-1c1"
"""Around the cell r0c1 only r0c2 and r-1c2 are open, and both touch its lower corner, where four tiles meet."""
LOOP_BRIDGE = "334 @ r0c2"
LOOP_DOUBLE = "344 @ r-1c2"
"""After the bridge: it joins the bridge to the other tiles at that corner, and r0c1 stays open."""
LOOP_HEXAGONS = "234 @ r0c1"
"""After both: it fills the last cell of three hexagons."""

FIVE_AROUND_A_POINT = "115 r0c0, 111 r0c1, 112 r0c2, 122 r-1c2, 125 r-1c1"
ONE_HEXAGON = "155 @ r-1c0"
NINE_AROUND_A_CELL = "355 r0c0, 035 r0c-1, 033 r1c-1, 334 r1c0, 344 r1c1, 044 r1c2, 014 r1c3, 144 r0c3, 445 r0c2"
TWO_HEXAGONS = "345 @ r0c1"


def read_tiles(text: str) -> list[int]:
    return [read_tile(word) for word in text.split()]


def lay(game: Dominoes, states: States, laid: str) -> None:
    """Lay tiles one after the other, whoever has them: `555 r0c0, 455 r0c1`."""
    state = states[0]
    for move in laid.split(","):
        action = game.parse(state, move)
        cell, tile = divmod(action, COUNT)
        state.hands[state.seat] = 1 << tile
        assert single.is_legal(states, action), f"{move}: {game.refusal(state, action)}"
        board.lay(state, cell, tile)


def position(
    game: Dominoes,
    laid: str,
    held: str,
    *,
    seat: int = 0,
    starter: int = 0,
    scores: tuple[int, ...] = (),
) -> States:
    """Build the middle of a round. `held` is `455 / 012 011 / 333`: the hands, and the pool, next tile first.

    Tiles that are not named are out of play.
    """
    states = game.start()
    state = states[0]
    state.awaits = 0
    board.clear(state)
    lay(game, states, laid)
    state.odds[:] = [LIKELY * (int(state.unlaid) >> tile & 1) for tile in range(COUNT)]
    *hands, pool = [read_tiles(group) for group in held.split("/")]
    assert len(hands) == game.players
    named = read_tiles(held.replace("/", " "))
    assert len(set(named)) == len(named)
    for number, hand in enumerate(hands):
        state.hands[number] = sum(1 << tile for tile in hand)
        state.held[number] = len(hand)
    for depth, tile in enumerate(reversed(pool)):
        state.pool[depth] = tile
    assert not sum(int(hand) for hand in state.hands) & ~int(state.unlaid)
    state.pool_left = len(pool)
    state.seat = seat
    state.starter = starter
    state.scores[: len(scores)] = scores
    return states


def hand(states: States, seat: int) -> list[str]:
    return [tile_name(tile) for tile in bits_in(states[0].hands[seat])]


def gain(game: Dominoes, states: States, *moves: str) -> int:
    """Make moves, all of one turn, and say what they brought the mover."""
    seat = int(single.mover(states))
    before = int(single.points(states, seat))
    play(game, states, *moves)
    return int(single.points(states, seat)) - before


def refused(game: Dominoes, states: States, move: str) -> str:
    """Say why a move is refused; nothing has changed."""
    before = states.tobytes()
    try:
        action = game.parse(states[0], move)
    except Refused as refusal:
        told = str(refusal)
    else:
        assert not single.is_legal(states, action)
        told = str(game.refusal(states[0], action))
    assert states.tobytes() == before
    return told


def round_end(states: States) -> str:
    """Say how the round ended, nothing while it runs."""
    return ROUND_ENDINGS[int(states[0].round_end)]


def ending(game: Dominoes, states: States) -> tuple[str, tuple[int, ...]]:
    """Say why the match ended and who won it."""
    won = int(single.winners(states))
    winners = tuple(seat for seat in range(game.players) if won >> seat & 1)
    return game.endings[int(single.ending(states))], winners


def match_of(edition: str, players: int, *deals: str, **options: int) -> Match:
    """Begin a match dealt at a real table."""
    setup = tesserae.game(NAME_OF_EDITION[edition], edition=edition, players=players, **options)
    return setup.new(deals=list(deals))


def refused_by(match: Match, move: str) -> str:
    """Say why a match refuses a move; nothing has changed."""
    before = match.record(), match.states.tobytes()
    with pytest.raises(ValueError) as refusal:
        match.play(move)
    assert (match.record(), match.states.tobytes()) == before
    return str(refusal.value)


def filled(game: Dominoes, deal: str) -> str:
    """Fill up the hands of a deal such as `555 / 344 / 012` (the last is the pool) with low tiles, no triples."""
    size = int(game.start()[0].hand_size)
    *hands, pool = [group.split() for group in deal.split("/")]
    named = {word for group in (*hands, pool) for word in group}
    low = sorted((tile for tile in TILES if len(set(tile)) > 1), key=lambda tile: (sum(tile), tile))
    free = iter([name for name in ("".join(map(str, tile)) for tile in low) if name not in named])
    full = [[*hand, *(next(free) for _ in range(size - len(hand)))] for hand in hands]
    return " / ".join(" ".join(group) for group in (*full, pool))
