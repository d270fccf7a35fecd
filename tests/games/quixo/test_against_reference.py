"""The engine and the naive reference, move by move, in thousands of games of every variant."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

import tesserae
from reference.quixo_naive import NaiveQuixo
from reference.quixo_naive import perft as naive_perft
from tesserae.games.quixo import Quixo
from tesserae.games.quixo.options import QuixoOptions
from tesserae.match import Match, Move
from tesserae.research.perft import perft

GAMES = {3: 8000, 4: 3000, 5: 1500}
"""Games for each variant of a size: 25,000 in all."""
SEEKING = {3: 1500, 4: 200, 5: 80}
"""Games that seek repetition, which four players on small boards seldom reach."""

Chooser = Callable[[NaiveQuixo, list[str]], str]


def any_move(rng: random.Random) -> Chooser:
    return lambda _naive, moves: rng.choice(moves)


def back_and_forth(rng: random.Random) -> Chooser:
    """Everybody mostly pushes a cube across the board and back again, so that positions do repeat."""
    last: dict[int, str] = {}

    def choose(naive: NaiveQuixo, moves: list[str]) -> str:
        back = last.get(naive.seat, "")
        back = f"{back[3:5]}>{back[0:2]}"
        if back in moves and rng.random() < 0.97:
            move = back
        else:
            mine = [m for m in moves if not m.endswith(":B")]
            across = [m for m in mine if abs(ord(m[0]) - ord(m[3])) + abs(ord(m[1]) - ord(m[4])) == naive.size - 1]
            marked = [m for m in across if naive.board[int(m[1]) - 1]["abcde".index(m[0])].mark]
            move = rng.choice(marked or across or moves)
        last[naive.seat] = move
        return move

    return choose


def compare(match: Match, naive: NaiveQuixo, choose: Chooser) -> None:
    """Play one game on both sides and compare everything that shows."""
    while True:
        assert match.over == naive.over
        texts = [match.text(action) for action in match.legal()]
        assert sorted(texts) == sorted(naive.legal())
        board = match.game.view(match._states[0], None)
        assert board["rows"] == naive.rows()
        assert board["dots"] == naive.dots()
        if naive.over:
            break
        assert match.mover == naive.seat
        if match.events and isinstance(match.events[-1], Move):
            told = [remark.values["seat"] for remark in match.events[-1].remarks]
            assert told == [match.game.seat_name(seat) for seat in naive.skipped]
        move = choose(naive, naive.legal())
        match.play(move)
        naive.play(move)
    assert match.winners == naive.winners
    assert match.outcome is not None
    assert match.outcome.reason == naive.reason


def compare_many(size: int, players: int, games: int, choose: Chooser) -> Counter[str]:
    """Compare so many games and count why they ended."""
    game = tesserae.game("quixo", size=size, players=players)
    reasons: Counter[str] = Counter()
    for _ in range(games):
        naive = NaiveQuixo(size, players)
        compare(game.new(), naive, choose)
        reasons[naive.reason] += 1
    return reasons


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_random_games(size: int, players: int, part: int) -> None:
    rng = random.Random(f"{size} {players} {part}")
    reasons = compare_many(size, players, GAMES[size] // 4, any_move(rng))
    assert {"line", "other_line"} <= set(reasons)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_games_that_seek_repetition(size: int, players: int) -> None:
    rng = random.Random(f"{size} {players}")
    reasons = compare_many(size, players, SEEKING[size], back_and_forth(rng))
    assert reasons["repetition"] >= 5


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("repetition", ["third", "off"])
def test_games_with_a_limit_of_moves(size: int, players: int, repetition: str) -> None:
    rng = random.Random(f"{size} {players} {repetition}")
    reasons: Counter[str] = Counter()
    for _ in range(60):
        limit = rng.randint(3, 40)
        naive = NaiveQuixo(size, players, repetition, limit)
        game = tesserae.game("quixo", size=size, players=players, repetition=repetition, ply_limit=limit)
        compare(game.new(), naive, back_and_forth(rng))
        reasons[naive.reason] += 1
    assert reasons["ply_limit"]
    assert repetition == "third" or not reasons["repetition"]


@pytest.mark.parametrize(
    ("size", "counts"),
    [
        (3, [20, 356, 6332, 99648, 1572096, 20919432]),
        (4, [32, 952, 28312]),
        (5, [44, 1836, 76596]),
    ],
)
def test_perft(size: int, counts: list[int]) -> None:
    game = Quixo(QuixoOptions(size=size))  # type: ignore[arg-type]
    assert perft(game, 0) == 1
    assert [perft(game, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("size", "depth"), [(3, 4), (4, 3), (5, 2)])
def test_perft_agrees_with_the_reference(size: int, depth: int) -> None:
    assert perft(Quixo(QuixoOptions(size=size)), depth) == naive_perft(size, depth)  # type: ignore[arg-type]


@pytest.mark.soak
@pytest.mark.parametrize(("size", "depth"), [(3, 5), (4, 4), (5, 3)])
def test_deeper_perft_agrees_with_the_reference(size: int, depth: int) -> None:
    assert perft(Quixo(QuixoOptions(size=size)), depth) == naive_perft(size, depth)  # type: ignore[arg-type]


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_many_more_random_games(size: int, players: int, part: int) -> None:
    rng = random.Random(f"soak {size} {players} {part}")
    reasons = compare_many(size, players, GAMES[size] // 2, any_move(rng))
    assert {"line", "other_line"} <= set(reasons)


def test_perft_of_four_players_agrees_with_the_reference() -> None:
    assert perft(Quixo(QuixoOptions(size=3, players=4)), 3) == naive_perft(3, 3, players=4)
