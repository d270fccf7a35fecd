"""The rule page of Quixo for four players in two teams, rule by rule."""

import pytest

import tesserae
from games.quixo.positions import dots, ended, legal, play, position, quixo, rows, taken
from tesserae.kernel import single
from tesserae.match import Outcome

A_WINS, B_WINS = 0b0101, 0b1010


def test_turns_go_clockwise_a1_b1_a2_b2() -> None:
    match = tesserae.game("quixo", players=4).new()
    movers = []
    for _ in range(5):
        movers.append(match.game.seat_name(match.mover or 0))
        match.play(match.legal()[0])
    assert movers == ["A1", "B1", "A2", "B2", "A1"]


def test_partners_share_a_mark() -> None:
    match = tesserae.game("quixo", players=4).new()
    for move in ("a1>e1", "a5>e5", "a1>e1", "a5>e5"):
        match.play(move)
    assert match.view()["board"]["rows"] == ["...OO", ".....", ".....", ".....", "...XX"]


def test_every_mark_carries_a_dot_that_points_at_a_player_of_its_team() -> None:
    match = tesserae.game("quixo", players=4).new()
    for move in ("a1>e1", "a5>e5:B", "a1>e1:B", "a5>e5"):
        match.play(move)
    assert match.view()["board"]["dots"] == {"d1": 0, "e1": 0, "d5": 3, "e5": 3}


def test_a_player_takes_neutral_cubes_and_own_ones_that_point_at_him() -> None:
    board = "XX... ..... ..... ..... OO..."
    pointing = "b5 b1"  # at A2 and at B2
    a1 = taken(position(board, seat=0, players=4, partner=pointing))
    a2 = taken(position(board, seat=2, players=4, partner=pointing))
    b1 = taken(position(board, seat=1, players=4, partner=pointing))
    assert {"a5", "c5"} <= a1
    assert not a1 & {"b5", "a1", "b1"}
    assert "b5" in a2
    assert not a2 & {"a5", "a1", "b1"}
    assert "a1" in b1
    assert not b1 & {"b1", "a5", "b5"}


def test_in_each_players_first_turn_only_neutral_cubes_may_be_taken() -> None:
    match = tesserae.game("quixo", players=4).new()
    match.play("a1>e1:B")  # A1 turns the dot to A2
    match.play("a5>e5:B")  # and B1 to B2
    with pytest.raises(ValueError, match="first turn you may only take a neutral cube, and e1 is not"):
        match.play("e1>a1")
    match.play("b1>a1")
    with pytest.raises(ValueError, match="first turn you may only take a neutral cube, and e5 is not"):
        match.play("e5>a5")
    match.play("b5>a5")
    match.play("c1>c5")
    match.play("d5>d1")
    match.play("e1>a1")  # in the second turn A2 may


def test_the_dot_goes_to_oneself_or_to_the_partner_88_moves_in_all() -> None:
    start = quixo(players=4).start()
    assert len(legal(start)) == 88
    assert dots(play(start, "a1>e1")) == {"e1": 0}
    assert dots(play(start, "a1>e1:B")) == {"e1": 2}
    board = position("..... ..... ..... ..... .....", seat=3, players=4)
    assert dots(play(board, "a1>e1")) == {"e1": 3}
    assert dots(play(board, "a1>e1:B")) == {"e1": 1}


def test_dots_slide_with_their_cubes() -> None:
    before = position("..... ..... ..... ..... .XOXO", players=4, partner="b1 c1")
    after = play(before, "a1>e1")
    assert rows(after) == "..... ..... ..... ..... XOXOX"
    assert dots(after) == {"a1": 2, "b1": 3, "c1": 0, "d1": 1, "e1": 0}


def test_the_dot_of_a_taken_cube_leaves_with_it() -> None:
    before = position("..... ..... ..... ..... X....", seat=2, players=4, partner="a1")
    assert dots(play(before, "a1>e1:B")) == {"e1": 0}


def test_a_turn_is_skipped_only_without_a_neutral_and_without_an_own_cube_pointing_at_the_player() -> None:
    """The border is full and all its circles point at B2: after A1's move B1 has nothing to take, A2 has d4."""
    board = "XOOX X..O O..X XXOX"
    partners = "b4 c4 d3 a2 c1 d4"
    after = play(position(board, seat=0, players=4, partner=partners), "a1>a4")
    assert rows(after) == "XOOX X..O X..X OXOX"
    assert single.mover(after) == 2
    assert [remark.say() for remark in quixo(4, 4).remarks(after[0], 0)] == [
        "B1 has no cube to take and is skipped."
    ]
    one_points_at_b1 = play(position(board, seat=0, players=4, partner="b4 c4 d3 c1 d4"), "a1>a4")
    assert single.mover(one_points_at_b1) == 1
    one_is_neutral = position(board.replace("XXOX", "X.OX"), seat=0, players=4, partner=partners)
    assert single.mover(play(one_is_neutral, "a1>a4")) == 1


def test_a_team_wins_with_a_line_whichever_way_the_dots_point() -> None:
    after = play(position("..... ..... ..... ..... XXXX.", players=4, partner="b1 d1"), "e5>e1:B")
    assert ended(after) == ("line", A_WINS)


def test_making_the_other_teams_line_loses_even_with_an_own_one() -> None:
    after = play(position("..... X.XXX OXOOO .O... .....", seat=2, players=4), "b5>b1")
    assert ended(after) == ("other_line", B_WINS)


def test_one_partner_resigns_for_the_team() -> None:
    match = tesserae.game("quixo", players=4).new()
    match.resign(3)
    assert match.outcome == Outcome("resignation", (0, 2))
    assert match.scores == (1, 0, 1, 0)


def test_a_draw_needs_all_four() -> None:
    match = tesserae.game("quixo", players=4).new()
    match.offer_draw(2)
    match.accept_draw(0)
    match.accept_draw(1)
    assert not match.over
    match.accept_draw(3)
    assert match.outcome == Outcome("agreement", ())


def test_the_same_marks_with_other_dots_are_another_position() -> None:
    one = position("X.... ..... ..... ..... .....", players=4)
    two = position("X.... ..... ..... ..... .....", players=4, partner="a5")
    other_player = position("X.... ..... ..... ..... .....", players=4, seat=1)
    later = position("X.... ..... ..... ..... .....", players=4, ply=99)
    keys = [int(single.position_key(state)) for state in (one, two, other_player)]
    assert len(set(keys)) == 3
    assert int(single.position_key(later)) == keys[0]


def test_the_skipped_player_is_named_in_the_record() -> None:
    match = tesserae.game("quixo", players=4, size=3).new()
    for action in skipping_game():
        match.play(action)
    assert "is skipped" in match.record()
    assert tesserae.load(match.record()) == match


def skipping_game() -> list[int]:
    """Find a game in which somebody is skipped."""
    from variants import random_match

    for seed in range(2000):
        moves = random_match(quixo(3, 4), seed).moves
        for number, move in enumerate(moves, start=1):
            if any(remark.key == "quixo.skipped" for remark in move.remarks):
                return [played.action for played in moves[:number]]
    raise AssertionError("nobody was ever skipped")
