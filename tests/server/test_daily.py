"""The deal of the day: the same for everybody, computable by anybody, and no secret is claimed where there is none."""

import asyncio
import hashlib
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import tesserae
from server.client import Player, new_table
from server.inside import serving
from server.tables import Desk, picture
from tesserae.games.puzzelino.puzzles import shipped
from tesserae.server import daily, events, protocol
from tesserae.server.app import Service
from tesserae.server.setup import created_event, rematch_event
from tesserae.server.store import open_store
from tesserae.server.table import Table
from tesserae.words import LANGUAGES, Refused

DAY = "2026-03-04"
TODAY = date(2026, 11, 18)


def desk(game: str, day: str = DAY) -> Desk:
    return Desk(game, ["Ann"], daily=day).ready()


def wanted(game: str = "tripple", day: str = DAY, **more: Any) -> protocol.NewTable:
    return protocol.NewTable(game, seats=[protocol.NewSeat("Ann")], daily=day, **more)


# --- the same for everybody --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", daily.GAMES)
def test_all_tables_of_a_day_have_the_same_deal(game: str) -> None:
    first, second = (desk(game).match() for _ in range(2))
    assert first.states.tobytes() == second.states.tobytes()
    assert first.record() == second.record()
    assert first.game.players == 1


@pytest.mark.parametrize("game", daily.GAMES)
def test_another_day_has_another_deal(game: str) -> None:
    assert desk(game).match().states.tobytes() != desk(game, "2026-03-05").match().states.tobytes()


def test_two_games_have_different_tiles_on_the_same_day() -> None:
    hands = [desk(game).match().view(0)["board"]["hands"][0] for game in ("triominos", "tripple")]
    assert sorted(hands[0]) != sorted(hands[1])


@pytest.mark.parametrize("game", ["triominos", "tripple"])
def test_anybody_can_compute_the_deal(game: str) -> None:
    seed = hashlib.sha256(f"tesserae daily 1 {game} {DAY}".encode()).digest()
    own = tesserae.game(game, players=1).new(seed, names=["Ann"])
    assert desk(game).match().record() == own.record()


def test_every_puzzle_comes_once_before_any_comes_again() -> None:
    count = len(shipped())
    for begin in (daily.FIRST, date(2031, 5, 6)):
        numbers = [daily.puzzle_number(begin + timedelta(days)) for days in range(count)]
        assert sorted(numbers) == list(range(1, count + 1))


def test_a_rematch_is_the_same_deal_again() -> None:
    before = desk("tripple")
    before.do(0, "resign")
    again = rematch_event(before.table)
    assert (again.daily, again.secret, again.before) == (DAY, "", "table")


# --- no secret where there is none -------------------------------------------------------------------------


@pytest.mark.parametrize("game", daily.GAMES)
def test_nothing_is_claimed_about_a_public_deal(game: str) -> None:
    created, answer = created_event("table", wanted(game), TODAY)
    assert (created.secret, answer.commitment) == ("", "")
    at = Desk(game, ["Ann"], daily=DAY)
    at.do(0, "ready", share="c0ffee")
    assert [event.share for event in at.events() if isinstance(event, events.Ready)] == [""]
    assert at.view(0).fairness == protocol.FairnessView("", [None], None, DAY, at.match().deal_count)
    at.do(0, "resign")
    assert at.view(0).fairness == protocol.FairnessView("", [None], None, DAY, at.match().deal_count)
    assert "Fair:" not in at.match().record()
    assert tesserae.load(at.match().record()) == at.match()


def test_a_share_does_not_change_a_public_deal() -> None:
    plain, shared = Desk("triominos", ["Ann"], daily=DAY), Desk("triominos", ["Ann"], daily=DAY)
    plain.do(0, "ready")
    shared.do(0, "ready", share="ff" * 32)
    assert plain.match().record() == shared.match().record()


def test_any_other_table_says_that_its_deal_is_not_public() -> None:
    at = Desk("triominos", ["Ann"], {"players": 1}).ready()
    assert at.view(0).fairness.daily == ""
    assert at.view(0).fairness.commitment


# --- the log -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", daily.GAMES)
def test_the_log_gives_the_table_back(game: str) -> None:
    at = desk(game)
    for _ in range(12):
        if at.phase() == "over":
            break
        at.move()
        assert picture(at.replayed(), at.now) == picture(at.table, at.now)


def test_a_log_from_before_there_were_deals_of_the_day_is_read_as_ever() -> None:
    old = (
        b'{"what":"created","game":"triominos","options":{"players":"1"},"places":[{"name":"Ann","token":"t"}],'
        b'"secret":"%s","owner":"o","watch":"w"}' % (b"ab" * 32)
    )
    created = events.decode_event(old)
    assert isinstance(created, events.Created)
    assert created.daily == ""
    table = Table.new("table", events.Entry(1, 0, -1, created))
    assert len(table.commitment) == 64
    assert "daily" not in events.encode_event(created), "and is written as ever"


# --- what is refused ---------------------------------------------------------------------------------------


def refusal(table: protocol.NewTable) -> Refused:
    with pytest.raises(Refused) as refused:
        created_event("table", table, TODAY)
    said = {refused.value.sentence.say(language) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    return refused.value


@pytest.mark.parametrize(
    "day",
    ["2026-11-19", "2027-01-01", "9999-12-31", "2025-12-31", "0001-01-01", "2026-02-30", "2026-13-01", "today", "20261118",
     "2026-W47-3", "2026-11-1", " 2026-11-18", "2026-11-18\n", "２０２６-11-18", "-026-11-18", "x"],
)  # fmt: skip
def test_days_to_come_and_nonsense_are_refused(day: str) -> None:
    refused = refusal(wanted(day=day))
    assert refused.sentence.key == "table.daily_date"
    assert refused.sentence.values["today"] == "2026-11-18"


@pytest.mark.parametrize("day", ["2026-01-01", "2026-11-18"])
def test_the_first_day_and_today_have_deals(day: str) -> None:
    assert created_event("table", wanted(day=day), TODAY)[0].daily == day


@pytest.mark.parametrize("game", ["quixo", "riomino", "chess"])
def test_games_that_one_cannot_play_alone_have_no_deal_of_the_day(game: str) -> None:
    assert refusal(wanted(game)).sentence.key == "table.no_daily"


def test_nobody_chooses_other_options() -> None:
    number = daily.puzzle_number(date.fromisoformat(DAY))
    for game, options in (
        ("tripple", {"players": 2}),
        ("tripple", {"solo_draws": 56}),
        ("puzzelino", {"puzzle": number % 100 + 1}),
        ("triominos", {"nonsense": 1}),
    ):
        assert refusal(wanted(game, options=options)).sentence.key == "table.daily_options"
    created_event("table", wanted("puzzelino", options={"puzzle": number, "players": 1}), TODAY)


def test_there_is_one_seat() -> None:
    table = msgspec.structs.replace(wanted(), seats=[protocol.NewSeat("Ann"), protocol.NewSeat("Bob")])
    assert refusal(table).sentence.key == "table.many_seats"


# --- at a real server --------------------------------------------------------------------------------------


def test_the_house_tells_what_there_is_today(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(Service(open_store(tmp_path, "here"))) as url, httpx.AsyncClient() as client:
            told = msgspec.json.decode((await client.get(f"{url}/api/daily")).content, type=protocol.Daily)
            assert told.date in {
                (datetime.now(UTC) - timedelta(hours=hours)).date().isoformat() for hours in (0, 1)
            }
            assert [deal.game for deal in told.deals] == list(daily.GAMES)
            for deal in told.deals:
                made = await new_table(url, deal.game, daily=told.date, seats=[{"name": "Ann"}])
                player = await Player(url, made["table"], made["seats"]["0"]).connect()
                await player.do("ready", share="ab")
                table = await player.until_table(lambda table: table["phase"] == "playing")
                assert table["fairness"]["daily"] == told.date
                assert {name: table["options"][name] for name in deal.options} == deal.options
                await player.close()
            tomorrow = (date.fromisoformat(told.date) + timedelta(days=2)).isoformat()
            refused = await client.post(f"{url}/api/tables", json={"game": "tripple", "daily": tomorrow})
            assert (refused.status_code, refused.json()["reason"]["key"]) == (400, "table.daily_date")

    asyncio.run(run())
