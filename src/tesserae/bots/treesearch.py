"""Tree search for hidden tiles and for any number of players: information-set Monte Carlo.

Every iteration imagines what is hidden, walks down the tree of moves as far as it goes, plays on sensibly to the
end of the round, and tells every move on the way how that ended for everybody. The tree is one of what can be
seen: a move is the same move whatever the others may hold. Values are chances to win, from 0 to CERTAIN.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tesserae.bots.protocol import Budget, Thought
from tesserae.kernel import single
from tesserae.kernel.batch import IntegerRows, Integers
from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import compiled, inner
from tesserae.kernel.generator import Words, below
from tesserae.kernel.judgement import CERTAIN, imagine, is_stubborn, outlook, promise, sensible
from tesserae.kernel.play import Trail, step_unseen
from tesserae.kernel.ranking import NO_SCORE
from tesserae.kernel.rules import Actions, States, determinize, legal, mover, points, position_words

MOST_NODES = 1 << 17
DEEPEST = 64
LINE_VISITS = 50
"""What was tried less often is not shown as the best play."""
PLAYOUT_LIMIT = 1_000
"""Rules that allow endless play must not hang a search."""
EXPLORATION = 1400
"""In thousandths of the standard deviation of the results: how much a move that was tried less is preferred."""
THOROUGH = 3 * EXPLORATION
"""The same for those who want to know about every move, not only the best."""
CLEAR_AFTER, CLEAR_LEAD = 4096, 8
"""After every so many iterations: clear if the best move was made so many times as often as any other."""
WIDENING = 1.0
"""A position in the tree gets a further move when it has fewer than this times the root of its visits."""

ACTION, FIRST, SIBLING, VISITS, POSSIBLE, POINTS, VALUES = range(7)
"""For each move in the tree: its number, the first move after it, the next move beside it (by number), how often
it was made and could have been, the sum of the own points; from VALUES on the sums of every seat's chances."""
WORK_FIELDS = 9
SEAT, PLAYERS, INFERS, CURIOSITY, NODES, ITERATIONS, SUM, SQUARES, IS_CLEAR = range(WORK_FIELDS)


@inner
def spread(work: Integers) -> float:
    """The standard deviation of the results so far, for the player who searches."""
    count = work[ITERATIONS]
    if count < 8:
        return CERTAIN / 2
    mean = work[SUM] / count
    return math.sqrt(max(work[SQUARES] / count - mean * mean, 1.0))


@inner
def add_child(tree: IntegerRows, node: int, action: int, work: Integers) -> int:
    """Put a move into the tree, in the order of the numbers."""
    new = work[NODES]
    work[NODES] += 1
    tree[new, ACTION] = action
    tree[new, POSSIBLE] = 1
    before, after = -1, tree[node, FIRST]
    while after > 0 and tree[after, ACTION] < action:
        before, after = after, tree[after, SIBLING]
    tree[new, SIBLING] = after
    if before < 0:
        tree[node, FIRST] = new
    else:
        tree[before, SIBLING] = new
    return new  # type: ignore[no-any-return]


@inner
def walk(
    state: np.record, tree: IntegerRows, node: int, actions: Actions, generator: Words, work: Integers
) -> int:
    """Choose a legal move of the tree, or put a new one into it; returns its node, -1 if the tree is full.

    The root gets all moves at once, the others their most promising ones first and the rest by and by. What only
    holds everybody up is left out, unless every move is to be known.
    """
    knows_all = node == 0 and work[CURIOSITY] > EXPLORATION
    count = legal(state, actions)
    seat = mover(state)
    exploration = work[CURIOSITY] / 1000 * spread(work)
    chosen, highest = -1, -math.inf
    untried, best_promise, equals = -1, NO_SCORE, 0
    available = 0
    child = tree[node, FIRST]
    for i in range(count):
        action = signed(actions[i])
        if not knows_all and is_stubborn(state, action):
            continue
        while child > 0 and tree[child, ACTION] < action:
            child = tree[child, SIBLING]
        if child > 0 and tree[child, ACTION] == action:
            available += 1
            tree[child, POSSIBLE] += 1
            visits = tree[child, VISITS]
            mean = tree[child, VALUES + seat] / visits
            bound = mean + exploration * math.sqrt(math.log(tree[child, POSSIBLE]) / visits)
            if bound > highest:
                chosen, highest = child, bound
        else:
            promised = promise(state, action)
            if promised > best_promise:
                untried, best_promise, equals = action, promised, 1
            elif promised == best_promise:
                equals += 1
                untried = action if below(generator, equals) == 0 else untried
    wide = node == 0 or available < 1 + WIDENING * math.sqrt(tree[node, VISITS])
    if untried >= 0 and work[NODES] < len(tree) and (chosen < 0 or wide):
        return add_child(tree, node, untried, work)
    return chosen


@inner
def best_is_clear(tree: IntegerRows) -> bool:
    """Say whether one move of the root has left all others far behind."""
    most, second = 0, 0
    child = tree[0, FIRST]
    while child > 0:
        visits = tree[child, VISITS]
        if visits > most:
            most, second = visits, most
        else:
            second = max(second, visits)
        child = tree[child, SIBLING]
    return most >= CLEAR_LEAD * second


@compiled
def advance(
    states: States,
    tree: IntegerRows,
    path: Integers,
    actions: Actions,
    trail: Trail,
    generator: Words,
    work: Integers,
    iterations: int,
) -> int:
    """Imagine, walk, play on and take note, so many times or until the best move of the first state is clear."""
    seat = work[SEAT]
    run = trail.copy()
    done = 0
    while done < iterations and not work[IS_CLEAR]:
        done += 1
        states[1] = states[0]
        state = states[1]
        if work[INFERS]:
            imagine(state, seat, generator)
        else:
            determinize(state, seat, generator)
        if position_words(state):
            run[:] = trail
        node, length, moves = 0, 1, 0
        while mover(state) >= 0 and moves < PLAYOUT_LIMIT:
            known = work[NODES]
            node = walk(state, tree, node, actions, generator, work) if node >= 0 else -1
            if node >= 0:
                path[length] = node
                length += 1
                action = tree[node, ACTION]
                if work[NODES] > known or length == DEEPEST:
                    node = -1
            else:
                action = signed(sensible(state, generator, actions))
            step_unseen(state, action, run)
            moves += 1
        own = outlook(state, seat)
        work[SUM] += own
        work[SQUARES] += own * own
        work[ITERATIONS] += 1
        for i in range(length):
            tree[path[i], VISITS] += 1
            tree[path[i], POINTS] += points(state, seat)
        for player in range(work[PLAYERS]):
            chance = outlook(state, player)
            for i in range(length):
                tree[path[i], VALUES + player] += chance
        if work[ITERATIONS] % CLEAR_AFTER == 0 and work[CURIOSITY] <= EXPLORATION:
            work[IS_CLEAR] = best_is_clear(tree)
    return done


class MoveStatistics(NamedTuple):
    """What came of a move in the iterations that made it."""

    action: int
    visits: int
    chance: float
    """To win, from 0 to 1, for the player who searched."""
    points: float
    """The own points in the end of the round, on average."""


class Search:
    """A search of one position, to be run for as long as there is time."""

    def __init__(
        self,
        masked: States,
        seat: int,
        players: int,
        generator: Words,
        trail: Trail | None = None,
        *,
        infers: bool = True,
        curiosity: int = EXPLORATION,
    ) -> None:
        """Take a position as a seat knows it; `infers` is whether to conclude from what the others have done."""
        self.seat = seat
        self.generator = generator
        self.trail = np.zeros(1, np.uint64) if trail is None else trail
        self.states = np.repeat(masked, 2)
        self.tree = np.zeros((MOST_NODES, VALUES + players), np.int64)
        self.path = np.zeros(DEEPEST + 1, np.int64)
        self.actions = np.zeros(single.most_legal(masked), np.int32)
        self.work = np.zeros(WORK_FIELDS, np.int64)
        self.work[[SEAT, PLAYERS, INFERS, CURIOSITY, NODES]] = seat, players, infers, curiosity, 1
        self.is_forced = single.legal(masked, self.actions) == 1

    def run(self, iterations: int) -> int:
        """Do so many iterations, none once the best move is clear; if it is the only one, one is enough."""
        if self.is_forced and self.work[ITERATIONS]:
            return 0
        return advance(
            self.states, self.tree, self.path, self.actions, self.trail, self.generator, self.work, iterations
        )

    def moves(self) -> list[MoveStatistics]:
        """List the moves of the position, the most visited first."""
        rows = [self.tree[node] for node in self._after(0)]
        found = [
            MoveStatistics(
                int(row[ACTION]),
                int(row[VISITS]),
                float(row[VALUES + self.seat]) / row[VISITS] / CERTAIN,
                float(row[POINTS]) / row[VISITS],
            )
            for row in rows
        ]
        return sorted(found, key=lambda move: (-move.visits, -move.chance, move.action))

    def line(self, action: int) -> tuple[int, ...]:
        """Give a move of the position, and what was made most often after it, as long as that is often enough."""
        line = list[int]()
        nodes = [node for node in self._after(0) if self.tree[node, ACTION] == action]
        while nodes:
            most = max(nodes, key=lambda node: int(self.tree[node, VISITS]))
            if line and self.tree[most, VISITS] < LINE_VISITS:
                break
            line.append(int(self.tree[most, ACTION]))
            nodes = self._after(most)
        return tuple(line)

    def _after(self, node: int) -> list[int]:
        """List the nodes of the moves after a node."""
        nodes, child = [], int(self.tree[node, FIRST])
        while child > 0:
            nodes.append(child)
            child = int(self.tree[child, SIBLING])
        return nodes


@dataclass(frozen=True)
class TreeSearch:
    """A player who imagines how the game may go on, so many times at most."""

    players: int
    iterations: int | None = None
    infers: bool = True

    def choose(
        self, masked: States, seat: int, generator: Words, budget: Budget, trail: Trail | None = None
    ) -> int:
        """See `Player`."""
        return self.think(masked, seat, generator, budget, trail).action

    def think(
        self, masked: States, seat: int, generator: Words, budget: Budget, trail: Trail | None = None
    ) -> Thought:
        """See `Thinker`."""
        search = Search(masked, seat, self.players, generator, trail, infers=self.infers)
        budget.at_most(self.iterations).spend(search.run)
        best = search.moves()[0]
        return Thought(best.action, best.chance)
