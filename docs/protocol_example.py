"""Plays the match of docs/protocol.md at a real server and writes it there: `python docs/protocol_example.py`.

Everything is what one player, Ann, sends and is sent.
"""

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

PAGE = Path(__file__).with_name("protocol.md")
BEGIN, END = "<!-- a match, by docs/protocol_example.py -->\n```text\n", "```\n<!-- its end -->\n"
TABLE = {
    "game": "quixo",
    "options": {"size": 3},
    "seats": [{"name": "Ann"}],
    "clock": {"kind": "turn", "amount": 60},
}
SHARES = {"Ann": "c0ffee00112233445566778899aabbcc", "Bob": "0123456789abcdef0123456789abcdef"}


class Player:
    """A client; what it sends and is sent is kept where it is asked for."""

    def __init__(self, kept: list[str] | None = None) -> None:
        """Keep nothing, or in this list."""
        self._kept = [] if kept is None else kept
        self.table: dict[str, Any] = {}

    async def come(self, url: str, table: str, token: str, owner: str = "") -> "Player":
        """Connect and say hello."""
        self._socket: ClientConnection = await connect(f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket")
        await self.send({"do": "hello", "token": token, "owner": owner, "version": 1, "language": "en"})
        await self.hear("talk")
        return self

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        text = json.dumps(message, separators=(",", ":"))
        self._kept.append(f"> {text}")
        await self._socket.send(text)

    async def command(self, do: str, name: str, **more: Any) -> None:
        """Send a command and wait until it is done."""
        await self.send({"do": do, "id": name, "seq": self.table["seq"], **more})
        await self.hear("done")

    async def hear(self, kind: str) -> None:
        """Wait for a message of a kind; answer pings."""
        while True:
            text = str(await self._socket.recv())
            message = json.loads(text)
            self._kept.append(f"< {text}")
            if message["type"] == "table":
                self.table = message
            if message["type"] == "ping":
                await self.send({"do": "pong", "number": message["number"]})
            if message["type"] == kind:
                return

    async def go(self) -> None:
        """Close the connection."""
        await self._socket.close()


def post(url: str, body: dict[str, Any], kept: list[str]) -> dict[str, Any]:
    """Send something over HTTP."""
    text = json.dumps(body, separators=(",", ":"))
    with urlopen(Request(url, text.encode())) as response:
        answer = response.read().decode()
        kept += [f"> POST {re.sub('^http://[^/]*', '', url)} {text}", f"< {response.status} {answer}"]
    told: dict[str, Any] = json.loads(answer)
    return told


async def match(url: str) -> list[str]:
    """Play: two moves, a word, and Bob resigns; returns what Ann sent and was sent."""
    kept: list[str] = []
    made = post(f"{url}/api/tables", TABLE, kept)
    table = made["table"]
    taken = post(f"{url}/api/tables/{table}/seats", {"name": "Bob", "token": "B" * 32}, [])
    ann = await Player(kept).come(url, table, made["seats"]["0"], made["owner"])
    await ann.hear("ping")
    bob = await Player().come(url, table, taken["token"])
    await ann.hear("table")  # Bob is here
    await ann.command("ready", "a1", share=SHARES["Ann"])
    await bob.hear("table")
    await bob.command("ready", "b1", share=SHARES["Bob"])
    await ann.hear("table")  # the match begins
    await ann.command("play", "a2", move="a1>c1")
    await bob.hear("table")
    await bob.command("play", "b2", move=bob.table["match"]["legal"][0]["action"])
    await ann.hear("table")
    await ann.send({"do": "play", "id": "a3", "seq": 1, "move": "a1>c1"})  # as if it had seen nothing since
    await ann.hear("refused")
    await ann.hear("table")
    await ann.command("say", "a4", text="Your turn was quick!")
    await bob.hear("talk")
    await bob.command("resign", "b3")
    await ann.hear("table")
    for player in (ann, bob):
        await player.go()
    return kept


def play() -> list[str]:
    """Start a server, play, and stop it."""
    with TemporaryDirectory() as data:
        command = [sys.executable, "-m", "tesserae.cli", "serve", "--port", "0", "--data", data]
        server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            told = server.stderr
            found = next(re.search(r"http://\S+", line) for line in told or () if "Tesserae is at" in line)
            url = found[0] if found else ""
            wait_for(url)
            return asyncio.run(asyncio.wait_for(match(url), 60))
        finally:
            server.kill()
            server.communicate()


def wait_for(url: str) -> None:
    """Wait until the server answers."""
    for _ in range(600):
        try:
            urlopen(f"{url}/ready").close()
            return
        except OSError:
            asyncio.run(asyncio.sleep(0.1))
    raise TimeoutError(url)


def main() -> None:
    """Write the match into the page."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    PAGE.write_text(before + BEGIN + "\n".join(play()) + "\n" + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
