"""Bit sets behave alike compiled and uncompiled."""

import numba
import numpy as np
import pytest

from tesserae.kernel.bits import lowest, signed

compiled_lowest = numba.njit(lambda bits: lowest(bits))


@pytest.mark.parametrize("bit", [0, 1, 31, 32, 55, 62, 63])
@pytest.mark.parametrize("more", [0, -1 << 63])
def test_the_lowest_bit_is_found_the_top_bit_included(bit: int, more: int) -> None:
    bits = np.int64((1 << bit if bit < 63 else -1 << 63) | more)
    assert lowest(int(bits)) == compiled_lowest(bits) == bit


def test_clearing_the_top_bit_does_not_overflow() -> None:
    bits = np.int64(-1 << 63)
    assert int(bits ^ (signed(1) << np.int64(63))) == 0
