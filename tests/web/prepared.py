"""Tables as they are in the middle and at the end of a match, played over the wire, to be looked at by many pages."""

import json
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

TO_THE_END = 1000


@dataclass(frozen=True)
class Prepared:
    """A table, and all rights to it."""

    made: dict[str, Any]
    game: str
    mover: int | None

    @property
    def id(self) -> str:
        return str(self.made["table"])

    def rights(self, seats: list[int] | None = None) -> dict[str, Any]:
        """What a page keeps of a table, for some of its seats; for whoever is to move if none are named."""
        wanted = [self.mover or 0] if seats is None else seats
        tokens = {str(seat): self.made["seats"][str(seat)] for seat in wanted}
        return {**self.made, "seats": tokens, "game": self.game, "at": 0}


def prepare(url: str, game: str, players: int, moves: int, **options: Any) -> Prepared:
    """Set a table up and make so many moves there, each the first that is legal."""
    names = ["Ann", "Bob", "Cid", "Dot", "Eve", "Flo"][:players]
    body = {"game": game, "seats": [{"name": name} for name in names], "options": {"players": players, **options}}
    if game == "riomino":
        del body["options"]["players"]  # type: ignore[attr-defined]
    made = httpx.post(f"{url}/api/tables", json=body, timeout=30).raise_for_status().json()
    with ExitStack() as open_sockets:
        seats = [
            Seat(open_sockets.enter_context(socket_to(url, made["table"])), made["seats"][str(seat)])
            for seat in range(players)
        ]
        for seat in seats:
            seat.do(do="ready")
        view = seats[0].until(lambda table: table["phase"] != "waiting")
        for _ in range(moves):
            mover = view["match"]["mover"]
            if mover is None:
                break
            seats[mover].until(lambda table, seq=view["seq"]: table["seq"] >= seq)
            view = seats[mover].do(do="play", move=seats[mover].table["match"]["legal"][0]["action"])
    rights = {name: made[name] for name in ("table", "seats", "owner", "watch")}
    return Prepared(rights, game, view["match"]["mover"])


def socket_to(url: str, table: str) -> ClientConnection:
    return connect(f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket", max_size=None, proxy=None)


class Seat:
    """One seat at a table."""

    def __init__(self, socket: ClientConnection, token: str) -> None:
        self.socket = socket
        self.table: dict[str, Any] = {}
        self.send(do="hello", token=token)
        self.until(bool)

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def do(self, **command: Any) -> dict[str, Any]:
        """Ask for something that changes the table, and give the table after it."""
        seq = self.table["seq"]
        self.send(**command, id=f"{command['do']}-{seq}", seq=seq)
        return self.until(lambda table: table["seq"] > seq)

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until the table is as wanted."""
        while not (self.table and wanted(self.table)):
            message = json.loads(self.socket.recv(timeout=30))
            if message["type"] == "ping":
                self.send(do="pong", number=message["number"])
            assert message["type"] != "refused", message
            if message["type"] == "table":
                self.table = message
        return self.table
