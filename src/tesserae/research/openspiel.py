"""The games as OpenSpiel games, written in Python and registered with pyspiel.

    import pyspiel, tesserae.research.openspiel                         # importing it registers the games
    game = pyspiel.load_game("tesserae_quixo(size=3)")

Chance is explicit: a deal is a list of bounds, number i uniform below bound i, so it becomes that many chance
nodes in a row, each with as many equally likely outcomes as its bound says. What a player knows, as text and as a
tensor, comes from the record masked for him; `resample_from_infostate` fills the rest uniformly.
"""

import hashlib
from collections.abc import Callable
from dataclasses import fields
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from tesserae.games import REGISTRY, game_type, make_game
from tesserae.games.game import Game
from tesserae.games.options import NONE_TEXT
from tesserae.kernel import environment, single
from tesserae.kernel.batch import MOVE_LIMIT
from tesserae.kernel.play import ORDER_LIMIT
from tesserae.kernel.rules import CHANCE, OVER, States
from tesserae.research.interface import Interface
from tesserae.research.missing import missing_extra
from tesserae.research.vector import layout

try:
    import pyspiel
except ImportError as missing:
    raise missing_extra("OpenSpiel", "openspiel") from missing

PREFIX = "tesserae_"
FIRST_TRAIL = 64
NO_NUMBER = 0
"""Stands for None where an option is a number or none."""
MOST_PLAYERS = 6
FINE = 2**53


def _default_parameters(name: str) -> dict[str, int | str]:
    """Give the options of a game as OpenSpiel knows parameters: numbers and texts."""
    found: dict[str, int | str] = {}
    for option in fields(game_type(name).options_type):
        is_number = type(option.default) is int or "range" in option.metadata
        default: Any = option.default
        found[option.name] = (NO_NUMBER if is_number else NONE_TEXT) if default is None else default
    return found


def _chosen_game(name: str, parameters: dict[str, Any]) -> Game:
    """Choose a game by parameters; those that say none are left to the game."""
    defaults = _default_parameters(name)
    chosen = {key: value for key, value in parameters.items() if key not in defaults or value != defaults[key]}
    return make_game(name, {key: int(v) if str(v).isdigit() else v for key, v in chosen.items()})


def _deal_bounds(states: States) -> list[int]:
    bounds = np.zeros(ORDER_LIMIT, np.int32)
    return bounds[: single.chance(states, bounds)].tolist()  # type: ignore[no-any-return]


def _most_outcomes(game: Game) -> int:
    """Find the largest bound of the deals that a match begins with; all others are alike."""
    states, trail, most = game.start(), np.zeros(FIRST_TRAIL, np.uint64), 0
    while single.mover(states) == CHANCE:
        bounds = _deal_bounds(states)
        most = max(most, *bounds)
        single.deal(states, np.zeros(len(bounds), np.int32), trail)
    return most


def _is_zero_sum(game: Game) -> bool:
    """With two players, and with two teams, one side wins what the other loses."""
    return game.players == 2 or (game.name == "quixo" and game.players == 4)


def _game_type(name: str, game: Game | None) -> pyspiel.GameType:
    """Declare a game; without options, as it is registered."""
    chosen = make_game(name, {}) if game is None else game
    kind = pyspiel.GameType
    has_deals = single.mover(chosen.start()) == CHANCE
    information = kind.Information
    return kind(
        short_name=PREFIX + name,
        long_name=f"Tesserae: {chosen.title}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if has_deals else kind.ChanceMode.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if chosen.hides else information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if _is_zero_sum(chosen) else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_default_parameters(name),
    )


class TesseraeGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with its options; each game has a subclass with its name."""

    name: ClassVar[str]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        """Choose the options by OpenSpiel's parameters."""
        name, given = self.name, parameters or {}
        self.game = _chosen_game(name, given)
        self.interface = Interface(self.game, "result")
        info = pyspiel.GameInfo(
            num_distinct_actions=self.interface.choices,
            max_chance_outcomes=_most_outcomes(self.game),
            num_players=self.game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if _is_zero_sum(self.game) else None,
            max_game_length=MOVE_LIMIT,
        )
        super().__init__(_game_type(name, self.game), info, given)

    def new_initial_state(self) -> "TesseraeState":
        """Begin before the first deal."""
        return TesseraeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "TesseraeObserver":
        """Make what shows a state to a player."""
        if params:
            raise ValueError(f"observation parameters {params}: there are none")
        return TesseraeObserver(self)


class TesseraeState(pyspiel.State):  # type: ignore[misc]
    """A record, the positions since the last irreversible move, and the numbers of a deal so far."""

    def __init__(self, game: TesseraeGame) -> None:
        """Begin before the first deal."""
        super().__init__(game)
        self.interface = game.interface
        self.states = game.game.start()
        self.trail = np.zeros(FIRST_TRAIL, np.uint64)
        self.order: list[int] = []
        single.begin(self.states, self.trail)

    def current_player(self) -> int:
        """Whose turn it is, chance and nobody included."""
        mover = int(single.mover(self.states))
        return int({OVER: pyspiel.PlayerId.TERMINAL, CHANCE: pyspiel.PlayerId.CHANCE}.get(mover, mover))

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return bool(single.mover(self.states) == OVER)

    def _legal_actions(self, player: int) -> list[int]:
        if player != int(single.mover(self.states)):
            return []
        return np.flatnonzero(self.interface.mask(self.states)).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next number of the deal, uniform below its bound."""
        bound = _deal_bounds(self.states)[len(self.order)]
        return [(outcome, 1 / bound) for outcome in range(bound)]

    def _apply_action(self, action: int) -> None:
        if single.mover(self.states) == CHANCE:
            self.order.append(action)
            if len(self.order) == len(_deal_bounds(self.states)):
                single.deal(self.states, np.array(self.order, np.int32), self.trail)
                self.order = []
            return
        run = single.step(self.states, self.interface.action(self.states, action), self.trail)
        if run >= len(self.trail):
            self.trail = np.concatenate([self.trail, np.zeros_like(self.trail)])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        number = int(environment.action_of(self.states, action))
        return self.interface.game.text(self.states[0], number) if number >= 0 else f"choice {action}"

    def returns(self) -> list[float]:
        """1 for who has won, -1 for who has lost, 0 for a draw and while the match runs."""
        players = self.interface.game.players
        won = int(single.winners(self.states))
        if not self.is_terminal() or (won == 0 and players > 1):
            return [0.0] * players
        return [1.0 if won >> seat & 1 else -1.0 for seat in range(players)]

    def known_to(self, player: int) -> str:
        """Name what a player knows: equal for all states that look alike to him."""
        if not 0 <= player < self.interface.game.players:
            raise ValueError(f"player {player}: they are 0 to {self.interface.game.players - 1}")
        digest = hashlib.blake2b(single.mask(self.states, player).tobytes(), digest_size=16)
        return f"{self.interface.game.name} seat {player} dealt {len(self.order)} {digest.hexdigest()}"

    def information_state_string(self, player: int | None = None) -> str:
        """See `known_to`."""
        return self.known_to(self.current_player() if player is None else player)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "TesseraeState":
        """Give a state that looks the same to a player, what he does not know drawn uniformly; without history."""
        generator = np.zeros(4, np.uint64)
        single.seeded(generator, np.uint64(int(sampler() * FINE)), 0)
        twin: TesseraeState = self.get_game().new_initial_state()
        twin.states = single.determinize(single.mask(self.states, player), player, generator)
        twin.trail, twin.order = self.trail.copy(), list(self.order)
        return twin

    def __str__(self) -> str:
        if single.mover(self.states) == CHANCE:
            return f"{self.known_to(0)}, dealt so far: {self.order}"
        return "".join(text for text, _ in self.interface.game.picture(self.states[0], None, ()))


class TesseraeObserver:
    """Shows a state to a player: one tensor, and its pieces by name."""

    def __init__(self, game: TesseraeGame) -> None:
        """Make room."""
        self._interface = game.interface
        self.tensor = np.zeros(game.interface.observation_size, np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {
            name: self.tensor[place].reshape(piece.shape) for name, (place, piece) in layout(game.game).items()
        }

    def set_from(self, state: TesseraeState, player: int) -> None:
        """Write what a player sees."""
        self.tensor[:] = self._interface.observation(state.states, player)

    def string_from(self, state: TesseraeState, player: int) -> str:
        """See `TesseraeState.known_to`."""
        return state.known_to(player)


def register_games() -> None:
    """Register every game that is not registered yet.

    OpenSpiel keeps what it is given until after Python has gone: a class bears that, a function ends in a crash.
    """
    known = set(pyspiel.registered_names())
    for name in REGISTRY:
        if PREFIX + name not in known:
            pyspiel.register_game(_game_type(name, None), type(name.title(), (TesseraeGame,), {"name": name}))


register_games()
