"""Tree search where tiles are hidden, many play or one alone: what it counts, what it may know, what it finds."""

import random
from typing import Any

import numpy as np
import pytest

from games.dominoes.play import dominoes
from games.dominoes.positions import position as laid_out
from games.quixo.positions import position, quixo
from tesserae.bots import treesearch
from tesserae.bots.arena import Course
from tesserae.bots.protocol import Budget, new_generator
from tesserae.bots.treesearch import (
    ACTION,
    CLEAR_AFTER,
    EXPLORATION,
    FIRST,
    ITERATIONS,
    LINE_VISITS,
    NODES,
    POSSIBLE,
    SIBLING,
    THOROUGH,
    VALUES,
    VISITS,
    MoveStatistics,
    Search,
    TreeSearch,
)
from tesserae.games.dominoes.rules import LIKELY, PASS
from tesserae.games.game import Game
from tesserae.games.quixo import Quixo
from tesserae.kernel import single
from tesserae.kernel.bits import bits_in
from tesserae.kernel.judgement import CERTAIN
from tesserae.kernel.rules import OVER, States
from tesserae.match import Match
from toy.highcard import CARDS, HighCard
from variants import VARIANTS, game_of, random_match

UNCERTAIN = [variant for variant in VARIANTS if variant[0] not in ("quixo", "riomino")]
HIDING = [variant for variant in UNCERTAIN if game_of(variant).hides]


def running(game: Game, count: int = 6) -> list[Match]:
    """Positions early and late in random matches, each with a choice."""
    found = list[Match]()
    for seed in range(40):
        match = random_match(game, seed, moves=(0, 3, 9, 20, 35, 60)[seed % 6])
        if len(match.legal()) > 1:
            found.append(match)
    assert len(found) >= count
    return found[:count]


def mover_of(match: Match) -> int:
    assert match.mover is not None
    return match.mover


def searched(match: Match, iterations: int, seed: int = 0, **settings: Any) -> Search:
    seat = mover_of(match)
    search = Search(match.masked(seat), seat, match.game.players, new_generator(seed), match.trail, **settings)
    search.run(iterations)
    return search


def children(search: Search, node: int = 0) -> list[int]:
    found, child = list[int](), int(search.tree[node, FIRST])
    while child:
        found.append(child)
        child = int(search.tree[child, SIBLING])
    return found


def wins_at_once(states: States, action: int) -> bool:
    child = states.copy()
    single.apply(child, action)
    return bool(single.winners(child) >> single.mover(states) & 1)


def loses_at_once(states: States, action: int) -> bool:
    child = states.copy()
    single.apply(child, action)
    return single.mover(child) == OVER and not wins_at_once(states, action)


# --- what it counts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", UNCERTAIN, ids=str)
def test_choices_are_legal_and_depend_on_the_generator_alone(variant: tuple[str, dict[str, Any]]) -> None:
    game = game_of(variant)
    for match in running(game):
        seat = mover_of(match)
        masked = match.masked(seat)
        before = masked.tobytes()
        for iterations in (1, 2, 50):
            for infers in (True, False):
                bot, budget = TreeSearch(game.players, infers=infers), Budget(iterations=iterations)
                chosen = [bot.choose(masked, seat, new_generator(9), budget, match.trail) for _ in range(2)]
                assert chosen[0] == chosen[1]
                assert chosen[0] in match.legal()
        assert masked.tobytes() == before


@pytest.mark.parametrize("variant", UNCERTAIN, ids=str)
def test_sums_add_up(variant: tuple[str, dict[str, Any]]) -> None:
    game = game_of(variant)
    for match in running(game, 4):
        search = searched(match, 600)
        tree = search.tree
        used = tree[: search.work[NODES]]
        assert search.work[ITERATIONS] == tree[0, VISITS] == 600
        assert sum(tree[child, VISITS] for child in children(search)) == 600
        actions = [int(tree[child, ACTION]) for child in children(search)]
        assert actions == match.legal() if len(match.legal()) <= 600 else len(actions) == 600
        assert (used[1:, VISITS] >= 1).all()
        assert (used[1:, POSSIBLE] >= used[1:, VISITS]).all()
        assert (used[:, VALUES:] >= 0).all()
        assert (used[:, VALUES:] <= CERTAIN * used[:, VISITS, None]).all()
        assert not tree[search.work[NODES] :].any()
        for node in range(len(used)):
            below = children(search, node)
            actions = [int(tree[child, ACTION]) for child in below]
            assert actions == sorted(set(actions))
            assert sum(tree[child, VISITS] for child in below) <= tree[node, VISITS]
        moves = search.moves()
        assert [move.visits for move in moves] == sorted((move.visits for move in moves), reverse=True)
        assert all(0 <= move.chance <= 1 for move in moves)


def test_the_root_gets_all_moves_before_any_of_them_again() -> None:
    for match in running(dominoes("triominos")):
        count = len(match.legal())
        search = searched(match, count)
        assert sorted(move.action for move in search.moves()) == match.legal()
        assert {move.visits for move in search.moves()} == {1}


@pytest.mark.parametrize("variant", UNCERTAIN[::4], ids=str)
def test_nothing_depends_on_how_the_work_is_cut_into_pieces(variant: tuple[str, dict[str, Any]]) -> None:
    for match in running(game_of(variant), 2):
        whole, parts = searched(match, 700), searched(match, 1)
        for _ in range(99):
            parts.run(1)
        parts.run(600)
        assert (whole.tree == parts.tree).all()
        assert (whole.work == parts.work).all()
        assert (searched(match, 700, seed=1).tree != whole.tree).any()


def test_a_single_move_needs_one_iteration() -> None:
    match = random_match(game_of(("highcard", {})), 1, moves=4)
    assert len(match.legal()) == 1
    search = searched(match, 1)
    assert search.run(100) == 0
    assert [move.action for move in search.moves()] == match.legal()


def test_a_full_tree_is_still_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(treesearch, "MOST_NODES", 300)
    search = searched(running(dominoes("triominos"))[0], 1000)
    assert search.work[NODES] == len(search.tree) == 300

    def deeper() -> int:
        return sum(
            int(search.tree[below, VISITS]) for child in children(search) for below in children(search, child)
        )

    before = deeper()
    search.run(500)
    assert deeper() > before + 300
    assert sum(search.tree[child, VISITS] for child in children(search)) == 1500


def test_a_tree_too_small_for_the_moves_of_the_root_names_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(treesearch, "MOST_NODES", 3)
    match = running(dominoes("triominos"))[0]
    assert len(match.legal()) > 3
    search = searched(match, 50)
    assert len(search.moves()) == 2
    assert sum(move.visits for move in search.moves()) == 50


def test_lines_begin_with_the_move_and_show_what_was_tried_often() -> None:
    for match in running(game_of(("highcard", {}))):
        search = searched(match, 3000)
        for move in search.moves():
            line = search.line(move.action)
            node = 0
            for place, action in enumerate(line):
                node = next(child for child in children(search, node) if search.tree[child, ACTION] == action)
                assert place == 0 or search.tree[node, VISITS] >= LINE_VISITS
            assert line[0] == move.action
        assert len(search.line(search.moves()[0].action)) > 1
    assert search.line(CARDS + 1) == ()


# --- what it may know -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", HIDING, ids=str)
def test_the_truth_makes_no_difference(variant: tuple[str, dict[str, Any]]) -> None:
    """Two true states that look the same to the player."""
    different = 0
    for match in running(game_of(variant), 8):
        seat, players = mover_of(match), match.game.players
        truths = [single.determinize(match.masked(seat), seat, new_generator(seed)) for seed in (1, 2)]
        different += truths[0].tobytes() != truths[1].tobytes()
        trees = []
        for truth in truths:
            search = Search(single.mask(truth, seat), seat, players, new_generator(3), match.trail)
            search.run(60)
            trees.append(search.tree)
        assert (trees[0] == trees[1]).all()
    assert different > 0


def card_position(hand: list[int], laid: int, gone: list[int], points: tuple[int, int]) -> States:
    """The second deal of the toy game: the first player has laid a card and has one more, the second has two."""
    states = HighCard(HighCard.options_type()).start()
    state = states[0]
    state.hands[1] = sum(1 << card for card in hand)
    state.counts[:] = 1, len(hand)
    state.laid, state.seat, state.dealt, state.waiting = laid, 1, 2, 0
    state.gone = sum(1 << card for card in [laid, *gone])
    state.points[:] = points
    return states


def values_of(search: Search) -> dict[int, MoveStatistics]:
    return {move.action: move for move in search.moves()}


def test_hidden_cards_are_imagined_uniformly() -> None:
    """Unseen are 3, 4 and 7, and the first player has one of them; what is left then follows."""
    sure = Search(card_position([0, 6], 5, [1, 2], (1, 3)), 1, 2, new_generator(1), curiosity=10**6)
    sure.run(8000)
    values = values_of(sure)
    assert values[6].chance == 1  # a fourth point wins whatever comes
    assert values[0].chance == pytest.approx(2 / 3 + 1 / 3 / 2, abs=0.03)
    even = Search(card_position([0, 6], 5, [1, 2], (2, 2)), 1, 2, new_generator(1), curiosity=10**6)
    even.run(8000)
    values = values_of(even)
    assert values[6].chance == 0.5  # one point each: a draw
    assert values[0].chance == pytest.approx(2 / 3 / 2, abs=0.03)
    assert values[6].points == 3
    assert values[0].points == pytest.approx(2 + 2 / 3, abs=0.03)


def test_without_a_memory_of_its_own_a_game_is_imagined_the_same_way() -> None:
    match = random_match(game_of(("highcard", {})), 3)
    match = random_match(match.game, 3, moves=2)
    assert (searched(match, 300).tree == searched(match, 300, infers=False).tree).all()


def test_who_infers_gives_others_hardly_what_the_odds_are_against() -> None:
    """The last of the other player fits, or, as the odds are against it, hardly does: then there is more hope."""
    game = dominoes("triominos", rounds=1)
    states = laid_out(game, "555 r0c0", "455 024 / 355 / 012", scores=(60, 60))
    states[0].unlaid = sum(int(hand) for hand in states[0].hands) | 1 << int(states[0].pool[0])
    states[0].odds[1, bits_in(states[0].hands[1])] = LIKELY // 8
    masked = single.mask(states, 0)
    chances = {}
    for infers in (True, False):
        search = Search(masked, 0, 2, new_generator(5), infers=infers, curiosity=THOROUGH)
        search.run(4000)
        chances[infers] = float(search.tree[0, VALUES]) / 4000 / CERTAIN
    assert chances[True] > chances[False] + 0.02


# --- what it finds --------------------------------------------------------------------------------------------


def quixo_search(states: States, iterations: int, seed: int = 1, curiosity: int = EXPLORATION) -> Search:
    search = Search(
        states, int(single.mover(states)), int(states[0].players), new_generator(seed), curiosity=curiosity
    )
    search.run(iterations)
    return search


@pytest.mark.parametrize("game", [quixo(5), quixo(4), quixo(4, 4)], ids=repr)
def test_a_win_in_one_is_found(game: Quixo) -> None:
    found = 0
    for seed in range(60):
        match = random_match(game, seed)
        match.undo()
        states, legal = match.states, match.legal()
        winning = [action for action in legal if wins_at_once(states, action)]
        if winning and len(winning) < len(legal) // 3:
            search = quixo_search(states, 3000)
            best = search.moves()[0]
            assert best.action in winning
            assert best.chance == 1
            assert all(values_of(search)[action].chance == 1 for action in winning)
            found += 1
        if found == 6:
            break
    assert found == 6


def test_a_blunder_is_avoided() -> None:
    """Whoever completes the other's line loses at once."""
    found = 0
    for seed in range(300):
        match = random_match(quixo(4), seed, moves=20)
        if match.over:
            continue
        states, legal = match.states, match.legal()
        losing = [action for action in legal if loses_at_once(states, action)]
        if losing and len(losing) < len(legal):
            values = values_of(search := quixo_search(states, 2000))
            assert all(values[action].chance == 0 for action in losing)
            assert search.moves()[0].action not in losing
            assert max(values[action].visits for action in losing) < 2000 / len(legal)
            found += 1
        if found == 6:
            break
    assert found == 6


def test_a_threat_is_met() -> None:
    """Circle threatens to win in several ways, and most moves allow it: the tree sees the reply."""
    states = position("XO. .O. ...", seat=0)
    bot = TreeSearch(2)
    action = bot.choose(states, 0, new_generator(2), Budget(iterations=20_000))
    single.apply(states, action)
    room = np.zeros(single.most_legal(states), np.int32)
    assert not any(wins_at_once(states, reply) for reply in room[: single.legal(states, room)].tolist())


def test_who_can_go_out_and_win_does() -> None:
    game = dominoes("triominos", rounds=1)
    states = laid_out(game, "555 r0c0", "455 / 012 011 112 / 333 000 001 002 003", scores=(100, 60))
    masked = single.mask(states, 0)
    search = Search(masked, 0, 2, new_generator(1))
    search.run(500)
    best, *_ = search.moves()
    assert game.text(states[0], best.action).startswith("4-5-5")
    assert best.chance > 0.95
    draw = next(move for move in search.moves() if game.text(states[0], move.action) == "draw")
    assert draw.visits < 50
    assert best.points > 100


def test_who_has_refused_for_a_lap_does_not_think_of_it_again_but_can_be_told_what_it_is_worth() -> None:
    game = dominoes("tripple", rounds=1)
    states = laid_out(game, "555 r0c0", "055 012 / 345 / ", scores=(0, 60))
    for passes, curiosity, knows in ((0, EXPLORATION, True), (2, EXPLORATION, False), (2, THOROUGH, True)):
        states[0].passes = passes
        search = Search(single.mask(states, 0), 0, 2, new_generator(1), curiosity=curiosity)
        search.run(500)
        assert (PASS in [move.action for move in search.moves()]) == knows


@pytest.mark.parametrize("seed", [b"stall 1", b"stall 10", b"stall 31"])
def test_rounds_in_which_both_would_rather_refuse_for_ever_end(seed: bytes) -> None:
    game = dominoes("tripple", rounds=1)
    course, bot, generator = Course(game, seed), TreeSearch(2), new_generator(1)
    while course.mover != OVER:
        assert course.moves < 250
        masked = single.mask(course.states, course.mover)
        course.play(bot.choose(masked, course.mover, generator, Budget(iterations=300)))


def test_alone_the_pieces_that_fit_are_laid() -> None:
    """Not to lay what can be laid only costs: nobody passes on the first move."""
    for variant in (("puzzelino", {"mode": "figure", "players": 1}), ("triominos", {"players": 1})):
        match = Match(game_of(variant), 2)
        best = searched(match, 400).moves()[0]
        assert match.text(best.action) not in ("pass", "draw")


# --- when the choice is clear ---------------------------------------------------------------------------------


def test_who_sees_a_clear_win_stops_thinking() -> None:
    match = random_match(quixo(5), 1)
    match.undo()
    states = match.states
    winning = [action for action in match.legal() if wins_at_once(states, action)]
    assert winning
    search = quixo_search(states, 10**6)
    assert search.work[ITERATIONS] % CLEAR_AFTER == 0
    assert search.work[ITERATIONS] < 10**6
    assert search.run(1000) == 0
    assert search.moves()[0].action in winning
    first, second = search.moves()[:2]
    assert first.visits >= 8 * second.visits
    thorough = quixo_search(states, 3 * CLEAR_AFTER, curiosity=THOROUGH)
    assert thorough.work[ITERATIONS] == 3 * CLEAR_AFTER


def test_seeds_differ_and_agree_on_what_matters() -> None:
    rng = random.Random(1)
    states = card_position([0, 6], 5, [1, 2], (1, 3))
    chosen = {
        TreeSearch(2).choose(states, 1, new_generator(rng.randrange(10**6)), Budget(iterations=200))
        for _ in range(20)
    }
    assert chosen == {6}
