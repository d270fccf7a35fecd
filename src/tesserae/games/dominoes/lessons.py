"""The lessons of Triominos and Tripple Domino: the same positions where the boxes agree, each with its own points.

Bridge, hexagon and two hexagons are those of the figures on the sheet: 3-4-4, 1-5-5 and 3-4-5.
"""

from tesserae.games.dominoes.editions import TRIOMINOS, TRIPPLE, Edition
from tesserae.games.lesson import Lesson, Result, lays, scores

_LOTS = "lots 345 011"
_ONE_ROUND = {"rounds": 1}
_BRIDGE = (
    "4-4-4 @ r0c0, 0-4-4 @ r0c-1, 0-0-4 @ r1c-1, 0-2-4 @ r1c0, 2-4-4 @ r1c1, 2-2-4 @ r1c2, 2-3-4 @ r1c3, "
    "3-3-4 @ r0c3"
)
_HEXAGON = "5-5-5 @ r0c0, 0-5-5 @ r0c1, 0-0-5 @ r0c2, 0-1-5 @ r-1c2, 1-1-5 @ r-1c1"
_TWO_HEXAGONS = (
    "3-5-5 @ r0c0, 2-3-5 @ r0c-1, 2-2-3 @ r1c-1, 2-3-3 @ r1c0, 3-3-4 @ r1c1, 3-4-4 @ r1c2, 4-4-4 @ r1c3, "
    "4-4-5 @ r0c3, 4-5-5 @ r0c2"
)
_DOUBLE_CONNECTION = (
    "5-5-5 @ r0c0, 0-5-5 @ r0c-1, 0-0-5 @ r1c-1, 0-2-5 @ r1c0, 2-3-5 @ r1c1, 2-2-3 @ r1c2, 2-3-3 @ r1c3, "
    "3-3-5 @ r0c3, 3-5-5 @ r0c2, 2-5-5 @ r-1c0, 1-5-5 @ r-1c2"
)
_ROUND = (
    "5-5-5 @ r0c0, 4-5-5 @ r0c1, 3-5-5 @ r0c-1, 0-5-5 @ r-1c0, 0-3-5 @ r-1c-1, 3-4-5 @ r1c1, 0-0-5 @ r-1c1, "
    "2-3-5 @ r0c-2, 4-4-5 @ r0c2, 1-3-5 @ r1c0, 2-3-3 @ r0c-3, 1-3-3 @ r2c0, 4-4-4 @ r0c3, 0-4-4 @ r0c4, "
    "3-3-4 @ r1c2, 3-4-4 @ r1c3"
)


def _lays_the_drawn_tile(result: Result) -> bool:
    return lays(result) and result.after["last"]["piece"] in result.before["board"]["drawn"]


def _bridge(edition: Edition, *deals: str) -> Lesson:
    return Lesson("bridge", scores("bridge"), _ONE_ROUND, deals, _BRIDGE, {"points": edition.bridge})


def _hexagon(edition: Edition, *deals: str) -> Lesson:
    return Lesson("hexagon", scores("hexagon"), _ONE_ROUND, deals, _HEXAGON, {"points": edition.hexagons[0]})


def _draw(edition: Edition, *deals: str) -> Lesson:
    return Lesson("draw", scores("draw"), _ONE_ROUND, deals, "4-4-4 @ r0c0", {"points": edition.draw_price})


def _drawn(edition: Edition, *deals: str) -> Lesson:
    values = {"points": edition.draw_price}
    return Lesson("drawn", _lays_the_drawn_tile, _ONE_ROUND, deals, "4-4-4 @ r0c0, draw", values)


LESSONS = {
    "triominos": (
        Lesson(
            "fit",
            lays,
            _ONE_ROUND,
            (_LOTS, "345 000 001 002 011 012 022 111 112 / 033 045 113 122 134 222 223 344 355 /"),
            "3-4-5 @ r0c0",
        ),
        _bridge(TRIOMINOS, _LOTS, "000 004 022 114 234 244 335 344 444 / 003 024 034 044 112 122 224 245 334 /"),
        _hexagon(TRIOMINOS, _LOTS, "005 024 025 035 045 115 134 335 555 / 001 002 014 015 055 155 224 245 255 /"),
        Lesson(
            "two_hexagons",
            scores("double_hexagon"),
            _ONE_ROUND,
            (_LOTS, "011 033 133 135 223 334 355 444 455 / 022 123 222 233 235 244 344 345 445 /"),
            _TWO_HEXAGONS,
            {"points": TRIOMINOS.hexagons[1]},
        ),
        _draw(TRIOMINOS, _LOTS, "444 000 001 002 011 012 022 111 112 / 013 023 033 113 122 133 222 223 333 / 344"),
        _drawn(
            TRIOMINOS, _LOTS, "444 000 001 002 011 012 022 111 112 / 013 023 033 113 122 133 222 223 333 / 344"
        ),
        Lesson(
            "out",
            scores("going_out"),
            _ONE_ROUND,
            (
                _LOTS,
                "005 035 222 233 334 355 444 445 555 / 034 044 055 133 135 235 344 345 455 / 225 122 114",
            ),
            f"{_ROUND}, draw, draw, draw, pass",
            {"points": TRIOMINOS.going_out},
        ),
    ),
    "tripple": (
        Lesson(
            "start",
            scores("start"),
            _ONE_ROUND,
            ("000 012 024 045 115 134 222 233 345 444 / 001 002 013 022 035 112 124 255 333 355 /",),
            values={"points": TRIPPLE.start_bonus[1]},
        ),
        _bridge(TRIPPLE, "000 004 022 035 114 234 244 335 344 444 / 001 024 025 044 122 133 224 334 345 455 /"),
        Lesson(
            "double_connection",
            scores("double_connection"),
            _ONE_ROUND,
            ("005 123 155 233 235 334 345 355 444 555 / 002 003 025 055 125 223 244 245 255 335 /",),
            _DOUBLE_CONNECTION,
            {"points": TRIPPLE.double_connection},
        ),
        _hexagon(TRIPPLE, "005 024 045 115 135 233 334 335 345 555 / 001 002 014 015 035 055 155 224 245 255 /"),
        _draw(TRIPPLE, "444 000 001 002 011 012 022 111 112 003 / 013 023 033 113 122 133 222 223 333 123 / 344"),
        _drawn(TRIPPLE, "444 000 001 002 011 012 022 111 112 003 / 013 023 033 113 122 133 222 223 333 123 / 344"),
        Lesson(
            "out",
            scores("going_out"),
            _ONE_ROUND,
            ("002 005 024 035 233 334 355 444 445 555 / 004 044 055 133 135 222 235 344 345 455 /",),
            f"{_ROUND}, 0-0-2 @ r-2c1, 0-0-4 @ r0c5",
            {"points": TRIPPLE.going_out},
        ),
    ),
}
