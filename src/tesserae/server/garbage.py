"""The search for garbage, in small pieces: left to itself it stops the server for longer than an answer may take.

Python counts how many more objects were made than thrown away. Where every message of a client replaces objects of
the one before, that hardly grows, and when a search comes at last there is a great deal to look at. Here it comes
after so many events; a full one, which looks at everything, every ten minutes.
"""

import gc
import time

YOUNG_AFTER = 128
"""Events between two searches among what is new."""
ALL_AFTER = 600.0
"""Seconds between two searches among everything, if anything happens at all."""
_BY_COUNT = (50_000, 50, 1_000_000)
"""Python's own thresholds, for what is no event: many objects more, and never everything."""


class Garbage:
    """When garbage was searched for, and when it is due again."""

    def __init__(self) -> None:
        """Leave out for good what the program itself consists of."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_BY_COUNT)
        self._events = 0
        self._searched_all = time.monotonic()

    def happened(self, events: int) -> None:
        """Count events, and search when it is time."""
        self._events += events
        if self._events < YOUNG_AFTER:
            return
        self._events = 0
        now = time.monotonic()
        is_all_due = now - self._searched_all >= ALL_AFTER
        gc.collect(2 if is_all_due else 1)
        if is_all_due:
            self._searched_all = now
