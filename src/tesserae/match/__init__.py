"""A match of any game: what it is, how it is saved, how it is shown."""

from tesserae.match.events import Deal, Deed, Event, MatchAction, Move, Outcome
from tesserae.match.match import Match
from tesserae.match.record import load
from tesserae.match.setup import Setup

__all__ = ["Deal", "Deed", "Event", "Match", "MatchAction", "Move", "Outcome", "Setup", "load"]
