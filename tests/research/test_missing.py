"""What is not installed is named, with the extra that brings it; what is there takes arrays over as they are."""

import importlib
import sys
from collections.abc import Iterator

import numpy as np
import pytest

from tesserae.research.vector import VectorEnv

ADAPTERS = {
    "tesserae.research.pettingzoo": (
        "pettingzoo",
        "PettingZoo is not installed: pip install 'tesserae[pettingzoo]'",
    ),
    "tesserae.research.gymnasium": ("gymnasium", "Gymnasium is not installed: pip install 'tesserae[gymnasium]'"),
    "tesserae.research.openspiel": ("pyspiel", "OpenSpiel is not installed: pip install 'tesserae[openspiel]'"),
    "tesserae.research.raster": ("PIL", "Pillow is not installed: pip install 'tesserae[render]'"),
}


@pytest.fixture
def modules() -> Iterator[None]:
    """Put back what was imported before."""
    before = dict(sys.modules)
    yield
    sys.modules.clear()
    sys.modules.update(before)


@pytest.mark.usefixtures("modules")
@pytest.mark.parametrize("adapter", ADAPTERS)
def test_a_missing_library_is_named(adapter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    library, says = ADAPTERS[adapter]
    for name in [name for name in sys.modules if name == adapter]:
        del sys.modules[name]
    monkeypatch.setitem(sys.modules, library, None)  # as if it were not there
    with pytest.raises(ImportError) as missing:
        importlib.import_module(adapter)
    assert str(missing.value) == says


def test_arrays_cross_without_a_copy() -> None:
    """By the array interface and by DLPack, which other libraries read: the same memory, step after step."""
    env = VectorEnv("quixo", 4, size=3)
    env.reset(0)
    for array in (env.observations, env.masks, env.rewards, env.movers):
        assert np.from_dlpack(array).ctypes.data == array.ctypes.data
        assert array.__array_interface__["data"][0] == array.ctypes.data
        assert array.flags.c_contiguous
    before = env.observations.ctypes.data
    shared = np.from_dlpack(env.observations)
    env.step(env.sample())
    assert env.observations.ctypes.data == before
    assert (shared == env.observations).all()
