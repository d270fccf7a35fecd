"""Whoever leaves at the very moment when something is sent to him leaves nothing behind."""

import asyncio
from typing import Any, cast

from starlette.websockets import WebSocket, WebSocketState

from tesserae.server.concierge import Visit
from tesserae.server.limits import FRAMES, Buckets
from tesserae.server.sockets import _Connection

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


async def leave_after(steps: int) -> None:
    line = Line()
    connection = _Connection(cast("WebSocket", line), Buckets(FRAMES), visit=cast("Visit", Nowhere()))
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
