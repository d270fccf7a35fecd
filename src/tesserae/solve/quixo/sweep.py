"""One ply ahead from all states of some sets at once.

For each tile of a set, the units of all successors are gathered and ANDed together, by the opponent's cubes (see
`plan`); the result is turned round, to the mover's cubes, and brings the values of the tile up to date.

    some successor is lost for the opponent    the state is a WIN
    all successors are won for him             the state is a LOSS

Source and target may be one table: then a sweep uses what it has just found out, and fewer are needed. With two
tables it looks exactly one ply further than the sweep before, so that its number is the distance.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tesserae.kernel.bits import population, signed
from tesserae.kernel.compiling import compiled, inner
from tesserae.solve.quixo.geometry import SYMMETRIES, Geometry
from tesserae.solve.quixo.index import Sets, inside_of, outside_of, unit_words
from tesserae.solve.quixo.plan import (
    HALVE,
    JOIN,
    NONE,
    OWN,
    TILE_LOG,
    WEAVE,
    Plan,
    find_homes,
    low_bits,
    make_plan,
    new_plan,
)
from tesserae.solve.quixo.unit import ALL_ONES, Words, permute, take_half, weave
from tesserae.solve.quixo.update import Ledger, update_large, update_small


class Buffers(NamedTuple):
    """Four tiles to work in."""

    result: Words
    group: Words
    gathered: Words
    other: Words


@inner
def _new_buffers() -> Buffers:
    tile = 1 << (TILE_LOG + 1)  # a push across the board may gather units of twice the size
    return Buffers(
        np.empty(tile, np.uint64), np.empty(tile, np.uint64), np.empty(tile, np.uint64), np.empty(tile, np.uint64)
    )


@inner
def and_pieces(
    tile: Words,
    at: npt.NDArray[np.uint32],
    table: Words,
    base: int,
    source: npt.NDArray[np.uint32],
    first: int,
    last: int,
    run: int,
) -> None:
    """AND pieces of a table into a tile; places are counted in words of 32 bits."""
    start = np.uint64(base)
    one = np.uint64(1)
    if run == 1:
        tile32, table32 = tile.view(np.uint32), table.view(np.uint32)
        for piece in range(first, last):
            tile32[at[piece]] &= table32[start + source[piece]]
    elif run == 2:
        for piece in range(first, last):
            tile[np.uint64(at[piece]) >> one] &= table[(start + source[piece]) >> one]
    elif run == 4:
        for piece in range(first, last):
            here, there = np.uint64(at[piece]) >> one, (start + source[piece]) >> one
            low, high = tile[here] & table[there], tile[here + one] & table[there + one]
            tile[here], tile[here + one] = low, high
    else:
        for piece in range(first, last):
            here, there = np.uint64(at[piece]) >> one, (start + source[piece]) >> one
            for _ in range(run // 8):
                _and_four(tile, here, table, there)
                here += np.uint64(4)
                there += np.uint64(4)


@inner
def _and_four(tile: Words, here: np.uint64, table: Words, there: np.uint64) -> None:
    """Reading all before writing any makes one wide instruction of it."""
    one, two, three = np.uint64(1), np.uint64(2), np.uint64(3)
    first = tile[here] & table[there]
    second = tile[here + one] & table[there + one]
    third = tile[here + two] & table[there + two]
    fourth = tile[here + three] & table[there + three]
    tile[here], tile[here + one], tile[here + two], tile[here + three] = first, second, third, fourth


@inner
def gather(
    tile: Words,
    offset: int,
    stride: int,
    table: Words,
    base: int,
    source: npt.NDArray[np.uint32],
    first: int,
    last: int,
    run: int,
) -> None:
    """Copy pieces of a table to a tile, one after the other, so many words apart."""
    start, here, step = np.uint64(base), np.uint64(offset), np.uint64(stride)
    if run == 1:
        tile32, table32 = tile.view(np.uint32), table.view(np.uint32)
        for piece in range(first, last):
            tile32[here] = table32[start + source[piece]]
            here += step
    else:
        one = np.uint64(1)
        for piece in range(first, last):
            to, there = here >> one, (start + source[piece]) >> one
            for word in range(np.uint64(run // 2)):
                tile[to + word] = table[there + word]
            here += step


@inner
def _merge(
    tile: Words, at: npt.NDArray[np.uint32], first: int, last: int, gathered: Words, stride: int, run: int
) -> None:
    """AND what was gathered into the tile."""
    from_word, step, one = np.uint64(0), np.uint64(stride), np.uint64(1)
    if run == 1:
        tile32, gathered32 = tile.view(np.uint32), gathered.view(np.uint32)
        for piece in range(first, last):
            tile32[at[piece]] &= gathered32[from_word]
            from_word += step
    else:
        for piece in range(first, last):
            here, there = np.uint64(at[piece]) >> one, from_word >> one
            for word in range(np.uint64(run // 2)):
                tile[here + word] &= gathered[there + word]
            from_word += step


@inner
def _and_all(tile: Words, other: Words, words: int) -> None:
    for word in range(words):
        tile[word] &= other[word]


@inner
def _look_along(plan: Plan, slots: int, tile: int, words: int, table: Words, buffers: Buffers) -> None:
    """AND the pushes along the sides; those that need a symmetry first together, then turned round once."""
    group = -1  # the slot that knows the exchanges of the group at work
    for slot in range(slots):
        symmetry = plan.symmetry[slot]
        if symmetry and (slot == 0 or symmetry != plan.symmetry[slot - 1]):
            if group >= 0:
                permute(buffers.group, words, plan.exchanges[group], plan.exchange_count[group])
                _and_all(buffers.result, buffers.group, words)
            group = slot
            buffers.group[:words] = ALL_ONES
        if tile & plan.barred[slot]:
            continue
        and_pieces(
            buffers.group if symmetry else buffers.result,
            plan.at[slot],
            table,
            plan.base[slot] + plan.high[slot, tile],
            plan.source[slot],
            0,
            plan.pieces[slot],
            plan.run[slot],
        )
    if group >= 0:
        permute(buffers.group, words, plan.exchanges[group], plan.exchange_count[group])
        _and_all(buffers.result, buffers.group, words)


@inner
def _look_across(plan: Plan, slot: int, tile: int, unit: int, table: Words, buffers: Buffers) -> None:
    """AND one push across the board."""
    kind, run, bit = plan.kind[slot], plan.run[slot], plan.bit[slot]
    base = plan.base[slot] + signed(plan.high[slot, tile])
    stride = 2 * run if kind == JOIN else run
    piece = unit if kind in (JOIN, HALVE) else run
    halves = 2 if plan.half_low[slot] else 1
    count = plan.pieces[slot] // halves
    source = plan.source[slot]
    words = (count * stride + 1) // 2
    for part in range(halves):
        half = part if plan.half_low[slot] else signed((tile & plan.half_high[slot]) != 0)
        first, last = part * count, (part + 1) * count
        gather(buffers.gathered, 0, stride, table, base, source, first, last, run)
        if kind in (JOIN, WEAVE):
            other, offset = (buffers.gathered, run) if kind == JOIN else (buffers.other, signed(0))
            gather(other, offset, stride, table, base + plan.second[slot], source, first, last, run)
        if kind == WEAVE:
            weave(buffers.gathered, buffers.other, words, bit, half)
        elif kind == HALVE and half:
            take_half(buffers.gathered, words, bit)
        permute(buffers.gathered, words, plan.exchanges[slot], plan.exchange_count[slot])
        _merge(buffers.result, plan.at[slot], first, last, buffers.gathered, stride, piece)


@inner
def _look_ahead(
    plan: Plan, along: int, count: int, tile: int, words: int, unit: int, table: Words, buffers: Buffers
) -> None:
    """AND the units of all successors of a tile."""
    buffers.result[:words] = ALL_ONES
    _look_along(plan, along, tile, words, table, buffers)
    for slot in range(along, count):
        if not tile & plan.barred[slot]:
            _look_across(plan, slot, tile, unit, table, buffers)


@inner
def _is_due(plan: Plan, pushes: int, last_change: npt.NDArray[np.int32], number: int) -> bool:
    """Say whether the set of a successor has changed since the sweep before this one began."""
    if number <= 1:
        return True
    for push in range(pushes):
        home = plan.homes[push]
        if home != NONE and last_change[home // SYMMETRIES] >= number - 1:
            return True
    return False


@inner
def _bring_along(own: Sets, number: int, old: Words, target: Words) -> None:
    """Give the target what the sweep before has changed in a set that has nothing new to learn."""
    for word in range(own.first[number] // 2, own.first[number + 1] // 2):
        target[word] = old[word]


@compiled
def sweep(
    board: Geometry,
    own: Sets,
    below: Sets,
    first: int,
    last: int,
    taken: int,
    number: int,
    table: Words,
    old: Words,
    target: Words,
    candidates: Words,
    last_change: npt.NDArray[np.int32],
    ledger: Ledger,
) -> None:
    """Look one ply ahead from the sets `first` to `last` of a layer, and write to `target` what is new.

    `taken` says which cubes to take. Successors are read from `table`; `old` has the values before, and may be the
    same. `last_change` keeps the number of the last sweep that changed a set; sets that can learn nothing
    new are left out from the second sweep on, where only marked cubes are taken.
    """
    plan, buffers = new_plan(), _new_buffers()
    cells = board.interior + board.border
    settles = taken & OWN != 0
    for place in range(first, last):
        blanks = own.blanks[place]
        find_homes(plan, board, blanks, own, below, taken)
        if taken == OWN and not _is_due(plan, len(board.paths), last_change, number):
            if last_change[place] >= number - 1:
                _bring_along(own, place, old, target)
            continue
        along, count = make_plan(plan, board, blanks, own, below)
        inside, outside = inside_of(board, blanks), outside_of(board, blanks)
        unit, low = unit_words(inside), low_bits(inside, outside)
        words = ((unit << low) + 1) // 2
        tiles = signed(1) << (outside - low)
        states = place << (cells - signed(population(blanks)))
        before = ledger.counts[0] + ledger.counts[1]
        for tile in range(tiles):
            _look_ahead(plan, along, count, tile, words, unit, table, buffers)
            behind = tiles - 1 - tile
            start = own.first[place] + behind * (unit << low)
            state = states + (behind << (low + inside))
            if inside >= 6:
                update_large(
                    buffers.result, 1 << low, inside, start // 2, old, target, candidates, settles, state, ledger
                )
            else:
                update_small(
                    buffers.result, 1 << low, inside, start, old, target, candidates, settles, state, ledger
                )
        if ledger.counts[0] + ledger.counts[1] != before:
            last_change[place] = number
