"""The games as PettingZoo environments: one agent a seat, turn by turn (AEC).

    env = aec_env("triominos", players=3)
    env.reset(seed=7)                               # the very match that tesserae.game(...).new(seed=7) is

An observation is a dictionary with `observation`, one array as the agent sees it (docs/environments.md says what
stands where), and `action_mask`. Illegal actions raise ValueError: hiding them hides mistakes.

There is no parallel version: in these games nobody ever moves at the same time as another. Whoever needs that
interface all the same wraps an environment with `pettingzoo.utils.turn_based_aec_to_parallel`.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tesserae.games.game import Game
from tesserae.match.match import Match
from tesserae.research.interface import RENDER_MODES, Interface, check_render_mode, chosen_game, rendered
from tesserae.research.missing import missing_extra

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as missing:
    raise missing_extra("PettingZoo", "pettingzoo") from missing

Observation = dict[str, npt.NDArray[Any]]
SEED_RANGE = 2**31
"""Without a seed a match is dealt from one below this, drawn from the environment's own generator."""


class TesseraeAEC(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One match after the other, an agent for each seat."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # PettingZoo wants it in every instance, with its own name
        "name": "tesserae",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: Game | str,
        *,
        reward: str | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Choose a game and its options, as for `tesserae.game`.

        `reward` is "result" (the default with others) or "points" (the default alone). After `max_cycles` moves of
        everybody, on average, a match is truncated. Drawings show what a spectator sees.
        """
        super().__init__()
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.interface = Interface(chosen_game(game, options), reward)
        self.game = self.interface.game
        self.metadata = {**type(self).metadata, "name": f"{self.game.name}_v{self.game.version}"}
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._move_limit = None if max_cycles is None else max_cycles * self.game.players
        self._generator = np.random.default_rng()
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.interface.choices) for agent in self.possible_agents}

    def _observation_space(self) -> spaces.Dict:
        low, high = self.interface.low, self.interface.high
        return spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (self.interface.choices,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may be shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may ever do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match, dealt from the seed; without one, from the next number of the environment's generator."""
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        self.match = Match(self.game, seed=int(self._generator.integers(SEED_RANGE)) if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        mover = self.match.mover
        if mover is not None:
            self.agent_selection = self.possible_agents[mover]

    def observe(self, agent: str) -> Observation:
        """Show an agent what its seat sees, and what it may do if it is its turn."""
        seat = self._seat[agent]
        states = self.match.states
        mask = self.interface.mask(states) if seat == self.match.mover else np.zeros(self.interface.choices, bool)
        return {"observation": self.interface.observation(states, seat), "action_mask": mask.astype(np.int8)}

    def step(self, action: int | None) -> None:
        """Let the selected agent act; an agent whose match is over can only leave, with None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = self.match.scores
        number = self.interface.action(self.match.states, action)
        self._cumulative_rewards[agent] = 0.0
        self.match.play(number)
        got = self.interface.rewards(self.match, before)
        self.rewards = {name: got[self._seat[name]] for name in self.agents}
        if self.match.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._move_limit is not None and self.match.move_count >= self._move_limit:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if any(self.terminations.values()) or any(self.truncations.values()):
            self._deads_step_first()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Draw the match as a spectator sees it."""
        return rendered(self.match, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def aec_env(game: Game | str, **settings: Any) -> TesseraeAEC:
    """Make an environment; see `TesseraeAEC`."""
    return TesseraeAEC(game, **settings)
