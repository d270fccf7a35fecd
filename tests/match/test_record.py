"""A record is text that anybody can type, and every mistake in it is named by its line."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tesserae
from tesserae.match.deals import deal_order
from variants import random_match

DEAL = "Deal: 0 0 0 0 0 0 0 0"
ROUND = "card 0\ncard 3\ncard 4\ncard 5\ncard 6\ncard 7"
TYPED = """
game : Quixo           # the only line that must be there
Options: size=3

a1>c1                  # numbers may be left out
2) A3 > C3
o  offers a draw
X declines the draw
a1>c1
"""


def test_a_record_typed_by_hand_is_read() -> None:
    match = tesserae.load(TYPED)
    assert [move.text for move in match.moves] == ["a1>c1", "a3>c3", "a1>c1"]
    assert match.names == ("X", "O")
    assert match.mover == 1


def test_a_byte_order_mark_is_forgiven() -> None:
    assert tesserae.load("\ufeffGame: quixo\na1>e1").mover == 1


def test_what_a_record_looks_like() -> None:
    match = tesserae.game("quixo", players=2).new(seed=7, names=["Ann", "Bob"])
    match.play("a1>e1")
    match.offer_draw(0)
    match.accept_draw(1)
    assert match.record() == (
        "Game: quixo\n"
        "Version: 1\n"
        "Options: players=2 size=5 repetition=third ply_limit=none\n"
        "Players: Ann, Bob\n"
        "Seed: 7\n"
        "Result: draw (agreement)\n"
        "\n"
        "1. a1>e1\n"
        "X offers a draw\n"
        "O accepts the draw\n"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a line such as 'Game: quixo' is missing"),
        ("1. a1>e1", "a line such as 'Game: quixo' is missing"),
        ("Game: chess", "Line 1, chess: There is no game called chess"),
        ("Game: quixo\nColour: red", "Line 2, Colour: red: There is no header Colour"),
        ("Game: quixo\nGame: quixo", "Line 2, Game: quixo: The header Game stands here for the second time"),
        ("Game: quixo\nOptions: size=7", "Line 2, size=7: quixo cannot be set up with size=7"),
        ("Game: quixo\nOptions: size", "Line 2, size: size is not an option"),
        ("Game: quixo\nOptions: size=3 size=3", "Line 2, size=3 size=3: size=3 is not an option"),
        ("Game: quixo\nVersion: 99", "Line 2, 99: The record is of version 99"),
        ("Game: quixo\nPlayers: Ann", "Line 2, Ann: ['Ann'] does not fit: this game needs 2 names"),
        ("Game: quixo\nSeed: hex:zz", "Line 2, hex:zz: hex:zz is no seed"),
        ("Game: quixo\nSeed: seven", "Line 2, seven: seven is no seed"),
        ("Game: highcard\nDeal: x", "Line 2, x: Deal 1: x is no deal"),
        ("Game: highcard", None),
        ("Game: highcard\ncard 0", "Line 2, card 0: Deal 1 is missing"),
        ("Game: highcard\nDeal: 1 2", "Line 2, 1 2: Deal 1: It has 2 numbers, and must have 8"),
        (f"Game: highcard\n{DEAL}\nDeal: 9", None),
        (f"Game: highcard\n{DEAL}\nDeal: 9\n{ROUND}", "Line 3, 9: Deal 2: It has 1 numbers, and must have 8"),
        ("Game: highcard\nDeal: 0 0 0 0 4 0 0 0", "Line 2, 0 0 0 0 4 0 0 0: Deal 1: Number 5 is 4: it must be"),
        ("Game: quixo\nDeal: 1 2", "Line 2, 1 2: Nothing is dealt in quixo"),
        (f"Game: highcard\n{DEAL}\nSeed: 7", "Give a seed or the deals, not both"),
        (
            f"Game: quixo\nPlayers: A, B\nSeed: {2**300}",
            f"Line 3, {str(2**300)[:80]}: {str(2**300)[:80]} is no seed",
        ),
        ("Game: quixo\nSeed: hex:", "Line 2, hex:: b'' is no seed"),
        (None, "A record is text: None is not"),
        (b"Game: quixo", "A record is text: b'Game: quixo' is not"),
        ("Game: quixo\n\n1. a1>e1\n3. a1>e1", "Line 4, 3. a1>e1: This is move 2, not 3"),
        ("Game: quixo\n\n1. a1>e1\n2. e1>a1", "Line 4, 2. e1>a1: e1 shows X"),
        ("Game: quixo\n\n# remark\n1. hello", "Line 4, 1. hello: 'hello' is not a move"),
        ("Game: quixo\nO accepts the draw", "Line 2, O accepts the draw: No draw is on offer"),
        ("Game: quixo\nX resigns\n1. a1>e1", "Line 3, 1. a1>e1: The match is over"),
        (
            "Game: quixo\nResult: won by X (line)\n",
            "Line 2, won by X (line): The moves lead to another result: open",
        ),
        ("Game: quixo\na1>e1\nPlayers: A, B", "Line 3, Players: A, B: 'Players: A, B' is not a move"),
    ],
)
def test_the_first_bad_line_is_named(text: Any, message: str | None) -> None:
    if message is None:
        assert not tesserae.load(text).over
        return
    with pytest.raises(ValueError) as refused:
        tesserae.load(text)
    assert message in str(refused.value)


def test_a_huge_record_is_refused_before_it_is_read() -> None:
    with pytest.raises(ValueError, match="too long"):
        tesserae.load("#" * 20_000_001)


@given(st.text(max_size=200))
def test_no_text_raises_anything_but_value_error(text: str) -> None:
    for start in ("", "Game: quixo\n", "Game: quixo\nOptions: ", "Game: quixo\nSeed: "):
        try:
            tesserae.load(start + text)
        except ValueError as refused:
            assert str(refused)


@given(st.integers(0, 1000), st.data())
def test_a_damaged_record_is_refused_or_means_the_same_kind_of_thing(seed: int, data: st.DataObject) -> None:
    text = random_match(tesserae.game("quixo", size=3).game, seed).record()
    place = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:place] + data.draw(st.characters()) + text[place + 1 :]
    try:
        match = tesserae.load(damaged)
    except ValueError:
        return
    assert tesserae.load(match.record()) == match


def test_deals_are_uniform_independent_of_play_and_different_for_each_number() -> None:
    orders = [deal_order(7, number, [6] * 25).tolist() for number in range(400)]
    faces = [face for order in orders for face in order]
    assert len({tuple(order) for order in orders}) == 400
    assert all(abs(faces.count(face) - 10_000 / 6) < 200 for face in range(6))
    assert deal_order(7, 3, [6] * 25).tolist() == orders[3]
    assert deal_order(b"7", 3, [6] * 25).tolist() != orders[3]
    assert deal_order(b"int 7", 3, [6] * 25).tolist() != orders[3]


def test_the_stream_of_deals_never_changes() -> None:
    """Saved matches depend on these numbers."""
    assert deal_order(7, 0, [56, 55, 54, 6, 2]).tolist() == [17, 51, 14, 4, 1]
