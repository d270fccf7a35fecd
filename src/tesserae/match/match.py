"""A match: a game with its options, a seed, and everything that has happened since.

The state is whatever the events make of the start, so saving, copying and taking back need nothing else.
"""

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tesserae.games.game import Game, Picture
from tesserae.kernel import single
from tesserae.kernel.play import ORDER_LIMIT
from tesserae.kernel.rules import CHANCE, OVER, Order, States
from tesserae.match.chance import Seed, deal_order
from tesserae.match.events import Deed, Event, MatchAction, Move, Outcome
from tesserae.words import Refused, say

_FIRST_TRAIL = 64
_NAME_LENGTH = 40
SPECTATOR = -1


@dataclass(frozen=True)
class Setup:
    """A game with its options, ready for matches."""

    game: Game

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.game.players

    @property
    def options(self) -> dict[str, Any]:
        """Every option with its value."""
        return self.game.options_dict()

    def new(
        self,
        seed: Seed | None = None,
        *,
        deals: Sequence[Sequence[int]] | None = None,
        names: Sequence[str] | None = None,
    ) -> "Match":
        """Start a match: dealt from a seed (None: a secret one), or from deals that happened at a real table."""
        return Match(self.game, seed, deals=deals, names=names)

    def __repr__(self) -> str:
        return repr(self.game)


class Match:
    """One match, from the first deal to its result."""

    def __init__(
        self,
        game: Game,
        seed: Seed | None = None,
        *,
        deals: Sequence[Sequence[int]] | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        """Set up the start; see `Setup.new`."""
        self.game = game
        if deals is not None and seed is not None:
            raise Refused("match.seed_and_deals")
        self.seed = _checked_seed(seed)
        self.deals = None if deals is None else tuple(tuple(order) for order in deals)
        self.names = checked_names(game, names)
        self._restart()

    def _restart(self) -> None:
        self._states = self.game.start()
        self._trail = np.zeros(_FIRST_TRAIL, np.uint64)
        self._actions = np.zeros(single.space(self._states), np.int32)
        self._events: list[Event] = []
        self._agreed: frozenset[int] = frozenset()
        self._dealt = 0
        self._deal_when_due()
        if not self._dealt:
            single.note(self._states, self._trail)

    # --- what it is like now -------------------------------------------------------------------------------

    @property
    def states(self) -> States:
        """The state, a copy, as an array of length one."""
        return self._states.copy()

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened."""
        return tuple(self._events)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the game among the events."""
        return tuple(event for event in self._events if isinstance(event, Move))

    @property
    def mover(self) -> int | None:
        """The seat to move, None when over."""
        seat = int(single.mover(self._states))
        return None if seat == OVER else seat

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.mover is None

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat so far."""
        return tuple(int(single.points(self._states, seat)) for seat in range(self.game.players))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty for a draw and while the match runs."""
        won = int(single.winners(self._states))
        return tuple(seat for seat in range(self.game.players) if won >> seat & 1)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, None while it runs."""
        reason = self.game.endings[int(single.ending(self._states))]
        return Outcome(reason, self.winners) if reason else None

    @property
    def draw_agreed_by(self) -> frozenset[int]:
        """The seats that stand by the open offer of a draw; empty when there is none."""
        return self._agreed

    def legal(self) -> list[int]:
        """List the legal actions in rising order; empty when over."""
        count = single.legal(self._states, self._actions)
        actions: list[int] = self._actions[:count].tolist()
        return actions

    def text(self, action: int) -> str:
        """Write an action in notation."""
        self._check_number(action)
        return self.game.text(self._states[0], int(action))

    # --- what happens --------------------------------------------------------------------------------------

    def play(self, action: int | str, seat: int | None = None) -> None:
        """Make a move, given as a number or in notation, for the seat to move.

        An illegal one raises ValueError that says why, and so does a `seat` whose turn it is not.
        """
        number, mover = self._legal_number(action, seat)
        text = self.game.text(self._states[0], number)
        run = single.step(self._states, number, self._trail)
        if run >= len(self._trail):
            self._trail = np.concatenate([self._trail, np.zeros_like(self._trail)])
        if mover not in self._agreed or self.over:
            self._agreed = frozenset()
        self._events.append(Move(mover, number, text, self.game.skipped(self._states[0], mover)))
        self._deal_when_due()

    def resign(self, seat: int | None = None) -> None:
        """Give up, for the seat to move or another one."""
        resigning = self._acting_seat(seat)
        if not self.game.can_resign:
            raise Refused("match.no_resigning", game=self.game.name)
        single.resign(self._states, resigning)
        self._agreed = frozenset()
        self._events.append(MatchAction(resigning, Deed.RESIGN))

    def offer_draw(self, seat: int | None = None) -> None:
        """Offer a draw; the offer stands until everybody agrees, or somebody who has not declines or moves."""
        offering = self._acting_seat(seat)
        if not self.game.can_agree_draw:
            raise Refused("match.no_draws", game=self.game.name)
        if self._agreed:
            raise Refused("match.already_offered")
        self._agreed = frozenset({offering})
        self._events.append(MatchAction(offering, Deed.OFFER_DRAW))

    def accept_draw(self, seat: int) -> None:
        """Agree to the offered draw; it is agreed when every seat has."""
        accepting = self._answering_seat(seat)
        self._agreed |= {accepting}
        if len(self._agreed) == self.game.players:
            single.agree_draw(self._states)
            self._agreed = frozenset()
        self._events.append(MatchAction(accepting, Deed.ACCEPT_DRAW))

    def decline_draw(self, seat: int) -> None:
        """Refuse the offered draw."""
        declining = self._answering_seat(seat)
        self._agreed = frozenset()
        self._events.append(MatchAction(declining, Deed.DECLINE_DRAW))

    def undo(self) -> None:
        """Take back the last thing that happened; whether that is allowed is for the table to say."""
        if not self._events:
            raise Refused("match.nothing_to_undo")
        self._replay(self._events[:-1])

    def repeat_event(self, event: Event) -> None:
        """Let something happen as it did in another match."""
        match event:
            case Move():
                self.play(event.action, event.seat)
            case MatchAction(seat, Deed.RESIGN):
                self.resign(seat)
            case MatchAction(seat, Deed.OFFER_DRAW):
                self.offer_draw(seat)
            case MatchAction(seat, Deed.ACCEPT_DRAW):
                self.accept_draw(seat)
            case MatchAction(seat, Deed.DECLINE_DRAW):
                self.decline_draw(seat)

    def copy(self) -> "Match":
        """Make a second match that is alike and goes its own way."""
        twin = Match(self.game, self.seed, deals=self.deals, names=self.names)
        twin._replay(self._events)
        return twin

    def _replay(self, events: Sequence[Event]) -> None:
        self._restart()
        for event in events:
            self.repeat_event(event)

    # --- how it is shown -----------------------------------------------------------------------------------

    def masked(self, seat: int | None) -> States:
        """The state as a seat may know it; None is a spectator."""
        return single.mask(self._states, SPECTATOR if seat is None else self._existing_seat(seat))

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Describe the match in plain JSON values, with only what a seat may know; None is a spectator."""
        masked = self.masked(seat)[0]
        mover = self.mover
        moves = self.moves
        last = moves[-1] if moves else None
        outcome = self.outcome
        return {
            "game": self.game.name,
            "version": self.game.version,
            "options": self.game.options_dict(),
            "names": list(self.names),
            "seats": [self.game.seat_name(number) for number in range(self.game.players)],
            "seat": seat,
            "mover": mover,
            "legal": [{"action": action, "text": self.text(action)} for action in self.legal()]
            if seat is not None and seat == mover
            else [],
            "move_number": len(moves),
            "last": asdict(last) if last else None,
            "draw_agreed_by": sorted(self._agreed),
            "scores": list(self.scores),
            "over": self.over,
            "winners": list(self.winners),
            "reason": outcome and outcome.reason,
            "board": self.game.view(masked),
        }

    def picture(self, seat: int | None = None) -> Picture:
        """Draw the board as a seat sees it, in spans of text with a style each."""
        moves = self.moves
        return self.game.picture(self.masked(seat)[0], moves[-1].action if moves else None)

    def status(self, language: str = "en") -> str:
        """Say in one line whose turn it is, or who has won and why."""
        outcome = self.outcome
        if outcome is None:
            mover = self.mover
            return "" if mover is None else say("status.to_move", language, name=self.title(mover))
        reason = say(f"{self.game.name}.ending.{outcome.reason}", language)
        if not outcome.winners:
            return say("status.draw", language, reason=reason)
        names = " + ".join(self.title(seat) for seat in outcome.winners)
        return say("status.won", language, names=names, reason=reason)

    def title(self, seat: int) -> str:
        """Name a seat by its place and its player."""
        place = self.game.seat_name(seat)
        return place if self.names[seat] == place else f"{self.names[seat]} ({place})"

    def record(self) -> str:
        """Write the match as text that `tesserae.load` reads."""
        from tesserae.match.record import write_record

        return write_record(self)

    def __str__(self) -> str:
        board = "".join(text for text, _ in self.picture())
        return f"{board}\n{self.status()}"

    def __repr__(self) -> str:
        return f"<Match {self.game!r}, {len(self.moves)} moves, {self.status()}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self.record() == other.record()

    __hash__ = None  # type: ignore[assignment]  # a match changes

    # --- checks: everything is refused before anything is changed -------------------------------------------

    def _legal_number(self, action: int | str, seat: int | None) -> tuple[int, int]:
        mover = self.mover
        if mover is None:
            raise Refused("match.over")
        if seat is not None and self._existing_seat(seat) != mover:
            raise Refused("match.not_your_turn", seat=self.title(seat), mover=self.title(mover))
        if isinstance(action, str):
            number = self.game.parse(self._states[0], action)
        else:
            self._check_number(action)
            number = int(action)
        if not single.is_legal(self._states, number):
            raise self.game.refusal(self._states[0], number)
        return number, mover

    def _check_number(self, action: int) -> None:
        numbers = len(self._actions)
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise Refused("match.not_an_action", action=repr(action)[:40], last=numbers - 1)
        if not 0 <= action < numbers:
            raise Refused("match.no_such_action", action=str(action)[:40], last=numbers - 1)

    def _existing_seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.game.players:
            raise Refused("match.no_such_seat", seat=repr(seat)[:40], last=self.game.players - 1)
        return seat

    def _acting_seat(self, seat: int | None) -> int:
        mover = self.mover
        if mover is None:
            raise Refused("match.over")
        return mover if seat is None else self._existing_seat(seat)

    def _answering_seat(self, seat: int) -> int:
        answering = self._acting_seat(seat)
        if not self._agreed:
            raise Refused("match.no_offer")
        if answering in self._agreed:
            raise Refused("match.already_agreed", seat=self.title(answering))
        return answering

    def _deal_when_due(self) -> None:
        while single.mover(self._states) == CHANCE:
            bounds = np.zeros(ORDER_LIMIT, np.int32)
            count = single.chance(self._states, bounds)
            order = self._next_order(bounds[:count].tolist())
            single.deal(self._states, order, self._trail)
            self._dealt += 1

    def _next_order(self, bounds: list[int]) -> Order:
        if self.deals is None:
            self.seed = secrets.token_bytes(32) if self.seed is None else self.seed
            return deal_order(self.seed, self._dealt, bounds)
        if self._dealt == len(self.deals):
            raise Refused("match.deal_missing", number=self._dealt + 1)
        order = self.deals[self._dealt]
        if len(order) != len(bounds) or not all(0 <= n < bound for n, bound in zip(order, bounds, strict=False)):
            raise Refused("match.bad_deal", number=self._dealt + 1, count=len(bounds), bounds=bounds)
        return np.array(order, np.int32)


def _checked_seed(seed: Seed | None) -> Seed | None:
    if seed is None or (isinstance(seed, int) and not isinstance(seed, bool) and abs(seed) < 1 << 256):
        return seed
    if isinstance(seed, bytes) and 0 < len(seed) <= 64:
        return seed
    raise Refused("match.bad_seed", seed=repr(seed)[:80])


def checked_names(game: Game, names: Sequence[str] | None) -> tuple[str, ...]:
    """Check the names of the players; without any, the seats' own names serve."""
    if names is None:
        return tuple(game.seat_name(seat) for seat in range(game.players))
    if isinstance(names, str) or len(names) != game.players:
        raise Refused("match.wrong_names", count=game.players, names=repr(names)[:80])
    for name in names:
        is_text = isinstance(name, str) and name.isprintable() and name == name.strip()
        if not (is_text and 0 < len(name) <= _NAME_LENGTH) or set(name) & set(",#"):
            raise Refused("match.bad_name", name=repr(name)[:80], length=_NAME_LENGTH)
    return tuple(names)
