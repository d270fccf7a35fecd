"""The command `tesserae play`: the table in the browser, or in the terminal."""

import argparse
import sys
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tesserae.cli_common import (
    CommandError,
    add_command,
    add_language,
    add_options,
    chosen_game,
    console,
    game_names,
    language_of,
    number,
    read_match,
)
from tesserae.cli_serve import DEFAULT_PORT, compile_all, tables_directory
from tesserae.words import Refused, say

if TYPE_CHECKING:
    from tesserae.match import Match

HUMAN = "human"
LEVEL_NAMES = "random, beginner, casual, club, expert, master"
DEFAULT_MS = 1000
DEFAULT_LEVEL = "casual"
READY_SECONDS = 30


def add_play_command(commands: Any) -> None:
    """Describe the command `play`."""
    play = add_command(commands, "play", play_command, "open the table in the browser, or play in the terminal")
    play.add_argument("game", nargs="?", metavar="GAME", help=f"one of: {game_names()}")
    play.add_argument(
        "--port", type=number(0, 65535), default=DEFAULT_PORT, metavar="N", help=f"default: {DEFAULT_PORT}; 0: any"
    )
    play.add_argument("--no-browser", action="store_true", help="only say where the table is")
    terminal = play.add_argument_group("in the terminal")
    terminal.add_argument("--terminal", action="store_true", help="play in the terminal")
    add_options(terminal)
    terminal.add_argument(
        "--seats", metavar="WHO,...", help=f"who sits where, in seat order: {HUMAN} or a level ({LEVEL_NAMES})"
    )
    terminal.add_argument(
        "--ms",
        type=number(1, 10**9),
        default=DEFAULT_MS,
        metavar="N",
        help=f"how long a bot may think about a move (default: {DEFAULT_MS})",
    )
    terminal.add_argument("--names", metavar="NAME,...", help="the players' names, in seat order")
    terminal.add_argument("--seed", type=int, help="makes deals and bots repeatable")
    terminal.add_argument(
        "--record", type=Path, metavar="FILE", help="keep the match in FILE; go on with it if it is there"
    )
    add_language(play)


def play_command(given: argparse.Namespace) -> None:
    """Play where it was asked for."""
    if given.terminal:
        play_in_terminal(given)
        return
    for name in ("options", "seats", "names", "seed", "record"):
        if getattr(given, name):
            option = "-o" if name == "options" else f"--{name}"
            raise CommandError(f"{option} is for the terminal: add --terminal, or choose it in the browser")
    play_in_browser(given)


# --- in the browser ----------------------------------------------------------------------------------------


def play_in_browser(given: argparse.Namespace) -> None:
    """Serve tables to this machine alone, and open the page; a server that runs already is used as it is."""
    from tesserae.games import game_type
    from tesserae.server import pages
    from tesserae.server.logs import start_logging
    from tesserae.server.serve import Settings, serve

    if not pages.is_built():
        raise CommandError("the page is not built: run pip install . in the checkout, or play with --terminal")
    place = f"#/new/{game_type(given.game).name}/friends" if given.game else ""
    language = language_of(given)

    def announce(address: str) -> None:
        print(say("play.at", language, address=address), file=sys.stderr, flush=True)
        if not given.no_browser:
            threading.Thread(target=_open_when_ready, args=(address, place), daemon=True).start()

    running = f"http://127.0.0.1:{given.port}"
    if given.port and _answers(running):
        print(say("play.at", language, address=running), file=sys.stderr)
        if not given.no_browser:
            webbrowser.open(f"{running}/{place}")
        return
    start_logging("error")
    serve(Settings("127.0.0.1", given.port, tables_directory()), lambda: compile_all(language), announce)


def _open_when_ready(address: str, place: str) -> None:
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until and not _answers(address):
        time.sleep(0.1)
    webbrowser.open(f"{address}/{place}")


def _answers(address: str) -> bool:
    """Say whether a server of ours is there."""
    try:
        with urllib.request.urlopen(f"{address}/ready", timeout=2) as answer:
            return bool(answer.read(6) == b"ready,")
    except OSError:
        return False


# --- in the terminal ---------------------------------------------------------------------------------------


def play_in_terminal(given: argparse.Namespace) -> None:
    """Play at a terminal."""
    from tesserae.bots import Budget, player
    from tesserae.hinting import hinter_of
    from tesserae.terminal import Table

    if sys.stdin is None:
        raise CommandError("there is no input to read moves from")
    given.game = given.game or "quixo"
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
        hinter=hinter_of(match.game, budget),
    ).play()


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


def _split(text: str | None) -> list[str] | None:
    return None if text is None else [part.strip() for part in text.split(",")]
