"""A store whose process or database does not answer keeps nobody waiting for ever."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from server.cluster import Postgres
from tesserae.server.house import ALIVE_FOR
from tesserae.server.store import Claim, Lost, Row, StoreTrouble, TableRow, jobs, open_store
from tesserae.server.store import store as store_module
from tesserae.server.store.jobs import Cursor

SECONDS = 60


def test_a_process_that_stops_in_a_transaction_does_not_keep_others_from_its_tables(postgres: Postgres) -> None:
    url, may_go_on = postgres.new_database(), threading.Event()
    stopped, other = open_store(url, "stopped"), open_store(url, "other")
    table, rows = TableRow("a", 1, 1, False, None, ""), [Row(seq, seq, 0, None, "") for seq in (1, 2)]

    def append_and_stop(cursor: Cursor) -> None:
        jobs.append(cursor, 1, table._replace(seq=2), rows[1:])
        may_go_on.wait(SECONDS)

    async def run() -> None:
        await stopped.create(table, rows[:1])
        work = asyncio.create_task(stopped._do(append_and_stop))
        try:
            async with asyncio.timeout(ALIVE_FOR / 1000):
                assert await other.claim("a") == Claim(2, rows[:1])
        finally:
            may_go_on.set()
        with pytest.raises(Lost):
            await work
        await other.append(2, table._replace(seq=2), rows[1:])

    try:
        asyncio.run(run())
    finally:
        stopped.close()
        other.close()


def hanging(may_go_on: threading.Event) -> Callable[[Cursor], None]:
    """Make a job during which the database does not answer."""
    return lambda _cursor: assert_soon(may_go_on)


def assert_soon(event: threading.Event) -> None:
    assert event.wait(SECONDS)


def test_whoever_waits_too_long_is_told_and_what_nobody_waits_for_is_not_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MOST_SECONDS", 0.2)
    store, may_go_on, done = open_store(tmp_path, "me"), threading.Event(), list[str]()

    async def run() -> None:
        waiting = [store._do(hanging(may_go_on)), store._do(lambda _cursor: done.append("too late"))]
        try:
            results = await asyncio.gather(*waiting, return_exceptions=True)
            assert [type(result) for result in results] == [StoreTrouble, StoreTrouble]
        finally:
            may_go_on.set()
        monkeypatch.undo()
        await store._do(lambda _cursor: done.append("in time"))
        assert done == ["in time"]

    asyncio.run(run())
    store.close()


def test_a_store_can_be_closed_though_its_database_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(store_module, "MOST_SECONDS", 0.2)
    store, may_go_on = open_store(tmp_path, "me"), threading.Event()

    async def run() -> None:
        with pytest.raises(StoreTrouble):
            await store._do(hanging(may_go_on))

    asyncio.run(run())
    begun = time.monotonic()
    with caplog.at_level(logging.CRITICAL):
        store.close()
    assert time.monotonic() - begun < SECONDS / 2
    may_go_on.set()
    store._thread.join()
    store._database.close()
