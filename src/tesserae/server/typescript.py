"""The types of the page, written from the types of the protocol: `python -m tesserae.server.typescript`.

A message that the house reads allows no unknown fields, and its fields with a default may be left out. What it
sends has every field. The sentences below classes and fields become comments.
"""

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from types import ModuleType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import inspect as types

from tesserae.server import protocol

_HEAD = """\
// Written by `python -m tesserae.server.typescript` from src/tesserae/server/protocol.py: change that, not this.
"""
_PLAIN: dict[type[types.Type], str] = {
    types.AnyType: "unknown",
    types.BoolType: "boolean",
    types.FloatType: "number",
    types.IntType: "number",
    types.NoneType: "null",
    types.StrType: "string",
}


def written(module: ModuleType = protocol) -> str:
    """Write the constants, named values, messages and unions of a module, by default the protocol."""
    return "\n".join([_HEAD, *_constants(module), "", *_names(module), *_interfaces(module), *_unions(module)])


# --- what there is -----------------------------------------------------------------------------------------


def structs(module: ModuleType) -> list[type[msgspec.Struct]]:
    """List the types that are sent as they are; those that others are made from are left out."""
    found = [kind for kind in vars(module).values() if _is_struct(kind)]
    return [kind for kind in found if not any(kind in other.__mro__[1:] for other in found)]


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _literals(module: ModuleType) -> dict[frozenset[str], tuple[str, list[str]]]:
    """Find the sets of values that have a name."""
    named = {name: get_args(kind) for name, kind in vars(module).items() if get_origin(kind) is Literal}
    return {frozenset(values): (name, list(values)) for name, values in named.items()}


def _constants(module: ModuleType) -> Iterator[str]:
    for name, value in vars(module).items():
        if name.isupper() and isinstance(value, int):
            yield f"export const {name} = {value};"


def _names(module: ModuleType) -> Iterator[str]:
    for name, values in _literals(module).values():
        yield f"export type {name} = {_either(map(_quoted, values))};\n"


def _interfaces(module: ModuleType) -> Iterator[str]:
    for kind in structs(module):
        yield "\n".join(_interface(kind, module))


def _unions(module: ModuleType) -> Iterator[str]:
    for name, kind in vars(module).items():
        members = get_args(kind)
        if get_origin(kind) in (Union, UnionType) and all(map(_is_struct, members)):
            yield f"export type {name} = {_either(member.__name__ for member in members)};\n"


# --- a message ---------------------------------------------------------------------------------------------


def _interface(kind: type[msgspec.Struct], module: ModuleType) -> Iterator[str]:
    info = types.type_info(kind)
    if not isinstance(info, types.StructType):
        raise TypeError(f"{kind.__name__} is no struct")
    says = _docstrings(kind)
    yield from _comment(kind.__doc__, "")
    yield f"export interface {kind.__name__} {{"
    if info.tag_field is not None:
        yield f"  {info.tag_field}: {_quoted(info.tag)};"
    for field in info.fields:
        yield from _comment(says.get(field.name), "  ")
        mark = "?" if info.forbid_unknown_fields and not field.required else ""
        yield f"  {field.encode_name}{mark}: {_type(field.type, module, is_read=info.forbid_unknown_fields)};"
    yield "}\n"


def _type(kind: types.Type, module: ModuleType, *, is_read: bool) -> str:
    """Write a type, as part of something that the house reads or that it sends."""
    match kind:
        case types.UnionType(members):
            return _either(_type(member, module, is_read=is_read) for member in members)
        case types.ListType(item):
            inner = _type(item, module, is_read=is_read)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case types.DictType(_, value):
            return f"Record<string, {_type(value, module, is_read=is_read)}>"
        case types.LiteralType(values):
            name, _ = _literals(module).get(frozenset(map(str, values)), ("", []))
            return name or _either(map(_quoted, values))
        case types.StructType(cls):
            return f"Required<{cls.__name__}>" if kind.forbid_unknown_fields and not is_read else cls.__name__
    return _PLAIN[type(kind)]


def _either(options: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(options))


def _quoted(value: object) -> str:
    return msgspec.json.encode(value).decode()


# --- comments ----------------------------------------------------------------------------------------------


def _comment(text: str | None, indent: str) -> Iterator[str]:
    if text:
        yield f"{indent}/** {' '.join(text.split())} */"


def _docstrings(kind: type) -> dict[str, str]:
    """Find the sentence below each field, those of the types it is made from included."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if _is_struct(base) and base is not msgspec.Struct:
            found |= _of_source(sys.modules[base.__module__]).get(base.__name__, {})
    return found


@cache
def _of_source(module: ModuleType) -> dict[str, dict[str, str]]:
    return {
        node.name: dict(_below_fields(node.body))
        for node in ast.parse(inspect.getsource(module)).body
        if isinstance(node, ast.ClassDef)
    }


def _below_fields(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, below in pairwise(body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                yield name, text


if __name__ == "__main__":
    print(written(), end="")
