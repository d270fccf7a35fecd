"""How much the bots think in a second, game by game, beside random playouts from the same position."""

from collections.abc import Callable
from functools import partial

import numpy as np

from bench.measure import Contestant, Sheet, race
from bench.positions import HIDDEN_OR_MANY, SEED, TWO_SIDES, Position
from tesserae.bots import alphabeta, treesearch
from tesserae.bots.protocol import new_generator
from tesserae.bots.treesearch import PLAYOUT_LIMIT
from tesserae.kernel import batch, single
from tesserae.kernel.compiling import compiled
from tesserae.kernel.generator import Words
from tesserae.kernel.judgement import imagine, sensible
from tesserae.kernel.play import Trail, step
from tesserae.kernel.rules import Actions, States, mover

POSITIONS = 100_000
"""The alpha-beta search of a row looks at so many, then it begins anew."""
PLAYOUTS = 4_000
"""So many go into a tree, then it begins anew."""


def alphabeta_sheet(seconds: float) -> Sheet:
    """Count positions, beside the plies of random playouts."""
    figures = {}
    for title, position in TWO_SIDES.items():
        looking, plies = _rates(seconds, partial(_look, position), _random_moves(position))
        figures[title] = {
            "positions a second": looking,
            "µs each": 1e6 / looking,
            "random plies a second": plies,
            "a position costs plies": plies / looking,
        }
    return Sheet("alpha-beta search", figures)


def tree_sheet(seconds: float) -> Sheet:
    """Count playouts: of the search, of the same policy without a tree, and of random ones."""
    figures = {}
    for title, position in HIDDEN_OR_MANY.items():
        policy, random = _sensible_moves(position), _random_moves(position)
        rates = _rates(
            seconds, partial(_search, position), *(partial(_playouts, play) for play in (policy, random))
        )
        searching, sensible_ones, random_ones = rates
        moves, random_moves = policy() / PLAYOUTS, random() / PLAYOUTS
        figures[title] = {
            "playouts a second": searching,
            "µs each": 1e6 / searching,
            "moves each": moves,
            "a second without the tree": sensible_ones,
            "random playouts a second": random_ones,
            "moves in random ones": random_moves,
            "a playout costs random playouts": random_ones / searching,
            "a move costs random moves": random_ones * random_moves / (searching * moves),
        }
    return Sheet("tree search", figures)


def _rates(seconds: float, *work: Callable[[], int]) -> list[float]:
    rows = [Contestant("", do) for do in work]
    race(rows, seconds)
    return [row.best for row in rows]


def _playouts(play: Callable[[], int]) -> int:
    play()
    return PLAYOUTS


# --- the contestants ---------------------------------------------------------------------------------------


def _look(position: Position) -> int:
    """Look ahead as far as so many positions lead; returns how many it were."""
    search = alphabeta.Search(position.masked, new_generator(SEED), position.trail)
    looked = 0
    while looked < POSITIONS and (more := search.run(POSITIONS - looked)):
        looked += more
    return looked


def _search(position: Position) -> int:
    """Grow a tree of so many playouts."""
    players, generator = position.game.players, new_generator(SEED)
    return treesearch.Search(position.masked, position.seat, players, generator, position.trail).run(PLAYOUTS)


def _random_moves(position: Position) -> Callable[[], int]:
    """Play out at random what was imagined beforehand; returns the sum of the moves."""
    imagined = position.imagined(PLAYOUTS)
    return lambda: int(batch.playouts(imagined.copy(), SEED, threads=1).sum())


def _sensible_moves(position: Position) -> Callable[[], int]:
    """Imagine and play on as the tree search does, but without a tree; returns the sum of the moves."""
    states = np.repeat(position.masked, 2)
    actions = np.zeros(single.most_legal(states), np.int32)
    return lambda: sensible_moves(states, position.seat, actions, position.trail, new_generator(SEED), PLAYOUTS)


@compiled
def sensible_moves(
    states: States, seat: int, actions: Actions, trail: Trail, generator: Words, playouts: int
) -> int:
    """See `_sensible_moves`; the first state is the one to play from."""
    moves, run = 0, trail.copy()
    for _ in range(playouts):
        states[1] = states[0]
        state = states[1]
        imagine(state, seat, generator)
        run[:] = trail
        left = PLAYOUT_LIMIT
        while mover(state) >= 0 and left:
            step(state, sensible(state, generator, actions), run)
            left -= 1
        moves += PLAYOUT_LIMIT - left
    return moves
