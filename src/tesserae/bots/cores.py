"""The cores that bots think on: no more think at a time than there are, and everybody gets a turn.

More at once would keep everybody else in the process waiting, above all a server's loop: whoever holds the
interpreter lock might be put to sleep by the others.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, local

from tesserae.kernel.batch import available_cores


class Cores:
    """Places for so many threads, given to whoever has waited longest."""

    def __init__(self, count: int) -> None:
        """Begin with all places free."""
        self._free = count
        self._waiting = deque[Lock]()
        self._lock = Lock()
        self._thread = local()

    @contextmanager
    def one(self) -> Iterator[None]:
        """Wait for a place and have it for a while; a thread that has one already needs no second."""
        if getattr(self._thread, "has_place", False):
            yield
            return
        self._take()
        self._thread.has_place = True
        try:
            yield
        finally:
            self._thread.has_place = False
            self._pass_on()

    def _take(self) -> None:
        turn = Lock()
        turn.acquire()
        with self._lock:
            if self._free:
                self._free -= 1
                return
            self._waiting.append(turn)
        try:
            turn.acquire()
        except BaseException:
            with self._lock:
                was_waiting = turn in self._waiting
                if was_waiting:
                    self._waiting.remove(turn)
            if not was_waiting:
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._free += 1


CORES = Cores(available_cores())
