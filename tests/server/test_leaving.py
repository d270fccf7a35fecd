"""Whoever leaves, even while something is sent to him or without a word, leaves nothing behind."""

import asyncio
import json
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket, WebSocketState

from tesserae.server import sockets
from tesserae.server.concierge import Visit
from tesserae.server.limits import FRAMES, Buckets
from tesserae.server.sockets import MOST_UNANSWERED, TOO_SLOW, Pulse, _Connection

SECONDS = 5


class Line:
    """A WebSocket whose client goes when it is told to."""

    client_state = WebSocketState.DISCONNECTED

    def __init__(self) -> None:
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "websocket.disconnect"}

    async def send_text(self, _text: str) -> None:
        await asyncio.sleep(0)


class Nowhere:
    """A visit that is over as soon as one leaves."""

    async def receive(self, _frame: str, _lag: int) -> None:
        raise AssertionError("nothing was sent")

    def leave(self) -> None:
        pass


class Phone(Line):
    """A client that answers so many pings, and then is silent without going away."""

    def __init__(self, answers: int) -> None:
        super().__init__()
        self._answers = answers
        self._news: asyncio.Queue[str] = asyncio.Queue()
        self.pings = 0

    async def send_text(self, text: str) -> None:
        self.pings += 1
        if self.pings <= self._answers:
            self._news.put_nowait(
                json.dumps({"do": "pong", "number": json.loads(text)["number"]}, separators=(",", ":"))
            )

    async def receive(self) -> dict[str, Any]:
        return {"type": "websocket.receive", "text": await self._news.get()}


def connection_of(line: Line) -> _Connection:
    return _Connection(cast("WebSocket", line), Buckets(FRAMES), visit=cast("Visit", Nowhere()))


async def leave_after(steps: int) -> None:
    line = Line()
    connection = connection_of(line)
    running = asyncio.create_task(connection.run())
    await asyncio.sleep(0.001)
    connection.outlet.send(b'{"type":"table"}')
    for _ in range(steps):
        await asyncio.sleep(0)
    line.gone.set()
    async with asyncio.timeout(SECONDS):
        await running


def test_a_client_that_leaves_while_something_is_sent_is_let_go() -> None:
    async def leave_often() -> None:
        for number in range(120):
            await leave_after(number % 6)

    asyncio.run(leave_often())


@pytest.mark.parametrize("answers", [0, 1, 4])
def test_a_client_that_answers_no_more_is_let_go_after_some_pings(
    answers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "PING_SECONDS", 0.02)

    async def fall_silent() -> None:
        phone = Phone(answers)
        connection = connection_of(phone)
        async with asyncio.timeout(SECONDS):
            await connection.run()
        assert phone.pings == answers + MOST_UNANSWERED
        assert connection.outlet.closing == (TOO_SLOW, "no pong")

    asyncio.run(fall_silent())


def test_a_late_pong_measures_nothing_but_is_a_sign_of_life() -> None:
    pulse = Pulse()
    for _ in range(MOST_UNANSWERED):
        pulse.ping()
    pulse.pong(1)
    assert not pulse.is_silent
    assert pulse.milliseconds == 0
    assert pulse.sent_at is not None


def test_a_pong_for_a_ping_that_was_never_sent_keeps_nobody_alive() -> None:
    pulse = Pulse()
    pulse.pong(1000)
    for _ in range(MOST_UNANSWERED):
        pulse.ping()
    assert pulse.is_silent
