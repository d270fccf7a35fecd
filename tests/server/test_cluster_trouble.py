"""Two servers under load while a part of what they stand on stops, breaks or is out of reach, and comes back.

Whatever it is: no acknowledged move is lost, none is done twice, nobody is shown an older table than before, and
play goes on.
"""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import httpx
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from server.audit import check_tables, read_log
from server.client import Player, Server, new_table, post
from server.cluster import Cable, Postgres, Redis
from server.load import KINDS, Kind, Load, Stubborn

SECONDS = 60


@dataclass
class Cluster:
    """Two servers and what they stand on; the first one's ways to it can be cut."""

    database: str
    one: Server
    other: Server
    postgres: Postgres
    redis: Redis
    to_postgres: Cable
    to_redis: Cable

    def holders(self) -> dict[str, str]:
        """Tell which process holds each table."""
        with psycopg.connect(self.database) as connection:
            return dict(connection.execute("SELECT id, holder FROM tables").fetchall())

    def taken_since(self, before: dict[str, str]) -> list[str]:
        """Name the tables that another process holds than before."""
        return [table for table, holder in self.holders().items() if before.get(table, holder) != holder]


@pytest.fixture
def cluster(postgres: Postgres, redis: Redis) -> Iterator[Cluster]:
    database = postgres.new_database()
    with Cable(postgres.port).laid() as to_postgres, Cable(redis.port).laid() as to_redis:
        cut_database = database.replace(f":{postgres.port}/", f":{to_postgres.port}/")
        cut_redis = redis.url.replace(f":{redis.port}/", f":{to_redis.port}/")
        with (
            Server(None, "--database", cut_database, "--redis", cut_redis) as one,
            Server(None, "--database", database, "--redis", redis.url) as other,
        ):
            yield Cluster(database, one, other, postgres, redis, to_postgres, to_redis)


# --- the load ----------------------------------------------------------------------------------------------


class Witness(Stubborn):
    """A client that is never shown an older table than it has seen."""

    seen = 0

    async def connected(self) -> Player:
        player = await super().connected()
        self._look(player.table)
        return player

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "table":
            self._look(message)
        super()._hear(message)

    def _look(self, table: dict[str, Any]) -> None:
        assert table["seq"] >= self.seen, f"{table['table']} is shown as of {table['seq']}, and was of {self.seen}"
        self.seen = table["seq"]


class WatchedLoad(Load):
    """A load of witnesses; of several urls that are the same a client tries one after the other."""

    def __init__(self, servers: list[Server], seed: int, tables: int) -> None:
        kinds = [KINDS[(seed + number) % len(KINDS)] for number in range(tables)]
        super().__init__([server.url for server in servers], seed, kinds)

    async def _open(self, kind: Kind) -> list[Stubborn]:
        return [
            Witness(client.urls, client.ledger.table, client.token, client.ledger.seat, client.rng, client.owner)
            for client in await super()._open(kind)
        ]

    @property
    def tables(self) -> set[str]:
        """The tables that are being played at."""
        return {client.ledger.table for client in self.clients if not client.is_finished}


@asynccontextmanager
async def played_through(cluster: Cluster, *loads: WatchedLoad) -> AsyncIterator[None]:
    """Let them play before, during and after something, and compare all they saw with what is stored."""
    async with going_on(*loads):
        await until_more(*loads)
        yield
        await until_more(*loads)
    await check_tables(cluster.database, [client for load in loads for client in load.clients])


@asynccontextmanager
async def going_on(*loads: WatchedLoad) -> AsyncIterator[None]:
    if not loads:
        yield
        return
    async with loads[0].going_on(), going_on(*loads[1:]):
        yield


async def until_more(*loads: WatchedLoad) -> None:
    await asyncio.gather(*(load.until_more(2 * len(load.kinds)) for load in loads))


async def until_ready(*servers: Server, status: int = 200) -> None:
    """Wait until servers say of themselves that they are ready, or that they are not."""
    async with httpx.AsyncClient(timeout=SECONDS) as web, asyncio.timeout(SECONDS):
        for server in servers:
            while (await web.get(f"{server.url}/ready")).status_code != status:
                await asyncio.sleep(0.05)


# --- a server that is stopped for a while, and goes on as if nothing had happened ------------------------------


async def collect(player: Player) -> int:
    """Read all that a player is sent until he is sent away; gives the code."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            await player.next()
    return closed.value.rcvd.code if closed.value.rcvd else 1006


async def persist(url: str, table: str, token: str) -> Player:
    """Connect, however often it takes."""
    async with asyncio.timeout(SECONDS):
        while True:
            with suppress(ConnectionClosed, OSError):
                return await Player(url, table, token).connect()
            await asyncio.sleep(0.1)


async def make_moves(players: list[Player], count: int) -> int:
    """Let players move in turn; gives the number of the last event."""
    seq = 0
    for _ in range(count):
        mover = players[players[0].match["mover"]]
        done = await mover.do("play", move=mover.match["legal"][0]["action"])
        assert done["type"] == "done", done
        seq = done["seq"]
        for player in players:
            await player.until_table(lambda table: table["seq"] >= seq)  # noqa: B023  # used at once
    return seq


@asynccontextmanager
async def stopped(server: Server) -> AsyncIterator[None]:
    """Let a server stand still."""
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


def test_a_server_that_was_stopped_for_longer_than_its_lease_serves_nothing_of_what_it_remembers(
    cluster: Cluster,
) -> None:
    async def run() -> None:
        one, other = cluster.one, cluster.other
        made = await new_table(one.url, "triominos", seats=[{"name": "Ann"}, {"name": "Bob"}])
        table, tokens = made["table"], [made["seats"]["0"], made["seats"]["1"]]
        old = [await Player(one.url, table, token).connect() for token in tokens]
        for player in old:
            await player.do("ready")
        for player in old:
            await player.until_table(lambda table: table["phase"] == "playing")
        await make_moves(old, 2)
        mover = old[old[0].match["mover"]]
        command = {"id": "mine", "seq": mover.table["seq"], "move": mover.match["legal"][0]["action"]}
        load = WatchedLoad([one, other, other], 1, 4)
        async with played_through(cluster, load):
            before, sent = cluster.holders(), [asyncio.create_task(collect(player)) for player in old]
            async with stopped(one):
                new = [await persist(other.url, table, token) for token in tokens]
                seq = await make_moves(new, 3)
                await mover.send("history")
                await mover.send("say", text="nobody hears me")
                await mover.send("play", **command)
                late = asyncio.create_task(Player(one.url, table, tokens[0]).connect())
                await load.until(lambda: len(cluster.taken_since(before)) >= 2)  # one by the load, too
                told = [len(player.raw) for player in old]
            async with asyncio.timeout(SECONDS):
                assert await asyncio.gather(*sent) == [1012, 1012]
            for player, count in zip(old, told, strict=True):
                assert player.raw[count:] == [], "told something by a server that no longer knows"
            with suppress(ConnectionClosed, OSError):
                assert (await late).table["seq"] >= seq
                await (await late).close()
            again = await persist(one.url, table, tokens[old.index(mover)])
            assert again.table["seq"] >= seq
            refused = await again.do("play", **command)
            assert (refused["type"], refused["is_stale"]) == ("refused", True)
            await make_moves(new, 2)
            for player in [again, *new]:
                await player.close()
        assert "taken for dead" in one.told()
        commands = [row.command for row in read_log(cluster.database, table)]
        assert "mine" not in commands

    asyncio.run(run())


async def stop_in_turn(cluster: Cluster, stops: int, tables: int, seed: int) -> None:
    """Stop one server after the other under load, for a random time, and let them go on."""
    servers = [cluster.one, cluster.other]
    for number in range(stops):
        still, running = servers[number % 2], servers[1 - number % 2]
        load = WatchedLoad([still, running, running], seed + number, tables)
        async with played_through(cluster, load), stopped(still):
            await asyncio.sleep(load.rng.uniform(1, 20))


@pytest.mark.soak
def test_nothing_is_lost_when_servers_are_stopped_again_and_again(cluster: Cluster) -> None:
    asyncio.run(stop_in_turn(cluster, stops=12, tables=18, seed=2))


# --- Redis and PostgreSQL crash, and are started again ------------------------------------------------------


@asynccontextmanager
async def crashed(program: Postgres | Redis) -> AsyncIterator[None]:
    await asyncio.to_thread(program.stop)
    try:
        yield
    finally:
        await asyncio.to_thread(program.start)


async def crash_redis(cluster: Cluster, crashes: int, tables: int, seed: int) -> None:
    """Crash Redis under load: whoever is connected to the server of his table does not notice."""
    one, other = cluster.one, cluster.other
    for number in range(crashes):
        far = WatchedLoad([one, other], seed + number, tables)
        near = [WatchedLoad([server], seed + number, 2) for server in (one, other)]
        async with played_through(cluster, far, *near):
            made = await new_table(one.url, "quixo")
            async with crashed(cluster.redis):
                await until_ready(one, other, status=503)
                await until_more(*near)
                await far.until(lambda: far.closed["1012"] > 0)  # noqa: B023  # used at once
                seat = f"{other.url}/api/tables/{made['table']}/seats"
                assert (await post(seat, {"name": "Ann"}, 503))["reason"]["key"] == "server.moved"
            await until_ready(one, other)
            assert (await post(seat, {"name": "Ann"}))["seat"] == 0
        for load in near:
            assert not load.closed, "somebody who did not need Redis was sent away"


def test_while_redis_is_away_tables_go_on_where_they_are_held_and_afterwards_everywhere(cluster: Cluster) -> None:
    asyncio.run(crash_redis(cluster, crashes=1, tables=4, seed=3))


@pytest.mark.soak
def test_nothing_is_lost_when_redis_crashes_again_and_again(cluster: Cluster) -> None:
    asyncio.run(crash_redis(cluster, crashes=12, tables=14, seed=4))


async def crash_postgres(cluster: Cluster, crashes: int, tables: int, seed: int) -> None:
    """Crash PostgreSQL under load: nothing is acknowledged until it is back."""
    one, other = cluster.one, cluster.other
    for number in range(crashes):
        load = WatchedLoad([one, other], seed + number, tables)
        async with played_through(cluster, load):
            clients = len([client for client in load.clients if not client.is_finished])
            async with crashed(cluster.postgres):
                await until_ready(one, other, status=503)
                moves = load.moves
                await load.until(lambda: load.closed["1012"] >= clients)  # noqa: B023  # used at once
                assert load.moves == moves, "acknowledged without being stored"
            await until_ready(one, other)


def test_while_postgres_is_away_nothing_is_acknowledged_and_afterwards_play_goes_on(cluster: Cluster) -> None:
    asyncio.run(crash_postgres(cluster, crashes=1, tables=6, seed=5))


@pytest.mark.soak
def test_nothing_is_lost_when_postgres_crashes_again_and_again(cluster: Cluster) -> None:
    asyncio.run(crash_postgres(cluster, crashes=12, tables=18, seed=6))


# --- one server loses sight of Redis or of PostgreSQL ----------------------------------------------------------


HOW = ["cut", "silence"]


@asynccontextmanager
async def apart(cable: Cable, how: str) -> AsyncIterator[None]:
    """Let connections break, or fall silent without a sign."""
    cable.cut() if how == "cut" else cable.silence()
    try:
        yield
    finally:
        cable.mend()


async def part_from_redis(cluster: Cluster, how: str, times: int, tables: int, seed: int) -> None:
    """Part one server from Redis under load: both go on with those who are connected to them."""
    one, other = cluster.one, cluster.other
    for number in range(times):
        far = WatchedLoad([one, other], seed + number, tables)
        near = [WatchedLoad([server], seed + number, 2) for server in (one, other)]
        async with played_through(cluster, far, *near):
            closed = far.closed["1012"]
            async with apart(cluster.to_redis, how):
                await until_ready(one, status=503)
                await until_ready(other)
                await until_more(*near)
                await far.until(lambda: far.closed["1012"] > closed)  # noqa: B023  # used at once
            await until_ready(one)
        for load in near:
            assert not load.closed, "somebody who did not need Redis was sent away"


@pytest.mark.parametrize("how", HOW)
def test_servers_that_cannot_reach_each_other_go_on_alone_and_afterwards_together(
    how: str, cluster: Cluster
) -> None:
    asyncio.run(part_from_redis(cluster, how, times=1, tables=4, seed=7))


@pytest.mark.soak
@pytest.mark.parametrize("how", HOW)
def test_nothing_is_lost_when_a_server_is_parted_from_redis_again_and_again(how: str, cluster: Cluster) -> None:
    asyncio.run(part_from_redis(cluster, how, times=8, tables=14, seed=8))


async def flicker(cluster: Cluster, times: int, tables: int, seed: int) -> None:
    """Let the connections of one server to Redis break for a moment, again and again under load."""
    load = WatchedLoad([cluster.one, cluster.other], seed, tables)
    async with played_through(cluster, load):
        for _ in range(times):
            cluster.to_redis.cut()
            cluster.to_redis.mend()
            await until_more(load)


@pytest.mark.soak
def test_nothing_is_missed_when_the_connection_to_redis_breaks_again_and_again(cluster: Cluster) -> None:
    asyncio.run(flicker(cluster, times=40, tables=18, seed=12))


async def part_from_postgres(cluster: Cluster, how: str, times: int, tables: int, seed: int) -> None:
    """Part one server from PostgreSQL under load: the other takes over its tables."""
    one, other = cluster.one, cluster.other
    for number in range(times):
        load = WatchedLoad([one, other], seed + number, tables)
        async with played_through(cluster, load):
            async with apart(cluster.to_postgres, how):
                await until_ready(one, status=503)
                made = await new_table(other.url, "quixo")
                holder = cluster.holders()[made["table"]]

                def is_taken_over(holder: str = holder) -> bool:
                    holders = cluster.holders()
                    return all(holders[table] == holder for table in load.tables)  # noqa: B023  # used at once

                await load.until(is_taken_over)
                await until_more(load)
            await until_ready(one)


@pytest.mark.parametrize("how", HOW)
def test_the_tables_of_a_server_that_has_lost_the_database_are_taken_over(how: str, cluster: Cluster) -> None:
    asyncio.run(part_from_postgres(cluster, how, times=1, tables=4, seed=9))


@pytest.mark.soak
@pytest.mark.parametrize("how", HOW)
def test_nothing_is_lost_when_a_server_is_parted_from_postgres_again_and_again(how: str, cluster: Cluster) -> None:
    asyncio.run(part_from_postgres(cluster, how, times=8, tables=18, seed=10))


# --- all of it -------------------------------------------------------------------------------------------------


async def try_everything(cluster: Cluster, times: int, tables: int, seed: int) -> None:
    """Let two things go wrong at the same time, again and again under load."""
    load = WatchedLoad([cluster.one, cluster.other], seed, tables)
    troubles: list[Callable[[], AbstractAsyncContextManager[None]]] = [
        *(partial(stopped, server) for server in (cluster.one, cluster.other)),
        *(partial(crashed, program) for program in (cluster.redis, cluster.postgres)),
        *(partial(apart, cable, how) for cable in (cluster.to_redis, cluster.to_postgres) for how in HOW),
    ]
    async with played_through(cluster, load):
        for _ in range(times):
            first, second = load.rng.sample(troubles, 2)
            async with first():
                await asyncio.sleep(load.rng.uniform(0, 6))
                async with second():
                    await asyncio.sleep(load.rng.uniform(0, 12))
            await until_ready(cluster.one, cluster.other)
            await until_more(load)


@pytest.mark.soak
def test_nothing_is_lost_whatever_goes_wrong(cluster: Cluster) -> None:
    asyncio.run(try_everything(cluster, times=20, tables=14, seed=13))
