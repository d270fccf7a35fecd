"""The clock of a table: who is charged for what, what a time-out brings, and that the log alone decides it."""

import asyncio
import random
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.tables import BEGIN, BOT, Desk, MemoryStore, picture, why_not
from tesserae.match.events import Deed
from tesserae.server import decisions, duties, events, protocol
from tesserae.server.clock import DAY, HOUR, LAG_GROWTH, LAG_QUOTA, MOST_LAG, Clock
from tesserae.server.events import ClockRule
from tesserae.server.house import IDLE_AFTER, House
from tesserae.words import Refused

TURN = ClockRule("turn", 30)
FISCHER = ClockRule("player", 60, 5)
DAYS = ClockRule("days", 2)


def two(clock: ClockRule, game: str = "quixo", **more: Any) -> Desk:
    return Desk(game, clock=clock, **more).ready()


def left(desk: Desk) -> list[int]:
    """What everybody has left, as a page shows it."""
    shown = desk.view().clock
    assert shown is not None
    return shown.left


def pause(desk: Desk) -> None:
    desk.do(0, "ask", wish="pause")
    desk.do(1, "answer", wish="pause", agrees=True)
    assert desk.is_paused()


def take_back(desk: Desk, seat: int) -> None:
    desk.do(seat, "ask", wish="undo")
    desk.do(1 - seat, "answer", wish="undo", agrees=True)


# --- kinds of clocks -----------------------------------------------------------------------------------------


def test_without_a_rule_there_is_no_clock() -> None:
    desk = two(ClockRule())
    desk.wait(365 * DAY).move(2)
    assert desk.view().clock is None
    assert desk.table.clock.due is None


def test_no_clock_runs_before_the_start_or_after_the_end() -> None:
    desk = Desk(clock=TURN)
    assert desk.running() is None
    desk.wait(DAY).ready()
    assert left(desk) == [30_000, 30_000]
    assert desk.running() == 0
    desk.do(1, "resign")
    assert desk.running() is None


def test_a_clock_for_the_turn_is_wound_up_for_every_turn() -> None:
    desk = two(TURN).wait(10_000)
    assert left(desk) == [20_000, 30_000]
    desk.move().wait(29_999)
    assert left(desk)[1] == 1
    desk.move()
    assert left(desk) == [30_000, 1]
    assert desk.table.clock.due == desk.now + 30_000


def test_a_turn_of_several_moves_has_one_time() -> None:
    desk = two(TURN, "triominos", secret=3)
    for _ in range(60):
        match = desk.match()
        if match.over:
            break
        mover = match.acting_seat()
        before = desk.table.clock.left[mover]
        desk.wait(1000).move(pick=max)
        last = match.last_move
        assert last is not None
        if last.ends_turn:
            running = desk.running()
            assert running is None or left(desk)[running] == 30_000
        else:
            assert left(desk)[mover] == before - 1000
    assert any(not move.ends_turn for move in desk.match().moves)


def test_a_clock_for_the_player_is_charged_for_his_turns_and_gets_an_increment_for_each() -> None:
    desk = two(FISCHER).wait(10_000).move()
    assert left(desk) == [55_000, 60_000]
    desk.wait(1000).move()
    assert left(desk) == [55_000, 64_000]
    desk.wait(55_000)
    assert desk.overdue() == 0


def test_an_increment_is_for_a_turn_and_not_for_every_move_of_it() -> None:
    desk = two(FISCHER, "triominos", secret=3)
    ended = [0, 0]
    for _ in range(60):
        if desk.match().over:
            break
        desk.move(pick=max)
        last = desk.match().last_move
        assert last is not None
        ended[last.seat] += last.ends_turn and not desk.match().over
        assert left(desk) == [60_000 + 5000 * count for count in ended]
    assert any(not move.ends_turn for move in desk.match().moves)


def test_days_are_days() -> None:
    desk = two(DAYS).wait(2 * DAY - 1)
    assert desk.overdue() is None
    desk.move().wait(DAY).move()
    assert left(desk) == [2 * DAY, DAY]
    desk.wait(2 * DAY)
    assert desk.match().winners == (1,)


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (ClockRule("none", 5), "leave out amount and increment"),
        (ClockRule("none", 0, 5), "leave out amount and increment"),
        (ClockRule("turn", 0), "from 1 to 86400"),
        (ClockRule("turn", -1), "from 1 to 86400"),
        (ClockRule("player", 86401), "from 1 to 86400"),
        (ClockRule("days", 61), "from 1 to 60"),
        (ClockRule("turn", 5, 5), "only with a clock for each player"),
        (ClockRule("player", 5, 3601), "0 to 3600 seconds"),
        (ClockRule("player", 5, -1), "0 to 3600 seconds"),
    ],
)
def test_a_clock_that_cannot_be_set_is_refused_and_told_what_can(rule: ClockRule, said: str) -> None:
    with pytest.raises(Refused, match=said):
        Desk(clock=rule)


# --- whose clock runs ------------------------------------------------------------------------------------------


def test_only_people_have_a_clock() -> None:
    desk = Desk("quixo", ["Ann", f"{BOT}random"], clock=FISCHER).ready()
    desk.wait(1000).move().wait(50_000)
    assert desk.running() is None
    desk.move()
    assert left(desk) == [64_000, 60_000]
    assert desk.running() == 0


def test_leaving_and_coming_back_gains_no_time_and_costs_nobody_else_any() -> None:
    desk = two(TURN).wait(10_000)
    for seat in (0, 1):
        desk.do(seat, "leave")
        desk.wait(1000)
        desk.do(seat, "return")
        desk.wait(1000)
    assert left(desk) == [16_000, 30_000]


def test_time_stands_still_while_somebody_else_plays_and_goes_on_when_the_player_is_back() -> None:
    desk = two(FISCHER).wait(10_000)
    desk.do(0, "leave")
    desk.wait(10_000)
    desk.do(1, "ask", wish="replace", about=0, level="random")
    desk.wait(HOUR).move(2).wait(HOUR)
    assert left(desk)[0] == 40_000
    desk.do(0, "return")
    assert desk.running() == 0
    desk.wait(10_000)
    assert left(desk)[0] == 30_000


def test_no_increment_is_earned_by_a_stand_in() -> None:
    desk = two(FISCHER)
    desk.do(0, "leave")
    desk.do(1, "ask", wish="replace", about=0, level="random")
    desk.move(10, pick=random.Random(1).choice)
    assert left(desk) == [60_000, 60_000 + 5 * 5000]


def test_talk_and_wishes_leave_the_clock_alone() -> None:
    desk, twin = two(FISCHER), two(FISCHER)
    desk.wait(1000).do(0, "say", text="hm")
    desk.wait(1000).do(1, "ask", wish="pause")
    desk.wait(1000).do(0, "answer", wish="pause", agrees=False)
    desk.wait(1000).do("owner", "watch", allowed=False)
    desk.wait(1000).move()
    twin.wait(5000).move()
    assert desk.table.clock == twin.table.clock


def test_an_offer_of_a_draw_gains_nobody_time() -> None:
    desk = two(TURN).wait(10_000)
    desk.do(1, "ask", wish="draw")
    desk.wait(10_000).do(0, "answer", wish="draw", agrees=False)
    assert left(desk) == [10_000, 30_000]


def test_a_pause_stops_the_clock_and_gives_nothing_back() -> None:
    for rule in (TURN, FISCHER, DAYS):
        desk = two(rule).wait(10_000)
        pause(desk)
        before = left(desk)
        assert desk.table.clock.due is None
        desk.wait(100 * DAY)
        assert left(desk) == before
        desk.do(1, "resume")
        assert left(desk) == before
        desk.wait(1000)
        assert left(desk) == [before[0] - 1000, before[1]]


def test_a_page_sees_the_time_run_down_to_nothing_and_never_below() -> None:
    desk = two(TURN)
    desk.now += 29_000
    assert left(desk) == [1000, 30_000]
    desk.now += 9000
    assert left(desk) == [0, 30_000]
    shown = desk.view().clock
    assert shown is not None
    assert (shown.running, shown.now) == (0, desk.now)


# --- lag -------------------------------------------------------------------------------------------------------


def test_time_on_the_network_is_not_charged() -> None:
    desk = two(FISCHER).wait(2000)
    desk.do(0, "play", move=0, lag=300)
    assert left(desk)[0] == 60_000 - 1700 + 5000


def test_of_one_move_no_more_than_a_second_is_forgiven() -> None:
    desk = two(FISCHER).wait(10_000)
    desk.do(0, "play", move=0, lag=9000)
    assert left(desk)[0] == 60_000 - 10_000 + MOST_LAG + 5000


def test_nobody_gains_time_by_lag() -> None:
    desk = two(FISCHER).wait(100)
    desk.do(0, "play", move=0, lag=900)
    assert left(desk)[0] == 65_000
    desk.wait(100)
    desk.do(1, "play", move=0, lag=-900)
    assert left(desk)[1] == 60_000 - 100 + 5000


def test_no_more_forgiveness_is_used_up_than_was_needed() -> None:
    desk = two(FISCHER).wait(1000)
    desk.do(0, "play", move=0, lag=1000)
    desk.move()
    assert desk.table.clock.quota[0] == LAG_QUOTA - 1000 + LAG_GROWTH
    desk.wait(300)
    desk.do(0, "play", move=min(desk.match().legal()), lag=1000)
    assert desk.table.clock.quota[0] == LAG_QUOTA - 1300 + 2 * LAG_GROWTH


def test_forgiveness_is_used_up_and_grows_back_with_every_turn() -> None:
    desk, choice = two(FISCHER), random.Random(1).choice
    forgiven = []
    for _ in range(8):
        before = desk.table.clock.left[0]
        desk.wait(2000)
        desk.do(0, "play", move=choice(desk.match().legal()), lag=1000)
        forgiven.append(desk.table.clock.left[0] - 5000 - (before - 2000))
        desk.move(pick=choice)
    assert forgiven == [1000, 1000, 1000, 600, 200, 200, 200, 200]
    assert desk.table.clock.quota == [LAG_GROWTH, LAG_QUOTA]
    while desk.table.mover == 0:
        before = desk.table.clock.quota[0]
        desk.move(pick=choice)
        if desk.table.mover == 1:
            assert desk.table.clock.quota[0] == before + LAG_GROWTH
            desk.move(pick=choice)


def test_no_lag_is_written_down_where_no_time_is_counted() -> None:
    for desk in (two(ClockRule()), two(TURN)):
        desk.do(0, "play", move=0, lag=500)
        (moved,) = desk.last()
        assert isinstance(moved, events.Moved)
        assert moved.lag == (500 if desk.table.clock.is_used else 0)


# --- time-outs ---------------------------------------------------------------------------------------------------


def test_whose_time_is_up_loses() -> None:
    desk = two(TURN).wait(30_000)
    assert desk.last(2) == [events.TimedOut(0), events.Did(0, Deed.RESIGN)]
    assert desk.phase() == "over"
    assert desk.match().winners == (1,)
    assert "start a new one" in why_not(desk, 0, "play", move=0)


def test_nobodys_time_is_up_before_it_is() -> None:
    desk = two(TURN).wait(29_999)
    assert desk.phase() == "playing"
    desk.do(0, "play", move=0)


def test_where_nobody_can_resign_the_house_moves_instead() -> None:
    desk = two(TURN, "highcard").wait(30_000)
    assert desk.phase() == "playing"
    assert duties.house_player(desk.table) == duties.STAND_IN


def test_the_house_moves_for_whose_time_is_up_and_only_in_that_turn() -> None:
    desk = two(TURN, on_timeout="bot").wait(30_000)
    assert desk.overdue() == 0
    assert desk.view().overdue == 0
    assert desk.running() is None
    assert duties.house_player(desk.table) == duties.STAND_IN
    said = why_not(desk, 0, "play", move=0)
    assert said == "Your time is up for this turn: the house moves for you."
    desk.move()
    assert desk.overdue() is None
    desk.move()
    assert duties.house_player(desk.table) is None
    desk.do(0, "play", move=min(desk.match().legal()))


def test_the_house_finishes_the_whole_turn_of_whose_time_is_up() -> None:
    desk = two(TURN, "triominos", on_timeout="skip")
    while list(map(desk.match().text, desk.match().legal())) != ["draw"]:
        desk.move(pick=max)
    seat = desk.match().acting_seat()
    desk.wait(30_000).move()
    assert desk.match().mover == seat
    assert desk.overdue() == seat
    assert desk.running() is None
    while desk.match().mover == seat:
        assert duties.house_player(desk.table) == duties.IDLE
        desk.move()
    assert desk.overdue() is None


def test_a_turn_goes_by_as_idly_as_the_rules_allow() -> None:
    desk = two(TURN, "triominos", on_timeout="skip").wait(30_000)
    assert duties.house_player(desk.table) == duties.IDLE
    legal = {desk.match().text(action): action for action in desk.match().legal()}
    chosen = duties.think(desk.table, duties.IDLE)()
    idle = next((text for text in ("pass", "draw") if text in legal), None)
    assert chosen in (legal.values() if idle is None else {legal[idle]})


def test_no_turn_is_skipped_where_the_rules_know_no_idle_move() -> None:
    with pytest.raises(Refused, match="let a bot play instead"):
        two(TURN, on_timeout="skip")


def test_a_player_without_any_time_left_is_overdue_in_every_turn_until_he_has_earned_some() -> None:
    desk = two(ClockRule("player", 10), on_timeout="bot").wait(10_000).move(2)
    assert desk.table.clock.due == desk.now
    desk.wait(0)
    assert desk.overdue() == 0
    desk = two(ClockRule("player", 10, 3), on_timeout="bot").wait(10_000).move(2)
    assert left(desk)[0] == 3000


# --- taking back -----------------------------------------------------------------------------------------------


def test_a_turn_that_is_taken_up_again_begins_afresh() -> None:
    desk = two(TURN).wait(20_000).move().wait(20_000)
    take_back(desk, 0)
    assert desk.running() == 0
    assert left(desk)[0] == 30_000


def test_so_does_ones_own_turn_when_the_last_one_is_taken_up_again() -> None:
    desk = two(TURN).move(2).wait(29_000)
    take_back(desk, 0)
    assert desk.match().move_count == 0
    assert left(desk)[0] == 30_000


def test_whose_time_was_up_may_move_again_when_the_others_let_him_take_back() -> None:
    desk = two(TURN, on_timeout="bot").move(2).wait(30_000)
    assert desk.overdue() == 0
    take_back(desk, 0)
    assert desk.overdue() is None
    desk.do(0, "play", move=0)


def test_no_time_is_gained_by_laying_and_taking_back_in_one_turn() -> None:
    for secret in range(100):
        desk = two(TURN, "puzzelino", options={"mode": "race", "players": 2}, secret=secret)
        while not desk.match().over and desk.match().move_count < 30:
            desk.wait(1000).move(pick=random.Random(secret).choice)
            mover = desk.match().mover
            if mover is not None and desk.view(mover).undo == "now":
                before = left(desk)[mover]
                desk.wait(3000).do(mover, "ask", wish="undo")
                assert left(desk)[mover] == before - 3000
                return
    raise AssertionError("nobody could take back")


def test_time_that_was_used_is_not_given_back_with_a_move() -> None:
    desk = two(FISCHER).wait(20_000).move().wait(5000)
    take_back(desk, 0)
    assert left(desk) == [45_000, 55_000]


# --- when the house was away -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", [TURN, FISCHER])
def test_time_while_the_house_was_away_counts_for_nobody(rule: ClockRule) -> None:
    desk = two(rule).wait(10_000).move().wait(5000)
    desk.do(0, "say", text="hello?")
    before = left(desk.restart(7 * DAY))
    assert desk.table.clock.due == desk.now + before[1]
    assert before[1] == rule.amount * 1000
    assert desk.overdue() is None


def test_days_go_on_while_the_house_is_away_but_an_hour_is_left_to_move() -> None:
    desk = two(DAYS).restart(DAY)
    assert left(desk)[0] == DAY
    desk.restart(7 * DAY)
    assert left(desk)[0] == HOUR
    desk.wait(HOUR)
    assert desk.phase() == "over"


def test_a_turn_that_nobody_looks_at_ends_all_the_same() -> None:
    """The house takes such a table up only when its time has come: it must not grow by an hour every time."""
    desk = two(DAYS)
    for _ in range(3):
        due = desk.table.clock.due
        assert due is not None
        desk.restart(due - desk.now).wait(0)
        if desk.phase() == "over":
            break
    assert desk.phase() == "over"
    assert desk.now <= BEGIN + 2 * DAY + HOUR


def test_the_hour_is_given_again_in_the_next_turn() -> None:
    desk = two(DAYS).restart(3 * DAY).move().restart(3 * DAY)
    assert left(desk)[1] == HOUR


def test_no_clock_starts_because_the_house_is_back() -> None:
    desk = two(TURN)
    pause(desk)
    length = len(desk.log)
    desk.restart(DAY)
    assert len(desk.log) == length
    assert desk.running() is None


@pytest.mark.parametrize(
    ("rule", "is_kept"), [(ClockRule("turn", 86400), True), (DAYS, False), (ClockRule(), False)]
)
def test_a_table_whose_clock_runs_stays_in_memory_unless_days_are_counted(rule: ClockRule, is_kept: bool) -> None:
    """A table that is put away and taken up again is woken, which would give the player his time back."""

    async def scene() -> list[str]:
        store, now = MemoryStore(), BEGIN
        house = House(store, now=lambda: now)
        people = [protocol.NewSeat("Ann"), protocol.NewSeat("Bob")]
        made = await house.create(protocol.NewTable("quixo", {}, people, rule))
        live = await house.own(made.table)
        for seat in (0, 1):
            await house.append(live, seat, None, decisions._ready(live.table, seat, ""))
        now += 2 * IDLE_AFTER
        await house._put_away()
        return store.released

    assert bool(asyncio.run(scene())) is not is_kept


# --- a function of the log --------------------------------------------------------------------------------

Doing = st.tuples(
    st.integers(0, 20_000),
    st.sampled_from(
        ["move", "move", "move", "undo", "pause", "draw", "leave", "replace", "talk", "restart", "wait"]
    ),
    st.integers(0, 1),
    st.integers(0, 3000),
)


def happen(desk: Desk, what: str, seat: int, lag: int) -> None:
    table = desk.table
    match what:
        case "move" if table.mover is not None:
            legal = desk.match().legal()
            if table.seats[table.mover].decides and table.overdue is None:
                desk.do(table.mover, "play", move=legal[lag % len(legal)], lag=lag)
            else:
                desk.move(pick=lambda legal: legal[lag % len(legal)])
        case "undo":
            take_back(desk, seat)
        case "pause" if table.is_paused:
            desk.do(seat, "resume")
        case "pause":
            desk.do(seat, "ask", wish="pause")
            desk.do(1 - seat, "answer", wish="pause", agrees=True)
        case "draw":
            desk.do(seat, "ask", wish="draw")
        case "leave":
            desk.do(seat, "leave")
        case "replace":
            desk.do(1 - seat, "ask", wish="replace", about=seat, level="random")
            desk.wait(lag).do(seat, "return")
        case "talk":
            desk.do(seat, "say", text="hm")
        case "restart":
            desk.restart(lag * 1000)
        case _:
            desk.wait(lag)


@given(
    st.sampled_from([TURN, FISCHER, DAYS, ClockRule("player", 30)]),
    st.sampled_from(["lose", "bot"]),
    st.lists(Doing, max_size=25),
)
@settings(max_examples=60)
def test_the_log_up_to_any_event_gives_the_clock_and_the_table_after_it(
    rule: ClockRule, on_timeout: str, doings: list[tuple[int, str, int, int]]
) -> None:
    desk = two(rule, options={"size": 3}, on_timeout=on_timeout)
    pictures = {len(desk.log): (picture(desk.table, BEGIN), repr(desk.table.clock))}
    for gap, what, seat, lag in doings:
        desk.wait(gap)
        with suppress(Refused):
            happen(desk, what, seat, lag)
        assert all(0 <= quota <= LAG_QUOTA for quota in desk.table.clock.quota)
        assert all(time >= 0 for time in desk.table.clock.left)
        pictures[len(desk.log)] = picture(desk.table, BEGIN), repr(desk.table.clock)
    for length, (shown, clock) in pictures.items():
        table = desk.replayed(length)
        assert repr(table.clock) == clock
        assert picture(table, BEGIN) == shown


@given(st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 3000), st.booleans()), max_size=30))
@settings(max_examples=60)
def test_everybody_pays_for_the_time_he_was_to_move_less_the_lag_and_for_no_other(
    turns: list[tuple[int, int, bool]],
) -> None:
    """The account of a clock for each player, kept a second time by hand."""
    desk = two(ClockRule("player", 10_000, 7))
    charged, quota, ended = [0, 0], [LAG_QUOTA, LAG_QUOTA], [0, 0]
    for gap, lag, talks in turns:
        mover = desk.table.mover
        if mover is None:
            break
        desk.wait(gap)
        if talks:
            desk.do(1 - mover, "leave")
            desk.do(1 - mover, "return")
        legal = desk.match().legal()
        desk.do(mover, "play", move=legal[(7 * gap + lag) % len(legal)], lag=lag)
        forgiven = min(lag, MOST_LAG, quota[mover], gap)
        charged[mover] += gap - forgiven
        quota[mover] -= forgiven
        if not desk.match().over:
            ended[mover] += 1
            quota[mover] = min(LAG_QUOTA, quota[mover] + LAG_GROWTH)
    assert left(desk) == [10_000_000 - charged[seat] + 7000 * ended[seat] for seat in (0, 1)]
    assert desk.table.clock.quota == quota


def test_a_clock_that_does_not_run_charges_nobody() -> None:
    clock = Clock.wound_up(TURN, 2)
    clock.stop(BEGIN)
    assert clock.left == [30_000, 30_000]
    clock.run(0, BEGIN)
    clock.stop(BEGIN - 5000)
    assert clock.left == [30_000, 30_000]
