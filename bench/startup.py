"""What starting costs: importing, the first move from the cache, and compiling everything with an empty cache."""

import os
import subprocess
import sys
import tempfile

from bench.measure import Timing

IMPORT = "import tesserae"
FIRST_MOVE = "import tesserae; tesserae.game('quixo').new().play('a1>e1')"
COMPILE = """
import tesserae
from tesserae.kernel.ahead import compile_for
compile_for(tesserae.game('{game}').game.start().dtype)
"""
CLOCK = "import time; began = time.perf_counter()\n{code}\nprint(time.perf_counter() - began)"


COMPILED = {
    "quixo": ("Quixo", 15.0),
    "triominos": ("Triominos and Tripple Domino", 20.0),
    "riomino": ("RioMino", 15.0),
    "puzzelino": ("Puzzelino", 15.0),
}
"""The games in the order of compiling, what is compiled for each, and the time it should stay below."""


def starts(repeats: int = 5) -> list[Timing]:
    """Time every way to start in processes of their own."""
    with tempfile.TemporaryDirectory(prefix="tesserae-bench-") as cold:
        compiling = [
            Timing(f"import and compile all of {title}", _time(COMPILE.format(game=game), cold), aim)
            for game, (title, aim) in COMPILED.items()
        ]
        first_move = min(_time(FIRST_MOVE, cold) for _ in range(repeats))
        importing = min(_time(IMPORT, cold) for _ in range(repeats))
    return [
        Timing("import tesserae", importing, 0.3),
        Timing("import and first move, compiled before", first_move, 1.0),
        *compiling,
    ]


def _time(code: str, cache: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", CLOCK.format(code=code)],
        env=os.environ | {"TESSERAE_CACHE_DIR": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)
