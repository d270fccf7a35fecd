"""A crew on a Ray cluster, or on a Ray that is started here for the occasion.

A piece whose worker dies, with its machine or alone, is done again elsewhere; since pieces are independent and
carry their own seeds, that costs time and nothing else. Workers must run the very code that this process runs,
which every piece checks: another version could give other results.
"""

import os
import secrets
import socket
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from functools import lru_cache
from importlib.util import find_spec
from typing import Any, TypeVar

import tesserae
from tesserae.crew import HERE, nothing
from tesserae.kernel.cache import source_digest
from tesserae.words import Refused

P = TypeVar("P")
R = TypeVar("R")

RETRIES = 10
"""A piece whose worker has died so often is to blame itself."""
AHEAD = 4
"""So many pieces for each core of the cluster are begun before the first of them is counted."""
KNOCK_SECONDS = 10
STORE_BYTES = 256 << 20
"""Memory for what is under way between processes, in a Ray that is started here."""
QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",
}
"""Nothing is reported to anybody, and nothing warned of that does not concern us."""


class Cluster:
    """The workers of a Ray cluster; a context, at whose end what was started here is stopped."""

    def __init__(self, address: str = HERE, hands: int | None = None) -> None:
        """Join the cluster at an address, or start a Ray with so many workers on this machine alone."""
        if find_spec("ray") is None:
            raise Refused("crew.no_ray")
        self._ray = _joined(address, hands)
        self._run = self._ray.remote(num_cpus=1, max_retries=RETRIES)(_run)
        self.hands = max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_: object) -> None:
        self._ray.shutdown()

    def map(
        self, job: Callable[[P], R], pieces: Iterable[P], stop: Callable[[], None] = nothing
    ) -> Generator[R, None, None]:
        """See `Crew`; the job goes to every worker once."""
        shipped = self._ray.put(self._ray.cloudpickle.dumps(job))
        begun = deque[Any]()
        try:
            for piece in pieces:
                begun.append(self._run.remote(code(), shipped, piece))
                if len(begun) == AHEAD * self.hands:
                    yield self._result(begun.popleft())
            while begun:
                yield self._result(begun.popleft())
        finally:
            stop()
            for unwanted in begun:
                with suppress(self._ray.exceptions.RayError):
                    self._ray.cancel(unwanted, recursive=False)

    def _result(self, reference: Any) -> Any:
        errors = self._ray.exceptions
        try:
            return self._ray.get(reference)
        except errors.RayTaskError as failed:
            raise failed.cause from None
        except errors.RayError as lost:
            raise Refused("crew.lost", times=RETRIES, reason=str(lost).partition("\n")[0][:200]) from None


def code() -> str:
    """Name the code that this process runs: the version, and a digest of all that is compiled."""
    return f"{tesserae.__version__} {_digest()}"


@lru_cache
def _digest() -> str:
    return source_digest()


def _knock(address: str) -> None:
    """See whether anybody is at an address, before Ray does: it would try for minutes."""
    host, colon, port = address.rpartition("//")[2].rpartition(":")
    if colon and port.isdecimal():
        try:
            socket.create_connection((host, int(port)), KNOCK_SECONDS).close()
        except (OSError, OverflowError) as problem:
            raise Refused("crew.no_cluster", address=address, reason=problem) from None


def _joined(address: str, hands: int | None) -> Any:
    """Connect this process with Ray, which reads its settings when it is first loaded."""
    _knock(address)
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    if address == HERE and "ray" not in sys.modules:
        # Ray listens to the network even when it is alone: a password that nobody else knows keeps others out.
        os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    import ray

    quiet: dict[str, Any] = {"log_to_driver": False, "configure_logging": False, "logging_level": "ERROR"}
    if address != HERE:
        try:
            ray.init(address=address, **quiet)
        except (ConnectionError, RuntimeError, ValueError) as problem:
            reason = str(problem).partition("\n")[0][:200]
            raise Refused("crew.no_cluster", address=address, reason=reason) from None
        return ray
    ray.init(address=HERE, num_cpus=hands, object_store_memory=STORE_BYTES, include_dashboard=False, **quiet)
    return ray


@lru_cache(maxsize=4)
def _unpacked(job: bytes) -> Callable[[Any], Any]:
    """Unpack a job once for all its pieces in this process."""
    import ray

    unpacked: Callable[[Any], Any] = ray.cloudpickle.loads(job)
    return unpacked


def _run(wanted: str, job: bytes, piece: Any) -> Any:
    """Do one piece, on a worker."""
    if code() != wanted:
        raise Refused("crew.other_code", machine=socket.gethostname(), theirs=code(), ours=wanted)
    return _unpacked(job)(piece)
