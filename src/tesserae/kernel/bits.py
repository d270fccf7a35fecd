"""Integers that behave alike compiled and uncompiled."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np

signed = cast("Callable[[Any], int]", np.int64)
"""Widens any integer to 64 bits with a sign, so that small unsigned fields mix safely in arithmetic."""
