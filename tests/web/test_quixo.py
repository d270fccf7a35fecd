"""Quixo through the page: by mouse, by touch, by drag and by keys alone."""

import itertools
import random

import pytest
from playwright.sync_api import Page, expect

import tesserae
from web import seats
from web.page import Visitor, expect_said, said, violations
from web.seats import persons

GAME_OVER = "button:has-text('Play again')"


def sit_down(visit: Visitor, size: int, **how: bool | int) -> Page:
    """Two people at one screen on a small board."""
    page = visit.open("#/new/quixo/same", **how)
    page.get_by_label("Size").select_option(str(size))
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("[data-spot=a1]")).to_be_visible()
    return page


SHORT = [("a1", "c1"), ("a3", "c3"), ("a1", "c1"), ("a3", "c3"), ("a1", "c1")]
"""X takes the bottom row of a 3x3 board."""


def test_a_whole_game_by_mouse(visit: Visitor) -> None:
    page = sit_down(visit, 3)
    for place, entry in SHORT:
        page.locator(f"[data-spot={place}]").click()
        page.locator(f"[data-spot='>{entry}']").click()
        expect(page.locator(f"[data-spot={entry}].last")).to_be_visible()
    expect(page.locator(GAME_OVER)).to_be_visible()
    expect_said(page, "Player 1: won, a line of their own mark")
    assert violations(page) == []


def test_a_whole_game_by_touch_on_a_phone(visit: Visitor) -> None:
    page = sit_down(visit, 3, width=360, height=740, touch=True)
    for place, entry in SHORT:
        page.locator(f"[data-spot={place}]").tap()
        page.locator(f"[data-spot='>{entry}']").tap()
        expect(page.locator(f"[data-spot={entry}].last")).to_be_visible()
    expect(page.locator(GAME_OVER)).to_be_visible()


def test_a_cube_can_be_dragged_to_where_it_goes_in(visit: Visitor) -> None:
    page = sit_down(visit, 3)
    cube, other = (page.locator(f"[data-spot={cell}]").bounding_box() for cell in ("a1", "c1"))
    assert cube
    assert other
    page.mouse.move(cube["x"] + cube["width"] / 2, cube["y"] + cube["height"] / 2)
    page.mouse.down()
    page.mouse.move(other["x"] + other["width"] / 2, other["y"] + other["height"] / 2, steps=8)
    page.mouse.up()
    expect(page.locator("[data-spot=c1].last")).to_be_visible()


def test_a_whole_game_by_keys_alone(visit: Visitor) -> None:
    page = sit_down(visit, 3)
    page.locator("[data-spot=a1]").focus()

    def to(cell: str) -> None:
        """Walk with the arrows."""
        for _ in range(6):
            at = page.evaluate("document.activeElement.dataset.spot")
            if at == cell:
                return
            column, row = ord(cell[0]) - ord(at[0]), int(cell[1]) - int(at[1])
            page.keyboard.press(
                "ArrowRight"
                if column > 0
                else "ArrowLeft"
                if column < 0
                else "ArrowUp"
                if row > 0
                else "ArrowDown"
            )
            page.wait_for_function("at => document.activeElement.dataset.spot !== at", arg=at)
        raise AssertionError(f"cannot walk to {cell}")

    for number, (place, entry) in enumerate(SHORT):
        to(place)
        page.keyboard.press("Enter")
        page.wait_for_function("document.activeElement.dataset.spot?.startsWith('>')")
        assert place in said(page)
        while page.evaluate("document.activeElement.dataset.spot") != f">{entry}":
            before = page.evaluate("document.activeElement.dataset.spot")
            page.keyboard.press("ArrowRight")
            page.wait_for_function("at => document.activeElement.dataset.spot !== at", arg=before)
        page.keyboard.press("Enter")
        if number < len(SHORT) - 1:
            expect_said(page, f"plays {place}>{entry}")
            page.wait_for_function("document.activeElement.dataset.spot?.length === 2")
    expect_said(page, "won, a line of their own mark")


def test_completing_the_line_of_the_other_loses_and_says_so(visit: Visitor) -> None:
    match, rng = tesserae.game("quixo", size=3).new(), random.Random(2)
    while match.view()["reason"] != "other_line":
        match, moves = tesserae.game("quixo", size=3).new(), []
        while not match.over:
            moves.append(rng.choice(match.view(match.acting_seat())["legal"])["text"])
            match.play(moves[-1])
    page = sit_down(visit, 3)
    for number, move in enumerate(moves):
        place, entry = move.split(">")
        page.locator(f"[data-spot={place}]").click()
        page.locator(f"[data-spot='>{entry}']").click()
        expect(page.locator(f"main[data-move='{number + 1}']")).to_be_visible()
    expect_said(page, "won, because the other side completed a line for them")
    expect(page.locator(".spot.line")).to_have_count(3)


@pytest.mark.parametrize(("size", "players"), [(5, 2), (3, 4), (5, 4)])
def test_a_whole_game_on_every_board_and_with_partners(visit: Visitor, size: int, players: int) -> None:
    page = visit.open()
    names = persons("Ann", "Bob", "Cid", "Dot")[:players]
    seats.sit_down(page, "quixo", names, options={"size": size, "players": players})
    rows = itertools.cycle(["1", str(size)])
    last = "abcde"[size - 1]
    for _ in range(2 * size - 1):
        row = next(rows)
        page.locator(f"[data-spot=a{row}]").click()
        page.locator(f"[data-spot='>{last}{row}']").click()
        expect(page.locator(f"[data-spot={last}{row}].last")).to_be_visible()
    expect(page.locator(GAME_OVER)).to_be_visible()
    expect_said(page, "Ann, Cid: won, " if players == 4 else "Ann: won, ")


def test_the_dot_is_turned_to_the_partner_by_key(visit: Visitor) -> None:
    page = visit.open()
    seats.sit_down(page, "quixo", persons("Ann", "Bob", "Cid", "Dot"), options={"size": 3, "players": 4})
    page.locator("[data-spot=a1]").focus()
    page.keyboard.press("r")
    expect_said(page, "The dot will point at your partner")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("[aria-label*='dot points at Cid']")).to_have_count(1)


def test_against_the_computer_in_one_click(visit: Visitor) -> None:
    page = visit.open()
    page.get_by_role("button", name="Quixo: Play now").click()
    page.locator("[data-spot=a1]").click()
    page.locator("[data-spot='>e1']").click()
    expect_said(page, r"Computer \(casual\) plays [a-e][1-5]>[a-e][1-5]\. Your turn")


def test_a_hint_points_at_a_move(visit: Visitor) -> None:
    page = visit.open()
    page.get_by_role("button", name="Quixo: Play now").click()
    expect(page.locator("[data-spot=a1]")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator(".spot.hinted")).to_be_visible(timeout=20_000)
    expect_said(page, "looks best|wins by force")
