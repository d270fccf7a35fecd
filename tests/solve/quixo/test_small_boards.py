"""3x3 and 4x4, every value and every distance: against plain retrograde analysis, and against the literature."""

from itertools import product

import numpy as np
import pytest

from solve.quixo.engine import Board, after_every_move, board_of, has_ended, random_board, value_from_successors
from tesserae.solve.quixo.index import new_sets
from tesserae.solve.quixo.store import PLIES, Store
from tesserae.solve.quixo.tables import Tables, Value


def plain_retrograde(size: int) -> dict[Board, tuple[Value, int | None]]:
    """Solve a board by rounds over all positions, with the engine's moves; what stays open is a draw."""
    found: dict[Board, tuple[Value, int | None]] = {}
    following: dict[Board, set[Board]] = {}
    for cells in product((0, 1, 2), repeat=size * size):
        board = Board(*(sum(1 << place for place, cube in enumerate(cells) if cube == who) for who in (1, 2)))
        ended = has_ended(board, size)
        if ended is not None:
            found[board] = (ended, 0)
        else:
            following[board] = {after.board for after in after_every_move(board, size)}
    plies, settled = 0, True
    while settled:
        plies += 1
        now = {}
        for board, successors in following.items():
            values = {found[after][0] if after in found else Value.DRAW for after in successors}
            if Value.LOSS in values:
                now[board] = (Value.WIN, plies)
            elif values == {Value.WIN}:
                now[board] = (Value.LOSS, plies)
        found |= now
        following = {board: after for board, after in following.items() if board not in now}
        settled = bool(now)
    return found | dict.fromkeys(following, (Value.DRAW, None))


def test_every_value_and_distance_of_3x3_equals_plain_retrograde_analysis(small: Tables) -> None:
    expected = plain_retrograde(3)
    assert len(expected) == 3**9
    movers, others = (np.array([board[who] for board in expected]) for who in (0, 1))
    values, distances = small.look_up_many(movers, others, 3)
    for (value, plies), stored, distance in zip(expected.values(), values, distances, strict=True):
        assert stored == value
        assert value == Value.DRAW or distance == plies
    for board in list(expected)[::500]:
        assert (small.value(*board, 3), small.distance(*board, 3)) == expected[board], board


@pytest.mark.parametrize(("size", "totals"), [(3, [12748, 6935, 0]), (4, [26434489, 15003736, 1608496])])
def test_counts_over_all_boards(small: Tables, size: int, totals: list[int]) -> None:
    assert small.solved_up_to(size) == size * size
    entries = Store(small.root, size).entries.values()
    assert np.sum([np.sum(entry.counts, axis=0) for entry in entries], axis=0).tolist() == totals


@pytest.mark.parametrize(
    ("size", "longest"),
    [(3, {5: 275, 6: 77, 7: 29, 8: 4}), (4, {21: 57, 22: 8})],
)
def test_the_longest_games(small: Tables, size: int, longest: dict[int, int]) -> None:
    assert small.solved_up_to(size) == size * size
    store = Store(small.root, size)
    boards = dict.fromkeys(range(min(longest), 256), 0)
    for blanks in store.entries:
        sets = new_sets(size, blanks)
        plies = store.load(blanks, PLIES).view(np.uint8)[: len(sets.blanks) << (size * size - blanks)]
        of_set = plies.reshape(len(sets.blanks), -1)
        for distance in boards:
            boards[distance] += int(((of_set == distance).sum(axis=1) * sets.images).sum())
    assert {distance: count for distance, count in boards.items() if count} == longest


@pytest.mark.parametrize(("size", "plies"), [(3, 7), (4, 21)])
def test_the_empty_board_is_won(small: Tables, size: int, plies: int) -> None:
    assert (small.value(0, 0, size), small.distance(0, 0, size)) == (Value.WIN, plies)


@pytest.mark.parametrize(
    ("rows", "value", "plies"),
    [
        ("XOOO/OOXO/OXXO/OOOX", Value.LOSS, 1),
        ("..OX/..../XOO./....", Value.LOSS, 22),
        (".XX./O.OX/OXXX/OXXO", Value.DRAW, None),
    ],
)
def test_positions_of_the_paper(small: Tables, rows: str, value: Value, plies: int | None) -> None:
    board = board_of(rows)
    assert (small.value(*board, 4), small.distance(*board, 4)) == (value, plies)


@pytest.mark.parametrize("blanks", range(17))
def test_values_and_distances_of_4x4_agree_with_those_one_move_on(small: Tables, blanks: int) -> None:
    rng = np.random.default_rng(blanks)
    for _ in range(40):
        board = random_board(rng, 4, blanks)
        value, plies = small.value(*board, 4), small.distance(*board, 4)
        ended = has_ended(board, 4)
        if ended is not None:
            assert (value, plies) == (ended, 0)
            continue
        assert value == value_from_successors(board, 4, lambda after: small.value(*after, 4))
        following = {after.board for after in after_every_move(board, 4)}
        if value == Value.WIN:
            lost = [small.distance(*after, 4) for after in following if small.value(*after, 4) == Value.LOSS]
            assert plies == 1 + min(distance for distance in lost if distance is not None)
        elif value == Value.LOSS:
            longest = max(distance for after in following if (distance := small.distance(*after, 4)) is not None)
            assert plies == 1 + longest
