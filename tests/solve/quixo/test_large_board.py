"""5x5 with few neutral cubes: published counts, and values that agree one move on through the rules engine."""

from pathlib import Path

import numpy as np
import pytest

from solve.quixo.engine import Board, after_every_move, has_ended, random_board, value_from_successors
from tesserae.solve.quixo.geometry import geometry
from tesserae.solve.quixo.index import new_sets, spread
from tesserae.solve.quixo.layer import Layer, Worker, count_layer, new_layer, solve_layer
from tesserae.solve.quixo.packed import Losses, pack
from tesserae.solve.quixo.solving import Wish, solve
from tesserae.solve.quixo.store import PACKED, PLIES, STATES, VALUES, Store
from tesserae.solve.quixo.tables import Tables, Value

PUBLISHED = {
    0: [20_073_427, 13_326_948, 154_057],
    1: [251_945_445, 159_558_801, 7_926_154],
    2: [1_503_035_960, 922_844_064, 90_702_376],
    3: [5_709_392_828, 3_464_479_726, 473_026_646],
}
SAMPLES = 60


@pytest.mark.parametrize("blanks", [0, 1, 2])
def test_published_counts(large: Tables, blanks: int) -> None:
    counts = Store(large.root, 5).entries[blanks].counts
    assert np.sum(counts, axis=0).tolist() == PUBLISHED[blanks]


@pytest.mark.parametrize("blanks", [0, 1, 2])
def test_values_agree_with_those_one_move_on(large: Tables, blanks: int) -> None:
    rng = np.random.default_rng(blanks)
    for _ in range(SAMPLES):
        board = random_board(rng, 5, blanks)
        value, ended = large.value(*board, 5), has_ended(board, 5)
        if ended is not None:
            assert value == ended
        else:
            assert value == value_from_successors(board, 5, lambda after: large.value(*after, 5))


@pytest.mark.parametrize("blanks", [0, 1, 2])
def test_long_distances_to_conversion_agree_with_those_one_move_on(large: Tables, blanks: int) -> None:
    store, far_from = Store(large.root, 5), large.far_from(blanks)
    assert far_from is not None
    states = store.load(blanks, STATES).astype(np.int64)
    plies = store.load(blanks, PLIES).view(np.uint16)[: len(states)]
    assert (np.diff(states) > 0).all()
    assert plies.min() > far_from
    sets, board_cells = new_sets(5, blanks), geometry(5).from_board
    longest = np.flatnonzero(plies == plies.max())[:5]
    for place in [*np.random.default_rng(7).choice(len(states), SAMPLES, replace=False), *longest]:
        number, within = divmod(int(states[place]), 1 << (25 - blanks))
        gaps = int(sets.blanks[number])
        mine = int(spread(within, gaps))
        theirs = ((1 << 25) - 1) & ~gaps & ~mine
        board = Board(
            *(
                sum(1 << cell for cell in range(25) if cubes >> int(board_cells[cell]) & 1)
                for cubes in (mine, theirs)
            )
        )
        distance = large.distance(*board, 5)
        assert distance is not None
        assert distance == plies[place]
        assert _expected(large, board, far_from) == max(distance, far_from + 1)


def _expected(tables: Tables, board: Board, short: int) -> int:
    """Work out a distance from those one move on; one that is not stored counts as the longest short one."""
    value = tables.value(*board, 5)
    following = [after for after in after_every_move(board, 5) if not after.took_neutral]
    found = [
        tables.distance(*after.board, 5) or short
        for after in following
        if value == Value.LOSS or tables.value(*after.board, 5) == Value.LOSS
    ]
    return 1 + (max(found) if value == Value.LOSS else min(found))


def test_a_missing_layer_is_said_to_be_missing(large: Tables) -> None:
    assert large.solved_up_to(5) == 2
    assert large.value(0, 0, 5) is None
    assert large.distance(0, 0, 5) is None
    assert large.far_from(3) is None


def test_packed_layers_give_the_same_values(large: Tables, tmp_path: Path) -> None:
    wish = Wish(5, 1, tmp_path, threads=2, packed=True)
    solve(wish, lambda _progress: None, lambda _blanks, _entry, _seconds: None)
    store = Store(tmp_path, 5)
    assert set(store.entries[0].files) == {PACKED}
    layer = Layer(5, 1, new_sets(5, 1), store.load(1, VALUES))
    store.save_packed(1, pack(layer, threads=2))
    plain, packed = Store(large.root, 5).entries[1].files[VALUES].bytes, store.entries[1].files[PACKED].bytes
    assert packed < plain / 8
    tables, rng, seen = Tables(tmp_path), np.random.default_rng(3), set()
    for place in range(2 * SAMPLES):
        board = random_board(rng, 5, place % 2)
        value = tables.value(*board, 5)
        assert value == large.value(*board, 5)
        seen.add(value)
    assert seen >= {Value.WIN, Value.LOSS}
    assert tables.value(0, 0, 5) is None


@pytest.mark.parametrize("blanks", [0, 5, 9, 14])
def test_packing_keeps_every_loss_of_a_small_board(small: Tables, blanks: int) -> None:
    assert small.solved_up_to(4) == 16
    store, log = Store(small.root, 4), 16 - blanks
    layer = Layer(4, blanks, new_sets(4, blanks), store.load(blanks, VALUES))
    content = pack(layer, threads=1)
    losses = Losses(np.append(content, np.zeros(-len(content) % 8, np.uint8)).view(np.uint64))
    lost = [
        sum(losses.has((place << log) + number) for number in range(1 << log))
        for place in range(len(layer.sets.blanks))
    ]
    assert (np.array(lost) * layer.sets.images).sum() == np.sum(store.entries[blanks].counts, axis=0)[1]


@pytest.mark.soak
def test_sweeps_in_place_and_in_step_and_any_number_of_threads_give_the_same_tables() -> None:
    below = None
    for blanks in range(4):
        tables = []
        for threads, levels_from in ((1, None), (3, None), (2, 3)):
            layer = new_layer(5, blanks)
            solve_layer(layer, below, Worker(threads), levels_from=levels_from)
            tables.append(layer.table)
        assert (tables[0] == tables[1]).all()
        assert (tables[0] == tables[2]).all()
        assert count_layer(layer, Worker()).sum(axis=0).tolist() == PUBLISHED[blanks]
        below = layer
