"""Clients of one process at a table of another, seen from either side, without a network in between."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tesserae.server import protocol, wire
from tesserae.server.app import Service
from tesserae.server.bus import Bus
from tesserae.server.house import Live
from tesserae.server.protocol import NewSeat, NewTable
from tesserae.server.store import Elsewhere, Lost, Store, open_store
from tesserae.words import Refused

SECONDS = 10


class Wires(Bus):
    """A bus that leads nowhere, and remembers what was sent."""

    def __init__(self) -> None:
        super().__init__("redis://nowhere", "here")
        self.sent: list[tuple[str, wire.AnyBusMessage]] = []
        self.reached = {"there"}

    def reaches(self, process: str) -> bool:
        return process in self.reached

    def send(self, process: str, message: wire.AnyBusMessage) -> None:
        self.sent.append((process, message))

    def told(self, connection: str) -> list[dict[str, Any]]:
        """Everything that was delivered to a client."""
        messages = [message for _, message in self.sent if isinstance(message, wire.Deliver)]
        return [json.loads(message.data) for message in messages if message.connection == connection]

    def shut(self) -> dict[str, int]:
        """The clients that were sent away, and how."""
        return {message.connection: message.code for _, message in self.sent if isinstance(message, wire.Shut)}


class Door:
    """The way back to a client of this process."""

    def __init__(self) -> None:
        self.told: list[bytes] = []
        self.codes: list[int] = []

    def send(self, data: bytes) -> None:
        self.told.append(data)

    def close(self, code: int, _reason: str) -> None:
        self.codes.append(code)


class Here:
    """A process, a table that it holds, and a hello for it."""

    def __init__(self, service: Service, bus: Wires, made: protocol.TableCreated) -> None:
        self.service, self.bus, self.made = service, bus, made
        self.house, self.concierge = service.house, service.concierge
        self.hello = json.dumps({"do": "hello", "token": made.seats["0"], "owner": made.owner})

    @property
    def live(self) -> Live:
        return self.house._live[self.made.table]

    async def come(self, connection: str, home: str) -> None:
        """Let a client of another process come."""
        await self.concierge.handle(wire.Attach(connection, home, self.made.table, self.hello))

    def look(self, *living: str) -> None:
        """Look who is alive, and find these and ourselves."""
        self.house.living, self.house._looked_at = {"here", *living}, time.monotonic()
        self.concierge.let_go()


@asynccontextmanager
async def process(data: Path) -> AsyncIterator[Here]:
    bus = Wires()
    service = Service(open_store(data, "here"), bus)
    try:
        yield Here(service, bus, await service.house.create(NewTable("quixo", seats=[NewSeat("Ann")])))
    finally:
        await service.house.close()
        service.caretaker.close()
        service.store.close()


async def until(wanted: Callable[[], object]) -> None:
    async with asyncio.timeout(SECONDS):
        while not wanted():
            await asyncio.sleep(0.01)


def said(text: str) -> str:
    return json.dumps({"do": "say", "id": text.replace(" ", "-"), "seq": 1, "text": text})


# --- clients of other processes here -----------------------------------------------------------------------


def test_what_comes_right_behind_the_hello_is_not_lost(tmp_path: Path) -> None:
    async def run() -> None:
        async with process(tmp_path) as here:
            await here.come("a", "there")
            await here.concierge.handle(wire.Frame("a", said("early"), 0))
            await until(lambda: any(message.get("id") == "early" for message in here.bus.told("a")))
            assert {home for home, _ in here.bus.sent} == {"there"}

    asyncio.run(run())


def test_a_client_of_a_process_that_has_just_begun_may_stay_until_that_one_is_known_to_be_dead(
    tmp_path: Path,
) -> None:
    async def run() -> None:
        async with process(tmp_path) as here:
            here.look()
            for connection, home in (("a", "new"), ("b", "there")):
                await here.come(connection, home)
            await until(lambda: len(here.live.guests) == 2)
            here.concierge.let_go()
            assert here.bus.shut() == {}
            here.look("new", "there")
            assert here.bus.shut() == {}
            here.look("there")
            await until(lambda: len(here.live.guests) == 1)
            assert here.bus.shut() == {"a": 1012}
            assert list(here.concierge._visitors) == ["b"]

    asyncio.run(run())


def test_clients_of_a_process_that_is_out_of_reach_are_sent_away_and_no_others(tmp_path: Path) -> None:
    async def run() -> None:
        async with process(tmp_path) as here:
            for connection, home in (("a", "there"), ("b", "elsewhere")):
                await here.come(connection, home)
            await until(lambda: len(here.live.guests) == 2)
            here.bus.on_lost("there")
            await until(lambda: len(here.live.guests) == 1)
            assert here.bus.shut() == {"a": 1012}
            here.bus.on_lost(None)
            await until(lambda: not here.live.guests)
            assert here.concierge._visitors == {}

    asyncio.run(run())


@pytest.mark.parametrize("problem", [Refused("table.damaged"), Lost("table"), ZeroDivisionError()])
def test_nothing_is_left_of_a_client_that_was_not_let_in(
    problem: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any) -> None:
        raise problem

    async def run() -> None:
        async with process(tmp_path) as here:
            monkeypatch.setattr(here.house, "own", fail)
            await here.come("a", "there")
            await until(lambda: here.concierge._visitors == {})

    asyncio.run(run())


# --- our clients at other processes ------------------------------------------------------------------------


async def visit_there(here: Here, monkeypatch: pytest.MonkeyPatch, door: Door) -> None:
    """Bring a client of ours to a table that is there."""

    async def find(_table: str) -> Elsewhere:
        return Elsewhere("there")

    monkeypatch.setattr(here.house, "find", find)
    await here.concierge.visit("table", here.hello, door)


def test_clients_come_back_when_the_process_of_their_table_dies_or_is_out_of_reach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with process(tmp_path) as here:
            here.look()
            causes: list[Callable[[], None]] = [
                here.look,
                lambda: here.bus.on_lost("there"),
                lambda: here.bus.on_lost(None),
            ]
            for cause in causes:
                door = Door()
                await visit_there(here, monkeypatch, door)
                here.concierge.let_go()
                here.bus.on_lost("elsewhere")
                assert door.codes == []
                cause()
                assert door.codes == [1012]
            assert here.concierge._abroad == {}

    asyncio.run(run())


def test_nobody_is_sent_to_a_process_that_is_out_of_reach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with process(tmp_path) as here:
            here.bus.reached.clear()
            with pytest.raises(Refused, match="taken up elsewhere"):
                await visit_there(here, monkeypatch, Door())
            assert here.bus.sent == []

    asyncio.run(run())


# --- a process that may have been taken for dead -----------------------------------------------------------


def test_a_process_that_is_late_serves_nothing_of_what_it_remembers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with process(tmp_path) as here:
            door = Door()
            visit = await here.concierge.visit(here.made.table, here.hello, door)
            await visit.receive(said("in time"), 0)
            told = len(door.told)
            assert b'"done"' in door.told[-1]
            here.house._alive_until = time.monotonic()
            await visit.receive(said("too late, and nobody else can be here"), 0)
            assert len(door.told) > told, "nobody can take over where nobody else is"
            told = len(door.told)
            monkeypatch.setattr(Store, "is_shared", True)
            await visit.receive(said("too late"), 0)
            assert (len(door.told), door.codes) == (told, [1012])
            with pytest.raises(Refused, match="taken up elsewhere"):
                await here.concierge.visit(here.made.table, here.hello, Door())
            assert here.house._live == {}
            here.house._alive_until = time.monotonic() + SECONDS
            await here.concierge.visit(here.made.table, here.hello, door)
            assert len(door.told) > told

    asyncio.run(run())
