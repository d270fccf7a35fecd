"""The command `tesserae analyse`, as its user runs it."""

import json
from pathlib import Path

import pytest

from command import run
from tesserae.games import make_game
from tesserae.match import Match
from variants import random_match


@pytest.fixture
def finished(tmp_path: Path) -> str:
    file = tmp_path / "finished.txt"
    file.write_text(random_match(make_game("quixo", {"size": 3}), 1).record(), encoding="utf-8")
    return str(file)


@pytest.fixture
def running(tmp_path: Path) -> str:
    match = Match(make_game("quixo", {"size": 3}), 1)
    for move in ["a1>c1", "a3>c3", "a1>c1", "a3>c3"]:
        match.play(move)
    file = tmp_path / "running.txt"
    file.write_text(match.record(), encoding="utf-8")
    return str(file)


def test_a_running_match_gets_a_table_of_its_moves(running: str) -> None:
    done = run("analyse", running, "--iterations", "500", "--language", "en")
    assert done.returncode == 0
    assert "a1>c1 │ 100.0%" in done.stdout
    assert "best line" in done.stdout
    german = run("analyse", running, "--iterations", "500", "--language", "de")
    assert "Gewinnchance" in german.stdout


def test_a_finished_match_gets_a_review_in_the_language_asked_for(finished: str) -> None:
    english = run("analyse", finished, "--iterations", "2000", "--language", "en").stdout
    german = run("analyse", finished, "--iterations", "2000", "--language", "de").stdout
    assert "would have won by force" in english
    assert "hätte zwingend gewonnen" in german
    assert len(english.splitlines()) == len(german.splitlines())


def test_one_json_object_is_the_last_line(finished: str, running: str) -> None:
    review = json.loads(run("analyse", finished, "--iterations", "500", "--json").stdout.splitlines()[-1])
    assert review["mistakes"][0]["cost"] > 0
    assert "would have won" in review["mistakes"][0]["reason"]
    values = json.loads(run("analyse", running, "--iterations", "500", "--json").stdout.splitlines()[-1])
    assert values["moves"][0] | {"line": None} == {
        "action": values["moves"][0]["action"],
        "text": "a1>c1",
        "chance": 1.0,
        "points": None,
        "decided_in": 1,
        "is_certain": True,
        "line": None,
    }


def test_what_cannot_be_analysed_is_said_in_one_sentence(finished: str, tmp_path: Path) -> None:
    scribble = tmp_path / "scribble.txt"
    scribble.write_text("no match at all", encoding="utf-8")
    for arguments, said in (
        ([str(tmp_path / "nothing.txt")], "nothing.txt"),
        ([str(tmp_path)], str(tmp_path)),
        ([str(scribble)], "no record"),
        ([finished, "--seat", "7"], "7"),
    ):
        done = run("analyse", *arguments, "--language", "en")
        assert done.returncode == 1, arguments
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert run("analyse", finished, "--ms", "5", "--iterations", "5").returncode == 2
