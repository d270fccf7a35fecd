"""Games as Parquet: what is in a file is what was played, whoever plays it, and half a file never looks whole."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from command import begin, interrupt, run
from tesserae.bots import Budget
from tesserae.cli import DONE, REFUSED, main
from tesserae.crew import Threads
from tesserae.games import make_game
from tesserae.games.game import Game
from tesserae.kernel import batch, single
from tesserae.kernel.rules import CHANCE, OVER
from tesserae.research import datasets
from tesserae.research.datasets import KEY, Dataset, record_type, write_games
from tesserae.research.simulate import Plan, simulate
from tesserae.words import Refused


def written(plan: Plan, file: Path, threads: int = 2) -> Dataset:
    write_games(plan, file, Threads(threads))
    return Dataset(file)


def rows_of(data: Dataset) -> list[dict[str, Any]]:
    return [row for batch in data.batches() for row in batch.to_pylist()]


def replay(game: Game, rows: list[dict[str, Any]]) -> None:
    """Play the games of a file again, from the start, by deals and actions alone."""
    at = 0
    while at < len(rows):
        states, trail, number = game.start(), np.zeros(1024, np.uint64), rows[at]["game"]
        bounds = np.zeros(256, np.int32)
        single.begin(states, trail)
        first = at
        while at < len(rows) and rows[at]["game"] == number:
            row = rows[at]
            numbers = list(row["deal"])
            while single.mover(states) == CHANCE:
                count = single.chance(states, bounds)
                order, numbers = np.array(numbers[:count], np.int32), numbers[count:]
                assert (order < bounds[:count]).all()
                single.deal(states, order, trail)
            assert numbers == []
            assert row["ply"] == at - first
            assert row["seat"] == single.mover(states)
            assert row["state"] == states.tobytes()
            assert single.is_legal(states, row["action"])
            single.step(states, row["action"], trail)
            at += 1
        winners, endings, points = batch.results(states, game.players)
        seats = range(game.players)
        outcomes = [1 if winners[0] >> seat & 1 else -1 if winners[0] else 0 for seat in seats]
        assert single.mover(states) == OVER or endings[0] == 0
        for row in rows[first:at]:
            assert row["points"] == points[0].tolist()
            assert row["outcomes"] == (outcomes if endings[0] else [None] * game.players)
            assert row["outcome"] == row["outcomes"][row["seat"]]


# --- random games -------------------------------------------------------------------------------------------


def test_replaying_gives_the_states_and_the_outcomes(any_game: Game, tmp_path: Path) -> None:
    data = written(Plan(any_game, 3, seed=5), tmp_path / "games.parquet")
    rows = rows_of(data)
    assert {row["game"] for row in rows} == {0, 1, 2}
    assert len(data) == len(rows)
    replay(any_game, rows)


def test_the_games_are_those_that_are_counted(any_game: Game, tmp_path: Path) -> None:
    plan = Plan(any_game, 4, seed=9)
    counted = simulate(plan, Threads(2)).as_json()
    told = write_games(plan, tmp_path / "games.parquet", Threads(2)).as_json()
    assert list(counted.items())[:-2] == list(told.items())[:-2]
    states = np.repeat(any_game.start(), 4)
    moves = batch.playouts(states, 9)
    rows = rows_of(Dataset(tmp_path / "games.parquet"))
    assert [sum(row["game"] == number for row in rows) for number in range(4)] == moves.tolist()


def test_a_record_can_be_read_without_tesserae(any_game: Game, tmp_path: Path) -> None:
    data = written(Plan(any_game, 2), tmp_path / "games.parquet")
    table = parquet.read_table(tmp_path / "games.parquet")
    dtype = record_type(json.loads(table.schema.metadata[KEY])["record"])
    states = np.frombuffer(b"".join(table["state"].to_pylist()), dtype)
    own = np.concatenate([data.states(batch) for batch in data.batches()])
    assert states.tobytes() == own.tobytes()
    assert dtype.names == own.dtype.names
    for name in dtype.names or ():
        assert (states[name] == own[name]).all()


def test_masked_states_are_what_the_mover_may_know(any_game: Game, tmp_path: Path) -> None:
    data = written(Plan(any_game, 2, seed=1), tmp_path / "games.parquet")
    for rows in data.batches():
        masked, states, seats = data.masked_states(rows), data.states(rows), rows["seat"].to_pylist()
        for i in range(0, len(states), 7):
            assert masked[i : i + 1].tobytes() == single.mask(states[i : i + 1].copy(), seats[i]).tobytes()
        assert any_game.hides == (masked.tobytes() != states.tobytes())


def test_the_file_says_how_to_make_it_again(tmp_path: Path) -> None:
    game = make_game("quixo", {"size": 4})
    facts = written(Plan(game, 30, seed=-3), tmp_path / "games.parquet").facts
    assert (facts["game"], facts["games"], facts["seed"], facts["players"]) == ("quixo", 30, -3, ["random"])
    assert facts["options"] == game.options_dict()
    assert (facts["iterations"], facts["ms"], facts["opening"]) == (None, None, 0)


def test_a_game_too_long_has_no_outcome(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesserae.research.rows.MOVE_LIMIT", 6)
    plan = Plan(make_game("quixo", {}), 2, players=("club",), budget=Budget(iterations=20))
    rows = rows_of(written(plan, tmp_path / "games.parquet"))
    assert len(rows) == 12
    assert all(row["outcome"] is None and row["outcomes"] == [None, None] for row in rows)
    replay(plan.game, rows)


def test_memory_stays_flat_by_groups_of_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datasets, "FEWEST_ROWS", 100)
    monkeypatch.setattr(datasets, "MOST_ROWS", 100)
    data = written(Plan(make_game("quixo", {"size": 3}), 100), tmp_path / "games.parquet")
    sizes = [data.parquet.metadata.row_group(i).num_rows for i in range(data.parquet.num_row_groups)]
    assert set(sizes[:-1]) == {100}
    assert 0 < sizes[-1] <= 100
    replay(data.game, rows_of(data))


# --- players among themselves -------------------------------------------------------------------------------

SERIES = [
    Plan(make_game("quixo", {"size": 3}), 6, 2, ("perfect", "random"), Budget(iterations=60)),
    Plan(make_game("quixo", {"size": 4}), 3, 2, ("master-without-tables",), Budget(iterations=80), opening=3),
    Plan(make_game("triominos", {"rounds": 1, "players": 3}), 3, 2, ("club", "greedy"), Budget(iterations=20)),
    Plan(make_game("riomino", {"level": "starter"}), 4, 2, ("master", "beginner"), Budget(iterations=60)),
]


@pytest.mark.parametrize("plan", SERIES, ids=lambda plan: plan.game.name)
def test_players_write_down_what_they_thought(plan: Plan, tmp_path: Path) -> None:
    rows = rows_of(written(plan, tmp_path / "games.parquet"))
    replay(plan.game, rows)
    for row in rows:
        turn = plan.players[(row["seat"] + row["game"]) % len(plan.players)]
        is_opening = row["ply"] < plan.opening_moves
        assert row["player"] == ("random" if is_opening else turn)
        if is_opening or turn in ("random", "greedy"):
            assert row["value"] is None
        assert row["value"] is None or 0 <= row["value"] <= 1
    assert any(row["value"] is not None for row in rows)


def test_perfect_values_are_those_of_the_tables(tmp_path: Path) -> None:
    rows = rows_of(written(SERIES[0], tmp_path / "games.parquet"))
    seen = [row for row in rows if row["value"] is not None]
    assert {row["value"] for row in seen} <= {0.0, 1.0}  # there is no draw on 3x3
    assert all(row["outcome"] == 1 for row in seen if row["value"] == 1)


@pytest.mark.parametrize("plan", [Plan(make_game("tripple", {"rounds": 1}), 70, 3), *SERIES[1:3]], ids=str)
def test_the_same_plan_gives_the_same_file_whatever_the_threads(plan: Plan, tmp_path: Path) -> None:
    for threads in (1, 3):
        write_games(plan, tmp_path / f"{threads}.parquet", Threads(threads))
    assert (tmp_path / "1.parquet").read_bytes() == (tmp_path / "3.parquet").read_bytes()


# --- the command --------------------------------------------------------------------------------------------


def test_the_command_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.parquet"
    arguments = ["simulate", "quixo", "-o", "size=3", "--games", "10", "--players", "casual,random"]
    assert main([*arguments, "--iterations", "50", "--out", str(file), "--json"]) == DONE
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (told["out"], told["bytes"], told["games"]) == (str(file), file.stat().st_size, 10)
    assert told["players"] == ["casual", "random"]
    assert len(Dataset(file)) == told["moves"]
    assert main([*arguments, "--iterations", "50"]) == DONE
    text = " ".join(capsys.readouterr().out.split())
    assert "10 games of tesserae.game('quixo', size=3) by casual, random" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--out", "/nowhere/x.parquet"], "/nowhere/x.parquet"),
        (["--out", str(Path(__file__))], "is there already: choose another name"),
        (["--players", "deep"], "There is no computer player called deep"),
        (["--players", "random,random,random"], "this game has 2 seats"),
    ],
)
def test_what_is_refused_is_said_in_one_sentence(arguments: list[str], message: str) -> None:
    done = run("simulate", "quixo", "-o", "size=3", "--games", "4", *arguments)
    assert done.returncode == REFUSED
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_missing_library_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(datasets, "find_spec", lambda _name: None)
    assert main(["simulate", "quixo", "--games", "1", "--out", str(tmp_path / "x")]) == REFUSED
    assert "pip install 'tesserae[data]'" in capsys.readouterr().err


def test_other_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "text").write_text("no games", encoding="utf-8")
    parquet.write_table(pa.table({"a": [1]}), tmp_path / "other.parquet")
    for name in ("text", "other.parquet"):
        with pytest.raises(Refused, match="is no file of games"):
            Dataset(tmp_path / name)
    write_games(Plan(make_game("quixo", {"size": 3}), 1), tmp_path / "old.parquet")
    monkeypatch.setattr("tesserae.games.quixo.Quixo.version", 99)
    with pytest.raises(Refused, match="was written by Tesserae"):
        Dataset(tmp_path / "old.parquet")


@pytest.mark.skipif(sys.platform == "win32", reason="other signals there")
def test_an_interrupt_ends_long_games_at_once(tmp_path: Path) -> None:
    """A piece of a hundred such games would take half an hour."""
    game = ["simulate", "quixo", "--games", "1000000", "--players", "master-without-tables", "--ms", "200"]
    playing = begin(*game, "--out", str(tmp_path / "games.parquet"))
    wait_until(playing, lambda: bool(list(tmp_path.iterdir())))
    time.sleep(1)
    errors = interrupt(playing)
    assert playing.returncode == 130
    assert "Traceback" not in errors
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="other signals there")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_half_a_file_never_looks_whole(tmp_path: Path, how: signal.Signals) -> None:
    file = tmp_path / "games.parquet"
    playing = begin("simulate", "quixo", "--games", "100000000", "--out", str(file))
    wait_until(playing, lambda: any(part.stat().st_size > 1 << 20 for part in tmp_path.iterdir()))
    if how == signal.SIGKILL:
        playing.kill()
        playing.communicate()
        assert not file.exists()
        return
    errors = interrupt(playing)
    assert playing.returncode == 130
    assert "Traceback" not in errors
    assert list(tmp_path.iterdir()) == []


def wait_until(playing: subprocess.Popen[str], is_so: Callable[[], bool]) -> None:
    while not is_so():
        assert playing.poll() is None, playing.communicate()[1]
        time.sleep(0.05)
