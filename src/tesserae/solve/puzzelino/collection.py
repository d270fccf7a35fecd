"""The collection of 100 puzzles that comes with the game: `python -m tesserae.solve.puzzelino.collection`.

Twenty of each level, ten on the hexagon and ten each on a tray of its own, in the order of their difficulty.
"""

from concurrent.futures import ProcessPoolExecutor
from importlib.resources import files
from pathlib import Path

from tesserae.games.puzzelino.puzzles import Puzzle
from tesserae.games.puzzelino.trays import trays
from tesserae.solve.puzzelino.generate import HEXAGON, new_puzzle
from tesserae.solve.puzzelino.levels import LEVELS
from tesserae.solve.puzzelino.search import difficulty

OF_EACH_LEVEL = 20
HEADER = """\
# The tray puzzles that come with the game, the easiest first, each with one solution: its difficulty and its code.
# Difficulty is the number of cells that a careful player looks at until the tray is full (see search.difficulty).
"""


def _wanted() -> list[tuple[str, int, str]]:
    """List the levels, seeds and trays to make puzzles for."""
    others = [name for name in trays() if name != HEXAGON]
    half, levels = OF_EACH_LEVEL // 2, len(LEVELS)
    chosen = [others[place * len(others) // (half * levels)] for place in range(half * levels)]
    found = []
    for number, level in enumerate(LEVELS):
        found += [(level, seed, HEXAGON) for seed in range(half)]
        found += [(level, seed, name) for seed, name in enumerate(chosen[number::levels])]
    return found


def _make(wanted: tuple[str, int, str]) -> tuple[float, Puzzle]:
    puzzle = new_puzzle(*wanted)
    return round(difficulty(puzzle), 1), puzzle


def write_collection() -> None:
    """Make the puzzles, and write them where the game finds them."""
    wanted = _wanted()
    made = []
    with ProcessPoolExecutor() as pool:
        for number, found in enumerate(pool.map(_make, wanted), start=1):
            print(f"{number} of {len(wanted)}: {found[0]:.1f} {found[1].code}", flush=True)
            made.append(found)
    made.sort(key=lambda rated: (rated[0], -len(rated[1].given), rated[1].code))
    lines = [f"{hard:.1f} {puzzle.code}\n" for hard, puzzle in made]
    file = Path(str(files("tesserae.games.puzzelino").joinpath("puzzles.txt")))
    file.write_text(HEADER + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    write_collection()
