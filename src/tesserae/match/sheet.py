"""The score sheet, as on the pad in the box: a row for each turn, a column for each player, running totals."""

from collections.abc import Sequence
from typing import NamedTuple

from tesserae.games.game import Entry
from tesserae.match.events import Deal, Event, MatchAction


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
