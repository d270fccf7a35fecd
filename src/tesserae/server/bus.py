"""The bus between server processes, over Redis: what comes in here for a table that another process holds.

Messages go from process to process in order, and are not kept. Every process tells all others again and again that
it is there, and the name of its present connection to Redis. Where such a beat fails to come, or the name is
another one, messages may have been lost, and whoever they were for is told to begin anew.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from tesserae.server import metrics
from tesserae.server.tokens import new_id
from tesserae.server.wire import AnyBusMessage, decode_bus_message

log = logging.getLogger(__name__)
EVERYBODY = "tesserae"
"""The channel of beats."""
BEAT_SECONDS = 2
SILENT_SECONDS = 8
"""After so long without a beat a process is out of reach."""
RETRY_SECONDS = 1
MOST_AT_ONCE = 200
MOST_WAITING = 10_000
PARTING_SECONDS = 2

Handler: TypeAlias = Callable[[AnyBusMessage], Awaitable[None]]


class _Peer(NamedTuple):
    """Another process, as we heard of it last."""

    connection: str
    at: float


class Bus:
    """One end of the bus: everything for this process arrives in order, and so does what it sends."""

    def __init__(self, url: str, process: str) -> None:
        """Prepare to connect; `run` does it."""
        self._url = url
        self._client()  # a wrong URL is refused at once
        self._process = process
        self._connection = ""
        self._outgoing: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(MOST_WAITING)
        self._is_full = False
        self._peers: dict[str, _Peer] = {}
        self.is_connected = False
        """Whether what we send comes back."""
        self.on_lost: Callable[[str | None], None] = lambda _process: None
        """Called when messages to or from a process may have been lost, or (None) to or from any."""

    def reaches(self, process: str) -> bool:
        """Say whether we hear of another process."""
        return self.is_connected and process in self._peers

    def send(self, process: str, message: AnyBusMessage) -> None:
        """Send a message to a process."""
        self._put(f"{EVERYBODY}:{process}", msgspec.json.encode(message))

    def _put(self, channel: str, data: bytes) -> None:
        try:
            self._outgoing.put_nowait((channel, data))
        except asyncio.QueueFull:
            self._is_full = True

    async def run(self, handle: Handler) -> None:
        """Send and receive until cancelled; after trouble, begin anew."""
        while not _is_cancelled():
            try:
                await self._connect(handle)
            except Exception as problem:
                self._lose(problem)
            await asyncio.sleep(RETRY_SECONDS)

    async def _connect(self, handle: Handler) -> None:
        async with self._client() as redis, redis.pubsub(ignore_subscribe_messages=True) as channel:
            async with asyncio.timeout(SILENT_SECONDS):
                await channel.subscribe(EVERYBODY, f"{EVERYBODY}:{self._process}")
            self._connection = new_id()
            await _until_one_fails(self._beat(), self._send_all(redis), self._receive_all(channel, handle))

    def _client(self) -> Redis:
        return Redis.from_url(
            self._url,
            retry=Retry(NoBackoff(), 0),  # a connection that is made again in silence has lost messages in silence
            socket_connect_timeout=SILENT_SECONDS,
            socket_timeout=None,  # with one, redis may swallow that we are cancelled, by `asyncio.wait_for`
        )

    def _lose(self, problem: Exception) -> None:
        log.error("the bus is lost", extra={"problem": f"{type(problem).__name__}: {problem}"})
        self.is_connected = self._is_full = False
        self._peers.clear()
        while not self._outgoing.empty():
            self._outgoing.get_nowait()
        self.on_lost(None)

    # --- beats ---------------------------------------------------------------------------------------------

    async def _beat(self) -> None:
        """Say again and again that we are there, and notice who no longer does."""
        while True:
            self._say_that_we_are_there()
            before = time.monotonic() - SILENT_SECONDS
            for process in [process for process, peer in self._peers.items() if peer.at < before]:
                self._lose_peer(process)
            await asyncio.sleep(BEAT_SECONDS)

    def _say_that_we_are_there(self) -> None:
        self._put(EVERYBODY, f"{self._process} {self._connection}".encode())

    def _hear(self, beat: str) -> None:
        """Note that a process is there; one that did not know of us is told that we are, too."""
        process, _, connection = beat.partition(" ")
        if process == self._process:
            self.is_connected = self.is_connected or connection == self._connection
            return
        before = self._peers.get(process)
        if before is not None and before.connection != connection:
            self._lose_peer(process)
        if connection:
            if process not in self._peers:
                self._say_that_we_are_there()
            self._peers[process] = _Peer(connection, time.monotonic())

    def _lose_peer(self, process: str) -> None:
        log.warning("another process is out of reach, or has begun anew")
        del self._peers[process]
        self.on_lost(process)

    # --- messages ------------------------------------------------------------------------------------------

    async def _send_all(self, redis: Redis) -> None:
        while not self._is_full:
            batch = [await self._outgoing.get()]
            while len(batch) < MOST_AT_ONCE and not self._outgoing.empty():
                batch.append(self._outgoing.get_nowait())
            pipeline = redis.pipeline(transaction=False)
            for channel, data in batch:
                pipeline.publish(channel, data)
            async with asyncio.timeout(SILENT_SECONDS):
                await pipeline.execute()
        raise BufferError("more waits to be sent than can be kept")

    async def _receive_all(self, channel: PubSub, handle: Handler) -> None:
        """Take what comes; if nothing does, not even our own beats, the connection is dead."""
        while True:
            async with asyncio.timeout(SILENT_SECONDS):
                message = await channel.get_message(timeout=None)
            if message is None:
                continue
            if message["channel"] == EVERYBODY.encode():
                self._hear(message["data"].decode())
                continue
            try:
                await handle(decode_bus_message(message["data"]))
            except Exception:
                metrics.FAILURES.labels("bus").inc()
                log.exception("a message of another process could not be handled")

    async def close(self) -> None:
        """Take leave of the others."""
        with suppress(RedisError, OSError):
            async with asyncio.timeout(PARTING_SECONDS), self._client() as redis:
                await redis.publish(EVERYBODY, self._process)


async def _until_one_fails(*works: Coroutine[Any, Any, None]) -> None:
    """Do things that have no end side by side, until one of them fails; then raise that."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        done.pop().result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _is_cancelled() -> bool:
    """Say whether the present task was cancelled, even if some trouble got the better of that."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
