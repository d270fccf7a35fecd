"""What becomes of a tile once its successors are known: new wins and losses, and who may still become a loss.

The result of looking ahead is numbered by the opponent's cubes. The mover's are all the others, so every bit of
the number is the opposite: units, words and bits are read in reverse order.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tesserae.kernel.bits import lowest, mirrored, population, signed
from tesserae.kernel.compiling import inner
from tesserae.solve.quixo.unit import Words

WINS, LOSSES, EVENTS = range(3)
"""What a sweep counts: new wins, new losses, and of these the ones written down."""


class Change(NamedTuple):
    """New values of one word of each plane, and what may still be lost."""

    win: np.uint64
    not_loss: np.uint64
    candidates: np.uint64


class Ledger(NamedTuple):
    """Where a sweep writes down what it settles: `2 * state + (1 if lost)`, a state being set and number."""

    counts: npt.NDArray[np.int64]
    events: npt.NDArray[np.int64]
    """Empty if nothing is to be written down."""


@inner
def decide(
    all_won: np.uint64,
    none_lost: np.uint64,
    win: np.uint64,
    not_loss: np.uint64,
    candidates: np.uint64,
    settles: bool,
) -> Change:
    """Apply the rules to as many states as a word has bits.

    While looking only at neutral cubes nothing is lost yet: states that have a way out stop being candidates.
    """
    won = win | (~none_lost & not_loss)
    if settles:
        return Change(won, not_loss & ~(all_won & candidates & ~win), candidates)
    return Change(won, not_loss, candidates & all_won)


@inner
def note(ledger: Ledger, state: int, won: np.uint64, lost: np.uint64) -> None:
    """Count new wins and losses, and write them down if asked to; `state` is that of the lowest bit."""
    ledger.counts[WINS] += population(signed(won))
    ledger.counts[LOSSES] += population(signed(lost))
    if len(ledger.events):
        left, losses = signed(won | lost), signed(lost)
        while left:
            place = lowest(left)
            ledger.events[ledger.counts[EVENTS]] = 2 * (state + place) + (losses >> place & 1)
            ledger.counts[EVENTS] += 1
            left &= left - 1


@inner
def update_large(
    result: Words,
    units: int,
    inside: int,
    first: int,
    old: Words,
    target: Words,
    candidates: Words,
    settles: bool,
    state: int,
    ledger: Ledger,
) -> None:
    """Bring units of at least 64 states up to date; `first` is the first 64-bit word of the tile in the tables."""
    plane = signed(1) << (inside - 6)
    one = np.uint64(1)
    for unit in range(units):
        at = np.uint64(first + 2 * plane * unit)
        back = np.uint64(2 * plane * (units - 1 - unit) + plane - 1)
        for number in range(plane):
            word = np.uint64(number)
            win, not_loss = at + word, at + np.uint64(plane) + word
            room = (at >> one) + word
            change = decide(
                mirrored(result[back - word]),
                mirrored(result[back + np.uint64(plane) - word]),
                old[win],
                old[not_loss],
                candidates[room],
                settles,
            )
            if not settles:
                candidates[room] = change.candidates
            new_win, new_not_loss = change.win | target[win], change.not_loss & target[not_loss]
            won, lost = new_win & ~old[win], old[not_loss] & ~new_not_loss
            if new_win != target[win]:
                target[win] = new_win
            if new_not_loss != target[not_loss]:
                target[not_loss] = new_not_loss
            if won | lost:
                note(ledger, state + (unit << inside) + 64 * number, won, lost)


@inner
def update_small(
    result: Words,
    units: int,
    inside: int,
    first: int,
    old: Words,
    target: Words,
    candidates: Words,
    settles: bool,
    state: int,
    ledger: Ledger,
) -> None:
    """Do the same for units of at most 32 states, whose planes share a word; `first` is in words of 32 bits."""
    plane = np.uint64(32 if inside == 5 else 16)
    mask = (np.uint64(1) << plane) - np.uint64(1)
    back = np.uint64(64 - (1 << inside))
    result32, old32, target32 = result.view(np.uint32), old.view(np.uint32), target.view(np.uint32)
    candidates32, candidates16 = candidates.view(np.uint32), candidates.view(np.uint16)
    for unit in range(units):
        if inside == 5:
            at = np.uint64(first // 2 + unit)
            ahead, before, there = result[units - 1 - unit], old[at], target[at]
            room = np.uint64(candidates32[at])
        else:
            at = np.uint64(first + unit)
            ahead = np.uint64(result32[units - 1 - unit])
            before, there = np.uint64(old32[at]), np.uint64(target32[at])
            room = np.uint64(candidates16[at])
        change = decide(
            mirrored(ahead & mask) >> back,
            mirrored(ahead >> plane) >> back,
            before & mask,
            before >> plane,
            room,
            settles,
        )
        new_win, new_not_loss = change.win | (there & mask), change.not_loss & (there >> plane)
        after = new_win | (new_not_loss << plane)
        if inside == 5:
            target[at] = after
            candidates32[at] = change.candidates
        else:
            target32[at] = after
            candidates16[at] = change.candidates
        if after != before:
            note(
                ledger,
                state + (unit << inside),
                new_win & ~(before & mask),
                (before >> plane) & ~new_not_loss,
            )
