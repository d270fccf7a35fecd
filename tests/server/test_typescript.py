"""The types of the page are the types of the protocol: always current, complete, and right in the eyes of tsc."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, get_args

import msgspec
import pytest

from node import run_node
from tesserae.server import openapi, protocol
from tesserae.server.typescript import structs, written

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "web" / "src" / "protocol.ts"
USE = """
import type * as p from "./protocol";
import { VERSION } from "./protocol";

// What a page does all day.
const hello: p.AnyClientMessage = { do: "hello", token: "t", version: VERSION };
const play: p.AnyCommand = { do: "play", id: "1", seq: 7, move: "a1>e1" };
const table: p.NewTable = { game: "quixo", options: { size: 5, ply_limit: null }, clock: { kind: "turn" } };

export function told(message: p.AnyServerMessage): string {
  switch (message.type) {
    case "table": {
      const amount = message.clock?.rule.amount.toFixed() ?? "";
      return amount + message.seats.map((seat) => seat.stand_in ?? seat.name).join();
    }
    case "refused":
      return message.is_stale ? "stale" : message.reason.text;
    case "done": case "talk": case "hint": case "answers": case "review": case "history": case "ping":
      return message.type;
  }
}

// What it must not.
// @ts-expect-error a command needs the seq of the table
const blind: p.AnyCommand = { do: "play", id: "1", move: 3 };
// @ts-expect-error there is no such message
const unknown: p.AnyClientMessage = { do: "cheat", id: "1", seq: 1 };
// @ts-expect-error nor such a wish
const wish: p.Ask = { do: "ask", id: "1", seq: 1, wish: "win" };
// @ts-expect-error nor such a reaction
const reaction: p.React = { do: "react", id: "1", seq: 1, reaction: "insult" };
// @ts-expect-error what is left out of a message to the house is there in one from it
const done: p.ClockView["rule"] = { kind: "none", amount: 0 };
// @ts-expect-error a table that does not say which game
const nothing: p.NewTable = { public: true };
export const all = [hello, play, table, blind, unknown, wish, reaction, done, nothing];
"""


def interface(name: str) -> str:
    """The lines of one type."""
    head = f"export interface {name} {{\n"
    text = written()
    assert text.count(head) == 1, name
    return text.split(head)[1].split("}\n")[0]


def test_the_page_has_the_types_of_this_protocol() -> None:
    assert PAGE.read_text(encoding="utf-8") == written(), (
        "run: python -m tesserae.server.typescript > web/src/protocol.ts"
    )


def test_the_command_prints_them() -> None:
    command = [sys.executable, "-m", "tesserae.server.typescript"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert printed.stdout == written()


@pytest.mark.parametrize("kind", get_args(protocol.AnyClientMessage), ids=lambda kind: kind.__name__)
def test_every_message_of_a_client_is_there(kind: Any) -> None:
    assert f'  do: "{kind.__struct_config__.tag}";\n' in interface(kind.__name__)


@pytest.mark.parametrize("kind", get_args(protocol.AnyServerMessage), ids=lambda kind: kind.__name__)
def test_every_message_to_a_client_is_there(kind: Any) -> None:
    assert f'  type: "{kind.__struct_config__.tag}";\n' in interface(kind.__name__)


def test_every_body_over_http_is_there() -> None:
    bodies = set(openapi.description()["components"]["schemas"])
    assert {"NewTable", "TakeSeat", "Mine", "TableCreated", "SeatTaken", "Lobby", "Games", "Problem"} <= bodies
    for name in bodies:
        interface(name)


@pytest.mark.parametrize("kind", structs(protocol), ids=lambda kind: kind.__name__)
def test_every_field_is_there_under_its_name(kind: type[msgspec.Struct]) -> None:
    lines = interface(kind.__name__)
    for name in kind.__struct_encode_fields__:
        assert f"  {name}: " in lines or f"  {name}?: " in lines


def test_unions_have_all_their_members() -> None:
    for name in ("AnyCommand", "AnyQuery", "AnyClientMessage", "AnyServerMessage"):
        [line] = [line for line in written().splitlines() if line.startswith(f"export type {name} = ")]
        members = {kind.__name__ for kind in get_args(getattr(protocol, name))}
        assert set(line.split(" = ")[1].removesuffix(";").split(" | ")) == members


def test_a_client_may_leave_out_what_has_a_default_and_the_house_leaves_out_nothing() -> None:
    assert "  share?: string;" in interface("Ready")
    assert "  id: string;" in interface("Ready")
    assert "  is_stale: boolean;" in interface("Refusal")
    assert "  clock?: ClockRule;" in interface("NewTable")
    assert "  rule: Required<ClockRule>;" in interface("ClockView")


def test_sentences_below_classes_and_fields_become_comments() -> None:
    assert "/** Make a move, by its number or in notation. */\nexport interface Play {" in written()
    assert "  /** The client's own; null for a spectator. */\n  seat: number | null;" in interface("TableView")
    assert "  /** Of the last table the client has seen. */\n  seq: number;" in interface("Say"), "inherited"


def test_types_are_written_as_typescript_knows_them() -> None:
    module = ModuleType("example")
    module.__dict__["MOST"] = 3
    module.__dict__["Side"] = Literal["left", "right"]
    module.__dict__["Thing"] = msgspec.defstruct(
        "Thing",
        [
            ("any", dict[str, Any]),
            ("numbers", list[int | None]),
            ("deep", dict[str, list[float]]),
            ("side", Literal["left", "right"]),
            ("mood", Literal['"']),
            ("truth", bool | str),
        ],
    )
    lines = written(module).splitlines()[1:]
    assert lines == [
        "",
        "export const MOST = 3;",
        "",
        'export type Side = "left" | "right";',
        "",
        "export interface Thing {",
        "  any: Record<string, unknown>;",
        "  numbers: (number | null)[];",
        "  deep: Record<string, number[]>;",
        "  side: Side;",
        '  mood: "\\"";',
        "  truth: boolean | string;",
        "}",
    ]


def test_a_type_that_typescript_is_not_told_of_is_an_error() -> None:
    module = ModuleType("example")
    module.__dict__["Thing"] = msgspec.defstruct("Thing", [("raw", bytes)])
    with pytest.raises(KeyError):
        written(module)


def test_tsc_accepts_them_and_knows_right_from_wrong(tmp_path: Path) -> None:
    """The compiler is the one that the page is checked with."""
    (tmp_path / "protocol.ts").write_text(written(), encoding="utf-8")
    (tmp_path / "use.ts").write_text(USE, encoding="utf-8")
    flags = ["--strict", "--exactOptionalPropertyTypes", "--noEmit", "--target", "es2022", "--module", "preserve"]
    found = run_node(ROOT / "web" / "node_modules" / "typescript" / "bin" / "tsc", *flags, "use.ts", cwd=tmp_path)
    assert found.returncode == 0, found.stdout
