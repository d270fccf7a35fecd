"""The description of the HTTP interface, made of the same types that read and write it."""

from functools import cache
from typing import Any, NamedTuple

import msgspec

import tesserae
from tesserae.games import REGISTRY
from tesserae.server import protocol
from tesserae.words import LANGUAGES

_PLACE = "#/components/schemas/{name}"
_PARAMETERS = {
    name: {"name": name, "in": "path", "required": True, "schema": schema}
    for name, schema in {
        "table": {"type": "string", "minLength": 1},
        "language": {"type": "string", "enum": list(LANGUAGES)},
        "game": {"type": "string", "enum": list(REGISTRY)},
    }.items()
}
_COMMON = {
    "429": "Too many requests: come back later",
    "500": "Our fault; nothing has changed",
    "503": "Come back soon",
}
_WITH_BODY = {
    "400": "The body is not what it should be, or asks for what there is not",
    "403": "Sent by the page of another site",
    "408": "The body did not come in time",
    "413": "Too large",
}
_RETRY_AFTER = {
    "Retry-After": {
        "description": "In how many seconds",
        "required": True,
        "schema": {"type": "integer", "minimum": 1},
    }
}


class _Operation(NamedTuple):
    name: str
    method: str
    path: str
    summary: str
    status: str
    answer: Any
    """The type of what comes back when all is well; `str` is plain text."""
    sent: type | None = None
    """The type of the body; `str` is plain text."""
    problems: dict[str, str] = {}  # noqa: RUF012  # nobody changes it


_NO_TABLE = {"404": "No such table", "410": "The table is damaged"}
_NOT_OVER = {**_NO_TABLE, "409": "The match is not over"}
_OPERATIONS = [
    _Operation("games", "get", "/api/games", "The games and their options", "200", protocol.Games),
    _Operation(
        "lessons", "get", "/api/lessons/{game}", "The lessons of a game", "200", protocol.Lessons,
        problems={"400": "No such game"},
    ),
    _Operation(
        "words", "get", "/api/words/{language}", "All sentences in one language", "200", dict[str, str],
        problems={"404": "No such language"},
    ),
    _Operation("lobby", "get", "/api/tables", "The public tables that wait for players", "200", protocol.Lobby),
    _Operation("create", "post", "/api/tables", "Set up a table", "201", protocol.TableCreated, protocol.NewTable),
    _Operation(
        "mine", "post", "/api/mine", "The tables a browser remembers", "200", protocol.Lobby, protocol.Mine
    ),
    _Operation(
        "summary", "get", "/api/tables/{table}", "One table", "200", protocol.TableSummary, problems=_NO_TABLE
    ),
    _Operation(
        "take_seat", "post", "/api/tables/{table}/seats", "Take a seat", "201",
        protocol.SeatTaken, protocol.TakeSeat, {**_NO_TABLE, "409": "The seat, or every seat, is taken"},
    ),
    _Operation(
        "record", "get", "/api/tables/{table}/record", "The record of a finished match", "200", str,
        problems=_NOT_OVER,
    ),
    _Operation(
        "replay", "get", "/api/tables/{table}/replay", "A finished match step by step", "200", protocol.Replay,
        problems={**_NOT_OVER, "413": "Too long to be shown step by step"},
    ),
    _Operation(
        "review", "get", "/api/tables/{table}/review", "What its moves were worth", "200", protocol.ReplayReview,
        problems={**_NOT_OVER, "413": "Too long to be reviewed"},
    ),
    _Operation(
        "answers", "get", "/api/tables/{table}/answers", "The perfect answers, where it is solved", "200",
        protocol.ReplayAnswers, problems={**_NOT_OVER, "413": "Too long to be looked up"},
    ),
    _Operation(
        "replay_record", "post", "/api/replay", "The match of a record step by step", "200", protocol.Replay, str
    ),
    _Operation(
        "review_record", "post", "/api/review", "What its moves were worth", "200", protocol.ReplayReview, str
    ),
    _Operation(
        "answers_record", "post", "/api/answers", "The perfect answers, where it is solved", "200",
        protocol.ReplayAnswers, str,
    ),
    _Operation("daily", "get", "/api/daily", "The deals of the day", "200", protocol.Daily),
]  # fmt: skip


@cache
def description() -> dict[str, Any]:
    """Describe the interface as OpenAPI 3.1."""
    types = [kind for row in _OPERATIONS for kind in (row.sent, row.answer) if kind is not None]
    _, components = msgspec.json.schema_components([*types, protocol.Problem], ref_template=_PLACE)
    components["NewTable"]["properties"]["game"]["enum"] = list(REGISTRY)
    paths: dict[str, dict[str, Any]] = {}
    for row in _OPERATIONS:
        paths.setdefault(row.path, {})[row.method] = _described(row)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tesserae",
            "version": f"{tesserae.__version__} (protocol {protocol.VERSION})",
            "description": "Setting up and finding tables. Playing goes through the WebSocket: docs/protocol.md.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _described(row: _Operation) -> dict[str, Any]:
    problems = {**_COMMON, **row.problems, **(_WITH_BODY if row.sent else {})}
    told = {code: {"description": text, "content": _content(protocol.Problem)} for code, text in problems.items()}
    told["429"]["headers"] = _RETRY_AFTER
    well = {"description": row.summary, "content": _content(row.answer), "links": _links(row.answer)}
    operation: dict[str, Any] = {
        "summary": row.summary,
        "operationId": row.name,
        "parameters": [_PARAMETERS[name] for name in _PARAMETERS if f"{{{name}}}" in row.path],
        "responses": {row.status: well, **told},
    }
    if row.sent is not None:
        operation["requestBody"] = {"required": True, "content": _content(row.sent)}
    return operation


def _content(kind: Any) -> dict[str, Any]:
    [schema], _ = msgspec.json.schema_components([kind], ref_template=_PLACE)
    return {"text/plain" if kind is str else "application/json": {"schema": schema}}


def _links(kind: Any) -> dict[str, Any]:
    """Say what can be done next with an answer that names a table."""
    if "table" not in getattr(kind, "__struct_fields__", ()):
        return {}
    found = [row.name for row in _OPERATIONS if "{table}" in row.path]
    return {name: {"operationId": name, "parameters": {"table": "$response.body#/table"}} for name in found}
