"""The server goes away in the middle of a match and comes back: nothing is lost, nothing happens twice, nobody is told what is not so."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from server.client import Server
from web.page import Visitor, expect_said
from web.seats import new_table, persons, sit_down
from web.test_online import expect_move, push

BANNER = "No connection. It mends itself; nothing is lost."
COMING_BACK = 60_000
"""Milliseconds until a server on a busy machine is there again and the page has found it."""


@pytest.fixture
def fragile(tmp_path: Path) -> Iterator[Server]:
    """A server that may be killed."""
    with Server(tmp_path) as server:
        yield server


@pytest.fixture
def players(fragile: Server, visit: Visitor) -> tuple[Page, Page, str]:
    """Two browsers at one table of that server, and the table."""
    ann = visit.open(at=fragile.url)
    bob = visit.open(at=fragile.url)
    table = new_table(ann, "quixo", persons("Ann", "Bob"), options={"size": 3})
    rights = ann.evaluate("localStorage.getItem('tesserae.tables')")
    for seat, page in enumerate((ann, bob)):
        own = [{**one, "seats": {str(seat): one["seats"][str(seat)]}} for one in json.loads(rights)]
        page.evaluate("own => localStorage.setItem('tesserae.tables', own)", json.dumps(own))
        page.evaluate("table => location.hash = `#/table/${table}`", table)
    for page in (ann, bob):
        expect(page.locator("[data-spot=a1]")).to_be_visible(timeout=COMING_BACK)
    return ann, bob, table


def restart(server: Server) -> None:
    server.kill()
    server.start()


def moves(server: Server, table: str) -> list[str]:
    """The moves in the record of a finished match."""
    record = httpx.get(f"{server.url}/api/tables/{table}/record").text
    return [word for line in record.splitlines() for word in line.split() if ">" in word]


def test_a_match_goes_on_after_the_server_was_killed(
    fragile: Server, visit: Visitor, players: tuple[Page, Page, str]
) -> None:
    ann, bob, table = players
    push(ann, "a1>c1")
    expect_move(bob, 1)
    fragile.kill()
    for page in (ann, bob):
        expect(page.get_by_text(BANNER)).to_be_visible()
        expect(page.locator("main[data-turn=other]")).to_be_visible()
    fragile.start()
    for page in (ann, bob):
        expect(page.get_by_text(BANNER)).to_be_hidden(timeout=COMING_BACK)
        expect_move(page, 1)
    push(bob, "a3>c3")
    expect_move(ann, 2)
    push(ann, "a1>c1")
    restart(fragile)
    expect(bob.locator("main[data-turn=own]")).to_be_visible(timeout=COMING_BACK)
    push(bob, "a3>c3")
    expect(ann.locator("main[data-turn=own]")).to_be_visible(timeout=COMING_BACK)
    push(ann, "a1>c1")
    for page in (ann, bob):
        expect_said(page, "Ann: won, a line of their own mark")
    assert moves(fragile, table) == ["a1>c1", "a3>c3", "a1>c1", "a3>c3", "a1>c1"]
    visit.forgive("net::ERR_|WebSocket")


def test_a_move_that_the_server_has_not_got_is_not_shown_as_done_and_arrives_once(
    fragile: Server, visit: Visitor, players: tuple[Page, Page, str]
) -> None:
    ann, bob, table = players
    assert fragile.process
    fragile.process.send_signal(signal.SIGSTOP)
    push(ann, "a1>c1")
    ann.wait_for_timeout(500)
    expect_move(ann, 0)
    expect(ann.locator("main[data-turn=other]")).to_be_visible()
    expect(ann.locator("[data-spot=c1][aria-label='c1: neutral']")).to_be_visible()
    fragile.kill()
    expect(ann.get_by_text(BANNER)).to_be_visible()
    expect_move(ann, 0)
    fragile.start()
    for page in (ann, bob):
        expect(page.locator("main[data-move='1']")).to_be_visible(timeout=COMING_BACK)
    expect(ann.get_by_text(BANNER)).to_be_hidden()
    for page, move in ((bob, "a3>c3"), (ann, "a1>c1"), (bob, "a3>c3"), (ann, "a1>c1")):
        expect(page.locator("main[data-turn=own]")).to_be_visible(timeout=COMING_BACK)
        push(page, move)
    expect_said(bob, "Ann: won, ")
    assert moves(fragile, table).count("a1>c1") == 3
    visit.forgive("net::ERR_|WebSocket")


def test_a_page_that_is_opened_without_a_server_says_so(fragile: Server, visit: Visitor) -> None:
    page = visit.open(at=fragile.url)
    table = sit_down(page, "quixo", persons("Ann", "Bob"), options={"size": 3})
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.reload()
    expect(page.locator("[data-spot=a1]")).to_be_visible()
    fragile.kill()
    page.reload()
    expect(page.get_by_text("Connecting …")).to_be_visible()
    fragile.start()
    expect(page.locator("[data-spot=a1]")).to_be_visible(timeout=COMING_BACK)
    assert table in page.url
    visit.forgive("net::ERR_|WebSocket")
