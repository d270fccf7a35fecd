"""The page is light and calm: little script for each screen, nothing jumps while it loads, nothing comes from elsewhere."""

import gzip
import json
from collections.abc import Iterator
from importlib.resources import files

import pytest
from playwright.sync_api import Page, expect

from web.page import Visitor, expect_nothing
from web.tour import GAMES, Tables

APP = files("tesserae.server").joinpath("static", "app")
SHELL = "index.html"
TABLE = "src/screens/TableScreen.svelte"
MOST_FIRST = 150_000
"""Bytes of script, packed, until the first board can be played at."""
MOST_LATER = 40_000
"""Bytes of script, packed, that any further screen may bring."""
MOST_SHIFT = 0.02


def scripts(*names: str) -> set[str]:
    """List the files that are loaded for these modules, with all that they need at once."""
    manifest = json.loads(APP.joinpath("manifest.json").read_text(encoding="utf-8"))
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        module = manifest[waiting.pop()]
        if module["file"] not in found:
            found.add(module["file"])
            waiting += module.get("imports", [])
    return found


def packed(paths: set[str]) -> int:
    return sum(len(gzip.compress(APP.joinpath(path).read_bytes(), mtime=0)) for path in paths)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_board_needs_little_script(game: str) -> None:
    size = packed(scripts(SHELL, TABLE, f"src/games/{game}/index.ts"))
    assert size < MOST_FIRST


def test_every_other_screen_needs_little_more() -> None:
    manifest = json.loads(APP.joinpath("manifest.json").read_text(encoding="utf-8"))
    screens = [name for name in manifest if name.startswith("src/screens/")]
    assert len(screens) >= 6
    for screen in screens:
        assert packed(scripts(SHELL, screen) - scripts(SHELL)) < MOST_LATER, screen


def test_boards_are_loaded_only_when_they_are_played_at(visit: Visitor) -> None:
    page = visit.open()
    expect(page.locator(".games li")).to_have_count(len(GAMES))
    boards = {path for game in GAMES for path in scripts(f"src/games/{game}/index.ts")} - scripts(SHELL)
    loaded = page.evaluate(
        "performance.getEntriesByType('resource').map(one => new URL(one.name).pathname.slice(1))"
    )
    assert boards
    assert not boards & set(loaded)


JUMPS = """addEventListener("DOMContentLoaded", () => {
    window.jumped = [];
    new PerformanceObserver(list => {
        for (const one of list.getEntries()) if (!one.hadRecentInput)
            jumped.push([one.value, ...one.sources.map(({ node }) => (node?.outerHTML ?? node?.nodeName ?? "?").slice(0, 60))]);
    }).observe({ type: "layout-shift", buffered: true });
})"""
"""Notes how much jumps from the loading of a page on, as browsers measure it, and what."""
SETTLED = 250
"""Milliseconds after which nothing comes any more."""


def shift(page: Page) -> list[str]:
    """List what has jumped since the page was loaded, if it was more than a little."""
    page.wait_for_timeout(SETTLED)
    jumped = page.evaluate("jumped")
    return [str(one) for one in jumped] if sum(one[0] for one in jumped) > MOST_SHIFT else []


def screens(tables: Tables) -> Iterator[tuple[str, str]]:
    """Everything that can be opened by its address, and what is there when it has loaded."""
    yield "", "section:has(#today) li >> nth=2"
    yield "lobby", "main ul a"
    yield "settings", "main select"
    yield "replay", "main textarea"
    yield f"table/{tables.waiting.id}", "main [role=img]"
    for name, table in tables.playing.items():
        yield f"table/{table.id}#{name}", "main[data-turn=own] [data-spot]"
    for name, table in tables.over.items():
        yield f"table/{table.id}#{name}", "main[data-turn=over] .after"
        yield f"replay/{table.id}#{name}", "main .controls"
    for game in GAMES:
        yield f"new/{game}/friends", "form"
        yield f"learn/{game}", "nav ol button"


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_nothing_jumps_while_a_screen_loads(visit: Visitor, tables: Tables, width: int, height: int) -> None:
    page = visit.open(width=width, height=height)
    page.context.add_init_script(JUMPS)
    found = {}
    for rights in ([], tables.rights()):
        page.evaluate("all => localStorage.setItem('tesserae.tables', all)", json.dumps(rights))
        for address, there in screens(tables) if rights else [next(screens(tables))]:
            path, _, name = address.partition("#")
            page.goto("about:blank")
            page.goto(f"/#/{path}")
            expect(page.locator(there).first).to_be_visible(timeout=30_000)
            if trouble := shift(page):
                found[name or path or "home"] = trouble
    expect_nothing(found)


def test_a_jump_would_be_found(visit: Visitor) -> None:
    page = visit.open("#/settings", width=360, height=740)
    page.context.add_init_script(JUMPS)
    page.reload()
    expect(page.locator("main select").first).to_be_visible()
    page.evaluate("document.querySelector('main').style.marginTop = '200px'")
    assert shift(page)
