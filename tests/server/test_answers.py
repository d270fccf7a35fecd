"""Perfect answers: what the tables say to every move of a solved game, in play and looking back, and where nothing is said."""

import random
from typing import Any

import pytest

import tesserae
from server.tables import Desk
from tesserae.hinting import Answer, answers, has_answers
from tesserae.match import Match
from tesserae.server import duties, lookback, protocol
from tesserae.server.web import all_games
from tesserae.solve.quixo.tables import Value
from tesserae.words import Refused
from variants import VARIANTS, game_of

QUESTION = "q"
MOVES = ["a1>c1", "a3>c3", "a1>c1", "a3>c3"]
"""X needs one push more on 3x3."""


def small(size: int = 3, **options: Any) -> Match:
    return tesserae.game("quixo", size=size, **options).new(seed=1)


def after(match: Match, *moves: str) -> Match:
    for move in moves:
        match.play(move)
    return match


def by_text(match: Match) -> dict[str, Answer]:
    return {answer.text: answer for answer in answers(match)}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("size", [3, 4])
def test_an_answer_is_what_the_best_reply_leaves(size: int, seed: int) -> None:
    match, rng = small(size), random.Random(seed)
    for _ in range(rng.randrange(10)):
        if not match.over:
            match.play(rng.choice(match.legal()))
    if match.over:
        assert answers(match) == []
        return
    found = answers(match)
    assert sorted(answer.action for answer in found) == match.legal()
    for answer in found:
        then = match.copy()
        then.play(answer.action)
        if then.over:
            assert answer.value == (Value.WIN if match.mover in then.winners else Value.LOSS)
            assert answer.plies == 1
        else:
            reply = answers(then)[0]
            assert answer.value == -reply.value
            assert answer.plies == (None if reply.plies is None else reply.plies + 1)


def test_the_best_come_first_and_lead_to_the_end_they_promise() -> None:
    match = small()
    promised = answers(match)[0]
    assert promised.value == Value.WIN
    while not match.over:
        match.play(answers(match)[0].action)
    assert match.winners == (0,)
    assert match.move_count == promised.plies


def test_a_move_that_brings_a_position_for_the_third_time_draws() -> None:
    match, rng = small(), random.Random(3)
    while match.view()["reason"] != "repetition":
        match = small()
        while not match.over:
            match.play(rng.choice(match.legal()))
    *before, last = match.moves
    again = after(small(), *(move.text for move in before))
    assert by_text(again)[last.text][2:] == (Value.DRAW, None)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_only_small_boards_for_two_are_solved_and_the_page_is_told_so(variant: tuple[str, dict[str, Any]]) -> None:
    game = game_of(variant)
    options = game.options_dict()
    is_small = (
        game.name == "quixo" and options["players"] == 2 and options["size"] < 5 and not options["ply_limit"]
    )
    assert has_answers(game) == is_small
    told = next((one.solved for one in all_games().games if one.name == game.name), [])
    assert any(wanted.items() <= options.items() for wanted in told) == is_small


def desk(hints: bool = True, **options: Any) -> Desk:
    return Desk("quixo", ["Ann", "Bob"], options, hints=hints).ready()


def asked(table: Desk, seat: int | None) -> protocol.Answers:
    return duties.prepare_answers(table.table, seat, QUESTION)()


def test_the_player_to_move_is_answered_at_his_table() -> None:
    told = asked(desk(size=3), 0)
    assert told.id == QUESTION
    assert {answer.value for answer in told.moves} == {"win"}
    assert len(told.moves) == 20


@pytest.mark.parametrize(
    ("options", "hints", "seat", "key"),
    [
        ({"size": 3}, False, 0, "table.no_hints"),
        ({"size": 3}, True, None, "table.only_players"),
        ({"size": 3}, True, 1, "match.not_your_turn"),
        ({"size": 5}, True, 0, "table.not_solved"),
        ({"size": 3, "ply_limit": 30}, True, 0, "table.not_solved"),
    ],
)
def test_nobody_else_is_answered(options: dict[str, Any], hints: bool, seat: int | None, key: str) -> None:
    with pytest.raises(Refused) as refused:
        asked(desk(hints, **options), seat)
    assert refused.value.sentence.key == key


def test_a_record_is_answered_position_by_position() -> None:
    match = after(small(), *MOVES)
    told = lookback.perfect_answers(match.record())
    assert len(told.positions) == len(MOVES) + 1
    winning = [answer.text for answer in told.positions[-1] if answer.plies == 1 and answer.value == "win"]
    assert "a1>c1" in winning
    assert told.positions[-1][0].text in winning
    ended = lookback.perfect_answers(after(match, "a1>c1").record())
    assert ended.positions[-1] == []
    assert ended.positions[0][0].plies == 7


def test_a_record_of_a_game_that_is_not_solved_is_answered_by_nothing() -> None:
    told = lookback.perfect_answers(after(small(5), "a1>e1").record())
    assert told.positions == [[], []]
