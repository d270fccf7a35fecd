"""Solving a board from the first layer on, or from where an earlier run was stopped."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tesserae.crew import Crew
from tesserae.solve.quixo.counts import as_rows
from tesserae.solve.quixo.geometry import Integers
from tesserae.solve.quixo.index import new_sets
from tesserae.solve.quixo.layer import Layer, Worker, count_layer, new_layer, solve_layer
from tesserae.solve.quixo.packed import pack
from tesserae.solve.quixo.spread import Spread
from tesserae.solve.quixo.store import PLIES, STATES, VALUES, Entry, Store
from tesserae.solve.quixo.whole import Solved, solve_whole

FAR_FROM = 6
"""Distances to conversion above so many plies are stored: a short search finds the others."""
NAMES = ("win", "loss", "draw")


@dataclass(frozen=True)
class Wish:
    """What is to be solved, and how."""

    size: int
    blanks: int
    """The largest number of neutral cubes."""
    root: Path
    threads: int
    counts_only: bool = False
    packed: bool = False
    """Keep all layers but the last in the compact form."""
    distances_up_to: int = -1
    """On 5x5: the largest number of neutral cubes for which distances to conversion are kept."""
    crew: Crew | None = None
    """Who solves it, in processes that see `root`; None: threads of this process, in its memory."""

    @property
    def cells(self) -> int:
        """How many cubes the board has."""
        return self.size**2


@dataclass
class Progress:
    """Where the work stands, told again and again."""

    blanks: int
    looked_at: int
    """States looked at in this layer, each sweep counted."""
    states: int
    """States of this layer."""
    began: float

    @property
    def rate(self) -> float:
        """States looked at in a second."""
        return self.looked_at / max(time.perf_counter() - self.began, 1e-6)


Report = Callable[[Progress], None]
Announce = Callable[[int, Entry, float], None]
"""Told of every finished layer: its neutral cubes, what the manifest says, and how many seconds it took."""


@dataclass
class Result:
    """What came out, as it is compared with the literature."""

    size: int
    entries: dict[int, Entry]
    empty: str | None = None
    """Who wins from the empty board, if it was reached ..."""
    plies: int | None = None
    """... and in how many plies, where that is known."""
    totals: list[int] = field(init=False)

    def __post_init__(self) -> None:
        """Add up."""
        self.totals = [sum(row[value] for row in self._rows()) for value in range(3)]

    def _rows(self) -> list[list[int]]:
        return [row for entry in self.entries.values() for row in entry.counts]

    def by_blanks(self) -> dict[str, list[int]]:
        """Count wins, losses and draws by the number of neutral cubes."""
        return {
            str(k): [int(n) for n in np.sum(entry.counts, axis=0)] for k, entry in sorted(self.entries.items())
        }

    def by_marks(self) -> dict[str, list[int]]:
        """Count them by the number of the mover's and of the opponent's cubes."""
        return {
            f"{mine},{self.size**2 - blanks - mine}": row
            for blanks, entry in sorted(self.entries.items())
            for mine, row in enumerate(entry.counts)
        }

    def as_json(self) -> dict[str, Any]:
        """Write it as JSON can."""
        totals = dict(zip(NAMES, self.totals, strict=True))
        return totals | {
            "empty": self.empty,
            "plies": self.plies,
            "by_blanks": self.by_blanks(),
            "by_marks": self.by_marks(),
        }


def solve(wish: Wish, report: Report, announce: Announce) -> Result:
    """Solve what is wished for and not there yet, and count."""
    store = Store(wish.root, wish.size)
    if wish.size == 5:
        _solve_by_layers(wish, store, report, announce)
    else:
        _solve_small(wish, store, announce)
    entries = {blanks: store.entries[blanks] for blanks in range(wish.blanks + 1)}
    result = Result(wish.size, entries)
    if wish.blanks == wish.cells:
        last = entries[wish.cells]
        result.empty = NAMES[last.counts[0].index(1)]
        result.plies = last.empty_plies
    return result


def _solve_small(wish: Wish, store: Store, announce: Announce) -> None:
    """Solve a small board in one go, unless all of it is there."""
    layers = range(wish.blanks + 1)
    if all(store.entries.get(blanks) and (wish.counts_only or store.is_sound(blanks)) for blanks in layers):
        for blanks in layers:
            announce(blanks, store.entries[blanks], 0.0)
        return
    began = time.perf_counter()
    if wish.crew is None:
        found = solve_whole(wish.size, wish.blanks, Worker(wish.threads))
    else:
        with Spread(wish.crew, store.directory, wish.size) as spread:
            found = spread.solve_whole(wish.blanks)
    for solved in found:
        entry = save_small(store, solved, counts_only=wish.counts_only)
        announce(solved.layer.blanks, entry, time.perf_counter() - began)


def save_small(store: Store, solved: Solved, *, counts_only: bool = False) -> Entry:
    """Keep a layer of a small board, with the distance of every state."""
    layer, plies = solved.layer, solved.plies
    entry = Entry(as_rows(count_layer(layer, Worker(1))), layer.sweeps, longest=int(plies.max()))
    if layer.blanks == layer.size**2:
        entry.empty_plies = int(plies[0])
    store.save(layer.blanks, entry, {} if counts_only else {VALUES: layer.table, PLIES: plies})
    return entry


def _solve_by_layers(wish: Wish, store: Store, report: Report, announce: Announce) -> None:
    """Solve one layer after the other, going on after the last that is there."""
    missing = layers_to_solve(wish, store)
    for blanks in range(wish.blanks + 1 - len(missing)):
        announce(blanks, store.entries[blanks], 0.0)
    solve_one = _in_threads if wish.crew is None else _by_crew
    below: Layer | None = None
    for blanks in missing:
        began = time.perf_counter()
        if blanks and below is None:
            below = _load(store, blanks - 1)
        with solve_one(wish, store, blanks, below, report) as layer:
            below = None
            entry, arrays = _written(wish, layer)
            store.save(blanks, entry, arrays)
            if wish.counts_only and blanks:
                store.drop(blanks - 1)
            _pack_below(wish, store, blanks)
            announce(blanks, entry, time.perf_counter() - began)
            below = layer if wish.crew is None else None
    _pack_below(wish, store, wish.blanks)


def _pack_below(wish: Wish, store: Store, last: int) -> None:
    """Pack the layers below the last one, which the next one will be made from."""
    for blanks in range(last if wish.packed else 0):
        if store.has(blanks, VALUES):
            store.save_packed(blanks, pack(_load(store, blanks), wish.threads))


def layers_to_solve(wish: Wish, store: Store) -> range:
    """Find the first layer to solve; those below it are there, or with counts alone they have been counted."""
    layers = range(wish.blanks + 1)
    if wish.counts_only:
        counted = next((blanks for blanks in layers if blanks not in store.entries), wish.blanks + 1)
        if counted > wish.blanks or (counted and store.is_sound(counted - 1)):
            return layers[counted:]
    first = next((blanks for blanks in layers if not _is_done(wish, store, blanks)), wish.blanks + 1)
    while 0 < first <= wish.blanks and not store.has(first - 1, VALUES):
        first -= 1  # a packed layer is not enough to go on from
    return layers[first:]


def _is_done(wish: Wish, store: Store, blanks: int) -> bool:
    entry = store.entries.get(blanks)
    lacks_distances = entry is None or (blanks <= wish.distances_up_to and entry.far_from is None)
    return not lacks_distances and store.is_sound(blanks)


def _load(store: Store, blanks: int) -> Layer:
    return Layer(store.size, blanks, new_sets(store.size, blanks), store.load(blanks, VALUES))


@contextmanager
def _in_threads(wish: Wish, _store: Store, blanks: int, below: Layer | None, report: Report) -> Iterator[Layer]:
    """Solve a layer in the memory of this process."""
    layer = new_layer(wish.size, blanks)
    worker = Worker(wish.threads, _teller(layer, report))
    solve_layer(layer, below, worker, levels_from=_levels_from(wish, blanks))
    layer.counts = count_layer(layer, worker)
    yield layer


@contextmanager
def _by_crew(wish: Wish, store: Store, blanks: int, _below: Layer | None, report: Report) -> Iterator[Layer]:
    """Solve a layer in files that a crew shares; they are gone when the layer has been saved."""
    assert wish.crew is not None
    below = store.path(store.entries[blanks - 1].files[VALUES]) if blanks else None
    with Spread(wish.crew, store.directory, wish.size) as spread:
        layer = spread.new_layer(blanks)
        spread.report = _teller(layer, report)
        spread.solve_layer(layer, below, levels_from=_levels_from(wish, blanks))
        layer.counts = spread.count_layer(layer)
        yield layer


def _levels_from(wish: Wish, blanks: int) -> int | None:
    return FAR_FROM if blanks <= wish.distances_up_to else None


def _teller(layer: Layer, report: Report) -> Callable[[int], None]:
    progress = Progress(layer.blanks, 0, layer.states, time.perf_counter())

    def tell(states: int) -> None:
        progress.looked_at += states
        report(progress)

    return tell


def _written(wish: Wish, layer: Layer) -> tuple[Entry, dict[str, Any]]:
    """Say what goes into the manifest and into files."""
    assert layer.counts is not None
    entry = Entry(as_rows(layer.counts), layer.sweeps)
    arrays: dict[str, Any] = {VALUES: layer.table}
    if layer.blanks <= wish.distances_up_to:
        states, plies = far_arrays(layer.far)
        entry.far_from, entry.longest, entry.far_count = FAR_FROM, layer.levels, len(states)
        arrays |= {STATES: states, PLIES: plies}
    return entry, arrays


def far_arrays(far: dict[int, Integers]) -> tuple[Integers, Any]:
    """Sort the states that are far from conversion, each with its distance."""
    nothing = np.zeros(0, np.int64)
    states = np.concatenate([nothing, *far.values()])
    plies = np.concatenate([nothing, *(np.full(len(found), distance) for distance, found in far.items())])
    order = np.argsort(states)
    return states[order], plies[order].astype(np.uint16)
