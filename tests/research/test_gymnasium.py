"""Gymnasium's own test, and matches against bots."""

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tesserae
from tesserae.games.game import Game
from tesserae.match import Match
from tesserae.research.gymnasium import TesseraeEnv, environment_id


@pytest.mark.filterwarnings("ignore:.*environment not having a spec")
def test_the_checker_of_gymnasium(seated_game: Game) -> None:
    """It tries choices that are not legal, so they lose here."""
    check_env(TesseraeEnv(seated_game, opponent="random", illegal="lose", render_mode="ansi"))


@pytest.mark.parametrize("name", ["quixo", "triominos", "tripple", "riomino", "puzzelino"])
def test_the_games_are_registered(name: str) -> None:
    env = gymnasium.make(environment_id(name), opponent="random", illegal="lose")
    check_env(env.unwrapped)


def play(env: Any, seed: int) -> list[tuple[bytes, float]]:
    """Play to the end with random choices, and return all that was seen."""
    rng = random.Random(seed)
    observation, info = env.reset(seed=seed)
    seen, is_over = [(observation.tobytes(), 0.0)], False
    while not is_over:
        legal = np.flatnonzero(info["action_mask"]).tolist()
        assert legal == np.flatnonzero(env.action_masks()).tolist()
        observation, reward, is_over, truncated, info = env.step(rng.choice(legal))
        assert not truncated
        seen.append((observation.tobytes(), reward))
    return seen


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("quixo", {"opponent": "casual", "size": 3}),
        ("quixo", {"opponent": "beginner", "size": 3, "players": 4, "seat": 2}),
        ("riomino", {"opponent": "club", "level": "starter", "seat": 1}),
        ("triominos", {"opponent": "casual", "rounds": 1, "players": 3, "seat": None}),
        ("puzzelino", {"opponent": "club", "seat": None, "iterations": 20}),
        ("tripple", {"players": 1}),
    ],
)
def test_a_match_against_bots_is_the_same_for_the_same_seed(name: str, options: dict[str, Any]) -> None:
    env = TesseraeEnv(name, **options)
    assert play(env, 5) == play(env, 5)
    result = env.interface.result(env.match)[env.seat]
    rewards = [reward for _, reward in play(env, 6)]
    own = env.match.scores[0] - Match(env.game, 6).scores[0]  # the start tile is scored before anybody moves
    assert sum(rewards) == (own if env.game.players == 1 else env.interface.result(env.match)[env.seat])
    assert result in (-1, 0, 1)


def test_an_illegal_choice_raises_or_loses() -> None:
    env = TesseraeEnv("riomino", opponent="random")
    env.reset(seed=1)
    bad = int(np.flatnonzero(~env.action_masks())[0])
    with pytest.raises(ValueError, match=f"choice {bad} is not legal"):
        env.step(bad)
    losing = TesseraeEnv("riomino", opponent="random", illegal="lose")
    losing.reset(seed=1)
    assert losing.step(bad)[1:4] == (-1.0, True, False)
    with pytest.raises(ValueError, match="call reset"):
        losing.step(bad)


def test_the_learner_sees_only_its_seat() -> None:
    env = TesseraeEnv("triominos", opponent="random", render_mode="ansi", seat=1)
    env.reset(seed=3)
    assert env.render() == "".join(text for text, _ in env.match.picture(1)) + "\n"


@pytest.mark.parametrize(
    "wrong",
    [{"opponent": "nobody"}, {"seat": 2}, {"illegal": "ignore"}, {"render_mode": "braille"}, {"iterations": 0}],
)
def test_wrong_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        TesseraeEnv("quixo", **wrong)


def test_a_game_of_ones_own_may_be_given() -> None:
    game = tesserae.game("quixo", size=4).game
    assert TesseraeEnv(game, opponent="random").game is game
    with pytest.raises(ValueError, match="beside a game that has its own"):
        TesseraeEnv(game, size=3)
