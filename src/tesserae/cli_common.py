"""What the commands share: their arguments, the terminal, progress bars, and how they fail."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tesserae.kernel.ahead import Report


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
