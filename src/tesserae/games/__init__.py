"""The games. A new one is a folder here and a line in the registry.

This module is also the function `tesserae.games()`: a package and its function share the name.
"""

import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tesserae.games.options import make_options, read_options
from tesserae.words import Refused

if TYPE_CHECKING:
    from tesserae.games.game import Game

REGISTRY = {
    "quixo": "tesserae.games.quixo:Quixo",
    "triominos": "tesserae.games.dominoes:Triominos",
    "tripple": "tesserae.games.dominoes:Tripple",
    "riomino": "tesserae.games.riomino:RioMino",
    "puzzelino": "tesserae.games.puzzelino:Puzzelino",
}


def game_type(name: str) -> "type[Game]":
    """Find a game by its name; its rules are imported only now."""
    if not isinstance(name, str) or name not in REGISTRY:
        raise Refused("game.unknown", name=str(name)[:40], allowed=", ".join(REGISTRY))
    module, attribute = REGISTRY[name].split(":")
    found: type[Game] = getattr(import_module(module), attribute)
    return found


def make_game(name: str, options: Mapping[str, Any]) -> "Game":
    """Choose a game and its options."""
    kind = game_type(name)
    return kind(make_options(kind.options_type, name, options))


def read_game(name: str, options: Mapping[str, str]) -> "Game":
    """Choose a game with options given as text."""
    kind = game_type(name)
    return kind(read_options(kind.options_type, name, options))


class _Games(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        """Name the games."""
        return tuple(REGISTRY)


sys.modules[__name__].__class__ = _Games
