"""What Schemathesis is to check of every answer beside its own checks; loaded by its program, see test_openapi.py."""

from typing import Any

import httpx
import schemathesis

from server.hostile import assert_safe


@schemathesis.check
def is_understood(
    _context: schemathesis.CheckContext, answer: schemathesis.Response, case: schemathesis.Case[Any]
) -> None:
    """What the description allows may be impossible, but never unreadable."""
    if is_allowed(case) and answer.status_code == 400:
        assert answer.json()["reason"]["key"] != "server.bad_message", "this is in order, says the description"


@schemathesis.check
def is_safe(
    _context: schemathesis.CheckContext, answer: schemathesis.Response, _case: schemathesis.Case[Any]
) -> None:
    """Every answer has the headers that keep pages safe."""
    assert_safe(httpx.Headers([(name, value) for name, values in answer.headers.items() for value in values]))


@schemathesis.hook
def before_call(
    _context: schemathesis.HookContext, case: schemathesis.Case[Any], _arguments: dict[str, Any]
) -> None:
    """Write 25.0 as 25: a schema takes both for a whole number, we do not."""
    if is_allowed(case):
        case.body = with_whole_numbers(case.body)


def is_allowed(case: schemathesis.Case[Any]) -> bool:
    return case.meta is not None and case.meta.generation.mode.is_positive


def with_whole_numbers(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: with_whole_numbers(item) for key, item in value.items()}
    if isinstance(value, list):
        return [with_whole_numbers(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
