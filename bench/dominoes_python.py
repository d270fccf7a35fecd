"""Random rounds of two-player Triominos in plain Python, with bit masks and look-ups but without compiling.

It is what a careful programmer would write without this engine: hands are masks, every open cell remembers what
fits there, and laying a tile touches only the cells around it.
"""

import random
from itertools import combinations_with_replacement

Cell = tuple[int, int]
Point = tuple[int, int]

TILES = list(combinations_with_replacement(range(6), 3))
VALUE = [sum(tile) for tile in TILES]
Corners = tuple[int | None, int | None, int | None]


def _all_fits() -> dict[Corners, dict[int, Corners]]:
    """For everything the corners of a cell can show: the tiles that fit, and how they are turned."""
    numbers = [None, *range(6)]
    fits: dict[Corners, dict[int, Corners]] = {}
    turned = [(tile, turn) for tile, (a, b, c) in enumerate(TILES) for turn in ((a, b, c), (b, c, a), (c, a, b))]
    for first in numbers:
        for second in numbers:
            for third in numbers:
                wanted = (first, second, third)
                agreeing: dict[int, Corners] = {}
                for tile, turn in turned:
                    if all(want is None or want == shown for want, shown in zip(wanted, turn, strict=True)):
                        agreeing.setdefault(tile, turn)
                fits[wanted] = agreeing
    return fits


FITS = _all_fits()
FIT_MASK = {wanted: sum(1 << tile for tile in turns) for wanted, turns in FITS.items()}


def corners(cell: Cell) -> tuple[Point, Point, Point]:
    row, column = cell
    if (row + column) & 1:
        return (row, column), (row + 1, column - 1), (row + 1, column + 1)
    return (row + 1, column), (row, column + 1), (row, column - 1)


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell]:
    row, column = cell
    return (row + 1 if (row + column) & 1 else row - 1, column), (row, column - 1), (row, column + 1)


def play_round(rng: random.Random) -> int:
    """Play one round and return the number of actions."""
    lots = [0, 0]
    while lots[0] == lots[1]:
        lots = [VALUE[tile] for tile in rng.sample(range(56), 2)]
    starter = seat = int(lots[1] > lots[0])
    pool = rng.sample(range(56), 56)
    hands = [sum(1 << tile for tile in (pool.pop() for _ in range(9))) for _ in range(2)]
    number: dict[Point, int] = {}
    tiles_at: dict[Point, int] = {}
    laid: set[Cell] = set()
    open_cells: dict[Cell, int] = {(0, 0): FIT_MASK[None, None, None]}
    unlaid = (1 << 56) - 1
    scores = [0, 0]
    draws = drawn = stuck = actions = 0
    out: int | None = None
    while True:
        layable = drawn if draws else hands[seat]
        choices: list[tuple[Cell, int] | bool | None] = []
        for cell, mask in open_cells.items():
            fit = mask & layable
            while fit:
                bit = fit & -fit
                fit ^= bit
                choices.append((cell, bit.bit_length() - 1))
        if laid:
            if draws < 3 and pool:
                choices.append(True)
            elif pool or not choices:
                choices.append(None)
        choice = rng.choice(choices)
        actions += 1
        if choice is True:
            bit = 1 << pool.pop()
            hands[seat] |= bit
            drawn |= bit
            draws += 1
            scores[seat] -= 5
            continue
        if not choice:
            scores[seat] -= 10 if draws == 3 else 0
            is_stuck = not pool and not any(mask & hands[seat] for mask in open_cells.values())
            stuck = stuck + 1 if is_stuck else 0
        else:
            cell, tile = choice
            points = corners(cell)
            first, second, third = points
            shown = (number.get(first), number.get(second), number.get(third))
            hexagons = sum(tiles_at.get(point, 0) == 5 for point in points)
            beside = sum(other in laid for other in neighbours(cell))
            is_bridge = beside == 1 and None not in shown
            scores[seat] += VALUE[tile] + (40 + 10 * hexagons if hexagons else 40 if is_bridge else 0)
            laid.add(cell)
            del open_cells[cell]
            unlaid ^= 1 << tile
            hands[seat] ^= 1 << tile
            touched = {other for other in neighbours(cell) if other not in laid}
            for point, before, value in zip(points, shown, FITS[shown][tile], strict=True):
                tiles_at[point] = tiles_at.get(point, 0) + 1
                if before is None:
                    number[point] = value  # type: ignore[assignment]
                    y, x = point
                    for other in ((y, x), (y, x - 1), (y, x + 1), (y - 1, x), (y - 1, x - 1), (y - 1, x + 1)):
                        if other in open_cells:
                            touched.add(other)
            for other in touched:
                a, b, c = corners(other)
                mask = FIT_MASK[number.get(a), number.get(b), number.get(c)] & unlaid
                if mask:
                    open_cells[other] = mask
                else:
                    open_cells.pop(other, None)
            stuck = 0
            if not hands[seat] and out is None:
                out = seat
        draws = drawn = 0
        if out is not None and 1 - seat == starter:
            scores[out] += 25 + pips(hands[1 - out])
            return actions
        if stuck == 2:
            held = [pips(hand) for hand in hands]
            winner = int(held[1] < held[0])
            scores[winner] += abs(held[0] - held[1])
            return actions
        seat = 1 - seat


def pips(hand: int) -> int:
    return sum(value for tile, value in enumerate(VALUE) if hand >> tile & 1)
