"""What a user gave, checked before a match is made of it."""

from collections.abc import Sequence
from typing import Any

from tesserae.games.game import Game
from tesserae.games.options import plain_integer
from tesserae.match.deals import Seed
from tesserae.words import Refused

NAME_LENGTH = 40


def checked_seed(seed: Any) -> Seed:
    """Accept a whole number or some bytes."""
    seed = plain_integer(seed)
    if type(seed) is int and abs(seed) < 1 << 256:
        return seed
    if isinstance(seed, bytes) and 0 < len(seed) <= 64:
        return seed
    raise Refused("match.bad_seed", seed=repr(seed)[:80])


def checked_names(game: Game, names: Sequence[str] | None) -> tuple[str, ...]:
    """Accept a name for each seat; without any, the seats' own names serve."""
    if names is None:
        return tuple(game.seat_name(seat) for seat in range(game.players))
    if not isinstance(names, list | tuple) or len(names) != game.players:
        raise Refused("match.wrong_names", count=game.players, names=repr(names)[:80])
    for name in names:
        is_text = isinstance(name, str) and name.isprintable() and name == name.strip()
        if not (is_text and 0 < len(name) <= NAME_LENGTH) or set(name) & set(",#"):
            raise Refused("match.bad_name", name=repr(name)[:80], length=NAME_LENGTH)
    return tuple(names)


def checked_order(order: Sequence[int], number: int, bounds: Sequence[int]) -> Sequence[int]:
    """Accept the numbers of a deal, counted from 1, if they keep within their bounds."""
    if len(order) != len(bounds):
        raise Refused("match.deal_length", number=number, given=len(order), count=len(bounds))
    for place, (value, bound) in enumerate(zip(order, bounds, strict=True), start=1):
        value = plain_integer(value)
        if type(value) is not int or not 0 <= value < bound:
            shown = repr(value)[:40]
            raise Refused("match.deal_number", number=number, place=place, value=shown, last=bound - 1)
    return order
