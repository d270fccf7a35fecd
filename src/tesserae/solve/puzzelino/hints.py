"""The next step of a tray puzzle: a piece that lies so in every solution, or the step to take back."""

from collections.abc import Sequence
from dataclasses import dataclass

from tesserae.games.puzzelino.board import WAYS, lie_of
from tesserae.games.puzzelino.puzzles import Puzzle, move_name
from tesserae.games.puzzelino.setting import in_the_tray
from tesserae.games.puzzelino.table import open_cells, place_of
from tesserae.kernel.bits import bits_in
from tesserae.kernel.triangles import Place
from tesserae.solve.puzzelino.model import TrayModel, solve
from tesserae.words import Sentence


@dataclass(frozen=True)
class Hint:
    """A piece to lay."""

    place: Place
    lie: int
    is_certain: bool
    """Whether it lies so in every solution; otherwise only in some."""


def hint(puzzle: Puzzle) -> Hint | None:
    """Find the next piece that is certain, in the cell where it is easiest to see; None if nothing can solve it.

    Where no piece is certain, one that lies so in some solution is given instead.
    """
    solution = solve(puzzle)
    if solution is None:
        return None
    lies = dict(solution.given)
    empty = _easiest_first(puzzle)
    for place in empty:
        if is_certain(puzzle, place, lies[place]):
            return Hint(place, lies[place], True)
    return Hint(empty[0], lies[empty[0]], False)


def is_certain(puzzle: Puzzle, place: Place, lie: int) -> bool:
    """Say whether no solution has anything else in this cell."""
    model = TrayModel(puzzle.tray, puzzle.given)
    model.exclude({place: lie})
    return model.solve() is None


def _easiest_first(puzzle: Puzzle) -> list[Place]:
    """List the empty cells, those with the fewest pieces that fit first."""
    state = in_the_tray(puzzle)[0]
    left = int(state.unlaid)
    cells = sorted(open_cells(state), key=lambda cell: len(bits_in(cell.pieces & left)))
    return [place_of(cell.cell) for cell in cells]


def next_step(puzzle: Puzzle, played: Sequence[int]) -> Sentence:
    """Tell somebody who has laid these pieces, and not all, how to go on."""
    found = hint(_after(puzzle, played))
    if found is None:
        return _step_back(puzzle, played)
    key = "puzzelino.hint_certain" if found.is_certain else "puzzelino.hint_possible"
    return Sentence(key, {"move": move_name(found.place, found.lie)})


def _step_back(puzzle: Puzzle, played: Sequence[int]) -> Sentence:
    """Find how many of the last steps must be taken back until the puzzle can be solved, if it ever could."""
    if solve(puzzle) is None:
        return Sentence("puzzelino.hint_none", {})
    good, bad = 0, len(played)
    while bad - good > 1:
        middle = (good + bad) // 2
        if solve(_after(puzzle, played[:middle])) is not None:
            good = middle
        else:
            bad = middle
    return Sentence("puzzelino.hint_back", {"steps": len(played) - good})


def _after(puzzle: Puzzle, played: Sequence[int]) -> Puzzle:
    """Give the pieces that were laid too."""
    laid = {place_of(action // WAYS): lie_of(action % WAYS) for action in played}
    return puzzle.with_lies(dict(puzzle.given) | laid)
