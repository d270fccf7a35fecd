"""The deals of the day: made of the date alone, so that everybody has the same, and nobody a secret.

Whoever wants can compute them beforehand. That is plainly said wherever it matters: a table with such a deal has
no commitment, no shares and no secret.
"""

import hashlib
import re
from datetime import UTC, date, datetime
from typing import TypeAlias

from tesserae.games.puzzelino.puzzles import shipped
from tesserae.server import protocol
from tesserae.words import Refused

Options: TypeAlias = dict[str, str | int | None]
GAMES = ("puzzelino", "triominos", "tripple")
"""The games that one can play alone."""
FIRST = date(2026, 1, 1)
"""The first day that has deals."""
STEP = 37
"""From a day's puzzle to the next day's; it has no divisor in common with their number, so each comes once."""
_FORM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def day_of(milliseconds: int) -> date:
    """Tell the day of a moment, given in milliseconds since 1970, in UTC."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).date()


def read_day(text: str, today: date) -> date:
    """Read a day that has deals: none that is still to come."""
    try:
        day = date.fromisoformat(text) if _FORM.fullmatch(text) else None
    except ValueError:
        day = None
    if day is None or not FIRST <= day <= today:
        raise Refused("table.daily_date", date=text[:20], first=FIRST.isoformat(), today=today.isoformat())
    return day


def deals_of(day: date) -> protocol.Daily:
    """List what there is to play on a day."""
    return protocol.Daily(day.isoformat(), [protocol.DailyDeal(game, daily_options(game, day)) for game in GAMES])


def puzzle_number(day: date) -> int:
    """Choose the tray puzzle of a day."""
    return (day - FIRST).days * STEP % len(shipped()) + 1


def daily_options(game: str, day: date) -> Options:
    """Give the options of a game's deal of the day."""
    if game == "puzzelino":
        return {"players": 1, "mode": "tray", "puzzle": puzzle_number(day)}
    if game in ("triominos", "tripple"):
        return {"players": 1}
    raise Refused("table.no_daily", game=game[:40], allowed=", ".join(GAMES))


def daily_seed(game: str, day: str) -> bytes:
    """Make the seed of a day's match."""
    return hashlib.sha256(f"tesserae daily 1 {game} {day}".encode()).digest()
