"""The trays: outlines of 32 cells that all pieces together can fill, with a smooth rim.

`trays.txt` has them as pictures; `tesserae.solve.puzzelino.outlines` is where they come from.
"""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from tesserae.kernel.triangles import Place, across_places, points_up
from tesserae.words import Refused

OUTSIDE, UP = ".", "^"


class Tray(NamedTuple):
    """A tray; its cells are listed row by row from the bottom, from left to right."""

    name: str
    cells: tuple[Place, ...]

    def rim(self, place: Place) -> list[int]:
        """List the sides of a cell that lie on the rim."""
        inside = set(self.cells)
        return [side for side, other in enumerate(across_places(*place)) if other not in inside]


@cache
def trays() -> dict[str, Tray]:
    """Read all trays, by name."""
    text = files(__package__).joinpath("trays.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    blocks = [block.splitlines() for block in "\n".join(lines).strip().split("\n\n")]
    return {name: Tray(name, _cells(rows)) for name, *rows in blocks}


def _cells(rows: list[str]) -> tuple[Place, ...]:
    """Find the cells of a picture; its first column is 0 or 1, whichever lets them point as they are drawn."""
    drawn = [(row, column, mark) for row, marks in enumerate(reversed(rows)) for column, mark in enumerate(marks)]
    row, column, mark = next(cell for cell in drawn if cell[2] != OUTSIDE)
    shift = int(points_up(row, column) != (mark == UP))
    return tuple((row, column + shift) for row, column, mark in drawn if mark != OUTSIDE)


def tray(name: str) -> Tray:
    """Find a tray by its name."""
    if name not in trays():
        raise Refused("puzzelino.no_such_tray", tray=name[:20], allowed=", ".join(trays()))
    return trays()[name]
