"""What needs the consent of others, and whose: undo, pause, a stand-in for somebody who left, a rematch.

Everything that is asked for is one and the same thing, a wish; they differ only in who has to agree. A wish that
nobody else has to agree to is granted at once. A draw is asked for in the same way, but belongs to the match.
"""

from dataclasses import dataclass

from tesserae.match import Deal, Match, Move
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
    deeds = match.deeds
    own = [number for number, deed in enumerate(deeds) if isinstance(deed, Move) and deed.seat == seat]
    if not own:
        raise Refused("match.nothing_to_undo")
    back_to = own[-1]
    if _shows_hidden(match, back_to):
        raise Refused("table.seen")
    last = deeds[-1]
    is_own_turn = (
        match.mover == seat and back_to == len(deeds) - 1 and isinstance(last, Move) and not last.ends_turn
    )
    is_free = is_own_turn and table.overdue != seat
    return Undo(back_to, is_free or match.game.players == 1)


def _shows_hidden(match: Match, back_to: int) -> bool:
    """Say whether anything after the first so many deeds was a deal, or showed a player something hidden."""
    deeds = 0
    for event in match.events:
        is_deal = isinstance(event, Deal)
        deeds += not is_deal
        if deeds > back_to and (is_deal or (isinstance(event, Move) and event.reveals)):
            return True
    return False


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
