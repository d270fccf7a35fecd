"""What is known about playing Puzzelino well: go on while one can, take no piece that one need not take."""

import numpy as np

from tesserae.games.puzzelino import board
from tesserae.games.puzzelino.board import LAYS, WAYS, kind_of, piece_of
from tesserae.games.puzzelino.pieces import COUNT, GOES_ON
from tesserae.games.puzzelino.rules import DRAW, PASS, RACE, fill_unseen, may_pass
from tesserae.kernel.bits import population, signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.generator import Words, below
from tesserae.kernel.judgement import CERTAIN
from tesserae.kernel.ranking import share_of_seat
from tesserae.kernel.rules import OVER, Actions, mover, winners, worth

GOING_ON = sum(1 << piece for piece in range(COUNT) if GOES_ON[kind_of(piece)])
"""The pieces that let a player of the race lay one more."""
SCALE = np.array([2.5, 1.2])
"""How many points in the race, and in the game for points, make a player e times as likely to win as another.

They lie between what suits 5,000 games of sensible players best with two (3.7, 1.4) and with four (1.8, 1.0),
asked at every third move; early in a game a point tells less, late more.
"""


def promise(state: np.record, action: int) -> int:
    """What it counts, and one more in the race if the player then goes on."""
    goes_on = state.mode == RACE and action < LAYS and GOES_ON[kind_of(piece_of(action % WAYS))]
    return worth(state, action) + signed(goes_on)


def sensible(state: np.record, generator: Words, actions: Actions) -> int:
    """Lay as long as anything fits, in the race what lets one go on; draw only if one may not pass."""
    hand = state.hands[state.seat]
    if state.players == 1:
        count = board.placements(state, hand, actions)
        return signed(actions[below(generator, count)]) if count else signed(PASS)
    pieces = hand & GOING_ON if state.mode == RACE else hand
    ways = board.count_ways(state, pieces)
    if ways == 0:
        pieces = hand
        ways = board.count_ways(state, pieces)
    if ways:
        return board.numbered_way(state, pieces, below(generator, ways))
    return signed(PASS) if may_pass(state, False) else signed(DRAW)


def imagine(state: np.record, seat: int, generator: Words) -> None:
    """Give nobody what he cannot have, as long as there is anything else."""
    fill_unseen(state, seat, generator, True)


def outlook(state: np.record, seat: int) -> int:
    """When it is over, nine tenths who has won, one tenth the points; before, the points; alone, pieces laid."""
    if state.players == 1:
        return CERTAIN * (COUNT - population(state.unlaid)) // COUNT
    if mover(state) != OVER:
        return chance_ahead(state, seat)
    won = winners(state)
    shared = CERTAIN // population(won) * (won >> seat & 1)
    return (9 * shared + chance_ahead(state, seat)) // 10


@inner
def chance_ahead(state: np.record, seat: int) -> int:
    """The chance to win that a player's points stand for."""
    return signed(CERTAIN * share_of_seat(state.scores, signed(state.players), seat, SCALE[state.mode]))
