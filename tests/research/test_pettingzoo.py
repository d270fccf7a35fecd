"""PettingZoo's own tests, for every game and player count."""

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test
from pettingzoo.utils import turn_based_aec_to_parallel

from tesserae.games.game import Game
from tesserae.research.pettingzoo import TesseraeAEC, aec_env


def test_api(seated_game: Game) -> None:
    """What it warns of is how PettingZoo's own classic games are too: a mask beside the observation."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        api_test(aec_env(seated_game), num_cycles=30)


def test_the_same_seed_gives_the_same_match(seated_game: Game) -> None:
    seed_test(lambda: aec_env(seated_game), num_cycles=10)


def test_rendering(seated_game: Game) -> None:
    render_test(lambda render_mode: aec_env(seated_game, render_mode=render_mode))


def test_cycles_are_limited(seated_game: Game) -> None:
    """Everybody together makes no more moves than so many cycles have, and then everybody may only leave."""
    env = aec_env(seated_game, max_cycles=2)
    env.reset(seed=1)
    moves = dict.fromkeys(env.possible_agents, 0)
    left = []
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            left.append(agent)
        else:
            moves[agent] += 1
            env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert 0 < sum(moves.values()) <= 2 * seated_game.players
    assert sorted(left) == env.possible_agents
    assert env.agents == []


class LegalSampling(TesseraeAEC):
    """PettingZoo's test of cycles samples without a mask: let it meet legal choices only."""

    def action_space(self, agent: str) -> Any:
        env = self

        class Sampler:
            def sample(self) -> int:
                return int(np.flatnonzero(env.observe(agent)["action_mask"])[0])

        return Sampler()


@pytest.mark.parametrize(
    ("name", "options"),
    [("triominos", {"players": 1}), ("tripple", {"players": 1}), ("puzzelino", {"mode": "figure"})],
)
def test_cycles_of_one_player(name: str, options: dict[str, Any]) -> None:
    """PettingZoo's own test wants everybody to move in every cycle of a parallel environment: so it is alone."""

    class Module:
        @staticmethod
        def env(max_cycles: int) -> TesseraeAEC:
            return LegalSampling(name, max_cycles=max_cycles, **options)

        @staticmethod
        def parallel_env(max_cycles: int) -> Any:
            return turn_based_aec_to_parallel(LegalSampling(name, max_cycles=max_cycles, **options))

    max_cycles_test(Module)


def test_an_illegal_choice_raises_and_changes_nothing() -> None:
    env = aec_env("quixo", size=3)
    env.reset(seed=1)
    before = env.match.record()
    for bad in (-1, env.interface.choices, None, True, "a1>c1"):
        with pytest.raises(ValueError, match=f"choice {bad!r} is not legal; legal are 0, 1, 2"):
            env.step(bad)  # type: ignore[arg-type]
    assert env.match.record() == before


def test_a_picture_shows_the_board() -> None:
    """Two different boards give different pictures, of several colours."""
    env = aec_env("quixo", size=3, render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    env.step(0)
    second = env.render()
    assert isinstance(first, np.ndarray)
    assert isinstance(second, np.ndarray)
    assert first.shape == second.shape
    assert (first != second).any()
    assert len(np.unique(second.reshape(-1, 3), axis=0)) > 4


@pytest.mark.parametrize("wrong", [{"render_mode": "braille"}, {"reward": "money"}, {"size": 7}])
def test_wrong_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        aec_env("quixo", **wrong)
