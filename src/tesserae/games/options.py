"""Options of a game: a frozen dataclass whose fields say what they allow.

Options are checked here once, whether they come as keywords from Python or as text from a command or a record.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, field, fields
from typing import Any, TypeAlias, TypeVar

from tesserae.words import Refused

T = TypeVar("T")
NONE_TEXT = "none"
Only: TypeAlias = Mapping[str, tuple[Any, ...]]
"""With which values of other options an option matters: a form need not ask for it with any other."""
EVER: Only = {}


def choice(*allowed: Any, only: Only = EVER) -> Any:
    """Declare an option with a few values, the default first."""
    return field(default=allowed[0], metadata={"allowed": allowed, "only": only})


def integer(default: int | None, *, low: int, high: int, only: Only = EVER) -> Any:
    """Declare an option that is a whole number in a range; with the default None it may also be none."""
    return field(default=default, metadata={"range": range(low, high + 1), "only": only})


def checked(default: Any, check: Callable[[Any], bool], allowed: str, *, only: Only = EVER) -> Any:
    """Declare an option with a check of its own, and how to say what it allows."""
    return field(default=default, metadata={"check": check, "says": allowed, "only": only})


def make_options(options: type[T], game: str, values: Mapping[str, Any]) -> T:
    """Build the options from keywords, or refuse and say what is allowed.

    Options that depend on each other have a method `complete`, which chooses what was left open.
    """
    values = {name: plain_integer(value) for name, value in values.items()}
    known = {option.name: option for option in fields(options)}  # type: ignore[arg-type]
    for name, value in values.items():
        if name not in known:
            raise Refused("option.unknown", game=game, name=name, allowed=", ".join(known))
        if not allows(known[name], value):
            allowed = allowed_text(known[name])
            raise Refused("option.value", game=game, name=name, value=repr(value)[:80], allowed=allowed)
    complete = getattr(options, "complete", None)
    return options(**(complete(values) if complete else values))


def read_options(options: type[T], game: str, texts: Mapping[str, str]) -> T:
    """Build the options from text such as size=3; `none` stands for no value."""
    return make_options(options, game, {name: _read(text) for name, text in texts.items()})


def read_pairs(parts: Iterable[str]) -> dict[str, str]:
    """Split texts such as size=3 into names and values."""
    pairs: dict[str, str] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals or name in pairs:
            raise Refused("option.malformed", part=part[:40])
        pairs[name] = value
    return pairs


def plain_integer(value: Any) -> Any:
    """Turn the integers of other libraries into Python's; leave everything else alone."""
    return int(value) if hasattr(value, "__index__") and not isinstance(value, bool) else value


def option_texts(options: Any) -> dict[str, str]:
    """Write every option as text that `read_options` understands."""
    return {name: NONE_TEXT if value is None else str(value) for name, value in asdict(options).items()}


def allowed_text(option: Any) -> str:
    """Say what an option allows, the default first."""
    if "says" in option.metadata:
        return str(option.metadata["says"])
    if "allowed" in option.metadata:
        return ", ".join(_shown(value) for value in option.metadata["allowed"])
    numbers = option.metadata["range"]
    span = f"{numbers[0]} to {numbers[-1]}"
    return f"{NONE_TEXT}, {span}" if option.default is None else span


def changed_options(options: Any) -> dict[str, Any]:
    """Give the options that differ from their defaults."""
    return {
        option.name: getattr(options, option.name)
        for option in fields(options)
        if getattr(options, option.name) != option.default
    }


def allows(option: Any, value: Any) -> bool:
    """Say whether an option may have a value."""
    if "check" in option.metadata:
        return bool(option.metadata["check"](value))
    if "allowed" in option.metadata:
        return any(type(value) is type(allowed) and value == allowed for allowed in option.metadata["allowed"])
    if value is None:
        return option.default is None
    return type(value) is int and value in option.metadata["range"]


def _shown(value: Any) -> str:
    return NONE_TEXT if value is None else value if isinstance(value, str) else repr(value)


def _read(text: str) -> Any:
    if text.lower() == NONE_TEXT:
        return None
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 19 else text
