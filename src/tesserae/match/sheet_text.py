"""Accounts and the score sheet as text for a terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from tesserae.match.events import Deal, Move
from tesserae.match.sheet import Row
from tesserae.words import say

if TYPE_CHECKING:
    from tesserae.match.match import Match

_NARROWEST = 10
"""The width of a column in letters, at least."""
_LABEL = 6
_GAP = 2
_PAGE = 80
"""As wide a sheet may be."""


def account_text(match: "Match", event: Move | Deal, language: str = "en") -> str:
    """Say what a move or a deal scored: +11 tile, +40 bridge."""
    seat = event.seat if isinstance(event, Move) else None
    told = []
    for entry in event.account:
        whose = "" if entry.seat == seat else f"{match.title(entry.seat)}: "
        told.append(f"{whose}{entry.points:+} {say(f'{match.game.words}.account.{entry.what}', language)}")
    return ", ".join(told)


def sheet_text(match: "Match", language: str = "en") -> str:
    """Write the score sheet as a table: in each column what was scored, and behind it the total.

    Where that is too wide, a turn shows only the sum of what it scored.
    """
    full, short = (_sheet(match, language, in_full) for in_full in (True, False))
    return full if max(map(cell_len, full.splitlines())) <= _PAGE else short


def _sheet(match: "Match", language: str, in_full: bool) -> str:
    seats = range(match.game.players)
    lines = []
    round_number = 0
    for number, row in enumerate(match.score_sheet(), start=1):
        if row.round != round_number:
            round_number = row.round
            lines.append((say("sheet.round", language, round=round_number), [""] * match.game.players))
        lines.append((f"{number:>4}", [_cell(row, seat, in_full) for seat in seats]))
    return _table(match.names, lines)


def rounds_text(match: "Match", language: str = "en") -> str:
    """Write a short score sheet: what each round brought everybody, and the totals after it."""
    ends = {row.round: row.totals for row in match.score_sheet()}
    before = (0,) * match.game.players
    lines = []
    for number, totals in ends.items():
        cells = [f"{total - was:+} = {total}" for total, was in zip(totals, before, strict=True)]
        lines.append((say("sheet.round", language, round=number), cells))
        before = totals
    return _table(match.names, lines)


def _table(names: Sequence[str], lines: list[tuple[str, list[str]]]) -> str:
    """Set the lines in columns below the names, as wide as the terminal shows them."""
    label = max([_LABEL, *(cell_len(title) for title, _ in lines)])
    columns = list(zip(names, *(cells for _, cells in lines), strict=True))
    widths = [max(_NARROWEST, *(cell_len(text) for text in column)) for column in columns]
    written = []
    for title, cells in [("", list(names)), *lines]:
        filled = [_padded(text, _GAP + width) for text, width in zip(cells, widths, strict=True)]
        written.append((_padded(title, -label) + "".join(filled)).rstrip())
    return "\n".join(written)


def _padded(text: str, width: int) -> str:
    """Fill up with blanks: at the left, or with a negative width at the right."""
    blanks = " " * (abs(width) - cell_len(text))
    return text + blanks if width < 0 else blanks + text


def _cell(row: Row, seat: int, in_full: bool) -> str:
    """Write what a turn brought one player, such as `+11 +40 = 63`; nothing for those it does not concern."""
    points = [entry.points for entry in row.account if entry.seat == seat]
    if not points and row.seat != seat:
        return ""
    told = " ".join(f"{number:+}" for number in points) if in_full and points else f"{sum(points):+}"
    return f"{told} = {row.totals[seat]}"
