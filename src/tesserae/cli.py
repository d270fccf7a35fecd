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
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import tesserae
from tesserae.cli_analyse import add_analyse_command
from tesserae.cli_arena import add_arena_command
from tesserae.cli_common import (
    CommandError,
    add_command,
    add_game,
    add_json,
    add_language,
    add_options,
    add_work_options,
    chosen_game,
    console,
    game_names,
    language_of,
    number,
    progress,
    read_match,
)
from tesserae.cli_puzzle import add_puzzle_commands
from tesserae.words import Refused, say

if TYPE_CHECKING:
    from tesserae.bots import Budget
    from tesserae.games.game import Game
    from tesserae.match import Match
    from tesserae.words import Sentence

DONE, REFUSED, INTERRUPTED = 0, 1, 130
HUMAN = "human"
LEVEL_NAMES = "random, beginner, casual, club, expert, master"
DEFAULT_MS = 1000
DEFAULT_LEVEL = "casual"


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

    play = add_command(commands, "play", play_command, "play a game")
    play.add_argument("game", nargs="?", default="quixo", metavar="GAME", help=f"one of: {game_names()}")
    add_options(play)
    play.add_argument(
        "--terminal", action="store_true", help="play in the terminal (for now the only table there is)"
    )
    play.add_argument(
        "--seats", metavar="WHO,...", help=f"who sits where, in seat order: {HUMAN} or a level ({LEVEL_NAMES})"
    )
    play.add_argument(
        "--ms",
        type=number(1, 10**9),
        default=DEFAULT_MS,
        metavar="N",
        help=f"how long a bot may think about a move (default: {DEFAULT_MS})",
    )
    play.add_argument("--names", metavar="NAME,...", help="the players' names, in seat order")
    play.add_argument("--seed", type=int, help="makes deals and bots repeatable")
    play.add_argument(
        "--record", type=Path, metavar="FILE", help="keep the match in FILE; go on with it if it is there"
    )
    add_language(play)

    perft = add_command(commands, "perft", perft_command, "count the move sequences of a given length")
    add_game(perft)
    perft.add_argument("--depth", type=number(0, 100), required=True, metavar="N", help="the number of moves")
    add_work_options(perft)

    simulate = add_command(commands, "simulate", simulate_command, "play random games and count what comes out")
    add_game(simulate)
    simulate.add_argument("--games", type=number(1), required=True, metavar="N", help="how many")
    simulate.add_argument("--seed", type=int, default=0, help="the same seed gives the same games (default: 0)")
    add_work_options(simulate)

    bench = add_command(commands, "bench", bench_command, "measure the engine against C and against peers")
    bench.add_argument("--seconds", type=number(1), default=2, metavar="N", help="for each row (default: 2)")
    add_json(bench)
    add_arena_command(commands)
    add_analyse_command(commands)
    add_puzzle_commands(commands)
    return parser


# --- the commands ------------------------------------------------------------------------------------------


def play_command(given: argparse.Namespace) -> None:
    """Play at a terminal."""
    from tesserae.bots import Budget, player
    from tesserae.terminal import Table

    if sys.stdin is None:
        raise CommandError("there is no input to read moves from")
    language, screen = language_of(given), console()
    match, budget = _match(given), Budget(ms=given.ms)
    seats = _split(given.seats) or _asked_seats(match.game.players, language)
    if len(seats) != match.game.players:
        raise Refused("terminal.wrong_seats", count=match.game.players, seats=given.seats)
    bots = {seat: player(name, match.game) for seat, name in enumerate(seats) if name != HUMAN}
    Table(
        match,
        bots,
        budget=budget,
        language=language,
        console=screen,
        seed=given.seed,
        file=given.record,
        hinter=_hinter(match.game, budget),
    ).play()


def _hinter(game: "Game", budget: "Budget") -> "Callable[[Match], Sentence] | None":
    """Find who gives hints: the bots, but for a tray puzzle its solver, where the library for it is installed."""
    puzzle = getattr(game, "puzzle", None)
    if puzzle is None:
        from tesserae.bots.analysis import hint

        return lambda match: hint(match, budget)
    if find_spec("ortools") is None:
        return None

    def next_piece(match: "Match") -> "Sentence":
        from tesserae.solve.puzzelino.hints import next_step

        return next_step(puzzle, [move.action for move in match.moves])

    return next_piece


def _match(given: argparse.Namespace) -> "Match":
    """Start the match, or take up the one that was kept in a file."""
    from tesserae.match import Match

    game, file = chosen_game(given), given.record
    if file is None or not file.exists():
        return Match(game, given.seed, names=_split(given.names))
    match = read_match(file)
    if match.game.name != game.name:
        raise Refused("terminal.other_game", file=file, game=match.game.name)
    names, seed = _split(given.names) or match.names, match.seed if given.seed is None else given.seed
    if (given.options and game.options != match.game.options) or (tuple(names), seed) != (match.names, match.seed):
        raise Refused("terminal.goes_on", file=file)
    return match


def _asked_seats(players: int, language: str) -> list[str]:
    """Ask who plays; where no terminal is there to ask at, or nothing to ask, people have all seats."""
    people = players
    if players > 1 and sys.stdin.isatty():
        try:
            answer = input(say("terminal.who_plays", language))
        except EOFError:
            raise KeyboardInterrupt from None
        people = players if answer.strip() == "2" else 1
    level = _asked_level(language) if people < players else ""
    return [HUMAN] * people + [level] * (players - people)


def _asked_level(language: str) -> str:
    """Ask how strong the computer shall be, by number or name; without an answer it is in the middle."""
    from tesserae.bots import LEVELS

    choices = ", ".join(f"{number} {say(f'level.{level}', language)}" for number, level in enumerate(LEVELS))
    try:
        answer = input(say("terminal.which_level", language, choices=choices)).strip()
    except EOFError:
        raise KeyboardInterrupt from None
    names = {str(number): level for number, level in enumerate(LEVELS)}
    return names.get(answer, answer or DEFAULT_LEVEL)


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


def simulate_command(given: argparse.Namespace) -> None:
    """Print the statistics of random games."""
    from rich.table import Table

    from tesserae.research.simulate import simulate

    game = chosen_game(given)
    with progress("playing") as report:
        result = simulate(game, given.games, given.seed, threads=given.threads, report=report)
    if given.json:
        print(json.dumps(result.as_json()))
        return
    table = Table(title=f"{result.games:,} random games of {game!r}", show_header=False)
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
    console().print(table)


def bench_command(given: argparse.Namespace) -> None:
    """Run the benchmarks of the source checkout."""
    bench = Path(tesserae.__file__).resolve().parents[2] / "bench"
    if not (bench / "run.py").exists():
        raise CommandError("the benchmarks live in the source checkout: run this from one, with pip install -e .")
    sys.path.insert(0, str(bench.parent))
    from bench.run import run

    run(given.seconds, console(), as_json=given.json)


# --- what they share ---------------------------------------------------------------------------------------


def _split(text: str | None) -> list[str] | None:
    return None if text is None else [part.strip() for part in text.split(",")]


def _close_output() -> None:
    """Whoever read our output has left: be quiet about it, at the end of the process too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
