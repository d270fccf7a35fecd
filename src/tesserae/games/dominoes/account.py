"""The account: what the last move or deal brought to whom, and for what.

Nothing changes a score but `credit`, which also writes it down; so the scores are always the sum of the account.
"""

import numpy as np

from tesserae.games.dominoes.editions import MOST_PLAYERS
from tesserae.games.game import Entry
from tesserae.kernel.compiling import inner

ACCOUNT = (
    "tile",
    "start",
    "bridge",
    "double_connection",
    "hexagon",
    "double_hexagon",
    "triple_hexagon",
    "draw",
    "three_draws",
    "empty_pool",
    "going_out",
    "pips",
    "own_pips",
)
(
    TILE,
    START,
    BRIDGE,
    DOUBLE_CONNECTION,
    HEXAGON,
    DOUBLE_HEXAGON,
    TRIPLE_HEXAGON,
    DRAWN,
    THREE_DRAWS,
    EMPTY_POOL,
    GOING_OUT,
    PIPS,
    OWN_PIPS,
) = range(len(ACCOUNT))

ENTRIES = 16
"""Room for the longest: a penalty, and a blocked round won by all six players."""
FIELDS = [
    ("scores", np.int32, (MOST_PLAYERS,)),
    ("entry_points", np.int16, (ENTRIES,)),
    ("entry_seat", np.uint8, (ENTRIES,)),
    ("entry_what", np.uint8, (ENTRIES,)),
    ("entries", np.uint8),
]


@inner
def credit(state: np.record, seat: int, what: int, points: int) -> None:
    """Give a player points, or take some away, and write down what for."""
    if points:
        entry = state.entries
        state.scores[seat] += points
        state.entry_points[entry] = points
        state.entry_seat[entry] = seat
        state.entry_what[entry] = what
        state.entries = entry + 1


def entries(state: np.record) -> list[Entry]:
    """Read what was written down since the last move or deal began."""
    columns = (state[name][: state["entries"]].tolist() for name in ("entry_seat", "entry_what", "entry_points"))
    return [Entry(seat, ACCOUNT[what], points) for seat, what, points in zip(*columns, strict=True)]
