"""The rule page of Puzzelino: the race for two to four players."""

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
from tesserae.match import Outcome
from trying import legal_texts, refused

MUST_LAY = "You have a piece that fits, and must lay it."
NOTHING_FITS = "+13 +14 +15 +33 +34 +35"
"""Beside +12 alone no blue piece fits, and beside -22 none of these."""


def drawn_from(bag: str, second: str = "+11 +22 +23 +24 +25 -44") -> str:
    """Deal so that A, who begins, can lay nothing beside +12, and then draws these."""
    return f"{NOTHING_FITS} / {second} / +12 / {bag} lot 0"


# --- how it begins -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_six_pieces_each_one_opens_the_table_and_the_rest_is_in_the_bag(players: int) -> None:
    match = tesserae.game("puzzelino", players=players).new(seed=1)
    assert [len(hand) for hand in hands(match)] == [6] * players
    assert len(laid(match)) == 1
    assert board(match)["bag"] == len(bag_of(match.states)) == 32 - 6 * players - 1
    assert match.scores == (0,) * players


def test_the_race_is_what_is_played_unless_told_otherwise() -> None:
    assert tesserae.game("puzzelino").options == {"players": 2, "mode": "race", "stop": "free", "puzzle": None}


@pytest.mark.parametrize("lot", [0, 1, 2])
def test_who_begins_is_drawn_by_lot(lot: int) -> None:
    hand = "-13 -14 -15 -23 -24 -25"
    other, third = "-33 -34 -35 -44 -45 -55", "+33 +34 +35 +44 +45 +55"
    match = match_of(f"{hand} / {other} / {third} / +12 / lot {lot}")
    assert match.mover == lot
    assert board(match)["starter"] == lot
    (event,) = match.events
    assert [remark.say() for remark in event.remarks] == [f"+012 opens the table. {'ABC'[lot]} begins."]  # type: ignore[union-attr]


def test_every_seat_may_be_the_first_when_dealt_from_a_seed() -> None:
    assert {tesserae.game("puzzelino", players=4).new(seed=seed).mover for seed in range(40)} == {0, 1, 2, 3}


# --- in turn lay one fitting piece; able to lay: must lay ---------------------------------------------------


def test_in_turn_everybody_lays_one_fitting_piece() -> None:
    hands = "-13 -14 +14 +44 +45 +55 / -23 -24 +11 +13 +15 +22 / +23 +24 +25 +33 +34 +35"
    match = match_of(f"{hands} / +12 / lot 1")
    for seat, move in ((1, "-032 r0c1"), (2, "+034 r0c2"), (0, "-014 r0c-1"), (1, "-024 r0c3")):
        assert match.mover == seat
        match.play(move)
    assert match.mover == 2
    assert match.scores == (1, 2, 1)
    assert laid(match) == {
        "r0c-1": "-014",
        "r0c0": "+012",
        "r0c1": "-032",
        "r0c2": "+034",
        "r0c3": "-024",
    }


def test_who_is_able_to_lay_must_lay() -> None:
    match = match_of(filled("-13 / -24 / +12 / "))
    assert legal(match) == {"-013 @ r0c-1", "-310 @ r0c-1"}
    assert refused(match, "draw") == MUST_LAY
    assert refused(match, "pass") == MUST_LAY


def test_one_piece_a_turn_though_more_would_fit() -> None:
    match = after(match_of(filled("-13 -14 -15 / -24 / +12 / ")), "-013 r0c-1")
    assert match.mover == 1
    assert match.last_move is not None
    assert match.last_move.remarks == ()


# --- laid a double, or a three-shape piece: lay one more if you can -----------------------------------------


@pytest.mark.parametrize(
    ("opening", "piece", "move"),
    [
        ("+12", "-11", "-011 r0c-1"),
        ("+23", "-22", "-022 r0c-1"),
        ("-34", "+33", "+033 r0c-1"),
        ("-34", "+44", "+404 r0c1"),
        ("+25", "-55", "-505 r0c1"),
        ("+12", "-135", "-315 r0c-1"),
        ("-12", "+135", "+513 r0c-1"),
        ("-45", "+135", "+135 r0c1"),
    ],
)
def test_whoever_lays_a_double_or_three_shapes_lays_one_more(opening: str, piece: str, move: str) -> None:
    match = after(match_of(filled(f"{piece} / / {opening} / ")), move)
    assert match.mover == 0
    assert match.last_move is not None
    assert [remark.say() for remark in match.last_move.remarks] == ["A lays one more, if anything fits."]
    assert not match.last_move.ends_turn
    match.play(min(move for move in lays(match) if len({*move[1:4]} - {"0"}) == 2))
    assert match.mover == 1


def test_other_pieces_end_the_turn() -> None:
    for piece in ("-12", "-13", "-14", "-15", "-23", "-24", "-25"):
        match = match_of(filled(f"{piece} -44 / / +12 / "))
        match.play(min(lays(match)))
        assert match.mover == 1, piece


def test_one_more_is_a_duty_as_well() -> None:
    match = after(match_of(filled("-22 -13 / / +12 / ")), "-022 r0c1")
    assert refused(match, "pass") == MUST_LAY
    assert refused(match, "draw") == MUST_LAY


def test_a_further_double_gives_one_more_again() -> None:
    match = match_of(filled("-22 -11 +22 -23 / / +12 / "))
    for move in ("-022 r0c1", "-011 r0c-1", "+022 r0c2"):
        match.play(move)
        assert match.mover == 0
    match.play("-032 r0c3")
    assert match.mover == 1
    assert match.scores == (4, 0)
    (row,) = match.score_sheet()
    assert row.moves == ("-022 @ r0c1", "-011 @ r0c-1", "+022 @ r0c2", "-032 @ r0c3")


def test_a_double_and_nothing_that_fits_then_the_turn_ends_without_drawing() -> None:
    match = after(
        match_of(f"-22 {NOTHING_FITS.removesuffix(' +35')} / -23 -24 +22 +23 +24 +25 / +12 / "), "-022 r0c1"
    )
    assert match.mover == 0
    assert legal(match) == {"pass"}
    assert refused(match, "draw") == "You have laid a piece in this turn, and draw no more: pass."
    match.play("pass")
    assert match.mover == 1
    assert not board(match)["lays"]


def test_a_last_piece_that_is_a_double_ends_the_game_at_once() -> None:
    game = puzzelino("race", 2)
    states = position(game, "+012 r0c0", "-22 / -13 / +22")
    play(game, states, "-022 r0c1")
    assert ending(game, states) == ("out", (0,))
    assert scores(states) == [6, 5]


def test_the_last_piece_may_be_the_one_more() -> None:
    game = puzzelino("race", 2)
    states = position(game, "+012 r0c0", "-22 -13 / -14 / +22")
    play(game, states, "-022 r0c1")
    assert ending(game, states) == ("", ())
    play(game, states, "-013 r0c-1")
    assert ending(game, states) == ("out", (0,))


# --- cannot lay: take one to three pieces from the bag ------------------------------------------------------


def test_who_cannot_lay_takes_at_least_one_piece() -> None:
    match = match_of(drawn_from("+44 +45 +55"))
    assert legal(match) == {"draw"}
    assert refused(match, "pass") == "Nothing fits: draw at least one piece from the bag."


def test_pieces_are_taken_one_at_a_time_as_they_come_out_of_the_bag() -> None:
    match = match_of(drawn_from("+44 +45 +55"))
    for count, piece in enumerate(("+44", "+45", "+55"), start=1):
        match.play("draw")
        assert len(hands(match)[0]) == 6 + count
        assert piece in hands(match)[0]
        assert board(match, 0)["last_drawn"] == piece
        assert board(match)["draws"] == count
        assert board(match)["bag"] == 19 - count
        assert match.scores == (-count, 0)


@pytest.mark.parametrize("draws", [1, 2])
def test_one_may_stop_after_any_or_take_the_next(draws: int) -> None:
    match = after(match_of(drawn_from("+44 +45 +55")), ",".join(["draw"] * draws))
    assert legal(match) == {"draw", "pass"}
    match.play("pass")
    assert match.mover == 1
    assert board(match)["draws"] == 0


def test_after_three_without_laying_the_turn_ends() -> None:
    match = after(match_of(drawn_from("+44 +45 +55")), "draw, draw, draw")
    assert legal(match) == {"pass"}
    assert refused(match, "draw") == "You have drawn three pieces in this turn, and may draw no more: pass."
    match.play("pass")
    assert match.mover == 1
    (row,) = match.score_sheet()
    assert row.moves == ("draw", "draw", "draw", "pass")


@pytest.mark.parametrize("draws", [1, 2, 3])
def test_a_drawn_piece_that_fits_is_laid_at_once(draws: int) -> None:
    bag = ["+44", "+45", "+55"]
    bag[draws - 1] = "-13"
    match = after(match_of(drawn_from(" ".join(bag))), ",".join(["draw"] * draws))
    assert legal(match) == {"-013 @ r0c-1", "-310 @ r0c-1"}
    assert refused(match, "draw") == MUST_LAY
    assert refused(match, "pass") == MUST_LAY
    match.play("-013 r0c-1")
    assert match.mover == 1
    assert match.scores == (1 - draws, 0)
    assert board(match)["draws"] == 0
    assert board(match)["last_drawn"] is None


def test_whoever_draws_a_double_and_lays_it_lays_one_more() -> None:
    deal = drawn_from("-22 +55 +45 +44", second="+11 +22 -33 +24 +25 -44").replace("+35", "+23")
    match = after(match_of(deal), "draw, -022 r0c1")
    assert match.mover == 0
    assert board(match, 0)["last_drawn"] is None
    assert {move.split()[0] for move in legal(match)} == {"+320", "+023"}
    match.play("+023 r0c2")
    assert match.mover == 1
    (row,) = match.score_sheet()
    assert row.moves == ("draw", "-022 @ r0c1", "+023 @ r0c2")


def test_whoever_draws_a_double_and_lays_it_draws_no_more() -> None:
    match = after(match_of(drawn_from("-22 +55 +45 +44")), "draw, -022 r0c1")
    assert legal(match) == {"pass"}
    assert refused(match, "draw") == "You have laid a piece in this turn, and draw no more: pass."


def test_what_was_drawn_in_an_earlier_turn_is_like_any_other_piece() -> None:
    match = after(
        match_of(drawn_from("+44 +45 -45", second="-22 -23 +22 +23 +24 +25")), "draw, draw, pass, -022 r0c1"
    )
    assert match.mover == 1
    match.play("+024 r0c2")
    assert match.mover == 0
    assert {move[:4] for move in legal(match)} == {"draw"}
    after(match, "draw")
    assert {"".join(sorted(move.split()[0][1:].replace("0", ""))) for move in legal(match)} == {"45"}


# --- bag empty and cannot lay: pass ------------------------------------------------------------------------


def test_with_an_empty_bag_who_cannot_lay_passes() -> None:
    game = puzzelino("race", 2)
    states = position(game, "+012 r0c0", "+13 +14 / -13 +22 / ")
    assert set(legal_texts(game, states)) == {"pass"}
    assert str(game.refusal(states[0], game.parse(states[0], "draw"))) == "The bag is empty: pass."
    play(game, states, "pass")
    assert single.mover(states) == 1


@pytest.mark.parametrize("left", [1, 2])
def test_the_bag_may_run_empty_while_drawing(left: int) -> None:
    game = puzzelino("race", 2)
    states = position(game, "+012 r0c0", f"+13 / -13 -14 / {' '.join(['+44', '+45'][:left])}")
    for _ in range(left):
        play(game, states, "draw")
    assert set(legal_texts(game, states)) == {"pass"}
    assert str(game.refusal(states[0], game.parse(states[0], "draw"))) == "The bag is empty: pass."
    assert len(hand_of(states, 0)) == 1 + left


# --- how it ends -------------------------------------------------------------------------------------------


def test_it_ends_when_someone_has_no_pieces_left() -> None:
    game = puzzelino("race", 3)
    states = position(game, "+012 r0c0", "-33 -34 / -23 / -44 +44 +55 / +11", seat=1)
    play(game, states, "-032 r0c1")
    assert ending(game, states) == ("out", (1,))
    assert scores(states) == [4, 6, 3]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_whole_races_fewest_pieces_win_and_the_points_are_six_less_what_is_left(players: int) -> None:
    seen = set()
    for seed in range(12):
        match = tesserae.game("puzzelino", players=players).new(seed=seed)
        while not match.over:
            match.play(match.legal()[0])
        left = [len(hand) for hand in hands(match)]
        assert match.scores == tuple(6 - count for count in left)
        reason = "out" if min(left) == 0 else "blocked"
        winners = tuple(seat for seat in range(players) if left[seat] == min(left))
        assert match.outcome == Outcome(reason, winners)
        seen.add(reason)
    assert "out" in seen


def test_it_ends_when_everybody_passed_in_a_row_and_fewest_pieces_win() -> None:
    game = puzzelino("race", 3)
    states = position(game, "+012 r0c0", "+13 +14 +15 / +33 +34 / +44 +45 +55 / ", seat=1)
    for seat in (1, 2, 0):
        assert ending(game, states) == ("", ())
        assert single.mover(states) == seat
        play(game, states, "pass")
    assert ending(game, states) == ("blocked", (1,))
    assert scores(states) == [3, 4, 3]


def test_equally_few_pieces_share_the_win() -> None:
    game = puzzelino("race", 3)
    states = position(game, "+012 r0c0", "+13 +14 / +33 +34 / +44 +45 +55 / ")
    play(game, states, "pass, pass, pass")
    assert ending(game, states) == ("blocked", (0, 1))


def test_a_turn_in_which_somebody_drew_is_no_pass() -> None:
    game = puzzelino("race", 2)
    states = position(game, "+012 r0c0", "+13 / +33 +34 / +44 +45")
    play(game, states, "draw, pass, draw, pass")  # the bag is empty now, and nobody has passed
    play(game, states, "pass")
    assert ending(game, states) == ("", ())
    play(game, states, "pass")
    assert ending(game, states) == ("blocked", (0,))


def test_a_turn_in_which_somebody_laid_is_no_pass_though_it_ends_with_one() -> None:
    game = puzzelino("race", 2)
    states = position(game, "+012 r0c0", "+13 / -22 +33 / ")
    play(game, states, "pass, -022 r0c1, pass")
    assert ending(game, states) == ("", ())
    play(game, states, "pass")
    assert ending(game, states) == ("", ())
    play(game, states, "pass")
    assert ending(game, states) == ("blocked", (0, 1))


def test_a_piece_laid_in_between_makes_everybody_pass_once_more() -> None:
    game = puzzelino("race", 3)
    states = position(game, "+012 r0c0", "+55 / +44 / -13 +45 / ")
    play(game, states, "pass, pass, -013 r0c-1, pass, pass")
    assert ending(game, states) == ("", ())
    play(game, states, "pass")
    assert ending(game, states) == ("blocked", (0, 1, 2))


# --- points, and giving up ---------------------------------------------------------------------------------


def test_a_piece_laid_counts_one_and_a_piece_taken_one_less() -> None:
    match = after(match_of(drawn_from("+44 -13 +55")), "draw, draw, -013 r0c-1")
    told = [[tuple(entry) for entry in move.account] for move in match.moves]
    assert told == [[(0, "taken", -1)], [(0, "taken", -1)], [(0, "laid", 1)]]
    assert match.scores == (-1, 0)


def test_who_gives_up_ends_the_game_and_the_best_of_the_others_wins() -> None:
    match = match_of("-13 -14 -15 +13 +14 +15 / -23 -24 -25 +23 +24 +25 / +33 +34 +35 +44 +45 +55 / +12 / lot 0")
    after(match, "-013 r0c-1, -032 r0c1")
    match.resign(0)
    assert match.outcome == Outcome("resignation", (1,))
    assert match.scores == (1, 1, 0)


def test_who_gives_up_does_not_win_though_he_is_ahead_and_the_others_share() -> None:
    match = match_of("-13 -14 -15 +13 +14 +15 / -23 -24 -25 +23 +24 +25 / +33 +34 +35 +44 +45 +55 / +12 / lot 0")
    after(match, "-013 r0c-1").resign(0)
    assert match.outcome == Outcome("resignation", (1, 2))
    assert match.scores == (1, 0, 0)


def test_any_seat_may_give_up_at_any_time() -> None:
    match = match_of(filled("-13 / -24 / +12 / "))
    match.resign(1)
    assert match.outcome == Outcome("resignation", (0,))
