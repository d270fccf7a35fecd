"""SHA-256 for compiled code, and the stream of fair numbers that a match draws its deals from (see `match.deals`).

Words are Python's integers or 64-bit ones cut to 32 bits: the same code runs compiled and uncompiled.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tesserae.kernel.compiling import inner
from tesserae.kernel.rules import Order

Room: TypeAlias = npt.NDArray[np.int64]

LOW = 0xFFFFFFFF
WORD_RANGE = 1 << 32
BLOCK_BYTES = 64
ROUNDS = 64
DIGEST_WORDS = 8
INNER, OUTER, DIGEST, SCHEDULE = 0, DIGEST_WORDS, 2 * DIGEST_WORDS, 3 * DIGEST_WORDS
"""Where a stream keeps the two halves of its key, the block of numbers at hand, and what is being hashed."""
ROOM_WORDS = SCHEDULE + ROUNDS
_INNER_PAD, _OUTER_PAD, _END_MARK = 0x36, 0x5C, 0x80


def _primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def _root_bits(number: int, degree: int) -> int:
    """Give the first 32 bits behind the point of a root: the constants of the standard."""
    scaled = number << 32 * degree
    low, high = 0, 1 << 40
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= scaled else (low, middle - 1)
    return low & LOW


CONSTANTS = np.array([_root_bits(prime, 3) for prime in _primes(ROUNDS)], np.int64)
FIRST = np.array([_root_bits(prime, 2) for prime in _primes(DIGEST_WORDS)], np.int64)
LABEL = np.frombuffer(b"tesserae deal ", np.uint8).copy()
BLOCK_LABEL = np.frombuffer(b" block ", np.uint8).copy()
SEED_LABEL = np.frombuffer(b"int ", np.uint8).copy()


@inner
def _turned(word: int, bits: int) -> int:
    return (word >> bits | word << 32 - bits) & LOW


@inner
def _compress(room: Room, base: int) -> None:
    """Mix the sixteen words at the start of the schedule into the hash that stands at `base`."""
    w = SCHEDULE
    for i in range(16, ROUNDS):
        early, late = room[w + i - 15], room[w + i - 2]
        early = _turned(early, 7) ^ _turned(early, 18) ^ early >> 3
        late = _turned(late, 17) ^ _turned(late, 19) ^ late >> 10
        room[w + i] = (room[w + i - 16] + early + room[w + i - 7] + late) & LOW
    a, b, c, d = room[base], room[base + 1], room[base + 2], room[base + 3]
    e, f, g, h = room[base + 4], room[base + 5], room[base + 6], room[base + 7]
    for i in range(ROUNDS):
        mixed = _turned(e, 6) ^ _turned(e, 11) ^ _turned(e, 25)
        first = (h + mixed + (e & f ^ (e ^ LOW) & g) + CONSTANTS[i] + room[w + i]) & LOW
        mixed = _turned(a, 2) ^ _turned(a, 13) ^ _turned(a, 22)
        second = (mixed + (a & b ^ a & c ^ b & c)) & LOW
        h, g, f, e = g, f, e, (d + first) & LOW
        d, c, b, a = c, b, a, (first + second) & LOW
    room[base] = (room[base] + a) & LOW
    room[base + 1] = (room[base + 1] + b) & LOW
    room[base + 2] = (room[base + 2] + c) & LOW
    room[base + 3] = (room[base + 3] + d) & LOW
    room[base + 4] = (room[base + 4] + e) & LOW
    room[base + 5] = (room[base + 5] + f) & LOW
    room[base + 6] = (room[base + 6] + g) & LOW
    room[base + 7] = (room[base + 7] + h) & LOW


@inner
def _put(room: Room, at: int, byte: int) -> int:
    """Write a byte of the text to be hashed, into words that were 0; returns the next place."""
    room[SCHEDULE + (at >> 2)] |= np.int64(byte) << 8 * (3 - (at & 3))
    return at + 1


@inner
def _put_label(room: Room, at: int, label: npt.NDArray[np.uint8]) -> int:
    for byte in label:
        at = _put(room, at, byte)
    return at


@inner
def _put_number(room: Room, at: int, number: int) -> int:
    """Write a number from 0 up in decimal digits."""
    power = 1
    while number // power >= 10:
        power *= 10
    while power:
        at = _put(room, at, 48 + number // power % 10)
        power //= 10
    return at


@inner
def _empty(room: Room) -> None:
    for i in range(16):
        room[SCHEDULE + i] = 0


@inner
def _begin_half(room: Room, base: int, seed: int, pad: int) -> None:
    """Hash the key, the seed in words, with one of the two pads of HMAC."""
    _empty(room)
    _put_number(room, _put_label(room, 0, SEED_LABEL), seed)
    for i in range(16):
        room[SCHEDULE + i] ^= pad * 0x01010101
    for i in range(DIGEST_WORDS):
        room[base + i] = FIRST[i]
    _compress(room, base)


@inner
def _finish(room: Room, half: int, length: int) -> None:
    """Hash a short text behind a half of the key; the digest is written to its place."""
    _put(room, length, _END_MARK)
    room[SCHEDULE + 15] = 8 * (BLOCK_BYTES + length)
    for i in range(DIGEST_WORDS):
        room[DIGEST + i] = room[half + i]
    _compress(room, DIGEST)


@inner
def begin_stream(room: Room, seed: int) -> None:
    """Prepare for the deals of a seed, a number from 0 up."""
    _begin_half(room, INNER, seed, _INNER_PAD)
    _begin_half(room, OUTER, seed, _OUTER_PAD)


@inner
def _next_block(room: Room, number: int, block: int) -> None:
    """Compute HMAC-SHA-256 of the label of a block."""
    _empty(room)
    at = _put_number(room, _put_label(room, 0, LABEL), number)
    _finish(room, INNER, _put_number(room, _put_label(room, at, BLOCK_LABEL), block))
    _empty(room)
    for i in range(DIGEST_WORDS):
        room[SCHEDULE + i] = room[DIGEST + i]
    _finish(room, OUTER, 4 * DIGEST_WORDS)


@inner
def draw_order(room: Room, number: int, order: Order, count: int) -> None:
    """Replace the bounds of the deal with this number by what the stream has for them."""
    used = 0
    for i in range(count):
        bound = np.int64(order[i])
        usable = WORD_RANGE - WORD_RANGE % bound
        drawn = np.int64(usable)
        while drawn >= usable:
            if used % DIGEST_WORDS == 0:
                _next_block(room, number, used // DIGEST_WORDS)
            drawn = room[DIGEST + used % DIGEST_WORDS]
            used += 1
        order[i] = drawn % bound
