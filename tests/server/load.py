"""Load for servers that may die at any moment: players who never give up, and remember what they were promised.

Each plays random legal moves and says something now and then. A command is sent again, as it was, until it is
answered; then never again. What was answered is kept in a ledger, to be compared with the log; see `audit`.
"""

import asyncio
import itertools
import json
import random
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from server.client import Player

FINAL_CODES = {1008, 4403, 4404}
"""Close codes after which coming back is of no use; nobody here should ever see one."""
ANSWER_SECONDS = 4
"""How long a command may go unanswered before it is sent again."""
PATIENCE = 180
_addresses = itertools.count(1)


class Kind(NamedTuple):
    """What is played at a table, and by whom: so many persons, the rest bots."""

    game: str
    options: dict[str, Any] = {}  # noqa: RUF012  # nobody changes it
    persons: int = 2
    bots: int = 0
    more: dict[str, Any] = {}  # noqa: RUF012  # nobody changes it


KINDS = [
    Kind("quixo"),
    Kind("triominos"),
    Kind("quixo", {"size": 5}, 1, 1),
    Kind("tripple"),
    Kind("riomino"),
    Kind("puzzelino", {"mode": "points"}),
    Kind("triominos", {"players": 3}, 2, 1),
    Kind("quixo", {"players": 4}, 4),
    Kind("triominos", {}, more={"clock": {"kind": "player", "amount": 3600, "increment": 5}}),
]


@dataclass
class Ledger:
    """What one client sent, and what became of it."""

    table: str
    seat: int
    sent: dict[str, dict[str, Any]] = field(default_factory=dict)
    done: dict[str, int] = field(default_factory=dict)
    """The commands that were acknowledged, in that order, and the event each led to."""
    refused: dict[str, str] = field(default_factory=dict)
    again: Counter[str] = field(default_factory=Counter)
    """How often a command was sent again."""
    closed: Counter[str] = field(default_factory=Counter)
    """Why connections ended or did not come about."""

    @property
    def waiting(self) -> list[str]:
        """The commands that nobody has answered."""
        return [name for name in self.sent if name not in self.done and name not in self.refused]


class Stubborn:
    """A client that comes back whatever happens, until its match is over or it is told to stop."""

    def __init__(
        self, urls: Sequence[str], table: str, token: str, seat: int, rng: random.Random, owner: str = ""
    ) -> None:
        self.urls, self.token, self.owner = urls, token, owner
        self.rng = rng
        self.ledger = Ledger(table, seat)
        self.player: Player | None = None
        self.most_moves = 1_000_000
        self.is_stopped = False
        self.pause = (0.0, 0.1)
        """How long it thinks."""
        self._visits = rng.randrange(len(urls))
        self._failures = 0

    @property
    def moves(self) -> int:
        """How many of its moves were acknowledged."""
        return sum(self.ledger.sent[name]["do"] == "play" for name in self.ledger.done)

    @property
    def is_finished(self) -> bool:
        """Whether there is nothing left to do, and nothing left to hear."""
        if self.ledger.waiting or self.player is None:
            return False
        return self.is_stopped or self.player.table.get("phase") == "over" or self.moves >= self.most_moves

    async def run(self) -> None:
        """Play, over as many connections as it takes."""
        while not self.is_finished:
            async with self._trying():
                self.player = await self.connected()
                try:
                    await self._play(self.player)
                finally:
                    with suppress(OSError, ConnectionClosed):
                        await self.player.close()

    async def connected(self) -> Player:
        """Connect to the next server, and wait for the table."""
        url = self.urls[self._visits % len(self.urls)]
        self._visits += 1
        player = Player(url, self.ledger.table, self.token, self.owner)
        async with asyncio.timeout(PATIENCE):
            await player.connect()
        self._failures = 0
        return player

    async def final(self) -> Player:
        """Connect once more, however long it takes, and stay."""
        while True:
            async with self._trying():
                return await self.connected()

    @asynccontextmanager
    async def _trying(self) -> AsyncIterator[None]:
        """Note why a connection ended, and wait a little before the next."""
        try:
            yield
            return
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else 1006
            assert code not in FINAL_CODES, f"sent away from {self.ledger.table}: {closed}"
            self.ledger.closed[str(code)] += 1
        except (OSError, InvalidHandshake, EOFError) as problem:  # a time-out is an OSError
            self.ledger.closed[type(problem).__name__] += 1
        self._failures += 1
        await asyncio.sleep(self.rng.uniform(0.5, 1) * min(1.0, 0.1 * 2**self._failures))

    async def _play(self, player: Player) -> None:
        for name in self.ledger.waiting:
            await self._send_again(player, name)
        while not self.is_finished:
            if not self.is_stopped and (command := self._next_command(player)):
                await asyncio.sleep(self.rng.uniform(*self.pause))
                await self._send(player, command)
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    self._hear(await player.next())
            except TimeoutError:
                for name in self.ledger.waiting:
                    await self._send_again(player, name)

    def _next_command(self, player: Player) -> dict[str, Any] | None:
        """Choose what to do: get ready, move, or say something while the others do."""
        table, seat = player.table, self.ledger.seat
        waiting = {self.ledger.sent[name]["do"] for name in self.ledger.waiting}
        if not waiting & {"ready", "play"}:
            if table["phase"] == "waiting" and not table["seats"][seat]["is_ready"]:
                return {"do": "ready", "share": self.rng.randbytes(8).hex()}
            if table["phase"] == "playing" and table["match"]["mover"] == seat and self.moves < self.most_moves:
                return {"do": "play", "move": self.rng.choice(table["match"]["legal"])["action"]}
        if table["phase"] == "playing" and "say" not in waiting and self.rng.random() < 0.05:
            return {"do": "say", "text": f"word {uuid.uuid4()}"}
        return None

    async def _send(self, player: Player, command: dict[str, Any]) -> None:
        name = uuid.uuid4().hex
        self.ledger.sent[name] = {**command, "id": name, "seq": player.table["seq"]}
        await _send_frame(player, self.ledger.sent[name])

    async def _send_again(self, player: Player, name: str) -> None:
        self.ledger.again[name] += 1
        await _send_frame(player, self.ledger.sent[name])

    def _hear(self, message: dict[str, Any]) -> None:
        name, ledger = message.get("id"), self.ledger
        if name not in ledger.sent:
            return
        if message["type"] == "done":
            assert ledger.done.get(name, message["seq"]) == message["seq"], "acknowledged in two ways"
            assert name not in ledger.refused, "acknowledged after it was refused"
            ledger.done[name] = message["seq"]
        elif name not in ledger.done:  # a copy of a command that was done may come late, and is answered as done
            ledger.refused[name] = message["reason"]["key"]


async def _send_frame(player: Player, frame: dict[str, Any]) -> None:
    assert player.socket is not None
    await player.socket.send(json.dumps(frame))


async def _see_out(client: Stubborn, table: Sequence[Stubborn]) -> None:
    """Let a client play to its end; then nobody at the table need wait for moves that it will never make."""
    await client.run()
    for other in table:
        other.is_stopped = True


class Load:
    """Tables that are played at, and new ones when matches are over, until it is enough."""

    def __init__(self, urls: Sequence[str], seed: int, kinds: Sequence[Kind] = KINDS) -> None:
        self.urls = list(urls)
        self.rng = random.Random(seed)
        self.kinds = kinds
        self.web_urls = self.urls
        """Where tables are set up and seats taken."""
        self.most_moves = 1_000_000
        """Of one client at one table."""
        self.clients: list[Stubborn] = []
        self.is_stopped = False
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def acknowledged(self) -> int:
        """How many commands were acknowledged."""
        return sum(len(client.ledger.done) for client in self.clients)

    @property
    def moves(self) -> int:
        """How many moves were acknowledged."""
        return sum(client.moves for client in self.clients)

    @property
    def sent_again(self) -> int:
        """How many commands were sent more than once."""
        return sum(len(client.ledger.again) for client in self.clients)

    @property
    def closed(self) -> Counter[str]:
        """Why connections ended."""
        return sum((client.ledger.closed for client in self.clients), Counter[str]())

    @asynccontextmanager
    async def going_on(self) -> AsyncIterator["Load"]:
        """Play until the end of the block, then until everything is answered."""
        self._tasks = [asyncio.create_task(self._keep_playing(kind)) for kind in self.kinds]
        try:
            yield self
            self.stop()
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*self._tasks)
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def play_out(self, seconds: float = 240) -> None:
        """Play one match at each table, as far as the players may go, to its end."""
        async with asyncio.timeout(seconds), asyncio.TaskGroup() as tables:
            for kind in self.kinds:
                tables.create_task(self._play_once(kind))

    def stop(self) -> None:
        """Let everybody finish what was begun, and begin nothing new."""
        self.is_stopped = True
        for client in self.clients:
            client.is_stopped = True

    async def until(self, wanted: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Wait while it goes on; whatever goes wrong in it ends the waiting."""
        async with asyncio.timeout(seconds):
            while not wanted():
                for task in self._tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.01)

    async def until_more(self, moves: int) -> None:
        """Wait until so many more moves were acknowledged."""
        enough = self.moves + moves
        await self.until(lambda: self.moves >= enough)

    async def _keep_playing(self, kind: Kind) -> None:
        while not self.is_stopped:
            await self._play_once(kind)

    async def _play_once(self, kind: Kind) -> None:
        clients = await self._open(kind)
        self.clients += clients
        async with asyncio.TaskGroup() as table:
            for client in clients:
                client.is_stopped, client.most_moves = self.is_stopped, self.most_moves
                table.create_task(_see_out(client, clients))

    async def _open(self, kind: Kind) -> list[Stubborn]:
        """Set up a table for one person and bots; everybody else takes a seat by the link."""
        seats = [{"name": "player 0"}, *[{}] * (kind.persons - 1), *[{"level": "random"}] * kind.bots]
        wanted = {"game": kind.game, "options": kind.options, "seats": seats, "bot_ms": 10, **kind.more}
        made = await self._post("/api/tables", wanted)
        tokens = [made["seats"]["0"]]
        for seat in range(1, kind.persons):
            token = uuid.uuid4().hex  # of our own choosing: asked for twice, it is the same seat
            body = {"name": f"player {seat}", "seat": seat, "token": token}
            tokens.append((await self._post(f"/api/tables/{made['table']}/seats", body))["token"])
        return [
            Stubborn(
                self.urls,
                made["table"],
                token,
                seat,
                random.Random(self.rng.random()),
                "" if seat else made["owner"],
            )
            for seat, token in enumerate(tokens)
        ]

    async def _post(self, path: str, body: Any) -> dict[str, Any]:
        """Ask for something over HTTP until it is given."""
        number = next(_addresses)
        headers = {"x-forwarded-for": f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"}
        while True:
            try:
                async with httpx.AsyncClient() as web:
                    url = self.rng.choice(self.web_urls) + path
                    response = await web.post(url, json=body, headers=headers, timeout=PATIENCE)
                if response.status_code == 201:
                    answer: dict[str, Any] = response.json()
                    return answer
                assert response.status_code == 503, response.text
            except httpx.HTTPError:
                pass
            await asyncio.sleep(self.rng.uniform(0.05, 0.3))
