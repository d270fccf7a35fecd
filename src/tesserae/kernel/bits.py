"""Integers and bit sets that behave alike compiled and uncompiled.

A bit set is a signed 64-bit integer, top bit included: mixed with unsigned ones, compiled code computes in floats.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import types
from numba.extending import intrinsic, overload

signed = cast("Callable[[Any], int]", np.int64)
"""Widens any integer to 64 bits with a sign, so that small unsigned fields mix safely in arithmetic."""


ALL_BITS = (1 << 64) - 1


def lowest(bits: int) -> int:
    """Find the number of the lowest bit of a set that is not empty."""
    whole = int(bits)
    return (whole & -whole).bit_length() - 1


def bits_in(bits: int) -> list[int]:
    """List the numbers of the bits of a set, in Python alone."""
    left = int(bits) & ALL_BITS
    found = []
    while left:
        found.append(lowest(left))
        left ^= 1 << found[-1]
    return found


@intrinsic  # type: ignore[untyped-decorator]
def _count_trailing_zeros(_context: Any, bits: Any) -> Any:
    """One instruction of the processor."""
    from llvmlite import ir

    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@overload(lowest, strict=False)  # type: ignore[untyped-decorator]
def _compile_lowest(bits: Any) -> Any:
    return lambda bits: _count_trailing_zeros(bits)


def population(bits: int) -> int:
    """Count the bits of a set."""
    return (int(bits) & ALL_BITS).bit_count()


@intrinsic  # type: ignore[untyped-decorator]
def _count_ones(_context: Any, bits: Any) -> Any:
    """One instruction of the processor."""

    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), codegen


@overload(population, strict=False)  # type: ignore[untyped-decorator]
def _compile_population(bits: Any) -> Any:
    return lambda bits: _count_ones(bits)


def mirrored(word: np.uint64) -> np.uint64:
    """Reverse the order of the bits of a 64-bit word."""
    return np.uint64(int(f"{int(word):064b}"[::-1], 2))


@intrinsic  # type: ignore[untyped-decorator]
def _reverse_bits(_context: Any, word: Any) -> Any:
    """A few instructions of the processor."""

    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitreverse(arguments[0])

    return types.uint64(types.uint64), codegen


@overload(mirrored, strict=False)  # type: ignore[untyped-decorator]
def _compile_mirrored(word: Any) -> Any:
    return lambda word: _reverse_bits(word)
