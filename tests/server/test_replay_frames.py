"""Looking back at a match: every step of it is there, with everything open, and nobody else has to wait."""

import asyncio
import gzip
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import tesserae
from server.client import seated
from server.inside import serving
from tesserae.bots import Budget
from tesserae.games.game import Game
from tesserae.match import Deal, Match, Move
from tesserae.server import lookback, protocol, views
from tesserae.server.app import Service
from tesserae.server.store import open_store
from tesserae.words import LANGUAGES, Refused, say
from variants import random_match

CHEAP = Budget(iterations=30)


def flat(replay: protocol.Replay) -> list[dict[str, Any]]:
    return [event for frame in replay.frames for event in frame.events]


# --- every step --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
def test_everything_that_happened_is_a_step_once_and_in_order(any_game: Game, seed: int) -> None:
    match = random_match(any_game, seed)
    replay = lookback.replay(match.record())
    assert flat(replay) == [views.happened(event) for event in match.events]
    assert replay.game == any_game.name
    assert replay.is_over
    assert replay.has_points == bool(any_game.account_names)
    numbers = [frame.match["move_number"] for frame in replay.frames]
    assert numbers == sorted(numbers)
    assert numbers[-1] == match.move_count


def test_the_last_step_is_the_match_as_it_ended(any_game: Game) -> None:
    match = random_match(any_game, 1)
    last = lookback.replay(match.record()).frames[-1].match
    expected = match.view(None) | {"board": any_game.view(match.states[0], None), "ended_round": None}
    assert last == expected


def test_each_step_shows_the_board_as_it_was(any_game: Game) -> None:
    match = random_match(any_game, 2)
    again, boards, ends = Match(any_game, 2), [], []
    boards.append(any_game.view(again.states[0], None))
    for deed in match.deeds:
        again.repeat_event(deed)
        if isinstance(again.events[-1], Deal) and (ended := again.view(None)["ended_round"]) is not None:
            boards.append(ended)
            ends.append(len(boards) - 1)
        boards.append(any_game.view(again.states[0], None))
    frames = lookback.replay(match.record()).frames
    assert [frame.match["board"] for frame in frames] == boards
    for end in ends:
        view = frames[end].match
        assert (view["mover"], view["over"], view["dealt"]) == (None, False, [])
        assert frames[end + 1].match["dealt"] == frames[end + 1].events


def test_points_of_each_step_are_those_of_its_events(any_game: Game) -> None:
    replay = lookback.replay(random_match(any_game, 3).record())
    scores = [0] * any_game.players
    for frame in replay.frames:
        for entry in (entry for event in frame.events for entry in event.get("account", ())):
            scores[entry["seat"]] += entry["points"]
        if replay.has_points:
            assert frame.match["scores"] == scores


def test_all_hands_lie_open_and_nobody_can_move(any_game: Game) -> None:
    for frame in lookback.replay(random_match(any_game, 4).record()).frames:
        assert None not in frame.match["board"].get("hands", [])
        assert frame.match["seat"] is None
        assert frame.match["legal"] == []


def test_deeds_are_steps_too() -> None:
    replay = lookback.replay("Game: quixo\n1. a1>e1\nO offers a draw\nX declines the draw\nO resigns\n")
    assert [frame.events for frame in replay.frames][:1] == [[]]
    deeds = [(event["seat"], event["deed"]) for event in flat(replay) if "deed" in event]
    assert deeds == [(1, "offers a draw"), (0, "declines the draw"), (1, "resigns")]
    assert replay.frames[2].match["draw_agreed_by"] == [1]
    assert replay.frames[-1].match["winners"] == [0]


def test_a_match_that_is_not_over_is_shown_as_far_as_it_goes() -> None:
    match = random_match(tesserae.game("triominos").game, 5, moves=7)
    replay = lookback.replay(match.record())
    assert not replay.is_over
    assert replay.frames[-1].match["move_number"] == 7
    assert all(replay.frames[-1].match["board"]["hands"])


def test_a_match_at_a_real_table_is_shown_up_to_the_deal_it_waits_for() -> None:
    replay = lookback.replay("Game: riomino\nOptions: level=junior\n")
    assert len(replay.frames) == 1
    assert replay.frames[0].match["mover"] is None


def test_packed_it_is_small(any_game: Game) -> None:
    replay = lookback.replay(random_match(any_game, 6).record())
    plain, packed = (lookback.written(replay, packs=packs) for packs in (False, True))
    assert gzip.decompress(packed) == plain == msgspec.json.encode(replay)
    if len(replay.frames) > 20:
        assert 8 * len(packed) < len(plain)


# --- what it was worth -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "setup",
    [
        ("quixo", {"size": 3}),
        ("quixo", {"players": 4}),
        ("riomino", {"level": "junior"}),
        ("tripple", {"rounds": 1}),
    ],
)
def test_two_sides_have_a_chance_before_every_move_and_at_the_end(setup: tuple[str, dict[str, Any]]) -> None:
    match = random_match(tesserae.game(setup[0], **setup[1]).game, 7)
    review = lookback.review(match.record(), "en", CHEAP)
    assert len(review.chances) == match.move_count + 1
    assert all(0 <= chance <= 1 for chance in review.chances)
    assert review.chances[-1] == (0.5 if not match.winners else float(0 in match.winners))


def test_a_sure_loss_is_seen_from_the_side_of_the_first_player() -> None:
    rows = ["a1>a3", "c1>c3", "a1>a3", "c1>c3"]
    match = tesserae.game("quixo", size=3).new()
    for move in rows:
        match.play(move)
    assert not match.over
    review = lookback.review(match.record(), "en", Budget(iterations=20_000))
    assert review.chances[4] == 1, "X completes the column"
    match.play("a1>a3")
    assert match.winners == (0,)
    assert lookback.review(match.record(), "en", Budget(iterations=20_000)).chances[4:] == [1, 1]


@pytest.mark.parametrize("setup", [("triominos", {"players": 3, "limit": 100}), ("puzzelino", {"players": 4})])
def test_more_sides_have_points_and_no_chances(setup: tuple[str, dict[str, Any]]) -> None:
    match = random_match(tesserae.game(setup[0], **setup[1]).game, 8)
    assert lookback.review(match.record(), "en", CHEAP).chances == []


def test_one_who_plays_alone_is_not_reviewed() -> None:
    match = random_match(tesserae.game("tripple", players=1).game, 9)
    assert lookback.review(match.record(), "en") == protocol.ReplayReview([], [])


def test_the_worst_moves_come_first_each_with_a_better_one_that_can_be_drawn() -> None:
    match = random_match(tesserae.game("quixo").game, 10)
    review = lookback.review(match.record(), "de", Budget(iterations=2000))
    assert review.mistakes, "a random match is full of them"
    costs = [found.mistake.better.chance - found.mistake.played.chance for found in review.mistakes]
    assert costs == sorted(costs, reverse=True)
    for found in review.mistakes:
        number = found.mistake.number
        before = Match(match.game, match.seed, deals=match.deals)
        for move in match.moves[: number - 1]:
            before.play(move.action)
        assert found.better in before.view(before.mover)["legal"]
        assert found.better["action"] == found.mistake.better.action
        assert match.moves[number - 1].action == found.mistake.played.action
        assert found.mistake.reason.text == say(found.mistake.reason.key, "de", **found.mistake.reason.values)


# --- what is refused ---------------------------------------------------------------------------------------


def test_what_is_no_record_or_too_long_is_refused_in_every_language() -> None:
    long = "Game: quixo\n" + "a1>e1\n" * protocol.MOST_REPLAY_LINES
    for record, key in (("", "record.no_game"), ("Game: quixo\nb2>b5", "record.line"), (long, "replay.long")):
        for look in (lookback.replay, lambda text: lookback.review(text, "en")):
            with pytest.raises(Refused) as refused:
                look(record)
            assert refused.value.sentence.key == key
            assert len({refused.value.sentence.say(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_remarks_do_not_make_a_record_too_long() -> None:
    record = "Game: quixo\n" + "# a remark\n\n" * protocol.MOST_REPLAY_LINES + "1. a1>e1\n"
    assert len(lookback.replay(record).frames) == 2


# --- over HTTP ---------------------------------------------------------------------------------------------


@asynccontextmanager
async def at_home(data: Path) -> AsyncIterator[tuple[httpx.AsyncClient, str]]:
    async with serving(Service(open_store(data, "here"))) as url, httpx.AsyncClient(timeout=60) as client:
        yield client, url


async def announced(url: str, what: str, length: int) -> str:
    """Say how long a record is that is to come, and give the answer: nobody wants to read it all."""
    host, port = url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"POST /api/{what} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: {length}\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return answer.decode()


def test_a_table_shows_its_match_only_when_it_is_over(tmp_path: Path) -> None:
    async def run() -> None:
        async with at_home(tmp_path) as (client, url), seated(url, "triominos", ["Ann", "Bob"]) as players:
            place = f"{url}/api/tables/{players[0].table_id}"
            for what in ("replay", "review"):
                early = await client.get(f"{place}/{what}")
                assert (early.status_code, early.json()["reason"]["key"]) == (409, "table.not_over")
                assert (await client.get(f"{url}/api/tables/nowhere/{what}")).status_code == 404
            await players[0].do("resign")
            response = await client.get(f"{place}/replay")
            assert response.status_code == 200
            assert response.headers["content-encoding"] == "gzip"
            record = (await client.get(f"{place}/record")).text
            assert msgspec.json.decode(response.content, type=protocol.Replay) == lookback.replay(record)
            plain = await client.get(f"{place}/replay", headers={"accept-encoding": "identity"})
            assert "content-encoding" not in plain.headers
            assert plain.json() == response.json()
            assert (await client.get(f"{place}/review")).json() == {"chances": [0.0], "mistakes": []}

    asyncio.run(run())


def test_anybody_may_have_a_record_shown(tmp_path: Path) -> None:
    async def run() -> None:
        async with at_home(tmp_path) as (client, url):
            for what in ("replay", "review"):
                place = f"{url}/api/{what}"
                good = await client.post(place, content="\ufeffGame: quixo\n1. a1>e1\n")
                assert good.status_code == 200, good.text
                bad = await client.post(place, content="Game: quixo\nb2>b5", headers={"accept-language": "nl"})
                assert (bad.status_code, bad.json()["reason"]["key"]) == (400, "record.line")
                assert bad.json()["reason"]["text"].startswith("Regel 2")
                binary = await client.post(place, content=b"\xff\xfe\x00")
                assert (binary.status_code, binary.json()["reason"]["key"]) == (400, "record.not_text")
                large = await announced(url, what, protocol.MOST_RECORD_BYTES + 1)
                assert large.startswith("HTTP/1.1 413 ")
                assert "server.large" in large
                long = await client.post(place, content="Game: quixo\n" + "a1>e1\n" * protocol.MOST_REPLAY_LINES)
                assert (long.status_code, long.json()["reason"]["key"]) == (413, "replay.long")
                foreign = await client.post(
                    place, content="Game: quixo\n", headers={"origin": "https://elsewhere"}
                )
                assert foreign.status_code == 403
                assert (await client.get(place)).status_code == 405

    asyncio.run(run())


def test_nobody_waits_for_those_who_look_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(_record: str) -> protocol.Replay:
        time.sleep(1.5)
        return protocol.Replay("quixo", False, True, [])

    monkeypatch.setattr(lookback, "replay", slowly)

    async def run() -> None:
        async with at_home(tmp_path) as (client, url):
            looking = [
                asyncio.create_task(client.post(f"{url}/api/replay", content="Game: quixo\n")) for _ in range(6)
            ]
            await asyncio.sleep(0.1)
            began = time.perf_counter()
            assert (await client.get(f"{url}/health")).status_code == 200
            assert time.perf_counter() - began < 1
            assert [response.status_code for response in await asyncio.gather(*looking)] == [200] * 6

    asyncio.run(run())


def test_one_address_may_not_look_back_for_ever(tmp_path: Path) -> None:
    async def run() -> None:
        async with at_home(tmp_path) as (client, url):
            codes = [(await client.post(f"{url}/api/replay", content="nonsense")).status_code for _ in range(40)]
            assert codes[0] == 400
            assert codes[-1] == 429
            assert (await client.get(f"{url}/api/games")).status_code == 200

    asyncio.run(run())


def test_a_long_match_is_no_burden() -> None:
    """A match of hundreds of moves is a few dozen kilobytes on the wire."""
    match = random_match(tesserae.game("triominos", players=4).game, 11)
    assert sum(isinstance(event, Move) for event in match.events) > 200
    assert len(lookback.written(lookback.replay(match.record()), packs=True)) < 150_000
