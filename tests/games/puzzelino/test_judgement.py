"""What Puzzelino knows about playing well: what the others cannot have, a decent move, who will win."""

import random
from collections import Counter
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from games.puzzelino.play import SOLUTIONS, partly_given, play, position, puzzelino
from judging import imagined, outlook, promise, same_generator, sensible
from tesserae.games.puzzelino.board import LAYS
from tesserae.games.puzzelino.pieces import COUNT, PIECE_NAMES, piece_names
from tesserae.games.puzzelino.rules import BLOCKED, DRAW, PASS
from tesserae.kernel import batch, judgement, rules, single
from tesserae.kernel.bits import bits_in
from tesserae.kernel.compiling import compiled
from tesserae.kernel.generator import GENERATOR_WORDS, seed_generator
from tesserae.kernel.judgement import CERTAIN
from tesserae.kernel.play import ORDER_LIMIT, deal_randomly
from tesserae.kernel.rules import CHANCE, OVER, States
from trying import NO_TRAIL, legal
from variants import VARIANTS, game_of

VARIANTS_HERE = [variant for variant in VARIANTS if variant[0] == "puzzelino"]
TABLE = "+012 r0c0"
FITTING = "-11 -12 -13 -14 -15 -22 -23 -24 -25 -135"
"""What fits beside +12: every orange piece with a 1 or a 2."""


@compiled
def play_out(states: States, is_sensible: npt.NDArray[np.bool_], at_once: int) -> None:
    """Play games in place, some seats sensibly and the others at random."""
    generator = np.zeros(GENERATOR_WORDS, np.uint64)
    actions = np.zeros(at_once, np.int32)
    order = np.zeros(ORDER_LIMIT, np.int32)
    trail = np.zeros(1, np.uint64)
    for i in range(len(states)):
        state = states[i]
        seed_generator(generator, np.uint64(5), i)
        seat = rules.mover(state)
        while seat != OVER:
            if seat == CHANCE:
                deal_randomly(state, generator, order, trail)
            elif is_sensible[i, seat]:
                rules.apply(state, judgement.sensible(state, generator, actions))
            else:
                rules.apply(state, rules.choose(state, generator, actions))
            seat = rules.mover(state)


def bit_set(text: str) -> int:
    return sum(1 << PIECE_NAMES.index(name) for name in text.split())


def forgone(states: States, seat: int = 0) -> str:
    return " ".join(piece_names(int(states[0].forgone[seat])))


def shuffled_deal(states: States, rng: random.Random) -> None:
    bounds = np.zeros(ORDER_LIMIT, np.int32)
    count = single.chance(states, bounds)
    order = [rng.randrange(bound) for bound in bounds[:count].tolist()]
    single.deal(states, np.array(order, np.int32), NO_TRAIL)


# --- what was forgone --------------------------------------------------------------------------------------


def test_who_draws_has_nothing_that_fits() -> None:
    game = puzzelino("race", 2)
    states = position(game, TABLE, "+11 / -33 / +22 +23 +24")
    states[0].forgone[0] = bit_set("+55")
    play(game, states, "draw")
    assert forgone(states) == f"+55 {FITTING}"
    assert forgone(states, 1) == ""


def test_a_piece_drawn_and_kept_may_be_one_forgone_earlier_but_none_that_fits_now() -> None:
    game = puzzelino("race", 2)
    states = position(game, TABLE, "+11 / -33 / +22 +23 +24")
    states[0].forgone[0] = bit_set("+55")
    play(game, states, "draw, draw")
    assert forgone(states) == FITTING


def test_who_passes_after_a_draw_has_nothing_that_fits() -> None:
    game = puzzelino("race", 2)
    states = position(game, TABLE, "+11 / -33 / +22 +23 +24")
    states[0].forgone[0] = bit_set("+55")
    play(game, states, "draw, pass")
    assert forgone(states) == FITTING


def test_who_passes_without_a_draw_keeps_his_hand() -> None:
    game = puzzelino("race", 2)
    states = position(game, TABLE, "+11 / -33 / ")
    states[0].forgone[0] = bit_set("+55")
    play(game, states, "pass")
    assert forgone(states) == f"+55 {FITTING}"


def test_a_piece_drawn_and_laid_leaves_the_hand_as_it_was() -> None:
    game = puzzelino("race", 2)
    states = position(game, TABLE, "+11 / -33 / -13 +23 +24")
    states[0].forgone[0] = bit_set("+55")
    play(game, states, "draw, -013 r0c-1")
    assert int(states[0].seat) == 1
    assert forgone(states) == f"+55 {FITTING}"


def test_who_passes_in_the_race_after_laying_has_nothing_that_fits_then() -> None:
    """One drawn and laid: the rest of the hand is as before, and lacks what fits at the end too."""
    game = puzzelino("race", 2)
    states = position(game, TABLE, "+44 +45 / -33 / -11 +23 +24")
    states[0].forgone[0] = bit_set("+55")
    play(game, states, "draw, -110 r0c-1")
    assert int(states[0].seat) == 0
    play(game, states, "pass")
    fitting_then = bit_set("+11 +12 +13 +14 +15 +135")
    lacking = fitting_then | bit_set(f"+55 {FITTING}")
    assert int(states[0].forgone[0]) & int(states[0].unlaid) == lacking & int(states[0].unlaid)


def test_laying_tells_nothing() -> None:
    for mode in ("race", "points"):
        game = puzzelino(mode, 2)
        states = position(game, TABLE, "-13 +11 / -33 / +22 +23")
        play(game, states, "-013 r0c-1")
        assert forgone(states) == ""


@pytest.mark.parametrize(("stop", "expected"), [("free", False), ("never", True)])
def test_for_points_a_pass_after_laying_tells_something_only_if_one_may_not_stop(
    stop: str, expected: bool
) -> None:
    game = puzzelino("points", 2, stop=stop)
    states = position(game, TABLE, "-13 +55 / -33 / ")
    states[0].forgone[0] = bit_set("+44")
    play(game, states, "-013 r0c-1, pass")
    assert (forgone(states) != "+44") == expected
    assert "+44" in forgone(states)
    assert not expected or "-12" in forgone(states)


def test_for_points_who_fills_up_his_hand_may_have_anything() -> None:
    game = puzzelino("points", 2)
    states = position(game, TABLE, "-13 +55 / -33 / +22 +23")
    states[0].forgone[0] = bit_set("+44")
    play(game, states, "-013 r0c-1, pass")
    assert int(states[0].held[0]) == 3
    assert forgone(states) == ""


def test_for_points_who_lays_nothing_has_nothing_that_fits() -> None:
    game = puzzelino("points", 2)
    states = position(game, TABLE, "+33 +44 +55 / -33 / +22 +23")
    play(game, states, "pass")
    assert forgone(states) == FITTING


def test_a_deal_begins_with_nothing_forgone() -> None:
    states = puzzelino("race", 3).start()
    states[0].forgone[:] = 1
    shuffled_deal(states, random.Random(1))
    assert not states[0].forgone[:3].any()


# --- what is imagined --------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS_HERE, ids=str)
def test_what_is_imagined_agrees_with_the_known_and_sensible_moves_are_legal(variant: tuple[str, Any]) -> None:
    """Nobody ever has what he has forgone; the first who is dealt pieces is never given any of it."""
    game, generator, rng = game_of(variant), same_generator(), random.Random(3)
    actions = np.zeros(single.most_legal(game.start()), np.int32)
    seen_forgone = 0
    for _ in range(4):
        states = game.start()
        while (mover := single.mover(states)) != OVER:
            if mover == CHANCE:
                shuffled_deal(states, rng)
                continue
            truth = states[0]
            before_drawing = truth.hands.copy()
            if truth.last_drawn:
                before_drawing[mover] ^= 1 << int(truth.last_drawn) - 1
            assert not (before_drawing & truth.forgone).any()
            seen_forgone += bool((truth.forgone & truth.unlaid).any())
            for seat in range(-1, game.players):
                known = single.mask(states, seat)
                guess = imagined(known, seat, generator)
                assert known[0].forgone.tolist() == truth.forgone.tolist()
                assert single.mask(guess.reshape(1), seat).tobytes() == known.tobytes()
                hands = [bits_in(hand) for hand in guess.hands[: game.players].tolist()]
                bag = guess.bag[: int(guess.bag_left)].tolist()
                laid = bits_in(~int(guess.unlaid) & (1 << COUNT) - 1)
                assert sorted([*laid, *bag, *(piece for hand in hands for piece in hand)]) == list(range(COUNT))
                assert [len(hand) for hand in hands] == guess.held[: game.players].tolist()
                if game.players == 2 and seat >= 0:
                    last = 1 << int(guess.last_drawn) - 1 if guess.last_drawn and mover != seat else 0
                    assert not int(guess.hands[1 - seat]) & ~last & int(guess.forgone[1 - seat])
            action = sensible(states, generator, actions)
            assert single.is_legal(states, action)
            single.apply(states, action)
    assert (seen_forgone > 0) == (game.players > 1)


def test_what_nobody_has_forgone_is_imagined_equally_often_and_the_rest_is_in_the_bag() -> None:
    game = puzzelino("race", 3)
    bag = " ".join(name for name in PIECE_NAMES if name not in ("+12", "+55", "-33", "-44"))
    known = single.mask(position(game, TABLE, f"+55 / -33 / -44 / {bag}"), 0)
    known[0].forgone[1] = bit_set("+11 -11 +22 -22 +33 -33 +135 -135")
    known[0].forgone[2] = bit_set("-55")
    unseen = bits_in(int(known[0].unlaid) & ~int(known[0].hands[0]))
    generator, guesses = same_generator(), 20_000
    first: Counter[int] = Counter()
    second: Counter[int] = Counter()
    on_top: Counter[int] = Counter()
    for _ in range(guesses):
        guess = imagined(known, 0, generator)
        first.update(bits_in(guess.hands[1]))
        second.update(bits_in(guess.hands[2]))
        on_top[int(guess.bag[int(guess.bag_left) - 1])] += 1
    free = [piece for piece in unseen if not int(known[0].forgone[1]) >> piece & 1]
    barred, count = PIECE_NAMES.index("-55"), len(unseen)
    for piece in unseen:
        share = 1 / len(free) if piece in free else 0
        assert abs(first[piece] - guesses * share) <= 5 * sqrt(guesses * share)
        either = 1 / len(free) / (count - 1) + (1 - 1 / len(free) - share) / (count - 2)
        next_share = 0 if piece == barred else either
        assert abs(second[piece] - guesses * next_share) <= 5 * sqrt(guesses * next_share)
        left = (1 - share - next_share) / (count - 2)
        assert abs(on_top[piece] - guesses * left) <= 5 * sqrt(guesses * left)


def test_who_must_have_something_forgone_is_given_it() -> None:
    game = puzzelino("race", 2)
    known = single.mask(position(game, TABLE, "+55 / -33 -44 / +22 +23"), 0)
    known[0].forgone[1] = int(known[0].unlaid) & ~bit_set("+11")
    generator = same_generator()
    for _ in range(50):
        guess = imagined(known, 0, generator)
        assert len(bits_in(guess.hands[1])) == 2
        assert int(guess.hands[1]) & bit_set("+11")


def test_the_piece_drawn_last_may_be_any() -> None:
    game = puzzelino("race", 2)
    states = position(game, TABLE, "+55 / +11 / +22 +23 +24", seat=1)
    states[0].forgone[1] = bit_set("+33 +44")
    play(game, states, "draw")
    known, generator = single.mask(states, 0), same_generator()
    guesses = [imagined(known, 0, generator) for _ in range(2000)]
    drawn = {int(guess.last_drawn) - 1 for guess in guesses}
    assert drawn == set(bits_in(int(known[0].unlaid) & ~int(known[0].hands[0])))
    before = {next(p for p in bits_in(guess.hands[1]) if p != int(guess.last_drawn) - 1) for guess in guesses}
    assert before == drawn - set(bits_in(bit_set(f"+33 +44 {FITTING}")))


# --- a decent move -----------------------------------------------------------------------------------------


def piece_laid(states: States, move: int) -> str:
    """Find the piece by what leaves the hand."""
    after = states.copy()
    single.apply(after, move)
    (piece,) = bits_in(int(states[0].hands[0]) & ~int(after[0].hands[0]))
    return PIECE_NAMES[piece]


def moves_made(states: States, tries: int = 300) -> Counter[int]:
    generator, actions = same_generator(), np.zeros(single.most_legal(states), np.int32)
    return Counter(sensible(states, generator, actions) for _ in range(tries))


def test_in_the_race_one_lays_what_lets_one_go_on() -> None:
    game = puzzelino("race", 2)
    states = position(game, TABLE, "-11 -13 -24 / -33 / +22")
    expected = {move for move in legal(states) if piece_laid(states, move) == "-11"}
    assert len(expected) > 1
    assert set(moves_made(states)) == expected
    states = position(game, TABLE, "-13 -24 / -33 / +22")
    assert set(moves_made(states)) == set(legal(states))


def test_for_points_all_pieces_are_alike_and_nobody_stops() -> None:
    game = puzzelino("points", 2)
    states = position(game, TABLE, "-11 -13 -24 / -33 / +22")
    states[0].lays = 1
    assert PASS in legal(states)
    assert set(moves_made(states, 1000)) == set(legal(states)) - {PASS}


def test_nobody_takes_a_piece_that_he_need_not_take() -> None:
    game = puzzelino("race", 2)
    states = position(game, TABLE, "+11 / -33 / +22 +23 +24")
    assert set(moves_made(states)) == {DRAW}
    play(game, states, "draw")
    assert DRAW in legal(states)
    assert set(moves_made(states)) == {PASS}


def test_going_on_promises_more_in_the_race() -> None:
    for mode, more in (("race", 1), ("points", 0)):
        game = puzzelino(mode, 2)
        states = position(game, TABLE, "-11 -13 -135 / -33 / +22")
        promised = {(piece_laid(states, move), int(promise(states, move))) for move in legal(states)}
        assert promised == {("-11", 1 + more), ("-135", 1 + more), ("-13", 1)}
        assert promise(states, DRAW) < promise(states, PASS) < 1


@pytest.mark.parametrize(("mode", "share"), [("race", 0.57), ("points", 0.53)])
def test_sensible_play_beats_random_play(mode: str, share: float) -> None:
    states = np.repeat(puzzelino(mode, 2).start(), 4000)
    is_sensible = np.zeros((4000, 2), np.bool_)
    is_sensible[::2, 0] = is_sensible[1::2, 1] = True
    play_out(states, is_sensible, int(single.most_legal(states)))
    winners, _, _ = batch.results(states, 2)
    won = (winners & np.where(is_sensible[:, 0], 1, 2)) > 0
    assert (won / np.where(winners == 3, 2, 1)).mean() > share


# --- who will win ------------------------------------------------------------------------------------------


def with_scores(scores: tuple[int, ...], mode: str = "race", end: int = 0) -> States:
    hands = " / ".join(["-33", "-44", "-55", "+55"][: len(scores)])
    states = position(puzzelino(mode, len(scores)), TABLE, f"{hands} / +11", points=scores)
    states[0].end = end
    return states


def outlooks(states: States) -> list[int]:
    return [int(outlook(states, seat)) for seat in range(int(states[0].players))]


@pytest.mark.parametrize("mode", ["race", "points"])
@pytest.mark.parametrize("scores", [(0, 0), (5, -2), (1, 2, 3), (6, 6, 0, -9)])
@pytest.mark.parametrize("end", [0, BLOCKED])
def test_somebody_wins(mode: str, scores: tuple[int, ...], end: int) -> None:
    chances = outlooks(with_scores(scores, mode, end))
    assert CERTAIN - 2 * len(scores) <= sum(chances) <= CERTAIN
    assert sorted(chances) == [chances[seat] for seat in sorted(range(len(scores)), key=lambda s: scores[s])]


def test_more_points_are_better_and_count_more_in_the_game_for_points() -> None:
    chances = [outlooks(with_scores((score, 3, 1)))[0] for score in range(-5, 7)]
    assert chances == sorted(set(chances))
    assert outlooks(with_scores((4, 3), "points"))[0] > outlooks(with_scores((4, 3)))[0] > CERTAIN // 2


def test_who_has_won_is_nearly_certain_and_points_still_count() -> None:
    narrow, wide = outlooks(with_scores((6, 5), end=BLOCKED)), outlooks(with_scores((6, -5), end=BLOCKED))
    assert 9 * CERTAIN // 10 < narrow[0] < wide[0] <= CERTAIN
    assert 0 <= wide[1] < narrow[1] < CERTAIN // 10
    assert outlooks(with_scores((6, 6, -9), end=BLOCKED)) == pytest.approx([CERTAIN // 2] * 2 + [0], abs=20)


def test_who_gave_up_has_lost() -> None:
    states = with_scores((6, 2))
    single.resign(states, 0)
    assert outlooks(states)[0] < CERTAIN // 10 < outlooks(states)[1]


def test_alone_the_pieces_laid_count() -> None:
    nearly, half = (range(COUNT - 1), range(COUNT // 2))
    states = {
        given: puzzelino("tray", 1, puzzle=partly_given(SOLUTIONS[0], set(given))).start()
        for given in (nearly, half)
    }
    assert outlooks(states[half]) == [CERTAIN // 2]
    assert outlooks(states[nearly]) == [CERTAIN * (COUNT - 1) // COUNT]
    (last,) = [move for move in legal(states[nearly]) if move < LAYS][:1]
    single.apply(states[nearly], last)
    assert single.winners(states[nearly]) == 1
    assert outlooks(states[nearly]) == [CERTAIN]
