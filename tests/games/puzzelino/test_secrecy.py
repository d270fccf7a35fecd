"""What a seat may know: its own pieces and the table; guesses at the rest are uniform."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from math import sqrt
from typing import Any

import numpy as np
import pytest

import tesserae
from games.puzzelino.play import after, board, filled, hand_of, hands, legal, match_of, play, puzzelino
from tesserae.games.puzzelino.pieces import PIECE_NAMES
from tesserae.kernel import single
from tesserae.kernel.bits import bits_in
from tesserae.kernel.rules import States
from tesserae.match import Match
from trying import legal_texts
from variants import random_play

GUESSES = 20_000
GAMES: list[dict[str, Any]] = [
    *({"mode": "race", "players": players} for players in (2, 3, 4)),
    *({"mode": "points", "players": players} for players in (2, 3, 4)),
]


def fitting_somewhere(states: States) -> set[int]:
    """Find the pieces that fit somewhere, whoever has them, by giving them all to one player alone."""
    game = puzzelino("race", int(states[0].players))
    alone = states.copy()
    alone[0].hands[:] = 0
    alone[0].hands[alone[0].seat] = alone[0].unlaid
    lays = [move.split()[0] for move in legal_texts(game, alone) if "@" in move]
    return {PIECE_NAMES.index(lie[0] + "".join(sorted(lie[1:].replace("0", "")))) for lie in lays}


def guesses(known: States, seat: int, number: int = GUESSES) -> Iterator[np.record]:
    generator = np.array([1, 2, 3, 4], np.uint64)
    for _ in range(number):
        yield single.determinize(known, seat, generator)[0]


def unseen_by(known: States, seat: int) -> list[int]:
    own = int(known[0].hands[seat]) if seat >= 0 else 0
    return bits_in(int(known[0].unlaid) & ~own)


def limit(freedom: int) -> float:
    """Pearson's statistic is above this less than once in a million."""
    return freedom + 5 * sqrt(2 * freedom) + 16


# --- guesses at a quiet moment -----------------------------------------------------------------------------


def pearson(counts: Counter[int], pieces: list[int], taken: int) -> float:
    """Pearson's statistic for drawing `taken` of these pieces without putting back."""
    share = taken / len(pieces)
    expected = GUESSES * share
    spread = expected * (1 - share) * len(pieces) / (len(pieces) - 1)
    return sum((counts[piece] - expected) ** 2 / spread for piece in pieces)


def at_the_start_of_a_turn(mode: str) -> States:
    """Three players, some pieces laid, the second to move."""
    match = tesserae.game("puzzelino", mode=mode, players=3).new(seed=8)
    while match.mover != 1 or match.move_count < 6 or board(match)["lays"] or board(match)["draws"]:
        match.play("pass" if "pass" in legal(match) else match.legal()[0])
    return match.states


@pytest.mark.parametrize("mode", ["race", "points"])
@pytest.mark.parametrize("seat", [-1, 0, 2])
def test_every_unseen_piece_is_equally_likely_in_every_hidden_place(mode: str, seat: int) -> None:
    known = single.mask(at_the_start_of_a_turn(mode), seat)
    state = known[0]
    unseen = unseen_by(known, seat)
    others = [other for other in range(3) if other != seat]
    places: dict[str, Counter[int]] = {name: Counter() for name in (*map(str, others), "next", "last")}
    for guess in guesses(known, seat):
        dealt, bag = guess["hands"].tolist(), guess["bag"].tolist()
        for other in others:
            places[str(other)].update(bits_in(dealt[other]))
        places["next"][bag[int(state.bag_left) - 1]] += 1
        places["last"][bag[0]] += 1
    taken = {str(other): int(state.held[other]) for other in others} | {"next": 1, "last": 1}
    for name, counts in places.items():
        assert sum(counts.values()) == GUESSES * taken[name]
        assert pearson(counts, unseen, taken[name]) < limit(len(unseen) - 1), name


# --- guesses at a player who has drawn ---------------------------------------------------------------------


def after_two_draws() -> States:
    """Three players, the second to move with two pieces drawn; what he had before fits nowhere."""
    for seed in range(200):
        match = tesserae.game("puzzelino", players=3).new(seed=seed)
        while not match.over:
            is_drawn = board(match)["draws"] == 2 and match.mover == 1 and not board(match)["lays"]
            if is_drawn and len(hands(match)[1]) > 5 and board(match)["bag"] > 3:
                return match.states
            match.play("draw" if "draw" in legal(match) else match.legal()[0])
    raise AssertionError


@pytest.mark.parametrize("seat", [-1, 0, 2])
def test_who_has_drawn_had_nothing_that_fits_but_for_the_piece_drawn_last(seat: int) -> None:
    """Every piece is in every place as often as it must be if all such hands are equally likely."""
    truth = after_two_draws()
    known = single.mask(truth, seat)
    state = known[0]
    unseen, fitting = unseen_by(known, seat), fitting_somewhere(truth)
    others = [other for other in (0, 2) if other != seat]
    held, rest = int(state.held[1]), len(unseen) - int(state.held[1])
    useless = [piece for piece in unseen if piece not in fitting]
    assert set(unseen) & fitting
    assert len(useless) > held - 1

    places: dict[str, Counter[int]] = {name: Counter() for name in ("before", "drawn", "next", *map(str, others))}
    for guess in guesses(known, seat):
        dealt, drawn = guess["hands"].tolist(), int(guess["last_drawn"]) - 1
        before = set(bits_in(dealt[1])) - {drawn}
        assert dealt[1] >> drawn & 1
        assert not before & fitting
        places["before"].update(before)
        places["drawn"][drawn] += 1
        places["next"][int(guess["bag"][int(state.bag_left) - 1])] += 1
        for other in others:
            places[str(other)].update(bits_in(dealt[other]))

    for piece in unseen:
        before_share = 0 if piece in fitting else (held - 1) / len(useless)
        drawn_share = (1 - before_share) / (rest + 1)
        left_share = 1 - before_share - drawn_share
        shares = {"before": before_share, "drawn": drawn_share, "next": left_share / rest}
        shares |= {str(other): left_share * int(state.held[other]) / rest for other in others}
        for name, share in shares.items():
            spread = sqrt(GUESSES * share * (1 - share))
            assert abs(places[name][piece] - GUESSES * share) <= 6 * spread, (name, PIECE_NAMES[piece])


def late_in_a_game() -> States:
    """Two players, one of whom has drawn, and so few pieces unseen that all hands can be listed."""
    for seed in range(200):
        match = tesserae.game("puzzelino", players=2).new(seed=seed)
        while not match.over:
            view = board(match)
            if view["draws"] and not view["lays"] and match.mover is not None:
                held, bag = view["held"][match.mover], view["bag"]
                useless = set(unseen_by(single.mask(match.states, 1 - match.mover), 1 - match.mover))
                fits = len(useless & fitting_somewhere(match.states))
                if held == 3 and bag == 2 and 0 < fits < 3:
                    return match.states
            match.play("draw" if "draw" in legal(match) else match.legal()[0])
    raise AssertionError


def test_all_hands_of_one_who_has_drawn_are_equally_likely_with_all_orders_of_the_bag() -> None:
    truth = late_in_a_game()
    seat = 1 - int(truth[0].seat)
    known = single.mask(truth, seat)
    unseen, fitting = unseen_by(known, seat), fitting_somewhere(truth)
    expected = {
        (frozenset(before), drawn, bag)
        for before in combinations(set(unseen) - fitting, 2)
        for drawn in set(unseen) - set(before)
        for bag in permutations(set(unseen) - set(before) - {drawn})
    }
    found: Counter[Any] = Counter()
    for guess in guesses(known, seat):
        drawn = int(guess["last_drawn"]) - 1
        before = set(bits_in(guess["hands"][1 - seat])) - {drawn}
        found[frozenset(before), drawn, tuple(guess["bag"][:2].tolist())] += 1
    assert set(found) == expected
    share = GUESSES / len(expected)
    assert sum((found[guess] - share) ** 2 / share for guess in expected) < limit(len(expected) - 1)


def test_who_has_drawn_and_laid_may_have_what_fits_beside_it() -> None:
    deal = "+13 +14 +15 +33 +34 +35 / +11 +44 +45 +55 -44 -55 / +12 / -22 lot 0"
    match = after(match_of(deal), "draw, -022 r0c1")
    assert match.mover == 0
    known = single.mask(match.states, 1)
    seen = {PIECE_NAMES[piece] for guess in guesses(known, 1, 500) for piece in bits_in(guess["hands"][0])}
    assert {"+22", "+23", "+24", "+25"} <= seen


# --- whatever the moment -----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_a_guess_keeps_what_is_known_and_uses_every_piece_once(options: dict[str, Any]) -> None:
    generator = np.array([5, 6, 7, 8], np.uint64)
    players = options["players"]
    seen: Counter[str] = Counter()
    for seed in range(3):
        match = tesserae.game("puzzelino", **options).new(seed=seed)
        for _ in random_play(match, random.Random(seed)):
            truth = match.states
            for seat in range(-1, players):
                guess = single.determinize(single.mask(truth, seat), seat, generator)
                state = guess[0]
                dealt = [bits_in(hand) for hand in state.hands[:players]]
                bag = state.bag[: int(state.bag_left)].tolist()
                laid = [piece for piece in range(32) if not int(state.unlaid) >> piece & 1]
                assert sorted([*laid, *bag, *(piece for hand in dealt for piece in hand)]) == list(range(32))
                assert [len(hand) for hand in dealt] == truth[0].held[:players].tolist()
                assert seat < 0 or hand_of(guess, seat) == hand_of(truth, seat)
                assert not any(state.bag[int(state.bag_left) :])
                if state.draws and not state.lays and not match.over:
                    drawn = int(state.last_drawn) - 1
                    assert not (set(dealt[int(state.seat)]) - {drawn}) & fitting_somewhere(truth)
                    assert drawn in dealt[int(state.seat)]
                    seen["after a draw"] += 1
    assert bool(seen["after a draw"]) == (options["mode"] == "race")


def strings_in(value: Any) -> Iterator[str]:
    """Walk through lists and dictionaries to everything that is text."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from strings_in(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from strings_in([key, part])


def named_in(texts: list[str]) -> set[int]:
    """Find the pieces that are named somewhere, as a piece, in a move or as they lie; cells are no pieces."""
    found = [word for text in texts for word in re.findall(r"(?<![rc\d])[-+]\d{2,3}(?!\d)", text)]
    names = {word[0] + "".join(sorted(word[1:].replace("0", ""))) for word in found}
    return {PIECE_NAMES.index(name) for name in names}


def test_pieces_are_found_in_texts() -> None:
    texts = ["Your pieces: +12  -55*", "+301 @ r-11c-12", "-135", "r0c-44", "-1"]
    assert {PIECE_NAMES[piece] for piece in named_in(texts)} == {"+12", "-55", "+13", "-135"}


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_no_view_caption_or_picture_names_a_piece_that_a_seat_may_not_know(options: dict[str, Any]) -> None:
    players = options["players"]
    match = tesserae.game("puzzelino", **options).new(seed=4)
    named_own = 0
    for _ in random_play(match, random.Random(4)):
        if match.over:
            break
        state = match.states[0]
        for seat in [None, *range(players)]:
            own = 0 if seat is None else int(state.hands[seat])
            hidden = set(bits_in(int(state.unlaid) & ~own))
            told = [*strings_in(match.view(seat)), *(line.say() for line in match.caption(seat))]
            told.append("".join(text for text, _ in match.picture(seat)).rpartition("\n")[0])
            assert not named_in(told) & hidden
            named_own += bool(own) and set(bits_in(own)) <= named_in(told)
    assert named_own > 10


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_at_the_end_all_hands_are_shown_to_everybody(options: dict[str, Any]) -> None:
    players = options["players"]
    match = tesserae.game("puzzelino", **options).new(seed=5)
    for _ in random_play(match, random.Random(5)):
        shown = board(match)["hands"]
        assert match.over or shown == [None if hand else [] for hand in hands(match)]
    for seat in [None, *range(players)]:
        assert board(match, seat)["hands"] == hands(match)
        lines = [line.say() for line in match.caption(seat)]
        assert lines[1:] == [
            f"{'ABCD'[number]}: points {match.scores[number]}, pieces {'  '.join(hand) or 0}"
            for number, hand in enumerate(hands(match))
        ]


def test_who_gives_up_shows_all_hands_too() -> None:
    match = match_of(filled("-13 / -24 / +12 / "))
    match.resign(1)
    assert board(match)["hands"] == hands(match)


# --- pieces just drawn -------------------------------------------------------------------------------------


def with_a_piece_drawn() -> Match:
    return after(
        match_of("+13 +14 +15 +33 +34 +35 / +11 +22 +23 +24 +25 -44 / -55 -45 -35 -34 -33 +55 / +12 / +45 +44"),
        "draw",
    )


def test_the_piece_drawn_last_is_seen_by_its_player_alone() -> None:
    match = with_a_piece_drawn()
    assert board(match, 0)["last_drawn"] == "+45"
    assert match.caption(0)[-1].say() == "Your pieces (* = just drawn): +13  +14  +15  +33  +34  +35  +45*"
    for seat in (None, 1, 2):
        view = board(match, seat)
        assert view["last_drawn"] is None
        assert view["draws"] == 1
        assert view["held"] == [7, 6, 6]
        assert view["bag"] == 12
        assert "+45" not in "".join(line.say() for line in match.caption(seat))


def test_in_the_next_turn_nothing_is_just_drawn() -> None:
    match = after(with_a_piece_drawn(), "pass")
    assert match.caption(0)[-1].say() == "Your pieces: +13  +14  +15  +33  +34  +35  +45"
    assert match.caption(1)[-1].say() == "Your pieces: +11  +22  +23  +24  +25  -44"
    assert all(board(match, seat)["last_drawn"] is None for seat in (None, 0, 1, 2))


def test_an_onlooker_is_told_how_many_pieces_there_are_and_not_which() -> None:
    match = with_a_piece_drawn()
    assert [line.say() for line in match.caption(None)] == [
        "In the bag: 12",
        "A: points -1, pieces 7",
        "B: points 0, pieces 6",
        "C: points 0, pieces 6",
    ]
    assert board(match)["hands"] == [None, None, None]


def test_the_order_of_the_bag_is_told_to_nobody() -> None:
    match = with_a_piece_drawn()
    for seat in range(-1, 3):
        assert not single.mask(match.states, seat)[0].bag.any()


def test_filling_up_for_points_is_seen_by_its_player_alone() -> None:
    match = match_of(filled("-13 -23 / / +12 / +44 -45 -55", "points"), "points")
    after(match, "-013 r0c-1, pass")
    assert "+44" in board(match, 0)["hands"][0]
    assert board(match, 1)["hands"][0] is None
    assert "+44" not in "".join(strings_in(match.view(1)))


def test_a_guess_is_a_whole_game_that_can_be_played_to_its_end() -> None:
    game = puzzelino("race", 3)
    generator = np.array([9, 9, 9, 9], np.uint64)
    guess = single.determinize(single.mask(with_a_piece_drawn().states, 2), 2, generator)
    rng = random.Random(3)
    while moves := legal_texts(game, guess):
        play(game, guess, rng.choice(sorted(moves)))
    assert int(single.ending(guess))
