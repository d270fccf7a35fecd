"""What the commands share: their arguments, the terminal, progress bars, and how they fail."""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tesserae
from tesserae.crew import HERE
from tesserae.words import LANGUAGES, Refused, say

if TYPE_CHECKING:
    from tesserae.crew import Crew
    from tesserae.games.game import Game
    from tesserae.kernel.ahead import Report
    from tesserae.match import Match


class CommandError(Exception):
    """Something the command itself lacks."""


def add_command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], None], summary: str
) -> argparse.ArgumentParser:
    """Describe a command and say what runs it."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=summary, description=f"{summary[0].upper()}{summary[1:]}."
    )
    parser.set_defaults(command=run)
    return parser


def add_json(parser: argparse.ArgumentParser) -> None:
    """Let a command answer in JSON."""
    parser.add_argument("--json", action="store_true", help="print one JSON object as the last line")


def number(low: int, high: int = 10**15) -> Callable[[str], int]:
    """Read a whole number from this range."""

    def read(text: str) -> int:
        value = int(text)
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{value} is not from {low} to {high}")
        return value

    read.__name__ = "number"
    return read


def console() -> Any:
    """Open the terminal."""
    from rich.console import Console

    return Console(highlight=False)


@contextmanager
def progress(task: str) -> Iterator["Report"]:
    """Show a progress bar on the error stream, if that is a terminal, while work goes on."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield lambda _done, _count: None
        return
    with Progress(*columns, console=screen, transient=True) as bar:
        shown = bar.add_task(task, total=None)
        yield lambda done, count: bar.update(shown, completed=done, total=count)


def language_of(given: argparse.Namespace) -> str:
    """Give the language of a table: as asked for, else that of the system; all else speaks English."""
    if "language" not in given:
        return "en"
    return given.language or systemlanguage_of()


def systemlanguage_of() -> str:
    """Read the language of the system from where POSIX keeps it, English if it is none of ours."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    code = next(filter(None, names), "")[:2].lower()
    return code if code in LANGUAGES else "en"


def add_game(parser: argparse.ArgumentParser) -> None:
    """Let a command be given a game and its options."""
    parser.add_argument("game", metavar="GAME", help=f"one of: {game_names()}")
    add_options(parser)


def add_options(parser: "argparse.ArgumentParser | argparse._ArgumentGroup") -> None:
    """Let a command be given the options of its game."""
    parser.add_argument(
        "-o",
        "--option",
        dest="options",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the game",
    )


def add_work_options(parser: argparse.ArgumentParser) -> None:
    """Let long work be spread over threads, and its result be JSON."""
    parser.add_argument("--threads", type=number(1, 1024), metavar="N", help="default: one for each core")
    add_json(parser)


def add_ray(parser: argparse.ArgumentParser) -> None:
    """Let long work be spread over a cluster."""
    parser.add_argument(
        "--ray",
        nargs="?",
        const=HERE,
        metavar="ADDRESS",
        help="spread the work over the Ray cluster at this address, as host:port; without an address over a Ray "
        "that is started on this machine (results are the same; see docs/scale.md)",
    )


@contextmanager
def crew_of(given: argparse.Namespace) -> Iterator["Crew"]:
    """Find who does the work: threads of this process, or with --ray the workers of a cluster."""
    from tesserae.kernel.batch import available_cores

    if given.ray is None:
        from tesserae.crew import Threads

        yield Threads(given.threads or available_cores())
        return
    from tesserae.crew.cluster import Cluster

    with Cluster(given.ray, given.threads or available_cores()) as cluster:
        yield cluster


def add_language(parser: argparse.ArgumentParser) -> None:
    """Let what people read be said in their language."""
    parser.add_argument("--language", choices=LANGUAGES, help="default: the language of the system, else English")


def game_names() -> str:
    """List the games."""
    return ", ".join(tesserae.games())


def chosen_game(given: argparse.Namespace) -> "Game":
    """Choose the game, and compile it now if it was never compiled before."""
    from tesserae.games import read_game
    from tesserae.games.options import read_pairs

    game = read_game(given.game, read_pairs(given.options))
    compile_with_progress(game, language_of(given))
    return game


def compile_with_progress(game: "Game", language: str) -> None:
    """Compile a game and its bots now, if they were never compiled before."""
    from tesserae.bots.registry import compiled_modules
    from tesserae.kernel.ahead import compile_once

    with progress(say("terminal.compiling", language)) as report:
        compile_once(game.name, game.start().dtype, report, compiled_modules(game))


def read_match(file: Path) -> "Match":
    """Take up the match that was kept in a file."""
    from tesserae.match import load

    try:
        return load(file.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise Refused("record.not_text", what=file) from None
