"""PostgreSQL, for several server processes."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg

from tesserae.server.store.jobs import Cursor

MIGRATING = 0x7E55E7AE
"""The number of the lock that all processes agree on."""


SETTINGS = "-c synchronous_commit=on -c idle_in_transaction_session_timeout=4000"
"""A process that stops in the middle of a transaction must not keep others from its tables for ever.

So `executemany` of psycopg is not for us: after it, PostgreSQL does not count the time.
"""


class _Translated:
    """A cursor that understands ? for a value, as the jobs write it."""

    def __init__(self, cursor: "psycopg.Cursor[Any]") -> None:
        self._cursor = cursor

    @property
    def rowcount(self) -> int:
        return self._cursor.rowcount

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> None:
        self._cursor.execute(sql.replace("?", "%s").encode(), values)

    def fetchone(self) -> Any:
        return self._cursor.fetchone()

    def fetchall(self) -> Any:
        return self._cursor.fetchall()


class PostgresDatabase:
    """A database by its URL; a lost connection is made anew."""

    errors: tuple[type[Exception], ...] = (psycopg.Error,)
    is_shared = True

    def __init__(self, url: str) -> None:
        """Connect."""
        self._url = url
        self._connection = self._connect()

    def _connect(self) -> "psycopg.Connection[Any]":
        return psycopg.connect(
            self._url,
            options=SETTINGS,
            connect_timeout=5,
            tcp_user_timeout=8000,  # milliseconds; a connection over which nothing comes any more is given up
            keepalives_idle=4,
            keepalives_interval=2,
            keepalives_count=2,
        )

    def prepare(self) -> None:
        """Nothing to do: other processes may be alive."""

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other processes waiting that would bring the database up to date as well."""
        self.begin().execute("SELECT pg_advisory_lock(?)", (MIGRATING,))
        self.commit()
        yield
        self.begin().execute("SELECT pg_advisory_unlock(?)", (MIGRATING,))  # as closing the connection does
        self.commit()

    def begin(self) -> Cursor:
        """Begin a transaction, over a new connection if the old one is lost."""
        if self._connection.closed:
            self._connection = self._connect()
        return _Translated(self._connection.cursor())

    def commit(self) -> None:
        """Make it last."""
        self._connection.commit()

    def roll_back(self) -> None:
        """Undo it."""
        if not self._connection.closed:
            self._connection.rollback()

    def now(self, cursor: Cursor) -> int:
        """Tell the time of the database, which all processes share."""
        cursor.execute("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)")
        return int(cursor.fetchone()[0])

    def back_up(self, version: int) -> None:
        """Copy all tables into a schema of their own."""
        schema = f"backup_of_version_{version}_{time.strftime('%Y%m%d_%H%M%S')}"
        cursor = self.begin()
        cursor.execute(f"CREATE SCHEMA {schema}")
        for name in ("tables", "events", "version"):
            cursor.execute(f"CREATE TABLE {schema}.{name} AS TABLE {name}")
        self.commit()

    def close(self) -> None:
        """Disconnect."""
        self._connection.close()
