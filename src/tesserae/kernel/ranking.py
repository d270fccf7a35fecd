"""Who is ahead: the same question in every game that counts points."""

import math

import numpy as np
import numpy.typing as npt

from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import inner

NO_SCORE = -1 << 40
"""Less than anybody ever has."""
MOST_UNLIKELY = 30.0
"""Chances do not get worse than one to e to this."""


@inner
def best_seats(scores: npt.NDArray[np.integer], players: int, barred: int) -> int:
    """Collect the seats with the most points, but for the one that is barred (-1: nobody), as a bit set."""
    best, found = signed(NO_SCORE), signed(0)
    for seat in range(players):
        score = signed(scores[seat])
        if seat != barred and score >= best:
            found = found | signed(1) << seat if score == best else signed(1) << seat
            best = score
    return found


@inner
def share_of_seat(scores: npt.NDArray[np.integer], players: int, seat: int, scale: float) -> float:
    """Give a player's share of the chances: one counts e times as much as one who is so many points behind."""
    shares = 0.0
    for other in range(players):
        ahead = (signed(scores[other]) - signed(scores[seat])) / scale
        shares += math.exp(min(ahead, MOST_UNLIKELY))
    return 1.0 / shares
