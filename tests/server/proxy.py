"""A bad network between client and server: it delays, doubles, swaps and loses what clients send, and hangs up."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed


class BadNetwork:
    """Stands between clients and a server; counts what it did to them."""

    def __init__(self, server: str, seed: int) -> None:
        self._server = server.replace("http", "ws", 1)
        self._rng = random.Random(seed)
        self.did: Counter[str] = Counter()
        self.is_good = False
        """Whether it has stopped to do harm."""

    @asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        """Listen to the end of the block; gives the address."""
        async with serve(self._carry, "127.0.0.1", 0, max_size=None) as listening:
            yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"

    async def _carry(self, client: ServerConnection) -> None:
        assert client.request is not None
        async with connect(self._server + client.request.path, max_size=None, proxy=None) as server:
            tasks = [
                asyncio.create_task(self._up(client, server)),
                asyncio.create_task(self._down(server, client)),
            ]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if server.close_code is not None:
                with suppress(ConnectionClosed, ValueError):
                    await client.close(server.close_code, server.close_reason or "")
            else:
                client.transport.abort()
                server.transport.abort()

    def _happens(self, what: str, chance: float) -> bool:
        if self.is_good or self._rng.random() >= chance:
            return False
        self.did[what] += 1
        return True

    async def _up(self, client: ServerConnection, server: ClientConnection) -> None:
        """Carry what the client sends, badly."""
        held: list[str | bytes] = []
        await server.send(await client.recv())  # nothing can go before the first message
        while True:
            try:
                async with asyncio.timeout(0.2 if held else None):
                    frame = await client.recv()
            except TimeoutError:
                await server.send(held.pop())
                continue
            if self._happens("hung up", 0.02):
                return
            if self._happens("lost", 0.01):
                continue
            if self._happens("delayed", 0.1):
                await asyncio.sleep(self._rng.uniform(0, 0.3))
            if not held and self._happens("swapped", 0.15):
                held.append(frame)
                continue
            await server.send(frame)
            if self._happens("doubled", 0.15):
                await server.send(frame)
            if held:
                await server.send(held.pop())

    async def _down(self, server: ClientConnection, client: ServerConnection) -> None:
        """Carry what the server sends, in its order, and sometimes late."""
        async for frame in server:
            if self._happens("hung up before the answer", 0.005):
                return
            if self._happens("delayed the answer", 0.02):
                await asyncio.sleep(self._rng.uniform(0, 0.2))
            await client.send(frame)
