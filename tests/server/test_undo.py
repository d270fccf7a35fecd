"""Taking back: freely only one's own unfinished turn, never what has shown hidden tiles, else if all agree."""

import random
from typing import Any

import pytest

from server.tables import BOT, NAMES, Desk, picture, refused, why_not
from tesserae.games.game import Game
from tesserae.match import Deal, Match, Move
from tesserae.server import events
from tesserae.server.consent import undo_for
from tesserae.server.decisions import Stale
from tesserae.server.events import ClockRule
from tesserae.words import Refused
from variants import VARIANTS, game_of

MOVES = 40
Variant = tuple[str, dict[str, Any]]


def begun(variant: Variant, seed: int = 0, seats: list[str] | None = None, **more: Any) -> Desk:
    name, options = variant
    seats = seats or NAMES[: game_of(variant).players]
    return Desk(name, seats, options, secret=seed, **more).ready()


def board(match: Match) -> tuple[bytes, bytes, int, str]:
    """The position, so that two can be compared."""
    return match.states.tobytes(), match.trail.tobytes(), len(match.events), match.record()


# --- every game, by the letter of the policy -----------------------------------------------------------------


def may_take_back(match: Match, seat: int) -> str:
    """The policy again, read off the events one by one from the last: "now", "ask" or ""."""
    if match.over:
        return ""
    is_own_turn = match.mover == seat
    for number, event in enumerate(reversed(match.events)):
        if isinstance(event, Deal) or (isinstance(event, Move) and event.reveals):
            return ""
        if isinstance(event, Move) and event.seat == seat:
            is_free = is_own_turn and number == 0 and not event.ends_turn
            return "now" if is_free or match.game.players == 1 else "ask"
    return ""


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_in_every_game_a_seat_may_take_back_what_the_policy_says_and_nothing_else(variant: Variant) -> None:
    rng = random.Random(1)
    desk = begun(variant, 1)
    seats = range(desk.table.game.players)
    for _ in range(MOVES):
        for seat in seats:
            expected = may_take_back(desk.match(), seat)
            assert desk.view(seat).undo == expected
            if expected:
                assert undo_for(desk.table, seat).is_free is (expected == "now")
            else:
                with pytest.raises(Refused):
                    undo_for(desk.table, seat)
        assert desk.view(None).undo == ""
        if desk.match().over:
            return
        desk.move(pick=rng.choice)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_in_every_game_taking_back_gives_the_position_back_and_the_same_deals_follow(variant: Variant) -> None:
    rng = random.Random(2)
    desk = begun(variant, 2)
    players = desk.table.game.players
    past: list[tuple[int, object]] = []
    """Who moved, and how it stood before."""
    taken_back = 0
    for _ in range(MOVES):
        if desk.match().over:
            break
        mover = desk.match().acting_seat()
        past.append((mover, board(desk.match())))
        action = rng.choice(desk.match().legal())
        desk.do(mover, "play", move=action)
        after = board(desk.match())
        asking = rng.choice([mover, rng.randrange(players)])
        if may_take_back(desk.match(), asking):
            desk.do(asking, "ask", wish="undo")
            for seat in range(players):
                if "undo" in desk.table.wishes and seat != asking:
                    desk.do(seat, "answer", wish="undo", agrees=True)
            while past[-1][0] != asking:
                past.pop()
            assert board(desk.match()) == past.pop()[1]
            taken_back += 1
            if asking == mover:
                past.append((mover, board(desk.match())))
                desk.do(mover, "play", move=action)
                assert board(desk.match()) == after
    assert taken_back


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_in_every_game_nobody_takes_back_anything_unless_all_the_others_agree(variant: Variant) -> None:
    rng = random.Random(3)
    desk = begun(variant, 3)
    players = desk.table.game.players
    for _ in range(MOVES):
        if desk.match().over or players == 1:
            return
        desk.move(pick=rng.choice)
        asking = rng.randrange(players)
        if may_take_back(desk.match(), asking) != "ask":
            continue
        others = [seat for seat in range(players) if seat != asking]
        stood = board(desk.match())
        desk.do(asking, "ask", wish="undo")
        for seat in others[:-1]:
            desk.do(seat, "answer", wish="undo", agrees=True)
            assert board(desk.match()) == stood
        desk.do(others[-1], "answer", wish="undo", agrees=False)
        assert board(desk.match()) == stood
        assert "undo" not in desk.table.wishes


# --- one's own unfinished turn ---------------------------------------------------------------------------------


def unfinished_turn(players: int = 2, **more: Any) -> tuple[Desk, int]:
    """A race in which somebody has just laid a double and goes on."""
    for seed in range(100):
        rng = random.Random(seed)
        desk = begun(("puzzelino", {"mode": "race", "players": players}), seed, **more)
        while not desk.match().over and desk.match().move_count < 30:
            desk.move(pick=rng.choice)
            last, mover = desk.match().last_move, desk.match().mover
            if last and not last.ends_turn and not last.reveals and mover == last.seat:
                return desk, last.seat
    raise AssertionError("nobody has laid a double")


def test_ones_own_unfinished_turn_is_taken_back_without_asking_anybody() -> None:
    desk, seat = unfinished_turn()
    moves = desk.match().move_count
    assert desk.view(seat).undo == "now"
    desk.do(seat, "ask", wish="undo")
    assert desk.match().move_count == moves - 1
    assert desk.match().mover == seat
    assert desk.view().wishes == []


def test_a_turn_that_has_ended_is_not_unfinished_though_the_next_is_ones_own_again() -> None:
    """Whoever is the last with pieces in hand has one turn after the other."""
    for seed in range(100):
        rng = random.Random(seed)
        desk = begun(("puzzelino", {"mode": "points", "players": 4}), seed)
        moves: list[int] = []
        scout = desk.match().copy()
        while not scout.over:
            moves.append(rng.choice(scout.legal()))
            scout.play(moves[-1])
            last = scout.last_move
            if last and last.ends_turn and not last.reveals and scout.mover == last.seat:
                for action in moves:
                    desk.do(desk.match().acting_seat(), "play", move=action)
                assert desk.view(last.seat).undo == "ask"
                desk.do(last.seat, "ask", wish="undo")
                assert desk.match().move_count == len(moves)
                return
    raise AssertionError("nobody had two turns running")


def test_nobody_takes_back_the_unfinished_turn_of_somebody_else_without_asking() -> None:
    desk, seat = unfinished_turn(3)
    moves = desk.match().move_count
    for other in {0, 1, 2} - {seat}:
        assert desk.view(other).undo != "now"
        if desk.view(other).undo:
            desk.do(other, "ask", wish="undo")
            assert desk.match().move_count == moves
            desk.do(other, "answer", wish="undo", agrees=False)


def test_what_somebody_else_has_asked_for_does_not_stand_in_the_way() -> None:
    for seed in range(100):
        rng = random.Random(seed)
        desk = begun(("puzzelino", {"mode": "race", "players": 2}), seed)
        while not desk.match().over and desk.match().move_count < 30:
            desk.move(pick=rng.choice)
            if desk.match().over:
                break
            seat = desk.match().acting_seat()
            if (desk.view(seat).undo, desk.view(1 - seat).undo) == ("now", "ask"):
                desk.do(1 - seat, "ask", wish="undo")
                moves = desk.match().move_count
                desk.do(seat, "ask", wish="undo")
                assert desk.match().move_count == moves - 1
                assert desk.view().wishes == []
                return
    raise AssertionError("it never came to that")


def test_whose_time_is_up_cannot_hold_up_the_house_by_taking_its_moves_back() -> None:
    desk, seat = unfinished_turn(clock=ClockRule("turn", 10), on_timeout="bot")
    desk.wait(10_000)
    assert desk.overdue() == seat
    assert desk.view(seat).undo == "ask"
    moves = desk.match().move_count
    desk.do(seat, "ask", wish="undo")
    assert desk.match().move_count == moves


# --- hidden tiles and deals -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["triominos", "tripple", "puzzelino"])
def test_what_was_drawn_is_never_put_back_not_even_if_everybody_agreed(name: str) -> None:
    drawn = 0
    for seed in range(10):
        rng = random.Random(seed)
        desk = begun((name, {}), seed)
        while not desk.match().over and desk.match().move_count < 40:
            mover = desk.match().acting_seat()
            legal = {desk.match().text(action): action for action in desk.match().legal()}
            action = legal.get("draw", rng.choice(list(legal.values())))
            desk.do(mover, "play", move=action)
            if "draw" in legal:
                drawn += 1
                for seat in range(desk.table.game.players):
                    assert desk.view(seat).undo == ""
                if not desk.match().over:
                    said = why_not(desk, mover, "ask", wish="undo")
                    assert said == "What was seen cannot be unseen: this cannot be taken back."
    assert drawn


def test_nobody_asks_again_for_what_was_possible_before_a_tile_was_drawn() -> None:
    for seed in range(50):
        desk = begun(("triominos", {}), seed).move()
        first = desk.match().moves[0]
        other = 1 - first.seat
        if first.reveals or desk.match().over or "draw" not in map(desk.match().text, desk.match().legal()):
            continue
        desk.do(first.seat, "ask", wish="undo")
        asked = desk.table.seq
        desk.do(other, "play", move="draw")
        answered = refused(desk, other, "answer", wish="undo", agrees=True, seq=asked)
        assert answered.sentence.key == "table.not_asked"
        assert refused(desk, first.seat, "ask", wish="undo").sentence.key == "table.seen"
        return
    raise AssertionError("nobody could draw")


def test_a_deal_is_never_undone() -> None:
    desk = begun(("highcard", {}), 4)
    desk.move(6)
    assert isinstance(desk.match().events[-1], Deal)
    for seat in (0, 1):
        assert desk.view(seat).undo == ""
        assert why_not(desk, seat, "ask", wish="undo").startswith("What was seen cannot be unseen")
    desk.move(1)
    assert desk.view(0).undo == "ask"
    assert desk.view(1).undo == ""


def test_dice_are_never_thrown_again(any_game: Game) -> None:
    """Deals are numbered: whatever is taken back and played again, the same number is dealt the same way."""
    first, second = Match(any_game, 5), Match(any_game, 5)
    rng = random.Random(5)
    for _ in range(MOVES):
        if first.over:
            return
        action = rng.choice(first.legal())
        first.play(action)
        second.play(action)
        second.undo()
        second.play(action)
        assert board(first) == board(second)


# --- by consent --------------------------------------------------------------------------------------------


def test_a_finished_turn_is_taken_back_when_all_agree() -> None:
    desk = begun(("quixo", {"players": 4})).move(6)
    desk.do(3, "ask", wish="undo")
    (wish,) = desk.view().wishes
    assert (wish.wish, wish.seat, wish.agreed, wish.needed) == ("undo", 3, [3], [0, 1, 2])
    for seat in (0, 1, 2):
        assert desk.match().move_count == 6
        desk.do(seat, "answer", wish="undo", agrees=True)
    assert desk.match().move_count == 3
    assert desk.match().mover == 3
    assert desk.last() == [events.TookBack(3)]


def test_bots_agree_to_everything() -> None:
    desk = begun(("quixo", {"players": 4}), seats=["Ann", f"{BOT}random", "Cid", f"{BOT}random"]).move(5)
    assert desk.view(0).undo == "ask"
    desk.do(0, "ask", wish="undo")
    desk.do(2, "answer", wish="undo", agrees=True)
    assert desk.match().move_count == 4


def test_against_bots_alone_a_move_is_taken_back_at_once() -> None:
    desk = begun(("quixo", {}), seats=["Ann", f"{BOT}random"]).move(4)
    assert desk.view(0).undo == "now"
    desk.do(0, "ask", wish="undo")
    assert desk.match().move_count == 2
    desk.do(0, "ask", wish="undo")
    assert desk.match().move_count == 0
    assert why_not(desk, 0, "ask", wish="undo") == "There is nothing to take back."


@pytest.mark.parametrize("mode", ["figure", "tray"])
def test_alone_everything_that_was_laid_is_taken_back_piece_by_piece(mode: str) -> None:
    desk = begun(("puzzelino", {"mode": mode, "players": 1})).move(3)
    for left in (2, 1, 0):
        assert desk.view(0).undo == "now"
        desk.do(0, "ask", wish="undo")
        assert desk.match().move_count == left


def test_a_stand_in_agrees_and_the_player_it_stands_in_for_is_not_asked() -> None:
    desk = begun(("quixo", {})).move(2)
    desk.do(1, "leave")
    desk.do(0, "ask", wish="replace", about=1, level="random")
    assert desk.view(0).undo == "now"
    assert desk.view(1).undo == ""
    assert why_not(desk, 1, "ask", wish="undo") == "Somebody plays for you: take your seat again first."
    desk.do(0, "ask", wish="undo")
    assert desk.match().move_count == 0


def test_whoever_has_left_or_lost_the_connection_still_has_to_agree() -> None:
    desk = begun(("quixo", {})).move(2)
    desk.do(1, "leave")
    desk.table.absent = {1}
    desk.do(0, "ask", wish="undo")
    assert desk.match().move_count == 2


def test_there_is_nothing_to_take_back_before_ones_first_move_and_after_the_end() -> None:
    assert "wait until" in why_not(Desk(), 0, "ask", wish="undo")
    desk = begun(("quixo", {})).move(1)
    assert why_not(desk, 1, "ask", wish="undo") == "There is nothing to take back."
    desk.do(0, "resign")
    assert why_not(desk, 0, "ask", wish="undo") == "There is nothing to take back."


def test_a_match_that_is_over_stays_over_whatever_was_asked_before() -> None:
    desk = begun(("quixo", {})).move(2)
    desk.do(0, "ask", wish="undo")
    desk.do(1, "ask", wish="draw")
    desk.do(0, "answer", wish="draw", agrees=True)
    assert desk.phase() == "over"
    assert why_not(desk, 1, "answer", wish="undo", agrees=True) == "Nobody asked for that."


def test_two_wishes_to_take_back_are_two_things() -> None:
    desk = begun(("quixo", {})).move(2)
    desk.do(0, "ask", wish="undo")
    assert "wait for the answers" in why_not(desk, 1, "ask", wish="undo")
    desk.do(1, "answer", wish="undo", agrees=True)
    assert desk.match().move_count == 0


def test_whoever_agreed_late_to_one_wish_has_not_agreed_to_the_next() -> None:
    desk = begun(("quixo", {})).move(2)
    desk.do(0, "ask", wish="undo")
    seen = desk.table.seq
    desk.do(0, "answer", wish="undo", agrees=False)
    desk.do(0, "ask", wish="undo")
    assert isinstance(refused(desk, 1, "answer", wish="undo", agrees=True, seq=seen), Stale)


def test_taking_back_undoes_offers_made_since_and_the_log_knows_it() -> None:
    desk = begun(("quixo", {})).move(2)
    desk.do(0, "ask", wish="draw")
    desk.do(1, "ask", wish="undo")
    desk.do(0, "answer", wish="undo", agrees=True)
    assert desk.match().draw_agreed_by == frozenset()
    assert picture(desk.replayed(), desk.now) == picture(desk.table, desk.now)


def test_taking_back_is_possible_in_a_pause() -> None:
    desk = begun(("quixo", {}), seats=["Ann", f"{BOT}random"]).move(2)
    desk.do(0, "ask", wish="pause")
    desk.do(0, "ask", wish="undo")
    assert desk.match().move_count == 0
    assert desk.is_paused()
