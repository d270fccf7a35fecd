"""Stepping many games with masks and observations: ours beside OpenSpiel, PettingZoo and Pgx, in one run.

Everybody makes uniformly random legal moves, is given the mask of legal actions and an observation after every
one, and begins anew when a game ends; the plain loops of `bench/quixo.py` beside them do without both. Contestants
take turns in short slices, so that a slow moment of the machine hits all alike; besides the best slice in wall
time there are plies per second of CPU time, all threads together.
"""

import os
import platform
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from bench import quixo
from tesserae.kernel import batch
from tesserae.research.vector import VectorEnv

OURS_BATCH = 8192
PGX_BATCHES = (1024, 4096, 16384)
LIBRARIES = {
    "numba": "numba",
    "open_spiel": "OpenSpiel",
    "pettingzoo": "PettingZoo",
    "pgx": "Pgx",
    "jax": "JAX",
}
REMEDIES = {
    "OpenSpiel": "not there, pip install open_spiel",
    "PettingZoo": "its connect four is not there, pip install pettingzoo pygame",
    "Pgx": "not there, pip install pgx",
}
ROUNDS = 5


@dataclass
class Peer:
    """Something that plays some plies when called, and returns how many."""

    group: str
    name: str
    work: Callable[[], int]
    wall: float = 0.0
    """The best rate seen, in plies a second."""
    cpu: float = 0.0
    """The best rate in plies a second of CPU time."""


def ours(group: str, game: str, threads: int, **options: Any) -> Peer:
    """Step the vectorised environment."""
    env = VectorEnv(game, OURS_BATCH, threads=threads, **options)
    env.reset(1)

    def work() -> int:
        for _ in range(4):
            env.step(env.sample())
        return 4 * OURS_BATCH

    chosen = "".join(f", {name} {value}" for name, value in options.items())
    return Peer(group, f"tesserae {game}{chosen}, {threads} thread{'s' * (threads > 1)}", work)


def openspiel(group: str, name: str) -> list[Peer]:
    """Play one game from Python, state by state, with the legal actions as a mask and the observation tensor."""
    try:
        import pyspiel

        if name.startswith("python_"):
            import open_spiel.python.games  # noqa: F401
    except ImportError:
        return []
    game, rng = pyspiel.load_game(name), random.Random(1)
    is_hidden = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION

    def work() -> int:
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
                continue
            player = state.current_player()
            state.legal_actions_mask(player)
            if is_hidden:
                state.information_state_tensor(player)
            else:
                state.observation_tensor(player)
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
        return plies

    return [Peer(group, f"OpenSpiel {name}, from Python", work)]


def pettingzoo(group: str) -> list[Peer]:
    """Play connect four by the loop of PettingZoo's documentation."""
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError:
        return []
    env = connect_four_v3.env()
    seeds = iter(range(10**9))

    def work() -> int:
        env.reset(seed=next(seeds))
        plies = 0
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            is_over = terminated or truncated
            env.step(None if is_over else env.action_space(agent).sample(observation["action_mask"]))
            plies += not is_over
        return plies

    return [Peer(group, "PettingZoo connect_four_v3, documented loop", work)]


def pgx(group: str, name: str) -> list[Peer]:
    """Step a batch by one compiled scan of 32 steps, as in Pgx's documentation; it takes the threads it likes."""
    try:
        import jax
        import pgx as library
        from pgx.experimental.wrappers import auto_reset
    except ImportError:
        return []
    return [_pgx_batch(group, name, batch_size, jax, library, auto_reset) for batch_size in PGX_BATCHES]


def _pgx_batch(group: str, name: str, count: int, jax: Any, library: Any, auto_reset: Any) -> Peer:
    env, steps = library.make(name), 32
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> tuple[Any, Any]:
        state, key = carry
        key, draw, chance = jax.random.split(key, 3)
        scores = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(draw, scores, axis=1)
        state = step(state, action, jax.random.split(chance, count))
        return (state, key), state.observation.sum()

    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, steps))
    held = [(jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), count)), jax.random.PRNGKey(2))]

    def work() -> int:
        held[0], seen = run(held[0])
        seen.block_until_ready()
        return count * steps

    return Peer(group, f"Pgx {name}, batch {count:,}", work)


def contestants(all_cores: int) -> list[Peer]:
    """Line up everybody who is there, each group by what can be compared."""
    boards, tiles = "boards: 5x5 Quixo and connect four, tic-tac-toe", "tiles: Triominos and dominoes"
    threads = sorted({1, all_cores})
    found = [ours(boards, "quixo", count) for count in threads]
    found += [ours(boards, "quixo", count, size=3) for count in threads]
    found += openspiel(boards, "connect_four") + openspiel(boards, "pentago") + openspiel(boards, "tic_tac_toe")
    found += pettingzoo(boards) + pgx(boards, "connect_four") + pgx(boards, "tic_tac_toe")
    found += [ours(tiles, "triominos", count) for count in threads]
    found += [ours(tiles, "puzzelino", count) for count in threads]
    found += openspiel(tiles, "python_block_dominoes")
    found += [ours("no counterpart", "riomino", count) for count in threads]
    plain = "plain loops: 5x5 Quixo and connect four, without masks and observations"
    return found + [Peer(plain, one.name, one.work) for one in quixo.contestants()]


def race(peers: list[Peer], seconds: float) -> None:
    """Give everybody a slice of time in each round."""
    for peer in peers:
        peer.work()
    for _ in range(ROUNDS):
        for peer in peers:
            done, wall, cpu = 0, time.perf_counter(), time.process_time()
            while time.perf_counter() - wall < seconds / ROUNDS:
                done += peer.work()
            peer.wall = max(peer.wall, done / (time.perf_counter() - wall))
            peer.cpu = max(peer.cpu, done / max(time.process_time() - cpu, 1e-9))


def versions() -> str:
    """Say what is measured, and on what."""
    found = [f"Python {platform.python_version()}"]
    for package, title in LIBRARIES.items():
        try:
            found.append(f"{title} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{title} is not installed")
    return f"{', '.join(found)}; {os.cpu_count()} cores, {platform.machine()}"


def run_peers(seconds: float, console: Console, *, as_json: bool) -> None:
    """Measure, and print one table, or one JSON object as the last line."""
    peers = contestants(batch.available_cores())
    race(peers, seconds)
    if as_json:
        import json

        rows = [
            {"group": peer.group, "name": peer.name, "plies_per_second": peer.wall, "per_cpu_second": peer.cpu}
            for peer in peers
        ]
        print(json.dumps({"versions": versions(), "rows": rows}))
        return
    table = Table("random legal moves, with masks and observations", "plies a second", "plies a CPU second")
    for group in dict.fromkeys(peer.group for peer in peers):
        table.add_section()
        table.add_row(group, "", "")
        for peer in peers:
            if peer.group == group:
                table.add_row(f"  {peer.name}", f"{peer.wall:,.0f}", f"{peer.cpu:,.0f}")
    console.print(table)
    load = f", load {np.round(os.getloadavg(), 1).tolist()}" if hasattr(os, "getloadavg") else ""
    console.print(versions() + load, markup=False)
    for library, remedy in REMEDIES.items():
        if not any(peer.name.startswith(library) for peer in peers):
            console.print(f"{library}: {remedy}", markup=False)
