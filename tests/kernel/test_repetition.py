"""Courses of play: what the trail remembers, in matches, batches and playouts, with deals in between."""

import random

import numpy as np
import pytest

from tesserae.kernel import batch, single
from tesserae.kernel.rules import CHANCE, States
from tesserae.match import Match
from toy.ring import DEALS, PLACES, SPIN, SPINS, Ring
from variants import VARIANTS, game_of

RING = Ring(Ring.options_type())


class PlainRing:
    """The ring game with a whole history, in the plainest Python."""

    def __init__(self, deals: list[int]) -> None:
        self.deals = deals
        self.dealt = self.seat = 0
        self.over = False
        self.deal()

    def deal(self) -> None:
        self.place, self.spins = self.deals[self.dealt], 0
        self.dealt += 1
        self.history = [(self.place, self.seat, self.spins)]

    def play(self, action: int) -> None:
        self.seat = 1 - self.seat
        if action == SPIN:
            self.spins += 1
        else:
            self.place = (self.place + (1 if action == 1 else -1)) % PLACES
        if self.spins == SPINS:
            self.over = self.dealt == DEALS
            if not self.over:
                self.deal()
            return
        self.history.append((self.place, self.seat, self.spins))
        self.over = self.history.count(self.history[-1]) == 3


@pytest.mark.parametrize("seed", range(200))
def test_matches_remember_from_each_deal_on(seed: int) -> None:
    rng = random.Random(seed)
    deals = [rng.randrange(PLACES) for _ in range(DEALS)]
    plain, match = PlainRing(deals), Match(RING, deals=[[place] for place in deals])
    while not plain.over:
        assert not match.over
        assert (match.states[0].place, match.states[0].spins, match.mover) == (
            plain.place,
            plain.spins,
            plain.seat,
        )
        action = rng.choice([0, 1, 0, 1, 0, 1, SPIN])
        plain.play(action)
        match.play(action)
    assert match.over


def test_batches_remember_from_where_they_begin_and_from_each_deal_on() -> None:
    rng = random.Random(1)
    deals = [[rng.randrange(PLACES) for _ in range(DEALS)] for _ in range(300)]
    plain = [PlainRing(order) for order in deals]
    states = np.repeat(RING.start(), len(deals))
    trails = batch.begin(states, 32)
    given = np.zeros(len(deals), np.int64)
    while not all(game.over for game in plain):
        for i in range(len(states)):
            if single.mover(states[i : i + 1]) == CHANCE:
                order = np.array([deals[i][given[i]]], np.int32)
                single.deal(states[i : i + 1], order, trails[i])
                given[i] += 1
        assert states["place"].tolist() == [game.place for game in plain]
        actions = np.array([rng.choice([0, 1, 0, 1, SPIN]) for _ in plain])
        running = [not game.over for game in plain]
        assert batch.steps(states, actions, trails).tolist() == running
        for game, action in zip(plain, actions.tolist(), strict=True):
            if not game.over:
                game.play(action)


def test_playouts_agree_with_the_plain_history() -> None:
    """The generator's choices, replayed on the plain game, end it after the same number of moves."""
    states = np.repeat(RING.start(), 500)
    moves = batch.playouts(states, 9, threads=1)
    for i in range(len(states)):
        generator = np.zeros(4, np.uint64)
        single.seeded(generator, np.uint64(9), i)
        state = RING.start()
        bounds = np.array([PLACES], np.int32)
        trail = np.zeros(1024, np.uint64)
        single.begin(state, trail)
        plain, played, actions = PlainRing([0, 0]), 0, np.zeros(3, np.int32)
        while not plain.over:
            if single.mover(state) == CHANCE:
                plain.place = bounds[0] = below(generator, PLACES)
                plain.history = [(plain.place, plain.seat, 0)]
                single.deal(state, bounds, trail)
            action = int(single.choose(state, generator, actions))
            single.apply(state, action)
            plain.play(action)
            played += 1
        assert played == moves[i]


def below(generator: np.ndarray[tuple[int], np.dtype[np.uint64]], bound: int) -> int:
    from tesserae.kernel.generator import below as draw

    with np.errstate(over="ignore"):
        return int(draw(generator, bound))


def test_every_deal_of_a_match_and_of_a_batch_is_another() -> None:
    places = []
    for seed in range(40):
        match = Match(RING, seed)
        first = int(match.states[0].place)
        for _ in range(SPINS):
            match.play(SPIN)
        places.append((first, int(match.states[0].place)))
    assert len({first for first, _ in places}) == PLACES
    assert any(first != second for first, second in places)
    states = np.repeat(RING.start(), 64)
    whole = states.copy()
    batch.deals(whole, batch.begin(whole), seed=4)
    halves = states.copy()
    batch.deals(halves[:32], batch.begin(halves[:32]), seed=4)
    batch.deals(halves[32:], batch.begin(halves[32:]), seed=4, first=32)
    assert halves.tobytes() == whole.tobytes()
    assert len(set(whole["place"].tolist())) == PLACES


def test_a_short_trail_forgets_only_what_is_older() -> None:
    """Round the ring in one direction a place comes again after ten moves: a trail of eight cannot know it."""
    remembered, forgotten = (np.repeat(RING.start(), 1) for _ in range(2))
    lasted = []
    for states, positions in ((remembered, 32), (forgotten, 8)):
        trails = batch.begin(states, positions)
        batch.deals(states, trails, seed=1)
        count = 0
        while count < 100 and batch.steps(states, np.array([1]), trails)[0]:
            count += 1
        lasted.append(count)
    assert lasted == [20, 100]


def test_a_short_trail_remembers_what_is_recent() -> None:
    states = RING.start()
    trails = batch.begin(states, 8)
    batch.deals(states, trails, seed=1)
    moves = [1] * 30 + [1, 0] * 10
    made = [bool(batch.steps(states, np.array([move]), trails)[0]) for move in moves]
    assert sum(made) == 34  # the place after 30 moves comes again after 32 and 34


class DealtRing(Ring):
    """The ring with the token on its place from the start."""

    def start(self) -> States:
        states = super().start()
        single.deal(states, np.array([2], np.int32), np.zeros(8, np.uint64))
        return states


def test_the_start_counts_as_an_occurrence() -> None:
    """Round the ring in one direction the start comes again after ten moves, for the third time after twenty."""
    match = Match(DealtRing(Ring.options_type()))
    while not match.over:
        match.play("on")
    assert match.move_count == 20


def test_a_playout_in_mid_run_does_not_take_another_games_positions_for_its_own() -> None:
    """Games that start anew and in the middle of a run, mixed, end as each does alone."""
    middle, trail = RING.start(), np.zeros(64, np.uint64)
    single.deal(middle, np.array([0], np.int32), trail)
    for action in (1, 1, 0, 1, 1):
        single.step(middle, action, trail)
    together = np.concatenate([RING.start(), middle] * 500)
    starts = together.copy()
    moves = batch.playouts(together, 5, threads=1)
    for i in range(len(together)):
        alone = starts[i : i + 1].copy()
        assert batch.playouts(alone, 5, first=i)[0] == moves[i]
        assert alone.tobytes() == together[i].tobytes()


def test_a_playout_stops_at_its_limit() -> None:
    states = np.repeat(game_of(VARIANTS[0]).start(), 50)
    assert batch.playouts(states, 1, move_limit=3).max() == 3
    assert (batch.results(states, 2)[1] == 0).all()
