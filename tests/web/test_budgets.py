"""The page is light and calm: little script for each screen, nothing jumps while it loads, nothing comes from elsewhere."""

import gzip
import json
from importlib.resources import files

import pytest
from playwright.sync_api import Page, expect

from web.page import Visitor
from web.seats import persons, sit_down
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


def shift(page: Page) -> float:
    """How much has jumped since the page was loaded, as browsers measure it."""
    jumped: float = page.evaluate(
        """() => new Promise(tell => {
            let sum = 0;
            new PerformanceObserver(list => {
                for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value;
            }).observe({ type: "layout-shift", buffered: true });
            setTimeout(() => tell(sum), 500);
        })"""
    )
    return jumped


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_nothing_jumps_while_the_first_screen_loads(visit: Visitor, width: int, height: int) -> None:
    page = visit.open(width=width, height=height)
    expect(page.locator("section:has(#today) li")).to_have_count(3)
    assert shift(page) < MOST_SHIFT
    sit_down(page, "quixo", persons("Ann", "Bob"))
    page.goto("/#/")
    page.reload()
    expect(page.locator("section:has(#running) li")).to_have_count(1)
    assert shift(page) < MOST_SHIFT, "with a game that goes on"


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
@pytest.mark.parametrize("name", ["quixo", "triominos", "riomino", "puzzelino race", "puzzelino tray"])
def test_nothing_jumps_while_a_table_loads(
    visit: Visitor, tables: Tables, name: str, width: int, height: int
) -> None:
    page = visit.open(width=width, height=height)
    table = tables.playing[name]
    page.evaluate("all => localStorage.setItem('tesserae.tables', all)", json.dumps([table.rights()]))
    page.goto(f"/#/table/{table.id}")
    page.reload()
    expect(page.locator("main[data-turn=own] [data-spot]").first).to_be_visible()
    assert shift(page) < MOST_SHIFT
