"""The rule page of Puzzelino: how pieces are laid, whatever game is played with them."""

from itertools import permutations

import pytest

from games.puzzelino.play import (
    BLUE,
    ORANGE,
    after,
    board,
    figure,
    filled,
    hands,
    laid,
    lays,
    legal,
    legal_in,
    match_of,
    place,
)
from tesserae.match import Match
from trying import refused

both_colours = pytest.mark.parametrize(("first", "other"), [("+", "-"), ("-", "+")])


def signed(moves: str, first: str) -> str:
    """Swap the colours of moves that are written for blue to begin."""
    swapped = moves.translate(str.maketrans("+-", "-+")).replace("r+", "r-").replace("c+", "c-")
    return moves if first == "+" else swapped


def begun(first: str, table: str = "+012 r0c0") -> Match:
    """Lay pieces to a figure, the first of the given colour; all others are still at hand."""
    return after(figure(), signed(table, first))


def lies(sign: str, *wanted: int | None) -> set[str]:
    """List every way a piece of this colour can show these sides, None for any, by trying them all."""
    pieces = BLUE if sign == "+" else ORANGE
    arranged = {order for piece in pieces for order in permutations(piece[1:].rjust(3, "0"))}
    return {
        sign + "".join(order)
        for order in arranged
        if all(want is None or str(want) == side for want, side in zip(wanted, order, strict=True))
    }


FIVE_AROUND_A_POINT = {
    "smooth and 1": "+012 r0c0, -032 r0c1, +430 r0c2, -405 r-1c2, +015 r-1c1",
    "2 and 3": "+201 r0c0, -021 r0c1, +420 r0c2, -405 r-1c2, +035 r-1c1",
    "1 and 3": "+102 r0c0, -042 r0c1, +440 r0c2, -405 r-1c2, +035 r-1c1",
    "4 and 1": "+402 r0c0, -022 r0c1, +320 r0c2, -305 r-1c2, +015 r-1c1",
    "2 twice": "+203 r0c0, -043 r0c1, +440 r0c2, -405 r-1c2, +025 r-1c1",
    "smooth twice": "+012 r0c0, -032 r0c1, +430 r0c2, -405 r-1c2, +105 r-1c1",
}
"""What the open cell r-1c0 touches with its flat side and the next one clockwise."""


# --- a piece must join at least one shaped side to its complement -------------------------------------------


@both_colours
def test_a_piece_must_join_a_shaped_side_to_its_complement(first: str, other: str) -> None:
    match = begun(first)
    assert place(match, "r0c1") == {"colour": other, "wanted": [None, None, 2], "dead": False}
    assert legal_in(match, "r0c1") == lies(other, None, None, 2)
    assert place(match, "r0c-1") == {"colour": other, "wanted": [None, 1, None], "dead": False}
    assert legal_in(match, "r0c-1") == lies(other, None, 1, None)


@both_colours
@pytest.mark.parametrize("shape", range(1, 6))
def test_the_complement_of_a_shape_is_the_same_shape_in_the_other_colour(
    first: str, other: str, shape: int
) -> None:
    match = begun(first, f"+0{shape}{shape} r0c0")
    assert lies(other, None, None, shape) == legal_in(match, "r0c1")
    for wrong in {1, 2, 3, 4, 5} - {shape}:
        assert f"its sides there must be --{shape}" in refused(match, f"{other}0{wrong}{wrong} r0c1")


@both_colours
def test_the_piece_with_three_shapes_joins_with_all_three(first: str, other: str) -> None:
    match = begun(first, "+135 r0c0")
    assert legal_in(match, "r-1c0") == lies(other, 1, None, None)
    assert legal_in(match, "r0c-1") == lies(other, None, 3, None)
    assert legal_in(match, "r0c1") == lies(other, None, None, 5)
    for cell, lie in (("r-1c0", "135"), ("r0c-1", "135"), ("r0c1", "135")):
        assert other + lie in legal_in(match, cell)


@both_colours
def test_pieces_may_be_turned_and_turned_over(first: str, other: str) -> None:
    """With its 2 at the right place, -1-2 may have its 1 on either side of it; one is the other turned over."""
    match = begun(first)
    assert {move for move in legal_in(match, "r0c1") if sorted(move[1:]) == ["0", "1", "2"]} == {
        f"{other}012",
        f"{other}102",
    }
    for lie in ("012", "102"):
        assert laid(after(begun(first), f"{other}{lie} r0c1"))["r0c1"] == other + lie


# --- every other side that touches a laid piece must fit as well: complement, or smooth on smooth -----------


@both_colours
@pytest.mark.parametrize(
    ("around", "wanted"),
    [
        ("smooth and 1", (0, 1, None)),
        ("2 and 3", (2, 3, None)),
        ("1 and 3", (1, 3, None)),
        ("4 and 1", (4, 1, None)),
        ("2 twice", (2, 2, None)),
    ],
)
def test_every_side_that_touches_a_laid_piece_must_fit(
    first: str, other: str, around: str, wanted: tuple[int, int, None]
) -> None:
    match = begun(first, FIVE_AROUND_A_POINT[around])
    fitting = lies(other, *wanted)
    assert fitting
    assert legal_in(match, "r-1c0") == fitting
    assert place(match, "r-1c0") == {"colour": other, "wanted": list(wanted), "dead": False}
    assert laid(after(match, f"{min(fitting)} r-1c0"))["r-1c0"] == min(fitting)


@both_colours
def test_a_piece_that_fits_one_of_two_sides_alone_is_refused(first: str, other: str) -> None:
    match = begun(first, FIVE_AROUND_A_POINT["2 and 3"])
    for lie in ("240", "130", "023", "320"):
        assert f"{other}{lie} does not fit in r-1c0: its sides there must be 23- (" in refused(
            match, f"{other}{lie} r-1c0"
        )


@both_colours
def test_smooth_on_smooth_fits_beside_a_joint(first: str, other: str) -> None:
    match = begun(first, FIVE_AROUND_A_POINT["smooth and 1"])
    assert legal_in(match, "r-1c0") == {f"{other}01{shape}" for shape in range(1, 6)}


NINE_AROUND_A_CELL = (
    "+502 r0c0, -520 r-1c0, +021 r-1c1, -101 r-1c2, +135 r0c2, -135 r0c3, +130 r1c3, -033 r1c2, +033 r1c1"
)


@both_colours
def test_three_sides_may_have_to_fit_at_once(first: str, other: str) -> None:
    match = begun(first, NINE_AROUND_A_CELL)
    assert place(match, "r0c1") == {"colour": other, "wanted": [0, 3, 2], "dead": False}
    assert legal_in(match, "r0c1") == {f"{other}032"}
    for lie in ("023", "320", "034", "012", "055"):
        assert "its sides there must be 032" in refused(match, f"{other}{lie} r0c1")
    after(match, f"{other}032 r0c1")
    assert "r0c1" not in {place["cell"] for place in board(match)["places"]}


# --- laying only against smooth sides is not allowed --------------------------------------------------------


@both_colours
def test_laying_only_against_smooth_sides_is_not_allowed(first: str, other: str) -> None:
    match = begun(first)
    assert legal_in(match, "r-1c0") == set()
    assert place(match, "r-1c0") == {"colour": other, "wanted": [0, None, None], "dead": False}
    for lie in ("012", "021", "055"):
        assert refused(match, f"{other}{lie} r-1c0") == (
            f"{other}{lie} in r-1c0 would touch smooth sides alone: join at least one shape."
        )


@both_colours
def test_a_cell_beside_smooth_sides_alone_may_get_a_shaped_neighbour_and_be_filled(first: str, other: str) -> None:
    before = begun(first, FIVE_AROUND_A_POINT["smooth and 1"].rpartition(",")[0])
    assert legal_in(before, "r-1c0") == set()
    assert not place(before, "r-1c0")["dead"]
    assert legal_in(after(before, f"{first}015 r-1c1"), "r-1c0") == lies(other, 0, 1, None)


@both_colours
def test_a_cell_between_two_smooth_sides_can_never_be_filled(first: str, other: str) -> None:
    match = begun(first, FIVE_AROUND_A_POINT["smooth twice"])
    assert legal_in(match, "r-1c0") == set()
    assert place(match, "r-1c0") == {"colour": other, "wanted": [0, 0, None], "dead": True}


@both_colours
def test_a_cell_is_dead_as_soon_as_the_last_piece_for_it_lies_elsewhere(first: str, other: str) -> None:
    match = begun(first, "+135 r0c0, -025 r0c1, +420 r0c2, -405 r-1c2, +025 r-1c1, -033 r0c-1, +013 r0c-2")
    assert legal_in(match, "r-1c0") == {f"{other}120"}
    assert not place(match, "r-1c0")["dead"]
    after(match, f"{other}012 r0c-3")
    assert legal_in(match, "r-1c0") == set()
    assert place(match, "r-1c0") == {"colour": other, "wanted": [1, 2, None], "dead": True}


# --- a protrusion or notch against a smooth side does not fit -----------------------------------------------


@both_colours
@pytest.mark.parametrize("lie", ["102", "120", "550", "135"])
def test_a_shape_against_a_smooth_side_does_not_fit(first: str, other: str, lie: str) -> None:
    assert f"{other}{lie} does not fit in r-1c0: its sides there must be 0-- (" in refused(
        begun(first), f"{other}{lie} r-1c0"
    )


@both_colours
@pytest.mark.parametrize("lie", ["120", "210", "550"])
def test_a_smooth_side_against_a_shape_does_not_fit(first: str, other: str, lie: str) -> None:
    assert f"{other}{lie} does not fit in r0c1: its sides there must be --2" in refused(
        begun(first), f"{other}{lie} r0c1"
    )


@both_colours
def test_a_joint_elsewhere_does_not_excuse_a_shape_against_a_smooth_side(first: str, other: str) -> None:
    match = begun(first, FIVE_AROUND_A_POINT["smooth and 1"])
    assert f"{other}210 does not fit in r-1c0: its sides there must be 01-" in refused(match, f"{other}210 r-1c0")


# --- positive and negative always alternate: blue on orange -------------------------------------------------


@both_colours
def test_blue_lies_on_orange_and_orange_on_blue(first: str, other: str) -> None:
    match = begun(first)
    assert {move[0] for move in lays(match)} == {other}
    for lie, cell in (("022", "r0c1"), ("032", "r0c1"), ("011", "r0c-1"), ("055", "r-1c0")):
        assert refused(match, f"{first}{lie} {cell}") == (
            f"{first}{lie} has the wrong colour for {cell}: blue (+) and orange (-) always take turns."
        )
    after(match, f"{other}022 r0c1")
    assert {move[0] for move in legal_in(match, "r0c2")} == {first}
    assert {move[0] for move in legal_in(match, "r0c-1")} == {other}


@both_colours
def test_cells_that_point_up_all_have_the_colour_of_the_first_piece(first: str, other: str) -> None:
    for table in FIVE_AROUND_A_POINT.values():
        for cell, piece in laid(begun(first, table)).items():
            row, column = map(int, cell[1:].split("c"))
            assert piece[0] == (first if (row + column) % 2 == 0 else other)


# --- where pieces touch -------------------------------------------------------------------------------------


@both_colours
def test_only_cells_that_share_a_whole_side_touch(first: str, other: str) -> None:
    match = begun(first)
    assert {move.split(" @ ")[1] for move in legal(match) if "@" in move} == {"r0c1", "r0c-1"}
    for only_a_corner in ("r0c2", "r1c0", "r-1c1", "r-1c-1", "r1c1", "r0c-2"):
        assert refused(match, f"{other}022 {only_a_corner}") == (
            f"{only_a_corner} does not touch a laid piece with a side."
        )


@both_colours
def test_the_piece_that_opens_the_table_lies_in_the_middle_with_its_smooth_side_below(
    first: str, other: str
) -> None:
    match = match_of(filled(f"{other}13 / {other}24 / {first}45 / "))
    assert laid(match) == {"r0c0": f"{first}045"}
    assert {place["cell"]: place["wanted"] for place in board(match)["places"]} == {
        "r-1c0": [0, None, None],
        "r0c-1": [None, 4, None],
        "r0c1": [None, None, 5],
    }
    assert all(f"{first}45" not in hand for hand in hands(match))
