"""Nobody at a table is sent anything that depends on what he may not know."""

import asyncio
import base64
import json
import os
import random
import sqlite3
import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from server.client import Player, Server, new_table, post, seated
from server.twins import Leak, World, compare_messages
from tesserae.bots import Budget, analysis
from tesserae.bots.registry import RandomPlayer
from tesserae.games import make_game
from tesserae.games.dominoes import Dominoes
from tesserae.games.dominoes.rules import LAYS
from tesserae.games.dominoes.tiles import COUNT
from tesserae.games.game import Game
from tesserae.kernel import single
from tesserae.kernel.generator import Words
from tesserae.kernel.play import Trail
from tesserae.kernel.rules import States
from tesserae.match import Match
from tesserae.server import duties, protocol, setup, views
from tesserae.server.events import Created
from tesserae.server.table import Table
from tesserae.server.tokens import digest
from tesserae.words import Refused
from variants import VARIANTS, game_of

HIDING = [variant for variant in VARIANTS if variant[0] != "ring" and game_of(variant).hides]
MESSAGES, MESSAGES_SOAK = 10_000, 1_000_000
EVERY_TYPE = {"table", "talk", "done", "refused", "history", "hint"}
"""What a running match sends; a review follows only when it is over and everything is known."""
THREE = ("triominos", {"players": 3, "limit": 100})


def share_of(messages: int) -> int:
    """How many of them each game must compare, so that all together are enough."""
    return -(-messages // len(HIDING))


@pytest.mark.parametrize("variant", HIDING, ids=str)
def test_two_truths_that_look_alike_send_the_same_bytes(
    monkeypatch: pytest.MonkeyPatch, variant: tuple[str, dict[str, Any]]
) -> None:
    seen = compare_messages(monkeypatch, variant, share_of(MESSAGES))
    assert sum(seen[kind] for kind in EVERY_TYPE) >= share_of(MESSAGES)
    assert set(seen) >= EVERY_TYPE
    assert seen["house moves"]


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("variant", HIDING, ids=str)
def test_a_million_messages_tell_nothing(
    monkeypatch: pytest.MonkeyPatch, variant: tuple[str, dict[str, Any]], seed: int
) -> None:
    wanted = share_of(MESSAGES_SOAK // 10)
    seen = compare_messages(monkeypatch, variant, wanted, seed=1000 + seed)
    assert sum(seen[kind] for kind in EVERY_TYPE) >= wanted
    assert seen["house moves for the viewer"]
    assert seen["undo by consent"] or game_of(variant).players == 1


# --- the comparison can fail: every one of these leaks is found ---------------------------------------------


def fingerprint(match: Match) -> int:
    """A number that tells the whole truth from any other."""
    return zlib.crc32(match.states.tobytes())


def begun(table: Table) -> Match:
    assert table.match is not None
    return table.match


def leak_the_whole_truth_in_the_table(patch: pytest.MonkeyPatch) -> None:
    honest = views.table_view

    def leaking(table: Table, *more: Any) -> protocol.TableView:
        view = honest(table, *more)
        return view if view.match is None else msgspec.structs.replace(view, overdue=fingerprint(begun(table)))

    patch.setattr(views, "table_view", leaking)


def leak_the_next_tile_of_the_pool(patch: pytest.MonkeyPatch) -> None:
    honest = Match.view

    def leaking(self: Match, *seen: Any) -> dict[str, Any]:
        state = self.states[0]
        return honest(self, *seen) | {"next": int(state.pool[max(0, int(state.pool_left) - 1)])}

    patch.setattr(Match, "view", leaking)


def leak_the_hand_of_the_next_player(patch: pytest.MonkeyPatch) -> None:
    honest = Match.masked

    def leaking(self: Match, seat: int | None) -> States:
        masked = honest(self, seat)
        if seat is not None:
            other = (seat + 1) % self.game.players
            masked[0].hands[other] = self.states[0].hands[other]
        return masked

    patch.setattr(Match, "masked", leaking)


def leak_hands_to_spectators(patch: pytest.MonkeyPatch) -> None:
    honest = Match.masked
    patch.setattr(Match, "masked", lambda self, seat: honest(self, 0 if seat is None else seat))


def leak_the_moves_of_whoever_is_to_move(patch: pytest.MonkeyPatch) -> None:
    honest = Match.view
    patch.setattr(Match, "view", lambda self, *seen: honest(self, *seen) | {"legal": self._legal_view()})


def leak_drawn_tiles_in_the_history(patch: pytest.MonkeyPatch) -> None:
    honest = views.history

    def leaking(match: Match, seq: int, query: str) -> protocol.History:
        told = honest(match, seq, query)
        return msgspec.structs.replace(told, events=[*told.events, {"drawn": int(match.states[0].drawn)}])

    patch.setattr(views, "history", leaking)


def leak_where_a_tile_is_in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    honest = Dominoes.refusal

    def leaking(self: Dominoes, state: Any, action: int) -> Refused:
        refused = honest(self, state, action)
        if action < LAYS:
            holders = [seat for seat in range(self.players) if int(state.hands[seat]) >> action % COUNT & 1]
            refused.sentence.values["holder"] = str(holders)
        return refused

    patch.setattr(Dominoes, "refusal", leaking)


def leak_the_truth_to_hints(patch: pytest.MonkeyPatch) -> None:
    honest = analysis._values

    def leaking(match: Match, budget: Budget, seed: int) -> list[analysis.MoveValue]:
        return honest(match, budget, seed + fingerprint(match))

    patch.setattr(analysis, "_values", leaking)


def leak_the_truth_to_stand_ins(patch: pytest.MonkeyPatch) -> None:
    honest = duties.think

    def leaking(table: Table, level: str) -> Callable[[], int]:
        legal = begun(table).legal()
        action = legal[fingerprint(begun(table)) % len(legal)]
        honest(table, level)
        return lambda: action

    patch.setattr(duties, "think", leaking)


def leak_whether_others_can_lay_by_what_may_be_taken_back(patch: pytest.MonkeyPatch) -> None:
    honest = views._undo
    patch.setattr(
        views,
        "_undo",
        lambda table, seat: "ask" if table.match and len(table.match.legal()) < 3 else honest(table, seat),
    )


def leak_the_truth_in_the_list_of_tables(patch: pytest.MonkeyPatch) -> None:
    honest = views.summary

    def leaking(table: Table) -> protocol.TableSummary:
        told = honest(table)
        return told if table.match is None else msgspec.structs.replace(told, winners=[fingerprint(table.match)])

    patch.setattr(views, "summary", leaking)


def leak_the_secret_too_early(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        views,
        "_fairness",
        lambda table: protocol.FairnessView(
            table.commitment, [None] * table.game.players, table.created.secret, ""
        ),
    )


def leak_the_seed(patch: pytest.MonkeyPatch) -> None:
    honest = views.history

    def leaking(match: Match, seq: int, query: str) -> protocol.History:
        assert isinstance(match.seed, bytes)
        seed = base64.b64encode(match.seed).decode()
        return msgspec.structs.replace(honest(match, seq, query), events=[{"seed": seed}])

    patch.setattr(views, "history", leaking)


def leak_a_digest(patch: pytest.MonkeyPatch) -> None:
    honest = views._seat_view
    patch.setattr(
        views,
        "_seat_view",
        lambda seat, is_present: msgspec.structs.replace(honest(seat, is_present), level=seat.token),
    )


LEAKS = [leak for name, leak in globals().items() if name.startswith("leak_")]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_every_leak_is_found(monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]) -> None:
    leak(monkeypatch)
    with pytest.raises(Leak):
        compare_messages(monkeypatch, THREE, 3000, steps=100)


# --- who is told what ---------------------------------------------------------------------------------------


async def opened(created: Created, tokens: protocol.TableCreated) -> World:
    """A table in a house of its own: everybody who has a seat is there and ready, and a spectator looks on."""
    world = World(created, tokens, lambda: 1_700_000_000_000)
    world.watched = [*(f"seat {seat}" for seat in tokens.seats), "spectator", "second spectator"]
    await world.open()
    for key in world.watched[:-1]:
        await world.enter(key, hello_of(tokens, key))
    for seat in tokens.seats:
        await world.command(f"seat {seat}", "ready", share="ab")
    return world


def hello_of(tokens: protocol.TableCreated, key: str) -> protocol.Hello:
    return protocol.Hello(tokens.seats[key[5:]] if key.startswith("seat") else tokens.watch)


def persons(game: Game, **more: Any) -> tuple[Created, protocol.TableCreated]:
    seats = [protocol.NewSeat(name=f"player {seat}") for seat in range(game.players)]
    return setup.created_event("T" * 22, protocol.NewTable(game.name, game.options_dict(), seats, **more))


@pytest.mark.parametrize("variant", HIDING, ids=str)
def test_bots_are_given_only_what_their_seat_may_know(
    monkeypatch: pytest.MonkeyPatch, variant: tuple[str, dict[str, Any]]
) -> None:
    game, calls = game_of(variant), Counter[int]()

    class Spy(RandomPlayer):
        def choose(
            self, masked: States, seat: int, generator: Words, budget: Budget, trail: Trail | None = None
        ) -> int:
            truth = begun(world.table).states
            assert seat == single.mover(truth)
            assert masked.tobytes() == single.mask(truth, seat).tobytes()
            assert trail is None or not trail.any()
            calls[seat] += 1
            if calls.total() == 60:
                world.go("spectator")  # with nobody there bots rest
            return super().choose(masked, seat, generator, budget)

    monkeypatch.setattr(duties, "player", lambda _level, _game: Spy())
    created, tokens = setup.created_event(
        "T" * 22,
        protocol.NewTable(game.name, game.options_dict(), [protocol.NewSeat(level="master")] * game.players),
    )
    world = World(created, tokens, lambda: 1_700_000_000_000)

    async def play() -> None:
        await world.open()
        await world.enter("spectator", protocol.Hello(tokens.watch))
        world.close()

    asyncio.run(play())
    assert calls.total() == 60 or begun(world.table).over
    assert set(calls) == set(range(game.players))


@pytest.mark.parametrize("variant", HIDING[:-1], ids=str)
def test_spectators_never_see_a_hand(variant: tuple[str, dict[str, Any]]) -> None:
    game, rng = game_of(variant), random.Random(1)

    async def play() -> list[Any]:
        world = await opened(*persons(game))
        for _ in range(60):
            match = begun(world.table)
            if match.over:
                break
            await world.command(f"seat {match.mover}", "play", move=rng.choice(match.legal()))
        tables = [json.loads(data) for data in world.heard["spectator"] if data.startswith(b'{"type":"table"')]
        world.close()
        return [table["match"] for table in tables if table["phase"] == "playing"]

    async def play_several() -> None:
        for match in [shown for _ in range(3) for shown in await play()]:
            board = match["board"]
            assert match["seat"] is None
            assert match["legal"] == []
            assert not board.get("fits")
            assert not board.get("drawn")
            assert not board.get("last_drawn")
            assert all(hand is None or not held for hand, held in zip(board["hands"], board["held"], strict=True))

    asyncio.run(play_several())


def test_whoever_leaves_and_comes_back_as_a_spectator_sees_what_spectators_see() -> None:
    async def play() -> None:
        world = await opened(*persons(game_of(THREE)))
        mover = begun(world.table).mover
        leaver = f"seat {0 if mover else 1}"
        await world.command(leaver, "leave")
        world.go(leaver)
        await world.settle()
        world.heard[leaver].clear()
        for key in (leaver, "second spectator"):
            await world.enter(key, hello_of(world.tokens, "spectator"))
        assert json.loads(world.heard[leaver][0])["seat"] is None
        await world.command(f"seat {mover}", "play", move=begun(world.table).legal()[0])
        assert len(world.heard[leaver]) > 2
        assert world.heard[leaver] == world.heard["second spectator"]
        for do, more in (("play", {"move": 0}), ("return", {}), ("hint", {}), ("say", {"text": "I saw"})):
            answer = await world.command(leaver, do, **more)
            assert answer["reason"]["key"] == "table.only_players"
        world.close()

    asyncio.run(play())


def test_what_partners_say_to_each_other_reaches_nobody_else() -> None:
    """Two tables where partners say different things send the same bytes to everybody else."""
    made = persons(make_game("quixo", {"players": 4}), team_chat=True)

    async def play(words: list[str]) -> dict[str, list[bytes]]:
        world = await opened(*made)
        assert world.table.partners(1) == {1, 3}
        for text in words:
            match = begun(world.table)
            assert (await world.command("seat 1", "say", text=text, to_team=True))["type"] == "done"
            await world.command(f"seat {match.mover}", "play", move=match.legal()[0])
            for key in list(world.guests):
                await world.enter(key, hello_of(world.tokens, key))  # coming again, one hears no more than before
                await world.command(key, "history")
        world.close()
        return world.heard

    one, two = (asyncio.run(play(words)) for words in (["yes", "no", "maybe"], ["walrus", "carpenter", "oyster"]))
    for key in ("seat 0", "seat 2", "spectator"):
        assert len(one[key]) > 10
        assert one[key] == two[key]
    for key in ("seat 1", "seat 3"):
        assert sum(b"walrus" in data for data in two[key]) > 1
        assert one[key] != two[key]


def test_a_record_and_a_review_are_refused_before_the_end_and_the_secret_is_told_then() -> None:
    async def play() -> None:
        world = await opened(*persons(game_of(THREE)))
        table = world.tokens.table
        with pytest.raises(Refused, match="not over"):
            await world.service.reception.record(table)
        assert (await world.command("seat 0", "review"))["reason"]["key"] == "table.not_over"
        assert not any(world.created.secret.encode() in data for heard in world.heard.values() for data in heard)
        await world.command("seat 0", "resign")
        assert world.created.secret in await world.service.reception.record(table)
        assert (await world.command("seat 0", "review"))["type"] == "review"
        assert all(
            json.loads(data)["fairness"]["secret"] == world.created.secret
            for heard in world.heard.values()
            for data in [table for table in heard if table.startswith(b'{"type":"table"')][-1:]
        )
        world.close()

    asyncio.run(play())


# --- a real server ------------------------------------------------------------------------------------------


def test_logs_hold_no_tokens_names_secrets_or_words(tmp_path: Path) -> None:
    names = ["Zebedee Nightingale", "Philomena Quartermaine"]
    said = "the walrus and the carpenter"
    own_token = base64.urlsafe_b64encode(os.urandom(24)).decode()

    async def play(server: Server) -> list[str]:
        """Do what is right and what is wrong, and return all tokens."""
        async with seated(server.url, "triominos", names, options={"players": 2}) as players:
            tokens = [
                player.hello[kind] for player in players for kind in ("token", "owner") if player.hello[kind]
            ]
            await players[0].do("say", text=said)
            for player in players:
                await player.do("history")
                await player.do("play", move="0-0-0 @ r0c0")
            socket = players[0].socket
            assert socket is not None
            await socket.send('{"do":"say","text":"' + said)
            await players[0].until(lambda message: message["type"] == "refused")
        made = await new_table(server.url, "triominos", options={"players": 2})
        await post(f"{server.url}/api/tables/{made['table']}/seats", {"name": names[0], "token": own_token})
        await post(f"{server.url}/api/tables?token={own_token}", {"game": said, "owner": own_token}, 400)
        for wrong in (own_token[:-1] + "x", tokens[0]):
            with pytest.raises(ConnectionClosed, match="4403"):
                await Player(server.url, made["table"], wrong).connect()
        damage(tmp_path, made["table"])
        return [made["owner"], made["watch"], *made["seats"].values(), *tokens]

    def damage(data: Path, table: str) -> None:
        spoil = "UPDATE events SET body = json_set(body, '$.game', ?) WHERE table_id = ? AND seq = 1"
        with closing(sqlite3.connect(data / "tesserae.sqlite3")) as database:
            database.execute(spoil, (said, table))
            database.commit()

    async def look_at_damage(server: Server) -> None:
        """Let the server meet a log that it cannot read, so that it has something to write."""
        for row in tables(tmp_path):
            with suppress(ConnectionClosed):
                await Player(server.url, row, own_token).connect()

    server = Server(tmp_path, "--log", "debug")
    with server:
        tokens = [own_token, *asyncio.run(play(server))]
    with server:
        asyncio.run(look_at_damage(server))
        written = server.stop()
    bodies = stored_events(tmp_path)
    secrets = [body["secret"] for body in bodies if body["what"] == "created"]
    assert len(secrets) == 2
    assert "cannot be taken up again" in written, "if nothing is written, this shows nothing"
    assert '"trace"' in written
    hidden = [*names, said, "0-0-0", *(text[:12] for text in [*tokens, *secrets, *map(digest, tokens)])]
    assert [text for text in hidden if text in written] == []
    assert "127.0.0.1" not in written.replace("Tesserae is at http://127.0.0.1", "")


def tables(data: Path) -> list[str]:
    with closing(sqlite3.connect(data / "tesserae.sqlite3")) as database:
        return [row[0] for row in database.execute("SELECT id FROM tables")]


def stored_events(data: Path) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(data / "tesserae.sqlite3")) as database:
        return [json.loads(row[0]) for row in database.execute("SELECT body FROM events ORDER BY table_id, seq")]
