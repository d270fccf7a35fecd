"""The bus between servers: what is sent arrives in order, and whatever may be lost is known to be."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import pytest

from server.cluster import Cable, Redis
from tesserae.server import bus as bus_module
from tesserae.server.bus import Bus
from tesserae.server.wire import AnyBusMessage, Detach

SECONDS = 30


class End:
    """One end of the bus, and what happened there."""

    def __init__(self, url: str, name: str) -> None:
        self.name = name
        self.bus = Bus(url, name)
        self.bus.on_lost = self.on_lost
        self.heard: list[str] = []
        self.lost: list[str | None] = []

    def on_lost(self, process: str | None) -> None:
        self.lost.append(process)

    async def handle(self, message: AnyBusMessage) -> None:
        assert isinstance(message, Detach)
        if message.connection == "bad":
            raise ZeroDivisionError
        self.heard.append(message.connection)

    def say(self, to: "End", *words: str) -> None:
        for word in words:
            self.bus.send(to.name, Detach(word))

    @asynccontextmanager
    async def running(self) -> AsyncIterator["End"]:
        """Run to the end of the block, then vanish without a word."""
        task = asyncio.create_task(self.bus.run(self.handle))
        try:
            yield self
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


@asynccontextmanager
async def two_ends(redis: Redis, cable: Cable | None = None) -> AsyncIterator[tuple[End, End]]:
    """Two ends that know each other; the first may be connected by a cable."""
    url = redis.url.replace(f":{redis.port}/", f":{(cable or redis).port}/")
    async with End(url, "a").running() as a, End(redis.url, "b").running() as b:
        await until(lambda: a.bus.reaches("b") and b.bus.reaches("a"))
        yield a, b


async def until(wanted: Callable[[], bool]) -> None:
    async with asyncio.timeout(SECONDS):
        while not wanted():
            await asyncio.sleep(0.01)


async def talk(a: End, b: End) -> None:
    """See that everything arrives again, both ways."""
    words = [f"word {number}" for number in range(500)]
    for here, there in ((a, b), (b, a)):
        there.heard.clear()
        here.say(there, *words)
    await until(lambda: len(a.heard) >= len(words) and len(b.heard) >= len(words))
    assert a.heard == b.heard == words


def test_messages_arrive_in_their_order(redis: Redis) -> None:
    async def run() -> None:
        async with two_ends(redis) as (a, b):
            await talk(a, b)
            assert a.lost == b.lost == []

    asyncio.run(run())


def test_processes_know_each_other_at_once(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_module, "BEAT_SECONDS", 1000)
    monkeypatch.setattr(bus_module, "SILENT_SECONDS", 1000)

    async def run() -> None:
        async with two_ends(redis) as (a, b), End(redis.url, "c").running() as c:
            await until(lambda: all(x.bus.reaches(y.name) for x in (a, b, c) for y in (a, b, c) if x is not y))
            assert a.lost == b.lost == c.lost == []

    asyncio.run(run())


def test_whoever_was_cut_off_for_a_moment_begins_anew_and_so_do_the_others(redis: Redis) -> None:
    async def run(cable: Cable) -> None:
        async with two_ends(redis, cable) as (a, b):
            cable.cut()
            cable.mend()
            await until(lambda: None in a.lost and b.lost == ["a"])
            await until(lambda: a.bus.reaches("b") and b.bus.reaches("a"))
            await talk(a, b)
            assert b.lost == ["a"]

    with Cable(redis.port).laid() as cable:
        asyncio.run(run(cable))


def test_whoever_hears_nothing_any_more_knows_and_so_do_the_others(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus_module, "BEAT_SECONDS", 0.1)
    monkeypatch.setattr(bus_module, "SILENT_SECONDS", 1)

    async def run(cable: Cable) -> None:
        async with two_ends(redis, cable) as (a, b):
            cable.silence()
            await until(lambda: None in a.lost and b.lost == ["a"])
            assert not a.bus.is_connected
            assert b.bus.is_connected
            assert not b.bus.reaches("a")
            cable.mend()
            await until(lambda: a.bus.reaches("b") and b.bus.reaches("a"))
            await talk(a, b)

    with Cable(redis.port).laid() as cable:
        asyncio.run(run(cable))


def test_a_process_that_takes_leave_is_out_of_reach_at_once(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_module, "SILENT_SECONDS", 1000)

    async def run() -> None:
        async with End(redis.url, "b").running() as b:
            async with End(redis.url, "a").running() as a:
                await until(lambda: b.bus.reaches("a"))
            await a.bus.close()
            await until(lambda: b.lost == ["a"])
            assert not b.bus.reaches("a")

    asyncio.run(run())


def test_a_bus_that_is_full_begins_anew(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_module, "MOST_WAITING", 1000)

    async def run() -> None:
        async with two_ends(redis) as (a, b):
            a.say(b, *["word"] * 1001)
            await until(lambda: a.lost == [None] and b.lost == ["a"])
            await until(lambda: a.bus.reaches("b") and b.bus.reaches("a"))
            await talk(a, b)

    asyncio.run(run())


def test_a_message_that_cannot_be_handled_is_no_harm_to_the_next(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with two_ends(redis) as (a, b):
            a.say(b, "good", "bad")
            a.bus._put("tesserae:b", b"nonsense")
            a.say(b, "good too")
            await until(lambda: b.heard == ["good", "good too"])
            assert a.lost == b.lost == []

    with caplog.at_level(logging.CRITICAL):
        asyncio.run(run())


def test_a_bus_comes_back_after_redis_was_started_again(redis: Redis) -> None:
    async def run() -> None:
        async with two_ends(redis) as (a, b):
            await asyncio.to_thread(redis.stop)
            try:
                await until(lambda: not a.bus.is_connected and not b.bus.is_connected)
                a.say(b, "lost")
            finally:
                await asyncio.to_thread(redis.start)
            await until(lambda: a.bus.reaches("b") and b.bus.reaches("a"))
            await talk(a, b)
            assert None in a.lost
            assert None in b.lost

    asyncio.run(run())
