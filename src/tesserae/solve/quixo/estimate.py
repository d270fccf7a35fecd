"""What solving will cost: memory and disk exactly, time from a short run on this machine.

The time of each layer was measured once; how much faster or slower this machine is shows in the smallest layers.
"""

import os
import shutil
import time
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from tesserae.solve.quixo.index import WORD_BITS, new_sets
from tesserae.solve.quixo.layer import Worker, new_layer, solve_layer, warm_up
from tesserae.solve.quixo.solving import Wish, layers_to_solve
from tesserae.solve.quixo.store import PACKED, VALUES, Store
from tesserae.words import Refused

LARGEST = 5
SECONDS = (0.8, 0.9, 6, 16, 18, 65, 86, 117, 122, 125, 116, 94, 68, 47, 31, 19, 10, 5, 2, 1, *[0.2] * 6)
"""Processor seconds of each layer of 5x5, values alone, where `TRIAL_SECONDS` were needed for the first two."""
TRIAL_SECONDS = 1.7
DISTANCES_FACTOR = 2.0
"""So much longer a layer takes with distances: its sweeps look one ply ahead each."""
PASSES = 7
"""So often a typical layer is gone through: lines, neutral cubes, some sweeps, counting."""
PACKED_PART = 0.12
"""So much of a layer is left when it is packed, or less."""
BASE_MEMORY = 400 << 20
"""What the program itself needs."""
GIB = 1 << 30


@dataclass(frozen=True)
class Estimate:
    """What a run will need."""

    seconds: float
    memory: int
    disk: int
    layers: dict[int, float]
    """The seconds of each layer that is still to be solved."""


@cache
def layer_bytes(size: int, blanks: int) -> int:
    """Say how large the table of a layer is."""
    return WORD_BITS // 8 * int(new_sets(size, blanks).first[-1])


def memory_for(size: int, blanks: int, distances_up_to: int) -> int:
    """Say what the largest step takes: a layer, the one below, the candidates, and a copy for distances."""
    largest = 0
    for number in range(blanks + 1):
        own = layer_bytes(size, number)
        below = layer_bytes(size, number - 1) if number else 0
        largest = max(largest, below + own + own // 2 + (own if number <= distances_up_to else 0))
    return largest + BASE_MEMORY


def disk_for(wish: Wish) -> int:
    """Say how much more disk the layers take, or the largest two neighbours if no more are kept."""
    layers = [layer_bytes(wish.size, number) for number in range(wish.blanks + 1)]
    working = 0 if wish.crew is None else int(2.5 * max(layers))  # two tables, and candidates of half the size
    if wish.counts_only:
        return working + max(low + high for low, high in zip([0, *layers], layers, strict=False))
    store = Store(wish.root, wish.size)
    missing = [needed for blanks, needed in enumerate(layers) if not store.has(blanks, VALUES, PACKED)]
    if wish.packed:
        return working + int(sum(missing) * PACKED_PART) + sum(sorted(missing)[-2:])
    return working + sum(missing)


def trial() -> float:
    """Solve two small layers of 5x5, and say how many times as long this takes as where it was measured."""
    worker = Worker(threads=1)
    warm_up()
    began = time.thread_time()
    below = new_layer(LARGEST, 0)
    solve_layer(below, None, worker)
    solve_layer(new_layer(LARGEST, 1), below, worker)
    return (time.thread_time() - began) / TRIAL_SECONDS


def _layer_seconds(blanks: int, distances_up_to: int) -> float:
    """Give the processor seconds of a layer of 5x5 where they were measured."""
    return SECONDS[blanks] * (DISTANCES_FACTOR if blanks <= distances_up_to else 1)


def free_memory() -> int | None:
    """Say how much memory is free, or all there is; None where the system does not tell."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable"):
                return int(line.split()[1]) << 10
    except OSError:
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None


def free_disk(directory: Path) -> int:
    """Say how much room there is where a directory is, or will be."""
    place = directory.absolute()
    while not place.exists():
        place = place.parent
    return shutil.disk_usage(place).free


def refuse_if_too_small(wish: Wish) -> None:
    """Refuse what does not fit, and say what would; a crew works in files, with whatever memory there is."""
    size, blanks = wish.size, wish.blanks
    memory, free = memory_for(size, blanks, wish.distances_up_to), free_memory()
    if wish.crew is None and free is not None and memory > free:
        fitting = [less for less in range(blanks) if memory_for(size, less, wish.distances_up_to) <= free]
        raise Refused(
            "solve.memory", need=_gib(memory), have=_gib(free), blanks=blanks, fits=max(fitting, default=0)
        )
    disk, room = disk_for(wish), free_disk(wish.root)
    if disk > room:
        if wish.counts_only:
            raise Refused("solve.disk_for_two", need=_gib(disk), have=_gib(room), directory=wish.root)
        least = _gib(disk_for(replace(wish, counts_only=True)))
        raise Refused("solve.disk", need=_gib(disk), have=_gib(room), directory=wish.root, least=least)


def estimate(wish: Wish) -> Estimate | None:
    """Say what a run will need, after a short trial; None where it is over before one could say."""
    if wish.size != LARGEST or wish.blanks < 2:
        return None
    layers = layers_to_solve(wish, Store(wish.root, wish.size))
    slowness = trial() / wish.threads
    seconds = {blanks: slowness * _layer_seconds(blanks, wish.distances_up_to) for blanks in layers}
    memory = memory_for(wish.size, wish.blanks, wish.distances_up_to)
    return Estimate(sum(seconds.values()), memory, disk_for(wish), seconds)


def _gib(size: int) -> str:
    return f"{size / GIB:.1f}"
