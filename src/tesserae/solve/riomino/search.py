"""Proof-number search: who wins a position, by always going on where a proof seems nearest.

For every position there are two efforts, how much seems left to show that the player to move wins, and that he
loses. To win, one move must leave the other player lost: the least of the efforts. To lose, all moves must leave
him winning: the greatest of the efforts, and one more for each further move (their sum would count positions twice
that are reached in two ways). The search goes down where the effort is least, and stays there until it has become
so large that another move looks better; then it comes back. A new position is the more of an effort the more
ways there are to place a die: the square of those of the player who must be left without any.

The search keeps its place in arrays instead of on the call stack, so it can stop after any number of positions and
go on later. Nobody can place twice in a row, and no position recurs, so nothing else is needed.
"""

import numpy as np

from tesserae.games.riomino.board import placed
from tesserae.kernel.batch import IntegerRows, Integers, Trails
from tesserae.kernel.bits import population, signed
from tesserae.kernel.compiling import compiled, inner
from tesserae.kernel.play import Trail
from tesserae.kernel.rules import OVER, ActionRows, States, apply, legal, mover
from tesserae.solve.riomino.outline import outline
from tesserae.solve.riomino.symmetry import KEEPS_FIELD, SYMMETRY_COUNT, write_image
from tesserae.solve.riomino.table import LARGEST, NEVER, find, loss_effort, store, win_effort

FRAME_FIELDS = 5
COUNT, TO_WIN_LIMIT, TO_LOSE_LIMIT, CHOSEN, BEGAN = range(FRAME_FIELDS)
"""For each position on the way: how many moves it has that differ (-1: not listed yet), how large the efforts may
become before the search leaves it, which of its moves is looked at, how much was looked at before."""
WORK_FIELDS = 4
LEVEL, LOOKED, TO_WIN, TO_LOSE = range(WORK_FIELDS)
"""Where the search is (-1: it is done), how many positions it has looked at, and the efforts of the first one."""
FEW_DICE = 2
"""Positions with no more dice on the board are compared with their reflections."""


@inner
def seen(stack: States, row: int, room: Integers) -> tuple[np.uint64, int, int]:
    """Give what `outline` does; early positions have the same key as their images. The last row is to work in."""
    key, own, other = np.uint64(0), signed(0), signed(0)
    state = stack[row]
    count = SYMMETRY_COUNT if population(placed(state)) <= FEW_DICE else 1
    for symmetry in range(count):
        if KEEPS_FIELD[state.level, symmetry]:
            at = row
            if symmetry:
                at = len(stack) - 1
                stack[at] = stack[row]
                write_image(stack[row], stack[at], symmetry)
            image_key, own, other = outline(stack[at], room)
            key = max(key, image_key)
    return key, own, other


@inner
def list_moves(
    stack: States,
    level: int,
    actions: ActionRows,
    keys: Trails,
    to_win: IntegerRows,
    to_lose: IntegerRows,
    room: Integers,
    table: Trail,
    work: Integers,
) -> int:
    """List the moves that lead to different positions, with the efforts of these; a winning move stands alone."""
    legal_moves = actions[len(stack) - 1]
    total = legal(stack[level], legal_moves)
    count = 0
    for i in range(total):
        stack[level + 1] = stack[level]
        apply(stack[level + 1], legal_moves[i])
        work[LOOKED] += 1
        known, key, own, other = signed(0), np.uint64(0), signed(0), signed(0)
        is_lost = mover(stack[level + 1]) == OVER
        if not is_lost:
            key, own, other = seen(stack, level + 1, room)
            known = find(table, key)
            is_lost = known != 0 and loss_effort(known) == 0
        if is_lost:
            actions[level, 0] = legal_moves[i]
            to_win[level, 0], to_lose[level, 0] = NEVER, 0
            return 1
        is_new = True
        for j in range(count):
            is_new = is_new and keys[level, j] != key
        if is_new:
            actions[level, count] = legal_moves[i]
            keys[level, count] = key
            to_win[level, count] = win_effort(known) if known else 1 + other
            to_lose[level, count] = loss_effort(known) if known else 1 + own * own
            count += 1
    return count


@compiled
def advance(
    stack: States,
    frames: IntegerRows,
    actions: ActionRows,
    keys: Trails,
    to_win: IntegerRows,
    to_lose: IntegerRows,
    room: Integers,
    table: Trail,
    work: Integers,
    positions: int,
) -> int:
    """Look at about so many positions, fewer if the search ends before; returns how many it were."""
    level, before = work[LEVEL], work[LOOKED]
    while level >= 0 and work[LOOKED] - before < positions:
        frame = frames[level]
        if frame[COUNT] < 0:
            frame[BEGAN] = work[LOOKED]
            frame[COUNT] = list_moves(stack, level, actions, keys, to_win, to_lose, room, table, work)
        best, least, second, greatest, unsettled = signed(0), signed(NEVER), signed(NEVER), signed(0), signed(0)
        for i in range(frame[COUNT]):
            if to_lose[level, i] < least:
                best, least, second = i, to_lose[level, i], least
            elif to_lose[level, i] < second:
                second = to_lose[level, i]
            greatest = max(greatest, to_win[level, i])
            unsettled += to_win[level, i] > 0
        others = max(unsettled - 1, 0)
        win, lose = least, NEVER if least == 0 else min(greatest + others, LARGEST)
        if win == 0 or lose == 0 or win >= frame[TO_WIN_LIMIT] or lose >= frame[TO_LOSE_LIMIT]:
            level -= 1
            if level >= 0:
                tried = frames[level, CHOSEN]
                to_win[level, tried] = win
                to_lose[level, tried] = lose
                store(table, keys[level, tried], win, lose, work[LOOKED] - frame[BEGAN])
            else:
                frame[CHOSEN] = best
                work[TO_WIN] = win
                work[TO_LOSE] = lose
        else:
            frame[CHOSEN] = best
            child = frames[level + 1]
            child[COUNT] = -1
            child[TO_WIN_LIMIT] = NEVER if frame[TO_LOSE_LIMIT] >= LARGEST else frame[TO_LOSE_LIMIT] - others
            child[TO_LOSE_LIMIT] = min(frame[TO_WIN_LIMIT], 2 * second + 1)
            stack[level + 1] = stack[level]
            apply(stack[level + 1], actions[level, best])
            level += 1
    work[LEVEL] = level
    return signed(work[LOOKED] - before)


@compiled
def key_of(stack: States, room: Integers) -> np.uint64:
    """Give the key of the first of two positions that are there to work with."""
    return seen(stack, 0, room)[0]
