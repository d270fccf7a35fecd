"""Timing that survives a noisy machine: all contestants in turn, several rounds, the best of each."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Contestant:
    """Something that does work when called, and returns how much."""

    name: str
    work: Callable[[], int]
    best: float = 0.0
    """The highest rate seen, in units of work a second."""


@dataclass
class Timing:
    """Something that people wait for, how long it took, and the time it should stay below, if any."""

    name: str
    seconds: float
    aim: float | None = None


@dataclass
class Sheet:
    """A table with columns of its own: for each row the figures by the names of the columns."""

    title: str
    rows: dict[str, dict[str, float]]


def race(contestants: list[Contestant], seconds: float, rounds: int = 10) -> None:
    """Give every contestant a slice of time in each round, so that a slow moment of the machine hits all alike."""
    for contestant in contestants:
        contestant.work()
    for _ in range(rounds):
        for contestant in contestants:
            done, began = 0, time.perf_counter()
            while (elapsed := time.perf_counter() - began) < seconds / rounds:
                done += contestant.work()
            contestant.best = max(contestant.best, done / elapsed)
