"""How late an asyncio loop wakes up while bots think in threads of its process."""

import asyncio
import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

import numpy as np

from bench.measure import Sheet
from bench.positions import HIDDEN_OR_MANY, SEED, TWO_SIDES, Position
from tesserae.bots.protocol import Budget, new_generator
from tesserae.bots.registry import player

THREADS = 8
NAP = 0.001
AIM_MS = 20
THINKING = Budget(ms=200)
PYTHON_LOOP = 10_000
HASHES = 20_000
"""So many of a hash, about ten milliseconds, without the interpreter lock."""


def sheet(seconds: float) -> Sheet:
    """Measure with no bots, with eight, and with eight threads that never or always want the interpreter lock."""
    positions = [*TWO_SIDES.values(), *HIDDEN_OR_MANY.values()]
    bots = [_thinker(position) for position in positions[:THREADS]]
    for think in bots:
        think()  # compiles it
    situations: dict[str, list[Callable[[], object]]] = {
        "no bots": [],
        "eight bots": bots,
        "eight threads in C without the lock": [_hash] * THREADS,
        "eight threads in Python": [_count] * THREADS,
    }
    return Sheet(
        f"lateness of an asyncio loop, aim: below {AIM_MS} ms",
        {name: _figures(work, seconds) for name, work in situations.items()},
    )


def _figures(work: list[Callable[[], object]], seconds: float) -> dict[str, float]:
    with _busy(work):
        late = 1000 * np.array(asyncio.run(_naps(seconds)))
    return {
        "median, ms": float(np.median(late)),
        "99 of 100 below, ms": float(np.percentile(late, 99)),
        "worst, ms": float(late.max()),
        f"in 1,000 later than {AIM_MS} ms": 1000 * float(np.mean(late > AIM_MS)),
    }


async def _naps(seconds: float) -> list[float]:
    """Sleep for a moment, again and again; returns by how much each was too long."""
    late = []
    until = time.perf_counter() + seconds
    while (began := time.perf_counter()) < until:
        await asyncio.sleep(NAP)
        late.append(time.perf_counter() - began - NAP)
    return late


@contextmanager
def _busy(work: list[Callable[[], object]]) -> Iterator[None]:
    """Do all this in threads, over and over."""
    stop = Event()

    def repeat(do: Callable[[], object]) -> None:
        while not stop.is_set():
            do()

    threads = [Thread(target=repeat, args=(do,)) for do in work]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _thinker(position: Position) -> Callable[[], object]:
    """The master of a game thinks about a move."""
    master, generator = player("master", position.game), new_generator(SEED)
    return lambda: master.choose(position.masked, position.seat, generator, THINKING, position.trail)


def _hash() -> object:
    return hashlib.pbkdf2_hmac("sha256", b"", b"", HASHES)


def _count() -> None:
    for _ in range(PYTHON_LOOP):
        pass
