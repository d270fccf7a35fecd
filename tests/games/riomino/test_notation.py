"""How moves and throws of RioMino are written and read, and how cells are named."""

import random

import pytest

import tesserae
from games.riomino.play import LEVELS, after, board, grown, hands, legal, match_of, thrown
from tesserae.match import Match
from trying import refused
from variants import random_play


def one_way_for_02() -> Match:
    """B may place 0-2 in one way only, on d4, where 2 is demanded at the left and 0 below."""
    match = match_of("starter", "01 12 03 03 03 03", "12 01 02 03 03 03", "02")
    return after(match, "2002 c3, 1221 c4, 0110 d3, 0011 c2, 1221 b3")


# --- moves ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "move",
    [
        "2002 @ d4",
        "2002 d4",
        "2002d4",
        "2002@d4",
        "2002 at d4",
        "2002 AT D4",
        "  2002   @   D 4 ",
        "2002\t@\nd4",
        "02 d4",
        "02 @ d4",
        "02d4",
        "20 d4",
        "0-2 d4",
        "2-0 D4",
        "0/2 d4",
        "0 2 d4",
        "0 - 2 @ d 4",
        "0-2 At d4",
        "2002",
        "02",
        "20",
        "0-2",
        " 2 - 0 ",
    ],
)
def test_reading_is_generous(move: str) -> None:
    match = one_way_for_02()
    match.play(move)
    assert match.moves[-1].text == "2002 @ d4"


def test_the_cell_may_be_left_out_where_a_die_lies_so_on_only_one() -> None:
    match = after(match_of("starter", "01", "23 01", "13"), "1331 c3")
    match.play("2233")
    assert match.moves[-1].text == "2233 @ d3"


def test_where_several_ways_are_possible_all_are_named() -> None:
    match = match_of("starter", "01", "23 01", "13")
    four = "That can be done in several ways. Say which: 1133 @ c3, 3113 @ c3, 3311 @ c3, 1331 @ c3."
    assert refused(match, "13") == refused(match, "3-1 c3") == four
    after(match, "1331 c3")
    assert refused(match, "23 d3") == "That can be done in several ways. Say which: 2233 @ d3, 3223 @ d3."
    assert refused(match, "3223") == "That can be done in several ways. Say which: 3223 @ c2, 3223 @ d3."


@pytest.mark.parametrize("level", LEVELS)
def test_a_move_is_written_clockwise_from_the_north(level: str) -> None:
    match = tesserae.game("riomino", level=level).new(seed=1)
    for _ in random_play(match, random.Random(1)):
        lying = [f"{''.join(map(str, die['sides']))} @ {die['cell']}" for die in board(match)["dice"]]
        assert sorted(lying) == sorted(move.text for move in match.moves)


@pytest.mark.parametrize(("level", "cell"), [("wizard", "e5"), *((level, "c3") for level in LEVELS[1:])])
def test_columns_have_letters_from_the_left_and_rows_numbers_from_the_bottom(level: str, cell: str) -> None:
    match = match_of(level)
    grown(match, cell)
    (die,) = board(match)["dice"]
    assert die["cell"] == cell
    places = board(match)["places"]
    steps = {(spot["row"] - die["row"], spot["column"] - die["column"]): spot["cell"] for spot in places}
    names = ["e6", "e4", "d5", "f5"] if level == "wizard" else ["c4", "c2", "b3", "d3"]
    assert steps == dict(zip([(1, 0), (-1, 0), (0, -1), (0, 1)], names, strict=True))


@pytest.mark.parametrize(
    "cells", ["e5 e6 e7 e8 e9", "e5 e4 e3 e2 e1", "e5 d5 c5 b5 a5", "e5 f5 g5 h5 i5", "e5 e6 e7 e8 f8 g8 h8 i8 i9"]
)
def test_wizard_counts_on_from_the_start_die_up_to_the_ninth_line(cells: str) -> None:
    match = grown(match_of("wizard"), cells)
    assert [move.text.split(" @ ")[1] for move in match.moves] == cells.split()
    lying = {die["cell"]: (die["row"], die["column"]) for die in board(match)["dice"]}
    start_row, start_column = lying["e5"]
    for cell, (row, column) in lying.items():
        assert cell == f"{'abcdefghi'[column - start_column + 4]}{row - start_row + 5}"


def test_a_die_may_be_named_without_a_cell_wherever_the_dice_have_wandered() -> None:
    match = grown(match_of("wizard"), "e5 e6 e7 e8 f8 g8")
    for action in [action for action in match.legal() if match.text(action).endswith("h8")]:
        top = match.text(action)[:4]
        ways = [move for move in legal(match) if move.startswith(top)]
        if len(ways) == 1:
            match.play(top)
            match.undo()
        else:
            assert "Say which" in refused(match, top)


# --- throws --------------------------------------------------------------------------------------------------

THROWN = "01 02 03 12 13 23 / 01 01 02 02 03 03 / 13"


@pytest.mark.parametrize(
    "deal",
    [
        THROWN,
        "23 13 12 03 02 01 / 03 02 01 03 02 01 / 13",
        "0-1 0-2 0-3 1-2 1-3 2-3 / 0-1 0-1 0-2 0-2 0-3 0-3 / 1-3",
        "10 20 30 21 31 32 / 10 1-0 20 2-0 30 3-0 / 31",
        "01 02 03 12 13 23/01 01 02 02 03 03/13",
        "  01 02 03  12 13 23 /\n01 01 02 02 03 03 /\t13 ",
        "0 1 2 3 4 5 0 0 1 1 2 2 4",
        [0, 1, 2, 3, 4, 5, 0, 0, 1, 1, 2, 2, 4],
        (5, 4, 3, 2, 1, 0, 2, 2, 1, 1, 0, 0, 4),
    ],
)
def test_dice_thrown_at_a_real_table_are_told_as_text_or_as_numbers(deal: str | list[int]) -> None:
    match = tesserae.game("riomino", level="starter").new(deals=[deal])
    assert hands(match) == [["01", "02", "03", "12", "13", "23"], ["01", "01", "02", "02", "03", "03"]]
    assert board(match)["start_die"] == "1-3"


DEAL = (
    "Deal 1: Write the 6 dice of each player and the start die, with a slash between,"
    " such as: 01 12 ... / 03 23 ... / 02."
)


@pytest.mark.parametrize(
    ("deal", "told"),
    [
        ("01 02 03 12 13 / 01 01 02 02 03 03 / 13", DEAL),
        ("01 02 03 12 13 23 23 / 01 01 02 02 03 03 / 13", DEAL),
        ("01 02 03 12 13 23 / 01 01 02 02 03 / 13", DEAL),
        ("01 02 03 12 13 23 / 01 01 02 02 03 03 / ", DEAL),
        ("01 02 03 12 13 23 / 01 01 02 02 03 03 / 13 13", DEAL),
        ("01 02 03 12 13 23 / 01 01 02 02 03 03", DEAL),
        ("01 02 03 12 13 23 / 01 01 02 02 03 03 / 13 / 13", DEAL),
        ("/", DEAL),
        (
            "01 02 03 12 13 22 / 01 01 02 02 03 03 / 13",
            "Deal 1: There is no die that shows 22: a face has two different values from 0 to 3.",
        ),
        (
            "01 02 03 12 13 23 / 01 01 02 02 03 0-4 / 13",
            "Deal 1: There is no die that shows 0-4: a face has two different values from 0 to 3.",
        ),
        (
            "01 02 03 12 13 23 / 01 01 02 02 03 03 / 133",
            "Deal 1: There is no die that shows 133: a face has two different values from 0 to 3.",
        ),
        (
            "x / y / zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
            "Deal 1: There is no die that shows x: a face has two different values from 0 to 3.",
        ),
    ],
)
def test_a_throw_that_cannot_be_is_refused_with_the_reason(deal: str, told: str) -> None:
    with pytest.raises(ValueError) as refusal:
        tesserae.game("riomino", level="starter").new(deals=[deal])
    assert str(refusal.value) == told


@pytest.mark.parametrize("deal", ["1 2 3", "0 1 2 3 4 5 0 0 1 1 2 2 6", "a b c", ""])
def test_numbers_that_are_no_throw_are_refused(deal: str) -> None:
    with pytest.raises(ValueError, match="Deal 1"):
        tesserae.game("riomino", level="starter").new(deals=[deal])


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_wants_its_own_number_of_dice(level: str) -> None:
    for other in LEVELS:
        setup = tesserae.game("riomino", level=other)
        deal = thrown(level, "01 12", "03", "02")
        if len(deal) == len(thrown(other, "01 12", "03", "02")):
            setup.new(deals=[deal])
        else:
            with pytest.raises(ValueError, match="dice of each player and the start die"):
                setup.new(deals=[deal])


def test_a_game_that_waits_for_its_throw_is_told_it_later() -> None:
    match = tesserae.game("riomino", level="starter").new(deals=[])
    assert match.waits_for_deal
    assert refused(match, "13 c3") == "Deal 1 is missing: tell it first."
    with pytest.raises(ValueError, match="Write the 6 dice of each player"):
        match.deal("01 / 02 / 03")
    assert match.waits_for_deal
    match.deal(THROWN)
    assert match == tesserae.game("riomino", level="starter").new(deals=[THROWN])


# --- records -------------------------------------------------------------------------------------------------


def test_a_record_of_a_game_at_a_real_table_keeps_its_throw() -> None:
    match = one_way_for_02()
    assert match.record() == (
        "Game: riomino\n"
        "Version: 1\n"
        "Options: level=starter\n"
        "Players: A, B\n"
        "Deal: 01 12 03 03 03 03 / 12 01 02 03 03 03 / 02\n"
        "Result: open\n"
        "\n"
        "# The dice are thrown and stay as they are. The start die shows 0-2.\n"
        "1. 2002 @ c3\n"
        "2. 1221 @ c4\n"
        "3. 0110 @ d3\n"
        "4. 0011 @ c2\n"
        "5. 1221 @ b3\n"
    )
    again = tesserae.load(match.record())
    assert again == match
    assert again.states.tobytes() == match.states.tobytes()
    again.play("02")
    assert again.record().endswith("6. 2002 @ d4\n")


def test_a_record_typed_by_hand_is_read_as_generously_as_moves_are() -> None:
    text = """
        game: RioMino
        options: level=starter
        deal: 10 2-1 03 03 03 03/12 01 02 03 03 03/20
        2002
        1221 c4     # the second die
        3) 0110 D3
        0011 at c2
        5. 1221b3
        02
    """
    match = tesserae.load(text)
    assert match.states.tobytes() == after(one_way_for_02(), "2002 d4").states.tobytes()
    assert tesserae.load(match.record()) == match


def test_a_record_with_a_wrong_throw_names_its_line() -> None:
    with pytest.raises(ValueError) as refusal:
        tesserae.load("Game: riomino\nOptions: level=starter\nDeal: 01 / 02 / 03\n")
    assert str(refusal.value).startswith("Line 3, 01 / 02 / 03: ")
    assert "Write the 6 dice of each player" in str(refusal.value)


def test_a_record_of_a_finished_game_tells_who_won_and_why() -> None:
    match = after(match_of("starter", "01", "23", "01"), "0011 c3")
    assert "Result: won by A (stuck)\n" in match.record()
    assert tesserae.load(match.record()).outcome == match.outcome
