"""The command run as a process, as its user runs it."""

import os
import signal
import subprocess
import sys
from contextlib import suppress


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


def begin(*arguments: str) -> subprocess.Popen[str]:
    """Start a command that takes long."""
    return subprocess.Popen(
        [sys.executable, "-m", "tesserae.cli", *arguments], stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )


def interrupt(process: subprocess.Popen[str]) -> str:
    """Interrupt a command as its user would, and give what it wrote; one that goes on all the same is killed.

    An interrupt that comes while compiled code is loaded can be lost in a callback, so there are three.
    """
    errors = ""
    for _ in range(3):
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            _, errors = process.communicate(timeout=20)
            break
    process.kill()
    process.wait()
    return errors
