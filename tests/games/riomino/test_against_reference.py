"""The engine and the naive reference, move by move, in thousands of games of every level."""

import copy
import random
from collections import Counter
from collections.abc import Callable

import pytest

from games.riomino.play import DICE, FACES, LEVELS, riomino
from reference.riomino_naive import NaiveRioMino
from tesserae.games.riomino import RioMino
from tesserae.kernel import single
from tesserae.kernel.rules import OVER, States
from trying import dealt, legal_texts

GAMES = {"wizard": 300, "starter": 1000, "junior": 600, "expert": 450, "master": 350, "board": 300}
"""Random games of each level: 3,000 in all."""
PURPOSEFUL = {"wizard": 30, "starter": 150, "junior": 80, "expert": 60, "master": 50, "board": 40}
"""Games in which both players have the same purpose, for each purpose."""
FAR_AWAY = 160
CANDIDATES = 8
"""So many moves a player with a purpose thinks about."""

Chooser = Callable[[NaiveRioMino, list[str]], str]
Purpose = Callable[[random.Random], Chooser]
"""Begins a game: how both players choose their moves in it."""


def any_move(rng: random.Random) -> Chooser:
    return lambda _naive, moves: rng.choice(moves)


def best_by(worth: Callable[[NaiveRioMino], float], rng: random.Random) -> Chooser:
    """Try some moves, and make the one after which the game is worth most."""

    def choose(naive: NaiveRioMino, moves: list[str]) -> str:
        return max(rng.sample(moves, min(CANDIDATES, len(moves))), key=lambda move: worth(tried(naive, move)))

    return choose


def tried(naive: NaiveRioMino, move: str) -> NaiveRioMino:
    twin = copy.copy(naive)
    twin.dice, twin.hands = dict(naive.dice), [list(hand) for hand in naive.hands]
    twin.play(move)
    return twin


def fewest_replies(rng: random.Random) -> Chooser:
    return best_by(lambda naive: -len(naive.legal()), rng)


def most_dead_places(rng: random.Random) -> Chooser:
    return best_by(lambda naive: len(naive.dead()) - 100 * naive.over, rng)


def most_replies(rng: random.Random) -> Chooser:
    """Leave as many replies as possible, so that all dice may be placed."""
    return best_by(lambda naive: len(naive.legal()) if naive.reason != "last_die" else 1, rng)


def far_away(rng: random.Random) -> Chooser:
    """Go on and on in one direction, so that a 5x5 square with no board lies as far away as it can."""
    right, up = rng.choice([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)])

    def distance(move: str) -> float:
        return right * ord(move[-2]) + up * int(move[-1]) + rng.random()

    return lambda _naive, moves: max(moves, key=distance) if rng.random() < 0.9 else rng.choice(moves)


def thrown_by(rng: random.Random, level: str) -> tuple[list[str], list[str], str]:
    """Throw all dice; in one game of four those of a player show few different faces."""
    few = rng.sample(FACES, rng.randint(2, 3))
    faces = [few if rng.random() < 0.25 else FACES for _ in range(2)]
    first, second = ([rng.choice(some) for _ in range(DICE[level])] for some in faces)
    return first, second, rng.choice(FACES)


def compare_states(game: RioMino, states: States, naive: NaiveRioMino, seen: Counter[str]) -> dict[str, int]:
    """Compare everything that shows, and give the legal moves with their numbers; count the dead places."""
    moves = legal_texts(game, states)
    expected = naive.legal()
    assert set(moves) == set(expected)
    assert len(moves) == len(expected)
    assert int(single.mover(states)) == (OVER if naive.mover is None else naive.mover)
    view = game.view(states[0], None)
    assert {die["cell"]: "".join(map(str, die["sides"])) for die in view["dice"]} == naive.board
    assert [[die.replace("-", "") for die in hand] for hand in view["hands"]] == [sorted(h) for h in naive.hands]
    assert view["start_die"] == (None if naive.dice else "-".join(naive.start_die))
    assert {place["cell"]: tuple(place["wanted"]) for place in view["places"]} == naive.places()
    dead = {place["cell"] for place in view["places"] if place["dead"]}
    dead_for = [{place["cell"] for place in view["places"] if place["dead_for"][seat]} for seat in range(2)]
    assert dead == naive.dead()
    assert dead_for == [naive.dead_for(0), naive.dead_for(1)]
    seen.update({"dead places": len(dead), "dead for one alone": len(dead_for[0] ^ dead_for[1])})
    return moves


def compare_game(game: RioMino, rng: random.Random, choose: Chooser) -> Counter[str]:
    """Play one game on both sides, compare every position, and count what was seen."""
    first, second, start = thrown_by(rng, game.options.level)
    naive = NaiveRioMino(game.options.level, (first, second), start)
    states = dealt(game, f"{' '.join(first)} / {' '.join(second)} / {start}")
    seen: Counter[str] = Counter()
    while moves := compare_states(game, states, naive, seen):
        move = choose(naive, sorted(moves))
        single.apply(states, moves[move])
        naive.play(move)
    assert naive.over
    assert naive.winner is not None
    assert game.endings[int(single.ending(states))] == naive.reason
    assert int(single.winners(states)) == 1 << naive.winner
    assert [int(single.points(states, seat)) for seat in range(2)] == [naive.winner == 0, naive.winner == 1]
    lines = {mark for cell in naive.board for mark in cell}
    seen.update([naive.reason, f"won by {'AB'[naive.winner]}", *lines])
    seen["short"] += len(naive.dice) <= DICE[game.options.level]
    return seen


def compare_many(level: str, games: int, name: str, purpose: Purpose) -> Counter[str]:
    """Compare so many games, the same ones every time, and count what was seen."""
    game, rng = riomino(level), random.Random(f"{name} {level}")
    seen: Counter[str] = Counter()
    for _ in range(games):
        seen += compare_game(game, rng, purpose(rng))
    assert seen["won by A"]
    assert seen["won by B"]
    assert seen["stuck"]
    assert seen["dead places"]
    assert seen["dead for one alone"]
    return seen


@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("level", LEVELS)
def test_random_games(level: str, part: int) -> None:
    games = GAMES[level] // 2
    seen = compare_many(level, games, f"random {part}", any_move)
    assert seen["dead places"] > games // 2
    assert seen["dead for one alone"] > 4 * games
    assert seen["last_die"] or level != "starter"
    assert min(seen[line] for line in "ai19") or level != "wizard"


@pytest.mark.parametrize("level", LEVELS)
def test_games_in_which_everybody_leaves_the_fewest_replies(level: str) -> None:
    seen = compare_many(level, PURPOSEFUL[level], "fewest", fewest_replies)
    assert seen["short"] > 2 or level == "wizard"


@pytest.mark.parametrize("level", LEVELS)
def test_games_in_which_everybody_kills_places(level: str) -> None:
    seen = compare_many(level, PURPOSEFUL[level], "dead", most_dead_places)
    assert seen["dead places"] > 2 * PURPOSEFUL[level]


@pytest.mark.parametrize("level", LEVELS)
def test_games_in_which_everybody_keeps_places_open(level: str) -> None:
    seen = compare_many(level, PURPOSEFUL[level], "open", most_replies)
    assert seen["last_die"] > 2 or level not in ("starter", "junior")


def test_games_of_wizards_that_wander_far_away() -> None:
    seen = compare_many("wizard", FAR_AWAY, "far away", far_away)
    assert min(seen[line] for line in "ai19") > FAR_AWAY // 5


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("purpose", [any_move, fewest_replies, most_dead_places, most_replies, far_away])
def test_many_more_games(level: str, part: int, purpose: Purpose) -> None:
    compare_many(level, GAMES[level] // 2, f"soak {purpose.__name__} {part}", purpose)
