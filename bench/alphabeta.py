"""Alpha-beta search of 5x5 Quixo: the engine, the same search in C, and in C one with neither table nor order."""

import ctypes
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from bench.hand_written import BUILDS, compile_c
from bench.measure import Contestant, Sheet, race
from bench.positions import SEED, TWO_SIDES
from tesserae.bots.alphabeta import TABLE_BITS, Search
from tesserae.bots.protocol import new_generator

DEPTH = 6
POSITION = TWO_SIDES["Quixo"]


class Found(NamedTuple):
    """What a look so many moves ahead came to."""

    positions: int
    value: int
    move: int


def ours() -> Found:
    """Look ahead, deeper and deeper."""
    search = Search(POSITION.masked, new_generator(SEED), None, deepest=DEPTH)
    positions = 0
    while looked := search.run(1 << 40):
        positions += looked
    return Found(positions, search.found.value, search.found.line[0])


def in_c(flags: list[str], *, plain: bool) -> Callable[[], Found] | None:
    """Do the same in C, or plain: so deep at once, no table, the moves as they come; None without a compiler."""
    loaded = compile_c("quixo_search.c", flags)
    if loaded is None:
        return None
    loaded.search.restype = ctypes.c_int64
    loaded.search.argtypes = [
        *(ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_uint64, ctypes.c_int, ctypes.c_int),
        *(ctypes.c_void_p, ctypes.c_uint64, ctypes.c_void_p),
    ]
    state = POSITION.masked[0]
    marks, since_neutral, seat = state.marks.copy(), int(state.since_neutral), int(state.seat)

    def look() -> Found:
        table, found = np.zeros(2 << TABLE_BITS, np.uint64), np.zeros(2, np.int64)
        positions = loaded.search(
            *(marks.ctypes.data, since_neutral, seat, SEED, DEPTH, plain),
            *(table.ctypes.data, len(table) // 2, found.ctypes.data),
        )
        return Found(positions, *found.tolist())

    own, theirs = ours(), look()
    if own.value != theirs.value or not (plain or own == theirs):
        raise AssertionError(f"{theirs} in C, {own} in the engine")
    return look


def sheet(seconds: float) -> Sheet:
    """Race, for the time that one look ahead takes and the positions that it sees."""
    looks: dict[str, Callable[[], Found] | None] = {"tesserae, 1 thread": ours}
    looks |= {name: in_c(flags, plain=False) for name, flags in BUILDS.items()}
    looks["C, -O3, no table and no order"] = in_c(BUILDS["C, -O3"], plain=True)
    there = {name: look for name, look in looks.items() if look}
    rows = [Contestant(name, partial(_count, look)) for name, look in there.items()]
    race(rows, seconds)
    positions = {name: look().positions for name, look in there.items()}
    taken = {row.name: positions[row.name] / row.best for row in rows}
    return Sheet(
        f"alpha-beta search of 5x5 Quixo, {DEPTH} moves ahead",
        {
            row.name: {
                "positions": positions[row.name],
                "positions a second": row.best,
                "ms": 1000 * taken[row.name],
                "tesserae is times as fast": taken[row.name] / taken[rows[0].name],
            }
            for row in rows
        },
    )


def _count(look: Callable[[], Found]) -> int:
    return look().positions
