"""The triangle lattice: neighbours, corners and turns, checked against plane coordinates."""

import math

import numpy as np
import pytest

from tesserae.kernel.triangles import (
    ACROSS,
    CELLS,
    COLUMN_MASK,
    CORNERS,
    POINTS,
    ROW_SHIFT,
    SIDE,
    cell_number,
    corner_places,
    point_number,
    points_up,
)

PLACES = [(row, column) for row in range(-3, 4) for column in range(-4, 5)]


def plane(point: tuple[int, int]) -> tuple[float, float]:
    """Where a lattice point lies if the sides of a triangle are 2 long."""
    y, x = point
    return x, y * math.sqrt(3)


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_corners_are_those_of_an_equilateral_triangle_clockwise_from_the_apex(place: tuple[int, int]) -> None:
    apex, second, third = (plane(corner) for corner in corner_places(*place))
    for one, two in ((apex, second), (second, third), (third, apex)):
        assert math.dist(one, two) == pytest.approx(2)
    turn = (second[0] - apex[0]) * (third[1] - apex[1]) - (second[1] - apex[1]) * (third[0] - apex[0])
    assert turn < 0  # clockwise, seen with the rows counted upwards
    is_top = apex[1] > second[1]
    assert is_top == points_up(*place)
    assert second[1] == third[1]


def test_cells_and_points_are_numbered_without_gaps() -> None:
    assert {cell_number(*divmod(cell, SIDE)) for cell in range(CELLS)} == set(range(CELLS))
    assert set(CORNERS.ravel().tolist()) == set(range(POINTS))
    for cell in range(CELLS):
        assert divmod(cell, SIDE) == (cell >> ROW_SHIFT, cell & COLUMN_MASK)


def test_a_neighbour_shares_the_side_opposite_the_corner_of_its_number() -> None:
    for cell in range(CELLS):
        for corner in range(3):
            neighbour = int(ACROSS[cell, corner])
            shared = set(CORNERS[cell].tolist()) & set(CORNERS[neighbour].tolist())
            assert shared == set(CORNERS[cell].tolist()) - {int(CORNERS[cell, corner])}
            assert cell in ACROSS[neighbour]


def test_six_cells_meet_at_every_point() -> None:
    assert (np.bincount(CORNERS.ravel(), minlength=POINTS) == 6).all()


def test_the_lattice_goes_around_the_torus() -> None:
    assert cell_number(-1, -1) == CELLS - 1
    assert cell_number(SIDE, SIDE + 1) == cell_number(0, 1)
    assert point_number(SIDE, 1) == point_number(0, SIDE + 1) == point_number(0, 1)
    assert {cell_number(-1, 0), cell_number(0, -1), cell_number(0, 1)} == set(ACROSS[0].tolist())
