"""Solved layers on disk: plain files, and a manifest that says what is in them.

    <data directory>/quixo-5/manifest.json      counts, sizes and check sums, by number of neutral cubes
                             layer-03.values    the table as in memory (see `unit`), lowest byte first
                             layer-03.packed    the same in the compact form (see `packed`), instead
                             layer-03.states    the states far from conversion, in rising order, 64 bits each ...
                             layer-03.plies     ... and their distances, 16 bits each;
                                                on small boards the distance to the end of each state, a byte each

A file is written under another name, brought to the disk, and renamed; then the manifest is replaced in the same
way. Whatever is named there is whole, at whatever moment the machine stops.
"""

import hashlib
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import platformdirs

FORMAT = 1
"""Raised when files of an older one cannot be read any more."""
MANIFEST = "manifest.json"
VALUES, PACKED, STATES, PLIES = "values", "packed", "states", "plies"
BLOCK = 1 << 24
PADDING = 8
"""Files are filled up to a multiple of so many bytes, to be read in words."""


@dataclass
class Stored:
    """A file of a layer."""

    name: str
    bytes: int
    check: str
    """BLAKE2b of its content."""


@dataclass
class Entry:
    """What the manifest says of a layer."""

    counts: list[list[int]]
    """By the number of the mover's cubes: wins, losses and draws over all boards."""
    sweeps: int
    files: dict[str, Stored] = field(default_factory=dict)
    """By kind; without values, packed or not, only the counts were kept."""
    far_from: int | None = None
    """The distances to conversion above this one are stored; None if no such distances are."""
    far_count: int | None = None
    """How many those are."""
    longest: int | None = None
    """The longest distance, where known."""
    empty_plies: int | None = None
    """The distance of the empty board to the end, in the last layer of a small board."""


def data_root() -> Path:
    """Say where solved games are kept: `$TESSERAE_DATA_DIR`, else the user's data directory."""
    chosen = os.environ.get("TESSERAE_DATA_DIR")
    return Path(chosen) if chosen else platformdirs.user_data_path("tesserae", appauthor=False)


class Store:
    """The directory of one board size."""

    def __init__(self, root: Path, size: int) -> None:
        """Read what is there; nothing is written yet."""
        self.directory = root / f"quixo-{size}"
        self.size = size
        self.entries = self._read()

    def _read(self) -> dict[int, Entry]:
        try:
            found = json.loads((self.directory / MANIFEST).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if found.get("format") != FORMAT or found.get("size") != self.size:
            return {}
        entries = {}
        for blanks, entry in found["layers"].items():
            files = {kind: Stored(**stored) for kind, stored in entry.pop("files").items()}
            entries[int(blanks)] = Entry(files=files, **entry)
        return entries

    def path(self, stored: Stored) -> Path:
        """Say where a file is."""
        return self.directory / stored.name

    def has(self, blanks: int, *kinds: str) -> bool:
        """Say whether a layer has a file of one of these kinds, and all its files the right size."""
        entry = self.entries.get(blanks)
        return (
            entry is not None
            and any(kind in entry.files for kind in kinds)
            and all(map(self._has_size, entry.files.values()))
        )

    def is_sound(self, blanks: int) -> bool:
        """Say whether the files of a layer are here and fit their check sums."""
        return self.has(blanks, VALUES, PACKED) and all(
            check_sum(self.path(stored)) == stored.check for stored in self.entries[blanks].files.values()
        )

    def _has_size(self, stored: Stored) -> bool:
        try:
            return self.path(stored).stat().st_size == stored.bytes
        except OSError:
            return False

    def save(self, blanks: int, entry: Entry, arrays: dict[str, npt.NDArray[Any]]) -> None:
        """Write the files of a layer, then its entry."""
        self.directory.mkdir(parents=True, exist_ok=True)
        entry.files = {kind: self._write(f"layer-{blanks:02}.{kind}", array) for kind, array in arrays.items()}
        self.entries[blanks] = entry
        self._write_manifest()

    def drop(self, blanks: int) -> None:
        """Keep no more of a layer than its counts."""
        self._drop(blanks, list(self.entries[blanks].files))

    def save_packed(self, blanks: int, content: npt.NDArray[np.uint8]) -> None:
        """Keep the compact form of a layer instead of its values."""
        self.entries[blanks].files[PACKED] = self._write(f"layer-{blanks:02}.{PACKED}", content)
        self._drop(blanks, [VALUES])

    def _drop(self, blanks: int, kinds: list[str]) -> None:
        """Take files out of the manifest, then off the disk."""
        dropped = [self.entries[blanks].files.pop(kind) for kind in kinds]
        self._write_manifest()
        for stored in dropped:
            self.path(stored).unlink(missing_ok=True)

    def load(self, blanks: int, kind: str) -> npt.NDArray[np.uint64]:
        """Map a file into memory."""
        return np.memmap(self.path(self.entries[blanks].files[kind]), np.dtype("<u8"), "r")

    def _write(self, name: str, array: npt.NDArray[Any]) -> Stored:
        digest, size = hashlib.blake2b(), 0
        content = np.ascontiguousarray(array).view(np.uint8).reshape(-1)
        target = self.directory / name
        with _replacing(target) as file:
            for start in range(0, len(content), BLOCK):
                block = content[start : start + BLOCK].data
                digest.update(block)
                size += file.write(block)
            padding = bytes(-size % PADDING)
            digest.update(padding)
            size += file.write(padding)
        return Stored(name, size, digest.hexdigest())

    def _write_manifest(self) -> None:
        layers = {str(blanks): asdict(entry) for blanks, entry in sorted(self.entries.items())}
        text = json.dumps({"format": FORMAT, "size": self.size, "layers": layers}, indent=1)
        with _replacing(self.directory / MANIFEST) as file:
            file.write(text.encode())


class _replacing:  # noqa: N801  # used as a function
    """A file that takes its name only when all of it is on the disk."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.draft = target.with_name(f"{target.name}.{os.getpid()}.part")

    def __enter__(self) -> Any:
        self.file = self.draft.open("wb")
        return self.file

    def __exit__(self, kind: object, *_: object) -> None:
        with self.file:
            if kind is None:
                self.file.flush()
                os.fsync(self.file.fileno())
        if kind is not None:
            self.draft.unlink(missing_ok=True)
            return
        self.draft.replace(self.target)
        if os.name == "posix":
            directory = os.open(self.target.parent, os.O_RDONLY)
            os.fsync(directory)
            os.close(directory)


def check_sum(file: Path) -> str:
    """Compute BLAKE2b of a file, or nothing if it cannot be read."""
    digest = hashlib.blake2b()
    try:
        with file.open("rb") as content:
            while block := content.read(BLOCK):
                digest.update(block)
    except OSError:
        return ""
    return digest.hexdigest()
