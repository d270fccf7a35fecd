"""How values lie in memory, and how to shuffle many of them at once.

The states that share a set of neutral cubes and the mover's cubes on the border make a *unit*: one state for each
way to own the interior cells that have a mark. A unit has two planes of bits, WIN and NOT LOSS.

                     plane 0: WIN               plane 1: NOT LOSS            a state is      WIN    NOT LOSS
    unit     [ 0 1 2 ... 2**inside - 1 ] [ 0 1 2 ... 2**inside - 1 ]         a win            1        1
                                                                             a loss           0        0
    set      [ unit 0 ][ unit 1 ] ... [ unit 2**outside - 1 ]                not known        0        1

    the number of a bit within its set, from the top:

       outside bits                        1 bit      inside bits
    [ mover's cubes on the border       ][ plane ][ mover's cubes in the interior ]

Both rules of the game become AND: the bitwise AND of the units of all successors says, plane 0, in which states
all successors are won for the opponent, and, plane 1, where no successor is lost for him. A plane has at least 16
bits: those of smaller units are padding, and 0.

So a permutation of cells is a permutation of the bits of a *bit number*, done by exchanging two of them at a
time, over a whole tile of units. A tile is an array of 64-bit words: bits 0 to 5 of a number say where in its
word a bit is, the others in which word.
"""

import numpy as np
import numpy.typing as npt

from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import inner

Words = npt.NDArray[np.uint64]

IN_WORD = 6
"""The bits of a bit number that tell a place within a 64-bit word."""
ALL_ONES = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


def _places_without(*bits: int) -> int:
    """Mark the places of a word in whose number all these bits are 0."""
    return sum(1 << place for place in range(64) if not any(place >> bit & 1 for bit in bits))


WITHOUT = np.array([_places_without(bit) for bit in range(IN_WORD)], np.uint64)
"""The places of a word with bit i of their number 0."""
ONLY_FIRST = np.array(
    [
        [_places_without(second) & ~_places_without(first) if first != second else 0 for second in range(IN_WORD)]
        for first in range(IN_WORD)
    ],
    np.uint64,
)
"""The places of a word with bit i of their number 1 and bit j 0."""


@inner
def exchange(tile: Words, words: int, first: int, second: int) -> None:
    """Exchange two bits of all bit numbers; the first is the lower one."""
    if second < IN_WORD:
        _exchange_in_words(tile, words, first, second)
    elif first >= IN_WORD:
        _exchange_words(tile, words, first - IN_WORD, second - IN_WORD)
    elif second == IN_WORD:
        _exchange_across(tile, words, first, 1)
    elif second == IN_WORD + 1:
        _exchange_across(tile, words, first, 2)
    else:
        _exchange_across_far(tile, words, first, 1 << (second - IN_WORD))


@inner
def _exchange_in_words(tile: Words, words: int, first: int, second: int) -> None:
    """Exchange the places of each word where just one of the bits is 1."""
    shift = np.uint64((1 << second) - (1 << first))
    lower = ONLY_FIRST[first, second]
    for word in range(words):
        bits = tile[word]
        change = (bits ^ (bits >> shift)) & lower
        tile[word] = bits ^ change ^ (change << shift)


@inner
def _exchange_across(tile: Words, words: int, first: int, apart: int) -> None:
    """Exchange the upper places of a word with the lower ones of the word so far apart, which is 1 or 2."""
    shift, lower = np.uint64(1 << first), WITHOUT[first]
    for pair in range(words // (2 * apart)):
        for place in range(apart):
            low, high = 2 * apart * pair + place, 2 * apart * pair + apart + place
            change = ((tile[low] >> shift) ^ tile[high]) & lower
            tile[high] ^= change
            tile[low] ^= change << shift


@inner
def _exchange_across_far(tile: Words, words: int, first: int, apart: int) -> None:
    """Do the same for words that are a multiple of four apart."""
    shift, lower = np.uint64(1 << first), WITHOUT[first]
    for pair in range(words // (2 * apart)):
        for four in range(2 * apart * pair, 2 * apart * pair + apart, 4):
            for place in range(four, four + 4):
                change = ((tile[place] >> shift) ^ tile[place + apart]) & lower
                tile[place + apart] ^= change
                tile[place] ^= change << shift


@inner
def _exchange_words(tile: Words, words: int, first: int, second: int) -> None:
    """Exchange the words in whose number just one of the bits is 1."""
    apart = (1 << second) - (1 << first)
    for word in range(words):
        if word >> first & 1 and not word >> second & 1:
            kept = tile[word]
            tile[word] = tile[word + apart]
            tile[word + apart] = kept


@inner
def take_half(tile: Words, words: int, bit: int) -> None:
    """Bring the half in which a bit of the number is 1 to where it is 0; the other half is then of no use."""
    if bit < IN_WORD:
        shift = np.uint64(1 << bit)
        for word in range(words):
            tile[word] >>= shift
    else:
        apart = 1 << (bit - IN_WORD)
        for word in range(words):
            if not word & apart:
                tile[word] = tile[word + apart]


@inner
def weave(tile: Words, other: Words, words: int, bit: int, half: int) -> None:
    """Take from both tiles the half with this value of a bit; then the bit says from which tile a place is."""
    if bit < IN_WORD:
        shift, lower = np.uint64(1 << bit), WITHOUT[bit]
        if half:
            for word in range(words):
                tile[word] = ((tile[word] >> shift) & lower) | (other[word] & ~lower)
        else:
            for word in range(words):
                tile[word] = (tile[word] & lower) | ((other[word] & lower) << shift)
    else:
        apart = 1 << (bit - IN_WORD)
        for word in range(words):
            if not word & apart:
                if half:
                    tile[word] = tile[word + apart]
                    tile[word + apart] = other[word + apart]
                else:
                    tile[word + apart] = other[word]


@inner
def permute(tile: Words, words: int, exchanges: npt.NDArray[np.int64], count: int) -> None:
    """Carry out exchanges one after the other, each given as lower bit and higher bit."""
    for number in range(count):
        exchange(tile, words, signed(exchanges[number, 0]), signed(exchanges[number, 1]))
