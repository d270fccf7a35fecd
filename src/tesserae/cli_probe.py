"""The command `tesserae probe`: what a position of Quixo and each of its moves is worth, by the tables."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tesserae.cli_common import add_command, add_json, add_language, console, language_of
from tesserae.words import Refused, say

if TYPE_CHECKING:
    from tesserae.kernel.rules import States
    from tesserae.solve.quixo.perfect import Judged


def add_probe_command(commands: Any) -> None:
    """Describe the command `probe`."""
    probe = add_command(commands, "probe", probe_command, "look a position of Quixo up in the tables")
    probe.add_argument(
        "board", metavar="BOARD", help="rows from the top, X to move, such as XX..O/...../...../...../....."
    )
    probe.add_argument("--data", type=Path, metavar="DIR", help="where the tables are (default: your data folder)")
    add_language(probe)
    add_json(probe)


def probe_command(given: argparse.Namespace) -> None:
    """Print the value of a position and of its moves, or say which table is missing."""
    from tesserae.games.quixo.board import has_line
    from tesserae.solve.quixo.perfect import judge
    from tesserae.solve.quixo.position import read_position
    from tesserae.solve.quixo.tables import Value, open_tables

    states = read_position(given.board)
    size, own, other = int(states[0].side), *map(int, states[0].marks)
    language = language_of(given)
    for plane, value in ((own, Value.WIN), (other, Value.LOSS)):
        if has_line(plane, size):
            _print_over(given, value.name.lower(), language)
            return
    judged = judge(open_tables(given.data), states)
    if judged is None:
        raise Refused("probe.missing", size=size, blanks=size * size - (own | other).bit_count())
    if given.json:
        print(json.dumps(_as_json(judged)))
    else:
        _print(judged, language)


def _print_over(given: argparse.Namespace, value: str, language: str) -> None:
    if given.json:
        print(json.dumps({"value": value, "plies": 0, "moves": []}))
    else:
        print(say("probe.over", language, value=say(f"probe.value.{value}", language)))


def _as_json(judged: "Judged") -> dict[str, Any]:
    moves = [
        {"move": _text(judged.states, move.action), "value": move.value.name.lower(), "plies": move.plies}
        for move in judged.moves
    ]
    return {"value": judged.value.name.lower(), "plies": judged.plies, "moves": moves}


def _print(judged: "Judged", language: str) -> None:
    from rich.table import Table

    title = say(f"probe.value.{judged.value.name.lower()}", language)
    table = Table(title=title if judged.plies is None else f"{title} ({judged.plies})", show_header=False)
    best_first = sorted(judged.moves, key=lambda move: (-move.value, move.value * (move.plies or 0), move.action))
    for move in best_first:
        plies = "" if move.plies is None else str(move.plies)
        value = say(f"probe.value.{move.value.name.lower()}", language)
        table.add_row(_text(judged.states, move.action), value, plies)
    console().print(table)


def _text(states: "States", action: int) -> str:
    from tesserae.games.quixo.notation import action_texts

    return action_texts(int(states[0].side))[action]
