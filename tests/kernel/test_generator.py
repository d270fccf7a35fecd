"""The generator of simulations."""

import random
from itertools import product

import numpy as np
import pytest

from tesserae.kernel import single
from tesserae.kernel.compiling import compiled
from tesserae.kernel.generator import Words, arrange, below, next_word, picks, shuffle

# The first outputs of xoshiro256** from the state 1, 2, 3, 4, as its authors' C code gives them.
KNOWN = [
    11520,
    0,
    1509978240,
    1215971899390074240,
    1216172134540287360,
    607988272756665600,
    16172922978634559625,
    8476171486693032832,
    10595114339597558777,
    2904607092377533576,
]


@compiled
def draw_words(generator: Words, out: Words) -> None:
    for i in range(len(out)):
        out[i] = next_word(generator)


@compiled
def draw_below(generator: Words, bound: int, out: Words) -> None:
    for i in range(len(out)):
        out[i] = below(generator, bound)


@compiled
def shuffled(generator: Words, items: Words) -> None:
    shuffle(items, len(items), generator)


def test_the_generator_is_xoshiro256_starstar() -> None:
    out = np.zeros(len(KNOWN), np.uint64)
    draw_words(np.array([1, 2, 3, 4], np.uint64), out)
    assert out.tolist() == KNOWN


def test_numbers_below_a_bound_are_uniform() -> None:
    for bound in (1, 2, 3, 44, 56, 1000):
        out = np.zeros(200_000, np.uint64)
        draw_below(np.array([9, 8, 7, 6], np.uint64), bound, out)
        counts = np.bincount(out.astype(np.int64), minlength=bound)
        assert len(counts) == bound
        expected = len(out) / bound
        statistic = float(((counts - expected) ** 2 / expected).sum())
        assert statistic <= bound + 5 * (2 * bound) ** 0.5 + 10


def test_large_bounds_reject_what_would_be_uneven() -> None:
    """A bound of three quarters of the range: without rejection a third of the numbers came twice as often."""
    bound = 3 << 30
    out = np.zeros(200_000, np.uint64)
    draw_below(np.array([9, 8, 7, 6], np.uint64), bound, out)
    assert int(out.max()) < bound
    residues = np.bincount((out % np.uint64(3)).astype(np.int64), minlength=3)
    assert abs(residues - len(out) / 3).max() < 1500


def test_a_shuffle_gives_every_order_equally_often() -> None:
    generator = np.array([1, 2, 3, 4], np.uint64)
    orders: dict[tuple[int, ...], int] = {}
    for _ in range(24_000):
        items = np.arange(4, dtype=np.uint64)
        shuffled(generator, items)
        order = tuple(items.tolist())
        orders[order] = orders.get(order, 0) + 1
    assert len(orders) == 24
    assert all(abs(count - 1000) < 170 for count in orders.values())


def test_seeds_and_streams_give_different_sequences() -> None:
    seen = set()
    for seed in (0, 1, 2**64 - 1):
        for stream in range(100):
            generator = np.zeros(4, np.uint64)
            single.seeded(generator, np.uint64(seed), stream)
            seen.add(generator.tobytes())
    assert len(seen) == 300


@pytest.mark.parametrize("count", [1, 6, 56])
def test_picks_put_items_in_the_order_they_were_found_for(count: int) -> None:
    rng = random.Random(count)
    for wanted_count in {1, count // 2, count}:
        wanted = rng.sample(range(count), wanted_count)
        order = picks(count, wanted)
        assert all(0 <= pick < count - i for i, pick in enumerate(order))
        items = np.arange(count)
        arrange(items, np.array(order, np.int64), wanted_count)
        assert items[::-1][:wanted_count].tolist() == wanted
        assert sorted(items.tolist()) == list(range(count))


def test_every_order_of_four_items_comes_from_its_own_picks() -> None:
    orders = set()
    for order in product(range(4), range(3), range(2), range(1)):
        items = np.arange(4)
        arrange(items, np.array(order), 4)
        orders.add(tuple(items.tolist()))
    assert len(orders) == 24
