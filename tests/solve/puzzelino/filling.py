"""Trays filled and counted by the naive reference, which shares no code with the solver or the engine."""

from reference.puzzelino_naive import NaivePuzzelino, neighbours
from tesserae.games.puzzelino.puzzles import Puzzle, way_name

Cell = tuple[int, int]


def laid_texts(puzzle: Puzzle) -> dict[Cell, str]:
    return {place: way_name(place, lie) for place, lie in puzzle.given}


def reference_of(puzzle: Puzzle) -> NaivePuzzelino:
    return NaivePuzzelino("tray", 1, tray=set(puzzle.tray.cells), given=laid_texts(puzzle))


def play_through(puzzle: Puzzle, solution: Puzzle) -> NaivePuzzelino:
    """Lay what the solution adds to the puzzle, by the rules of the reference."""
    game = reference_of(puzzle)
    for place, text in laid_texts(solution).items():
        if place not in laid_texts(puzzle):
            game.play(f"{text} @ r{place[0]}c{place[1]}")
    return game


def joined_shapes(laid: dict[Cell, str]) -> tuple[int, int]:
    """Count the shapes of each colour that meet the same shape of the other one."""
    counts = {"+": 0, "-": 0}
    for cell, text in laid.items():
        for side, other in enumerate(neighbours(cell)):
            if other in laid and text[1 + side] != "0":
                across = laid[other]
                assert across[0] != text[0]
                assert across[1 + neighbours(other).index(cell)] == text[1 + side]
                counts[text[0]] += 1
    return counts["+"], counts["-"]
