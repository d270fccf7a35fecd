"""What Puzzelino refuses, each with its whole sentence; nothing refused changes anything."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import tesserae
from games.puzzelino.play import SOLUTIONS, after, bag_of, board, figure, filled, hands, legal, match_of, tray
from tesserae.games.puzzelino import notation
from tesserae.games.puzzelino.puzzles import read_puzzle
from tesserae.games.puzzelino.trays import trays
from tesserae.match import Match
from tesserae.words import Refused, catalogue
from trying import refused

NOTHING_FITS = "+13 +14 +15 +33 +34 +35 / +11 +22 +23 +24 +25 -44 / +12 / +44 +45 +55 -22"


# --- moves -------------------------------------------------------------------------------------------------


def race() -> Match:
    """A has -13, which fits beside +12 in two ways, -44, which does not, and four blue pieces."""
    return match_of(filled("-13 -44 / -24 / +12 / "))


def after_draws(draws: int) -> Match:
    """A can lay nothing beside +12, and has drawn so many pieces, which do not fit either."""
    return after(match_of(NOTHING_FITS), ",".join(["draw"] * draws)) if draws else match_of(NOTHING_FITS)


def after_a_double() -> Match:
    """A has laid -22, and nothing fits any more."""
    deal = "-22 +13 +14 +15 +33 +34 / +11 +22 +23 +24 +25 -44 / +12 / +44 +45 +55"
    return after(match_of(deal), "-022 r0c1")


def with_an_empty_bag() -> Match:
    """Play until somebody begins his turn with nothing that fits and nothing to draw."""
    for seed in range(200):
        match = tesserae.game("puzzelino", players=4).new(seed=seed)
        while not match.over:
            if legal(match) == {"pass"} and not board(match)["bag"] and not board(match)["lays"]:
                return match
            match.play("draw" if "draw" in legal(match) else match.legal()[0])
    raise AssertionError


def points() -> Match:
    return match_of(filled("-13 -44 / -24 / +12 / ", "points"), "points")


def begun_figure() -> Match:
    return after(figure(), "+012 r0c0")


def begun_tray() -> Match:
    return after(tray(), "+012 r1c5")


MALFORMED = (
    "'{}' is not a move. Write a piece with its three sides and where it goes, "
    "such as +102 @ r1c0, or draw, or pass."
)
NO_SUCH_PIECE = (
    "There is no piece {}: a piece is + or - with two shapes from 1 to 5, or with 135; "
    "as it lies, a 0 stands for its smooth side."
)
CLASH = (
    "{} does not fit in {}: its sides there must be {} "
    "(the horizontal side first, then clockwise; 0 is smooth, - is free)."
)
TAKES_TURNS = "{} has the wrong colour for {}: blue (+) and orange (-) always take turns."
MUST_LAY = "You have a piece that fits, and must lay it."

MOVES: list[tuple[Callable[[], Match], str, str, str]] = [
    (race, "", "malformed", MALFORMED.format("")),
    (race, "1", "malformed", MALFORMED.format("1")),
    (race, "+", "malformed", MALFORMED.format("+")),
    (race, "+1234", "malformed", MALFORMED.format("+1234")),
    (race, "+-12", "malformed", MALFORMED.format("+-12")),
    (race, "-013 @", "malformed", MALFORMED.format("-013 @")),
    (race, "-013 r0", "malformed", MALFORMED.format("-013 r0")),
    (race, "-013 c0r0", "malformed", MALFORMED.format("-013 c0r0")),
    (race, "-013 r1000c0", "malformed", MALFORMED.format("-013 r1000c0")),
    (race, "r0c1", "malformed", MALFORMED.format("r0c1")),
    (race, "-1-3", "malformed", MALFORMED.format("-1-3")),
    (race, "\u0661\u0662", "malformed", MALFORMED.format("\u0661\u0662")),
    (race, "draw 2", "malformed", MALFORMED.format("draw 2")),
    (race, "x" * 1000, "malformed", MALFORMED.format("x" * 40)),
    (race, "+16", "no_such_piece", NO_SUCH_PIECE.format("+16")),
    (race, "-123 r0c1", "no_such_piece", NO_SUCH_PIECE.format("-123")),
    (race, "00", "no_such_piece", NO_SUCH_PIECE.format("00")),
    (race, "+01", "no_such_piece", NO_SUCH_PIECE.format("+01")),
    (race, "+001", "no_such_piece", NO_SUCH_PIECE.format("+001")),
    (race, "111", "no_such_piece", NO_SUCH_PIECE.format("111")),
    (race, "-013 r40c0", "too_far", "r40c0 is too far away: rows and columns go up to 31."),
    (race, "-13 r0c-99", "too_far", "r0c-99 is too far away: rows and columns go up to 31."),
    (race, "-13", "which", "That can be done in several ways. Say which: -013 @ r0c-1, -310 @ r0c-1."),
    (race, "-44", "fits_nowhere", "-44 fits nowhere."),
    (race, "44", "fits_nowhere", "-44 fits nowhere."),
    (race, "-24", "not_in_hand", "You do not have -24."),
    (race, "24", "not_in_hand", "You do not have +24."),
    (race, "-024 r0c1", "not_in_hand", "You do not have -24."),
    (race, "-24 r0c1", "not_in_hand", "You do not have -24."),
    (race, "+12", "not_in_hand", "You do not have +12."),
    (race, "-013 r0c0", "taken", "There is a piece in r0c0 already."),
    (race, "-13 r0c0", "taken", "There is a piece in r0c0 already."),
    (race, "-013 r0c2", "not_beside", "r0c2 does not touch a laid piece with a side."),
    (race, "-13 r-9c9", "not_beside", "r-9c9 does not touch a laid piece with a side."),
    (race, "+011 r0c-1", "wrong_colour", TAKES_TURNS.format("+011", "r0c-1")),
    (race, "-013 r0c1", "clash", CLASH.format("-013", "r0c1", "--2")),
    (race, "-130 r0c-1", "clash", CLASH.format("-130", "r0c-1", "-1-")),
    (race, "-103 r-1c0", "clash", CLASH.format("-103", "r-1c0", "0--")),
    (race, "-013 r-1c0", "only_smooth", "-013 in r-1c0 would touch smooth sides alone: join at least one shape."),
    (race, "draw", "must_lay", MUST_LAY),
    (race, "pass", "must_lay", MUST_LAY),
    (lambda: after_draws(0), "pass", "draw_first", "Nothing fits: draw at least one piece from the bag."),
    (
        lambda: after_draws(3),
        "draw",
        "three_drawn",
        "You have drawn three pieces in this turn, and may draw no more: pass.",
    ),
    (
        after_a_double,
        "draw",
        "no_draw_after_laying",
        "You have laid a piece in this turn, and draw no more: pass.",
    ),
    (with_an_empty_bag, "draw", "bag_is_empty", "The bag is empty: pass."),
    (points, "draw", "no_drawing", "Nobody draws in this game: lay a piece or pass."),
    (points, "pass", "must_lay", MUST_LAY),
    (figure, "pass", "start_with_a_piece", "Begin with a piece: lay one."),
    (figure, "draw", "start_with_a_piece", "Begin with a piece: lay one."),
    (figure, "+012 r0c1", "start_in_the_middle", "The first piece goes to r0c0: write +012 @ r0c0."),
    (figure, "-135 r3c3", "start_in_the_middle", "The first piece goes to r0c0: write -135 @ r0c0."),
    (begun_figure, "draw", "no_drawing", "Nobody draws in this game: lay a piece or pass."),
    (begun_figure, "+012 r0c1", "not_in_hand", "You do not have +12."),
    (begun_tray, "draw", "no_drawing", "Nobody draws in this game: lay a piece or pass."),
    (begun_tray, "-011 r0c0", "off_tray", "r0c0 does not belong to the tray."),
    (begun_tray, "-011 r0c8", "off_tray", "r0c8 does not belong to the tray."),
    (begun_tray, "-011 r1c5", "taken", "There is a piece in r1c5 already."),
    (begun_tray, "-033 r2c2", "wrong_colour", TAKES_TURNS.format("-033", "r2c2")),
    (begun_tray, "-101 r0c1", "clash", CLASH.format("-101", "r0c1", "--0")),
]


@pytest.mark.parametrize(("situation", "move", "key", "told"), MOVES)
def test_a_move_is_refused_with_the_reason_and_nothing_has_changed(
    situation: Callable[[], Match], move: str, key: str, told: str
) -> None:
    match = situation()
    assert refused(match, move) == told
    with pytest.raises(Refused) as refusal:
        match.play(move)
    assert refusal.value.sentence.key == f"puzzelino.{key}"


def test_nobody_draws_in_an_empty_tray_either() -> None:
    assert refused(tray(), "draw") == "Nobody draws in this game: lay a piece or pass."


def test_nothing_is_played_after_the_end() -> None:
    match = after(begun_figure(), "pass")
    assert refused(match, "-022 r0c1") == refused(match, "pass")


# --- deals -------------------------------------------------------------------------------------------------

DEAL = (
    "Write the {} pieces of each of the {} players, the piece that opens the table and the bag, "
    "with a slash between, and the seat that begins: +12 -13 ... / +55 ... / -45 / +11 ... lot 0"
)
GOOD = "+11 +12 +13 +14 +15 +22 / -11 -12 -13 -14 -15 -22"

DEALS: list[tuple[str, int, str, str, str]] = [
    ("race", 2, "+11 / -11 / +12 / ", "deal", DEAL.format(6, 2)),
    ("race", 2, f"{GOOD} / +55", "deal", DEAL.format(6, 2)),
    ("race", 2, f"{GOOD} / +55 -55 / ", "deal", DEAL.format(6, 2)),
    ("race", 2, f"{GOOD} / / +55", "deal", DEAL.format(6, 2)),
    ("race", 3, f"{GOOD} / +55 / ", "deal", DEAL.format(6, 3)),
    ("race", 2, f"{GOOD} / +55 / -55 / ", "deal", DEAL.format(6, 2)),
    ("points", 2, f"{GOOD} / +55 / ", "deal", DEAL.format(3, 2)),
    ("race", 2, "/", "deal", DEAL.format(6, 2)),
    ("race", 2, f"{GOOD} / +55 / +55", "deal_twice", "The piece +55 is there twice."),
    ("race", 2, f"{GOOD} / -21 / ", "deal_twice", "The piece -12 is there twice."),
    ("race", 2, f"{GOOD} / +55 / -33 -033", "deal_twice", "The piece -33 is there twice."),
    ("race", 2, f"{GOOD} / +56 / ", "no_such_piece", NO_SUCH_PIECE.format("+56")),
    ("race", 2, f"{GOOD} / 55 / ", "no_such_piece", NO_SUCH_PIECE.format("55")),
    ("race", 2, f"{GOOD} / + / ", "no_such_piece", NO_SUCH_PIECE.format("+")),
    ("race", 2, f"{GOOD} / +123 / ", "no_such_piece", NO_SUCH_PIECE.format("+123")),
    ("race", 2, f"{GOOD} / {'x' * 50} / ", "no_such_piece", NO_SUCH_PIECE.format("x" * 20)),
    (
        "race",
        2,
        f"{GOOD} / +55 / lot 2",
        "deal_lot",
        "2 is no lot: behind lot stands the number of the seat that begins, from 0 to 1.",
    ),
    (
        "race",
        2,
        f"{GOOD} / +55 / lot -1",
        "deal_lot",
        "-1 is no lot: behind lot stands the number of the seat that begins, from 0 to 1.",
    ),
    (
        "race",
        2,
        f"{GOOD} / +55 / lot A",
        "deal_lot",
        "a is no lot: behind lot stands the number of the seat that begins, from 0 to 1.",
    ),
]


@pytest.mark.parametrize(("mode", "players", "deal", "key", "told"), DEALS)
def test_a_deal_is_refused_with_the_reason(mode: str, players: int, deal: str, key: str, told: str) -> None:
    setup = tesserae.game("puzzelino", mode=mode, players=players)
    with pytest.raises(Refused) as refusal:
        setup.new(deals=[deal])
    assert str(refusal.value) == f"Deal 1: {told}"
    assert refusal.value.sentence.values["reason"].key == f"puzzelino.{key}"


def test_a_deal_may_be_told_later_and_a_wrong_one_changes_nothing() -> None:
    match = tesserae.game("puzzelino").new(deals=[])
    assert match.waits_for_deal
    with pytest.raises(ValueError, match="The piece [+]55 is there twice"):
        match.deal(f"{GOOD} / +55 / +55")
    assert match.waits_for_deal
    match.deal(f"{GOOD} / +55 / ")
    assert match.mover == 0


def test_a_deal_may_name_pieces_as_they_lie_and_with_their_shapes_in_any_order() -> None:
    plain = match_of(f"{GOOD} / +55 / -135 +23 lot 1")
    other = match_of("+110 +21 +301 +14 +15 +22 / -11 -12 -13 -14 -15 -22 / +505 / -531 +32 LOT 1")
    assert plain.states.tobytes() == other.states.tobytes()
    assert other.mover == 1


def test_a_deal_without_a_lot_lets_the_first_seat_begin() -> None:
    assert match_of(f"{GOOD} / +55 / ").mover == 0


def test_a_deal_gives_everybody_his_pieces_and_names_the_bag_in_the_order_in_which_it_is_drawn() -> None:
    match = match_of(f"{GOOD} / +55 / -55 +44 -44 lot 0")
    assert hands(match) == [group.split() for group in GOOD.split(" / ")]
    assert bag_of(match.states)[:3] == ["-55", "+44", "-44"]


def test_pieces_that_a_deal_does_not_name_are_drawn_last_blue_before_orange_in_rising_order() -> None:
    match = match_of(f"{GOOD} / +55 / -55 lot 0")
    rest = "+23 +24 +25 +33 +34 +35 +44 +45 +135 -23 -24 -25 -33 -34 -35 -44 -45 -135"
    assert bag_of(match.states) == ["-55", *rest.split()]


def test_a_match_from_a_real_deal_can_be_saved() -> None:
    match = after(match_of(f"{GOOD} / +55 / -55 lot 0"), "draw")
    assert tesserae.load(match.record()) == match


# --- puzzles -----------------------------------------------------------------------------------------------

ALL_TRAYS = ", ".join(trays())
NO_PUZZLE = (
    "'{}' is no puzzle. A puzzle begins with a line such as 'Tray: hexagon', "
    "or is a code such as hexagon:x4.102.x27."
)
PUZZLE_LINE = "'{}' is no given piece: write the piece as it lies and its cell, such as +102 @ r1c0."
CODE_WORD = "'{}' in the code of the puzzle is neither a piece such as 102 nor a number of empty cells such as x3."
GIVEN_CLASH = "The given piece {} in {} does not fit there, or is there twice."

PUZZLES: list[tuple[str, str, str]] = [
    ("", "no_puzzle", NO_PUZZLE.format("")),
    ("# nothing but a remark", "no_puzzle", NO_PUZZLE.format("# nothing but a remark")),
    ("hexagon", "no_puzzle", NO_PUZZLE.format("hexagon")),
    ("y" * 100, "no_puzzle", NO_PUZZLE.format("y" * 40)),
    ("hexagon:x32\nhexagon:x32", "no_puzzle", NO_PUZZLE.format("hexagon:x32\N{REPLACEMENT CHARACTER}hexagon:x32")),
    (" " * 10_001, "puzzle_too_long", "A puzzle of 10001 characters is too long: at most 10000."),
    ("square:x32", "no_such_tray", f"There is no tray square. There are: {ALL_TRAYS}."),
    ("Tray: square", "no_such_tray", f"There is no tray square. There are: {ALL_TRAYS}."),
    (":x32", "no_such_tray", f"There is no tray . There are: {ALL_TRAYS}."),
    ("hexagon:", "code_word", CODE_WORD.format("")),
    ("hexagon:x", "code_word", CODE_WORD.format("x")),
    ("hexagon:x31.", "code_word", CODE_WORD.format("")),
    ("hexagon:x31.12", "code_word", CODE_WORD.format("12")),
    ("hexagon:x31.+102", "code_word", CODE_WORD.format("+102")),
    ("hexagon:x31.123", "code_word", CODE_WORD.format("123")),
    ("hexagon:x-1.x33", "code_word", CODE_WORD.format("x-1")),
    ("hexagon:x100", "code_word", CODE_WORD.format("x100")),
    (f"hexagon:{'z' * 50}", "code_word", CODE_WORD.format("z" * 20)),
    ("hexagon:x31", "code_length", "The code of the puzzle has 31 cells, and the tray 32."),
    ("hexagon:x32.102", "code_length", "The code of the puzzle has 33 cells, and the tray 32."),
    ("Tray: hexagon\n102 @ r1c1", "puzzle_line", PUZZLE_LINE.format("102 @ r1c1")),
    ("Tray: hexagon\n+12 @ r1c1", "puzzle_line", PUZZLE_LINE.format("+12 @ r1c1")),
    ("Tray: hexagon\n+123 @ r1c1", "puzzle_line", PUZZLE_LINE.format("+123 @ r1c1")),
    ("Tray: hexagon\n+102", "puzzle_line", PUZZLE_LINE.format("+102")),
    ("Tray: hexagon\nTray: hexagon", "puzzle_line", PUZZLE_LINE.format("Tray: hexagon")),
    ("Tray: hexagon\n+102 @ r0c0", "off_tray", "r0c0 does not belong to the tray."),
    ("Tray: hexagon\n-102 @ r1c1", "wrong_colour", TAKES_TURNS.format("-102", "r1c1")),
    ("Tray: hexagon\n+102 @ r1c1\n+304 @ r1c1", "given_twice", "There are two pieces in r1c1."),
    ("Tray: hexagon\n+102 @ r1c1\n+201 @ r1c3", "given_clash", GIVEN_CLASH.format("+201", "r1c3")),
    ("Tray: hexagon\n-102 @ r0c1", "given_clash", GIVEN_CLASH.format("-102", "r0c1")),
    ("Tray: hexagon\n+102 @ r1c1\n-330 @ r1c2", "given_clash", GIVEN_CLASH.format("-330", "r1c2")),
    ("hexagon:102.x31", "given_clash", GIVEN_CLASH.format("-102", "r0c1")),
]


@pytest.mark.parametrize(("puzzle", "key", "told"), PUZZLES)
def test_a_puzzle_is_refused_with_the_reason(puzzle: str, key: str, told: str) -> None:
    with pytest.raises(Refused) as refusal:
        tesserae.game("puzzelino", puzzle=puzzle)
    assert str(refusal.value) == told
    assert refusal.value.sentence.key == f"puzzelino.{key}"


def test_whether_given_pieces_fit_is_for_the_game_to_say() -> None:
    assert read_puzzle("hexagon:102.x31").code == "hexagon:102.x31"
    assert read_puzzle(SOLUTIONS[0]).missing == 0


# --- nothing is forgotten ----------------------------------------------------------------------------------

OPTIONS = {"mode", "puzzle_mode"}
"""Refused in the tests of the options."""


def test_every_refusal_of_the_game_is_among_these() -> None:
    folder = Path(notation.__file__).parent
    source = "\n".join(file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.py")))
    named = re.findall(r'Refused\(\s*"puzzelino\.(\w+)"(?: if [^\n]*? else "puzzelino\.(\w+)")?', source)
    known = {key for keys in named for key in keys if key}
    assert len(known) > 30
    tested = {key for _, _, key, _ in MOVES} | {key for _, _, _, key, _ in DEALS} | {key for _, key, _ in PUZZLES}
    assert tested | OPTIONS == known
    assert known <= {key.removeprefix("puzzelino.") for key in catalogue("puzzelino", "en")}
