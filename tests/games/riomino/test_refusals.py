"""What RioMino refuses, with the whole reason; nothing refused changes anything."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

import tesserae
from games.riomino.play import after, grown, match_of, thrown
from tesserae.games.riomino.board import CELLS, cell_number
from tesserae.games.riomino.dice import TOP_COUNT
from tesserae.match import Match
from tesserae.words import Refused, catalogue
from trying import refused

HOW = "Write what the die shows at the top, right, bottom and left, and where it goes, such as 0220 @ c4."
TOPS = "two neighbouring sides show one value from 0 to 3, the other two sides another one, as in 0220 or 1122."
FACE = "a face has two different values from 0 to 3."
LEGEND = "(top, right, bottom, left; - is free)."
NOT_REFUSALS = (
    *("ending", "thrown", "dice_left", "start_die_waits", "how_to_move", "rules", "page.", "lesson."),
    *("solve", "looked", "looking", "open_moves", "throws_", "undecided", "winning_moves"),
)
"""What is told otherwise: how a match goes, what the page and the lessons say, and what the solver does."""


def waiting_start_die() -> Match:
    return match_of("starter", "01 12", "12 01 02", "02")


def one_die() -> Match:
    """B has 2-3, which fits nowhere, 0-1 and 1-3."""
    return after(match_of("starter", "01 12", "23 01 13", "01"), "0011 c3")


def five_dice() -> Match:
    """B is to move; on d4 only 0-2 fits, and only as 2002."""
    match = match_of("starter", "01 12 03 03 03 03", "12 01 02 03 03 03", "02")
    return after(match, "2002 c3, 1221 c4, 0110 d3, 0011 c2, 1221 b3")


def dead_place() -> Match:
    """No die fits on d3, between 0 at the left, 1 above and 0 at the right."""
    return after(match_of("board"), "0011 c3, 2200 c4, 2112 d4, 1001 e4, 0220 e3")


def wizard_before_the_start() -> Match:
    return match_of("wizard")


def wizard_with_one_die() -> Match:
    return after(match_of("wizard"), "0011 e5")


def wizard_to_the_right() -> Match:
    return grown(match_of("wizard"), "e5 f5 g5 h5 i5")


def wizard_to_the_left() -> Match:
    return grown(match_of("wizard"), "e5 d5 c5 b5 a5")


def wizard_upwards() -> Match:
    return grown(match_of("wizard"), "e5 e6 e7 e8")


class Case(NamedTuple):
    situation: Callable[[], Match]
    move: str
    key: str
    told: str


def malformed(move: str) -> Case:
    return Case(one_die, move, "malformed", f"'{move[:40]}' is not a move. {HOW}")


def no_such_top(top: str) -> Case:
    return Case(one_die, f"{top} c4", "no_such_top", f"No die can lie as {top}: {TOPS}")


def no_such_die(die: str, name: str) -> Case:
    return Case(one_die, f"{die} c4", "no_such_die", f"There is no die that shows {name}: {FACE}")


def off_sheet(cell: str) -> Case:
    told = f"{cell} is too far away: the cells go from a1 to i9, with the start die on e5."
    return Case(wizard_with_one_die, f"01 {cell}", "off_sheet", told)


def off_field(cell: str, situation: Callable[[], Match] = one_die) -> Case:
    return Case(situation, f"01 {cell}", "off_field", f"{cell} does not belong to the field.")


def too_wide(cell: str, situation: Callable[[], Match]) -> Case:
    told = f"A die on {cell} would leave the frame: all dice together must fit into 5 by 5."
    return Case(situation, f"23 {cell}", "too_wide", told)


def not_beside(cell: str, situation: Callable[[], Match] = one_die) -> Case:
    told = f"{cell} does not touch a die with a side; corners do not count."
    return Case(situation, f"01 {cell}", "not_beside", told)


CASES = [
    *map(
        malformed, ["hello", "", "pass", "c4", "0220 c44", "0220 c", "02 20 c4", "0-2-2-0 c4", "0220 44", "022 c4"]
    ),
    *map(malformed, ["0220 e10", "02220 c4", "0220 > c4", "٠٢ c4", "02 ä4", "x" * 1000]),
    *map(no_such_top, ["0202", "0000", "0123", "0221", "0010", "4554", "9999"]),
    no_such_die("00", "0-0"),
    no_such_die("3-3", "3-3"),
    no_such_die("04", "0-4"),
    no_such_die("9/1", "1-9"),
    *map(off_sheet, ["j5", "e0", "z9", "a0", "k0"]),
    *map(off_field, ["a1", "b5", "e5", "f3", "c6", "a0", "z3", "i9"]),
    off_field("a1", lambda: after(match_of("master"), "0011 c3")),
    *(
        off_field(cell, lambda: after(match_of("board"), "0011 c3"))
        for cell in ("i9", "i3", "c9", "f1", "h3", "c6")
    ),
    off_field("a4", lambda: after(match_of("expert"), "0011 c3")),
    off_field("e2", lambda: after(match_of("expert"), "0011 c3")),
    *(too_wide(cell, wizard_to_the_right) for cell in ("d5", "d4", "a5", "c9", "d1")),
    *(too_wide(cell, wizard_to_the_left) for cell in ("f5", "f6", "i5", "g1", "h9")),
    *(too_wide(cell, wizard_upwards) for cell in ("e1", "a1", "i1")),
    Case(
        waiting_start_die,
        "02",
        "which",
        "That can be done in several ways. Say which: 0022 @ c3, 2002 @ c3, 2200 @ c3, 0220 @ c3.",
    ),
    Case(one_die, "01 d3", "which", "That can be done in several ways. Say which: 1100 @ d3, 0110 @ d3."),
    Case(
        one_die,
        "1100",
        "which",
        "That can be done in several ways. Say which: 1100 @ c2, 1100 @ b3, 1100 @ d3, 1100 @ c4.",
    ),
    Case(one_die, "23", "fits_nowhere", "The die 2-3 fits nowhere."),
    Case(one_die, "2233", "fits_nowhere", "The die 2-3 fits nowhere."),
    Case(five_dice, "0022", "fits_nowhere", "The die 0-2 fits nowhere."),
    Case(
        waiting_start_die,
        "12 c3",
        "start_die_first",
        "Begin with the start die 0-2: place it on c3, any way round.",
    ),
    Case(
        waiting_start_die,
        "1221",
        "start_die_first",
        "Begin with the start die 0-2: place it on c3, any way round.",
    ),
    Case(
        wizard_before_the_start,
        "1221 f5",
        "start_die_first",
        "Begin with the start die 0-1: place it on e5, any way round.",
    ),
    Case(waiting_start_die, "0220 c4", "start_in_the_middle", "The start die goes in the middle, on c3."),
    Case(wizard_before_the_start, "01 e6", "start_in_the_middle", "The start die goes in the middle, on e5."),
    Case(wizard_before_the_start, "0011 a1", "start_in_the_middle", "The start die goes in the middle, on e5."),
    Case(wizard_before_the_start, "0011 e9", "start_in_the_middle", "The start die goes in the middle, on e5."),
    Case(wizard_before_the_start, "01 i9", "start_in_the_middle", "The start die goes in the middle, on e5."),
    Case(one_die, "12 c4", "no_die", "You have no die 1-2 left."),
    Case(one_die, "0220", "no_die", "You have no die 0-2 left."),
    Case(five_dice, "12 a3", "no_die", "You have no die 1-2 left."),
    Case(one_die, "01 c3", "taken", "There is a die on c3 already."),
    Case(five_dice, "0330 d3", "taken", "There is a die on d3 already."),
    Case(wizard_to_the_right, "23 i5", "taken", "There is a die on i5 already."),
    *(not_beside(cell) for cell in ("d4", "b2", "c5", "c1", "a3", "e3")),
    *(
        not_beside(cell, wizard_with_one_die)
        for cell in ("f6", "d4", "e7", "a5", "e1", "a1", "i5", "e9", "i9", "a9")
    ),
    Case(dead_place, "01 d3", "dead", f"d3 is dead: no die can show 10-0 there {LEGEND}"),
    Case(dead_place, "1100 d3", "dead", f"d3 is dead: no die can show 10-0 there {LEGEND}"),
    Case(one_die, "2233 c4", "clash", f"2233 does not fit on c4: it must show --0- there {LEGEND}"),
    Case(one_die, "0011 c4", "clash", f"0011 does not fit on c4: it must show --0- there {LEGEND}"),
    Case(one_die, "1331 d3", "clash", f"1331 does not fit on d3: it must show ---0 there {LEGEND}"),
    Case(one_die, "0011 c2", "clash", f"0011 does not fit on c2: it must show 1--- there {LEGEND}"),
    Case(one_die, "0011 b3", "clash", f"0011 does not fit on b3: it must show -1-- there {LEGEND}"),
    Case(five_dice, "0022 d4", "clash", f"0022 does not fit on d4: it must show --02 there {LEGEND}"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.key} {case.move[:20]}")
def test_a_move_is_refused_with_the_whole_reason_and_nothing_has_changed(case: Case) -> None:
    match = case.situation()
    assert refused(match, case.move) == case.told
    with pytest.raises(Refused) as refusal:
        match.play(case.move)
    assert refusal.value.sentence.key == f"riomino.{case.key}"


def test_a_throw_of_the_wrong_number_of_dice_is_refused() -> None:
    with pytest.raises(Refused) as refusal:
        tesserae.game("riomino").new(deals=[thrown("starter", "01", "01", "01")])
    assert str(refusal.value) == (
        "Deal 1: Write the 12 dice of each player and the start die, with a slash between,"
        " such as: 01 12 ... / 03 23 ... / 02."
    )


def test_every_refusal_is_tested_here() -> None:
    keys = {key.removeprefix("riomino.") for key in catalogue("riomino", "en")}
    refusals = {key for key in keys if not key.startswith(NOT_REFUSALS)}
    assert {case.key for case in CASES} | {"deal"} == refusals


def number(top: int, row: int, column: int) -> int:
    """Number an action: the start die lies in row 4, column 4."""
    return top * CELLS + cell_number(row, column)


@pytest.mark.parametrize(
    ("situation", "action", "told"),
    [
        (one_die, number(0, 4, 4), "There is a die on c3 already."),
        (one_die, number(0, 5, 5), "d4 does not touch a die with a side; corners do not count."),
        (one_die, number(0, 6, 6), "e5 does not belong to the field."),
        (one_die, number(0, 4, 7), "f3 does not belong to the field."),
        (one_die, number(0, 5, 4), f"0011 does not fit on c4: it must show --0- there {LEGEND}"),
        (one_die, number(4, 5, 4), "You have no die 0-2 left."),
        (waiting_start_die, number(4, 5, 4), "The start die goes in the middle, on c3."),
        (
            wizard_to_the_right,
            number(20, 4, 3),
            "A die on d5 would leave the frame: all dice together must fit into 5 by 5.",
        ),
        (wizard_with_one_die, number(0, 0, 0), "a1 does not touch a die with a side; corners do not count."),
        (one_die, TOP_COUNT * CELLS, "There is no action 1536: they go from 0 to 1535."),
    ],
)
def test_a_number_is_refused_in_the_same_words(situation: Callable[[], Match], action: int, told: str) -> None:
    assert refused(situation(), action) == told
