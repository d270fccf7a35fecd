"""A real Chromium and a real server for the tests of the page."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright

from server.client import Server
from web.page import Visitor
from web.tour import Tables

expect.set_options(timeout=15_000)  # machines that run tests are busy
FLAGS = [
    "--no-sandbox",  # continuous integration runs as root, which Chromium's sandbox refuses
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
addresses = (f"{high}.{low}" for high in range(256) for low in range(1, 255))
"""Everybody comes from somewhere else, so that many tests are not taken for one who asks too much."""


def chromium() -> str:
    """Find a Chromium, or skip the test; in continuous integration, which has one, fail."""
    found = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None
    )
    if found is not None:
        return found
    if os.environ.get("CI"):
        pytest.fail("Chromium is not installed")
    pytest.skip("Chromium is not installed")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests of a session; every test sets up tables of its own."""
    with Server(tmp_path_factory.mktemp("tables")) as server:
        yield server


@pytest.fixture(scope="session")
def tables(house: Server) -> Tables:
    """Tables in every state, to be looked at but not to be played at."""
    return Tables(house.url)


@pytest.fixture
def visit(browser: Browser, house: Server, tmp_path: Path) -> Iterator[Visitor]:
    """Opens pages as somebody new; whatever went wrong in them fails the test."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def open_page(
        path: str = "",
        *,
        width: int = 1280,
        height: int = 900,
        language: str = "en",
        dark: bool = False,
        touch: bool = False,
        still: bool = True,
        at: str = house.url,
    ) -> Page:
        def beyond(request: Request) -> None:
            if not request.url.startswith((at, at.replace("http", "ws", 1), "data:", "blob:")):
                troubles.append(f"a request to another site: {request.url}")

        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="reduce" if still else "no-preference",
            accept_downloads=True,
            base_url=at,
            extra_http_headers={"x-forwarded-for": f"10.0.{next(addresses)}"},
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda problem: troubles.append(str(problem)))
        page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
        page.on("request", beyond)
        page.goto(f"/{path}")
        return page

    yield Visitor(open_page, troubles)
    for context in contexts:
        context.close()
    assert troubles == []
