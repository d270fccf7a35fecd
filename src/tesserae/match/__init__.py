"""A match of any game: what it is, how it is saved, how it is shown."""

from tesserae.match.events import Deed, Event, MatchAction, Move, Outcome
from tesserae.match.match import Match, Setup
from tesserae.match.record import load

__all__ = ["Deed", "Event", "Match", "MatchAction", "Move", "Outcome", "Setup", "load"]
