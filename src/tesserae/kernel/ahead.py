"""Compiling ahead of use: every entry point for one game's record, so that a first start can show progress.

The types come from the annotations of the entry points; the aliases below are the only ones they use.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from types import ModuleType
from typing import Any, get_type_hints

import numba
import numpy as np
from numba import types

from tesserae.kernel import batch, play, rules, single
from tesserae.kernel.cache import cache_directory
from tesserae.kernel.compiling import compilations, entry_points

_ARRAYS = {
    rules.Actions: types.int32[::1],
    rules.ActionRows: types.int32[:, ::1],
    play.Trail: types.uint64[::1],
    batch.Trails: types.uint64[:, ::1],
    batch.Integers: types.int64[::1],
    batch.IntegerRows: types.int64[:, ::1],
    batch.Flags: types.boolean[::1],
    batch.FlagRows: types.boolean[:, ::1],
}
_SCALARS = {int: types.int64, np.uint64: types.uint64}

Report = Callable[[int, int], None]
"""Told how many entry points are ready, and how many there are."""


def compile_for(
    dtype: np.dtype[Any], report: Report = lambda _done, _count: None, more: Sequence[ModuleType] = ()
) -> int:
    """Compile, or load from the cache, everything for this record type; returns how much had to be compiled.

    `more` are modules whose entry points are wanted beside those of the kernel.
    """
    record_array = numba.from_dtype(dtype)[::1]
    before = compilations()
    modules = (single, batch, *more)
    found = [thing for module in modules for thing in vars(module).values() if callable(thing)]
    entries = [thing for thing in found if thing in entry_points]
    for done, entry in enumerate(entries):
        report(done, len(entries))
        hints = get_type_hints(entry.py_func, include_extras=True)
        hints.pop("return")
        entry.compile(tuple(record_array if hint == rules.States else _type_of(hint) for hint in hints.values()))
    report(len(entries), len(entries))
    return compilations() - before


def compile_once(name: str, dtype: np.dtype[Any], report: Report, more: Sequence[ModuleType] = ()) -> None:
    """Compile for a game unless that was done before from the same sources."""
    directory = cache_directory()
    if directory is None or not entry_points or (directory / f"{name}.ready").exists():
        return
    compile_for(dtype, report, more)
    with suppress(OSError):
        (directory / f"{name}.ready").touch()


def _type_of(hint: Any) -> Any:
    return _ARRAYS[hint] if hint in _ARRAYS else _SCALARS[hint]
