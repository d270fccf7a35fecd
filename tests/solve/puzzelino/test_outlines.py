"""The outlines of trays: their families counted, and the shipped trays checked by plane geometry."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import product

import pytest

from tesserae.kernel.triangles import Place, across_places, corner_places, points_up
from tesserae.solve.puzzelino.outlines import (
    Outline,
    canonical,
    centres,
    holes,
    images,
    is_balanced,
    joined,
    outlines,
    overlapping,
    pierced,
    rim,
    symmetries,
)

Spot = tuple[int, int]

ONE_STEP = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)]
SIDE_BY_SIDE = [(2, 0), (1, 3), (1, -3), (-2, 0), (-1, -3), (-1, 3)]


def read_trays() -> list[tuple[str, Outline]]:
    text = (files("tesserae.games.puzzelino") / "trays.txt").read_text("utf-8")
    comment, trays = text.split("\n", 1)
    assert comment.startswith("#")
    return [(block.split("\n")[0], cells_of(block.split("\n")[1:])) for block in trays.strip().split("\n\n")]


def cells_of(picture: list[str]) -> Outline:
    """Read rows from the top to the bottom one, which is row 0 and starts in column 0 or 1."""
    rows = picture[::-1]
    first = next(start for start in (0, 1) if all(fits(rows, row, start) for row in range(len(rows))))
    return frozenset(
        (row, column) for row, line in enumerate(rows) for column, sign in enumerate(line, first) if sign != "."
    )


def fits(rows: list[str], row: int, start: int) -> bool:
    signs = enumerate(rows[row], start)
    return all(sign == "." or sign == ("^" if points_up(row, column) else "v") for column, sign in signs)


TRAYS = read_trays()
HEXAGON = TRAYS[0][1]
all_joined = cache(joined)
SHAPES = pytest.mark.parametrize("cells", [pytest.param(cells, id=name) for name, cells in TRAYS])


def middles(cells: Iterable[Place]) -> list[complex]:
    """Where the middles of cells lie if the sides of a triangle are 2 long."""
    corners = [corner_places(*cell) for cell in cells]
    return [sum(complex(x, y * math.sqrt(3)) for y, x in three) / 3 for three in corners]


def plane_form(cells: Iterable[Place]) -> list[Spot]:
    """The least picture among all turns by 60 degrees and reflections of the middles, around their mean."""
    spots = middles(cells)
    mean = sum(spots) / len(spots)
    turned = [
        [(spot - mean) * complex(math.cos(turn), math.sin(turn)) for spot in spots]
        for turn in (sixth * math.pi / 3 for sixth in range(6))
    ]
    mirrored = [[spot.conjugate() for spot in image] for image in turned]
    return min(sorted((round(64 * z.real), round(64 * z.imag)) for z in image) for image in turned + mirrored)


def walk(cells: Outline) -> set[Place]:
    reached = [min(cells)]
    for cell in reached:
        reached += [place for place in across_places(*cell) if place in cells and place not in reached]
    return set(reached)


def rim_of(cell: Place, cells: Outline) -> int:
    return sum(place not in cells for place in across_places(*cell))


def is_convex(cells: Outline) -> bool:
    """Nowhere on the rim do the cells fill more than a straight angle."""
    around = Counter(corner for cell in cells for corner in corner_places(*cell))
    return all(count == 6 or count <= 3 for count in around.values()) and not holes(cells)


def fixed_forms(outline: Outline) -> int:
    return 12 // symmetries(outline)


def forms_without_symmetry(steps: list[Place]) -> int:
    """Count outlines of 32 cells grown centre by centre, where turned and mirrored ones are not the same."""
    found = [frozenset([(0, 0)])]
    seen = set(found)
    for points in found:
        for point in away_from(points, steps):
            grown = completed(points | {point})
            if grown not in seen and len(cells_around(grown)) <= 32:
                seen.add(grown)
                found.append(grown)
    return sum(len(cells_around(points)) == 32 for points in found)


def away_from(points: frozenset[Place], steps: list[Place]) -> set[Place]:
    return {(y + up, x + right) for y, x in points for up, right in steps} - points


def cells_around(points: Iterable[Place]) -> set[Place]:
    return {(row, column) for y, x in points for row in (y - 1, y) for column in (x - 1, x, x + 1)}


def completed(points: frozenset[Place]) -> frozenset[Place]:
    """Add the middles of hexagons that have come about by themselves, and move the least point to (0, 0)."""
    cells = cells_around(points)
    every = points | {point for point in away_from(points, ONE_STEP) if cells_around([point]) <= cells}
    down, left = min(every)
    return frozenset((y - down, x - left) for y, x in every)


def by_brute_force(most: int) -> Iterator[set[Outline]]:
    """Grow shapes cell by cell, and of every size keep those in which each cell belongs to a whole hexagon."""
    shapes = {canonical(frozenset([(0, 0)]))}
    for _ in range(1, most):
        shapes = {
            canonical(shape | {place})
            for shape in shapes
            for place in {place for cell in shape for place in across_places(*cell)} - shape
        }
        yield {shape for shape in shapes if all(is_in_whole_hexagon(cell, shape) for cell in shape)}


def is_in_whole_hexagon(cell: Place, shape: Outline) -> bool:
    around = Counter(corner for other in shape for corner in corner_places(*other))
    return any(around[corner] == 6 for corner in corner_places(*cell))


def hexagon_sides(area: int) -> set[tuple[int, ...]]:
    """All hexagons with corners of 120 degrees, by four sides that leave the other two no choice.

    Three triangles in the corners make such a hexagon a large triangle.
    """
    found = set()
    for a, b, c, d in product(range(1, area), repeat=4):
        e, f = a + b - d, c + d - a
        if e >= 1 and f >= 1 and (a + b + c) ** 2 - a * a - c * c - e * e == area:
            turns = [(a, b, c, d, e, f)[turn:] + (a, b, c, d, e, f)[:turn] for turn in range(6)]
            found.add(min(turns + [turn[::-1] for turn in turns]))
    return found


def test_the_only_convex_outline_is_the_hexagon() -> None:
    """With no corner of 60 degrees a convex outline has six of 120, as its outer angles make a full turn."""
    assert hexagon_sides(32) == {(2, 2, 3, 2, 2, 3)}
    assert [cells for cells in overlapping() + all_joined() if is_convex(cells)] == [canonical(HEXAGON)]
    corners = Counter(corner for cell in HEXAGON for corner in corner_places(*cell))
    assert sum(count == 2 for count in corners.values()) == 6
    assert TRAYS[0][0] == "hexagon"


@SHAPES
def test_a_tray_can_be_filled_as_far_as_counting_tells(cells: Outline) -> None:
    assert len(cells) == 32
    assert walk(cells) == cells
    assert sum(points_up(*cell) for cell in cells) == 16
    assert all(rim_of(cell, cells) <= 1 for cell in cells)
    assert sum(rim_of(cell, cells) for cell in cells) <= 30


def test_names_tell_the_hexagons_or_the_holes() -> None:
    names = [name for name, _ in TRAYS]
    assert len(set(names)) == len(names) <= 200
    for name, cells in TRAYS[1:]:
        sort, number = name.split("-")
        assert sort == ("ring" if holes(cells) else str(len(centres(cells))))
        assert number == "1" or f"{sort}-{int(number) - 1}" in names


def test_no_two_trays_are_alike() -> None:
    forms = Counter(str(plane_form(cells)) for _, cells in TRAYS)
    assert set(forms.values()) == {1}


@SHAPES
def test_canonical_forms_and_symmetries_are_those_of_the_plane(cells: Outline) -> None:
    form = plane_form(cells)
    assert all(plane_form(image) == form for image in images(cells))
    assert {canonical(image) for image in images(cells)} == {canonical(cells)}
    assert len(set(images(cells))) == fixed_forms(cells)


def test_outlines_of_few_cells_are_found_by_brute_force_too() -> None:
    for count, found in enumerate(by_brute_force(13), 2):
        assert found == {*overlapping(count), *joined(count)}


def test_overlapping_hexagons_make_325_outlines() -> None:
    every = overlapping()
    balanced = [cells for cells in every if is_balanced(cells)]
    assert len(every) == len(set(every)) == 325
    assert Counter(len(centres(cells)) for cells in every) == {8: 269, 9: 55, 10: 1}
    assert Counter(len(centres(cells)) for cells in balanced) == {8: 235, 9: 46, 10: 1}
    assert all(rim(cells) == 34 - 2 * len(centres(cells)) for cells in every)
    assert not any(map(holes, every))


def test_hexagons_side_by_side_make_1818_more() -> None:
    every = all_joined()
    balanced = [cells for cells in every if is_balanced(cells)]
    assert len(every) == len(set(every)) == 1818
    assert Counter(len(centres(cells)) for cells in every) == {6: 613, 7: 1054, 8: 151}
    assert Counter(len(centres(cells)) for cells in balanced) == {6: 613, 7: 1037, 8: 126}
    assert max(map(rim, every)) <= 30
    assert Counter(len(hole) for cells in balanced for hole in holes(cells)) == {1: 43, 2: 13, 3: 2}


def test_every_form_of_overlapping_hexagons_is_found_without_canonical_forms_too() -> None:
    assert forms_without_symmetry(ONE_STEP) == sum(map(fixed_forms, overlapping()))


@pytest.mark.soak
def test_every_form_of_hexagons_side_by_side_is_found_without_canonical_forms_too() -> None:
    assert forms_without_symmetry(ONE_STEP + SIDE_BY_SIDE) == sum(map(fixed_forms, overlapping() + all_joined()))


@pytest.mark.soak
def test_cells_taken_out_of_larger_outlines_make_20763() -> None:
    every = pierced()
    fit = [cells for cells in every if is_balanced(cells) and rim(cells) <= 30]
    assert len(every) == len(set(every)) == 20_763
    assert all(rim_of(cell, cells) <= 1 for cells in every for cell in cells)
    assert len(fit) == 15_721
    assert len(set(fit) & set(all_joined())) == 39
    assert sum(len(holes(cells)) == 1 for cells in fit) == 6940


@pytest.mark.soak
def test_there_are_17740_outlines_and_the_trays_are_among_them() -> None:
    every = list(outlines())
    assert len(every) == len(set(every)) == 17_740
    assert {canonical(cells) for _, cells in TRAYS} <= set(every)
