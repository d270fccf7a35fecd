"""The players by name: the levels, the yardsticks of the arena, and those that others have installed.

Others plug in by an entry point in the group `tesserae.players`: a callable that is given the game and returns a
player (see docs/bots.md).
"""

from importlib.metadata import entry_points
from types import ModuleType
from typing import cast

import numpy as np

from tesserae.bots import alphabeta, greedy, treesearch
from tesserae.bots.alphabeta import AlphaBeta
from tesserae.bots.greedy import SAMPLES, Greedy
from tesserae.bots.perfect import Perfect, has_tables
from tesserae.bots.protocol import Budget, Player
from tesserae.bots.proving import Prover, solver_modules
from tesserae.bots.treesearch import TreeSearch
from tesserae.games.game import Game
from tesserae.kernel import single
from tesserae.kernel.generator import Words
from tesserae.kernel.judgement import PLAIN, side
from tesserae.kernel.play import Trail
from tesserae.kernel.rules import States
from tesserae.words import Refused

GROUP = "tesserae.players"
LEVELS = ("random", "beginner", "casual", "club", "expert", "master")
"""The levels of every game, from the weakest to the strongest."""
BEGINNER_NOTICES, CASUAL_NOTICES = 500, 800
"""Of a thousand moves, in every game."""


class RandomPlayer:
    """Takes any legal move, all equally likely."""

    def choose(
        self, masked: States, seat: int, generator: Words, budget: Budget, trail: Trail | None = None
    ) -> int:
        """See `Player`."""
        return int(single.choose(masked, generator, np.zeros(single.most_legal(masked), np.int32)))


def _two_sides(game: Game) -> dict[str, Player]:
    """Two sides, nothing hidden: how far a player looks ahead, and how much it overlooks."""
    levels: dict[str, Player] = {
        "random": RandomPlayer(),
        "beginner": AlphaBeta(1, attention=BEGINNER_NOTICES),
        "casual": AlphaBeta(2, attention=CASUAL_NOTICES),
        "club": AlphaBeta(3, attention=950),
        "expert": AlphaBeta(5),
        "master": _master(game),
        "lookahead-1": AlphaBeta(1, PLAIN),
        "lookahead-3": AlphaBeta(3, PLAIN),
    }
    return levels | ({"perfect": Perfect(), "master-without-tables": AlphaBeta()} if has_tables(game) else {})


def _master(game: Game) -> Player:
    """Whoever looks ahead as far as time allows, and knows what is solved."""
    if has_tables(game):
        return Perfect(build=False)
    return Prover() if solver_modules(game) else AlphaBeta()


def _hidden_or_many(game: Game) -> dict[str, Player]:
    """Hidden tiles, one player or many: first what a move scores, then how the game may go on."""
    return {
        "random": RandomPlayer(),
        "beginner": Greedy(attention=BEGINNER_NOTICES),
        "casual": Greedy(attention=CASUAL_NOTICES),
        "club": TreeSearch(game.players, 25),
        "expert": TreeSearch(game.players, 150),
        "master": TreeSearch(game.players),
        "greedy": Greedy(),
        "cautious": Greedy(caution=SAMPLES),
        "master-without-inference": TreeSearch(game.players, infers=False),
    }


def has_two_sides(game: Game) -> bool:
    """Say whether nothing is hidden and one side wins what the other loses: then looking ahead is exact."""
    sides = {side(game.start()[0], seat) for seat in range(game.players)}
    return not game.hides and len(sides) == 2


def compiled_modules(game: Game) -> list[ModuleType]:
    """List the modules whose entry points the players of a game need."""
    return [alphabeta, *solver_modules(game)] if has_two_sides(game) else [treesearch, greedy]


def players_of(game: Game) -> dict[str, Player]:
    """Give the players of a game by name, the levels first."""
    return _two_sides(game) if has_two_sides(game) else _hidden_or_many(game)


def player_names(game: Game) -> list[str]:
    """List the players of a game, the levels first."""
    return list(players_of(game))


def player(name: str, game: Game) -> Player:
    """Find a player of a game by name."""
    own = players_of(game)
    if name in own:
        return own[name]
    for found in entry_points(group=GROUP, name=name):
        return cast("Player", found.load()(game))
    installed = [found.name for found in entry_points(group=GROUP)]
    raise Refused("bot.unknown", name=name, allowed=", ".join([*own, *installed]))
