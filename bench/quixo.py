"""Random playouts of 5x5 Quixo: the engine, the same loop in C, and OpenSpiel's own random games in C++."""

import ctypes
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

import tesserae
from bench.hand_written import BUILDS, compile_c
from bench.measure import Contestant
from tesserae.kernel import batch

TITLE = "random playouts of 5x5 Quixo"
UNIT = "plies a second"
GAMES = 40_000
SEED = 1


def ours(threads: int) -> Callable[[], int]:
    """Play on so many threads."""
    start = np.repeat(tesserae.game("quixo").game.start(), GAMES * threads)
    return lambda: int(batch.playouts(start.copy(), SEED, threads=threads).sum())


def move_by_move() -> int:
    """Play one random game through the interface that people use, move by move from Python."""
    match = tesserae.game("quixo").new()
    while not match.over:
        match.play(random.choice(match.legal()))
    return match.move_count


def in_c(flags: list[str], threads: int = 1) -> Callable[[], int] | None:
    """Compile the C loop and play with it; None without a compiler."""
    loaded = compile_c("quixo_playouts.c", flags)
    if loaded is None:
        return None
    loaded.playouts.restype = ctypes.c_int64
    loaded.playouts.argtypes = [ctypes.c_uint64, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
    check_equal(loaded)

    def play(_thread: int) -> int:
        wins = np.zeros(3, np.int64)
        return int(loaded.playouts(SEED, 0, GAMES, wins.ctypes.data))

    pool = ThreadPoolExecutor(threads)
    return lambda: sum(pool.map(play, range(threads)))


def check_equal(loaded: Any) -> None:
    """Stop unless C and the engine play the very same games."""
    wins = np.zeros(3, np.int64)
    moves = loaded.playouts(SEED, 0, GAMES, wins.ctypes.data)
    states = np.repeat(tesserae.game("quixo").game.start(), GAMES)
    own_moves = int(batch.playouts(states, SEED).sum())
    winners, _, _ = batch.results(states, 2)
    own_wins = [int((winners == team).sum()) for team in (1, 2, 0)]
    if (moves, wins.tolist()) != (own_moves, own_wins):
        raise AssertionError(f"C played {moves} moves, {wins}; the engine {own_moves}, {own_wins}")


def openspiel_connect_four() -> Callable[[], int] | None:
    """Random games of connect four inside OpenSpiel's C++; None where it is not installed.

    A search of one simulation evaluates the root by so many random games to the end, all in C++. Their mean length
    is counted beforehand, from 20,000 games played through the Python interface.
    """
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("connect_four")
    root = game.new_initial_state()
    length = _mean_length(root)
    evaluator = pyspiel.RandomRolloutEvaluator(GAMES, SEED)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, SEED, False)

    def work() -> int:
        bot.mcts_search(root)
        return int(GAMES * length)

    return work


def _mean_length(root: Any, games: int = 20_000) -> float:
    return sum(_openspiel_move_by_move(root) for _ in range(games)) / games


def _openspiel_move_by_move(root: Any) -> int:
    state = root.clone()
    moves = 0
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        moves += 1
    return moves


def openspiel_from_python() -> Callable[[], int] | None:
    """Random games of connect four, move by move from Python; None where OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    root = pyspiel.load_game("connect_four").new_initial_state()
    return lambda: _openspiel_move_by_move(root)


def contestants() -> list[Contestant]:
    """Line up everybody who is there; the engine on one core comes first.

    C on two threads is there to show what two threads can give on this machine at this moment.
    """
    found = [Contestant("tesserae, 1 thread", ours(1))]
    peers = {name: in_c(flags) for name, flags in BUILDS.items()}
    if batch.available_cores() > 1:
        found.append(Contestant("tesserae, 2 threads", ours(2)))
        peers["C, -O3, 2 threads"] = in_c(["-O3"], threads=2)
    found.append(Contestant("tesserae, a Match from Python", move_by_move))
    peers["OpenSpiel connect_four, C++"] = openspiel_connect_four()
    peers["OpenSpiel connect_four, from Python"] = openspiel_from_python()
    return found + [Contestant(name, work) for name, work in peers.items() if work]
