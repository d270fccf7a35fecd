"""The store, alike on SQLite and on PostgreSQL: what is told to be stored is, once, by whoever holds the table."""

import asyncio
import sqlite3
import threading
from collections.abc import Coroutine, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from server.cluster import Postgres
from tesserae.server.store import Claim, Elsewhere, Lost, Row, Store, StoreTrouble, TableRow, open_store
from tesserae.server.store import store as store_module
from tesserae.server.store.jobs import Cursor
from tesserae.server.store.migrations import scripts
from tesserae.words import Refused

Place = Path | str


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Where the store is: a directory, or the URL of an empty database."""
    if request.param == "sqlite":
        return tmp_path
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    store = open_store(place, "me")
    yield store
    store.close()


def within(work: Coroutine[Any, Any, None]) -> None:
    async def run() -> None:
        async with asyncio.timeout(60):
            await work

    asyncio.run(run())


def row(seq: int, command: str | None = None) -> Row:
    return Row(seq, 1000 + seq, 0, command, f'{{"what":"event {seq}?%s"}}')


def table(name: str, seq: int, *, is_open: bool = False, wake: int | None = None) -> TableRow:
    return TableRow(name, seq, 1000 + seq, is_open, wake, f"summary of {name} at {seq}")


def everything(place: Place, sql: str) -> list[tuple[Any, ...]]:
    """Ask the database itself."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(place / "tesserae.sqlite3")) as database:
            return list(database.execute(sql))
    with psycopg.connect(place) as connection:
        return list(connection.execute(sql.encode()))


def change(place: Place, sql: str) -> None:
    if isinstance(place, Path):
        with closing(sqlite3.connect(place / "tesserae.sqlite3")) as database:
            database.execute(sql)
            database.commit()
    else:
        with psycopg.connect(place) as connection:
            connection.execute(sql.encode())


# --- logs --------------------------------------------------------------------------------------------------


def test_what_was_appended_is_read_again(store: Store) -> None:
    async def run() -> None:
        await store.create(table("a", 2), [row(1), row(2, "start")])
        await store.append(1, table("a", 3), [row(3, "mine")])
        await store.append(1, table("a", 5), [row(4), row(5)])
        assert await store.claim("a") == Claim(2, [row(1), row(2, "start"), row(3, "mine"), row(4), row(5)])
        assert await store.summaries(["a"]) == ["summary of a at 5"]
        assert await store.count() == 1

    within(run())


def test_a_table_that_was_never_set_up_is_not_there(store: Store) -> None:
    async def run() -> None:
        assert await store.claim("a") is None
        with pytest.raises(Lost):
            await store.append(1, table("a", 1), [row(1)])
        assert await store.summaries(["a", "b"]) == []
        assert await store.summaries([]) == []

    within(run())


def test_a_table_is_set_up_once(store: Store) -> None:
    async def run() -> None:
        await store.create(table("a", 1), [row(1)])
        with pytest.raises(StoreTrouble):
            await store.create(table("a", 1), [row(1)])

    within(run())


def test_whoever_appends_must_know_the_end_of_the_log(store: Store, place: Place) -> None:
    async def run() -> None:
        await store.create(table("a", 1), [row(1)])
        for seq in (1, 3):
            with pytest.raises(Lost):
                await store.append(1, table("a", seq), [row(seq)])
        await store.append(1, table("a", 2), [row(2)])

    within(run())
    assert everything(place, "SELECT seq FROM events ORDER BY seq") == [(1,), (2,)]


def test_a_command_is_never_stored_twice_for_the_same_seat(store: Store, place: Place) -> None:
    async def run() -> None:
        await store.create(table("a", 2), [row(1), row(2, "mine")])
        with pytest.raises(StoreTrouble):
            await store.append(1, table("a", 3), [row(3, "mine")])
        await store.append(1, table("a", 3), [row(3, "mine")._replace(actor=1)])

    within(run())
    assert everything(place, "SELECT actor FROM events WHERE command = 'mine' ORDER BY seq") == [(0,), (1,)]


def test_a_log_with_gaps_is_known_as_such(store: Store, place: Place) -> None:
    async def claimed() -> Claim:
        claim = await store.claim("a")
        assert isinstance(claim, Claim)
        return claim

    async def run() -> None:
        await store.create(table("a", 3), [row(1), row(2), row(3)])
        assert (await claimed()).is_complete
        change(place, "DELETE FROM events WHERE seq = 3")
        assert not (await claimed()).is_complete
        change(place, "UPDATE tables SET seq = 2")
        assert (await claimed()).is_complete
        change(place, "DELETE FROM events WHERE seq = 1")
        assert not (await claimed()).is_complete

    within(run())


# --- whose table it is -------------------------------------------------------------------------------------


@pytest.fixture
def both(postgres: Postgres) -> Iterator[tuple[Store, Store]]:
    """Two processes on one database; only PostgreSQL allows that."""
    url = postgres.new_database()
    stores = open_store(url, "one"), open_store(url, "two")
    yield stores
    for store in stores:
        store.close()


def test_a_table_of_a_living_process_stays_there(both: tuple[Store, Store]) -> None:
    one, two = both

    async def run() -> None:
        await one.stay_alive(60_000)
        await two.stay_alive(60_000)
        await one.create(table("a", 1), [row(1)])
        assert await two.claim("a") == Elsewhere("one")
        await one.append(1, table("a", 2), [row(2)])

    within(run())


def test_a_table_of_a_dead_process_is_taken_over_and_the_dead_can_write_no_more(both: tuple[Store, Store]) -> None:
    one, two = both

    async def run() -> None:
        await one.stay_alive(1)
        await one.create(table("a", 1), [row(1)])
        await asyncio.sleep(0.05)
        assert await two.claim("a") == Claim(2, [row(1)])
        with pytest.raises(Lost):
            await one.append(1, table("a", 2), [row(2)])
        await two.append(2, table("a", 2), [row(2, "mine")])
        with pytest.raises(Lost):
            await one.append(1, table("a", 3), [row(3)])
        await one.stay_alive(60_000)
        await two.stay_alive(60_000)
        assert await one.claim("a") == Elsewhere("two")

    within(run())


def test_a_process_that_was_taken_for_dead_is_told_so(both: tuple[Store, Store]) -> None:
    one, two = both

    async def run() -> None:
        assert not (await one.stay_alive(1)).was_alive
        await one.create(table("a", 1), [row(1)])
        await asyncio.sleep(0.05)
        assert (await one.stay_alive(1)).was_alive, "nobody has noticed that it was late"
        await asyncio.sleep(0.05)
        assert isinstance(await two.claim("a"), Claim)
        assert not (await one.stay_alive(60_000)).was_alive
        assert (await one.stay_alive(60_000)).was_alive

    within(run())


def test_of_two_who_want_a_table_at_once_one_gets_it(both: tuple[Store, Store]) -> None:
    async def run() -> None:
        for store in both:
            await store.stay_alive(60_000)
        for number in range(20):
            name = f"table {number}"
            await both[0].create(table(name, 1), [row(1)])
            await both[0].release(name)
            found = await asyncio.gather(*(store.claim(name) for store in both), return_exceptions=True)
            claims = [claim for claim in found if isinstance(claim, Claim)]
            others = [claim for claim in found if isinstance(claim, Elsewhere | Lost)]
            assert (len(claims), len(others)) == (1, 1), found

    within(run())


def test_a_table_that_was_released_or_whose_process_has_ended_is_free(both: tuple[Store, Store]) -> None:
    one, two = both

    async def run() -> None:
        await one.stay_alive(60_000)
        for name in ("a", "b"):
            await one.create(table(name, 1), [row(1)])
        await two.release("a")  # not its own: nothing happens
        assert await two.claim("a") == Elsewhere("one")
        await one.release("a")
        assert isinstance(await two.claim("a"), Claim)
        await one.retire()
        assert isinstance(await two.claim("b"), Claim)

    within(run())


def test_processes_know_who_is_alive(both: tuple[Store, Store]) -> None:
    one, two = both

    async def run() -> None:
        assert (await one.stay_alive(60_000)).processes == {"one"}
        assert (await two.stay_alive(1)).processes == {"one", "two"}
        await asyncio.sleep(0.05)
        assert (await one.stay_alive(60_000)).processes == {"one"}
        await one.retire()
        assert (await two.stay_alive(60_000)).processes == {"two"}

    within(run())


def test_taking_a_table_again_raises_its_epoch(store: Store) -> None:
    async def run() -> None:
        await store.create(table("a", 1), [row(1)])
        assert await store.claim("a") == Claim(2, [row(1)])
        with pytest.raises(Lost):
            await store.append(1, table("a", 2), [row(2)])
        await store.append(2, table("a", 2), [row(2)])

    within(run())


def test_after_a_restart_everything_is_there(place: Place) -> None:
    async def before(store: Store) -> None:
        await store.stay_alive(60_000)
        await store.create(table("a", 2), [row(1), row(2, "mine")])

    async def afterwards(store: Store) -> None:
        assert isinstance(await store.claim("a"), Claim if isinstance(place, Path) else Elsewhere)
        await store.retire()

    for process, work in (("before", before), ("after", afterwards)):
        store = open_store(place, process)
        within(work(store))
        store.close()


# --- finding tables ----------------------------------------------------------------------------------------


def test_the_lobby_lists_open_tables_the_latest_first(store: Store) -> None:
    async def run() -> None:
        for number, name in enumerate("abcd", 1):
            await store.create(table(name, number, is_open=name != "c"), [row(number)])
        assert await store.lobby(0, 10) == [
            f"summary of {name} at {number}" for name, number in ("d4", "b2", "a1")
        ]
        assert await store.lobby(0, 2) == ["summary of d at 4", "summary of b at 2"]
        assert await store.lobby(1002, 10) == ["summary of d at 4", "summary of b at 2"]
        await store.append(1, table("d", 5), [row(5)])
        assert await store.lobby(0, 10) == ["summary of b at 2", "summary of a at 1"]

    within(run())


def test_summaries_are_those_of_the_tables_asked_for(store: Store) -> None:
    async def run() -> None:
        for name in "abc":
            await store.create(table(name, 1), [row(1)])
        assert sorted(await store.summaries(["a", "c", "z"])) == ["summary of a at 1", "summary of c at 1"]

    within(run())


def test_tables_are_due_when_their_time_has_come(store: Store) -> None:
    async def run() -> None:
        for name, wake in (("later", 50), ("soon", 10), ("never", None), ("now", 20)):
            await store.create(table(name, 1, wake=wake), [row(1)])
        assert await store.due(9) == []
        assert await store.due(20) == ["soon", "now"]
        assert await store.due(100, most=2) == ["soon", "now"]
        await store.append(1, table("soon", 2, wake=60), [row(2)])
        assert await store.due(100) == ["now", "later", "soon"]

    within(run())


def test_tables_of_other_living_processes_are_not_due_here(both: tuple[Store, Store]) -> None:
    one, two = both

    async def run() -> None:
        await one.stay_alive(60_000)
        await one.create(table("a", 1, wake=10), [row(1)])
        assert await one.due(10) == ["a"]
        assert await two.due(10) == []
        await one.retire()
        assert await two.due(10) == ["a"]

    within(run())


# --- many jobs, one transaction ----------------------------------------------------------------------------


def test_jobs_that_wait_share_a_transaction(store: Store, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    commits, commit = [], store._database.commit
    monkeypatch.setattr(store._database, "commit", lambda: commits.append(1) or commit())  # type: ignore[func-returns-value]

    async def run() -> None:
        await asyncio.gather(*(store.create(table(f"t{n}", 1), [row(1)]) for n in range(200)))
        await asyncio.gather(*(store.append(1, table(f"t{n}", 2), [row(2)]) for n in range(200)))
        assert await store.count() == 200

    within(run())
    assert len(commits) < 100
    assert len(everything(place, "SELECT * FROM events")) == 400


def test_nobody_hears_of_a_job_before_it_is_committed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    may_go_on, commit = threading.Event(), store._database.commit

    def late() -> None:
        assert may_go_on.wait(60)
        commit()

    monkeypatch.setattr(store._database, "commit", late)

    async def run() -> None:
        work = asyncio.create_task(store.create(table("a", 1), [row(1)]))
        await asyncio.wait([work], timeout=0.2)
        assert not work.done()
        may_go_on.set()
        await work

    within(run())


async def together(store: Store, *works: Coroutine[Any, Any, Any]) -> list[Any]:
    """Do all of this in one transaction; gives the results and what went wrong."""
    may_go_on = threading.Event()
    busy = asyncio.create_task(store._do(lambda _cursor: may_go_on.wait(60)))
    await asyncio.sleep(0.05)
    tasks = [asyncio.create_task(work) for work in works]
    await asyncio.sleep(0.05)
    may_go_on.set()
    await asyncio.wait([busy])
    return await asyncio.gather(*tasks, return_exceptions=True)


def test_a_job_that_fails_does_not_take_the_others_with_it(
    store: Store, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(cursor: Cursor) -> None:
        cursor.execute("INSERT INTO processes (id, alive_until) VALUES ('half done', 1)")
        raise ZeroDivisionError

    async def run() -> None:
        await store.create(table("a", 1), [row(1)])
        results = await together(
            store,
            store.append(1, table("a", 2), [row(2, "mine")]),
            store.create(table("a", 1), [row(1)]),  # the database refuses
            store.append(7, table("a", 3), [row(3)]),  # no longer ours
            store._do(fail),  # a mistake of ours
            store._do(lambda cursor: cursor.execute("SELECT nonsense")),
            store.append(1, table("a", 3), [row(3, "too")]),
            store.create(table("b", 1), [row(1)]),
        )
        assert [type(result) for result in results] == [
            type(None), StoreTrouble, Lost, StoreTrouble, StoreTrouble, type(None), type(None)
        ]  # fmt: skip

    within(run())
    assert everything(place, "SELECT table_id, seq FROM events ORDER BY table_id, seq") == [
        ("a", 1), ("a", 2), ("a", 3), ("b", 1)
    ]  # fmt: skip
    assert everything(place, "SELECT id FROM processes") == []


def test_nothing_of_a_transaction_that_cannot_be_committed_is_left(
    store: Store, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> None:
        raise store._database.errors[0]("disk full")

    async def run() -> None:
        await store.create(table("a", 1), [row(1)])
        monkeypatch.setattr(store._database, "commit", full)
        works = [store.append(1, table("a", 2), [row(2)]), store.create(table("b", 1), [row(1)])]
        assert [type(result) for result in await together(store, *works)] == [StoreTrouble, StoreTrouble]
        monkeypatch.undo()
        await store.append(1, table("a", 2), [row(2, "at last")])

    within(run())
    assert everything(place, "SELECT table_id, seq, command FROM events ORDER BY seq") == [
        ("a", 1, None), ("a", 2, "at last")
    ]  # fmt: skip


def test_a_commit_whose_answer_was_lost_is_not_done_twice(
    store: Store, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = store._database.commit
    answers = iter([False])

    def commit_silently() -> None:
        commit()
        if not next(answers, True):
            raise store._database.errors[0]("the connection was lost")

    async def run() -> None:
        await store.create(table("a", 1), [row(1)])
        monkeypatch.setattr(store._database, "commit", commit_silently)
        with pytest.raises(Lost):
            await store.append(1, table("a", 2), [row(2, "mine")])
        claim = await store.claim("a")
        assert isinstance(claim, Claim)
        assert claim.rows == [row(1), row(2, "mine")]

    within(run())


def test_a_store_that_is_closed_has_done_what_was_asked(place: Place) -> None:
    store = open_store(place, "me")

    async def run() -> None:
        works = [asyncio.ensure_future(store.create(table(f"t{n}", 1), [row(1)])) for n in range(50)]
        await asyncio.sleep(0)
        await asyncio.to_thread(store.close)
        await asyncio.gather(*works)

    within(run())
    assert len(everything(place, "SELECT id FROM tables")) == 50


# --- growing up --------------------------------------------------------------------------------------------


def old_database(place: Place) -> None:
    """Leave a database of the present version with something in it."""

    async def run(store: Store) -> None:
        await store.create(table("a", 2), [row(1), row(2, "mine")])
        await store.create(table("b", 1), [row(1)])

    store = open_store(place, "before")
    within(run(store))
    store.close()


def grow(monkeypatch: pytest.MonkeyPatch, *more: str) -> int:
    """Let there be further migrations; gives the number of all."""
    steps = [*scripts(), *more]
    monkeypatch.setattr(store_module, "scripts", lambda: steps)
    return len(steps)


def backups(place: Place) -> list[Place]:
    """Find the backups."""
    if isinstance(place, Path):
        return sorted(place.glob("backup-of-version-*.sqlite3"))
    found = everything(place, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'backup_of_version_%'")
    return sorted(name for (name,) in found)


TABLES = ["tables", "events", "version"]


def test_an_old_database_is_backed_up_and_brought_up_to_date(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    old_database(place)
    before = {name: everything(place, f"SELECT * FROM {name} ORDER BY 1, 2, 3") for name in TABLES[:2]}
    version = grow(
        monkeypatch,
        "ALTER TABLE tables ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';\n"
        "UPDATE tables SET colour = 'blue' WHERE id = 'b';\n",
    )
    store = open_store(place, "after")
    store.close()
    assert everything(place, "SELECT number FROM version") == [(version,)]
    assert everything(place, "SELECT id, colour FROM tables ORDER BY id") == [("a", "red"), ("b", "blue")]
    [backup] = backups(place)
    for name in TABLES[:2]:
        if isinstance(backup, Path):
            with closing(sqlite3.connect(backup)) as database:
                assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                kept = list(database.execute(f"SELECT * FROM {name} ORDER BY 1, 2, 3"))
        else:
            kept = everything(place, f"SELECT * FROM {backup}.{name} ORDER BY 1, 2, 3")
        assert kept == before[name]


def test_a_backup_can_be_served_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old_database(tmp_path)
    grow(monkeypatch, "DROP TABLE events;\n")
    open_store(tmp_path, "after").close()
    monkeypatch.undo()
    [backup] = backups(tmp_path)
    assert isinstance(backup, Path)
    again = tmp_path / "again"
    again.mkdir()
    backup.rename(again / "tesserae.sqlite3")
    store = open_store(again, "again")

    async def run() -> None:
        assert await store.claim("a") == Claim(2, [row(1), row(2, "mine")])

    within(run())
    store.close()


def test_a_migration_that_fails_leaves_everything_as_it_was(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    old_database(place)
    grow(monkeypatch, "UPDATE tables SET summary = 'gone';\n", "SELECT nonsense;\n")
    with pytest.raises(Refused, match="cannot be opened: .*nonsense"):
        open_store(place, "after")
    monkeypatch.undo()
    store = open_store(place, "again")

    async def run() -> None:
        assert await store.summaries(["b"]) == ["summary of b at 1"]

    within(run())
    store.close()


def test_a_database_of_a_newer_program_is_refused(place: Place) -> None:
    old_database(place)
    change(place, "UPDATE version SET number = 99")
    before = everything(place, "SELECT * FROM events ORDER BY table_id, seq")
    for _ in range(2):
        with pytest.raises(Refused, match="The database is of version 99, and this program knows versions up to"):
            open_store(place, "after")
    assert everything(place, "SELECT * FROM events ORDER BY table_id, seq") == before
    change(place, f"UPDATE version SET number = {len(scripts())}")
    open_store(place, "again").close()


def test_an_up_to_date_database_is_not_backed_up(place: Place) -> None:
    old_database(place)
    old_database_again = open_store(place, "again")
    old_database_again.close()
    assert backups(place) == []


def test_processes_that_start_together_bring_a_database_up_to_date_once(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.new_database()
    for more in ([], ["ALTER TABLE tables ADD COLUMN colour TEXT;\n"]):
        grow(monkeypatch, *more)
        problems: list[Exception] = []

        def start(number: int) -> None:
            try:
                open_store(url, f"process {number}").close()
            except Exception as problem:
                problems.append(problem)  # noqa: B023  # the threads end before it changes

        threads = [threading.Thread(target=start, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert problems == []
        monkeypatch.undo()
    assert len(backups(url)) == 1
