"""The same seed and choices give the same match through every interface."""

import random
from typing import Any

import numpy as np
import pyspiel
from hypothesis import given, settings
from hypothesis import strategies as st

from research.seatings import SEATINGS
from tesserae.games.game import Game
from tesserae.games.options import NONE_TEXT
from tesserae.kernel import single
from tesserae.kernel.play import ORDER_LIMIT
from tesserae.match import Match
from tesserae.match.deals import deal_order
from tesserae.research.gymnasium import TesseraeEnv
from tesserae.research.interface import Interface
from tesserae.research.openspiel import PREFIX, TesseraeState, _default_parameters
from tesserae.research.pettingzoo import aec_env
from tesserae.research.vector import VectorEnv
from variants import game_of

MOVES = 40


class Puppet:
    """A player in the other seats who makes the moves that were made before."""

    env: TesseraeEnv

    def __init__(self, actions: list[int]) -> None:
        self.actions = actions

    def choose(self, *_given: Any) -> int:
        return self.actions[self.env.match.move_count]


def deal_from_seed(state: TesseraeState, seed: int, dealt: int) -> int:
    """Lead OpenSpiel through the deals that a match has."""
    while state.is_chance_node():
        bounds = np.zeros(ORDER_LIMIT, np.int32)
        count = single.chance(state.states, bounds)
        for number in deal_order(seed, dealt, bounds[:count].tolist()).tolist():
            state.apply_action(number)
        dealt += 1
    return dealt


@settings(max_examples=25)
@given(seating=st.sampled_from(SEATINGS), seed=st.integers(0, 2**31 - 1), course=st.integers(0, 2**32))
def test_every_interface_plays_the_same_match(seating: tuple[str, dict[str, Any]], seed: int, course: int) -> None:
    name, options = seating
    game, rng = game_of(seating), random.Random(course)
    interface, match = Interface(game, "result"), Match(game, seed)
    vector = VectorEnv(game, 1, autoreset=False, reward="result")
    vector.reset(seed)
    zoo = aec_env(game, reward="result")
    zoo.reset(seed=seed)
    kinds = _default_parameters(name)
    state = pyspiel.load_game(
        PREFIX + name, {key: str(v) if kinds[key] == NONE_TEXT else v for key, v in options.items()}
    ).new_initial_state()
    dealt = deal_from_seed(state, seed, 0)
    actions, own = [], {seat: list[tuple[bytes, int]]() for seat in range(game.players)}
    for _ in range(MOVES):
        mover = match.mover
        assert mover is not None
        seen = interface.observation(match.states, mover)
        legal = np.flatnonzero(interface.mask(match.states)).tolist()
        assert vector.states.tobytes() == match.states.tobytes() == state.states.tobytes()
        assert (vector.movers[0], zoo.agent_selection, state.current_player()) == (mover, f"player_{mover}", mover)
        shown = zoo.observe(f"player_{mover}")
        assert vector.observations[0].tobytes() == shown["observation"].tobytes() == seen.tobytes()
        assert state.observation_tensor(mover) == seen.tolist()
        assert legal == state.legal_actions() == np.flatnonzero(shown["action_mask"]).tolist()
        assert legal == np.flatnonzero(vector.masks[0]).tolist()
        choice = rng.choice(legal)
        own[mover].append((seen.tobytes(), choice))
        actions.append(interface.action(match.states, choice))
        match.play(actions[-1])
        _, rewards, terminated, _ = vector.step([choice])
        zoo.step(choice)
        state.apply_action(choice)
        dealt = deal_from_seed(state, seed, dealt)
        assert rewards[0].tolist() == interface.result(match) == list(zoo.rewards.values()) == state.returns()
        assert terminated[0] == match.over == state.is_terminal() == all(zoo.terminations.values())
        if match.over:
            break
    learn_from_one_seat(game, seed, actions, own)


def learn_from_one_seat(
    game: Game, seed: int, actions: list[int], own: dict[int, list[tuple[bytes, int]]]
) -> None:
    """The seat that a Gymnasium learner has sees the same, when the others move as before."""
    for seat, course in own.items():
        puppet = Puppet(actions)
        puppet.env = env = TesseraeEnv(game, opponent=puppet, seat=seat)
        if course:
            observation, _ = env.reset(seed=seed)
            for seen, choice in course[:-1]:
                assert observation.tobytes() == seen
                observation, *_ = env.step(choice)
            assert observation.tobytes() == course[-1][0]
