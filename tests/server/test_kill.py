"""A server that is killed loses nothing, doubles nothing, and shows everybody the same table again."""

import asyncio
import random
import resource
import signal
from pathlib import Path

import pytest

from command import run
from server.audit import check_tables
from server.client import Server
from server.load import KINDS, Load


async def kill_again_and_again(server: Server, data: Path, kills: int, tables: int, seed: int) -> None:
    rng = random.Random(seed)
    kinds = [KINDS[number % len(KINDS)] for number in range(tables)]
    async with Load([server.url], seed, kinds).going_on() as load:
        for number in range(kills):
            await load.until_more(2 * tables)
            await asyncio.sleep(rng.uniform(0, 0.5))
            server.kill()
            if number % 4 == 3:  # and once more before it is up
                server.launch()
                await asyncio.sleep(rng.uniform(0, 3))
                server.kill()
            await asyncio.to_thread(server.start)
        await load.until_more(2 * tables)
    before = await check_tables(data, load.clients)
    server.kill()
    await asyncio.to_thread(server.start)
    assert await check_tables(data, load.clients) == before
    assert load.closed["1006"] >= kills
    assert load.sent_again > 0, "no command was on its way when the server was killed"
    print(
        f"{kills} kills, {load.acknowledged} acknowledged, of them {load.moves} moves, {load.sent_again} sent again"
    )


def test_no_acknowledged_move_is_lost_or_doubled_when_the_server_is_killed_under_load(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        asyncio.run(kill_again_and_again(server, tmp_path, kills=4, tables=9, seed=1))


@pytest.mark.soak
def test_no_acknowledged_move_is_lost_or_doubled_in_twenty_kills(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        asyncio.run(kill_again_and_again(server, tmp_path, kills=20, tables=27, seed=2))


def test_a_server_that_is_stopped_asks_its_clients_to_come_back(tmp_path: Path) -> None:
    async def stop_and_go_on(server: Server) -> None:
        async with Load([server.url], 3, KINDS[:4]).going_on() as load:
            await load.until_more(10)
            clients = len(load.clients)
            await asyncio.to_thread(server.stop, signal.SIGTERM)
            assert load.closed["1006"] == 0
            await asyncio.to_thread(server.start)
            await load.until_more(10)
        assert load.closed["1012"] >= clients
        await check_tables(tmp_path, load.clients)

    with Server(tmp_path) as server:
        asyncio.run(stop_and_go_on(server))


def test_a_full_disk_stops_play_until_there_is_room_again(tmp_path: Path) -> None:
    async def fill_and_empty(server: Server) -> None:
        assert server.process is not None
        process, unlimited = server.process.pid, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        async with Load([server.url], 4, KINDS[:4]).going_on() as load:
            await load.until_more(10)
            clients = len(load.clients)
            resource.prlimit(process, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
            await load.until(lambda: load.closed["1012"] >= clients)
            moves = load.moves
            await asyncio.sleep(1)
            assert load.moves == moves
            resource.prlimit(process, resource.RLIMIT_FSIZE, unlimited)
            await load.until_more(10)
            assert server.process is not None
            assert server.process.poll() is None
        await check_tables(tmp_path, load.clients)

    with Server(tmp_path) as server:
        asyncio.run(fill_and_empty(server))


def test_a_second_server_on_the_same_data_is_refused(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        second = run("serve", "--port", "0", "--data", str(tmp_path))
        assert second.returncode == 1
        assert f"{tmp_path} is in use by another server: stop that one, or choose another" in second.stderr
        assert "Traceback" not in second.stderr
        assert server.process is not None
        assert server.process.poll() is None
