"""What is known about playing Quixo well: lines, the tempo of the opening, and boards that look the same.

The tempo is what the published solution of the 5x5 game shows for few marks: a player to move who has more marks
than the other wins nearly always, with as many or one fewer it is a draw. So who is behind takes a neutral cube.
"""

import numpy as np
import numpy.typing as npt

from tesserae.games.quixo.board import LINES, SIZES
from tesserae.kernel.bits import population, signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.generator import mix
from tesserae.kernel.judgement import FULL
from tesserae.kernel.rules import position_key

MOST_CELLS = max(SIZES) ** 2
LINE_WORTH = np.array([0, 1, 4, 9, 16, 25], np.int64)
"""What a line with so many marks is worth: the plain count."""
TEMPO_MARKS = 6
"""Up to so many marks the tempo decides."""
TEMPO_WORTH = 120
FIRST_MARKS, LATE_MARKS = 3, 20
"""Up to so many marks, and from so many on, a judgement on 5x5 tells less, and more, than in between."""
MARK_WORTH = 20
"""More marks mean more cubes to choose from, and fewer for the other: worth more than any line but a full one."""


def side(_state: np.record, seat: int) -> int:
    """With four players partners sit opposite each other."""
    return seat & 1


def judge(state: np.record, seat: int, manner: int) -> int:
    """How far the lines of either side have come; in full also the marks, and in the opening the tempo."""
    own, other = signed(state.marks[seat & 1]), signed(state.marks[1 - (seat & 1)])
    score = signed(0)
    for line in LINES[state.side]:
        score += LINE_WORTH[population(own & line)] - LINE_WORTH[population(other & line)]
    if manner == FULL:
        own_marks, other_marks = population(own), population(other)
        score += MARK_WORTH * (own_marks - other_marks)
        if state.side == 5 and own_marks + other_marks <= TEMPO_MARKS and other_marks > own_marks:
            score -= TEMPO_WORTH
    return score


def confidence(state: np.record) -> int:
    """As games of the search against itself, 200,000 and a million positions a move, went on after each judgement.

    On a small board little decides. On 5x5 it takes more until few cubes are neutral, and the first marks are a
    draw unless the player to move has more of them.
    """
    if state.side < 5:
        return 10
    own, other = population(state.marks[state.seat & 1]), population(state.marks[1 - (state.seat & 1)])
    if own <= other and own + other <= FIRST_MARKS:
        return 120
    return 26 if own + other >= LATE_MARKS else 48


# --- boards that look the same -----------------------------------------------------------------------------

_PART = 5
_PARTS = MOST_CELLS // _PART


def _images(size: int) -> list[list[int]]:
    """For each of the eight ways to turn and flip the board, where every cell goes."""

    def turned(cell: int, flips: int, turns: int) -> int:
        row, column = divmod(cell, size)
        column = size - 1 - column if flips else column
        for _ in range(turns):
            row, column = column, size - 1 - row
        return row * size + column

    return [[turned(cell, flips, turns) for cell in range(size * size)] for flips in (0, 1) for turns in range(4)]


def _image_tables() -> npt.NDArray[np.int64]:
    """For each size, way and part of the cells: where the marks of that part go."""
    tables = np.zeros((max(SIZES) + 1, 8, _PARTS, 1 << _PART), np.int64)
    for size in SIZES:
        for way, image in enumerate(_images(size)):
            for cell, target in enumerate(image):
                part, bit = divmod(cell, _PART)
                tables[size, way, part] |= (np.arange(1 << _PART) >> bit & 1) << target
    return tables


IMAGE = _image_tables()
SYMMETRIC_MARKS = 8
"""With more marks hardly two boards that are searched look the same."""


@inner
def image(plane: int, size: int, way: int) -> int:
    """Turn or flip a set of cells."""
    moved = signed(0)
    for part in range(_PARTS):
        moved |= IMAGE[size, way, part, plane >> _PART * part & (1 << _PART) - 1]
    return moved


def likeness(state: np.record) -> np.uint64:
    """With two players and few marks the same for all eight ways to look at the board."""
    first, second, size = signed(state.marks[0]), signed(state.marks[1]), signed(state.side)
    if state.players == 4 or population(first | second) > SYMMETRIC_MARKS:
        return position_key(state)
    least = signed(1) << 62
    for way in range(8):
        least = min(least, image(first, size, way) << MOST_CELLS | image(second, size, way))
    return mix(np.uint64(least) << np.uint64(8) | np.uint64(state.seat) << np.uint64(1) | np.uint64(1))
