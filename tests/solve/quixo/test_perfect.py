"""Perfect play: every win is brought home, no draw is lost, and nobody walks in circles."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tesserae.bots import Budget, new_generator, player
from tesserae.games import make_game
from tesserae.games.quixo.board import has_line
from tesserae.kernel import single
from tesserae.kernel.rules import States
from tesserae.match import Match
from tesserae.solve.quixo.perfect import Judged, judge, perfect_moves
from tesserae.solve.quixo.position import read_position, write_position
from tesserae.solve.quixo.solving import Wish, solve
from tesserae.solve.quixo.tables import Tables, Value, open_tables

LONGEST = 400
"""More plies than any game of these tests takes."""
Reply = Callable[[States], int]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """Tables of 3x3 and 4x4, made on first use."""
    return open_tables(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """Tables of 5x5 with at most one neutral cube."""
    root = tmp_path_factory.mktemp("large")
    make(root, 1, distances_up_to=1)
    return open_tables(root)


def make(root: Path, blanks: int, distances_up_to: int = -1) -> None:
    """Solve 5x5 with at most so many neutral cubes."""
    wish = Wish(5, blanks, root, threads=2, distances_up_to=distances_up_to)
    solve(wish, lambda _progress: None, lambda *_: None)


def known(tables: Tables, states: States) -> Judged:
    judged = judge(tables, states)
    assert judged is not None
    return judged


def random_board(rng: random.Random, size: int, blanks: int) -> States:
    """A board without lines, whoever may have come there."""
    while True:
        cells = [*"." * blanks, *(rng.choice("XO") for _ in range(size * size - blanks))]
        rng.shuffle(cells)
        text = "".join(cells)
        states = read_position("/".join(text[row * size : (row + 1) * size] for row in range(size)))
        if not any(has_line(int(plane), size) for plane in states[0].marks):
            return states


def best_defence(tables: Tables) -> Reply:
    """Lose as slowly as the tables know, and otherwise do anything that keeps the value."""

    def reply(states: States) -> int:
        judged = known(tables, states)
        return max(judged.best, key=lambda move: (move.plies is not None, move.plies or 0)).action

    return reply


def bot(name: str, iterations: int) -> Reply:
    chooser, generator = player(name, make_game("quixo", {})), new_generator(1)
    return lambda states: chooser.choose(
        states, int(single.mover(states)), generator, Budget(iterations=iterations)
    )


def bring_home(tables: Tables, states: States, reply: Reply) -> int:
    """Play perfectly against somebody; gives the number of plies. Every value on the way is kept."""
    value, seat = known(tables, states).value, int(single.mover(states))
    for ply in range(LONGEST):
        mover = int(single.mover(states))
        if mover < 0:
            wanted = {Value.WIN: (1 << seat,), Value.DRAW: (0, 1 << seat)}
            assert int(single.winners(states)) in wanted[value], write_position(states)
            return ply
        judged = known(tables, states)
        if mover == seat:
            assert judged.value >= value
            single.apply(states, perfect_moves(judged)[0])
        else:
            single.apply(states, reply(states))
    assert value == Value.DRAW, f"{write_position(states)} walks in circles"
    return LONGEST


@pytest.mark.parametrize(("size", "plies"), [(3, 7), (4, 21)])
def test_the_first_player_wins_small_boards_as_fast_as_can_be(small: Tables, size: int, plies: int) -> None:
    start = make_game("quixo", {"size": size}).start()
    judged = known(small, start)
    assert (judged.value, judged.plies) == (Value.WIN, plies)
    assert bring_home(small, start, best_defence(small)) == plies


@pytest.mark.parametrize("name", ["random", "lookahead-1", "lookahead-3", "expert"])
def test_the_first_player_never_loses_4x4(small: Tables, name: str) -> None:
    for _ in range(3):
        assert bring_home(small, make_game("quixo", {"size": 4}).start(), bot(name, 2000)) <= 21


@pytest.mark.parametrize(
    ("board", "value", "plies"),
    [
        ("XOOO/OOXO/OXXO/OOOX", Value.LOSS, 1),
        ("..OX/..../XOO./....", Value.LOSS, 22),
        (".XX./O.OX/OXXX/OXXO", Value.DRAW, None),
    ],
)
def test_positions_of_the_paper(small: Tables, board: str, value: Value, plies: int | None) -> None:
    judged = known(small, read_position(board))
    assert (judged.value, judged.plies) == (value, plies)


@pytest.mark.parametrize("blanks", [0, 1])
@pytest.mark.parametrize("name", ["random", "lookahead-1", "best defence"])
def test_wins_are_brought_home_and_draws_kept(large: Tables, blanks: int, name: str) -> None:
    rng, reply = random.Random(blanks), best_defence(large) if name == "best defence" else bot(name, 300)
    values = set()
    for _ in range(60):
        states = random_board(rng, 5, blanks)
        judged = known(large, states)
        if judged.value != Value.LOSS:
            values.add(judged.value)
            bring_home(large, states, reply)
    assert Value.WIN in values


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "iterations"), [("random", 1), ("lookahead-1", 1000), ("master-without-tables", 100_000)]
)
def test_wins_are_brought_home_and_draws_kept_up_to_three_neutral_cubes(
    tmp_path: Path, name: str, iterations: int
) -> None:
    make(tmp_path, 3, distances_up_to=3)
    tables, rng = open_tables(tmp_path), random.Random(11)
    for number in range(400):
        states = random_board(rng, 5, number % 4)
        if known(tables, states).value != Value.LOSS:
            bring_home(tables, states, bot(name, iterations))


def test_wins_that_are_far_away_are_brought_home(large: Tables) -> None:
    rng, longest = random.Random(7), 0
    for _ in range(3000):
        states = random_board(rng, 5, 0)
        own, other = (int(plane) for plane in states[0].marks)
        plies = large.distance(own, other, 5)
        if plies is None or large.value(own, other, 5) != Value.WIN:
            continue
        longest = max(longest, plies)
        assert bring_home(large, states, best_defence(large)) <= plies
    assert longest > 20


def test_the_way_is_found_by_the_values_alone_where_no_distances_are_stored(tmp_path: Path) -> None:
    make(tmp_path, 0)
    tables, rng = open_tables(tmp_path), random.Random(3)
    for _ in range(40):
        states = random_board(rng, 5, 0)
        if known(tables, states).value == Value.WIN:
            bring_home(tables, states, bot("lookahead-1", 300))


def test_boards_are_read_and_written(small: Tables) -> None:
    for text in ("XX..O/...../...../...../.....", "xo-/___/O.X", "XOOO/OOXO/OXXO/OOOX"):
        states = read_position(text)
        assert write_position(states) == text.upper().replace("-", ".").replace("_", ".")
    assert write_position(read_position("XX..O/")) == "XX..O/...../...../...../....."


@pytest.mark.parametrize(
    "text", ["", "X", "XX/OO", "XXX/OOO", "XXX/OOO/XX", "XXXXXX/" * 6, "XXA/OOO/...", "XXX/OOO/.../..."]
)
def test_what_is_no_board_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no board|is no cube"):
        read_position(text)


def test_a_limit_of_moves_is_nothing_the_tables_know(small: Tables) -> None:
    assert judge(small, make_game("quixo", {"size": 3, "ply_limit": 5}).start()) is None


def test_a_won_game_is_not_given_away_by_repetition(small: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was repeated before the perfect player came, he wins."""
    monkeypatch.setenv("TESSERAE_DATA_DIR", str(small.root))
    game = make_game("quixo", {"size": 3})
    perfect, rng = player("perfect", game), random.Random(1)
    for seed in range(20):
        match, generator = Match(game, seed), new_generator(seed)
        for _ in range(rng.randrange(6)):
            if not match.over:
                match.play(rng.choice(match.legal()))
        seat = match.mover
        if seat is None:
            continue
        judged = known(small, match.masked(seat))
        while (mover := match.mover) is not None:
            masked = match.masked(mover)
            own = perfect.choose(masked, mover, generator, Budget(iterations=100), match.trail)
            match.play(own if mover == seat else rng.choice(match.legal()))
        if judged.value == Value.WIN:
            assert match.winners == (seat,)
