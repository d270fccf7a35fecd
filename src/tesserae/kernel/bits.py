"""Integers that behave alike compiled and uncompiled."""

from typing import Any

import numpy as np

from tesserae.kernel.compiling import inner


@inner
def signed(value: Any) -> int:
    """Widen any integer to 64 bits with a sign, so that small unsigned fields mix safely in arithmetic."""
    return np.int64(value)  # type: ignore[return-value]
