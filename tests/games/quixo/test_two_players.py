"""The rule page of Quixo for two players, rule by rule."""

import random

import pytest

import tesserae
from games.quixo.positions import ended, legal, play, position, quixo, rows, taken
from tesserae.kernel import single
from tesserae.match import Match, Outcome

X_WINS, O_WINS = 0b01, 0b10


@pytest.mark.parametrize(("size", "border", "moves"), [(3, 8, 20), (4, 12, 32), (5, 16, 44)])
def test_all_cubes_are_neutral_at_the_start_and_every_border_cube_may_be_taken(
    size: int, border: int, moves: int
) -> None:
    start = quixo(size).start()
    assert rows(start) == " ".join(["." * size] * size)
    assert len(taken(start)) == border
    assert len(legal(start)) == moves


def test_players_alternate_and_nobody_may_skip() -> None:
    match = tesserae.game("quixo").new()
    movers = []
    for _ in range(6):
        movers.append(match.mover)
        assert match.legal()
        match.play(match.legal()[0])
    assert movers == [0, 1, 0, 1, 0, 1]
    with pytest.raises(ValueError, match="not a move"):
        match.play("pass")


def test_only_border_cubes_are_taken_neutral_or_own_never_the_other_mark() -> None:
    states = position("XO... ..... ..X.. ..... O...X")
    assert "b5" not in taken(states)
    assert "a1" not in taken(states)
    assert {"a5", "e1", "c1"} <= taken(states)
    assert "c3" not in taken(states)
    assert {"b5", "a1"} <= taken(position("XO... ..... ..X.. ..... O...X", seat=1))


def test_the_cube_goes_back_with_the_movers_mark_whatever_it_showed() -> None:
    neutral = play(position("..... ..... ..... ..... ....."), "a1>e1")
    own = play(position("..... ..... ..... ..... X...."), "a1>e1")
    assert rows(neutral) == rows(own) == "..... ..... ..... ..... ....X"
    assert rows(play(position("..... ..... ..... ..... .....", seat=1), "a1>a5")).startswith("O....")


def test_a_corner_has_two_ends_and_another_border_cube_three_never_its_own_place() -> None:
    moves = legal(quixo().start())
    assert {m for m in moves if m.startswith("a1")} == {"a1>e1", "a1>a5"}
    assert {m for m in moves if m.startswith("c1")} == {"c1>a1", "c1>e1", "c1>c5"}
    assert {m for m in moves if m.startswith("e3")} == {"e3>a3", "e3>e1", "e3>e5"}
    assert not any(move[:2] == move[3:] for move in moves)


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        ("..... ..... ..... ..... OX.XO", "c1>e1", "..... ..... ..... ..... OXXOX"),
        ("..... ..... ..... ..... OX.XO", "c1>a1", "..... ..... ..... ..... XOXXO"),
        ("O.... X.... ..... X.... O....", "a3>a5", "X.... O.... X.... X.... O...."),
        ("O.... X.... ..... X.... O....", "a3>a1", "O.... X.... X.... O.... X...."),
        ("..O.. ..X.. ..X.. ..O.. .....", "c1>c5", "..X.. ..O.. ..X.. ..X.. ..O.."),
        (".... .... X..O ....", "a2>d2", ".... .... ..OX ...."),
        ("..O X.. ...", "c1>c3", "..X X.O ..."),
    ],
)
def test_the_cubes_between_the_gap_and_the_end_slide_by_one(before: str, move: str, after: str) -> None:
    assert rows(play(position(before), move)) == after


@pytest.mark.parametrize(
    ("before", "move"),
    [
        ("..... ..... ..... ..... XXXX.", "e5>e1"),
        ("..... ..... ..... XXXX. .....", "e2>a2"),
        ("..... .X... .X... .X... .X...", "b5>b1"),
        ("X.... .X... ..X.. ...X. .....", "e5>e1"),
        ("....X ...X. ..X.. .X... .....", "a5>a1"),
        (".... .... .... XXX.", "d4>d1"),
        ("... XX. ...", "c2>a2"),
    ],
)
def test_a_full_row_column_or_diagonal_of_the_own_mark_wins(before: str, move: str) -> None:
    after = play(position(before), move)
    assert ended(after) == ("line", X_WINS)
    assert legal(after) == set()


def test_a_line_in_the_middle_of_the_board_counts_too() -> None:
    after = play(position("..... ..... X.XXX .X... ....."), "b5>b1")
    assert rows(after) == "..... ..... XXXXX ..... .X..."
    assert ended(after) == ("line", X_WINS)


def test_making_a_line_of_the_other_mark_loses_at_once() -> None:
    after = play(position("..... ..... O.OOO .O... ....."), "b5>b1")
    assert rows(after) == "..... ..... OOOOO ..... .X..."
    assert ended(after) == ("other_line", O_WINS)


def test_making_both_lines_at_once_loses() -> None:
    after = play(position("..... X.XXX OXOOO .O... ....."), "b5>b1")
    assert rows(after) == "..... XXXXX OOOOO ..... .X..."
    assert ended(after) == ("other_line", O_WINS)


def test_the_line_is_named_for_everybody() -> None:
    after = play(position("..... ..... ..... ..... XXXX."), "e5>e1")
    assert quixo().view(after[0], None)["lines"] == [["a1", "b1", "c1", "d1", "e1"]]
    assert [remark.say() for remark in quixo().remarks(after[0], 0)] == ["Line: a1 b1 c1 d1 e1"]


def repeat_position(match: Match) -> None:
    """Come back to the same position twice: both players turn their cube round a corner of the board."""
    for _ in range(2):
        for move in ("a1>e1", "a5>e5", "e1>a1", "e5>a5"):
            if not match.over:
                match.play(move)


def started(**options: object) -> Match:
    match = tesserae.game("quixo", **options).new()
    match.play("e1>a1")
    match.play("e5>a5")
    return match


def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    match = started()
    repeat_position(match)
    assert match.outcome == Outcome("repetition", ())
    assert len(match.moves) == 10  # the position after move 2 came again after moves 6 and 10
    assert match.scores == (0, 0)


def test_the_same_board_with_the_other_player_to_move_is_another_position() -> None:
    match = tesserae.game("quixo", size=3).new()
    for move in ("a1>c1", "a3>c3", "c1>a1", "c3>a3", "a1>c1", "a3>c3"):
        match.play(move)
    assert not match.over


def test_repetition_can_be_switched_off() -> None:
    match = started(repetition="off")
    for _ in range(5):
        repeat_position(match)
    assert not match.over


def test_a_limit_of_moves_ends_the_game_in_a_draw() -> None:
    match = started(ply_limit=6)
    repeat_position(match)
    assert match.outcome == Outcome("ply_limit", ())
    assert len(match.moves) == 6


def test_a_win_on_the_last_allowed_move_is_a_win() -> None:
    match = tesserae.game("quixo", size=3, ply_limit=5).new()
    for move in ("a1>c1", "a3>c3", "a1>c1", "a3>c3", "a1>c1"):
        match.play(move)
    assert match.outcome == Outcome("line", (0,))


def quiet_moves(match: Match, seen: set[int]) -> list[int]:
    """List the moves that end nothing, repeat nothing and, once there are enough marks, take no neutral cube."""
    found = []
    for action in match.legal():
        after = match.states
        single.apply(after, action)
        takes_neutral = after[0].since_neutral == 0 and len(match.moves) > 12
        if not after[0].end and not takes_neutral and int(single.position_key(after)) not in seen:
            found.append(action)
    return found


def test_repetition_has_no_window() -> None:
    """However long the run of moves without a neutral cube, every position of it is remembered."""
    match = tesserae.game("quixo").new()
    rng = random.Random(4)
    run: list[int] = []
    while len(run) < 300:
        match.play(rng.choice(quiet_moves(match, set(run))))
        key = int(single.position_key(match.states))
        run = [*run, key] if match.states[0].since_neutral else [key]
    assert not match.over
    assert match._trail[:300].tolist() == run


def test_a_player_may_resign_in_or_out_of_turn() -> None:
    match = tesserae.game("quixo").new()
    match.resign(1)
    assert match.outcome == Outcome("resignation", (0,))
    assert match.scores == (1, 0)
    with pytest.raises(ValueError, match="over"):
        match.play("a1>e1")


def test_a_draw_is_offered_and_accepted() -> None:
    match = tesserae.game("quixo").new()
    match.offer_draw(0)
    match.play("a1>e1")  # the one who offers may still move
    assert match.draw_agreed_by == {0}
    match.accept_draw(1)
    assert match.outcome == Outcome("agreement", ())
    assert match.scores == (0, 0)


def test_an_offer_lapses_when_it_is_declined_or_the_other_moves() -> None:
    match = tesserae.game("quixo").new()
    match.offer_draw(0)
    match.decline_draw(1)
    assert match.draw_agreed_by == frozenset()
    match.play("a1>e1")
    match.offer_draw(0)
    match.play("a1>e1")
    assert match.draw_agreed_by == frozenset()
    with pytest.raises(ValueError, match="No draw is on offer"):
        match.accept_draw(1)


def test_the_empty_board_has_44_moves_16_results_and_3_up_to_symmetry() -> None:
    start = quixo().start()
    boards = {rows(play(start, move)) for move in legal(start)}
    assert len(legal(start)) == 44
    assert len(boards) == 16
    assert len({min(symmetric(board)) for board in boards}) == 3


def symmetric(board: str) -> list[str]:
    images = []
    grid = [list(row) for row in board.split()]
    for _ in range(4):
        grid = [list(row) for row in zip(*grid[::-1], strict=True)]
        images += [" ".join(map("".join, g)) for g in (grid, grid[::-1])]
    return images
