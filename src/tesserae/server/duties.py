"""What the house thinks about at a table: moves of bots and stand-ins, hints, reviews, all from masked states."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tesserae.bots import Budget, analyse, new_generator, player
from tesserae.bots.analysis import MoveValue, advice
from tesserae.hinting import answers, has_answers, hinter_of
from tesserae.match import Match
from tesserae.server import protocol, views
from tesserae.server.table import Table
from tesserae.words import Refused

STAND_IN = "casual"
"""Who moves for a player whose time is up."""
IDLE = ""
"""Nobody: the turn goes by as far as the rules allow."""


@dataclass(frozen=True)
class Thoughts:
    """How long the house thinks; iterations make it repeatable."""

    hint: Budget = field(default_factory=lambda: Budget(ms=1000))
    review: Budget = field(default_factory=lambda: Budget(ms=100))


def house_player(table: Table) -> str | None:
    """Say who of the house is to move: the level of a bot, IDLE, or None if it is a person's turn."""
    if table.mover is None:
        return None
    seat = table.seats[table.mover]
    if seat.level:
        return seat.level
    if seat.stand_in is not None:
        return seat.stand_in
    if table.overdue == table.mover:
        return IDLE if table.created.on_timeout == "skip" else STAND_IN
    return None


def think(table: Table, level: str) -> Callable[[], int]:
    """Prepare the choice of a move, to be made in another thread; only what the seat may know goes there."""
    match, seat = table.match, table.mover
    if match is None or seat is None:
        raise TypeError("nobody is to move")
    if level == IDLE:
        legal = {match.text(action): action for action in match.legal()}
        for text in match.game.idle_moves:
            if text in legal:
                action = legal[text]
                return lambda: action
    chooser = player(level or STAND_IN, match.game)
    masked, trail, budget = match.masked(seat), match.trail, Budget(ms=table.created.bot_ms)
    generator = new_generator(secrets.randbits(64))
    return lambda: int(chooser.choose(masked, seat, generator, budget, trail))


def prepare_hint(
    table: Table, seat: int | None, query: str, budget: Budget, language: str
) -> Callable[[], protocol.Hint]:
    """Prepare a hint for the player to move."""
    match, seat = _advised(table, seat)
    twin = match.copy()
    if getattr(match.game, "puzzle", None) is None:
        return lambda: _hint(query, analyse(twin, seat, budget).moves, language)
    hinter = hinter_of(match.game, budget)
    if hinter is None:
        raise Refused("table.no_solver")
    return lambda: protocol.Hint(query, views.reason(hinter(twin), language), [])


def prepare_answers(table: Table, seat: int | None, query: str) -> Callable[[], protocol.Answers]:
    """Prepare what the tables say to every move of the player to move."""
    match, _ = _advised(table, seat)
    if not has_answers(match.game):
        raise Refused("table.not_solved")
    twin = match.copy()
    return lambda: protocol.Answers(query, [views.answer(one) for one in answers(twin)])


def _advised(table: Table, seat: int | None) -> tuple[Match, int]:
    """Give the match and the player to move, if it is he who asks and the table allows hints."""
    match = begun_match(table)
    if not table.created.hints:
        raise Refused("table.no_hints")
    if seat is None:
        raise Refused("table.only_players")
    mover = match.acting_seat()
    if mover != seat:
        raise Refused("match.not_your_turn", seat=match.title(seat), mover=match.title(mover))
    return match, seat


def _hint(query: str, values: Sequence[MoveValue], language: str) -> protocol.Hint:
    reason = views.reason(advice(values[0]), language)
    return protocol.Hint(query, reason, [views.move_value(value) for value in values])


def prepare_review(table: Table, query: str, budget: Budget, language: str) -> Callable[[], protocol.Review]:
    """Prepare the review of a finished match."""
    match = begun_match(table)
    if not match.over:
        raise Refused("table.not_over")
    twin = match.copy()

    def work() -> protocol.Review:
        found = analyse(twin, None, budget).mistakes
        return protocol.Review(query, [views.mistake(mistake, language) for mistake in found])

    return work


def begun_match(table: Table) -> Match:
    """Give the match of a table; refuse if it has not begun."""
    if table.match is None:
        raise Refused("table.not_begun")
    return table.match
