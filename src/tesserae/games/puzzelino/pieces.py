"""The 32 pieces: triangles with shapes on their sides, blue ones that stick out and orange ones that are cut in.

A *kind* is what a piece shows without its colour: two of five shapes and a smooth side, or the shapes 1, 3 and 5.
Each kind is there once in blue and once in orange. Pieces may be turned and turned over, so a kind can lie in any
order of its sides: 81 *lies* in all. What a cell demands is a *pattern*: for each side, the flat one first and
then clockwise, three bits with the shape to be met there plus one, or 0 where nothing lies yet.
"""

from itertools import combinations_with_replacement, permutations
from typing import TypeAlias

import numpy as np

from tesserae.kernel.bits import bits_in

Sides: TypeAlias = tuple[int, int, int]

SMOOTH = 0
SHAPES = range(1, 6)
KINDS: list[Sides] = [
    *((SMOOTH, first, second) for first, second in combinations_with_replacement(SHAPES, 2)),
    (1, 3, 5),
]
KIND_COUNT = len(KINDS)
KIND_BITS = 4
KINDS_MASK = (1 << KIND_COUNT) - 1
COLOURS = "+-"
"""Blue, whose shapes stick out, and orange, whose shapes are cut in."""
COUNT = len(COLOURS) * KIND_COUNT
"""Piece number: colour << KIND_BITS | kind."""
ALL = (1 << COUNT) - 1

LIES: list[Sides] = [(a, b, c) for kind in KINDS for a, b, c in sorted(set(permutations(kind)))]
"""Every way a piece can lie, by the sides it turns to the flat side of its cell and then clockwise."""
LIE_COUNT = len(LIES)
KIND_OF_LIE = np.array([KINDS.index(tuple(sorted(lie))) for lie in LIES], np.int64)  # type: ignore[arg-type]
SIDE_OF_LIE = np.array(LIES, np.int64)
FIRST_LIE = np.array([LIES.index(kind) for kind in KINDS], np.int64)
"""How a piece lies that opens the table: its sides in rising order."""

PATTERNS = 8**3


def sides_of(pattern: int) -> Sides:
    """Unpack a pattern."""
    return pattern & 7, pattern >> 3 & 7, pattern >> 6 & 7


def _agrees(lie: Sides, pattern: int) -> bool:
    return all(want in (0, side + 1) for side, want in zip(lie, sides_of(pattern), strict=True))


def _table_of_lies() -> tuple[np.ndarray, np.ndarray]:
    lies = np.zeros((PATTERNS, len(LIES)), np.uint8)
    counts = np.zeros(PATTERNS, np.int64)
    for pattern in range(PATTERNS):
        found = [number for number, lie in enumerate(LIES) if _agrees(lie, pattern)]
        lies[pattern, : len(found)] = found
        counts[pattern] = len(found)
    return lies, counts


FITTING_LIES, FITTING_COUNT = _table_of_lies()
"""For every pattern the lies that agree with it, in rising order, and how many there are."""
FITTING_KINDS = np.array(
    [
        sum({1 << int(KIND_OF_LIE[lie]) for lie in FITTING_LIES[pattern, : FITTING_COUNT[pattern]]})
        for pattern in range(PATTERNS)
    ],
    np.int64,
)
"""The same as a bit set of kinds."""
FIRST_FITTING = np.array(
    [
        [next((j for j, lie in enumerate(lies) if KIND_OF_LIE[lie] == kind), 0) for kind in range(KIND_COUNT)]
        for lies in (FITTING_LIES[pattern, : FITTING_COUNT[pattern]].tolist() for pattern in range(PATTERNS))
    ],
    np.uint8,
)
"""For every pattern and kind the place of its first lie among those that fit."""
HAS_SECOND = np.array([int(sum(map(bool, sides_of(pattern))) == 1) for pattern in range(PATTERNS)], np.int64)
"""Whether each piece that joins a shape fits in a second lie: at one neighbour it can still be turned over."""
HAS_SHAPE = np.array([any(want > SMOOTH + 1 for want in sides_of(pattern)) for pattern in range(PATTERNS)])
"""Whether a pattern offers a shape to join: a piece is never laid against smooth sides alone."""
ALLOWED_KINDS = np.array([FITTING_KINDS, FITTING_KINDS * HAS_SHAPE])
"""The kinds that fit in a tray, where nothing needs to be joined, and on the table."""
GOES_ON = np.array([len(set(kind)) < 3 or SMOOTH not in kind for kind in KINDS])
"""The kinds that let a player of the race lay one more: doubles, and the one with three shapes."""


def piece_name(piece: int) -> str:
    """Write a piece as players say it: +12, -55, +135."""
    colour, kind = divmod(piece, KIND_COUNT)
    return COLOURS[colour] + "".join(str(side) for side in KINDS[kind] if side != SMOOTH)


PIECE_NAMES = [piece_name(piece) for piece in range(COUNT)]


def piece_names(pieces: int) -> list[str]:
    """Name the pieces of a bit set."""
    return [PIECE_NAMES[piece] for piece in bits_in(pieces)]


def lie_name(colour: int, lie: int) -> str:
    """Write a piece as it lies, all three sides with 0 for the smooth one: +102."""
    return COLOURS[colour] + "".join(map(str, LIES[lie]))
