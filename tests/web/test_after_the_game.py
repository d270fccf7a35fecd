"""After the game, and alone: looking at a match again, opening records, the deals of the day."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import tesserae
from web.page import Visitor, expect_said, overflows, violations
from web.seats import alone, new_table, sit_down

MOVES = [("a1", "c1"), ("a3", "c3"), ("a1", "c1"), ("a3", "c3"), ("a1", "c1")]
"""X takes the bottom row of a 3x3 board; O could have known."""
CHECK = "Check a deal"
SLACK = 60
"""Seconds that the test itself may take on a busy machine."""
THOUGHT = 60_000
"""Milliseconds that a review may take on a busy machine."""


def record() -> str:
    match = tesserae.game("quixo", size=3).new(names=["Ann", "Bob"])
    for place, entry in MOVES:
        match.play(f"{place}>{entry}")
    return match.record()


def played(visit: Visitor, **how: bool | int) -> Page:
    """Two people at one screen have played a short game."""
    page = visit.open("#/new/quixo/same", **how)
    page.get_by_label("Size").select_option("3")
    page.get_by_role("button", name="Begin").click()
    for place, entry in MOVES:
        page.locator(f"[data-spot={place}]").click()
        page.locator(f"[data-spot='>{entry}']").click()
        expect(page.locator(f"[data-spot={entry}].last")).to_be_visible()
    return page


def opened(visit: Visitor, text: str, **how: bool | int) -> Page:
    page = visit.open("#/replay", **how)
    page.get_by_label("Text of the record").fill(text)
    page.get_by_role("button", name="Show it").click()
    return page


def test_a_finished_match_is_looked_at_again_by_keys_alone(visit: Visitor) -> None:
    page = played(visit)
    page.get_by_role("link", name="Look at it again").press("Enter")
    expect(page.get_by_text("1/6")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect_said(page, "Step 2 of 6: Player 1 plays a1>c1")
    expect(page.locator("[data-spot=c1].last")).to_be_visible()
    page.keyboard.press("End")
    expect_said(page, "Step 6 of 6: .*Player 1: won, a line of their own mark")
    page.keyboard.press("Home")
    expect(page.get_by_text("1/6")).to_be_visible()
    page.get_by_label("Speed").select_option("4×")
    page.locator("main").press(" ")
    expect(page.get_by_text("6/6")).to_be_visible()
    expect(page.get_by_role("button", name="Play it")).to_be_visible()
    assert violations(page) == []


def test_a_finished_table_leads_to_its_review(visit: Visitor) -> None:
    page = played(visit)
    page.get_by_role("link", name="What went wrong?").click()
    expect(page.get_by_role("img", name="Chance of Player 1 to win")).to_be_visible(timeout=THOUGHT)


def test_deals_can_be_checked_where_there_were_any(visit: Visitor) -> None:
    quixo = played(visit)
    expect(quixo.get_by_role("button", name="Save the record")).to_be_visible()
    expect(quixo.get_by_role("link", name=CHECK)).to_have_count(0)
    page = visit.open()
    sit_down(page, "triominos", alone(), options={"players": 1})
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.get_by_role("link", name=CHECK)).to_be_visible()


def test_what_went_wrong_is_marked_and_what_was_better_is_drawn(visit: Visitor) -> None:
    match, rng = tesserae.game("quixo").new(names=["Ann", "Bob"]), random.Random(5)
    while not match.over:
        match.play(rng.choice(match.legal()))
    page = opened(visit, match.record())
    page.get_by_role("button", name="What went wrong?").click()
    mistake = page.locator(".mistakes button").first
    expect(mistake).to_be_visible(timeout=THOUGHT)
    expect(page.get_by_role("img", name="Chance of Ann to win")).to_be_visible()
    mistake.click()
    expect(page.locator("[data-spot].hinted")).to_be_visible()
    expect(page.locator("ol li", has_text="mistake").first).to_be_visible()
    page.get_by_text("As a table").click()
    expect(page.get_by_role("cell", name="100 %").first).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("dark", [False, True])
def test_a_record_is_opened_from_its_text_or_a_file_and_saved_again(
    visit: Visitor, tmp_path: Path, dark: bool
) -> None:
    page = opened(visit, "Game: quixo\nb2>b5", dark=dark, width=360, height=740)
    expect(page.get_by_role("alert")).to_contain_text("Line 2, b2>b5: b2 is not on the edge of the board")
    visit.forgive("400")
    assert page.get_by_label("Text of the record").input_value() == "Game: quixo\nb2>b5", "to be mended"
    assert violations(page) == []
    file = tmp_path / "record.txt"
    file.write_text(record(), encoding="utf-8")
    page.get_by_label("Choose a file").set_input_files(file)
    expect(page.get_by_role("button", name="Bob a3>c3").first).to_be_visible()
    page.get_by_role("button", name="Bob a3>c3").first.click()
    expect(page.get_by_text("3/6")).to_be_visible()
    assert violations(page) == []
    assert overflows(page) == []
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    assert tesserae.load(saved.value.path().read_text(encoding="utf-8")) == tesserae.load(record())


def test_points_are_drawn_for_every_player_and_told_in_a_table(visit: Visitor) -> None:
    match = tesserae.game("triominos", players=3, rounds=1).new(seed=4, names=["Ann", "Bob", "Cid"])
    while not match.over:
        match.play(max(match.legal(), key=match.worth))
    page = opened(visit, match.record())
    expect(page.locator(".legend")).to_be_visible()
    page.keyboard.press("End")
    for name, score in zip(match.names, match.scores, strict=True):
        expect(page.locator(".legend li", has_text=name)).to_contain_text(f"{score}")
    page.get_by_text("As a table").click()
    rows = page.get_by_role("table").get_by_role("row")
    expect(rows.last).to_contain_text(str(match.scores[-1]))
    assert violations(page) == []


def test_the_deal_of_the_day_goes_on_my_list(visit: Visitor) -> None:
    page = visit.open()
    page.get_by_role("button", name="Tripple Domino Solo").click()
    expect(page.get_by_role("button", name="Menu")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.get_by_text("the same for everybody, made of the date alone")).to_be_visible()
    page.goto("/#/")
    page.get_by_role("button", name="My results").click()
    expect(page.get_by_role("dialog")).to_contain_text("Tripple Domino")
    assert violations(page) == []


def test_the_time_of_a_deal_counts_from_the_first_look_at_it(visit: Visitor) -> None:
    page = visit.open()
    page.clock.install()
    deal = page.request.get("/api/daily").json()
    table = new_table(page, "tripple", alone(), daily=deal["date"])
    page.clock.fast_forward("01:00:00")  # it was set up, and nobody has looked at it yet
    page.evaluate("table => location.hash = `#/table/${table}`", table)
    expect(page.locator("main[data-turn=own] [data-spot]").first).to_be_visible()
    page.clock.fast_forward("01:00")
    page.reload()
    expect(page.locator("main[data-turn=own] [data-spot]").first).to_be_visible()
    page.clock.fast_forward("00:30")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.get_by_text("the same for everybody, made of the date alone")).to_be_visible()
    [kept] = page.evaluate("JSON.parse(localStorage.getItem('tesserae.bests'))")
    assert 90 <= kept["seconds"] < 90 + SLACK
