"""`tesserae puzzle`, as its user types it, and a tray at the terminal table."""

import json
import sys
from pathlib import Path

import pytest

import tesserae
from command import run
from tesserae.cli import DONE, REFUSED, main
from tesserae.games.puzzelino.puzzles import read_puzzle, shipped

FULL = """\
Tray: hexagon
-520 @ r0c1
+021 @ r0c2
-351 @ r0c3
+053 @ r0c4
-033 @ r0c5
+032 @ r0c6
-302 @ r0c7
-550 @ r1c0
+550 @ r1c1
-410 @ r1c2
+315 @ r1c3
-035 @ r1c4
+034 @ r1c5
-204 @ r1c6
+303 @ r1c7
-103 @ r1c8
+504 @ r2c0
-504 @ r2c1
+404 @ r2c2
-044 @ r2c3
+042 @ r2c4
-022 @ r2c5
+220 @ r2c6
-430 @ r2c7
+130 @ r2c8
+502 @ r3c1
-012 @ r3c2
+015 @ r3c3
-015 @ r3c4
+011 @ r3c5
-011 @ r3c6
+410 @ r3c7
"""
ONE_MISSING = FULL.removesuffix("+410 @ r3c7\n")


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["puzzle", *arguments]) == DONE
    return capsys.readouterr().out


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["puzzle", *arguments]) == REFUSED
    return capsys.readouterr().err


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "puzzle.txt"
    path.write_text(ONE_MISSING, encoding="utf-8")
    return path


def test_a_new_puzzle_is_text_that_can_be_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = output(capsys, "new", "--difficulty", "easy", "--seed", "3")
    puzzle = read_puzzle(text)
    assert len(puzzle.given) == 18
    assert "18 pieces given, 14 to lay, one solution; difficulty" in text
    assert f"tesserae play puzzelino -o puzzle={puzzle.code}" in text
    assert "# " in text.splitlines()[0]
    assert output(capsys, "new", "--difficulty", "2", "--seed", "3") == text
    kept = tmp_path / "kept.txt"
    kept.write_text(text, encoding="utf-8")
    assert output(capsys, "check", str(kept)).startswith("Tray hexagon: 18 pieces given, 14 to lay, one solution")


def test_a_new_puzzle_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(output(capsys, "new", "--given", "3", "--tray", "ring-2", "--json").splitlines()[-1])
    assert told["tray"] == "ring-2"
    assert told["given"] == 3
    assert told["solutions"] > 1
    assert read_puzzle(told["code"]) == read_puzzle(told["text"])


def test_solving_prints_the_full_tray(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    text = output(capsys, "solve", str(file))
    assert text.endswith(FULL)
    assert read_puzzle(text) == read_puzzle(FULL)
    told = json.loads(output(capsys, "solve", str(file), "--json"))
    assert read_puzzle(told["solution"]) == read_puzzle(FULL)


def test_checking_tells_what_a_puzzle_is_like(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    expected = "Tray hexagon: 31 pieces given, 1 to lay, one solution; difficulty 1.0.\n"
    assert output(capsys, "check", str(file)) == expected
    file.write_text(FULL, encoding="utf-8")
    assert output(capsys, "check", str(file)) == "Tray hexagon: solved, all 32 pieces fit.\n"
    told = json.loads(output(capsys, "check", "hexagon:x32", "--limit", "5", "--json"))
    assert (told["solutions"], told["exact"]) == (5, False)
    assert "at least 5 solutions" in output(capsys, "check", "hexagon:x32", "--limit", "5")


def test_checking_needs_no_solver(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "tesserae.solve.puzzelino.model", None)
    assert "one solution" in output(capsys, "check", "50")


def test_a_puzzle_comes_from_a_file_the_input_a_code_or_the_collection(file: Path) -> None:
    code = read_puzzle(ONE_MISSING).code
    answers = [run("puzzle", "hint", str(file)), run("puzzle", "hint", "-", typed=ONE_MISSING)]
    answers.append(run("puzzle", "hint", code))
    assert {answer.stdout for answer in answers} == {"+410 @ r3c7: certain\n"}
    told = json.loads(run("puzzle", "check", "7", "--json").stdout)
    assert told["code"] == shipped()[6][1].code


def test_a_hint_where_nothing_is_certain(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(output(capsys, "hint", "hexagon:x32", "--json"))
    assert told["certain"] is False
    assert "nothing is certain yet" in output(capsys, "hint", "hexagon:x32")


def test_the_list_has_the_whole_collection(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(output(capsys, "list", "--json"))
    assert [row["number"] for row in told["puzzles"]] == list(range(1, 101))
    assert len(told["trays"]) == 200
    assert "│ 100 " in output(capsys, "list")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("0", "there is no puzzle 0: they go from 1 to 100"),
        ("101", "there is no puzzle 101: they go from 1 to 100"),
        ("nowhere.txt", "nowhere.txt: No such file or directory"),
        ("square:x32", "There is no tray square. There are: hexagon, 9-1"),
        ("hexagon:x31", "The code of the puzzle has 31 cells, and the tray 32."),
        ("hexagon:x31.9", "'9' in the code of the puzzle is neither a piece such as 102"),
        ("hexagon:055.x31", "The given piece -055 in r0c1 does not fit there"),
    ],
)
@pytest.mark.parametrize("deed", ["solve", "check", "hint"])
def test_what_is_no_puzzle_is_refused(
    capsys: pytest.CaptureFixture[str], deed: str, source: str, message: str
) -> None:
    assert message in refusal(capsys, deed, source)


@pytest.mark.parametrize("deed", ["solve", "check", "hint"])
def test_what_has_no_solution_is_told(capsys: pytest.CaptureFixture[str], deed: str) -> None:
    """Both cells between the three pieces want the orange double circle, which is there once."""
    assert "this puzzle has no solution" in refusal(capsys, deed, "hexagon:x1.021.x1.011.x1.013.x26")


def test_a_full_tray_needs_no_hint(capsys: pytest.CaptureFixture[str]) -> None:
    assert "the tray is full" in refusal(capsys, "hint", read_puzzle(FULL).code)


def test_what_is_no_text_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "bytes"
    path.write_bytes(b"\xff\xfe")
    assert "A record is text" in refusal(capsys, "check", str(path))


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["fly"],
        ["new", "--difficulty", "6"],
        ["new", "--difficulty", "cruel"],
        ["new", "--given", "32"],
        ["solve"],
        ["check", "1", "--limit", "0"],
    ],
)
def test_wrong_usage_exits_with_2(arguments: list[str]) -> None:
    done = run("puzzle", *arguments)
    assert done.returncode == 2
    assert "usage: tesserae puzzle" in done.stderr


def test_without_the_library_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    monkeypatch.delitem(sys.modules, "tesserae.solve.puzzelino.model", raising=False)
    assert "need OR-Tools: pip install 'tesserae[puzzles]'" in refusal(capsys, "solve", "1")


# --- at the table ------------------------------------------------------------------------------------------


def test_a_tray_is_filled_at_the_table_with_hints_and_undo() -> None:
    code = read_puzzle(ONE_MISSING.removesuffix("-011 @ r3c6\n")).code
    typed = "?\nhint\n-011 @ r3c6\nundo\n-011 @ r3c6\nhint\n+410\n"
    done = run("play", "puzzelino", "--terminal", "-o", f"puzzle={code}", typed=typed)
    assert "hint: the next step" in done.stdout
    assert "Certain: -011 @ r3c6" in done.stdout
    assert "Certain: +410 @ r3c7" in done.stdout
    assert "A: 2 points, all pieces laid" in done.stdout


def test_a_figure_can_be_taken_back_to_the_empty_table() -> None:
    done = run(
        "play", "puzzelino", "--terminal", "-o", "players=1", typed="+012 r0c0\nundo\nundo\n+330 r0c0\npass\n"
    )
    assert "There is nothing to take back." in done.stdout
    assert "A: 1 points, stopped before all pieces were laid" in done.stdout


def test_nothing_is_taken_back_where_pieces_are_hidden() -> None:
    done = run("play", "puzzelino", "--terminal", "--seats", "human,random", "--seed", "1", typed="undo\n")
    assert "there is no taking back where tiles are hidden" in done.stdout


def test_every_game_has_hints_and_outside_trays_the_bots_give_them() -> None:
    done = run("play", "riomino", "--terminal", "--seed", "1", "--ms", "50", typed="?\nhint\n")
    assert "hint: the next step" in done.stdout
    assert "looks best: about" in done.stdout


def test_a_tray_in_the_middle_survives_its_record() -> None:
    match = tesserae.game("puzzelino", puzzle=30).new()
    match.play(match.legal()[0])
    again = tesserae.load(match.record())
    assert again == match
    assert again.game.options.puzzle == 30
