"""Which outlines can be filled at all: `python -m tesserae.solve.puzzelino.survey [overlapping joined pierced]`.

Every outline of `outlines` is given to the solver, which finds a filling or proves that there is none.
"""

import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from tesserae.games.puzzelino.trays import Tray
from tesserae.solve.puzzelino.model import TrayModel
from tesserae.solve.puzzelino.outlines import (
    SMOOTH_SIDES,
    Outline,
    holes,
    is_balanced,
    joined,
    overlapping,
    pierced,
    rim,
)

FAMILIES = {"overlapping": overlapping, "joined": joined, "pierced": pierced}


def can_be_filled(outline: Outline) -> bool:
    """Ask the solver."""
    return TrayModel(Tray("", tuple(sorted(outline)))).solve() is not None


def survey(family: str) -> None:
    """Print how many outlines of a family there are, and how many of them can be filled, by their holes."""
    began = time.perf_counter()
    every = FAMILIES[family]()
    possible = [outline for outline in every if is_balanced(outline) and rim(outline) <= SMOOTH_SIDES]
    counts: Counter[tuple[int, bool]] = Counter()
    with ProcessPoolExecutor() as pool:
        for outline, is_filled in zip(possible, pool.map(can_be_filled, possible, chunksize=16), strict=True):
            counts[len(holes(outline)), is_filled] += 1
    filled = sum(count for (_, is_filled), count in counts.items() if is_filled)
    seconds = time.perf_counter() - began
    print(f"{family}: {len(every)} outlines, {len(possible)} balanced, {filled} can be filled ({seconds:.0f} s)")
    for number in sorted({number for number, _ in counts}):
        print(f"  {number} holes: {counts[number, True]} can be filled, {counts[number, False]} cannot")


def main(families: Sequence[str]) -> None:
    """Survey these families, all of them if none is named."""
    for family in families or FAMILIES:
        survey(family)


if __name__ == "__main__":
    main(sys.argv[1:])
