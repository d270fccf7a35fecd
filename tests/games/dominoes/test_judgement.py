"""What the triangle dominoes know about playing well: a decent move, and who will win."""

from collections import Counter
from itertools import pairwise
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from games.dominoes.play import dominoes, play
from games.dominoes.positions import FIVE_AROUND_A_POINT, ONE_HEXAGON, position
from judging import is_stubborn, outlook, same_generator, sensible
from tesserae.games.dominoes.judgement import WHIM
from tesserae.games.dominoes.rules import ALONE_OUT, LAYS, LIMIT, OUT, PASS
from tesserae.kernel import batch, judgement, rules, single
from tesserae.kernel.compiling import compiled
from tesserae.kernel.generator import GENERATOR_WORDS, seed_generator
from tesserae.kernel.judgement import CERTAIN
from tesserae.kernel.play import ORDER_LIMIT, deal_randomly
from tesserae.kernel.rules import CHANCE, OVER, States
from variants import VARIANTS

VARIANTS_HERE = [variant for variant in VARIANTS if variant[0] in ("triominos", "tripple")]


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


# --- what holds everybody up -------------------------------------------------------------------------------


def test_who_can_lay_refuses_once_but_not_after_a_lap_in_which_nobody_laid() -> None:
    game = dominoes("tripple", 3)
    states = position(game, "555 r0c0", "055 012 / 155 345 / 002 / ")
    stubborn = []
    for _ in range(6):
        stubborn.append(is_stubborn(states, PASS))
        play(game, states, "pass")
    assert stubborn == [False, False, False, True, True, False]  # the third has nothing that fits
    states[0].seat = 0
    assert not is_stubborn(states, game.parse(states[0], "055 @ r0c1"))
    play(game, states, "055 @ r0c1")
    assert not is_stubborn(states, PASS)
