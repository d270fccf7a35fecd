"""The 56 tiles: every multiset of three numbers 0-5 once, rising clockwise; turned, never flipped.

What a cell demands is a *pattern*: for each corner, clockwise from the apex, three bits with the number there plus
one, or 0 where no tile touches it. A tile that lies somewhere is a pattern without zeros.
"""

from itertools import combinations_with_replacement
from typing import TypeAlias

import numpy as np

from tesserae.kernel.bits import bits_in
from tesserae.kernel.compiling import inner

Tile: TypeAlias = tuple[int, int, int]

NUMBERS = range(6)
TILES: list[Tile] = [(a, b, c) for a, b, c in combinations_with_replacement(NUMBERS, 3)]
COUNT = len(TILES)
ALL = (1 << COUNT) - 1
PATTERNS = 8**3


def pattern(first: int, second: int, third: int) -> int:
    """Pack what three corners show, clockwise from the apex: a number plus one, or 0."""
    return first << 6 | second << 3 | third


def corners_of(pattern: int) -> tuple[int, int, int]:
    """Unpack a pattern."""
    return pattern >> 6 & 7, pattern >> 3 & 7, pattern & 7


def turns(tile: Tile) -> list[int]:
    """Write the tile as a pattern in its three turns."""
    a, b, c = (number + 1 for number in tile)
    return [pattern(a, b, c), pattern(b, c, a), pattern(c, a, b)]


def _agrees(full: int, wanted: int) -> bool:
    return all(want in (0, shown) for shown, want in zip(corners_of(full), corners_of(wanted), strict=True))


def _fitting(wanted: int) -> int:
    """Collect the tiles that agree with a pattern in some turn."""
    return sum(1 << i for i, tile in enumerate(TILES) if any(_agrees(full, wanted) for full in turns(tile)))


TURNS = np.array([turns(tile) for tile in TILES], np.int64)
FITS = np.array([_fitting(wanted) for wanted in range(PATTERNS)], np.int64)
"""The tiles that fit, for every pattern."""
TOUCHED = np.array([pattern(*(7 * bool(corner) for corner in corners_of(p))) for p in range(PATTERNS)], np.int64)
"""All bits of the corners that a pattern says something about."""
VALUE = np.array([sum(tile) for tile in TILES], np.int64)
IS_TRIPLE = np.array([tile[0] == tile[2] for tile in TILES])
START_RANK = VALUE + 100 * IS_TRIPLE
"""Who begins where the best tile begins: triples before everything else, then by value."""
TILE_OF_PATTERN = {full: number for number, tile in enumerate(TILES) for full in turns(tile)}


@inner
def turned(tile: int, wanted: int) -> int:
    """Turn a tile that fits until it agrees with the pattern; there is only one way, if any side is given."""
    turn = 0
    while TURNS[tile, turn] & TOUCHED[wanted] != wanted:
        turn += 1
    return TURNS[tile, turn]  # type: ignore[no-any-return]


_NAMES = ["-".join(map(str, tile)) for tile in TILES]


def tile_name(tile: int) -> str:
    """Write a tile as players say it: 3-4-5."""
    return _NAMES[tile]


def tile_names(hand: int) -> list[str]:
    """Name the tiles of a bit set."""
    return [tile_name(tile) for tile in bits_in(hand)]
