"""The rule books: in six languages, alike in structure and pictures, with the numbers that the engine plays by."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tesserae.games import REGISTRY
from tesserae.games.dominoes.editions import EDITIONS, Edition, for_children
from tesserae.games.riomino.fields import LEVELS, field_cells
from tesserae.words import LANGUAGES

RULES = Path(__file__).parents[2] / "web" / "src" / "rules"
GAMES = [name for name, place in REGISTRY.items() if place.startswith("tesserae.")]
EDITIONS_OF = {"triominos": ("triominos", "pressman"), "tripple": ("tripple", "tripple-de")}


def book(language: str, game: str) -> str:
    return (RULES / language / f"{game}.md").read_text(encoding="utf-8")


def shape(text: str) -> list[tuple[str, object]]:
    """List the blocks of a book by kind, with whatever must be the same in every language."""
    return list(map(_block, re.split(r"\n{2,}", text.strip())))


def _block(block: str) -> tuple[str, object]:
    lines = block.split("\n")
    if heading := re.match(r"#+ ", block):
        return "heading", len(heading[0])
    if figure := re.fullmatch(r"!\[.+\]\((.+)\)", block):
        return "figure", figure[1]
    if block.startswith("|"):
        return "table", [line.count("|") for line in lines]
    if block.startswith("- "):
        assert all(line.startswith("- ") for line in lines), block
        return "list", [line.count("**") for line in lines]
    assert len(lines) == 1, f"a paragraph in several lines: {block}"
    return "paragraph", None


def numbers(text: str) -> set[int]:
    return {int(number) for number in re.findall(r"\d+", text)}


def figures(text: str) -> list[str]:
    return re.findall(r"!\[.+\]\((.+)\)", text)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_blocks_and_pictures(language: str, game: str) -> None:
    assert shape(book(language, game)) == shape(book("en", game))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_numbers(language: str, game: str) -> None:
    """Number by number in every list and table; in sentences some languages write out what others do not."""
    ours, english = (re.split(r"\n{2,}", book(code, game).strip()) for code in (language, "en"))
    for block, model in zip(ours, english, strict=True):
        if model.startswith(("|", "![")):
            assert re.findall(r"\d+", block) == re.findall(r"\d+", model), block
    assert numbers(book(language, game)) == numbers(book("en", game))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_nothing_is_left_in_english(language: str, game: str) -> None:
    english = {block for block in book("en", game).split("\n") if len(block) > 25}
    assert not english & set(book(language, game).split("\n"))


def constants(edition: Edition) -> Iterator[int]:
    yield from edition.hand_sizes
    yield from edition.start_bonus
    yield from edition.hexagons
    yield from (edition.bridge, edition.double_connection, edition.draw_price, edition.three_draws)
    yield from (edition.empty_pool, edition.going_out)


@pytest.mark.parametrize("game", EDITIONS_OF)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_of_every_edition_is_told(language: str, game: str) -> None:
    told = numbers(book(language, game))
    for name in EDITIONS_OF[game]:
        assert set(constants(EDITIONS[name])) - {0} <= told, name
    if game == "triominos":
        assert set(constants(for_children(EDITIONS[game]))) - {0} <= told


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_of_riomino_is_told(language: str) -> None:
    rows = [line for line in book(language, "riomino").split("\n") if line.startswith("| ")][1:]
    told = {(int(row.split("|")[2]), *re.findall(r"\d+", row.split("|")[3])[:1]) for row in rows}
    for name, level in LEVELS.items():
        cells = field_cells(name).bit_count()
        assert ((level.dice, str(cells)) if name != "wizard" else (level.dice,)) in told, name


def test_every_picture_is_drawn_and_every_drawing_is_used() -> None:
    used = {figure for game in GAMES for figure in figures(book("en", game))}
    drawn = set()
    for source in RULES.joinpath("figures").glob("*.ts"):
        drawn |= set(re.findall(r'^  "([a-z]+-[a-z-]+)":', source.read_text(encoding="utf-8"), re.MULTILINE))
    assert used == drawn
