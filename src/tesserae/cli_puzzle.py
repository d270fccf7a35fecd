"""The commands for tray puzzles of Puzzelino: make, solve, check, hint, list."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tesserae.cli_common import CommandError, add_command, add_json, console, number, progress
from tesserae.solve.puzzelino.levels import LEVELS
from tesserae.words import Refused

if TYPE_CHECKING:
    from tesserae.games.puzzelino.puzzles import Puzzle

MOST_GIVEN = 31


def add_puzzle_commands(commands: Any) -> None:
    """Describe `tesserae puzzle` and what can be done with puzzles."""
    puzzle = commands.add_parser(
        "puzzle", help="tray puzzles of Puzzelino", description="Make, solve and check tray puzzles of Puzzelino."
    )
    deeds = puzzle.add_subparsers(required=True, metavar="WHAT")

    new = add_command(deeds, "new", new_command, "make a puzzle, and print it as text")
    new.add_argument(
        "--difficulty",
        type=_level,
        default="medium",
        metavar="D",
        help=f"{', '.join(LEVELS)}, or 1 to {len(LEVELS)} (default: medium)",
    )
    new.add_argument(
        "--given",
        type=number(0, MOST_GIVEN),
        metavar="N",
        help="give just so many pieces instead; below ten or so that leaves more than one solution",
    )
    new.add_argument("--tray", default="hexagon", metavar="NAME", help="its outline (default: hexagon)")
    new.add_argument("--seed", type=int, default=0, help="the same seed makes the same puzzle (default: 0)")
    add_json(new)

    for name, run, summary in (
        ("solve", solve_command, "solve a puzzle"),
        ("check", check_command, "check that pieces fit, count the solutions, and measure how hard it is"),
        ("hint", hint_command, "give the next piece that is certain"),
    ):
        deed = add_command(deeds, name, run, summary)
        deed.add_argument("puzzle", metavar="FILE", help="a file, - for input, the code of a puzzle, or 1 to 100")
        if name == "check":
            deed.add_argument(
                "--limit",
                type=number(1, 10**9),
                default=1000,
                metavar="N",
                help="count no further (default: 1000)",
            )
        add_json(deed)

    shown = add_command(deeds, "list", list_command, "list the puzzles and the trays that come with the game")
    add_json(shown)


def _level(text: str) -> str:
    numbered = dict(enumerate(LEVELS, start=1))
    named = numbered.get(int(text), text) if text.isdecimal() else text.lower()
    if named not in LEVELS:
        raise argparse.ArgumentTypeError(f"{text} is no level: choose {', '.join(LEVELS)}, or 1 to {len(LEVELS)}")
    return named


# --- the commands ------------------------------------------------------------------------------------------


def new_command(given: argparse.Namespace) -> None:
    """Print a new puzzle, or everything about it in JSON."""
    from tesserae.games.puzzelino.trays import tray

    tray(given.tray)
    generate = _solving("generate")
    if given.given is None:
        with progress("making a puzzle") as report:
            puzzle = generate.new_puzzle(given.difficulty, given.seed, given.tray, report)
    else:
        puzzle = generate.open_puzzle(given.given, given.seed, given.tray)
    facts = _facts(puzzle, limit=1000)
    if given.json:
        print(json.dumps(facts | {"seed": given.seed}))
        return
    print(_commented(puzzle))
    print(f"# {_sentence(facts)}\n# Play it: tesserae play puzzelino -o puzzle={puzzle.code}\n")
    print(puzzle.text(), end="")


def solve_command(given: argparse.Namespace) -> None:
    """Print the filled tray."""
    puzzle = _read(given.puzzle)
    solution = _solving("model").solve(puzzle)
    if solution is None:
        raise CommandError("this puzzle has no solution")
    if given.json:
        print(json.dumps({"puzzle": puzzle.code, "solution": solution.code, "text": solution.text()}))
        return
    print(_commented(solution))
    print(f"\n{solution.text()}", end="")


def check_command(given: argparse.Namespace) -> None:
    """Tell whether a puzzle is sound, and how many solutions it has; a filled tray whether it is right."""
    puzzle = _read(given.puzzle)
    facts = _facts(puzzle, given.limit)
    if given.json:
        print(json.dumps(facts))
    else:
        print(_sentence(facts))
    if facts["solutions"] == 0 and facts["exact"]:
        raise CommandError("this puzzle has no solution")


def hint_command(given: argparse.Namespace) -> None:
    """Print the next step."""
    from tesserae.games.puzzelino.puzzles import move_name

    puzzle = _read(given.puzzle)
    if puzzle.missing == 0:
        raise CommandError("the tray is full: there is nothing left to lay")
    found = _solving("hints").hint(puzzle)
    if found is None:
        raise CommandError("this puzzle has no solution: a given piece is wrong")
    move = move_name(found.place, found.lie)
    if given.json:
        print(json.dumps({"move": move, "certain": found.is_certain}))
    else:
        print(f"{move}: {'certain' if found.is_certain else 'nothing is certain yet, but this is possible'}")


def list_command(given: argparse.Namespace) -> None:
    """Print the collection."""
    from rich.table import Table

    from tesserae.games.puzzelino.puzzles import shipped
    from tesserae.games.puzzelino.trays import trays

    rows = [
        {
            "number": place,
            "tray": puzzle.tray_name,
            "given": len(puzzle.given),
            "difficulty": hard,
            "code": puzzle.code,
        }
        for place, (hard, puzzle) in enumerate(shipped(), start=1)
    ]
    if given.json:
        print(json.dumps({"puzzles": rows, "trays": list(trays())}))
        return
    table = Table("puzzle", "tray", "given", "difficulty")
    for row in rows:
        table.add_row(str(row["number"]), str(row["tray"]), str(row["given"]), f"{row['difficulty']:.1f}")
    console().print(table)
    console().print(f"Trays: {', '.join(trays())}")


# --- what they share ---------------------------------------------------------------------------------------


def _solving(name: str) -> Any:
    """Load a part of the solver, which needs a library of its own."""
    from importlib import import_module

    try:
        return import_module(f"tesserae.solve.puzzelino.{name}")
    except ImportError as problem:
        raise CommandError(str(problem)) from None


def _read(source: str) -> "Puzzle":
    """Read a puzzle from wherever it is, and see that its pieces fit."""
    from tesserae.games.puzzelino.options import chosen_puzzle
    from tesserae.games.puzzelino.puzzles import shipped
    from tesserae.games.puzzelino.setting import in_the_tray

    if source.isdecimal() and not Path(source).exists():
        count = len(shipped())
        if not 1 <= int(source[:9]) <= count:
            raise CommandError(f"there is no puzzle {source}: they go from 1 to {count}")
        return chosen_puzzle(int(source))
    try:
        text = sys.stdin.read() if source == "-" else source if ":" in source else Path(source).read_text("utf-8")
    except UnicodeDecodeError:
        raise Refused("record.not_text", what=source) from None
    puzzle = chosen_puzzle(text)
    in_the_tray(puzzle)
    return puzzle


def _facts(puzzle: "Puzzle", limit: int) -> dict[str, Any]:
    """Gather what there is to say about a puzzle; the pieces that are given fit."""
    from tesserae.solve.puzzelino.search import count_solutions, difficulty

    count = count_solutions(puzzle, limit)
    is_unknown = count.solutions == 0 and not count.is_exact
    if is_unknown and _solving("model").solve(puzzle) is not None:
        count = count._replace(solutions=1)
    return {
        "tray": puzzle.tray_name,
        "given": len(puzzle.given),
        "code": puzzle.code,
        "text": puzzle.text(),
        "solutions": count.solutions,
        "exact": count.is_exact,
        "difficulty": round(difficulty(puzzle), 1) if count.solutions else None,
    }


def _sentence(facts: dict[str, Any]) -> str:
    """Say it in words."""
    solutions, missing = facts["solutions"], 32 - facts["given"]
    if missing == 0:
        return f"Tray {facts['tray']}: solved, all 32 pieces fit."
    much = "" if facts["exact"] else "at least "
    told = "one solution" if (solutions, much) == (1, "") else f"{much}{solutions} solutions"
    hard = "" if facts["difficulty"] is None else f"; difficulty {facts['difficulty']:.1f}"
    return f"Tray {facts['tray']}: {facts['given']} pieces given, {missing} to lay, {told}{hard}."


def _commented(puzzle: "Puzzle") -> str:
    """Draw a puzzle in lines that a reader of puzzles passes over."""
    from tesserae.games.puzzelino.picture import draw
    from tesserae.games.puzzelino.setting import in_the_tray

    drawing = "".join(text for text, _ in draw(in_the_tray(puzzle)[0], None))
    return "\n".join(f"# {line}".rstrip() for line in drawing.splitlines())
