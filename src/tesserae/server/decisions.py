"""What a command brings about: events, or a refusal that says why not. Nothing here changes a table.

The rules of the game are the match's business; these are the manners of the table.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from msgspec import structs

from tesserae.bots import player
from tesserae.match import Match
from tesserae.match.checks import checked_names
from tesserae.match.events import Deed
from tesserae.match.fairness import MOST_SEED_BYTES
from tesserae.server import events, protocol
from tesserae.server.clock import MOST_LAG
from tesserae.server.consent import is_here, needed, undo_for
from tesserae.server.events import OWNER, AnyEvent
from tesserae.server.table import Seat, Table, Wish
from tesserae.words import Refused

MOST_TALK = 2000
"""Lines of chat of one player in a match; whoever has more to say may meet."""


class Stale(Refused):
    """The table has changed since the client saw it."""


@dataclass(frozen=True)
class Who:
    """By which right somebody acts."""

    seat: int | None
    is_owner: bool = False

    @property
    def by(self) -> int:
        """Who it is in the log."""
        return OWNER if self.seat is None else self.seat


def decide(table: Table, who: Who, command: protocol.AnyCommand, lag: int = 0) -> list[AnyEvent]:
    """Say what follows from a command; `lag` is how long it was on its way, as far as anybody knows."""
    if command.seq > table.seq:
        raise Refused("table.future", seq=command.seq, own=table.seq)
    match command:
        case protocol.Staff(_, _, seat, level):
            return _staff(table, _owner(who), seat, level)
        case protocol.Watch(_, _, allowed):
            _owner(who)
            return [events.Watched(allowed)] if allowed != table.watchable else []
    seat = _seat(table, who)
    if isinstance(command, protocol.Play | protocol.Ask | protocol.Answer | protocol.Resume):
        _check_decides(table, seat)
    match command:
        case protocol.Ready(_, _, share):
            return _ready(table, seat, share)
        case protocol.Play(_, _, move):
            return [_move(table, seat, _fresh(table, command), move, lag)]
        case protocol.Ask(_, _, wish, about, level):
            return _ask(table, seat, _fresh(table, command), wish, about, level)
        case protocol.Answer(_, _, wish, agrees):
            return _answer(table, seat, command.seq, wish, agrees)
        case protocol.Resume():
            if not table.is_paused:
                raise Refused("table.not_paused")
            return [events.Resumed()]
        case protocol.Resign():
            return _resign(table, seat)
        case protocol.Leave():
            return [] if table.seats[seat].is_away else [events.Left(seat)]
        case protocol.Return():
            own = table.seats[seat]
            return [events.Returned(seat)] if own.is_away or own.stand_in is not None else []
        case protocol.Say(_, _, text, to_team):
            return [_say(table, seat, text, to_team)]
        case protocol.React(_, _, reaction):
            _check_talk(table, seat)
            return [events.Reacted(seat, reaction)]
    raise TypeError(f"{type(command).__name__} is no command")


# --- before the start --------------------------------------------------------------------------------------


def take_seat(table: Table, name: str, seat: int | None, token: str) -> list[AnyEvent]:
    """Let a person sit down, on a certain seat or on the first that is free."""
    if any(place.token == token for place in table.seats):
        return []
    free = [number for number, place in enumerate(table.seats) if place.is_free]
    if table.match is not None or not free:
        raise Refused("table.full")
    if seat is not None:
        _existing(table, seat)
        if seat not in free:
            raise Refused("table.taken", seat=table.game.seat_name(seat))
    return [events.Seated(free[0] if seat is None else seat, checked_name(table, name), token)]


def checked_name(table: Table, name: str) -> str:
    """Accept the name of a person, without the blanks around it."""
    name = name.strip()
    checked_names(table.game, [name] * table.game.players)
    return name


def _ready(table: Table, seat: int, share: str) -> list[AnyEvent]:
    if table.match is not None:
        raise Refused("table.begun")
    if table.seats[seat].share is not None:
        raise Refused("table.ready_already")
    if len(share) > 2 * MOST_SEED_BYTES:
        raise Refused("table.long_share", limit=2 * MOST_SEED_BYTES)
    others = [place for number, place in enumerate(table.seats) if number != seat]
    used = "" if table.created.daily else share
    return [events.Ready(seat, used), *_start_if(all(map(_is_ready, others)))]


def _staff(table: Table, _by: int, seat: int, level: str) -> list[AnyEvent]:
    _existing(table, seat)
    if table.match is not None:
        raise Refused("table.begun")
    if table.seats[seat].is_person and is_here(table, seat):
        raise Refused("table.taken", seat=table.game.seat_name(seat))
    if level:
        player(level, table.game)
    others = [place for number, place in enumerate(table.seats) if number != seat]
    return [events.Staffed(seat, level), *_start_if(bool(level) and all(map(_is_ready, others)))]


def _is_ready(seat: Seat) -> bool:
    return bool(seat.level) or seat.share is not None


def _start_if(everybody_is_ready: bool) -> list[AnyEvent]:
    return [events.Started()] if everybody_is_ready else []


# --- playing -----------------------------------------------------------------------------------------------


def _move(table: Table, seat: int, match: Match, move: int | str, lag: int) -> events.Moved:
    _playing(table)
    if table.is_paused:
        raise Refused("table.paused")
    if table.overdue == seat:
        raise Refused("table.overdue")
    action = match.checked_move(move, seat)
    is_timed = table.clock.running == seat
    return events.Moved(seat, action, match.text(action), min(max(lag, 0), MOST_LAG) if is_timed else 0)


def _resign(table: Table, seat: int) -> list[AnyEvent]:
    match = _playing(table)
    if not match.game.can_resign:
        raise Refused("match.no_resigning", game=match.game.name)
    return [events.Did(seat, Deed.RESIGN)]


def house_move(table: Table, seat: int, action: int) -> list[AnyEvent]:
    """Let the house move for a seat: a bot, a stand-in, or whoever's time is up."""
    return [events.Moved(seat, action, _playing(table).text(action))]


def time_out(table: Table) -> list[AnyEvent]:
    """Say what follows when the clock of the player to move has run out."""
    seat = cast("int", table.clock.running)
    can_lose = table.created.on_timeout == "lose" and table.game.can_resign
    return [events.TimedOut(seat), *([events.Did(seat, Deed.RESIGN)] if can_lose else [])]


# --- asking and answering ----------------------------------------------------------------------------------


def _ask(table: Table, seat: int, match: Match, wish: str, about: int | None, level: str) -> list[AnyEvent]:
    if wish == "draw":
        return _offer_draw(table, seat, match)
    asked = _WISHES[wish](table, seat, about, level)
    imagined = Wish(asked, table.seq + 1, {seat})
    if wish == "undo" and undo_for(table, seat).is_free:
        return [asked, *_granted(imagined)]
    before = table.wishes.get(wish)
    if before is not None and structs.replace(before.asked, seat=seat) == asked:
        return _ask_again(table, seat, before)
    if before is not None and needed(table, before):
        raise Refused("table.asked_already")
    return [asked, *([] if needed(table, imagined) else _granted(imagined))]


def _ask_again(table: Table, seat: int, wish: Wish) -> list[AnyEvent]:
    """Ask for what was asked for already: that is to agree, or to find that nobody is left who has to."""
    others = needed(table, wish)
    if seat in others:
        return _agree(table, seat, wish)
    if others:
        raise Refused("table.asked_already")
    return _granted(wish)


def _agree(table: Table, seat: int, wish: Wish) -> list[AnyEvent]:
    agreed = Wish(wish.asked, wish.seq, wish.agreed | {seat})
    answered = events.Answered(seat, wish.asked.wish, True)
    return [answered, *([] if needed(table, agreed) else _granted(agreed))]


def _wish_undo(table: Table, seat: int, _about: int | None, _level: str) -> events.Asked:
    return events.Asked(seat, "undo", deeds=undo_for(table, seat).deeds)


def _wish_pause(table: Table, seat: int, _about: int | None, _level: str) -> events.Asked:
    _playing(table)
    if table.is_paused:
        raise Refused("table.paused")
    return events.Asked(seat, "pause")


def _wish_replace(table: Table, seat: int, about: int | None, level: str) -> events.Asked:
    _playing(table)
    _existing(table, -1 if about is None else about)
    about = cast("int", about)
    if not table.seats[about].is_person or about == seat or is_here(table, about):
        raise Refused("table.nobody_left", seat=table.game.seat_name(about))
    if level:
        player(level, table.game)
    elif not table.game.idle_moves:
        raise Refused("table.no_skipping", game=table.game.title)
    return events.Asked(seat, "replace", about, level)


def _wish_rematch(table: Table, seat: int, _about: int | None, _level: str) -> events.Asked:
    if table.phase != "over":
        raise Refused("table.not_over")
    if table.successor:
        raise Refused("table.has_rematch")
    return events.Asked(seat, "rematch")


_WISHES: dict[str, Callable[[Table, int, int | None, str], events.Asked]] = {
    "undo": _wish_undo,
    "pause": _wish_pause,
    "replace": _wish_replace,
    "rematch": _wish_rematch,
}


def _answer(table: Table, seat: int, seen: int, wish: str, agrees: bool) -> list[AnyEvent]:
    if wish == "draw":
        return _answer_draw(table, seat, seen, agrees)
    asked = table.wishes.get(wish)
    if asked is None:
        raise Refused("table.not_asked")
    if seen < asked.seq:
        raise Stale("table.stale")
    others = needed(table, asked)
    if seat not in (others if agrees else others | asked.agreed):
        raise Refused("table.agreed_already")
    return _agree(table, seat, asked) if agrees else [events.Answered(seat, asked.asked.wish, False)]


def _granted(wish: Wish) -> list[AnyEvent]:
    """Say what happens when everybody agrees; the table of a rematch is for the house to set up."""
    match wish.asked:
        case events.Asked(_, "undo", _, _, deeds):
            return [events.TookBack(cast("int", deeds))]
        case events.Asked(_, "pause"):
            return [events.Paused()]
        case events.Asked(_, "replace", about, level):
            return [events.Replaced(cast("int", about), level)]
    return []


def _offer_draw(table: Table, seat: int, match: Match) -> list[AnyEvent]:
    _playing(table)
    if not match.game.can_agree_draw:
        raise Refused("match.no_draws", game=match.game.name)
    if table.deciding_seats() != set(range(match.game.players)):
        raise Refused("table.bots_play_on")
    if match.draw_agreed_by:
        raise Refused("match.already_offered")
    return [events.Did(seat, Deed.OFFER_DRAW)]


def _answer_draw(table: Table, seat: int, seen: int, agrees: bool) -> list[AnyEvent]:
    match = _playing(table)
    if not match.draw_agreed_by:
        raise Refused("match.no_offer")
    if seen < table.played_seq:
        raise Stale("table.stale")
    if seat in match.draw_agreed_by:
        raise Refused("match.already_agreed", seat=match.title(seat))
    return [events.Did(seat, Deed.ACCEPT_DRAW if agrees else Deed.DECLINE_DRAW)]


# --- talk --------------------------------------------------------------------------------------------------


def _say(table: Table, seat: int, text: str, to_team: bool) -> events.Said:
    _check_talk(table, seat)
    said = " ".join(text.split())
    if not said or not said.isprintable():
        raise Refused("table.unprintable")
    if to_team and not (table.created.team_chat and len(table.partners(seat)) > 1):
        raise Refused("table.no_team_chat")
    return events.Said(seat, said, to_team)


def _check_talk(table: Table, seat: int) -> None:
    if not table.created.chat:
        raise Refused("table.no_chat")
    if table.talk_counts[seat] >= MOST_TALK:
        raise Refused("table.much_talk", limit=MOST_TALK)


# --- checks ------------------------------------------------------------------------------------------------


def _fresh(table: Table, command: protocol.Command) -> Match:
    """Give the match, if the client has seen how it stands."""
    match = _playing(table) if table.phase != "over" else cast("Match", table.match)
    if command.seq < table.played_seq:
        raise Stale("table.stale")
    return match


def _playing(table: Table) -> Match:
    if table.match is None:
        raise Refused("table.not_begun")
    if table.match.over:
        raise Refused("match.over")
    return table.match


def _seat(table: Table, who: Who) -> int:
    if who.seat is None or not table.seats[who.seat].is_person:
        raise Refused("table.only_players")
    return who.seat


def _check_decides(table: Table, seat: int) -> None:
    if not table.seats[seat].decides:
        raise Refused("table.replaced")


def _owner(who: Who) -> int:
    if not who.is_owner:
        raise Refused("table.only_owner")
    return who.by


def _existing(table: Table, seat: int) -> None:
    if not 0 <= seat < table.game.players:
        raise Refused("match.no_such_seat", seat=seat, last=table.game.players - 1)
