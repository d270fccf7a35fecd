"""The rule page of Puzzelino: the game for points for two to four players."""

import pytest

import tesserae
from games.puzzelino.play import (
    after,
    bag_of,
    board,
    ending,
    filled,
    hand_of,
    hands,
    laid,
    lays,
    legal,
    match_of,
    play,
    position,
    puzzelino,
    scores,
)
from tesserae.kernel import single
from tesserae.match import Match, Outcome
from trying import legal_texts, refused

MUST_LAY = "You have a piece that fits, and must lay it."
THREE_THAT_FIT = "-13 -23 +33"
"""Beside +12: one left of it, one right of it, and then one beside either."""
either_stop = pytest.mark.parametrize("stop", ["free", "never"])


def points_of(deal: str, **options: str) -> Match:
    """Begin a game for points; hands are filled up with pieces that do not fit at first."""
    return match_of(filled(deal, "points"), "points", **options)


# --- how it begins -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_pieces_each_and_one_in_the_middle(players: int) -> None:
    match = tesserae.game("puzzelino", mode="points", players=players).new(seed=1)
    assert [len(hand) for hand in hands(match)] == [3] * players
    assert list(laid(match)) == ["r0c0"]
    assert len(bag_of(match.states)) == 32 - 3 * players - 1
    assert match.scores == (0,) * players


@pytest.mark.parametrize("lot", [0, 1])
def test_who_begins_is_drawn_by_lot(lot: int) -> None:
    assert points_of(f"-13 / -23 / +12 / lot {lot}").mover == lot


# --- in turn lay as many as possible -----------------------------------------------------------------------


@either_stop
def test_one_goes_on_laying_as_long_as_something_fits(stop: str) -> None:
    match = points_of(f"{THREE_THAT_FIT} / / +12 / -44 -45 -55", stop=stop)
    for move in ("-032 r0c1", "-013 r0c-1"):
        assert match.mover == 0
        match.play(move)
    assert match.mover == 0
    assert board(match)["lays"] == 2
    assert lays(match)


@either_stop
def test_doubles_are_nothing_special(stop: str) -> None:
    match = after(points_of("-22 / / +12 / -44 -45 -55", stop=stop), "-022 r0c1")
    assert match.last_move is not None
    assert match.last_move.remarks == ()
    assert match.last_move.account[0].points == 1


@either_stop
def test_whoever_can_lay_must_lay_one_at_least(stop: str) -> None:
    match = points_of("-13 / / +12 / ", stop=stop)
    assert legal(match) == {"-013 @ r0c-1", "-310 @ r0c-1"}
    assert refused(match, "pass") == MUST_LAY


def test_stop_free_one_may_stop_after_any_piece() -> None:
    match = after(points_of(f"{THREE_THAT_FIT} / / +12 / -44 -45 -55", stop="free"), "-032 r0c1")
    assert "pass" in legal(match)
    assert lays(match)
    match.play("pass")
    assert match.mover == 1
    assert match.scores == (1, 0)


def test_stop_never_one_must_go_on_while_something_fits() -> None:
    match = after(points_of(f"{THREE_THAT_FIT} / / +12 / -44 -45 -55", stop="never"), "-032 r0c1")
    assert "pass" not in legal(match)
    assert refused(match, "pass") == MUST_LAY
    after(match, "-013 r0c-1")
    assert refused(match, "pass") == MUST_LAY


@either_stop
def test_when_nothing_fits_any_more_one_says_so_and_the_turn_ends(stop: str) -> None:
    match = after(points_of("-13 +44 +45 / / +12 / -44 -45 -55", stop=stop), "-013 r0c-1")
    assert match.mover == 0
    assert legal(match) == {"pass"}
    match.play("pass")
    assert match.mover == 1


@either_stop
def test_with_the_last_piece_of_a_hand_the_turn_ends_by_itself(stop: str) -> None:
    match = points_of(f"{THREE_THAT_FIT} / / +12 / +44 -45 -55", stop=stop)
    after(match, "-032 r0c1, -013 r0c-1, +033 r0c2")
    assert match.mover == 1
    assert match.scores == (3, 0)
    assert sorted(hands(match)[0]) == ["+44", "-45", "-55"]
    (row,) = match.score_sheet()
    assert row.moves == ("-032 @ r0c1", "-013 @ r0c-1", "+033 @ r0c2")


@either_stop
def test_nobody_draws(stop: str) -> None:
    match = points_of("+44 / / +12 / -44 -45 -55", stop=stop)
    assert legal(match) == {"pass"}
    assert refused(match, "draw") == "Nobody draws in this game: lay a piece or pass."
    after(match, "pass")
    assert hands(match)[0] == ["+11", "+13", "+44"]


# --- then refill to three from the bag ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "hand", "next_one"),
    [
        ("-032 r0c1, pass", ["+33", "+44", "-13"], "-45"),
        ("-032 r0c1, -013 r0c-1, pass", ["+33", "+44", "-45"], "-55"),
        ("-032 r0c1, -013 r0c-1, +033 r0c2", ["+44", "-45", "-55"], "+55"),
    ],
)
def test_then_the_hand_is_filled_up_to_three_from_the_bag(moves: str, hand: list[str], next_one: str) -> None:
    match = after(points_of(f"{THREE_THAT_FIT} / / +12 / +44 -45 -55 +55"), moves)
    assert hands(match)[0] == hand
    assert bag_of(match.states)[0] == next_one
    assert board(match)["bag"] == 25 - moves.count("r0c")


def test_who_laid_nothing_has_three_already() -> None:
    match = after(points_of("+44 / / +12 / -44"), "pass")
    assert len(hands(match)[0]) == 3
    assert board(match)["bag"] == 25


def test_filling_up_costs_nothing_and_is_on_no_account() -> None:
    match = after(points_of(f"{THREE_THAT_FIT} / / +12 / +44 -45 -55"), "-032 r0c1, pass")
    assert [[tuple(entry) for entry in move.account] for move in match.moves] == [[(0, "laid", 1)], []]
    assert match.scores == (1, 0)


@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_short_bag_fills_up_as_far_as_it_goes(left: int) -> None:
    game = puzzelino("points", 2)
    bag = ["+44", "+45"][:left]
    states = position(game, "+012 r0c0", f"-13 -23 +33 / -14 / {' '.join(bag)}", points=(0, 0))
    play(game, states, "-032 r0c1, -013 r0c-1, +033 r0c2")
    assert sorted(hand_of(states, 0)) == sorted(bag)
    assert bag_of(states) == []
    assert single.mover(states) == 1


# --- one point for each piece laid -------------------------------------------------------------------------


def test_one_point_for_each_piece_laid() -> None:
    match = points_of(f"{THREE_THAT_FIT} / +22 +34 / +12 / +44 -45 -55")
    for points, move in enumerate(("-032 r0c1", "-013 r0c-1", "+033 r0c2"), start=1):
        match.play(move)
        assert match.scores == (points, 0)
        assert match.last_move is not None
        assert [tuple(entry) for entry in match.last_move.account] == [(0, "laid", 1)]
    match.play(min(lays(match)))
    assert match.scores == (3, 1)


# --- it ends when all are laid -----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_ends_when_all_pieces_are_laid_and_most_points_win(players: int) -> None:
    for seed in range(200):
        match = tesserae.game("puzzelino", mode="points", players=players).new(seed=seed)
        while not match.over:
            match.play(match.legal()[0])
        if match.outcome is not None and match.outcome.reason == "complete":
            break
    assert len(laid(match)) == 32
    assert hands(match) == [[]] * players
    assert sum(match.scores) == 31
    assert match.winners == tuple(seat for seat in range(players) if match.scores[seat] == max(match.scores))


# --- or nobody can lay any more ----------------------------------------------------------------------------


@either_stop
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_ends_when_nobody_can_lay_any_more_though_the_bag_is_full(players: int, stop: str) -> None:
    match = points_of("/" * players + " +12 / lot 1", stop=stop)
    for number in range(players):
        assert match.mover == (1 + number) % players
        assert legal(match) == {"pass"}
        match.play("pass")
    assert match.outcome == Outcome("blocked", tuple(range(players)))
    assert match.scores == (0,) * players


def test_a_turn_in_which_somebody_laid_is_no_pass_though_it_ends_with_one() -> None:
    game = puzzelino("points", 2)
    states = position(game, "+012 r0c0", "+44 / -13 +45 / ", points=(0, 0))
    play(game, states, "pass, -013 r0c-1, pass, pass")
    assert ending(game, states) == ("", ())
    play(game, states, "pass")
    assert ending(game, states) == ("blocked", (1,))


def test_most_points_win_when_it_is_blocked_whatever_is_left_in_the_hands() -> None:
    game = puzzelino("points", 3)
    states = position(game, "+012 r0c0", "+44 / +45 +55 +34 / +33 / ", points=(4, 7, 2))
    play(game, states, "pass, pass, pass")
    assert ending(game, states) == ("blocked", (1,))


def test_equally_many_points_share_the_win() -> None:
    game = puzzelino("points", 3)
    states = position(game, "+012 r0c0", "+44 / +45 / +33 / ", points=(7, 2, 7))
    play(game, states, "pass, pass, pass")
    assert ending(game, states) == ("blocked", (0, 2))


# --- players without pieces are passed over ----------------------------------------------------------------


def test_a_player_without_pieces_is_passed_over() -> None:
    game = puzzelino("points", 3)
    states = position(game, "+012 r0c0", "-13 +33 / / -23 +34 / ", points=(5, 8, 5))
    play(game, states, "-013 r0c-1, pass")
    assert single.mover(states) == 2
    play(game, states, "-032 r0c1, pass")
    assert single.mover(states) == 0


def test_several_players_without_pieces_are_passed_over_at_once() -> None:
    game = puzzelino("points", 4)
    states = position(game, "+012 r0c0", "-13 / / / -23 +55 / ", seat=3, points=(5, 8, 5, 5))
    play(game, states, "-032 r0c1, pass, -013 r0c-1")
    assert single.mover(states) == 3


def test_being_passed_over_counts_as_passing() -> None:
    game = puzzelino("points", 3)
    states = position(game, "+012 r0c0", "+44 / / +55 / ", points=(5, 8, 5))
    play(game, states, "pass")
    assert single.mover(states) == 2
    assert ending(game, states) == ("", ())
    play(game, states, "pass")
    assert ending(game, states) == ("blocked", (1,))


def test_one_player_alone_with_pieces_goes_on_until_nothing_fits() -> None:
    game = puzzelino("points", 3)
    states = position(game, "+012 r0c0", "/ -13 -23 +55 / / ", seat=1, points=(8, 5, 8))
    play(game, states, "-013 r0c-1, pass")
    assert single.mover(states) == 1
    play(game, states, "-032 r0c1, pass")
    assert single.mover(states) == 1
    assert set(legal_texts(game, states)) == {"pass"}
    play(game, states, "pass")
    assert ending(game, states) == ("blocked", (0, 2))


def test_who_lays_the_last_piece_of_all_hands_but_not_of_the_game_ends_it() -> None:
    """Only where pieces are missing from the box; still it must end."""
    game = puzzelino("points", 2)
    states = position(game, "+012 r0c0", "-13 / / ", points=(5, 5))
    play(game, states, "-013 r0c-1")
    assert ending(game, states) == ("blocked", (0,))
    assert scores(states) == [6, 5]


# --- giving up ---------------------------------------------------------------------------------------------


def test_who_gives_up_ends_the_game_and_the_best_of_the_others_wins() -> None:
    match = points_of("-13 / -23 / / +12 / -44 -45 -55")
    after(match, "-013 r0c-1, pass, -032 r0c1").resign(1)
    assert match.outcome == Outcome("resignation", (0,))
    assert match.scores == (1, 1, 0)
