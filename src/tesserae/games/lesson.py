"""A lesson: a position, and what one move in it should bring about.

A game's `lessons` tell how the position is reached and what is wanted of the move. Whether a move does it is read
from what the rules make of it, in the learner's own view of the match: nothing here knows what is legal.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

View: TypeAlias = dict[str, Any]
"""A match as a seat sees it, see `Match.view`."""


@dataclass(frozen=True)
class Result:
    """What became of a move."""

    before: View
    """As the learner saw it, before the move."""
    after: View
    replies: Callable[[], Iterable[View]]
    """What it would look like after each move that may follow."""


Goal: TypeAlias = Callable[[Result], bool]


@dataclass(frozen=True)
class Lesson:
    """A position and a task for whoever is to move there. Its texts are `WORDS.lesson.NAME.title` and so on."""

    name: str
    goal: Goal
    options: Mapping[str, Any] = field(default_factory=dict)
    deals: tuple[str, ...] = ()
    """The deals as people write them; none where the game deals nothing."""
    moves: str = ""
    """What was played before, in notation, a comma between."""
    values: Mapping[str, str | int] = field(default_factory=dict)
    """What its texts need to know."""


TEXTS = ("title", "task", "done", "missed")
"""What is said of every lesson: its title, what to do, why it was right, and what to look at when it was not."""


# --- what may be wanted in any game ------------------------------------------------------------------------


def wins(result: Result) -> bool:
    """The learner wins by it."""
    return result.after["seat"] in result.after["winners"]


def scores(*names: str) -> Goal:
    """It is paid for one of these."""
    return lambda result: any(entry["what"] in names for entry in result.after["last"]["account"])


def ends_by(reason: str) -> Goal:
    """The match ends so."""
    return lambda result: result.after["reason"] == reason


def lays(result: Result) -> bool:
    """Something is laid, not drawn or let go by."""
    return "cell" in result.after["last"]


def wanted_at(result: Result) -> list[int | None]:
    """Tell what the neighbours demanded of the sides where something was laid."""
    cell = result.after["last"]["cell"]
    return next((place["wanted"] for place in result.before["board"]["places"] if place["cell"] == cell), [])


def dead_places(view: View) -> set[str]:
    """Name the places that nothing can ever fill."""
    return {place["cell"] for place in view["board"]["places"] if place["dead"]}
