r"""The dice: six faces, each cut by a diagonal into two halves with different values from 0 to 3.

+-----+   A die that lies on the board shows a *top*: one of its faces in one of four turns, 24 in all. A top is
|\ a  |   written by its values at north, east, south and west. As every half has two neighbouring sides, opposite
| b \ |   sides always differ; this one is a a b b.
+-----+
"""

from itertools import combinations
from typing import TypeAlias

import numpy as np

Sides: TypeAlias = tuple[int, int, int, int]
"""The values at north, east, south and west."""

VALUE_COUNT = 4
VALUES = range(VALUE_COUNT)
FACES = list(combinations(VALUES, 2))
FACE_COUNT = len(FACES)
TURNS = 4
TOP_COUNT = FACE_COUNT * TURNS


def turns(face: tuple[int, int]) -> list[Sides]:
    """Turn a face clockwise, quarter by quarter."""
    a, b = face
    return [(a, a, b, b), (b, a, a, b), (b, b, a, a), (a, b, b, a)]


TOPS: list[Sides] = [top for face in FACES for top in turns(face)]
"""Top number: face * TURNS + turn."""
TOP_SIDES = np.array(TOPS, np.int64)
HALVES = np.array(FACES, np.int64)
"""The values of a face: in turn t the first fills corner t, north-east first and then clockwise, the second the
opposite one."""


def face_name(face: int) -> str:
    """Write a face as players say it: 0-2."""
    low, high = FACES[face]
    return f"{low}-{high}"


def top_name(top: int) -> str:
    """Write a top by its sides, clockwise from north: 0220."""
    return "".join(map(str, TOPS[top]))
