"""`tesserae solve riomino`, as its user types it."""

import json
from pathlib import Path

import pytest

import tesserae
from tesserae.cli import DONE, REFUSED, main
from tesserae.match import Match
from tesserae.solve.riomino.solver import Solver
from tesserae.words import LANGUAGES, say


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["solve", "riomino", *arguments]) == DONE
    return capsys.readouterr().out


def facts(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    told: dict[str, object] = json.loads(output(capsys, *arguments, "--json").splitlines()[-1])
    return told


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["solve", "riomino", *arguments]) == REFUSED
    return capsys.readouterr().err


def running() -> Match:
    match = tesserae.game("riomino", level="starter").new(seed=5, names=["Ann", "Bob"])
    for move in ("2233 @ c3", "1221 @ c4"):
        match.play(move)
    return match


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "match.txt"
    file.write_text(running().record(), encoding="utf-8")
    return str(file)


def winning(match: Match) -> list[str]:
    solver = Solver(match.masked(match.mover))
    while solver.run(10_000):
        pass
    return [match.text(action) for action, wins in sorted(solver.moves.items()) if wins]


def test_a_kept_match_is_solved_where_it_stands(capsys: pytest.CaptureFixture[str], record: str) -> None:
    text = output(capsys, record, "--language", "en")
    assert "Ann (A), to move, wins against any play." in text
    assert f"Winning moves: {', '.join(winning(running()))}\n" in text
    told = facts(capsys, record)
    assert (told["ply"], told["mover"], told["winner"], told["open"]) == (2, 0, 0, [])
    assert told["winning"] == winning(running())
    listed = [*told["winning"], *told["losing"]]  # type: ignore[misc]
    assert sorted(listed) == sorted(running().text(action) for action in running().legal())


def test_an_earlier_moment_and_a_new_game_with_the_same_throw_are_the_same(
    capsys: pytest.CaptureFixture[str], record: str
) -> None:
    earlier = facts(capsys, record, "--ply", "0")
    new = facts(capsys, "-o", "level=starter", "--seed", "5")
    same = ("ply", "mover", "winner", "winning", "losing", "positions")
    assert [earlier[name] for name in same] == [new[name] for name in same]
    assert (new["winner"], new["winning"]) == (1, [])
    assert "loses against the best play" in output(capsys, record, "--ply", "0", "--language", "en")


def test_what_takes_too_long_is_said_to_be_open(capsys: pytest.CaptureFixture[str]) -> None:
    told = facts(capsys, "--ms", "1")
    assert (told["winner"], told["winning"], told["losing"]) == (None, [], [])
    assert len(told["open"]) == 4  # type: ignore[arg-type]
    assert output(capsys, "--ms", "1", "--language", "nl").startswith("Niet beslist binnen 1 ms.\n")


def test_a_small_memory_finds_the_same(capsys: pytest.CaptureFixture[str], record: str) -> None:
    small, large = facts(capsys, record, "--memory", "1"), facts(capsys, record, "--memory", "64")
    assert (small["winning"], small["losing"]) == (large["winning"], large["losing"])


def test_throws_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("-o", "level=starter", "--throws", "20", "--seed", "3")
    told = facts(capsys, *arguments)
    assert (told["throws"], told["solved"]) == (20, 20)
    assert f"{told['won']} of 20." in output(capsys, *arguments, "--language", "en")
    assert facts(capsys, *arguments)["won"] == told["won"]
    assert facts(capsys, *arguments[:-1], "4")["positions" if "positions" in told else "looked"] != told["looked"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_say_what_to_do(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, record: str, language: str
) -> None:
    over, other = tmp_path / "over.txt", tmp_path / "quixo.txt"
    resigned = running()
    resigned.resign(0)
    over.write_text(resigned.record(), encoding="utf-8")
    other.write_text(tesserae.game("quixo").new().record(), encoding="utf-8")

    def told(*arguments: str) -> str:
        return refusal(capsys, *arguments, "--language", language)

    def sentence(key: str, **values: object) -> str:
        return f"tesserae: {say(key, language, **values)}\n"

    assert told(str(over)) == sentence("riomino.solve_over")
    assert told(record, "--ply", "3") == sentence("riomino.solve_no_ply", ply=3, count=2)
    assert told(record, "--seed", "1") == sentence("riomino.solve_which")
    assert told(record, "-o", "level=starter") == sentence("riomino.solve_which")
    assert told(record, "--throws", "3") == sentence("riomino.solve_throws_alone")
    assert told("--throws", "3", "--ms", "5") == sentence("riomino.solve_throws_alone")
    assert told(str(other)) == sentence("terminal.other_game", file=other, game="quixo")
    assert told("-o", "level=giant").startswith("tesserae: ")


def test_before_somebody_resigned_there_is_something_to_solve(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    match, file = running(), tmp_path / "over.txt"
    match.resign(0)
    file.write_text(match.record(), encoding="utf-8")
    assert facts(capsys, str(file), "--ply", "2")["winner"] == 0


@pytest.mark.parametrize("wrong", [["--throws", "none"], ["--throws", "0"], ["--memory", "0"], ["--ms", "0"]])
def test_wrong_usage(wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["solve", "riomino", *wrong])
    assert stopped.value.code == 2
