"""Limits that slow down whoever sends too much, and never refuse a move that a person makes."""

import time
from collections.abc import Hashable
from dataclasses import dataclass


@dataclass(frozen=True)
class Allowance:
    """So many at once, and so many a second for ever."""

    burst: float
    rate: float


FRAMES = Allowance(burst=40, rate=10)
"""Messages with one token from one address. More are read later, not refused."""
REQUESTS = Allowance(burst=300, rate=10)
"""HTTP requests of one address: a whole school may sit behind it."""
NEW_TABLES = Allowance(burst=60, rate=1)
"""Tables set up and seats taken by one address."""
REPLAYS = Allowance(burst=30, rate=0.5)
"""Matches looked at again by one address: each takes a thread for a while."""
MOST_SOCKETS = 1000
"""Of one address."""
_PRUNE_AT = 10_000


class Buckets:
    """What everybody has used of an allowance; whoever has used none lately is forgotten."""

    def __init__(self, allowance: Allowance) -> None:
        """Begin with full buckets."""
        self._allowance = allowance
        self._used: dict[Hashable, tuple[float, float]] = {}

    def wait(self, key: Hashable) -> float:
        """Take one, and say how many seconds to wait until there is one."""
        now = time.monotonic()
        used, at = self._used.get(key, (0.0, now))
        used = max(0.0, used - (now - at) * self._allowance.rate) + 1
        if len(self._used) >= _PRUNE_AT:
            self._prune(now)
        self._used[key] = used, now
        return max(0.0, (used - self._allowance.burst) / self._allowance.rate)

    def give_back(self, key: Hashable) -> None:
        """Undo a `wait` whose request was turned away, so that turning away does not go on for ever."""
        used, at = self._used[key]
        self._used[key] = used - 1, at

    def _prune(self, now: float) -> None:
        rate = self._allowance.rate
        self._used = {key: (used, at) for key, (used, at) in self._used.items() if used > (now - at) * rate}
