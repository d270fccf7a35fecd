"""The command `tesserae`.

Each command is a function of its parsed arguments. What it lacks or is refused it says in one sentence on the
error stream; exit codes are 0 for done, 1 for refused, 2 for wrong usage and 130 for interrupted.
"""

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import tesserae
from tesserae.cli_analyse import add_analyse_command
from tesserae.cli_arena import add_arena_command
from tesserae.cli_common import (
    CommandError,
    add_command,
    add_game,
    add_json,
    add_work_options,
    chosen_game,
    console,
    language_of,
    number,
    progress,
)
from tesserae.cli_play import add_play_command
from tesserae.cli_probe import add_probe_command
from tesserae.cli_puzzle import add_puzzle_commands
from tesserae.cli_serve import add_serve_command
from tesserae.cli_simulate import add_simulate_command
from tesserae.cli_solve import add_solve_command
from tesserae.cli_verify import add_verify_command
from tesserae.words import Refused

DONE, REFUSED, INTERRUPTED = 0, 1, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a letter the terminal lacks is no reason to stop
    given = build_parser().parse_args(arguments)
    try:
        command: Callable[[argparse.Namespace], None] = given.command
        command(given)
        if sys.stdout is not None:
            sys.stdout.flush()
    except Refused as refused:
        print(f"tesserae: {refused.sentence.say(language_of(given))}", file=sys.stderr)
        return REFUSED
    except CommandError as reason:
        print(f"tesserae: {reason}", file=sys.stderr)
        return REFUSED
    except OSError as problem:
        if isinstance(problem, BrokenPipeError):
            _close_output()
        else:
            print(f"tesserae: {problem.filename or 'the output'}: {problem.strerror or problem}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return DONE


def build_parser() -> argparse.ArgumentParser:
    """Describe every command."""
    parser = argparse.ArgumentParser(
        prog="tesserae", description="Tabletop games: play them, count them, simulate them."
    )
    parser.add_argument("--version", action="version", version=f"tesserae {tesserae.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    add_play_command(commands)
    perft = add_command(commands, "perft", perft_command, "count the move sequences of a given length")
    add_game(perft)
    perft.add_argument("--depth", type=number(0, 100), required=True, metavar="N", help="the number of moves")
    add_work_options(perft)

    bench = add_command(commands, "bench", bench_command, "measure the engine against C and against peers")
    bench.add_argument("--seconds", type=number(1), default=2, metavar="N", help="for each row (default: 2)")
    bench.add_argument(
        "--peers", action="store_true", help="only: many games stepped at once, beside other libraries"
    )
    add_json(bench)
    add_arena_command(commands)
    add_analyse_command(commands)
    add_probe_command(commands)
    add_puzzle_commands(commands)
    add_serve_command(commands)
    add_simulate_command(commands)
    add_solve_command(commands)
    add_verify_command(commands)
    return parser


# --- the commands ------------------------------------------------------------------------------------------


def perft_command(given: argparse.Namespace) -> None:
    """Print the number of move sequences."""
    from tesserae.research.perft import perft

    game = chosen_game(given)
    with progress("counting") as report:
        leaves = perft(game, given.depth, threads=given.threads, report=report)
    if given.json:
        print(
            json.dumps({"game": game.name, "options": game.options_dict(), "depth": given.depth, "leaves": leaves})
        )
    else:
        print(leaves)


def bench_command(given: argparse.Namespace) -> None:
    """Run the benchmarks of the source checkout."""
    bench = Path(tesserae.__file__).resolve().parents[2] / "bench"
    if not (bench / "run.py").exists():
        raise CommandError("the benchmarks live in the source checkout: run this from one, with pip install -e .")
    sys.path.insert(0, str(bench.parent))
    if given.peers:
        from bench.peers import run_peers

        run_peers(given.seconds, console(), as_json=given.json)
        return
    from bench.run import run

    run(given.seconds, console(), as_json=given.json)


# --- what they share ---------------------------------------------------------------------------------------


def _close_output() -> None:
    """Whoever read our output has left: be quiet about it, at the end of the process too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
