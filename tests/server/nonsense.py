"""Messages that are none: everything a client may send instead of what the types of the protocol ask for."""

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

from tesserae.server import protocol

Body = dict[str, str]
"""A JSON object as its fields, each written already: so that it can be wrong in ways that no value is."""

RAW = [
    "null", "true", "0", "-1", "1.5", "1e308", "1e999", "-0.0", "NaN", "Infinity", "-Infinity", "01", "0x10", "1_000",
    str(10**30), str(-(10**30)), "9" * 4000, '""', '"x"', '"\\u0000"', '"\\ud800"', '"\\udc00x"', '"\\x41"', '"\\u202eevil"',
    '"' + "x" * 5000 + '"', "[]", "{}", "[[]]", '{"a":{}}', "[null]", "[1,2,3]", '{"key":null}', "[" * 4000, '{"a":' * 2000,
    "'x'", "x", "", '"', '"\n"', '"\\n"', "/* no */ 1",
]  # fmt: skip
"""Values that most fields do not have; some are no JSON at all."""


def structs(kinds: list[Any]) -> list[inspect.StructType]:
    """Describe these types."""
    return [kind for kind in inspect.multi_type_info(kinds) if isinstance(kind, inspect.StructType)]


def written(body: Body) -> str:
    return "{" + ",".join(f"{json.dumps(name)}:{value}" for name, value in body.items()) + "}"


def plain_body(kind: inspect.StructType) -> Body:
    """Write a message with all its fields, as plain as can be."""
    tag = {} if kind.tag_field is None else {kind.tag_field: json.dumps(kind.tag)}
    return tag | {field.encode_name: _plain(field.type) for field in kind.fields}


def _plain(kind: inspect.Type) -> str:
    match kind:
        case inspect.IntType(ge=least):
            return str(least or 0)
        case inspect.StrType(min_length=least):
            return json.dumps("x" * (least or 0))
        case inspect.BoolType():
            return "true"
        case inspect.LiteralType(values=values):
            return json.dumps(values[0])
        case inspect.UnionType(types=types):
            return _plain(types[0])
        case inspect.ListType():
            return "[]"
        case inspect.DictType():
            return "{}"
        case inspect.StructType():
            return written(plain_body(kind))
        case inspect.NoneType():
            return "null"
    raise TypeError(f"nothing plain for {kind}")


def spoiled(kind: inspect.StructType) -> Iterator[str]:
    """Write a message in many ways that it should not be: each field wrong, missing, twice; and more than it has."""
    body = plain_body(kind)
    assert msgspec.json.decode(written(body), type=kind.cls)
    for name in body:
        for value in RAW:
            yield written(body | {name: value})
        yield written({key: value for key, value in body.items() if key != name})
        yield written(body)[:-1] + f",{json.dumps(name)}:{body[name]}}}"
        yield written(body)[:-1] + f',{json.dumps(name)}:"another"}}'
    yield written(body | {"unknown": "1"})
    yield written(body | {"__proto__": '{"admin":true}'})
    yield written(body)[:-1]
    yield written(body) + written(body)
    yield f"[{written(body)}]"


def unreadable_messages() -> list[str]:
    """All spoiled messages to a table that are none any more."""
    kinds = structs(list(protocol.AnyClientMessage.__args__))
    return [text for kind in kinds for text in spoiled(kind) if not is_readable(text)]


def is_readable(text: str) -> bool:
    try:
        protocol.decode_message(text)
    except ValueError:
        return False
    return True


def garbage(rng: random.Random, count: int) -> Iterator[str]:
    """Texts of any letters, and JSON that somebody has trodden on."""
    letters = '{}[]",:0123456789.eE+-truefalsn \\u00d8\x00\x07\n\u202e\u2028\ufeff\U0001f600é'
    whole = written(plain_body(structs([protocol.Say])[0]))
    for _ in range(count):
        if rng.random() < 0.5:
            yield "".join(rng.choices(letters, k=rng.randrange(200)))
        else:
            place = rng.randrange(len(whole))
            yield whole[:place] + rng.choice(letters) + whole[place + rng.randrange(3) :]
