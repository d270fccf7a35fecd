"""The command `tesserae simulate`: games in bulk, counted and, if wanted, written to a file ply by ply."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tesserae.cli_common import (
    CommandError,
    add_command,
    add_game,
    add_ray,
    add_work_options,
    chosen_game,
    console,
    crew_of,
    number,
    progress,
)

if TYPE_CHECKING:
    from tesserae.research.simulate import Plan, Simulation

DEFAULT_MS = 100


def add_simulate_command(commands: Any) -> None:
    """Describe `tesserae simulate`."""
    simulate = add_command(commands, "simulate", simulate_command, "play games in bulk and count what comes out")
    add_game(simulate)
    simulate.add_argument("--games", type=number(1), required=True, metavar="N", help="how many")
    simulate.add_argument("--seed", type=int, default=0, help="the same seed gives the same games (default: 0)")
    simulate.add_argument(
        "--players",
        "--player",
        type=_names,
        default=("random",),
        metavar="A[,B...]",
        help="computer players, who take the seats in turn, one further from game to game (default: random)",
    )
    budget = simulate.add_mutually_exclusive_group()
    budget.add_argument(
        "--ms",
        type=number(1, 10**9),
        metavar="N",
        help=f"milliseconds for a move (default: {DEFAULT_MS}); games then depend on the machine",
    )
    budget.add_argument("--iterations", type=number(1), metavar="N", help="positions or playouts for a move")
    simulate.add_argument(
        "--opening",
        type=number(0, 1000),
        metavar="N",
        help="random moves before players begin (default: 2 in games without chance, else none)",
    )
    simulate.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="write every ply to this file, as Apache Parquet (see docs/datasets.md)",
    )
    add_ray(simulate)
    add_work_options(simulate)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def simulate_command(given: argparse.Namespace) -> None:
    """Print the statistics of the games."""
    from tesserae.research.datasets import write_games
    from tesserae.research.simulate import simulate

    plan = _plan(given)
    with crew_of(given) as crew, progress("playing") as report:
        if given.out is None:
            result = simulate(plan, crew, report=report)
        else:
            result = write_games(plan, given.out, crew, report)
    if given.json:
        size = {} if given.out is None else {"out": str(given.out), "bytes": given.out.stat().st_size}
        print(json.dumps(size | result.as_json()))
        return
    console().print(_table(result))
    if given.out is not None:
        console().print(f"{result.moves:,} plies in {given.out}, {given.out.stat().st_size:,} bytes")


def _plan(given: argparse.Namespace) -> "Plan":
    from tesserae.bots import Budget, player
    from tesserae.research.simulate import Plan

    game = chosen_game(given)
    for name in given.players:
        player(name, game)
    if len(given.players) > game.players:
        seats = "one seat" if game.players == 1 else f"{game.players} seats"
        raise CommandError(f"this game has {seats}: {', '.join(given.players)} are too many")
    ms = DEFAULT_MS if given.ms is None and given.iterations is None else given.ms
    return Plan(game, given.games, given.seed, given.players, Budget(ms, given.iterations), given.opening)


def _table(result: "Simulation") -> Any:
    from rich.table import Table

    game, plan = result.game, result.plan
    by = "" if plan.is_random else f" by {', '.join(plan.players)}"
    kind = "random games" if plan.is_random else "games"
    table = Table(title=f"{result.games:,} {kind} of {game!r}{by}", show_header=False)
    if game.account_names:
        for seat, total in enumerate(result.points):
            table.add_row(f"points of {game.seat_name(seat)}", f"{total / result.games:.2f}", "a game")
        table.add_section()
    for seat, wins in enumerate(result.wins):
        table.add_row(f"{game.seat_name(seat)} wins", f"{wins:,}", f"{wins / result.games:.2%}")
    if game.players > 1:
        table.add_row("draws", f"{result.draws:,}", f"{result.draws / result.games:.2%}")
    table.add_section()
    for ending, count in result.endings.items():
        table.add_row(f"ended by {ending}", f"{count:,}", f"{count / result.games:.2%}")
    length = f"{result.mean_moves:.2f} ± {result.moves_deviation:.2f}"
    table.add_section()
    table.add_row("moves a game", length, f"longest {result.longest}")
    table.add_row("moves a second", f"{result.moves / result.seconds:,.0f}", f"{result.seconds:.2f} s")
    return table
