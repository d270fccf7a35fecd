"""What drawings for a terminal have in common: a canvas of single letters, written as spans of equal style."""

from collections.abc import Iterable
from typing import TypeAlias

from tesserae.games.game import Picture, Span

Canvas: TypeAlias = dict[tuple[int, int], Span]
"""What stands at a line and a letter, each game counting them from where it likes."""


def row_of(canvas: Canvas, line: int, left: int, label: str) -> Picture:
    """Write one line of a canvas behind its label, from this letter to the last that there is."""
    last = max((letter for at, letter in canvas if at == line), default=left - 1)
    letters = [canvas.get((line, letter), (" ", "")) for letter in range(left, last + 1)]
    return [(label if letters else label.rstrip(), "label"), *letters, ("\n", "")]


def joined(spans: Iterable[Span]) -> Picture:
    """Join neighbouring spans of the same style."""
    picture: Picture = []
    for text, style in spans:
        if picture and picture[-1][1] == style:
            picture[-1] = (picture[-1][0] + text, style)
        else:
            picture.append((text, style))
    return picture
