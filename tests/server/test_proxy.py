"""Over a bad network nothing is lost, nothing happens twice, and everybody sees the same table in the end."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from server.audit import check_tables
from server.inside import serving
from server.load import Kind, Load
from server.proxy import BadNetwork
from tesserae.server.app import Service
from tesserae.server.store import open_store
from variants import VARIANTS, game_of

HARM = {"hung up", "lost", "delayed", "swapped", "doubled", "hung up before the answer", "delayed the answer"}
GAMES = sorted({name for name, _ in VARIANTS})


async def play_over_bad_network(data: Path, kinds: list[Kind], moves: int, seed: int) -> tuple[Load, Counter[str]]:
    """Play so many moves a player at tables of these kinds, then see whether all is well."""
    async with serving(Service(open_store(data, "here"))) as server:
        network = BadNetwork(server, seed)
        async with network.open() as url:
            load = Load([url], seed, kinds)
            load.web_urls = [server]
            load.most_moves = moves
            await load.play_out()
            network.is_good = True
            await check_tables(data, load.clients)
    return load, network.did


def kinds_of(name: str) -> list[Kind]:
    return [Kind(game, options, game_of((game, options)).players) for game, options in VARIANTS if game == name]


@pytest.mark.parametrize("name", GAMES)
def test_over_a_bad_network_nothing_is_lost_doubled_or_different(name: str, tmp_path: Path) -> None:
    load, did = asyncio.run(play_over_bad_network(tmp_path, kinds_of(name), moves=12, seed=5))
    print(name, load.acknowledged, load.sent_again, dict(did), dict(load.closed))
    assert load.moves > 0


def test_the_bad_network_does_all_kinds_of_harm(tmp_path: Path) -> None:
    kinds = [Kind("quixo"), Kind("triominos"), Kind("triominos", {}, 1, 1)]
    load, did = asyncio.run(play_over_bad_network(tmp_path, kinds * 3, moves=40, seed=6))
    assert set(did) == HARM
    assert load.sent_again > 0
    assert load.closed["1006"] > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", GAMES)
def test_whole_matches_over_a_bad_network(name: str, seed: int, tmp_path: Path) -> None:
    load, _ = asyncio.run(play_over_bad_network(tmp_path, kinds_of(name), moves=1000, seed=seed))
    assert load.moves > 0
