"""`tesserae solve`: games solved, from the end backwards."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tesserae.cli_common import add_command, add_json, add_language, add_ray, console, crew_of, number
from tesserae.cli_solve_riomino import add_riomino
from tesserae.games.quixo.board import SIZES
from tesserae.words import Refused

if TYPE_CHECKING:
    from tesserae.solve.quixo.estimate import Estimate
    from tesserae.solve.quixo.solving import Progress, Result, Wish
    from tesserae.solve.quixo.store import Entry

DISTANCES_UP_TO = 4
"""Distances to conversion are kept for so many neutral cubes if nothing else is asked for."""


def add_solve_command(commands: Any) -> None:
    """Describe `tesserae solve` and the games it solves."""
    solve = commands.add_parser("solve", help="solve a game", description="Find out who wins, whatever happens.")
    games = solve.add_subparsers(required=True, metavar="GAME")
    quixo = add_command(games, "quixo", quixo_command, "find the value of every position of Quixo")
    quixo.add_argument("--size", type=int, choices=SIZES, default=max(SIZES), help="of the board (default: 5)")
    quixo.add_argument(
        "--blanks",
        type=number(0, max(SIZES) ** 2),
        metavar="K",
        help="only positions with at most so many neutral cubes (default: all)",
    )
    kept = quixo.add_mutually_exclusive_group()
    kept.add_argument("--counts-only", action="store_true", help="count, and keep no more than two layers")
    kept.add_argument(
        "--packed", action="store_true", help="keep all layers but the last in a tenth of the room, slower to read"
    )
    quixo.add_argument(
        "--distances",
        type=number(-1, max(SIZES) ** 2),
        metavar="K",
        help="5x5: with at most so many neutral cubes keep also how far it is to the taking of the next one "
        f"(default: {DISTANCES_UP_TO}; -1: never)",
    )
    quixo.add_argument("--data", type=Path, metavar="DIR", help="where tables are kept (default: the user's data)")
    quixo.add_argument("--threads", type=number(1, 1024), metavar="N", help="default: one for each core")
    add_ray(quixo)
    add_language(quixo)
    add_json(quixo)
    add_riomino(games)


def quixo_command(given: argparse.Namespace) -> None:
    """Say what it will cost, solve, and print the counts of every layer."""
    from tesserae.solve.quixo.solving import solve

    wish = _wish(given)
    with _lonely(wish.root), crew_of(given) as crew:
        if given.ray is not None:
            wish = replace(wish, crew=crew, threads=crew.hands)
        weights = _prepare(wish)
        with _bar(weights) as report:
            result = solve(wish, report, _announce)
    if given.json:
        print(json.dumps(result.as_json()))
    else:
        console().print(_totals(wish, result))


def _wish(given: argparse.Namespace) -> "Wish":
    from tesserae.kernel.batch import available_cores
    from tesserae.solve.quixo.solving import Wish
    from tesserae.solve.quixo.store import data_root

    cells = given.size**2
    blanks = cells if given.blanks is None else given.blanks
    if blanks > cells:
        raise Refused("solve.too_many_blanks", size=given.size, cells=cells, blanks=blanks)
    distances = DISTANCES_UP_TO if given.distances is None else given.distances
    return Wish(
        size=given.size,
        blanks=blanks,
        root=given.data or data_root(),
        threads=given.threads or available_cores(),
        counts_only=given.counts_only,
        packed=given.packed,
        distances_up_to=min(distances, blanks) if not given.counts_only else -1,
    )


@contextmanager
def _lonely(root: Path) -> Iterator[None]:
    """Let one process at a time solve into a directory."""
    from filelock import FileLock, Timeout

    root.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(root / "solving.lock", timeout=0):
            yield
    except Timeout:
        raise Refused("solve.busy", directory=root) from None


def _prepare(wish: "Wish") -> dict[int, float]:
    """Refuse what is too large, say what it will cost, and give the expected seconds of each layer."""
    from tesserae.solve.quixo.estimate import estimate, refuse_if_too_small

    refuse_if_too_small(wish)
    expected = estimate(wish)
    if expected is None:
        return {}
    print(_cost(wish, expected), file=sys.stderr)
    return expected.layers


def _cost(wish: "Wish", expected: "Estimate") -> str:
    seconds = expected.seconds
    span = f"{seconds / 60:.0f} minutes" if seconds >= 120 else f"{seconds:.0f} seconds"
    gib = 1 << 30
    on_each = "" if wish.crew is None else " on each machine, or it waits for files"
    return (
        f"about {span} with {wish.threads} threads if the machine has nothing else to do, "
        f"{expected.memory / gib:.1f} GiB of memory{on_each}, {expected.disk / gib:.1f} GiB of disk in {wish.root}"
    )


@contextmanager
def _bar(weights: dict[int, float]) -> "Iterator[Callable[[Progress], None]]":
    """Show the layer, how much of the work is done, states a second and the time left, if a terminal is there."""
    from rich import progress as rich
    from rich.console import Console

    from tesserae.solve.quixo.estimate import PASSES

    screen = Console(stderr=True)
    if not screen.is_terminal or not weights:
        yield lambda _progress: None
        return
    columns = (
        rich.TextColumn("{task.description}"),
        rich.BarColumn(),
        rich.TaskProgressColumn(),
        rich.TimeRemainingColumn(),
    )
    with rich.Progress(*columns, console=screen, transient=True, speed_estimate_period=120) as bar:
        shown = bar.add_task("solving", total=sum(weights.values()))

        def report(progress: "Progress") -> None:
            done = sum(seconds for blanks, seconds in weights.items() if blanks < progress.blanks)
            part = min(1.0, progress.looked_at / (PASSES * progress.states))
            rate = progress.rate / 1e6
            text = f"{progress.blanks} neutral cubes, {rate:,.0f} million states a second"
            bar.update(shown, completed=done + part * weights.get(progress.blanks, 0), description=text)

        yield report


def _announce(blanks: int, entry: "Entry", seconds: float) -> None:
    """Print the counts of a layer as soon as it is solved."""
    wins, losses, draws = (sum(row[value] for row in entry.counts) for value in range(3))
    text = f"{blanks:2} neutral: {wins:,} won, {losses:,} lost, {draws:,} drawn"
    if entry.far_count is not None:
        text += f"; {entry.far_count:,} more than {entry.far_from} plies from conversion, at most {entry.longest}"
    print(f"{text} ({f'{seconds:.1f} s' if seconds else 'there already'})", flush=True)


def _totals(wish: "Wish", result: "Result") -> Any:
    from rich.table import Table

    title = f"Quixo {wish.size}x{wish.size}, up to {wish.blanks} neutral cubes: all boards, for the player to move"
    table = Table(title=title, show_header=False)
    whole = sum(result.totals)
    for name, total in zip(("won", "lost", "drawn"), result.totals, strict=True):
        table.add_row(name, f"{total:,}", f"{total / whole:.2%}")
    if result.empty is not None:
        plies = "" if result.plies is None else f"in {result.plies} plies"
        table.add_row("the empty board", result.empty, plies)
    return table
