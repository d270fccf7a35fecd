"""Garbage is searched for after so many events, and everything is looked at only now and then."""

import gc
import time
from collections.abc import Iterator

import pytest

from tesserae.server.garbage import ALL_AFTER, YOUNG_AFTER, Garbage


@pytest.fixture(autouse=True)
def leave_all_as_it_was() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    generations: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda generation=2: generations.append(generation))
    return generations


def test_the_young_are_searched_after_so_many_events(searched: list[int]) -> None:
    tidy = Garbage()
    searched.clear()
    for _ in range(YOUNG_AFTER - 1):
        tidy.happened(1)
    assert searched == []
    tidy.happened(1)
    assert searched == [1]
    tidy.happened(YOUNG_AFTER + 5)
    assert searched == [1, 1]


def test_everything_is_searched_when_it_is_time(searched: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    tidy = Garbage()
    searched.clear()
    now += ALL_AFTER
    tidy.happened(YOUNG_AFTER)
    tidy.happened(YOUNG_AFTER)
    assert searched == [2, 1]


def test_what_only_holds_itself_is_thrown_away() -> None:
    class Knot:
        """Something that holds itself."""

        count = 0

        def __init__(self) -> None:
            self.own = self

        def __del__(self) -> None:
            Knot.count += 1

    tidy = Garbage()
    for _ in range(10):
        Knot()
    tidy.happened(YOUNG_AFTER)
    assert Knot.count == 10
