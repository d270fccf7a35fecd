"""Random rounds of two-player Triominos: the engine, the same loop in C, and in plain Python with bit masks."""

import ctypes
import random
from collections.abc import Callable

import numpy as np

import tesserae
from bench.dominoes_python import play_round
from bench.hand_written import BUILDS, compile_c
from bench.measure import Contestant
from tesserae.games.dominoes.rules import BLOCKED
from tesserae.kernel import batch
from tesserae.kernel.batch import Integers
from tesserae.kernel.rules import States

TITLE = "random rounds of Triominos"
UNIT = "rounds a second"
ROUNDS = 2_000
SEED = 1


def engine(threads: int = 1) -> tuple[States, Integers]:
    """Play the rounds, and return how they ended and how many actions each took."""
    states = np.repeat(tesserae.game("triominos", rounds=1).game.start(), ROUNDS)
    return states, batch.playouts(states, SEED, threads=threads)


def ours(threads: int) -> Callable[[], int]:
    """Play on so many threads."""

    def work() -> int:
        engine(threads)
        return ROUNDS

    return work


def in_c(flags: list[str]) -> Callable[[], int] | None:
    """Play in C, after checking that C and the engine play the very same rounds; None without a compiler."""
    loaded = compile_c("dominoes_rounds.c", flags)
    if loaded is None:
        return None
    loaded.rounds.restype = ctypes.c_int64
    loaded.rounds.argtypes = [ctypes.c_uint64, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
    totals = np.zeros(3, np.int64)

    def work() -> int:
        totals[:] = 0
        actions.append(loaded.rounds(SEED, 0, ROUNDS, totals.ctypes.data))
        return ROUNDS

    actions: list[int] = []
    work()
    states, own_actions = engine()
    own = [*batch.results(states, 2)[2].sum(axis=0).tolist(), int((states["round_end"] == BLOCKED).sum())]
    if (actions[0], totals.tolist()) != (int(own_actions.sum()), own):
        raise AssertionError(f"C took {actions[0]} actions, {totals}; the engine {own_actions.sum()}, {own}")
    return work


def in_python() -> Callable[[], int]:
    """Play in plain Python."""
    rng = random.Random(SEED)

    def work() -> int:
        play_round(rng)
        return 1

    return work


def contestants() -> list[Contestant]:
    """Line up everybody who is there; the engine on one core comes first."""
    found = [Contestant("tesserae, 1 thread", ours(1))]
    peers = {name: in_c(flags) for name, flags in BUILDS.items()}
    if batch.available_cores() > 1:
        found.append(Contestant("tesserae, 2 threads", ours(2)))
    found += [Contestant(name, work) for name, work in peers.items() if work]
    return [*found, Contestant("Python with bit masks", in_python())]


def actions_a_round() -> float:
    """Say how many actions a round takes, for those who count in plies."""
    return float(engine()[1].mean())
