"""What everybody may conclude from what a player does, and what is imagined from that."""

import random
from collections import Counter
from itertools import combinations
from math import prod
from typing import Any

import numpy as np
import pytest

from games.dominoes.play import NO_TRAIL, deal, deal_text, dominoes, shuffled
from games.dominoes.positions import position, read_tiles
from games.dominoes.random_rounds import shuffled_deal
from judging import imagined, same_generator, sensible
from tesserae.games.dominoes import Dominoes
from tesserae.games.dominoes.inference import DREW, KEPT, LAID_ANOTHER, REFUSED
from tesserae.games.dominoes.rules import DRAW, LIKELY, PASS
from tesserae.games.dominoes.start import starts_rightly
from tesserae.games.dominoes.tiles import COUNT, START_RANK, tile_name
from tesserae.kernel import single
from tesserae.kernel.bits import bits_in
from tesserae.kernel.rules import CHANCE, OVER, States
from variants import VARIANTS, game_of

VARIANTS_HERE = [variant for variant in VARIANTS if variant[0] in ("triominos", "tripple")]
TWO_FIVES = "0-5-5 1-5-5 2-5-5 3-5-5 4-5-5"
"""What fits beside 5-5-5."""


def play_before_all(game: Dominoes, states: States, *moves: str) -> None:
    """Make legal moves, in place, while the others watch."""
    for move in moves:
        action = game.parse(states[0], move)
        assert single.is_legal(states, action), str(game.refusal(states[0], action))
        single.step(states, action, NO_TRAIL)


def told(states: States, seat: int = 0) -> dict[int, str]:
    """The tiles that something speaks against, by their odds."""
    found: dict[int, list[str]] = {}
    for tile, odds in enumerate(states[0].odds[seat].tolist()):
        if odds < LIKELY and int(states[0].unlaid) >> tile & 1:
            found.setdefault(odds, []).append(tile_name(tile))
    return {odds: " ".join(names) for odds, names in sorted(found.items())}


def percent(*shares: int) -> int:
    odds = LIKELY
    for share in shares:
        odds = odds * share // 100
    return odds


# --- what everybody sees -----------------------------------------------------------------------------------


def test_who_draws_hardly_has_what_fits() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "012 / 345 / 001 002 003")
    play_before_all(game, states, "draw")
    assert told(states) == {percent(DREW // 2): TWO_FIVES}
    assert told(states, 1) == {}


def test_the_more_play_the_more_a_draw_tells() -> None:
    game = dominoes("tripple", 3)
    states = position(game, "555 r0c0", "012 / 345 / 344 / 001 002 003")
    play_before_all(game, states, "draw")
    assert told(states) == {percent(DREW // 3): TWO_FIVES}


def test_who_must_lay_what_fits_and_draws_has_nothing_that_fits() -> None:
    game = dominoes("pressman")
    states = position(game, "555 r0c0", "012 / 345 / 001 002 003")
    play_before_all(game, states, "draw", "draw")
    assert told(states) == {0: TWO_FIVES}


def test_of_a_tile_drawn_and_kept_nothing_is_known_but_that_it_was_not_laid() -> None:
    """Three tiles as before and one that is new: what fits is a quarter as likely as the new one alone says."""
    game = dominoes("pressman")
    states = position(game, "555 r0c0", "012 013 014 / 345 / 001 002 003")
    states[0].odds[0, read_tiles("000 001")] = 0
    play_before_all(game, states, "draw", "draw")
    unlaid = int(states[0].unlaid)
    spoken_against = len(TWO_FIVES.split()) + 2
    before, new = 1 / (unlaid.bit_count() - spoken_against), 1 / (unlaid.bit_count() - spoken_against + 2)
    share = (new / 4) / (3 / 4 * before + new / 4)
    assert told(states) == {0: TWO_FIVES, round(LIKELY * share): "0-0-0 0-0-1"}


def test_a_tile_drawn_and_laid_leaves_the_hand_as_it_was() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "012 / 345 / 055 002 003")
    play_before_all(game, states, "draw", "055 @ r0c1")
    assert told(states) == {percent(DREW // 2): TWO_FIVES.replace("0-5-5 ", "")}


def test_a_tile_drawn_and_kept_though_it_could_be_laid_is_less_likely_one_that_fits() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "012 / 345 / 001 002 003")
    states[0].odds[0, read_tiles("055 155 255 355 455")] = 1
    play_before_all(game, states, "draw", "draw")
    ((odds, names),) = told(states).items()
    assert names == TWO_FIVES
    assert LIKELY * KEPT // 100 // 2 <= odds <= LIKELY * KEPT // 100 // 2 + 3


def test_who_passes_after_three_draws_has_kept_the_last_tile_too() -> None:
    game = dominoes("pressman")
    states = position(game, "555 r0c0", "012 / 345 / 001 002 003 004")
    states[0].odds[0, read_tiles("000")] = 0
    play_before_all(game, states, "draw", "draw", "draw")
    (_, after_two) = states[0].odds[0, read_tiles("055 000")].tolist()
    play_before_all(game, states, "pass")
    (never, after_three) = states[0].odds[0, read_tiles("055 000")].tolist()
    assert never == 0 < after_two < after_three < LIKELY


@pytest.mark.parametrize(("edition", "share"), [("triominos", 0), ("pressman", 0), ("tripple", REFUSED)])
def test_who_passes_with_an_empty_pool_cannot_or_will_not_lay(edition: str, share: int) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "012 / 345 / ")
    play_before_all(game, states, "pass")
    assert told(states) == {percent(share): TWO_FIVES}


def test_who_lays_a_tile_less_likely_has_another_that_fitted() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "255 012 / 345 / 001")
    play_before_all(game, states, "255 @ r0c1")
    assert told(states) == {percent(LAID_ANOTHER): TWO_FIVES.replace("2-5-5 ", "")}


def test_nobody_has_a_tile_that_is_laid() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "255 012 / 345 / 001")
    play_before_all(game, states, "255 @ r0c1")
    assert not states[0].odds[:2, read_tiles("255")].any()


def test_what_speaks_against_a_tile_adds_up_but_is_never_certain() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "012 / 345 / 001 002 003")
    states[0].odds[0, read_tiles("055 155")] = 100, 1
    play_before_all(game, states, "draw")
    odds = states[0].odds[0, read_tiles("055 155 255")].tolist()
    assert odds == [100 * (DREW // 2) // 100, 1, percent(DREW // 2)]


def test_where_the_best_tile_starts_nobody_was_dealt_a_better_one() -> None:
    game, rng = dominoes("pressman", 3), random.Random(2)
    for _ in range(20):
        states = game.start()
        states[0].odds[:] = 7
        deal(game, states, deal_text(states, shuffled(rng)))
        assert (states[0].odds[:3] == LIKELY).all()
        actions = np.zeros(single.most_legal(states), np.int32)
        single.step(states, int(actions[: single.legal(states, actions)][0]), NO_TRAIL)
        (started,) = set(range(COUNT)) - set(bits_in(states[0].unlaid))
        for seat in range(3):
            better = START_RANK[started] < START_RANK
            assert (
                states[0].odds[seat].tolist()
                == np.where(better | (np.arange(COUNT) == started), 0, LIKELY).tolist()
            )


def test_where_any_tile_may_start_the_first_tells_nothing() -> None:
    game, rng = dominoes("triominos", 3), random.Random(2)
    states = game.start()
    while single.mover(states) == CHANCE:
        deal(game, states, deal_text(states, shuffled(rng)))
    actions = np.zeros(single.most_legal(states), np.int32)
    single.step(states, int(actions[: single.legal(states, actions)][0]), NO_TRAIL)
    assert all(told(states, seat) == {} for seat in range(3))


def test_nobody_watches_what_is_only_tried() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "012 / 345 / 001 002 003")
    single.apply(states, DRAW)
    assert told(states) == {}


class Watcher:
    """The odds once more, in exact fractions of public facts, and rounded nowhere."""

    def __init__(self, game: Dominoes) -> None:
        self.game = game
        self.odds = np.ones((game.players, COUNT))

    def see(self, states: States, action: int) -> None:
        state = states[0]
        seat, edition = int(state.seat), self.game.options.edition
        fits = np.array([int(state.fitting) >> tile & 1 for tile in range(COUNT)], bool)
        unlaid = np.array([int(state.unlaid) >> tile & 1 for tile in range(COUNT)], bool)
        obliged = edition == "pressman" or (edition == "triominos" and not state.pool_left)
        if action in (DRAW, PASS) and not state.draws:
            share = 0 if obliged else DREW // self.game.players if action == DRAW else REFUSED
            self.odds[seat, fits] *= share / 100
        elif action in (DRAW, PASS):
            drawn = np.where(fits, 0 if obliged else KEPT / 100, 1) * unlaid
            old = self.odds[seat] * unlaid
            mixed = (int(state.held[seat]) - 1) * old / old.sum() + drawn / drawn.sum()
            self.odds[seat] = mixed / mixed.max()
        elif unlaid.all():
            if edition != "triominos":
                self.odds[:, START_RANK[action % COUNT] < START_RANK] = 0
        elif not state.draws:
            self.odds[seat, fits] *= LAID_ANOTHER / 100


def watched_round(game: Dominoes, rng: random.Random, look: Any) -> None:
    """Play sensibly, with whims, and look before every move."""
    states, generator = game.start(), same_generator()
    generator[0] = rng.getrandbits(60)
    actions, watcher = np.zeros(single.most_legal(states), np.int32), Watcher(game)
    while (mover := single.mover(states)) != OVER:
        if mover == CHANCE:
            shuffled_deal(states, rng)
            watcher = Watcher(game)
            continue
        look(states, watcher)
        action = sensible(states, generator, actions)
        watcher.see(states, action)
        single.step(states, action, NO_TRAIL)


@pytest.mark.parametrize("variant", VARIANTS_HERE, ids=str)
def test_the_odds_follow_from_what_everybody_saw(variant: tuple[str, Any]) -> None:
    """The engine counts in whole numbers: it may be a few steps off, and never takes unlikely for impossible."""
    game = game_of(variant)
    assert isinstance(game, Dominoes)

    def compare(states: States, watcher: Watcher) -> None:
        unlaid = bits_in(states[0].unlaid)
        for seat in range(game.players):
            odds = states[0].odds[seat][unlaid].astype(float)
            expected = watcher.odds[seat][unlaid]
            assert ((odds == 0) == (expected == 0)).all()
            assert np.abs(odds / odds.max() - expected / expected.max()).max() < 0.06

    for seed in range(5):
        watched_round(game, random.Random(seed), compare)


@pytest.mark.parametrize("edition", ["triominos", "pressman", "tripple", "tripple-de"])
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_nobody_has_what_he_cannot_have_and_seldom_what_he_hardly_has(edition: str, players: int) -> None:
    """Of the tiles whose odds are a quarter or less, players have less than half as many as of all.

    What is drawn in a turn is taken in when its player makes his next move.
    """
    game = dominoes(edition, players, rounds=1)
    doubtful, all_tiles = np.zeros(2), np.zeros(2)

    def count(states: States, _watcher: Watcher) -> None:
        unlaid = int(states[0].unlaid)
        for seat in range(players):
            hand = int(states[0].hands[seat]) & ~int(states[0].drawn)
            odds = states[0].odds[seat]
            assert odds[bits_in(hand)].all()
            low = sum(1 << tile for tile in bits_in(unlaid) if odds[tile] <= LIKELY // 4)
            doubtful[:] += (hand & low).bit_count(), low.bit_count()
            all_tiles[:] += hand.bit_count(), unlaid.bit_count()

    rng = random.Random(players)
    for _ in range(40):
        watched_round(game, rng, count)
    assert doubtful[1] > 500
    assert doubtful[0] / doubtful[1] < all_tiles[0] / all_tiles[1] / 2


# --- what one imagines -------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS_HERE, ids=str)
def test_what_is_imagined_agrees_with_the_known(variant: tuple[str, Any]) -> None:
    game, generator = game_of(variant), same_generator()
    assert isinstance(game, Dominoes)

    def check(states: States, _watcher: Watcher) -> None:
        for seat in range(-1, game.players):
            known = single.mask(states, seat)
            guess = imagined(known, seat, generator)
            assert known[0].odds.tolist() == states[0].odds.tolist()
            assert single.mask(guess.reshape(1), seat).tobytes() == known.tobytes()
            hands = [bits_in(hand) for hand in guess.hands[: game.players].tolist()]
            pool = guess.pool[: int(guess.pool_left)].tolist()
            tiles = [*pool, *(tile for hand in hands for tile in hand)]
            assert len(set(tiles)) == len(tiles)
            assert not {tile for tile in tiles if not int(guess.unlaid) >> tile & 1}
            assert [len(hand) for hand in hands] == guess.held[: game.players].tolist()
            drawn = bits_in(guess.drawn)
            assert len(drawn) == int(guess.draws)
            assert set(drawn) <= set(hands[single.mover(states)])

    watched_round(game, random.Random(3), check)


def test_hands_are_imagined_as_often_as_the_odds_of_all_players_say() -> None:
    """Six tiles nobody has seen, two players with two each: every pair of hands is counted and compared."""
    game = dominoes("tripple", 3)
    states = position(game, "555 r0c0", "455 / 333 012 / 001 002 / 003 004")
    hidden = read_tiles("333 012 001 002 003 004")
    states[0].unlaid = sum(1 << tile for tile in [*hidden, *read_tiles("455")])
    states[0].odds[1, hidden] = 20, 255, 255, 100, 0, 60
    states[0].odds[2, hidden] = 255, 255, 10, 255, 40, 255
    known, generator, guesses = single.mask(states, 0), same_generator(), 40_000
    weights = {}
    for one in combinations(hidden, 2):
        for other in combinations(sorted(set(hidden) - set(one)), 2):
            odds = [*states[0].odds[1, list(one)].tolist(), *states[0].odds[2, list(other)].tolist()]
            key = frozenset(one), frozenset(other)
            weights[key] = prod(weight / LIKELY for weight in odds)
    counts: Counter[Any] = Counter()
    on_top: Counter[int] = Counter()
    for _ in range(guesses):
        guess = imagined(known, 0, generator)
        counts[frozenset(bits_in(guess.hands[1])), frozenset(bits_in(guess.hands[2]))] += 1
        on_top[int(guess.pool[1]) == max(guess.pool[:2].tolist())] += 1
    whole = sum(weights.values())
    off = sum(abs(counts[key] / guesses - weight / whole) for key, weight in weights.items()) / 2
    uniformly = sum(abs(1 / len(weights) - weight / whole) for weight in weights.values()) / 2
    assert uniformly > 0.5
    assert off < 0.08
    assert sum(counts[key] for key, weight in weights.items() if weight == 0) < guesses / 200
    assert abs(on_top[True] / guesses - 0.5) < 0.02


def test_the_tile_drawn_last_may_be_any() -> None:
    """Of three tiles the one drawn last is not measured by the odds, the others are."""
    game = dominoes("tripple")
    pool = " ".join("".join(map(str, (a, b, c))) for a in range(3) for b in range(a, 4) for c in range(b, 4))
    states = position(game, "555 r0c0", f"455 / 333 / {pool}")
    known = single.mask(states, 0)
    doubtful = read_tiles("000 001 055 155 345 012 013 022 023 122")
    known[0].odds[1, doubtful] = 1
    known[0].seat, known[0].draws, known[0].held[1], known[0].pool_left = 1, 2, 3, int(known[0].pool_left) - 2
    generator, guesses, counts = same_generator(), 5000, np.zeros(2)
    for _ in range(guesses):
        guess = imagined(known, 0, generator)
        hand, drawn = bits_in(guess.hands[1]), bits_in(guess.drawn)
        assert set(drawn) < set(hand)
        counts += [len(set(tiles) & set(doubtful)) for tiles in (drawn, set(hand) - set(drawn))]
    in_play = set(bits_in(int(known[0].unlaid) & ~int(known[0].hands[0])))
    assert counts[0] / guesses == pytest.approx(len(in_play & set(doubtful)) / len(in_play), abs=0.04)
    assert counts[1] / guesses < 0.02


def test_before_the_first_tile_it_is_right_who_starts() -> None:
    game, rng, generator = dominoes("pressman", 3), random.Random(1), same_generator()
    states = game.start()
    deal(game, states, deal_text(states, shuffled(rng)))
    known = single.mask(states, (int(states[0].starter) + 1) % 3)
    assert all(starts_rightly(imagined(known, (int(states[0].starter) + 1) % 3, generator)) for _ in range(200))
