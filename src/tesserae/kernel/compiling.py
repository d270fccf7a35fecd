"""The two decorators of compiled code.

`compiled` marks an entry point, which Python calls and which is cached on disk. `inner` marks a function that
compiled code calls: it is compiled into its callers, and stays a plain Python function for everybody else.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
from numba.extending import register_jitable

from tesserae.kernel.cache import cache_directory

P = ParamSpec("P")
R = TypeVar("R")

INNER_OPTIONS = {"forceinline": True}
"""Left to itself the compiler keeps some of the small functions apart, which costs a third of the speed."""

entry_points: list[Any] = []
"""Every compiled entry point, for those who ask what was compiled and what came from the cache."""


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile on first use for each record type; releases the interpreter lock while it runs."""
    if numba.config.DISABLE_JIT:
        return _wrapping_integers(function)
    dispatcher = numba.njit(nogil=True, error_model="numpy")(function)
    directory = cache_directory()
    if directory is not None:
        with _numba_cache_in(directory):
            dispatcher.enable_caching()
    entry_points.append(dispatcher)
    return cast("Callable[P, R]", dispatcher)


def inner(function: Callable[P, R]) -> Callable[P, R]:
    """Let compiled code call this function; in Python it stays what it is."""
    return cast("Callable[P, R]", register_jitable(**INNER_OPTIONS)(function))


def compilations() -> int:
    """Count what this process had to compile because no cache had it."""
    return sum(sum(entry.stats.cache_misses.values()) for entry in entry_points)


@contextmanager
def _numba_cache_in(directory: Path) -> Iterator[None]:
    """Numba reads its setting when caching is switched on; other users of Numba keep theirs."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(directory)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def _wrapping_integers(function: Callable[P, R]) -> Callable[P, R]:
    """Run uncompiled, with 64-bit overflow wrapping silently as it does in compiled code."""

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        with np.errstate(over="ignore"):
            return function(*args, **kwargs)

    return run
