"""The board of Puzzelino drawn for a terminal, letter by letter."""

from games.puzzelino.play import EMPTY_HEXAGON, after, figure, filled, match_of, tray
from tesserae.match import Match

A_PIECE_AND_ITS_PLACES = r"""
          ·  / \  ·
   r0       1   2
           / (+) \
           ───────
              ·
  r-1
    c         0
"""

FIVE_PIECES_AND_A_DEAD_PLACE = r"""
   r1
                  ·
               ───────
          ·  / \  -  / \  ·
   r0       1   2   3   \
           /  +  \ /  +  \
           ─────── ───4───
              ×  / \  -  /
  r-1           /   5   /
               / (+) \ /  ·
               ───1───
                  ·
  r-2
    c         0       2
"""

THE_EMPTY_HEXAGON = r"""
               ─────── ─────── ───────
             / \  ·  / \  ·  / \  ·  / \
   r3       /   \   /   \   /   \   /   \
           /  ·  \ /  ·  \ /  ·  \ /  ·  \
           ─────── ─────── ─────── ───────
         / \  ·  / \  ·  / \  ·  / \  ·  / \
   r2   /   \   /   \   /   \   /   \   /   \
       /  ·  \ /  ·  \ /  ·  \ /  ·  \ /  ·  \
       ─────── ─────── ─────── ─────── ───────
       \  ·  / \  ·  / \  ·  / \  ·  / \  ·  /
   r1   \   /   \   /   \   /   \   /   \   /
         \ /  ·  \ /  ·  \ /  ·  \ /  ·  \ /
           ─────── ─────── ─────── ───────
           \  ·  / \  ·  / \  ·  / \  ·  /
   r0       \   /   \   /   \   /   \   /
             \ /  ·  \ /  ·  \ /  ·  \ /
               ─────── ─────── ───────
    c     0       2       4       6       8
"""

A_BEGUN_HEXAGON = r"""
               ─────── ─────── ───────
             / \  ·  / \  ·  / \  ·  / \
   r3       /   \   /   \   /   \   /   \
           /  ·  \ /  ·  \ /  ·  \ /  ·  \
           ─────── ─────── ─────── ───────
         / \  ·  / \  ·  / \  ·  / \  ·  / \
   r2   /   \   /   \   /   \   /   \   /   \
       /  ·  \ /  ·  \ /  ·  \ /  ·  \ /  ·  \
       ─────── ─────── ─────── ─────── ───────
       \  ×  / \  ·  / \ (-) / \  ·  / \  ·  /
   r1   \   /   2   /   1   1   \   /   \   /
         \ /  +  \ /  ·  \ /  ·  \ /  ·  \ /
           ───1─── ─────── ─────── ───────
           \  ×  / \  ·  / \  ·  / \  ·  /
   r0       \   1   3   /   \   /   \   /
             \ /  +  \ /  ·  \ /  ·  \ /
               ─────── ─────── ───────
    c     0       2       4       6       8
"""


def drawn(match: Match) -> str:
    """Draw a match, between line breaks."""
    return "\n" + "".join(text for text, _ in match.picture()) + "\n"


def styles(match: Match) -> dict[str, set[str]]:
    """List the styles that each letter of a picture has."""
    found: dict[str, set[str]] = {}
    for text, style in match.picture():
        for letter in text:
            found.setdefault(letter, set()).add(style)
    return found


def test_one_piece_the_last_one_in_brackets_and_its_places() -> None:
    assert drawn(after(figure(), "+012 r0c0")) == A_PIECE_AND_ITS_PLACES


def test_the_piece_that_opens_the_table_was_laid_by_nobody() -> None:
    opened = A_PIECE_AND_ITS_PLACES.replace("(+)", " + ")
    assert drawn(match_of(filled("-13 / -24 / +12 / "))) == opened


def test_five_pieces_and_a_place_between_smooth_sides_that_is_dead() -> None:
    match = after(figure(), "+012 r0c0, -032 r0c1, +430 r0c2, -405 r-1c2, +105 r-1c1")
    assert drawn(match) == FIVE_PIECES_AND_A_DEAD_PLACE


def test_the_last_piece_stays_in_brackets_while_others_draw_and_pass() -> None:
    match = match_of("-13 -14 -15 -44 -45 -55 / +11 +22 +24 +25 +44 +45 / +12 / +55 lot 0")
    laid = drawn(after(match, "-013 r0c-1"))
    assert laid.count("(-)") == 1
    assert drawn(after(match, "draw")) == laid
    assert drawn(after(match, "pass")) == laid


def test_the_empty_hexagon() -> None:
    assert drawn(tray(EMPTY_HEXAGON)) == THE_EMPTY_HEXAGON


def test_a_begun_hexagon_with_two_dead_cells_at_its_rim() -> None:
    assert drawn(after(tray(), "+102 r1c1, +013 r0c2, -011 r1c4")) == A_BEGUN_HEXAGON


def test_given_pieces_are_drawn_without_brackets() -> None:
    given = tray("hexagon:x1.013.x6.102.x2.011.x20")
    assert drawn(given) == A_BEGUN_HEXAGON.replace("(-)", " - ")


def test_blue_and_orange_have_styles_of_their_own_and_the_last_piece_another() -> None:
    match = after(figure(), "+012 r0c0, -032 r0c1, +430 r0c2")
    found = styles(match)
    assert found["+"] == {"blue", "last"}
    assert found["-"] == {"orange", "label"}  # a row below the first piece is r-1
    assert found["("] == found[")"] == {"last"}
    assert found["·"] == {"label"}
    assert found["/"] == found["\\"] == found["─"] == {"frame"}
    assert found["4"] == found["3"] == {"number"}


def test_everybody_sees_the_same_table() -> None:
    match = after(match_of(filled("-13 / -24 / +12 / ")), "-013 r0c-1")
    assert match.picture(None) == match.picture(0) == match.picture(1)
