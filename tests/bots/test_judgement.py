"""What searches ask of a game: judgements, sides, outlooks, and positions that are alike."""

import random
from collections import defaultdict
from itertools import pairwise

import numpy as np
import pytest

from games.quixo.positions import position, quixo
from games.riomino.play import LEVELS, riomino
from judging import judge, outlook
from tesserae.games import make_game
from tesserae.games.game import Game
from tesserae.games.quixo.judgement import SYMMETRIC_MARKS
from tesserae.games.riomino.dice import FACE_COUNT
from tesserae.kernel import judgement, single
from tesserae.kernel.compiling import compiled
from tesserae.kernel.judgement import CERTAIN, FULL, PLAIN, SURE
from tesserae.kernel.rules import OVER, States
from tesserae.match import Match
from trying import after, legal
from variants import random_match, random_play


@compiled
def likeness(states: States) -> np.uint64:
    return judgement.likeness(states[0])


def test_positions_that_never_recur_are_told_apart_by_all_they_hold() -> None:
    """The toy has no words for what makes up a position: a search must not take one for another all the same."""
    seen = {int(likeness(random_match(make_game("highcard", {}), 1, moves=moves).states)) for moves in range(6)}
    assert len(seen) == 6


# --- Quixo ---------------------------------------------------------------------------------------------------


def scattered(rng: random.Random, size: int, marks: int) -> list[str]:
    """Rows of a board with so many marks anywhere, top row first."""
    cells = [*(rng.choice("XO") for _ in range(marks)), *"." * (size * size - marks)]
    rng.shuffle(cells)
    return ["".join(cells[row * size : (row + 1) * size]) for row in range(size)]


def images(rows: list[str]) -> list[list[str]]:
    """Turn a board four times, each time as it is and in a mirror."""
    found = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        found += [rows, [row[::-1] for row in rows]]
    return found


def key_of(rows: list[str], seat: int = 0, players: int = 2) -> int:
    return int(likeness(position(" ".join(rows), seat, players)))


@pytest.mark.parametrize("size", [3, 4, 5])
def test_images_of_a_board_with_few_marks_are_alike(size: int) -> None:
    rng = random.Random(size)
    for _ in range(200):
        rows = scattered(rng, size, rng.randint(0, SYMMETRIC_MARKS))
        for seat in range(2):
            assert len({key_of(image, seat) for image in images(rows)}) == 1


@pytest.mark.parametrize("size", [3, 4, 5])
def test_other_boards_are_not_alike(size: int) -> None:
    """Thousands of boards, few marks and many: only images of each other, with the same mover, share a key."""
    rng = random.Random(10 + size)
    boards = defaultdict(set)
    for _ in range(4000):
        rows, seat = scattered(rng, size, rng.randint(0, size * size)), rng.randrange(2)
        is_few = sum(row.count(".") for row in rows) >= size * size - SYMMETRIC_MARKS
        same = min(map(tuple, images(rows))) if is_few else tuple(rows)
        boards[key_of(rows, seat)].add((same, seat))
    assert all(len(alike) == 1 for alike in boards.values())
    assert len(boards) > (1000 if size == 3 else 3000)


def test_four_players_have_dots_that_make_a_difference() -> None:
    rows = "X.... ..... ....O ..... ....."
    keys = {int(likeness(position(rows, seat, 4, partner=dots))) for seat in range(4) for dots in ("", "a5", "e3")}
    assert len(keys) == 12
    assert len({key_of(image, players=4) for image in images(rows.split())}) == 8


def test_alike_boards_have_alike_moves() -> None:
    """What can follow is the same too, so whatever is known about one holds for the other."""
    rng = random.Random(4)
    for _ in range(30):
        rows = scattered(rng, 5, rng.randint(0, SYMMETRIC_MARKS - 1))
        one, *others = (position(" ".join(image)) for image in images(rows))
        following = sorted(int(likeness(after(one, action))) for action in legal(one))
        for other in others:
            assert sorted(int(likeness(after(other, action))) for action in legal(other)) == following


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_good_for_one_side_is_bad_for_the_other(players: int) -> None:
    """The plain count; the full one knows besides who is behind in the opening."""
    rng = random.Random(players)
    for _ in range(100):
        states = position(" ".join(scattered(rng, 5, rng.randint(0, 25))), players=players)
        judged = [judge(states, seat, PLAIN) for seat in range(players)]
        assert judged[0] == -judged[1]
        assert judged == judged[:2] * (players // 2)


def test_a_longer_line_counts_more() -> None:
    rows = [f"..... ..... {'X' * marks:.<5} ..... ....." for marks in range(1, 5)]
    judged = [[judge(position(row), 0, manner) for row in rows] for manner in (PLAIN, FULL)]
    for values in judged:
        assert all(low < high for low, high in pairwise(values))


def test_who_is_behind_in_the_opening_is_worse_off() -> None:
    """With as many marks it is even; whoever has fewer when the other is to move is far behind."""
    even, behind = "X.... ..... ..... ..... ....O", "X.... ..... ..... ..... O...O"
    assert judge(position(even), 0, FULL) == 0
    assert judge(position(behind), 0, FULL) < judge(position(behind), 0, PLAIN) - 100
    assert judge(position(behind), 1, FULL) < 100


# --- RioMino -------------------------------------------------------------------------------------------------

MOST_POSITIONS = 1500


def below_it(states: States) -> dict[bytes, States] | None:
    """Collect all positions that can come of one, itself included; None if they are too many."""
    found, new = {states.tobytes(): states}, [states]
    while new:
        one = new.pop()
        for action in legal(one):
            child = after(one, action)
            if child.tobytes() not in found:
                found[child.tobytes()] = child
                new.append(child)
                if len(found) > MOST_POSITIONS:
                    return None
    return found


def solved(states: States, known: dict[bytes, int]) -> int:
    """How many moves until the mover wins, or minus how many until he loses; nothing is known but the rules."""
    key = states.tobytes()
    if key not in known:
        results = []
        for action in legal(states):
            child = after(states, action)
            if single.mover(child) == OVER:
                results.append(1)
            else:
                value = solved(child, known)
                results.append(1 - value if value < 0 else -1 - value)
        wins = [value for value in results if value > 0]
        known[key] = min(wins) if wins else min(results)
    return known[key]


def late_positions(level: str, seed: int, count: int) -> list[dict[bytes, States]]:
    """Play games at random, and from each take the first position that has few enough after it."""
    found: list[dict[bytes, States]] = []
    while len(found) < count:
        seed += 1
        match = Match(riomino(level), seed)
        for _ in random_play(match, random.Random(seed)):
            following = None if match.over or len(match.legal()) > 12 else below_it(match.states)
            if following is not None:
                if len(following) > 60:
                    found.append(following)
                break
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_alike_positions_have_the_same_prospects(level: str) -> None:
    """In whole endgames, positions with the same key have the same moves, which lead to alike positions again."""
    several = 0
    for following in late_positions(level, 100, 3):
        known: dict[bytes, int] = {}
        groups = defaultdict(list)
        for states in following.values():
            if single.mover(states) != OVER:
                groups[int(likeness(states))].append(states)
        for first, *others in groups.values():
            several += len(others)
            for other in others:
                assert legal(other) == legal(first)
                assert other[0].dice.tolist() == first[0].dice.tolist()
                assert solved(other, known) == solved(first, known)
                for action in legal(first):
                    assert int(likeness(after(other, action))) == int(likeness(after(first, action)))
    assert several > 20


@pytest.mark.parametrize("level", LEVELS)
def test_other_dice_or_neighbours_make_a_difference(level: str) -> None:
    rng = random.Random(level)
    for seed in range(60):
        match = random_match(riomino(level), seed, moves=1 + seed % 8)
        if match.over:
            continue
        states = match.states
        keys = [int(likeness(states))]
        for seat in range(2):
            faces = [face for face in range(FACE_COUNT) if states[0].dice[seat, face]]
            if faces:
                fewer, turned = states.copy(), states.copy()
                face = rng.choice(faces)
                fewer[0].dice[seat, face] -= 1
                turned[0].dice[seat, face] -= 1
                turned[0].dice[seat, (face + rng.randint(1, FACE_COUNT - 1)) % FACE_COUNT] += 1
                keys += [int(likeness(fewer)), int(likeness(turned))]
        other = states.copy()
        other[0].seat ^= 1
        keys.append(int(likeness(other)))
        assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("level", LEVELS)
def test_positions_with_other_moves_are_not_alike(level: str) -> None:
    """Thousands of positions of random games: who may do different things has a different key."""
    moves = defaultdict(set)
    for seed in range(150):
        match = Match(riomino(level), seed)
        for _ in random_play(match, random.Random(seed)):
            if not match.over:
                moves[int(likeness(match.states))].add((match.mover, tuple(match.legal())))
    assert len(moves) > 500
    assert all(len(different) == 1 for different in moves.values())


def test_replies_are_counted() -> None:
    """Plain: what the other can do; full: what he can do less than oneself."""
    for seed in range(40):
        match = random_match(riomino("board"), seed, moves=3 + seed % 10)
        if match.over or match.mover is None:
            continue
        states, mover = match.states, match.mover
        turned = states.copy()
        turned[0].seat = 1 - mover
        mine, theirs = len(match.legal()), len(legal(turned))
        assert judge(states, 1 - mover, PLAIN) == -mine
        assert judge(states, 1 - mover, FULL) == theirs - mine
        assert judge(states, mover, FULL) == mine - theirs


# --- every game ----------------------------------------------------------------------------------------------


def test_judgements_and_outlooks_keep_within_their_bounds(any_game: Game) -> None:
    match = Match(any_game, 5)
    for _ in random_play(match, random.Random(5), moves=150):
        for seat in range(any_game.players):
            assert all(-SURE < judge(match.states, seat, manner) < SURE for manner in (PLAIN, FULL))
            assert 0 <= outlook(match.states, seat) <= CERTAIN


def test_in_the_end_winners_have_the_best_outlook(any_game: Game) -> None:
    for seed in range(5):
        match = random_match(any_game, seed, moves=3000)
        outlooks = [outlook(match.states, seat) for seat in range(any_game.players)]
        if match.over and any_game.players > 1:
            for seat in match.winners:
                assert outlooks[seat] == max(outlooks)
                assert all(
                    outlooks[seat] > outlooks[other] for other in set(range(any_game.players)) - set(match.winners)
                )


def test_seats_of_a_side_win_together(any_game: Game) -> None:
    sides = [int(judgement.side(any_game.start()[0], seat)) for seat in range(any_game.players)]
    for seed in range(10):
        match = random_match(any_game, seed, moves=3000)
        if len(match.winners) > 1 and len(set(sides)) < len(sides):
            assert len({sides[seat] for seat in match.winners}) == 1
    assert len(set(sides)) == (2 if any_game.players == 4 and any_game.name == "quixo" else any_game.players)


def test_a_record_is_judged_alike_compiled_or_not() -> None:
    for game in (quixo(5), quixo(4, 4), riomino("wizard"), riomino("starter")):
        for seed in range(10):
            states = random_match(game, seed, moves=seed).states
            with np.errstate(over="ignore"):
                assert int(judgement.likeness(states[0])) == int(likeness(states))
                assert int(judgement.judge(states[0], 1, FULL)) == judge(states, 1, FULL)
