"""Throws of RioMino: sorted into classes without loss, and the same winner for all throws of a class."""

import itertools
import math
import random

import pytest

from solve.riomino.positions import is_won, solved
from tesserae.crew import Threads
from tesserae.games.riomino.dice import FACE_COUNT
from tesserae.solve.riomino.symmetry import FACE_IMAGES
from tesserae.solve.riomino.throws import Throws, every_throw, some_throws, survey, throw_classes, thrown


@pytest.mark.parametrize("dice", [1, 2, 6])
def test_every_throw_is_in_one_class(dice: int) -> None:
    classes = throw_classes(dice)
    assert classes.weights.sum() == FACE_COUNT ** (2 * dice + 1)
    assert len(classes.hands) == math.comb(dice + FACE_COUNT - 1, dice)


def test_classes_are_what_exchanging_values_leaves_apart() -> None:
    def renamed(throw: tuple[int, ...], faces: list[int]) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        a, b, c, d, start = (faces[face] for face in throw)
        return tuple(sorted((a, b))), tuple(sorted((c, d))), start

    throws = itertools.product(range(FACE_COUNT), repeat=5)
    expected = {min(renamed(throw, faces) for faces in FACE_IMAGES.tolist()) for throw in throws}
    classes = throw_classes(2)
    found = {renamed(tuple(classes.throw(i)), list(range(FACE_COUNT))) for i in range(len(classes.throws))}
    assert len(classes.throws) == len(expected)
    assert {min(renamed((*a, *b, s), faces) for faces in FACE_IMAGES.tolist()) for a, b, s in found} == expected


def test_starter_has_54036_classes_of_throws() -> None:
    orders, weights = every_throw("starter")
    assert len(orders) == len(weights) == 54_036


def test_exchanged_values_leave_the_winner_as_he_was() -> None:
    rng = random.Random(1)
    for order in some_throws("starter", 6, 1)[0]:
        faces = rng.choice(FACE_IMAGES.tolist())
        images = [faces[face] for face in order]
        assert solved(thrown("starter", order)).is_won == solved(thrown("starter", images)).is_won


def test_a_survey_counts_what_each_throw_is_worth() -> None:
    orders, _ = some_throws("starter", 8, 2)
    weights = list(range(1, 9))
    told = list[tuple[int, int]]()
    found = survey(
        "starter", Throws(orders, weights), 1, Threads(2), lambda done, count: told.append((done, count))
    )
    expected = sum(
        weight for order, weight in zip(orders, weights, strict=True) if is_won(thrown("starter", order))
    )
    assert (found.won, found.throws, found.solved) == (expected, 36, 8)
    assert 0 < found.most <= found.looked
    assert told[0] == (0, 8)
    assert told[-1] == (8, 8)
