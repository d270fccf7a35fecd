"""The rules of Quixo: two players, or four in two teams with dots, on 3x3, 4x4 and 5x5.

Seats count clockwise, A1 B1 A2 B2, so a seat's team is its last bit and its place in the team the bit above.
An action is a push from the table of `board`; with four players the second half of the numbers turns the dot to
the partner instead of to oneself.
"""

import sys

import numpy as np

from tesserae.games.quixo.board import BORDER, ENTRY, PLACE, PUSH, PUSHES, has_line, push_plane
from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.generator import Words, below
from tesserae.kernel.rules import OVER, Actions, register

STATE = np.dtype(
    (
        np.record,
        [
            ("marks", np.uint32, (2,)),  # the cubes of each team
            ("dots", np.uint32),  # those of them that point at the second partner of their team
            ("seat", np.uint8),  # the player to move
            ("players", np.uint8),
            ("side", np.uint8),
            ("end", np.uint8),  # why the game ended: an index into ENDINGS
            # up to here the position, from here what counts the course of play
            ("ply", np.uint32),
            ("since_neutral", np.uint32),  # moves since a neutral cube was taken
            ("ply_limit", np.uint32),  # 0: none
            ("third_repetition_draws", np.uint8),
            ("winner", np.uint8),  # the team that has won
            ("padding", np.uint8, (2,)),
        ],
    )
)
POSITION_WORDS = 2

ENDINGS = ("", "line", "other_line", "repetition", "ply_limit", "resignation", "agreement")
RUNNING, LINE, OTHER_LINE, REPETITION, PLY_LIMIT, RESIGNATION, AGREEMENT = range(len(ENDINGS))
NOBODY = 2
"""The winning team of a draw, and while the game runs."""


def mover(state: np.record) -> int:
    """The seat whose turn it is."""
    return OVER if state.end else signed(state.seat)


@inner
def space(state: np.record) -> int:
    """Each push once, or with four players once for each way to turn the dot."""
    return PUSHES[state.side] * (state.players // 2)  # type: ignore[no-any-return]


@inner
def takeable(state: np.record) -> int:
    """The border cubes the player to move may take: all but the other side's.

    With four players those of his own team are barred too while their dot points at his partner, and in his
    first turn, which nobody is ever skipped before, all of them.
    """
    seat = signed(state.seat)
    barred = signed(state.marks[1 - (seat & 1)])
    if state.players == 4:
        second = signed(state.dots)
        elsewhere = signed(-1) if state.ply < 4 else ~second if seat >> 1 else second
        barred |= signed(state.marks[seat & 1]) & elsewhere
    return BORDER[state.side] & ~barred  # type: ignore[no-any-return]


@inner
def push_of(state: np.record, action: int) -> int:
    """The push an action makes, whichever way it turns the dot."""
    pushes = PUSHES[state.side]
    return action - pushes if action >= pushes else action


def is_legal(state: np.record, action: int) -> bool:
    """Whether the action exists and its cube may be taken."""
    if state.end or action < 0 or action >= space(state):
        return False
    return bool(takeable(state) >> PUSH[state.side, push_of(state, action), PLACE] & 1)


def legal(state: np.record, actions: Actions) -> int:
    """All pushes of the cubes that may be taken, with four players for either way to turn the dot."""
    if state.end:
        return 0
    cubes = takeable(state)
    pushes = PUSHES[state.side]
    count = 0
    for push in range(pushes):
        actions[count] = push
        count += cubes >> PUSH[state.side, push, PLACE] & 1
    if state.players == 4:
        for i in range(count):
            actions[count + i] = actions[i] + pushes
        count *= 2
    return count


def choose(state: np.record, generator: Words, _actions: Actions) -> int:
    """Try numbers until one is legal: quicker than listing, and just as uniform."""
    cubes = takeable(state)
    numbers = space(state)
    action = below(generator, numbers)
    while not cubes >> PUSH[state.side, push_of(state, action), PLACE] & 1:
        action = below(generator, numbers)
    return action


def apply(state: np.record, action: int) -> None:
    """Take the cube, push it in with the team's mark up, and see whether that ends the game."""
    side, seat = signed(state.side), signed(state.seat)
    team, push = seat & 1, push_of(state, action)
    own, other = signed(state.marks[team]), signed(state.marks[1 - team])
    entered = signed(1) << PUSH[side, push, ENTRY]
    was_marked = (own | other) >> PUSH[side, push, PLACE] & 1
    state.since_neutral = (signed(state.since_neutral) + 1) * was_marked
    own = push_plane(own, side, push) | entered
    other = push_plane(other, side, push)
    state.marks[team] = own
    state.marks[1 - team] = other
    if state.players == 4:
        points_at_second = (action >= PUSHES[side]) != (seat >> 1)
        state.dots = push_plane(signed(state.dots), side, push) | (entered if points_at_second else 0)
    state.ply += 1
    if has_line(other, side):
        state.end = OTHER_LINE
        state.winner = 1 - team
    elif has_line(own, side):
        state.end = LINE
        state.winner = team
    elif state.ply == state.ply_limit:
        state.end = PLY_LIMIT
    else:
        pass_turn(state)


@inner
def pass_turn(state: np.record) -> None:
    """Give the turn to the next player; with four, to the next who has a cube to take.

    There is one: every marked cube points at somebody who may take it.
    """
    state.seat = (signed(state.seat) + 1) & (signed(state.players) - 1)
    while state.players == 4 and takeable(state) == 0:
        state.seat = (signed(state.seat) + 1) & 3


def reversible(state: np.record) -> int:
    """A neutral cube never comes back, so nothing before its taking can recur; nor need anybody look if it may."""
    return signed(state.since_neutral) if state.third_repetition_draws else 0


def repeat(state: np.record, times: int) -> None:
    """The third occurrence of a position is a draw, unless switched off."""
    if times >= 3 and state.third_repetition_draws and not state.end:
        state.end = REPETITION


def position_words(_state: np.record) -> int:
    """The cubes, their dots and the player to move."""
    return POSITION_WORDS


def points(state: np.record, seat: int) -> int:
    """One for a win, nothing else."""
    return int(state.winner == seat & 1)


def winners(state: np.record) -> int:
    """Every seat of the winning team."""
    both_seats = 0b0101 if state.players == 4 else 0b01
    return 0 if state.winner == NOBODY else both_seats << state.winner


def ending(state: np.record) -> int:
    """An index into ENDINGS."""
    return signed(state.end)


def resign(state: np.record, seat: int) -> None:
    """The other team wins; with four players one partner resigns for both."""
    state.end = RESIGNATION
    state.winner = 1 - (seat & 1)


def agree_draw(state: np.record) -> None:
    """Nobody wins."""
    state.end = AGREEMENT


register(STATE, sys.modules[__name__])
