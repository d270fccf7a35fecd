"""Many hands: independent pieces of work, done wherever there is room, their results in the order of the pieces.

Whoever has work to spread cuts it into pieces that depend on nothing but themselves, and hands them to a `Crew`:
the threads of this process, or the workers of a Ray cluster (`cluster`). Which of the two it is changes the time
it takes, never what comes out.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol, TypeVar

P = TypeVar("P")
R = TypeVar("R")

HERE = "local"
"""The address of a cluster that is started on this machine."""
AHEAD = 8
"""So many pieces for each thread are begun before the first of them is counted."""


def nothing() -> None:
    """Stop nothing."""


class Crew(Protocol):
    """Whoever does pieces of work."""

    hands: int
    """How many pieces are done at a time."""

    def map(
        self, job: Callable[[P], R], pieces: Iterable[P], stop: Callable[[], None] = nothing
    ) -> Generator[R, None, None]:
        """Yield what the job makes of each piece, in order, with no more begun than is needed soon.

        When nobody wants the rest any more (the generator is closed, or something went wrong) `stop` is called, so
        that work under way in this process may end early.
        """


class Threads:
    """The threads of this process."""

    def __init__(self, hands: int) -> None:
        """Take so many."""
        self.hands = hands

    def map(
        self, job: Callable[[P], R], pieces: Iterable[P], stop: Callable[[], None] = nothing
    ) -> Generator[R, None, None]:
        """See `Crew`."""
        pool = ThreadPoolExecutor(self.hands)
        begun = deque[Future[R]]()
        try:
            for piece in pieces:
                begun.append(pool.submit(job, piece))
                if len(begun) == AHEAD * self.hands:
                    yield begun.popleft().result()
            while begun:
                yield begun.popleft().result()
        finally:
            stop()
            pool.shutdown(cancel_futures=True)
