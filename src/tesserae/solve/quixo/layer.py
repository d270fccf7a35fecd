"""One layer: all positions with the same number of neutral cubes, from those with one less.

    begin      boards with a line
    neutral    one look at the pushes that take a neutral cube: they lead to the layer below
    sweeps     the pushes of marked cubes, until next to nothing is new
    tail       the rest, one by one

Work is spread over threads by sets: none writes where another one does, and where one reads what another is just
writing, it gets the older or the newer value, and both are true.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tesserae.kernel.batch import available_cores
from tesserae.solve.quixo.counts import count
from tesserae.solve.quixo.geometry import Integers, geometry
from tesserae.solve.quixo.index import Sets, new_sets
from tesserae.solve.quixo.lines import begin
from tesserae.solve.quixo.plan import NEUTRAL, OWN
from tesserae.solve.quixo.sweep import sweep
from tesserae.solve.quixo.tail import consequences, settle
from tesserae.solve.quixo.unit import Words
from tesserae.solve.quixo.update import EVENTS, LOSSES, WINS, Ledger

TAIL_FROM = 4000
"""The tail begins when a sweep settles less than one of so many states: it takes that much longer for each."""
PIECES = 8
"""Into how many pieces for each thread a sweep is cut."""
MOST_LISTED = 1 << 24
"""A piece that writes down what it settles has at most so many states, unless it is a single set."""

Report = Callable[[int], None]
"""Told how many states have been looked at since the last time."""


def _silent(_states: int) -> None:
    pass


@dataclass
class Layer:
    """The values of a layer, and what came of solving it."""

    size: int
    blanks: int
    sets: Sets
    table: Words
    counts: Integers | None = None
    """By the number of the mover's cubes: wins, losses and draws over all boards."""
    sweeps: int = 0
    levels: int = 0
    """How many plies, as far as they were counted, the longest way to a neutral cube or to the end has."""
    far: dict[int, Integers] = field(default_factory=dict)
    """By distance, the states further from that than was asked for."""

    @property
    def states(self) -> int:
        """How many states are stored."""
        return len(self.sets.blanks) << (self.size**2 - self.blanks)


def new_layer(size: int, blanks: int) -> Layer:
    """Make room for a layer."""
    sets = new_sets(size, blanks)
    return Layer(size, blanks, sets, np.empty(int(sets.first[-1]) // 2, np.uint64))


class Worker:
    """Runs compiled work on the sets of a layer, in threads."""

    def __init__(self, threads: int | None = None, report: Report = _silent) -> None:
        """Use one thread for each core unless told otherwise."""
        self.threads = threads or available_cores()
        self.report = report

    def run(self, layer: Layer, work: Callable[[int, int], None], most: int | None = None) -> None:
        """Call `work` with ranges of sets until all are done."""
        ranges = list(self._ranges(layer, most))

        def one(piece: tuple[int, int]) -> int:
            work(*piece)
            return (piece[1] - piece[0]) << (layer.size**2 - layer.blanks)

        if self.threads == 1 or len(ranges) == 1:
            for piece in ranges:
                self.report(one(piece))
            return
        with ThreadPoolExecutor(self.threads) as pool:
            for states in pool.map(one, ranges):
                self.report(states)

    def _ranges(self, layer: Layer, most: int | None) -> Iterator[tuple[int, int]]:
        sets = len(layer.sets.blanks)
        step = -(-sets // (self.threads * PIECES))
        if most:
            step = min(step, max(1, most >> (layer.size**2 - layer.blanks)))
        for first in range(0, sets, step):
            yield first, min(first + step, sets)


@dataclass
class Pass:
    """What a sweep found."""

    settled: int
    events: Integers


def candidates_for(layer: Layer) -> Words:
    """Make room for one bit for each state: whether it may still turn out lost."""
    return np.empty(len(layer.table) // 2, np.uint64)


def start(layer: Layer, candidates: Words, worker: Worker) -> None:
    """Write down the boards that have ended."""
    board = geometry(layer.size)
    worker.run(layer, lambda first, last: begin(board, layer.sets, first, last, layer.table, candidates))


def look(
    layer: Layer,
    below: Sets,
    taken: int,
    number: int,
    tables: tuple[Words, Words, Words],
    candidates: Words,
    last_change: npt.NDArray[np.int32],
    worker: Worker,
    *,
    listing: bool,
) -> Pass:
    """Sweep over a whole layer; `tables` are those to look up successors, to read and to write."""
    board, found = geometry(layer.size), []
    states = layer.size**2 - layer.blanks

    def work(first: int, last: int) -> None:
        ledger = Ledger(np.zeros(3, np.int64), np.empty((last - first) << states if listing else 0, np.int64))
        sweep(board, layer.sets, below, first, last, taken, number, *tables, candidates, last_change, ledger)
        found.append((ledger.counts, ledger.events[: ledger.counts[EVENTS]].copy()))

    worker.run(layer, work, MOST_LISTED if listing else None)
    settled = sum(int(counts[WINS] + counts[LOSSES]) for counts, _ in found)
    return Pass(settled, np.concatenate([events for _, events in found]))


def solve_layer(layer: Layer, below: Layer | None, worker: Worker, *, levels_from: int | None = None) -> None:
    """Find all values of a layer; with `levels_from` also all states more plies than that from conversion.

    Conversion is the taking of a neutral cube, or the end of the game.
    """
    candidates = candidates_for(layer)
    start(layer, candidates, worker)
    other = layer.table.copy() if levels_from is not None else layer.table
    last_change = np.zeros(len(layer.sets.blanks), np.int32)
    lower = layer.sets if below is None else below.sets
    if below is not None:
        tables = (below.table, layer.table, layer.table)
        look(layer, lower, NEUTRAL, 0, tables, candidates, last_change, worker, listing=False)
    tables_in_turn = [other, layer.table]

    def look_once(number: int, listing: bool) -> Pass:
        old, new = tables_in_turn
        tables_in_turn.reverse()
        return look(layer, lower, OWN, number, (old, old, new), candidates, last_change, worker, listing=listing)

    events = sweep_until_quiet(layer, look_once, levels_from)
    layer.table = tables_in_turn[0]
    finish(layer, candidates, events, levels_from)


def sweep_until_quiet(layer: Layer, look_once: Callable[[int, bool], Pass], levels_from: int | None) -> Integers:
    """Sweep over the marked cubes until next to nothing is new, and give what the last sweep has settled.

    `look_once` is told the number of its sweep, and whether it has to write down what it settles.
    """
    number, is_last = 0, False
    while True:
        number += 1
        is_far = levels_from is not None and number > levels_from
        found = look_once(number, is_last or is_far)
        if is_far and found.settled:
            layer.far[number] = found.events >> 1
        if is_last or not found.settled:
            layer.sweeps = number
            return found.events
        is_last = found.settled * TAIL_FROM < layer.states


def finish(layer: Layer, candidates: Words, events: Integers, levels_from: int | None) -> None:
    """Follow the last results up to the end, level by level."""
    board, number = geometry(layer.size), layer.sweeps
    while len(events):
        events = consequences(board, layer.sets, layer.table, candidates, events)
        events = events[: settle(board, layer.sets, layer.table, events)]
        if len(events):
            number += 1
            if levels_from is not None and number > levels_from:
                layer.far[number] = events >> 1
    layer.levels = number


def count_layer(layer: Layer, worker: Worker) -> Integers:
    """Count wins, losses and draws by the number of the mover's cubes, over all boards."""
    board, found = geometry(layer.size), []

    def work(first: int, last: int) -> None:
        counts = np.zeros((layer.size**2 - layer.blanks + 1, 3), np.int64)
        count(board, layer.sets, first, last, layer.table, counts)
        found.append(counts)

    worker.run(layer, work)
    total: Integers = np.sum(found, axis=0, dtype=np.int64)
    return total


def warm_up() -> None:
    """Solve two tiny layers of 4x4, which compiles everything, before the time is taken."""
    worker, below = Worker(1), None
    for blanks in (0, 1):
        layer = new_layer(4, blanks)
        solve_layer(layer, below, worker)
        count_layer(layer, worker)
        below = layer
