"""The command `tesserae arena`: computer players against each other, their ratings, and how sure those are."""

import argparse
import json
import sys
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
    from tesserae.bots.arena import Contestant
    from tesserae.bots.ratings import Interval, SequentialTest
    from tesserae.bots.series import Series, Terms

DEFAULT_MS = 100
HOW_IT_COUNTS = (
    "Games come in pairs with the same deals and changed seats: a player has every second seat, and then the "
    "others. Alone, both play the same deal. Elo differences are cut off at 1200. With three players or more, "
    "or with --write, everybody plays everybody, and ratings are fitted to the scores."
)


def add_arena_command(commands: Any) -> None:
    """Describe `tesserae arena`."""
    arena = add_command(commands, "arena", arena_command, "let computer players play against each other")
    arena.epilog = HOW_IT_COUNTS
    add_game(arena)
    arena.add_argument("first", metavar="A", help="a player")
    arena.add_argument("others", nargs="+", metavar="B", help="the players against it")
    arena.add_argument(
        "--games",
        type=number(1),
        required=True,
        metavar="N",
        help="for each two players; rounded up to pairs",
    )
    budget = arena.add_mutually_exclusive_group()
    budget.add_argument(
        "--ms", type=number(1, 10**9), metavar="N", help=f"milliseconds for a move (default: {DEFAULT_MS})"
    )
    budget.add_argument("--iterations", type=number(1), metavar="N", help="positions or playouts for a move")
    arena.add_argument("--seed", type=int, default=0, help="the same seed gives the same deals (default: 0)")
    arena.add_argument(
        "--opening",
        type=number(0, 1000),
        metavar="N",
        help="random moves to begin with (default: 2 in games without chance, else none)",
    )
    arena.add_argument(
        "--move-limit",
        type=number(1),
        metavar="N",
        help="a longer game counts as a draw (default: 2000)",
    )
    arena.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="end as soon as it is clear that A is at most ELO0, or at least ELO1, stronger than B",
    )
    arena.add_argument("--write", type=Path, metavar="FILE", help="put the table into a Markdown page")
    arena.add_argument("--name", help="the table to replace there (default: by game, options and budget)")
    add_ray(arena)
    add_work_options(arena)


def arena_command(given: argparse.Namespace) -> None:
    """Print what came of a series, or the table of a round robin."""
    from tesserae.bots import player
    from tesserae.bots.arena import Contestant
    from tesserae.bots.ratings import SequentialTest

    names = [given.first, *given.others]
    is_round_robin = len(names) > 2 or given.write is not None
    if is_round_robin and given.sprt:
        raise CommandError("--sprt is for two players, without --write")
    if is_round_robin and len(set(names)) < len(names):
        raise CommandError("in a round robin every player plays once: leave out the repeated name")
    test = None if given.sprt is None else SequentialTest(*given.sprt)
    terms = _terms(given)
    contestants = [Contestant(name, player(name, terms.game)) for name in names]
    if terms.whole_games > terms.games:
        print(f"{terms.games} games are no whole pairs: {terms.whole_games} are played", file=sys.stderr)
    if is_round_robin:
        _round_robin(given, terms, contestants)
    else:
        _series(given, terms, contestants, test)


def _terms(given: argparse.Namespace) -> "Terms":
    from tesserae.bots import Budget
    from tesserae.bots.series import MOVE_LIMIT, Terms
    from tesserae.kernel.batch import available_cores

    ms = DEFAULT_MS if given.ms is None and given.iterations is None else given.ms
    return Terms(
        game=chosen_game(given),
        budget=Budget(ms, given.iterations),
        games=given.games,
        seed=given.seed,
        opening=given.opening,
        move_limit=given.move_limit or MOVE_LIMIT,
        threads=given.threads or available_cores(),
    )


# --- two players -------------------------------------------------------------------------------------------


def _series(
    given: argparse.Namespace, terms: "Terms", contestants: "list[Contestant]", test: "SequentialTest | None"
) -> None:
    from tesserae.bots.arena import play_series

    with crew_of(given) as crew, progress("playing") as report:
        series = play_series(terms, *contestants, test=test, report=report, crew=crew)
    if given.json:
        print(json.dumps(series.as_json()))
    else:
        console().print(_series_table(series))


def _series_table(series: "Series") -> Any:
    from rich.table import Table

    from tesserae.bots.ratings import mean_interval
    from tesserae.cli_arena_table import budget_text

    terms, (a, b) = series.terms, series.names
    title = f"{series.games:,} games of {terms.game!r}: {a} (A) against {b} (B), {budget_text(terms)} a move"
    table = Table(title=title, show_header=False)
    for what, count in (("A wins", series.wins), ("draws", series.draws), ("B wins", series.losses)):
        table.add_row(what, f"{count:,}", f"{count / series.games:.2%}")
    if series.unfinished:
        table.add_row("of the draws unfinished", f"{series.unfinished:,}", f"after {terms.move_limit:,} moves")
    table.add_section()
    low, high = series.score_interval
    table.add_row("score of A", f"{series.score:.2%}", f"95 %: {low:.2%} to {high:.2%}")
    low, high = series.elo_interval
    table.add_row("Elo of A over B", _elo(series.elo), f"95 %: {_elo(low)} to {_elo(high)}")
    if terms.has_points:
        for letter, points in zip("AB", series.mean_points, strict=True):
            table.add_row(f"points of {letter}", f"{points:.2f}", "a game")
        table.add_row(
            "points of A over B", f"{series.margins.mean:+.2f}", _interval(mean_interval(series.margins))
        )
    table.add_section()
    table.add_row("moves a game", f"{series.mean_moves:.2f}", "")
    for letter, thinking in zip("AB", series.thinking, strict=True):
        table.add_row(
            f"ms a move of {letter}", f"{thinking.mean_ms:.2f}", f"longest {1000 * thinking.longest:.2f}"
        )
    table.add_row("time", f"{series.seconds:.2f} s", "")
    if series.test and (verdict := series.verdict):
        hypotheses = f"H0: at most {series.test.elo0:+g} Elo, H1: at least {series.test.elo1:+g} Elo"
        table.add_section()
        table.add_row("accepted", verdict.accepted or "undecided", hypotheses)
        bounds = f"bounds {verdict.lower:+.2f} and {verdict.upper:+.2f}"
        table.add_row("log-likelihood ratio", f"{verdict.llr:+.2f}", bounds)
    return table


def _elo(elo: float) -> str:
    from tesserae.bots.ratings import ELO_LIMIT

    if abs(elo) < ELO_LIMIT:
        return f"{elo:+.0f}"
    return f"{elo:+.0f} or {'more' if elo > 0 else 'less'}"


def _interval(interval: "Interval | None") -> str:
    return f"95 %: {interval[0]:+.2f} to {interval[1]:+.2f}" if interval else ""


# --- a round robin -----------------------------------------------------------------------------------------


def _round_robin(given: argparse.Namespace, terms: "Terms", contestants: "list[Contestant]") -> None:
    from rich.table import Table

    from tesserae.bots.arena import play_round_robin
    from tesserae.cli_arena_table import budget_text, check_page, table_name, table_rows, write_page

    name = given.name or table_name(terms)
    if given.write:
        check_page(given.write, name)
    with crew_of(given) as crew, progress("playing") as report:
        result = play_round_robin(terms, contestants, report=report, crew=crew)
    if not given.json:
        heading, *rows = table_rows(result)
        title = f"{terms.whole_games:,} games of {terms.game!r} for each two, {budget_text(terms)} a move"
        table = Table(title=title)
        for place, column in enumerate(heading):
            table.add_column(column, justify="right" if place else "left")
        for row in rows:
            table.add_row(*row)
        console().print(table)
        if result.unfinished:
            console().print(f"{result.unfinished:,} games were too long, and count as draws.")
    if given.write:
        write_page(given.write, name, result)
    if given.json:
        print(json.dumps(result.as_json()))
