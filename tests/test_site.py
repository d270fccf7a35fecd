"""The documentation as a site: built without a warning, its links lead somewhere, nothing comes from elsewhere."""

import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parents[1]
PUBLIC = ("Setup.new", "Match.play", "Match.view", "rules.legal", "batch.playouts", "Budget", "perft.perft")


class Seen(HTMLParser):
    """What a page of the site has: anchors, links, and things a browser would load with it."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.anchors: set[str] = {""}
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif "src" in given:
            self.loaded.append(given["src"])
        elif tag == "link" and given["rel"] in ("stylesheet", "icon", "preload", "preconnect"):
            self.loaded.append(given["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Seen]:
    target = tmp_path_factory.mktemp("site").resolve()
    built = subprocess.run(  # without --quiet, which lets warnings pass
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(target)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    assert "WARNING" not in built.stderr
    return {page: Seen(page) for page in target.rglob("*.html")}


def is_elsewhere(link: str) -> bool:
    return "://" in link or link.startswith(("//", "mailto:"))


def test_every_page_of_the_repository_is_there(site: dict[Path, Seen]) -> None:
    top = min(site, key=lambda page: len(page.parts)).parent
    pages = [page.relative_to(ROOT / "docs") for page in (ROOT / "docs").rglob("*.md")]
    expected = {top / page.with_suffix(".html") for page in pages} | {top / "index.html", top / "changelog.html"}
    assert expected <= set(site)


def test_every_link_and_anchor_leads_somewhere(site: dict[Path, Seen]) -> None:
    followed = 0
    for page, seen in site.items():
        for link in seen.links:
            if is_elsewhere(link) or page.name == "404.html":
                continue
            path, _, anchor = unquote(link).partition("#")
            target = (page.parent / path).resolve() if path else page
            assert target.exists(), f"{page.name}: {link}"
            if target in site:
                assert anchor in site[target].anchors, f"{page.name}: {link}"
            followed += 1
    assert followed > 1000


def test_nothing_is_loaded_from_elsewhere(site: dict[Path, Seen]) -> None:
    for page, seen in site.items():
        assert seen.loaded
        assert not [link for link in seen.loaded if is_elsewhere(link)], page.name


def test_the_public_names_are_described(site: dict[Path, Seen]) -> None:
    anchors = {anchor for seen in site.values() for anchor in seen.anchors}
    for name in PUBLIC:
        assert any(anchor.endswith(f".{name}") for anchor in anchors), name
