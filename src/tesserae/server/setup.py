"""A table as it is wanted, checked before it is made; and the next one, for a rematch."""

import secrets
from datetime import UTC, date, datetime

from tesserae.bots import player
from tesserae.games import make_game
from tesserae.games.game import Game
from tesserae.games.options import option_texts
from tesserae.match.checks import checked_names
from tesserae.match.fairness import SECRET_BYTES, commitment
from tesserae.server import protocol
from tesserae.server.daily import daily_options, read_day
from tesserae.server.events import ClockRule, Created, Place
from tesserae.server.table import Table
from tesserae.server.tokens import digest, new_token
from tesserae.words import Refused

LONGEST = {"turn": 24 * 3600, "player": 24 * 3600, "days": 60}
"""The longest time of each kind of clock, in its own unit."""


def created_event(
    table_id: str, wanted: protocol.NewTable, today: date | None = None
) -> tuple[Created, protocol.TableCreated]:
    """Make the first event of a table, and the answer to whoever wanted it: the only place its tokens are told."""
    if wanted.daily:
        game = _daily_game(wanted, today or datetime.now(UTC).date())
    else:
        game = make_game(wanted.game, wanted.options)
    seats = [*wanted.seats, *[protocol.NewSeat()] * (game.players - len(wanted.seats))]
    if len(seats) != game.players:
        raise Refused("table.many_seats", given=len(seats), count=game.players)
    tokens = {number: new_token() for number, seat in enumerate(seats) if seat.name}
    places = [_place(game, seat, tokens.get(number)) for number, seat in enumerate(seats)]
    _check_clock(game, wanted)
    owner, watch = new_token(), new_token()
    secret = b"" if wanted.daily else secrets.token_bytes(SECRET_BYTES)
    created = Created(
        game=game.name,
        options=option_texts(game.options),
        places=places,
        secret=secret.hex(),
        owner=digest(owner),
        watch=digest(watch),
        clock=wanted.clock,
        on_timeout=wanted.on_timeout,
        public=wanted.public,
        watchable=wanted.watchable,
        chat=wanted.chat,
        team_chat=wanted.team_chat,
        hints=wanted.hints,
        bot_ms=wanted.bot_ms,
        daily=wanted.daily,
    )
    shown = {str(number): token for number, token in tokens.items()}
    settled = commitment(table_id, secret) if secret else ""
    return created, protocol.TableCreated(table_id, owner, watch, shown, settled)


def _daily_game(wanted: protocol.NewTable, today: date) -> Game:
    """Choose the game of a day's deal; it has the same options for everybody, so none may be given but these."""
    options = daily_options(wanted.game, read_day(wanted.daily, today))
    if any(options.get(name) != value for name, value in wanted.options.items()):
        raise Refused("table.daily_options")
    return make_game(wanted.game, options)


def rematch_event(table: Table) -> Created:
    """Make the first event of a rematch: the same people and rights, everybody one seat on, a new secret.

    The seats of those who have left are open. A deal of the day is the same again.
    """
    seats = [*table.seats[1:], *table.seats[:1]]
    places = [Place() if seat.is_away else Place(seat.name, seat.token, seat.level) for seat in seats]
    before = table.created
    return Created(
        **{name: getattr(before, name) for name in before.__struct_fields__ if name not in _OWN},
        places=places,
        secret="" if before.daily else secrets.token_hex(SECRET_BYTES),
        watchable=table.watchable,
        before=table.id,
    )


_OWN = {"places", "secret", "watchable", "before"}


def _place(game: Game, seat: protocol.NewSeat, token: str | None) -> Place:
    if seat.name and seat.level:
        raise Refused("table.name_or_level", name=seat.name, level=seat.level)
    if seat.level:
        player(seat.level, game)
        return Place(seat.level, "", seat.level)
    if token is None:
        return Place()
    name = seat.name.strip()
    checked_names(game, [name] * game.players)
    return Place(name, digest(token))


def _check_clock(game: Game, wanted: protocol.NewTable) -> None:
    clock: ClockRule = wanted.clock
    if clock.kind == "none":
        if clock.amount or clock.increment:
            raise Refused("table.clock_none")
    elif not 1 <= clock.amount <= LONGEST[clock.kind]:
        raise Refused("table.clock_amount", amount=clock.amount, kind=clock.kind, most=LONGEST[clock.kind])
    elif clock.increment and (clock.kind != "player" or not 0 <= clock.increment <= 3600):
        raise Refused("table.clock_increment", increment=clock.increment)
    if wanted.on_timeout == "skip" and not game.idle_moves:
        raise Refused("table.no_skipping", game=game.title)
