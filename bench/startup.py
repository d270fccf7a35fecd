"""What starting costs: importing, the first move from the cache, and compiling everything with an empty cache."""

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass

IMPORT = "import tesserae"
FIRST_MOVE = "import tesserae; tesserae.game('quixo').new().play('a1>e1')"
COMPILE = """
import tesserae
from tesserae.kernel.ahead import compile_for
compile_for(tesserae.game('{game}').game.start().dtype)
"""
CLOCK = "import time; began = time.perf_counter()\n{code}\nprint(time.perf_counter() - began)"


@dataclass
class Start:
    """A way to start, the best time it took, and the time it should stay below."""

    name: str
    seconds: float
    aim: float


def starts(repeats: int = 5) -> list[Start]:
    """Time every way to start in processes of their own."""
    with tempfile.TemporaryDirectory(prefix="tesserae-bench-") as cold:
        compiling = _time(COMPILE.format(game="quixo"), cold)
        compiling_more = _time(COMPILE.format(game="triominos"), cold)
        first_move = min(_time(FIRST_MOVE, cold) for _ in range(repeats))
        importing = min(_time(IMPORT, cold) for _ in range(repeats))
    return [
        Start("import tesserae", importing, 0.3),
        Start("import and first move, compiled before", first_move, 1.0),
        Start("import and compile all of Quixo", compiling, 15.0),
        Start("import and compile all of Triominos and Tripple Domino", compiling_more, 20.0),
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
