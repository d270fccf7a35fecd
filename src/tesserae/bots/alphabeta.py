"""Alpha-beta search for two sides with nothing hidden: deeper and deeper, with a table of positions seen before.

The search keeps its place in arrays instead of on the call stack, so it can stop after any number of positions and
go on later; whoever runs it looks at the clock in between. Values are for the side to move, in the units of
`judgement`: a win is WIN less the moves until then.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tesserae.bots.protocol import ALL_NOTICED, Budget, Thought
from tesserae.kernel import single
from tesserae.kernel.batch import IntegerRows, Integers
from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import compiled, inner
from tesserae.kernel.generator import Words, below, mix
from tesserae.kernel.judgement import FULL, SURE, WIN, confidence, judge, likeness, side
from tesserae.kernel.play import Trail
from tesserae.kernel.rules import (
    CHANCE,
    OVER,
    ActionRows,
    Actions,
    States,
    apply,
    legal,
    mover,
    position_key,
    position_words,
    reversible,
    winners,
)

DEEPEST = 60
"""So many moves ahead at most."""
INFINITE = 1 << 30
TABLE_BITS = 19
CONTEMPT = 10
"""A draw is worth a little less than an even position, so nobody repeats moves without need."""

FRAME_FIELDS = 10
SIDE, DEPTH, ALPHA, FLOOR, BETA, BEST, MOVE, COUNT, NEXT, LENGTH = range(FRAME_FIELDS)
"""For each position on the way: whose side it is, how deep to look, the window (and its lower end as given), the
best value and move so far, how many moves there are (-1: not listed yet) and were tried, how long the line is."""
WORK_FIELDS = 8
LEVEL, ROOT_SIDE, MANNER, ATTENTION, SEED, SCORN, ROOT_MOVE, ONLY = range(WORK_FIELDS)
"""Where the search is, for which side, how it judges, how much it overlooks, how little it likes draws; at the
root the move to try first, and the only one to try (-1: all)."""

ACTION_BITS = 20
_ACTIONS = (1 << ACTION_BITS) - 1
_AT_LEAST, _AT_MOST = 1, 2
_EXACT = _AT_LEAST | _AT_MOST
_U1, _U1000 = np.uint64(1), np.uint64(1000)


@inner
def repeats(state: np.record, level: int, path: Trail, trail: Trail, before: int) -> bool:
    """Say whether a position was there before, on the way to it or earlier in the game."""
    run = reversible(state)
    if position_words(state) == 0 or run < 2:
        return False
    key = path[level]
    for back in range(2, min(run, level) + 1):
        if path[level - back] == key:
            return True
    if run > level:
        for i in range(min(before, len(trail))):
            if trail[i] == key:
                return True
    return False


@inner
def notices(key: np.uint64, action: int, work: Integers) -> bool:
    """Say whether a player with so much attention sees a move in a position: always or never."""
    if work[ATTENTION] >= ALL_NOTICED:
        return True
    drawn = mix(key ^ np.uint64(work[SEED]) ^ mix(np.uint64(action + 1))) % _U1000
    return bool(signed(drawn) < work[ATTENTION])


@inner
def recall(table: Trail, key: np.uint64, frame: Integers, level: int) -> int:
    """Look a position up: takes over the value if that settles it; returns the best move known, or -1."""
    entry = 2 * signed(key & np.uint64(len(table) // 2 - 1))
    if table[entry] != key:
        return -1
    known = signed(table[entry + 1])
    value, depth, bound = known >> 32, known >> 24 & 0xFF, known >> 22 & 3
    if value > SURE:
        value -= level
    elif value < -SURE:
        value += level
    at_least, at_most = bound & _AT_LEAST, bound & _AT_MOST
    settles = (at_least and at_most) or (at_least and value >= frame[BETA]) or (at_most and value <= frame[ALPHA])
    if settles and (depth >= frame[DEPTH] or abs(value) > SURE):
        frame[BEST] = value
        frame[COUNT] = 0
    return known & _ACTIONS


@inner
def remember(table: Trail, key: np.uint64, frame: Integers, level: int) -> None:
    """Write down what was found out about a position."""
    value = frame[BEST]
    bound = _AT_LEAST if value >= frame[BETA] else _AT_MOST if value <= frame[FLOOR] else _EXACT
    if value > SURE:
        value += level
    elif value < -SURE:
        value -= level
    entry = 2 * signed(key & np.uint64(len(table) // 2 - 1))
    table[entry] = key
    table[entry + 1] = np.uint64(value << 32 | frame[DEPTH] << 24 | bound << 22 | frame[MOVE])


@inner
def list_moves(
    state: np.record,
    key: np.uint64,
    first: int,
    moves: Integers,
    actions: Actions,
    history: Integers,
    generator: Words,
    work: Integers,
    level: int,
) -> int:
    """List the moves that are noticed, each below a number that says how early to try it."""
    count = 0
    total = legal(state, actions)
    for i in range(total):
        action = signed(actions[i])
        if level == 0 and work[ONLY] >= 0 and action != work[ONLY]:
            continue
        if notices(key, action, work) or (i == total - 1 and count == 0):
            rank = below(generator, 1 << 12) if level == 0 else min(history[action], 1 << 40)
            rank = 1 << 41 if action == first else rank
            moves[count] = rank << ACTION_BITS | action
            count += 1
    return count


@inner
def next_move(moves: Integers, start: int, count: int) -> int:
    """Bring the move that is to be tried first among those left to the front of them."""
    best = start
    for i in range(start + 1, count):
        if moves[i] > moves[best]:
            best = i
    chosen = moves[best]
    moves[best] = moves[start]
    moves[start] = chosen
    return chosen & _ACTIONS  # type: ignore[no-any-return]


@inner
def take_value(
    frames: IntegerRows, lines: ActionRows, history: Integers, level: int, action: int, value: int
) -> None:
    """Give a position the value of one of its moves."""
    frame = frames[level]
    if value <= frame[BEST]:
        return
    frame[BEST] = value
    frame[MOVE] = action
    if value > frame[ALPHA]:
        frame[ALPHA] = value
        length = frames[level + 1, LENGTH]
        lines[level, 0] = action
        for i in range(length):
            lines[level, i + 1] = lines[level + 1, i]
        frame[LENGTH] = length + 1
    if value >= frame[BETA]:
        history[action] += frame[DEPTH] * frame[DEPTH]


@compiled
def advance(
    stack: States,
    frames: IntegerRows,
    moves: IntegerRows,
    lines: ActionRows,
    actions: Actions,
    history: Integers,
    table: Trail,
    keys: Trail,
    path: Trail,
    trail: Trail,
    generator: Words,
    work: Integers,
    positions: int,
) -> int:
    """Look at so many positions, fewer if the search ends before; returns how many it were."""
    level, looked = work[LEVEL], 0
    before = reversible(stack[0])
    while level >= 0 and looked < positions:
        frame = frames[level]
        if frame[COUNT] < 0:
            keys[level] = likeness(stack[level])
            frame[COUNT] = 1
            known = recall(table, keys[level], frame, level)
            if level == 0:
                known = work[ROOT_MOVE]
            if level == 0 or frame[COUNT]:
                frame[BEST] = -INFINITE
                frame[COUNT] = list_moves(
                    stack[level], keys[level], known, moves[level], actions, history, generator, work, level
                )
        elif frame[NEXT] == frame[COUNT] or frame[BEST] >= frame[BETA]:
            if frame[COUNT] and level:
                remember(table, keys[level], frame, level)
            level -= 1
            if level >= 0:
                parent = frames[level]
                value = frame[BEST] if parent[SIDE] == frame[SIDE] else -frame[BEST]
                tried = moves[level, parent[NEXT] - 1] & _ACTIONS
                take_value(frames, lines, history, level, tried, value)
        else:
            action = next_move(moves[level], frame[NEXT], frame[COUNT])
            frame[NEXT] += 1
            looked += 1
            child = level + 1
            stack[child] = stack[level]
            apply(stack[child], action)
            seat = mover(stack[child])
            path[child] = position_key(stack[child])
            frames[child, LENGTH] = 0
            if seat == OVER or repeats(stack[child], child, path, trail, before):
                won = winners(stack[child])
                if won == 0:
                    value = -work[SCORN] if frame[SIDE] == work[ROOT_SIDE] else work[SCORN]
                else:
                    value = WIN - child if won >> mover(stack[level]) & 1 else child - WIN
                take_value(frames, lines, history, level, action, value)
            elif frame[DEPTH] == 1 or seat == CHANCE:
                value = judge(stack[child], mover(stack[level]), work[MANNER])
                take_value(frames, lines, history, level, action, value)
            else:
                below_it = frames[child]
                below_it[SIDE] = side(stack[child], seat)
                same = below_it[SIDE] == frame[SIDE]
                below_it[DEPTH] = frame[DEPTH] - 1
                below_it[ALPHA] = frame[ALPHA] if same else -frame[BETA]
                below_it[FLOOR] = below_it[ALPHA]
                below_it[BETA] = frame[BETA] if same else -frame[ALPHA]
                below_it[COUNT] = -1
                below_it[NEXT] = 0
                below_it[BEST] = -INFINITE
                level = child
    work[LEVEL] = level
    return looked


class Found(NamedTuple):
    """What a search found out about a position, for the side to move."""

    value: int
    line: tuple[int, ...]
    """The best move, and what is best afterwards as far as that was seen."""
    depth: int
    """How many moves ahead everything was looked at."""

    @property
    def is_certain(self) -> bool:
        """Whether one side wins whatever the other does."""
        return abs(self.value) > SURE


def chance_of(value: float, state: np.record) -> float:
    """Turn a judgement of a position, nothing being certain yet, into a chance to win."""
    return 1 / (1 + math.exp(-value / confidence(state)))


class Look:
    """The arrays of a search, and one look ahead at a time."""

    def __init__(
        self,
        states: States,
        generator: Words,
        trail: Trail | None,
        *,
        deepest: int = DEEPEST,
        manner: int = FULL,
        attention: int = ALL_NOTICED,
        contempt: int = CONTEMPT,
    ) -> None:
        """Take a position; `attention` is how many moves of a thousand are noticed."""
        rows, widest = deepest + 2, single.most_legal(states)
        self.deepest = deepest
        self.generator = generator
        self.trail = np.zeros(1, np.uint64) if trail is None else trail
        self.stack = np.repeat(states, rows)
        self.frames = np.zeros((rows, FRAME_FIELDS), np.int64)
        self.moves = np.zeros((rows, widest), np.int64)
        self.lines = np.zeros((rows + 1, rows + 1), np.int32)
        self.actions = np.zeros(widest, np.int32)
        self.history = np.zeros(single.space(states), np.int64)
        self.table = np.zeros(2 << TABLE_BITS, np.uint64)
        self.keys = np.zeros(rows, np.uint64)
        self.path = np.zeros(rows, np.uint64)
        self.path[0] = single.position_key(states)
        self.work = np.zeros(WORK_FIELDS, np.int64)
        self.work[[MANNER, ATTENTION, SCORN]] = manner, attention, contempt
        self.work[ROOT_SIDE] = side(states[0], int(single.mover(states)))
        self.work[SEED] = signed(generator[0] >> _U1)

    def begin(self, depth: int, first: int = -1, only: int = -1) -> None:
        """Start to look so many moves ahead, at one move first or at no other."""
        self.frames[0] = 0
        self.frames[0, [SIDE, DEPTH, COUNT]] = self.work[ROOT_SIDE], depth, -1
        self.frames[0, [ALPHA, FLOOR, BETA, BEST]] = -INFINITE, -INFINITE, INFINITE, -INFINITE
        self.work[[LEVEL, ROOT_MOVE, ONLY]] = 0, first, only

    def advance(self, positions: int) -> int:
        """Look at so many positions; returns how many it were."""
        return advance(
            self.stack, self.frames, self.moves, self.lines, self.actions, self.history, self.table,
            self.keys, self.path, self.trail, self.generator, self.work, positions
        )  # fmt: skip

    @property
    def is_done(self) -> bool:
        """Whether the look ahead is finished."""
        return bool(self.work[LEVEL] < 0)

    def so_far(self) -> Found:
        """Read what it has found."""
        frame = self.frames[0]
        return Found(int(frame[BEST]), tuple(self.lines[0, : frame[LENGTH]].tolist()), int(frame[DEPTH]))


class Search(Look):
    """A search of one position, deeper and deeper, to be run for as long as there is time."""

    found = Found(0, (), 0)
    """What the last finished look ahead has found."""

    def run(self, positions: int) -> int:
        """Look at so many positions; returns how many it were, none when there is nothing left to find out."""
        looked = 0
        while looked == 0 and not self.is_settled:
            if self.found.depth == self.frames[0, DEPTH]:
                self.begin(self.found.depth + 1, self.found.line[0] if self.found.line else -1)
            looked = self.advance(positions)
            if self.is_done:
                self.found = self.so_far()
        return looked

    @property
    def is_settled(self) -> bool:
        """Whether the result is certain, or the search is as deep as it may be."""
        return self.found.is_certain or self.found.depth >= self.deepest

    @property
    def best(self) -> Found:
        """What is known now: the best move of the last depth is tried first, so a better one counts at once."""
        return self.found if self.is_done or self.frames[0, BEST] == -INFINITE else self.so_far()

    def chance(self) -> float:
        """Say how likely the side to move is to win, by what is known now."""
        best = self.best
        if best.is_certain:
            return float(best.value > 0)
        return chance_of(best.value, self.stack[0])

    def move(self) -> int:
        """Choose the best move; to have any, look a little further if need be."""
        while not self.best.line:
            self.run(1)
        return self.best.line[0]


class MoveByMove(Look):
    """A search for the value of every move of a position, all looked at equally deep."""

    def __init__(self, states: States, generator: Words, trail: Trail | None) -> None:
        """Take a position."""
        super().__init__(states, generator, trail, contempt=0)
        self.found: dict[int, Found] = {}
        self._before: dict[int, Found] = {}
        self._next: dict[int, Found] = {}
        self._left = self._all = self.actions[: single.legal(states, self.actions)].tolist()
        self.begin(1, only=self._left[0])

    def run(self, positions: int) -> int:
        """Look at so many positions; returns how many it were, none when there is nothing left to find out."""
        looked = 0
        while looked == 0 and self._left:
            looked = self.advance(positions)
            if self.is_done:
                self._take(self.so_far())
        return looked

    def _take(self, found: Found) -> None:
        """Note the value of a move, and go on to the next one; certain ones need no further look."""
        self._next[self._left[0]] = found
        self._left = self._left[1:]
        depth = found.depth
        if not self._left:
            self._before, self.found, self._next = self.found, self.found | self._next, {}
            self._left = [action for action in self._all if not self.found[action].is_certain]
            depth += 1
        if depth > self.deepest:
            self._left = []
        if self._left:
            self.begin(depth, only=self._left[0])

    def values(self) -> dict[int, Found]:
        """Give the value of every move, as of the last depth that was finished; what is certain counts at once."""
        certain = {action: found for action, found in self._next.items() if found.is_certain}
        return self.found | certain

    def mean_value(self, action: int) -> float:
        """Give the mean of the last two depths: a judgement swings with who has moved last."""
        found = self.found[action]
        return (found.value + self._before.get(action, found).value) / 2


@dataclass(frozen=True)
class AlphaBeta:
    """A player who looks ahead, so many moves at most, and notices so many of a thousand moves."""

    deepest: int = DEEPEST
    manner: int = FULL
    attention: int = ALL_NOTICED

    def choose(
        self, masked: States, seat: int, generator: Words, budget: Budget, trail: Trail | None = None
    ) -> int:
        """See `Player`."""
        return self.think(masked, seat, generator, budget, trail).action

    def think(
        self, masked: States, seat: int, generator: Words, budget: Budget, trail: Trail | None = None
    ) -> Thought:
        """See `Thinker`."""
        search = Search(
            masked, generator, trail, deepest=self.deepest, manner=self.manner, attention=self.attention
        )
        budget.spend(search.run)
        return Thought(search.move(), search.chance())
