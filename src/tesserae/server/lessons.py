"""The lessons of a game, worked out by its own rules: where each begins, and what every legal move leads to."""

from collections.abc import Iterator
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec

from tesserae.games import REGISTRY, game_type, make_game
from tesserae.games.lesson import Lesson, Result, View
from tesserae.match import Match
from tesserae.server import protocol


def lessons_of(game: str) -> tuple[Lesson, ...]:
    """Find the lessons of a game by its name, none if it brings none; refuse an unknown one."""
    game_type(game)
    name = f"{REGISTRY[game].partition(':')[0]}.lessons"
    if find_spec(name) is None:
        return ()
    found: tuple[Lesson, ...] = import_module(name).LESSONS[game]
    return found


@cache
def course(game: str) -> protocol.Lessons:
    """Work out all lessons of a game; they never change."""
    return protocol.Lessons(game, [lesson_view(game, lesson) for lesson in lessons_of(game)])


def lesson_view(game: str, lesson: Lesson) -> protocol.LessonView:
    """Work out one lesson, as whoever is to move in it may see it."""
    match = begun(game, lesson)
    seat = match.acting_seat()
    before = match.view(seat)
    outcomes = []
    for action in match.legal():
        played = _after(match, action)
        result = Result(before, played.view(seat), partial(_replies, played, seat))
        outcomes.append(protocol.OutcomeView(action, lesson.goal(result), result.after))
    return protocol.LessonView(lesson.name, dict(lesson.values), before, outcomes)


def begun(game: str, lesson: Lesson) -> Match:
    """Play up to the position of a lesson."""
    match = Match(make_game(game, lesson.options), deals=lesson.deals or None)
    for move in filter(None, lesson.moves.split(", ")):
        match.play(move)
    return match


def _after(match: Match, action: int) -> Match:
    played = match.copy()
    played.play(action)
    return played


def _replies(match: Match, seat: int) -> Iterator[View]:
    return (_after(match, action).view(seat) for action in match.legal())
