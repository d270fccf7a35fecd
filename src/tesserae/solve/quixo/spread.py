"""Solving by a crew that shares nothing but a directory: machines of a cluster with a common file system.

Every sweep reads one file and writes another. A piece is a range of sets; its worker maps the file so that what it
writes stays its own, sweeps over its sets, and puts them into the other file. No piece depends on what another one
does meanwhile, so one that is lost with its worker is simply done again, and what comes out never depends on how
many there are. Within its sets a piece uses what it has just found out, as threads do in `layer`.

    table, other      the two files, in turn
    candidates        which states may still turn out lost
"""

import os
import shutil
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from tesserae.crew import Crew
from tesserae.solve.quixo.counts import count
from tesserae.solve.quixo.geometry import Integers, geometry
from tesserae.solve.quixo.index import Sets, new_sets
from tesserae.solve.quixo.layer import Layer, Pass, finish, sweep_until_quiet
from tesserae.solve.quixo.lines import begin
from tesserae.solve.quixo.plan import NEUTRAL, OWN
from tesserae.solve.quixo.sweep import sweep
from tesserae.solve.quixo.unit import Words
from tesserae.solve.quixo.update import EVENTS, LOSSES, WINS, Ledger
from tesserae.solve.quixo.whole import Solved
from tesserae.words import Refused

R = TypeVar("R")

FOLDER = "work"
PIECE_STATES = 1 << 24
"""A piece has at most so many states, unless it is a single set; that does not depend on the crew."""


class Piece(NamedTuple):
    """Some sets of a layer."""

    blanks: int
    first: int
    last: int


# --- what a worker does ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Job:
    """Work on a table in a file that has one layer, or several one behind the other."""

    size: int
    offsets: dict[int, int]
    """By the neutral cubes of a layer: the first word of the table that is its own."""
    table: Path
    candidates: Path

    def sets(self, blanks: int) -> Sets:
        """Number the sets of a layer, at the place that it has in the table."""
        return _sets_at(self.size, blanks, self.offsets.get(blanks, 0))


@dataclass(frozen=True)
class Start(Job):
    """Write down the boards that have ended and, with a layer below, what the taking of neutral cubes leads to."""

    other: Path | None
    """Gets the ended boards alone."""
    below: Path | None

    def __call__(self, piece: Piece) -> None:
        """Begin with some sets."""
        board, own = geometry(self.size), self.sets(piece.blanks)
        table, candidates = _mapped(self.table), _mapped(self.candidates)
        begin(board, own, piece.first, piece.last, table, candidates)
        if self.other:
            _put(self.other, table, own, piece, 2)
        if self.below:
            lower, below = _sets_at(self.size, piece.blanks - 1, 0), _mapped(self.below)
            _sweep(self.size, own, lower, piece, NEUTRAL, 0, (below, table, table), candidates)
        _put(self.table, table, own, piece, 2)
        _put(self.candidates, candidates, own, piece, 4)


class Found(NamedTuple):
    """What a sweep over a piece has settled."""

    settled: int
    events: Integers
    last_change: npt.NDArray[np.int32]


@dataclass(frozen=True)
class Sweep(Job):
    """Look one ply ahead, from what is in `table` into `other`."""

    other: Path
    taken: int
    number: int
    in_place: bool
    """Use what is new at once; otherwise look exactly one ply ahead."""
    listing: bool
    last_change: npt.NDArray[np.int32] | None

    def __call__(self, piece: Piece) -> Found:
        """Sweep over some sets."""
        own = self.sets(piece.blanks)
        lower = self.sets(piece.blanks - 1) if self.taken & NEUTRAL and piece.blanks else own
        old, candidates = _mapped(self.table), _mapped(self.candidates)
        new = old if self.in_place else _mapped(self.other)
        last_change = None if self.last_change is None else self.last_change.copy()
        found = _sweep(
            self.size, own, lower, piece, self.taken, self.number, (old, old, new), candidates,
            last_change, listing=self.listing,
        )  # fmt: skip
        _put(self.other, new, own, piece, 2)
        return found


@dataclass(frozen=True)
class Count(Job):
    """Count the values by the number of the mover's cubes."""

    def __call__(self, piece: Piece) -> Integers:
        """Count some sets."""
        counts = np.zeros((self.size**2 - piece.blanks + 1, 3), np.int64)
        own, table = self.sets(piece.blanks), _mapped(self.table)
        count(geometry(self.size), own, piece.first, piece.last, table, counts)
        return counts


def _sweep(
    size: int,
    own: Sets,
    below: Sets,
    piece: Piece,
    taken: int,
    number: int,
    tables: tuple[Words, Words, Words],
    candidates: Words,
    last_change: npt.NDArray[np.int32] | None = None,
    *,
    listing: bool = False,
) -> Found:
    states = (piece.last - piece.first) << (size**2 - piece.blanks)
    ledger = Ledger(np.zeros(3, np.int64), np.empty(states if listing else 0, np.int64))
    changed = np.zeros(len(own.blanks), np.int32) if last_change is None else last_change
    board, first, last = geometry(size), piece.first, piece.last
    sweep(board, own, below, first, last, taken, number, *tables, candidates, changed, ledger)
    counts, events = ledger.counts, ledger.events[: ledger.counts[EVENTS]].copy()
    return Found(int(counts[WINS] + counts[LOSSES]), events, changed[first:last])


@lru_cache(maxsize=64)
def _sets_at(size: int, blanks: int, offset: int) -> Sets:
    sets = new_sets(size, blanks)
    return sets._replace(first=sets.first + offset)


def _mapped(file: Path) -> Words:
    """Map a table into memory so that what is written there stays with this process."""
    try:
        return np.memmap(file, np.uint64, "c").view(np.ndarray)
    except FileNotFoundError:
        raise Refused("solve.not_shared", machine=socket.gethostname(), file=file) from None


def _put(file: Path, content: Words, own: Sets, piece: Piece, shrink: int) -> None:
    """Write the sets of a piece to where they belong; so many words of the index are a word of the file."""
    low, high = int(own.first[piece.first]) // shrink, int(own.first[piece.last]) // shrink
    with file.open("r+b") as target:
        target.seek(low * content.itemsize)
        target.write(content[low:high].data)


# --- what is asked of the crew -----------------------------------------------------------------------------


def _silent(_states: int) -> None:
    pass


class Spread:
    """A directory and a crew that works in it; a context, at whose end the working files are gone."""

    def __init__(self, crew: Crew, directory: Path, size: int, report: Callable[[int], None] = _silent) -> None:
        """Make a folder for working files in the directory of a board; `report` is told of states looked at."""
        self.crew = crew
        self.size = size
        self.report = report
        self.folder = directory.absolute() / FOLDER

    def __enter__(self) -> "Spread":
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    # --- a layer -------------------------------------------------------------------------------------------

    def new_layer(self, blanks: int) -> Layer:
        """Make a layer without room for its values, which will be in files."""
        return Layer(self.size, blanks, new_sets(self.size, blanks), np.zeros(0, np.uint64))

    def solve_layer(self, layer: Layer, below: Path | None, *, levels_from: int | None = None) -> None:
        """Do what `layer.solve_layer` does, with the values of the layer below in a file."""
        in_place, pieces = levels_from is None, list(_pieces(layer))
        job = self._job({layer.blanks: 0}, int(layer.sets.first[-1]))
        other = self._file("other", job.table.stat().st_size)
        start = Start(**vars(job), other=None if in_place else other, below=below)
        self._run(start, pieces)
        # In place the first sweep begins with what was just written, otherwise with the ended boards alone.
        in_turn = [job.table, other] if in_place else [other, job.table]
        last_change = np.zeros(len(layer.sets.blanks), np.int32)

        def look_once(number: int, listing: bool) -> Pass:
            table, target = in_turn
            in_turn.reverse()
            sweep_job = Sweep(
                **vars(replace(job, table=table)), other=target, taken=OWN, number=number, in_place=in_place,
                listing=listing, last_change=last_change.copy(),
            )  # fmt: skip
            found = self._run(sweep_job, pieces)
            for piece, one in zip(pieces, found, strict=True):
                last_change[piece.first : piece.last] = one.last_change
            return Pass(sum(one.settled for one in found), np.concatenate([one.events for one in found]))

        events = sweep_until_quiet(layer, look_once, levels_from)
        layer.table = np.memmap(in_turn[0], np.uint64, "r+").view(np.ndarray)
        finish(layer, _mapped(job.candidates), events, levels_from)
        self._solved = replace(job, table=in_turn[0])

    def count_layer(self, layer: Layer) -> Integers:
        """Do what `layer.count_layer` does, for the layer just solved."""
        found = self._run(Count(**vars(self._solved)), list(_pieces(layer)))
        total: Integers = np.sum(found, axis=0, dtype=np.int64)
        return total

    # --- a small board -------------------------------------------------------------------------------------

    def solve_whole(self, blanks: int) -> list[Solved]:
        """Do what `whole.solve_whole` does."""
        layers, offsets, words = [], {}, 0
        for number in range(blanks + 1):
            layers.append(self.new_layer(number))
            offsets[number] = words
            words += int(layers[-1].sets.first[-1])
        pieces = [piece for layer in layers for piece in _pieces(layer)]
        job = self._job(offsets, words)
        other = self._file("other", job.table.stat().st_size)
        self._run(Start(**vars(job), other=other, below=None), pieces)
        plies = [np.zeros(layer.states, np.uint8) for layer in layers]
        in_turn, number, settled = [job.table, other], 0, 1
        while settled:
            number, settled = number + 1, 0
            sweep_job = Sweep(
                **vars(replace(job, table=in_turn[0])), other=in_turn[1], taken=OWN | NEUTRAL, number=number,
                in_place=False, listing=True, last_change=None,
            )  # fmt: skip
            for piece, found in zip(pieces, self._run(sweep_job, pieces), strict=True):
                plies[piece.blanks][found.events >> 1] = number
                settled += found.settled
            in_turn.reverse()
        table = _mapped(in_turn[0])
        for layer in layers:
            start = offsets[layer.blanks] // 2
            layer.table, layer.sweeps = table[start : start + int(layer.sets.first[-1]) // 2].copy(), number
        return [Solved(layer, plies[layer.blanks]) for layer in layers]

    # --- what both need ------------------------------------------------------------------------------------

    def _job(self, offsets: dict[int, int], words: int) -> Job:
        table, candidates = self._file("table", 4 * words), self._file("candidates", 2 * words)
        return Job(self.size, offsets, table, candidates)

    def _file(self, name: str, size: int) -> Path:
        """Make a file of this size that takes no room yet."""
        file = self.folder / name
        with file.open("wb") as content:
            os.truncate(content.fileno(), size)
        return file

    def _run(self, job: Callable[[Piece], R], pieces: Sequence[Piece]) -> list[R]:
        found = list[Any]()
        with closing(self.crew.map(job, pieces)) as results:
            for piece, result in zip(pieces, results, strict=True):
                found.append(result)
                self.report((piece.last - piece.first) << (self.size**2 - piece.blanks))
        return found


def _pieces(layer: Layer) -> Iterator[Piece]:
    """Cut a layer."""
    sets, step = len(layer.sets.blanks), max(1, PIECE_STATES >> (layer.size**2 - layer.blanks))
    for first in range(0, sets, step):
        yield Piece(layer.blanks, first, min(first + step, sets))
