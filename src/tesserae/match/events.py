"""What can happen in a match, and how a record writes it."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tesserae.games.game import Entry
from tesserae.words import Sentence


class Deed(StrEnum):
    """The match actions beside moves, in the words of a record."""

    RESIGN = "resigns"
    OFFER_DRAW = "offers a draw"
    ACCEPT_DRAW = "accepts the draw"
    DECLINE_DRAW = "declines the draw"


@dataclass(frozen=True)
class Move:
    """A seat made a move of the game."""

    seat: int
    action: int
    text: str
    """Its notation, written before it was made."""
    drawn: dict[str, Any] = field(default_factory=dict, hash=False)
    """See `Game.move_view`."""
    remarks: tuple[Sentence, ...] = ()
    """What came of it: see `Game.remarks`."""
    account: tuple[Entry, ...] = ()
    """What it scored, for everybody."""
    ends_turn: bool = True
    ends_round: bool = False
    reveals: bool = False
    """Whether it has shown its player something hidden: a tile was drawn."""


@dataclass(frozen=True)
class MatchAction:
    """A seat did something that is no move."""

    seat: int
    deed: Deed


@dataclass(frozen=True)
class Deal:
    """Chance had its say: lots were drawn, tiles dealt, dice thrown."""

    number: int
    """Counted from 1."""
    remarks: tuple[Sentence, ...] = ()
    account: tuple[Entry, ...] = ()
    ends_round: bool = False


Event = Move | MatchAction | Deal


@dataclass(frozen=True)
class Outcome:
    """How a match ended."""

    reason: str
    """One of the game's endings, such as "line" or "resignation"."""
    winners: tuple[int, ...]
    """All seats of the winning side; empty for a draw."""
