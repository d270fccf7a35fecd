"""What must hold for every game, written once; a new game is one more line in `variants`."""

import json
import random
from typing import Any

import numpy as np
import pytest

import tesserae
from tesserae.games.game import STYLES, Game
from tesserae.kernel import batch, single
from tesserae.kernel.play import ORDER_LIMIT
from tesserae.kernel.rules import CHANCE, OVER
from tesserae.match import Deal, Match, Move
from tesserae.match.match import SPECTATOR
from toy.highcard import HighCard
from variants import random_match, random_play

SEEDS = range(5)


@pytest.mark.parametrize("seed", SEEDS)
def test_legal_actions_are_sorted_unique_in_range_and_agree_with_is_legal(any_game: Game, seed: int) -> None:
    match, rng = Match(any_game, seed), random.Random(seed)
    for _ in random_play(match, rng):
        legal = match.legal()
        assert legal == sorted(set(legal))
        assert len(legal) <= single.most_legal(match.states)
        assert (legal == []) == match.over
        states = match.states
        agreeing = [n for n in numbers_to_try(match, rng) if single.is_legal(states, n)]
        assert agreeing == legal


def numbers_to_try(match: Match, rng: random.Random) -> list[int]:
    """All action numbers and some that are none; of very many, the legal ones, their neighbours and a sample."""
    numbers = single.space(match.states)
    if numbers < 1000:
        return list(range(-3, numbers + 3))
    near = {action + step for action in match.legal() for step in range(-60, 61)}
    return sorted({*near, *rng.sample(range(numbers), 100), -1, numbers - 2, numbers - 1, numbers})


@pytest.mark.parametrize("seed", SEEDS)
def test_notation_names_each_legal_action_differently_and_reads_back(any_game: Game, seed: int) -> None:
    match = Match(any_game, seed)
    for _ in random_play(match, random.Random(seed)):
        texts = [match.text(action) for action in match.legal()]
        assert len(set(texts)) == len(texts)
        assert [any_game.parse(match.states[0], text) for text in texts] == match.legal()


@pytest.mark.parametrize("seed", SEEDS)
def test_every_state_survives_record_and_load_and_bytes(any_game: Game, seed: int) -> None:
    match = Match(any_game, seed)
    for _ in random_play(match, random.Random(seed)):
        again = tesserae.load(match.record())
        assert again.states.tobytes() == match.states.tobytes()
        assert again.record() == match.record()
        assert again.legal() == match.legal()
        state = np.frombuffer(match.states.tobytes(), match.states.dtype).copy()
        assert np.array_equal(batch.legal_masks(state), batch.legal_masks(match.states))


@pytest.mark.parametrize("seed", SEEDS)
def test_equal_seeds_and_actions_give_equal_bytes(any_game: Game, seed: int) -> None:
    one, two = (random_match(any_game, seed) for _ in range(2))
    assert one.states.tobytes() == two.states.tobytes()
    assert one == two


@pytest.mark.parametrize("seed", SEEDS)
def test_a_copy_goes_its_own_way(any_game: Game, seed: int) -> None:
    match = random_match(any_game, seed, moves=4)
    twin = match.copy()
    before = match.record(), match.states.tobytes()
    assert (twin.record(), twin.states.tobytes()) == before
    list(random_play(twin, random.Random(seed + 1)))
    assert (match.record(), match.states.tobytes()) == before


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_returns_to_the_very_same_bytes(any_game: Game, seed: int) -> None:
    match = Match(any_game, seed)
    seen = [match.states.tobytes() for _ in random_play(match, random.Random(seed))]
    for state in reversed(seen[:-1]):
        match.undo()
        assert match.states.tobytes() == state
    with pytest.raises(ValueError, match="nothing to take back"):
        match.undo()


@pytest.mark.parametrize("seed", SEEDS)
def test_views_are_plain_json_and_only_the_mover_is_told_his_moves(any_game: Game, seed: int) -> None:
    match = Match(any_game, seed)
    for _ in random_play(match, random.Random(seed)):
        for seat in [None, *range(any_game.players)]:
            view = match.view(seat)
            assert json.loads(json.dumps(view)) == view
            told = [move["action"] for move in view["legal"]]
            assert told == (match.legal() if seat is not None and seat == match.mover else [])


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_masked_cannot_be_told_from_another_truth(any_game: Game, seed: int) -> None:
    """A whole state drawn from what a seat knows looks, to that seat, exactly as the real one."""
    generator = np.array([seed, 1, 2, 3], np.uint64)
    match = Match(any_game, seed)
    told_apart = 0
    for _ in random_play(match, random.Random(seed)):
        for seat in [SPECTATOR, *range(any_game.players)]:
            known = single.mask(match.states, seat)
            guess = single.determinize(known, seat, generator)
            assert single.mask(known, seat).tobytes() == known.tobytes()
            assert single.mask(guess, seat).tobytes() == known.tobytes()
            told_apart += guess.tobytes() != match.states.tobytes()
            if seat == match.mover:
                assert np.array_equal(batch.legal_masks(guess), batch.legal_masks(match.states))
    assert (told_apart > 0) == any_game.hides


@pytest.mark.parametrize("seed", SEEDS)
def test_a_move_that_two_truths_allow_tells_nothing_about_which_is_true(any_game: Game, seed: int) -> None:
    """Two states that look alike to an onlooker still do so after the same move, unless it ends a round."""
    generator = np.array([seed, 5, 6, 7], np.uint64)
    match, rng = Match(any_game, seed), random.Random(seed)
    compared = 0
    for _ in random_play(match, rng):
        if match.over:
            break
        for seat in [SPECTATOR, *range(any_game.players)]:
            truth = match.states
            guess = single.determinize(single.mask(truth, seat), seat, generator)
            in_both = [action for action in match.legal() if single.is_legal(guess, action)]
            if seat == match.mover or not in_both:
                continue
            action = rng.choice(in_both)
            single.apply(truth, action)
            single.apply(guess, action)
            if single.mover(truth) >= 0 and single.mover(guess) >= 0:
                assert single.mask(truth, seat).tobytes() == single.mask(guess, seat).tobytes()
                compared += 1
    assert compared


@pytest.mark.parametrize("seed", SEEDS)
def test_only_drawing_shows_its_player_anything(any_game: Game, seed: int) -> None:
    """What a player knows after any other move follows from what he knew before; so it may be taken back."""
    generator = np.array([seed, 8, 9, 10], np.uint64)
    match = Match(any_game, seed)
    compared = 0
    for _ in random_play(match, random.Random(seed)):
        for action in match.legal()[:: max(1, len(match.legal()) // 4)]:
            truth, seat, undrawn = match.states, match.acting_seat(), any_game.undrawn(match.states[0])
            guess = single.determinize(single.mask(truth, seat), seat, generator)
            single.apply(truth, action)
            single.apply(guess, action)
            if single.mover(truth) < 0 or single.mover(guess) < 0:
                continue  # the round has ended, and everybody sees everything
            is_alike = single.mask(truth, seat).tobytes() == single.mask(guess, seat).tobytes()
            if any_game.undrawn(truth[0]) == undrawn:
                assert is_alike, match.text(action)
                compared += 1
    assert compared


def test_idle_moves_are_moves_of_the_game(any_game: Game) -> None:
    match = random_match(any_game, 1, moves=3)
    for text in any_game.idle_moves:
        assert any_game.text(match.states[0], any_game.parse(match.states[0], text)) == text


@pytest.mark.parametrize("seed", SEEDS)
def test_winners_scores_and_outcome_agree(any_game: Game, seed: int) -> None:
    match = random_match(any_game, seed)
    assert match.over
    assert match.mover is None
    assert match.outcome is not None
    assert match.outcome.reason in any_game.endings[1:]
    if match.winners:
        best = max(match.scores)
        assert {match.scores[seat] for seat in match.winners} == {best}
        assert all(match.scores[s] < best for s in range(any_game.players) if s not in match.winners)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_scores_are_the_sum_of_the_account_and_the_score_sheet_says_so(any_game: Game, seed: int) -> None:
    match = Match(any_game, seed)
    for _ in random_play(match, random.Random(seed)):
        if not any_game.account_names:
            assert not any(row.account for row in match.score_sheet())
            continue
        told = [entry for event in match.events if isinstance(event, Move | Deal) for entry in event.account]
        totals = [sum(entry.points for entry in told if entry.seat == seat) for seat in range(any_game.players)]
        rows = match.score_sheet()
        assert tuple(totals) == match.scores
        assert [entry for row in rows for entry in row.account] == told
        assert not rows or rows[-1].totals == match.scores
        assert [text for row in rows for text in row.moves] == [move.text for move in match.moves]
        assert {entry.what for entry in told} <= set(any_game.account_names)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_end_of_a_round_is_shown_until_somebody_moves(any_game: Game, seed: int) -> None:
    match = Match(any_game, seed)
    for _ in random_play(match, random.Random(seed)):
        last = match.last_move
        has_ended = last is not None and last.ends_round and bool(match.fresh_deals)
        assert (match.ended_round_picture() is not None) == has_ended
        assert (match.view(None)["ended_round"] is not None) == has_ended
        assert len(match.view(None)["dealt"]) == len(match.fresh_deals)
    assert [deal.number for deal in match.events if isinstance(deal, Deal)] == list(range(1, match._dealt + 1))


def test_a_deal_has_room_for_its_numbers(any_game: Game) -> None:
    bounds = np.zeros(10 * ORDER_LIMIT, np.int32)
    count = single.chance(any_game.start(), bounds)
    assert count <= ORDER_LIMIT
    assert (bounds[:count] > 0).all()
    assert not bounds[count:].any()


def test_pictures_use_known_styles(any_game: Game) -> None:
    match = random_match(any_game, 1)
    assert {style for _, style in match.picture()} <= set(STYLES)
    assert match.__rich__().plain == str(match)
    assert str(match).startswith("".join(text for text, _ in match.picture()))


def test_batches_play_as_single_games_do(any_game: Game) -> None:
    """Stepping an array of games gives, game by game, the bytes that matches give."""
    matches = [Match(any_game, seed) for seed in range(20)]
    states = np.concatenate([match.states for match in matches])
    trails = batch.begin(states, 256)
    rng = random.Random(1)
    for _ in range(60):
        actions = np.full(len(matches), -1, np.int64)
        for i, match in enumerate(matches):
            if not match.over:
                actions[i] = rng.choice(match.legal())
        waiting = [match.over for match in matches]
        made = batch.steps(states, actions, trails, threads=3)
        assert [not ready for ready in waiting] == made.tolist()
        for i, match in enumerate(matches):
            if made[i]:
                dealt = match._dealt
                match.play(int(actions[i]))
                if match._dealt != dealt:  # the match was dealt new cards from its own stream
                    states[i] = match.states[0]
                    single.begin(states[i : i + 1], trails[i])
        assert states.tobytes() == np.concatenate([match.states for match in matches]).tobytes()


def test_a_batch_refuses_illegal_actions_and_leaves_their_games_alone(any_game: Game) -> None:
    states = np.concatenate([Match(any_game, seed).states for seed in range(4)])
    before = states.copy()
    bad = np.array([-1, 10_000, -(2**40), 2**40])
    assert not batch.steps(states, bad, batch.begin(states, 16)).any()
    assert states.tobytes() == before.tobytes()


def test_playouts_end_every_game_and_do_not_depend_on_threads(any_game: Game) -> None:
    start = np.repeat(any_game.start(), 500)
    one, many = start.copy(), start.copy()
    moves_one = batch.playouts(one, 7, threads=1)
    moves_many = batch.playouts(many, 7, threads=5)
    assert one.tobytes() == many.tobytes()
    assert np.array_equal(moves_one, moves_many)
    assert (batch.results(one, any_game.players)[1] > 0).all()
    assert moves_one.min() > 0
    pieces = start.copy()
    for first in range(0, 500, 123):
        batch.playouts(pieces[first : first + 123], 7, first=first)
    assert pieces.tobytes() == one.tobytes()


def test_random_choice_is_uniform_over_the_legal_actions(any_game: Game) -> None:
    """Pearson's statistic of 20,000 choices stays below what chance exceeds once in a million."""
    states = random_match(any_game, 3, moves=3).states
    actions = np.zeros(single.space(states), np.int32)
    legal = actions[: single.legal(states, actions)].tolist()
    generator = np.array([5, 6, 7, 8], np.uint64)
    counts = dict.fromkeys(legal, 0)
    for _ in range(20_000):
        counts[int(single.choose(states, generator, actions))] += 1
    expected = 20_000 / len(legal)
    statistic = sum((count - expected) ** 2 / expected for count in counts.values())
    freedom = max(len(legal) - 1, 1)
    assert statistic < freedom + 5 * (2 * freedom) ** 0.5 + 16


def test_hidden_hands_are_filled_uniformly() -> None:
    """In the toy game the two unseen cards a rival holds are any pair of those unseen, equally often."""
    match = Match(tesserae.game("highcard").game, seed=2)
    match.play(match.legal()[0])
    known = single.mask(match.states, 0)
    assert known[0].hands[1] == 0
    generator = np.array([1, 2, 3, 4], np.uint64)
    guesses = [int(single.determinize(known, 0, generator)[0].hands[1]) for _ in range(20_000)]
    hands = {hand: guesses.count(hand) for hand in set(guesses)}
    assert len(hands) == 10  # three of the five cards that seat 0 has not seen
    assert all(abs(count - 2000) < 250 for count in hands.values())


def test_a_deal_from_a_real_table_is_played_and_saved() -> None:
    deals = [[0] * 8, [7, 6, 5, 4, 3, 2, 1, 0]]
    match = tesserae.game("highcard").new(deals=deals)
    list(random_play(match, random.Random(1)))
    assert match.over
    assert "Deal: 0 0 0 0 0 0 0 0\n" in match.record()
    assert tesserae.load(match.record()) == match


@pytest.mark.parametrize("deals", [[[0] * 7], [[8, *[0] * 7]], [[-1, *[0] * 7]], [["a"] * 8], [[0.5] * 8]])
def test_a_deal_that_cannot_be_is_refused(deals: Any) -> None:
    with pytest.raises(ValueError, match="[Dd]eal 1"):
        tesserae.game("highcard").new(deals=deals)


def test_a_game_waiting_for_a_deal_has_no_moves() -> None:
    start = HighCard(HighCard.options_type()).start()
    assert single.mover(start) == CHANCE
    assert single.legal(start, np.zeros(8, np.int32)) == 0
    dealt = start.copy()
    batch.deals(dealt, batch.begin(dealt), seed=1)
    assert single.mover(dealt) == 0
    batch.playouts(dealt, 1)
    assert single.mover(dealt) == OVER
