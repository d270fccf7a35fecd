"""The command `tesserae solve riomino`: who wins a position, and with which moves; or which throws are won."""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tesserae.cli_common import (
    add_command,
    add_json,
    add_language,
    add_options,
    add_ray,
    chosen_game,
    compile_with_progress,
    console,
    crew_of,
    language_of,
    number,
    progress,
    read_match,
)
from tesserae.words import Refused, say

if TYPE_CHECKING:
    from tesserae.match import Match
    from tesserae.solve.riomino.solver import Solver

GAME = "riomino"
EVERY_THROW = "all"
DEFAULT_MEGABYTES = 256
PIECE = 200_000
"""So many positions are looked at before the clock is, and before progress is told."""

Tell = Callable[[str], None]


def add_riomino(games: Any) -> None:
    """Describe `tesserae solve riomino`."""
    solve = add_command(games, GAME, solve_command, "find out who wins a position of RioMino, and how")
    solve.set_defaults(game=GAME)
    solve.add_argument(
        "record", type=Path, nargs="?", metavar="RECORD", help="a kept match; without it a new game is solved"
    )
    solve.add_argument("--ply", type=number(0, 100), metavar="N", help="solve the position after N moves")
    add_options(solve)
    solve.add_argument("--seed", type=int, help="the throw of a new game, or those of --throws (default: 0)")
    solve.add_argument(
        "--throws",
        type=_throws,
        metavar="N",
        help=f"solve so many throws, or {EVERY_THROW} there are, and tell how many the starting player wins",
    )
    solve.add_argument("--ms", type=number(1, 10**9), metavar="N", help="give up after so long (default: never)")
    solve.add_argument(
        "--memory",
        type=number(1, 1 << 20),
        default=DEFAULT_MEGABYTES,
        metavar="MB",
        help=f"for the table of positions, with --throws of each thread (default: {DEFAULT_MEGABYTES})",
    )
    solve.add_argument(
        "--threads", type=number(1, 1024), metavar="N", help="for --throws (default: one for each core)"
    )
    add_ray(solve)
    add_language(solve)
    add_json(solve)


def _throws(text: str) -> int | str:
    return text if text == EVERY_THROW else number(1, 10**9)(text)


def solve_command(given: argparse.Namespace) -> None:
    """Print who wins, or how many throws the starting player wins."""
    if given.throws is not None:
        _solve_throws(given)
        return
    if given.ray is not None or given.threads is not None:
        raise Refused("riomino.solve_one_thread")
    from tesserae.solve.riomino.solver import Solver

    language, match = language_of(given), _position(given)
    solver, began = Solver(match.masked(match.mover), given.memory), time.perf_counter()
    with _thinking() as tell:
        _run(solver, given.ms, lambda: tell(_state_of(solver, began, language)))
    seconds = time.perf_counter() - began
    if given.json:
        print(json.dumps(_facts(solver, match) | {"seconds": round(seconds, 3), "ms": given.ms}))
        return
    for line in _told(solver, match, given.ms, language):
        console().print(line, markup=False, soft_wrap=True)
    print(say("riomino.looked", language, count=f"{solver.looked:,}", seconds=f"{seconds:.2f}"))


# --- what to solve -----------------------------------------------------------------------------------------


def _position(given: argparse.Namespace) -> "Match":
    """Take up a kept match, or throw the dice for a new one, and go to the moment that was asked for."""
    from tesserae.match import Match

    if given.record is None:
        match = Match(chosen_game(given), given.seed or 0)
    elif given.options or given.seed is not None:
        raise Refused("riomino.solve_which")
    else:
        match = read_match(given.record)
        if match.game.name != GAME:
            raise Refused("terminal.other_game", file=given.record, game=match.game.name)
        compile_with_progress(match.game, language_of(given))
    if given.ply is not None:
        match = _after(match, given.ply)
    if match.over:
        raise Refused("riomino.solve_over")
    match.acting_seat()
    return match


def _after(match: "Match", ply: int) -> "Match":
    """Play the first moves of a match again."""
    from tesserae.match import Match

    if ply > match.move_count:
        raise Refused("riomino.solve_no_ply", ply=ply, count=match.move_count)
    earlier = Match(match.game, match.seed, deals=match.deals, names=match.names)
    for move in match.moves[:ply]:
        earlier.play(move.action, move.seat)
    return earlier


# --- while it thinks ---------------------------------------------------------------------------------------


def _run(solver: "Solver", ms: int | None, tell: Callable[[], None]) -> None:
    """Solve in pieces, as long as there is time."""
    deadline = None if ms is None else time.perf_counter() + ms / 1000
    piece = PIECE if ms is None else PIECE // 10
    while solver.run(piece) and (deadline is None or time.perf_counter() < deadline):
        tell()


@contextmanager
def _thinking() -> Iterator[Tell]:
    """Show a line that changes on the error stream, if that is a terminal."""
    from rich.console import Console

    screen = Console(stderr=True, highlight=False)
    if not screen.is_terminal:
        yield lambda _text: None
        return
    with screen.status("") as status:
        yield status.update


def _state_of(solver: "Solver", began: float, language: str) -> str:
    """Say how far the solver is."""
    values = list(solver.moves.values())
    return say(
        "riomino.looking",
        language,
        count=f"{solver.looked:,}",
        seconds=f"{time.perf_counter() - began:.0f}",
        settled=sum(wins is not None for wins in values),
        moves=len(values),
    )


# --- what came of it ---------------------------------------------------------------------------------------


def _told(solver: "Solver", match: "Match", ms: int | None, language: str) -> Iterator[str]:
    """Put the result into words; what is open is said to be open."""
    name, open_moves = match.title(match.acting_seat()), _texts(solver, match, None)
    if solver.is_won is None:
        yield say("riomino.undecided", language, ms=ms)
        return
    yield say("riomino.solved_win" if solver.is_won else "riomino.solved_loss", language, name=name)
    if solver.is_won:
        yield say("riomino.winning_moves", language, moves=", ".join(_texts(solver, match, True)))
    if open_moves:
        yield say("riomino.open_moves", language, ms=ms, moves=", ".join(open_moves))


def _texts(solver: "Solver", match: "Match", wins: bool | None) -> list[str]:
    """Write the moves of one kind."""
    return [match.text(action) for action, value in sorted(solver.moves.items()) if value is wins]


def _facts(solver: "Solver", match: "Match") -> dict[str, Any]:
    """Give the result in plain values; null is what is open."""
    mover = match.acting_seat()
    winner = None if solver.is_won is None else mover if solver.is_won else 1 - mover
    return {
        "game": GAME,
        "options": match.game.options_dict(),
        "ply": match.move_count,
        "mover": mover,
        "winner": winner,
        "winning": _texts(solver, match, True),
        "losing": _texts(solver, match, False),
        "open": _texts(solver, match, None),
        "positions": solver.looked,
    }


# --- many throws -------------------------------------------------------------------------------------------


def _solve_throws(given: argparse.Namespace) -> None:
    """Print how many throws of a level the starting player wins."""
    from tesserae.solve.riomino.throws import every_throw, some_throws, survey

    if given.record is not None or given.ply is not None or given.ms is not None:
        raise Refused("riomino.solve_throws_alone")
    game, language = chosen_game(given), language_of(given)
    level = game.options_dict()["level"]
    is_all = given.throws == EVERY_THROW
    throws = every_throw(level) if is_all else some_throws(level, given.throws, given.seed or 0)
    began = time.perf_counter()
    with crew_of(given) as crew, progress(f"{game!r}") as report:
        found = survey(level, throws, given.memory, crew, report)
    seconds = time.perf_counter() - began
    if given.json:
        print(json.dumps({"game": GAME, "level": level, **found._asdict(), "seconds": round(seconds, 3)}))
        return
    counts = {name: f"{value:,}" for name, value in found._asdict().items()}
    share = f"{100 * found.won / found.throws:.2f}"
    name = game.seat_name(0)
    print(say("riomino.throws_won", language, name=name, share=share, won=counts["won"], throws=counts["throws"]))
    counted = {"solved": counts["solved"], "count": counts["looked"], "most": counts["most"]}
    print(say("riomino.throws_solved", language, **counted, seconds=f"{seconds:.1f}"))
