"""How a database grows up: numbered scripts, each run once, with a backup of what was there before."""

from contextlib import AbstractContextManager
from importlib.resources import files
from typing import Protocol

from tesserae.server.store.jobs import Cursor
from tesserae.words import Refused


class Migrating(Protocol):
    """A database that can be brought up to date."""

    def alone(self) -> AbstractContextManager[None]:
        """Keep other processes waiting that would bring it up to date as well."""

    def back_up(self, version: int) -> None:
        """Keep a copy of everything as it is in this version."""

    def begin(self) -> Cursor:
        """Begin a transaction."""

    def commit(self) -> None:
        """End it."""

    def roll_back(self) -> None:
        """Undo it."""


def scripts() -> list[str]:
    """Read the scripts, in their order."""
    folder = files(__package__).joinpath("migrations")
    return [file.read_text(encoding="utf-8") for file in sorted(folder.iterdir(), key=lambda file: file.name)]


def migrate(database: Migrating, steps: list[str]) -> None:
    """Run the scripts that a database has not seen yet, all in one transaction."""
    with database.alone():
        _migrate(database, steps)


def _migrate(database: Migrating, steps: list[str]) -> None:
    version = _version(database)
    if version > len(steps):
        raise Refused("server.newer_database", version=version, own=len(steps))
    if version == len(steps):
        return
    if version:
        database.back_up(version)
    cursor = database.begin()
    try:
        for step in steps[version:]:
            for statement in step.split(";\n"):
                if statement.strip():
                    cursor.execute(statement)
        cursor.execute("UPDATE version SET number = ?", (len(steps),))
        database.commit()
    except BaseException:
        database.roll_back()
        raise


def _version(database: Migrating) -> int:
    cursor = database.begin()
    try:
        cursor.execute("CREATE TABLE IF NOT EXISTS version (number INTEGER NOT NULL)")
        cursor.execute("SELECT number FROM version")
        found = cursor.fetchone()
        if found is None:
            cursor.execute("INSERT INTO version (number) VALUES (0)")
        database.commit()
    except BaseException:
        database.roll_back()
        raise
    return 0 if found is None else int(found[0])
