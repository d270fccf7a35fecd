"""What the adapters to other libraries share: choices, masks, observations and rewards of a single match."""

from typing import Any

import numpy as np
import numpy.typing as npt

from tesserae.games import make_game
from tesserae.games.game import Game
from tesserae.kernel import environment, single
from tesserae.kernel.rules import States
from tesserae.match.match import Match
from tesserae.research.vector import REWARDS, bounds, default_reward

RENDER_MODES = ("ansi", "rgb_array", "human")


def chosen_game(game: Game | str, options: dict[str, Any]) -> Game:
    """Take a game, or a name with options."""
    if isinstance(game, str):
        return make_game(game, options)
    if options:
        raise ValueError(f"options {sorted(options)} beside a game that has its own: give its name instead")
    return game


class Interface:
    """A game as a learning program meets it."""

    def __init__(self, game: Game, reward: str | None = None) -> None:
        """Measure it; `reward` is "result" or "points", by default the result, or alone, points."""
        self.game = game
        self.reward = default_reward(game) if reward is None else reward
        if self.reward not in REWARDS:
            raise ValueError(f"a reward of {reward!r}: take one of {', '.join(REWARDS)}")
        self.choices, self.observation_size, self._at_once = (int(n) for n in environment.sizes(game.start()))
        self.low, self.high = bounds(game)

    def mask(self, states: States) -> npt.NDArray[np.bool_]:
        """Say which choices are legal."""
        allowed = np.zeros(self.choices, np.bool_)
        environment.masks(states, allowed[np.newaxis], self._at_once)
        return allowed

    def observation(self, states: States, seat: int) -> npt.NDArray[np.int16]:
        """Give what a seat sees."""
        seen = np.zeros(self.observation_size, np.int16)
        environment.view(states, np.array([seat]), seen[np.newaxis])
        return seen

    def action(self, states: States, choice: Any) -> int:
        """Give the legal action that a choice stands for; ValueError for any other."""
        is_number = isinstance(choice, int | np.integer) and not isinstance(choice, bool)
        action = int(environment.action_of(states, int(choice))) if is_number else -1
        if action < 0 or not single.is_legal(states, action):
            legal = np.flatnonzero(self.mask(states)).tolist()
            shown = ", ".join(map(str, legal[:8])) + (", ..." if len(legal) > 8 else "")
            raise ValueError(f"choice {choice!r} is not legal; legal are {shown or 'none: the match is over'}")
        return action

    def result(self, match: Match) -> list[float]:
        """Give 1 for a seat that has won, -1 for one that has lost, 0 for a draw and while the match runs."""
        players = range(self.game.players)
        if not match.over or (not match.winners and self.game.players > 1):
            return [0.0 for _ in players]
        return [1.0 if seat in match.winners else -1.0 for seat in players]

    def rewards(self, match: Match, before: tuple[int, ...]) -> list[float]:
        """Give what each seat got since it had so many points."""
        if self.reward == "result":
            return self.result(match)
        return [float(now - then) for now, then in zip(match.scores, before, strict=True)]


def check_render_mode(mode: str | None) -> None:
    """Refuse a way to draw that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"a render mode of {mode!r}: take one of {', '.join(RENDER_MODES)}, or None")


def rendered(match: Match, mode: str | None, seat: int | None = None) -> str | npt.NDArray[np.uint8] | None:
    """Draw a match as a seat sees it (None: a spectator): as text, as a picture, or for humans on the terminal."""
    if mode is None:
        return None
    if mode != "rgb_array":
        text = "".join(text for text, _ in match.picture(seat)) + "\n"
        return text if mode == "ansi" else print(text)
    from tesserae.research.raster import raster

    return raster(match.picture(seat))
