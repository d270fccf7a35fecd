"""What a seat may know: its own tiles and the table; guesses at the rest are uniform."""

import json
import random
from collections import Counter

import numpy as np
import pytest

import tesserae
from games.dominoes.play import deal, deal_text, dominoes, play, shuffled
from tesserae.games.dominoes.tiles import tile_name
from tesserae.kernel import single
from tesserae.kernel.bits import bits_in
from tesserae.kernel.rules import States
from tesserae.match import Match
from variants import random_play

GUESSES = 20_000


def in_the_middle_of_a_turn() -> States:
    """Three players, the second to move with two tiles drawn; seats 0 and 2 know neither."""
    game, rng = dominoes("tripple", 3), random.Random(5)
    states = game.start()
    deal(game, states, deal_text(states, shuffled(rng)))
    while single.mover(states) != 1:
        actions = np.zeros(400, np.int32)
        single.legal(states, actions)
        single.apply(states, int(actions[0]))
    play(game, states, "draw", "draw")
    return states


def pearson(counts: Counter[int], tiles: list[int], taken: int) -> float:
    """Pearson's statistic for drawing `taken` of these tiles without putting back."""
    share = taken / len(tiles)
    expected = GUESSES * share
    spread = expected * (1 - share) * len(tiles) / (len(tiles) - 1)
    return sum((counts[tile] - expected) ** 2 / spread for tile in tiles)


@pytest.mark.parametrize("seat", [0, 2])
def test_every_unseen_tile_is_equally_likely_in_every_hidden_place(seat: int) -> None:
    """Each statistic stays below what chance exceeds once in a million."""
    known = single.mask(in_the_middle_of_a_turn(), seat)
    state = known[0]
    unseen = bits_in(int(state.unlaid) & ~int(state.hands[seat]))
    other = 2 - seat
    places: dict[str, Counter[int]] = {name: Counter() for name in ("other", "mover", "drawn", "top", "bottom")}
    generator = np.array([1, 2, 3, 4], np.uint64)
    for _ in range(GUESSES):
        guess = single.determinize(known, seat, generator)[0]
        hands = guess["hands"].tolist()
        places["other"].update(bits_in(hands[other]))
        places["mover"].update(bits_in(hands[1]))
        places["drawn"].update(bits_in(guess["drawn"]))
        pool = guess["pool"].tolist()
        places["top"][pool[int(state.pool_left) - 1]] += 1
        places["bottom"][pool[0]] += 1
    taken = {"other": int(state.held[other]), "mover": int(state.held[1]), "drawn": 2, "top": 1, "bottom": 1}
    freedom = len(unseen) - 1
    limit = freedom + 5 * (2 * freedom) ** 0.5 + 16
    for name, counts in places.items():
        assert sum(counts.values()) == GUESSES * taken[name]
        assert pearson(counts, unseen, taken[name]) < limit, name


def test_a_guess_keeps_what_is_known_and_uses_every_tile_once() -> None:
    truth = in_the_middle_of_a_turn()
    generator = np.array([1, 2, 3, 4], np.uint64)
    for seat in range(-1, 3):
        guess = single.determinize(single.mask(truth, seat), seat, generator)[0]
        hands = [bits_in(hand) for hand in guess.hands[:3]]
        pool = guess.pool[: int(guess.pool_left)].tolist()
        laid = [tile for tile in range(56) if not int(guess.unlaid) >> tile & 1]
        assert sorted([*hands[0], *hands[1], *hands[2], *pool, *laid]) == list(range(56))
        assert [len(hand) for hand in hands] == truth[0].held[:3].tolist()
        assert seat < 0 or hands[seat] == bits_in(truth[0].hands[seat])
        assert set(bits_in(guess.drawn)) <= set(hands[1])
        assert len(bits_in(guess.drawn)) == 2


@pytest.mark.parametrize("name", ["triominos", "tripple"])
def test_no_view_names_a_tile_that_a_seat_may_not_know(name: str) -> None:
    """Whatever a view tells, in moves, deals, hands or drawings, it names no tile hidden from its seat."""
    match = Match(tesserae.game(name, players=3, rounds=2).game, seed=4)
    shown_after_rounds = 0
    for _ in random_play(match, random.Random(4)):
        state = match.states[0]
        if match.over:
            break
        for seat in [None, 0, 1, 2]:
            own = 0 if seat is None else int(state.hands[seat])
            hidden = {tile_name(tile) for tile in bits_in(int(state.unlaid) & ~own)}
            view = match.view(seat)
            shown_after_rounds += view["ended_round"] is not None
            told = {key: value for key, value in view.items() if key not in ("ended_round", "last", "dealt")}
            told["caption"] = [line.say() for line in match.caption(seat)]
            text = json.dumps(told) + "".join(part for part, _ in match.picture(seat))
            assert not [tile for tile in hidden if f'"{tile}"' in text or f"{tile} " in text]
    assert shown_after_rounds


def test_after_a_round_everybody_shows_the_tiles_left() -> None:
    match = Match(tesserae.game("triominos", rounds=2).game, seed=1)
    while match.view(0)["ended_round"] is None:
        match.play(match.legal()[0])
    hands = match.view(None)["ended_round"]["hands"]
    assert any(hands)
    assert match.view(None)["board"]["hands"] == [None, None]


def test_drawn_tiles_are_told_to_their_player_alone() -> None:
    match = tesserae.game("tripple").new(seed=1)
    match.play(match.legal()[0])
    mover = match.mover
    assert mover is not None
    match.play("draw")
    assert len(match.view(mover)["board"]["drawn"]) == 1
    assert match.view(1 - mover)["board"]["drawn"] == []
    assert match.view(1 - mover)["board"]["draws"] == 1
    assert "drawn in this turn" in match.caption(mover)[-1].say()
