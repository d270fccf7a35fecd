"""A match that is being played while others send what they should not, and the means to send it."""

import asyncio
import json
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx

from server.client import Player, Server, new_table
from tesserae.server.app import HEADERS

SECONDS = 60
MEGABYTES = 16 << 20

PATIENT = """
import sys
from tesserae.server import limits
for name in ("FRAMES", "REQUESTS", "NEW_TABLES"):
    setattr(limits, name, limits.Allowance(1e9, 1e9))
from tesserae.server import web
web.BODY_SECONDS = 3
from tesserae.cli import main
sys.exit(main())
"""


class PatientServer(Server):
    """A server without limits on how often one may ask, or these tests would take hours."""

    def launch(self) -> None:
        command = [sys.executable, "-c", PATIENT, "serve", "--log", "info", "--port", str(self.port)]
        with self._told.open("a") as told:
            self.process = subprocess.Popen(
                [*command, *self.arguments], stdout=subprocess.DEVNULL, stderr=told, text=True
            )


class Board:
    """A match that is being played while others do what they should not."""

    def __init__(self, server: Server, made: dict[str, Any]) -> None:
        self.server, self.url, self.made = server, server.url, made
        self.table: str = made["table"]

    def player(self, seat: int | None = None) -> Player:
        return Player(self.url, self.table, self.made["watch"] if seat is None else self.made["seats"][str(seat)])

    @asynccontextmanager
    async def connected(self, seat: int | None = None) -> AsyncIterator[Player]:
        player = await self.player(seat).connect()
        try:
            yield player
        finally:
            await player.close()

    async def begin(self) -> None:
        players = [await self.player(seat).connect() for seat in (0, 1)]
        for player in players:
            await player.do("ready", share="ab")
        for _ in range(4):
            for player in players:
                await player.until_table(lambda table: table["phase"] == "playing")
            mover = players[players[0].match["mover"]]
            await mover.do("play", move=mover.match["legal"][0]["action"])
            seq = mover.table["seq"]
            await asyncio.gather(
                *(player.until_table(lambda table, seq=seq: table["seq"] >= seq) for player in players)
            )
        await players[0].do("say", text="good luck")
        for player in players:
            await player.close()

    def looks(self) -> list[str]:
        """Everything that can be seen of it: the list of tables, the history, and what everybody is shown."""
        seen = [httpx.get(f"{self.url}/api/tables/{self.table}").text]
        for seat in (None, 0, 1):
            seen += asyncio.run(self._look(seat))
        return seen

    async def _look(self, seat: int | None) -> list[str]:
        async with self.connected(seat) as player:
            history = await player.do("history", id="look")
            return [json.dumps(history), json.dumps(player.match), json.dumps(player.table["wishes"])]


def start(server: Server) -> Board:
    seats = [{"name": "Ann"}, {"name": "Bob"}]
    board = Board(server, asyncio.run(new_table(server.url, "triominos", seats=seats)))
    asyncio.run(board.begin())
    return board


def check_calm(server: Server) -> None:
    """See that nothing has failed in it so far, whatever was done to it."""
    assert failures(httpx.get(f"{server.url}/metrics").text) == 0
    assert '"trace"' not in server.told()
    assert '"level": "error"' not in server.told()


def failures(metrics: str) -> float:
    """Add up the errors that were nobody's fault but ours."""
    assert "# TYPE tesserae_failures_total counter" in metrics
    return sum(
        float(value) for value in re.findall(r"^tesserae_failures_total\{.*\} (\S+)$", metrics, re.MULTILINE)
    )


# --- through a WebSocket ------------------------------------------------------------------------------------


def hello(token: str = "", **more: Any) -> str:
    return json.dumps({"do": "hello", "token": token, **more})


# --- over HTTP ----------------------------------------------------------------------------------------------


def assert_safe(headers: httpx.Headers) -> None:
    for name, value in HEADERS.items():
        assert headers.get_list(name) == [value], name
    assert headers.get("cache-control")


def check_refusal(answer: httpx.Response, status: int, key: str | None = None) -> dict[str, Any]:
    """See that a request was refused as it should be."""
    assert answer.status_code == status, answer.text
    assert_safe(answer.headers)
    assert answer.headers["content-type"] == "application/json"
    reason: dict[str, Any] = answer.json()["reason"]
    assert set(reason) == {"key", "values", "text"}
    assert reason["text"].isprintable()
    assert key in (None, reason["key"])
    return reason


def raw_request(board: Board, data: bytes) -> bytes:
    """Send bytes as they are, and give everything that comes back."""
    received = b""
    with socket.create_connection(("127.0.0.1", board.server.port), timeout=SECONDS) as line:
        with suppress(ConnectionError):
            line.sendall(data)
        with suppress(ConnectionError):
            while data := line.recv(1 << 16):
                received += data
    return received


def raw_answer(board: Board, line: str, *headers: str, body: bytes = b"") -> httpx.Response:
    """Make a request that no library would make."""
    names = {header.split(":")[0].lower() for header in headers}
    usual = [] if "host" in names else [f"Host: 127.0.0.1:{board.server.port}"]
    head = "\r\n".join([line, *usual, "Connection: close", *headers, "", ""])
    received = raw_request(board, head.encode("latin-1") + body)
    first, _, rest = received.partition(b"\r\n")
    raw_headers, _, content = rest.partition(b"\r\n\r\n")
    pairs = [
        (name, value) for name, _, value in (line.partition(": ") for line in raw_headers.decode().split("\r\n"))
    ]
    return httpx.Response(int(first.split()[1]), headers=pairs, content=content)
