"""The page as an app: it can be installed, opens without a network from its first visit on, and tells whose turn it is."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.page import Visitor, expect_said, violations
from web.seats import against_bots, sit_down
from web.test_online import expect_move, invited, push

LOOKS_AWAY = "Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })"


def kept(page: Page) -> list[str]:
    """What the service worker keeps, by path."""
    paths: list[str] = page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(async name => (await (await caches.open(name)).keys()))))
            .flat().map(one => new URL(one.url).pathname)"""
    )
    return paths


def notifications(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(
        """async () => (await (await navigator.serviceWorker.ready).getNotifications())
            .map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }))"""
    )
    return found


def awaited_notifications(page: Page) -> list[dict[str, Any]]:
    """A notification comes a moment after the move it tells of."""
    for _ in range(100):
        if found := notifications(page):
            return found
        page.wait_for_timeout(100)
    return []


def test_it_can_be_installed(visit: Visitor) -> None:
    page = visit.open()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    devtools = page.context.new_cdp_session(page)
    told = devtools.send("Page.getAppManifest")
    assert told["errors"] == []
    manifest = json.loads(told["data"])
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert page.request.get(icon["src"]).ok
    problems = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {problem["errorId"] for problem in problems} <= {"in-incognito"}, "tests have no other windows"


@pytest.mark.parametrize("path", ["", "#/settings"])
def test_it_opens_without_a_network_after_the_first_visit(visit: Visitor, path: str) -> None:
    page = visit.open(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_function("caches.match('/api/games').then(Boolean)")
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    if not path:
        expect(page.locator(".games li")).to_have_count(5)
        expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
        page.get_by_role("button", name="Quixo: Play now").click()
        expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
        assert violations(page) == []
    page.context.set_offline(False)
    visit.forgive("net::ERR_|WebSocket")


def test_what_an_older_page_needed_is_thrown_away(visit: Visitor) -> None:
    page = visit.open()
    page.wait_for_function("caches.match('/api/games').then(Boolean)")
    page.evaluate(
        "async () => (await caches.open((await caches.keys())[0])).put('/assets/old-0.js', new Response('old'))"
    )
    assert "/assets/old-0.js" in kept(page)
    page.reload()
    page.wait_for_function("caches.match('/assets/old-0.js').then(one => !one)")
    assert any(path.startswith("/assets/") for path in kept(page))


def test_who_looks_elsewhere_is_told_that_it_is_his_turn(visit: Visitor) -> None:
    ann, bob = invited(visit)
    bob.context.grant_permissions(["notifications"])
    bob.goto("/#/settings")
    bob.get_by_label("Notify me when it is my turn").check()
    expect(bob.get_by_label("Notify me when it is my turn")).to_be_checked()
    bob.go_back()
    expect_move(bob, 0)
    push(ann, "a1>c1")
    expect_move(bob, 1)
    assert notifications(bob) == [], "who looks at the table needs no notification"
    push(bob, "a3>c3")
    expect_move(bob, 2)
    bob.evaluate(LOOKS_AWAY)
    push(ann, "a1>c1")
    expect_move(bob, 3)
    [told] = awaited_notifications(bob)
    assert told["title"] == "Tesserae"
    assert told["body"].startswith("Your turn")
    assert told["url"] == bob.url


def test_a_browser_that_allows_no_notifications_is_told_so_and_the_switch_stays_off(visit: Visitor) -> None:
    page = visit.open("#/settings")
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    switch = page.get_by_label("Notify me when it is my turn")
    switch.click()
    expect(page.get_by_role("alert")).to_contain_text("does not allow notifications")
    expect(switch).not_to_be_checked()


def test_the_title_of_the_page_says_whose_turn_it_is(visit: Visitor) -> None:
    page = visit.open()
    sit_down(page, "quixo", against_bots(), options={"size": 3})
    expect(page).to_have_title("● Quixo – Tesserae")
    expect_said(page, "Your turn")
