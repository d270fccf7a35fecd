"""Load on the server: live matches per core, and durable moves per CPU second beside a bare echo.

`python -m bench.server_load --seconds 20`. The server is one process, this load generator another: on two cores
each has one, and what else runs on the machine takes from both. Answers are timed here, so a generator that has to
wait for a core makes them look late. How late it is by itself is measured beside them: from the moment a move was
due to the moment it was sent, in which the server has no part. CPU seconds are read from /proc and depend on none
of it.
"""

import argparse
import asyncio
import gc
import json
import pstats
import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile

import numpy as np
import uvloop
from rich.console import Console
from rich.table import Table as Printed

from bench.measure import Sheet
from bench.raw_sockets import Poster, RawSocket, open_socket
from bench.server_process import ServerProcess, Usage, raise_open_files

STEPS = (500, 1000, 2000, 3000, 5000)
MOVE_EVERY = 5.0
AIM_MS = 100
BUSY = 0.9
"""The share of a core above which the generator itself is too slow to judge."""
FULL_SPEED_MATCHES = 100
ROUNDS = 3
WARM_UP = 5.0
AT_ONCE = 32
"""Tables that are set up at the same time."""
GAMES = 200
SEED = 6
_NUMBER = re.compile(rb'"move_number":(\d+)')
_SEQ = re.compile(rb'"seq":(\d+)')
_FIRST_LEGAL = re.compile(rb'"legal":\[\{"action":(\d+)')
_IS_OVER = b'"over":true'
QUIXO = "quixo"


@cache
def random_games() -> list[list[bytes]]:
    """Play some games of Quixo by chance; all tables repeat them, so that nobody needs to think under load."""
    import tesserae

    rng, games = random.Random(SEED), []
    for _ in range(GAMES):
        match = tesserae.game("quixo").new(seed=1)
        while not match.over:
            match.play(rng.choice(match.legal()))
        games.append([str(move.action).encode() for move in match.moves])
    return games


# --- players -----------------------------------------------------------------------------------------------


@dataclass
class Load:
    """What all tables of a run share."""

    port: int
    think: float
    """Seconds from one move of a match to the next; 0 for as fast as they come."""
    compressed: bool
    game: str = QUIXO
    answers: list[float] = field(default_factory=list)
    """Seconds from each command to its `done`, since the last reset."""
    lateness: list[float] = field(default_factory=list)
    """Seconds from when each move was due to when it was sent: the generator's own part."""
    trouble: list[bytes] = field(default_factory=list)
    poster: Poster = field(init=False)

    def __post_init__(self) -> None:
        self.poster = Poster(self.port, "/api/tables")
        self.new_table = b'{"game":"%s","seats":[{"name":"Ann"},{"name":"Bob"}]}' % self.game.encode()
        self.setting_up = asyncio.Semaphore(AT_ONCE)
        self.rng = random.Random(SEED)


class Seat:
    """A player: waits for its turn, makes a move, times the answer.

    In Quixo the moves of both players are written down; where chance deals, it is the first legal one.
    """

    def __init__(self, load: Load, moves: list[bytes], number: int, first_wait: float) -> None:
        """Take a seat of a table to be."""
        self._load, self._moves, self._number = load, moves, number
        self._planned = -1
        self._due_at = 0.0
        self._sent_at = 0.0
        self._socket: RawSocket | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._wait = first_wait if number == 0 else load.think
        self.is_over = asyncio.Event()

    async def sit_down(self, table: str, token: str) -> None:
        """Connect and be ready."""
        load = self._load
        path = f"/api/tables/{table}/socket"
        self._socket = await open_socket(load.port, path, self.hear, compressed=load.compressed)
        self._send(b'{"do":"hello","token":"%s"}' % token.encode())
        self._send(b'{"do":"ready","id":"ready","seq":0}')

    def hear(self, message: bytes) -> None:
        """Take a message of the server."""
        if message.startswith(b'{"type":"table"'):
            self._look(message)
        elif message.startswith(b'{"type":"done"'):
            if self._sent_at:
                self._load.answers.append(time.perf_counter() - self._sent_at)
                self._sent_at = 0.0
        elif message.startswith(b'{"type":"ping"'):
            self._send(b'{"do":"pong"' + message.removeprefix(b'{"type":"ping"'))
        elif not message.startswith(b'{"type":"talk"'):
            self._load.trouble.append(message)

    def _look(self, table: bytes) -> None:
        found = _NUMBER.search(table)
        if found is None:
            return
        number = int(found[1])
        if _IS_OVER in table:
            self.is_over.set()
            return
        move = self._choose(number, table)
        if move is not None and number > self._planned:
            self._planned = number
            seq = _SEQ.search(table)
            command = b'{"do":"play","id":"%d","seq":%s,"move":%s}' % (number, seq[1] if seq else b"", move)
            self._due_at = time.perf_counter() + self._wait
            if self._load.think:
                self._timer = asyncio.get_running_loop().call_later(self._wait, self._play, command)
            else:
                self._play(command)
            self._wait = self._load.think

    def _choose(self, number: int, table: bytes) -> bytes | None:
        """Choose a move, if it is this seat's turn."""
        if self._moves:
            return self._moves[number] if number % 2 == self._number else None
        found = _FIRST_LEGAL.search(table)
        return found and found[1]

    def _play(self, command: bytes) -> None:
        self._sent_at = time.perf_counter()
        self._load.lateness.append(self._sent_at - self._due_at)
        self._send(command)

    def _send(self, message: bytes) -> None:
        if self._socket is not None:
            self._socket.send(message)

    def get_up(self) -> None:
        """Go away."""
        if self._timer is not None:
            self._timer.cancel()
        if self._socket is not None:
            self._socket.close()


class Match:
    """Two players; one match after the other, each at a new table."""

    def __init__(self, load: Load) -> None:
        """Begin to play."""
        self._load = load
        self._seats: list[Seat] = []
        self.has_begun = asyncio.Event()
        self.task = asyncio.create_task(self._play_on())

    async def _play_on(self) -> None:
        load = self._load
        while True:
            moves = load.rng.choice(random_games()) if load.game == QUIXO else []
            seats = self._seats = [Seat(load, moves, number, load.rng.uniform(0, load.think)) for number in (0, 1)]
            async with load.setting_up:
                made = json.loads(await load.poster.post(load.new_table))
                for number, seat in enumerate(seats):
                    await seat.sit_down(made["table"], made["seats"][str(number)])
            self.has_begun.set()
            for seat in seats:
                await seat.is_over.wait()
            self.get_up()

    def get_up(self) -> None:
        """Let both players go."""
        for seat in self._seats:
            seat.get_up()


async def _begin(load: Load, matches: int) -> list[Match]:
    begun = [Match(load) for _ in range(matches)]
    for match in begun:
        waiting = asyncio.create_task(match.has_begun.wait())
        await asyncio.wait([waiting, match.task], return_when=asyncio.FIRST_COMPLETED)
        if match.task.done():
            match.task.result()
    return begun


async def _end(matches: list[Match]) -> None:
    for match in matches:
        match.task.cancel()
        match.get_up()
    await asyncio.gather(*(match.task for match in matches), return_exceptions=True)


# --- measuring ---------------------------------------------------------------------------------------------


@dataclass
class Measured:
    """What happened in some seconds."""

    seconds: float
    answers: list[float]
    lateness: list[float]
    server: Usage
    generator: float
    megabytes: float

    @property
    def p99_ms(self) -> float:
        """99 of 100 answers came within this time."""
        return _milliseconds(self.answers, 99)


def _milliseconds(times: list[float], percent: float) -> float:
    """So many of 100 of these times are shorter; nothing is as short as it gets."""
    return 1000 * float(np.percentile(times or [0.0], percent))


async def _measure(server: ServerProcess, load: Load, seconds: float) -> Measured:
    load.answers.clear()
    load.lateness.clear()
    before, own, began = server.usage(), time.process_time(), time.perf_counter()
    await asyncio.sleep(seconds)
    after, elapsed = server.usage(), time.perf_counter() - began
    if load.trouble:
        raise RuntimeError(f"the server refused {len(load.trouble)} commands: {load.trouble[0].decode()}")
    used = Usage(after.all - before.all, after.first_thread - before.first_thread)
    own_seconds = time.process_time() - own
    return Measured(elapsed, list(load.answers), list(load.lateness), used, own_seconds, server.megabytes())


async def _paced(matches: int, seconds: float, game: str, *, compressed: bool) -> Measured:
    with ServerProcess() as server:
        load = Load(server.port, MOVE_EVERY, compressed, game)
        begun = await _begin(load, matches)
        await asyncio.sleep(WARM_UP)
        measured = await _measure(server, load, seconds)
        await _end(begun)
    return measured


async def _full_speed(server: ServerProcess, seconds: float, game: str, *, compressed: bool) -> Measured:
    load = Load(server.port, 0, compressed, game)
    begun = await _begin(load, FULL_SPEED_MATCHES)
    measured = await _measure(server, load, seconds)
    await _end(begun)
    return measured


async def _echoes(server: ServerProcess, seconds: float, *, compressed: bool) -> Measured:
    load = Load(server.port, 0, compressed)
    message = b'{"do":"play","id":"12","seq":34,"move":56}'
    sockets = []
    for _ in range(2 * FULL_SPEED_MATCHES):
        echoing = _Echoing(load.answers, message)
        echoing.socket = await open_socket(server.port, "/echo", echoing.hear, compressed=compressed)
        echoing.send()
        sockets.append(echoing.socket)
    measured = await _measure(server, load, seconds)
    for socket in sockets:
        socket.close()
    return measured


class _Echoing:
    def __init__(self, answers: list[float], message: bytes) -> None:
        self._answers, self._message = answers, message

    socket: RawSocket

    def send(self) -> None:
        self._sent_at = time.perf_counter()
        self.socket.send(self._message)

    def hear(self, _message: bytes) -> None:
        self._answers.append(time.perf_counter() - self._sent_at)
        self.send()


# --- sheets ------------------------------------------------------------------------------------------------


def live_matches(
    steps: tuple[int, ...], seconds: float, game: str, *, compressed: bool
) -> Iterator[tuple[str, dict[str, float]]]:
    """Measure with more and more matches, until answers are late or the generator has no more time."""
    for matches in steps:
        measured = uvloop.run(_paced(matches, seconds, game, compressed=compressed))
        generator = measured.generator / measured.seconds
        yield (
            f"{matches:,}",
            {
                "moves a second": len(measured.answers) / measured.seconds,
                "median answer, ms": _milliseconds(measured.answers, 50),
                "99 of 100 below, ms": measured.p99_ms,
                "generator late, 99 of 100 below, ms": _milliseconds(measured.lateness, 99),
                "server, cores": measured.server.all / measured.seconds,
                "its event loop, cores": measured.server.first_thread / measured.seconds,
                "generator, cores": generator,
                "server, MB": measured.megabytes,
            },
        )
        if measured.p99_ms > AIM_MS or generator > BUSY:
            return


def full_speed(seconds: float, game: str, *, compressed: bool) -> dict[str, dict[str, float]]:
    """Measure moves and echoes in turn, the best round of each."""
    best: dict[str, Measured] = {}
    with ServerProcess() as house, ServerProcess("echo") as echo:
        contestants: dict[str, Callable[[], Measured]] = {
            "durable moves": lambda: uvloop.run(_full_speed(house, seconds / ROUNDS, game, compressed=compressed)),
            "bare echo": lambda: uvloop.run(_echoes(echo, seconds / ROUNDS, compressed=compressed)),
        }
        for _ in range(ROUNDS):
            for name, work in contestants.items():
                measured = work()
                if name not in best or _per_cpu_second(measured) > _per_cpu_second(best[name]):
                    best[name] = measured
    echoes = _per_cpu_second(best["bare echo"])
    return {
        name: {
            "a CPU second": _per_cpu_second(measured),
            "to an echo": _per_cpu_second(measured) / echoes,
            "a second": len(measured.answers) / measured.seconds,
            "99 of 100 below, ms": measured.p99_ms,
            "server, cores": measured.server.all / measured.seconds,
        }
        for name, measured in best.items()
    }


def _per_cpu_second(measured: Measured) -> float:
    return len(measured.answers) / measured.server.all


def matches_sheet(
    seconds: float, steps: tuple[int, ...] = STEPS[:1], game: str = QUIXO, *, compressed: bool = True
) -> Sheet:
    """Measure live matches; by default only a few, as one of many benchmarks."""
    raise_open_files()
    title = f"live matches of {game}, a move every {MOVE_EVERY:g} s, aim: 99 of 100 answers below {AIM_MS} ms"
    with _no_garbage():
        return Sheet(title, dict(live_matches(steps, max(seconds, MOVE_EVERY), game, compressed=compressed)))


def speed_sheet(seconds: float, game: str = QUIXO, *, compressed: bool = True) -> Sheet:
    """Measure moves that are made as fast as they can be, whole matches with their set-up, beside an echo."""
    raise_open_files()
    title = f"{FULL_SPEED_MATCHES} matches of {game} without a pause"
    return Sheet(title, full_speed(seconds, game, compressed=compressed))


@contextmanager
def _no_garbage() -> Iterator[None]:
    """Keep the generator from stopping to look for garbage among its many sockets."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.collect()


def profile(seconds: float, game: str, *, compressed: bool) -> None:
    """Say where the time of the event loop goes, without a pause between moves."""
    with NamedTemporaryFile(suffix=".profile") as file:
        with ServerProcess(profile=Path(file.name)) as server:
            uvloop.run(_full_speed(server, seconds, game, compressed=compressed))
        pstats.Stats(file.name).sort_stats("tottime").print_stats(40)


def _print(console: Console, sheet: Sheet) -> None:
    table = Printed(sheet.title, *next(iter(sheet.rows.values())))
    for name, figures in sheet.rows.items():
        table.add_row(name, *(f"{value:,.0f}" if value >= 1000 else f"{value:.3g}" for value in figures.values()))
    console.print(table)


def main() -> None:
    """Measure what the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m bench.server_load", description=__doc__)
    parser.add_argument("--seconds", type=float, default=20, help="for each measurement (default: 20)")
    parser.add_argument("--matches", type=int, nargs="*", default=STEPS, help=f"steps (default: {STEPS})")
    parser.add_argument("--game", default=QUIXO, help=f"for two players (default: {QUIXO})")
    parser.add_argument("--plain", action="store_true", help="without compression, which browsers always ask for")
    parser.add_argument("--profile", action="store_true", help="only say where the time of the server goes")
    given = parser.parse_args()
    console = Console(width=180)
    steps, compressed = tuple(given.matches), not given.plain
    with suppress(KeyboardInterrupt):
        if given.profile:
            profile(given.seconds, given.game, compressed=compressed)
            return
        _print(console, speed_sheet(given.seconds, given.game, compressed=compressed))
        if steps:
            _print(console, matches_sheet(given.seconds, steps, given.game, compressed=compressed))


if __name__ == "__main__":
    main()
