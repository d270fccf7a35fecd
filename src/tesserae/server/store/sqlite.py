"""SQLite beside the server: one file, one process, and what is committed survives a loss of power."""

import sqlite3
import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from filelock import FileLock, Timeout

from tesserae.server.store import jobs
from tesserae.server.store.jobs import Cursor
from tesserae.words import Refused


class SqliteDatabase:
    """The file `tesserae.sqlite3` in a directory, for this process alone."""

    errors: tuple[type[Exception], ...] = (sqlite3.Error,)
    is_shared = False

    def __init__(self, directory: Path) -> None:
        """Open the file, or refuse if another process serves from it."""
        directory.mkdir(parents=True, exist_ok=True)
        self.file = directory / "tesserae.sqlite3"
        self._lock = FileLock(directory / "serving.lock")
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise Refused("server.data_in_use", directory=directory) from None
        self._connection = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")

    def prepare(self) -> None:
        """Forget the processes that served before: with the lock in hand, nobody else is alive."""
        jobs.retire_all(self.begin())
        self.commit()

    def alone(self) -> AbstractContextManager[None]:
        """Nothing to do: with the lock in hand we are."""
        return nullcontext()

    def begin(self) -> Cursor:
        """Begin a transaction."""
        cursor = self._connection.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        return cursor

    def commit(self) -> None:
        """Make it last."""
        self._connection.commit()

    def roll_back(self) -> None:
        """Undo it."""
        self._connection.rollback()

    def now(self, _cursor: Cursor) -> int:
        """Tell the time by which processes are alive, in milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def back_up(self, version: int) -> None:
        """Copy the whole file beside itself."""
        copy = self.file.with_name(f"backup-of-version-{version}-{time.strftime('%Y%m%d-%H%M%S')}.sqlite3")
        self._connection.execute("VACUUM INTO ?", (str(copy),))

    def close(self) -> None:
        """Close the file and let others have it."""
        self._connection.close()
        self._lock.release()
