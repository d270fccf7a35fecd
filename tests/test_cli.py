"""The command, as its user types it."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tesserae
from command import begin, interrupt, run
from tesserae.cli import DONE, REFUSED, main


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(arguments) == DONE
    return capsys.readouterr().out.splitlines()


def test_perft_prints_the_count_last(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "perft", "quixo", "--depth", "3")[-1] == "76596"
    assert output(capsys, "perft", "quixo", "-o", "size=3", "--depth", "0")[-1] == "1"
    assert output(capsys, "perft", "quixo", "-o", "size=3", "--depth", "4")[-1] == "99648"
    assert output(capsys, "perft", "quixo", "-o", "size=3", "--depth", "6")[-1] == "20919432"
    assert output(capsys, "perft", "quixo", "-o", "players=4", "--depth", "1", "--threads", "1")[-1] == "88"
    told = json.loads(output(capsys, "perft", "quixo", "--option", "size=4", "--depth", "2", "--json")[-1])
    assert told == {
        "game": "quixo",
        "options": {"players": 2, "size": 4, "repetition": "third", "ply_limit": None},
        "depth": 2,
        "leaves": 952,
    }


def test_simulate_is_repeatable_and_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "quixo", "-o", "size=3", "--games", "70000", "--seed", "3", "--json"]
    one = json.loads(output(capsys, *arguments)[-1])
    two = json.loads(output(capsys, *arguments, "--threads", "1")[-1])
    assert {key: one[key] for key in list(one)[:-2]} == {key: two[key] for key in list(two)[:-2]}
    assert sum(one["wins"]) + one["draws"] == one["games"] == 70000 == sum(one["endings"].values())
    assert one["mean_points"] == [wins / 70000 for wins in one["wins"]]
    assert one["mean_moves"] == pytest.approx(9.65, abs=0.1)  # as other programs measured it
    text = "\n".join(output(capsys, *arguments[:-1]))
    assert "70,000 random games" in text
    assert "moves a second" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["perft", "chess", "--depth", "1"], "There is no game called chess. The games are: quixo"),
        (["perft", "quixo", "-o", "size=9", "--depth", "1"], "size=9. Allowed: 5, 4, 3."),
        (["perft", "quixo", "-o", "size", "--depth", "1"], "size is not an option: write name=value"),
        (["play", "quixo", "--terminal", "--seats", "human"], "name who plays on each of the 2 seats"),
        (
            ["play", "quixo", "--terminal", "--seats", "human,deep"],
            "no computer player called deep. There are: random",
        ),
        (["play", "quixo", "--terminal", "--names", "Ann"], "this game needs 2 names"),
        (
            ["play", "quixo", "--terminal", "--record", "/nowhere/x"],
            "/nowhere/x cannot be written (No such file or directory)",
        ),
    ],
)
def test_what_is_refused_is_said_in_one_sentence(arguments: list[str], message: str) -> None:
    done = run(*arguments, typed="a1>e1\n")
    assert done.returncode == REFUSED
    assert message in done.stderr
    assert done.stderr.startswith("tesserae: ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["fly"],
        ["perft", "quixo"],
        ["perft", "quixo", "--depth", "-1"],
        ["perft", "quixo", "--depth", "9" * 20],
        ["simulate", "quixo", "--games", "x"],
    ],
)
def test_wrong_usage_exits_with_2(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert "usage: tesserae" in done.stderr


@pytest.mark.parametrize("command", ["play", "analyse", "arena", "perft", "simulate", "puzzle", "bench"])
def test_every_command_has_help(command: str) -> None:
    done = run(command, "--help")
    assert done.returncode == 0
    assert f"usage: tesserae {command}" in done.stdout


def test_a_closed_pipe_is_no_error() -> None:
    script = f"{sys.executable} -m tesserae.cli play quixo --terminal | head -1"
    done = subprocess.run(["sh", "-c", script], input="moves\n" * 500, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


def test_two_people_play_to_the_end() -> None:
    done = run("play", "quixo", "--terminal", "-o", "size=3", typed="a1>c1\na3>c3\na1>c1\na3>c3\na1>c1\n")
    assert done.returncode == 0
    assert "X: won, a line of their own mark" in done.stdout
    assert "Line: a1 b1 c1" in done.stdout
    assert "[ X ]" in done.stdout


def test_one_plays_against_the_random_bot() -> None:
    done = run(
        *("play", "quixo", "--terminal", "--seats", "human,random", "--seed", "3", "--names", "Ann,Robot"),
        typed="a1>e1\ndraw\nresign\n",
    )
    assert "Robot (O) plays " in done.stdout
    assert "Robot (O) plays on." in done.stdout
    assert "Robot (O): won, the other side resigned" in done.stdout


def test_bots_alone_finish_and_a_seed_repeats_them() -> None:
    games = [
        run("play", "quixo", "--terminal", "--seats", "random,random", "--seed", "5", "-o", "size=4")
        for _ in range(2)
    ]
    assert games[0].stdout == games[1].stdout
    assert "won" in games[0].stdout


@pytest.mark.parametrize(
    ("language", "words"),
    [("de", "dein Zug"), ("fr", "à vous"), ("it", "tocca a te"), ("nl", "jouw zet"), ("es", "te toca")],
)
def test_the_table_speaks_the_players_language(language: str, words: str) -> None:
    done = run("play", "quixo", "--terminal", "--language", language, typed="?\nrules\nb2>b5\nundo\nquit\n")
    assert words in done.stdout
    assert done.returncode == 0


def test_commands_at_the_table(tmp_path: Path) -> None:
    saved = tmp_path / "saved.txt"
    typed = f"moves\nhello\na1>e1\nundo\na1>a5\nsave {saved}\nsave {saved}\nsave\ndraw\nyes\n"
    done = run("play", "quixo", "--terminal", typed=typed)
    assert "a1>e1  a1>a5  b1>a1" in done.stdout
    assert "'hello' is not a move" in done.stdout
    assert "cannot be written (File exists)" in done.stdout
    assert "Say where: save FILE." in done.stdout
    assert "Draw, agreed by all" in done.stdout
    assert "1. a1>a5\n" in saved.read_text(encoding="utf-8")


def test_a_match_kept_in_a_file_goes_on_after_it_was_left(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    arguments = ("play", "quixo", "--terminal", "-o", "size=3", "--record", str(file))
    run(*arguments, typed="a1>c1\na3>c3\n")
    assert file.read_text(encoding="utf-8").endswith("1. a1>c1\n2. a3>c3\n")
    done = run(*arguments, typed="a1>c1\na3>c3\na1>c1\n")
    assert "X: won" in done.stdout
    assert "Result: won by X (line)" in file.read_text(encoding="utf-8")
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("other", [["-o", "size=4"], ["--names", "Ann,Bob"], ["--seed", "3"]])
def test_a_kept_match_goes_on_as_it_was_begun(tmp_path: Path, other: list[str]) -> None:
    file = tmp_path / "match.txt"
    run("play", "quixo", "--terminal", "-o", "size=3", "--record", str(file), typed="a1>c1\n")
    before = file.read_text(encoding="utf-8")
    done = run("play", "quixo", "--terminal", *other, "--record", str(file), typed="a3>c3\n")
    assert done.returncode == REFUSED
    assert "goes on as it was begun" in done.stderr
    assert file.read_text(encoding="utf-8") == before


def test_seats_are_counted_for_the_kept_match(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    run("play", "quixo", "--terminal", "-o", "players=4", "--record", str(file), typed="a1>e1\n")
    done = run("play", "quixo", "--terminal", "--seats", "human,random", "--record", str(file))
    assert "each of the 4 seats" in done.stderr


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_bytes(b"Game: quixo\n\xff\xfe")
    done = run("play", "quixo", "--terminal", "--record", str(file))
    assert done.returncode == REFUSED
    assert "A record is text" in done.stderr
    assert "Traceback" not in done.stderr


def test_bytes_that_are_no_letters_do_not_stop_the_table() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tesserae.cli", "play", "quixo", "--terminal"],
        input=b"\xff\xfe\na1>e1\n",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert b"is not a move" in done.stdout
    assert b"X plays a1>e1" in done.stdout


def test_undo_takes_back_the_last_move_of_a_person_whatever_was_said_since() -> None:
    done = run(
        "play",
        "quixo",
        "--terminal",
        "--seats",
        "human,random",
        "--seed",
        "1",
        typed="a1>e1\ndraw\nundo\nmoves\nundo\n",
    )
    assert "There is nothing to take back." in done.stdout
    assert "Result: open" not in done.stdout  # nothing has happened, so there is no record to keep


def test_the_printed_record_can_be_loaded(tmp_path: Path) -> None:
    names = ",".join(letter * 40 for letter in "abcd")
    done = run("play", "quixo", "--terminal", "-o", "players=4", "--names", names, typed="a1>e1\nquit\n")
    record = done.stdout[done.stdout.index("Game: quixo") :]
    assert tesserae.load(record).names == tuple(names.split(","))


def test_an_offer_left_open_can_be_answered(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text("Game: quixo\nX offers a draw\n1. a1>e1\n", encoding="utf-8")
    done = run("play", "quixo", "--terminal", "--record", str(file), typed="draw\nyes\n")
    assert "Draw, agreed by all" in done.stdout


def test_a_match_whose_file_vanishes_is_not_lost(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    table = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tesserae.cli",
            "play",
            "quixo",
            "--terminal",
            "--record",
            str(folder / "match.txt"),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    while not (folder / "match.txt").exists():
        time.sleep(0.05)
    shutil.rmtree(folder)
    out, _ = table.communicate("a1>e1\na5>e5\n")
    assert "cannot be written" in out
    assert "O plays a5>e5" in out
    assert tesserae.load(out[out.index("Game: quixo") :]).move_count == 2


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"LC_ALL": "de_CH.UTF-8"}, "dein Zug"),
        ({"LC_ALL": "", "LC_MESSAGES": "it_IT", "LANG": "fr_FR"}, "tocca a te"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "es_ES.UTF-8"}, "te toca"),
        ({"LC_ALL": "ja_JP.UTF-8"}, "your move"),
    ],
)
def test_the_language_of_the_system_is_spoken(environment: dict[str, str], words: str) -> None:
    assert words in run("play", "quixo", "--terminal", typed="\n", **environment).stdout


def test_refusals_before_the_table_speak_the_players_language_too() -> None:
    done = run("play", "quixo", "--terminal", "-o", "size=9", "--language", "nl")
    assert "Toegestaan: 5, 4, 3." in done.stderr


def test_nobody_sends_commands_to_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text("Game: quixo\n\x1b]0;title\x07\x1b[31mred\n", encoding="utf-8")
    done = run("play", "quixo", "--terminal", "--record", str(file), typed="\x1b[31m\n")
    assert "\x1b" not in done.stdout + done.stderr
    assert "\x1b" not in run("play", "quixo", "--terminal", typed="\x1b[31m\nsave a\0b\n").stdout


def test_an_interrupt_stops_long_counting_soon() -> None:
    counting = begin("perft", "quixo", "--depth", "12")
    time.sleep(3)
    errors = interrupt(counting)
    assert counting.returncode == 130
    assert "Traceback" not in errors


def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text("Game: quixo\n1. z9>a1\n", encoding="utf-8")
    done = run("play", "quixo", "--terminal", "--record", str(file), typed="a1>e1\n")
    assert done.returncode == REFUSED
    assert "Line 2, 1. z9>a1: z9 is not on the board" in done.stderr
    assert file.read_text(encoding="utf-8") == "Game: quixo\n1. z9>a1\n"


def test_leaving_an_unfinished_match_prints_its_record() -> None:
    done = run("play", "quixo", "--terminal", typed="a1>e1\nquit\n")
    assert "Result: open" in done.stdout
    assert "1. a1>e1" in done.stdout


def test_plain_terminals_get_plain_letters() -> None:
    done = run("play", "quixo", "-o", "players=4", "--terminal", typed="a1>e1\n", PYTHONIOENCODING="ascii")
    assert "+-----+" in done.stdout
    assert "│" not in done.stdout
    french = run("play", "quixo", "--terminal", "--language", "fr", typed="?\n", PYTHONIOENCODING="ascii")
    assert french.returncode == 0
    assert "Traceback" not in french.stderr


def test_four_players_see_where_the_dots_point() -> None:
    done = run("play", "quixo", "-o", "players=4", "--terminal", typed="a1>e1:B\na5>e5\n")
    assert "X↑" in done.stdout
    assert "←O" in done.stdout
