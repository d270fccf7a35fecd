"""The 32 pieces, how they can lie, and the lattice that they lie on."""

from collections import Counter
from itertools import combinations_with_replacement, product

import pytest

from tesserae.games.puzzelino.pieces import (
    ALL,
    COUNT,
    FIRST_LIE,
    FITTING_COUNT,
    FITTING_KINDS,
    FITTING_LIES,
    GOES_ON,
    HAS_SHAPE,
    KIND_COUNT,
    KIND_OF_LIE,
    KINDS,
    LIE_COUNT,
    LIES,
    PATTERNS,
    PIECE_NAMES,
    SIDE_OF_LIE,
    lie_name,
    piece_names,
    sides_of,
)
from tesserae.kernel.triangles import ACROSS, CELLS, SIDE, cell_number

PAIRS = [f"{a}{b}" for a, b in combinations_with_replacement(range(1, 6), 2)]
Point = tuple[float, float]


def shapes_of(name: str) -> list[int]:
    return [int(digit) for digit in name[1:]]


# --- the pieces ----------------------------------------------------------------------------------------------


def test_there_are_32_pieces_every_pair_of_five_shapes_and_135_in_blue_and_in_orange() -> None:
    assert len(PIECE_NAMES) == COUNT == 32
    assert sorted(PIECE_NAMES) == sorted(sign + shapes for sign in "+-" for shapes in [*PAIRS, "135"])


@pytest.mark.parametrize("sign", "+-")
def test_15_pairs_of_each_colour_with_5_doubles(sign: str) -> None:
    pairs = [shapes_of(name) for name in PIECE_NAMES if name[0] == sign and len(name) == 3]
    assert len(pairs) == 15
    assert sorted(a for a, b in pairs if a == b) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("sign", "+-")
def test_one_piece_of_each_colour_has_three_shapes_1_3_and_5(sign: str) -> None:
    assert [name for name in PIECE_NAMES if name[0] == sign and len(name) == 4] == [f"{sign}135"]


def test_the_count_closes_33_positive_and_33_negative_sides() -> None:
    sides = Counter(name[0] for name in PIECE_NAMES for _ in shapes_of(name))
    assert sides == {"+": 33, "-": 33}


@pytest.mark.parametrize("sign", "+-")
def test_each_shape_is_on_six_sides_of_each_colour_and_1_3_and_5_on_one_more(sign: str) -> None:
    sides = Counter(shape for name in PIECE_NAMES if name[0] == sign for shape in shapes_of(name))
    assert sides == {1: 7, 2: 6, 3: 7, 4: 6, 5: 7}


def test_a_piece_with_two_shapes_has_one_smooth_side_and_the_one_with_three_has_none() -> None:
    assert [kind.count(0) for kind in KINDS] == [1] * 15 + [0]


def test_pieces_are_numbered_by_colour_and_kind() -> None:
    assert PIECE_NAMES[0] == "+11"
    assert PIECE_NAMES[KIND_COUNT] == "-11"
    assert PIECE_NAMES[COUNT - 1] == "-135"
    assert piece_names(ALL) == PIECE_NAMES
    assert piece_names(0) == []


def test_doubles_and_the_piece_with_three_shapes_let_one_lay_one_more() -> None:
    going_on = {name[1:] for name, goes_on in zip(PIECE_NAMES, [*GOES_ON, *GOES_ON], strict=True) if goes_on}
    assert going_on == {"11", "22", "33", "44", "55", "135"}


# --- how they lie --------------------------------------------------------------------------------------------


def turned_and_turned_over(sides: tuple[int, int, int]) -> set[tuple[int, int, int]]:
    """List what a triangle shows in three turns of its face and three of its back."""
    a, b, c = sides
    return {(a, b, c), (c, a, b), (b, c, a), (a, c, b), (b, a, c), (c, b, a)}


def test_turning_and_turning_over_gives_81_lies_of_each_colour() -> None:
    expected = {lie for kind in KINDS for lie in turned_and_turned_over(kind)}
    assert len(expected) == len(LIES) == LIE_COUNT == 81
    assert set(LIES) == expected


def test_15_pairs_are_complete_only_because_pieces_may_be_turned_over() -> None:
    """Else every pair of different shapes would come in two kinds, as a left and as a right one."""
    chiral = [kind for kind in KINDS if kind[::-1] not in {kind, kind[1:] + kind[:1], kind[2:] + kind[:2]}]
    assert len(chiral) == 10 + 1


def test_every_lie_belongs_to_the_kind_that_it_was_turned_from() -> None:
    for number, lie in enumerate(LIES):
        kind = KINDS[int(KIND_OF_LIE[number])]
        assert lie in turned_and_turned_over(kind)
        assert tuple(SIDE_OF_LIE[number]) == lie
    assert Counter(KIND_OF_LIE.tolist()) == {
        kind: 3 if len(set(sides)) == 2 else 6 for kind, sides in enumerate(KINDS)
    }


def test_a_piece_that_opens_the_table_has_its_sides_in_rising_order_the_smooth_one_first() -> None:
    assert [LIES[int(lie)] for lie in FIRST_LIE] == KINDS
    assert [lie_name(0, int(FIRST_LIE[0])), lie_name(1, int(FIRST_LIE[1])), lie_name(0, int(FIRST_LIE[15]))] == [
        "+011",
        "-012",
        "+135",
    ]


# --- what fits where -----------------------------------------------------------------------------------------


def test_the_table_of_fits_agrees_with_trying_every_piece_in_every_lie() -> None:
    """A pattern is made of three wishes; what can be wished for is nothing, smooth, or one of five shapes."""
    assert PATTERNS == 8 * 8 * 8
    for wishes in product([None, 0, 1, 2, 3, 4, 5], repeat=3):
        pattern = sum((0 if wish is None else wish + 1) << 3 * side for side, wish in enumerate(wishes))
        fitting = {
            (kind, lie)
            for kind, sides in enumerate(KINDS)
            for lie in turned_and_turned_over(sides)
            if all(wish is None or wish == side for wish, side in zip(wishes, lie, strict=True))
        }
        found = FITTING_LIES[pattern, : FITTING_COUNT[pattern]].tolist()
        assert found == sorted(found)
        assert {(int(KIND_OF_LIE[lie]), LIES[lie]) for lie in found} == fitting
        assert len(found) == len(fitting)
        assert int(FITTING_KINDS[pattern]) == sum({1 << kind for kind, _ in fitting})
        assert bool(HAS_SHAPE[pattern]) == any(wish for wish in wishes)
        assert sides_of(pattern) == tuple(0 if wish is None else wish + 1 for wish in wishes)


@pytest.mark.parametrize("side", range(3))
@pytest.mark.parametrize(("shape", "lies"), [(1, 12), (2, 10), (3, 12), (4, 10), (5, 12)])
def test_one_shape_is_met_by_10_lies_or_by_12_if_it_is_on_the_piece_with_three(
    side: int, shape: int, lies: int
) -> None:
    assert FITTING_COUNT[shape + 1 << 3 * side] == lies


# --- the lattice, seen in the plane --------------------------------------------------------------------------


def corners(row: int, column: int) -> list[Point]:
    """Give the corners of a triangle with sides of length 2, columns half a side apart, r0c0 pointing up."""
    height = 3**0.5
    flat, apex = (row, row + 1) if (row + column) % 2 == 0 else (row + 1, row)
    return [(column - 1, flat * height), (column + 1, flat * height), (column, apex * height)]


def sides(row: int, column: int) -> list[frozenset[Point]]:
    """Give the sides of a triangle as pairs of corners: the flat one first, and then clockwise."""
    left, right, apex = corners(row, column)
    flat, to_the_left, to_the_right = frozenset({left, right}), frozenset({left, apex}), frozenset({right, apex})
    is_above = apex[1] > left[1]
    return [flat, to_the_left, to_the_right] if is_above else [flat, to_the_right, to_the_left]


def middle(points: frozenset[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


@pytest.mark.parametrize(("row", "column"), [(0, 0), (0, 1), (3, 4), (7, 2)])
def test_the_triangles_are_equilateral_and_their_sides_are_listed_clockwise(row: int, column: int) -> None:
    for a, b in (tuple(side) for side in sides(row, column)):
        assert (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 == pytest.approx(4)
    (ax, ay), (bx, by), (cx, cy) = (middle(side) for side in sides(row, column))
    assert (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) < 0
    (_, low), (_, high) = sides(row, column)[0]
    assert low == high


def test_side_number_i_of_a_cell_meets_side_number_i_of_its_neighbour() -> None:
    """Away from the seam of the torus, where the plane has been cut open."""
    inside = range(1, SIDE - 1)
    for row, column in product(inside, inside):
        for number, side in enumerate(sides(row, column)):
            across = divmod(int(ACROSS[cell_number(row, column), number]), SIDE)
            assert across != (row, column)
            assert sides(*across)[number] == side


def test_across_and_back_again_is_the_same_cell_everywhere() -> None:
    for cell in range(CELLS):
        for side in range(3):
            assert int(ACROSS[int(ACROSS[cell, side]), side]) == cell
