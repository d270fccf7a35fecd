"""The command run as a process, as its user runs it."""

import os
import subprocess
import sys


def run(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tesserae.cli", *arguments],
        input=typed,
        env=os.environ | {"PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8", "COLUMNS": "400"} | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
