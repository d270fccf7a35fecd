"""The score sheet, as on the pad in the box: a row for each turn, a column for each player, running totals."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tesserae.games.game import Entry
from tesserae.match.events import Deal, Event, MatchAction, Move
from tesserae.words import say

if TYPE_CHECKING:
    from tesserae.match.match import Match


_NARROWEST = 12
"""The width of a column in letters, at least."""


class Row(NamedTuple):
    """One turn, or what a deal scored by itself."""

    round: int
    seat: int | None
    """Whose turn; None for a deal."""
    moves: tuple[str, ...]
    account: tuple[Entry, ...]
    """Every change, for everybody, in the order in which it came about."""
    totals: tuple[int, ...]
    """Everybody's points afterwards."""


def score_sheet(events: Sequence[Event], players: int) -> list[Row]:
    """Collect the moves of each turn in a row; deals have one only if they score."""
    rows: list[Row] = []
    totals = [0] * players
    round_number, is_new_turn = 1, True
    for event in events:
        if isinstance(event, MatchAction):
            continue
        for entry in event.account:
            totals[entry.seat] += entry.points
        if isinstance(event, Deal):
            if event.account:
                rows.append(Row(round_number, None, (), event.account, tuple(totals)))
        elif is_new_turn:
            rows.append(Row(round_number, event.seat, (event.text,), event.account, tuple(totals)))
        else:
            turn = rows[-1]
            moves, account = (*turn.moves, event.text), turn.account + event.account
            rows[-1] = turn._replace(moves=moves, account=account, totals=tuple(totals))
        is_new_turn = isinstance(event, Deal) or event.ends_turn
        round_number += event.ends_round
    return rows


def account_text(match: "Match", event: Move | Deal, language: str = "en") -> str:
    """Say what a move or a deal scored: +11 tile, +40 bridge."""
    seat = event.seat if isinstance(event, Move) else None
    told = []
    for entry in event.account:
        whose = "" if entry.seat == seat else f"{match.title(entry.seat)}: "
        told.append(f"{whose}{entry.points:+} {say(f'{match.game.words}.account.{entry.what}', language)}")
    return ", ".join(told)


def sheet_text(match: "Match", language: str = "en") -> str:
    """Write the score sheet as a table: in each column what was scored, and behind it the total."""
    rows = match.score_sheet()
    seats = range(match.game.players)
    cells = [[_cell(row, seat) for seat in seats] for row in rows]
    names = [match.names[seat] for seat in seats]
    widths = [max(_NARROWEST, *(len(text) for text in (names[s], *(cell[s] for cell in cells)))) for s in seats]
    lines = [" " * 6 + "  ".join(f"{name:>{width}}" for name, width in zip(names, widths, strict=True))]
    for number, (row, texts) in enumerate(zip(rows, cells, strict=True)):
        if number == 0 or rows[number - 1].round != row.round:
            lines.append(say("sheet.round", language, round=row.round))
        line = "  ".join(f"{text:>{width}}" for text, width in zip(texts, widths, strict=True))
        lines.append(f"{number + 1:>4}  {line}".rstrip())
    return "\n".join(lines)


def _cell(row: Row, seat: int) -> str:
    """Write what a turn brought one player, such as `+11 +40 = 63`; nothing for those it does not concern."""
    points = [f"{entry.points:+}" for entry in row.account if entry.seat == seat]
    if not points and row.seat != seat:
        return ""
    return f"{' '.join(points) or '0'} = {row.totals[seat]}"
