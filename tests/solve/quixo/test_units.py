"""The pieces of the solver: the numbering, and the shuffling of bits."""

from itertools import combinations

import numpy as np
import pytest

from tesserae.kernel.bits import mirrored
from tesserae.solve.quixo.geometry import SYMMETRIES, geometry
from tesserae.solve.quixo.index import image, new_sets, rank, spread, squeezed
from tesserae.solve.quixo.unit import Words, exchange, take_half, weave

WORDS, BITS = 16, 10
"""A tile of so many words; its bits have numbers of so many bits."""


def random_tile(seed: int) -> Words:
    return np.random.default_rng(seed).integers(2**64, size=WORDS, dtype=np.uint64)


def bits_of(tile: Words) -> list[int]:
    return [int(tile[number // 64]) >> number % 64 & 1 for number in range(64 * WORDS)]


@pytest.mark.parametrize("second", range(1, BITS))
@pytest.mark.parametrize("first", range(BITS - 1))
def test_exchange_swaps_two_bits_of_every_number(first: int, second: int) -> None:
    if first >= second:
        return
    tile = random_tile(0)
    before = bits_of(tile)
    exchange(tile, WORDS, first, second)
    for number, bit in enumerate(bits_of(tile)):
        one, other = number >> first & 1, number >> second & 1
        came_from = number & ~(1 << first) & ~(1 << second) | one << second | other << first
        assert bit == before[came_from]


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("bit", range(BITS))
def test_weave_takes_half_of_each(bit: int, half: int) -> None:
    tile, other = random_tile(1), random_tile(2)
    sources = bits_of(tile), bits_of(other)
    weave(tile, other, WORDS, bit, half)
    for number, value in enumerate(bits_of(tile)):
        came_from = number & ~(1 << bit) | half << bit
        assert value == sources[number >> bit & 1][came_from]


@pytest.mark.parametrize("bit", range(BITS))
def test_take_half_brings_the_upper_half_down(bit: int) -> None:
    tile = random_tile(3)
    before = bits_of(tile)
    take_half(tile, WORDS, bit)
    for number, value in enumerate(bits_of(tile)):
        if not number >> bit & 1:
            assert value == before[number | 1 << bit]


def test_mirrored_reverses_a_word() -> None:
    assert mirrored(np.uint64(1)) == 1 << 63
    assert mirrored(np.uint64(0b1011 << 60)) == 0b1101


@pytest.mark.parametrize(("size", "blanks"), [(3, 4), (4, 3), (4, 9), (5, 2)])
def test_every_set_leads_to_its_canonical_image(size: int, blanks: int) -> None:
    board, sets = geometry(size), new_sets(size, blanks)
    seen = np.zeros(len(sets.blanks), np.int64)
    ranks = set()
    for chosen in combinations(range(size * size), blanks):
        cells = sum(1 << cell for cell in chosen)
        ranks.add(place := int(rank(board, sets, cells)))
        home = int(sets.home[place])
        assert image(board, home % SYMMETRIES, cells) == sets.blanks[home // SYMMETRIES]
        seen[home // SYMMETRIES] += 1
    assert ranks == set(range(len(sets.home)))
    assert (seen == sets.images).all()


def test_squeezing_out_the_neutral_cubes_can_be_undone() -> None:
    rng = np.random.default_rng(0)
    for _ in range(200):
        blanks, cells = (int(number) for number in rng.integers(1 << 25, size=2))
        cells &= ~blanks
        number = squeezed(cells, blanks)
        assert number < 1 << (25 - blanks.bit_count())
        assert spread(number, blanks) == cells
