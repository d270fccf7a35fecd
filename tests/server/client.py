"""A client for tests: what a page does, in as few words as possible, over real sockets."""

import asyncio
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import mkstemp
from types import TracebackType
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

_ids = itertools.count()


class Server:
    """A server in a process of its own, that can be killed."""

    def __init__(self, data: Path | None = None, *more: str) -> None:
        self.arguments = [*(("--data", str(data)) if data else ()), *more]
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        handle, name = mkstemp(suffix=".log")
        os.close(handle)
        self._told = Path(name)
        self._read = 0

    def launch(self) -> None:
        """Start it, on the same port as before if there was one."""
        command = [sys.executable, "-m", "tesserae.cli", "serve", "--log", "warning", "--port", str(self.port)]
        with self._told.open("a") as told:
            self.process = subprocess.Popen(
                [*command, *self.arguments], stdout=subprocess.DEVNULL, stderr=told, text=True
            )

    def start(self) -> "Server":
        """Start it and wait until it is ready; where nothing is compiled yet, that takes minutes."""
        self.launch()
        assert self.process is not None
        for _ in range(18_000):
            if found := re.search(r"Tesserae is at http://127.0.0.1:(\d+)", self.told()[self._read :]):
                self.port = int(found[1])
                if self._is_ready():
                    self._read = len(self.told())
                    return self
            assert self.process.poll() is None, self.told()
            time.sleep(0.05)
        raise AssertionError(f"the server does not get ready: {self.told()}")

    def _is_ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/ready", timeout=2).status_code == 200
        except httpx.HTTPError:
            return False

    def told(self) -> str:
        """Give what the server has written so far."""
        return self._told.read_text(encoding="utf-8")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> str:
        """End it, and give what it has written."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(timeout=30)
            self.process = None
        return self.told()

    def __enter__(self) -> "Server":
        try:
            return self.start()
        except BaseException:
            self.kill()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop(signal.SIGKILL)


class Player:
    """One client at one table."""

    def __init__(self, url: str, table: str, token: str, owner: str = "", language: str = "en") -> None:
        self.url = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        self.table_id = table
        self.hello = {"do": "hello", "token": token, "owner": owner, "language": language}
        self.socket: ClientConnection | None = None
        self.table: dict[str, Any] = {}
        self.talk: list[dict[str, Any]] = []
        self.raw: list[str] = []
        """Everything it was ever sent, pings excepted."""

    async def connect(self) -> "Player":
        self.socket = await connect(self.url, max_size=None, proxy=None)
        await self.socket.send(json.dumps(self.hello))
        await self.until(lambda message: message["type"] == "table")
        return self

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()

    @property
    def match(self) -> dict[str, Any]:
        match: dict[str, Any] = self.table["match"]
        return match

    async def next(self) -> dict[str, Any]:
        """Receive the next message that is no ping."""
        assert self.socket is not None
        while True:
            text = str(await self.socket.recv())
            message: dict[str, Any] = json.loads(text)
            if message["type"] == "ping":
                await self.socket.send(json.dumps({"do": "pong", "number": message["number"]}))
                continue
            self.raw.append(text)
            if message["type"] == "table":
                self.table = message
            elif message["type"] == "talk":
                self.talk += message["lines"]
            return message

    async def until(self, wanted: Any, seconds: float = 60) -> dict[str, Any]:
        """Receive until a message is what is wanted."""
        async with asyncio.timeout(seconds):
            while not wanted(message := await self.next()):
                pass
        return message

    async def send(self, do: str, *, seq: int | None = None, id: str | None = None, **more: Any) -> str:  # noqa: A002
        """Send a command without waiting for what comes of it."""
        assert self.socket is not None
        name = id or f"c{next(_ids)}-{os.getpid()}"
        message = {"do": do, "id": name, **more}
        if do not in ("hint", "answers", "review", "history"):
            message["seq"] = self.table["seq"] if seq is None else seq
        await self.socket.send(json.dumps(message))
        return name

    async def do(self, do: str, **more: Any) -> dict[str, Any]:
        """Send a command or question and wait for the answer to it."""
        name = await self.send(do, **more)
        return await self.until(lambda message: message.get("id") == name)

    async def until_table(self, wanted: Any, seconds: float = 60) -> dict[str, Any]:
        """Wait until the table is as wanted."""
        if not wanted(self.table):
            await self.until(lambda message: message["type"] == "table" and wanted(message), seconds)
        return self.table


async def post(url: str, body: Any, status: int = 201) -> dict[str, Any]:
    async with httpx.AsyncClient() as client:
        response = await client.post(url, json=body, timeout=30)
    assert response.status_code == status, response.text
    answer: dict[str, Any] = response.json()
    return answer


async def new_table(url: str, game: str, **more: Any) -> dict[str, Any]:
    return await post(f"{url}/api/tables", {"game": game, **more})


@asynccontextmanager
async def seated(url: str, game: str, names: list[str], **more: Any) -> AsyncIterator[list[Player]]:
    """A table of persons, all connected and ready."""
    made = await new_table(url, game, seats=[{"name": name} for name in names], **more)
    players = [
        await Player(url, made["table"], made["seats"][str(seat)], made["owner"] if seat == 0 else "").connect()
        for seat in range(len(names))
    ]
    try:
        for player in players:
            await player.do("ready", share=os.urandom(16).hex())
        for player in players:
            await player.until_table(lambda table: table["phase"] != "waiting")
        yield players
    finally:
        for player in players:
            with suppress(ConnectionClosed):
                await player.close()
