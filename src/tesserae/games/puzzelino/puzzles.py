"""Tray puzzles: a tray with some pieces given, to be filled with all the others.

A puzzle has two texts. Its code fits into a line, a link or a record: the name of the tray, a colon, and its cells
row by row from the bottom, a lie such as 102 for a given piece and x3 for three empty cells. The long form names
the tray and has a line for each given piece, in the notation of moves. Cells that point up take blue pieces.
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby

from tesserae.games.puzzelino.pieces import COLOURS, LIE_COUNT, LIES, lie_name
from tesserae.games.puzzelino.trays import Tray, tray
from tesserae.kernel.triangles import Place, place_name, points_up
from tesserae.words import Refused

EMPTY = "x"
_LIE_TEXTS = ["".join(map(str, lie)) for lie in LIES]
_TRAY_LINE = re.compile(r"tray:\s*(\S+)", re.IGNORECASE)
_PIECE_LINE = re.compile(r"([-+])([0-9]{3}) @ r(-?[0-9]{1,3})c(-?[0-9]{1,3})", re.IGNORECASE)
MOST_CHARACTERS = 10_000


@dataclass(frozen=True)
class Puzzle:
    """A tray and the pieces given in it: how they lie, by cell."""

    tray_name: str
    given: tuple[tuple[Place, int], ...]
    """The cells with a piece and the number of its lie, in the order of the tray."""

    @property
    def tray(self) -> Tray:
        """The tray itself."""
        return tray(self.tray_name)

    @property
    def missing(self) -> int:
        """How many pieces are to be laid."""
        return len(self.tray.cells) - len(self.given)

    @property
    def code(self) -> str:
        """The puzzle in one word."""
        lies = dict(self.given)
        words = [_LIE_TEXTS[lies[cell]] if cell in lies else EMPTY for cell in self.tray.cells]
        runs = [list(run) for _, run in groupby(words)]
        told = [[f"{EMPTY}{len(run)}"] if run[0] == EMPTY else run for run in runs]
        return f"{self.tray_name}:" + ".".join(word for run in told for word in run)

    def text(self) -> str:
        """Write the long form."""
        lines = [move_name(place, lie) for place, lie in self.given]
        return "\n".join([f"Tray: {self.tray_name}", *lines]) + "\n"

    def with_lies(self, lies: dict[Place, int]) -> "Puzzle":
        """Give these pieces instead, all cells of which lie in the tray."""
        return Puzzle(self.tray_name, tuple((cell, lies[cell]) for cell in self.tray.cells if cell in lies))


def way_of(place: Place, lie: int) -> int:
    """Number the way a piece lies in a cell of a tray, whose direction tells the colour."""
    return lie if points_up(*place) else LIE_COUNT + lie


def way_name(place: Place, lie: int) -> str:
    """Write how a piece lies in a cell of a tray."""
    return lie_name(way_of(place, lie) // LIE_COUNT, lie)


def move_name(place: Place, lie: int) -> str:
    """Write the move that lays a piece so in a tray."""
    return f"{way_name(place, lie)} @ {place_name(place)}"


def read_puzzle(text: str) -> Puzzle:
    """Read a puzzle in either form; that its pieces fit is not checked here."""
    if len(text) > MOST_CHARACTERS:
        raise Refused("puzzelino.puzzle_too_long", length=len(text), limit=MOST_CHARACTERS)
    lines = [" ".join(line.split("#")[0].split()) for line in text.removeprefix("\ufeff").splitlines()]
    lines = [line for line in lines if line]
    if len(lines) == 1 and not _TRAY_LINE.fullmatch(lines[0]):
        return _read_code(lines[0])
    found = _TRAY_LINE.fullmatch(lines[0]) if lines else None
    if not found:
        raise Refused("puzzelino.no_puzzle", text=text.strip()[:40])
    puzzle = Puzzle(tray(found[1]).name, ())
    lies: dict[Place, int] = {}
    for line in lines[1:]:
        place, lie = _read_piece(line, puzzle.tray)
        if place in lies:
            raise Refused("puzzelino.given_twice", cell=place_name(place))
        lies[place] = lie
    return puzzle.with_lies(lies)


def _read_piece(line: str, in_tray: Tray) -> tuple[Place, int]:
    found = _PIECE_LINE.fullmatch(line)
    if not found or found[2] not in _LIE_TEXTS:
        raise Refused("puzzelino.puzzle_line", line=line[:40])
    place = (int(found[3]), int(found[4]))
    if place not in in_tray.cells:
        raise Refused("puzzelino.off_tray", cell=place_name(place))
    lie = _LIE_TEXTS.index(found[2])
    if COLOURS[way_of(place, lie) // LIE_COUNT] != found[1]:
        raise Refused("puzzelino.wrong_colour", piece=line.split()[0], cell=place_name(place))
    return place, lie


def _read_code(code: str) -> Puzzle:
    name, colon, words = code.partition(":")
    if not colon:
        raise Refused("puzzelino.no_puzzle", text=code[:40])
    puzzle = Puzzle(tray(name).name, ())
    lies: list[int | None] = []
    for word in words.split("."):
        if word in _LIE_TEXTS:
            lies.append(_LIE_TEXTS.index(word))
        elif re.fullmatch(rf"{EMPTY}[0-9]{{1,2}}", word):
            lies += [None] * int(word[1:])
        else:
            raise Refused("puzzelino.code_word", word=word[:20])
    cells = puzzle.tray.cells
    if len(lies) != len(cells):
        raise Refused("puzzelino.code_length", cells=len(lies), count=len(cells))
    return puzzle.with_lies({cell: lie for cell, lie in zip(cells, lies, strict=True) if lie is not None})


@cache
def shipped() -> list[tuple[float, Puzzle]]:
    """Read the puzzles that come with the game, the easiest first, each with its difficulty."""
    text = files(__package__).joinpath("puzzles.txt").read_text(encoding="utf-8")
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return [(float(difficulty), read_puzzle(code)) for difficulty, code in lines]
