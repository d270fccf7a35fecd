"""`tesserae arena`, as its user types it."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from command import begin, interrupt, run
from tesserae.cli import DONE, REFUSED, main

QUICK = ("--iterations", "5", "--threads", "2")
SMALL = ("quixo", "-o", "size=3")


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["arena", *arguments, *QUICK]) == DONE
    return capsys.readouterr().out


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(output(capsys, *arguments, "--json").splitlines()[-1])
    return facts


def test_a_series_is_told_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    facts = told(capsys, "quixo", "random", "random", "--games", "20", "--seed", "3")
    assert (facts["game"], facts["a"], facts["b"], facts["seed"]) == ("quixo", "random", "random", 3)
    assert facts["games"] == 20 == facts["wins"] + facts["draws"] + facts["losses"]
    assert facts["score"] == (facts["wins"] + facts["draws"] / 2) / 20
    assert facts["interval"][0] < facts["elo"] < facts["interval"][1]
    assert (facts["unfinished"], facts["sprt"], facts["points_margin"]) == (0, None, None)
    assert set(facts["ms_per_move"]) == {"a", "b"}


def test_without_a_budget_a_move_may_take_100_ms(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "quixo", "random", "random", "--games", "2", "--json"]) == DONE
    assert json.loads(capsys.readouterr().out)["ms"] == 100


def test_a_series_is_told_in_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "triominos", "-o", "rounds=1", "greedy", "random", "--games", "21", "--sprt", "0", "5")
    assert main(["arena", *SMALL, "random", "random", "--games", "3", "--iterations", "1"]) == DONE
    assert "3 games are no whole pairs: 4 are played" in capsys.readouterr().err
    for words in ("22 games", "A wins", "score of A", "Elo of A over B", "points of A over B", "undecided"):
        assert words in text
    assert "points" not in output(capsys, *SMALL, "random", "random", "--games", "4")


def test_games_too_long_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "quixo", "random", "random", "--games", "4", "--move-limit", "6")
    assert "of the draws unfinished" in text
    assert "after 6 moves" in text


def test_scores_of_100_percent_have_a_finite_elo(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("triominos", "-o", "players=5", "greedy", "random", "--games", "4")
    facts = told(capsys, *arguments)
    assert (facts["score"], facts["elo"], facts["interval"][1]) == (1, 1200, 1200)
    assert facts["interval"][0] < 300
    assert "+1200 or more" in output(capsys, *arguments)


# --- a round robin -----------------------------------------------------------------------------------------


def test_a_round_robin_is_a_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    players = ("random", "greedy", "beginner")
    arguments = ("triominos", "-o", "rounds=1", *players, "--games", "20")
    text = output(capsys, *arguments)
    assert text.index("│ greedy") < text.index("│ random")
    for words in ("against greedy", "points ahead", "ms a move"):
        assert words in text
    facts = told(capsys, *arguments)
    assert [one["name"] for one in facts["players"]] == list(players)
    assert [(one["a"], one["b"]) for one in facts["pairings"]] == [players[:2], players[::2], players[1:]]


def test_tables_are_written_between_their_marks(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "ratings.md"
    page.write_text("# Ratings\n\n<!-- arena one -->\nold\n<!-- end -->\n\nmore words\n", encoding="utf-8")
    arguments = (*SMALL, "random", "casual", "--games", "4", "--write", str(page))
    output(capsys, *arguments, "--name", "one")
    first = page.read_text(encoding="utf-8")
    assert first.startswith("# Ratings\n\n<!-- arena one -->\n| player | Elo | against casual | against")
    assert first.endswith("\n<!-- end -->\n\nmore words\n")
    assert "old" not in first
    output(capsys, *arguments)
    second = page.read_text(encoding="utf-8")
    assert second.startswith(first.rstrip())
    assert second[len(first) :].startswith("\n<!-- arena quixo size=3 iterations=5 -->\n| player")


def test_a_page_tells_the_command_that_makes_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "new.md"
    output(capsys, *SMALL, "random", "casual", "--games", "5", "--write", str(page))
    text = page.read_text(encoding="utf-8")
    command = next(line for line in text.splitlines() if line.startswith("tesserae arena"))
    assert "-o size=3 --games 6 --iterations 5 --seed 0 --opening 2 --move-limit 2000 --threads 2" in command
    done = subprocess.run(
        f"{sys.executable} -m tesserae.cli {command.removeprefix('tesserae')}",
        shell=True,
        check=True,
        capture_output=True,
    )
    assert done.returncode == DONE
    again = page.read_text(encoding="utf-8")
    without_times = [[line.rsplit("|", 2)[0] for line in page.splitlines()] for page in (text, again)]
    assert without_times[0] == without_times[1]


# --- what goes wrong ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess", "random", "random"], "There is no game called chess"),
        (["quixo", "random", "nobody"], "There is no computer player called nobody. There are: "),
        (["quixo", "random", "random", "-o", "size=9"], "size=9. Allowed: 5, 4, 3."),
        (["quixo", "random", "casual", "random"], "every player plays once"),
        (["quixo", "random", "casual", "club", "--sprt", "0", "5"], "--sprt is for two players"),
        (["quixo", "random", "random", "--sprt", "5", "0"], "the smaller one first"),
        (["quixo", "random", "random", "--opening", "999"], "choose a shorter opening"),
        (["quixo", "random", "casual", "--write", "/nowhere/x.md"], "there is no folder /nowhere"),
        (["quixo", "random", "casual", "--write", "/"], "/: Is a directory"),
        (["quixo", "random", "casual", "--write", "x.md", "--name", "a-->b"], "is no name for a table"),
    ],
)
def test_what_is_refused_is_said_in_one_sentence(arguments: list[str], message: str) -> None:
    done = run("arena", *arguments, "--games", "4", *QUICK)
    assert done.returncode == REFUSED
    assert message in done.stderr
    assert done.stderr.startswith("tesserae: ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("text", [b"<!-- arena one -->\n\n<!-- arena two -->\n<!-- end -->\n", b"\xff\xfe"])
def test_a_damaged_page_is_left_alone(tmp_path: Path, text: bytes) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(text)
    done = run("arena", *SMALL, "random", "casual", "--games", "4", "--write", str(page), "--name", "one")
    assert done.returncode == REFUSED
    assert "lacks <!-- end -->" in done.stderr or "is not text" in done.stderr
    assert page.read_bytes() == text


@pytest.mark.parametrize(
    "arguments",
    [
        ["quixo", "random", "--games", "4"],
        ["quixo", "random", "random"],
        ["quixo", "random", "random", "--games", "0"],
        ["quixo", "random", "random", "--games", "4", "--ms", "5", "--iterations", "5"],
        ["quixo", "random", "random", "--games", "4", "--ms", "0"],
        ["quixo", "random", "random", "--games", "4", "--sprt", "5"],
    ],
)
def test_wrong_usage_exits_with_2(arguments: list[str]) -> None:
    done = run("arena", *arguments)
    assert done.returncode == 2
    assert "usage: tesserae arena" in done.stderr


def test_help_says_how_games_count() -> None:
    assert "Elo differences are cut off at 1200" in " ".join(run("arena", "--help").stdout.split())


@pytest.mark.parametrize("players", [["random", "random", "--ms", "5"], ["master", "master", "--ms", "600000"]])
def test_an_interrupt_ends_a_series_at_once(players: list[str]) -> None:
    run("arena", *SMALL, *players[:2], "--games", "2", "--iterations", "1")  # compile beforehand
    playing = begin("arena", *SMALL, *players, "--games", "1000000")
    time.sleep(4)
    errors = interrupt(playing)
    assert playing.returncode == 130
    assert "Traceback" not in errors
