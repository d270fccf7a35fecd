"""The command `tesserae analyse`: what the moves of a match are worth, or what went wrong in a finished one."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tesserae.cli_common import (
    add_command,
    add_json,
    add_language,
    compile_with_progress,
    console,
    language_of,
    number,
    progress,
    read_match,
)

if TYPE_CHECKING:
    from tesserae.bots.analysis import Analysis
    from tesserae.match import Match

DEFAULT_MS = 500


def add_analyse_command(commands: Any) -> None:
    """Describe `tesserae analyse`."""
    analyse = add_command(
        commands, "analyse", analyse_command, "value the moves of a kept match, or review a finished one"
    )
    analyse.add_argument("record", type=Path, metavar="FILE", help="a match kept by `tesserae play --record`")
    analyse.add_argument("--seat", type=number(0, 15), metavar="N", help="review only this seat, counted from 0")
    budget = analyse.add_mutually_exclusive_group()
    budget.add_argument(
        "--ms", type=number(1, 10**9), metavar="N", help=f"milliseconds for a position (default: {DEFAULT_MS})"
    )
    budget.add_argument("--iterations", type=number(1), metavar="N", help="positions or playouts for a position")
    add_language(analyse)
    add_json(analyse)


def analyse_command(given: argparse.Namespace) -> None:
    """Print the values of the moves, or the mistakes."""
    from tesserae.bots import Budget, analyse

    match, language = read_match(given.record), language_of(given)
    compile_with_progress(match.game, language)
    ms = DEFAULT_MS if given.ms is None and given.iterations is None else given.ms
    with progress(str(given.record)) as report:
        analysis = analyse(match, given.seat, Budget(ms, given.iterations), report=report)
    if given.json:
        print(json.dumps(as_json(analysis, language)))
    elif match.over:
        for line in _mistakes(analysis, match, language):
            console().print(line, markup=False)
    else:
        _print_moves(analysis, language)


def as_json(analysis: "Analysis", language: str) -> dict[str, Any]:
    """Give everything in plain values, reasons in words."""
    values = asdict(analysis)
    for mistake, told in zip(analysis.mistakes, values["mistakes"], strict=True):
        told |= {"cost": mistake.cost, "reason": mistake.reason.say(language)}
    return values


def _mistakes(analysis: "Analysis", match: "Match", language: str) -> list[str]:
    from tesserae.words import say

    told = [
        say(
            "review.mistake",
            language,
            number=mistake.number,
            name=match.title(mistake.seat),
            played=mistake.played.text,
            low=round(100 * mistake.played.chance),
            high=round(100 * mistake.better.chance),
            reason=mistake.reason,
        )
        for mistake in analysis.mistakes
    ]
    return told or [say("review.none", language)]


def _print_moves(analysis: "Analysis", language: str) -> None:
    from rich.table import Table

    from tesserae.words import say

    headings = ("analysis.move", "analysis.to_win", "analysis.points", "analysis.decided", "analysis.line")
    table = Table(*(say(heading, language) for heading in headings))
    for move in analysis.moves:
        points = "" if move.points is None else f"{move.points:.1f}"
        decided = "" if move.decided_in is None else str(move.decided_in)
        table.add_row(move.text, f"{move.chance:.1%}", points, decided, ", ".join(move.line))
    console().print(table)
