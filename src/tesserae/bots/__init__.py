"""Computer players. A player is given the state as its seat may know it, never the truth."""

from typing import Protocol

import numpy as np

from tesserae.kernel import single
from tesserae.kernel.generator import GENERATOR_WORDS, Words
from tesserae.kernel.rules import States
from tesserae.words import Refused


class Player(Protocol):
    """Whoever chooses moves for a seat."""

    def choose(self, masked: States, seat: int, generator: Words) -> int:
        """Pick a legal action; the same generator state gives the same choice."""


class RandomPlayer:
    """Takes any legal move, all equally likely."""

    def choose(self, masked: States, seat: int, generator: Words) -> int:
        """See `Player`."""
        return int(single.choose(masked, generator, np.zeros(single.most_legal(masked), np.int32)))


PLAYERS: dict[str, type[Player]] = {"random": RandomPlayer}


def player(name: str) -> Player:
    """Find a player by name."""
    if name not in PLAYERS:
        raise Refused("bot.unknown", name=name, allowed=", ".join(PLAYERS))
    return PLAYERS[name]()


def new_generator(seed: int) -> Words:
    """Start a generator for a player."""
    generator = np.zeros(GENERATOR_WORDS, np.uint64)
    single.seeded(generator, np.uint64(seed % 2**64), 0)
    return generator
