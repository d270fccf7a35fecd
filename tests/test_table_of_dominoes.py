"""The terminal table with hidden tiles, several rounds and scores."""

import re

import tesserae
from command import run


def test_bots_play_a_match_of_several_rounds_and_the_end_of_each_is_shown() -> None:
    done = run("play", "triominos", "--terminal", "--seats", "random,random", "--seed", "4", "-o", "rounds=2")
    assert done.returncode == 0
    first, second = done.stdout.split("Round 2. ")
    assert "To see who starts, each draws a tile: A " in first
    assert "The round is" in first
    assert re.search(r"[AB]: won, all rounds are played", second)
    assert re.search(r"^Round 1 +[+-]", second, re.MULTILINE)  # the score sheet, of both rounds
    assert re.search(r"^Round 2 +[+-]", second, re.MULTILINE)


def test_the_score_sheet_ends_with_the_totals() -> None:
    done = run(
        "play",
        "tripple",
        "--terminal",
        "--seats",
        "random,random,random",
        "--seed",
        "4",
        "-o",
        "rounds=1",
        "-o",
        "players=3",
    )
    sheet = done.stdout[done.stdout.rindex("Round 1 ") :]
    told = [int(total) for total in re.findall(r"= (-?\d+)", sheet)]
    shown = [int(points) for points in re.findall(r"[ABC]: points (-?\d+)", done.stdout)[-3:]]
    assert set(shown) <= set(told)


def test_draw_draws_a_tile_and_is_no_offer() -> None:
    typed = "draw\nmoves\n?\nresign\n"
    done = run("play", "triominos", "--terminal", "--seats", "human,random", "--seed", "5", typed=typed)
    assert "A plays draw (-5 draw)" in done.stdout
    assert "* = drawn in this turn" in done.stdout
    assert "offer a draw" not in done.stdout
    assert "scores: the score sheet" in done.stdout
    assert "B: won, somebody gave up" in done.stdout


def test_people_who_share_the_screen_see_only_their_own_tiles() -> None:
    """Nobody's tiles are shown before that player has taken the place."""
    match = tesserae.game("tripple").new(seed=3)
    starter = match.mover
    assert starter is not None
    first = match.text(match.legal()[0])
    typed = f"\n{first}\n\nquit\n"
    done = run(
        "play", "tripple", "--terminal", "--names", "Ann,Bob", "--seats", "human,human", "--seed", "3", typed=typed
    )
    names = ["Ann (A)", "Bob (B)"]
    parts = done.stdout.split("Press Enter when nobody else can see the screen.")
    assert len(parts) == 3
    hands = [match.view(seat)["board"]["hands"][seat] for seat in range(2)]
    assert "Your tiles" not in parts[0]
    assert names[starter] in parts[0]
    assert "  ".join(hands[starter]) in parts[1]
    assert "  ".join(hands[1 - starter]) not in parts[1]
    assert "  ".join(hands[1 - starter]) in parts[2]
    assert f"plays {first}" in parts[2]  # what happened while nobody looked


def test_one_person_against_bots_always_sees_the_own_tiles() -> None:
    done = run("play", "triominos", "--terminal", "--seats", "human,random", "--seed", "5", typed="quit\n")
    assert "Press Enter" not in done.stdout
    assert "Your tiles: " in done.stdout


def test_a_player_alone_is_not_asked_who_plays_and_told_the_points() -> None:
    done = run("play", "tripple", "--terminal", "-o", "players=1", "--seats", "random", "--seed", "2")
    assert re.search(r"A: -?\d+ points, (all tiles laid|nothing fits)", done.stdout)
    assert "Draw," not in done.stdout


def test_moves_tell_what_they_score() -> None:
    done = run("play", "tripple", "--terminal", "--seats", "human,human", "--seed", "3", typed="\nmoves\nquit\n")
    match = tesserae.game("tripple").new(seed=3)
    action = match.legal()[0]
    assert f"{match.text(action)} (+{match.worth(action)})" in done.stdout


def test_the_board_in_plain_letters() -> None:
    done = run(
        "play",
        "triominos",
        "--terminal",
        "--seats",
        "random,random",
        "--seed",
        "4",
        "-o",
        "rounds=1",
        PYTHONIOENCODING="ascii",
    )
    assert "/:::\\" in done.stdout
    assert "/###\\" in done.stdout or "\\###/" in done.stdout
    assert done.returncode == 0


def test_the_rules_are_told_in_every_language_with_the_numbers_of_the_edition() -> None:
    for language in ("de", "en", "es", "fr", "it", "nl"):
        done = run(
            "play",
            "tripple",
            "--terminal",
            "--language",
            language,
            "--seats",
            "human,random",
            typed="rules\n?\nquit\n",
        )
        assert re.search(r"\b30\b", done.stdout)
        assert re.search(r"\b300\b", done.stdout)
        assert "{" not in done.stdout
