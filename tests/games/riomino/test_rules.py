"""The rule page of RioMino, rule by rule."""

import random
from collections import Counter
from itertools import product

import pytest

import tesserae
from games.riomino.play import (
    DICE,
    FACES,
    FIELD_LEVELS,
    LEVELS,
    after,
    board,
    grown,
    hands,
    legal,
    legal_cells,
    legal_on,
    match_of,
    place,
)
from reference.riomino_naive import NaiveRioMino, cell_of
from tesserae.match import Match, Outcome
from trying import refused
from variants import random_play

every_level = pytest.mark.parametrize("level", LEVELS)
every_field = pytest.mark.parametrize("level", FIELD_LEVELS)

FIELDS = {
    "starter": "..#.. .###. ##### .###. ..#..",
    "junior": ".###. .###. ##### .###. .###.",
    "expert": ".###. .#### ##### ####. .###.",
    "master": ".###. ##### ##### ##### .###.",
    "board": "##### ##### ##### ##### #####",
}
"""The rows from the top down."""


def middle(level: str) -> str:
    return "e5" if level == "wizard" else "c3"


def started(level: str, first: str, second: str, top: str) -> Match:
    """Place the start die, lying like this."""
    match = match_of(level, first, second, "".join(sorted(set(top))))
    return after(match, f"{top} {middle(level)}")


# --- set-up --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "dice"),
    [("starter", 6), ("junior", 8), ("expert", 9), ("master", 10), ("board", 12), ("wizard", 12)],
)
def test_every_level_has_its_number_of_dice_for_each_player_and_one_to_start_with(level: str, dice: int) -> None:
    shown = board(tesserae.game("riomino", level=level).new(seed=1))
    assert [len(hand) for hand in shown["hands"]] == [dice, dice]
    assert shown["start_die"] is not None
    assert shown["dice"] == []


@pytest.mark.parametrize(
    ("level", "lengths", "cells"),
    [
        ("starter", [1, 3, 5, 3, 1], 13),
        ("junior", [3, 3, 5, 3, 3], 17),
        ("expert", [3, 4, 5, 4, 3], 19),
        ("master", [3, 5, 5, 5, 3], 21),
        ("board", [5, 5, 5, 5, 5], 25),
    ],
)
def test_every_field_has_its_shape_with_a_cell_for_every_die(level: str, lengths: list[int], cells: int) -> None:
    names = [cell["cell"] for cell in board(match_of(level))["field"]]
    rows = ["".join("#" if f"{column}{row}" in names else "." for column in "abcde") for row in (5, 4, 3, 2, 1)]
    assert " ".join(rows) == FIELDS[level]
    assert [row.count("#") for row in rows] == lengths
    assert len(names) == len(set(names)) == cells == 2 * DICE[level] + 1


@every_field
def test_a_half_turn_maps_every_field_to_itself(level: str) -> None:
    places = {(cell["row"], cell["column"]) for cell in board(match_of(level))["field"]}
    rows, columns = zip(*places, strict=True)
    turned = {(min(rows) + max(rows) - row, min(columns) + max(columns) - column) for row, column in places}
    assert turned == places


def test_wizard_has_no_board_and_is_the_usual_game() -> None:
    assert board(match_of("wizard"))["field"] == []
    assert tesserae.game("riomino").options == {"level": "wizard"}


def test_the_dice_are_those_thrown() -> None:
    match = match_of("starter", "23 01 01 13 02 03", "12 12 12 13 03 12", "13")
    assert hands(match) == [["01", "01", "02", "03", "13", "23"], ["03", "12", "12", "12", "12", "13"]]
    assert board(match)["start_die"] == "1-3"


@every_level
@pytest.mark.parametrize("seed", range(5))
def test_the_faces_stay_as_thrown_for_the_whole_game(level: str, seed: int) -> None:
    match = tesserae.game("riomino", level=level).new(seed=seed)
    had = [Counter(hand) for hand in hands(match)]
    for _ in random_play(match, random.Random(seed)):
        used = [
            Counter("".join(sorted({*move.text[:4]})) for move in match.moves[1:] if move.seat == s)
            for s in (0, 1)
        ]
        assert [Counter(hand) for hand in hands(match)] == [had[seat] - used[seat] for seat in (0, 1)]
        assert [used[seat] - had[seat] for seat in (0, 1)] == [Counter(), Counter()]


def test_nothing_is_hidden() -> None:
    match = tesserae.game("riomino").new(seed=3)
    for _ in random_play(match, random.Random(3)):
        assert match.view(0)["board"] == match.view(1)["board"] == match.view(None)["board"]


@every_level
@pytest.mark.parametrize(("face", "tops"), [("13", "1133 3113 3311 1331"), ("02", "0022 2002 2200 0220")])
def test_the_starting_player_places_the_start_die_in_the_middle_any_way_round(
    level: str, face: str, tops: str
) -> None:
    match = match_of(level, "01", "01", face)
    assert match.mover == 0
    assert legal(match) == {f"{top} @ {middle(level)}" for top in tops.split()}
    assert [place["cell"] for place in board(match)["places"]] == [middle(level)]


@every_level
def test_the_start_die_is_no_die_of_the_hand_and_then_it_is_the_other_players_turn(level: str) -> None:
    match = started(level, "13", "01", "1133")
    assert match.mover == 1
    assert hands(match) == [["13"] * DICE[level], ["01"] * DICE[level]]
    assert board(match)["start_die"] is None
    assert {die["cell"]: die["sides"] for die in board(match)["dice"]} == {middle(level): [1, 1, 3, 3]}


# --- play ----------------------------------------------------------------------------------------------------


@every_level
@pytest.mark.parametrize("seed", range(3))
def test_the_players_take_turns_and_place_one_die_each_time(level: str, seed: int) -> None:
    match = tesserae.game("riomino", level=level).new(seed=seed)
    for number, _ in enumerate(random_play(match, random.Random(seed))):
        assert match.over or match.mover == number % 2
        assert len(board(match)["dice"]) == number


def test_a_die_touches_another_with_a_side_and_a_corner_does_not_count() -> None:
    match = match_of("board")
    grown(match, "c3")
    assert legal_cells(match) == {"c4", "d3", "c2", "b3"}
    grown(match, "c4")
    assert legal_cells(match) == {"c5", "b4", "d4", "b3", "d3", "c2"}
    assert refused(match, "01 d5") == "d5 does not touch a die with a side; corners do not count."
    assert refused(match, "01 b2") == "b2 does not touch a die with a side; corners do not count."


def test_a_die_goes_on_an_empty_place() -> None:
    match = started("board", "01", "01", "0011")
    assert "c3" not in legal_cells(match)
    assert refused(match, "0011 c3") == "There is a die on c3 already."


@pytest.mark.parametrize("value", range(4))
def test_touching_sides_show_equal_values_and_a_blank_fits_only_a_blank(value: int) -> None:
    other = (value + 1) % 4
    match = started("starter", " ".join(FACES), " ".join(FACES), f"{value}{value}{other}{other}")
    third, fourth = (number for number in range(4) if number not in (value, other))
    against = {
        f"{number}{number}{value}{value}" if turned else f"{number}{value}{value}{number}"
        for number in (other, third, fourth)
        for turned in (True, False)
    }
    assert legal_on(match, "c4") == against
    assert {top[3] for top in legal_on(match, "d3")} == {str(value)}
    assert {top[0] for top in legal_on(match, "c2")} == {str(other)}
    assert {top[1] for top in legal_on(match, "b3")} == {str(other)}


def test_all_touching_sides_count_not_only_one() -> None:
    match = started("board", "03", "02", "0011")
    after(match, "2200 c4, 0330 d3")
    assert place(match, "d4") == {"wanted": [None, None, 0, 2], "dead": False, "dead_for": [True, False]}
    assert legal_on(match, "d4") == {"2002"}
    assert refused(match, "2200 d4") == (
        "2200 does not fit on d4: it must show --02 there (top, right, bottom, left; - is free)."
    )
    after(match, "2002 d4")


@pytest.mark.parametrize("top", ["0011", "1001", "1100", "0110"])
def test_a_die_may_be_turned_to_any_of_its_four_orientations_but_not_to_another_face(top: str) -> None:
    match = started("starter", "01", "01", top)
    north, east, south, west = (*top,)
    orientations = {"0011", "1001", "1100", "0110"}
    assert {move[:4] for move in legal(match)} == orientations - {top}  # facing sides of a die differ
    assert legal_on(match, "c4") == {other for other in orientations if other[2] == north}
    assert legal_on(match, "d3") == {other for other in orientations if other[3] == east}
    assert legal_on(match, "c2") == {other for other in orientations if other[0] == south}
    assert legal_on(match, "b3") == {other for other in orientations if other[1] == west}


def test_only_the_own_dice_are_placed_and_only_those_that_remain() -> None:
    match = started("starter", "12", "02 13 13 13 13 13", "0011")
    assert {frozenset(move[:4]) for move in legal(match)} == {frozenset("02"), frozenset("13")}
    assert refused(match, "1122 c2") == "You have no die 1-2 left."
    after(match, "2200 c4, 1122 c2")
    assert match.mover == 1
    assert {frozenset(move[:4]) for move in legal(match)} == {frozenset("13")}
    assert refused(match, "0220 d3") == "You have no die 0-2 left."


@every_level
def test_whoever_can_place_must_place(level: str) -> None:
    match = started(level, "01", "01 23", "0011")
    assert all(" @ " in move for move in legal(match))
    for word in ("pass", "skip", "", "-", "0"):
        assert f"'{word}' is not a move." in refused(match, word)
    assert match.mover == 1


# --- the end -------------------------------------------------------------------------------------------------


@every_level
def test_whoever_leaves_the_other_without_a_placement_wins_even_with_the_start_die(level: str) -> None:
    match = started(level, "01", "23", "0110")
    assert match.outcome == Outcome("stuck", (0,))
    assert match.mover is None
    assert legal(match) == set()
    assert match.scores == (1, 0)
    assert refused(match, "23 c4") == "The match is over: start a new one to go on playing."


@every_level
def test_the_other_player_wins_in_the_same_way_though_he_could_go_on(level: str) -> None:
    match = started(level, "23", "01", "0011")
    assert not match.over
    grown(match, "e6" if level == "wizard" else "c4")
    assert match.outcome == Outcome("stuck", (1,))
    assert all(not spot["dead_for"][1] for spot in board(match)["places"])
    assert all(spot["dead_for"][0] for spot in board(match)["places"])


def test_the_game_goes_on_while_a_single_placement_is_left() -> None:
    match = started("starter", "01 12 03 03 03 03", "12 01 02 02 02 02", "2002")
    after(match, "1221 c4, 0110 d3, 0011 c2, 1221 b3")
    assert not match.over
    assert legal(match) == {"2002 @ d4"}
    after(match, "2002 d4")
    assert match.outcome == Outcome("stuck", (1,))


def complete_game(cells: list[str], start: str, rng: random.Random) -> tuple[list[str], list[str]]:
    """Fill these cells with dice that agree, and give the faces and the moves, the start die first.

    From the top down and from left to right at most the sides at north and west are demanded, and any two
    neighbouring sides can be met. The dice are placed in any order in which each touches one that lies.
    """
    lying: dict[str, str] = {}
    tops = [f"{a}{a}{b}{b}" for a, b in product("0123", repeat=2) if a != b]
    tops += [f"{a}{b}{b}{a}" for a, b in product("0123", repeat=2) if a != b]
    for cell in sorted(cells, key=lambda name: (-int(name[1]), name[0])):
        north, _, _, west = (lying.get(name) for name in beside(cell))
        fitting = [top for top in tops if north is None or top[0] == north[2]]
        lying[cell] = rng.choice([top for top in fitting if west is None or top[3] == west[1]])
    order = [start]
    while len(order) < len(cells):
        order.append(rng.choice([c for c in cells if c not in order and {*beside(c)} & {*order}]))
    return ["".join(sorted({*lying[cell]})) for cell in order], [f"{lying[cell]} @ {cell}" for cell in order]


def beside(cell: str) -> list[str]:
    """Name the cells at north, east, south and west."""
    column, row = ord(cell[0]), int(cell[1])
    return [
        f"{chr(column)}{row + 1}",
        f"{chr(column + 1)}{row}",
        f"{chr(column)}{row - 1}",
        f"{chr(column - 1)}{row}",
    ]


def play_to_the_last_die(level: str, cells: list[str], rng: random.Random) -> Match:
    """Play a complete game on these cells: the start die, then the dice of B and A in turn."""
    faces, moves = complete_game(cells, middle(level), rng)
    match = match_of(level, " ".join(faces[2::2]), " ".join(faces[1::2]), faces[0])
    for number, move in enumerate(moves):
        assert not match.over
        assert match.mover == number % 2
        assert move in legal(match)
        match.play(move)
    return match


@every_field
@pytest.mark.parametrize("seed", range(3))
def test_if_all_dice_are_placed_whoever_placed_the_last_one_wins(level: str, seed: int) -> None:
    cells = [cell["cell"] for cell in board(match_of(level))["field"]]
    match = play_to_the_last_die(level, cells, random.Random(seed))
    assert match.outcome == Outcome("last_die", (0,))
    assert hands(match) == [[], []]
    assert {die["cell"] for die in board(match)["dice"]} == set(cells)
    assert board(match)["places"] == []


@every_field
@pytest.mark.parametrize("seed", range(3))
def test_whoever_places_his_last_die_wins_if_the_other_cannot_place_the_very_last(level: str, seed: int) -> None:
    cells = [cell["cell"] for cell in board(match_of(level))["field"]]
    faces, moves = complete_game(cells, "c3", random.Random(seed))
    fitting = moves[-1][:4]
    unfit = next(face for face in FACES if not {*face} & {*fitting})
    match = match_of(level, " ".join([*faces[2:-1:2], unfit]), " ".join(faces[1::2]), faces[0])
    after(match, ", ".join(moves[:-1]))
    assert match.outcome == Outcome("stuck", (1,))
    assert hands(match) == [[unfit], []]
    assert [spot["dead_for"] for spot in board(match)["places"]] == [[True, True]]


# --- Wizard --------------------------------------------------------------------------------------------------

SPANS = [(low, high) for low in range(1, 6) for high in range(5, 10) if high - low < 5]
"""From which line to which one dice may be, with the start die in line 5."""
LETTERS = " abcdefghi"


def cross(columns: tuple[int, int], rows: tuple[int, int]) -> str:
    """Name the cells of a cross around e5 that reaches so far to the left and right, and down and up."""
    left, right = (f"{LETTERS[at]}5" for at in range(4, columns[0] - 1, -1)), range(6, columns[1] + 1)
    down, up = (f"e{at}" for at in range(4, rows[0] - 1, -1)), range(6, rows[1] + 1)
    return " ".join(["e5", *left, *(f"{LETTERS[at]}5" for at in right), *down, *(f"e{at}" for at in up)])


def expected_places(match: Match) -> dict[str, tuple[int | None, ...]]:
    """Find the open places and what they demand on a sheet of paper that is large enough."""
    naive = NaiveRioMino("wizard", (["01"] * 12, ["01"] * 12), "01")
    naive.dice = {cell_of(die["cell"]): tuple(die["sides"]) for die in board(match)["dice"]}
    return dict(naive.places())


def told_places(match: Match) -> dict[str, tuple[int | None, ...]]:
    return {spot["cell"]: tuple(spot["wanted"]) for spot in board(match)["places"]}


@pytest.mark.parametrize("low", range(1, 6))
def test_never_a_sixth_die_from_left_to_right(low: int) -> None:
    match = grown(match_of("wizard"), cross((low, low + 4), (5, 5)))
    assert legal_cells(match) == {f"{LETTERS[at]}{row}" for at in range(low, low + 5) for row in (4, 6)}
    for beyond in {low - 1, low + 5} - {0, 10}:
        for row in (4, 5, 6):
            assert refused(match, f"23 {LETTERS[beyond]}{row}") == (
                f"A die on {LETTERS[beyond]}{row} would leave the frame: all dice together must fit into 5 by 5."
            )


@pytest.mark.parametrize("low", range(1, 6))
def test_never_a_sixth_die_from_bottom_to_top(low: int) -> None:
    match = grown(match_of("wizard"), cross((5, 5), (low, low + 4)))
    assert legal_cells(match) == {f"{column}{at}" for at in range(low, low + 5) for column in "df"}
    for beyond in {low - 1, low + 5} - {0, 10}:
        for column in "def":
            assert refused(match, f"23 {column}{beyond}") == (
                f"A die on {column}{beyond} would leave the frame: all dice together must fit into 5 by 5."
            )


@pytest.mark.parametrize(
    ("row", "open_ends"),
    [("e5 f5 g5 h5", {"d5", "i5"}), ("e5 d5 c5 b5", {"a5", "f5"}), ("e5 d5 f5 g5", {"c5", "h5"})],
)
def test_four_dice_in_a_row_leave_both_ends_open_and_a_fifth_closes_them(row: str, open_ends: set[str]) -> None:
    ends = {cell for cell in told_places(grown(match_of("wizard"), row)) if cell.endswith("5")}
    assert ends == open_ends
    for end in open_ends:
        closed = grown(match_of("wizard"), f"{row} {end}")
        assert not [cell for cell in told_places(closed) if cell.endswith("5")]


@pytest.mark.parametrize(
    ("cells", "neighbours"),
    [
        ("e5 f5 g5 h5 i5", "e4 f4 g4 h4 i4 e6 f6 g6 h6 i6"),
        ("e5 d5 c5 b5 a5", "e4 d4 c4 b4 a4 e6 d6 c6 b6 a6"),
        ("e5 e6 e7 e8 e9", "d5 d6 d7 d8 d9 f5 f6 f7 f8 f9"),
        ("e5 e4 e3 e2 e1", "d5 d4 d3 d2 d1 f5 f4 f3 f2 f1"),
    ],
)
def test_dice_at_the_far_ends_of_the_sheet_touch_only_what_lies_beside_them(cells: str, neighbours: str) -> None:
    match = grown(match_of("wizard"), cells)
    assert [die["cell"] for die in sorted(board(match)["dice"], key=lambda die: cells.index(die["cell"]))] == (
        cells.split()
    )
    places = told_places(match)
    assert set(places) == set(neighbours.split())
    assert all(wanted.count(None) == 3 for wanted in places.values())


@pytest.mark.parametrize("columns", SPANS)
def test_the_open_places_of_every_extent_are_those_on_a_large_sheet_of_paper(columns: tuple[int, int]) -> None:
    for rows in SPANS:
        match = grown(match_of("wizard"), cross(columns, rows))
        assert told_places(match) == expected_places(match)


@pytest.mark.parametrize(
    ("way", "corner"),
    [
        ("e5 e6 e7 e8 e9 f9 g9 h9 i9", ("e", 5)),
        ("e5 f5 g5 h5 i5 i6 i7 i8 i9", ("e", 5)),
        ("e5 d5 c5 b5 a5 a6 a7 a8 a9", ("a", 5)),
        ("e5 e4 e3 e2 e1 f1 g1 h1 i1", ("e", 1)),
        ("e5 d5 c5 b5 a5 a4 a3 a2 a1", ("a", 1)),
    ],
)
def test_the_frame_may_reach_every_corner_of_the_sheet(way: str, corner: tuple[str, int]) -> None:
    match = grown(match_of("wizard"), way)
    assert told_places(match) == expected_places(match)
    left, low = corner
    columns = {chr(ord(left) + step) for step in range(5)}
    assert {cell[0] for cell in legal_cells(match)} <= columns
    assert {int(cell[1]) for cell in legal_cells(match)} <= {*range(low, low + 5)}


@pytest.mark.parametrize("low_row", range(1, 6))
@pytest.mark.parametrize("low_column", range(1, 6))
def test_all_25_dice_fit_into_a_frame_wherever_it_lies(low_column: int, low_row: int) -> None:
    columns, rows = LETTERS[low_column : low_column + 5], range(low_row, low_row + 5)
    cells = [f"{column}{row}" for column in columns for row in rows]
    match = play_to_the_last_die("wizard", cells, random.Random(f"{low_column} {low_row}"))
    assert match.outcome == Outcome("last_die", (0,))
    assert {die["cell"] for die in board(match)["dice"]} == set(cells)
    assert board(match)["places"] == []


@every_field
def test_the_fields_of_the_other_levels_do_not_float(level: str) -> None:
    match = grown(match_of(level), "c3 c4 c5")
    assert "c6" not in legal_cells(match)
    assert refused(match, "01 c6") == "c6 does not belong to the field."
    match = grown(match_of(level), "c3 d3 e3")
    assert "f3" not in legal_cells(match)
    assert refused(match, "01 f3") == "f3 does not belong to the field."
    grown(match_of("wizard"), "e5 e6 e7 e8 e9")


@every_field
@pytest.mark.parametrize("seed", range(5))
def test_dice_lie_only_on_the_field(level: str, seed: int) -> None:
    match = tesserae.game("riomino", level=level).new(seed=seed)
    cells = {cell["cell"] for cell in board(match)["field"]}
    for _ in random_play(match, random.Random(seed)):
        assert legal_cells(match) <= cells
        assert {spot["cell"] for spot in board(match)["places"]} <= cells
        assert {die["cell"] for die in board(match)["dice"]} <= cells


# --- dead places ---------------------------------------------------------------------------------------------

AROUND_D3 = "2200 c4, {d4} d4, {e4} e4, {e3} e3"
"""After the start die on c3: three sides of d3."""


@pytest.mark.parametrize(
    ("c3", "d4", "e4", "e3", "wanted", "is_dead"),
    [
        ("0110", "2112", "1001", "0110", [1, 0, None, 1], False),  # 1-1-0: like 1 0 0 1
        ("0110", "2112", "1001", "0011", [1, 1, None, 1], True),  # three equal
        ("0011", "2112", "1001", "0022", [1, 2, None, 0], True),  # three different
        ("0011", "2112", "1001", "0220", [1, 0, None, 0], True),  # facing equal
        ("0011", "2112", "1001", "0011", [1, 1, None, 0], False),
    ],
)
def test_a_place_is_dead_if_no_face_fits_in_any_orientation(
    c3: str, d4: str, e4: str, e3: str, wanted: list[int | None], is_dead: bool
) -> None:
    match = after(started("board", " ".join(FACES), " ".join(FACES), c3), AROUND_D3.format(d4=d4, e4=e4, e3=e3))
    assert place(match, "d3") == {"wanted": wanted, "dead": is_dead, "dead_for": [is_dead, is_dead]}
    assert ("d3" in legal_cells(match)) == (not is_dead)


def test_a_place_that_a_die_could_fill_is_dead_for_whoever_has_no_such_die() -> None:
    match = started("board", "01 12", "01" + " 02" * 11, "0011")
    after(match, AROUND_D3.format(d4="2112", e4="1001", e3="0011"))
    assert place(match, "d3") == {"wanted": [1, 1, None, 0], "dead": False, "dead_for": [False, True]}
    assert "d3" not in legal_cells(match)
    assert refused(match, "0022 d3") == (
        "0022 does not fit on d3: it must show 11-0 there (top, right, bottom, left; - is free)."
    )
    after(match, "0022 c5")
    assert legal_on(match, "d3") == {"1100"}


def test_a_place_becomes_dead_for_a_player_with_his_last_die_that_fits() -> None:
    match = started("board", "01 12", "01" + " 02" * 11, "0011")
    assert place(match, "c2")["dead_for"] == [False, False]
    after(match, "1100 c4")
    assert place(match, "c2") == {"wanted": [1, None, None, None], "dead": False, "dead_for": [False, True]}
