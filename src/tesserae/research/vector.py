"""The vectorised environment: thousands of matches as one array of records, stepped by compiled code in parallel.

    env = VectorEnv("quixo", 4096, size=4)          # options as for tesserae.game
    env.reset(seed=7)                               # match i is dealt from seed 7 + i
    env.step(env.sample())                          # a choice for every match

What a step brings is written into arrays that stay where they are, so `torch.from_numpy(env.observations)` is done
once: `movers`, `masks`, `observations` (as the mover sees it), `rewards`, `terminated`, `truncated`.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from tesserae.games import make_game
from tesserae.games.game import Game
from tesserae.kernel import batch, environment, single
from tesserae.kernel.environment import POINTS, RESULT
from tesserae.kernel.generator import GENERATOR_WORDS
from tesserae.kernel.observing import Piece
from tesserae.kernel.rules import States

Seeds: TypeAlias = int | Sequence[int] | npt.NDArray[np.integer]
Number = TypeVar("Number", bound=np.generic)

REWARDS = {"result": RESULT, "points": POINTS}
FIRST_TRAIL = 64
LEAST_PIECE = 2048
"""Fewer matches than this are not worth a thread of their own."""
MOST_SEED = 2**63 - 1
ALIGNMENT = 64
"""Bytes: JAX copies an array that does not begin at a multiple of this."""


def layout(game: Game) -> dict[str, tuple[slice, Piece]]:
    """Say where each piece of an observation stands."""
    places, at = {}, 0
    for piece in game.observation():
        size = int(np.prod(piece.shape, dtype=np.int64))
        places[piece.name] = slice(at, at + size), piece
        at += size
    return places


def bounds(game: Game) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """Give the lowest and the highest value of every number of an observation."""
    parts = [(np.full(piece.shape, piece.low), np.full(piece.shape, piece.high)) for piece in game.observation()]
    low, high = (np.concatenate([part[side].ravel() for part in parts]).astype(np.int16) for side in (0, 1))
    return low, high


def _aligned(shape: int | tuple[int, ...], kind: type[Number]) -> npt.NDArray[Number]:
    """Make an array of zeros that every library takes over as it is."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    room = np.zeros(size + ALIGNMENT, np.uint8)
    start = -room.ctypes.data % ALIGNMENT
    return room[start : start + size].view(kind).reshape(shape)


def default_reward(game: Game) -> str:
    """Choose what a reward is, unless somebody says: the result, or alone, points."""
    return "points" if game.players == 1 else "result"


class VectorEnv:
    """So many matches of one game, side by side."""

    def __init__(
        self,
        game: Game | str,
        count: int,
        *,
        reward: str | None = None,
        autoreset: bool = True,
        move_limit: int | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        """Make room; `reset` begins the matches.

        `reward` is "result" (1 won, -1 lost, 0 while it runs and for a draw) or "points" (what each seat scored by
        the step). With `autoreset` the next match begins in the step that ends one. `move_limit` truncates.
        """
        self.game = make_game(game, options) if isinstance(game, str) else game
        if not isinstance(game, str) and options:
            raise ValueError(f"options {sorted(options)} beside a game that has its own: give its name instead")
        if count < 1:
            raise ValueError(f"{count} matches: take at least 1")
        reward = default_reward(self.game) if reward is None else reward
        if reward not in REWARDS:
            raise ValueError(f"a reward of {reward!r}: take one of {', '.join(REWARDS)}")
        if move_limit is not None and move_limit < 1:
            raise ValueError(f"a limit of {move_limit} moves: take at least 1, or None")
        self._start = self.game.start()
        self.choices, self.observation_size, self._at_once = (int(n) for n in environment.sizes(self._start))
        players = self.game.players
        self.states: States = np.repeat(self._start, count)
        self.ended: States = np.repeat(self._start, count)
        """The last state of the match that ended last in each place, for those who want to know how."""
        self.seeds = _aligned(count, np.int64)
        self.movers = _aligned(count, np.int64)
        self.masks = _aligned((count, self.choices), np.bool_)
        self.observations = _aligned((count, self.observation_size), np.int16)
        self.rewards = _aligned((count, players), np.float32)
        self.terminated = _aligned(count, np.bool_)
        self.truncated = _aligned(count, np.bool_)
        self.lengths = _aligned(count, np.int64)
        """Moves made in each match."""
        self._trails = np.zeros((count, FIRST_TRAIL), np.uint64)
        self._dealt = np.zeros(count, np.int64)
        self._before = np.zeros((count, players), np.int64)
        self._actions = np.zeros(count, np.int64)
        self._sampled = np.zeros(count, np.int64)
        self._generators = np.zeros((count, GENERATOR_WORDS), np.uint64)
        self._kind = REWARDS[reward]
        self._stride = count if autoreset else 0
        self._move_limit = move_limit or 0
        self._is_begun = False
        threads = min(threads or batch.available_cores(), max(count // LEAST_PIECE, 1))
        edges = [count * i // threads for i in range(threads + 1)]
        self._pieces = [slice(*ends) for ends in pairwise(edges)]
        self._pool = ThreadPoolExecutor(threads - 1, "tesserae-vector") if threads > 1 else None

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"<VectorEnv {len(self)} matches of {self.game!r}>"

    # --- play ----------------------------------------------------------------------------------------------

    def reset(self, seed: Seeds = 0) -> npt.NDArray[np.int16]:
        """Begin all matches: from the seeds given, or from `seed`, `seed` + 1, ...; returns the observations."""
        self.seeds[:] = self._checked_seeds(seed)
        self._each(
            lambda at: environment.restart(
                self.states[at],
                self._start,
                self._trails[at],
                self.seeds[at],
                self._dealt[at],
                self.lengths[at],
                self._before[at],
                self.movers[at],
                self.masks[at],
                self.observations[at],
                self._at_once,
            )
        )
        self.rewards[:] = 0
        self.terminated[:] = self.truncated[:] = False
        for i, generator in enumerate(self._generators):
            single.seeded(generator, np.uint64(self.seeds[i]), 0)
        self._is_begun = True
        return self.observations

    def step(
        self, choices: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """Make a choice in every match; returns observations, rewards, terminated and truncated.

        An illegal one raises ValueError, and then nothing has changed. A match that is over (without `autoreset`)
        stays as it is, whatever was chosen.
        """
        numbers = self._checked_choices(choices)
        self._each(lambda at: self._refuse_illegal(at, numbers))
        runs = self._each(
            lambda at: environment.advance(
                self.states[at],
                self._start,
                self._trails[at],
                self.seeds[at],
                self._dealt[at],
                self.lengths[at],
                self._before[at],
                self.movers[at],
                self.masks[at],
                self.observations[at],
                self._at_once,
                self._actions[at],
                self.rewards[at],
                self.terminated[at],
                self.truncated[at],
                self.ended[at],
                self._kind,
                self._move_limit,
                self._stride,
            )
        )
        if max(runs) >= self._trails.shape[1]:
            self._trails = np.concatenate([self._trails, np.zeros_like(self._trails)], axis=1)
        return self.observations, self.rewards, self.terminated, self.truncated

    def sample(self) -> npt.NDArray[np.int64]:
        """Draw a legal choice for every match, all equally likely; the same after the same `reset`."""
        self._each(
            lambda at: environment.choose(self.states[at], self._generators[at], self._sampled[at], self._at_once)
        )
        return self._sampled

    def observe(self, seats: int | npt.ArrayLike) -> npt.NDArray[np.int16]:
        """Give what a seat of each match sees, whoever is to move; a new array."""
        wanted = np.ascontiguousarray(np.broadcast_to(np.asarray(seats, np.int64), len(self)))
        if wanted.min() < 0 or wanted.max() >= self.game.players:
            raise ValueError(f"seats from {wanted.min()} to {wanted.max()}: they are 0 to {self.game.players - 1}")
        seen = np.zeros_like(self.observations)
        self._each(lambda at: environment.view(self.states[at], wanted[at], seen[at]))
        return seen

    def pieces(self, observations: npt.NDArray[Any] | None = None) -> dict[str, npt.NDArray[Any]]:
        """Cut observations, by default those at hand, into their pieces, by name; views, not copies."""
        whole = self.observations if observations is None else observations
        return {
            name: whole[..., place].reshape(*whole.shape[:-1], *piece.shape)
            for name, (place, piece) in layout(self.game).items()
        }

    def text(self, match: int, choice: int) -> str:
        """Write a choice of a match in the notation of the game."""
        action = int(environment.action_of(self.states[match : match + 1], choice))
        if action < 0:
            raise ValueError(f"choice {choice} means nothing in match {match}")
        return self.game.text(self.states[match], action)

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
            self._pieces = [slice(0, len(self))]

    # --- what it is made of --------------------------------------------------------------------------------

    def _each(self, work: Any) -> list[Any]:
        """Do something for every piece of the matches, one of them in this thread."""
        if self._pool is None:
            return [work(self._pieces[0])]
        others = [self._pool.submit(work, piece) for piece in self._pieces[1:]]
        own = [work(self._pieces[0])]
        return own + [other.result() for other in others]

    def _checked_seeds(self, seed: Seeds) -> npt.NDArray[np.int64]:
        if isinstance(seed, int | np.integer):
            given = [int(seed), int(seed) + len(self)]
            seeds = np.arange(len(self), dtype=np.int64) + (int(seed) if abs(int(seed)) <= MOST_SEED else 0)
        else:
            seeds = np.asarray(seed, np.int64)
            given = [int(seeds.min()), int(seeds.max())] if seeds.size else [0]
        if seeds.shape != (len(self),):
            raise ValueError(f"seeds of shape {seeds.shape}: give one number, or {len(self)}")
        if min(given) < 0 or max(given) > MOST_SEED:
            raise ValueError(f"seeds from {min(given)} to {max(given)}: they are 0 to {MOST_SEED}")
        return seeds

    def _checked_choices(self, choices: npt.ArrayLike) -> npt.NDArray[np.int64]:
        if not self._is_begun:
            raise ValueError("no match has begun: call reset first")
        given = np.asarray(choices)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            raise ValueError(
                f"choices of shape {given.shape} and type {given.dtype}: give {len(self)} whole numbers"
            )
        return np.ascontiguousarray(given, np.int64)

    def _refuse_illegal(self, at: slice, choices: npt.NDArray[np.int64]) -> None:
        bad = int(environment.translate(self.states[at], choices[at], self._actions[at]))
        if bad < 0:
            return
        match = at.start + bad
        choice, legal = int(choices[match]), np.flatnonzero(self.masks[match])
        shown = ", ".join(map(str, legal[:8])) + (", ..." if len(legal) > 8 else "")
        raise ValueError(f"match {match}: choice {choice} is not legal; legal are {shown}")
