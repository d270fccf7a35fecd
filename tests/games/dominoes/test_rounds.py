"""A match of several rounds: its score sheet, its deals, what is shown between two rounds, and taking back."""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

import tesserae
from games.dominoes.play import NAME_OF_EDITION, dominoes
from games.dominoes.positions import EDITIONS, filled, match_of, position
from games.dominoes.random_rounds import random_moves
from tesserae.kernel import single
from tesserae.match import Deal, Match, Move
from variants import random_play

every_edition = pytest.mark.parametrize("edition", EDITIONS)


def new_match(edition: str, players: int, seed: int, **options: Any) -> Match:
    return tesserae.game(NAME_OF_EDITION[edition], edition=edition, players=players, **options).new(seed=seed)


def played(match: Match, seed: int = 1) -> Match:
    for _ in random_play(match, random.Random(seed)):
        pass
    return match


def between_rounds(match: Match, seed: int = 1) -> Iterator[None]:
    """Play at random, and pause whenever a new round was dealt and nobody has moved in it."""
    for _ in random_play(match, random.Random(seed)):
        if match.moves and match.fresh_deals:
            yield


# --- the score sheet ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 6])
@every_edition
def test_the_score_sheet_adds_up(edition: str, players: int) -> None:
    match = played(new_match(edition, players, 5, rounds=3))
    totals = [0] * players
    for row in match.score_sheet():
        for entry in row.account:
            totals[entry.seat] += entry.points
        assert row.totals == tuple(totals)
    assert match.scores == tuple(totals)


@every_edition
def test_a_row_of_the_score_sheet_is_a_turn(edition: str) -> None:
    match = played(new_match(edition, 3, 6, rounds=2))
    rows = match.score_sheet()
    assert [move for row in rows for move in row.moves] == [move.text for move in match.moves]
    assert {row.round for row in rows} == {1, 2}
    for row, following in pairwise(rows):
        assert all(move == "draw" for move in row.moves[:-1])
        assert row.moves[-1] != "draw"
        assert row.seat is not None
        if row.round == following.round:
            assert following.seat == (row.seat + 1) % 3


def test_the_score_sheet_of_a_turn_with_draws() -> None:
    match = match_of("tripple", 2, filled(dominoes("tripple"), "555 / 344 / 012 155"))
    for move in ("555", "draw", "draw", "155 r0c1"):
        match.play(move)
    first, second = match.score_sheet()
    assert (first.seat, first.moves, first.totals) == (0, ("5-5-5 @ r0c0",), (20, 0))
    assert [tuple(entry) for entry in first.account] == [(0, "tile", 15), (0, "start", 5)]
    assert (second.seat, second.moves) == (1, ("draw", "draw", "1-5-5 @ r0c1"))
    assert [tuple(entry) for entry in second.account] == [(1, "draw", -5), (1, "draw", -5), (1, "tile", 11)]
    assert second.totals == match.scores == (20, 1)


def test_a_round_that_is_over_as_soon_as_it_is_dealt_is_a_round_of_its_own() -> None:
    """Alone, without draws, nothing of the hand may fit the start tile."""
    deals = [filled(dominoes("tripple", 1), " / 555"), filled(dominoes("tripple", 1), "344 / 444")]
    match = match_of("tripple", 1, *deals, solo_draws=0, rounds=2)
    match.play("344 r0c1")
    assert match.over
    assert match.scores == (20 + 17 + 11,)
    assert [row.round for row in match.score_sheet()] == [1, 2, 2]


# --- deals and remarks -------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["tripple", "tripple-de", "pressman"])
def test_every_round_is_one_deal(edition: str) -> None:
    match = played(new_match(edition, 2, 7, rounds=4))
    deals = [event for event in match.events if isinstance(event, Deal)]
    assert [deal.number for deal in deals] == [1, 2, 3, 4]
    starts = [deal.remarks[0].say() for deal in deals]
    assert [start[:8] for start in starts] == ["Round 1.", "Round 2.", "Round 3.", "Round 4."]


def test_triominos_every_round_is_lots_and_a_deal() -> None:
    match = played(new_match("triominos", 4, 8, rounds=20))
    told = [event.remarks[0].key for event in match.events if isinstance(event, Deal)]
    assert told.count("dominoes.lots") == told.count("dominoes.round_begins") == 20
    assert told.count("dominoes.lots_equal") > 0
    for key, following in pairwise(told):
        assert (key == "dominoes.lots") == (following == "dominoes.round_begins")


def test_what_the_lots_were_is_told_to_everybody() -> None:
    hands = filled(dominoes("triominos"), "555 / 444 / ")
    match = match_of("triominos", 2, "lots 345 255", "lots 011 345", hands)
    assert [remark.say() for deal in match.fresh_deals for remark in deal.remarks] == [
        "To see who starts, each draws a tile: A 3-4-5, B 2-5-5. The highest are equal: all draw again.",
        "To see who starts, each draws a tile: A 0-1-1, B 3-4-5. The highest starts.",
        "Round 1. B starts.",
    ]


@pytest.mark.parametrize(
    ("edition", "held", "move", "told"),
    [
        ("tripple", "455 / 012 / ", "455 r0c1", "The round is over: all tiles of a player are laid."),
        ("triominos", "455 / 012 / ", "455 r0c1", "A has laid the last tile. Whoever has not had a turn"),
        ("triominos", "012 / 013 / ", "pass", None),
        ("triominos", "455 012 / 013 / ", "455 r0c1", None),
    ],
)
def test_how_the_round_goes_is_told(edition: str, held: str, move: str, told: str | None) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", held)
    single.apply(states, game.parse(states[0], move))
    remarks = [remark.say() for remark in game.remarks(states[0], 0)]
    assert [remark[: len(told or "")] for remark in remarks] == ([told] if told else [])


def test_a_blocked_round_is_told() -> None:
    game = dominoes("triominos")
    states = position(game, "555 r0c0", "012 / 013 / ")
    for _ in range(2):
        single.apply(states, game.parse(states[0], "pass"))
    assert game.remarks(states[0], 1)[0].say() == (
        "The round is blocked: nothing is left to draw, and nobody can lay."
    )


# --- between two rounds ------------------------------------------------------------------------------------


@every_edition
def test_the_end_of_a_round_is_shown_until_somebody_moves_in_the_next(edition: str) -> None:
    match = new_match(edition, 3, 9, rounds=3)
    assert match.ended_round_picture() is None
    assert match.view(0)["ended_round"] is None
    ends = 0
    for _ in between_rounds(match):
        ends += 1
        for seat in (None, 0, 1, 2):
            assert match.ended_round_picture(seat)
            ended = match.view(seat)["ended_round"]
            assert ended["round"] == ends
            assert ended["round_end"] in ("out", "blocked")
            assert ended["tiles"]
            assert match.view(seat)["board"]["tiles"] == []
            assert match.view(seat)["board"]["round"] == ends + 1
        twin = match.copy()
        twin.play(twin.legal()[0])
        assert twin.ended_round_picture() is None
        assert twin.view(0)["ended_round"] is None
    assert ends == 2


@every_edition
def test_at_the_end_of_a_round_everybody_sees_what_the_others_have_left(edition: str) -> None:
    match = new_match(edition, 3, 10, rounds=3)
    for _ in between_rounds(match):
        for seat in (None, 0, 1, 2):
            ended = match.view(seat)["ended_round"]
            assert [len(hand) for hand in ended["hands"]] == ended["held"]
        hidden = match.view(1)["board"]["hands"]
        assert [hand is None for hand in hidden] == [True, False, True]


def test_the_points_of_a_round_can_be_checked_from_what_is_shown_at_its_end() -> None:
    match = new_match("tripple", 2, 11, rounds=6)
    for _ in between_rounds(match):
        last = match.last_move
        assert last is not None
        ended = match.view(None)["ended_round"]
        left = [sum(int(n) for tile in hand for n in tile.split("-")) for hand in ended["hands"]]
        pips = {entry.seat: entry.points for entry in last.account if entry.what == "pips"}
        for seat, points in pips.items():
            assert points == left[1 - seat]


# --- taking back -------------------------------------------------------------------------------------------


def everything_about(match: Match) -> tuple[Any, ...]:
    return match.record(), match.states.tobytes(), match.events, match.score_sheet(), match.view(0)


@pytest.mark.parametrize("players", [1, 2])
@every_edition
def test_the_move_that_ended_a_round_can_be_taken_back_and_made_again(edition: str, players: int) -> None:
    match = new_match(edition, players, 12, rounds=3)
    taken_back = 0
    before = everything_about(match)
    for _ in random_play(match, random.Random(1)):
        after = everything_about(match)
        if match.moves and match.fresh_deals:
            last = match.moves[-1]
            match.undo()
            assert everything_about(match) == before
            match.play(last.action)
            assert everything_about(match) == after
            taken_back += 1
        before = after
    assert taken_back == 2


@every_edition
def test_a_match_is_the_same_after_saving_in_any_round(edition: str) -> None:
    match = new_match(edition, 2, 13, rounds=2)
    for _ in between_rounds(match):
        again = tesserae.load(match.record())
        assert again.states.tobytes() == match.states.tobytes()
        assert again.score_sheet() == match.score_sheet()
        assert again.view(1) == match.view(1)


# --- the tiles ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 5])
@every_edition
def test_all_56_tiles_are_somewhere_each_once(edition: str, players: int) -> None:
    states = dominoes(edition, players, rounds=5).start()
    for _ in random_moves(states, random.Random(14)):
        state = states[0]
        hands = [int(hand) for hand in state.hands[:players]]
        pool = [1 << int(tile) for tile in state.pool[: state.pool_left]]
        laid = (1 << 56) - 1 & ~int(state.unlaid)
        everything = [laid, *hands, *pool]
        assert sum(everything) == (1 << 56) - 1
        assert sum(tiles.bit_count() for tiles in everything) == 56
        assert [hand.bit_count() for hand in hands] == state.held[:players].tolist()


def test_moves_know_whether_they_end_a_turn_or_a_round() -> None:
    match = played(new_match("triominos", 2, 15, rounds=3))
    for event, following in pairwise(match.events):
        if isinstance(event, Move):
            assert event.ends_turn == (event.text != "draw")
            assert event.ends_round == isinstance(following, Deal)
    assert sum(move.ends_round for move in match.moves) == 3
