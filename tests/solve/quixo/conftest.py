"""Tables that the tests of the solver share."""

from pathlib import Path

import pytest

from tesserae.solve.quixo.solving import Wish, solve
from tesserae.solve.quixo.tables import Tables

LAYERS = 2


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """3x3 and 4x4, solved on first use."""
    return Tables(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="session")
def large_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """5x5 with up to two neutral cubes."""
    root = tmp_path_factory.mktemp("large")
    wish = Wish(5, LAYERS, root, threads=2, distances_up_to=LAYERS)
    solve(wish, lambda _progress: None, lambda _blanks, _entry, _seconds: None)
    return root


@pytest.fixture(scope="session")
def large(large_root: Path) -> Tables:
    """The same, opened."""
    return Tables(large_root)
