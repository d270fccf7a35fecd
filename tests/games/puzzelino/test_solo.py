"""The rule page of Puzzelino: alone, laying a figure or filling a tray."""

import random
from collections.abc import Callable
from itertools import groupby, pairwise

import pytest

from games.puzzelino.play import (
    BLUE,
    COUNT,
    EMPTY_HEXAGON,
    ORANGE,
    SOLUTIONS,
    after,
    board,
    figure,
    hands,
    laid,
    lays,
    legal,
    legal_in,
    partly_given,
    place,
    tray,
    tray_moves,
)
from tesserae.games.puzzelino.trays import trays
from tesserae.match import Match, Outcome
from trying import refused

every_solution = pytest.mark.parametrize("code", SOLUTIONS, ids=range(len(SOLUTIONS)))


# --- a figure: free play on the table with all 32 pieces ----------------------------------------------------


def test_figure_all_32_pieces_are_at_hand_and_the_table_is_empty() -> None:
    match = figure()
    assert hands(match) == [[*BLUE, *ORANGE]]
    assert laid(match) == {}
    assert match.mover == 0
    assert match.scores == (0,)


def test_figure_the_first_piece_is_any_in_any_lie_in_the_middle() -> None:
    match = figure()
    assert len(legal(match)) == 2 * 81
    assert {move.split(" @ ")[1] for move in legal(match)} == {"r0c0"}
    assert place(match, "r0c0") == {"colour": None, "wanted": [None, None, None], "dead": False}


@pytest.mark.parametrize("piece", ["+012", "-012", "+201", "-153", "+550"])
def test_figure_the_first_piece_decides_where_blue_and_orange_go(piece: str) -> None:
    match = after(figure(), f"{piece} r0c0")
    assert laid(match) == {"r0c0": piece}
    assert {move[0] for move in lays(match)} == {"-" if piece[0] == "+" else "+"}


def test_figure_one_begins_with_a_piece() -> None:
    assert refused(figure(), "pass") == "Begin with a piece: lay one."
    assert refused(figure(), "draw") == "Begin with a piece: lay one."


def test_figure_one_lays_on_and_on_and_every_piece_counts() -> None:
    match = figure()
    for number, move in enumerate(("+012 r0c0", "-032 r0c1", "+034 r0c2", "-014 r0c-1"), start=1):
        match.play(move)
        assert match.mover == 0
        assert match.scores == (number,)
        assert len(hands(match)[0]) == COUNT - number
        assert match.last_move is not None
        assert [tuple(entry) for entry in match.last_move.account] == [(0, "laid", 1)]
        assert match.last_move.ends_turn


def test_figure_the_count_of_laid_pieces_is_told() -> None:
    (line,) = after(figure(), "+012 r0c0, -032 r0c1").caption(0)
    assert line.say().startswith("Laid: 2. Left: 30. +11  +13  +14")


def test_figure_every_step_can_be_taken_back_down_to_the_empty_table() -> None:
    match = figure()
    states = [match.states.tobytes()]
    rng = random.Random(1)
    while len(states) < 15:
        match.play(rng.choice(sorted(lays(match))))
        states.append(match.states.tobytes())
    while match.move_count:
        assert match.states.tobytes() == states.pop()
        match.undo()
    assert match.states.tobytes() == states.pop()
    assert len(legal(match)) == 2 * 81
    with pytest.raises(ValueError, match="nothing to take back"):
        match.undo()


def test_figure_one_may_stop_at_any_time_and_has_what_was_laid() -> None:
    match = after(figure(), "+012 r0c0, -032 r0c1, pass")
    assert match.outcome == Outcome("stopped", ())
    assert match.scores == (2,)
    assert match.over


def test_figure_stopping_can_be_taken_back_too() -> None:
    match = after(figure(), "+012 r0c0, pass")
    match.undo()
    assert match.mover == 0
    assert not match.over


def whole_figure() -> Match:
    """Lay pieces at random where they fit, and begin anew until all lie."""
    for seed in range(50):
        match, rng = figure(), random.Random(seed)
        while not match.over and lays(match):
            match.play(rng.choice(sorted(lays(match))))
        if match.over:
            return match
    raise AssertionError


def test_figure_all_32_laid_is_done() -> None:
    match = whole_figure()
    assert match.outcome == Outcome("complete", (0,))
    assert match.scores == (32,)
    assert hands(match) == [[]]
    assert len(set(laid(match))) == 32
    (line,) = match.caption(0)
    assert line.say() == "Laid: 32. Left: 0. -"
    match.undo()
    assert not match.over
    assert match.scores == (31,)


# --- a tray: the outline with some pieces given -------------------------------------------------------------


Point = tuple[int, int]


def outline(cells: set[tuple[int, int]]) -> list[tuple[Point, Point]]:
    """List the edges between a cell and what is outside, in the plane: x counts half sides, y counts rows."""
    edges = []
    for row, column in cells:
        up = (row + column) % 2 == 0
        flat, tip = (row, row + 1) if up else (row + 1, row)
        left, right, apex = (column - 1, flat), (column + 1, flat), (column, tip)
        across = (row - 1 if up else row + 1, column)
        sides = [((left, right), across), ((left, apex), (row, column - 1)), ((right, apex), (row, column + 1))]
        edges += [edge for edge, beside in sides if beside not in cells]
    return edges


def straight_sides(edges: list[tuple[Point, Point]]) -> list[int]:
    """Walk around an outline against the clock, from its lower left corner on, and measure it between bends."""
    beside: dict[Point, list[Point]] = {}
    for a, b in edges:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    start = min(beside, key=lambda point: (point[1], point[0]))
    path = [start, max(beside[start])]
    while path[-1] != start:
        (following,) = [point for point in beside[path[-1]] if point != path[-2]]
        path.append(following)
    steps = [(x - before_x, y - before_y) for (before_x, before_y), (x, y) in pairwise(path)]
    return [len(list(run)) for _, run in groupby(steps)]


def test_the_hexagon_has_32_cells_and_sides_of_3_2_2_3_2_2() -> None:
    assert len(set(trays()["hexagon"].cells)) == 32
    assert straight_sides(outline(set(trays()["hexagon"].cells))) == [3, 2, 2, 3, 2, 2]


def test_every_tray_has_32_cells_half_of_them_pointing_up_and_begins_at_its_lower_left() -> None:
    assert next(iter(trays())) == "hexagon"
    for cells in (found.cells for found in trays().values()):
        assert len(set(cells)) == 32
        assert sum((row + column) % 2 == 0 for row, column in cells) == 16
        assert min(row for row, _ in cells) == 0
        assert min(column for _, column in cells) in (0, 1)


def test_tray_an_empty_one_is_open_everywhere_and_all_pieces_are_at_hand() -> None:
    match = tray()
    assert hands(match) == [[*BLUE, *ORANGE]]
    assert {(cell["row"], cell["column"]) for cell in board(match)["places"]} == set(trays()["hexagon"].cells)
    assert not any(cell["dead"] for cell in board(match)["places"])
    assert board(match)["tray"] == [list(cell) for cell in trays()["hexagon"].cells]
    assert board(match)["puzzle"] == EMPTY_HEXAGON
    assert match.scores == (0,)


def test_tray_one_may_begin_in_any_cell() -> None:
    assert {move.split(" @ ")[1] for move in lays(tray())} == {f"r{r}c{c}" for r, c in trays()["hexagon"].cells}


def test_tray_no_joint_is_needed() -> None:
    """Neither for the second piece, which may touch nothing, nor for one that touches smooth sides alone."""
    match = after(tray(), "+012 r1c5")
    assert "+011 @ r2c2" in legal(match)
    assert {"-011", "-012", "-053"} <= legal_in(match, "r0c5")
    after(match, "+034 r2c2, -044 r0c5")
    assert match.scores == (3,)


@pytest.mark.parametrize(
    ("cell", "wanted", "colour"),
    [
        ("r0c1", [None, None, 0], "-"),  # lower left: the rim is at its left
        ("r0c2", [0, None, None], "+"),  # on the lowest side
        ("r0c3", [None, None, None], "-"),
        ("r1c0", [None, None, 0], "-"),
        ("r1c8", [None, 0, None], "-"),
        ("r2c0", [None, 0, None], "+"),
        ("r3c7", [None, None, 0], "+"),
        ("r3c2", [0, None, None], "-"),  # on the uppermost side
        ("r1c1", [None, None, None], "+"),
    ],
)
def test_tray_the_rim_wants_smooth_sides(cell: str, wanted: list[int | None], colour: str) -> None:
    match = tray()
    assert place(match, cell) == {"colour": colour, "wanted": wanted, "dead": False}
    for lie in legal_in(match, cell):
        assert all(want is None or str(want) == side for want, side in zip(wanted, lie[1:], strict=True))
    assert len(legal_in(match, cell)) == (25 if 0 in wanted else 81)


def test_tray_a_shape_on_the_rim_is_refused() -> None:
    assert "-102 does not fit in r0c1: its sides there must be --0" in refused(tray(), "-102 r0c1")
    assert "+135 does not fit in r0c2: its sides there must be 0--" in refused(tray(), "+135 r0c2")


def test_tray_cells_that_point_up_take_blue_and_cells_that_point_down_orange() -> None:
    for move in lays(tray()):
        piece, cell = move.split(" @ ")
        row, column = map(int, cell[1:].split("c"))
        assert piece[0] == ("+" if (row + column) % 2 == 0 else "-")
    assert refused(tray(), "-012 r1c1") == (
        "-012 has the wrong colour for r1c1: blue (+) and orange (-) always take turns."
    )


def test_tray_all_sides_that_touch_a_piece_must_fit() -> None:
    match = after(tray(), "+012 r1c5")
    assert place(match, "r1c4")["wanted"] == [None, 1, None]
    assert place(match, "r1c6")["wanted"] == [None, None, 2]
    assert place(match, "r0c5")["wanted"] == [0, None, None]
    assert "-022 does not fit in r1c4: its sides there must be -1-" in refused(match, "-022 r1c4")


def test_tray_cells_outside_and_filled_cells_are_refused() -> None:
    match = after(tray(), "+012 r1c5")
    for cell in ("r0c0", "r0c8", "r4c4", "r-1c4", "r1c9"):
        assert refused(match, f"-011 {cell}") == f"{cell} does not belong to the tray."
    assert refused(match, "+033 r1c5") == "There is a piece in r1c5 already."


def test_tray_the_inside_of_a_ring_is_outside_and_its_rim_is_smooth_too() -> None:
    match = tray("ring-1:x32")
    cells = set(trays()["ring-1"].cells)
    for row, column in cells:
        wanted = place(match, f"r{row}c{column}")["wanted"]
        beside = [(row - 1 if (row + column) % 2 == 0 else row + 1, column), (row, column - 1), (row, column + 1)]
        assert wanted.count(0) == sum(cell not in cells for cell in beside)
    holes = [(r, c) for r in (1, 2) for c in range(2, 9) if (r, c) not in cells]
    assert holes
    for row, column in holes:
        assert refused(match, f"+012 r{row}c{column}") == f"r{row}c{column} does not belong to the tray."


def test_tray_a_cell_is_dead_when_no_piece_that_is_left_can_fill_it() -> None:
    match = after(tray(), "+102 r1c1, +013 r0c2")
    assert place(match, "r0c1") == {"colour": "-", "wanted": [1, 1, 0], "dead": False}
    assert legal_in(match, "r0c1") == {"-110"}
    after(match, "-011 r1c4")
    assert place(match, "r0c1") == {"colour": "-", "wanted": [1, 1, 0], "dead": True}
    assert legal_in(match, "r0c1") == set()


def test_tray_a_smooth_side_towards_a_cell_on_the_rim_is_its_death() -> None:
    match = after(tray(), "+012 r1c1")
    assert place(match, "r0c1") == {"colour": "-", "wanted": [0, None, 0], "dead": True}


@every_solution
def test_tray_exactly_one_goal_all_32_cells_filled_and_all_sides_fitting(code: str) -> None:
    match = tray(f"{code.split(':')[0]}:x32")
    moves = tray_moves(code)
    random.Random(code).shuffle(moves)
    for move in moves:
        assert not match.over
        match.play(move)
    assert match.outcome == Outcome("complete", (0,))
    assert match.scores == (32,)
    assert laid(match) == {move.split(" @ ")[1]: move.split(" @ ")[0] for move in moves}
    assert board(match)["places"] == []
    match.undo()
    assert not match.over


@every_solution
def test_tray_in_a_full_tray_all_33_shapes_are_matched_and_the_rim_is_smooth(code: str) -> None:
    cells = {}
    for move in tray_moves(code):
        piece, name = move.split(" @ ")
        row, column = map(int, name[1:].split("c"))
        cells[row, column] = piece
    joints = 0
    for (row, column), piece in cells.items():
        up = (row + column) % 2 == 0
        flat = (row - 1 if up else row + 1, column)
        clockwise = [(row, column - 1), (row, column + 1)] if up else [(row, column + 1), (row, column - 1)]
        for number, beside in enumerate([flat, *clockwise], start=1):
            if beside not in cells:
                assert piece[number] == "0"
            elif up:
                assert cells[beside][number] == piece[number]
                assert {cells[beside][0], piece[0]} == {"+", "-"}
                joints += piece[number] != "0"
    assert joints == 33


# --- given pieces, stopping, giving up ----------------------------------------------------------------------


@pytest.mark.parametrize("given", [1, 10, 31])
def test_tray_given_pieces_lie_already_and_do_not_count(given: int) -> None:
    code = partly_given(SOLUTIONS[0], set(range(given)))
    match = tray(code)
    moves = tray_moves(SOLUTIONS[0])
    assert laid(match) == {move.split(" @ ")[1]: move.split(" @ ")[0] for move in moves[:given]}
    assert board(match)["given"] == [move.split(" @ ")[1] for move in moves[:given]]
    assert len(hands(match)[0]) == 32 - given
    assert match.scores == (0,)
    for move in moves[given:]:
        match.play(move)
    assert match.outcome == Outcome("complete", (0,))
    assert match.scores == (32 - given,)


def test_tray_given_pieces_are_not_at_hand_and_cannot_be_taken_back() -> None:
    match = tray(partly_given(SOLUTIONS[0], {0}))
    assert "-13" not in hands(match)[0]
    assert refused(match, "-013 r0c3") == "You do not have -13."
    with pytest.raises(ValueError, match="nothing to take back"):
        match.undo()


def test_tray_every_step_can_be_taken_back() -> None:
    match = tray(partly_given(SOLUTIONS[0], set(range(20))))
    before = match.states.tobytes()
    moves = tray_moves(SOLUTIONS[0])[20:]
    after(match, ",".join(moves))
    for _ in moves:
        match.undo()
    assert match.states.tobytes() == before


@pytest.mark.parametrize("moves", ["pass", "+012 r1c5, pass"])
def test_tray_one_may_stop_at_any_time_and_has_not_won(moves: str) -> None:
    match = after(tray(), moves)
    assert match.outcome == Outcome("stopped", ())
    assert match.winners == ()
    assert match.scores == (moves.count("r1c5"),)


def test_tray_nobody_draws() -> None:
    match = after(tray(), "+012 r1c5")
    assert refused(match, "draw") == "Nobody draws in this game: lay a piece or pass."


@pytest.mark.parametrize("begun", [figure, tray])
def test_giving_up_alone_wins_nothing(begun: Callable[[], Match]) -> None:
    match = begun()
    match.resign()
    assert match.outcome == Outcome("resignation", ())


@pytest.mark.parametrize("begun", [figure, tray])
def test_an_onlooker_sees_the_pieces_that_are_left_too(begun: Callable[[], Match]) -> None:
    """Alone, all pieces lie open."""
    match = begun()
    assert not match.game.hides
    assert board(match, None)["hands"] == board(match, 0)["hands"]
    assert match.caption(None) == match.caption(0)
