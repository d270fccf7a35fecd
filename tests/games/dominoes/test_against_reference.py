"""The engine and the naive reference, move by move, in 20,000 random rounds: every edition, one to six players."""

import random
from collections import Counter
from typing import Any

import pytest

from games.dominoes.play import account, deal, deal_text, dominoes, legal, play, scores, shuffled
from reference.dominoes_naive import NaiveDominoes
from tesserae.games.dominoes import Dominoes
from tesserae.games.dominoes.rules import ROUND_ENDINGS
from tesserae.games.dominoes.table import cells
from tesserae.games.dominoes.tiles import TILES
from tesserae.kernel import single
from tesserae.kernel.bits import bits_in
from tesserae.kernel.rules import CHANCE, OVER, States

EDITIONS = ("triominos", "pressman", "tripple", "tripple-de")
ROUNDS = 840
"""For each edition and number of players: 20,160 in all."""


def any_move(rng: random.Random, moves: list[str]) -> str:
    return rng.choice(moves)


def seldom_draws(rng: random.Random, moves: list[str]) -> str:
    """Mostly lay if possible, as people do; then rounds get as far as hexagons, and players go out."""
    lays = [move for move in moves if "@" in move]
    return rng.choice(lays) if lays and rng.random() < 0.95 else rng.choice(moves)


def compare_states(game: Dominoes, states: States, naive: NaiveDominoes, has_round_ended: bool) -> None:
    state = states[0]
    mover = int(single.mover(states))
    assert mover == (OVER if naive.over else CHANCE if naive.awaits else naive.mover)
    assert scores(states) == naive.scores
    assert account(game, states) == naive.account
    assert ROUND_ENDINGS[int(state.round_end)] == (naive.last_round if has_round_ended else "")
    assert int(state.rounds_played) == naive.round_number
    for seat in range(naive.players):
        assert {TILES[tile] for tile in bits_in(state.hands[seat])} == naive.hands[seat]
        assert int(state.held[seat]) == len(naive.hands[seat])


def compare_boards(states: States, naive: NaiveDominoes) -> None:
    shown = cells(states[0])
    assert {cell.place: cell.corners for cell in shown if cell.tile is not None} == naive.board
    assert {cell.place for cell in shown if cell.is_dead} == naive.dead_cells()


def compare_match(game: Dominoes, naive: NaiveDominoes, rng: random.Random, choose: Any) -> Counter[str]:
    """Play one match on both sides and compare everything that shows; count what happened in it."""
    states = game.start()
    seen: Counter[str] = Counter()
    while not naive.over:
        rounds_before = naive.round_number
        if naive.awaits:
            tiles, lot = shuffled(rng), rng.randrange(60)
            deal(game, states, deal_text(states, tiles, lot))
            if naive.awaits == "lots":
                naive.deal_lots(tiles[: naive.players])
            else:
                naive.deal_tiles(tiles, lot)
        else:
            moves = naive.legal()
            assert sorted(legal(game, states)) == sorted(moves)
            move = choose(rng, moves)
            play(game, states, move)
            naive.play(move)
            seen[move if move in ("draw", "pass") else "lay"] += 1
        seen.update(what for _, what, _ in naive.account)
        compare_states(game, states, naive, naive.round_number > rounds_before)
        if naive.mover is None:
            seen[naive.last_round] += 1
            compare_boards(states, naive)
    compare_boards(states, naive)
    assert game.endings[int(single.ending(states))] == naive.reason
    won = int(single.winners(states))
    assert tuple(seat for seat in range(naive.players) if won >> seat & 1) == naive.winners
    seen[naive.reason] += 1
    return seen


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("edition", EDITIONS)
def test_random_rounds(edition: str, players: int) -> None:
    rng = random.Random(f"{edition} {players}")
    game = dominoes(edition, players, rounds=1)
    seen: Counter[str] = Counter()
    for number in range(ROUNDS):
        naive = NaiveDominoes(edition, players, rounds=1)
        seen += compare_match(game, naive, rng, any_move if number % 4 == 0 else seldom_draws)
    assert seen["hexagon"] > ROUNDS / 10
    assert seen["bridge"] > ROUNDS / 10
    assert seen["double_hexagon"] or players == 1  # alone, few tiles are laid
    assert seen["pass"]
    assert seen["out"]
    assert seen["stuck" if players == 1 else "blocked"]


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("edition", EDITIONS)
def test_many_more_random_rounds(edition: str, players: int, part: int) -> None:
    rng = random.Random(f"soak {edition} {players} {part}")
    game = dominoes(edition, players, rounds=1)
    for number in range(ROUNDS):
        naive = NaiveDominoes(edition, players, rounds=1)
        compare_match(game, naive, rng, any_move if number % 2 else seldom_draws)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("edition", EDITIONS)
def test_whole_matches_to_a_limit(edition: str, players: int) -> None:
    rng = random.Random(f"match {edition} {players}")
    for limit in (1, 120, 250):
        naive = NaiveDominoes(edition, players, limit=limit)
        assert compare_match(dominoes(edition, players, limit=limit), naive, rng, seldom_draws)["limit"]


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("edition", ["triominos", "pressman"])
def test_the_childrens_scale(edition: str, players: int) -> None:
    rng = random.Random(f"children {edition} {players}")
    for _ in range(15):
        naive = NaiveDominoes(edition, players, rounds=2, scale="children")
        game = dominoes(edition, players, rounds=2, scale="children")
        compare_match(game, naive, rng, seldom_draws)


@pytest.mark.parametrize("edition", ["tripple", "tripple-de"])
def test_hexagons_of_40_and_few_draws_alone(edition: str) -> None:
    rng = random.Random(f"forty {edition}")
    for draws in (0, 1, 2, 3, 4, 7, 45, 56):
        for players in (1, 2):
            for _ in range(4):
                naive = NaiveDominoes(edition, players, rounds=2, hexagon=40, solo_draws=draws)
                game = dominoes(edition, players, rounds=2, hexagon=40, solo_draws=draws)
                compare_match(game, naive, rng, seldom_draws)
