"""The concierge: takes every request to the house that has the table, this one or another.

A client never notices which process it is connected to: its messages are carried to the table's house as they are,
and what that house sends comes back the same way.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar

import msgspec

from tesserae.server import protocol, views, wire
from tesserae.server.decisions import Who
from tesserae.server.guests import NO_TABLE, NOT_ALLOWED, RESTARTING, VIOLATION, Guest
from tesserae.server.house import House, Live
from tesserae.server.reception import Reception
from tesserae.server.store import Elsewhere, Lost, StoreTrouble
from tesserae.server.tokens import new_id
from tesserae.words import Refused, Sentence

if TYPE_CHECKING:
    from tesserae.server.bus import Bus

T = TypeVar("T")
REPLY_SECONDS = 5
FINAL = {
    "table.unknown": NO_TABLE,
    "table.damaged": NO_TABLE,
    "server.no_right": NOT_ALLOWED,
    "server.version": NOT_ALLOWED,
    "server.bad_message": VIOLATION,
    "server.hello_first": VIOLATION,
}
"""The close codes of refusals that are final; after any other a client may try again."""


class Outlet(Protocol):
    """The way back to a client."""

    def send(self, data: bytes) -> None:
        """Send it something."""

    def close(self, code: int, reason: str) -> None:
        """Send it away."""


class Visit(Protocol):
    """A client at a table, wherever that is."""

    async def receive(self, frame: str, lag: int) -> None:
        """Take a message of the client."""

    def leave(self) -> None:
        """The client has gone."""


@dataclass
class LocalVisit:
    """A client at a table of this process."""

    house: House
    reception: Reception
    live: Live
    guest: Guest

    async def receive(self, frame: str, lag: int) -> None:
        """See `Visit`; what comes for a table that we no longer hold is left to whoever does."""
        if self.house.holds(self.live):
            self.guest.lag = lag
            await self.reception.receive(self.live, self.guest, frame)

    def leave(self) -> None:
        """See `Visit`."""
        self.reception.detach(self.live, self.guest)


@dataclass
class RemoteVisit:
    """A client at a table of another process."""

    bus: "Bus"
    holder: str
    connection: str
    forget: Callable[[str], None]

    async def receive(self, frame: str, lag: int) -> None:
        """See `Visit`."""
        self.bus.send(self.holder, wire.Frame(self.connection, frame, lag))

    def leave(self) -> None:
        """See `Visit`."""
        self.forget(self.connection)
        self.bus.send(self.holder, wire.Detach(self.connection))


@dataclass
class _Abroad:
    """A client of ours at a table of another process."""

    holder: str
    outlet: Outlet
    was_answered: bool = False
    since: float = field(default_factory=time.monotonic)

    def send_away(self) -> None:
        """Let it come back, since it can no longer be served there."""
        self.outlet.close(RESTARTING, "the table is taken up again")


@dataclass
class _Visitor:
    """A client of another process at a table of ours; as an `Outlet`, the way back to it."""

    home: str
    connection: str
    send_home: Callable[[wire.AnyBusMessage], None]
    frames: "asyncio.Queue[wire.Frame | None]" = field(default_factory=asyncio.Queue)
    """What it sent; None when it has gone."""
    since: float = field(default_factory=time.monotonic)

    def send(self, data: bytes) -> None:
        """See `Outlet`."""
        self.send_home(wire.Deliver(self.connection, data.decode()))

    def close(self, code: int, reason: str) -> None:
        """See `Outlet`."""
        self.send_home(wire.Shut(self.connection, code, reason))
        self.frames.put_nowait(None)


class Concierge:
    """Knows where every table is."""

    def __init__(self, house: House, reception: Reception, bus: "Bus | None" = None) -> None:
        """Serve the tables of this process, and with a bus those of the others."""
        self.house = house
        self._reception = reception
        self.bus = bus
        self._abroad: dict[str, _Abroad] = {}
        self._visitors: dict[str, _Visitor] = {}
        self._replies: dict[str, asyncio.Future[str]] = {}
        if bus is not None:
            bus.on_lost = self._begin_anew

    async def visit(self, table_id: str, hello: str, outlet: Outlet) -> Visit:
        """Bring a client to a table; refused if there is none or it has no right to be there."""
        found = await self._find(table_id)
        if isinstance(found, Live):
            return await self._enter(found, hello, outlet)
        bus, connection = self._reach(found.holder), new_id()
        self._abroad[connection] = _Abroad(found.holder, outlet)
        home = self.house.store.process
        bus.send(found.holder, wire.Attach(connection, home, table_id, hello))
        asyncio.get_running_loop().call_later(REPLY_SECONDS, self._expect_answer, connection)
        return RemoteVisit(bus, found.holder, connection, self._forget)

    def _expect_answer(self, connection: str) -> None:
        """Send a client away that no other process has answered: what was sent there may be lost."""
        client = self._abroad.get(connection)
        if client is not None and not client.was_answered:
            del self._abroad[connection]
            client.send_away()

    async def take_seat(self, table_id: str, wanted: protocol.TakeSeat) -> protocol.SeatTaken:
        """Take a seat at a table."""
        found = await self._find(table_id)
        if isinstance(found, Live):
            return await self._reception.take_seat(table_id, wanted)
        body = await self._request(found.holder, table_id, msgspec.json.encode(wanted).decode())
        return msgspec.json.decode(body, type=protocol.SeatTaken)

    async def record(self, table_id: str) -> str:
        """Fetch the record of a finished match."""
        found = await self._find(table_id)
        if isinstance(found, Live):
            return await self._reception.record(table_id)
        return await self._request(found.holder, table_id, "")

    async def look_back(self, work: Callable[[], T]) -> T:
        """Look at a match that is over; any process can do that."""
        return await self._reception.look_back(work)

    async def _find(self, table_id: str) -> Live | Elsewhere:
        try:
            return await self.house.find(table_id)
        except (Lost, StoreTrouble):
            raise Refused("server.moved") from None

    async def _enter(self, live: Live, hello: str, outlet: Outlet) -> LocalVisit:
        greeting = read_hello(hello)
        guest = Guest(Who(None), greeting.language, outlet.send, outlet.close)
        await self._reception.attach(live, greeting, guest)
        return LocalVisit(self.house, self._reception, live, guest)

    # --- across the bus ------------------------------------------------------------------------------------

    def _reach(self, process: str) -> "Bus":
        if self.bus is None or not self.bus.reaches(process):
            raise Refused("server.moved")
        return self.bus

    async def _request(self, holder: str, table_id: str, body: str) -> str:
        bus, name = self._reach(holder), new_id()
        reply: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._replies[name] = reply
        bus.send(holder, wire.Request(name, self.house.store.process, table_id, body))
        try:
            async with asyncio.timeout(REPLY_SECONDS):
                return await reply
        except TimeoutError:
            raise Refused("server.moved") from None
        finally:
            del self._replies[name]

    def _send(self, process: str, message: wire.AnyBusMessage) -> None:
        if self.bus is not None:
            self.bus.send(process, message)

    async def handle(self, message: wire.AnyBusMessage) -> None:
        """Take a message of another process."""
        match message:
            case wire.Attach(connection, home):
                visitor = _Visitor(home, connection, partial(self._send, home))
                self._visitors[connection] = visitor  # before anything else it sends is read
                self.house.spawn(self._host(message, visitor))
            case wire.Frame(connection):
                if connection in self._visitors:
                    self._visitors[connection].frames.put_nowait(message)
            case wire.Detach(connection):
                if connection in self._visitors:
                    self._visitors[connection].frames.put_nowait(None)
            case wire.Deliver(connection, data):
                if connection in self._abroad:
                    self._abroad[connection].was_answered = True
                    self._abroad[connection].outlet.send(data.encode())
            case wire.Shut(connection, code, reason):
                if connection in self._abroad:
                    self._abroad.pop(connection).outlet.close(code, reason)
            case wire.Request():
                self.house.spawn(self._reply(message))
            case wire.Reply(name, body, refused):
                self._take_reply(name, body, refused)

    async def _host(self, come: wire.Attach, visitor: _Visitor) -> None:
        """Have a client of another process at a table of ours, until it goes."""
        try:
            visit = await self._enter(await self.house.own(come.table), come.hello, visitor)
            try:
                while (frame := await visitor.frames.get()) is not None:
                    await visit.receive(frame.data, frame.lag)
            finally:
                visit.leave()
        except (Refused, Lost, StoreTrouble) as problem:
            turn_away(visitor, problem, read_hello(come.hello).language)
        finally:
            del self._visitors[come.connection]

    async def _reply(self, request: wire.Request) -> None:
        try:
            if request.body:
                wanted = msgspec.json.decode(request.body, type=protocol.TakeSeat)
                body = msgspec.json.encode(await self._reception.take_seat(request.table, wanted)).decode()
            else:
                body = await self._reception.record(request.table)
            self._send(request.home, wire.Reply(request.id, body))
        except Refused as refused:
            self._send(request.home, wire.Reply(request.id, "", _written(refused.sentence)))
        except (Lost, StoreTrouble):
            self._send(request.home, wire.Reply(request.id, "", _written(Sentence("server.moved", {}))))

    def _take_reply(self, name: str, body: str, refused: str) -> None:
        waiting = self._replies.get(name)
        if waiting is None or waiting.done():
            return
        if refused:
            sentence = msgspec.json.decode(refused, type=Sentence)
            waiting.set_exception(Refused(sentence.key, **sentence.values))
        else:
            waiting.set_result(body)

    def let_go(self) -> None:
        """Send those away whose table was held by a process that has died, and forget those who came from it."""
        self._part(lambda process, since: self.house.is_dead(process, since))

    def _begin_anew(self, lost: str | None) -> None:
        """Part from all who are at or from another process, or any other: what was sent may be lost."""
        self._part(lambda process, _since: lost in (process, None))

    def _part(self, is_lost: Callable[[str, float], bool]) -> None:
        for connection, client in list(self._abroad.items()):
            if is_lost(client.holder, client.since):
                del self._abroad[connection]
                client.send_away()
        for visitor in self._visitors.values():
            if is_lost(visitor.home, visitor.since):
                visitor.close(RESTARTING, "the connection between the servers was lost")

    def _forget(self, connection: str) -> None:
        self._abroad.pop(connection, None)


def read_hello(frame: str) -> protocol.Hello:
    """Read the first message of a client; refuse any other."""
    message = protocol.decode_message(frame)
    if not isinstance(message, protocol.Hello):
        raise Refused("server.hello_first")
    return message


def turn_away(outlet: Outlet, problem: Exception, language: str = "en") -> None:
    """Tell a client why it is not let in, and close."""
    sentence = problem.sentence if isinstance(problem, Refused) else Sentence("server.moved", {})
    outlet.send(protocol.encode_message(protocol.Refusal(None, views.reason(sentence, language))))
    outlet.close(FINAL.get(sentence.key, RESTARTING), sentence.key)


def _written(sentence: Sentence) -> str:
    return msgspec.json.encode(sentence).decode()
