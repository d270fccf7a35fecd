"""Solving, counting, rating and making tray puzzles, and hints."""

import random
from itertools import combinations

import pytest

import tesserae
from solve.puzzelino.filling import laid_texts, play_through, reference_of
from tesserae.games.puzzelino.puzzles import Puzzle, read_puzzle, shipped
from tesserae.solve.puzzelino.generate import new_puzzle, open_puzzle, puzzle_with_given, random_filling
from tesserae.solve.puzzelino.hints import hint, is_certain, next_step
from tesserae.solve.puzzelino.levels import LEVELS
from tesserae.solve.puzzelino.model import TrayModel, another, solve
from tesserae.solve.puzzelino.search import count_solutions, difficulty

EMPTY = read_puzzle("hexagon:x32")


def a_filling(seed: int = 1) -> Puzzle:
    return random_filling("hexagon", random.Random(seed))


def without(filling: Puzzle, count: int, seed: int = 1) -> Puzzle:
    """Take so many pieces out."""
    out = random.Random(seed).sample(filling.tray.cells, count)
    return filling.with_lies({cell: lie for cell, lie in filling.given if cell not in out})


def naive_solutions(puzzle: Puzzle) -> set[str]:
    """All fillings, by trying every legal move of the reference in the first empty cell."""
    game = reference_of(puzzle)
    if game.over:
        return {" ".join(f"{cell}{text}" for cell, text in sorted(game.board.items()))}
    cell = min(game.places())
    found = set()
    for move in game.legal():
        if move.endswith(f"@ r{cell[0]}c{cell[1]}"):
            sides = move.split()[0]
            texts = {**laid_texts(puzzle), cell: sides}
            lines = [f"{text} @ r{row}c{column}" for (row, column), text in texts.items()]
            found |= naive_solutions(read_puzzle("\n".join([f"Tray: {puzzle.tray_name}", *lines])))
    return found


# --- solving -----------------------------------------------------------------------------------------------


def test_an_empty_tray_is_filled_by_the_rules() -> None:
    solution = solve(EMPTY)
    assert solution is not None
    assert play_through(EMPTY, solution).reason == "complete"


def test_a_seed_finds_the_same_filling_and_another_one_another() -> None:
    fillings = [solve(EMPTY, seed) for seed in (1, 1, 2)]
    assert fillings[0] == fillings[1] != fillings[2]


def test_what_cannot_be_solved_has_no_solution() -> None:
    puzzle = read_puzzle("hexagon:011.x2.011.x28")
    assert solve(puzzle) is None


def test_a_shape_on_the_rim_cannot_be_solved() -> None:
    """The first cell of the hexagon has its second side on the rim."""
    assert TrayModel(EMPTY.tray, [(EMPTY.tray.cells[0], 0)]).solve() is None


def test_a_full_tray_is_its_own_solution_and_has_no_other() -> None:
    filling = a_filling()
    assert solve(filling) == filling
    assert another(filling, filling) is None


def test_another_solution_differs() -> None:
    filling = a_filling()
    puzzle = without(filling, 28)
    other = another(puzzle, filling)
    assert other is not None
    assert other != filling
    assert set(puzzle.given) <= set(other.given)


# --- counting ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_counts_agree_with_trying_everything(seed: int) -> None:
    puzzle = without(a_filling(seed % 3), 5 + seed % 4, seed)
    assert count_solutions(puzzle) == (len(naive_solutions(puzzle)), True)


@pytest.mark.parametrize("seed", range(4))
def test_counts_agree_with_the_model(seed: int) -> None:
    """The model is asked for one more filling until there is none."""
    puzzle = without(a_filling(seed), 17, seed)
    count = count_solutions(puzzle, limit=40)
    found: list[Puzzle] = []
    while len(found) < 40:
        model = TrayModel(puzzle.tray, puzzle.given)
        for known in found:
            model.exclude(dict(known.given))
        lies = model.solve()
        if lies is None:
            break
        found.append(puzzle.with_lies(lies))
    assert count == (len(found), len(found) < 40)


def test_a_count_stops_at_its_limits() -> None:
    assert count_solutions(EMPTY, limit=7) == (7, False)
    assert count_solutions(EMPTY, limit=10**6, most_laid=20) == (0, False)


def test_some_small_trays_have_several_solutions() -> None:
    counts = {count_solutions(without(a_filling(seed), 17, seed), 50).solutions for seed in range(8)}
    assert max(counts) > 1


# --- difficulty --------------------------------------------------------------------------------------------


def test_a_full_tray_takes_no_looks_and_one_missing_piece_takes_one() -> None:
    filling = a_filling()
    assert difficulty(filling) == 0
    assert difficulty(without(filling, 1)) == 1


def test_two_certain_pieces_apart_take_two_looks() -> None:
    """With two cells empty that both leave no choice, the first look finds one; then one is left."""
    filling = a_filling()
    puzzles = [
        filling.with_lies({place: lie for place, lie in filling.given if place not in pair})
        for pair in combinations(filling.tray.cells[::5], 2)
    ]
    assert {difficulty(puzzle) for puzzle in puzzles if count_solutions(puzzle).solutions == 1} == {2.0}


def test_more_to_lay_is_harder() -> None:
    filling = a_filling(4)
    puzzle = puzzle_with_given(0, "any")
    assert difficulty(puzzle) > 5 * difficulty(without(filling, 8))


# --- making ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [level for level in LEVELS if level != "expert"])
def test_a_level_gives_what_it_says_and_leaves_one_solution(level: str) -> None:
    puzzle = new_puzzle(level, 5)
    wanted = LEVELS[level].given
    assert len(puzzle.given) == wanted if wanted else 7 <= len(puzzle.given) <= 13
    assert count_solutions(puzzle) == (1, True)
    assert new_puzzle(level, 5) == puzzle
    assert new_puzzle(level, 6) != puzzle


def test_the_expert_level_keeps_the_hardest() -> None:
    told: list[tuple[int, int]] = []
    puzzle = new_puzzle("expert", 1, "ring-1", lambda done, count: told.append((done, count)))
    tries = LEVELS["expert"].tries
    assert told == [(number, tries) for number in range(tries)]
    assert puzzle.tray_name == "ring-1"
    assert count_solutions(puzzle) == (1, True)
    others = [puzzle_with_given(0, f"expert 1 {number}", "ring-1") for number in range(3)]
    assert difficulty(puzzle) >= max(map(difficulty, others))


@pytest.mark.parametrize("given", [0, 1, 6, 31])
def test_as_many_pieces_are_given_as_wanted(given: int) -> None:
    puzzle = open_puzzle(given, 3, "9-2")
    assert (len(puzzle.given), puzzle.tray_name) == (given, "9-2")
    assert solve(puzzle) is not None


# --- hints -------------------------------------------------------------------------------------------------


def test_hints_lead_to_the_end_of_a_puzzle_with_one_solution() -> None:
    puzzle = shipped()[40][1]
    match = tesserae.game("puzzelino", puzzle=41).new()
    while not match.over:
        told = next_step(puzzle, [move.action for move in match.moves])
        assert told.key == "puzzelino.hint_certain"
        match.play(told.values["move"])
    assert match.winners == (0,)


def test_a_certain_piece_lies_so_in_every_solution() -> None:
    filling = next(
        puzzle
        for puzzle in (without(a_filling(seed), 14, seed) for seed in range(30))
        if 1 < count_solutions(puzzle, 50).solutions < 50
    )
    solutions = [solve(filling)]
    assert solutions[0] is not None
    lies = dict(solutions[0].given)
    certain = {place for place in filling.tray.cells if is_certain(filling, place, lies[place])}
    free = set(filling.tray.cells) - certain
    assert free
    for place in free:
        model = TrayModel(filling.tray, filling.given)
        model.exclude({place: lies[place]})
        assert model.solve() is not None
    found = hint(filling)
    assert found is not None
    if found.is_certain:
        assert found.place in certain
        assert found.lie == lies[found.place]


def test_where_nothing_is_certain_a_possible_piece_is_named() -> None:
    found = hint(EMPTY)
    assert found is not None
    assert not found.is_certain
    assert solve(EMPTY.with_lies({found.place: found.lie})) is not None
    assert next_step(EMPTY, []).key == "puzzelino.hint_possible"


def test_a_dead_end_is_told_with_the_steps_to_take_back() -> None:
    puzzle = shipped()[70][1]
    match = tesserae.game("puzzelino", puzzle=71).new()
    for _ in range(2):
        match.play(next_step(puzzle, [move.action for move in match.moves]).values["move"])
    solution = solve(puzzle)
    assert solution is not None
    right = {f"{text} @ r{row}c{column}" for (row, column), text in laid_texts(solution).items()}
    for _ in range(3):
        match.play(next(action for action in match.legal() if match.text(action) not in {*right, "pass"}))
    told = next_step(puzzle, [move.action for move in match.moves])
    assert (told.key, told.values) == ("puzzelino.hint_back", {"steps": 3})


def test_no_hint_for_what_has_no_solution() -> None:
    puzzle = read_puzzle("hexagon:x1.021.x1.011.x1.013.x26")
    assert hint(puzzle) is None
    assert next_step(puzzle, []).say() == "This puzzle has no solution: a given piece is wrong."
