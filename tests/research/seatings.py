"""Every game with every number of players, in its shortest form: what the tests of the adapters run over."""

from typing import Any

SEATINGS: list[tuple[str, dict[str, Any]]] = [
    *(("quixo", {"size": 3, "players": players}) for players in (2, 4)),
    *(("triominos", {"players": players, "rounds": 1}) for players in range(1, 7)),
    *(("tripple", {"players": players, "rounds": 1}) for players in range(1, 7)),
    ("riomino", {"level": "starter"}),
    ("riomino", {"level": "wizard"}),
    *(("puzzelino", {"mode": "race", "players": players}) for players in (2, 3, 4)),
    ("puzzelino", {"mode": "points", "players": 2}),
    ("puzzelino", {"mode": "figure", "players": 1}),
    ("puzzelino", {"mode": "tray", "players": 1, "puzzle": 3}),
]
