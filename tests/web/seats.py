"""Setting up tables for tests: by the API, with the rights kept where the page keeps them."""

import re
from typing import Any

import httpx
from playwright.sync_api import Page, expect

KEEP = """rights => localStorage.setItem("tesserae.tables", JSON.stringify(
    [rights, ...JSON.parse(localStorage.getItem("tesserae.tables") ?? "[]")]))"""
SWIFT = 10
"""Milliseconds that a bot of a test thinks about a move."""


def new_table(page: Page, game: str, seats: list[dict[str, str]], **more: Any) -> str:
    """Set up a table that belongs to this page, and give its id; it is not opened."""
    origin = re.match(r"https?://[^/]+", page.url)
    assert origin
    wanted = {"game": game, "seats": seats, "bot_ms": SWIFT, **more}
    answer = httpx.post(f"{origin[0]}/api/tables", json=wanted, timeout=30)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    page.evaluate(
        KEEP, {**{name: made[name] for name in ("table", "seats", "owner", "watch")}, "game": game, "at": 0}
    )
    return str(made["table"])


def sit_down(page: Page, game: str, seats: list[dict[str, str]], **more: Any) -> str:
    """Set up a table and open it; all seats with a name are at this screen."""
    table = new_table(page, game, seats, **more)
    page.evaluate("table => location.hash = `#/table/${table}`", table)
    expect(page.locator("main[data-turn=own]:has([data-spot]), main[data-turn=pass]")).to_be_visible(
        timeout=30_000
    )
    return table


def persons(*names: str) -> list[dict[str, str]]:
    """Several people at one screen."""
    return [{"name": name} for name in names]


def against_bots(bots: int = 1) -> list[dict[str, str]]:
    """One person, and bots that do anything that is allowed."""
    return [{"name": "Ann"}, *({"level": "random"} for _ in range(bots))]


def alone() -> list[dict[str, str]]:
    return persons("Ann")
