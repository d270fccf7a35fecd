"""The games for one learner as Gymnasium environments: alone, or with bots in the other seats.

    import gymnasium, tesserae.research.gymnasium                       # importing it registers the games
    env = gymnasium.make("tesserae/quixo-v1", opponent="casual", size=4)
    observation, info = env.reset(seed=7)                               # info["action_mask"] has the legal choices

An observation is one array (docs/environments.md says what stands where). `action_masks()` is what MaskablePPO of
sb3-contrib asks for.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tesserae.bots.protocol import Budget, Player, new_generator
from tesserae.bots.registry import player
from tesserae.games import REGISTRY, game_type
from tesserae.games.game import Game
from tesserae.match.match import Match
from tesserae.research.interface import RENDER_MODES, Interface, check_render_mode, chosen_game, rendered
from tesserae.research.missing import missing_extra

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as missing:
    raise missing_extra("Gymnasium", "gymnasium") from missing

NAMESPACE = "tesserae"
SEED_RANGE = 2**31
ILLEGAL = ("raise", "lose")
ITERATIONS = 1000
"""So much a bot thinks about a move at most; weaker ones think less."""
LOST = -1.0

Seen = npt.NDArray[np.int16]


class TesseraeEnv(gymnasium.Env[Seen, np.int64]):
    """A seat of a game; the others are played by bots."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  # as its base has it

    def __init__(
        self,
        game: Game | str,
        *,
        opponent: str | Player = "casual",
        seat: int | None = 0,
        iterations: int = ITERATIONS,
        reward: str | None = None,
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Choose a game and its options, as for `tesserae.game`.

        `opponent` is any player of docs/bots.md, for all other seats; with `seat` None the own seat is drawn anew
        for every match. An `illegal` choice raises ValueError, or ends the match as lost.
        """
        check_render_mode(render_mode)
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal={illegal!r}: take one of {', '.join(ILLEGAL)}")
        self.render_mode = render_mode
        self.interface = Interface(chosen_game(game, options), reward)
        self.game = self.interface.game
        if seat is not None and not 0 <= seat < self.game.players:
            raise ValueError(f"seat {seat}: take 0 to {self.game.players - 1}, or None")
        self._opponent = player(opponent, self.game) if isinstance(opponent, str) else opponent
        self._wanted_seat, self._illegal, self._budget = seat, illegal, Budget(iterations=iterations)
        self.observation_space = spaces.Box(self.interface.low, self.interface.high, dtype=np.int16)
        self.action_space = spaces.Discrete(self.interface.choices)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a match, dealt from the seed; the bots before the own seat have moved already."""
        super().reset(seed=seed)
        while True:
            self._begin(int(self.np_random.integers(SEED_RANGE)) if seed is None else seed)
            if not self.match.over:  # a bot may go out before anybody else has had a turn
                return self._observation(), self._info()
            seed = None

    def _begin(self, seed: int) -> None:
        self.match = Match(self.game, seed=seed)
        self._generator = new_generator(seed)
        own = self._wanted_seat
        self.seat = int(self.np_random.integers(self.game.players)) if own is None else own
        self._is_lost = False
        self._let_others_move()

    def _let_others_move(self) -> None:
        while not self.match.over and self.match.mover != self.seat:
            mover = self.match.acting_seat()
            masked, trail = self.match.masked(mover), self.match.trail
            self.match.play(self._opponent.choose(masked, mover, self._generator, self._budget, trail))

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Make a choice, and let the bots answer."""
        if self._is_lost:
            raise ValueError("the match is over: call reset")
        before = self.match.scores
        try:
            number = self.interface.action(self.match.states, action)
        except ValueError:
            if self._illegal == "raise" or self.match.over:
                raise
            self._is_lost = True
            return self._observation(), LOST, True, False, self._info()
        self.match.play(number)
        self._let_others_move()
        got = self.interface.rewards(self.match, before)[self.seat]
        return self._observation(), got, self.match.over, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Say which choices are legal."""
        return self.interface.mask(self.match.states)

    def _observation(self) -> Seen:
        return self.interface.observation(self.match.states, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}

    def render(self) -> Any:
        """Draw the match as the own seat sees it."""
        return rendered(self.match, self.render_mode, self.seat)


def environment_id(name: str) -> str:
    """Name the environment of a game: tesserae/quixo-v1."""
    return f"{NAMESPACE}/{name}-v{game_type(name).version}"


def register_games() -> None:
    """Register every game that is not registered yet."""
    for name in REGISTRY:
        if environment_id(name) not in gymnasium.registry:
            entry = f"{__name__}:{TesseraeEnv.__name__}"
            gymnasium.register(environment_id(name), entry, kwargs={"game": name})


register_games()
