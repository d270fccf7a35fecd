"""What goes wrong at one table stays there: a damaged log, a disk that is full, rules that fail."""

import asyncio
import json
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from server.audit import last_table, read_log, steady
from server.client import Player, new_table, post
from server.inside import serving
from tesserae.match import Match
from tesserae.server import duties
from tesserae.server.app import Service
from tesserae.server.store import Lost, Row, Store, StoreTrouble, TableRow, open_store
from tesserae.server.table import Table

ILLEGAL = 2_000_000_000


class Board:
    """A table of two persons, who know their tokens."""

    def __init__(self, made: dict[str, Any]) -> None:
        self.id = made["table"]
        self.tokens = [made["seats"]["0"], made["seats"]["1"]]

    async def player(self, url: str, seat: int) -> Player:
        return await Player(url, self.id, self.tokens[seat]).connect()

    async def play(self, url: str, moves: int) -> None:
        """Let both come, get ready if they are not, make some moves, and go."""
        players = [await self.player(url, seat) for seat in (0, 1)]
        for player in players:
            if player.table["phase"] == "waiting":
                await player.do("ready")
        for player in players:
            await player.until_table(lambda table: table["phase"] == "playing")
        for _ in range(moves):
            await move(players)
        for player in players:
            await player.close()


async def move(players: list[Player]) -> dict[str, Any]:
    """Let the player to move make the first legal move, and everybody see it."""
    newest = max(player.table["seq"] for player in players)
    for player in players:
        await player.until_table(lambda table: table["seq"] >= newest)
    mover = players[players[0].match["mover"]]
    done: dict[str, Any] = await mover.do("play", move=mover.match["legal"][0]["action"])
    assert done["type"] == "done", done
    for player in players:
        await player.until_table(lambda table: table["seq"] >= done["seq"])
    return done


async def closing_of(player: Player) -> tuple[int, str]:
    """Wait until a player is sent away; gives the code and the reason."""
    with pytest.raises(ConnectionClosed) as closed:
        await player.until(lambda _message: False)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


@asynccontextmanager
async def house_in(data: Path) -> AsyncIterator[tuple[Service, str]]:
    service = Service(open_store(data, "here"))
    async with serving(service) as url:
        yield service, url


async def new_board(url: str, game: str = "triominos", **more: Any) -> Board:
    return Board(await new_table(url, game, seats=[{"name": "Ann"}, {"name": "Bob"}], **more))


# --- a damaged log -----------------------------------------------------------------------------------------


def change(data: Path, sql: str, *values: Any) -> None:
    with closing(sqlite3.connect(data / "tesserae.sqlite3")) as database:
        assert database.execute(sql, values).rowcount > 0
        database.commit()


DAMAGES: dict[str, Callable[[Path, str], None]] = {
    "truncated JSON": lambda data, table: change(
        data, "UPDATE events SET body = substr(body, 1, 20) WHERE table_id = ? AND seq = 6", table
    ),
    "an illegal move": lambda data, table: change(
        data, "UPDATE events SET body = json_set(body, '$.action', ?) WHERE table_id = ? AND seq = 7", ILLEGAL, table
    ),
    "an event that does not exist": lambda data, table: change(
        data, "UPDATE events SET body = json_set(body, '$.what', 'danced') WHERE table_id = ? AND seq = 6", table
    ),
    "a lost end": lambda data, table: change(
        data, "DELETE FROM events WHERE table_id = ? AND seq = (SELECT MAX(seq) FROM events WHERE table_id = ?)",
        table, table,
    ),
    "a lost line": lambda data, table: change(data, "DELETE FROM events WHERE table_id = ? AND seq = 6", table),
    "a lost beginning": lambda data, table: change(data, "DELETE FROM events WHERE table_id = ? AND seq = 1", table),
    "nothing left": lambda data, table: change(data, "DELETE FROM events WHERE table_id = ?", table),
}  # fmt: skip


def test_a_table_with_a_damaged_log_is_put_aside_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def before() -> list[Board]:
        async with house_in(tmp_path) as (_, url):
            boards = [await new_board(url) for _ in range(len(DAMAGES) + 1)]
            for board in boards:
                await board.play(url, 1)
                player = await board.player(url, 0)  # a line that the play does not depend on
                await player.do("say", text="good luck")
                await player.close()
                await board.play(url, 3)
        return boards

    async def afterwards(bad: list[Board], good: Board) -> None:
        async with house_in(tmp_path) as (_, url):
            for damage, board in zip(DAMAGES, bad, strict=True):
                for language, sentence in (("en", "This table cannot be taken up again"), ("de", "Dieser Tisch")):
                    player = Player(url, board.id, board.tokens[0], language=language)
                    with pytest.raises(ConnectionClosed) as closed:
                        await player.connect()
                        pytest.fail(f"{damage} was not noticed")
                    assert closed.value.rcvd is not None
                    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4404, "table.damaged")
                    assert '"type":"refused"' in player.raw[-1]
                    assert sentence in player.raw[-1]
                refused = await post(f"{url}/api/tables/{board.id}/seats", {"name": "Cy"}, status=410)
                assert refused["reason"]["key"] == "table.damaged"
            await good.play(url, 5)

    *bad, good = asyncio.run(before())
    for damage, board in zip(DAMAGES.values(), bad, strict=True):
        damage(tmp_path, board.id)
    left, count = [read_log(tmp_path, board.id) for board in bad], len(read_log(tmp_path, good.id))
    with caplog.at_level(logging.CRITICAL):
        asyncio.run(afterwards(bad, good))
    assert [read_log(tmp_path, board.id) for board in bad] == left
    assert len(read_log(tmp_path, good.id)) == count + 5


def test_time_runs_out_at_the_other_tables_though_one_that_is_due_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def before() -> list[Board]:
        async with house_in(tmp_path) as (_, url):
            clock = {"kind": "turn", "amount": 1}
            boards = [await new_board(url, "quixo", clock=clock) for _ in range(3)]
            for board in boards:
                await board.play(url, 0)
        return boards

    async def afterwards(good: Board) -> None:
        async with house_in(tmp_path), asyncio.timeout(60):
            while not any('"timed out"' in row.body for row in read_log(tmp_path, good.id)):
                await asyncio.sleep(0.1)

    damaged, raising, good = asyncio.run(before())
    change(tmp_path, "UPDATE events SET body = '' WHERE table_id = ? AND seq = 2", damaged.id)
    change(tmp_path, "UPDATE tables SET wake = 1 WHERE id = ?", damaged.id)
    change(tmp_path, "UPDATE tables SET wake = 2 WHERE id = ?", raising.id)
    break_rules(monkeypatch, raising.id, "house_player")
    monkeypatch.setattr("tesserae.server.house.SWEEP_SECONDS", 1000)  # one look must be enough
    time.sleep(1.1)
    with caplog.at_level(logging.CRITICAL):
        asyncio.run(afterwards(good))


# --- a store that fails ------------------------------------------------------------------------------------


@pytest.mark.parametrize("problem", [StoreTrouble(), Lost("table")])
def test_what_cannot_be_stored_has_not_happened(
    problem: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with house_in(tmp_path) as (service, url):
            board, other = await new_board(url), await new_board(url)
            await board.play(url, 2)
            players = [await board.player(url, seat) for seat in (0, 1)]
            shown, stored = [last_table(player.raw) for player in players], read_log(tmp_path, board.id)
            append = service.store.append

            async def fail(epoch: int, table: TableRow, rows: list[Row]) -> None:
                if table.id == board.id:
                    raise problem
                await append(epoch, table, rows)

            monkeypatch.setattr(service.store, "append", fail)
            mover = players[players[0].match["mover"]]
            seq, action = mover.table["seq"], mover.match["legal"][0]["action"]
            await mover.send("play", id="mine", move=action)
            for player in players:
                heard = len(player.raw)
                assert (await closing_of(player))[0] == 1012
                tables = [text for text in player.raw[heard:] if '"type":"table"' in text]
                assert {json.loads(text)["seq"] for text in tables} <= {seq}, "told what did not happen"
            await other.play(url, 3)
            players = [await board.player(url, seat) for seat in (0, 1)]
            assert [steady(last_table(player.raw)) for player in players] == list(map(steady, shown))
            assert read_log(tmp_path, board.id) == stored
            monkeypatch.undo()
            done = await players[players[0].match["mover"]].do("play", id="mine", seq=seq, move=action)
            assert (done["type"], done["seq"]) == ("done", seq + 1)
            assert [row.command for row in read_log(tmp_path, board.id)].count("mine") == 1

    asyncio.run(run())


def test_a_table_that_cannot_be_stored_is_not_set_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any) -> None:
        raise StoreTrouble

    async def run() -> None:
        async with house_in(tmp_path) as (_, url), httpx.AsyncClient() as web:
            monkeypatch.setattr(Store, "create", fail)
            refused = await post(f"{url}/api/tables", {"game": "quixo", "public": True}, status=503)
            assert refused["reason"]["key"] == "server.moved"
            monkeypatch.undo()
            assert (await web.get(f"{url}/api/tables")).json() == {"tables": []}
            await post(f"{url}/api/tables", {"game": "quixo", "public": True})
            assert len((await web.get(f"{url}/api/tables")).json()["tables"]) == 1

    asyncio.run(run())


# --- rules that fail ---------------------------------------------------------------------------------------


FAULTS = ["checked_move", "play", "view", "legal", "over", "winners", "score_sheet", "house_player"]


@pytest.mark.parametrize("fault", FAULTS)
def test_rules_that_fail_at_one_table_do_not_touch_another(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> tuple[Board, Board, int, dict[str, Any]]:
        async with house_in(tmp_path) as (_, url):
            bad, good = await new_board(url), await new_board(url)
            for board in (bad, good):
                await board.play(url, 2)
            watching = [await good.player(url, seat) for seat in (0, 1)]
            players = [await bad.player(url, seat) for seat in (0, 1)]
            mover = players[players[0].match["mover"]]
            wanted = {"id": "mine", "seq": mover.table["seq"], "move": mover.match["legal"][0]["action"]}
            break_rules(monkeypatch, bad.id, fault)
            await mover.send("play", **wanted)
            assert await answer_or_closing(mover) in ("table.trouble", 1012, "done")
            if fault == "score_sheet":
                told = await mover.do("history")
                assert told["reason"]["key"] == "table.trouble"
            for _ in range(4):
                await move(watching)
            again = Player(url, bad.id, bad.tokens[0])
            try:
                await again.connect()
            except ConnectionClosed as closed:
                assert closed.rcvd is not None
                assert closed.rcvd.code in (1012, 4404)
                assert '"table.trouble"' in again.raw[-1] or '"table.damaged"' in again.raw[-1]
            await move(watching)
        monkeypatch.undo()
        return bad, good, mover.table["seat"], wanted

    async def go_on(bad: Board, good: Board, seat: int, wanted: dict[str, Any]) -> None:
        async with house_in(tmp_path) as (_, url):
            await good.play(url, 2)
            player = await bad.player(url, seat)
            done = await player.do("play", **wanted)
            assert (done["type"], done["seq"]) == ("done", wanted["seq"] + 1)
            assert [row.seq for row in read_log(tmp_path, bad.id)] == list(range(1, done["seq"] + 1))

    with caplog.at_level(logging.CRITICAL):
        failed = asyncio.run(fail())
        asyncio.run(go_on(*failed))


def break_rules(monkeypatch: pytest.MonkeyPatch, bad: str, name: str) -> None:
    """Let something of a match fail, or the thought about who is to move, for one table alone."""
    if name == "house_player":
        house_player = duties.house_player

        def asked(table: Table) -> str | None:
            return house_player(table) if table.id != bad else str(1 // 0)

        monkeypatch.setattr(duties, name, asked)
        return
    before = getattr(Match, name)
    is_property = isinstance(before, property)

    def broken(match: Match, *more: Any) -> Any:
        if match.fairness is not None and match.fairness.table == bad:
            raise ZeroDivisionError("the rules are wrong")
        return before.fget(match) if is_property else before(match, *more)

    monkeypatch.setattr(Match, name, property(broken) if is_property else broken)


async def answer_or_closing(player: Player) -> str | int:
    """Wait for what becomes of a command: the key of its refusal, or the code with which the player is sent away."""
    try:
        message = await player.until(lambda message: message.get("id") == "mine")
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006
    return str(message["reason"]["key"]) if message["type"] == "refused" else "done"
