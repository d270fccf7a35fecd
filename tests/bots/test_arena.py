"""Series and round robins, with players made for what is tested."""

import random
import time
from typing import Any

import numpy as np
import pytest

from tesserae.bots import Budget, player
from tesserae.bots.arena import Contestant, Course, play_round_robin, play_series
from tesserae.bots.ratings import SequentialTest
from tesserae.bots.series import Series, Terms
from tesserae.games import make_game
from tesserae.games.game import Game
from tesserae.kernel import single
from tesserae.kernel.generator import Words
from tesserae.kernel.play import Trail
from tesserae.kernel.rules import OVER, States
from tesserae.match import Match
from tesserae.words import Refused


class Chooser:
    """Plays whatever a function of the legal actions says, and remembers what it was asked."""

    def __init__(self, pick: Any = None) -> None:
        self.pick = pick
        self.asked: list[tuple[int, States, list[int]]] = []

    def choose(
        self, masked: States, seat: int, generator: Words, budget: Budget, trail: Trail | None = None
    ) -> int:
        room = np.zeros(single.most_legal(masked), np.int32)
        legal = room[: single.legal(masked, room)].tolist()
        self.asked.append((seat, masked, legal))
        if self.pick:
            return self.pick(legal)  # type: ignore[no-any-return]
        return int(single.choose(masked, generator, room))


def series(game: Game, a: Any, b: Any, games: int = 20, **settings: Any) -> Series:
    chosen: dict[str, Any] = {"budget": Budget(iterations=10), "games": games, "threads": 1} | settings
    return play_series(Terms(game, **chosen), Contestant("a", a), Contestant("b", b))


def chance_player() -> Any:
    return player("random", make_game("highcard", {}))


def timeless(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if name not in ("ms_per_move", "longest_ms", "seconds")}


# --- one game ----------------------------------------------------------------------------------------------


def test_a_course_runs_as_a_match_does(any_game: Game) -> None:
    for seed in (b"one", 2):
        course, match, rng = Course(any_game, seed), Match(any_game, seed), random.Random(3)
        while course.mover != OVER and course.moves < 400:
            assert (course.mover, course.legal()) == (match.mover, match.legal())
            action = rng.choice(course.legal())
            course.play(action)
            match.play(action)
            assert course.states.tobytes() == match.states.tobytes()
        assert match.over == (course.mover == OVER)


def test_a_long_run_without_progress_is_remembered_whole() -> None:
    game = make_game("quixo", {"size": 5})
    course, match, rng = Course(game, 0), Match(game, 0), random.Random(1)

    def goes_on(action: int) -> bool:
        states = course.states.copy()
        single.step(states, action, course.trail.copy())
        return single.mover(states) != OVER

    while len(course.trail) < 256:
        action = rng.choice([action for action in course.legal() if goes_on(action)])
        course.play(action)
        match.play(action)
        assert course.states.tobytes() == match.states.tobytes()


def test_players_see_what_their_seat_may_know() -> None:
    watcher = Chooser()
    series(make_game("highcard", {}), watcher, watcher)
    assert {seat for seat, _, _ in watcher.asked} == {0, 1}
    assert all(masked[0].hands[1 - seat] == 0 for seat, masked, _ in watcher.asked)


def test_nobody_is_asked_where_there_is_no_choice() -> None:
    watcher = Chooser()
    result = series(make_game("highcard", {}), watcher, watcher, games=10)
    assert all(len(legal) > 1 for _, _, legal in watcher.asked)
    assert result.mean_moves == 12
    assert [thinking.moves for thinking in result.thinking] == [40, 40]  # two deals, two choices, ten games
    assert len(watcher.asked) == 80 + 2  # each is asked once before, to load its code


@pytest.mark.parametrize("answer", [99, -1, None, "e4", 10**30, 1.0])
def test_an_illegal_choice_is_refused(answer: Any) -> None:
    game = make_game("highcard", {})
    with pytest.raises(Refused, match="The player b chose .*, which is not a legal move"):
        series(game, chance_player(), Chooser(lambda _legal: answer))


# --- pairs -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "first", "second"),
    [
        ("quixo", {"players": 4}, {0, 2}, {1, 3}),
        ("triominos", {"players": 3, "rounds": 1}, {0, 2}, {1}),
        ("triominos", {"players": 5, "rounds": 1}, {0, 2, 4}, {1, 3}),
        ("highcard", {}, {0}, {1}),
    ],
)
def test_sides_take_the_seats_in_turn_and_change_them(
    name: str, options: dict[str, Any], first: set[int], second: set[int]
) -> None:
    a, b = Chooser(), Chooser()
    series(make_game(name, options), a, b, games=2)
    for watcher, begins_with in ((a, first), (b, second)):
        seats = [seat for seat, _, _ in watcher.asked[1:]]
        assert set(seats) == first | second
        in_first_game = [seat in begins_with for seat in seats]
        assert in_first_game == sorted(in_first_game, reverse=True)


def test_both_games_of_a_pair_have_the_same_deals_and_pairs_have_others() -> None:
    watcher = Chooser()
    series(make_game("highcard", {}), watcher, watcher, games=40)
    firsts = [
        masked[0].hands[0] for seat, masked, _ in watcher.asked[2:] if seat == 0 and masked[0].counts[0] == 3
    ]
    games = [firsts[i : i + 2] for i in range(0, len(firsts), 2)]
    assert all(games[i] == games[i + 1] for i in range(0, len(games), 2))
    assert len({tuple(game) for game in games}) > 15


def test_a_game_without_chance_begins_with_random_moves() -> None:
    game = make_game("quixo", {})
    watcher = Chooser(lambda legal: legal[0])
    result = series(game, watcher, watcher, games=20)
    assert result.as_json()["opening"] == 2
    starts = [masked.tobytes() for _, masked, _ in watcher.asked[2:]]
    assert len(set(starts)) > 20
    assert result.score == 0.5  # the same players: each pair is a game and its mirror
    same = series(game, watcher, watcher, games=20, opening=0)
    assert same.as_json()["opening"] == 0
    assert same.mean_moves == int(same.mean_moves)


def test_an_opening_that_ends_the_game_is_refused() -> None:
    game = make_game("quixo", {"size": 3, "ply_limit": 12})
    assert series(game, chance_player(), chance_player(), opening=4).games == 20
    with pytest.raises(Refused, match="choose a shorter opening"):
        series(game, chance_player(), chance_player(), opening=12)


def test_games_are_rounded_up_to_pairs() -> None:
    assert series(make_game("highcard", {}), chance_player(), chance_player(), games=7).games == 8


def test_alone_the_same_deal_is_played_twice_and_points_decide() -> None:
    game = make_game("triominos", {"players": 1})
    best, any_move = player("greedy", game), player("random", game)
    result = series(game, best, any_move, games=25)
    assert result.games == 25
    assert result.wins > 15
    assert result.margins.mean == pytest.approx(result.mean_points[0] - result.mean_points[1])
    assert result.margins.mean > 0
    even = series(game, Chooser(min), Chooser(min), games=5)
    assert (even.wins, even.draws, even.losses) == (0, 5, 0)


# --- results -----------------------------------------------------------------------------------------------


def test_the_better_player_wins() -> None:
    game = make_game("triominos", {"players": 3, "rounds": 1})
    result = series(game, player("greedy", game), player("random", game), games=60)
    facts = result.as_json()
    assert facts["wins"] + facts["draws"] + facts["losses"] == facts["games"] == 60
    assert facts["score"] == (facts["wins"] + facts["draws"] / 2) / 60
    assert facts["score_interval"][0] > 0.5
    assert facts["interval"][0] > 0
    assert facts["points_margin"] == pytest.approx(facts["points"]["a"] - facts["points"]["b"])
    assert facts["points_interval"][0] > 0


@pytest.mark.parametrize("options", [{"players": 3, "rounds": 1}, {"players": 5, "rounds": 1}])
def test_equal_players_are_equal_with_an_odd_number_of_seats(options: dict[str, Any]) -> None:
    result = series(make_game("triominos", options), chance_player(), chance_player(), games=1000)
    low, high = result.score_interval
    assert low <= 0.5 <= high
    assert high - low < 0.08


def test_the_count_is_that_of_matches() -> None:
    """Play the moves of an arena again as matches, and see who won."""
    game = make_game("highcard", {})
    result = series(game, Chooser(max), Chooser(min), games=30, seed=9)
    wins, points = 0.0, [0, 0]
    for pair in range(15):
        for shift in range(2):
            match = Match(game, f"arena 9 pair {pair}".encode())
            while not match.over:
                assert match.mover is not None
                match.play((max, min)[(match.mover + shift) % 2](match.legal()))
            won = match.winners
            wins += 0.5 if not won else won[0] == shift
            points = [points[side] + match.scores[(side + shift) % 2] for side in range(2)]
    assert result.score * 30 == wins
    assert result.points == points


def test_a_game_too_long_is_a_draw_and_told() -> None:
    game = make_game("quixo", {})
    result = series(game, chance_player(), chance_player(), games=10, move_limit=5)
    assert (result.draws, result.unfinished, result.mean_moves) == (10, 10, 5)


def test_without_points_none_are_told() -> None:
    facts = series(make_game("quixo", {"size": 3}), chance_player(), chance_player()).as_json()
    assert facts["points"] is facts["points_margin"] is facts["points_interval"] is None


# --- threads -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["highcard", "ring", "quixo"])
def test_nothing_depends_on_the_number_of_threads(name: str) -> None:
    runs = [
        timeless(
            series(make_game(name, {}), chance_player(), chance_player(), games=101, threads=threads).as_json()
        )
        for threads in (1, 3)
    ]
    assert runs[0] == runs[1]
    other = series(make_game(name, {}), chance_player(), chance_player(), games=101, seed=1).as_json()
    assert timeless(other) | {"seed": 0} != runs[0]


def test_a_test_ends_the_series_at_the_same_game_whatever_the_threads() -> None:
    game = make_game("triominos", {"rounds": 1})
    best, any_move = player("greedy", game), player("random", game)
    terms = [Terms(game, Budget(iterations=10), 1000, threads=threads) for threads in (1, 3)]
    runs = [
        play_series(one, Contestant("a", best), Contestant("b", any_move), test=SequentialTest(0, 50)).as_json()
        for one in terms
    ]
    assert timeless(runs[0]) == timeless(runs[1])
    assert runs[0]["sprt"]["accepted"] == "H1"
    assert (runs[0]["sprt"]["elo0"], runs[0]["sprt"]["elo1"]) == (0, 50)
    assert 32 <= runs[0]["games"] < 200


class Ponderer(Chooser):
    """Would think for an hour."""

    def choose(
        self, masked: States, seat: int, generator: Words, budget: Budget, trail: Trail | None = None
    ) -> int:
        def work(_iterations: int) -> int:
            time.sleep(0.001)
            return 1

        budget.at_most(10**9).spend(work)
        return super().choose(masked, seat, generator, budget, trail)


def test_when_a_series_breaks_off_nobody_thinks_on() -> None:
    began = time.perf_counter()
    with pytest.raises(Refused, match="The player b"):
        series(
            make_game("highcard", {}),
            Ponderer(),
            Chooser(lambda _legal: 99),
            threads=4,
            budget=Budget(ms=3600_000),
            opening=1,
        )
    assert time.perf_counter() - began < 10


# --- a round robin -----------------------------------------------------------------------------------------


def test_everybody_plays_everybody_as_if_alone() -> None:
    game = make_game("triominos", {"rounds": 1})
    contestants = [Contestant(name, player(name, game)) for name in ("random", "greedy", "beginner")]
    terms, reports = Terms(game, Budget(iterations=10), 40, threads=2), list[tuple[int, int]]()
    result = play_round_robin(terms, contestants, report=lambda done, count: reports.append((done, count)))
    assert reports[-1] == (120, 120)
    assert reports == sorted(reports)
    alone = play_series(terms, contestants[0], contestants[2])
    assert timeless(result.series[0, 2].as_json()) == timeless(alone.as_json())
    assert result.score(2, 0) == 1 - alone.score
    assert result.margin(1) == pytest.approx(
        (result.series[1, 2].margins.mean - result.series[0, 1].margins.mean) / 2
    )
    assert sum(result.margin(i) for i in range(3)) == pytest.approx(0)
    assert (
        result.thinking(2).moves == result.series[0, 2].thinking[1].moves + result.series[1, 2].thinking[1].moves
    )
    elos = [rating.elo for rating in result.ratings]
    assert elos[1] == max(elos)
    assert elos[0] == min(elos)
    facts = result.as_json()
    assert [one["name"] for one in facts["players"]] == ["random", "greedy", "beginner"]
    assert facts["players"][2]["scores"] == {"random": 1 - alone.score, "greedy": result.score(2, 1)}
    assert len(facts["pairings"]) == 3
