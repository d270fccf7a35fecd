"""What the log says, compared with what clients were promised and shown."""

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from server.client import Player
from server.load import Ledger, Stubborn
from tesserae.server import events, views
from tesserae.server.events import Entry
from tesserae.server.protocol import encode_message
from tesserae.server.store import Row
from tesserae.server.table import Table, replay

_ROWS = "SELECT seq, at, actor, command, body FROM events WHERE table_id = {} ORDER BY seq"


def read_log(place: Path | str, table: str) -> list[Row]:
    """Read the log of a table where the server keeps it: in a directory, or in the database with a URL."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(f"file:{place / 'tesserae.sqlite3'}?mode=ro", uri=True)) as database:
            return [Row(*row) for row in database.execute(_ROWS.format("?"), (table,))]
    import psycopg

    with psycopg.connect(place) as connection:
        return [Row(*row) for row in connection.execute(_ROWS.format("%s").encode(), (table,))]


def truth(table: str, rows: list[Row]) -> Table:
    """Make a table of its log, as the server should have it."""
    entries = [Entry(row.seq, row.at, row.actor, events.decode_event(row.body), row.command) for row in rows]
    return replay(table, entries)


def check_promises(ledgers: Sequence[Ledger], rows: list[Row]) -> None:
    """Every acknowledged command is in the log once, where it was said to be; no refused one is, nor one unsent."""
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), "the log has gaps"
    stored = Counter((row.actor, row.command) for row in rows if row.command is not None)
    assert all(count == 1 for count in stored.values()), "a command is stored twice"
    known = {(ledger.seat, name) for ledger in ledgers for name in ledger.sent}
    assert set(stored) <= known, "a command is stored that nobody sent"
    for ledger in ledgers:
        for name, seq in ledger.done.items():
            row = rows[seq - 1] if seq <= len(rows) else None
            assert row is not None, f"lost: {ledger.sent[name]}"
            assert (row.actor, row.command) == (ledger.seat, name), f"not where it was: {ledger.sent[name]}"
            _check_deed(ledger.sent[name], json.loads(row.body))
        for name in ledger.refused:
            assert (ledger.seat, name) not in stored, f"refused and stored: {ledger.sent[name]}"
        played = [seq for name, seq in ledger.done.items() if ledger.sent[name]["do"] == "play"]
        assert played == sorted(played), "moves are not stored in the order in which they were acknowledged"


def _check_deed(sent: dict[str, Any], event: dict[str, Any]) -> None:
    match sent["do"]:
        case "play":
            assert (event["what"], event["action"]) == ("moved", sent["move"])
        case "say":
            assert (event["what"], event["text"]) == ("said", sent["text"])
        case _:
            assert event["what"] == sent["do"]


def check_history(told: dict[str, Any], rows: list[Row]) -> None:
    """The history that the server tells has the moves of the log, each once."""
    stored = [json.loads(row.body) for row in rows]
    moves = [(event["seat"], event["action"]) for event in stored if event["what"] == "moved"]
    assert [(event["seat"], event["action"]) for event in told["events"] if "action" in event] == moves


def steady(message: str | bytes) -> str:
    """Write a table as a client was shown it, without what time alone changes: who is connected, and the clock.

    Where a clock runs, the house notes that it was away, so there the number of events changes too.
    """
    text = message if isinstance(message, str) else message.decode()
    text = re.sub(r'"is_present":(true|false)', '"is_present":"..."', text)
    without_clock = re.sub(r'"clock":\{.*?\},"on_timeout"', '"clock":"...","on_timeout"', text)
    return text if without_clock == text else re.sub(r'"seq":\d+', '"seq":"..."', without_clock)


def last_table(raw: Sequence[str]) -> str:
    """Find the table that a client was shown last."""
    return next(text for text in reversed(raw) if text.startswith('{"type":"table"'))


async def check_tables(place: Path | str, clients: Sequence[Stubborn]) -> dict[tuple[str, int], str]:
    """Compare everything: the ledgers with the logs, and what each client sees with what the log makes of it.

    Returns what they see, by table and seat.
    """
    seen: dict[tuple[str, int], str] = {}
    for table in dict.fromkeys(client.ledger.table for client in clients):
        own = [client for client in clients if client.ledger.table == table]
        players = [await client.final() for client in own]
        rows = await settled(place, players)
        check_promises([client.ledger for client in own], rows)
        if players[0].table["match"] is not None:
            check_history(await players[0].do("history"), rows)
        for client, player in zip(own, players, strict=True):
            seat = client.ledger.seat
            view = views.table_view(truth(table, rows), seat, bool(client.owner), set(), 0)
            seen[table, seat] = steady(last_table(player.raw))
            assert seen[table, seat] == steady(encode_message(view)), f"seat {seat} of {table} sees another table"
            await player.close()
    return seen


async def settled(place: Path | str, players: Sequence[Player]) -> list[Row]:
    """Wait until everybody at a table has seen all that is stored, and no bot is about to move."""
    while True:
        rows = read_log(place, players[0].table_id)
        for player in players:
            await player.until_table(lambda table: table["seq"] >= len(rows), 60)  # noqa: B023  # used at once
        last = max((player.table for player in players), key=lambda table: table["seq"])
        mover = last["match"]["mover"] if last["match"] else None
        if last["seq"] == len(rows) and (mover is None or last["seats"][mover]["kind"] == "person"):
            return rows
        await players[0].next()
