"""The lessons of RioMino: placing dice, killing places, and leaving the other player without one."""

from tesserae.games.lesson import Lesson, Result, View, dead_places, wanted_at, wins

_STARTER = {"level": "starter"}
_FRAME = 5


def _shows_three_at_the_top(result: Result) -> bool:
    return bool(result.after["last"]["shows"][0] == 3)


def _touches_two(result: Result) -> bool:
    return sum(value is not None for value in wanted_at(result)) >= 2


def _kills_a_place(result: Result) -> bool:
    return bool(dead_places(result.after) - dead_places(result.before))


def _longest_side(view: View) -> int:
    dice = view["board"]["dice"]
    lines: list[list[int]] = [[die["row"] for die in dice], [die["column"] for die in dice]]
    return max(max(line) - min(line) for line in lines) + 1


def _reaches_the_frame(result: Result) -> bool:
    return _longest_side(result.before) < _FRAME == _longest_side(result.after)


LESSONS = {
    "riomino": (
        Lesson("start", _shows_three_at_the_top, _STARTER, ("01 01 03 12 12 13 / 02 02 03 03 23 23 / 23",)),
        Lesson(
            "join",
            _touches_two,
            _STARTER,
            ("03 03 12 13 13 23 / 01 03 03 03 03 23 / 01",),
            "1001 @ c3, 1100 @ d3, 0033 @ c2",
        ),
        Lesson(
            "dead",
            _kills_a_place,
            _STARTER,
            ("01 01 03 12 12 13 / 02 02 03 03 23 23 / 23",),
            "2332 @ c3, 3322 @ c2, 3113 @ d2, 3322 @ c4",
        ),
        Lesson(
            "frame",
            _reaches_the_frame,
            {"level": "wizard"},
            ("01 01 01 03 03 03 12 13 13 23 23 23 / 01 01 01 02 03 12 12 12 23 23 23 23 / 02",),
            "0220 @ e5, 2211 @ e4, 3300 @ e6, 0033 @ d6, 3003 @ d5, 0022 @ f4, 1001 @ e3",
        ),
        Lesson(
            "win",
            wins,
            _STARTER,
            ("03 12 13 23 23 23 / 01 02 03 12 13 23 / 03",),
            "3300 @ c3, 0022 @ c2, 2233 @ b2, 3223 @ d3, 1133 @ d4, 2211 @ c1",
        ),
    )
}
