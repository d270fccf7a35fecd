"""What a client is told of a table: built anew from what its seat may know, never cut out of the whole."""

from typing import Any

from tesserae.bots.analysis import Mistake, MoveValue
from tesserae.hinting import Answer
from tesserae.match import Deal, Event, Match, Move
from tesserae.match.match import event_view
from tesserae.server import protocol
from tesserae.server.consent import needed, undo_for
from tesserae.server.events import Entry, Reacted, Said
from tesserae.server.table import Seat, Table
from tesserae.words import Refused, Sentence


def table_view(
    table: Table,
    seat: int | None,
    is_owner: bool,
    present: set[int],
    now: int,
    public: dict[str, Any] | None = None,
) -> protocol.TableView:
    """Describe the whole table to a seat, or to a spectator; see `Match.view` for `public`."""
    created = table.created
    return protocol.TableView(
        table=table.id,
        seq=table.seq,
        game=table.game.name,
        options=table.game.options_dict(),
        phase=table.phase,
        seat=seat,
        is_owner=is_owner,
        seats=[_seat_view(place, number in present) for number, place in enumerate(table.seats)],
        match=None if table.match is None else table.match.view(seat, public),
        undo="" if seat is None else _undo(table, seat),
        clock=_clock_view(table, now),
        on_timeout=created.on_timeout,
        overdue=table.overdue,
        is_paused=table.is_paused,
        wishes=_wishes(table),
        fairness=_fairness(table),
        is_public=created.public,
        is_watchable=table.watchable,
        has_chat=created.chat,
        has_team_chat=created.team_chat,
        has_hints=created.hints,
        successor=table.successor,
    )


def _seat_view(seat: Seat, is_present: bool) -> protocol.SeatView:
    return protocol.SeatView(
        name=seat.name,
        kind="bot" if seat.level else "person" if seat.is_person else "open",
        level=seat.level,
        is_ready=seat.share is not None or bool(seat.level),
        is_present=is_present,
        is_away=seat.is_away,
        stand_in=seat.stand_in,
    )


def _undo(table: Table, seat: int) -> Any:
    if not table.seats[seat].decides:
        return ""
    try:
        return "now" if undo_for(table, seat).is_free or table.deciding_seats() == {seat} else "ask"
    except Refused:
        return ""


def _clock_view(table: Table, now: int) -> protocol.ClockView | None:
    clock = table.clock
    if not clock.is_used:
        return None
    left = list(clock.left)
    if clock.running is not None:
        left[clock.running] = max(0, left[clock.running] - max(0, now - clock.since))
    return protocol.ClockView(clock.rule, left, clock.running, now)


def _wishes(table: Table) -> list[protocol.WishView]:
    views = [
        protocol.WishView(
            wish=wish.asked.wish,
            seat=wish.asked.seat,
            about=wish.asked.about,
            level=wish.asked.level,
            agreed=sorted(wish.agreed),
            needed=sorted(needed(table, wish)),
        )
        for wish in table.wishes.values()
    ]
    agreed = table.match.draw_agreed_by if table.match else frozenset()
    if agreed:
        others = set(range(table.game.players)) - agreed
        views.append(protocol.WishView("draw", min(agreed), None, "", sorted(agreed), sorted(others)))
    return views


def _fairness(table: Table) -> protocol.FairnessView:
    daily, deals = table.created.daily, table.match.deal_count if table.match else 0
    if daily:
        return protocol.FairnessView("", [None] * len(table.seats), None, daily, deals)
    secret = table.created.secret if table.phase == "over" else None
    return protocol.FairnessView(table.commitment, [seat.share for seat in table.seats], secret, "", deals)


def summary(table: Table) -> protocol.TableSummary:
    """Describe a table to anybody who knows of it."""
    return protocol.TableSummary(
        table=table.id,
        game=table.game.name,
        options=table.game.options_dict(),
        phase=table.phase,
        seats=[protocol.PlaceView(seat.name, _seat_view(seat, False).kind, seat.level) for seat in table.seats],
        clock=table.created.clock,
        mover=table.match.mover if table.match else None,
        winners=list(table.match.winners) if table.match else [],
        is_public=table.created.public,
        is_watchable=table.watchable,
        updated=table.at,
    )


def talk(table: Table, entries: list[Entry], seat: int | None) -> protocol.Talk:
    """Tell a seat what was said, as far as it was meant for it."""
    hears = set() if seat is None else table.partners(seat)
    lines = []
    for entry in entries:
        match entry.event:
            case Said(speaker, text, to_team) if not to_team or speaker in hears:
                lines.append(protocol.TalkLine(entry.seq, entry.at, speaker, text, to_team, ""))
            case Reacted(speaker, reaction):
                lines.append(protocol.TalkLine(entry.seq, entry.at, speaker, "", False, reaction))
    return protocol.Talk(lines)


def history(match: Match, seq: int, query: str) -> protocol.History:
    """Tell all that happened, as everybody may know it."""
    events = [happened(event) for event in match.events]
    rows = [
        protocol.SheetRow(
            row.round, row.seat, list(row.moves), [entry._asdict() for entry in row.account], list(row.totals)
        )
        for row in match.score_sheet()
    ]
    return protocol.History(query, seq, events, rows)


def happened(event: Event) -> dict[str, Any]:
    """Describe a move, a deal or a deed as everybody may know it."""
    return event_view(event) if isinstance(event, Move | Deal) else {"seat": event.seat, "deed": event.deed.value}


def move_value(value: MoveValue) -> protocol.MoveValueView:
    """Write what a move is worth."""
    points = None if value.points is None else float(value.points)
    return protocol.MoveValueView(
        value.action, value.text, float(value.chance), points, value.decided_in, list(value.line)
    )


def answer(found: Answer) -> protocol.AnswerView:
    """Write what a move is worth by the tables."""
    value: Any = found.value.name.lower()
    return protocol.AnswerView(found.action, found.text, value, found.plies)


def mistake(found: Mistake, language: str) -> protocol.MistakeView:
    """Write a move that cost much."""
    played, better = move_value(found.played), move_value(found.better)
    return protocol.MistakeView(found.number, found.seat, played, better, reason(found.reason, language))


def reason(sentence: Sentence, language: str) -> protocol.Reason:
    """Write a sentence for a page, and say it."""
    return protocol.Reason(sentence.key, _plain_values(sentence), sentence.say(language))


def _plain_values(sentence: Sentence) -> dict[str, Any]:
    """Give the values of a sentence as plain JSON; a sentence among them is its key and values."""
    plain: dict[str, Any] = {}
    for name, value in sentence.values.items():
        if isinstance(value, Sentence):
            plain[name] = {"key": value.key, "values": _plain_values(value)}
        else:
            plain[name] = value if isinstance(value, str | int | float | bool | None) else str(value)
    return plain
