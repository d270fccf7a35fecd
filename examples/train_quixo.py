"""A player of 3x3 Quixo that teaches itself: a small network, and self-play in the vectorised environment.

    OPENBLAS_NUM_THREADS=1 python examples/train_quixo.py        # trains, and prints how well it plays as it goes

The matrices are small: several threads of a linear algebra library would mostly wait for each other.

Every match is played by the same network on both sides. After some moves of all matches it learns from them: what
a position was worth in the end (its value), and which moves turned out better than that (its policy). The perfect
player knows the solved game; against him only the first player can win, so that is the seat the score is about.
"""

import argparse
import time
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tesserae.kernel import single
from tesserae.kernel.rules import States
from tesserae.research.vector import VectorEnv
from tesserae.solve.quixo.perfect import judge, perfect_moves
from tesserae.solve.quixo.tables import open_tables

Array = npt.NDArray[np.float32]

MATCHES, STEPS, HIDDEN = 1024, 16, 128
LEARNING_RATE, CURIOSITY, TRUST = 3e-3, 0.05, 0.7
"""How far the first step goes, how much variety is worth, and how much what came later counts against a guess."""
MOVE_LIMIT = 80
TEST_MATCHES = 200


@dataclass
class Network:
    """One hidden layer, and two answers: a number for every choice, and what the position is worth."""

    inputs: int
    choices: int
    rng: np.random.Generator
    weights: dict[str, Array] = field(init=False)

    def __post_init__(self) -> None:
        """Start with small random weights; those of the answers are almost nothing."""

        def random(rows: int, columns: int, scale: float) -> Array:
            return (self.rng.standard_normal((rows, columns)) * scale).astype(np.float32)

        self.weights = {
            "hidden": random(self.inputs + 1, HIDDEN, self.inputs**-0.5),
            "policy": random(HIDDEN + 1, self.choices, 0.01),
            "value": random(HIDDEN + 1, 1, 0.01),
        }
        self._mean = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self._square = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self._updates = 0

    def __call__(self, seen: Array, masks: npt.NDArray[np.bool_]) -> tuple[Array, Array, Array]:
        """Give what the hidden layer says, how likely each legal choice is, and the value."""
        hidden = _with_one(np.tanh(_with_one(seen) @ self.weights["hidden"]))
        scores = np.where(masks, hidden @ self.weights["policy"], -np.inf)
        likely = np.exp(scores - scores.max(1, keepdims=True))
        return hidden, likely / likely.sum(1, keepdims=True), np.tanh(hidden @ self.weights["value"])[:, 0]

    def learn(
        self, seen: Array, masks: npt.NDArray[np.bool_], chosen: npt.NDArray[np.int64], came: Array, rate: float
    ) -> None:
        """Make choices that did better than expected likelier, and the value nearer to what came of it."""
        hidden, likely, value = self(seen, masks)
        better = came - value
        better_scaled = (better - better.mean()) / (better.std() + 1e-6)
        wanted = -likely * better_scaled[:, None]
        wanted[np.arange(len(chosen)), chosen] += better_scaled
        spread = np.where(likely > 0, np.log(likely + 1e-9), 0)
        wanted -= CURIOSITY * likely * (spread - (likely * spread).sum(1, keepdims=True))
        nearer = (better * (1 - value**2))[:, None].astype(np.float32)
        back = wanted @ self.weights["policy"][:-1].T + nearer @ self.weights["value"][:-1].T
        back *= 1 - hidden[:, :-1] ** 2
        count = np.float32(len(seen))
        self._climb(
            {
                "hidden": _with_one(seen).T @ back / count,
                "policy": hidden.T @ wanted.astype(np.float32) / count,
                "value": hidden.T @ nearer / count,
            },
            rate,
        )

    def _climb(self, slopes: dict[str, Array], rate: float) -> None:
        """Take a step uphill (Adam)."""
        self._updates += 1
        for name, slope in slopes.items():
            self._mean[name] += 0.1 * (slope - self._mean[name])
            self._square[name] += 0.001 * (slope**2 - self._square[name])
            mean = self._mean[name] / (1 - 0.9**self._updates)
            square = self._square[name] / (1 - 0.999**self._updates)
            self.weights[name] += (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def _with_one(rows: Array) -> Array:
    return np.concatenate([rows, np.ones((len(rows), 1), np.float32)], axis=1)


def planes(env: VectorEnv) -> Array:
    """Give the cubes of each position as numbers, those of the player to move first."""
    return env.pieces()["cubes"].reshape(len(env), -1).astype(np.float32)


def drawn(likely: Array, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Draw a choice for each row."""
    found: npt.NDArray[np.int64] = (likely.cumsum(1) > rng.random((len(likely), 1)) * 0.999999).argmax(1)
    return found


def learn_from_play(env: VectorEnv, network: Network, rng: np.random.Generator, rate: float) -> None:
    """Play some moves of all matches, and learn from them.

    Players take turns, so what a position is worth to one is what the next is worth to the other, with its sign
    turned; the end of a match is worth its result.
    """
    seen, masks, chosen, values, ends, results = [], [], [], [], [], []
    for _ in range(STEPS):
        seen.append(planes(env))
        masks.append(env.masks.copy())
        _, likely, value = network(seen[-1], masks[-1])
        values.append(value)
        chosen.append(drawn(likely, rng))
        movers = env.movers.copy()
        _, rewards, terminated, truncated = env.step(chosen[-1])
        ends.append(terminated | truncated)
        results.append(rewards[np.arange(len(env)), movers].copy())
    following = network(planes(env), env.masks)[2]
    came = [np.zeros(0, np.float32)] * STEPS
    later = following
    for step in reversed(range(STEPS)):
        mixed = (1 - TRUST) * following + TRUST * later
        came[step] = later = np.where(ends[step], results[step], -mixed).astype(np.float32)
        following = values[step]
    network.learn(np.concatenate(seen), np.concatenate(masks), np.concatenate(chosen), np.concatenate(came), rate)


class Perfect:
    """Plays any move that the solved game calls perfect; remembers positions, as there are few."""

    def __init__(self, rng: np.random.Generator) -> None:
        """Open the tables; they are made in a second if they are not there."""
        self._tables, self._rng = open_tables(), rng
        self._known: dict[int, list[int]] = {}

    def __call__(self, states: States) -> int:
        """Choose a move."""
        key = int(single.position_key(states))
        if key not in self._known:
            judged = judge(self._tables, states)
            assert judged is not None
            self._known[key] = perfect_moves(judged)
        return int(self._rng.choice(self._known[key]))


def score(network: Network, size: int, seat: int, opponent: Perfect | None, rng: np.random.Generator) -> float:
    """Play the likeliest choice against the perfect player, or a random one; returns wins and half the draws."""
    env = VectorEnv("quixo", TEST_MATCHES, size=size, autoreset=False, move_limit=MOVE_LIMIT)
    env.reset(0)
    total = np.zeros(TEST_MATCHES)
    for _ in range(MOVE_LIMIT):
        likely = network(planes(env), env.masks | (env.movers < 0)[:, None])[1]
        choices = likely.argmax(1)
        for i in np.flatnonzero((env.movers >= 0) & (env.movers != seat)):
            legal = np.flatnonzero(env.masks[i])
            choices[i] = opponent(env.states[i : i + 1]) if opponent else rng.choice(legal)
        _, rewards, terminated, _ = env.step(choices)
        total += rewards[:, seat]
        if terminated.all():
            break
    return float((total.mean() + 1) / 2)


def main(updates: int, size: int, every: int, seed: int) -> list[float]:
    """Train, report, and return the scores of the first player against the perfect one."""
    rng = np.random.default_rng(seed)
    env = VectorEnv("quixo", MATCHES, size=size, move_limit=MOVE_LIMIT)
    env.reset(seed)
    network = Network(2 * size * size, env.choices, rng)
    perfect, curve, began = Perfect(rng), [], time.process_time()
    print("updates      moves  CPU s   first, perfect   first, random   second, random")
    for update in range(updates + 1):
        if update % every == 0:
            seats = [score(network, size, 0, perfect, rng)] + [score(network, size, s, None, rng) for s in (0, 1)]
            curve.append(seats[0])
            moves, spent = update * MATCHES * STEPS, time.process_time() - began
            shown = f"{seats[0]:16.3f} {seats[1]:15.3f} {seats[2]:16.3f}"
            print(f"{update:7} {moves:10,} {spent:6.1f} {shown}", flush=True)
        learn_from_play(env, network, rng, LEARNING_RATE * (1 - update / (updates + 1)))
    return curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=120)
    parser.add_argument("--size", type=int, default=3, choices=(3, 4))
    parser.add_argument("--every", type=int, default=20, help="updates between two reports")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    main(given.updates, given.size, given.every, given.seed)
