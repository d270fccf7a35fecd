r"""The drawing of RioMino, and what is told beside it.

A die is drawn as 3 lines of 7 letters: the diagonal \ stands at letters 1, 3 and 5 of these, / at 5, 3 and 1.
"""

import pytest

import tesserae
from games.riomino.play import LEVELS, after, grown, laid, legal, match_of, riomino
from tesserae.games.game import Picture
from tesserae.games.riomino.board import CELLS, MIDDLE
from tesserae.games.riomino.dice import TOPS
from tesserae.match import Match

STARTER_BEFORE_THE_START = """\
                   ╭───────╮
                   │       │
 5                 │       │
                   │       │
           ╭───────┼───────┼───────╮
           │       │       │       │
 4         │       │       │       │
           │       │       │       │
   ╭───────┼───────┼───────┼───────┼───────╮
   │       │       │       │       │       │
 3 │       │       │   ·   │       │       │
   │       │       │       │       │       │
   ╰───────┼───────┼───────┼───────┼───────╯
           │       │       │       │
 2         │       │       │       │
           │       │       │       │
           ╰───────┼───────┼───────╯
                   │       │
 1                 │       │
                   │       │
                   ╰───────╯
       a       b       c       d       e"""

STARTER_WITH_TWO_DICE = r"""
                   ╭───────╮
                   │       │
 5                 │   ·   │
                   │       │
           ╭───────┼───────┼───────╮
           │       │ \  ● ●│       │
 4         │   ·   │   *  ●│   ·   │
           │       │     \ │       │
   ╭───────┼───────┼───────┼───────┼───────╮
   │       │       │ \     │       │       │
 3 │       │   ·   │   \   │   ·   │       │
   │       │       │ ●   \ │       │       │
   ╰───────┼───────┼───────┼───────┼───────╯
           │       │       │       │
 2         │       │   ·   │       │
           │       │       │       │
           ╰───────┼───────┼───────╯
                   │       │
 1                 │       │
                   │       │
                   ╰───────╯
       a       b       c       d       e"""

EXPERT = r"""
           ╭───────┬───────┬───────╮
           │       │       │       │
 5         │       │       │       │
           │       │       │       │
           ├───────┼───────┼───────┼───────╮
           │       │       │       │       │
 4         │       │   ·   │       │       │
           │       │       │       │       │
   ╭───────┼───────┼───────┼───────┼───────┤
   │       │       │● ●  / │       │       │
 3 │       │   ·   │●  *   │   ·   │       │
   │       │       │ /   ● │       │       │
   ├───────┼───────┼───────┼───────┼───────╯
   │       │       │       │       │
 2 │       │       │   ·   │       │
   │       │       │       │       │
   ╰───────┼───────┼───────┼───────┤
           │       │       │       │
 1         │       │       │       │
           │       │       │       │
           ╰───────┴───────┴───────╯
       a       b       c       d       e"""

WIZARD_BEFORE_THE_START = """
   ╭───────╮
   │       │
 5 │   ·   │
   │       │
   ╰───────╯
       e"""

DEAD_PLACE = "0011 e5, 2200 e6, 2112 f6, 1001 g6, 0220 g5"
WIZARD_WITH_A_DEAD_PLACE = r"""
 7             ·       ·       ·

           ╭───────┬───────┬───────╮
           │ \  ●  │  ●  / │ ●   / │
 6     ·   │   \  ●│●  /   │   /   │   ·
           │     \ │ /   ● │ /     │
           ├───────┼───────┼───────┤
           │ \     │       │     / │
 5     ·   │   \   │   ×   │   *  ●│   ·
           │ ●   \ │       │ /  ●  │
           ╰───────╯       ╰───────╯

 4             ·               ·
       d       e       f       g       h"""


def text(picture: Picture) -> str:
    """Put the spans together; nobody sees spaces at the end of a line."""
    return "\n".join(line.rstrip() for line in "".join(span for span, _ in picture).split("\n"))


@pytest.mark.parametrize(
    ("level", "start", "moves", "drawn"),
    [
        ("starter", "01", "", STARTER_BEFORE_THE_START),
        ("starter", "01", "0011 c3, 3300 c4", STARTER_WITH_TWO_DICE),
        ("expert", "13", "3113 c3", EXPERT),
        ("wizard", "01", "", WIZARD_BEFORE_THE_START),
        ("wizard", "01", DEAD_PLACE, WIZARD_WITH_A_DEAD_PLACE),
    ],
    ids=["starter", "two dice", "expert", "wizard", "dead place"],
)
def test_a_position_is_drawn_like_this(level: str, start: str, moves: str, drawn: str) -> None:
    match = match_of(level, start=start)
    if moves:
        after(match, moves)
    assert text(match.picture()) == drawn.removeprefix("\n")
    assert text(match.picture(0)) == text(match.picture(1)) == text(match.picture())


def inside(picture: Picture) -> list[list[tuple[str, str]]]:
    """Give the letters and styles within the frame of the only die, line by line."""
    lines: list[list[tuple[str, str]]] = [[]]
    for span, style in picture:
        for letter in span:
            if letter == "\n":
                lines.append([])
            else:
                lines[-1].append((letter, style))
    framed = [line for line in lines if [letter for letter, _ in line].count("│") == 2]
    edges = [[at for at, (letter, _) in enumerate(line) if letter == "│"] for line in framed]
    return [line[left + 1 : right] for line, (left, right) in zip(framed, edges, strict=True)]


@pytest.mark.parametrize("top", range(24), ids=lambda top: "".join(map(str, TOPS[top])))
@pytest.mark.parametrize("is_last", [False, True])
def test_the_pips_of_both_halves_are_the_values_of_their_sides(top: int, is_last: bool) -> None:
    game = riomino("wizard")
    sides = TOPS[top]
    states = laid(game, f"{''.join(map(str, sides))} e5")
    lines = inside(game.picture(states[0], None, [top * CELLS + MIDDLE] if is_last else []))
    assert [len(line) for line in lines] == [7, 7, 7]
    diagonal = lines[0][1][0] if lines[0][1][0] == "\\" else lines[0][5][0]
    at = [1, 3, 5] if diagonal == "\\" else [5, 3, 1]
    assert [lines[line][at[line]][0] for line in range(3)] == [diagonal, "*" if is_last else diagonal, diagonal]
    halves: dict[bool, list[str]] = {True: [], False: []}
    for line, letters in enumerate(lines):
        for place, (letter, style) in enumerate(letters):
            if letter == "●":
                assert place != at[line]
                is_right = place > at[line]
                halves[is_right].append(style)
            else:
                assert letter in {" ", "*", diagonal}
    north, east, south, west = sides
    assert (len(halves[False]), len(halves[True])) == (west, east)
    upper = east if diagonal == "\\" else west
    assert upper == north
    assert (west if diagonal == "\\" else east) == south
    styles = ["", "one", "two", "three"]
    assert {*halves[True]} <= {styles[east]}
    assert {*halves[False]} <= {styles[west]}


def test_a_dead_place_is_crossed_and_an_open_one_has_a_point() -> None:
    match = after(match_of("wizard"), DEAD_PLACE)
    places = match.view()["board"]["places"]
    drawn = text(match.picture())
    assert drawn.count("×") == sum(place["dead"] for place in places) == 1
    assert drawn.count("·") == sum(not place["dead"] for place in places)
    assert drawn.count("*") == 1


@pytest.mark.parametrize(
    ("cells", "columns", "rows"),
    [
        ("e5 e6 e7 e8 e9", "def", "98765"),
        ("e5 e4 e3 e2 e1", "def", "54321"),
        ("e5 f5 g5 h5 i5", "efghi", "654"),
        ("e5 d5 c5 b5 a5", "abcde", "654"),
        ("e5 f5 g5 h5", "defghi", "654"),
        ("e5 e6 e7 e8 f8 g8 h8 i8 i9", "efghi", "98765"),
    ],
)
def test_wizard_shows_the_lines_with_dice_and_with_places(cells: str, columns: str, rows: str) -> None:
    lines = text(grown(match_of("wizard"), cells).picture()).split("\n")
    assert lines[-1].split() == [*columns]
    assert "".join(line[:3].strip() for line in lines[:-1]) == rows
    assert sum(line.count("\\") + line.count("/") for line in lines) == 3 * len(cells.split()) - 1


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_given_up_before_the_start_die_lies_can_still_be_drawn(level: str) -> None:
    match = match_of(level)
    match.resign()
    assert text(match.picture())
    assert str(match).endswith("B: won, the other player gave up")


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_that_waits_for_its_throw_can_be_drawn(level: str) -> None:
    match = tesserae.game("riomino", level=level).new(deals=[])
    assert text(match.picture()).count("·") == 1
    assert str(match).endswith("A: -\nB: -\nWaiting for deal 1")


# --- beside the picture --------------------------------------------------------------------------------------


def told(match: Match) -> list[str]:
    return [line.say() for line in match.caption()]


def test_everybodys_dice_are_told_and_the_start_die_while_it_waits() -> None:
    setup = tesserae.game("riomino", level="starter")
    deal = "01 01 01 23 12 01 / 03 13 23 03 02 12 / 02"
    match = setup.new(deals=[deal], names=["Ann", "Bob"])
    assert told(match) == [
        "Ann (A): 4 × 0-1, 1-2, 2-3",
        "Bob (B): 0-2, 2 × 0-3, 1-2, 1-3, 2-3",
        "Ann (A) places the start die 0-2 on c3, any way round.",
    ]
    assert match.status() == "Ann (A) to move"
    after(match, "0220 c3")
    assert told(match) == ["Ann (A): 4 × 0-1, 1-2, 2-3", "Bob (B): 0-2, 2 × 0-3, 1-2, 1-3, 2-3"]
    after(match, "2200 c4")
    assert told(match)[1] == "Bob (B): 2 × 0-3, 1-2, 1-3, 2-3"


def test_the_throw_is_told() -> None:
    (deal,) = match_of("wizard", start="23").fresh_deals
    assert [remark.say() for remark in deal.remarks] == [
        "The dice are thrown and stay as they are. The start die shows 2-3."
    ]


def test_the_end_is_told_with_its_reason() -> None:
    stuck = after(match_of("starter", "01", "23", "01"), "0011 c3")
    assert stuck.status() == "A: won, the other player cannot place a die"
    assert legal(stuck) == set()
    given_up = match_of("starter")
    given_up.resign(1)
    assert given_up.status() == "A: won, the other player gave up"


@pytest.mark.parametrize(
    ("level", "dice", "where"),
    [
        ("starter", 6, "The dice stay on the field of 13 cells."),
        ("junior", 8, "The dice stay on the field of 17 cells."),
        ("expert", 9, "The dice stay on the field of 19 cells."),
        ("master", 10, "The dice stay on the field of 21 cells."),
        ("board", 12, "The dice stay on the field of 25 cells."),
        ("wizard", 12, "There is no board: all dice together must fit into a frame of 5 by 5"),
    ],
)
def test_the_rules_tell_the_dice_and_the_field_of_the_level(level: str, dice: int, where: str) -> None:
    rules = [sentence.say() for sentence in riomino(level).rules()]
    assert f"Each player throws {dice} dice once" in rules[0]
    assert rules[1].startswith(where)
