"""A match: a game with its options, a seed, and everything that has happened since.

The state is whatever the events make of the start, so saving, copying and taking back need nothing else.
"""

import secrets
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from tesserae.games.game import Game, Picture
from tesserae.kernel import single
from tesserae.kernel.play import ORDER_LIMIT, Trail
from tesserae.kernel.rules import CHANCE, OVER, Order, States
from tesserae.match.checks import GivenDeal, checked_deals, checked_names, checked_seed, read_deal
from tesserae.match.deals import Seed, deal_order
from tesserae.match.events import Deal, Deed, Event, MatchAction, Move, Outcome
from tesserae.match.fairness import Fairness
from tesserae.match.sheet import Row, score_sheet
from tesserae.words import Refused, Sentence, say

if TYPE_CHECKING:
    from rich.text import Text

_FIRST_TRAIL = 64
SPECTATOR = -1
ACTION_LIMIT = 1 << 31
"""No game has as many actions."""


def event_view(event: Move | Deal) -> dict[str, Any]:
    """Describe a move or a deal in plain JSON values, as everybody may know it."""
    remarks, account = [asdict(remark) for remark in event.remarks], [entry._asdict() for entry in event.account]
    shown: dict[str, Any] = vars(event) | {"remarks": remarks, "account": account}
    drawn: dict[str, Any] = shown.pop("drawn", {})
    return shown | drawn


def _actions_since_deal(events: Sequence[Event]) -> list[int]:
    actions: list[int] = []
    for event in reversed(events):
        if isinstance(event, Deal):
            break
        if isinstance(event, Move):
            actions.append(event.action)
    return actions[::-1]


class Match:
    """One match, from the first deal to its result."""

    def __init__(
        self,
        game: Game,
        seed: Seed | None = None,
        *,
        deals: Sequence[GivenDeal] | None = None,
        names: Sequence[str] | None = None,
        fairness: Fairness | None = None,
    ) -> None:
        """Set up the start; see `Setup.new`. `fairness` tells where the seed came from, for the record."""
        if deals is not None and seed is not None:
            raise Refused("match.seed_and_deals")
        self.game = game
        self.seed = None if seed is None else checked_seed(seed)
        self.deals = None if deals is None else checked_deals(deals)
        self.names = checked_names(game, names)
        self.fairness = fairness
        self._restart()

    def _restart(self) -> None:
        self._events: list[Event] = []
        self._moves: list[Move] = []
        self._agreed: frozenset[int] = frozenset()
        self._dealt = 0
        self._ended_round: States | None = None
        self._states = self.game.start()
        self._trail = np.zeros(_FIRST_TRAIL, np.uint64)
        self._actions = np.zeros(single.most_legal(self._states), np.int32)
        single.begin(self._states, self._trail)
        deals, self._ended_round = self._deal_when_due(self._states, self._trail)
        self._events.extend(deals)
        self._dealt = len(deals)
        self._see_whose_turn()
        if self.deals and not self._dealt:
            raise Refused("match.no_deals", game=self.game.name)

    def _see_whose_turn(self) -> None:
        """Ask the rules once after every change of the state: it is looked at many times."""
        self._turn = int(single.mover(self._states))

    # --- what it is like now -------------------------------------------------------------------------------

    @property
    def states(self) -> States:
        """The state, a copy, as an array of length one."""
        return self._states.copy()

    @property
    def trail(self) -> Trail:
        """The keys of the positions since the last move that cannot be undone, a copy; see `kernel.play`."""
        return self._trail.copy()

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened, deals included."""
        return tuple(self._events)

    @property
    def deeds(self) -> tuple[Move | MatchAction, ...]:
        """What the players have done: all events but the deals, which follow from them."""
        return tuple(event for event in self._events if not isinstance(event, Deal))

    @property
    def deed_count(self) -> int:
        """How many deeds there were."""
        return len(self._events) - self._dealt

    @property
    def deal_count(self) -> int:
        """How many deals there were."""
        return self._dealt

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the game among the events."""
        return tuple(self._moves)

    @property
    def move_count(self) -> int:
        """How many moves were made."""
        return len(self._moves)

    @property
    def last_move(self) -> Move | None:
        """The move made last."""
        return self._moves[-1] if self._moves else None

    @property
    def mover(self) -> int | None:
        """The seat to move, None when over or waiting for a deal."""
        return None if self._turn < 0 else self._turn

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._turn == OVER

    @property
    def waits_for_deal(self) -> bool:
        """Whether the next deal of a real table is still to be told; see `deal`."""
        return self._turn == CHANCE

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

    def checked_move(self, action: int | str, seat: int | None = None) -> int:
        """Return the number of a legal move, as a number or in notation; refuse any other, as `play` would."""
        return self._legal_number(action, seat)[0]

    def worth(self, action: int) -> int:
        """Say what an action would score by itself."""
        return int(single.worth(self._states, self._checked_number(action)))

    def text(self, action: int) -> str:
        """Write an action in notation."""
        return self.game.text(self._states[0], self._checked_number(action))

    # --- what happens --------------------------------------------------------------------------------------

    def play(self, action: int | str, seat: int | None = None) -> None:
        """Make a move, given as a number or in notation, for the seat to move.

        An illegal one raises ValueError that says why, and so does a `seat` whose turn it is not.
        """
        number, mover = self._legal_number(action, seat)
        text, undrawn = self.game.text(self._states[0], number), self.game.undrawn(self._states[0])
        drawn = self.game.move_view(self._states[0], number)
        states, trail = self._states, self._trail
        if self.deals is not None:  # typed deals can still be refused, and then nothing may have changed
            states, trail = states.copy(), trail.copy()
        run = single.step(states, number, trail)
        if run >= len(trail):
            trail = np.concatenate([trail, np.zeros_like(trail)])
        state = states[0]
        account = tuple(self.game.account(state))
        remarks = tuple(self.game.remarks(state, mover))
        move = Move(
            mover,
            number,
            text,
            drawn,
            remarks,
            account,
            self.game.ends_turn(state),
            self.game.ends_round(state),
            self.game.undrawn(state) < undrawn,
        )
        deals, ended_round = self._deal_when_due(states, trail)
        self._states, self._trail, self._ended_round = states, trail, ended_round
        self._see_whose_turn()
        self._dealt += len(deals)
        if self._agreed and (mover not in self._agreed or self.over):
            self._agreed = frozenset()
        self._moves.append(move)
        self._events += [move, *deals]

    def deal(self, deal: GivenDeal) -> None:
        """Tell the next deal of a match at a real table."""
        if self.deals is None or not self.waits_for_deal:
            raise Refused("match.no_deal_due")
        before = self.deals
        self.deals = (*before, *checked_deals([deal]))
        states, trail = self._states.copy(), self._trail.copy()
        try:
            deals, ended_round = self._deal_when_due(states, trail)
        except Refused:
            self.deals = before
            raise
        self._states, self._trail = states, trail
        self._see_whose_turn()
        self._ended_round = self._ended_round if ended_round is None else ended_round
        self._dealt += len(deals)
        self._events += deals

    def resign(self, seat: int | None = None) -> None:
        """Give up, for the seat to move or another one."""
        resigning = self.acting_seat(seat)
        if not self.game.can_resign:
            raise Refused("match.no_resigning", game=self.game.name)
        single.resign(self._states, resigning)
        self._see_whose_turn()
        self._agreed = frozenset()
        self._events.append(MatchAction(resigning, Deed.RESIGN))

    def offer_draw(self, seat: int | None = None) -> None:
        """Offer a draw; the offer stands until everybody agrees, or somebody who has not declines or moves."""
        offering = self.acting_seat(seat)
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
            self._see_whose_turn()
            self._agreed = frozenset()
        self._events.append(MatchAction(accepting, Deed.ACCEPT_DRAW))

    def decline_draw(self, seat: int) -> None:
        """Refuse the offered draw."""
        declining = self._answering_seat(seat)
        self._agreed = frozenset()
        self._events.append(MatchAction(declining, Deed.DECLINE_DRAW))

    def undo(self, to: int = -1) -> None:
        """Take back all deeds but the first `to`, by default the last; whether that is allowed is the table's."""
        deeds = self.deeds
        if not deeds or not -1 <= to < len(deeds):
            raise Refused("match.nothing_to_undo")
        self._replay(deeds[:to])

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
            case Deal():
                pass

    def copy(self) -> "Match":
        """Make a second match that is alike and goes its own way."""
        twin = Match(self.game, self.seed, deals=self.deals, names=self.names, fairness=self.fairness)
        twin._replay(self._events)
        return twin

    def _replay(self, events: Sequence[Event]) -> None:
        self._restart()
        for event in events:
            self.repeat_event(event)

    def _deal_when_due(self, states: States, trail: Trail) -> tuple[list[Deal], States | None]:
        """Deal as long as the game waits for it, and keep the end of the round that they wipe away."""
        deals: list[Deal] = []
        ended_round = None
        while single.mover(states) == CHANCE:
            number = self._dealt + len(deals)
            if self.deals is not None and number == len(self.deals):
                break
            if self.game.ends_round(states[0]):
                ended_round = states.copy()
            bounds = np.zeros(ORDER_LIMIT, np.int32)
            count = single.chance(states, bounds)
            single.deal(states, self._order(states, number, bounds[:count].tolist()), trail)
            remarks, account = self.game.deal_remarks(states[0]), self.game.account(states[0])
            deals.append(Deal(number + 1, tuple(remarks), tuple(account), self.game.ends_round(states[0])))
        return deals, ended_round

    def _order(self, states: States, number: int, bounds: list[int]) -> Order:
        """Find the numbers of a deal, counted from 0."""
        if self.deals is None:
            self.seed = secrets.token_bytes(32) if self.seed is None else self.seed
            return deal_order(self.seed, number, bounds)
        try:
            return np.array(read_deal(self.game, states[0], self.deals[number], bounds), np.int32)
        except Refused as refused:
            raise Refused("match.bad_deal", number=number + 1, reason=refused.sentence) from None

    # --- how it is shown -----------------------------------------------------------------------------------

    def masked(self, seat: int | None) -> States:
        """The state as a seat may know it; None is a spectator."""
        return single.mask(self._states, SPECTATOR if seat is None else self.existing_seat(seat))

    def view(self, seat: int | None = None, public: dict[str, Any] | None = None) -> dict[str, Any]:
        """Describe the match in plain JSON values, with only what a seat may know; None is a spectator.

        Whoever describes it to many passes on what a spectator sees, so that it is found only once.
        """
        public = self._public_view() if public is None else public
        if seat is None:
            return public
        seat = self.existing_seat(seat)
        return public | {
            "seat": seat,
            "legal": self._legal_view() if seat == public["mover"] else [],
            "ended_round": self._ended_round_view(seat, public["ended_round"]),
            "board": self._own_board(public["board"], seat),
        }

    def _own_board(self, public: dict[str, Any], seat: int) -> dict[str, Any]:
        return public | self.game.own_view(self.masked(seat)[0], seat) if self.game.hides else public

    def _public_view(self) -> dict[str, Any]:
        """Describe the match to a spectator."""
        last, outcome = self.last_move, self.outcome
        ended = self._masked_ended_round(None)
        return {
            "game": self.game.name,
            "version": self.game.version,
            "options": self.game.options_dict(),
            "names": list(self.names),
            "seats": [self.game.seat_name(number) for number in range(self.game.players)],
            "seat": None,
            "mover": self.mover,
            "legal": [],
            "move_number": self.move_count,
            "last": last and event_view(last),
            "dealt": [event_view(deal) for deal in self.fresh_deals],
            "ended_round": None if ended is None else self.game.view(ended[0], None),
            "draw_agreed_by": sorted(self._agreed),
            "scores": list(self.scores),
            "over": self.over,
            "winners": list(self.winners),
            "reason": outcome and outcome.reason,
            "board": self.game.view(self.masked(None)[0], None),
        }

    def picture(self, seat: int | None = None) -> Picture:
        """Draw the board as a seat sees it, in spans of text with a style each."""
        return self.game.picture(self.masked(seat)[0], seat, _actions_since_deal(self._events))

    def ended_round_picture(self, seat: int | None = None) -> Picture | None:
        """Draw the board as the last round left it, as long as nobody has done anything in the new one."""
        ended = self._masked_ended_round(seat)
        before_deals = self._events[: len(self._events) - len(self.fresh_deals)]
        return None if ended is None else self.game.picture(ended[0], seat, _actions_since_deal(before_deals))

    def caption(self, seat: int | None = None) -> list[Sentence]:
        """Tell what belongs below the picture."""
        names = [self.title(number) for number in range(self.game.players)]
        return self.game.caption(self.masked(seat)[0], seat, names)

    def ended_round_caption(self, seat: int | None = None) -> list[Sentence]:
        """Tell what belongs below the picture of the ended round."""
        ended = self._masked_ended_round(seat)
        names = [self.title(number) for number in range(self.game.players)]
        return [] if ended is None else self.game.caption(ended[0], seat, names)

    def score_sheet(self) -> list[Row]:
        """Give the score sheet: a row for each turn, with what it scored and the running totals."""
        return score_sheet(self._events, self.game.players)

    def status(self, language: str = "en") -> str:
        """Say in one line whose turn it is, or who has won and why."""
        outcome = self.outcome
        if outcome is None:
            mover = self.mover
            if mover is None:
                return say("status.waits", language, number=self._dealt + 1)
            return say("status.to_move", language, name=self.title(mover))
        reason = say(f"{self.game.words}.ending.{outcome.reason}", language)
        if self.game.players == 1:
            return say("status.alone", language, name=self.title(0), points=self.scores[0], reason=reason)
        if not outcome.winners:
            return say("status.draw", language, reason=reason)
        names = " + ".join(self.title(seat) for seat in outcome.winners)
        return say("status.won", language, names=names, reason=reason)

    def title(self, seat: int) -> str:
        """Name a seat by its place and its player."""
        seat = self.existing_seat(seat)
        place = self.game.seat_name(seat)
        return place if self.names[seat] == place else f"{self.names[seat]} ({place})"

    def record(self) -> str:
        """Write the match as text that `tesserae.load` reads."""
        from tesserae.match.record import write_record

        return write_record(self)

    def __rich__(self) -> "Text":
        """The same as `str`, in colour, for `rich.print`."""
        from tesserae.match.colour import coloured

        return coloured([*self.picture(), (f"\n{self._legend()}", "")])

    def __str__(self) -> str:
        board = "".join(text for text, _ in self.picture())
        return f"{board}\n{self._legend()}"

    def _legend(self) -> str:
        return "\n".join([*(line.say() for line in self.caption()), self.status()])

    def __repr__(self) -> str:
        return f"<Match {self.game!r}, {self.move_count} moves, {self.status()}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self.record() == other.record()

    __hash__ = None  # type: ignore[assignment]  # a match changes

    def _legal_view(self) -> list[dict[str, Any]]:
        return self.game.legal_view(self._states, self.legal())

    @property
    def fresh_deals(self) -> list[Deal]:
        """The deals since the last deed."""
        fresh: list[Deal] = []
        for event in reversed(self._events):
            if not isinstance(event, Deal):
                break
            fresh.append(event)
        return fresh[::-1]

    def _ended_round_view(self, seat: int, public: dict[str, Any] | None) -> dict[str, Any] | None:
        ended = self._masked_ended_round(seat)
        return None if ended is None or public is None else public | self.game.own_view(ended[0], seat)

    def _masked_ended_round(self, seat: int | None) -> States | None:
        """Give the end of the last round as a seat may know it, until somebody does something in the new one."""
        number = SPECTATOR if seat is None else self.existing_seat(seat)
        if self._ended_round is None or not self.fresh_deals:
            return None
        return single.mask(self._ended_round, number)

    # --- checks: everything is refused before anything is changed -------------------------------------------

    def _legal_number(self, action: int | str, seat: int | None) -> tuple[int, int]:
        mover = self.mover
        if mover is None:
            raise self._no_mover()
        if seat is not None and self.existing_seat(seat) != mover:
            raise Refused("match.not_your_turn", seat=self.title(seat), mover=self.title(mover))
        number = self.game.parse(self._states[0], action) if isinstance(action, str) else action
        if type(number) is not int or not 0 <= number < ACTION_LIMIT:
            number = self._checked_number(number)
        if not single.is_legal(self._states, number):
            self._checked_number(number)
            raise self.game.refusal(self._states[0], number)
        return number, mover

    def _checked_number(self, action: int) -> int:
        numbers = single.space(self._states)
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise Refused("match.not_an_action", action=repr(action)[:40], last=numbers - 1)
        if not 0 <= action < numbers:
            raise Refused("match.no_such_action", action=str(action)[:40], last=numbers - 1)
        return int(action)

    def existing_seat(self, seat: int) -> int:
        """Return a seat of this match; refuse any other."""
        is_number = type(seat) is int or isinstance(seat, np.integer)
        if not is_number or not 0 <= seat < self.game.players:
            raise Refused("match.no_such_seat", seat=repr(seat)[:40], last=self.game.players - 1)
        return int(seat)

    def acting_seat(self, seat: int | None = None) -> int:
        """Return a seat while the match runs, by default the one to move; refuse when nobody may act."""
        mover = self.mover
        if mover is None:
            raise self._no_mover()
        return mover if seat is None else self.existing_seat(seat)

    def _no_mover(self) -> Refused:
        if self.waits_for_deal:
            return Refused("match.deal_missing", number=self._dealt + 1)
        return Refused("match.over")

    def _answering_seat(self, seat: int) -> int:
        answering = self.acting_seat(seat)
        if not self._agreed:
            raise Refused("match.no_offer")
        if answering in self._agreed:
            raise Refused("match.already_agreed", seat=self.title(answering))
        return answering
