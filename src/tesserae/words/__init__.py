"""Sentences for players, in six languages.

The catalogues beside this file hold what all games share; a game brings its own in a folder `words`, with keys
that start with its name. A refusal carries the key and the values of its sentence, so a table can say it in the
language of its player; as a plain `ValueError` it speaks English.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

LANGUAGES = ("en", "de", "fr", "it", "nl", "es")
SHARED = ""
"""The owner of the sentences that belong to no game."""

_folders: dict[str, Traversable] = {SHARED: files(__name__)}


def add_words(game: str, package: str) -> None:
    """Say in which package the folder with a game's own catalogues is."""
    _folders[game] = files(package).joinpath("words")


@cache
def catalogue(owner: str, language: str) -> dict[str, str]:
    """Read the sentences of a game, or the shared ones, in one language."""
    file = _folders[owner].joinpath(f"{language}.json")
    sentences: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return sentences


def say(key: str, language: str = "en", **values: Any) -> str:
    """Fill the sentence with this key; sentences among the values are said in the same language."""
    spoken = {
        name: value.say(language) if isinstance(value, Sentence) else _harmless(str(value))
        for name, value in values.items()
    }
    owner = key.split(".")[0]
    return catalogue(owner if owner in _folders else SHARED, language)[key].format_map(spoken)


def _harmless(text: str) -> str:
    """Let nobody send commands to a terminal by what he calls things."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


@dataclass(frozen=True)
class Sentence:
    """Something to tell a player, in whatever language."""

    key: str
    values: dict[str, Any]

    def say(self, language: str = "en") -> str:
        """Put it into words."""
        return say(self.key, language, **self.values)


class Refused(ValueError):
    """A request that cannot be met; nothing has changed."""

    def __init__(self, key: str, **values: Any) -> None:
        """Choose the sentence that says why, and what would be allowed."""
        self.sentence = Sentence(key, values)
        super().__init__(self.sentence.say())

    def __reduce__(self) -> tuple[Any, ...]:
        return _refused_again, (self.sentence,)


def _refused_again(sentence: Sentence) -> Refused:
    return Refused(sentence.key, **sentence.values)
