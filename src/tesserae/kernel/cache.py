"""Where compiled code is kept between runs.

Numba does not notice a change in a function that a cached one calls. So the directory carries a digest of
everything that decides what the code does, and a changed source file simply finds an empty directory.
"""

import hashlib
import os
import shutil
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

import numba
import numpy as np
import platformdirs

PACKAGE = Path(__file__).resolve().parents[1]
COMPILED_ROOMS = ("kernel", "games", "bots", "solve")
"""The rooms whose code is compiled; an edit anywhere else leaves what was compiled as it is."""
KEEP_SECONDS = 30 * 24 * 3600
"""Directories of other digests unused for this long are deleted when a new one is made."""


def source_digest(package: Path = PACKAGE) -> str:
    """Name the exact sources, interpreter and libraries that compiled code is made from."""
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {np.__version__}".encode())
    for source in sorted(source for room in COMPILED_ROOMS for source in (package / room).rglob("*.py")):
        digest.update(source.relative_to(package).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(source.read_bytes()).digest())
    return digest.hexdigest()[:20]


_digest_at_start = source_digest()
_sources_changed = False


def check_sources() -> bool:
    """Say whether the sources on disk are still those this process started with; once changed is changed for good.

    A process that imports some modules before and some after an edit runs code that no digest stands for.
    """
    global _sources_changed
    _sources_changed = _sources_changed or source_digest() != _digest_at_start
    return not _sources_changed


def sources_unchanged() -> bool:
    """Give the answer of the last check."""
    return not _sources_changed


def cache_root() -> Path:
    """Say where all digests live: `$TESSERAE_CACHE_DIR`, else the user's cache directory."""
    chosen = os.environ.get("TESSERAE_CACHE_DIR")
    return Path(chosen) if chosen else platformdirs.user_cache_path("tesserae", appauthor=False)


@cache
def cache_directory() -> Path | None:
    """Open the directory of this digest, or say None where nothing can be written: then nothing is cached.

    There is no fall-back to a shared temporary directory, because whoever can write there could plant code.
    """
    root = cache_root() / "compiled"
    directory = root / _digest_at_start
    try:
        is_new = not directory.exists()
        directory.mkdir(parents=True, exist_ok=True)
        os.utime(directory)
    except OSError:
        return None
    if not os.access(directory, os.W_OK):
        return None
    if is_new:
        _remove_unused(root)
    return directory


def _remove_unused(root: Path) -> None:
    """Other processes may be doing the same: what is gone already is fine."""
    oldest = time.time() - KEEP_SECONDS
    with suppress(OSError):
        for directory in root.iterdir():
            if directory.is_dir() and directory.stat().st_mtime < oldest:
                shutil.rmtree(directory, ignore_errors=True)
