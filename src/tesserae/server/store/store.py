"""The store: one thread that does the jobs of everybody, many in one transaction.

Whoever waits for a job hears of it after the commit, when it can no longer be lost. A transaction costs a wait for
the disk, so all jobs that came in meanwhile share the next one; where several did, more may gather for a moment.
"""

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar
from urllib.parse import urlsplit

from tesserae.server.store import jobs
from tesserae.server.store.jobs import Claim, Cursor, Elsewhere, Living, Lost, Row, TableRow
from tesserae.server.store.migrations import Migrating, migrate, scripts
from tesserae.words import Refused

T = TypeVar("T")
MOST_AT_ONCE = 500
GATHERING = 0.01
"""Seconds that jobs may gather after a transaction that several have shared: with fewer, each carries more."""
MOST_SECONDS = 8
"""How long anybody waits for a job."""
log = logging.getLogger(__name__)


class Database(Migrating, Protocol):
    """What a kind of database must supply."""

    errors: tuple[type[Exception], ...]
    is_shared: bool
    """Whether other processes may be at it as well."""

    def prepare(self) -> None:
        """Do what is to be done once when a process begins."""

    def now(self, cursor: Cursor) -> int:
        """Tell the time by which processes are alive, in milliseconds."""

    def close(self) -> None:
        """Let go of everything."""


class StoreTrouble(Exception):
    """The database could not do it: nothing may be said to have happened."""


class _Job(NamedTuple):
    run: Callable[[Cursor], Any]
    future: "asyncio.Future[Any]"
    loop: asyncio.AbstractEventLoop


class Store:
    """The jobs, for a loop that does not want to wait for them."""

    def __init__(self, database: Database, process: str) -> None:
        """Bring the database up to date and start the thread; `process` is who we are."""
        self._database = database
        self.process = process
        try:
            migrate(database, scripts())
            database.prepare()
        except BaseException:
            database.close()
            raise
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    @property
    def is_shared(self) -> bool:
        """Whether other processes may take our tables over."""
        return self._database.is_shared

    # --- what can be asked ---------------------------------------------------------------------------------

    async def create(self, table: TableRow, rows: list[Row]) -> None:
        """Store a new table."""
        await self._do(partial(jobs.create, holder=self.process, table=table, rows=rows))

    async def append(self, epoch: int, table: TableRow, rows: list[Row]) -> None:
        """Append events to the log of a table; raises Lost if it is no longer ours."""
        await self._do(partial(jobs.append, epoch=epoch, table=table, rows=rows))

    async def claim(self, table: str) -> Claim | Elsewhere | None:
        """Take hold of a table."""
        return await self._do(lambda cursor: jobs.claim(cursor, self._database.now(cursor), self.process, table))

    async def release(self, table: str) -> None:
        """Let go of a table."""
        await self._do(partial(jobs.release, process=self.process, table=table))

    async def stay_alive(self, milliseconds: int) -> Living:
        """Say that we are alive for so long, and hear who is."""

        def run(cursor: Cursor) -> Living:
            now = self._database.now(cursor)
            return jobs.stay_alive(cursor, now, self.process, now + milliseconds)

        return await self._do(run)

    async def retire(self) -> None:
        """Say that we end."""
        await self._do(partial(jobs.retire, process=self.process))

    async def lobby(self, since: int, most: int) -> list[str]:
        """Give the summaries of the open public tables."""
        return await self._do(partial(jobs.lobby, since=since, most=most))

    async def summaries(self, tables: list[str]) -> list[str]:
        """Give the summaries of these tables."""
        return await self._do(partial(jobs.summaries, tables=tables))

    async def due(self, now: int, most: int = 100) -> list[str]:
        """Name the tables that must be looked after."""
        return await self._do(lambda cursor: jobs.due(cursor, now, self.process, most))

    async def count(self) -> int:
        """Count the tables."""
        return await self._do(jobs.count)

    def close(self) -> None:
        """Finish what was begun, and close the database."""
        self._jobs.put(None)
        self._thread.join(MOST_SECONDS)
        if self._thread.is_alive():
            log.error("the database does not answer, and is left as it is")
        else:
            self._database.close()

    # --- the thread ----------------------------------------------------------------------------------------

    async def _do(self, run: Callable[[Cursor], T]) -> T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(run, future, loop))
        too_late = loop.call_later(MOST_SECONDS, _give_up, future)
        try:
            return await future
        finally:
            too_late.cancel()

    def _work(self) -> None:
        is_open, batch = True, list[_Job]()
        while is_open:
            if len(batch) > 1:
                time.sleep(GATHERING)
            batch, is_open = self._next_batch()
            if not batch:
                continue
            results = self._together(batch)
            if results is None:
                results = [self._alone(job) for job in batch]
            for loop in {job.loop for job in batch}:
                mine = [(job, result) for job, result in zip(batch, results, strict=True) if job.loop is loop]
                _tell(loop, mine)

    def _next_batch(self) -> tuple[list[_Job], bool]:
        batch, wanted = [], self._jobs.get()
        while wanted is not None:
            batch.append(wanted)
            if len(batch) == MOST_AT_ONCE or self._jobs.empty():
                return batch, True
            wanted = self._jobs.get()
        return batch, False

    def _alone(self, job: _Job) -> Any:
        """Do a job by itself, if anybody still waits for it."""
        results = None if job.future.done() else self._together([job])
        return StoreTrouble() if results is None else results[0]

    def _together(self, batch: list[_Job]) -> list[Any] | None:
        """Do some jobs in one transaction; None if the database would not."""
        try:
            cursor = self._database.begin()
            results = [_result(job, cursor) for job in batch]
            self._database.commit()
        except Exception as problem:
            if not isinstance(problem, self._database.errors):
                log.exception("a job failed")
            elif len(batch) == 1:
                log.error("the database refused", extra={"problem": type(problem).__name__})
            try:
                self._database.roll_back()
            except self._database.errors:
                log.error("the database cannot roll back")
            return None
        return results


def _give_up(future: "asyncio.Future[Any]") -> None:
    if not future.done():
        future.set_exception(StoreTrouble())


def _result(job: _Job, cursor: Cursor) -> Any:
    try:
        return None if job.future.done() else job.run(cursor)  # if nobody waits for it any more, it has failed
    except Lost as lost:  # it has changed nothing, and concerns nobody else
        return lost


def _tell(loop: asyncio.AbstractEventLoop, results: list[tuple[_Job, Any]]) -> None:
    def tell() -> None:
        for job, result in results:
            if job.future.done():
                continue
            if isinstance(result, Exception):
                job.future.set_exception(result)
            else:
                job.future.set_result(result)

    try:
        loop.call_soon_threadsafe(tell)
    except RuntimeError:
        log.warning("nobody is left to hear of %d jobs", len(results))


def open_store(place: Path | str, process: str) -> Store:
    """Open the store in a directory, or in the database with a URL."""
    kind = _kind_of(place)
    try:
        return Store(kind(place), process)
    except kind.errors as problem:
        shown = place if isinstance(place, Path) else urlsplit(place).hostname
        raise Refused("server.no_database", place=shown, problem=" ".join(str(problem).split())[:200]) from None


def _kind_of(place: Path | str) -> Any:
    if isinstance(place, Path):
        from tesserae.server.store.sqlite import SqliteDatabase

        return SqliteDatabase
    try:
        from tesserae.server.store.postgres import PostgresDatabase
    except ImportError:
        raise Refused("server.needs", what="psycopg", extra="cluster") from None
    return PostgresDatabase
