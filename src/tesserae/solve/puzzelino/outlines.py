"""The outlines of 32 triangles that a tray of Puzzelino may have, up to the twelve symmetries of the lattice.

A piece has at most one smooth side, so no cell of a tray may have two sides on the rim. None has if every cell
belongs to a whole hexagon of six: such outlines are grown hexagon by hexagon, each known by the lattice point
in its middle. More outlines come from larger ones with inner cells taken out.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain, combinations
from typing import TypeAlias

from tesserae.kernel.triangles import Place, across_places, corner_places, points_up

Outline: TypeAlias = frozenset[Place]
Centres: TypeAlias = frozenset[Place]
"""Lattice points (y, x), as the corners of cells are given."""

CELLS = 32
SMOOTH_SIDES = 30
MOST_CELLS_OUT = 6

_OVERLAPPING = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)]
"""From the centre of a hexagon to those of the hexagons that share two cells with it."""
_SIDE_BY_SIDE = [(2, 0), (1, 3), (1, -3), (-2, 0), (-1, -3), (-1, 3)]
"""And to those of the hexagons that share a side with it, but no cell."""


def outlines() -> Iterator[Outline]:
    """List the outlines of all three families that are balanced and have a rim the smooth sides suffice for."""
    every = dict.fromkeys(chain(overlapping(), joined(), pierced()))
    return (outline for outline in every if is_balanced(outline) and rim(outline) <= SMOOTH_SIDES)


def overlapping(cells: int = CELLS) -> list[Outline]:
    """List the outlines of hexagons that hang together by centres one step apart."""
    return [canonical(outline) for outline in _grown(cells, _OVERLAPPING) if len(outline) == cells]


def joined(cells: int = CELLS) -> list[Outline]:
    """List the outlines of hexagons that hang together only because some of them lie side by side."""
    every = (outline for outline in _grown(cells, _OVERLAPPING + _SIDE_BY_SIDE) if len(outline) == cells)
    return [canonical(outline) for outline in every if len(_patches(centres(outline), _overlapping_centres)) > 1]


def pierced(cells: int = CELLS) -> list[Outline]:
    """List what is left of larger overlapping outlines when up to six inner cells are taken out.

    Holes may have any form; the cells left hang together, and none has two sides on the rim.
    """
    larger = (outline for outline in _grown(cells + MOST_CELLS_OUT, _OVERLAPPING) if len(outline) > cells)
    found = (canonical(left) for outline in larger for left in _with_cells_out(outline, len(outline) - cells))
    return list(dict.fromkeys(found))


def is_balanced(outline: Outline) -> bool:
    """Say whether as many cells point up as down."""
    return 2 * sum(points_up(*cell) for cell in outline) == len(outline)


def rim(outline: Outline) -> int:
    """Count the sides of cells with nothing beyond, around holes too."""
    return sum(rim_sides(cell, outline) for cell in outline)


def rim_sides(cell: Place, outline: Outline) -> int:
    """Count the sides of one cell with nothing beyond."""
    return sum(place not in outline for place in across_places(*cell))


def hexagon(y: int, x: int) -> list[Place]:
    """List the six cells around a lattice point."""
    return [(row, column) for row in (y - 1, y) for column in (x - 1, x, x + 1)]


def centres(outline: Outline) -> Centres:
    """Find the middles of the whole hexagons in an outline."""
    corners = {point for cell in outline for point in corner_places(*cell)}
    return frozenset(point for point in corners if outline.issuperset(hexagon(*point)))


def hangs_together(outline: Outline) -> bool:
    """Say whether one can walk from any cell to any other across sides."""
    return len(_patches(outline, _cells_across)) == 1


def holes(outline: Outline) -> list[Outline]:
    """List the patches of missing cells that the outline encloses."""
    rows, columns = zip(*outline, strict=True)
    frame = {
        (row, column)
        for row in range(min(rows) - 1, max(rows) + 2)
        for column in range(min(columns) - 2, max(columns) + 3)
    }
    outside = min(frame)
    return [patch for patch in _patches(frame - outline, _cells_across) if outside not in patch]


def canonical(outline: Outline) -> Outline:
    """Choose the same image for all outlines that are alike up to the symmetries of the lattice."""
    return min(images(outline), key=sorted)


def symmetries(outline: Outline) -> int:
    """Count the turns and reflections that leave an outline as it is."""
    return images(outline).count(_moved_home(outline))


def images(outline: Outline) -> list[Outline]:
    """Turn and mirror an outline in all twelve ways, moved to row 0 and to column 0 or 1."""
    return _images([(3 * row + 2 - points_up(row, column), column - 1) for row, column in outline])


def _canonical_centres(points: Centres) -> Centres:
    return min(_images([(3 * y, x - 1) for y, x in points]), key=sorted)


def _images(spots: list[Place]) -> list[frozenset[Place]]:
    """Turn and mirror points or middles of cells, measured from point (0, 1) in thirds of a row and in columns."""
    found = []
    for _ in range(6):
        spots = [((height + 3 * x) // 2, (x - height) // 2) for height, x in spots]
        found.append(_moved_home([(height // 3, 1 + x) for height, x in spots]))
        found.append(_moved_home([(height // 3, 1 - x) for height, x in spots]))
    return found


def _moved_home(places: Collection[Place]) -> frozenset[Place]:
    down = min(row for row, _ in places)
    left = min(column for _, column in places)
    left -= (down + left) % 2
    return frozenset((row - down, column - left) for row, column in places)


def _grown(most_cells: int, steps: list[Place]) -> Iterator[Outline]:
    """Add hexagon after hexagon, each at one of the steps from another, and list every outline on the way once."""
    found = [frozenset(hexagon(0, 1))]
    seen = {_canonical_centres(centres(found[0]))}
    for outline in found:
        yield outline
        for y, x in _beyond(centres(outline), steps):
            larger = outline.union(hexagon(y, x))
            if len(larger) <= most_cells and (key := _canonical_centres(centres(larger))) not in seen:
                seen.add(key)
                found.append(larger)


def _beyond(points: Centres, steps: list[Place]) -> set[Place]:
    return {(y + up, x + right) for y, x in points for up, right in steps} - points


def _with_cells_out(outline: Outline, count: int) -> Iterator[Outline]:
    inner = {cell for cell in outline if rim_sides(cell, outline) == 0}
    removable = sorted(cell for cell in inner if inner.issuperset(across_places(*cell)))
    for cells_out in combinations(removable, count):
        left = outline.difference(cells_out)
        if all(rim_sides(cell, left) <= 1 for cell in left) and hangs_together(left):
            yield left


def _patches(places: Iterable[Place], neighbours: Callable[[Place], Iterable[Place]]) -> list[frozenset[Place]]:
    """Part places into those that hang together."""
    rest = set(places)
    patches = []
    while rest:
        patch = [rest.pop()]
        for place in patch:
            touching = rest.intersection(neighbours(place))
            rest -= touching
            patch += touching
        patches.append(frozenset(patch))
    return patches


def _cells_across(cell: Place) -> list[Place]:
    return across_places(*cell)


def _overlapping_centres(point: Place) -> set[Place]:
    return _beyond(frozenset([point]), _OVERLAPPING)
