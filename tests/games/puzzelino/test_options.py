"""The options of Puzzelino: what goes together, what is completed, what is refused, and what players are told."""

from typing import Any

import pytest

import tesserae
from games.puzzelino.play import EMPTY_HEXAGON, SOLUTIONS, partly_given
from tesserae.games.puzzelino.options import PuzzelinoOptions


def options_of(**options: Any) -> dict[str, Any]:
    return tesserae.game("puzzelino", **options).options


def refused_options(**options: Any) -> str:
    with pytest.raises(ValueError) as refusal:
        tesserae.game("puzzelino", **options)
    return str(refusal.value)


# --- what is completed -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "players", "mode", "puzzle"),
    [
        ({}, 2, "race", None),
        ({"players": 4}, 4, "race", None),
        ({"mode": "points"}, 2, "points", None),
        ({"mode": "points", "players": 3}, 3, "points", None),
        ({"players": 1}, 1, "figure", None),
        ({"mode": "figure"}, 1, "figure", None),
        ({"mode": "figure", "players": 1}, 1, "figure", None),
        ({"mode": "tray"}, 1, "tray", 1),
        ({"mode": "tray", "players": 1}, 1, "tray", 1),
        ({"mode": "tray", "puzzle": None}, 1, "tray", 1),
        ({"puzzle": EMPTY_HEXAGON}, 1, "tray", EMPTY_HEXAGON),
        ({"puzzle": EMPTY_HEXAGON, "players": 1}, 1, "tray", EMPTY_HEXAGON),
        ({"puzzle": EMPTY_HEXAGON, "mode": "tray"}, 1, "tray", EMPTY_HEXAGON),
        ({"puzzle": None, "players": 1}, 1, "figure", None),
    ],
)
def test_what_was_chosen_decides_what_was_not(
    said: dict[str, Any], players: int, mode: str, puzzle: str | int | None
) -> None:
    assert options_of(**said) == {"players": players, "mode": mode, "stop": "free", "puzzle": puzzle}


@pytest.mark.parametrize("stop", ["free", "never"])
def test_whether_one_may_stop_is_an_option(stop: str) -> None:
    assert options_of(mode="points", stop=stop)["stop"] == stop


def test_players_are_a_to_d() -> None:
    assert tesserae.game("puzzelino", players=4).new(seed=1).names == ("A", "B", "C", "D")


# --- what is refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            {"players": 1, "mode": "race"},
            "mode=race does not go with players=1. Allowed with so many players: figure, tray.",
        ),
        (
            {"players": 1, "mode": "points"},
            "mode=points does not go with players=1. Allowed with so many players: figure, tray.",
        ),
        (
            {"players": 2, "mode": "figure"},
            "mode=figure does not go with players=2. Allowed with so many players: race, points.",
        ),
        (
            {"players": 4, "mode": "tray"},
            "mode=tray does not go with players=4. Allowed with so many players: race, points.",
        ),
        (
            {"players": 2, "puzzle": EMPTY_HEXAGON},
            "mode=tray does not go with players=2. Allowed with so many players: race, points.",
        ),
        (
            {"mode": "race", "puzzle": EMPTY_HEXAGON},
            "A puzzle goes with mode=tray, and a tray with a puzzle; the mode here is race.",
        ),
        (
            {"mode": "figure", "puzzle": EMPTY_HEXAGON},
            "A puzzle goes with mode=tray, and a tray with a puzzle; the mode here is figure.",
        ),
        ({"players": 5}, "puzzelino cannot be set up with players=5. Allowed: 2, 3, 4, 1."),
        ({"players": 0}, "puzzelino cannot be set up with players=0. Allowed: 2, 3, 4, 1."),
        ({"players": "2"}, "puzzelino cannot be set up with players='2'. Allowed: 2, 3, 4, 1."),
        ({"mode": "solo"}, "puzzelino cannot be set up with mode='solo'. Allowed: race, points, figure, tray."),
        ({"stop": "always"}, "puzzelino cannot be set up with stop='always'. Allowed: free, never."),
        ({"edition": "x"}, "puzzelino has no option edition. Its options are: players, mode, stop, puzzle."),
    ],
)
def test_what_does_not_go_together_is_refused_with_the_reason(said: dict[str, Any], told: str) -> None:
    assert refused_options(**said) == told


def test_a_tray_without_a_puzzle_is_refused_where_nothing_is_completed() -> None:
    with pytest.raises(ValueError, match="a tray with a puzzle; the mode here is tray"):
        PuzzelinoOptions(players=1, mode="tray")


@pytest.mark.parametrize("puzzle", [0, -1, 10_000, 1.5, True, b"hexagon:x32", SOLUTIONS[0]])
def test_what_is_no_puzzle_or_is_solved_already_is_refused(puzzle: Any) -> None:
    told = refused_options(puzzle=puzzle)
    shown = repr(puzzle)[:80]
    assert told == (
        f"puzzelino cannot be set up with puzzle={shown}. Allowed: none, 1 to 100, or the code of a puzzle."
    )


def test_one_empty_cell_is_enough_for_a_puzzle() -> None:
    assert options_of(puzzle=partly_given(SOLUTIONS[0], set(range(31))))["mode"] == "tray"


# --- puzzles as options ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "puzzle",
    [
        "hexagon:x32",
        "hexagon:x16.x16",
        " hexagon:x32 ",
        "hexagon:x32  # the empty one",
        "Tray: hexagon",
        "Tray: hexagon\n# a remark\n\n+102 @ r1c3\n",
    ],
)
def test_a_game_with_a_puzzle_in_any_form_can_be_saved(puzzle: str) -> None:
    match = tesserae.game("puzzelino", puzzle=puzzle).new()
    match.play("+013 r1c5")
    assert tesserae.load(match.record()) == match


# --- what players are told ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"mode": "race"}, ["", "race", "decisions"]),
        ({"mode": "points"}, ["", "points", "stop_free", "decisions"]),
        ({"mode": "points", "stop": "never"}, ["", "points", "stop_never", "decisions"]),
        ({"mode": "figure"}, ["", "figure", "decisions"]),
        ({"puzzle": EMPTY_HEXAGON}, ["", "tray", "decisions"]),
    ],
)
def test_the_rules_told_are_those_of_the_game_that_is_played(options: dict[str, Any], told: list[str]) -> None:
    card = tesserae.game("puzzelino", **options).game.rules()
    assert [line.key for line in card] == ["puzzelino.rules" + f"_{part}" * bool(part) for part in told]
    assert all("{" not in line.say() for line in card)


@pytest.mark.parametrize(
    ("mode", "told"), [("race", "each player has 6 pieces"), ("points", "each player has 3 pieces")]
)
def test_the_rules_tell_how_many_pieces_everybody_has(mode: str, told: str) -> None:
    card = tesserae.game("puzzelino", mode=mode).game.rules()
    assert told in card[1].say()
