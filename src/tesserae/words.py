"""Sentences for players, in six languages, from one catalogue each.

A refusal carries the key and the values of its sentence, so a table can say it in the language of its player;
as a plain `ValueError` it speaks English.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "de", "fr", "it", "nl", "es")


@cache
def catalogue(language: str) -> dict[str, str]:
    """Read all sentences of one language."""
    text = files("tesserae").joinpath(f"catalogues/{language}.json").read_text(encoding="utf-8")
    sentences: dict[str, str] = json.loads(text)
    return sentences


def say(key: str, language: str = "en", **values: Any) -> str:
    """Fill the sentence with this key; a refusal among the values is said in the same language."""
    inner = {
        name: say(value.key, language, **value.values) if isinstance(value, Refused) else value
        for name, value in values.items()
    }
    return catalogue(language)[key].format_map(inner)


class Refused(ValueError):
    """A request that cannot be met; nothing has changed."""

    def __init__(self, key: str, **values: Any) -> None:
        """Choose the sentence that says why, and what would be allowed."""
        self.key = key
        self.values = values
        super().__init__(say(key, **values))

    def __reduce__(self) -> tuple[Any, ...]:
        return _refused_again, (self.key, self.values)


def _refused_again(key: str, values: dict[str, Any]) -> Refused:
    return Refused(key, **values)
