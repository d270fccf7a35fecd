"""Learning through the page: every lesson of every game is solved at its board, and the rule book is beside it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tesserae.games import REGISTRY, game_type
from tesserae.server.lessons import course
from tesserae.words import LANGUAGES
from web.hands import LAY_IT, Finger, Hand, Keys, Mouse
from web.page import Visitor, expect_said, faint, missing_words, overflows, violations

GAMES = [name for name, place in REGISTRY.items() if place.startswith("tesserae.")]
RIGHT, NOT_YET, AGAIN, NEXT = "Right!", "Not yet.", "Try again", "Next lesson"
MOST_TURNS = 4


def moves(game: str, lesson: str, *, solving: bool) -> list[dict[str, Any]]:
    """List the moves of a lesson that solve it, or that do not, as the page is told of them."""
    shown = next(one for one in course(game).lessons if one.name == lesson)
    solves = {outcome.action for outcome in shown.outcomes if outcome.solves}
    return [move for move in shown.match["legal"] if (move["action"] in solves) == solving]


def answer(page: Page, words: str) -> Locator:
    return page.locator(".answer", has_text=words)


def spot(page: Page, name: str) -> Locator:
    return page.locator(f'[data-spot="{name}"]')


def make(hand: Hand, move: dict[str, Any], turns: int) -> None:
    """Make a move at the board; a piece that waits to be laid is turned so often before."""
    page = hand.page
    expect(page.locator("[data-spot]").first).to_be_visible()
    if "place" in move:
        if move["dot"] not in (None, 0):
            hand.press(page.get_by_role("checkbox"))
        hand.press(spot(page, move["place"]))
        hand.press(spot(page, f">{move['entry']}"))
    elif "cell" not in move:
        hand.press(page.locator(f"[aria-keyshortcuts={move['text'][0]}]"))
    else:
        piece = page.locator(f'[data-piece^="{move["piece"]}#"]').first
        if piece.count():
            hand.press(piece)
            hand.press(spot(page, move["cell"]))
        button = page.get_by_role("button", name=LAY_IT)
        if button.is_visible():
            for _ in range(turns):
                hand.press(page.locator("[aria-keyshortcuts=r]"))
            hand.press(button)
    expect(page.locator(".answer p").first).to_be_visible()


def solve(hand: Hand, game: str, lesson: str) -> None:
    """Solve a lesson; where a piece may lie in several ways, try one after the other."""
    page = hand.page
    for turns in range(MOST_TURNS):
        make(hand, moves(game, lesson, solving=True)[0], turns)
        if answer(page, RIGHT).is_visible():
            return
        expect(answer(page, NOT_YET)).to_be_visible()
        hand.press(page.get_by_role("button", name=AGAIN))
    raise AssertionError(f"{game}, {lesson}: not solved")


def go_through(hand: Hand, game: str) -> None:
    """Solve all lessons, one after the other."""
    page = hand.page
    lessons = course(game).lessons
    steps = page.get_by_role("navigation", name="Lessons").get_by_role("button")
    expect(steps).to_have_count(len(lessons))
    for number, lesson in enumerate(lessons):
        expect(steps.nth(number)).to_have_attribute("aria-current", "step")
        solve(hand, game, lesson.name)
        expect_said(page, RIGHT)
        expect(steps.nth(number)).to_have_accessible_name(
            re.compile(f"Lesson {number + 1} of {len(lessons)}: .+, done")
        )
        if number + 1 < len(lessons):
            expect(page.get_by_role("button", name=NEXT)).to_be_focused()
            hand.press(page.get_by_role("button", name=NEXT))
    expect(page.get_by_text("That was the last lesson.")).to_be_visible()
    page.reload()
    expect(page.locator("nav .solved")).to_have_count(len(lessons))


@pytest.mark.parametrize("game", GAMES)
def test_all_lessons_by_mouse(visit: Visitor, game: str) -> None:
    page = visit.open(f"#/learn/{game}")
    go_through(Mouse(page), game)


@pytest.mark.parametrize("game", GAMES)
def test_all_lessons_by_touch_on_a_phone(visit: Visitor, game: str) -> None:
    page = visit.open(f"#/learn/{game}", width=360, height=740, touch=True)
    go_through(Finger(page), game)


def test_a_lesson_by_keys_alone(visit: Visitor) -> None:
    page = visit.open("#/learn/quixo")
    expect(page.get_by_role("heading", name="Take and push")).to_be_visible()
    keys = Keys(page)
    keys.press(page.locator("[data-spot][tabindex='0']"))
    page.keyboard.press("Enter")
    expect_said(page, "Right! X plays a1>[ae][15]")
    expect(page.get_by_role("button", name=NEXT)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Five in a row")).to_be_focused()


def test_what_happened_instead_is_said_and_one_may_try_again(visit: Visitor) -> None:
    page = visit.open("#/learn/quixo")
    page.get_by_role("button", name="Lesson 6 of 7: Both at once").click()
    warned = next(move for move in moves("quixo", "both", solving=False) if move["text"] == "a2>e2")
    make(Mouse(page), warned, 0)
    expect_said(page, "Not yet. X plays a2>e2. Line: .* Line: .* both columns are full")
    expect(page.get_by_role("button", name=NEXT)).not_to_be_visible()
    expect(page.get_by_role("button", name=AGAIN)).to_be_focused()
    page.get_by_role("button", name=AGAIN).click()
    expect(page.get_by_role("heading", name="Both at once")).to_be_focused()
    solve(Mouse(page), "quixo", "both")


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_that_is_solved_is_accessible_by_day_and_by_lamplight(visit: Visitor, game: str) -> None:
    page = visit.open(f"#/learn/{game}")
    solve(Mouse(page), game, course(game).lessons[0].name)
    assert violations(page) == []
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert faint(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fits_on_a_phone(visit: Visitor, language: str) -> None:
    page = visit.open(width=360, height=740, language=language)
    for game in GAMES:
        page.goto(f"/#/learn/{game}")
        expect(page.get_by_role("heading", level=1)).to_have_text(game_type(game).title)
        steps = page.locator("nav ol button")
        expect(steps).to_have_count(len(course(game).lessons))
        expect(page.locator("figure svg").last).to_be_attached()
        for number in range(steps.count()):
            steps.nth(number).click()
            assert missing_words(page) == []
            assert overflows(page) == []


def test_a_game_that_is_none_is_told(visit: Visitor) -> None:
    page = visit.open("#/learn/chess")
    expect(page.get_by_role("alert")).to_contain_text("chess")


def test_from_learning_to_playing(visit: Visitor) -> None:
    page = visit.open("#/learn/riomino")
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(re.compile("#/table/"))
