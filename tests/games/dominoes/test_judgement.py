"""What the triangle dominoes know about playing well: what others hardly have, a decent move, who will win."""

import random
from collections import Counter
from itertools import pairwise
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from games.dominoes.play import deal, deal_text, dominoes, play, shuffled
from games.dominoes.positions import FIVE_AROUND_A_POINT, ONE_HEXAGON, position, read_tiles
from games.dominoes.random_rounds import shuffled_deal
from judging import imagined, outlook, same_generator, sensible
from tesserae.games.dominoes.judgement import HARDLY, WHIM
from tesserae.games.dominoes.rules import ABOVE, ALONE_OUT, LAYS, LIMIT, OUT
from tesserae.games.dominoes.start import starts_rightly
from tesserae.games.dominoes.tiles import COUNT, VALUE, tile_names
from tesserae.kernel import batch, judgement, rules, single
from tesserae.kernel.bits import bits_in
from tesserae.kernel.compiling import compiled
from tesserae.kernel.generator import GENERATOR_WORDS, seed_generator
from tesserae.kernel.judgement import CERTAIN
from tesserae.kernel.play import ORDER_LIMIT, deal_randomly
from tesserae.kernel.rules import CHANCE, OVER, States
from variants import VARIANTS, game_of

VARIANTS_HERE = [variant for variant in VARIANTS if variant[0] in ("triominos", "tripple")]
TWO_FIVES = "0-5-5 1-5-5 2-5-5 3-5-5 4-5-5"
"""What fits beside 5-5-5."""


@compiled
def play_sensibly(
    states: States, is_sensible: npt.NDArray[np.bool_], foreseen: npt.NDArray[np.int64], at_once: int
) -> None:
    """Play matches in place, some seats at random; note everybody's outlook after each of the first rounds."""
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
                if 0 < state.rounds_played < foreseen.shape[1]:
                    for other in range(state.players):
                        foreseen[i, state.rounds_played, other] = judgement.outlook(state, other)
                deal_randomly(state, generator, order, trail)
            elif is_sensible[i, seat]:
                rules.apply(state, judgement.sensible(state, generator, actions))
            else:
                rules.apply(state, rules.choose(state, generator, actions))
            seat = rules.mover(state)


def bit_set(text: str) -> int:
    return sum(1 << tile for tile in read_tiles(text))


def forgone(states: States, seat: int = 0) -> str:
    return " ".join(tile_names(int(states[0].forgone[seat])))


# --- what was forgone --------------------------------------------------------------------------------------


def test_who_draws_has_nothing_that_fits() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "012 / 345 / 001 002 003")
    states[0].forgone[0] = bit_set("000")
    play(game, states, "draw")
    assert forgone(states) == f"0-0-0 {TWO_FIVES}"
    assert forgone(states, 1) == ""


def test_a_tile_drawn_and_kept_may_be_one_forgone_earlier_but_none_that_fits_now() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "012 / 345 / 001 002 003")
    states[0].forgone[0] = bit_set("000")
    play(game, states, "draw", "draw")
    assert forgone(states) == TWO_FIVES


def test_a_tile_drawn_and_laid_leaves_the_hand_as_it_was() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "012 / 345 / 055 002 003")
    states[0].forgone[0] = bit_set("000")
    play(game, states, "draw", "055 @ r0c1")
    assert forgone(states) == f"0-0-0 {TWO_FIVES}"


def test_of_several_tiles_drawn_those_kept_did_not_fit() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "012 / 345 / 001 055 003")
    states[0].forgone[0] = bit_set("000")
    play(game, states, "draw", "draw", "055 @ r0c1")
    assert forgone(states) == TWO_FIVES


def test_who_passes_after_three_draws_has_nothing_that_fits() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "012 / 345 / 001 002 003 004")
    states[0].forgone[0] = bit_set("000")
    play(game, states, "draw", "draw", "draw", "pass")
    assert forgone(states) == TWO_FIVES


def test_who_passes_without_a_draw_keeps_his_hand() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "012 / 345 / ")
    states[0].forgone[0] = bit_set("000")
    play(game, states, "pass")
    assert forgone(states) == f"0-0-0 {TWO_FIVES}"


def test_who_lays_has_nothing_that_counts_more() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "255 012 / 345 / 001")
    states[0].forgone[0] = bit_set("000")
    play(game, states, "255 @ r0c1")
    assert forgone(states) == "0-0-0 3-5-5 4-5-5"


def test_who_makes_a_hexagon_may_have_anything() -> None:
    game = dominoes("tripple")
    states = position(game, FIVE_AROUND_A_POINT, "155 012 / 345 / 001")
    assert states[0].fitting & ABOVE[VALUE[read_tiles("155")[0]]]
    play(game, states, ONE_HEXAGON)
    assert forgone(states) == ""


def test_on_the_scale_for_children_all_tiles_count_alike() -> None:
    game = dominoes("triominos", scale="children")
    states = position(game, "555 r0c0", "255 012 / 345 / 001")
    play(game, states, "255 @ r0c1")
    assert forgone(states) == ""


def test_a_round_begins_with_nothing_forgone_and_its_first_tile_tells_nothing() -> None:
    game, rng = dominoes("triominos", 3), random.Random(2)
    states = game.start()
    states[0].forgone[:] = 1
    while single.mover(states) == CHANCE:
        deal(game, states, deal_text(states, shuffled(rng)))
    assert not states[0].forgone[:3].any()
    tile = min(bits_in(states[0].hands[int(states[0].seat)]), key=lambda tile: int(VALUE[tile]))
    actions = np.zeros(single.most_legal(states), np.int32)
    (action,) = [a for a in actions[: single.legal(states, actions)].tolist() if a % COUNT == tile]
    single.apply(states, action)
    assert not states[0].forgone[:3].any()


# --- what is imagined --------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS_HERE, ids=str)
def test_what_is_imagined_agrees_with_the_known_and_sensible_moves_are_legal(variant: tuple[str, Any]) -> None:
    game, generator = game_of(variant), same_generator()
    states = game.start()
    actions = np.zeros(single.most_legal(states), np.int32)
    rng = random.Random(3)
    seen_forgone = 0
    while (mover := single.mover(states)) != OVER:
        if mover == CHANCE:
            shuffled_deal(states, rng)
            continue
        for seat in range(-1, game.players):
            known = single.mask(states, seat)
            guess = imagined(known, seat, generator)
            assert known[0].forgone.tolist() == states[0].forgone.tolist()
            assert single.mask(guess.reshape(1), seat).tobytes() == known.tobytes()
            hands = [bits_in(hand) for hand in guess.hands[: game.players].tolist()]
            pool = guess.pool[: int(guess.pool_left)].tolist()
            tiles = [*pool, *(tile for hand in hands for tile in hand)]
            assert len(set(tiles)) == len(tiles)
            assert not {tile for tile in tiles if not int(guess.unlaid) >> tile & 1}
            assert [len(hand) for hand in hands] == guess.held[: game.players].tolist()
            drawn = bits_in(guess.drawn)
            assert len(drawn) == int(guess.draws)
            assert set(drawn) <= set(hands[mover])
        seen_forgone += bool(states[0].forgone.any())
        action = sensible(states, generator, actions)
        assert single.is_legal(states, action)
        single.apply(states, action)
    assert seen_forgone


def one_tile_hidden() -> tuple[States, list[int], list[int]]:
    """Seat 1 has a single tile; returns the tiles it has forgone and the others that it may be."""
    game = dominoes("tripple")
    pool = " ".join("".join(map(str, (a, b, c))) for a in range(3) for b in range(a, 4) for c in range(b, 4))
    states = position(game, "555 r0c0", f"455 / 333 / {pool}")
    known = single.mask(states, 0)
    known[0].forgone[1] = bit_set("000 001 055 155 345")
    unseen = int(known[0].unlaid) & ~int(known[0].hands[0])
    doubtful = bits_in(unseen & int(known[0].forgone[1]))
    return known, doubtful, [tile for tile in bits_in(unseen) if tile not in doubtful]


def test_a_forgone_tile_is_imagined_once_where_another_is_many_times() -> None:
    known, doubtful, others = one_tile_hidden()
    generator, guesses = same_generator(), 20_000
    held: Counter[int] = Counter()
    on_top: Counter[int] = Counter()
    for _ in range(guesses):
        guess = imagined(known, 0, generator)
        held.update(bits_in(guess.hands[1]))
        on_top[int(guess.pool[int(guess.pool_left) - 1])] += 1
    whole = len(doubtful) + HARDLY * len(others)
    for tile in (*doubtful, *others):
        share = (1 if tile in doubtful else HARDLY) / whole
        assert abs(held[tile] - guesses * share) < 5 * sqrt(guesses * share)
        left = (1 - share) / (len(doubtful) + len(others) - 1)
        assert abs(on_top[tile] - guesses * left) < 5 * sqrt(guesses * left)


def test_the_tile_drawn_last_may_be_any() -> None:
    known, doubtful, others = one_tile_hidden()
    known[0].seat, known[0].draws, known[0].held[1] = 1, 2, 3
    generator, guesses = same_generator(), 5000
    counts = np.zeros(3)
    for _ in range(guesses):
        guess = imagined(known, 0, generator)
        hand, drawn = bits_in(guess.hands[1]), bits_in(guess.drawn)
        counts += [len(set(tiles) & set(doubtful)) for tiles in (drawn, set(hand) - set(drawn), hand)]
    any_tile = len(doubtful) / (len(doubtful) + len(others))
    likely = len(doubtful) / (len(doubtful) + HARDLY * len(others))
    expected = np.array([any_tile + likely, likely, any_tile + 2 * likely])
    assert np.abs(counts / guesses - expected).max() < 0.03
    assert any_tile > 0.09


def test_before_the_first_tile_it_is_right_who_starts() -> None:
    game, rng, generator = dominoes("pressman", 3), random.Random(1), same_generator()
    states = game.start()
    deal(game, states, deal_text(states, shuffled(rng)))
    known = single.mask(states, (int(states[0].starter) + 1) % 3)
    assert all(starts_rightly(imagined(known, (int(states[0].starter) + 1) % 3, generator)) for _ in range(200))


# --- a decent move -----------------------------------------------------------------------------------------


def test_a_sensible_move_counts_most_but_for_a_whim() -> None:
    game = dominoes("tripple")
    states = position(game, FIVE_AROUND_A_POINT, "155 555 255 000 / 345 / 001")
    generator, actions = same_generator(), np.zeros(single.most_legal(states), np.int32)
    tries, best = 5000, game.parse(states[0], ONE_HEXAGON)
    made = Counter(sensible(states, generator, actions) for _ in range(tries))
    legal = single.legal(states, actions)
    assert set(made) == set(actions[:legal].tolist())
    share = 1 - 1 / WHIM + 1 / WHIM / legal
    assert abs(made[best] - tries * share) < 5 * sqrt(tries * share * (1 - share))


def test_of_equal_moves_any_is_made() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "455 255 / 345 / 001")
    generator, actions = same_generator(), np.zeros(single.most_legal(states), np.int32)
    made = Counter(sensible(states, generator, actions) for _ in range(3000))
    equals = [made[game.parse(states[0], f"455 @ {cell}")] for cell in ("r0c1", "r0c-1", "r-1c0")]
    assert sum(equals) > 2700
    assert max(equals) - min(equals) < 150


def test_who_can_lay_nothing_draws_and_then_passes() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "012 / 345 / 001 002 003 004")
    generator, actions = same_generator(), np.zeros(single.most_legal(states), np.int32)
    moves = [sensible(states, generator, actions)]
    while single.mover(states) == 0:
        single.apply(states, moves[-1])
        moves.append(sensible(states, generator, actions))
    assert [move - LAYS for move in moves[:4]] == [0, 0, 0, 1]


@pytest.mark.parametrize(("edition", "share"), [("triominos", 0.7), ("tripple", 0.67), ("pressman", 0.54)])
def test_sensible_play_beats_random_play(edition: str, share: float) -> None:
    """By Pressman whoever can lay must, so a round depends less on how one plays."""
    states = np.repeat(dominoes(edition, rounds=1).start(), 4000)
    is_sensible = np.zeros((4000, 2), np.bool_)
    is_sensible[::2, 0] = is_sensible[1::2, 1] = True
    play_sensibly(states, is_sensible, np.zeros((4000, 0, 2), np.int64), int(single.most_legal(states)))
    winners, _, _ = batch.results(states, 2)
    won = (winners & np.where(is_sensible[:, 0], 1, 2)) > 0
    assert won.mean() > share


# --- who will win ------------------------------------------------------------------------------------------


def between_rounds(scores: tuple[int, ...], played: int = 1, **options: Any) -> States:
    states = dominoes(options.pop("edition", "triominos"), len(scores), **options).start()
    states[0].scores[: len(scores)] = scores
    states[0].rounds_played = played
    states[0].round_end = OUT
    return states


def outlooks(states: States) -> list[int]:
    return [int(outlook(states, seat)) for seat in range(int(states[0].players))]


@pytest.mark.parametrize("scores", [(0, 0), (350, 20), (10, 390, -30), (100, 120, 80, 90), (0, 0, 0, 50, 9, 99)])
@pytest.mark.parametrize("options", [{}, {"rounds": 7}, {"scale": "children"}], ids=str)
def test_somebody_will_win(scores: tuple[int, ...], options: dict[str, Any]) -> None:
    chances = outlooks(between_rounds(scores, **options))
    assert CERTAIN - len(scores) <= sum(chances) <= CERTAIN
    assert sorted(chances) == [chances[seat] for seat in sorted(range(len(scores)), key=lambda s: scores[s])]


@pytest.mark.parametrize("options", [{}, {"rounds": 7}], ids=str)
def test_more_points_are_better(options: dict[str, Any]) -> None:
    chances = [outlooks(between_rounds((score, 200, 100), **options))[0] for score in range(-50, 400, 10)]
    assert all(low < high for low, high in pairwise(chances))


def test_a_lead_means_more_the_fewer_rounds_are_to_come() -> None:
    by_round = [outlooks(between_rounds((100, 40), played, rounds=7))[0] for played in range(7)]
    assert by_round == sorted(set(by_round))
    by_limit = [outlooks(between_rounds((100, 40), limit=limit))[0] for limit in (2000, 800, 400, 300)]
    assert by_limit == sorted(set(by_limit))
    assert outlooks(between_rounds((30, 20), scale="children"))[0] > outlooks(between_rounds((30, 20)))[0]


def test_scores_far_apart_are_no_trouble() -> None:
    assert outlooks(between_rounds((99_000, -9000), limit=100_000)) == [CERTAIN, 0]


def over(scores: tuple[int, ...]) -> States:
    states = between_rounds(scores)
    states[0].end, states[0].awaits = LIMIT, 0
    return states


def test_who_has_won_is_nearly_certain_and_points_still_count() -> None:
    narrow, wide = outlooks(over((410, 400))), outlooks(over((410, 100)))
    assert 9 * CERTAIN // 10 < narrow[0] < wide[0] <= CERTAIN
    assert 0 <= wide[1] < narrow[1] < CERTAIN // 10
    assert sum(narrow) == pytest.approx(CERTAIN, abs=2)
    assert outlooks(over((410, 410, 0)))[:2] == pytest.approx([CERTAIN // 2] * 2, abs=CERTAIN // 50)


def test_who_gave_up_has_lost() -> None:
    states = between_rounds((350, 100))
    single.resign(states, 0)
    assert outlooks(states)[0] < CERTAIN // 10 < outlooks(states)[1]


def test_in_a_round_the_scores_count_as_they_are() -> None:
    states = between_rounds((350, 100))
    running = states.copy()
    running[0].awaits = running[0].round_end = 0
    assert outlooks(running) == outlooks(states)


def test_alone_points_count_and_going_out_more() -> None:
    stuck = [outlooks(between_rounds((points,)))[0] for points in range(-5000, 5000, 500)]
    assert stuck == sorted(stuck)
    assert stuck[0] < stuck[10] < stuck[-1] <= CERTAIN // 2
    states = between_rounds((100,))
    states[0].end = ALONE_OUT
    assert CERTAIN // 2 < outlooks(states)[0] < CERTAIN


@pytest.mark.parametrize("players", [2, 4])
def test_foreseen_winners_win_about_as_often_as_foreseen(players: int) -> None:
    matches = 1500
    states = np.repeat(dominoes("triominos", players).start(), matches)
    foreseen = np.full((matches, 4, players), -1, np.int64)
    play_sensibly(states, np.ones((matches, players), np.bool_), foreseen, int(single.most_legal(states)))
    winners, _, _ = batch.results(states, players)
    won = winners[:, None, None] >> np.arange(players) & 1
    noted = foreseen[:, 1:] >= 0
    chances = foreseen[:, 1:][noted] / CERTAIN
    came_true = np.broadcast_to(won, noted.shape)[noted]
    for low, high in ((0, 0.1), (0.1, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.01)):
        chosen = (chances >= low) & (chances < high)
        assert chosen.sum() > 100
        assert abs(chances[chosen].mean() - came_true[chosen].mean()) < 0.1
