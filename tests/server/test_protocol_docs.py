"""The page of the protocol says what is true: its examples are messages, its names complete, its players play."""

import asyncio
import importlib.util
import json
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import httpx
import msgspec
import pytest

from server.client import Server, new_table
from tesserae.server import clock, decisions, guests, house, limits, protocol, setup, sockets, table, tokens
from tesserae.server.events import Happening
from tesserae.server.openapi import description
from tesserae.server.typescript import structs
from tesserae.server.web import STATUSES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
TO_SERVER, TO_CLIENT = get_args(protocol.AnyClientMessage), get_args(protocol.AnyServerMessage)
BODIES = {kind.__name__: kind for kind in (protocol.NewTable, protocol.TakeSeat, protocol.Mine)}


def section(title: str) -> str:
    """What stands below a heading of the page."""
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def rows(text: str) -> dict[str, list[str]]:
    """The rows of all tables by what stands first in them, without its quotes."""
    lines = [line.strip("|").split("|") for line in re.findall(r"^\|.*\|$", text, re.MULTILINE)]
    found = [[cell.strip() for cell in line] for line in lines if set(line) != {"---"}]
    return {name: cells for first, *cells in found for name in re.findall(r"`([^`]+)`", first) or [first]}


def names(text: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", text))


def tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def fields(kind: Any) -> set[str]:
    return set(kind.__struct_encode_fields__)


# --- messages ------------------------------------------------------------------------------------------------


def test_every_example_of_a_client_is_a_message_and_all_kinds_are_there() -> None:
    [examples] = blocks(section("What a client sends"), "json")
    kinds = {type(protocol.decode_message(line)) for line in examples.splitlines()}
    assert kinds == set(TO_SERVER)


def test_every_message_of_a_client_has_its_row_with_its_fields() -> None:
    table_of = rows(section("What a client sends"))
    assert set(table_of) - {"do"} == {tag(kind) for kind in TO_SERVER}
    for kind in TO_SERVER:
        assert names(table_of[tag(kind)][0]) == fields(kind) - {"id", "seq"}, kind


def test_every_message_to_a_client_has_its_row_with_its_fields() -> None:
    messages, tables = section("What it is sent").split("**`table`**")
    table_of = rows(messages)
    assert set(table_of) - {"type"} == {tag(kind) for kind in TO_CLIENT}
    for kind in TO_CLIENT:
        told = set(rows(tables)) - {"field"} if kind is protocol.TableView else names(table_of[tag(kind)][0])
        assert told == fields(kind), kind


PARTS = [
    kind for kind in structs(protocol)
    if not issubclass(kind, (protocol.ClientMessage, protocol.ServerMessage)) or kind is protocol.TableView
]  # fmt: skip


@pytest.mark.parametrize("kind", PARTS, ids=lambda kind: kind.__name__)
def test_every_field_stands_where_its_type_is_explained(kind: Any) -> None:
    paragraphs = PAGE.split("\n\n")
    told = set[str]()
    for paragraph, following in zip(paragraphs, [*paragraphs[1:], ""], strict=True):
        if f"`{kind.__name__}`" in paragraph:
            for span in re.findall(r"`([^`]+)`", paragraph + (following if following.startswith("|") else "")):
                told |= set(re.findall(r"\w+", span))
    assert told, "it is not explained"
    assert fields(kind) <= told


def test_words_that_stand_for_something_are_complete() -> None:
    commands = rows(section("What a client sends"))
    assert set(get_args(protocol.Reaction)) == names(commands["react"][1])
    assert set(get_args(protocol.WishName)) <= names(commands["ask"][1])
    assert set(get_args(protocol.WishName)) == set(rows(section("Consent"))) - {"wish"}
    assert set(rows(section("Clocks"))) >= {"none", *setup.LONGEST, *get_args(Happening)}


# --- HTTP ----------------------------------------------------------------------------------------------------


def test_the_requests_of_the_page_are_those_of_the_description() -> None:
    table_of = rows(section("HTTP"))
    described = {}
    for path, methods in description()["paths"].items():
        for method, operation in methods.items():
            [status] = [code for code in operation["responses"] if code.startswith("2")]
            kinds = [schema_of(operation.get("requestBody")), schema_of(operation["responses"][status])]
            described[f"{method.upper()} {path.format(table='ID', language='LANGUAGE', game='GAME')}"] = (
                status,
                *kinds,
            )
    for name, (status, sent, answered) in described.items():
        assert names(table_of[name][0]) == sent
        assert answered <= names(table_of[name][1])
        assert table_of[name][1].startswith(status) == (status != "200")
    others = {"GET /api/openapi.json", "GET /verify", "GET /health", "/ready", "/metrics"}
    assert {name for name in table_of if "/" in name} == set(described) | others


def schema_of(told: Any) -> set[str]:
    """The name of the type that is sent, if it has one."""
    found = [content["schema"].get("$ref", "") for content in (told or {"content": {}})["content"].values()]
    return {reference.rpartition("/")[2] for reference in found} - {""}


def test_every_status_of_a_refusal_has_its_row() -> None:
    told = {int(code) for name in rows(section("HTTP")) for code in re.findall(r"\b[45]\d\d\b", name)}
    assert told == {400, *STATUSES.values()}
    operations = [operation for methods in description()["paths"].values() for operation in methods.values()]
    assert {int(code) for operation in operations for code in operation["responses"]} - told == {200, 201}


def test_what_is_posted_by_hand_would_be_understood() -> None:
    sent = rows(section("HTTP"))
    [lines] = blocks(section("HTTP"), "sh")
    posted = [shlex.split(line) for line in lines.splitlines() if " -d " in line]
    assert len(posted) == 5
    for words in posted:
        path = words[words.index("POST") + 1].removeprefix("localhost:8642")
        [kind] = names(sent[f"POST {path}"][0])
        protocol.read_as(msgspec.json.Decoder(BODIES[kind]), words[words.index("-d") + 1])


def test_the_defaults_of_a_new_table_are_those_of_the_page() -> None:
    told = rows(section("HTTP"))
    default = msgspec.to_builtins(protocol.NewTable("quixo"))
    assert default["clock"]["kind"] == told["clock"][0] == "none"
    assert told["chat"] == told["team_chat"]
    assert told["chat"][0] == json.dumps([default["chat"], default["team_chat"]]).strip("[]")
    for name in set(default) - {"game", "clock", "chat", "team_chat"}:
        assert told[name][0].strip("`") == json.dumps(default[name]).strip('"')


# --- numbers -------------------------------------------------------------------------------------------------


def test_limits_are_those_of_the_server() -> None:
    told = " ".join(section("Limits").split())
    frames, requests, new = limits.FRAMES, limits.REQUESTS, limits.NEW_TABLES
    line, name = longest(protocol.Say, "text"), longest(protocol.TakeSeat, "name")
    for sentence in (
        f"Messages beyond {frames.burst} at once and {frames.rate} a second with one token from one address",
        f"HTTP requests beyond {requests.burst} at once and {requests.rate} a second of one address",
        f"({new.burst} and {new.rate} for new tables and seats",
        f"A message has at most {protocol.MOST_FRAME_BYTES // 1024} KiB, a body {protocol.MOST_BODY_BYTES // 1024} KiB",
        f"a line of chat {line} letters, a name {name}; a player says at most {decisions.MOST_TALK} things",
        f"more than {sockets.MOST_WAITING} messages wait, or which takes none for {sockets.SEND_SECONDS} seconds, is closed ({sockets.TOO_SLOW})",
    ):
        assert sentence in told


def longest(kind: Any, name: str) -> int:
    schema = msgspec.json.schema(kind)["$defs"][kind.__name__]
    return int(schema["properties"][name]["maxLength"])


def test_other_numbers_are_those_of_the_server_too() -> None:
    for sentence in (
        f"within {sockets.HELLO_SECONDS} seconds",
        f"every {sockets.PING_SECONDS} seconds",
        f"more than {protocol.MOST_BODY_BYTES // 1024} KiB; for a record more than {protocol.MOST_RECORD_BYTES // 1024} KiB",
        f"a message larger than {protocol.MOST_FRAME_BYTES // 1024} KiB",
        f"more than {limits.MOST_SOCKETS} connections from one address",
        f"what was said so far (the last {table.CHAT_KEPT})",
        f"`tables`, up to {house.MOST_IN_LOBBY} and 100",
        f"{tokens.LEAST_TOKEN} to {longest(protocol.TakeSeat, 'token')} random letters",
        f"{8 * 24} random bits ({len(tokens.new_token())} letters)",
        f"not connected for {house.ABSENT_AFTER // 1000} seconds",
        f"`amount` days for each turn, up to {setup.LONGEST['days']}",
        f"at most a second, and at most what is left of a quota of {clock.LAG_QUOTA // 1000} seconds that grows by {clock.LAG_GROWTH / 1000}",
    ):
        assert sentence in PAGE
    assert clock.MOST_LAG == 1000
    assert setup.LONGEST["turn"] == setup.LONGEST["player"] == 24 * 3600, "up to a day"


def test_every_close_code_has_its_row() -> None:
    told = {int(code) for code in re.findall(r"^\| (\d+)\b", section("Closing and coming back"), re.MULTILINE)}
    own = {
        guests.RESTARTING,
        guests.VIOLATION,
        guests.NOT_ALLOWED,
        guests.NO_TABLE,
        guests.TOO_MANY,
        sockets.TOO_SLOW,
    }
    assert told == own | {1006, 1009}


# --- matches -------------------------------------------------------------------------------------------------


def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("protocol_example", ROOT / "docs" / "protocol_example.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def course(lines: list[str]) -> list[tuple[str, str]]:
    """Check every line of a match, and tell what kinds of messages went there and back; pings come when they like."""
    told = []
    for line in lines:
        way, text = line[0], line[2:]
        if way == ">" and text.startswith("POST "):
            _, path, body = text.split(" ", 2)
            protocol.read_as(msgspec.json.Decoder(protocol.NewTable), body)
            told.append((way, path))
        elif way == ">":
            told.append((way, tag(type(protocol.decode_message(text)))))
        elif text.startswith("201 "):
            made = msgspec.json.decode(text[4:], type=protocol.TableCreated)
            assert msgspec.json.encode(made).decode() == text[4:]
            told.append((way, "201"))
        else:
            message: Any = msgspec.json.decode(text, type=protocol.AnyServerMessage)
            assert protocol.encode_message(message).decode() == text
            told.append((way, tag(type(message))))
    return [step for step in told if step not in ((">", "pong"), ("<", "ping"))]


def test_the_match_of_the_page_is_what_a_server_still_plays() -> None:
    [lines] = blocks(section("A whole match"), "text")
    played = example().play()
    assert course(played) == course(lines.splitlines())
    assert json.loads(played[-1][2:])["match"]["winners"] == [0]


def test_the_client_of_forty_lines_plays_to_the_end_though_the_server_dies(tmp_path: Path) -> None:
    [source] = blocks(section("A client in forty lines"), "python")
    (tmp_path / "player.py").write_text(source, encoding="utf-8")
    with Server(tmp_path / "data") as server:
        made = asyncio.run(
            new_table(server.url, "triominos", options={"limit": 1}, seats=[{"name": "Ann"}, {"name": "Bob"}])
        )
        command = [sys.executable, str(tmp_path / "player.py"), server.url, made["table"]]
        players = [
            subprocess.Popen([*command, token], stdout=subprocess.PIPE, text=True)
            for token in made["seats"].values()
        ]
        try:
            wait_until_playing(f"{server.url}/api/tables/{made['table']}")
            server.kill()
            server.start()
            told = [player.communicate(timeout=120)[0] for player in players]
        finally:
            for player in players:
                player.kill()
        assert [player.returncode for player in players] == [0, 0]
        assert told[0] == told[1] != ""


def wait_until_playing(address: str) -> None:
    for _ in range(600):
        if httpx.get(address).json()["phase"] == "playing":
            return
        time.sleep(0.05)
    raise TimeoutError(address)
