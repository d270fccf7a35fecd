"""Messages that make no sense: each is refused with a reason, nothing has changed, and the connection goes on."""

import asyncio
import base64
import json
import random
import time
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from server.client import Player, Server, new_table
from server.hostile import SECONDS, Board, hello
from server.nonsense import garbage, is_readable, spoiled, structs, unreadable_messages
from tesserae.server import protocol
from tesserae.server.tokens import digest, new_token

VIOLATION, NOT_ALLOWED, NO_TABLE = 1008, 4403, 4404


async def answers_to(player: Player, frames: list[str]) -> list[dict[str, Any]]:
    """Send frames, and receive an answer to each."""
    assert player.socket is not None
    answers: list[Any] = []
    for first in range(0, len(frames), 100):
        some = frames[first : first + 100]
        for frame in some:
            await player.socket.send(frame)
        async with asyncio.timeout(SECONDS):
            while len(answers) < first + len(some):
                message = await player.next()
                if message["type"] not in ("table", "talk"):
                    answers.append(message)
    return answers


def test_what_is_no_message_is_refused_and_the_connection_goes_on(board: Board) -> None:
    deep = ["[" * 16_000, '{"do":' * 2_000, '{"do":"play","id":"x","seq":0,"move":' + "[" * 15_000]
    some = [text for text in garbage(random.Random(1), 4000) if not is_readable(text)]
    frames = [*unreadable_messages(), *some, *deep]
    assert len(frames) > 6000

    async def send() -> None:
        async with board.connected(0) as player:
            for answer in await answers_to(player, frames):
                assert answer["type"] == "refused"
                assert answer["id"] is None
                assert answer["reason"]["key"] == "server.bad_message"
                assert answer["reason"]["text"].startswith("That is no message this server knows: ")
                assert len(answer["reason"]["text"]) < 300
            assert (await player.do("history"))["type"] == "history"

    asyncio.run(send())


def test_whoever_looks_on_can_say_what_he_likes(board: Board) -> None:
    """Messages that can be read, with all the oddest values that their fields allow."""
    kinds = [
        kind for kind in structs(list(protocol.AnyClientMessage.__args__)) if kind.tag not in ("hello", "pong")
    ]
    frames = [text for kind in kinds for text in spoiled(kind) if is_readable(text)]
    assert len(frames) > 100

    async def send() -> None:
        async with board.connected() as player:
            assert player.socket is not None
            keys = Counter[str]()
            for frame in frames:
                (answer,) = await answers_to(player, [frame])
                keys[answer["reason"]["key"] if answer["type"] == "refused" else answer["type"]] += 1
        assert set(keys) == {"table.only_players", "table.only_owner", "table.not_over", "history"}

    asyncio.run(send())


ODD_TEXTS = [
    "", " ", "\x00", "draw\x00", "\u202e0-0-0", "0-0-0 @ r\u0663c\u0663", "\uff10-\uff10-\uff10", "9-9-9", "0-0-0 @ r9999c9999",
    "0-0-0 @ r-9999c-9999", "-1", "1e9", "0x10", "__class__", "{0.__class__}", "%s%s%n", "'; DROP TABLE events; --",
    "<script>alert(1)</script>", "\U0001f600" * 80, "a" * 80, "0" * 80, "draw draw", "\n", "r0c0", "@", "🀄", "ﬁ", "ß" * 80,
]  # fmt: skip


def test_moves_that_make_no_sense_are_refused_with_a_reason(board: Board) -> None:
    rng = random.Random(2)
    letters = "0123456789-@rc ,./xyz\x00\u202eé"
    texts = [*ODD_TEXTS, *("!" + "".join(rng.choices(letters, k=rng.randrange(70))) for _ in range(200))]

    async def send() -> None:
        for seat in (0, 1):
            async with board.connected(seat) as player:
                legal = {move["action"] for move in player.match["legal"]}
                numbers = [0, 1, (1 << 31) - 1, *(rng.randrange(1 << 31) for _ in range(100))]
                for move in [*texts, *(number for number in numbers if number not in legal)]:
                    answer = await player.do("play", move=move)
                    assert answer["type"] == "refused", move
                    assert answer["reason"]["key"].startswith(
                        "dominoes." if legal else "match."
                    ) or not isinstance(move, str)
                    assert answer["reason"]["text"]
                    assert "\x00" not in answer["reason"]["text"]
                    assert "\u202e" not in answer["reason"]["text"]

    asyncio.run(send())


NOT_TO_BE_SAID = [
    "\x00",
    "a\x00b",
    "\u202egnirts",
    "\u2066x",
    "a\u200bb",
    "\x1b[2J",
    "\x7f",
    "\ufeff",
    "\ue000",
    " \t\r\n ",
]
REFUSED_COMMANDS: list[dict[str, Any]] = [
    *({"do": "say", "text": text} for text in NOT_TO_BE_SAID),
    {"do": "say", "text": "to nobody", "to_team": True},
    {"do": "ask", "wish": "replace", "about": 63, "level": "random"},
    {"do": "ask", "wish": "replace", "about": None, "level": "random"},
    {"do": "ask", "wish": "replace", "about": 1, "level": "\x00"},
    {"do": "ask", "wish": "replace", "about": 0, "level": ""},
    {"do": "ask", "wish": "draw"},
    {"do": "ask", "wish": "rematch"},
    *({"do": "answer", "wish": wish, "agrees": True} for wish in ("undo", "pause", "replace", "rematch", "draw")),
    {"do": "resume"},
    {"do": "ready", "share": "ab"},
    {"do": "staff", "seat": 0, "level": "random"},
    {"do": "watch", "allowed": False},
    {"do": "resign", "seq": 10**15},
    {"do": "leave", "seq": (1 << 53) - 1},
    {"do": "review"},
]


def test_commands_that_cannot_be_are_refused_with_a_reason(board: Board) -> None:
    async def send() -> None:
        async with board.connected(0) as player:
            for command in REFUSED_COMMANDS:
                answer = await player.do(**command)
                assert answer["type"] == "refused", command
                assert answer["reason"]["key"] not in ("server.bad_message", "table.trouble")
                assert answer["reason"]["text"].isprintable()

    asyncio.run(send())


# --- the first message --------------------------------------------------------------------------------------


async def turned_away(url: str, table: str, first: str | bytes) -> tuple[int, str, str]:
    """Say something first, and give how it was answered: the code and reason of the close, and the refusal's key."""
    async with (
        asyncio.timeout(SECONDS),
        connect(f"{url}/api/tables/{table}/socket".replace("http", "ws", 1)) as line,
    ):
        await line.send(first)
        key = ""
        try:
            async for text in line:
                message = json.loads(text)
                assert message["type"] == "refused", message
                assert message["reason"]["text"]
                key = message["reason"]["key"]
        except ConnectionClosed:
            pass
        return line.close_code or 0, line.close_reason or "", key


def test_only_a_hello_with_a_right_opens_a_table(board: Board) -> None:
    other = asyncio.run(new_table(board.url, "triominos", seats=[{"name": "Cy"}, {"name": "Di"}]))
    own = board.made["seats"]["0"]
    wrong_rights = [
        "", "x", own[:-1], own[1:], own + "x", own.swapcase(), digest(own), new_token(), own[:-1] + "\x00", f" {own}",
        other["seats"]["0"], other["watch"], other["owner"], board.made["owner"], board.table, base64.b64encode(own.encode()).decode()[:64],
    ]  # fmt: skip

    async def try_all() -> None:
        for token in wrong_rights:
            for owner in ("", own, other["owner"], token):
                said = hello(token, owner=owner)
                if owner != board.made["owner"]:
                    assert await turned_away(board.url, board.table, said) == (
                        NOT_ALLOWED,
                        "server.no_right",
                        "server.no_right",
                    )
        for version in (0, 2, 10**15):
            said = hello(own, version=version)
            assert await turned_away(board.url, board.table, said) == (
                NOT_ALLOWED,
                "server.version",
                "server.version",
            )
        for table in (
            "nothing",
            board.table[:-1],
            board.table.swapcase(),
            "%00",
            "%F0%9F%98%80",
            "..",
            "a" * 3000,
            "%2e%2e",
        ):
            assert (await turned_away(board.url, table, hello(own)))[:2] == (NO_TABLE, "table.unknown")
        texts = [
            *garbage(random.Random(3), 60),
            "",
            "{}",
            hello("x" * 65),
            hello(own, seat=1),
            hello(own)[:-1],
            "[" * 16_000,
        ]
        for text in texts:
            assert (await turned_away(board.url, board.table, text)) == (VIOLATION, *["server.bad_message"] * 2)
        for text in ('{"do":"history","id":"x"}', '{"do":"pong","number":1}', '{"do":"resign","id":"x","seq":0}'):
            assert (await turned_away(board.url, board.table, text)) == (VIOLATION, *["server.hello_first"] * 2)
        assert await turned_away(board.url, board.table, hello(own).encode()) == (VIOLATION, "text only", "")

    asyncio.run(try_all())


def test_a_second_hello_is_refused_and_changes_nobody_s_rights(board: Board) -> None:
    other = asyncio.run(new_table(board.url, "triominos", seats=[{"name": "Cy"}, {"name": "Di"}]))
    seats, owner = board.made["seats"], board.made["owner"]

    async def greet_again(player: Player, *greetings: str) -> None:
        right = {key: player.table[key] for key in ("seat", "is_owner", "match")}
        for answer in await answers_to(player, list(greetings)):
            assert (answer["type"], answer["id"]) == ("refused", None)
            assert answer["reason"]["key"] == "server.bad_message"
        assert (await player.do("history"))["type"] == "history"
        assert {key: player.table[key] for key in right} == right

    async def refusal(player: Player, do: str, **more: Any) -> str:
        answer = await player.do(do, **more)
        assert answer["type"] == "refused", "the second hello has given a right"
        return str(answer["reason"]["key"])

    async def send() -> None:
        rights = [
            *seats.values(),
            board.made["watch"],
            owner,
            other["seats"]["1"],
            other["watch"],
            "",
            new_token(),
        ]
        greetings = [hello(token, owner=given) for token in rights for given in ("", owner, other["owner"])]
        odd = [hello(seats["0"], version=2), hello(seats["0"], seat=1), '{"do":"hello"}', hello(language="xx")]
        async with board.connected(0) as first, board.connected(1) as second, board.connected() as spectator:
            mover = first.match["mover"]
            waiting, moves = (second, first) if mover == 0 else (first, second)
            for player in (waiting, moves, spectator):
                await greet_again(player, *greetings, *odd)
            await greet_again(waiting, hello(seats[str(mover)]))
            assert (await refusal(waiting, "play", move=moves.match["legal"][0]["action"])).startswith("match.")
            await greet_again(spectator, hello(seats["0"]))
            assert await refusal(spectator, "say", text="let me in") == "table.only_players"
            for player in (first, spectator):
                await greet_again(player, hello(seats["0"], owner=owner))
                assert await refusal(player, "watch", allowed=False) == "table.only_owner"

    asyncio.run(send())


def test_whoever_sends_too_much_keeps_nobody_else_waiting(tmp_path: Path) -> None:
    """All spectators have the same token, but not the same address."""

    async def flood_and_ask(url: str) -> float:
        made = await new_table(url, "quixo", seats=[{"name": "Ann"}, {"name": "Bob"}])
        address = f"{url}/api/tables/{made['table']}/socket".replace("http", "ws", 1)
        async with AsyncExitStack() as stack:
            quiet = await stack.enter_async_context(connect(address, local_addr=("127.0.0.2", 0)))
            await quiet.send(hello(made["watch"]))
            for _ in range(60):
                noisy = await connect(address)
                stack.callback(noisy.transport.abort)
                for text in (hello(made["watch"]), "too", "much"):
                    await noisy.send(text)
            await asyncio.sleep(0.5)
            began = time.monotonic()
            await quiet.send('{"do":"history","id":"?"}')
            while json.loads(await quiet.recv()).get("id") != "?":
                pass
            return time.monotonic() - began

    with Server(tmp_path) as server:
        assert asyncio.run(asyncio.wait_for(flood_and_ask(server.url), SECONDS)) < 3
        assert 'tesserae_limited_total{what="frames"}' in httpx.get(f"{server.url}/metrics").text
