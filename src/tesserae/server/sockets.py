"""The WebSocket of a client: read at the pace it may send, written at the pace it reads."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import cast

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tesserae.server import metrics, protocol
from tesserae.server.concierge import Concierge, Visit, read_hello, turn_away
from tesserae.server.guests import TOO_MANY, VIOLATION
from tesserae.server.handshakes import AT_ONCE
from tesserae.server.limits import FRAMES, MOST_SOCKETS, Buckets
from tesserae.server.store import Lost, StoreTrouble
from tesserae.server.tokens import digest
from tesserae.words import Refused

HELLO_SECONDS = 10
SEND_SECONDS = 15
PING_SECONDS = 20
MOST_UNANSWERED = 3
MOST_WAITING = 200
TOO_SLOW, NORMAL = 1013, 1000
_TABLE = b'{"type":"table"'


class Outlet:
    """What waits to be sent to a client: bounded, and of tables that wait one behind the other only the last."""

    def __init__(self, at_once: Callable[[bytes], bool] = lambda _data: False) -> None:
        """Begin with nothing; `at_once` sends something without waiting, if it can."""
        self._at_once = at_once
        self._waiting: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._is_idle = False
        """Whether all that came before has been sent."""
        self.closing: tuple[int, str] | None = None

    def send(self, data: bytes) -> None:
        """Send something, or put it in line; a client that reads nothing is sent away."""
        if self._is_idle and self.closing is None and self._at_once(data):
            return
        self._is_idle = False
        if self._waiting and self._waiting[-1].startswith(_TABLE) and data.startswith(_TABLE):
            self._waiting.pop()
        self._waiting.append(data)
        if len(self._waiting) > MOST_WAITING:
            self._waiting.clear()
            self.close(TOO_SLOW, "too slow")
        self._news.set()

    def close(self, code: int, reason: str) -> None:
        """Close after what waits has been sent."""
        self.closing = self.closing or (code, reason)
        self._news.set()

    async def next(self) -> list[bytes]:
        """Wait for something to send, and take all there is; nothing when the connection is to be closed."""
        while not self._waiting and self.closing is None:
            self._is_idle = True
            self._news.clear()
            await self._news.wait()
        taken = list(self._waiting)
        self._waiting.clear()
        return taken


@dataclass
class Pulse:
    """How long messages take to the client and back, as we measure it, and whether it is there at all."""

    number: int = 0
    answered: int = 0
    sent_at: float | None = None
    milliseconds: int = 0

    def ping(self) -> protocol.Ping:
        """Send a number that the client is to send back."""
        self.number += 1
        self.sent_at = time.monotonic()
        return protocol.Ping(self.number)

    def pong(self, number: int) -> None:
        """Measure; only the last number counts, and only once. A late answer is a sign of life all the same."""
        self.answered = min(max(number, self.answered), self.number)
        if number == self.number and self.sent_at is not None:
            self.milliseconds = int(1000 * (time.monotonic() - self.sent_at))
            self.sent_at = None

    @property
    def is_silent(self) -> bool:
        """Whether the client has left several pings unanswered, one after the other."""
        return self.number - self.answered >= MOST_UNANSWERED


class Sockets:
    """All WebSockets of this process."""

    def __init__(self, concierge: Concierge) -> None:
        """Bring clients to the concierge."""
        self._concierge = concierge
        self._buckets = Buckets(FRAMES)
        self._addresses: Counter[str] = Counter()

    async def serve(self, socket: WebSocket, table_id: str, address: str) -> None:
        """Serve one client from its first message to its last."""
        await socket.accept()
        if self._addresses[address] >= MOST_SOCKETS:
            metrics.LIMITED.labels("sockets").inc()
            await socket.close(TOO_MANY, "too many connections from one address")
            return
        self._addresses[address] += 1
        metrics.SOCKETS.inc()
        try:
            await self._serve(socket, table_id, address)
        except (WebSocketDisconnect, RuntimeError):
            pass  # gone while we were answering
        finally:
            metrics.SOCKETS.dec()
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]

    async def _serve(self, socket: WebSocket, table_id: str, address: str) -> None:
        at_once = socket.scope.get("extensions", {}).get(AT_ONCE)
        connection = _Connection(socket, self._buckets, Outlet(at_once) if at_once else Outlet())
        language = "en"
        try:
            hello = await asyncio.wait_for(socket.receive_text(), HELLO_SECONDS)
            greeting = read_hello(hello)
            language, connection.key = greeting.language, (digest(greeting.token), address)
            connection.visit = await self._concierge.visit(table_id, hello, connection.outlet)
        except TimeoutError:
            connection.outlet.close(VIOLATION, "no hello")
        except KeyError:  # bytes instead of text
            connection.outlet.close(VIOLATION, "text only")
        except (Refused, Lost, StoreTrouble) as problem:
            turn_away(connection.outlet, problem, language)
        await connection.run()


@dataclass
class _Connection:
    """A client that has said hello; without a visit it is only told why not, and closed."""

    socket: WebSocket
    buckets: Buckets
    outlet: Outlet = field(default_factory=Outlet)
    key: tuple[str, str] = "", ""
    """Whose messages are counted together; all spectators of a table have one token."""
    visit: Visit | None = None
    pulse: Pulse = field(default_factory=Pulse)
    next_ping: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """Read, write and measure until one side closes."""
        visit = self.visit
        works = [self._write()] if visit is None else [self._write(), self._read(visit)]
        tasks = [asyncio.create_task(work) for work in works]
        if visit is not None:
            self._measure()
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if visit is not None:
                visit.leave()
            if self.next_ping is not None:
                self.next_ping.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await self._close()

    async def _read(self, visit: Visit) -> None:
        while (message := await self.socket.receive())["type"] != "websocket.disconnect":
            frame = message.get("text")
            if frame is None:
                self.outlet.close(VIOLATION, "text only")
                return
            await self._take(visit, frame)

    async def _take(self, visit: Visit, frame: str) -> None:
        if wait := self.buckets.wait(self.key):
            metrics.LIMITED.labels("frames").inc()
            await asyncio.sleep(wait)
        if frame.startswith('{"do":"pong"'):
            with suppress(Refused):
                self.pulse.pong(cast("protocol.Pong", protocol.decode_message(frame)).number)
                return
        await visit.receive(frame, self.pulse.milliseconds)

    async def _write(self) -> None:
        with suppress(TimeoutError):
            while taken := await self.outlet.next():
                async with asyncio.timeout(SEND_SECONDS):  # `wait_for` may swallow that we are cancelled
                    for data in taken:
                        await self.socket.send_text(data.decode())
            return
        self.outlet.close(TOO_SLOW, "too slow")

    def _measure(self) -> None:
        if self.pulse.is_silent:
            self.outlet.close(TOO_SLOW, "no pong")
            return
        self.outlet.send(protocol.encode_message(self.pulse.ping()))
        self.next_ping = asyncio.get_running_loop().call_later(PING_SECONDS, self._measure)

    async def _close(self) -> None:
        if self.socket.client_state == WebSocketState.CONNECTED:
            code, reason = self.outlet.closing or (NORMAL, "")
            with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
                await asyncio.wait_for(self.socket.close(code, reason), SEND_SECONDS)
