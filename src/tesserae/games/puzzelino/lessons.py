"""The lessons of Puzzelino: joining shapes, doubles, the bag, points, and a tray with three pieces missing."""

from tesserae.games.lesson import Lesson, Result, dead_places, lays, scores, wanted_at

_CIRCLE, _SMOOTH = 1, 0
_DEAL = "+14 +24 -12 -14 -24 -35 / +12 +23 +34 +35 +55 -25 / -15 / lot 1"
_TRAY = (
    "hexagon:240.044.034.031.531.035.505.250.250.220.021.011.513.103.505.105.x3.012.011.041.140.450.150.405.035."
    "033.023.023.033.430"
)


def _joins_the_circle(result: Result) -> bool:
    return _CIRCLE in wanted_at(result)


def _joins_smooth_sides_too(result: Result) -> bool:
    return _SMOOTH in wanted_at(result)


def _goes_on(result: Result) -> bool:
    return lays(result) and bool(result.after["mover"] == result.before["seat"])


def _can_lay_again(result: Result) -> bool:
    return any("cell" in move for move in result.after["legal"])


def _leaves_no_dead_place(result: Result) -> bool:
    return lays(result) and not dead_places(result.after)


LESSONS = {
    "puzzelino": (
        Lesson("join", _joins_the_circle, deals=(_DEAL,)),
        Lesson(
            "smooth",
            _joins_smooth_sides_too,
            deals=(_DEAL,),
            moves="+210 @ r0c-1, -201 @ r1c-1, +035 @ r0c1, -530 @ r0c2, +505 @ r-1c2, -025 @ r-1c1",
        ),
        Lesson(
            "double",
            _goes_on,
            deals=("+24 +44 -11 -25 -35 -135 / +14 +25 +34 -22 -23 -33 / +22 / lot 0",),
            moves="-502 @ r0c1",
        ),
        Lesson(
            "draw",
            scores("taken"),
            deals=("+24 +33 +135 -13 -23 -34 / +12 +23 +34 +35 +45 -35 / +25 / lot 0",),
            moves="-320 @ r0c-1, +302 @ r1c-1",
        ),
        Lesson(
            "points",
            _can_lay_again,
            {"mode": "points"},
            ("+24 -23 -55 / +15 +35 -12 / +55 / lot 1",),
            "pass, -055 @ r0c-1, pass",
        ),
        Lesson("tray", _leaves_no_dead_place, {"players": 1, "mode": "tray", "puzzle": _TRAY}),
    )
}
