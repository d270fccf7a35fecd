"""The house: the tables of this process; one command at a time for each, kept for good before anybody hears of it.

A command is decided, happens in memory, is stored, and only then told. If it cannot be stored, the table in memory
is thrown away and read from the store again when somebody asks for it. What goes wrong at one table stays there.
"""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from tesserae.server import daily, events, metrics, protocol, views
from tesserae.server.decisions import Who
from tesserae.server.events import HOUSE, OWNER, AnyEvent, Entry, encode_event
from tesserae.server.guests import NOT_ALLOWED, RESTARTING, Guest
from tesserae.server.setup import created_event
from tesserae.server.store import Claim, Elsewhere, Lost, Row, Store, StoreTrouble, TableRow
from tesserae.server.table import Table, replay
from tesserae.server.tokens import new_id
from tesserae.words import Refused

log = logging.getLogger(__name__)
T = TypeVar("T")
Decide = Callable[[Table], list[AnyEvent]]

ABSENT_AFTER = 30_000
"""Milliseconds without a connection after which a player may be replaced."""
IDLE_AFTER = 300_000
"""Milliseconds after which a table that nobody looks at leaves the memory."""
SWEEP_SECONDS = 5
ALIVE_SECONDS = 2
ALIVE_FOR = 8000
LOBBY_AGE = 24 * 3600 * 1000
MOST_IN_LOBBY = 200


@dataclass(eq=False)
class Live:
    """A table in memory, and who is connected to it."""

    table: Table
    epoch: int
    gone_since: dict[int, int]
    """When the last connection of a seat ended."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    guests: set[Guest] = field(default_factory=set)
    timer: asyncio.TimerHandle | None = None
    thinking: "asyncio.Task[None] | None" = None
    is_lost: bool = False
    """Whether it has left the memory, and what is here no longer counts."""

    def present(self) -> set[int]:
        """The seats that are connected."""
        return {guest.who.seat for guest in self.guests if guest.who.seat is not None}


def wall_clock() -> int:
    """Tell the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class House:
    """The tables of this process."""

    def __init__(self, store: Store, *, now: Callable[[], int] = wall_clock) -> None:
        """Begin without any table in memory; they are read when they are asked for."""
        self.store = store
        self.now = now
        self.living: set[str] = {store.process}
        """The processes that are alive, as of the last look."""
        self._looked_at = 0.0
        self._alive_until = math.inf
        """Until when nobody takes us for dead, in seconds of `time.monotonic`."""
        self.look_after: Callable[[Live], None] = lambda _live: None
        """Called whenever a table has changed, with its lock held; see `caretaker`."""
        self.tidy_up: Callable[[int], None] = lambda _events: None
        """Called after so many events were told; see `garbage`."""
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live | Elsewhere]] = {}
        self._damaged: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_closing = False

    # --- setting up and finding ----------------------------------------------------------------------------

    async def create(self, wanted: protocol.NewTable) -> protocol.TableCreated:
        """Set up a table."""
        table_id = new_id()
        created, answer = created_event(table_id, wanted, daily.day_of(self.now()))
        await self.store_new(table_id, created)
        return answer

    async def store_new(self, table_id: str, created: events.Created) -> None:
        """Keep a new table; where only bots play, the match begins at once."""
        entries = [Entry(1, self.now(), OWNER, created)]
        table = Table.new(table_id, entries[0])
        if all(place.level for place in created.places):
            entries.append(Entry(2, table.at, HOUSE, events.Started()))
            table.happen(entries[1])
        await self.store.create(_table_row(table), list(map(_row, entries)))
        self._live[table_id] = Live(table, 1, dict.fromkeys(range(table.game.players), table.at))
        metrics.EVENTS.inc(len(entries))

    async def lobby(self) -> protocol.Lobby:
        """List the public tables that wait for players."""
        texts = await self.store.lobby(self.now() - LOBBY_AGE, MOST_IN_LOBBY)
        return protocol.Lobby(list(map(_read_summary, texts)))

    async def summaries(self, tables: list[str]) -> protocol.Lobby:
        """Describe these tables, as far as they exist."""
        return protocol.Lobby(list(map(_read_summary, await self.store.summaries(tables))))

    async def find(self, table_id: str) -> Live | Elsewhere:
        """Find a table in memory or in the store, or the process that has it."""
        live = self._live.get(table_id)
        if live is not None and self.holds(live):
            return live
        if table_id in self._damaged:
            raise Refused("table.damaged")
        if table_id not in self._loading:
            self._loading[table_id] = self.spawn(self._load(table_id))
            self._loading[table_id].add_done_callback(lambda _task: self._loading.pop(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def own(self, table_id: str) -> Live:
        """Find a table that must be here; if it has moved meanwhile, whoever asks has to ask again."""
        live = await self.find(table_id)
        if isinstance(live, Elsewhere):
            raise Refused("server.moved")
        return live

    async def _load(self, table_id: str) -> Live | Elsewhere:
        claim = await self.store.claim(table_id)
        if claim is None:
            raise Refused("table.unknown")
        if isinstance(claim, Elsewhere):
            return claim
        try:
            if not claim.is_complete:
                raise ValueError(f"the log of {table_id} has gaps")
            table = replay(table_id, list(map(_entry, claim.rows)))
        except Exception:
            self._damaged.add(table_id)
            metrics.DAMAGED.inc()
            log.exception("a table cannot be taken up again", extra={"table": table_id})
            raise Refused("table.damaged") from None
        return await self._take_up(table, claim)

    async def _take_up(self, table: Table, claim: Claim) -> Live:
        live = Live(table, claim.epoch, dict.fromkeys(range(table.game.players), self.now()))
        async with live.lock:
            self._live[table.id] = live
            if table.clock.running is not None:
                await self.append(live, HOUSE, None, [events.Woken()])
            try:
                self.look_after(live)
            except Exception:
                self.fail(live, "a table cannot be looked after")
                raise Refused("table.trouble") from None
        if not self.holds(live):
            raise Lost(table.id)
        return live

    # --- the one way anything happens ----------------------------------------------------------------------

    async def perform(
        self, live: Live, by: int, command: str | None, decide: Decide, tell: Callable[[int], None] | None = None
    ) -> int:
        """Decide about a command and carry it out, once; returns the number of the event it led to.

        It is finished even if whoever waits for it goes away. `tell` is called with that number in the same breath
        as the guests are shown the table, so that both go out together.
        """
        return await asyncio.shield(self.spawn(self._perform(live, by, command, decide, tell)))

    async def _perform(
        self, live: Live, by: int, command: str | None, decide: Decide, tell: Callable[[int], None] | None
    ) -> int:
        done = await self._carry_out(live, by, command, decide)
        if tell is not None:
            tell(done)
        return done

    async def _carry_out(self, live: Live, by: int, command: str | None, decide: Decide) -> int:
        async with live.lock:
            table = live.table
            if not self.holds(live):
                raise Lost(table.id)
            if command is not None and (by, command) in table.done:
                return table.done[by, command]
            table.absent = self._absent(live)
            return await self.append(live, by, command, decide(table))

    async def append(self, live: Live, by: int, command: str | None, happened: list[AnyEvent]) -> int:
        """Let events happen, store them, then tell everybody. The caller has the lock."""
        table = live.table
        if not happened:
            return table.seq
        at, first = max(self.now(), table.at), table.seq + 1
        entries = [
            Entry(first + number, at, by, event, None if number else command)
            for number, event in enumerate(happened)
        ]
        try:
            for entry in entries:
                table.happen(entry)
            row = _table_row(table)
        except Exception:
            self.fail(live, "what was decided cannot happen")
            raise Refused("table.trouble") from None
        try:
            with metrics.APPEND_SECONDS.time():
                await self.store.append(live.epoch, row, list(map(_row, entries)))
        except (Lost, StoreTrouble):
            self.drop(live)
            raise
        metrics.EVENTS.inc(len(entries))
        if live.is_lost:  # let go of meanwhile: whoever takes it up reads this, and tells of it
            return first
        try:
            self._tell(live, entries)
            self.look_after(live)
        except Exception:
            self.fail(live, "what has happened cannot be told")
        self.tidy_up(len(entries))
        return first

    def _absent(self, live: Live) -> set[int]:
        before, present = self.now() - ABSENT_AFTER, live.present()
        return {seat for seat, since in live.gone_since.items() if seat not in present and since <= before}

    # --- telling -------------------------------------------------------------------------------------------

    def _tell(self, live: Live, entries: list[Entry]) -> None:
        if live.table.match is None:
            _unseat(live)
        said = [entry for entry in entries if isinstance(entry.event, events.Said | events.Reacted)]
        if len(said) < len(entries):
            self.show(live)
        for guest in live.guests if said else ():
            message = views.talk(live.table, said, guest.who.seat)
            if message.lines:
                guest.tell(message)

    def show(self, live: Live, guests: set[Guest] | None = None) -> None:
        """Show the table to guests, by default to all; spectators who may not stay are sent away.

        The caller has the lock: what is not yet stored is shown to nobody.
        """
        shown: dict[Who, bytes] = {}
        match, present, now = live.table.match, live.present(), self.now()
        public = match.view() if match is not None else None
        for guest in list(live.guests if guests is None else guests & live.guests):
            who = guest.who
            if who.seat is None and not who.is_owner and not live.table.watchable:
                guest.close(NOT_ALLOWED, "spectators were sent away")
                continue
            if who not in shown:
                view = views.table_view(live.table, who.seat, who.is_owner, present, now, public)
                shown[who] = protocol.encode_message(view)
            guest.send(shown[who])

    async def show_later(self, live: Live, guests: set[Guest] | None = None) -> None:
        """Show the table as soon as nothing is being decided."""
        async with live.lock:
            try:
                if self.holds(live):
                    self.show(live, guests)
            except Exception:
                self.fail(live, "a table cannot be shown")

    # --- the life of the process ---------------------------------------------------------------------------

    def fail(self, live: Live, what: str) -> None:
        """Note an error that should not have happened; the table alone is concerned, and is read again."""
        metrics.FAILURES.labels("table").inc()
        log.exception(what, extra={"table": live.table.id})
        self.drop(live)

    def drop(self, live: Live) -> None:
        """Forget what is in memory of a table, and let its guests come back to what is stored."""
        live.is_lost = True
        if live.timer is not None:
            live.timer.cancel()
        if self._live.get(live.table.id) is live:
            del self._live[live.table.id]
        for guest in live.guests:
            guest.close(RESTARTING, "the table is taken up again")
        metrics.GUESTS.dec(len(live.guests))
        live.guests.clear()

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Begin something that nobody needs to wait for; if it fails unexpectedly, that is noted."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        problem = None if task.cancelled() else task.exception()
        if problem is not None and not isinstance(problem, Refused | Lost | StoreTrouble):
            metrics.FAILURES.labels("task").inc()
            log.error("a task failed", exc_info=problem)

    async def stay_alive(self) -> None:
        """Say again and again that this process is alive."""
        await self._keep_doing(self._say_that_we_are_alive, ALIVE_SECONDS)

    async def _say_that_we_are_alive(self) -> None:
        asked_at = time.monotonic()
        try:
            living = await self.store.stay_alive(ALIVE_FOR)
        except StoreTrouble:
            if self._is_late():
                self._let_all_go()
            raise
        self.living, self._looked_at = living.processes, asked_at
        self._alive_until = asked_at + ALIVE_FOR / 1000
        if not living.was_alive:
            self._let_all_go()

    def is_dead(self, process: str, since: float) -> bool:
        """Say whether a process that was alive at a moment of `time.monotonic` was found dead later."""
        return process not in self.living and self._looked_at > since

    def holds(self, live: Live) -> bool:
        """Say whether a table is still ours to serve.

        After we were stopped for a while, or could not reach the database, others may have taken our tables over:
        then nothing of what we remember counts any more.
        """
        if self._is_late():
            self._let_all_go()
        return not live.is_lost

    def _is_late(self) -> bool:
        return time.monotonic() >= self._alive_until and self.store.is_shared

    def _let_all_go(self) -> None:
        """Read every table again, after others took us for dead and may have taken them over."""
        if self._live:
            log.warning("this process was taken for dead, or may have been")
        for live in list(self._live.values()):
            self.drop(live)

    async def sweep(self) -> None:
        """Look now and then for tables whose time has come, and put away those that nobody looks at."""
        await self._keep_doing(self._sweep, SWEEP_SECONDS)

    async def _sweep(self) -> None:
        metrics.TABLES.set(len(self._live))
        for table_id in await self.store.due(self.now()):
            if table_id not in self._live and table_id not in self._damaged:
                self.spawn(self.find(table_id))
        await self._put_away()

    async def _keep_doing(self, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        """Do something until the end; whatever goes wrong, it is tried again."""
        while not self._is_closing:
            try:
                await work()
            except StoreTrouble:
                log.error("the database does not answer")
            except Exception:
                metrics.FAILURES.labels("house").inc()
                log.exception("what is done again and again has failed")
            await asyncio.sleep(seconds)

    async def _put_away(self) -> None:
        now = self.now()
        for live in list(self._live.values()):
            clock = live.table.clock
            is_timed = clock.due is not None and (clock.rule.kind != "days" or clock.due - now <= IDLE_AFTER)
            is_wanted = bool(live.guests) or live.lock.locked() or is_timed
            if not is_wanted and now - max(live.table.at, *live.gone_since.values()) >= IDLE_AFTER:
                self.drop(live)
                await self.store.release(live.table.id)

    async def close(self) -> None:
        """Finish what is being done, let the guests go and give the tables back."""
        self._is_closing = True
        for live in list(self._live.values()):
            async with live.lock:
                self.drop(live)
        waiting = {task for task in self._tasks if not task.done()}
        if waiting:
            await asyncio.wait(waiting, timeout=5)
        try:
            await self.store.retire()
        except StoreTrouble:
            log.error("cannot say that we end")


def _unseat(live: Live) -> None:
    """Let those look on whose seat was left or given away: whoever sits there next is somebody else."""
    for guest in live.guests:
        if guest.who.seat is not None and not live.table.seats[guest.who.seat].is_person:
            guest.who = Who(None, guest.who.is_owner)


# --- rows of the store -------------------------------------------------------------------------------------


def _row(entry: Entry) -> Row:
    return Row(entry.seq, entry.at, entry.by, entry.command, encode_event(entry.event))


def _entry(row: Row) -> Entry:
    return Entry(row.seq, row.at, row.actor, events.decode_event(row.body), row.command)


def _table_row(table: Table) -> TableRow:
    is_open = table.created.public and table.phase == "waiting" and any(seat.is_free for seat in table.seats)
    summary = msgspec.json.encode(views.summary(table)).decode()
    return TableRow(table.id, table.seq, table.at, is_open, table.clock.due, summary)


def _read_summary(text: str) -> protocol.TableSummary:
    return msgspec.json.decode(text, type=protocol.TableSummary)
