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
TESTS = Path(__file__).parents[1]
PLAY = """
import json, sys, time
began = time.perf_counter()
import tesserae
imported = time.perf_counter() - began
numba_loaded = "numba" in sys.modules
import numpy as np
from tesserae.kernel import batch, compiling, single
from tesserae.match import Match
from tesserae.research.perft import perft
from toy.highcard import HighCard
from toy.ring import Ring

digests = []
for toy in (HighCard(HighCard.options_type()), Ring(Ring.options_type())):
    states = np.repeat(toy.start(), 20)
    digests += [batch.playouts(states, seed=5, threads=1).tolist(), states.tobytes().hex()]
    known = single.mask(Match(toy, seed=3).states, 0)
    guess = single.determinize(known, 0, np.array([1, 2, 3, 4], np.uint64))
    digests += [known.tobytes().hex(), guess.tobytes().hex()]
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
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": str(TESTS)} | environment,
        capture_output=True,
        text=True,
        check=True,
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


def test_an_edit_between_two_imports_closes_the_cache(tmp_path: Path) -> None:
    """The process runs code that no digest stands for, so it must neither save nor load any."""
    copy = tmp_path / "src" / "tesserae"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    board = copy / "games" / "quixo" / "board.py"
    edit = f"""
import json, pathlib
from tesserae.kernel import single
board = pathlib.Path({str(board)!r})
source = board.read_text(encoding="utf-8")
edited = source.replace("<< row[UP] >> row[DOWN])", "<< row[DOWN] >> row[UP])", 1)
board.write_text(edited, encoding="utf-8")
import tesserae.games.quixo
board.write_text(source, encoding="utf-8")
"""
    play = (
        "import json, tesserae; m = tesserae.game('quixo').new(); m.play('a1>e1'); m.play('d1>e1'); "
        "print(json.dumps({'rows': m.view()['board']['rows']}))"
    )
    environment = {
        "PYTHONPATH": str(tmp_path / "src"),
        "TESSERAE_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    honest = {"rows": [".....", ".....", ".....", ".....", "...XO"]}
    mixed = {"rows": [".....", ".....", ".....", "X....", "....O"]}
    assert run(edit + play, **environment) == mixed
    assert run(play, **environment) == honest
    assert run(edit + play, **environment) == mixed


def test_two_games_compiled_at_once_share_a_cache(tmp_path: Path) -> None:
    play = """
import json
from tesserae.kernel.compiling import compilations
from tesserae.match import Match
from toy.{0} import {1} as Game
match = Match(Game(Game.options_type()), 1)
match.play(match.legal()[0])
print(json.dumps(dict(compiled=compilations())))
"""
    codes = [play.format("highcard", "HighCard"), play.format("ring", "Ring")]
    environment = os.environ | {"PYTHONPATH": str(TESTS), "TESSERAE_CACHE_DIR": str(tmp_path)}
    both = [subprocess.Popen([sys.executable, "-c", code], env=environment) for code in codes * 2]
    assert [process.wait() for process in both] == [0] * 4
    for code in codes:
        run(code, TESSERAE_CACHE_DIR=str(tmp_path))  # an index written over costs one more compilation, no more
        assert run(code, TESSERAE_CACHE_DIR=str(tmp_path)) == {"compiled": 0}


def test_a_damaged_cache_is_compiled_anew(tmp_path: Path) -> None:
    play = """
import json
from tesserae.kernel.compiling import compilations
import tesserae
tesserae.game("quixo").new().play("a1>e1")
print(json.dumps(dict(compiled=compilations())))
"""
    assert run(play, TESSERAE_CACHE_DIR=str(tmp_path)) != {"compiled": 0}
    for number, file in enumerate(sorted(tmp_path.rglob("*.nb?"))):
        file.write_bytes((b"", b"nonsense")[number % 2])
    assert run(play, TESSERAE_CACHE_DIR=str(tmp_path)) != {"compiled": 0}
    assert run(play, TESSERAE_CACHE_DIR=str(tmp_path)) == {"compiled": 0}


def test_the_digest_sees_every_source_file_of_rooms_with_compiled_code_and_no_other(tmp_path: Path) -> None:
    copy = tmp_path / "tesserae"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    digests = {cache.source_digest(copy)}
    assert digests == {cache.source_digest(PACKAGE)}
    everything = sorted(copy.rglob("*.py"))
    sources = [file for file in everything if file.relative_to(copy).parts[0] in cache.COMPILED_ROOMS]
    for source in everything:
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
