"""The engine and the naive reference, move by move, in thousands of random games of every kind."""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from games.puzzelino.play import (
    COUNT,
    HAND_SIZES,
    SOLUTIONS,
    bag_of,
    ending,
    hand_of,
    partly_given,
    puzzelino,
    scores,
)
from reference.puzzelino_naive import ALL_PIECES, Cell, NaivePuzzelino, neighbours
from tesserae.games.puzzelino import Puzzelino
from tesserae.games.puzzelino.puzzles import Puzzle, read_puzzle, way_name
from tesserae.games.puzzelino.trays import trays
from tesserae.kernel import single
from tesserae.kernel.rules import OVER, States
from trying import dealt, legal_texts

GAMES = {"race": 200, "points": 150, "figure": 150, "tray": 60}
"""In each part of a test; 3,660 in all."""

Chooser = Callable[[list[str]], str]


def any_move(rng: random.Random, moves: list[str]) -> str:
    return rng.choice(moves)


def lays_if_possible(rng: random.Random, moves: list[str]) -> str:
    return rng.choice([move for move in moves if "@" in move] or moves)


def seldom_stops(rng: random.Random, moves: list[str]) -> str:
    return (lays_if_possible if rng.random() < 0.98 else any_move)(rng, moves)


def draws_if_possible(rng: random.Random, moves: list[str]) -> str:
    return "draw" if "draw" in moves else lays_if_possible(rng, moves)


def cell_name(cell: Cell) -> str:
    return f"r{cell[0]}c{cell[1]}"


def expected_colour(naive: NaivePuzzelino, cell: Cell) -> str | None:
    """Say which colour goes into an open cell: in a tray by its direction, else the other one than beside it."""
    if naive.mode == "tray":
        return "-" if sum(cell) % 2 else "+"
    beside = {naive.laid[near][0] for near in neighbours(cell) if near in naive.laid}
    assert len(beside) == bool(naive.laid)
    return {"+": "-", "-": "+"}[beside.pop()] if beside else None


def compare_boards(game: Puzzelino, states: States, naive: NaivePuzzelino) -> int:
    """Compare what lies and what is open, and count the dead places; with all pieces laid nothing is open."""
    view = game.view(states[0], None)
    pieces = {piece["cell"]: piece["colour"] + "".join(map(str, piece["sides"])) for piece in view["pieces"]}
    assert pieces == {cell_name(cell): piece for cell, piece in naive.board.items()}
    places, dead = (naive.places(), naive.dead()) if len(naive.laid) < COUNT else ({}, set())
    assert len(view["places"]) == len(places)
    assert {place["cell"]: (place["wanted"], place["colour"], place["dead"]) for place in view["places"]} == {
        cell_name(cell): (list(demand), expected_colour(naive, cell), cell in dead)
        for cell, demand in places.items()
    }
    return len(dead)


def compare_states(game: Puzzelino, states: States, naive: NaivePuzzelino) -> dict[str, int]:
    """Compare everything but the board, and give the legal moves with their numbers."""
    moves, expected = legal_texts(game, states), naive.legal()
    assert set(moves) == set(expected)
    assert len(moves) == len(expected)
    state = states[0]
    assert int(single.mover(states)) == (OVER if naive.mover is None else naive.mover)
    assert [set(hand_of(states, seat)) for seat in range(naive.players)] == naive.hands
    assert state.held[: naive.players].tolist() == [len(hand) for hand in naive.hands]
    assert bag_of(states) == naive.bag
    assert scores(states) == naive.scores
    assert ending(game, states) == (naive.reason, naive.winners)
    if naive.players > 1:
        assert (int(state.lays), int(state.draws)) == (naive.laid_now, naive.drawn_now)
    return moves


def compare_game(game: Puzzelino, states: States, naive: NaivePuzzelino, choose: Chooser) -> Counter[str]:
    """Play one game on both sides, compare every position, and count what was seen."""
    seen = Counter({"dead places": compare_boards(game, states, naive)})
    while moves := compare_states(game, states, naive):
        move = choose(sorted(moves))
        assert naive.mover is not None
        seat, drawn, has_laid = naive.mover, naive.drawn_now, naive.laid_now > 0
        single.apply(states, moves[move])
        naive.play(move)
        expected = [(seat, "laid", 1)] if "@" in move else [(seat, "taken", -1)] if move == "draw" else []
        assert [tuple(entry) for entry in game.account(states[0])] == expected
        seen["dead places"] += compare_boards(game, states, naive)
        if naive.mode == "race" and move != "draw":
            seen["may lay one more"] += naive.mover == seat
            seen["laid one more"] += "@" in move and has_laid
            seen["nothing fits for one more"] += move == "pass" and has_laid
            seen[f"{'passed' if move == 'pass' else 'laid'} after {drawn} draws"] += not has_laid
        seen["stopped drawing"] += move == "pass" and "draw" in moves
        seen["stopped laying"] += move == "pass" and naive.mode == "points" and len(moves) > 1
        seen["passed over"] += naive.mover not in (None, seat, (seat + 1) % naive.players)
        has_ended_turn = naive.mode == "points" and naive.mover not in (None, seat)
        seen["filled up to less than three"] += has_ended_turn and len(naive.hands[seat]) < HAND_SIZES["points"]
    assert naive.over
    seen[naive.reason] += 1
    seen["shared"] += len(naive.winners) > 1
    return seen


def compare_with_others(mode: str, players: int, stop: str, games: int, rng: random.Random) -> Counter[str]:
    game, size = puzzelino(mode, players, stop=stop), HAND_SIZES[mode]
    seen: Counter[str] = Counter()
    for number in range(games):
        order, lot = rng.sample(ALL_PIECES, COUNT), rng.randrange(players)
        hands = [order[seat * size : (seat + 1) * size] for seat in range(players)]
        opening, *bag = order[players * size :]
        groups = [" ".join(group) for group in (*hands, [opening], bag)]
        states = dealt(game, f"{' / '.join(groups)} lot {lot}")
        naive = NaivePuzzelino(mode, players, order=order, starter=lot, stop=stop)
        choose = (any_move, lays_if_possible, seldom_stops, draws_if_possible)[number % 4]
        seen += compare_game(game, states, naive, partial(choose, rng))
    return seen


def compare_figures(games: int, rng: random.Random) -> Counter[str]:
    game = puzzelino("figure", 1)
    seen: Counter[str] = Counter()
    for number in range(games):
        choose = any_move if number % 10 == 0 else seldom_stops
        seen += compare_game(game, game.start(), NaivePuzzelino("figure", 1), partial(choose, rng))
    return seen


def compare_tray(puzzle: Puzzle, choose: Chooser) -> Counter[str]:
    game = puzzelino("tray", 1, puzzle=puzzle.code)
    given = {cell: way_name(cell, lie) for cell, lie in puzzle.given}
    naive = NaivePuzzelino("tray", 1, tray=set(puzzle.tray.cells), given=given)
    return compare_game(game, game.start(), naive, choose)


def compare_partly_given(code: str, games: int, rng: random.Random) -> Counter[str]:
    """Take a full tray, leave few, some or all cells empty, and fill them with the same pieces or with others."""
    seen: Counter[str] = Counter()
    right = {f"{way_name(cell, lie)} @ {cell_name(cell)}" for cell, lie in read_puzzle(code).given}

    def choose(knowledge: float, moves: list[str]) -> str:
        known = [move for move in moves if move in right]
        return rng.choice(known) if known and rng.random() < knowledge else seldom_stops(rng, moves)

    for number in range(games):
        given = set(rng.sample(range(COUNT), (31, 28, 25, 20, 10, 0)[number % 6]))
        knowledge = rng.choice((0, 0.9, 1))
        seen += compare_tray(read_puzzle(partly_given(code, given)), partial(choose, knowledge))
    return seen


MODES = [
    *(("race", players, "free") for players in (2, 3, 4)),
    *(("points", players, stop) for players in (2, 3, 4) for stop in ("free", "never")),
]
every_mode = pytest.mark.parametrize(("mode", "players", "stop"), MODES)
every_solution = pytest.mark.parametrize("code", SOLUTIONS, ids=range(len(SOLUTIONS)))


@pytest.mark.parametrize("part", range(2))
@every_mode
def test_random_games_with_others(mode: str, players: int, stop: str, part: int) -> None:
    rng = random.Random(f"{mode} {players} {stop} {part}")
    seen = compare_with_others(mode, players, stop, GAMES[mode], rng)
    assert seen["blocked"] > 5
    assert seen["shared"]
    assert seen["dead places"] > 1000
    if mode == "race":
        assert seen["out"] > 50
        assert seen["may lay one more"] > seen["laid one more"] > 100
        assert seen["nothing fits for one more"] > 100
        assert all(seen[f"laid after {drawn} draws"] for drawn in range(4))
        assert all(seen[f"passed after {drawn} draws"] for drawn in range(4))
        assert seen["stopped drawing"] > 50
    else:
        assert seen["complete"] > 5
        assert (seen["stopped laying"] > 10) == (stop == "free")
        assert (seen["passed over"] > 5) == (players > 2)
        assert seen["filled up to less than three"] > 10


@pytest.mark.parametrize("part", range(2))
def test_random_figures(part: int) -> None:
    seen = compare_figures(GAMES["figure"], random.Random(f"figure {part}"))
    assert seen["complete"] > 10
    assert seen["stopped"] > 10
    assert seen["dead places"] > 1000


@every_solution
def test_trays_partly_given_or_empty(code: str) -> None:
    seen = compare_partly_given(code, GAMES["tray"], random.Random(code))
    assert seen["complete"] > 10
    assert seen["stopped"] > 5
    assert seen["dead places"] > 100


def test_all_kinds_of_empty_trays() -> None:
    rng = random.Random("trays")
    for name in rng.sample(sorted(trays()), GAMES["tray"]):
        assert compare_tray(read_puzzle(f"{name}:x32"), partial(seldom_stops, rng))["stopped"]


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
@every_mode
def test_many_more_random_games_with_others(mode: str, players: int, stop: str, part: int) -> None:
    compare_with_others(
        mode, players, stop, 3 * GAMES[mode], random.Random(f"soak {mode} {players} {stop} {part}")
    )


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_many_more_random_figures(part: int) -> None:
    compare_figures(3 * GAMES["figure"], random.Random(f"soak figure {part}"))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
@every_solution
def test_many_more_trays(code: str, part: int) -> None:
    compare_partly_given(code, 5 * GAMES["tray"], random.Random(f"soak {code} {part}"))


@pytest.mark.soak
def test_every_empty_tray() -> None:
    rng = random.Random("soak trays")
    for name in trays():
        compare_tray(read_puzzle(f"{name}:x32"), partial(seldom_stops, rng))
