"""All benchmarks, printed as ratios."""

import json
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import alphabeta, dominoes, lateness, puzzelino, quixo, quixo_solver, riomino, thinking, trays
from bench.measure import Contestant, Sheet, Timing, race
from bench.startup import starts

RACES = (quixo, dominoes, riomino, puzzelino)
WHOLE_GAMES = (dominoes, riomino, puzzelino)
"""The races that count whole games, not plies."""
TRAYS = "tray puzzles of Puzzelino"
TIMES = {TRAYS: trays.times, "start": starts}
SHEETS: list[Callable[[float], Sheet]] = [
    alphabeta.sheet,
    thinking.alphabeta_sheet,
    thinking.tree_sheet,
    lateness.sheet,
    quixo_solver.sheet,
]
if sys.platform == "linux":  # what a server uses is read from /proc
    from bench import server_load

    SHEETS += [server_load.speed_sheet, server_load.matches_sheet]
REMEDIES = {
    "C, -O3": "no C compiler was found",
    "OpenSpiel connect_four, C++": "OpenSpiel is not installed: pip install 'tesserae[bench]'",
    TRAYS: "OR-Tools is not installed: pip install 'tesserae[puzzles]'",
}

Races = dict[ModuleType, list[Contestant]]
Times = dict[str, list[Timing]]


def run(seconds: float, console: Console, *, as_json: bool) -> None:
    """Measure, and print tables, or one JSON object as the last line."""
    races = {module: module.contestants() for module in RACES}
    for rows in races.values():
        race(rows, seconds)
    sheets = [measure(seconds) for measure in SHEETS]
    times = {title: measure() for title, measure in TIMES.items()}
    actions = {module: module.GAMES.actions() for module in WHOLE_GAMES}
    if as_json:
        print(json.dumps(_as_json(races, actions, sheets, times)))
        return
    _print_races(console, races, actions)
    _print_sheets(console, sheets)
    _print_times(console, times)
    present = [row.name for rows in races.values() for row in rows] + [title for title in times if times[title]]
    for missing, remedy in REMEDIES.items():
        if missing not in present:
            console.print(f"{missing}: {remedy}", markup=False)


def _as_json(races: Races, actions: dict[ModuleType, float], sheets: list[Sheet], times: Times) -> dict[str, Any]:
    found: dict[str, Any] = {
        module.TITLE: {row.name: {"per_second": row.best, "ratio": rows[0].best / row.best} for row in rows}
        for module, rows in races.items()
    }
    found |= {f"actions in {module.ONE}": mean for module, mean in actions.items()}
    found |= {sheet.title: sheet.rows for sheet in sheets}
    found |= {
        title: {row.name: {"seconds": row.seconds, "aim": row.aim} for row in rows}
        for title, rows in times.items()
    }
    return found


def _print_races(console: Console, races: Races, actions: dict[ModuleType, float]) -> None:
    for module, rows in races.items():
        table = Table(module.TITLE, module.UNIT, "tesserae on 1 thread is")
        for row in rows:
            table.add_row(row.name, f"{row.best:,.0f}", f"{rows[0].best / row.best:.2f} times")
        console.print(table)
        if module in actions:
            plies = actions[module] * rows[0].best
            console.print(f"{actions[module]:.1f} actions in {module.ONE}: {plies:,.0f} plies a second.")


def _print_sheets(console: Console, sheets: list[Sheet]) -> None:
    for sheet in sheets:
        columns = next(iter(sheet.rows.values()))
        table = Table(sheet.title, *columns)
        for name, figures in sheet.rows.items():
            table.add_row(name, *(_figure(value) for value in figures.values()))
        console.print(table)


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _print_times(console: Console, times: Times) -> None:
    for title, rows in times.items():
        table = Table(title, "seconds", "aim: below")
        for row in rows:
            table.add_row(row.name, f"{row.seconds:.2f}", "" if row.aim is None else f"{row.aim:g}")
        if rows:
            console.print(table)
