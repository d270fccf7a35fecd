"""A state as bytes: the 64-bit words of a record, in compiled code and outside it.

Everything that treats a position as bytes (repetition, transposition tables, duplicates) goes through here.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from tesserae.kernel.compiling import inner
from tesserae.kernel.generator import mix

WORD_BYTES = 8


def record_type(fields: list[Any]) -> np.dtype[Any]:
    """Make a record of these fields, filled up to whole words."""
    missing = -np.dtype(fields).itemsize % WORD_BYTES
    return np.dtype((np.record, [*fields, *([("padding", np.uint8, (missing,))] if missing else [])]))


def word(state: np.record, index: int) -> np.uint64:
    """Read the word with this number from a record."""
    return np.uint64(np.frombuffer(state.tobytes(), np.uint64)[index])


@intrinsic  # type: ignore[untyped-decorator]
def _load_word(_context: Any, state: Any, index: Any) -> Any:
    """A record is a pointer to its bytes: load eight of them."""
    from llvmlite import ir

    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        words = builder.bitcast(arguments[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(words, [arguments[1]]), align=1)

    return types.uint64(state, index), codegen


@overload(word, strict=False)  # type: ignore[untyped-decorator]
def _compile_word(state: Any, index: Any) -> Any:
    if isinstance(state, types.Record):
        return lambda state, index: _load_word(state, np.int64(index))
    return None


def words_in(state: np.record) -> int:
    """Count the words of a record."""
    return state.dtype.itemsize // WORD_BYTES


@overload(words_in, strict=False)  # type: ignore[untyped-decorator]
def _compile_words_in(state: Any) -> Any:
    if isinstance(state, types.Record):
        count = state.size // WORD_BYTES
        return lambda state: count
    return None


@inner
def hash_words(state: np.record, count: int) -> np.uint64:
    """Hash the first `count` words of a record."""
    result = np.uint64(count)
    for index in range(count):
        result = mix(result ^ word(state, index))
    return result
