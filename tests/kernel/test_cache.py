"""Compiled code: kept between processes, never stale, and the same as uncompiled."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tesserae.kernel import cache

PACKAGE = cache.PACKAGE
PLAY = """
import json, sys, time
began = time.perf_counter()
import tesserae
imported = time.perf_counter() - began
numba_loaded = "numba" in sys.modules
import numpy as np
from tesserae.kernel import batch, compiling
from tesserae.research.perft import perft

digests = []
for players in (2, 4):
    for size in (3, 5):
        setup = tesserae.game("quixo", players=players, size=size)
        states = np.repeat(setup.game.start(), 3)
        moves = batch.playouts(states, seed=11, threads=1)
        masks = batch.legal_masks(np.repeat(setup.game.start(), 2))
        digests += [states.tobytes().hex(), moves.tolist(), int(masks.sum()), perft(setup.game, 2, threads=1)]
        match = setup.new()
        for turn in range(5):
            match.play(match.legal()[-1 - turn % 3])
        match.offer_draw()
        match.resign()
        digests += [match.record(), match.view(0), match.states.tobytes().hex()]
print(json.dumps({
    "imported": imported, "numba_loaded": numba_loaded,
    "compiled": compiling.compilations(), "digests": digests,
}))
"""


def run(code: str, **environment: str) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=True
    )
    result: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return result


def test_importing_tesserae_loads_no_compiler() -> None:
    assert run(PLAY)["numba_loaded"] is False


def test_a_second_process_compiles_nothing() -> None:
    run(PLAY)
    assert run(PLAY)["compiled"] == 0


def test_uncompiled_rules_give_the_same_results() -> None:
    compiled, plain = run(PLAY), run(PLAY, NUMBA_DISABLE_JIT="1")
    assert plain["compiled"] == 0
    assert plain["digests"] == compiled["digests"]


def test_a_changed_source_never_runs_stale_code(tmp_path: Path) -> None:
    """A helper three calls below the cached entry point changes; Numba alone would not notice."""
    copy = tmp_path / "src" / "tesserae"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "import json, tesserae; m = tesserae.game('quixo').new(); m.play('a1>e1'); m.play('d1>e1'); "
        "print(json.dumps({'rows': m.view()['board']['rows'], 'file': tesserae.__file__}))"
    )
    environment = {"PYTHONPATH": str(tmp_path / "src"), "TESSERAE_CACHE_DIR": str(tmp_path / "cache")}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"  # a .pyc file looks at size and time alone
    first = run(code, **environment)
    assert str(first["file"]).startswith(str(tmp_path))
    assert first["rows"] == [".....", ".....", ".....", ".....", "...XO"]

    board = copy / "games" / "quixo" / "board.py"
    stamp, source = board.stat(), board.read_text(encoding="utf-8")
    changed = source.replace("<< row[UP] >> row[DOWN])", "<< row[DOWN] >> row[UP])", 1)
    assert changed != source
    board.write_text(changed, encoding="utf-8")
    os.utime(board, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))  # same size, same time: only the digest can tell
    assert run(code, **environment)["rows"] == [".....", ".....", ".....", "X....", "....O"]


def test_the_digest_sees_every_source_file(tmp_path: Path) -> None:
    copy = tmp_path / "tesserae"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    digests = {cache.source_digest(copy)}
    assert digests == {cache.source_digest(PACKAGE)}
    sources = sorted(copy.rglob("*.py"))
    for source in sources:
        source.write_text(source.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        digests.add(cache.source_digest(copy))
    sources[0].rename(sources[0].with_name("renamed.py"))
    digests.add(cache.source_digest(copy))
    assert len(digests) == len(sources) + 2


def test_where_nothing_can_be_written_nothing_is_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("")
    monkeypatch.setenv("TESSERAE_CACHE_DIR", str(blocker))
    cache.cache_directory.cache_clear()
    try:
        assert cache.cache_directory() is None
    finally:
        cache.cache_directory.cache_clear()


def test_old_digests_are_removed_when_a_new_one_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESSERAE_CACHE_DIR", str(tmp_path))
    old, young = tmp_path / "compiled" / "old", tmp_path / "compiled" / "young"
    old.mkdir(parents=True)
    young.mkdir()
    os.utime(old, (0, 0))
    cache.cache_directory.cache_clear()
    try:
        directory = cache.cache_directory()
    finally:
        cache.cache_directory.cache_clear()
    assert directory is not None
    assert directory.is_dir()
    assert young.is_dir()
    assert not old.exists()
