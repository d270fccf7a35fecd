"""The players by name: levels and yardsticks of every game, those of others, their budgets, and their patience."""

import asyncio
import random
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tesserae
from tesserae.bots import LEVELS, Budget, new_generator, player, player_names
from tesserae.bots.arena import Contestant, play_series
from tesserae.bots.protocol import thought_of
from tesserae.bots.registry import has_two_sides
from tesserae.bots.series import Series, Terms
from tesserae.games import make_game
from tesserae.games.game import Game
from tesserae.kernel.batch import available_cores
from tesserae.match import Match
from tesserae.words import LANGUAGES, Refused
from variants import VARIANTS, game_of, random_match

YARDSTICKS = {
    True: ["lookahead-1", "lookahead-3"],
    False: ["greedy", "cautious", "master-without-inference"],
}


def chosen(match: Match, name: str, budget: Budget, seed: int = 0) -> int:
    """Ask a player for a move as a table would."""
    assert match.mover is not None
    bot, masked = player(name, match.game), match.masked(match.mover)
    return bot.choose(masked, match.mover, new_generator(seed), budget, match.trail)


# --- names ----------------------------------------------------------------------------------------------------


def every_game() -> list[Game]:
    """All games with every number of players they allow."""
    found = list[Game]()
    for name in tesserae.games():
        for players in range(1, 9):
            try:
                found.append(make_game(name, {"players": players} if name != "riomino" else {}))
            except Refused:
                continue
    return found


def test_every_game_has_every_level_for_every_number_of_players() -> None:
    games = every_game() + [game_of(variant) for variant in VARIANTS]
    assert {(game.name, game.players) for game in games} >= {
        *(("quixo", players) for players in (2, 4)),
        *((name, players) for name in ("triominos", "tripple") for players in range(1, 7)),
        *(("puzzelino", players) for players in range(1, 5)),
        ("riomino", 2),
    }
    for game in games:
        names = player_names(game)
        solved = ["perfect", "master-without-tables"] if (game.name, game.players) == ("quixo", 2) else []
        assert names == [*LEVELS, *YARDSTICKS[has_two_sides(game)], *solved]
        assert all(player(name, game) for name in names)


def test_games_without_secrets_for_two_sides_are_looked_ahead_in() -> None:
    two_sided = {(game.name, game.players) for game in every_game() if has_two_sides(game)}
    assert two_sided == {("quixo", 2), ("quixo", 4), ("riomino", 2), ("ring", 2)}


def test_an_unknown_player_is_refused_and_the_known_are_named() -> None:
    for game in (make_game("quixo", {}), make_game("triominos", {"players": 3})):
        with pytest.raises(ValueError, match="no computer player called nobody") as refusal:
            player("nobody", game)
        assert all(name in str(refusal.value) for name in player_names(game))
        assert isinstance(refusal.value, Refused)
        assert len({refusal.value.sentence.say(language) for language in LANGUAGES}) == len(LANGUAGES)
    with pytest.raises(ValueError, match="greedy"):
        player("greedy", make_game("quixo", {}))
    with pytest.raises(ValueError, match="lookahead-1"):
        player("lookahead-1", make_game("triominos", {}))


# --- whole matches --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_player_plays_whole_matches(variant: tuple[str, dict[str, Any]]) -> None:
    """All players of a game in turns, so that each meets the beginning, the middle and the end."""
    game = game_of(variant)
    names, rng = player_names(game), random.Random(1)
    asked = 0
    for seed in range(2):
        match = Match(game, seed)
        while not match.over and match.move_count < 150:
            legal, name = match.legal(), names[rng.randrange(len(names))]
            action = chosen(match, name, Budget(iterations=20), match.move_count)
            assert type(action) is int
            assert action in legal
            asked += 1
            match.play(action)
    assert asked > 5


def test_whoever_is_asked_changes_nothing_but_the_generator() -> None:
    for variant in VARIANTS[::3]:
        match = random_match(game_of(variant), 2, moves=4)
        if match.mover is None:
            continue
        masked, trail = match.masked(match.mover), match.trail
        before = masked.tobytes(), trail.tobytes()
        for name in player_names(match.game):
            bot = player(name, match.game)
            bot.choose(masked, match.mover, new_generator(1), Budget(iterations=30), trail)
            assert (masked.tobytes(), trail.tobytes()) == before


@pytest.mark.parametrize("variant", VARIANTS[::2], ids=str)
def test_the_same_generator_and_iterations_give_the_same_move(variant: tuple[str, dict[str, Any]]) -> None:
    game = game_of(variant)
    for moves in (0, 5, 11):
        match = random_match(game, 3, moves)
        if not match.over:
            for name in player_names(game):
                assert len({chosen(match, name, Budget(iterations=100), seed=5) for _ in range(2)}) == 1


def test_random_moves_are_all_equally_likely() -> None:
    match = Match(make_game("quixo", {"size": 3}))
    counts = np.bincount([chosen(match, "random", Budget(iterations=1), seed) for seed in range(2400)])
    assert len(counts) == len(match.legal()) == 20
    assert counts.min() > 80
    assert counts.max() < 165


# --- the levels are levels ------------------------------------------------------------------------------------


def series(name: str, options: dict[str, Any], a: str, b: str, games: int, iterations: int) -> Series:
    game = make_game(name, options)
    terms = Terms(game, Budget(iterations=iterations), games, seed=4, threads=1)
    return play_series(terms, Contestant(a, player(a, game)), Contestant(b, player(b, game)))


@pytest.mark.parametrize(
    ("name", "options", "a", "b", "games", "iterations", "least"),
    [
        ("quixo", {}, "beginner", "random", 40, 100, 0.8),
        ("quixo", {}, "club", "beginner", 40, 500, 0.8),
        ("quixo", {}, "expert", "casual", 20, 2000, 0.7),
        ("quixo", {"players": 4}, "club", "random", 10, 200, 0.8),
        ("riomino", {"level": "starter"}, "beginner", "random", 60, 100, 0.6),
        ("riomino", {}, "expert", "beginner", 30, 1000, 0.7),
        ("triominos", {"rounds": 1}, "casual", "random", 60, 10, 0.65),
        ("triominos", {"rounds": 1}, "expert", "beginner", 60, 200, 0.6),
        ("triominos", {"players": 1}, "casual", "random", 40, 10, 0.7),
        ("tripple", {"rounds": 1, "players": 3}, "club", "random", 30, 60, 0.6),
        ("puzzelino", {"mode": "race"}, "club", "random", 200, 60, 0.55),
        ("puzzelino", {"mode": "points", "players": 4}, "expert", "random", 200, 200, 0.6),
    ],
)
def test_a_higher_level_wins_more(
    name: str, options: dict[str, Any], a: str, b: str, games: int, iterations: int, least: float
) -> None:
    """The same games every time; the bounds leave room for players to change a little."""
    assert series(name, options, a, b, games, iterations).score > least


# --- those of others ------------------------------------------------------------------------------------------

PLUGIN = '''
class Last:
    """Takes the last of the legal moves."""

    def __init__(self, game):
        self.game = game

    def choose(self, masked, seat, generator, budget, trail=None):
        import numpy as np
        from tesserae.kernel import single
        room = np.zeros(single.most_legal(masked), np.int32)
        return int(room[single.legal(masked, room) - 1])
'''


@pytest.fixture
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a package with two players, one of them under a name that is taken."""
    (tmp_path / "some_plugin.py").write_text(PLUGIN, encoding="utf-8")
    facts = tmp_path / "some_plugin-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: some-plugin\nVersion: 1.0\n", encoding="utf-8")
    (facts / "entry_points.txt").write_text(
        "[tesserae.players]\nlast = some_plugin:Last\nmaster = some_plugin:Last\nbroken = some_plugin:Missing\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("_installed")
def test_players_of_others_play_along() -> None:
    game = make_game("triominos", {"players": 3, "rounds": 1})
    last = player("last", game)
    assert last.game is game  # type: ignore[attr-defined]
    match = Match(game, 1)
    while not match.over:
        assert match.mover is not None
        action = chosen(match, "last" if match.mover else "casual", Budget(iterations=5))
        assert match.mover == 0 or action == match.legal()[-1]
        match.play(action)
    terms = Terms(game, Budget(iterations=5), 4, threads=1)
    assert play_series(terms, Contestant("last", last), Contestant("casual", player("casual", game))).games == 4


@pytest.mark.usefixtures("_installed")
def test_nobody_takes_the_name_of_a_level() -> None:
    game = make_game("quixo", {})
    assert type(player("master", game)).__name__ == "Perfect"
    with pytest.raises(ValueError, match="nobody.*random, beginner.*last"):
        player("nobody", game)


# --- budgets --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "give milliseconds or iterations"),
        ({"ms": 0}, "ms=0"),
        ({"ms": -5}, "ms=-5"),
        ({"iterations": 0}, "iterations=0"),
        ({"iterations": -1, "ms": 100}, "iterations=-1"),
        ({"ms": 0, "iterations": 100}, "ms=0"),
    ],
)
def test_a_budget_of_nothing_is_refused(given: dict[str, int], words: str) -> None:
    with pytest.raises(ValueError, match=words) as refusal:
        Budget(**given)
    assert isinstance(refusal.value, Refused)


def test_a_weaker_player_gets_less() -> None:
    assert Budget(iterations=100).at_most(30) == Budget(iterations=30)
    assert Budget(iterations=20).at_most(30) == Budget(iterations=20)
    assert Budget(ms=50).at_most(30) == Budget(ms=50, iterations=30)
    assert Budget(ms=50, iterations=20).at_most(None) == Budget(ms=50, iterations=20)
    assert Budget(ms=50).at_most(None) == Budget(ms=50)


@pytest.mark.parametrize("iterations", [1, 63, 64, 65, 1000, 12345])
def test_iterations_are_spent_exactly(iterations: int) -> None:
    done = list[int]()

    def work(pieces: int) -> int:
        assert pieces >= 1
        done.append(pieces)
        return pieces

    Budget(iterations=iterations).spend(work)
    assert sum(done) == iterations
    assert done[0] == min(64, iterations)


def test_work_that_does_less_than_asked_is_asked_again() -> None:
    done = list[int]()

    def work(pieces: int) -> int:
        done.append(min(pieces, 3))
        return done[-1]

    Budget(iterations=100).spend(work)
    assert sum(done) == 100


def test_work_that_is_done_is_not_asked_again() -> None:
    left = [5, 4, 0, 7]
    Budget(ms=10_000, iterations=10**9).spend(lambda _pieces: left.pop(0))
    assert left == [7]


def test_milliseconds_are_kept() -> None:
    """Work of a known speed: pieces of some milliseconds, and an end near the deadline."""
    pieces = list[int]()

    def work(count: int) -> int:
        pieces.append(count)
        time.sleep(count / 100_000)
        return count

    for ms in (30, 150):
        pieces.clear()
        began = time.perf_counter()
        Budget(ms=ms).spend(work)
        taken = 1000 * (time.perf_counter() - began)
        assert ms * 0.9 <= taken < ms + 100
        assert len(pieces) > 3
        assert max(pieces) < 2000


def test_whichever_ends_first_ends_it() -> None:
    count = [0]

    def work(pieces: int) -> int:
        time.sleep(0.001)
        count[0] += pieces
        return pieces

    Budget(ms=60_000, iterations=500).spend(work)
    assert count[0] == 500
    began = time.perf_counter()
    Budget(ms=20, iterations=10**12).spend(work)
    assert time.perf_counter() - began < 5


def test_levels_stop_at_their_own_iterations() -> None:
    """A club player of hidden tiles thinks so little that an hour is nothing to it."""
    match = Match(make_game("triominos", {}), 1)
    for name in ("beginner", "casual", "club", "expert", "greedy"):
        chosen(match, name, Budget(iterations=1))
        began = time.perf_counter()
        chosen(match, name, Budget(ms=3600_000))
        assert time.perf_counter() - began < 10


# --- at a table with others -----------------------------------------------------------------------------------


def test_everybody_gets_a_share_of_the_cores() -> None:
    """Many more players than cores, each with the same time: nobody waits for the others to finish."""
    count, ms = 4 * available_cores(), 300

    def think() -> tuple[int, float]:
        done, began, first = 0, time.perf_counter(), list[float]()

        def work(pieces: int) -> int:
            nonlocal done
            first.append(time.perf_counter() - began)
            time.sleep(pieces / 50_000)
            done += pieces
            return pieces

        Budget(ms=ms).spend(work)
        return done, first[0]

    with ThreadPoolExecutor(count) as pool:
        results = [thread.result() for thread in [pool.submit(think) for _ in range(count)]]
    assert max(first for _, first in results) < ms / 2000
    shares = [done for done, _ in results]
    assert min(shares) > statistics.mean(shares) / 4


ASKING = """
from threading import Thread
from time import sleep
from tesserae.bots import Budget
from tesserae.kernel.batch import available_cores

def work(pieces):
    sleep(0.01)
    Budget(iterations=5).spend(lambda count: count)
    return pieces

threads = [Thread(target=Budget(iterations=100).spend, args=(work,)) for _ in range(2 * available_cores())]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_a_player_may_ask_another() -> None:
    """Somebody's player that lets ours think in the midst of its own thinking; a process of its own may hang."""
    subprocess.run([sys.executable, "-c", ASKING], check=True, timeout=30)


def test_a_table_stays_awake_while_eight_players_think() -> None:
    """An event loop that ticks every 5 ms, and eight players in threads, each for 400 ms and more than once."""
    games = ["quixo", "riomino", "triominos", "tripple", "puzzelino", "quixo", "riomino", "triominos"]
    matches = [random_match(make_game(name, {}), seed, moves=6) for seed, name in enumerate(games)]
    for match in matches:
        chosen(match, "master", Budget(iterations=1))  # loads what was compiled

    thinking = list[tuple[float, float]]()

    def think(match: Match) -> None:
        for _ in range(2):
            began = time.perf_counter()
            assert chosen(match, "master", Budget(ms=400)) in match.legal()
            thinking.append((began, time.perf_counter()))

    async def table() -> tuple[list[float], list[float]]:
        loop, ticks, late = asyncio.get_running_loop(), list[float](), list[float]()
        with ThreadPoolExecutor(8) as pool:
            players = asyncio.gather(*(loop.run_in_executor(pool, think, match) for match in matches))
            while not players.done():
                due = time.perf_counter() + 0.005
                await asyncio.sleep(0.005)
                ticks.append(time.perf_counter())
                late.append(ticks[-1] - due)
            await players
        return ticks, late

    ticks, late = asyncio.run(table())
    assert len(thinking) == 16
    long = [(began, ended) for began, ended in thinking if ended - began > 0.2]
    assert len(long) >= 6  # a won position needs no thinking
    assert max(sum(began <= tick <= ended for began, ended in long) for tick in ticks) >= 4
    assert sum(any(began < tick < ended for began, ended in long) for tick in ticks) > 20
    assert statistics.median(late) < 0.020
    assert max(late) < 0.200


# --- what they expect -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["quixo", "triominos", "riomino", "puzzelino"])
def test_who_says_what_to_expect_chooses_the_same_move(name: str) -> None:
    game = make_game(name, {})
    match = random_match(game, 5, 6)
    assert match.mover is not None
    thoughtless = {"random", "beginner", "casual", "greedy", "cautious"} if not has_two_sides(game) else {"random"}
    for who in player_names(game):
        if who == "perfect":  # without tables it is master
            continue
        masked, budget = match.masked(match.mover), Budget(iterations=60)
        thought = thought_of(player(who, game), masked, match.mover, new_generator(3), budget, match.trail)
        assert thought.action == chosen(match, who, budget, 3)
        assert (thought.chance is None) == (who in thoughtless)
        assert thought.chance is None or 0 <= thought.chance <= 1


def test_a_player_sees_the_end_coming() -> None:
    match = Match(make_game("quixo", {"size": 3}), 0)
    for move in ("a1>c1", "a3>c3", "a1>c1", "a3>c3"):
        match.play(move)
    masked = match.masked(0)
    thought = thought_of(player("expert", match.game), masked, 0, new_generator(0), Budget(iterations=2000))
    assert thought.chance == 1
