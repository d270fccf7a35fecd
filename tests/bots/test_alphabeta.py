"""The alpha-beta search against plain minimax without any of its cleverness, and against whole solutions."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from bots.plain_searches import (
    DeepMinimax,
    Minimax,
    Solution,
    Solver,
    Standing,
    TooLong,
    judged,
    position_of,
    tried,
)
from games.quixo.positions import position, quixo
from games.riomino.play import DICE, FACES, LEVELS, riomino
from reference.riomino_naive import NaiveRioMino
from tesserae.bots.alphabeta import (
    ALPHA,
    BEST,
    BETA,
    CONTEMPT,
    COUNT,
    DEPTH,
    FLOOR,
    FRAME_FIELDS,
    MOVE,
    AlphaBeta,
    Found,
    Look,
    MoveByMove,
    Search,
    recall,
    remember,
)
from tesserae.bots.protocol import ALL_NOTICED, Budget, new_generator
from tesserae.bots.registry import player
from tesserae.games.game import Game
from tesserae.kernel import single
from tesserae.kernel.batch import Integers
from tesserae.kernel.compiling import compiled
from tesserae.kernel.judgement import FULL, PLAIN, SURE, WIN, side
from tesserae.kernel.play import Trail
from tesserae.kernel.rules import OVER, States
from trying import after, dealt, legal, legal_texts
from variants import random_match


def looked(standing: Standing, depth: int, seed: int = 0, **settings: Any) -> Search:
    """Search to a depth and no further."""
    search = Search(standing.states, new_generator(seed), standing.trail, deepest=depth, **settings)
    while search.run(10**6):
        pass
    return search


def quixo_standing(game: Game, seed: int, moves: int, liking: float = 0.5) -> Standing | None:
    """Play at random but never to the end, with a liking for moves that can be undone; None if it must end."""
    rng = random.Random(seed)
    states, trail = game.start(), np.zeros(64, np.uint64)
    single.begin(states, trail)
    history = list[bytes]()
    for _ in range(moves):
        onwards = list[tuple[States, Trail]]()
        for action in legal(states):
            child, run = states.copy(), trail.copy()
            single.step(child, action, run)
            if single.mover(child) != OVER:
                onwards.append((child, run))
        undoable = [one for one in onwards if one[0][0].since_neutral]
        choices = undoable if undoable and rng.random() < liking else onwards
        if not choices:
            return None
        history.append(position_of(states))
        states, trail = rng.choice(choices)
    return Standing(states, trail, tuple(history))


def any_board(rng: random.Random, size: int = 3, marks: str = ".XO", players: int = 2) -> States:
    """Scatter marks, without a line, and with four players dots; whoever moves has a cube to take."""
    along = range(size)
    while True:
        rows = ["".join(rng.choice(marks) for _ in along) for _ in along]
        lines = [*rows, *("".join(column) for column in zip(*rows, strict=True))]
        lines += ["".join(rows[i][i] for i in along), "".join(rows[i][-1 - i] for i in along)]
        if {"X" * size, "O" * size} & set(lines):
            continue
        states = position(" ".join(rows), rng.randrange(players), players)
        if players == 4:  # mostly those of a team all point at the same partner
            one, other = (int(marks) * rng.randrange(2) for marks in states[0].marks)
            flipped = 1 << rng.randrange(size * size) & int(states[0].marks.sum())
            states[0].dots = (one | other) ^ flipped
        if legal(states):
            return states


# --- the value ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "players", "depth", "count"),
    [
        (3, 2, 3, 24),
        (3, 4, 2, 16),
        (3, 4, 3, 2),
        (4, 2, 2, 16),
        (4, 4, 2, 4),
        (5, 2, 2, 5),
        (5, 4, 1, 8),
        (5, 2, 1, 20),
    ],
)
def test_quixo_is_worth_what_plain_minimax_says(size: int, players: int, depth: int, count: int) -> None:
    """From the start to boards without a neutral cube."""
    game = quixo(size, players)
    standings = [quixo_standing(game, seed, seed * 40 // count) for seed in range(count)]
    assert sum(one is not None for one in standings) > count // 2
    for seed, standing in enumerate(standings):
        if standing is not None:
            for ahead in range(1, depth + 1):
                found = looked(standing, ahead, seed).found
                assert found.value == Minimax(standing).value(ahead)
                assert found.is_certain or found.depth == ahead


@pytest.mark.parametrize("size", [4, 5])
def test_quixo_three_moves_ahead_where_few_cubes_can_be_taken(size: int) -> None:
    """Boards nearly full of marks, where plain minimax is quick enough."""
    rng, results = random.Random(size), Counter[bool]()
    while sum(results.values()) < 12:
        standing = Standing(any_board(rng, size, "." + "X" * 8 + "O" * 8))
        if len(legal(standing.states)) < 15:
            found = looked(standing, 3).found
            assert found.value == Minimax(standing).value(3)
            results[found.is_certain] += 1
    assert min(results.values()) > 1


@pytest.mark.parametrize("manner", [PLAIN, FULL])
def test_the_manner_is_that_of_the_judgement(manner: int) -> None:
    other = FULL + PLAIN - manner
    values = set()
    for seed in range(8):
        standing = quixo_standing(quixo(4), seed, 9)
        assert standing is not None
        value = looked(standing, 2, manner=manner).found.value
        assert value == Minimax(standing, manner).value(2)
        values.add(value == Minimax(standing, other).value(2))
    assert False in values


def riomino_standings(level: str, count: int, most_moves: int) -> list[Standing]:
    """Take positions of random games, none with more moves than so many."""
    found = list[Standing]()
    for seed in range(200):
        match = random_match(riomino(level), seed, moves=2 + seed % (2 * DICE[level]))
        if not match.over and len(match.legal()) <= most_moves:
            found.append(Standing(match.states, match.trail))
    assert len(found) >= count
    return found[:count]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("depth", "count", "most_moves"), [(1, 12, 60), (2, 6, 16), (3, 4, 8)])
def test_riomino_is_worth_what_plain_minimax_says(level: str, depth: int, count: int, most_moves: int) -> None:
    for standing in riomino_standings(level, count, most_moves):
        assert looked(standing, depth).found.value == Minimax(standing).value(depth)


@pytest.mark.parametrize(("size", "depth"), [(3, 4), (4, 3)])
def test_many_ways_to_the_same_board_lead_to_the_right_value(size: int, depth: int) -> None:
    """Where boards are reached in many ways, with different windows; some come again with less to look at."""
    minimax, rng = DeepMinimax(), random.Random(size)
    boards = [quixo(size).start(), *(any_board(rng, size, "." * 8 + "XO" * marks) for marks in (1, 1, 2, 3))]
    for seed, states in enumerate(boards):
        states[0].third_repetition_draws = 0
        for ahead in range(1, depth + 1):
            assert looked(Standing(states), ahead, seed).found.value == minimax.value(states, ahead)


@pytest.mark.parametrize("level", LEVELS)
def test_riomino_five_moves_ahead(level: str) -> None:
    minimax = DeepMinimax()
    for seed, standing in enumerate(riomino_standings(level, 4, 9)):
        for ahead in range(1, 6):
            found = looked(standing, ahead, seed).found
            assert found.value == minimax.value(standing.states, ahead)


def test_partners_who_move_one_after_the_other_are_one_side() -> None:
    """With four players somebody may have no cube to take; then one side moves twice."""
    rng, twice = random.Random(6), 0
    for number in range(60):
        states = any_board(rng, 3 + number % 2, "XO", players=4)
        children = [after(states, action) for action in legal(states)]
        twice += any(
            single.mover(child) >= 0 and (single.mover(child) ^ states[0].seat) % 2 == 0 for child in children
        )
        for ahead in (1, 2, 3, 4)[: 4 if len(children) < 11 else 2]:
            standing = Standing(states)
            assert looked(standing, ahead).found.value == Minimax(standing).value(ahead)
    assert twice > 10


# --- the table ------------------------------------------------------------------------------------------------


@compiled
def remember_in(table: Trail, key: np.uint64, frame: Integers, level: int) -> None:
    remember(table, key, frame, level)


@compiled
def recall_from(table: Trail, key: np.uint64, frame: Integers, level: int) -> int:
    return recall(table, key, frame, level)


def framed(low: int, high: int, depth: int, best: int = -(1 << 30), move: int = 0) -> Integers:
    frame = np.zeros(FRAME_FIELDS, np.int64)
    frame[[ALPHA, FLOOR, BETA, DEPTH, BEST, MOVE, COUNT]] = low, low, high, depth, best, move, 1
    return frame


def test_what_is_remembered_settles_only_what_it_can() -> None:
    """A value inside its window is exact; above or below, it is a bound, and says nothing about other windows."""
    rng, settled = random.Random(3), Counter[str]()
    for _ in range(3000):
        table, key = np.zeros(1 << 6, np.uint64), np.uint64(rng.getrandbits(64))
        best, depth, move, level = (
            rng.randint(-30, 30),
            rng.randint(1, 60),
            rng.randrange(1 << 20),
            rng.randint(1, 9),
        )
        low, high = sorted(rng.sample(range(-30, 31), 2))
        is_won = rng.random() < 0.3
        if is_won:  # in so many moves from the root
            best = rng.choice([-1, 1]) * (WIN - level - rng.randint(1, 9))
        remember_in(table, key, framed(low, high, depth, best, move), level)
        low_now, high_now = sorted(rng.sample(range(-30, 31), 2))
        asked, level_now = framed(low_now, high_now, max(1, depth + rng.randint(-3, 3))), rng.randint(1, 9)
        assert recall_from(table, key, asked, level_now) == move
        value = best - int(np.sign(best)) * (level_now - level) if is_won else best
        kind = "at least" if best >= high else "at most" if best <= low else "exact"
        fits = {"at least": value >= high_now, "at most": value <= low_now, "exact": True}[kind]
        if fits and (is_won or depth >= asked[DEPTH]):
            assert (asked[BEST], asked[COUNT]) == (value, 0)
            settled[kind] += 1
        else:
            assert asked[COUNT] == 1
            settled["nothing"] += 1
        assert recall_from(table, key ^ np.uint64(1 << 40), asked, 1) == -1
    assert min(settled[kind] for kind in ("at least", "at most", "exact", "nothing")) > 100


# --- repetition -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "players", "depth"), [(3, 2, 3), (4, 2, 2), (5, 2, 1), (3, 4, 2)])
def test_coming_back_to_a_position_is_a_draw(size: int, players: int, depth: int) -> None:
    """Positions in the middle of a run that can be undone: the trail has what was before."""
    repetitions, drawn, forgetful = 0, Counter[int](), 0
    for seed in range(250):
        standing = quixo_standing(quixo(size, players), seed, 10 + seed % 22, liking=0.95)
        if standing is None or standing.states[0].since_neutral < 3:
            continue
        minimax = Minimax(standing)
        for ahead in range(1, depth + 1):
            value = minimax.value(ahead)
            assert looked(standing, ahead, seed).found.value == value
            drawn[value] += 1
            forgetful += looked(Standing(standing.states), ahead, seed).found.value != value
        repetitions += minimax.repetitions
        if sum(drawn.values()) >= 90:
            break
    assert repetitions > 20
    if (size, players) == (3, 2):
        assert drawn[-CONTEMPT] > 2
        assert forgetful > 2  # without the trail it is another value


def test_who_is_losing_comes_back_to_a_position_and_who_is_winning_does_not() -> None:
    chosen = Counter[str]()
    for seed in range(400):
        standing = quixo_standing(quixo(3), seed, 10 + seed % 22, liking=0.95)
        if standing is None or standing.states[0].since_neutral < 3:
            continue
        values = Minimax(standing).values(2)
        if len(set(values.values())) == 1 or -CONTEMPT not in values.values():
            continue
        best = max(values.values())
        action = AlphaBeta(2).choose(
            standing.states, 0, new_generator(seed), Budget(iterations=10**6), standing.trail
        )
        assert values[action] == best
        chosen["draws" if best == -CONTEMPT else "plays on"] += 1
    assert min(chosen["draws"], chosen["plays on"]) > 5


# --- won and lost in so many moves ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def solution() -> Solution:
    return Solution(16)


def test_the_first_player_of_3x3_wins_with_the_seventh_move(solution: Solution) -> None:
    """As published; and at every move of the line that is found."""
    states = quixo(3).start()
    assert not looked(Standing(states), 6).found.is_certain
    for move in range(7):
        left = 7 - move
        found = looked(Standing(states), left).found
        assert found.value == (WIN - left if move % 2 == 0 else left - WIN) == solution.value(states)
        assert (found.is_certain, found.depth) == (True, left)
        single.apply(states, found.line[0])
    assert single.winners(states) == 1


def test_every_board_of_3x3_is_won_and_lost_when_the_solution_says(solution: Solution) -> None:
    rng, seen = random.Random(1), Counter[int]()
    for _ in range(1200):
        states, depth = any_board(rng), rng.randint(1, 9)
        search = looked(Standing(states), depth)
        exact = solution.value(states)
        if abs(solution.value(states, depth)) > SURE:
            assert search.found.value == exact
            assert search.is_settled
            seen[WIN - exact if exact > 0 else -WIN - exact] += 1
        else:
            assert abs(search.found.value) < SURE or search.found.value == exact
    assert {1, 3, 5, -2, -4, -6} <= set(seen)
    assert seen[7] or seen[-1]  # whoever must complete the other's line loses with his own move


def test_a_limit_of_moves_is_a_draw(solution: Solution) -> None:
    rng, seen = random.Random(2), Counter[bool]()
    for _ in range(400):
        states, left = any_board(rng), rng.randint(1, 7)
        states[0].ply, states[0].ply_limit, states[0].third_repetition_draws = 100, 100 + left, 0
        found = looked(Standing(states), left + 1).found
        value = solution.value(states, left)
        assert found.value == value if value else abs(found.value) == CONTEMPT
        seen[value != solution.value(states)] += 1
    assert min(seen.values()) > 10


# --- endgames of RioMino --------------------------------------------------------------------------------------


def room_left(naive: NaiveRioMino) -> int:
    """Count the empty places of the field, or of the 5x5 square."""
    return (25 if naive.level == "wizard" else len(naive.field)) - len(naive.dice)


def random_course(level: str, rng: random.Random) -> list[tuple[NaiveRioMino, States]]:
    """Play a game at random, and give all its positions, the last ones first."""
    game = riomino(level)
    first, second = ([rng.choice(FACES) for _ in range(DICE[level])] for _ in range(2))
    start = rng.choice(FACES)
    naive = NaiveRioMino(level, (first, second), start)
    states = dealt(game, f"{' '.join(first)} / {' '.join(second)} / {start}")
    course = list[tuple[NaiveRioMino, States]]()
    while not naive.over:
        course.append((naive, states))
        move = rng.choice(naive.legal())
        naive, states = tried(naive, move), after(states, legal_texts(game, states)[move])
    return course[::-1]


@pytest.mark.parametrize("level", LEVELS)
def test_endgames_of_riomino_are_exact(level: str) -> None:
    """As far back from the end of random games as a solver without cleverness gets."""
    rng, results, depths = random.Random(level), Counter[bool](), Counter[int]()
    for _ in range(10):
        solver = Solver(500)
        for naive, states in random_course(level, rng):
            try:
                wins = solver.wins(naive)
            except TooLong:
                break
            search = looked(Standing(states), 60)
            assert search.is_settled
            assert search.found.is_certain
            assert search.found.depth <= room_left(naive)
            assert (search.found.value > 0) == wins
            assert (WIN - abs(search.found.value)) % 2 == wins
            results[wins] += 1
            depths[WIN - abs(search.found.value)] += 1
    assert min(results[True], results[False]) >= 5
    assert len(depths) >= 3


# --- pieces and seeds -----------------------------------------------------------------------------------------


def starts() -> list[Standing]:
    late = quixo_standing(quixo(4), 5, 25, liking=0.9)
    early = quixo_standing(quixo(5, 4), 3, 6)
    assert late is not None
    assert early is not None
    return [Standing(quixo(5).start()), late, early, *riomino_standings("wizard", 2, 60)]


@pytest.mark.parametrize("settings", [{}, {"attention": 600}])
@pytest.mark.parametrize("number", range(5))
def test_nothing_depends_on_how_the_work_is_cut_into_pieces(number: int, settings: dict[str, Any]) -> None:
    states, trail, _ = starts()[number]
    for total in (1, 2, 5, 40, 333, 2000):
        results = set()
        for piece in (1, 7, 10**6):
            search, left = Search(states, new_generator(8), trail, **settings), total
            while left and (done := search.run(min(piece, left))):
                assert 0 < done <= piece
                left -= done
            results.add((search.found, search.best, search.is_settled))
        assert len(results) == 1


def test_the_same_generator_gives_the_same_move_and_another_may_not() -> None:
    for states, trail, _ in starts():
        for bot in (AlphaBeta(), AlphaBeta(1, attention=500)):
            chosen = [
                [bot.choose(states, 0, new_generator(seed), Budget(iterations=300), trail) for _ in range(2)]
                for seed in range(12)
            ]
            assert all(one == other for one, other in chosen)
    assert len({one for one, _ in chosen}) > 1


def test_equal_moves_are_equally_likely() -> None:
    standing = Standing(quixo(5).start())
    values = Minimax(standing).values(1)
    best = {action for action, value in values.items() if value == max(values.values())}
    assert len(best) == 32  # to a corner, which is on three lines
    counts = Counter(
        AlphaBeta(1).choose(standing.states, 0, new_generator(seed), Budget(iterations=100)) for seed in range(640)
    )
    assert set(counts) == best
    assert max(counts.values()) < 45


# --- move by move ---------------------------------------------------------------------------------------------


def valued(standing: Standing, depth: int) -> MoveByMove:
    """Look at every move so far ahead."""
    search = MoveByMove(standing.states, new_generator(1), standing.trail)
    while not (search.found and all(one.depth >= depth or one.is_certain for one in search.found.values())):
        if not search.run(1):
            break
    assert all(one.depth >= depth or one.is_certain for one in search.found.values())
    return search


def standings() -> list[Standing]:
    found = [
        quixo_standing(quixo(size), seed, 18, liking)
        for size, seed, liking in [(3, 2, 0.9), (3, 5, 0.9), (4, 1, 0.9)]
    ]
    return [one for one in found if one is not None] + riomino_standings("junior", 3, 10)


@pytest.mark.parametrize("number", range(6))
def test_every_move_is_worth_what_plain_minimax_says(number: int) -> None:
    standing = standings()[number]
    for depth in (1, 2, 3)[: 3 if len(legal(standing.states)) < 15 else 2]:
        search = valued(standing, depth)
        values = {action: found.value for action, found in search.found.items()}
        assert values == Minimax(standing, contempt=0).values(depth)
        assert max(values.values()) == looked(standing, depth, contempt=0).found.value
        assert search.values() == search.found


@pytest.mark.parametrize("level", LEVELS)
def test_every_move_is_worth_what_deep_minimax_says(level: str) -> None:
    """The moves share one table, though each is looked at with a window of its own; no position comes twice."""
    minimax = DeepMinimax()
    for states, _, _ in riomino_standings(level, 3, 8):
        for depth in range(2, 5):
            values = {action: found.value for action, found in valued(Standing(states), depth).found.items()}
            assert values == {action: minimax.move(states, action, depth) for action in legal(states)}


def test_moves_that_come_back_are_worth_a_draw() -> None:
    """Whoever wastes a move may find himself where he was."""
    rng, repetitions = random.Random(8), 0
    for _ in range(60):
        standing = Standing(any_board(rng, 3, ".XXXOOO"))
        minimax = Minimax(standing, contempt=0)
        search = valued(standing, 2)
        assert {action: found.value for action, found in search.found.items()} == minimax.values(2)
        repetitions += minimax.repetitions
    assert repetitions > 20


def test_certain_moves_are_not_looked_at_again_and_the_others_are() -> None:
    rng, mixed = random.Random(3), 0
    for _ in range(60):
        search = MoveByMove(any_board(rng), new_generator(1), None)
        settled: dict[int, Found] = {}
        for _ in range(100):
            if not search.run(50):
                break
            for action, found in search.values().items():
                assert action not in settled or settled[action] == found
                if found.is_certain:
                    settled[action] = found
        depths = {found.depth for found in search.found.values()}
        mixed += len(depths) > 1
        if len(settled) == len(search.found):
            assert search.run(10**6) == 0
    assert mixed > 10


def test_all_moves_of_3x3_are_exact_in_the_end(solution: Solution) -> None:
    rng, seen = random.Random(4), 0
    for _ in range(100):
        states = any_board(rng)
        states[0].third_repetition_draws = 0
        search = valued(Standing(states), 9)
        assert set(search.found) == set(legal(states))
        for action, found in search.found.items():
            child = after(states, action)
            if single.mover(child) == OVER:
                value = WIN - 1 if single.winners(child) >> single.mover(states) & 1 else 1 - WIN
            else:
                later = -solution.value(child)
                value = later - int(np.sign(later))
            assert found.value == value if value else not found.is_certain
            seen += value != 0
    assert seen > 300


def check_line(standing: Standing, found: Found, first: int | None = None) -> bool:
    """See that a line is legal, and where it is whole that it leads to what is said; returns whether it is."""
    states, mover = standing.states.copy(), int(single.mover(standing.states))
    assert found.line
    assert first in (None, found.line[0])
    assert len(found.line) <= max(found.depth, WIN - abs(found.value))
    last_mover = mover
    for action in found.line:
        last_mover = int(single.mover(states))
        assert single.is_legal(states, action)
        single.apply(states, action)
    if found.is_certain:
        is_whole = len(found.line) == WIN - abs(found.value)
        assert is_whole == (single.mover(states) == OVER)
        assert not is_whole or (single.winners(states) >> mover & 1) == (found.value > 0)
        return is_whole
    is_whole = len(found.line) == found.depth and found.value not in (0, CONTEMPT, -CONTEMPT)
    if is_whole:
        value = judged(states.tobytes(), states.dtype, last_mover, FULL)
        same = int(side(states[0], last_mover)) == int(side(states[0], mover))
        assert found.value == (value if same else -value)
    return is_whole


def test_lines_are_legal_and_lead_where_they_say() -> None:
    whole = 0
    for number, standing in enumerate([*starts(), *standings()]):
        for depth in range(1, 5):
            whole += check_line(standing, looked(standing, depth, number).found)
        for action, found in valued(standing, 2).found.items():
            whole += check_line(standing, found, action)
    assert whole > 200


# --- attention ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("attention", [0, 1, 250, 999, 1000])
@pytest.mark.parametrize("deepest", [1, 3])
def test_whoever_overlooks_much_still_makes_a_legal_move(attention: int, deepest: int) -> None:
    bot = AlphaBeta(deepest, attention=attention)
    for seed in range(8):
        for game in (quixo(3), quixo(5, 4), riomino("starter"), riomino("wizard")):
            match = random_match(game, seed, moves=3 * seed)
            if not match.over and match.mover is not None:
                budget = Budget(iterations=1 + 50 * seed)
                assert (
                    bot.choose(match.states, match.mover, new_generator(seed), budget, match.trail)
                    in match.legal()
                )


def test_so_many_moves_of_a_thousand_are_noticed() -> None:
    states = quixo(5).start()
    single.apply(states, 3)
    total = len(legal(states))
    for attention in (0, 200, 500, 950, ALL_NOTICED):
        counts = []
        for seed in range(300):
            look = Look(states, new_generator(seed), None, deepest=1, attention=attention)
            look.begin(1)
            look.advance(1)
            counts.append(int(look.frames[0, COUNT]))
        expected = max(1.0, total * attention / ALL_NOTICED)
        assert sum(counts) / len(counts) == pytest.approx(expected, rel=0.05)
        assert attention not in (0, ALL_NOTICED) or len(set(counts)) == 1
        assert attention in (0, ALL_NOTICED) or len(set(counts)) > 3


def wins_at_once(states: States, action: int) -> bool:
    return bool(single.winners(after(states, action)) >> single.mover(states) & 1)


def wins_in_one(game: Game, count: int) -> list[tuple[Standing, set[int]]]:
    """Take back the last move of random games: positions in which some moves win at once, but not all."""
    found, seed = list[tuple[Standing, set[int]]](), 0
    while len(found) < count:
        seed += 1
        match = random_match(game, seed)
        match.undo()
        winning = {action for action in match.legal() if wins_at_once(match.states, action)}
        if 0 < 2 * len(winning) <= len(match.legal()):
            found.append((Standing(match.states, match.trail), winning))
    return found


@pytest.mark.parametrize("game", [quixo(5), quixo(4, 4), riomino("master")], ids=repr)
def test_a_beginner_overlooks_a_win_at_times_and_an_expert_never(game: Game) -> None:
    missed = Counter[str]()
    for seed, (standing, winning) in enumerate(wins_in_one(game, 60)):
        seat = int(single.mover(standing.states))
        for name in ("beginner", "expert", "master"):
            bot, budget = player(name, game), Budget(iterations=400)
            missed[name] += (
                bot.choose(standing.states, seat, new_generator(seed), budget, standing.trail) not in winning
            )
    assert 3 <= missed["beginner"] <= 50
    assert missed["expert"] == missed["master"] == 0


def test_what_is_overlooked_differs_from_game_to_game() -> None:
    """Always or never in one search, but another seed overlooks other moves."""
    ((standing, winning), *_) = wins_in_one(quixo(5), 1)
    bot = AlphaBeta(1, attention=500)
    chosen = [bot.choose(standing.states, 0, new_generator(seed), Budget(iterations=400)) for seed in range(60)]
    assert 5 < sum(action in winning for action in chosen) < 60
