"""A tray puzzle as a constraint model for CP-SAT: which piece lies how in which cell.

One yes-or-no variable for each cell and each lie. A cell has one lie, a piece lies in one cell, and on both sides
of an inner edge the same shape is chosen; on the rim only smooth sides are.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from tesserae.games.puzzelino.pieces import KIND_COUNT, KIND_OF_LIE, LIES, SHAPES, SMOOTH
from tesserae.games.puzzelino.puzzles import Puzzle
from tesserae.games.puzzelino.trays import Tray
from tesserae.kernel.triangles import Place, across_places, points_up

try:
    from ortools.sat.python import cp_model
except ImportError as problem:
    raise ImportError("tray puzzles need OR-Tools: pip install 'tesserae[puzzles]'") from problem


class TrayModel:
    """The constraints of a tray with some pieces given."""

    def __init__(self, tray: Tray, given: Iterable[tuple[Place, int]] = ()) -> None:
        """Write them all down."""
        self._tray = tray
        self._model = cp_model.CpModel()
        self._lies = {place: self._lies_in(place) for place in tray.cells}
        self._each_piece_once()
        self._equal_across_edges()
        for place, lie in given:
            self._model.add(self._lies[place].get(lie, 0) == 1)

    def _lies_in(self, place: Place) -> dict[int, Any]:
        """Choose one lie for a cell, smooth on the rim."""
        rim = self._tray.rim(place)
        allowed = [lie for lie, sides in enumerate(LIES) if all(sides[side] == SMOOTH for side in rim)]
        chosen = {lie: self._model.new_bool_var(f"{place} {lie}") for lie in allowed}
        self._model.add_exactly_one(chosen.values())
        return chosen

    def _each_piece_once(self) -> None:
        for is_up in (True, False):
            cells = [place for place in self._lies if points_up(*place) == is_up]
            for kind in range(KIND_COUNT):
                lies = [(place, lie) for place in cells for lie in self._lies[place] if KIND_OF_LIE[lie] == kind]
                self._model.add_exactly_one(self._lies[place][lie] for place, lie in lies)

    def _equal_across_edges(self) -> None:
        for place in filter(lambda cell: points_up(*cell), self._lies):
            for side, other in enumerate(across_places(*place)):
                if other in self._lies:
                    for shape in (SMOOTH, *SHAPES):
                        self._model.add(self._showing(place, side, shape) == self._showing(other, side, shape))

    def _showing(self, place: Place, side: int, shape: int) -> Any:
        """Sum the lies of a cell that show this shape at this side."""
        return sum(chosen for lie, chosen in self._lies[place].items() if LIES[lie][side] == shape)

    def exclude(self, lies: Mapping[Place, int]) -> None:
        """Ask for a filling that differs from this one in at least one cell."""
        self._model.add_bool_or([~self._lies[place][lie] for place, lie in lies.items()])

    def solve(self, seed: int = 0) -> dict[Place, int] | None:
        """Find how the pieces lie, None if they cannot; the same seed finds the same filling."""
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = seed % 2**31
        solver.parameters.randomize_search = True
        if solver.solve(self._model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        return {
            place: next(lie for lie, variable in lies.items() if solver.value(variable))
            for place, lies in self._lies.items()
        }


def solve(puzzle: Puzzle, seed: int = 0) -> Puzzle | None:
    """Fill the tray; None if that cannot be done."""
    lies = TrayModel(puzzle.tray, puzzle.given).solve(seed)
    return None if lies is None else puzzle.with_lies(lies)


def another(puzzle: Puzzle, solution: Puzzle) -> Puzzle | None:
    """Fill the tray in another way than this one; None if there is no other."""
    given = dict(puzzle.given)
    model = TrayModel(puzzle.tray, puzzle.given)
    model.exclude({place: lie for place, lie in solution.given if place not in given})
    lies = model.solve()
    return None if lies is None else puzzle.with_lies(lies)
