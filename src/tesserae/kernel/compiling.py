"""The decorators of compiled code.

`compiled` marks an entry point, which Python calls and which is cached on disk. `inner` marks a function that
compiled code calls: it is compiled into its callers, and stays a plain Python function for everybody else.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
from filelock import FileLock
from numba.core.caching import FunctionCache
from numba.extending import register_jitable

from tesserae.kernel.cache import cache_directory, check_sources, sources_unchanged

P = ParamSpec("P")
R = TypeVar("R")

INNER_OPTIONS = {"forceinline": True, "no_cfunc_wrapper": True}
"""Left to itself the compiler keeps some of the small functions apart, which costs a third of the speed, and wraps
each for callers that it never has, which costs a seventh of the time to compile."""

entry_points: list[Any] = []
"""Every compiled entry point, for those who ask what was compiled and what came from the cache."""


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile on first use for each record type; releases the interpreter lock while it runs."""
    if numba.config.DISABLE_JIT:
        return function
    dispatcher = numba.njit(nogil=True, error_model="numpy")(function)
    directory = cache_directory()
    if directory is not None:
        with _numba_cache_in(directory):
            dispatcher._cache = SafeCache(function)
    entry_points.append(dispatcher)
    return cast("Callable[P, R]", dispatcher)


def inner(function: Callable[P, R]) -> Callable[P, R]:
    """Let compiled code call this function; in Python it stays what it is."""
    return cast("Callable[P, R]", register_jitable(**INNER_OPTIONS)(function))


def inner_wrapping(function: Callable[P, R]) -> Callable[P, R]:
    """Do the same for arithmetic that means to wrap around at 64 bits, and let it wrap silently uncompiled too."""
    if not numba.config.DISABLE_JIT:
        return inner(function)

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        with np.errstate(over="ignore"):
            return function(*args, **kwargs)

    return run


def compilations() -> int:
    """Count what this process had to compile because no cache had it."""
    return sum(sum(entry.stats.cache_misses.values()) for entry in entry_points)


class SafeCache(FunctionCache):  # type: ignore[misc]  # Numba has no types
    """Numba's cache, with one writer at a time, and closed once the sources have changed under the process.

    Numba numbers its files by counting, so two processes that save for two games at once could swap them.
    """

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Load compiled code; a damaged file counts as none."""
        with suppress(Exception):
            return super().load_overload(signature, target_context) if sources_unchanged() else None
        return None

    def save_overload(self, signature: Any, data: Any) -> None:
        """Save compiled code, over a damaged index if need be; a full disk only costs time."""
        if not check_sources():
            return
        with suppress(OSError), FileLock(Path(self.cache_path) / "writing.lock"):
            try:
                super().save_overload(signature, data)
            except (EOFError, UnpicklingError):
                self.flush()
                super().save_overload(signature, data)


@contextmanager
def _numba_cache_in(directory: Path) -> Iterator[None]:
    """Numba reads its setting when a cache is made; other users of Numba keep theirs."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(directory)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before
