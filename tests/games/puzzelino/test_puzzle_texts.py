"""Puzzles as text: the code and the long form say the same, whatever is given."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tesserae
from games.puzzelino.play import (
    COUNT,
    EMPTY_HEXAGON,
    SOLUTIONS,
    hands,
    laid,
    lays,
    partly_given,
    tray,
    tray_moves,
)
from tesserae.games.puzzelino.puzzles import Puzzle, read_puzzle
from tesserae.games.puzzelino.trays import trays

SMALL = """\
Tray: hexagon
-340 @ r0c1
+302 @ r1c1
+013 @ r2c2
"""
SMALL_CODE = "hexagon:340.x7.302.x9.013.x13"


def check_both_forms(puzzle: Puzzle) -> None:
    assert read_puzzle(puzzle.code) == puzzle
    assert read_puzzle(puzzle.text()) == puzzle
    assert read_puzzle(read_puzzle(puzzle.text()).code).text() == puzzle.text()
    assert puzzle.code == "".join(puzzle.code.split())
    assert len(puzzle.text().splitlines()) == 1 + len(puzzle.given)


# --- the two forms -----------------------------------------------------------------------------------------


def test_the_code_and_the_long_form_of_a_small_puzzle() -> None:
    puzzle = read_puzzle(SMALL)
    assert puzzle.code == SMALL_CODE
    assert puzzle.text() == SMALL
    assert puzzle.missing == 29
    assert read_puzzle(SMALL_CODE) == puzzle
    assert laid(tray(SMALL_CODE)) == {"r0c1": "-340", "r1c1": "+302", "r2c2": "+013"}


def test_the_empty_hexagon() -> None:
    puzzle = read_puzzle(EMPTY_HEXAGON)
    assert puzzle.text() == "Tray: hexagon\n"
    assert puzzle.given == ()
    assert puzzle.missing == 32
    check_both_forms(puzzle)


@pytest.mark.parametrize("code", SOLUTIONS, ids=range(len(SOLUTIONS)))
def test_a_full_tray_has_every_piece_once_in_both_forms(code: str) -> None:
    puzzle = read_puzzle(code)
    assert puzzle.code == code
    assert puzzle.text().splitlines()[1:] == tray_moves(code)
    check_both_forms(puzzle)


@pytest.mark.parametrize(
    "text",
    [
        "hexagon:x32",
        "  hexagon:x32\n",
        "hexagon:x16.x16",
        "hexagon:x1.x0.x31",
        "# the easiest of all\nhexagon:x32   # or the hardest",
        "\ufeffhexagon:x32",
        "Tray: hexagon",
        "TRAY:hexagon",
        "\n\ntray:   hexagon   # 32 cells\n\n# nothing given\n",
    ],
)
def test_reading_is_generous(text: str) -> None:
    assert read_puzzle(text) == Puzzle("hexagon", ())


@pytest.mark.parametrize(
    "text",
    [
        SMALL,
        "\n".join(reversed(SMALL.splitlines()[1:])).join(["Tray: hexagon\n", "\n"]),
        SMALL.replace("\n", "  # a remark\n"),
        SMALL.replace("\n", "\r\n"),
        SMALL.replace(" @ ", "   @  "),
        SMALL.replace("r", "R").replace("c", "C"),
        "# found on a walk\n\n" + SMALL + "\n\n# and nothing else\n",
    ],
)
def test_given_pieces_may_come_in_any_order_with_remarks_and_spaces(text: str) -> None:
    assert read_puzzle(text) == read_puzzle(SMALL_CODE)


# --- any puzzle --------------------------------------------------------------------------------------------


@given(code=st.sampled_from(SOLUTIONS), cells=st.sets(st.integers(0, COUNT - 1)))
def test_any_part_of_a_full_tray_survives_both_forms(code: str, cells: set[int]) -> None:
    puzzle = read_puzzle(partly_given(code, cells))
    assert puzzle.missing == COUNT - len(cells)
    assert puzzle.text().splitlines()[1:] == [tray_moves(code)[cell] for cell in sorted(cells)]
    check_both_forms(puzzle)


@given(name=st.sampled_from(sorted(trays())), seed=st.integers(0, 10**9), pieces=st.integers(0, 12))
def test_whatever_can_be_laid_into_a_tray_survives_as_a_puzzle(name: str, seed: int, pieces: int) -> None:
    rng, match = random.Random(seed), tray(f"{name}:x32")
    for _ in range(pieces):
        match.play(rng.choice(sorted(lays(match))))
    lines = [f"{piece} @ {cell}" for cell, piece in laid(match).items()]
    rng.shuffle(lines)
    puzzle = read_puzzle("\n".join([f"Tray: {name}", *lines]))
    check_both_forms(puzzle)
    assert puzzle.text().splitlines() == [
        f"Tray: {name}",
        *(f"{piece} @ {cell}" for cell, piece in laid(match).items()),
    ]
    again = tesserae.game("puzzelino", puzzle=puzzle.code).new()
    assert laid(again) == laid(match)
    assert hands(again) == hands(match)
    assert [again.text(action) for action in again.legal()] == [match.text(action) for action in match.legal()]
