"""The house keeps its order: a room imports only the rooms it may call."""

import ast
from pathlib import Path

import pytest

from tesserae.kernel.cache import COMPILED_ROOMS, PACKAGE

MAY_CALL = {
    "words": set[str](),
    "kernel": set[str](),
    "crew": {"kernel", "words"},
    "games": {"kernel", "words"},
    "match": {"games", "kernel", "words"},
    "bots": {"games", "match", "solve", "crew", "kernel", "words"},
    "solve": {"games", "crew", "kernel", "words"},
    "research": {"games", "match", "bots", "crew", "kernel", "words"},
    "hinting": {"games", "match", "bots", "solve", "words"},
    "terminal": {"games", "match", "bots", "kernel", "words"},
    "server": {"games", "match", "bots", "hinting", "kernel", "words"},
}
SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or path.stem in MAY_CALL)


def imported_rooms(source: Path) -> set[str]:
    rooms = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.ImportFrom) and node.level), f"a relative import in {source}"
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tesserae"):
            names = (
                [node.module or ""] if node.module != "tesserae" else [f"tesserae.{a.name}" for a in node.names]
            )
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        rooms |= {name.split(".")[1] for name in names if name.startswith("tesserae.")}
    return rooms


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rooms(source: Path) -> None:
    room = source.relative_to(PACKAGE).parts[0].removesuffix(".py")
    assert imported_rooms(source) - {room} <= MAY_CALL[room]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_rooms_that_the_digest_covers_have_compiled_code(source: Path) -> None:
    if source.relative_to(PACKAGE).parts[0] not in COMPILED_ROOMS:
        assert "kernel.compiling" not in source.read_text(encoding="utf-8")


def test_a_game_knows_no_other_game() -> None:
    games = {path.name for path in (PACKAGE / "games").iterdir() if (path / "rules.py").exists()}
    for game in games:
        for source in (PACKAGE / "games" / game).rglob("*.py"):
            text = source.read_text(encoding="utf-8")
            assert not any(f"tesserae.games.{other}" in text for other in games - {game})
