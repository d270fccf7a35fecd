"""Everything that is asked of a database, each as a function of a cursor, in SQL that SQLite and PostgreSQL share.

A table belongs to the process that holds it, as long as that process says now and then that it is alive. Taking a
table over raises its epoch, and whoever appends must name the epoch: a process that lost a table without knowing
it can write nothing more.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol


class Cursor(Protocol):
    """What both libraries have in common."""

    @property
    def rowcount(self) -> int:
        """How many rows the last statement has changed."""

    def execute(self, sql: str, values: Sequence[Any] = ..., /) -> Any:
        """Run a statement; ? stands for a value."""

    def fetchone(self) -> Any:
        """Give the next row of the result."""

    def fetchall(self) -> Any:
        """Give all rows of the result."""


class Lost(Exception):
    """The table belongs to another process by now, or its log has gone on without us."""


class Row(NamedTuple):
    """An event as it is stored."""

    seq: int
    at: int
    actor: int
    command: str | None
    body: str


class TableRow(NamedTuple):
    """What is stored of a table beside its log, so that it can be found without reading that."""

    id: str
    seq: int
    updated: int
    is_open: bool
    """Whether the lobby lists it."""
    wake: int | None
    """When the house must look after it: the end of somebody's time."""
    summary: str


class Claim(NamedTuple):
    """A table that is ours now."""

    epoch: int
    rows: list[Row]
    is_complete: bool = True
    """Whether these are all the events that were ever stored."""


class Elsewhere(NamedTuple):
    """A table that another living process holds."""

    holder: str


class Living(NamedTuple):
    """Who is alive."""

    processes: set[str]
    was_alive: bool
    """Whether nobody has taken us for dead before we said that we are alive."""


def create(cursor: Cursor, holder: str, table: TableRow, rows: list[Row]) -> None:
    """Store a new table, held by us."""
    cursor.execute(
        "INSERT INTO tables (id, seq, epoch, holder, updated, is_open, wake, summary)"
        " VALUES (?, ?, 1, ?, ?, ?, ?, ?)",
        (table.id, table.seq, holder, table.updated, int(table.is_open), table.wake, table.summary),
    )
    _insert(cursor, table.id, rows)


def append(cursor: Cursor, epoch: int, table: TableRow, rows: list[Row]) -> None:
    """Append events to the log of a table that we hold."""
    cursor.execute(
        "UPDATE tables SET seq = ?, updated = ?, is_open = ?, wake = ?, summary = ?"
        " WHERE id = ? AND epoch = ? AND seq = ?",
        (
            table.seq, table.updated, int(table.is_open), table.wake, table.summary,
            table.id, epoch, table.seq - len(rows),
        ),
    )  # fmt: skip
    if cursor.rowcount != 1:
        raise Lost(table.id)
    _insert(cursor, table.id, rows)


def _insert(cursor: Cursor, table: str, rows: list[Row]) -> None:
    places = ", ".join(["(?, ?, ?, ?, ?, ?)"] * len(rows))
    cursor.execute(
        f"INSERT INTO events (table_id, seq, at, actor, command, body) VALUES {places}",
        [value for row in rows for value in (table, *row)],
    )


def claim(cursor: Cursor, now: int, process: str, table: str) -> Claim | Elsewhere | None:
    """Take hold of a table and read its log, unless there is none or another living process has it."""
    cursor.execute("SELECT epoch, holder FROM tables WHERE id = ?", (table,))
    found = cursor.fetchone()
    if found is None:
        return None
    epoch, holder = found
    if holder not in (None, process) and _is_alive(cursor, now, holder):
        return Elsewhere(holder)
    cursor.execute(
        "UPDATE tables SET holder = ?, epoch = epoch + 1 WHERE id = ? AND epoch = ?", (process, table, epoch)
    )
    if cursor.rowcount != 1:
        raise Lost(table)
    cursor.execute("SELECT seq FROM tables WHERE id = ?", (table,))  # as it is since nobody else can write
    numbers = list(range(1, cursor.fetchone()[0] + 1))
    cursor.execute("SELECT seq, at, actor, command, body FROM events WHERE table_id = ? ORDER BY seq", (table,))
    rows = [Row(*row) for row in cursor.fetchall()]
    return Claim(epoch + 1, rows, [row.seq for row in rows] == numbers)


def release(cursor: Cursor, process: str, table: str) -> None:
    """Let go of a table, so that any process may take it at once."""
    cursor.execute("UPDATE tables SET holder = NULL WHERE id = ? AND holder = ?", (table, process))


def _is_alive(cursor: Cursor, now: int, process: str) -> bool:
    """Find out whether a process is alive; if it is late, it is dead from now on, and will be told so."""
    cursor.execute("DELETE FROM processes WHERE id = ? AND alive_until <= ?", (process, now))
    cursor.execute("SELECT id FROM processes WHERE id = ?", (process,))
    return cursor.fetchone() is not None


def stay_alive(cursor: Cursor, now: int, process: str, until: int) -> Living:
    """Say that a process is alive until then, if it does not say so again."""
    cursor.execute("UPDATE processes SET alive_until = ? WHERE id = ?", (until, process))
    was_alive = cursor.rowcount == 1
    if not was_alive:
        cursor.execute("INSERT INTO processes (id, alive_until) VALUES (?, ?)", (process, until))
    cursor.execute("SELECT id FROM processes WHERE alive_until > ?", (now,))
    return Living({row[0] for row in cursor.fetchall()}, was_alive)


def retire(cursor: Cursor, process: str) -> None:
    """Say that a process has ended: whatever it holds may be taken."""
    cursor.execute("DELETE FROM processes WHERE id = ?", (process,))


def retire_all(cursor: Cursor) -> None:
    """Say so of every process, where nobody else can be alive."""
    cursor.execute("DELETE FROM processes")


def lobby(cursor: Cursor, since: int, most: int) -> list[str]:
    """Give the summaries of the open public tables, the latest first."""
    cursor.execute(
        "SELECT summary FROM tables WHERE is_open = 1 AND updated >= ? ORDER BY updated DESC LIMIT ?",
        (since, most),
    )
    return [row[0] for row in cursor.fetchall()]


def summaries(cursor: Cursor, tables: Sequence[str]) -> list[str]:
    """Give the summaries of these tables, as far as they exist."""
    if not tables:
        return []
    places = ", ".join("?" * len(tables))
    cursor.execute(f"SELECT summary FROM tables WHERE id IN ({places})", tuple(tables))
    return [row[0] for row in cursor.fetchall()]


def due(cursor: Cursor, now: int, process: str, most: int) -> list[str]:
    """Name the tables whose time to be looked after has come, and which no other living process holds."""
    cursor.execute(
        "SELECT tables.id FROM tables LEFT JOIN processes ON processes.id = tables.holder"
        " WHERE wake <= ? AND (holder IS NULL OR holder = ? OR alive_until IS NULL OR alive_until <= ?)"
        " ORDER BY wake LIMIT ?",
        (now, process, now, most),
    )
    return [row[0] for row in cursor.fetchall()]


def count(cursor: Cursor) -> int:
    """Count the tables; asked to see whether the database answers."""
    cursor.execute("SELECT COUNT(*) FROM tables")
    return int(cursor.fetchone()[0])
