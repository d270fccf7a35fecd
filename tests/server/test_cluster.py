"""Several servers on one database: a table is held by one of them, reached through all, and outlives its holder."""

import asyncio
import random
from collections.abc import Iterator

import httpx
import psycopg
import pytest

from server.audit import check_tables
from server.client import Player, Server, new_table, post
from server.cluster import Postgres, Redis
from server.load import KINDS, Load


@pytest.fixture
def two(postgres: Postgres, redis: Redis) -> Iterator[tuple[str, Server, Server]]:
    """A database, and two servers on it."""
    database = postgres.new_database()
    options = ("--database", database, "--redis", redis.url)
    with Server(None, *options) as one, Server(None, *options) as other:
        yield database, one, other


def test_a_match_is_played_through_two_servers(two: tuple[str, Server, Server]) -> None:
    """Seats taken and moves made at the server that does not hold the table are as good as at the other."""

    async def play(one: Server, other: Server) -> None:
        made = await new_table(one.url, "triominos", seats=[{"name": "Ann"}], options={"rounds": 1}, public=True)
        lobbies = [httpx.get(f"{server.url}/api/tables").json() for server in (one, other)]
        assert lobbies[0] == lobbies[1]
        assert [table["table"] for table in lobbies[0]["tables"]] == [made["table"]]
        taken = await post(f"{other.url}/api/tables/{made['table']}/seats", {"name": "Bob"})
        players = [
            await Player(one.url, made["table"], made["seats"]["0"]).connect(),
            await Player(other.url, made["table"], taken["token"]).connect(),
        ]
        for player in players:
            await player.do("ready", share="ab")
        rng = random.Random(1)
        for player in players:
            await player.until_table(lambda table: table["phase"] == "playing")
        while players[0].table["phase"] == "playing":
            mover = players[players[0].match["mover"]]
            done = await mover.do("play", move=rng.choice(mover.match["legal"])["action"])
            assert done["type"] == "done", done
            for player in players:
                await player.until_table(lambda table, seq=done["seq"]: table["seq"] >= seq)
        assert players[1].table["phase"] == "over"
        assert players[0].match["scores"] == players[1].match["scores"]
        records = [httpx.get(f"{server.url}/api/tables/{made['table']}/record").text for server in (one, other)]
        assert records[0] == records[1]
        for player in players:
            await player.close()

    _, one, other = two
    asyncio.run(play(one, other))


async def kill_in_turn(database: str, servers: list[Server], kills: int, tables: int, seed: int) -> None:
    """Kill one server after the other under load; the other takes its tables over meanwhile."""
    kinds = [KINDS[number % len(KINDS)] for number in range(tables)]
    async with Load([server.url for server in servers], seed, kinds).going_on() as load:
        for number in range(kills):
            await load.until_more(2 * tables)
            killed = servers[number % 2]
            killed.kill()
            await load.until_more(2 * tables)
            await asyncio.to_thread(killed.start)
        await load.until_more(2 * tables)
    await check_tables(database, load.clients)
    assert load.sent_again > 0, "no command was on its way when a server was killed"


def test_no_acknowledged_move_is_lost_when_one_of_two_servers_is_killed(two: tuple[str, Server, Server]) -> None:
    database, one, other = two
    asyncio.run(kill_in_turn(database, [one, other], kills=2, tables=4, seed=5))


@pytest.mark.soak
def test_no_acknowledged_move_is_lost_in_twenty_kills_of_two_servers(two: tuple[str, Server, Server]) -> None:
    database, one, other = two
    asyncio.run(kill_in_turn(database, [one, other], kills=20, tables=18, seed=6))


async def stop_in_turn(database: str, servers: list[Server], stops: int, tables: int, seed: int) -> None:
    """Stop one server after the other under load, properly; the other has its tables at once."""
    kinds = [KINDS[number % len(KINDS)] for number in range(tables)]
    async with Load([server.url for server in servers], seed, kinds).going_on() as load:
        for number in range(stops):
            await load.until_more(2 * tables)
            stopped = servers[number % 2]
            await asyncio.to_thread(stopped.stop)
            with psycopg.connect(database) as connection:
                assert len(connection.execute("SELECT id FROM processes").fetchall()) == 1
            assert load.closed["1006"] == 0
            await load.until_more(2 * tables)
            await asyncio.to_thread(stopped.start)
        await load.until_more(2 * tables)
    await check_tables(database, load.clients)
    assert load.closed["1012"] > 0


def test_when_one_of_two_servers_is_stopped_its_clients_are_asked_to_come_back_and_do(
    two: tuple[str, Server, Server],
) -> None:
    database, one, other = two
    asyncio.run(stop_in_turn(database, [one, other], stops=2, tables=4, seed=7))
