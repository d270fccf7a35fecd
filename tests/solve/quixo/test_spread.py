"""A crew that shares nothing but files finds what threads in one memory find: the same counts and check sums."""

from pathlib import Path

import pytest

from tesserae.crew import Threads
from tesserae.solve.quixo import spread
from tesserae.solve.quixo.solving import Result, Wish, solve
from tesserae.solve.quixo.store import Entry, Store


def solved(wish: Wish) -> tuple[Result, dict[int, Entry]]:
    result = solve(wish, lambda _progress: None, lambda _blanks, _entry, _seconds: None)
    return result, Store(wish.root, wish.size).entries


@pytest.mark.parametrize(("size", "blanks", "distances"), [(4, 16, -1), (5, 1, -1), (5, 1, 1)])
def test_the_same_counts_and_check_sums(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, blanks: int, distances: int
) -> None:
    monkeypatch.setattr(spread, "PIECE_STATES", 1 << (size**2 - 2))  # some pieces in each layer
    here = solved(Wish(size, blanks, tmp_path / "here", 2, distances_up_to=distances))
    there = solved(Wish(size, blanks, tmp_path / "there", 1, distances_up_to=distances, crew=Threads(2)))
    assert here[0].as_json() == there[0].as_json()
    for layer, entry in here[1].items():
        assert there[1][layer].files == entry.files
        assert there[1][layer].longest == entry.longest
    assert not list(tmp_path.rglob("work"))


def test_files_of_an_interrupted_run_are_in_nobodys_way(tmp_path: Path) -> None:
    left = tmp_path / "quixo-3" / spread.FOLDER
    left.mkdir(parents=True)
    (left / "table").write_bytes(b"half")
    result, _ = solved(Wish(3, 9, tmp_path, 1, crew=Threads(2)))
    assert result.totals == [12748, 6935, 0]
    assert not left.exists()
