"""Many matches at once are the very matches that `Match` plays, and a learner is told what a seat may know."""

import random

import numpy as np
import pytest

import tesserae
from tesserae.games.game import Game
from tesserae.kernel import environment, single
from tesserae.match import Match
from tesserae.match.deals import deal_order
from tesserae.research.vector import ALIGNMENT, LEAST_PIECE, VectorEnv, bounds, layout
from variants import random_play

COUNT = 3


def legal_choices(match: Match) -> list[int]:
    return [int(environment.choice_of(match.states, action)) for action in match.legal()]


def seen_by(match: Match, seat: int) -> bytes:
    seen = np.zeros((1, environment.sizes(match.states)[1]), np.int16)
    environment.view(match.states, np.array([seat]), seen)
    return seen.tobytes()


def test_a_vector_of_matches_plays_what_matches_play(any_game: Game) -> None:
    """States, choices, observations, rewards and endings, step by step, into the matches that follow."""
    env = VectorEnv(any_game, COUNT)
    env.reset(seed=11)
    matches = [Match(any_game, 11 + i) for i in range(COUNT)]
    rng, ended = random.Random(1), 0
    for _ in range(150):
        assert env.states.tobytes() == b"".join(match.states.tobytes() for match in matches)
        assert env.movers.tolist() == [match.mover for match in matches]
        for i, match in enumerate(matches):
            assert np.flatnonzero(env.masks[i]).tolist() == sorted(legal_choices(match))
            assert env.observations[i].tobytes() == seen_by(match, int(env.movers[i]))
        scores = [match.scores for match in matches]
        chosen = [rng.randrange(len(match.legal())) for match in matches]
        choices = [legal_choices(match)[place] for match, place in zip(matches, chosen, strict=True)]
        for match, place in zip(matches, chosen, strict=True):
            match.play(match.legal()[place])
        _, rewards, terminated, truncated = env.step(choices)
        assert terminated.tolist() == [match.over for match in matches]
        assert not truncated.any()
        for i, match in enumerate(matches):
            if any_game.players == 1:
                expected = [match.scores[0] - scores[i][0]]
            else:
                expected = [
                    0 if not match.winners else 1 if seat in match.winners else -1
                    for seat in range(any_game.players)
                ]
            assert rewards[i].tolist() == expected
            if match.over:
                ended += 1
                assert env.ended[i].tobytes() == match.states[0].tobytes()
                matches[i] = Match(any_game, int(match.seed or 0) + COUNT)
                assert env.seeds[i] == matches[i].seed
    assert ended or any_game.name in ("triominos", "tripple")


def test_choices_and_actions_are_two_names_for_the_same(any_game: Game) -> None:
    """Every legal action has a choice of its own, in the same order; every other number is refused or illegal."""
    match, rng = Match(any_game, 3), random.Random(3)
    count = environment.sizes(match.states)[0]
    for _ in random_play(match, rng, 40):
        legal, choices = match.legal(), legal_choices(match)
        assert choices == sorted(set(choices))
        assert all(0 <= choice < count for choice in choices)
        assert [environment.action_of(match.states, choice) for choice in choices] == legal
        others = set(rng.sample(range(-5, count + 5), min(40, count))) - set(choices)
        found = [int(environment.action_of(match.states, choice)) for choice in others]
        assert not any(single.is_legal(match.states, action) for action in found)


def test_an_observation_has_its_declared_size_and_bounds(any_game: Game) -> None:
    low, high = bounds(any_game)
    env = VectorEnv(any_game, 16)
    assert low.shape == high.shape == (env.observation_size,)
    assert sum(place.stop - place.start for place, _ in layout(any_game).values()) == env.observation_size
    env.reset(5)
    for _ in range(60):
        for seat in range(any_game.players):
            seen = env.observe(seat)
            assert (seen >= low).all()
            assert (seen <= high).all()
        env.step(env.sample())


def test_what_is_hidden_changes_no_observation(any_game: Game) -> None:
    """Two truths that look alike to a seat give it the same observation, and the mover the same choices."""
    generator = np.array([1, 2, 3, 4], np.uint64)
    match, told_apart = Match(any_game, 9), 0
    for _ in random_play(match, random.Random(9), 60):
        for seat in range(any_game.players):
            twin = single.determinize(single.mask(match.states, seat), seat, generator)
            told_apart += twin.tobytes() != match.states.tobytes()
            size, seen_count, at_once = environment.sizes(match.states)
            seen = np.zeros((2, seen_count), np.int16)
            both = np.concatenate([match.states, twin])
            environment.view(both, np.array([seat, seat]), seen)
            assert seen[0].tobytes() == seen[1].tobytes()
            if seat == match.mover:
                allowed = np.zeros((2, size), np.bool_)
                environment.masks(both, allowed, at_once)
                assert allowed[0].tobytes() == allowed[1].tobytes()
    assert (told_apart > 0) == any_game.hides


def test_an_observation_tells_more_than_nothing(any_game: Game) -> None:
    """Random positions look different from each other, and not the same to every seat."""
    env = VectorEnv(any_game, 200)
    env.reset(1)
    for _ in range(8):
        env.step(env.sample())
    known = {single.mask(env.states[i : i + 1], int(seat)).tobytes() for i, seat in enumerate(env.movers)}
    assert len({seen.tobytes() for seen in env.observations}) > len(known) * 0.9
    if any_game.players > 1 and any_game.observation()[0].name != "record":
        assert (env.observe(0) != env.observe(1)).any()


@pytest.mark.parametrize("bad", [-1, 10**12, "the first that is not legal"])
def test_an_illegal_choice_is_named_and_changes_nothing(any_game: Game, bad: int | str) -> None:
    env = VectorEnv(any_game, 4)
    env.reset(2)
    choices = env.sample().copy()
    if isinstance(bad, str):
        if env.masks[2].all():
            pytest.skip("everything is legal at the start")
        bad = int(np.flatnonzero(~env.masks[2])[0])
    choices[2] = bad
    arrays = (env.states, env.masks, env.observations, env.movers, env.rewards, env.lengths)
    before = [array.tobytes() for array in arrays]
    with pytest.raises(ValueError, match=f"match 2: choice {bad} is not legal; legal are "):
        env.step(choices)
    assert [array.tobytes() for array in arrays] == before


def test_the_number_of_threads_changes_nothing() -> None:
    runs = []
    for threads in (1, 3):
        env = VectorEnv("puzzelino", 3 * LEAST_PIECE, threads=threads)
        env.reset(4)
        for _ in range(20):
            env.step(env.sample())
        runs.append((env.states.tobytes(), env.observations.tobytes(), env.rewards.tobytes(), env.seeds.tobytes()))
        env.close()
    assert runs[0] == runs[1]


def test_without_autoreset_a_match_that_is_over_stays() -> None:
    env = VectorEnv("quixo", 20, size=3, autoreset=False)
    env.reset(1)
    for _ in range(200):
        env.step(env.sample())
    assert env.terminated.all()
    assert (env.movers == -1).all()
    assert not env.masks.any()
    before = env.states.tobytes()
    _, rewards, terminated, _ = env.step(np.full(20, -7))
    assert env.states.tobytes() == before
    assert terminated.all()
    assert not rewards.any()


def test_a_limit_of_moves_truncates() -> None:
    env = VectorEnv("quixo", 50, size=5, move_limit=3)
    env.reset(1)
    for step in range(1, 7):
        _, rewards, terminated, truncated = env.step(env.sample())
        assert truncated.all() == truncated.any() == (step % 3 == 0)
        assert not terminated.any()
        assert not rewards.any()


def test_a_long_run_remembers_every_position() -> None:
    """Positions that recur after more moves than the first trail holds end a match, as they do in a `Match`."""
    setup = tesserae.game("quixo", size=3)
    seeds = range(300)
    env = VectorEnv(setup.game, len(seeds))
    env.reset(0)
    env._trails = np.zeros((len(seeds), 1), np.uint64)  # as short as can be; it grows when it must
    env.reset(0)
    matches = [setup.new(seed=seed) for seed in seeds]
    for _ in range(60):
        choices = env.sample().copy()
        env.step(choices)
        for i, match in enumerate(matches):
            if not match.over:
                match.play(int(choices[i]))
                assert env.terminated[i] == match.over
    assert {match.outcome.reason for match in matches if match.outcome} >= {"line", "repetition"}


def test_points_are_rewards_too() -> None:
    env = VectorEnv("triominos", 10, rounds=1, reward="points")
    env.reset(3)
    totals = np.zeros((10, 2))
    for _ in range(400):
        _, rewards, terminated, _ = env.step(env.sample())
        totals += rewards
        for i in np.flatnonzero(terminated):
            assert totals[i].tolist() == env.ended[i].scores[:2].tolist()
            totals[i] = 0


def test_a_choice_is_written_in_the_notation_of_the_game() -> None:
    env = VectorEnv("quixo", 1)
    env.reset(0)
    assert env.text(0, 0) == tesserae.game("quixo").new().text(0)
    riomino = VectorEnv("riomino", 1, level="starter")
    riomino.reset(0)
    with pytest.raises(ValueError, match="choice -3 means nothing in match 0"):
        riomino.text(0, -3)


@pytest.mark.parametrize("count", [1, 3, 37])
def test_arrays_stay_where_they_are_and_begin_where_other_libraries_want_them(count: int) -> None:
    env = VectorEnv("quixo", count, size=3)
    env.reset(seed=1)

    def places() -> list[int]:
        arrays = (env.movers, env.masks, env.observations, env.rewards, env.terminated, env.truncated)
        return [array.ctypes.data for array in arrays]

    before = places()
    for _ in range(30):
        env.step(env.sample())
    assert places() == before
    assert [place % ALIGNMENT for place in before] == [0] * len(before)


def test_pieces_are_views_of_the_observations() -> None:
    env = VectorEnv("quixo", 5, size=4)
    env.reset(0)
    cubes = env.pieces()["cubes"]
    assert cubes.shape == (5, 2, 4, 4)
    assert np.shares_memory(cubes, env.observations)
    env.step(np.zeros(5, np.int64))
    assert (cubes.sum((1, 2, 3)) == 1).all()  # one cube is marked, in the very same array


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"count": 0}, "0 matches: take at least 1"),
        ({"reward": "money"}, "'money': take one of result, points"),
        ({"move_limit": 0}, "a limit of 0 moves"),
        ({"size": 9}, "size"),
    ],
)
def test_wrong_settings_are_refused(wrong: dict[str, object], says: str) -> None:
    settings: dict[str, object] = {"count": 2} | wrong
    with pytest.raises(ValueError, match=says):
        VectorEnv("quixo", **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 2**63, [1, 2, 3], [-1, 0]])
def test_wrong_seeds_are_refused(seed: int | list[int]) -> None:
    with pytest.raises(ValueError, match="seeds"):
        VectorEnv("quixo", 2).reset(seed)


@pytest.mark.parametrize("choices", [[0], [0.5, 0.5], [[0, 0]]])
def test_wrong_arrays_of_choices_are_refused(choices: object) -> None:
    env = VectorEnv("quixo", 2)
    with pytest.raises(ValueError, match="call reset first"):
        env.step([0, 0])
    env.reset(0)
    with pytest.raises(ValueError, match="give 2 whole numbers"):
        env.step(choices)  # type: ignore[arg-type]


def test_seeds_are_given_one_by_one_too() -> None:
    env = VectorEnv("riomino", 3)
    env.reset([2**63 - 1, 0, 77])
    for state, seed in zip(env.states, (2**63 - 1, 0, 77), strict=True):
        assert state.tobytes() == tesserae.game("riomino").new(seed=seed).states[0].tobytes()


def test_a_long_deal_takes_the_same_numbers_as_a_match_does() -> None:
    """Rejected words and many blocks: bounds just above a power of two reject almost every second word."""
    from tesserae.kernel.sha256 import ROOM_WORDS, begin_stream, draw_order

    room = np.zeros(ROOM_WORDS, np.int64)
    for seed in (0, 9, 10, 12345678901234567):
        begin_stream(room, seed)
        for number in (0, 7, 10, 123):
            bounds_given = [2**30 + 1, 6, 2**31 - 1, *range(60, 1, -1)]
            order = np.array(bounds_given, np.int32)
            draw_order(room, number, order, len(order))
            assert order.tolist() == deal_order(seed, number, bounds_given).tolist()
