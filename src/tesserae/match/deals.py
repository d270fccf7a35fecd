"""Deals for a match: a stream of fair numbers that anybody can compute again from the seed.

Block i of a deal is HMAC-SHA-256(seed, label and i); numbers are taken from it by rejection, so each is exactly
uniform. Deals are numbered: no number depends on what was played, and taking back a move cannot change a deal.
"""

import hmac
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np

from tesserae.kernel.rules import Order

Seed: TypeAlias = int | bytes
"""An int for experiments, bytes for tables."""

_RANGE = 1 << 32


def deal_order(seed: Seed, number: int, bounds: Sequence[int]) -> Order:
    """Draw the order of the deal with this number, one value below each bound."""
    words = _words(b"bytes " + seed if isinstance(seed, bytes) else f"int {seed}".encode(), number)
    return np.array([_below(words, bound) for bound in bounds], np.int32)


def _words(key: bytes, number: int) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(key, f"tesserae deal {number} block {block}".encode(), "sha256")
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, len(digest), 4))
        block += 1


def _below(words: Iterator[int], bound: int) -> int:
    usable = _RANGE - _RANGE % bound
    return next(word for word in words if word < usable) % bound
