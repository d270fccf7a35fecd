"""`tesserae solve quixo`, as its user types it: counts, going on after a kill, and refusals."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tesserae.cli import DONE, REFUSED, main
from tesserae.solve.quixo import estimate
from tesserae.solve.quixo.store import MANIFEST, Store
from tesserae.words import LANGUAGES


def solved(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[list[str], dict[str, Any]]:
    assert main(["solve", "quixo", *arguments, "--json"]) == DONE
    *lines, last = capsys.readouterr().out.splitlines()
    return lines, json.loads(last)


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["solve", "quixo", *arguments]) == REFUSED
    return capsys.readouterr().err


def kill_when_there(file: Path, *arguments: str) -> None:
    """Start the command as a process and kill it as soon as a file appears."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tesserae.cli", "solve", "quixo", *arguments],
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not list(file.parent.glob(file.name)):
        assert process.poll() is None, "it ended before it could be killed"
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait()


def test_3x3_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines, result = solved(capsys, "--size", "3", "--data", str(tmp_path))
    assert len(lines) == 10
    assert {key: result[key] for key in ("win", "loss", "draw", "empty", "plies")} == {
        "win": 12748,
        "loss": 6935,
        "draw": 0,
        "empty": "win",
        "plies": 7,
    }
    assert result["by_blanks"]["3"] == [3668, 1708, 0]
    assert result["by_marks"]["1,0"] == [9, 0, 0]
    assert len(result["by_marks"]) == 55
    for marks, counts in result["by_marks"].items():
        assert sum(counts) > 0, marks


def test_only_some_layers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, result = solved(capsys, "--size", "4", "--blanks", "1", "--data", str(tmp_path), "--counts-only")
    assert result["by_blanks"] == {"0": [39464, 25420, 652], "1": [319356, 199440, 5492]}
    assert result["empty"] is None
    assert not list(tmp_path.rglob("*.values"))


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_4x4_goes_on_after_a_kill(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ["--size", "4", "--data", str(tmp_path)]
    kill_when_there(tmp_path / "quixo-4" / "layer-0*", *arguments)
    assert len(Store(tmp_path, 4).entries) < 17
    _, result = solved(capsys, *arguments)
    assert [result[key] for key in ("win", "loss", "draw", "plies")] == [26434489, 15003736, 1608496, 21]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_5x5_goes_on_with_the_layer_in_which_it_was_killed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ["--blanks", "1", "--distances", "-1", "--data", str(tmp_path)]
    kill_when_there(tmp_path / "quixo-5" / MANIFEST, *arguments)
    assert set(Store(tmp_path, 5).entries) == {0}
    lines, result = solved(capsys, *arguments)
    assert "there already" in lines[0]
    assert "there already" not in lines[1]
    assert result["by_blanks"] == {
        "0": [20_073_427, 13_326_948, 154_057],
        "1": [251_945_445, 159_558_801, 7_926_154],
    }


def test_counting_keeps_no_more_than_the_last_layer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ["--blanks", "1", "--counts-only", "--data", str(tmp_path)]
    _, result = solved(capsys, *arguments)
    assert [file.name for file in tmp_path.rglob("*.values")] == ["layer-01.values"]
    again, same = solved(capsys, *arguments)
    assert all("there already" in line for line in again)
    assert same == result


def test_a_damaged_layer_is_solved_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ["--blanks", "0", "--data", str(tmp_path)]
    solved(capsys, *arguments)
    file = tmp_path / "quixo-5" / "layer-00.values"
    content = bytearray(file.read_bytes())
    content[1000] ^= 1
    file.write_bytes(content)
    lines, _ = solved(capsys, *arguments)
    assert "there already" not in lines[0]
    assert Store(tmp_path, 5).is_sound(0)


def test_too_many_neutral_cubes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "9 cubes" in refusal(capsys, "--size", "3", "--blanks", "10", "--data", str(tmp_path))


@pytest.mark.parametrize("language", LANGUAGES)
def test_too_little_memory_is_refused_with_what_would_fit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str
) -> None:
    monkeypatch.setattr(estimate, "free_memory", lambda: 4 << 30)
    said = refusal(capsys, "--data", str(tmp_path), "--language", language)
    assert "--blanks 5" in said
    assert "4.0" in said
    assert not list(tmp_path.rglob("*.values"))


def test_too_little_disk_is_refused_with_what_would_help(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(estimate, "free_memory", lambda: 64 << 30)
    monkeypatch.setattr(estimate, "free_disk", lambda _directory: 20 << 30)
    assert "--counts-only" in refusal(capsys, "--data", str(tmp_path))
    monkeypatch.setattr(estimate, "free_disk", lambda _directory: 5 << 30)
    said = refusal(capsys, "--data", str(tmp_path), "--counts-only")
    assert "--data" in said
    assert "--counts-only" not in said


def test_one_process_at_a_time(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from filelock import FileLock

    with FileLock(tmp_path / "solving.lock"):
        assert "Another process" in refusal(capsys, "--size", "3", "--data", str(tmp_path))


def test_the_estimate_of_disk_is_what_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    solved(capsys, "--size", "5", "--blanks", "1", "--distances", "-1", "--data", str(tmp_path))
    for blanks in (0, 1):
        file = tmp_path / "quixo-5" / f"layer-{blanks:02}.values"
        assert file.stat().st_size == estimate.layer_bytes(5, blanks)
