"""The same loop written by hand in C, compiled for this run."""

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path

BUILDS = {"C, -O3": ["-O3"], "C, -O3 -march=native": ["-O3", "-march=native"]}


def compile_c(source: str, flags: list[str]) -> ctypes.CDLL | None:
    """Compile a file of this folder and fill its tables; None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory(prefix="tesserae-bench-") as folder:
        library = Path(folder) / "loop.so"
        path = Path(__file__).with_name(source)
        subprocess.run([compiler, *flags, "-shared", "-fPIC", "-o", library, path], check=True)
        loaded = ctypes.CDLL(str(library))
    loaded.prepare()
    return loaded
