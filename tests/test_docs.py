"""The README and the documentation say what is true: their examples run, their links lead somewhere."""

import doctest
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import tesserae
from tesserae.bots import Budget, new_generator
from tesserae.cli import build_parser
from tesserae.games import read_game
from tesserae.games.options import read_pairs

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path) -> None:
    text = page.read_text(encoding="utf-8").replace("```\n", "\n")  # a fence would pass for output
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


def test_the_player_of_the_bots_page_plays() -> None:
    text = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    [source] = [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "class" in block]
    names: dict[str, Any] = {}
    exec(source, names)
    for name in tesserae.games():
        match = tesserae.game(name).new(seed=3)
        bot, generator = names["FewestReplies"](match.game), new_generator(1)
        for _ in range(4):
            match.play(bot.choose(match.masked(match.mover), match.mover, generator, Budget(ms=1)))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_are_commands(page: Path) -> None:
    """What a page tells people to type is understood, options of games included."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```(?:sh|console)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    rows = re.findall(r"^\| `(arena .*?)` \|", text, re.MULTILINE)
    typed = [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]
    typed = [line.removeprefix("tesserae ") for line in typed if line.startswith("tesserae ")]
    for command in (*typed, *rows):
        given = build_parser().parse_args(shlex.split(command.partition(" > ")[0], comments=True))
        if getattr(given, "game", None) in tesserae.games():
            assert read_game(given.game, read_pairs(given.options)).name == given.game


def test_the_module_example_runs() -> None:
    assert doctest.testmod(tesserae).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_readme_starts_with_the_two_commands_a_picture_and_five_lines() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    play, test, picture = text.index("make play"), text.index("make test"), text.index("![")
    example = text.index("```python")
    assert play < test < picture < example < 700
