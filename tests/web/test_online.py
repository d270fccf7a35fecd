"""Two browsers at one table: joining by the link, playing, talking, asking, and what others may do meanwhile."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect

from web.page import Visitor, expect_said

LONG = 15_000


def push(page: Page, move: str) -> None:
    """Make a move of Quixo."""
    place, entry = move.split(">")
    page.locator(f"[data-spot={place}]").click()
    page.locator(f"[data-spot='>{entry}']").click()


def expect_move(page: Page, number: int) -> None:
    expect(page.locator(f"main[data-move='{number}']")).to_be_visible(timeout=LONG)


def invited(visit: Visitor, **how: bool | int) -> tuple[Page, Page]:
    """Ann sets a table up and passes its link on; Bob opens it and sits down. On 3x3 Ann begins."""
    ann = visit.open("#/new/quixo/friends")
    ann.get_by_label("Size").select_option("3")
    ann.get_by_label("Seat 1: name").fill("Ann")
    ann.get_by_role("button", name="Begin").click()
    link = ann.get_by_label("Link to the table").input_value()
    bob = visit.open(re.sub(r"^https?://[^/]+/", "", link), **how)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    for page in (ann, bob):
        expect(page.locator("[data-spot=a1]")).to_be_visible(timeout=LONG)
    return ann, bob


def choose(page: Page, entry: str) -> None:
    """Choose something from the menu of the table."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name=entry).click()


def wish(page: Page) -> Locator:
    return page.get_by_role("group").filter(has_text=" asks: ")


def test_two_browsers_play_a_whole_match_with_a_reload_in_the_middle(visit: Visitor) -> None:
    ann, bob = invited(visit, width=360, height=740, touch=True)
    expect_said(bob, "It is Ann's turn")
    expect_said(ann, "Your turn")
    push(ann, "a1>c1")
    expect_move(bob, 1)
    expect_said(bob, r"Ann plays a1>c1\. Your turn")
    push(bob, "a3>c3")
    expect_move(ann, 2)
    ann.reload()
    expect_move(ann, 2)
    push(ann, "a1>c1")
    bob.reload()
    expect_move(bob, 3)
    push(bob, "a3>c3")
    expect_move(ann, 4)
    push(ann, "a1>c1")
    for page in (ann, bob):
        expect_said(page, "Ann: won, a line of their own mark")


def test_chat_is_read_by_the_other_and_is_there_again_after_a_reload(visit: Visitor) -> None:
    ann, bob = invited(visit)
    for page in (ann, bob):
        choose(page, "Chat")
    ann.get_by_label("Say something").fill("Hello there <b>Bob</b>")
    ann.get_by_role("button", name="Send").click()
    expect(bob.get_by_role("log")).to_contain_text("Ann: Hello there <b>Bob</b>")
    bob.get_by_role("button", name="Good luck!").click()
    expect(ann.get_by_role("log")).to_contain_text("Bob: Good luck!")
    expect(ann.get_by_label("Say something")).to_have_value("")
    bob.reload()
    choose(bob, "Chat")
    expect(bob.get_by_role("log").get_by_role("listitem")).to_have_count(2)


def test_a_move_is_taken_back_when_the_other_agrees(visit: Visitor) -> None:
    ann, bob = invited(visit)
    push(ann, "a1>c1")
    expect_move(bob, 1)
    ann.get_by_role("button", name="Take back").click()
    expect(wish(bob)).to_contain_text("Ann asks: take back")
    bob.get_by_role("button", name="No, thanks").click()
    expect(wish(ann)).to_have_count(0)
    expect_move(ann, 1)
    ann.get_by_role("button", name="Take back").click()
    bob.get_by_role("button", name="Agree").click()
    for page in (ann, bob):
        expect_move(page, 0)
        expect(page.locator("[data-spot=c1][aria-label='c1: neutral']")).to_be_visible()


def test_a_draw_is_offered_and_accepted_and_both_play_again(visit: Visitor) -> None:
    ann, bob = invited(visit)
    push(ann, "a1>c1")
    choose(ann, "Offer a draw")
    bob.get_by_role("button", name="Agree").click()
    for page in (ann, bob):
        expect_said(page, "Draw, agreed by all")
    bob.get_by_role("button", name="Play again").click()
    ann.get_by_role("button", name="Agree").click()
    for page in (ann, bob):
        page.get_by_role("link", name="To the next match").click()
    for page in (ann, bob):
        expect_move(page, 0)
    push(bob, "a1>c1")  # who was second begins now
    expect_move(ann, 1)


def test_spectators_look_on_by_their_own_link_and_touch_nothing(visit: Visitor) -> None:
    ann, bob = invited(visit)
    with clipboard(ann):
        choose(ann, "Invite")
        ann.get_by_role("button", name="Copy the link for spectators").click()
        expect_said(ann, "Copied")
        link = ann.evaluate("navigator.clipboard.readText()")
    ann.get_by_role("button", name="Close").click()
    cid = visit.open(re.sub(r"^https?://[^/]+/", "", link))
    expect_move(cid, 0)
    push(ann, "a1>c1")
    expect_move(cid, 1)
    expect_said(cid, r"Ann plays a1>c1\. It is Bob's turn")
    expect(cid.locator("[data-spot][aria-disabled=false]")).to_have_count(0)
    expect(cid.get_by_role("button", name="Hint")).to_have_count(0)
    push(bob, "a3>c3")
    expect_move(cid, 2)


@contextmanager
def clipboard(page: Page) -> Iterator[None]:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.bring_to_front()
    yield
    page.context.clear_permissions()


def test_the_computer_plays_for_who_has_left_until_he_comes_back(visit: Visitor) -> None:
    ann, bob = invited(visit)
    push(ann, "a1>c1")
    expect_move(bob, 1)
    choose(bob, "Leave the table")
    expect(ann.get_by_role("list", name="Players")).to_contain_text("away")
    choose(ann, "Let the computer play for Bob")
    expect_move(ann, 2)
    expect(ann.get_by_role("list", name="Players")).to_contain_text("played for by: casual")
    bob.get_by_role("button", name="Take my seat again").click()
    expect(ann.get_by_role("list", name="Players")).not_to_contain_text("played for by")
    push(ann, free_move(ann))
    expect_move(bob, 3)
    push(bob, free_move(bob))
    expect_move(ann, 4)


def free_move(page: Page) -> str:
    """Some move that is offered."""
    cube = page.locator("[data-spot][aria-disabled=false]").first
    expect(cube).to_be_visible(timeout=LONG)
    place = cube.get_attribute("data-spot")
    cube.click()
    entry = page.locator("[data-spot^='>']").first.get_attribute("data-spot")
    cube.click()
    return f"{place}{entry}"


def test_a_table_whose_seats_are_taken_says_so(visit: Visitor) -> None:
    ann, _ = invited(visit)
    cid = visit.open(re.sub(r"^https?://[^/]+/", "", ann.url))
    expect(cid.get_by_text("Every seat of this table is taken")).to_be_visible()


def test_a_public_table_is_found_in_the_lobby(visit: Visitor) -> None:
    ann = visit.open("#/new/quixo/friends")
    ann.get_by_label("Seat 1: name").fill("Anouk")
    ann.get_by_text("Clock and more").click()
    ann.get_by_label("List the table publicly").check()
    ann.get_by_role("button", name="Begin").click()
    expect(ann.get_by_role("heading", name="Waiting for players")).to_be_visible()
    bob = visit.open("#/lobby")
    bob.get_by_role("link", name=re.compile("Anouk")).click()
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    expect(ann.locator("[data-spot=a1]")).to_be_visible(timeout=LONG)
