"""Perfect answers through the page: beside each move of a solved Quixo, in play and looking back; elsewhere nobody speaks of them."""

import re

import pytest
from playwright.sync_api import Page, expect

import tesserae
from tesserae.hinting import Answer, answers
from tesserae.match import Match
from tesserae.solve.quixo.tables import Value
from web.page import Visitor, expect_said, overflows, violations
from web.seats import persons, sit_down

LONG = 120_000
"""Milliseconds: the first answer of all compiles and solves the board."""
SIGNS = {Value.WIN: "+", Value.DRAW: "", Value.LOSS: "−"}


SAYS = {Value.WIN: "wins in", Value.DRAW: "draws", Value.LOSS: "loses in"}


def mark(answer: Answer) -> str:
    return "=" if answer.value == Value.DRAW else f"{SIGNS[answer.value]}{answer.plies}"


def at_cubes(match: Match) -> dict[str, str]:
    """What each cube is marked with: its best push."""
    best: dict[str, str] = {}
    for answer in answers(match):
        best.setdefault(answer.text.split(">")[0], mark(answer))
    return best


def shown(page: Page) -> dict[str, str]:
    marks: dict[str, str] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".spot:has([data-answer])")]
            .map(spot => [spot.dataset.spot, spot.querySelector("[data-answer]").dataset.answer]))"""
    )
    return marks


def want_answers(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Perfect answers").check()
    page.keyboard.press("Escape")


def push(page: Page, move: str) -> None:
    place, entry = move.split(">")
    page.locator(f"[data-spot={place}]").press("Enter")
    page.locator(f"[data-spot='>{entry}']").press("Enter")


@pytest.mark.parametrize("size", [3, 4])
def test_every_move_is_answered_while_it_is_played(visit: Visitor, size: int) -> None:
    page = visit.open(width=360, height=740)
    sit_down(page, "quixo", persons("Ann", "Bob"), options={"size": size})
    want_answers(page)
    match = tesserae.game("quixo", size=size).new()
    for _ in range(3):
        expect(page.locator("[data-answer]").first).to_be_visible(timeout=LONG)
        best = answers(match)[0]
        expect_said(page, f"Perfect play {SAYS[best.value]}.*: {best.text}")
        assert shown(page) == at_cubes(match)
        worst = answers(match)[-1]
        push(page, worst.text)
        match.play(worst.text)
        expect(page.locator(f"main[data-move='{match.move_count}']")).to_be_visible()
    assert overflows(page) == []
    assert violations(page) == []


def test_who_listens_is_told_the_same(visit: Visitor) -> None:
    page = visit.open()
    sit_down(page, "quixo", persons("Ann", "Bob"), options={"size": 3})
    want_answers(page)
    expect(page.locator("[data-spot=a1]")).to_have_accessible_name("a1: neutral, wins in 7 moves", timeout=LONG)
    page.locator("[data-spot=a1]").press("Enter")
    expect_said(page, r"a1 taken\. Push it in at c1 \(wins in 7 moves\), a3 \(wins in 7 moves\)")
    expect(page.locator("[data-spot='>c1']")).to_have_accessible_name("Push in at c1, wins in 7 moves")


def test_nothing_is_said_where_nothing_is_solved_or_hints_are_not_allowed(visit: Visitor) -> None:
    page = visit.open()
    page.evaluate("localStorage.setItem('tesserae.settings', JSON.stringify({answers: true}))")
    page.reload()
    for size, players, hints in ((5, 2, True), (3, 2, False), (3, 4, True)):
        seats = persons("Ann", "Bob", "Cid", "Dot")[:players]
        sit_down(page, "quixo", seats, options={"size": size, "players": players}, hints=hints)
        page.get_by_role("button", name="Menu").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        expect(page.get_by_label("Perfect answers")).to_have_count(0)
        page.keyboard.press("Escape")
        expect(page.locator("[data-answer]")).to_have_count(0)
        expect(page.get_by_text(re.compile("Perfect play|Looking it up"))).to_have_count(0)


def test_looking_back_every_move_stands_beside_its_answer(visit: Visitor) -> None:
    match = tesserae.game("quixo", size=3).new(names=["Ann", "Bob"])
    for text in ("a1>c1", "a3>c3", "a1>c1", "a3>c3", "a1>c1"):
        match.play(text)
    page = visit.open("#/replay")
    page.get_by_label("Text of the record").fill(match.record())
    page.get_by_role("button", name="Show it").click()
    page.get_by_label("Perfect answers").check()
    again = tesserae.game("quixo", size=3).new()
    listed = page.get_by_role("group", name="Perfect answers").locator("tbody tr")
    for number, move in enumerate(match.moves):
        expected = answers(again)
        expect(listed).to_have_count(len(expected), timeout=LONG)
        assert shown(page) == at_cubes(again)
        made = next(answer for answer in expected if answer.text == move.text)
        expect(page.locator("ol li").nth(number + 1).locator(".points")).to_contain_text(mark(made))
        expect(listed.filter(has_text="▸")).to_contain_text(move.text)
        again.play(move.action)
        page.keyboard.press("ArrowRight")
    expect(listed).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect_said(page, "Step 5 of 6: .*Perfect play wins in 1 move: .*a1>c1")
    assert violations(page) == []
