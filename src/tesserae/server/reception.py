"""The reception of the house: seats are taken here, guests let in, their messages answered whatever they are."""

import asyncio
import logging
from collections.abc import Callable
from typing import TypeVar

from tesserae.server import decisions, duties, metrics, protocol, views
from tesserae.server.caretaker import Caretaker
from tesserae.server.decisions import Stale
from tesserae.server.events import HOUSE
from tesserae.server.guests import Guest, right_of
from tesserae.server.house import House, Live
from tesserae.server.store import Lost, StoreTrouble
from tesserae.server.tokens import LEAST_TOKEN, digest, new_token
from tesserae.words import Refused, Sentence

log = logging.getLogger(__name__)
T = TypeVar("T")
LOOK_BACK_THREADS = 2
"""Bots and hints must not wait for those who look at old matches."""


class Reception:
    """Whoever comes to a table of this process comes here first."""

    def __init__(self, house: House, caretaker: Caretaker) -> None:
        """Serve a house; its caretaker does the thinking."""
        self._house = house
        self._caretaker = caretaker
        self._looking_back = asyncio.Semaphore(LOOK_BACK_THREADS)

    async def take_seat(self, table_id: str, wanted: protocol.TakeSeat) -> protocol.SeatTaken:
        """Let a person sit down; the token is told only now. With the same token it is the same seat again."""
        if wanted.token and len(wanted.token) < LEAST_TOKEN:
            raise Refused("table.short_token", least=LEAST_TOKEN)
        token = wanted.token or new_token()
        live = await self._house.own(table_id)
        await self._house.perform(
            live, HOUSE, None, lambda table: decisions.take_seat(table, wanted.name, wanted.seat, digest(token))
        )
        seat = next(number for number, seat in enumerate(live.table.seats) if seat.token == digest(token))
        return protocol.SeatTaken(table_id, seat, token)

    async def record(self, table_id: str) -> str:
        """Give the record of a finished match; before that it would tell what is hidden."""
        live = await self._house.own(table_id)
        async with live.lock:
            match = live.table.match
            if match is None or not match.over:
                raise Refused("table.not_over")
            return match.record()

    async def look_back(self, work: Callable[[], T]) -> T:
        """Look at a match that is over; that takes long, so it is done in another thread, few at a time."""
        async with self._looking_back:
            return await self._caretaker.think(work)

    async def attach(self, live: Live, hello: protocol.Hello, guest: Guest) -> None:
        """Let a guest in, and show the table."""
        async with live.lock:
            if live.is_lost:
                raise Refused("server.moved")
            guest.who = right_of(live.table, hello)
            is_news = guest.who.seat is not None and guest.who.seat not in live.present()
            live.guests.add(guest)
            metrics.GUESTS.inc()
            try:
                self._house.show(live, None if is_news else {guest})
                guest.tell(views.talk(live.table, list(live.table.talk), guest.who.seat))
                self._house.look_after(live)
            except Exception:
                self._house.fail(live, "a table cannot be shown")
                raise Refused("table.trouble") from None

    def detach(self, live: Live, guest: Guest) -> None:
        """Let a guest go."""
        if guest not in live.guests:
            return
        live.guests.discard(guest)
        metrics.GUESTS.dec()
        seat = guest.who.seat
        if seat is not None and seat not in live.present():
            live.gone_since[seat] = self._house.now()
            self._house.spawn(self._house.show_later(live))

    async def receive(self, live: Live, guest: Guest, frame: str | bytes) -> None:
        """Take a message of a guest and answer it, whatever it is."""
        try:
            message = protocol.decode_message(frame)
        except Refused as refused:
            metrics.COMMANDS.labels("unreadable", "refused").inc()
            guest.refuse(None, refused.sentence)
            return
        if isinstance(message, protocol.Pong):
            return
        if isinstance(message, protocol.Hello):
            guest.refuse(None, Sentence("server.bad_message", {"problem": "a second hello"}))
            return
        kind = type(message).__name__.lower()
        try:
            if isinstance(message, protocol.Query):
                await self._answer(live, guest, message)
            else:
                await self._obey(live, guest, message)
            metrics.COMMANDS.labels(kind, "done").inc()
        except Refused as refused:
            metrics.COMMANDS.labels(kind, "refused").inc()
            is_stale = isinstance(refused, Stale)
            guest.refuse(message.id, refused.sentence, is_stale=is_stale)
            if is_stale:
                await self._house.show_later(live, {guest})
        except (Lost, StoreTrouble):
            metrics.COMMANDS.labels(kind, "failed").inc()
        except Exception:
            metrics.FAILURES.labels("reception").inc()
            log.exception("a message could not be answered", extra={"table": live.table.id})
            guest.refuse(message.id, Sentence("table.trouble", {}))

    async def _obey(self, live: Live, guest: Guest, command: protocol.AnyCommand) -> None:
        lag = guest.lag
        await self._house.perform(
            live,
            guest.who.by,
            command.id,
            lambda table: decisions.decide(table, guest.who, command, lag),  # he may have lost his seat meanwhile
            lambda done: guest.tell(protocol.Done(command.id, done)),
        )

    async def _answer(self, live: Live, guest: Guest, query: protocol.AnyQuery) -> None:
        """Answer a question; thinking goes on in another thread, and the guest need not wait for it."""
        if guest.is_asking:
            raise Refused("server.busy")
        async with live.lock:
            work = self._prepare(live, guest, query)
        guest.is_asking = True
        self._house.spawn(self._think_for(guest, query.id, work))

    def _prepare(
        self, live: Live, guest: Guest, query: protocol.AnyQuery
    ) -> Callable[[], protocol.AnyServerMessage]:
        table, thoughts = live.table, self._caretaker.thoughts
        match query:
            case protocol.GiveHistory(name):
                told = views.history(duties.begun_match(table), table.seq, name)
                return lambda: told
            case protocol.GiveHint(name):
                return duties.prepare_hint(table, guest.who.seat, name, thoughts.hint, guest.language)
            case protocol.GiveAnswers(name):
                return duties.prepare_answers(table, guest.who.seat, name)
            case protocol.GiveReview(name):
                return duties.prepare_review(table, name, thoughts.review, guest.language)

    async def _think_for(self, guest: Guest, query: str, work: Callable[[], protocol.AnyServerMessage]) -> None:
        try:
            guest.tell(await self._caretaker.think(work))
        except Refused as refused:
            guest.refuse(query, refused.sentence)
        except Exception:
            metrics.FAILURES.labels("question").inc()
            log.exception("a question could not be answered")
            guest.refuse(query, Sentence("table.trouble", {}))
        finally:
            guest.is_asking = False
