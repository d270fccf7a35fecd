"""OpenSpiel's own random simulation, its searches, and what a player knows there."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest

from tesserae.games.options import NONE_TEXT
from tesserae.kernel import single
from tesserae.research.openspiel import PREFIX, TesseraeState, _default_parameters


def load(name: str, options: dict[str, Any]) -> Any:
    kinds = _default_parameters(name)
    given = {key: str(value) if kinds[key] == NONE_TEXT else value for key, value in options.items()}
    return pyspiel.load_game(PREFIX + name, given)


def dealt_state(game: Any, seed: int, moves: int = 0) -> TesseraeState:
    """Play at random through the deal and so many moves."""
    state, rng, made = game.new_initial_state(), random.Random(seed), 0
    while not state.is_terminal() and (state.is_chance_node() or made < moves):
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            made += 1
    return state  # type: ignore[no-any-return]


def test_the_random_simulation_of_openspiel(seating: tuple[str, dict[str, Any]]) -> None:
    pyspiel.random_sim_test(load(*seating), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(("name", "options"), [("quixo", {"size": 3}), ("riomino", {"level": "starter"})])
def test_the_random_simulation_with_saving(name: str, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(name, options), num_sims=1, serialize=True, verbose=False)


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("tesserae_quixo(size=3,players=4,ply_limit=9)")
    assert game.num_players() == 4
    assert game.game.options.ply_limit == 9
    assert pyspiel.load_game("tesserae_triominos").game.options.rounds is None
    with pytest.raises(ValueError, match="size"):
        pyspiel.load_game("tesserae_quixo(size=8)")


@pytest.mark.parametrize(
    ("name", "options"), [("quixo", {"size": 3}), ("riomino", {"level": "starter"}), ("triominos", {"rounds": 1})]
)
def test_the_search_of_openspiel_finds_a_legal_move(name: str, options: dict[str, Any]) -> None:
    """Its native bots crash in `step` on games written in Python; `mcts_search` works."""
    game = load(name, options)
    state = dealt_state(game, 1, moves=2)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 5), 2.0, 5, 100, False, 5, False)
    assert bot.mcts_search(state).best_child().action in state.legal_actions()


def test_a_search_that_guesses_what_is_hidden_works() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = load("puzzelino", {"mode": "points"})
    state = dealt_state(game, 2, moves=1)
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        max_simulations=5,
        random_state=rng,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )
    assert bot.step(state) in state.legal_actions()


def test_a_resampled_state_looks_the_same_to_the_player(seating: tuple[str, dict[str, Any]]) -> None:
    game = load(*seating)
    state, rng = dealt_state(game, 4, moves=3), random.Random(4)
    differing = 0
    for player in range(game.num_players()):
        for _ in range(3):
            twin = state.resample_from_infostate(player, rng.random)
            assert twin.information_state_string(player) == state.information_state_string(player)
            assert twin.information_state_tensor(player) == state.information_state_tensor(player)
            assert twin.history() == []
            differing += twin.states.tobytes() != state.states.tobytes()
    if not state.is_terminal():
        assert (differing > 0) == game.game.hides


def test_chance_is_what_the_rules_say() -> None:
    """Twelve dice each and the start die: 25 nodes of six outcomes, and then a player is to move."""
    state = load("riomino", {}).new_initial_state()
    for _ in range(25):
        assert state.chance_outcomes() == [(face, 1 / 6) for face in range(6)]
        assert single.mover(state.states) == -2
        state.apply_action(0)
    assert state.current_player() == 0
    assert state.states[0].dice.tolist() == [[12, 0, 0, 0, 0, 0]] * 2


def test_a_player_that_is_not_there_is_refused() -> None:
    state = load("quixo", {}).new_initial_state()
    with pytest.raises(ValueError, match="player 2"):
        state.information_state_string(2)
