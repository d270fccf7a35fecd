"""The puzzles that come with the game: each has one solution, and they are in the order of difficulty."""

from collections import Counter

import pytest

from solve.puzzelino.filling import joined_shapes, laid_texts, play_through
from tesserae.games.puzzelino.puzzles import Puzzle, shipped
from tesserae.games.puzzelino.trays import trays
from tesserae.solve.puzzelino.levels import LEVELS
from tesserae.solve.puzzelino.model import TrayModel, another, solve
from tesserae.solve.puzzelino.search import Count, count_solutions, difficulty

NUMBERS = range(1, 101)


def puzzle_with_number(number: int) -> Puzzle:
    return shipped()[number - 1][1]


def test_there_are_a_hundred_different_ones_the_easiest_first() -> None:
    ratings = [rating for rating, _ in shipped()]
    assert len(ratings) == 100
    assert ratings == sorted(ratings)
    assert ratings[-1] > 100 * ratings[0]
    assert len({puzzle.code for _, puzzle in shipped()}) == 100


def test_half_of_them_are_on_the_hexagon_the_others_each_on_a_tray_of_its_own() -> None:
    counts = Counter(puzzle.tray_name for _, puzzle in shipped())
    assert counts.pop("hexagon") == 50
    assert set(counts.values()) == {1}
    assert any(name.startswith("ring") for name in counts)


def test_the_levels_are_all_there() -> None:
    given = Counter(len(puzzle.given) for _, puzzle in shipped())
    for level in ("beginner", "easy", "medium"):
        assert given[LEVELS[level].given] >= 20
    assert sum(count for number, count in given.items() if number < 13) >= 38


@pytest.mark.parametrize("number", NUMBERS)
def test_the_solution_is_right_and_the_only_one(number: int) -> None:
    """Solved by the model, laid by the reference, counted by the compiled rules: none shares code with another."""
    puzzle = puzzle_with_number(number)
    solution = solve(puzzle)
    assert solution is not None
    game = play_through(puzzle, solution)
    assert (game.reason, game.scores) == ("complete", [puzzle.missing])
    assert joined_shapes(laid_texts(solution)) == (33, 33)
    assert another(puzzle, solution) is None
    assert count_solutions(puzzle) == Count(1, is_exact=True)


@pytest.mark.parametrize("number", NUMBERS[::5])
def test_the_difficulty_is_as_measured(number: int) -> None:
    rating, puzzle = shipped()[number - 1]
    assert round(difficulty(puzzle), 1) == rating


@pytest.mark.parametrize("number", [number for number in NUMBERS if len(shipped()[number - 1][1].given) < 14][::4])
def test_hard_ones_have_no_piece_given_in_vain(number: int) -> None:
    puzzle = puzzle_with_number(number)
    for place, _ in puzzle.given:
        fewer = puzzle.with_lies({cell: lie for cell, lie in puzzle.given if cell != place})
        assert count_solutions(fewer, limit=2).solutions == 2


TRAYS = list(trays())


@pytest.mark.parametrize("name", TRAYS[::8])
def test_trays_can_be_filled(name: str) -> None:
    check_that_it_can_be_filled(name)


@pytest.mark.soak
@pytest.mark.parametrize("name", TRAYS)
def test_all_trays_can_be_filled(name: str) -> None:
    check_that_it_can_be_filled(name)


def check_that_it_can_be_filled(name: str) -> None:
    empty = Puzzle(name, ())
    lies = TrayModel(empty.tray).solve()
    assert lies is not None
    solution = empty.with_lies(lies)
    assert play_through(empty, solution).reason == "complete"
    assert joined_shapes(laid_texts(solution)) == (33, 33)
