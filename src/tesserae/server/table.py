"""A table: what the events of its log have made of it.

`happen` is the only way it changes, whether the event is new or read from the log again. It trusts the event: what
may happen is for `decisions` to say.
"""

from collections import Counter, deque
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from tesserae.games import read_game
from tesserae.games.game import Game
from tesserae.kernel.judgement import side
from tesserae.match import Match, Move
from tesserae.match.events import MatchAction
from tesserae.match.fairness import Fairness, commitment
from tesserae.server import events
from tesserae.server.clock import Clock
from tesserae.server.daily import daily_seed
from tesserae.server.events import Asked, Created, Entry, Said

Phase: TypeAlias = Literal["waiting", "playing", "over"]
CHAT_KEPT = 200


@dataclass
class Seat:
    """Who sits here, and who plays."""

    name: str = ""
    token: str = ""
    """The digest of the token; nothing for a seat that is free or a bot's."""
    level: str = ""
    """Of a bot; nothing for a person."""
    share: str | None = None
    """What the person has added to the seed."""
    is_away: bool = False
    stand_in: str | None = None
    """Who plays for a person who is away: a level, or "" for nobody. None: he plays himself."""

    @property
    def is_person(self) -> bool:
        """Whether a person has this seat, present or not."""
        return bool(self.token)

    @property
    def is_free(self) -> bool:
        """Whether anybody may still take it."""
        return not self.token and not self.level

    @property
    def decides(self) -> bool:
        """Whether a person plays here himself, and has a say in what is asked."""
        return self.is_person and self.stand_in is None


@dataclass
class Wish:
    """Something that somebody asked for, and who has agreed."""

    asked: Asked
    seq: int
    agreed: set[int]


@dataclass
class Table:
    """A table, from its creation on."""

    id: str
    created: Created
    game: Game
    seats: list[Seat]
    clock: Clock
    seq: int = 0
    """How many events there were."""
    played_seq: int = 0
    """The last one that changed the play: a command given before it is stale."""
    at: int = 0
    match: Match | None = None
    is_paused: bool = False
    overdue: int | None = None
    """The seat whose time has run out, until its turn ends."""
    watchable: bool = True
    wishes: dict[str, Wish] = field(default_factory=dict)
    talk: deque[Entry] = field(default_factory=lambda: deque(maxlen=CHAT_KEPT))
    talk_counts: Counter[int] = field(default_factory=Counter)
    """How often each seat has said something."""
    successor: str = ""
    absent: set[int] = field(default_factory=set)
    """The seats whose person has not been connected for a while; the one thing here that no event tells."""
    done: dict[tuple[int, str], int] = field(default_factory=dict)
    """The commands that were carried out, by whom and under which id, and the event each led to."""

    @classmethod
    def new(cls, table_id: str, entry: Entry) -> "Table":
        """Set a table up by the first event of its log."""
        created = entry.event
        if not isinstance(created, Created):
            raise TypeError(f"the log of {table_id} does not begin with a table")
        game = read_game(created.game, created.options)
        seats = [Seat(place.name, place.token, place.level) for place in created.places]
        table = cls(table_id, created, game, seats, Clock.wound_up(created.clock, game.players))
        table.watchable = created.watchable
        table.played_seq = entry.seq
        table._note(entry)
        return table

    # --- what it is like now -------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """Whether it waits for players, is played at, or is over."""
        return "waiting" if self.match is None else "over" if self.match.over else "playing"

    @cached_property
    def commitment(self) -> str:
        """What the house is committed to, see `match.fairness`; nothing for a deal of the day."""
        return "" if self.created.daily else commitment(self.id, bytes.fromhex(self.created.secret))

    @property
    def mover(self) -> int | None:
        """The seat to move, None while the table waits, rests or is over."""
        return None if self.match is None or self.is_paused else self.match.mover

    def deciding_seats(self) -> set[int]:
        """The seats of those who have a say."""
        return {number for number, seat in enumerate(self.seats) if seat.decides}

    def partners(self, seat: int) -> set[int]:
        """The seats that win together with this one, itself included."""
        start = self.game.start()[0]
        own = side(start, seat)
        return {number for number in range(self.game.players) if side(start, number) == own}

    # --- what happens --------------------------------------------------------------------------------------

    def happen(self, entry: Entry) -> None:
        """Let the next event of the log happen."""
        event = entry.event
        if self._changes_play(event):
            before = self.match.mover if self.match and not self._reopens_turn(event) else None
            self.clock.stop(entry.at, event.lag if isinstance(event, events.Moved) else 0)
            self._change(event)
            self._restart_clock(entry.at, before, event)
            self.played_seq = entry.seq
            if self.phase == "over":
                self._end()
        else:
            self._note_aside(entry)
        self._note(entry)

    def _changes_play(self, event: events.AnyEvent) -> bool:
        """Say so; coming back changes it only if somebody else has played meanwhile."""
        is_back = isinstance(event, events.Returned) and self.seats[event.seat].stand_in is None
        return event.changes_play and not is_back

    def _reopens_turn(self, event: events.AnyEvent) -> bool:
        """Say whether an event takes back a turn that had ended, so that one begins afresh."""
        if not isinstance(event, events.TookBack):
            return False
        return any(isinstance(deed, Move) and deed.ends_turn for deed in self._running().deeds[event.deeds :])

    def _note(self, entry: Entry) -> None:
        self.seq, self.at = entry.seq, entry.at
        if entry.command is not None:
            self.done[entry.by, entry.command] = entry.seq
        if isinstance(entry.event, events.Moved) and entry.by == entry.event.seat:
            self.seats[entry.by].is_away = False

    def _change(self, event: events.AnyEvent) -> None:
        match event:
            case events.Seated(seat, name, token):
                self.seats[seat] = Seat(name, token)
                self.done = {key: seq for key, seq in self.done.items() if key[0] != seat}
            case events.Staffed(seat, level):
                self.seats[seat] = Seat(level, "", level)
            case events.Ready(seat, share):
                self.seats[seat].share = share
            case events.Started():
                self._start()
            case events.Returned(seat):
                self._return(seat)
            case events.Replaced(seat, level):
                self.seats[seat].stand_in = level
                self.wishes.pop("replace", None)
            case events.Moved(seat, action, _, _):
                self._running().play(action, seat)
                self._forget_wishes()
            case events.Did(seat, deed):
                self._running().repeat_event(MatchAction(seat, deed))
            case events.TookBack(deeds):
                self._running().undo(deeds)
                self._forget_wishes()
            case events.Paused():
                self.is_paused = True
                self.wishes.pop("pause", None)
            case events.Resumed():
                self.is_paused = False
            case events.TimedOut(seat):
                self.overdue = seat
            case _:
                raise TypeError(f"{type(event).__name__} cannot happen now")

    def _note_aside(self, entry: Entry) -> None:
        """Let something happen that leaves the play as it is."""
        event = entry.event
        match event:
            case Asked(seat, wish):
                self.wishes[wish] = Wish(event, entry.seq, {seat})
            case events.Answered(seat, wish, agrees):
                if agrees:
                    self.wishes[wish].agreed.add(seat)
                else:
                    del self.wishes[wish]
            case events.Left(seat):
                self._leave(seat)
            case events.Returned(seat):
                self._return(seat)
            case events.Woken():
                self._wake(entry.at)
            case Said(seat) | events.Reacted(seat):
                self.talk.append(entry)
                self.talk_counts[seat] += 1
            case events.Watched(allowed):
                self.watchable = allowed
            case events.Rematched(table):
                self.successor = table
                self.wishes.pop("rematch", None)
            case _:
                raise TypeError(f"{type(event).__name__} cannot happen now")

    def _start(self) -> None:
        names = [seat.name for seat in self.seats]
        if self.created.daily:
            self.match = Match(self.game, daily_seed(self.game.name, self.created.daily), names=names)
            return
        shares = tuple(None if seat.share is None else bytes.fromhex(seat.share) for seat in self.seats)
        fairness = Fairness(self.id, bytes.fromhex(self.created.secret), shares)
        self.match = Match(self.game, fairness.seed(), names=names, fairness=fairness)

    def _leave(self, seat: int) -> None:
        if self.match is None:
            self.seats[seat] = Seat()
        else:
            self.seats[seat].is_away = True

    def _return(self, seat: int) -> None:
        self.seats[seat].is_away, self.seats[seat].stand_in = False, None
        if "replace" in self.wishes and self.wishes["replace"].asked.about == seat:
            del self.wishes["replace"]

    def _end(self) -> None:
        """Forget what has a sense only while the match is played."""
        self.is_paused = False
        self._forget_wishes()
        self.wishes.pop("replace", None)

    def _forget_wishes(self) -> None:
        """Forget what was asked about a position that has gone."""
        self.wishes.pop("undo", None)
        self.wishes.pop("pause", None)

    def _running(self) -> Match:
        if self.match is None:
            raise TypeError("the match has not begun")
        return self.match

    # --- time ----------------------------------------------------------------------------------------------

    def _restart_clock(self, at: int, before: int | None, event: events.AnyEvent) -> None:
        """Let the clock of the player to move run, wound up if his turn begins; `before` was to move until now."""
        now = self.match.mover if self.match else None
        last = self.match.last_move if self.match and isinstance(event, events.Moved) else None
        if now is not None and (now != before or (last and last.ends_turn)):
            self.overdue = None
            if last and self.seats[last.seat].decides:
                self.clock.end_turn(last.seat)
            self.clock.begin_turn(now)
        mover = self.mover
        if mover is not None and self.seats[mover].decides and self.overdue is None:
            self.clock.run(mover, at)

    def _wake(self, at: int) -> None:
        """Go on after the house was away: time did not run meanwhile; where days are counted, see `extend`."""
        seat = self.clock.running
        if seat is None:
            return
        if self.clock.rule.kind == "days":
            self.clock.stop(at)
            self.clock.extend(seat)
        else:
            self.clock.forgive()
        self.clock.run(seat, at)


def replay(table_id: str, entries: list[Entry]) -> Table:
    """Make a table of its log."""
    table = Table.new(table_id, entries[0])
    for entry in entries[1:]:
        table.happen(entry)
    return table
