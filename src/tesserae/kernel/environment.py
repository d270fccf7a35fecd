"""Many matches side by side, as a learning program wants them: choices in, observations, masks and rewards out.

Deals come from the stream of each match's own seed, so that a match here is the very match that `Match` plays with
that seed and those moves. Everything is written into arrays that are given; `research.vector` owns them.
"""

from typing import Annotated, TypeAlias

import numpy as np
import numpy.typing as npt

from tesserae.kernel import observing, play, rules
from tesserae.kernel.batch import FlagRows, Flags, IntegerRows, Integers, Trails
from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import compiled, inner
from tesserae.kernel.observing import NO_ACTION, Allowed, Seen
from tesserae.kernel.play import ORDER_LIMIT, Trail
from tesserae.kernel.rows import row
from tesserae.kernel.rules import CHANCE, OVER, Actions, Order, States
from tesserae.kernel.sha256 import ROOM_WORDS, Room, begin_stream, draw_order

SeenRows: TypeAlias = Annotated[npt.NDArray[np.int16], "2-D"]
Rewards: TypeAlias = Annotated[npt.NDArray[np.float32], "2-D"]
Choices: TypeAlias = npt.NDArray[np.int64]

RESULT, POINTS = 0, 1
"""What a reward is: 1, -1 or 0 for the result, or what a seat has scored."""


@inner
def deal_when_due(state: np.record, seed: int, dealt: int, order: Order, trail: Trail, room: Room) -> int:
    """Deal from the stream of a seed as long as the game waits for it; returns the number of deals so far."""
    if rules.mover(state) == CHANCE:
        begin_stream(room, seed)
        while rules.mover(state) == CHANCE:
            count = rules.chance(state, order)
            draw_order(room, dealt, order, count)
            play.deal_out(state, order[:count], trail)
            dealt += 1
    return dealt


@inner
def look(states: States, i: int, seat: int, aside: States, seen: Seen) -> None:
    """Write what a seat sees of game i; its masked record is made aside, and nothing else is looked at."""
    aside[0] = states[i]
    rules.mask(aside[0], seat)
    seen[:] = 0
    observing.observe(aside[0], seat, seen)


@inner
def show(
    states: States,
    i: int,
    aside: States,
    movers: Integers,
    allowed: Allowed,
    seen: Seen,
    room: Actions,
) -> None:
    """Write whose turn it is in game i, what he may do and what he sees; when it is over, what seat 0 sees."""
    seat = rules.mover(states[i])
    movers[i] = seat
    allowed[:] = False
    if seat >= 0:
        observing.allow(states[i], allowed, room)
    look(states, i, max(seat, 0), aside, seen)


@inner
def reward(state: np.record, before: Integers, rewards: npt.NDArray[np.float32], kind: int, is_over: bool) -> None:
    """Write what each seat got by a step: points since `before`, which is brought up to date, or the result."""
    players = len(rewards)
    if kind == POINTS:
        for seat in range(players):
            now = signed(rules.points(state, seat))
            rewards[seat] = now - before[seat]
            before[seat] = now
        return
    won = signed(rules.winners(state)) if is_over else signed(0)
    for seat in range(players):
        rewards[seat] = 0 if not is_over or (won == 0 and players > 1) else 1 if won >> seat & 1 else -1


@compiled
def translate(states: States, choices: Choices, actions: Choices) -> int:
    """Find the action that each choice stands for; returns the first game whose choice is illegal, or -1.

    Games that are over need none.
    """
    for i in range(len(states)):
        actions[i] = NO_ACTION
        if rules.mover(states[i]) != OVER:
            action = signed(observing.action_of(states[i], choices[i]))
            if action == NO_ACTION or not rules.is_legal(states[i], action):
                return i
            actions[i] = action
    return -1


@compiled
def restart(
    states: States,
    start: States,
    trails: Trails,
    seeds: Integers,
    dealt: Integers,
    lengths: Integers,
    before: IntegerRows,
    movers: Integers,
    allowed: FlagRows,
    seen: SeenRows,
    at_once: int,
) -> None:
    """Begin every match anew from its seed."""
    aside = start.copy()
    room, order, actions = (
        np.zeros(ROOM_WORDS, np.int64),
        np.zeros(ORDER_LIMIT, np.int32),
        np.zeros(at_once, np.int32),
    )
    for i in range(len(states)):
        begin_match(states, start, trails, seeds, dealt, lengths, before, i, order, room)
        show(states, i, aside, movers, row(allowed, i), row(seen, i), actions)


@inner
def begin_match(
    states: States,
    start: States,
    trails: Trails,
    seeds: Integers,
    dealt: Integers,
    lengths: Integers,
    before: IntegerRows,
    i: int,
    order: Order,
    room: Room,
) -> None:
    """Begin match i from its seed."""
    states[i] = start[0]
    lengths[i] = 0
    trail = row(trails, i)
    play.begin(states[i], trail)
    dealt[i] = deal_when_due(states[i], seeds[i], 0, order, trail, room)
    for seat in range(before.shape[1]):
        before[i, seat] = rules.points(states[i], seat)


@compiled
def advance(
    states: States,
    start: States,
    trails: Trails,
    seeds: Integers,
    dealt: Integers,
    lengths: Integers,
    before: IntegerRows,
    movers: Integers,
    allowed: FlagRows,
    seen: SeenRows,
    at_once: int,
    actions: Choices,
    rewards: Rewards,
    terminated: Flags,
    truncated: Flags,
    ended: States,
    reward_kind: int,
    move_limit: int,
    stride: int,
) -> int:
    """Make the moves that `translate` found; returns the longest run of positions that a trail must hold.

    With a stride, a match that is over leaves its last state in `ended`, and the next one, whose seed is larger by
    the stride, begins at once; with 0 it stays as it is.
    """
    aside = start.copy()
    room, order, room_for_actions = (
        np.zeros(ROOM_WORDS, np.int64),
        np.zeros(ORDER_LIMIT, np.int32),
        np.zeros(at_once, np.int32),
    )
    longest = signed(0)
    for i in range(len(states)):
        got, trail = row(rewards, i), row(trails, i)
        got[:] = 0
        if actions[i] == NO_ACTION:
            continue
        play.step(states[i], actions[i], trail)
        lengths[i] += 1
        longest = max(longest, signed(rules.reversible(states[i])) + 1)
        dealt[i] = deal_when_due(states[i], seeds[i], dealt[i], order, trail, room)
        terminated[i] = rules.mover(states[i]) == OVER
        truncated[i] = not terminated[i] and move_limit > 0 and lengths[i] >= move_limit
        reward(states[i], row(before, i), got, reward_kind, terminated[i])
        if stride and (terminated[i] or truncated[i]):
            ended[i] = states[i]
            seeds[i] += stride
            begin_match(states, start, trails, seeds, dealt, lengths, before, i, order, room)
        show(states, i, aside, movers, row(allowed, i), row(seen, i), room_for_actions)
    return longest


@compiled
def view(states: States, seats: Integers, seen: SeenRows) -> None:
    """Write what a seat of each game sees."""
    aside = states[:1].copy()
    for i in range(len(states)):
        look(states, i, seats[i], aside, row(seen, i))


@compiled
def masks(states: States, allowed: FlagRows, at_once: int) -> None:
    """Mark the legal choices of each game."""
    actions = np.zeros(at_once, np.int32)
    for i in range(len(states)):
        flags = row(allowed, i)
        flags[:] = False
        if rules.mover(states[i]) >= 0:
            observing.allow(states[i], flags, actions)


@compiled
def choose(states: States, generators: Trails, choices: Choices, at_once: int) -> None:
    """Draw one of the legal choices of each game, all equally likely; 0 where there is none."""
    actions = np.zeros(at_once, np.int32)
    for i in range(len(states)):
        choices[i] = 0
        if rules.mover(states[i]) >= 0:
            action = rules.choose(states[i], row(generators, i), actions)
            choices[i] = observing.choice_of(states[i], action)


@compiled
def sizes(states: States) -> tuple[int, int, int]:
    """Give the number of choices, of numbers in an observation, and of actions that may be legal at once."""
    return observing.choices(states[0]), observing.seen_count(states[0]), rules.most_legal(states[0])


@compiled
def choice_of(states: States, action: int) -> int:
    """See `observing.choice_of`."""
    return observing.choice_of(states[0], action)


@compiled
def action_of(states: States, choice: int) -> int:
    """See `observing.action_of`."""
    return observing.action_of(states[0], choice)
