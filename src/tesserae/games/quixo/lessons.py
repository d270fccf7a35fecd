"""The lessons of Quixo: what a push is, how it wins, and how it loses."""

from typing import Any

from tesserae.games.lesson import Lesson, Result, ends_by, wins

SIZE = 5


def _mark(board: dict[str, Any], cell: str) -> str:
    column, row = ord(cell[0]) - ord("a"), int(cell[1:]) - 1
    mark: str = board["rows"][SIZE - 1 - row][column]
    return mark


def _lands_in_a_corner(result: Result) -> bool:
    return result.after["last"]["entry"] in ("a1", "a5", "e1", "e5")


def _leaves_no_line(result: Result) -> bool:
    """Nobody has won, and no answer wins."""
    return not result.after["over"] and not any(
        set(reply["winners"]) - {reply["seat"]} for reply in result.replies()
    )


def _takes_an_own_cube(result: Result) -> bool:
    return _mark(result.before["board"], result.after["last"]["place"]) != "."


LESSONS = {
    "quixo": (
        Lesson("push", _lands_in_a_corner),
        Lesson("line", wins, moves="e3>a3, c5>c1, b5>a5, e1>a1, a2>a5, e4>e1, a3>a1, b5>b1"),
        Lesson(
            "slide",
            wins,
            moves="c5>e5, e1>e5, a4>e4, c5>e5, e2>a2, b5>a5, e2>a2, b5>e5, a3>a1, e3>a3, e4>e5, c5>a5",
        ),
        Lesson(
            "block",
            _leaves_no_line,
            moves="c1>c5, b1>b5, d5>e5, a1>a5, a1>a5, d5>a5, e3>e1, e2>e5, e1>e5, a2>a5, d1>e1, a2>a5",
        ),
        Lesson(
            "other",
            ends_by("other_line"),
            moves="e5>e1, e4>e1, b5>e5, e4>e1, d1>e1, e4>e1, d5>d1, a4>e4, c1>a1, a5>e5",
        ),
        Lesson(
            "both",
            wins,
            moves="a3>e3, a2>a1, e4>e1, a5>a1, c5>e5, a4>a1, e3>e5, c5>a5, e2>a2, a4>a5",
        ),
        Lesson("dots", _takes_an_own_cube, {"players": 4}, moves="c1>c5, e3>a3, d1>d5, e4>a4"),
    )
}
