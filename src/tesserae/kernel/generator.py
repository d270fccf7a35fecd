"""The generator of simulations: xoshiro256** seeded by splitmix64, one array of four words.

It never meets a game's rules except through `deal`, `choose` and `determinize`; a table uses a verifiable
stream instead (see `match.deals`).
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import inner, inner_wrapping

Words: TypeAlias = npt.NDArray[np.uint64]

GENERATOR_WORDS = 4
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_U1, _U5, _U7, _U9, _U17, _U19 = (np.uint64(n) for n in (1, 5, 7, 9, 17, 19))
_U27, _U30, _U31, _U32, _U45, _U57 = (np.uint64(n) for n in (27, 30, 31, 32, 45, 57))


@inner_wrapping
def mix(word: np.uint64) -> np.uint64:
    """Scatter a word over all 64 bits; different words stay different."""
    word = (word ^ (word >> _U30)) * _MIX_1
    word = (word ^ (word >> _U27)) * _MIX_2
    return word ^ (word >> _U31)


@inner_wrapping
def seed_generator(generator: Words, seed: np.uint64, stream: int) -> None:
    """Start the stream with this number under this seed; the streams of a seed all differ."""
    word = mix(np.uint64(seed) + _GOLDEN) ^ mix(np.uint64(stream) * _GOLDEN + _U1)
    for i in range(GENERATOR_WORDS):
        word += _GOLDEN
        generator[i] = mix(word)


@inner_wrapping
def next_word(generator: Words) -> np.uint64:
    """Draw 64 random bits."""
    scrambled = generator[1] * _U5
    result: np.uint64 = ((scrambled << _U7) | (scrambled >> _U57)) * _U9
    shifted = generator[1] << _U17
    generator[2] ^= generator[0]
    generator[3] ^= generator[1]
    generator[1] ^= generator[2]
    generator[0] ^= generator[3]
    generator[2] ^= shifted
    generator[3] = (generator[3] << _U45) | (generator[3] >> _U19)
    return result


@inner
def below(generator: Words, bound: int) -> int:
    """Draw a number from 0 to bound - 1, each exactly as likely as the others (bound up to 2**32)."""
    limit = np.uint64(bound)
    product = (next_word(generator) >> _U32) * limit
    if (product & _LOW_HALF) < limit:
        threshold = (_LOW_HALF - limit + _U1) % limit
        while (product & _LOW_HALF) < threshold:
            product = (next_word(generator) >> _U32) * limit
    return signed(product >> _U32)


@inner
def shuffle(items: npt.NDArray[np.integer], count: int, generator: Words) -> None:
    """Put the first `count` items in a uniformly random order."""
    for last in range(count - 1, 0, -1):
        other = below(generator, last + 1)
        items[last], items[other] = items[other], items[last]


@inner
def arrange(items: npt.NDArray[np.integer], order: npt.NDArray[np.integer], count: int) -> None:
    """Put items in the order of a deal: each of `count` numbers picks among those left.

    The first pick ends up last, on top of a stack, the next one below it. `picks` is the way back.
    """
    last = len(items) - 1
    for i in range(count):
        items[last - i], items[order[i]] = items[order[i]], items[last - i]


def picks(count: int, wanted: list[int]) -> list[int]:
    """Find the numbers by which `arrange` picks these items, in this order, out of 0 to count - 1."""
    items = list(range(count))
    found = []
    for i, item in enumerate(wanted):
        found.append(items.index(item))
        items[found[-1]] = items[count - 1 - i]
    return found
