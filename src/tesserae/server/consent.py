"""What needs the consent of others, and whose: undo, pause, a stand-in for somebody who left, a rematch.

Everything that is asked for is one and the same thing, a wish; they differ only in who has to agree. A wish that
nobody else has to agree to is granted at once. A draw is asked for in the same way, but belongs to the match.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tesserae.match import Deal, Event, Match, Move
from tesserae.server.table import Table, Wish
from tesserae.words import Refused


@dataclass(frozen=True)
class Undo:
    """What taking back would mean for a seat."""

    deeds: int
    """How many deeds would be left."""
    is_free: bool
    """Whether it concerns nobody else."""


def undo_for(table: Table, seat: int) -> Undo:
    """Find what a seat may take back: freely only its own unfinished turn, never what has shown hidden tiles."""
    match = table.match
    if match is None or match.over:
        raise Refused("match.nothing_to_undo")
    last, later = _last_move(match, seat)
    if any(_shows_hidden(event) for event in (last, *later)):
        raise Refused("table.seen")
    is_free = match.mover == seat and not later and not last.ends_turn and table.overdue != seat
    return Undo(match.deed_count - len(later) - 1, is_free or match.game.players == 1)


def _last_move(match: Match, seat: int) -> tuple[Move, Sequence[Event]]:
    """Find the last move of a seat, and what has happened since."""
    events = match.events
    for number in reversed(range(len(events))):
        move = events[number]
        if isinstance(move, Move) and move.seat == seat:
            return move, events[number + 1 :]
    raise Refused("match.nothing_to_undo")


def _shows_hidden(event: Event) -> bool:
    return isinstance(event, Deal) or (isinstance(event, Move) and event.reveals)


def needed(table: Table, wish: Wish) -> set[int]:
    """Name the seats that still have to agree to a wish."""
    people = table.deciding_seats()
    if wish.asked.wish == "replace":
        people = {seat for seat in people if is_here(table, seat)}
    if wish.asked.wish == "rematch":
        people = {seat for seat in people if not table.seats[seat].is_away}
    return people - wish.agreed


def is_here(table: Table, seat: int) -> bool:
    """Say whether a person is at the table: has not left it, and is connected or was a moment ago.

    Who has days for a move need not be connected.
    """
    is_connected = seat not in table.absent or table.clock.rule.kind == "days"
    return is_connected and not table.seats[seat].is_away
