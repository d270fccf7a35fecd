"""A table of positions in eight bytes each: who is how near to a win, and how much work it was to find out.

An entry has 43 bits of the position's key beside those that say where it is kept, two efforts of 8 bits and 5 bits
for the work. Four entries make a bucket; a full one forgets what was least work. The largest efforts are kept
roughly, rounded up to three binary digits after the first; 0 and NEVER, which are results, exactly.
"""

import numpy as np

from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.play import Trail

NEVER = 1 << 28
"""The effort to show what is not so."""
LARGEST = NEVER >> 1
BUCKET = 4
ENTRY_BYTES = 8
SMALLEST_BITS = 8

_CODE_BITS, _WORK_BITS = 8, 5
_CODES, _MOST_WORK = (1 << _CODE_BITS) - 1, (1 << _WORK_BITS) - 1
_WORK_AT = 2 * _CODE_BITS
_CHECK_AT = np.uint64(_WORK_AT + _WORK_BITS)
_DIGITS = 8
"""The first binary digit of an effort that is kept roughly, with three more: 8 to 15."""


def new_table(megabytes: int) -> Trail:
    """Make an empty table that fits into so much memory."""
    entries = (megabytes << 20) // ENTRY_BYTES
    return np.zeros(1 << max(entries.bit_length() - 1, SMALLEST_BITS), np.uint64)


@inner
def coded(effort: int) -> int:
    """Write an effort in eight bits, rounded up."""
    if effort >= NEVER:
        return signed(_CODES)
    shift = signed(0)
    while effort >> shift >= 2 * _DIGITS:
        shift += 1
    digits = (effort + (signed(1) << shift) - 1) >> shift
    return digits if digits < _DIGITS else (shift + 1) * _DIGITS + digits - _DIGITS


@inner
def decoded(code: int) -> int:
    """Read an effort."""
    if code == _CODES:
        return signed(NEVER)
    return code if code < _DIGITS else (code % _DIGITS + _DIGITS) << (code // _DIGITS - 1)


@inner
def bucket_of(table: Trail, key: np.uint64) -> int:
    """Say where the entries begin among which a position is kept."""
    return BUCKET * signed(key & np.uint64(len(table) // BUCKET - 1))


@inner
def find(table: Trail, key: np.uint64) -> int:
    """Find what is known about a position: a number for `win_effort` and `loss_effort`, 0 if it is nothing."""
    bucket = bucket_of(table, key)
    for i in range(bucket, bucket + BUCKET):
        if table[i] >> _CHECK_AT == key >> _CHECK_AT:
            return signed(table[i] & np.uint64((1 << _WORK_AT) - 1))
    return signed(0)


@inner
def win_effort(known: int) -> int:
    """Read the effort to show that the player to move wins."""
    return decoded(known & _CODES)


@inner
def loss_effort(known: int) -> int:
    """Read the effort to show that the player to move loses."""
    return decoded(known >> _CODE_BITS)


@inner
def store(table: Trail, key: np.uint64, to_win: int, to_lose: int, work: int) -> None:
    """Write down what is known about a position now, over what was least work if need be."""
    amount = signed(0)
    while work >> amount and amount < _MOST_WORK:
        amount += 1
    bucket = bucket_of(table, key)
    place, least = bucket, signed(_MOST_WORK + 1)
    for i in range(bucket, bucket + BUCKET):
        if table[i] >> _CHECK_AT == key >> _CHECK_AT:
            place = i
            break
        spent = signed(table[i] >> np.uint64(_WORK_AT)) & _MOST_WORK
        if spent < least:
            place, least = i, spent
    entry = amount << _WORK_AT | coded(to_lose) << _CODE_BITS | coded(to_win)
    table[place] = key >> _CHECK_AT << _CHECK_AT | np.uint64(entry)
