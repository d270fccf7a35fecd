"""What a user gave, checked before a match is made of it."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from tesserae.games.game import Game
from tesserae.games.options import plain_integer
from tesserae.match.deals import Seed
from tesserae.words import Refused

NAME_LENGTH = 40

GivenDeal: TypeAlias = Sequence[int] | str
"""A deal that happened at a real table, as its numbers or in the game's own words."""


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


def checked_deals(deals: Any) -> tuple[GivenDeal, ...]:
    """Accept a list of deals, each a text or a list of numbers; what is in them is for the game to say."""
    is_list = isinstance(deals, list | tuple)
    if not is_list or not all(isinstance(deal, Sequence | np.ndarray) for deal in deals):
        raise Refused("match.bad_deals", deals=repr(deals)[:80])
    return tuple(" ".join(deal.split()) if isinstance(deal, str) else tuple(deal) for deal in deals)


def read_deal(game: Game, state: np.record, deal: GivenDeal, bounds: Sequence[int]) -> Sequence[int]:
    """Read a deal, and check that it has the numbers it needs, each within its bound."""
    if isinstance(deal, str):
        deal = game.parse_deal(state, deal)
    if len(deal) != len(bounds):
        raise Refused("match.deal_length", given=len(deal), count=len(bounds))
    for place, (value, bound) in enumerate(zip(deal, bounds, strict=True), start=1):
        value = plain_integer(value)
        if type(value) is not int or not 0 <= value < bound:
            raise Refused("match.deal_number", place=place, value=repr(value)[:40], last=bound - 1)
    return deal
