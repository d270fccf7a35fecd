"""A table without a house: commands are decided, happen and are written down as in `House`, but in memory."""

import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

import msgspec
import pytest

from tesserae.match import Match
from tesserae.server import decisions, events, protocol, views
from tesserae.server.decisions import Who
from tesserae.server.events import HOUSE, OWNER, AnyEvent, ClockRule, Entry, decode_event, encode_event
from tesserae.server.setup import created_event
from tesserae.server.store import Claim, Row, Store, TableRow
from tesserae.server.table import Phase, Table, replay
from tesserae.server.tokens import digest
from tesserae.words import Refused

BEGIN = 1_700_000_000_000
"""When every test begins, in milliseconds since 1970."""
OPEN, BOT = "", "bot:"
"""How a seat is set up that has no person: nobody yet, or a bot, with its level behind the colon."""
NAMES = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"]
ANYBODY = "a stranger without a seat"

COMMANDS: dict[str, Callable[..., protocol.AnyCommand]] = {
    "ready": protocol.Ready,
    "play": protocol.Play,
    "ask": protocol.Ask,
    "answer": protocol.Answer,
    "resume": protocol.Resume,
    "resign": protocol.Resign,
    "leave": protocol.Leave,
    "return": protocol.Return,
    "say": protocol.Say,
    "react": protocol.React,
    "staff": protocol.Staff,
    "watch": protocol.Watch,
}


class Desk:
    """A table, its log as a store would keep it, and a clock that stands still until it is told to go on."""

    def __init__(
        self,
        game: str = "quixo",
        seats: Sequence[str] = ("Ann", "Bob"),
        options: dict[str, Any] | None = None,
        *,
        clock: ClockRule | None = None,
        secret: int = 0,
        **more: Any,
    ) -> None:
        places = [
            protocol.NewSeat(level=seat.removeprefix(BOT)) if seat.startswith(BOT) else protocol.NewSeat(seat)
            for seat in seats
        ]
        wanted = protocol.NewTable(game, options or {}, places, clock or ClockRule(), **more)
        created, self.rights = created_event("table", wanted)
        created = msgspec.structs.replace(created, secret=random.Random(secret).randbytes(32).hex())
        self.now = BEGIN
        first = Entry(1, self.now, OWNER, created)
        self.table = Table.new("table", first)
        self.log: list[Row] = [_row(first)]
        self._ids = itertools.count()

    # --- commands ------------------------------------------------------------------------------------------

    def do(self, seat: int | str, command: str, /, *, lag: int = 0, **more: Any) -> int:
        """Carry out a command of a seat, of the "owner" or of ANYBODY, as `House.perform` does."""
        who = Who(None, seat == "owner") if isinstance(seat, str) else Who(seat)
        told = self.command(command, **more)
        if (who.by, told.id) in self.table.done:
            return self.table.done[who.by, told.id]
        return self.append(who.by, told.id, decisions.decide(self.table, who, told, lag))

    def command(self, command: str, /, **more: Any) -> protocol.AnyCommand:
        """Make a message of a page that has seen the table as it is, unless told otherwise."""
        return COMMANDS[command](**{"id": f"c{next(self._ids)}", "seq": self.table.seq} | more)

    def sit(self, name: str, seat: int | None = None, token: str = "") -> int:
        """Let a person take a seat by link."""
        token = digest(token or f"token of {name}")
        return self.append(HOUSE, None, decisions.take_seat(self.table, name, seat, token))

    def append(self, by: int, command: str | None, happened: list[AnyEvent]) -> int:
        """Let events happen and write them down; what was decided must be able to happen."""
        at, first = max(self.now, self.table.at), self.table.seq + 1
        for number, event in enumerate(happened):
            entry = Entry(first + number, at, by, event, None if number else command)
            try:
                self.table.happen(entry)
            except Exception as problem:
                raise AssertionError(f"{event} was decided and cannot happen") from problem
            self.log.append(_row(entry))
        return first if happened else self.table.seq

    def ready(self) -> "Desk":
        """Let everybody who sits here be ready, so that the match begins."""
        for seat in sorted(self.table.deciding_seats()):
            self.do(seat, "ready", share=f"{seat:02x}")
        assert self.phase() == "playing"
        return self

    def move(self, count: int = 1, pick: Callable[[list[int]], int] = min) -> "Desk":
        """Let whoever is to move make so many moves, by hand or by the house."""
        for _ in range(count):
            mover, legal = self.table.mover, self.match().legal()
            assert mover is not None, "nobody is to move"
            if self.table.seats[mover].decides and self.table.overdue != mover:
                self.do(mover, "play", move=pick(legal))
            else:
                self.append(HOUSE, None, decisions.house_move(self.table, mover, pick(legal)))
        return self

    # --- what the house does by itself -----------------------------------------------------------------------

    def wait(self, milliseconds: int) -> "Desk":
        """Let time pass; whoever has none left is told so."""
        self.now += milliseconds
        while (due := self.table.clock.due) is not None and due <= self.now:
            self.append(HOUSE, None, decisions.time_out(self.table))
        return self

    def restart(self, away: int = 0) -> "Desk":
        """Let the house be away for a while, and take up the table again from its log."""
        self.now += away
        self.table = self.replayed()
        if self.table.clock.running is not None:
            self.append(HOUSE, None, [events.Woken()])
        return self

    # --- how it stands ---------------------------------------------------------------------------------------

    def match(self) -> Match:
        """The match, which has begun."""
        assert self.table.match is not None, "the match has not begun"
        return self.table.match

    def phase(self) -> Phase:
        """Whether it waits for players, is played at, or is over."""
        return self.table.phase

    def is_paused(self) -> bool:
        """Whether the match rests."""
        return self.table.is_paused

    def overdue(self) -> int | None:
        """The seat whose time is up."""
        return self.table.overdue

    def running(self) -> int | None:
        """The seat whose clock runs."""
        return self.table.clock.running

    def away(self) -> list[bool]:
        """Who has left."""
        return [seat.is_away for seat in self.table.seats]

    def stand_ins(self) -> list[str | None]:
        """Who plays for each seat."""
        return [seat.stand_in for seat in self.table.seats]

    # --- comparing -------------------------------------------------------------------------------------------

    def events(self) -> list[AnyEvent]:
        """What has happened."""
        return [decode_event(row.body) for row in self.log]

    def last(self, count: int = 1) -> list[AnyEvent]:
        """What happened last."""
        return self.events()[-count:]

    def replayed(self, length: int | None = None) -> Table:
        """Make the table anew from its log, or from the beginning of it; who is connected is not written there."""
        table = replay("table", [_entry(row) for row in self.log[:length]])
        table.absent = set(self.table.absent)
        return table

    def view(self, seat: int | None = None) -> protocol.TableView:
        """Show the table to a seat, or to a spectator."""
        return views.table_view(self.table, seat, False, set(), self.now)


def picture(table: Table, now: int) -> list[bytes]:
    """Give all that is known of a table: what everybody is shown, and what is kept beside it, byte for byte."""
    seats: list[int | None] = [*range(table.game.players), None]
    shown = [
        protocol.encode_message(views.table_view(table, seat, is_owner, set(), now))
        for seat in seats
        for is_owner in (False, True)
    ]
    said = [protocol.encode_message(views.talk(table, list(table.talk), seat)) for seat in seats]
    kept = [
        f"{field.name}={getattr(table, field.name)!r}".encode()
        for field in fields(table)
        if field.name not in ("game", "match", "absent")
    ]
    match = table.match
    played = [] if match is None else [match.record().encode(), match.states.tobytes(), match.trail.tobytes()]
    return [*shown, *said, *kept, *played, msgspec.json.encode(views.summary(table))]


def refused(desk: Desk, seat: int | str, command: str, /, **more: Any) -> Refused:
    """Expect a command to be refused and to change nothing; give the refusal."""
    before, length = picture(desk.table, desk.now), len(desk.log)
    with pytest.raises(Refused) as caught:
        desk.do(seat, command, **more)
    assert picture(desk.table, desk.now) == before
    assert len(desk.log) == length
    return caught.value


def why_not(desk: Desk, seat: int | str, command: str, /, **more: Any) -> str:
    """Give the sentence by which a command is refused."""
    return refused(desk, seat, command, **more).sentence.say("en")


class MemoryStore(Store):
    """A store that keeps nothing for longer than the test."""

    def __init__(self) -> None:
        self.process = "here"
        self.logs: dict[str, list[Row]] = {}
        self.released: list[str] = []

    async def create(self, table: TableRow, rows: list[Row]) -> None:
        self.logs[table.id] = list(rows)

    async def append(self, epoch: int, table: TableRow, rows: list[Row]) -> None:
        self.logs[table.id] += rows

    async def claim(self, table: str) -> Claim | None:
        return Claim(1, list(self.logs[table])) if table in self.logs else None

    async def release(self, table: str) -> None:
        self.released.append(table)


def _row(entry: Entry) -> Row:
    return Row(entry.seq, entry.at, entry.by, entry.command, encode_event(entry.event))


def _entry(row: Row) -> Entry:
    return Entry(row.seq, row.at, row.actor, decode_event(row.body), row.command)
