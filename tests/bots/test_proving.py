"""Proofs beside looking ahead: `master` plays what is proved to win, and analysis says what is certain."""

import pytest

from solve.riomino.positions import before_the_end, random_game, solved
from tesserae.bots import Budget, analyse, new_generator, player
from tesserae.bots.alphabeta import MoveByMove, Search
from tesserae.bots.analysis import MoveValue, advice, hint
from tesserae.bots.proving import Prover, in_turn
from tesserae.games import make_game
from tesserae.kernel import single
from tesserae.match import Match
from tesserae.words import LANGUAGES

LITTLE = Budget(iterations=12_000)
"""Too little for the search alone to see who wins the positions below."""


def early_match(seed: int) -> Match:
    """Begin a game of Starter: 12 cells are empty."""
    match = Match(make_game("riomino", {"level": "starter"}), seed)
    match.play(match.legal()[0])
    return match


def test_the_master_of_riomino_proves_and_that_of_quixo_looks_ahead() -> None:
    assert isinstance(player("master", make_game("riomino", {})), Prover)
    assert not isinstance(player("master", make_game("quixo", {})), Prover)


def test_two_searches_share_what_there_is_and_the_longer_one_goes_on_alone() -> None:
    left, asked = {"a": 3, "b": 9}, list[str]()

    def work(name: str, positions: int) -> int:
        done = min(positions, left[name])
        left[name] -= done
        asked.extend([name] * (done > 0))
        return done

    run = in_turn(lambda positions: work("a", positions), lambda positions: work("b", positions), 2)
    while run(1):
        pass
    assert "".join(asked) == "aabbabbbbbbb"


def test_a_win_that_is_proved_is_played() -> None:
    proved = 0
    for seed in range(30):
        match = early_match(seed)
        states, seat = match.masked(match.mover), match.acting_seat()
        search = Search(states, new_generator(1), None)
        LITTLE.spend(search.run)
        solver = solved(states)
        if solver.is_won and not search.found.is_certain:
            action = Prover().choose(states, seat, new_generator(1), Budget(iterations=4 * solver.looked))
            assert solver.moves[action]
            proved += 1
    assert proved >= 5


def test_the_same_generator_and_iterations_give_the_same_move() -> None:
    for seed in range(3):
        states, _ = before_the_end("wizard", seed, 12)
        seat = int(single.mover(states))
        first, second = (Prover().choose(states, seat, new_generator(7), LITTLE) for _ in range(2))
        assert first == second


@pytest.mark.parametrize("iterations", [1, 50])
def test_hardly_any_time_is_enough_for_a_legal_move(iterations: int) -> None:
    states, _ = next(random_game("wizard", 1))
    assert single.is_legal(states, Prover().choose(states, 0, new_generator(1), Budget(iterations=iterations)))


def test_analysis_is_certain_of_what_is_proved() -> None:
    budget, newly = Budget(iterations=60_000), 0
    for seed in range(6):
        match = early_match(seed)
        states = match.masked(match.mover)
        alone = MoveByMove(states, new_generator(0), match.trail)
        budget.spend(alone.run)
        known = solved(states).moves
        moves = analyse(match, None, budget).moves
        for move in moves:
            if move.is_certain:
                assert move.chance == float(bool(known[move.action]))
            assert move.is_certain >= (move.decided_in is not None)
        newly += sum(move.is_certain for move in moves) - sum(f.is_certain for f in alone.values().values())
        certain_wins = [move for move in moves if move.is_certain and move.chance == 1]
        assert list(moves[: len(certain_wins)]) == certain_wins
    assert newly > 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_tell_what_is_proved(language: str) -> None:
    def told(chance: float) -> str:
        return advice(MoveValue(0, "0011 @ c3", chance, None, None, ("0011 @ c3",), is_certain=True)).say(language)

    assert "0011 @ c3" in told(1.0)
    assert "0011 @ c3" in told(0.0)
    assert "%" not in told(1.0) + told(0.0)
    assert told(1.0) != told(0.0)


def test_a_hint_from_the_first_move_of_starter_is_a_proof() -> None:
    match = Match(make_game("riomino", {"level": "starter"}), 5)
    assert hint(match, Budget(iterations=300_000)).key in ("hint.proved_loss", "hint.loses")
