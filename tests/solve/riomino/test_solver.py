"""RioMino solved: the same winners as plain minimax finds, whatever the memory, the pieces and the symmetries."""

import numpy as np
import pytest

from games.riomino.play import LEVELS, riomino
from reference.riomino_naive import NaiveRioMino
from solve.riomino.positions import before_the_end, is_won, random_game, solved, twin, wins_of_moves
from tesserae.kernel import single
from tesserae.kernel.compiling import compiled
from tesserae.kernel.rules import OVER, States
from tesserae.solve.riomino import search, symmetry
from tesserae.solve.riomino.outline import ROOM, heap_key, outline
from tesserae.solve.riomino.solver import Proof, Solver, grouped_moves
from tesserae.solve.riomino.table import LARGEST, NEVER, coded, decoded, new_table
from trying import after, legal

MOST_TRIED = 200
"""Positions in which the reference would try more moves than this are left to other tests."""
MIDDLE = 7
"""So many moves before the end of a random game the alpha-beta search is asked."""


class TooManyError(Exception):
    """The reference has tried enough."""


def minimax(naive: NaiveRioMino, tried: list[int]) -> bool:
    """Try every move to the end: whether the player to move wins."""
    return any(wins(naive, move, tried) for move in naive.legal())


def wins(naive: NaiveRioMino, move: str, tried: list[int]) -> bool:
    tried[0] += 1
    if tried[0] > MOST_TRIED:
        raise TooManyError
    child = twin(naive)
    child.play(move)
    return child.over or not minimax(child, tried)


@pytest.mark.parametrize("level", LEVELS)
def test_every_move_near_the_end_is_worth_what_plain_minimax_over_the_reference_says(level: str) -> None:
    compared = {True: 0, False: 0}
    for seed in range(30):
        states, naive = before_the_end(level, seed, 3 + seed % 4)
        tried = [0]
        try:
            expected = {move: wins(naive, move, tried) for move in naive.legal()}
        except TooManyError:
            continue
        solver = solved(states)
        found = {riomino(level).text(states[0], action): value for action, value in solver.moves.items()}
        assert found == expected
        assert solver.is_won == any(expected.values())
        compared[bool(solver.is_won)] += 1
    assert min(compared.values()) >= 3


@pytest.mark.parametrize("level", LEVELS)
def test_every_move_of_the_middle_game_is_worth_what_the_alpha_beta_search_says(level: str) -> None:
    for seed in range(4):
        states, _ = before_the_end(level, seed, MIDDLE - 2)
        assert solved(states).moves == wins_of_moves(states)
    for seed in range(4, 12):
        states, _ = before_the_end(level, seed, MIDDLE)
        assert solved(states).is_won == is_won(states)


@pytest.mark.parametrize("level", ["starter", "junior", "wizard"])
def test_a_table_that_forgets_nearly_everything_changes_no_result(level: str) -> None:
    looked = {0: 0, 16: 0}
    for seed in range(8):
        states, _ = before_the_end(level, seed, 8)
        results = {megabytes: solved(states, megabytes) for megabytes in looked}
        assert results[0].moves == results[16].moves
        for megabytes, solver in results.items():
            looked[megabytes] += solver.looked
    assert looked[0] > looked[16]


@pytest.mark.parametrize("level", ["starter", "wizard"])
def test_a_search_that_is_interrupted_goes_on_as_if_it_had_not_been(level: str) -> None:
    for seed in range(4):
        states, _ = before_the_end(level, seed, 6)
        whole, pieces = solved(states), Solver(states, 1)
        calls = 0
        while pieces.run(1):
            calls += 1
        assert (pieces.is_won, pieces.moves, pieces.looked) == (whole.is_won, whole.moves, whole.looked)
        assert calls > 1


def test_what_is_not_decided_yet_is_none() -> None:
    states, _ = next(random_game("wizard", 1))
    solver = Solver(states, 1)
    assert solver.run(500) > 0
    assert (solver.is_won, solver.winning_move, solver.is_done) == (None, None, False)
    assert set(solver.moves.values()) == {None}
    assert sorted(solver.moves) == legal(states)


def test_without_every_move_the_search_ends_with_the_first_that_wins() -> None:
    states = next(s for s in (before_the_end("junior", seed, 7)[0] for seed in range(9)) if is_won(s))
    solver = Solver(states, 1, every_move=False)
    while solver.run(1000):
        pass
    assert solver.is_won
    assert solver.winning_move is not None
    child = after(states, solver.winning_move)
    assert single.mover(child) == OVER or not is_won(child)
    assert solver.looked < solved(states).looked


def test_a_used_table_gives_the_same_results_as_a_new_one() -> None:
    table = new_table(1)
    for seed in range(12):
        states, _ = before_the_end("starter", seed, 8)
        used = Proof(states, table)
        while used.run(1000):
            pass
        assert used.is_won == solved(states).is_won


# --- what counts as the same position --------------------------------------------------------------------------


@compiled
def plain_key(states: States, room: np.ndarray) -> np.uint64:
    return outline(states[0], room)[0]


@compiled
def reflect(pair: States, number: int) -> None:
    symmetry.write_image(pair[0], pair[1], number)


def image(states: States, number: int) -> States:
    pair = np.repeat(states, 2)
    reflect(pair, number)
    return pair[1:].copy()


def key(states: States) -> int:
    return int(search.key_of(np.repeat(states, 2), np.zeros(ROOM, np.int64)))


@pytest.mark.parametrize("level", LEVELS)
def test_positions_with_the_same_key_have_the_same_winner(level: str) -> None:
    by_key = dict[int, list[States]]()
    for seed in range(24):
        states, _ = before_the_end(level, seed, 4)
        for first in legal(states):
            child = after(states, first)
            for second in legal(child):
                grandchild = after(child, second)
                if single.mover(grandchild) != OVER:
                    found = by_key.setdefault(int(plain_key(grandchild, np.zeros(ROOM, np.int64))), [])
                    found.append(grandchild)
    merged = [found for found in by_key.values() if len({one.tobytes() for one in found}) > 1]
    assert len(merged) > 20
    for found in merged[:40]:
        assert len({is_won(one) for one in found[:5]}) == 1


def test_of_lonely_cells_only_number_and_faces_matter() -> None:
    def heap(cells: int, first_turn: int = 0) -> int:
        room = np.zeros(ROOM, np.int64)
        room[first_turn] = 0b111  # the first face fits on the first three cells
        room[4 + first_turn] = 0b1100
        with np.errstate(over="ignore"):
            return int(heap_key(cells, room))

    assert heap(0b0001) == heap(0b0010) == heap(0b0001, first_turn=3)
    different = [0, 0b0001, 0b0011, 0b0100, 0b0101, 0b0111, 0b1000, 0b1011]
    assert len({heap(cells) for cells in different}) == len(different)


def test_the_fields_have_the_symmetries_they_look_like_having() -> None:
    counts = dict(zip(LEVELS, symmetry.KEEPS_FIELD.sum(axis=1).tolist(), strict=True))
    assert counts == {"wizard": 8, "starter": 8, "junior": 4, "expert": 2, "master": 8, "board": 8}


@pytest.mark.parametrize("level", LEVELS)
def test_images_of_a_position_have_the_same_winner_and_early_ones_the_same_key(level: str) -> None:
    course = [states for states, _ in random_game(level, 1)]
    for number in range(symmetry.SYMMETRY_COUNT):
        if symmetry.KEEPS_FIELD[int(course[0][0].level), number]:
            assert key(image(course[2], number)) == key(course[2])
            late = course[max(3, len(course) - 6)]
            turned = image(late, number)
            assert solved(turned).is_won == is_won(late)
            assert (number == 0) == (turned.tobytes() == late.tobytes())
            assert len(legal(turned)) == len(legal(late))


def test_the_first_moves_on_a_square_field_are_all_the_same() -> None:
    for level, groups in {"starter": 1, "master": 1, "board": 1, "wizard": 1, "junior": 1, "expert": 2}.items():
        states, _ = next(random_game(level, 3))
        assert len(grouped_moves(states)) == groups


# --- the table -------------------------------------------------------------------------------------------------


def test_efforts_are_kept_to_an_eighth_and_results_exactly() -> None:
    assert [decoded(coded(effort)) for effort in range(16)] == list(range(16))
    assert decoded(coded(NEVER)) == NEVER
    for effort in [17, 100, 101, 12345, 999_999, LARGEST - 1, LARGEST]:
        assert effort <= decoded(coded(effort)) <= effort * 9 // 8
        assert coded(effort) < coded(NEVER)


@pytest.mark.parametrize(("megabytes", "size"), [(0, 1 << 8), (1, 1 << 17), (3, 1 << 18), (4, 1 << 19)])
def test_a_table_fits_into_its_memory(megabytes: int, size: int) -> None:
    assert len(new_table(megabytes)) == size
