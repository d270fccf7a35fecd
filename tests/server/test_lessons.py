"""The lessons: each can be solved and can be missed, shows only what a seat may know, and is told in six languages."""

import asyncio
import json
from pathlib import Path

import httpx
import msgspec
import pytest

from server.inside import serving
from tesserae.games import REGISTRY, game_type
from tesserae.games.lesson import TEXTS, Lesson
from tesserae.server import protocol
from tesserae.server.app import Service
from tesserae.server.lessons import begun, course, lessons_of
from tesserae.server.store import open_store
from tesserae.words import LANGUAGES, Refused, catalogue

GAMES = [name for name, place in REGISTRY.items() if place.startswith("tesserae.")]
LESSONS = [(game, lesson) for game in GAMES for lesson in lessons_of(game)]
each_lesson = pytest.mark.parametrize(
    ("game", "lesson"), LESSONS, ids=[f"{game}-{one.name}" for game, one in LESSONS]
)


def view_of(game: str, lesson: Lesson) -> protocol.LessonView:
    return next(one for one in course(game).lessons if one.name == lesson.name)


def solutions(game: str, name: str) -> list[str]:
    lesson = next(one for one in course(game).lessons if one.name == name)
    return [outcome.match["last"]["text"] for outcome in lesson.outcomes if outcome.solves]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_some_lessons_with_different_names(game: str) -> None:
    names = [lesson.name for lesson in lessons_of(game)]
    assert 4 <= len(names) == len(set(names)) <= 7


@each_lesson
def test_every_lesson_can_be_solved_and_where_there_is_a_choice_missed(game: str, lesson: Lesson) -> None:
    outcomes = view_of(game, lesson).outcomes
    assert any(outcome.solves for outcome in outcomes)
    assert len(outcomes) == 1 or not all(outcome.solves for outcome in outcomes)


@each_lesson
def test_every_legal_move_has_its_outcome(game: str, lesson: Lesson) -> None:
    shown, match = view_of(game, lesson), begun(game, lesson)
    assert shown.match == match.view(match.mover)
    assert [outcome.action for outcome in shown.outcomes] == match.legal()
    for outcome in shown.outcomes:
        played = match.copy()
        played.play(outcome.action)
        assert outcome.match == played.view(match.mover)


@each_lesson
def test_the_learner_sees_no_hidden_tiles(game: str, lesson: Lesson) -> None:
    shown = view_of(game, lesson)
    hands = shown.match["board"].get("hands", [])
    if begun(game, lesson).game.hides:
        assert [hand is None for hand in hands] == [seat != shown.match["seat"] for seat in range(len(hands))]


@each_lesson
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_is_told_in_every_language(game: str, lesson: Lesson, language: str) -> None:
    owner = game_type(game).words
    for text in TEXTS:
        assert catalogue(owner, language)[f"{owner}.lesson.{lesson.name}.{text}"].format(**lesson.values)


def test_no_text_of_a_lesson_is_left_over() -> None:
    told = {key for kind in map(game_type, GAMES) for key in catalogue(kind.words, "en") if ".lesson." in key}
    assert told == {f"{game_type(game).words}.lesson.{one.name}.{text}" for game, one in LESSONS for text in TEXTS}


def test_the_solutions_are_those_that_the_texts_speak_of() -> None:
    assert solutions("quixo", "line") == ["e2>a2"]
    assert solutions("quixo", "slide") == ["e3>a3"]
    assert solutions("quixo", "other") == ["e2>a2"]
    assert solutions("quixo", "both") == ["e2>e1", "e2>e5"]
    assert {move[:5] for move in solutions("quixo", "dots")} == {"c5>a5", "c5>c1", "c5>e5"}
    for game in ("triominos", "tripple"):
        assert solutions(game, "bridge") == ["3-4-4 @ r0c2"]
        assert solutions(game, "hexagon") == ["1-5-5 @ r-1c0"]
        assert {move[:5] for move in solutions(game, "drawn")} == {"3-4-4"}
    assert {move[:5] for move in solutions("triominos", "fit")} == {"3-4-4", "3-5-5"}
    assert solutions("triominos", "two_hexagons") == ["3-4-5 @ r0c1"]
    assert solutions("tripple", "start") == ["4-4-4 @ r0c0"]
    assert solutions("tripple", "double_connection") == ["1-2-5 @ r-1c1"]
    assert {move[-2:] for move in solutions("riomino", "join")} == {"d2"}
    assert {move[-2:] for move in solutions("riomino", "dead")} == {"d4"}
    assert {move[-2:] for move in solutions("riomino", "win")} == {"c4"}
    assert {move[-4:] for move in solutions("puzzelino", "join")} == {"0c-1"}
    assert {move[-5:] for move in solutions("puzzelino", "smooth")} == {"r-1c0"}


def test_the_mistakes_that_the_texts_warn_of_are_there() -> None:
    both = next(one for one in course("quixo").lessons if one.name == "both")
    warned = next(outcome for outcome in both.outcomes if outcome.match["last"]["text"] == "a2>e2")
    assert (warned.match["reason"], warned.match["winners"]) == ("other_line", [1])
    assert len(warned.match["board"]["lines"]) == 2


def test_bonuses_are_those_of_the_sheet() -> None:
    """Figures F to H: 51, 61 and 72 points."""
    for name, points in {"bridge": 51, "hexagon": 61, "two_hexagons": 72}.items():
        lesson = next(one for one in course("triominos").lessons if one.name == name)
        [solved] = [outcome.match for outcome in lesson.outcomes if outcome.solves]
        seat = solved["seat"]
        assert solved["scores"][seat] - lesson.match["scores"][seat] == points


def test_the_lessons_of_a_game_grow_from_move_to_move() -> None:
    """A board that knows the view before animates only what is next."""
    for game, lesson in LESSONS:
        shown = view_of(game, lesson)
        for outcome in shown.outcomes:
            assert outcome.match["move_number"] == shown.match["move_number"] + 1


def test_they_are_worked_out_once_and_sent_as_the_protocol_says() -> None:
    assert course("quixo") is course("quixo")
    for game in GAMES:
        assert msgspec.json.decode(msgspec.json.encode(course(game)), type=protocol.Lessons) == course(game)


def test_a_game_that_is_none_is_refused() -> None:
    with pytest.raises(Refused, match="chess"):
        course("chess")


def test_the_house_gives_them_to_anybody_who_asks(tmp_path: Path) -> None:
    async def ask() -> None:
        async with serving(Service(open_store(tmp_path, "here"))) as url, httpx.AsyncClient(timeout=60) as client:
            given = await client.get(f"{url}/api/lessons/riomino")
            assert given.status_code == 200
            assert given.json() == json.loads(msgspec.json.encode(course("riomino")))
            refused = await client.get(f"{url}/api/lessons/chess")
            assert (refused.status_code, refused.json()["reason"]["key"]) == (400, "game.unknown")

    asyncio.run(ask())
