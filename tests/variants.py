"""The games and options that generic tests run over, and random play for them."""

import random
from collections.abc import Iterator
from typing import Any

from tesserae.games import make_game
from tesserae.games.game import Game
from tesserae.match import Match

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *(("quixo", {"size": size, "players": players}) for size in (3, 4, 5) for players in (2, 4)),
    ("quixo", {"size": 3, "repetition": "off", "ply_limit": 12}),
    *(("triominos", {"players": players, "limit": 100}) for players in (2, 3)),
    ("triominos", {"players": 1}),
    ("triominos", {"players": 4, "edition": "pressman", "rounds": 1}),
    ("triominos", {"scale": "children", "rounds": 2}),
    *(("tripple", {"players": players, "rounds": 1}) for players in (1, 2, 6)),
    ("tripple", {"edition": "tripple-de", "hexagon": 40, "limit": 100}),
    *(("riomino", {"level": level}) for level in ("wizard", "starter", "junior", "expert", "master", "board")),
    *(("puzzelino", {"mode": "race", "players": players}) for players in (2, 3, 4)),
    *(("puzzelino", {"mode": "points", "players": players}) for players in (2, 4)),
    ("puzzelino", {"mode": "points", "players": 3, "stop": "never"}),
    ("puzzelino", {"mode": "figure", "players": 1}),
    ("puzzelino", {"mode": "tray", "players": 1, "puzzle": "hexagon:x32"}),
    ("highcard", {}),
    ("ring", {}),
]


def game_of(variant: tuple[str, dict[str, Any]]) -> Game:
    name, options = variant
    return make_game(name, options)


def random_match(game: Game, seed: int, moves: int = 1_000_000) -> Match:
    """Play so many random moves, fewer if the match ends."""
    match = Match(game, seed)
    for _ in random_play(match, random.Random(seed), moves):
        pass
    return match


def random_play(match: Match, rng: random.Random, moves: int = 1_000_000) -> Iterator[None]:
    """Pause at the start, and after every random move."""
    yield
    for _ in range(moves):
        if match.over:
            return
        match.play(rng.choice(match.legal()))
        yield
