"""Random games of the engine beside the same games in C, written by hand: what most races have in common."""

import ctypes
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from bench.hand_written import BUILDS, compile_c
from bench.measure import Contestant
from tesserae.games.game import Game
from tesserae.kernel import batch
from tesserae.kernel.batch import Integers
from tesserae.kernel.rules import States

SEED = 1


@dataclass(frozen=True)
class SameGames:
    """So many games from the streams 0, 1, ... of one seed, which the engine and C must play alike."""

    game: Game
    count: int
    source: str
    """A file of this folder."""
    function: str
    """Its loop: it takes the seed, the first stream, the number of games and room for three sums, and returns the
    number of actions."""
    sums: Callable[[States], list[int]]
    """The three sums over all games, from the engine's last states."""

    def engine(self, threads: int = 1) -> tuple[States, Integers]:
        """Play, and return how the games ended and how many actions each took."""
        states = np.repeat(self.game.start(), self.count)
        return states, batch.playouts(states, SEED, threads=threads)

    def actions(self) -> float:
        """Say how many actions a game takes, for those who count in plies."""
        return float(self.engine()[1].mean())

    def contestants(self) -> list[Contestant]:
        """Line up the engine, on one core first, and C if there is a compiler."""
        found = [Contestant("tesserae, 1 thread", self._ours(1))]
        if batch.available_cores() > 1:
            found.append(Contestant("tesserae, 2 threads", self._ours(2)))
        peers = {name: self._in_c(flags) for name, flags in BUILDS.items()}
        return found + [Contestant(name, work) for name, work in peers.items() if work]

    def _ours(self, threads: int) -> Callable[[], int]:
        def work() -> int:
            self.engine(threads)
            return self.count

        return work

    def _in_c(self, flags: list[str]) -> Callable[[], int] | None:
        """Play in C, after checking that C and the engine play the very same games; None without a compiler."""
        loaded = compile_c(self.source, flags)
        if loaded is None:
            return None
        play = loaded[self.function]
        play.restype = ctypes.c_int64
        play.argtypes = [ctypes.c_uint64, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
        sums = np.zeros(3, np.int64)

        def work() -> int:
            play(SEED, 0, self.count, sums.ctypes.data)
            return self.count

        in_c = [play(SEED, 0, self.count, sums.ctypes.data), *sums.tolist()]
        states, actions = self.engine()
        own = [int(actions.sum()), *self.sums(states)]
        if in_c != own:
            raise AssertionError(f"actions and sums over all games: {in_c} in {self.source}, {own} in the engine")
        return work
