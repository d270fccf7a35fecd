"""How moves of Puzzelino are written and read, and how places are named."""

import random
from typing import Any

import pytest

import tesserae
from games.puzzelino.play import after, board, figure, filled, laid, lays, legal, match_of, puzzelino, tray
from tesserae.kernel import single
from tesserae.match import Match
from trying import refused
from variants import random_play

ONE_GAP = "+201 r0c0, -021 r0c1, +420 r0c2, -405 r-1c2, +035 r-1c1"
"""Only r-1c0 has shapes to join, 2 and 3, and so -23 fits there in one way and nothing fits elsewhere."""


def with_one_gap() -> Match:
    return after(figure(), ONE_GAP)


def with_a_13() -> Match:
    """A has -13, which fits beside +12 in two ways, and five blue pieces that do not fit."""
    return match_of(filled("-13 / -24 / +12 / "))


# --- reading is generous -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "move",
    [
        "-013 @ r0c-1",
        "-013 r0c-1",
        "-013r0c-1",
        "-013@r0c-1",
        "- 013 @ r0c-1",
        "-013 at r0c-1",
        "-013 AT R0C-1",
        "  -013   @   R0C-1 ",
        "-013 @ r 0 c -1",
        "-013\t@\nr0c-1",
        "\N{MINUS SIGN}013 @ r0c-1",
        "\N{EN DASH}013 r0c-1",
        "013 @ r0c-1",
        "013 r0c-1",
        "-013",
        "013",
    ],
)
def test_reading_is_generous(move: str) -> None:
    assert laid(after(with_a_13(), move))["r0c-1"] == "-013"


@pytest.mark.parametrize(
    "move",
    [
        "-230 @ r-1c0",
        "-23 @ r-1c0",
        "-23 r-1c0",
        "-32 r-1c0",
        "-23",
        "-32",
        "\N{MINUS SIGN}23",
        "23",
        "32",
        "23 r-1c0",
        "-230",
        "230",
        "230 r-1c0",
    ],
)
def test_how_it_lies_the_cell_and_the_sign_may_be_left_out_where_only_one_will_do(move: str) -> None:
    assert laid(after(with_one_gap(), move))["r-1c0"] == "-230"


def test_the_sign_may_be_left_out_if_only_one_colour_fits_though_both_are_at_hand() -> None:
    match = after(figure(), "+033 r0c0")
    assert laid(after(match, "103 r0c1"))["r0c1"] == "-103"


@pytest.mark.parametrize(
    ("said", "meant"), [("draw", "draw"), (" DRAW ", "draw"), ("Pass", "pass"), ("pass\n", "pass")]
)
def test_drawing_and_passing_are_words(said: str, meant: str) -> None:
    game = puzzelino("race", 2)
    state = with_a_13().states[0]
    assert game.text(state, game.parse(state, said)) == meant


@pytest.mark.parametrize(
    ("move", "written"),
    [
        ("+012 r2c-1", "+012 @ r2c-1"),
        ("-351 R-3C4", "-351 @ r-3c4"),
        ("+550 r31c-32", "+550 @ r31c-32"),
    ],
)
def test_rows_and_columns_may_be_negative(move: str, written: str) -> None:
    game = puzzelino("figure", 1)
    state = game.start()[0]
    assert game.text(state, game.parse(state, move)) == written


def generous_forms(move: str) -> list[str]:
    """Write a move in ways that all mean this one alone."""
    piece, cell = move.split(" @ ")
    forms = [move.upper(), move.replace(" @ ", ""), f"{piece[0]} {piece[1:]} at {cell}"]
    return forms + ([f"\N{MINUS SIGN}{piece[1:]} {cell}"] if piece[0] == "-" else [])


@pytest.mark.parametrize(
    "options", [{"players": 2}, {"mode": "points"}, {"mode": "figure"}, {"puzzle": "hexagon:x32"}]
)
def test_generous_forms_of_all_moves_of_whole_games_are_read_as_the_same(options: dict[str, Any]) -> None:
    match, rng = tesserae.game("puzzelino", **options).new(seed=1), random.Random(1)
    for _ in random_play(match, rng):
        state = match.states[0]
        for action in rng.sample(match.legal(), min(12, len(match.legal()))):
            if "@" in match.text(action):
                for form in generous_forms(match.text(action)):
                    assert match.game.parse(state, form) == action


def test_leaving_something_out_never_means_another_move() -> None:
    """Whatever is said of a move, it is read as a legal one that agrees, or refused."""
    rng = random.Random(2)
    match = figure()
    read = 0
    for _ in random_play(match, rng, 25):
        for move in rng.sample(sorted(lays(match)), min(8, len(lays(match)))):
            piece, cell = move.split(" @ ")
            name = piece[0] + piece[1:].replace("0", "")
            for said in (f"{name} {cell}", f"{piece[1:]} {cell}", name, piece, name[1:]):
                agreeing = [other for other in sorted(lays(match)) if agrees(other, said)]
                assert agreeing
                if len(agreeing) == 1:
                    assert match.text(match.game.parse(match.states[0], said)) == agreeing[0]
                    read += 1
                else:
                    assert "That can be done in several ways" in refused(match, said)
    assert read > 10


def agrees(move: str, said: str) -> bool:
    """Does a move agree with what was said: a cell if one was named, a sign, and the sides or the shapes?"""
    piece, cell = move.split(" @ ")
    named, _, where = said.partition(" ")
    digits = named.lstrip("+-")
    is_lie = len(digits) == 3
    shown = piece[1:] if is_lie else "".join(sorted(piece[1:].replace("0", "")))
    return (
        where in ("", cell)
        and (named[0] not in "+-" or named[0] == piece[0])
        and shown == (digits if is_lie else "".join(sorted(digits)))
    )


# --- several ways ------------------------------------------------------------------------------------------


def test_where_several_are_possible_all_are_named() -> None:
    match = with_a_13()
    told = "That can be done in several ways. Say which: -013 @ r0c-1, -310 @ r0c-1."
    for move in ("-13", "13", "-31", "-13 r0c-1", "31 r0c-1"):
        assert refused(match, move) == told


def test_a_lie_without_a_cell_may_fit_in_several_cells() -> None:
    match = after(figure(), "+011 r0c0")
    assert refused(match, "-011") == ("That can be done in several ways. Say which: -011 @ r0c-1, -011 @ r0c1.")


def test_a_missing_sign_may_mean_either_colour() -> None:
    assert refused(figure(), "135 r0c0") == (
        "That can be done in several ways. Say which: +135 @ r0c0, -135 @ r0c0."
    )


def test_twelve_ways_are_all_named_and_of_more_the_first_twelve() -> None:
    twelve = refused(figure(), "12")
    assert twelve.count("@") == 12
    assert twelve == (
        "That can be done in several ways. Say which: +012 @ r0c0, +021 @ r0c0, +102 @ r0c0, +120 @ r0c0, "
        "+201 @ r0c0, +210 @ r0c0, -012 @ r0c0, -021 @ r0c0, -102 @ r0c0, -120 @ r0c0, -201 @ r0c0, -210 @ r0c0."
    )
    more = refused(tray(), "+12")
    assert more.count("@") == 12
    assert more.startswith("That can be done in several ways. Say which: +012 @ r0c2, +021 @ r0c2, ")
    assert more.endswith(" @ r1c1 (+56).")


def test_the_piece_with_three_shapes_is_read_by_its_name_too() -> None:
    match = after(figure(), "+012 r0c0")
    assert refused(match, "-135") == "That can be done in several ways. Say which: -315 @ r0c-1, -513 @ r0c-1."


def test_a_lie_that_fits_nowhere_is_not_taken_for_its_piece() -> None:
    match = after(figure(), "+012 r0c0")
    assert "-102 @ r0c1" in legal(match)
    assert refused(match, "-120") == "-120 fits nowhere."


# --- a very long row ---------------------------------------------------------------------------------------

TO_THE_RIGHT = (
    "+051 -051 +055 -055 +054 -014 +014 -024 +022 -052 +052 -032 +032 -022 +024 -044"
    " +043 -053 +153 -043 +044 -054 +053 -513 +011 -031 +033 -033 +031 -011 +012 -012"
)
TO_THE_LEFT = (
    "+015 -015 +055 -055 +045 -041 +041 -042 +022 -025 +025 -023 +023 -022 +042 -044"
    " +034 -035 +135 -034 +044 -045 +035 -531 +011 -013 +033 -033 +013 -011 +021 -021"
)
both_ways = pytest.mark.parametrize(("pieces", "step"), [(TO_THE_RIGHT, 1), (TO_THE_LEFT, -1)])


def row_of_pieces(pieces: str, step: int, length: int) -> Match:
    """Lay so many pieces in a straight row from the middle, to the right or to the left."""
    names = pieces.split()[:length]
    return after(figure(), ",".join(f"{name} r0c{step * number}" for number, name in enumerate(names)))


@both_ways
def test_the_names_of_a_very_long_row_go_on_counting(pieces: str, step: int) -> None:
    match = row_of_pieces(pieces, step, 31)
    assert laid(match) == {f"r0c{step * number}": name for number, name in enumerate(pieces.split()[:31])}
    above_and_below = {f"r{1 if number % 2 else -1}c{step * number}" for number in range(31)}
    ends = {f"r0c{-step}", f"r0c{31 * step}"}
    assert {place["cell"] for place in board(match)["places"]} == ends | above_and_below
    last = pieces.split()[31]
    assert f"{last} @ r0c{31 * step}" in legal(match)
    assert refused(match, f"{last} r0c{30 * step}") == f"There is a piece in r0c{30 * step} already."


@both_ways
def test_behind_all_32_pieces_in_a_row_nothing_is_open(pieces: str, step: int) -> None:
    match = row_of_pieces(pieces, step, 32)
    assert match.over
    assert board(match)["places"] == []
    columns = [int(number) for number in str(match).splitlines()[-3].split()[1:]]
    assert columns == sorted(step * number for number in range(0, 32, 2))


@pytest.mark.parametrize("cell", ["r0c40", "r0c-40", "r40c0", "r-40c1", "r64c0", "r0c64", "r0c-64", "r999c0"])
def test_no_place_has_two_names(cell: str) -> None:
    assert refused(after(figure(), "+012 r0c0"), f"-022 {cell}").startswith(f"{cell} is too far away: ")


def test_every_cell_of_the_lattice_has_one_name_that_is_read_back() -> None:
    game = puzzelino("figure", 1)
    states = game.start()
    names = set()
    for row in range(-32, 32):
        for column in range(-32, 32):
            action = game.parse(states[0], f"+012 r{row}c{column}")
            names.add(action)
            assert game.text(states[0], action) == f"+012 @ r{row}c{column}"
            assert bool(single.is_legal(states, action)) == ((row, column) == (0, 0))
    assert len(names) == 64 * 64
