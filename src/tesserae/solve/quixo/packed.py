"""A layer in a tenth of the room: only who has lost, compressed in blocks that can be read one by one.

A state is won if some successor is lost, so the losses of a layer and of the one below tell everything. Most
states are not lost, and the lost ones are alike: that shrinks to a tenth of the two planes together.

    [ number of blocks + 1 places, 64 bits each ][ block 0 ][ block 1 ] ...

A place says at which byte a block begins. Bit number `state` of all blocks together is 1 if the state is lost.
"""

import threading
import zlib
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from tesserae.games.quixo.board import ENTRY, PLACE, PUSH, PUSHES, has_line, push_plane
from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import compiled
from tesserae.solve.quixo.geometry import Geometry, Integers, geometry
from tesserae.solve.quixo.index import Sets, inside_of, outside_of, plane_log
from tesserae.solve.quixo.layer import Layer
from tesserae.solve.quixo.probe import LOSS, MISSING, WIN, Probe, locate
from tesserae.solve.quixo.unit import Words

BLOCK_LOG = 18
"""A block has two to this power of states."""
KEPT = 4096
"""So many blocks are kept ready for use, 128 MiB of them."""
LEVEL = 6
MOST_PUSHES = 44


@compiled
def _losses(board: Geometry, own: Sets, first: int, last: int, table: Words, found: Words) -> None:
    """Collect the LOSS bits of some sets, state by state, without padding."""
    at = signed(0)
    for place in range(first, last):
        blanks = own.blanks[place]
        inside, outside = inside_of(board, blanks), outside_of(board, blanks)
        plane = signed(1) << plane_log(inside)
        for unit in range(signed(1) << outside):
            not_loss = 32 * own.first[place] + (2 * unit + 1) * plane
            if inside >= 6:
                for word in range(plane // 64):
                    found[at // 64 + word] = ~table[not_loss // 64 + word]
            else:
                states = np.uint64(1 << inside)
                mask = (np.uint64(1) << states) - np.uint64(1)
                lost = ~(table[not_loss // 64] >> np.uint64(not_loss % 64)) & mask
                found[at // 64] |= lost << np.uint64(at % 64)
            at += signed(1) << inside


def pack(layer: Layer, threads: int) -> npt.NDArray[np.uint8]:
    """Write a layer in the compact form."""
    log = layer.size**2 - layer.blanks
    sets = len(layer.sets.blanks)
    step = max(1, 1 << max(BLOCK_LOG - log, 0))

    def blocks_of(first: int) -> list[bytes]:
        last = min(first + step, sets)
        found = np.zeros(max(1, ((last - first) << log) + 63 >> 6), np.uint64)
        _losses(geometry(layer.size), layer.sets, first, last, layer.table, found)
        words = 1 << (BLOCK_LOG - 6)
        return [zlib.compress(found[start : start + words].data, LEVEL) for start in range(0, len(found), words)]

    with ThreadPoolExecutor(threads) as pool:
        blocks = [block for piece in pool.map(blocks_of, range(0, sets, step)) for block in piece]
    places = np.cumsum([8 * (len(blocks) + 1), *map(len, blocks)]).astype("<i8")
    return np.frombuffer(places.tobytes() + b"".join(blocks), np.uint8)


class Losses:
    """The lost states of a packed layer."""

    def __init__(self, content: npt.NDArray[np.uint64]) -> None:
        """Take the file as it is mapped into memory."""
        self._bytes = content.view(np.uint8)
        self._places = content.view(np.int64)
        self._ready: OrderedDict[int, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def has(self, state: int) -> bool:
        """Say whether a state is lost."""
        place = state & ((1 << BLOCK_LOG) - 1)
        return bool(self._block(state >> BLOCK_LOG)[place >> 3] >> (place & 7) & 1)

    def _block(self, number: int) -> bytes:
        with self._lock:
            block = self._ready.get(number)
            if block is not None:
                self._ready.move_to_end(number)
                return block
        start, end = self._places[number : number + 2]
        block = zlib.decompress(self._bytes[start:end].data)
        with self._lock:
            self._ready[number] = block
            if len(self._ready) > KEPT:
                self._ready.popitem(last=False)
        return block


@compiled
def outlook(probe: Probe, size: int, mover: int, other: int, states: Integers) -> tuple[int, int]:
    """Say what is plain to see of a position: WIN or LOSS; else MISSING, and how many states are to be looked up.

    These are the position itself, then its successors, each as `2 * state + (1 if in the layer below)`.
    """
    if has_line(mover, size):
        return WIN, 0
    if has_line(other, size):
        return LOSS, 0
    cells = size * size
    blanks, place, number = locate(probe, mover, other)
    states[0] = 2 * (((place - probe.first_set[blanks]) << (cells - blanks)) + number)
    count = 1
    for push in range(PUSHES[size]):
        row = PUSH[size, push]
        if other >> row[PLACE] & 1:
            continue
        own = push_plane(mover, size, push) | signed(1) << row[ENTRY]
        theirs = push_plane(other, size, push)
        if has_line(theirs, size):
            continue
        if has_line(own, size):
            return WIN, 0
        left, place, number = locate(probe, theirs, own)
        states[count] = 2 * (((place - probe.first_set[left]) << (cells - left)) + number) + (blanks - left)
        count += 1
    return MISSING, count
