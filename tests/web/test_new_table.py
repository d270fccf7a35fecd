"""Setting up a table through the page: it asks for what matters there, and for nothing else."""

from playwright.sync_api import Page, expect

from web.page import Visitor, violations

PUBLIC, CHAT, TEAM_CHAT = "List the table publicly while seats are free", "Chat", "Chat among partners"


def form(visit: Visitor, path: str) -> Page:
    page = visit.open(f"#/new/{path}")
    page.get_by_text("Clock and more").click()
    return page


def is_asked(page: Page, label: str) -> bool:
    return page.get_by_label(label, exact=True).is_visible()


def test_options_come_and_go_with_those_they_depend_on(visit: Visitor) -> None:
    page = form(visit, "puzzelino/same")
    assert not is_asked(page, "Stopping")
    assert not is_asked(page, "Puzzle")
    page.get_by_label("What").select_option("points")
    expect(page.get_by_label("Stopping")).to_be_visible()
    assert violations(page) == []
    alone = form(visit, "puzzelino/solo")
    expect(alone.get_by_label("Puzzle", exact=True)).to_be_visible()
    tripple = form(visit, "tripple/same")
    assert not is_asked(tripple, "Draws when alone")
    tripple.get_by_label("Players", exact=True).select_option("1")
    expect(tripple.get_by_label("Draws when alone")).to_be_visible()


def test_what_was_chosen_and_no_longer_matters_is_not_sent(visit: Visitor) -> None:
    page = form(visit, "puzzelino/same")
    page.get_by_label("What").select_option("points")
    page.get_by_label("Stopping").select_option("never")
    page.get_by_label("What").select_option("race")
    with page.expect_request("**/api/tables") as sent:
        page.get_by_role("button", name="Begin").click()
    wanted = sent.value.post_data_json
    assert wanted is not None
    assert wanted["options"] == {}
    expect(page.get_by_role("button", name="Menu")).to_be_visible()


def test_talk_is_offered_where_somebody_else_may_come(visit: Visitor) -> None:
    page = form(visit, "quixo/same")
    assert not any(is_asked(page, label) for label in (PUBLIC, CHAT, TEAM_CHAT))
    page.get_by_label("Players", exact=True).select_option("4")
    assert not is_asked(page, TEAM_CHAT)
    page.get_by_label("Seat 2: who").select_option("open")
    assert all(is_asked(page, label) for label in (PUBLIC, CHAT, TEAM_CHAT))
    page.get_by_label(CHAT, exact=True).uncheck()
    assert not is_asked(page, TEAM_CHAT)
    other = form(visit, "triominos/friends")
    assert is_asked(other, CHAT)
    other.get_by_label("Players", exact=True).select_option("4")
    assert not is_asked(other, TEAM_CHAT)
