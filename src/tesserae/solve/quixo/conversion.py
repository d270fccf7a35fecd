"""Finding the way to conversion with the values alone: to the taking of a neutral cube, or to the end of the game.

Among won positions one can walk in circles. A player makes progress if every move brings conversion nearer, for
there are only so many neutral cubes. Long distances are stored (see `tables`), short ones are found here:

    won in 0     he takes a neutral cube, and the other is lost
    won in n     one of his moves wins at once, or leads to a position that is lost in n - 1
    lost in n    every move that takes no neutral cube leads to a position that is won in n - 1, or loses at once

The rules make the moves, and the tables say which of them are worth following.
"""

from tesserae.games.quixo.rules import NOBODY
from tesserae.kernel.batch import IntegerRows
from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import compiled, inner
from tesserae.kernel.rules import ActionRows, Actions, States, apply, legal
from tesserae.solve.quixo.probe import DRAW, LOSS, MISSING, NO_PLIES, WIN, Probe, plies_of, value_of

NOT_FOUND, GAVE_UP = -1, -2
OPEN, FAILS, WORKS, LEFT_OUT = range(4)
"""What is known of a position or a move: whether it leads to conversion in time."""
COUNT, NEXT = 0, 1
"""For each position on the way: how many moves it has, and how many of them were tried."""


@inner
def outcome(probe: Probe, after: States, place: int, team: int) -> int:
    """Say what a move is worth to who has made it: `after[place]` is what came of it."""
    if after[place].end:
        winner = signed(after[place].winner)
        return DRAW if winner == NOBODY else WIN if winner == team else LOSS
    mover = signed(after[place].seat) & 1
    found = value_of(probe, signed(after[place].marks[mover]), signed(after[place].marks[1 - mover]))
    return MISSING if found == MISSING else -found


@inner
def stored_plies(probe: Probe, states: States, place: int) -> int:
    """Look up the distance of a position; 0 if the game has ended."""
    if states[place].end:
        return 0
    mover = signed(states[place].seat) & 1
    return plies_of(probe, signed(states[place].marks[mover]), signed(states[place].marks[1 - mover]))


@compiled
def value_moves(probe: Probe, stack: States, actions: Actions, found: IntegerRows) -> int:
    """Value all legal moves of `stack[0]`; writes value, stored distance and whether a neutral cube is taken."""
    count = legal(stack[0], actions)
    team = signed(stack[0].seat) & 1
    for number in range(count):
        stack[1] = stack[0]
        apply(stack[1], signed(actions[number]))
        found[number, 0] = outcome(probe, stack, 1, team)
        found[number, 1] = stored_plies(probe, stack, 1)
        found[number, 2] = signed(stack[1].since_neutral == 0)
    return count


@inner
def wins_by_taking(probe: Probe, stack: States, level: int, moves: Actions, count: int) -> int:
    """Find a move that takes a neutral cube and wins; returns its number, or NOT_FOUND."""
    team = signed(stack[level].seat) & 1
    for number in range(count):
        stack[level + 1] = stack[level]
        apply(stack[level + 1], signed(moves[number]))
        if stack[level + 1].since_neutral == 0 and outcome(probe, stack, level + 1, team) == WIN:
            return number
    return NOT_FOUND


@inner
def enter(probe: Probe, stack: States, moves: ActionRows, frames: IntegerRows, level: int, limit: int) -> int:
    """List the moves of a position; WORKS if a neutral cube can be taken, FAILS if there is no time for more."""
    frames[level, COUNT] = legal(stack[level], moves[level])
    frames[level, NEXT] = 0
    if level & 1 == 0:
        taking = wins_by_taking(probe, stack, level, moves[level], frames[level, COUNT])
        if taking != NOT_FOUND:
            frames[level, NEXT] = taking + 1
            return WORKS
    return FAILS if level >= limit else OPEN


@inner
def follow(probe: Probe, stack: States, level: int, action: int, left: int) -> int:
    """Make a move, and say what is known of it: whether it WORKS or FAILS, is to be LEFT_OUT, or still OPEN."""
    team = signed(stack[level].seat) & 1
    stack[level + 1] = stack[level]
    apply(stack[level + 1], action)
    if level & 1 == 0:
        if outcome(probe, stack, level + 1, team) != WIN:
            return LEFT_OUT
        if stack[level + 1].end:
            return WORKS
    elif stack[level + 1].since_neutral == 0 or stack[level + 1].end:
        return LEFT_OUT
    plies = stored_plies(probe, stack, level + 1)
    return OPEN if plies == NO_PLIES else WORKS if plies <= left else FAILS


@compiled
def find_conversion(
    probe: Probe, stack: States, moves: ActionRows, frames: IntegerRows, limit: int, most: int
) -> int:
    """Find a move of the won position `stack[0]` that leads to conversion within so many plies.

    Returns its place in `moves[0]`, NOT_FOUND, or GAVE_UP after so many positions. At even levels one move that
    works is enough, at odd levels one that fails.
    """
    level, looked = 0, 1
    verdict = enter(probe, stack, moves, frames, 0, limit)
    while verdict == OPEN or level > 0:
        is_ours = level & 1 == 0
        if verdict != OPEN:
            level -= 1
            if (verdict == WORKS) != (level & 1 == 0):
                verdict = OPEN
        elif frames[level, NEXT] == frames[level, COUNT]:
            verdict = FAILS if is_ours else WORKS
        else:
            frames[level, NEXT] += 1
            known = follow(probe, stack, level, signed(moves[level, frames[level, NEXT] - 1]), limit - level - 1)
            if known == OPEN:
                level += 1
                looked += 1
                if looked > most:
                    return GAVE_UP
                verdict = enter(probe, stack, moves, frames, level, limit)
            elif known == (WORKS if is_ours else FAILS):
                verdict = known
    return frames[0, NEXT] - 1 if verdict == WORKS else NOT_FOUND
