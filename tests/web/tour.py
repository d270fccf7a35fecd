"""A walk through every screen of the page, for whoever wants to look at something everywhere."""

import json
from collections.abc import Iterator

import httpx
from playwright.sync_api import Locator, Page, expect

import tesserae.server.web  # noqa: F401  # brings the words of the page
from tesserae.words import say
from web.prepared import TO_THE_END, Prepared, prepare

LONG = 20_000
FIRST_ANSWER = 120_000
"""Milliseconds: the first answer of all compiles and solves the board."""
GAMES = ["quixo", "triominos", "tripple", "riomino", "puzzelino"]


class Tables:
    """Tables in the middle and at the end of a match, the same for every visitor of a server."""

    def __init__(self, url: str) -> None:
        self.playing = {
            "quixo": prepare(url, "quixo", 2, 5),
            "quixo solved": prepare(url, "quixo", 2, 3, size=4),
            "quixo with partners": prepare(url, "quixo", 4, 6),
            "triominos": prepare(url, "triominos", 3, 12),
            "triominos of six": prepare(url, "triominos", 6, 4),
            "tripple": prepare(url, "tripple", 2, 10),
            "tripple alone": prepare(url, "tripple", 1, 3),
            "riomino": prepare(url, "riomino", 2, 4),
            "riomino at its start": prepare(url, "riomino", 2, 0, level="starter"),
            "puzzelino race": prepare(url, "puzzelino", 2, 5, mode="race"),
            "puzzelino points": prepare(url, "puzzelino", 4, 3, mode="points"),
            "puzzelino tray": prepare(url, "puzzelino", 1, 2, mode="tray", puzzle=1),
            "puzzelino figure": prepare(url, "puzzelino", 1, 3, mode="figure"),
        }
        self.over = {
            "quixo": prepare(url, "quixo", 2, TO_THE_END, size=3),
            "triominos": prepare(url, "triominos", 4, TO_THE_END, rounds=1),
            "riomino": prepare(url, "riomino", 2, TO_THE_END, level="starter"),
            "puzzelino": prepare(url, "puzzelino", 3, TO_THE_END, mode="race"),
        }
        self.waiting = _waiting(url)

    def rights(self) -> list[dict[str, object]]:
        """What a page keeps that may see all of them."""
        return [table.rights() for table in (*self.playing.values(), *self.over.values(), self.waiting)]


def _waiting(url: str) -> Prepared:
    body = {"game": "triominos", "seats": [{"name": "Ann"}, {"level": "beginner"}, {}], "options": {"players": 3}}
    made = httpx.post(f"{url}/api/tables", json=body | {"public": True}, timeout=30).raise_for_status().json()
    return Prepared({name: made[name] for name in ("table", "seats", "owner", "watch")}, "triominos", 0)


class Walker:
    """Somebody who looks at every screen in one language."""

    def __init__(self, page: Page, tables: Tables, language: str = "en") -> None:
        self.page = page
        self.tables = tables
        self.language = language
        page.evaluate("all => localStorage.setItem('tesserae.tables', all)", json.dumps(tables.rights()))

    def says(self, key: str, **values: object) -> str:
        return say(key, self.language, **values)

    def go(self, path: str, selector: str) -> None:
        """Open a screen, and wait for something on it."""
        self.page.evaluate("path => location.hash = path", f"#/{path}")
        expect(self.page.locator(selector).first).to_be_visible(timeout=LONG)

    def everywhere(self) -> Iterator[str]:
        """Name each screen while it is shown."""
        yield from self.first_screens()
        yield from self.setting_up()
        yield from self.in_play()
        yield from self.beside_the_board()
        yield from self.at_the_end()
        yield from self.learning()

    def first_screens(self) -> Iterator[str]:
        self.page.reload()
        self.go("", "section ul a")
        expect(self.page.locator("section:has(#today) li")).to_have_count(3)
        yield "home"
        self.page.get_by_role("button", name=self.says("page.bests")).click()
        yield "results"
        self.page.keyboard.press("Escape")
        self.go("lobby", "main ul a")
        yield "lobby"
        self.go("settings", "main select")
        yield "settings"
        self.go("replay", "main textarea")
        yield "open a record"
        self.go("table/nothing", "[role=alert]")
        yield "no such table"

    def setting_up(self) -> Iterator[str]:
        for game in GAMES:
            for way in ("same", "friends", "solo"):
                if way == "solo" and game in ("quixo", "riomino"):
                    continue
                self.go(f"new/{game}/{way}", "form")
                self.page.locator("summary").click()
                yield f"new table, {game}, {way}"
        self.go("new/triominos/friends", "form")
        self.page.locator("summary").click()
        self.page.locator("details select").first.select_option("player")
        yield "new table with a clock"
        self.go(f"table/{self.tables.waiting.id}", "main [role=img]")
        yield "waiting for players"
        self._as_stranger()
        self.go("", ".games")
        self.go(f"table/{self.tables.waiting.id}", "main form")
        yield "joining"
        self._as_player()

    def in_play(self) -> Iterator[str]:
        self._want_answers(True)
        for name, table in self.tables.playing.items():
            self.go(f"table/{table.id}", "main[data-turn=own] [data-spot]")
            if name == "quixo solved":
                expect(self.page.locator("[data-answer]").first).to_be_visible(timeout=FIRST_ANSWER)
            yield f"{name}, in play"
            takeable = self.page.locator("[data-piece]:has(.fits), .takeable")
            if takeable.count():
                takeable.first.click()
                yield f"{name}, something taken"
                self.page.keyboard.press("Escape")
        table = self.tables.playing["triominos"]
        self._keep([table.rights([0, 1, 2])])
        self.go("", ".games")
        self.go(f"table/{table.id}", "main[data-turn=pass]")
        yield "passing the screen"
        self._as_player()
        self._want_answers(False)

    def _want_answers(self, wanted: bool) -> None:
        """Have every move of a solved game answered, or not."""
        self.go("settings", "main select")
        self.page.get_by_label(self.says("page.setting.answers")).set_checked(wanted)

    def beside_the_board(self) -> Iterator[str]:
        self.go("", ".games")
        self.go(f"table/{self.tables.playing['triominos'].id}", "main[data-turn=own] [data-spot]")
        for entry in ("score_pad", "chat", "rules"):
            menu = self._open_menu()
            if entry == "score_pad":
                yield "menu"
            menu.get_by_role("button", name=self.says(f"page.{entry}"), exact=True).click()
            expect(self.page.locator("aside h2").first).to_be_visible()
            yield entry
        for entry in ("resign", "share"):
            self._open_menu().get_by_role("button", name=self.says(f"page.{entry}"), exact=True).click()
            expect(self.page.locator("dialog h2")).not_to_have_text(self.says("page.menu"))
            yield entry
            self.page.keyboard.press("Escape")

    def _open_menu(self) -> Locator:
        self.page.get_by_role("button", name=self.says("page.menu"), exact=True).click()
        return self.page.get_by_role("dialog")

    def at_the_end(self) -> Iterator[str]:
        for name, table in self.tables.over.items():
            self.go(f"table/{table.id}", "main[data-turn=over] .after")
            yield f"{name}, over"
            self.go(f"replay/{table.id}", "main .controls")
            self.page.keyboard.press("End")
            yield f"{name}, looked at again"

    def learning(self) -> Iterator[str]:
        for game in GAMES:
            self.go(f"learn/{game}", "nav ol button")
            expect(self.page.locator("figure svg").last).to_be_attached()
            yield f"learn, {game}"

    def _as_stranger(self) -> None:
        self._keep([])

    def _as_player(self) -> None:
        self._keep(self.tables.rights())

    def _keep(self, rights: list[dict[str, object]]) -> None:
        self.page.evaluate("all => localStorage.setItem('tesserae.tables', all)", json.dumps(rights))
