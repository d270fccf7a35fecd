"""The contract of a match: names, errors, and that nothing refused changes anything."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tesserae
from tesserae.match import Match
from tesserae.words import Refused
from variants import random_match


def test_the_contract() -> None:
    assert tesserae.games()[0] == "quixo"
    setup = tesserae.game("quixo", players=4)
    match = setup.new(seed=7)
    assert setup.players == 4
    assert setup.options == {"players": 4, "size": 5, "repetition": "third", "ply_limit": None}
    assert match.mover == 0
    assert match.legal() == list(range(88))
    assert match.text(0) == "a1>e1"
    match.play(0)
    match.play("a5>e5:B")
    assert match.scores == (0, 0, 0, 0)
    assert match.over is False
    assert match.winners == ()
    assert match.view(seat=2)["legal"]
    assert tesserae.load(match.record()) == match
    assert "A2" in str(match)


def test_the_package_of_games_and_the_function_share_their_name() -> None:
    import tesserae.games.quixo as folder

    assert folder.Quixo.name in tesserae.games()


def test_the_repr_of_a_game_builds_it_again() -> None:
    setup = tesserae.game("quixo", players=4, size=3, ply_limit=9)
    again = eval(repr(setup))
    assert repr(again) == repr(setup)
    assert again.options == setup.options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 6}, "size=6. Allowed: 5, 4, 3"),
        ({"size": "5"}, "size='5'. Allowed: 5, 4, 3"),
        ({"size": 5.0}, "size=5.0. Allowed: 5, 4, 3"),
        ({"players": 3}, "players=3. Allowed: 2, 4"),
        ({"players": True}, "players=True. Allowed: 2, 4"),
        ({"repetition": "twice"}, "repetition='twice'. Allowed: third, off"),
        ({"repetition": None}, "repetition=None. Allowed: third, off"),
        ({"ply_limit": 0}, "ply_limit=0. Allowed: none, 1 to 1000000"),
        ({"ply_limit": "10"}, "ply_limit='10'. Allowed: none, 1 to 1000000"),
        ({"ply_limit": True}, "ply_limit=True. Allowed: none, 1 to 1000000"),
        ({"colour": 1}, "no option colour. Its options are: players, size, repetition, ply_limit"),
    ],
)
def test_a_wrong_option_is_refused_and_the_allowed_ones_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as refused:
        tesserae.game("quixo", **options)
    assert message in str(refused.value)


def test_integers_of_other_libraries_are_integers() -> None:
    assert tesserae.game("quixo", size=np.int64(3)) == tesserae.game("quixo", size=3)
    number: Any = np.int64
    assert tesserae.game("highcard").new(seed=number(7)) == tesserae.game("highcard").new(seed=7)
    assert tesserae.game("quixo").new().view(number(0))["seat"] == 0


def test_options_may_be_called_anything() -> None:
    with pytest.raises(ValueError, match="no option name"):
        tesserae.game("quixo", name="x")


def test_an_unknown_game_is_refused_and_the_games_are_named() -> None:
    with pytest.raises(ValueError, match="no game called chess. The games are: quixo"):
        tesserae.game("chess")
    with pytest.raises(ValueError, match="no game called"):
        tesserae.game([])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("", "'' is not a move"),
        ("pass", "'pass' is not a move"),
        ("a1e1", "not a move"),
        ("a1>e1>e5", "not a move"),
        ("a0>e1", "not a move"),
        ("a1>f1", "f1 is not on the board: the places go from a1 to e5"),
        ("a6>a1", "a6 is not on the board"),
        ("c3>c5", "c3 is not on the edge of the board: take a cube from the border"),
        ("a1>a1", "never goes back"),
        ("a2>c2", "c2 is not an end of the row or column of a2: push it in at one of a1, e2, a5"),
        ("a1>e1:B", "no dots to turn with two players"),
        ("x" * 1000, "is not a move"),
        (44, "no action 44: they go from 0 to 43"),
        (-1, "no action -1"),
        (10**30, "no action 1000"),
        (1.0, "1.0 is not a move"),
        (None, "None is not a move"),
        (True, "True is not a move"),
        ([0], r"[0] is not a move"),
        (b"a1>e1", "is not a move"),
    ],
)
def test_what_is_no_move_is_refused_with_the_reason(move: Any, message: str) -> None:
    match = tesserae.game("quixo").new()
    before = match.record(), match.states.tobytes()
    with pytest.raises(ValueError) as refused:
        match.play(move)
    assert message in str(refused.value)
    assert (match.record(), match.states.tobytes()) == before


def test_the_other_mark_may_not_be_taken() -> None:
    match = tesserae.game("quixo").new()
    match.play("a1>e1")
    with pytest.raises(ValueError, match="e1 shows X: take a neutral cube or one that shows O"):
        match.play("e1>a1")


def test_a_dot_that_points_at_the_partner_is_explained() -> None:
    match = tesserae.game("quixo", players=4).new()
    for move in ("a1>e1:B", "a5>e5", "b1>a1", "b5>a5"):
        match.play(move)
    with pytest.raises(ValueError, match="dot on e1 points at your partner") as refused:
        match.play("e1>a1")
    assert isinstance(refused.value, Refused)


def test_only_the_seat_to_move_may_play() -> None:
    match = tesserae.game("quixo").new(names=["Ann", "Bob"])
    with pytest.raises(ValueError, match=r"not the turn of Bob \(O\): Ann \(X\) is to move"):
        match.play("a1>e1", seat=1)
    with pytest.raises(ValueError, match="no seat 2: they go from 0 to 1"):
        match.play("a1>e1", seat=2)
    match.play("a1>e1", seat=0)


@pytest.mark.parametrize("move", ["A1>E1", " a1 > e1 ", "a1-e1", "a1→e1", np.int32(0), np.uint64(0)])
def test_reading_is_generous(move: Any) -> None:
    match = tesserae.game("quixo").new()
    match.play(move)
    assert match.moves[0].text == "a1>e1"


@pytest.mark.parametrize("seed", [1.5, True, "7", b"", b"x" * 65, 1 << 256])
def test_a_bad_seed_is_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match="is no seed"):
        tesserae.game("quixo").new(seed=seed)


@pytest.mark.parametrize("seed", [0, -5, 2**200, b"\0", b"x" * 32])
def test_int_and_bytes_seeds_are_kept_in_the_record(seed: int | bytes) -> None:
    match = tesserae.game("highcard").new(seed=seed)
    assert tesserae.load(match.record()).states.tobytes() == match.states.tobytes()


def test_without_a_seed_every_match_is_dealt_anew() -> None:
    deals = {tesserae.game("highcard").new().states.tobytes() for _ in range(30)}
    assert len(deals) > 20


@pytest.mark.parametrize(
    "names",
    [["Ann"], ["Ann", "Bob", "Cid"], ["Ann", ""], ["Ann", "B,b"], ["Ann", "B\x1b[2J"], ["Ann", 3], "AB", 5],
)
def test_bad_names_are_refused(names: Any) -> None:
    with pytest.raises(ValueError, match="name"):
        tesserae.game("quixo").new(names=names)


def test_a_finished_match_takes_no_more() -> None:
    match = random_match(tesserae.game("quixo", size=3).game, 1)
    before = match.record()
    for deed in (match.play, match.resign, match.offer_draw, match.accept_draw, match.decline_draw):
        with pytest.raises(ValueError, match="The match is over"):
            deed(0)
    assert match.legal() == []
    assert match.record() == before


def test_offers_are_answered_once() -> None:
    match = tesserae.game("quixo").new()
    match.offer_draw(1)
    with pytest.raises(ValueError, match="on offer already"):
        match.offer_draw(0)
    with pytest.raises(ValueError, match="has agreed to the draw already"):
        match.accept_draw(1)


def test_games_without_resigning_or_draws_say_so() -> None:
    match = tesserae.game("highcard").new(seed=1)
    with pytest.raises(ValueError, match="Nobody resigns"):
        match.resign()
    with pytest.raises(ValueError, match="no draw by agreement"):
        match.offer_draw()


def test_a_wrong_deal_stops_a_move_before_it_is_made() -> None:
    match = tesserae.game("highcard").new(deals=[[0] * 8, [9] * 8])
    for _ in range(5):
        match.play(match.legal()[0])
    before = match.record(), match.states.tobytes(), match.mover
    with pytest.raises(ValueError, match="Deal 2: Number 1 is 9"):
        match.play(match.legal()[0])
    assert (match.record(), match.states.tobytes(), match.mover) == before


def test_a_match_at_a_real_table_waits_for_the_next_deal() -> None:
    match = tesserae.game("highcard").new(deals=[])
    assert match.waits_for_deal
    assert (match.mover, match.over, match.legal()) == (None, False, [])
    assert match.status() == "Waiting for deal 1"
    with pytest.raises(ValueError, match="Deal 1 is missing"):
        match.play(0)
    before = match.record(), match.states.tobytes()
    with pytest.raises(ValueError, match="Deal 1: It has 2 numbers"):
        match.deal([1, 2])
    with pytest.raises(ValueError, match="are no deals"):
        match.deal(5)  # type: ignore[arg-type]
    assert (match.record(), match.states.tobytes()) == before
    match.deal([0] * 8)
    with pytest.raises(ValueError, match="No deal is due"):
        match.deal([0] * 8)
    for _ in range(6):
        match.play(match.legal()[0])
    assert match.waits_for_deal
    assert match.view(0)["mover"] is None
    assert tesserae.load(match.record()) == match
    assert match.copy() == match
    with pytest.raises(ValueError, match="Deal 2 is missing"):
        match.resign()
    match.deal("7 6 5 4 3 2 1 0")
    assert match.mover == 0
    match.undo()
    assert (match.mover, match.move_count) == (1, 5)


def test_a_match_with_a_seed_takes_no_deal() -> None:
    with pytest.raises(ValueError, match="No deal is due"):
        tesserae.game("highcard").new(seed=1).deal([0] * 8)


def test_an_offer_does_not_outlive_the_match() -> None:
    match = tesserae.game("quixo", size=3).new()
    for move in ("a1>c1", "a3>c3", "a1>c1", "a3>c3"):
        match.play(move)
    match.offer_draw(0)
    match.play("a1>c1")
    assert match.over
    assert match.draw_agreed_by == frozenset()


STRANGE = st.one_of(
    st.text(max_size=12),
    st.text("abcdefxyz0123456>:-B #\n", max_size=9),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.none(),
    st.booleans(),
    st.binary(max_size=5),
)


@given(st.integers(0, 10**6), st.integers(0, 30), st.sampled_from([2, 4]), st.sampled_from([3, 4, 5]), STRANGE)
def test_no_input_raises_anything_else_or_changes_anything_when_refused(
    seed: int, moves: int, players: int, size: int, action: Any
) -> None:
    match = random_match(tesserae.game("quixo", players=players, size=size).game, seed, moves)
    before = match.states.tobytes(), match.record()
    try:
        match.play(action)
    except ValueError as refused:
        assert str(refused)
        assert (match.states.tobytes(), match.record()) == before
    else:
        assert match.states.tobytes() != before[0]


@given(st.integers(0, 10**6), st.integers(0, 30))
def test_every_illegal_number_is_refused_with_a_reason(seed: int, moves: int) -> None:
    match = random_match(tesserae.game("quixo", players=4, size=4).game, seed, moves)
    before = match.states.tobytes()
    for action in set(range(64)) - set(match.legal()):
        with pytest.raises(Refused) as refused:
            match.play(action)
        assert refused.value.sentence.key in (
            "match.over",
            "quixo.other_mark",
            "quixo.first_turn",
            "quixo.dot_elsewhere",
        )
    assert match.states.tobytes() == before


DEEDS = ["play", "resign", "offer", "accept", "decline", "undo"]


@given(st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 3)), max_size=25), st.sampled_from([2, 4]))
def test_any_course_of_moves_and_match_actions_survives_the_record(
    deeds: list[tuple[str, int]], players: int
) -> None:
    match = tesserae.game("quixo", players=players, size=3).new()
    rng = random.Random(0)
    for deed, seat in deeds:
        try:
            do(match, deed, seat, rng)
        except Refused:
            continue
        again = tesserae.load(match.record())
        assert again == match
        assert again.states.tobytes() == match.states.tobytes()
        assert again.draw_agreed_by == match.draw_agreed_by
        assert again.events == match.events


def do(match: Match, deed: str, seat: int, rng: random.Random) -> None:
    match_actions = {
        "resign": match.resign,
        "offer": match.offer_draw,
        "accept": match.accept_draw,
        "decline": match.decline_draw,
    }
    if deed == "play" and not match.over:
        match.play(rng.choice(match.legal()))
    elif deed == "undo":
        match.undo()
    elif deed in match_actions:
        match_actions[deed](seat)
