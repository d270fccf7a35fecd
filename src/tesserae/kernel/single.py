"""What Python calls for one game: the operations, compiled, on the first state of an array.

An array crosses into compiled code four times as fast as a single record does, and a game alone is simply an
array of length one.
"""

import numpy as np

from tesserae.kernel import play, rules
from tesserae.kernel.compiling import compiled
from tesserae.kernel.generator import Words, seed_generator
from tesserae.kernel.play import Trail
from tesserae.kernel.rules import ActionRows, Actions, Order, States


@compiled
def chance(states: States, bounds: Order) -> int:
    """See `rules.chance`."""
    return rules.chance(states[0], bounds)


@compiled
def deal(states: States, order: Order, trail: Trail) -> None:
    """See `play.deal_out`."""
    play.deal_out(states[0], order, trail)


@compiled
def begin(states: States, trail: Trail) -> None:
    """See `play.begin`."""
    play.begin(states[0], trail)


@compiled
def mover(states: States) -> int:
    """See `rules.mover`."""
    return rules.mover(states[0])


@compiled
def space(states: States) -> int:
    """See `rules.space`."""
    return rules.space(states[0])


@compiled
def most_legal(states: States) -> int:
    """See `rules.most_legal`."""
    return rules.most_legal(states[0])


@compiled
def legal(states: States, actions: Actions) -> int:
    """See `rules.legal`."""
    return rules.legal(states[0], actions)


@compiled
def is_legal(states: States, action: int) -> bool:
    """See `rules.is_legal`."""
    return rules.is_legal(states[0], action)


@compiled
def apply(states: States, action: int) -> None:
    """See `rules.apply`."""
    rules.apply(states[0], action)


@compiled
def step(states: States, action: int, trail: Trail) -> int:
    """Make one legal move; returns how many positions of the run the trail must be able to hold."""
    play.step(states[0], action, trail)
    return rules.reversible(states[0]) + 1


@compiled
def choose(states: States, generator: Words, actions: Actions) -> int:
    """See `rules.choose`."""
    return rules.choose(states[0], generator, actions)


@compiled
def worth(states: States, action: int) -> int:
    """See `rules.worth`."""
    return rules.worth(states[0], action)


@compiled
def points(states: States, seat: int) -> int:
    """See `rules.points`."""
    return rules.points(states[0], seat)


@compiled
def winners(states: States) -> int:
    """See `rules.winners`."""
    return rules.winners(states[0])


@compiled
def ending(states: States) -> int:
    """See `rules.ending`."""
    return rules.ending(states[0])


@compiled
def resign(states: States, seat: int) -> None:
    """See `rules.resign`."""
    rules.resign(states[0], seat)


@compiled
def agree_draw(states: States) -> None:
    """See `rules.agree_draw`."""
    rules.agree_draw(states[0])


@compiled
def position_key(states: States) -> np.uint64:
    """See `rules.position_key`."""
    return rules.position_key(states[0])


@compiled
def mask_in_place(states: States, seat: int) -> None:
    """See `rules.mask`."""
    rules.mask(states[0], seat)


@compiled
def determinize_in_place(states: States, seat: int, generator: Words) -> None:
    """See `rules.determinize`."""
    rules.determinize(states[0], seat, generator)


@compiled
def seeded(generator: Words, seed: np.uint64, stream: int) -> None:
    """See `generator.seed_generator`."""
    seed_generator(generator, seed, stream)


@compiled
def perft(stack: States, actions: ActionRows, depth: int) -> int:
    """See `play.count_leaves`."""
    return play.count_leaves(stack, actions, depth)


def mask(states: States, seat: int) -> States:
    """Return the state as this seat may know it (seat -1: a spectator)."""
    masked = states.copy()
    mask_in_place(masked, seat)
    return masked


def determinize(masked: States, seat: int, generator: Words) -> States:
    """Return a whole state that agrees with what this seat knows, drawn uniformly."""
    filled = masked.copy()
    determinize_in_place(filled, seat, generator)
    return filled
