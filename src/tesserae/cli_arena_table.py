"""The table of a round robin, and the page of Markdown it is kept in.

A page may hold many tables, each between marks with its name, beside the command that makes it again.
"""

import re
import shlex
from pathlib import Path

import tesserae
from tesserae.bots.series import RoundRobin, Terms
from tesserae.cli_common import CommandError
from tesserae.games.options import changed_options, option_texts

END = "<!-- end -->"


def budget_text(terms: Terms) -> str:
    """Say what a move may cost."""
    budget = terms.budget
    return f"{budget.iterations:,} iterations" if budget.ms is None else f"{budget.ms:,} ms"


def table_rows(result: RoundRobin) -> list[list[str]]:
    """Write the heading and a line for each player, the strongest first."""
    ratings, has_points = result.ratings, result.terms.has_points
    ranking = sorted(range(len(ratings)), key=lambda player: -ratings[player].elo)
    rivals = [f"against {result.names[player]}" for player in ranking]
    heading = ["player", "Elo", *rivals, *(["points ahead"] if has_points else []), "ms a move"]
    rows = [
        [
            result.names[player],
            f"{ratings[player].elo:+.0f} ± {ratings[player].interval[1] - ratings[player].elo:.0f}",
            *("" if player == rival else f"{result.score(player, rival):.1%}" for rival in ranking),
            *([f"{result.margin(player):+.1f}"] if has_points else []),
            f"{result.thinking(player).mean_ms:.2f}",
        ]
        for player in ranking
    ]
    return [heading, *rows]


def table_name(terms: Terms) -> str:
    """Make up a name, the same for the same game, options and budget."""
    budget = terms.budget
    spent = f"iterations={budget.iterations}" if budget.ms is None else f"ms={budget.ms}"
    return " ".join([terms.game.name, *_options(terms), spent])


def check_page(file: Path, name: str) -> None:
    """Refuse what cannot be written, before hours of play."""
    _with_section(_read(file), name, "")


def write_page(file: Path, name: str, result: RoundRobin) -> None:
    """Put the table into the page as it is now, for others may have written to it meanwhile."""
    terms = result.terms
    notes = [
        f"{terms.whole_games:,} games for each two players, {budget_text(terms)} a move.",
        "Elo: the mean of the table is 0, ± encloses 95 %.",
        *([f"{result.unfinished:,} games were too long, and count as draws."] if result.unfinished else []),
        f"Made with Tesserae {tesserae.__version__}:",
    ]
    command = _command(result, file, name)
    section = f"{_markdown(table_rows(result))}\n\n{' '.join(notes)}\n\n```sh\n{command}\n```"
    file.write_text(_with_section(_read(file), name, section), encoding="utf-8")


def _command(result: RoundRobin, file: Path, name: str) -> str:
    """Write the command that makes the same table again, with everything that was chosen by default."""
    terms, budget = result.terms, result.terms.budget
    words = ["tesserae", "arena", terms.game.name, *result.names]
    for option in _options(terms):
        words += ["-o", option]
    settings = {
        "--games": terms.whole_games,
        "--iterations" if budget.ms is None else "--ms": budget.iterations if budget.ms is None else budget.ms,
        "--seed": terms.seed,
        "--opening": terms.opening_moves,
        "--move-limit": terms.move_limit,
        "--threads": terms.threads,
        "--write": file,
        "--name": name,
    }
    return shlex.join(words + [str(part) for setting in settings.items() for part in setting])


def _options(terms: Terms) -> list[str]:
    texts = option_texts(terms.game.options)
    return [f"{option}={texts[option]}" for option in changed_options(terms.game.options)]


def _markdown(rows: list[list[str]]) -> str:
    heading, *lines = (f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |" for row in rows)
    return "\n".join([heading, f"|---{'|--:' * (len(rows[0]) - 1)}|", *lines])


def _read(file: Path) -> str:
    """Read the page; a new one is empty."""
    if not file.parent.is_dir():
        raise CommandError(f"{file}: there is no folder {file.parent}")
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise CommandError(f"{file} is not text") from None


def _with_section(page: str, name: str, section: str) -> str:
    """Put a table between its marks; where they are missing, at the end of the page."""
    if "--" in name or not name.isprintable() or not name.strip():
        raise CommandError(f"{name!r} is no name for a table: choose a --name in which no two hyphens meet")
    begin = f"<!-- arena {name} -->"
    whole = f"{begin}\n{section}\n{END}"
    if begin not in page:
        return f"{page.rstrip()}\n\n{whole}\n".lstrip()
    found = re.search(f"{re.escape(begin)}(?:(?!<!-- arena ).)*?{END}", page, re.DOTALL)
    if found is None:
        raise CommandError(f"after the mark {begin} the page lacks {END}")
    return page[: found.start()] + whole + page[found.end() :]
