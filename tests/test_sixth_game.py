"""The page "Add a sixth game" says what is true: built as it says, its game passes what every game must.

The blocks of the page are written into a copy of the project, and everything runs there.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from node import run_node
from web.page import WEB

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "sixth-game.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^`([\w./-]+)`\n\n```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COPIED = ("src", "tests", "web", "pyproject.toml")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "app")
TESTS_OVER_ALL_GAMES = (
    "tests/test_all_games.py",
    "tests/test_moves_drawn.py",
    "tests/test_playthroughs.py",
    "tests/test_rooms.py",
    "tests/bots",
    "tests/games/chomp",
    "tests/server/test_replay_frames.py",
    "tests/server/test_undo.py",
    "tests/web/test_rule_books.py",
)


class Project:
    """A copy of the project in which somebody has done what the page says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=LEFT_OUT)
            else:
                shutil.copy(source, folder / name)
        for name, kind, text in BLOCK.findall(PAGE):
            if kind == "diff":
                self._insert(folder / name, text)
            else:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(text, encoding="utf-8")

    def _insert(self, file: Path, change: str) -> None:
        """Add the lines that begin with a plus below the one that does not, unless they are there."""
        marks, lines = zip(*((line[0], line[1:]) for line in change.splitlines(keepends=True)), strict=True)
        assert (marks[0], set(marks[1:])) == (" ", {"+"}), change
        text = file.read_text(encoding="utf-8")
        assert text.count(lines[0]) == 1, lines[0]
        if "".join(lines) not in text:
            file.write_text(text.replace(lines[0], "".join(lines)), encoding="utf-8")

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python there."""
        found = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=os.environ
            | {
                "PYTHONPATH": str(self.folder / "src"),
                "TESSERAE_CACHE_DIR": str(self.folder / ".cache"),
                "COLUMNS": "200",
            },
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert found.returncode == 0, found.stdout[-6000:] + found.stderr[-2000:]
        return found

    def tesserae(self, *arguments: str) -> str:
        """Run the command there."""
        return self.run("-m", "tesserae.cli", *arguments).stdout


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_the_game_of_the_page_passes_what_every_game_must(project: Project) -> None:
    project.run("tests/test_playthroughs.py", "chomp")
    tests = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
    told = project.run(*tests, "-k", "chomp", *TESTS_OVER_ALL_GAMES).stdout
    assert int(re.findall(r"(\d+) passed", told)[-1]) > 300, told
    project.run(*tests, "tests/test_words.py")
    [session] = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    for command, expected in re.findall(r"\$ tesserae (.*)\n([^$]*)", session):
        assert project.tesserae(*shlex.split(command)) == expected
    simulated = json.loads(project.tesserae("simulate", "chomp", "--games", "2000", "--json").splitlines()[-1])
    assert (sum(simulated["wins"]), simulated["endings"]) == (2000, {"poison": 2000})
    fought = ("arena", "chomp", "master", "beginner", "--games", "40", "--iterations", "2000", "--json")
    assert json.loads(project.tesserae(*fought).splitlines()[-1])["score"] > 0.75


def test_its_sources_are_as_tidy_as_ours(project: Project) -> None:
    sources = [name for name, kind, _ in BLOCK.findall(PAGE) if kind == "python"]
    assert len(sources) > 5
    project.run("-m", "ruff", "check", "--no-cache", *sources)
    project.run("-m", "ruff", "format", "--no-cache", "--check", *sources)
    project.run("-m", "mypy", "--cache-dir", str(ROOT / ".cache" / "mypy-sixth"), *sources)


def test_its_board_in_the_browser_is_sound(project: Project) -> None:
    web = project.folder / "web"
    (web / "node_modules").symlink_to(WEB / "node_modules")
    check = run_node(WEB / "node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings", cwd=web)
    assert check.returncode == 0, check.stdout
    assert sorted(path.name for path in (web / "src/games/chomp").iterdir()) == [
        "Board.svelte",
        "Thumb.svelte",
        "index.ts",
    ]
