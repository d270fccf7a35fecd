"""What the others may have, concluded from what everybody saw them do.

`odds` in the record says for each player and each tile how likely it is that he has it, if he may have it at all:
LIKELY where nothing speaks against it, half of that where it is half as likely, 0 where he cannot have it. It is
public, and tells nothing that only some know: who looks at it leaves out the tiles that he sees. Of a tile just
drawn nothing is known until its player makes his next move.
"""

import numpy as np

from tesserae.games.dominoes.board import is_first
from tesserae.games.dominoes.rules import (
    DRAW,
    LIKELY,
    PASS,
    gather_unseen,
    hand_over,
    hands_are_shown,
    leave_pool,
    must_lay,
)
from tesserae.games.dominoes.tiles import COUNT, START_RANK
from tesserae.kernel.batch import Integers
from tesserae.kernel.bits import lowest, signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.generator import Words, below
from tesserae.kernel.rules import determinize

DREW = 90
"""Who draws has a tile that fits so many times in a hundred as often as another, divided by the number of players:
the fewer there are, the more often it pays to draw although one could lay."""
KEPT = 12
"""The same of a tile that was drawn and not laid at once."""
REFUSED = 30
"""The same of who passes because the pool is empty, though he need not lay."""
LAID_ANOTHER = 73
"""The same of who lays another tile.

All four are near what suits rounds of strong players best, in both games with two, three and four; what the odds
tell about such rounds is counted by `python -m bench.odds`.
"""
TRIES, CHANGES = 8, 20
"""So many times at most another tile is drawn for a place instead of an unlikely one; then two places may exchange
their tiles so many times, as what is likely for one player may be needed more by another."""
ANYBODY = -1
"""Whoever has a place that nothing is known of: the pool, or the tile drawn last."""


# --- what everybody sees -----------------------------------------------------------------------------------


def witness(state: np.record, action: int) -> None:
    """Conclude what a player hardly has from what he does about the tiles that fit."""
    seat = signed(state.seat)
    if action in (DRAW, PASS):
        if state.draws:
            take_in(state, seat)
        elif must_lay(state, True):
            make_unlikely(state, seat, state.fitting, 0)
        else:
            make_unlikely(state, seat, state.fitting, DREW // signed(state.players) if action == DRAW else REFUSED)
        return
    tile = action % COUNT
    if is_first(state):
        if not state.lots:
            rule_out_better_starts(state, tile)
    elif state.draws == 0:
        make_unlikely(state, seat, state.fitting, LAID_ANOTHER)
    for player in range(state.players):
        state.odds[player, tile] = 0


@inner
def make_unlikely(state: np.record, seat: int, tiles: int, percent: int) -> None:
    """Multiply the odds of some tiles; only 0 % makes them 0."""
    left = tiles
    while left:
        tile = lowest(left)
        left &= left - 1
        odds = signed(state.odds[seat, tile])
        state.odds[seat, tile] = max(odds * percent // 100, min(odds, 1)) if percent else 0


@inner
def take_in(state: np.record, seat: int) -> None:
    """Mix the odds of the tile drawn last, which was not laid, with those of the others in the hand."""
    kept = 0 if must_lay(state, True) else LIKELY * KEPT // 100
    drawn, before = np.zeros(COUNT, np.int64), signed(0)
    for tile in range(COUNT):
        before += signed(state.odds[seat, tile])
        if state.unlaid >> tile & 1:
            drawn[tile] = kept if state.fitting >> tile & 1 else LIKELY
    others, whole = signed(state.held[seat]) - 1, drawn.sum()
    for tile in range(COUNT):
        drawn[tile] = drawn[tile] * before + others * signed(state.odds[seat, tile]) * whole
    highest = max(drawn.max(), signed(1))
    for tile in range(COUNT):
        odds = (LIKELY * drawn[tile] + highest // 2) // highest
        state.odds[seat, tile] = max(odds, signed(drawn[tile] > 0))


@inner
def rule_out_better_starts(state: np.record, started: int) -> None:
    """Nobody was dealt a tile with a better right to start than the one that did."""
    for tile in range(COUNT):
        if START_RANK[tile] > START_RANK[started]:
            for seat in range(state.players):
                state.odds[seat, tile] = 0


# --- what one imagines -------------------------------------------------------------------------------------


def imagine(state: np.record, seat: int, generator: Words) -> None:
    """Deal the unseen tiles, one way as much likelier than another as the odds of all players together say."""
    if hands_are_shown(state) or is_first(state):
        determinize(state, seat, generator)
        return
    count = gather_unseen(state)
    owners = np.full(COUNT, ANYBODY, np.int64)
    place = signed(state.pool_left)
    for player in range(state.players):
        if player != seat:
            is_drawing = player == state.seat and state.draws > 0
            owners[place + is_drawing : place + state.held[player]] = player
            place += signed(state.held[player])
    for place in range(count - 1, -1, -1):
        draw_for(state, owners, place, generator)
    place = count
    for _ in range(CHANGES):
        place = place + 1 if place + 1 < count else signed(state.pool_left)
        if place < count:
            change_places(state, owners, place, below(generator, count), generator)
    place = signed(state.pool_left)
    for player in range(state.players):
        if player != seat:
            for number in range(state.held[player]):
                hand_over(state, player, number, signed(state.pool[place]))
                place += 1
    leave_pool(state)


@inner
def draw_for(state: np.record, owners: Integers, place: int, generator: Words) -> None:
    """Put one of the tiles up to this place there, an unlikely one hardly ever."""
    other = below(generator, place + 1)
    for _ in range(TRIES):
        if below(generator, LIKELY) < odds_of(state, owners[place], signed(state.pool[other])):
            break
        other = below(generator, place + 1)
    state.pool[place], state.pool[other] = state.pool[other], state.pool[place]


@inner
def change_places(state: np.record, owners: Integers, one: int, other: int, generator: Words) -> None:
    """Exchange two tiles if that is likelier, or sometimes if it is less likely (Metropolis)."""
    first, second = owners[one], owners[other]
    if first == second:
        return
    tile, counterpart = signed(state.pool[one]), signed(state.pool[other])
    now = odds_of(state, first, tile) * odds_of(state, second, counterpart)
    then = odds_of(state, first, counterpart) * odds_of(state, second, tile)
    if then >= now or below(generator, now) < then:
        state.pool[one], state.pool[other] = counterpart, tile


@inner
def odds_of(state: np.record, player: int, tile: int) -> int:
    """Look up how likely a player has a tile."""
    return LIKELY if player == ANYBODY else signed(state.odds[player, tile])
