"""Deals and play for tests of the triangle dominoes: the engine alone, without a Match around it."""

import random
from typing import Any

import numpy as np

from tesserae.games import make_game
from tesserae.games.dominoes import Dominoes
from tesserae.games.dominoes.rules import LOTS
from tesserae.games.dominoes.tiles import TILES, Tile
from tesserae.kernel import single
from tesserae.kernel.rules import CHANCE, States

NAME_OF_EDITION = {
    "triominos": "triominos",
    "pressman": "triominos",
    "tripple": "tripple",
    "tripple-de": "tripple",
}
NO_TRAIL = np.zeros(1, np.uint64)


def dominoes(edition: str, players: int = 2, **options: Any) -> Dominoes:
    game = make_game(NAME_OF_EDITION[edition], {"edition": edition, "players": players, **options})
    assert isinstance(game, Dominoes)
    return game


def deal(game: Dominoes, states: States, text: str) -> None:
    """Deal, as people write it."""
    assert single.mover(states) == CHANCE
    single.deal(states, np.array(game.parse_deal(states[0], text), np.int32), NO_TRAIL)


def shuffled(rng: random.Random) -> list[Tile]:
    return rng.sample(TILES, len(TILES))


def digits(tiles: list[Tile]) -> str:
    return " ".join("".join(map(str, tile)) for tile in tiles)


def deal_text(states: States, tiles: list[Tile], lot: int = 0) -> str:
    """Write the deal that the game waits for, the first tiles first."""
    state = states[0]
    players, size = int(state.players), int(state.hand_size)
    if state.awaits == LOTS:
        return f"lots {digits(tiles[:players])}"
    hands = [digits(tiles[seat * size : (seat + 1) * size]) for seat in range(players)]
    return f"{' / '.join(hands)} / {digits(tiles[players * size :])} lot {lot}"


def legal(game: Dominoes, states: States) -> list[str]:
    actions = np.zeros(single.most_legal(states), np.int32)
    return [game.text(states[0], action) for action in actions[: single.legal(states, actions)].tolist()]


def play(game: Dominoes, states: States, *moves: str) -> None:
    """Make legal moves, in place."""
    for move in moves:
        action = game.parse(states[0], move)
        assert single.is_legal(states, action), str(game.refusal(states[0], action))
        single.apply(states, action)


def scores(states: States) -> list[int]:
    return [int(single.points(states, seat)) for seat in range(int(states[0].players))]


def account(game: Dominoes, states: States) -> list[tuple[int, str, int]]:
    return [(seat, what, points) for seat, what, points in game.account(states[0])]
