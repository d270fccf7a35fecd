"""The caretaker: what the house does by itself at its tables. Bots move, time runs out, rematches begin."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from tesserae.server import decisions, duties, events, metrics
from tesserae.server.clock import MOST_LAG
from tesserae.server.consent import needed
from tesserae.server.duties import Thoughts
from tesserae.server.events import HOUSE, AnyEvent
from tesserae.server.house import House, Live
from tesserae.server.setup import rematch_event
from tesserae.server.store import Lost, StoreTrouble
from tesserae.server.table import Table
from tesserae.server.tokens import new_id

log = logging.getLogger(__name__)
T = TypeVar("T")
THREADS = 8
LONGEST_TIMER = 24 * 3600


class Caretaker:
    """Looks after the tables of a house whenever they change."""

    def __init__(self, house: House, thoughts: Thoughts | None = None) -> None:
        """Begin to look after a house."""
        self.thoughts = thoughts or Thoughts()
        self._house = house
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="thinking")
        house.look_after = self.look_after

    def look_after(self, live: Live) -> None:
        """See to it that bots move, time runs out and rematches begin. The caller has the lock."""
        self._set_timer(live)
        table = live.table
        if "rematch" in table.wishes and not needed(table, table.wishes["rematch"]):
            self._house.spawn(self._rematch(live))
        is_busy = live.thinking is not None and not live.thinking.done()
        if live.guests and not is_busy and duties.house_player(table) is not None:
            live.thinking = self._house.spawn(self._move(live))

    def close(self) -> None:
        """Think no more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    # --- time ----------------------------------------------------------------------------------------------

    def _set_timer(self, live: Live) -> None:
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        clock = live.table.clock
        if clock.due is None or clock.running is None:
            return
        lags = [guest.lag for guest in live.guests if guest.who.seat == clock.running]
        grace = min(MOST_LAG, clock.quota[clock.running], max(lags, default=0))
        wait = max(0, clock.due + grace - self._house.now()) / 1000
        later = asyncio.get_running_loop().call_later
        live.timer = later(min(wait, LONGEST_TIMER), lambda: self._house.spawn(self._time_out(live)))

    async def _time_out(self, live: Live) -> None:
        def decide(table: Table) -> list[AnyEvent]:
            due = table.clock.due
            if due is None or due > self._house.now():
                self._set_timer(live)
                return []
            return decisions.time_out(table)

        await self._quietly(live, self._house.perform(live, HOUSE, None, decide))

    # --- bots and stand-ins --------------------------------------------------------------------------------

    async def _move(self, live: Live) -> None:
        """Move for bots and stand-ins as long as it is their turn and somebody looks on."""
        while live.guests and not live.is_lost:
            async with live.lock:
                level, seen, seat = duties.house_player(live.table), live.table.played_seq, live.table.mover
                if level is None or seat is None:
                    return
                work = duties.think(live.table, level)
            decide = await self._decision(live, work, seat, seen)
            if decide is None or not await self._quietly(live, self._house.perform(live, HOUSE, None, decide)):
                return

    async def _decision(
        self, live: Live, work: Callable[[], int], seat: int, seen: int
    ) -> Callable[[Table], list[AnyEvent]] | None:
        """Find a move; it is made only if the play has not changed meanwhile."""
        try:
            action = await self.think(work)
        except Exception:
            metrics.FAILURES.labels("bot").inc()
            log.exception("a bot failed", extra={"table": live.table.id})
            return None
        return lambda table: decisions.house_move(table, seat, action) if table.played_seq == seen else []

    async def think(self, work: Callable[[], T]) -> T:
        """Do something that takes long, in a thread of its own."""
        with metrics.THINK_SECONDS.time():
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    # --- rematches -----------------------------------------------------------------------------------------

    async def _rematch(self, live: Live) -> None:
        async with live.lock:
            wish = live.table.wishes.get("rematch")
            if not live.is_lost and wish is not None and not needed(live.table, wish):
                await self._quietly(live, self._begin_rematch(live))

    async def _begin_rematch(self, live: Live) -> None:
        table_id = new_id()
        await self._house.store_new(table_id, rematch_event(live.table))
        await self._house.append(live, HOUSE, None, [events.Rematched(table_id)])

    async def _quietly(self, live: Live, work: Coroutine[Any, Any, Any]) -> bool:
        """Do something of the house's own; if it fails, this table alone is concerned."""
        try:
            await work
        except (Lost, StoreTrouble):
            return False
        except Exception:
            metrics.FAILURES.labels("house").inc()
            log.exception("the house failed at a table", extra={"table": live.table.id})
            return False
        return True
