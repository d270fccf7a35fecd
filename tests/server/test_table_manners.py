"""The manners of a table: who may do what, and when; what a page sent too late, twice or too early."""

import asyncio
from collections.abc import Callable

import msgspec
import pytest

from server.tables import ANYBODY, BEGIN, BOT, NAMES, OPEN, Desk, MemoryStore, picture, refused, why_not
from tesserae.match.fairness import Fairness
from tesserae.server import decisions, events, protocol, views
from tesserae.server.consent import needed
from tesserae.server.decisions import MOST_TALK, Stale, Who
from tesserae.server.events import HOUSE, ClockRule
from tesserae.server.guests import Guest
from tesserae.server.house import House
from tesserae.server.setup import rematch_event
from tesserae.server.table import CHAT_KEPT
from tesserae.words import LANGUAGES, Refused

RANDOM = f"{BOT}random"


def four(**more: object) -> Desk:
    """Four players of Quixo, two against two, who have begun."""
    return Desk("quixo", NAMES[:4], {"players": 4}, **more).ready()  # type: ignore[arg-type]


def two(**more: object) -> Desk:
    return Desk(**more).ready()  # type: ignore[arg-type]


def with_bot(**more: object) -> Desk:
    return Desk("quixo", ["Ann", RANDOM], **more).ready()  # type: ignore[arg-type]


def finished(seats: int = 2) -> Desk:
    desk = two() if seats == 2 else four()
    desk.do(0, "resign")
    return desk


# --- taking seats ------------------------------------------------------------------------------------------


def test_a_person_takes_the_first_free_seat_or_the_one_he_names() -> None:
    desk = Desk("quixo", [OPEN, "Bob", OPEN, OPEN], {"players": 4})
    desk.sit("Cid", 2)
    desk.sit("Ann")
    assert [seat.name for seat in desk.table.seats] == ["Ann", "Bob", "Cid", ""]


def test_a_seat_is_for_one_person() -> None:
    desk = Desk("quixo", ["Ann", OPEN, RANDOM, OPEN], {"players": 4})
    for seat in (0, 2):
        with pytest.raises(Refused, match="is taken: choose another"):
            desk.sit("Eve", seat)
    with pytest.raises(Refused, match="they go from 0 to 3"):
        desk.sit("Eve", 4)


def test_the_same_token_is_the_same_seat_and_sits_once() -> None:
    desk = Desk("quixo", [OPEN, OPEN])
    desk.sit("Ann", token="a")
    assert desk.sit("Ann", 1, token="a") == desk.table.seq
    assert desk.table.seats[1].is_free


def test_nobody_sits_down_when_every_seat_is_taken_or_the_match_has_begun() -> None:
    desk = Desk()
    for _ in range(2):
        with pytest.raises(Refused, match="Every seat of this table is taken"):
            desk.sit("Eve")
        if desk.phase() == "waiting":
            desk.ready()


@pytest.mark.parametrize("name", ["", "  ", "a,b", "a#b", "x" * 41, "a\nb", "\u202eevil"])
def test_a_name_is_one_to_forty_printable_letters(name: str) -> None:
    desk = Desk("quixo", ["Ann", OPEN])
    with pytest.raises(Refused, match="1 to 40 printable letters"):
        desk.sit(name)
    desk.sit("  Bob ")
    assert desk.table.seats[1].name == "Bob"


def test_whoever_leaves_before_the_start_frees_his_seat_and_has_no_right_to_it_any_more() -> None:
    desk = Desk()
    desk.do(1, "ready")
    desk.do(1, "leave")
    assert desk.table.seats[1].is_free
    for command in ("ready", "resign", "leave", "return", "resume"):
        assert why_not(desk, 1, command) == "Only players may do that: you look on."
    desk.do(0, "ready")
    assert desk.phase() == "waiting"


def test_whoever_takes_a_seat_after_somebody_else_has_command_ids_of_his_own() -> None:
    desk = Desk("quixo", ["Ann", OPEN])
    desk.sit("Bob", token="b")
    desk.do(1, "ready", id="1")
    desk.do(1, "leave", id="2")
    desk.sit("Cid", token="c")
    desk.do(1, "ready", id="1", share="cc")
    assert desk.table.seats[1].share == "cc"


class _Onlooker(Guest):
    """A guest who keeps what he is sent."""

    def __init__(self, who: Who) -> None:
        self.got: list[dict[str, object]] = []
        self.closed: list[int] = []
        super().__init__(
            who,
            "en",
            lambda data: self.got.append(msgspec.json.decode(data)),
            lambda code, _reason: self.closed.append(code),
        )


@pytest.mark.parametrize("watchable", [True, False])
def test_a_page_whose_seat_was_left_is_never_shown_the_tiles_of_the_next_person_there(watchable: bool) -> None:
    async def scene() -> tuple[_Onlooker, _Onlooker]:
        house = House(MemoryStore(), now=lambda: BEGIN)
        made = await house.create(
            protocol.NewTable(
                "triominos",
                {"players": 2},
                [protocol.NewSeat("Ann"), protocol.NewSeat("Bob")],
                watchable=watchable,
            )
        )
        live = await house.own(made.table)
        left, owner = _Onlooker(Who(1)), _Onlooker(Who(0, is_owner=True))
        live.guests |= {left, owner}

        async def do(who: Who, command: protocol.AnyCommand) -> None:
            await house.perform(live, who.by, command.id, lambda table: decisions.decide(table, who, command))

        await do(left.who, protocol.Leave("l", 1))
        await house.perform(live, HOUSE, None, lambda table: decisions.take_seat(table, "Cid", 1, "digest"))
        await do(Who(0), protocol.Ready("a", 1))
        await do(Who(1), protocol.Ready("c", 1))
        assert live.table.phase == "playing"
        with pytest.raises(Refused, match="Only players"):
            await do(left.who, protocol.Resign("r", live.table.seq))
        return left, owner

    left, owner = asyncio.run(scene())
    last = owner.got[-1]
    assert last["phase"] == "playing"
    assert last["seat"] == 0
    seen = [message for message in left.got if message["type"] == "table" and message["match"]]
    assert bool(seen) is watchable
    assert bool(left.closed) is not watchable
    for message in seen:
        match = message["match"]
        assert isinstance(match, dict)
        assert message["seat"] is None
        assert match["seat"] is None


# --- getting ready -----------------------------------------------------------------------------------------


def test_the_match_begins_when_every_seat_is_taken_and_everybody_is_ready() -> None:
    desk = Desk("quixo", ["Ann", OPEN])
    desk.do(0, "ready")
    assert desk.phase() == "waiting"
    desk.sit("Bob")
    assert desk.phase() == "waiting"
    desk.do(1, "ready")
    assert desk.phase() == "playing"
    assert desk.match().names == ("Ann", "Bob")


def test_bots_are_always_ready() -> None:
    desk = Desk("quixo", ["Ann", OPEN])
    desk.do(0, "ready")
    desk.do("owner", "staff", seat=1, level="random")
    assert desk.phase() == "playing"
    assert with_bot().table.phase == "playing"


def test_everybody_is_ready_once_and_in_time() -> None:
    desk = Desk()
    desk.do(0, "ready")
    assert why_not(desk, 0, "ready") == "You are ready already."
    desk.do(1, "ready")
    assert "has begun" in why_not(desk, 1, "ready")


def test_a_share_has_an_end() -> None:
    desk = Desk()
    assert "at most 128" in why_not(desk, 0, "ready", share="ab" * 65)
    desk.do(0, "ready", share="ab" * 64)


def test_readiness_goes_with_the_person() -> None:
    desk = Desk("quixo", ["Ann", "Bob"])
    desk.do(1, "ready", share="bb")
    desk.do(1, "leave")
    desk.sit("Cid")
    desk.do(0, "ready")
    assert desk.phase() == "waiting"
    assert desk.table.seats[1].share is None


def test_the_deals_are_made_of_the_secret_and_of_everybodys_share() -> None:
    desk = Desk("triominos", ["Ann", "Bob", RANDOM], {"players": 3})
    shown = desk.view().fairness.commitment
    desk.do(0, "ready", share="aa")
    desk.do(1, "ready", share="bbbb")
    match, secret = desk.table.match, bytes.fromhex(desk.table.created.secret)
    assert match is not None
    assert match.fairness == Fairness("table", secret, (b"\xaa", b"\xbb\xbb", None))
    assert match.fairness.commitment == shown
    assert match.seed == match.fairness.seed()


def test_deals_are_counted_for_everybody() -> None:
    assert two().view(0).fairness.deals == 0
    desk = Desk("triominos", ["Ann", "Bob"])
    assert desk.view(0).fairness.deals == 0
    desk.do(0, "ready")
    desk.do(1, "ready")
    assert desk.match().deal_count > 0
    assert [desk.view(seat).fairness.deals for seat in (0, 1, None)] == [desk.match().deal_count] * 3


def test_the_secret_is_told_when_the_match_is_over_and_not_before() -> None:
    desk = two()
    assert all(desk.view(seat).fairness.secret is None for seat in (0, 1, None))
    desk.do(0, "resign")
    assert all(desk.view(seat).fairness.secret == desk.table.created.secret for seat in (0, 1, None))


# --- commands that come twice, late or early -----------------------------------------------------------------


def test_a_command_that_comes_twice_acts_once_and_is_answered_alike() -> None:
    desk = two()
    first = desk.do(0, "play", move=0, id="same")
    after = picture(desk.table, desk.now)
    assert desk.do(0, "play", move=0, id="same", seq=first - 1) == first
    desk.do(1, "say", text="hm")
    assert desk.do(0, "play", move=0, id="same", seq=first - 1) == first
    assert desk.restart().do(0, "play", move=0, id="same", seq=first - 1) == first
    assert picture(desk.table, desk.now) != after
    assert desk.match().move_count == 1


def test_the_answer_to_a_command_of_several_events_is_the_first_of_them() -> None:
    desk = Desk()
    desk.do(0, "ready")
    first = desk.do(1, "ready", id="same")
    assert desk.table.seq == first + 1
    assert desk.do(1, "ready", id="same") == first


def test_command_ids_belong_to_their_seat() -> None:
    desk = two()
    desk.do(0, "say", text="one", id="same")
    desk.do(1, "say", text="two", id="same")
    desk.do(0, "say", text="three", id="same")
    assert [event.text for event in desk.events() if isinstance(event, events.Said)] == ["one", "two"]


@pytest.mark.parametrize("behind", [1, 2, 3])
def test_a_move_that_was_chosen_before_the_play_changed_is_stale(behind: int) -> None:
    desk = two().move(3)
    mover = desk.table.mover
    assert mover is not None
    refusal = refused(desk, mover, "play", move=0, seq=desk.table.seq - behind)
    assert isinstance(refusal, Stale)
    assert refusal.sentence.say() == "The table has changed meanwhile: look at it again."


def test_talk_and_wishes_make_no_move_stale() -> None:
    desk = two()
    seen = desk.table.seq
    desk.do(1, "say", text="hurry")
    desk.do(1, "react", reaction="hurry")
    desk.do(1, "ask", wish="pause")
    desk.do("owner", "watch", allowed=False)
    desk.do(0, "play", move=0, seq=seen)


def test_nobody_can_make_the_moves_of_others_stale_by_leaving_and_coming_back() -> None:
    desk = two()
    seen = desk.table.seq
    for _ in range(3):
        desk.do(1, "leave")
        desk.do(1, "return")
    desk.do(0, "play", move=0, seq=seen)


def test_a_move_is_stale_after_a_time_out_a_pause_and_a_move_taken_back() -> None:
    desk = with_bot()
    seen = desk.table.seq
    desk.do(0, "ask", wish="pause")
    desk.do(0, "resume")
    assert isinstance(refused(desk, 0, "play", move=0, seq=seen), Stale)
    desk.move(2)
    seen = desk.table.seq
    desk.do(0, "ask", wish="undo")
    assert isinstance(refused(desk, 0, "play", move=0, seq=seen), Stale)
    desk = two(clock=ClockRule("turn", 5), on_timeout="bot")
    seen = desk.table.seq
    desk.wait(6000).move()
    assert isinstance(refused(desk, 1, "play", move=0, seq=seen), Stale)


def test_what_a_bot_has_thought_out_is_stale_when_its_player_is_back() -> None:
    desk = two()
    desk.do(0, "leave")
    desk.do(1, "ask", wish="replace", about=0, level="random")
    thought_at = desk.table.played_seq
    desk.do(0, "return")
    assert desk.table.played_seq > thought_at


@pytest.mark.parametrize(
    ("command", "more"),
    [
        ("play", {"move": 0}),
        ("say", {"text": "x"}),
        ("leave", {}),
        ("ask", {"wish": "pause"}),
        ("staff", {"seat": 0}),
    ],
)
def test_nobody_has_seen_what_has_not_happened(command: str, more: dict[str, object]) -> None:
    desk = two()
    seq = desk.table.seq
    said = why_not(desk, 0, command, seq=seq + 1, **more)
    assert said == f"There was no event {seq + 1} yet: the last one is {seq}."


# --- playing -----------------------------------------------------------------------------------------------


def test_a_move_is_told_by_its_number_or_in_notation() -> None:
    desk = two()
    desk.do(0, "play", move="a1>e1")
    desk.move()
    assert desk.match().moves[0].text == "a1>e1"
    moved = desk.events()[-2]
    assert isinstance(moved, events.Moved)
    assert moved.text == "a1>e1"


def test_only_the_player_to_move_moves_and_only_what_is_legal() -> None:
    desk = two()
    assert why_not(desk, 1, "play", move=0) == "It is not the turn of Bob (O): Ann (X) is to move."
    assert "take a cube from the border" in why_not(desk, 0, "play", move="c3>e3")
    assert "they go from 0 to" in why_not(desk, 0, "play", move=1_000_000)
    for who in ("owner", ANYBODY):
        assert why_not(desk, who, "play", move=0) == "Only players may do that: you look on."


def test_nobody_moves_before_the_start_in_a_pause_or_after_the_end() -> None:
    desk = Desk()
    assert "wait until every seat is taken and everybody is ready" in why_not(desk, 0, "play", move=0)
    desk.ready()
    desk.do(0, "ask", wish="pause")
    desk.do(1, "answer", wish="pause", agrees=True)
    assert why_not(desk, 0, "play", move=0) == "The match is paused: resume it first."
    desk.do(1, "resume")
    desk.do(1, "resign")
    assert "start a new one" in why_not(desk, 0, "play", move=0)


def test_nobody_speaks_for_a_seat_that_a_bot_has() -> None:
    desk = with_bot()
    for command, more in (("resign", {}), ("say", {"text": "x"}), ("leave", {})):
        assert why_not(desk, 1, command, **more) == "Only players may do that: you look on."


# --- resigning ---------------------------------------------------------------------------------------------


def test_anybody_may_resign_at_any_time_whatever_he_has_seen() -> None:
    desk = two().move(2)
    desk.do(1, "resign", seq=1)
    assert desk.view().phase == "over"
    assert desk.match().winners == (0,)


def test_a_player_for_whom_somebody_plays_may_still_resign() -> None:
    desk = two()
    desk.do(0, "leave")
    desk.do(1, "ask", wish="replace", about=0, level="random")
    desk.do(0, "resign")
    assert desk.phase() == "over"


def test_nobody_resigns_before_the_start_after_the_end_or_where_the_rules_know_it_not() -> None:
    assert "wait until every seat is taken" in why_not(Desk(), 0, "resign")
    assert "start a new one" in why_not(finished(), 1, "resign")
    assert "play it to the end" in why_not(Desk("highcard").ready(), 0, "resign")


def test_a_match_that_ends_in_a_pause_is_over_and_no_longer_paused() -> None:
    desk = two()
    desk.do(0, "ask", wish="pause")
    desk.do(1, "answer", wish="pause", agrees=True)
    desk.do(0, "resign")
    assert not desk.view().is_paused
    assert why_not(desk, 0, "resume") == "The match is not paused."


# --- draws -------------------------------------------------------------------------------------------------


def test_a_draw_is_agreed_when_every_seat_has() -> None:
    desk = four()
    desk.do(2, "ask", wish="draw")
    for seat in (0, 1):
        desk.do(seat, "answer", wish="draw", agrees=True)
    (wish,) = desk.view().wishes
    assert (wish.wish, wish.agreed, wish.needed) == ("draw", [0, 1, 2], [3])
    desk.do(3, "answer", wish="draw", agrees=True)
    assert desk.phase() == "over"
    assert desk.view().wishes == []


def test_an_offer_ends_when_somebody_declines_or_moves_on() -> None:
    desk = two()
    desk.do(0, "ask", wish="draw")
    desk.do(1, "answer", wish="draw", agrees=False)
    assert desk.view().wishes == []
    desk.do(0, "ask", wish="draw")
    desk.move(1)
    assert len(desk.view().wishes) == 1
    desk.move(1)
    assert desk.view().wishes == []


def test_an_offer_stands_for_whoever_has_agreed_to_it() -> None:
    desk = two()
    desk.do(0, "ask", wish="draw")
    for agrees in (True, False):
        assert "agreed to the draw already" in why_not(desk, 0, "answer", wish="draw", agrees=agrees)
    for seat in (0, 1):
        assert why_not(desk, seat, "ask", wish="draw") == "A draw is on offer already: accept or decline it."


def test_an_answer_is_to_the_offer_and_the_position_it_was_given_to() -> None:
    desk = two()
    desk.do(0, "ask", wish="draw")
    seen = desk.table.seq
    desk.do(0, "play", move=0)
    for agrees in (True, False):
        assert isinstance(refused(desk, 1, "answer", wish="draw", agrees=agrees, seq=seen), Stale)
    desk.do(1, "answer", wish="draw", agrees=True)
    assert desk.phase() == "over"


def test_no_draw_is_offered_where_there_is_none() -> None:
    assert "no draw by agreement" in why_not(Desk("riomino").ready(), 0, "ask", wish="draw")
    assert "play on, or resign" in why_not(with_bot(), 0, "ask", wish="draw")
    assert "start a new one" in why_not(finished(), 0, "ask", wish="draw")
    assert "wait until" in why_not(Desk(), 0, "ask", wish="draw")
    assert why_not(two(), 0, "answer", wish="draw", agrees=True) == "No draw is on offer: offer one."
    assert "start a new one" in why_not(finished(), 0, "answer", wish="draw", agrees=True)


def test_no_draw_is_offered_to_a_stand_in() -> None:
    desk = two()
    desk.do(1, "leave")
    desk.do(0, "ask", wish="replace", about=1, level="random")
    assert "Bots agree to no draw" in why_not(desk, 0, "ask", wish="draw")


# --- leaving, coming back, stand-ins -------------------------------------------------------------------------


def test_whoever_leaves_a_match_keeps_his_seat_and_his_clock() -> None:
    desk = two(clock=ClockRule("player", 60))
    desk.do(0, "leave")
    assert desk.away()[0]
    assert desk.view().seats[0].is_away
    assert desk.running() == 0
    assert desk.do(0, "leave") == desk.table.seq
    desk.do(0, "return")
    assert not desk.away()[0]
    assert desk.do(0, "return") == desk.table.seq


def test_whoever_plays_is_back() -> None:
    desk = two()
    desk.do(0, "leave")
    desk.do(0, "play", move=0)
    assert not desk.away()[0]
    assert "its player is there" in why_not(desk, 1, "ask", wish="replace", about=0, level="random")


def test_a_house_move_does_not_bring_anybody_back() -> None:
    desk = two(clock=ClockRule("turn", 5), on_timeout="bot")
    desk.do(0, "leave")
    desk.wait(6000).move()
    assert desk.away()[0]


def test_a_seat_that_was_left_is_played_by_a_bot_when_the_others_who_are_there_agree() -> None:
    desk = four()
    desk.do(0, "leave")
    desk.table.absent = {3}
    desk.do(1, "ask", wish="replace", about=0, level="random")
    assert desk.stand_ins()[0] is None
    (wish,) = desk.view().wishes
    assert (wish.about, wish.level, wish.agreed, wish.needed) == (0, "random", [1], [2])
    desk.do(2, "answer", wish="replace", agrees=True)
    assert desk.stand_ins()[0] == "random"
    assert desk.view().seats[0].stand_in == "random"
    assert desk.view().wishes == []


def test_a_seat_is_played_by_nobody_only_where_a_turn_can_go_by() -> None:
    desk = Desk("triominos").ready()
    desk.do(0, "leave")
    desk.do(1, "ask", wish="replace", about=0)
    assert desk.stand_ins()[0] == ""
    desk = two()
    desk.do(0, "leave")
    said = why_not(desk, 1, "ask", wish="replace", about=0)
    assert said == "In Quixo no turn can go by without a move: let a bot play instead."


def test_nobody_is_replaced_who_is_there() -> None:
    desk = four()
    for about in (0, 1):
        said = why_not(desk, 1, "ask", wish="replace", about=about, level="random")
        assert "needs no stand-in: its player is there" in said
    for missing in (None, 4):
        assert "go from 0 to 3" in why_not(desk, 1, "ask", wish="replace", about=missing, level="random")
    desk.table.absent = {0}
    said = why_not(desk, 1, "ask", wish="replace", about=0, level="genius")
    assert "genius" in said
    assert "beginner, casual, club" in said
    desk.do(1, "ask", wish="replace", about=0, level="random")


def test_nobody_is_replaced_for_a_lost_connection_where_he_has_days_for_a_move() -> None:
    desk = two(clock=ClockRule("days", 3))
    desk.table.absent = {0}
    assert "its player is there" in why_not(desk, 1, "ask", wish="replace", about=0, level="random")
    desk.do(0, "leave")
    desk.do(1, "ask", wish="replace", about=0, level="random")
    assert desk.stand_ins()[0] == "random"


def test_whoever_is_connected_again_before_the_others_agree_has_a_say_in_it() -> None:
    desk = four()
    desk.table.absent = {0}
    desk.do(1, "ask", wish="replace", about=0, level="random")
    desk.do(2, "answer", wish="replace", agrees=True)
    desk.table.absent = set()
    desk.do(3, "answer", wish="replace", agrees=True)
    assert desk.stand_ins()[0] is None
    assert needed(desk.table, desk.table.wishes["replace"]) == {0}
    desk.do(0, "answer", wish="replace", agrees=False)
    assert desk.view().wishes == []


def test_whoever_has_left_cannot_forbid_that_somebody_plays_for_him_but_comes_back() -> None:
    desk = four()
    desk.do(0, "leave")
    desk.do(1, "ask", wish="replace", about=0, level="random")
    assert "consent is not needed" in why_not(desk, 0, "answer", wish="replace", agrees=False)
    desk.do(0, "return")
    assert desk.view().wishes == []


def test_coming_back_ends_no_wish_about_somebody_else() -> None:
    desk = four()
    desk.do(0, "leave")
    desk.do(3, "leave")
    desk.do(1, "ask", wish="replace", about=0, level="random")
    desk.do(3, "return")
    assert [wish.about for wish in desk.view().wishes] == [0]


def test_what_was_asked_about_one_seat_is_not_granted_to_whoever_asks_about_another() -> None:
    desk = four()
    desk.table.absent = {0, 3}
    desk.do(1, "ask", wish="replace", about=0, level="random")
    assert "wait for the answers" in why_not(desk, 2, "ask", wish="replace", about=3, level="random")
    desk.table.absent = {0, 2, 3}
    desk.do(1, "ask", wish="replace", about=3, level="beginner")
    assert desk.stand_ins() == [None, None, None, "beginner"]


def test_whoever_is_replaced_has_no_say_until_he_takes_his_seat_again() -> None:
    desk = two()
    desk.do(0, "leave")
    desk.do(1, "ask", wish="replace", about=0, level="random")
    for command, more in (
        ("play", {"move": 0}),
        ("ask", {"wish": "undo"}),
        ("answer", {"wish": "pause", "agrees": True}),
        ("resume", {}),
    ):
        assert why_not(desk, 0, command, **more) == "Somebody plays for you: take your seat again first."
    assert desk.view(0).undo == ""
    desk.do(0, "say", text="I am on the train")
    desk.do(0, "return")
    desk.do(0, "play", move=0)


def test_the_others_may_choose_another_stand_in() -> None:
    desk = two()
    desk.do(0, "leave")
    for level in ("random", "beginner"):
        desk.do(1, "ask", wish="replace", about=0, level=level)
        assert desk.stand_ins()[0] == level


# --- pausing -----------------------------------------------------------------------------------------------


def test_a_pause_needs_everybody_and_anybody_ends_it() -> None:
    desk = four()
    desk.do(1, "ask", wish="pause")
    desk.do(0, "answer", wish="pause", agrees=True)
    desk.do(2, "answer", wish="pause", agrees=True)
    assert not desk.is_paused()
    desk.do(3, "answer", wish="pause", agrees=True)
    assert desk.is_paused()
    assert desk.table.mover is None
    assert why_not(desk, 0, "ask", wish="pause") == "The match is paused: resume it first."
    desk.do(2, "resume")
    assert not desk.is_paused()
    assert why_not(desk, 2, "resume") == "The match is not paused."


def test_bots_agree_to_a_pause() -> None:
    desk = with_bot()
    desk.do(0, "ask", wish="pause")
    assert desk.is_paused()


def test_one_refusal_is_enough_and_whoever_asked_may_take_it_back() -> None:
    desk = four()
    for seat in (3, 0):
        desk.do(0, "ask", wish="pause")
        desk.do(1, "answer", wish="pause", agrees=True)
        desk.do(seat, "answer", wish="pause", agrees=False)
        assert desk.view().wishes == []
    assert why_not(desk, 3, "answer", wish="pause", agrees=True) == "Nobody asked for that."


def test_whoever_asks_for_what_somebody_else_has_asked_for_agrees_to_it() -> None:
    desk = two()
    desk.do(0, "ask", wish="pause")
    assert "wait for the answers" in why_not(desk, 0, "ask", wish="pause")
    desk.do(1, "ask", wish="pause")
    assert desk.is_paused()


def test_nobody_agrees_twice_or_to_what_he_has_not_seen() -> None:
    desk = four()
    desk.do(0, "ask", wish="pause")
    asked = desk.table.seq
    assert isinstance(refused(desk, 1, "answer", wish="pause", agrees=True, seq=asked - 1), Stale)
    assert isinstance(refused(desk, 1, "answer", wish="pause", agrees=False, seq=asked - 1), Stale)
    desk.do(1, "answer", wish="pause", agrees=True, seq=asked)
    for seat in (0, 1):
        assert "was given already" in why_not(desk, seat, "answer", wish="pause", agrees=True)


def test_what_was_asked_about_a_position_goes_with_it() -> None:
    desk = two().move(2)
    desk.do(1, "ask", wish="pause")
    desk.do(0, "ask", wish="undo")
    desk.move()
    assert desk.view().wishes == []


def test_nothing_asked_in_a_match_outlives_it() -> None:
    desk = four().move(4)
    desk.do(3, "leave")
    desk.do(0, "ask", wish="undo")
    desk.do(1, "ask", wish="pause")
    desk.do(2, "ask", wish="replace", about=3, level="random")
    desk.do(1, "ask", wish="draw")
    for seat in (0, 2, 3):
        desk.do(seat, "answer", wish="draw", agrees=True)
    assert desk.phase() == "over"
    assert desk.view().wishes == []
    for wish in ("undo", "pause", "replace"):
        assert why_not(desk, 1, "answer", wish=wish, agrees=True) == "Nobody asked for that."


def test_once_nobody_is_left_to_agree_it_is_enough_to_ask_again() -> None:
    desk = four()
    desk.do(0, "ask", wish="pause")
    desk.do(1, "answer", wish="pause", agrees=True)
    desk.do(2, "answer", wish="pause", agrees=True)
    desk.do(3, "leave")
    desk.do(0, "ask", wish="replace", about=3, level="random")
    for seat in (1, 2):
        desk.do(seat, "answer", wish="replace", agrees=True)
    assert not desk.is_paused()
    assert needed(desk.table, desk.table.wishes["pause"]) == set()
    desk.do(0, "ask", wish="pause")
    assert desk.is_paused()


# --- rematches ---------------------------------------------------------------------------------------------


def test_a_rematch_is_for_afterwards() -> None:
    assert why_not(two(), 0, "ask", wish="rematch") == "The match is not over yet."
    assert "wait until" in why_not(Desk(), 0, "ask", wish="rematch")


def test_a_rematch_needs_everybody_who_has_not_left() -> None:
    desk = finished(4)
    desk.do(0, "ask", wish="rematch")
    desk.do(2, "answer", wish="rematch", agrees=True)
    assert needed(desk.table, desk.table.wishes["rematch"]) == {1, 3}
    desk.do(3, "leave")
    assert needed(desk.table, desk.table.wishes["rematch"]) == {1}
    desk.do(1, "ask", wish="rematch")
    assert needed(desk.table, desk.table.wishes["rematch"]) == set()
    desk.append(HOUSE, None, [events.Rematched("next")])
    assert desk.view().successor == "next"
    assert desk.view().wishes == []
    assert why_not(desk, 0, "ask", wish="rematch") == "There is a rematch already."


def test_in_a_rematch_everybody_sits_one_seat_on_with_the_rights_he_had() -> None:
    desk = Desk("quixo", ["Ann", "Bob", RANDOM, "Dee"], {"players": 4}, chat=False).ready()
    desk.do("owner", "watch", allowed=False)
    desk.do(0, "resign")
    desk.do(3, "leave")
    created = rematch_event(desk.table)
    before = desk.table.created
    assert [place.name for place in created.places] == ["Bob", "random", "", "Ann"]
    assert [place.level for place in created.places] == ["", "random", "", ""]
    assert created.places[0].token == before.places[1].token
    assert created.places[2] == events.Place()
    assert (created.owner, created.watch, created.chat) == (before.owner, before.watch, False)
    assert created.before == "table"
    assert created.secret != before.secret
    assert not created.watchable


# --- talk --------------------------------------------------------------------------------------------------


def said_to(desk: Desk, seat: int | None) -> list[str]:
    return [line.text or line.reaction for line in views.talk(desk.table, list(desk.table.talk), seat).lines]


def test_players_talk_before_during_and_after_the_match() -> None:
    desk = Desk()
    desk.do(0, "say", text="  good \n luck  ")
    desk.ready().do(1, "react", reaction="thanks")
    desk.do(1, "resign")
    desk.do(0, "say", text="well played", seq=1)
    for seat in (0, 1, None):
        assert said_to(desk, seat) == ["good luck", "thanks", "well played"]


def test_onlookers_and_the_owner_as_such_do_not_talk() -> None:
    for who in ("owner", ANYBODY):
        assert why_not(two(), who, "say", text="psst") == "Only players may do that: you look on."
        assert why_not(two(), who, "react", reaction="wow") == "Only players may do that: you look on."


def test_partners_talk_among_themselves_where_the_table_allows_it() -> None:
    desk = four(team_chat=True)
    desk.do(0, "say", text="left", to_team=True)
    assert [said_to(desk, seat) for seat in (0, 1, 2, 3, None)] == [["left"], [], ["left"], [], []]
    assert why_not(four(), 0, "say", text="left", to_team=True) == "Partners may not confer at this table."
    assert "may not confer" in why_not(two(team_chat=True), 0, "say", text="left", to_team=True)


def test_chat_can_be_off() -> None:
    desk = four(chat=False, team_chat=True)
    assert why_not(desk, 0, "say", text="x") == "There is no chat at this table."
    assert why_not(desk, 0, "say", text="x", to_team=True) == "There is no chat at this table."
    assert why_not(desk, 0, "react", reaction="wow") == "There is no chat at this table."


@pytest.mark.parametrize("text", [" ", "\n\t", "\x00", "a\x1bb", "\u202eabc", "\u200b"])
def test_a_line_of_chat_can_be_seen(text: str) -> None:
    assert why_not(two(), 0, "say", text=text) == "A line of chat is made of printable letters."


def test_talk_has_an_end_for_whoever_talks_without_end_and_for_nobody_else() -> None:
    desk = two()
    for _ in range(MOST_TALK):
        desk.append(0, None, [events.Said(0, "la")])
    for command, more in (("say", {"text": "la"}), ("react", {"reaction": "wow"})):
        assert why_not(desk, 0, command, **more) == f"That was talk enough for one match: {MOST_TALK} lines."
    desk.do(1, "say", text="at last")
    assert len(desk.table.talk) == CHAT_KEPT
    assert why_not(desk.restart(), 0, "say", text="la").startswith("That was talk enough")


# --- the owner ---------------------------------------------------------------------------------------------


def test_only_the_owner_gives_seats_to_bots_and_lets_spectators_in() -> None:
    desk = Desk("quixo", ["Ann", OPEN])
    for who in (0, ANYBODY):
        assert why_not(desk, who, "staff", seat=1, level="random") == "Only the owner of the table may do that."
        assert why_not(desk, who, "watch", allowed=False) == "Only the owner of the table may do that."


def test_the_owner_gives_a_seat_to_a_bot_and_opens_it_again() -> None:
    desk = Desk("quixo", ["Ann", OPEN])
    desk.do("owner", "staff", seat=1, level="random")
    assert (desk.table.seats[1].level, desk.table.seats[1].name) == ("random", "random")
    desk.do("owner", "staff", seat=1)
    assert desk.table.seats[1].is_free
    said = why_not(desk, "owner", "staff", seat=1, level="genius")
    assert "beginner, casual, club" in said
    assert "they go from 0 to 1" in why_not(desk, "owner", "staff", seat=2, level="random")


def test_the_owner_takes_no_seat_from_a_person_who_is_there() -> None:
    desk = Desk()
    assert why_not(desk, "owner", "staff", seat=1, level="random") == "Seat O is taken: choose another."
    desk.ready()
    assert "has begun" in why_not(desk, "owner", "staff", seat=1, level="random")


def test_the_owner_opens_a_seat_whose_person_does_not_come() -> None:
    desk = Desk()
    desk.table.absent = {1}
    desk.do("owner", "staff", seat=1)
    assert desk.table.seats[1].is_free
    desk.sit("Cid")
    desk.table.absent = {1}
    desk.do(0, "ready")
    desk.do("owner", "staff", seat=1, level="random")
    assert desk.phase() == "playing"


def test_spectators_come_and_go_as_the_owner_likes() -> None:
    desk = two()
    desk.do("owner", "watch", allowed=False)
    assert not desk.view().is_watchable
    assert desk.do("owner", "watch", allowed=False) == desk.table.seq
    desk.do("owner", "watch", allowed=True)
    assert desk.view().is_watchable


# --- what a refusal says -----------------------------------------------------------------------------------

ALLOWED: list[tuple[Callable[[], Desk], int | str, str, dict[str, object], str]] = [
    (Desk, 0, "play", {"move": 0}, "wait until every seat is taken and everybody is ready"),
    (two, 0, "ready", {}, "before"),
    (two, 1, "play", {"move": 0}, "Ann (X) is to move"),
    (two, 0, "play", {"move": "z9"}, "a1>e1"),
    (two, 0, "play", {"move": 9999}, "from 0 to"),
    (two, 0, "play", {"move": 0, "seq": 999}, "the last one is"),
    (two, 0, "play", {"move": 0, "seq": 0}, "look at it again"),
    (two, 0, "ask", {"wish": "replace", "about": 9}, "from 0 to 1"),
    (two, 0, "answer", {"wish": "draw", "agrees": True}, "offer one"),
    (with_bot, 0, "ask", {"wish": "draw"}, "play on, or resign"),
    (finished, 0, "play", {"move": 0}, "start a new one"),
    (Desk, "owner", "staff", {"seat": 0, "level": "random"}, "choose another"),
    (Desk, "owner", "staff", {"seat": 7, "level": "random"}, "from 0 to 1"),
]


@pytest.mark.parametrize(("scene", "seat", "command", "more", "allowed"), ALLOWED)
def test_a_refusal_says_what_is_allowed_instead_and_says_it_in_every_language(
    scene: Callable[[], Desk], seat: int | str, command: str, more: dict[str, object], allowed: str
) -> None:
    sentence = refused(scene(), seat, command, **more).sentence
    assert allowed in sentence.say("en")
    said = {views.reason(sentence, language).text for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert not any("{" in text for text in said)
