"""Threads as a crew: results in order, nothing begun too early, nothing left running."""

import threading
import time
from contextlib import closing

import pytest

from tesserae.crew import AHEAD, Threads


def test_results_come_in_the_order_of_the_pieces() -> None:
    def slow_first(piece: int) -> int:
        time.sleep(0.02 if piece == 0 else 0)
        return piece * piece

    assert list(Threads(3).map(slow_first, range(50))) == [piece * piece for piece in range(50)]
    assert list(Threads(3).map(slow_first, [])) == []


def test_no_more_is_begun_than_is_needed_soon() -> None:
    begun = list[int]()
    with closing(Threads(2).map(begun.append, range(1000))) as results:
        next(results)
        time.sleep(0.1)
    assert len(begun) <= 2 * AHEAD


def test_whoever_stops_early_leaves_nothing_running() -> None:
    stopped = threading.Event()

    def patient(piece: int) -> int:
        if piece:
            stopped.wait(60)
        return piece

    before = threading.active_count()
    with closing(Threads(2).map(patient, range(100), stopped.set)) as results:
        assert next(results) == 0
    assert stopped.is_set()
    assert threading.active_count() == before


def test_what_goes_wrong_in_a_piece_is_told() -> None:
    def fails(piece: int) -> int:
        if piece == 3:
            raise ValueError("piece 3")
        return piece

    done = list[int]()
    stopped = threading.Event()
    with pytest.raises(ValueError, match="piece 3"):
        done.extend(Threads(2).map(fails, range(10), stopped.set))
    assert stopped.is_set()
