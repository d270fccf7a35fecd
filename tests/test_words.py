"""Every visible sentence is there in all six languages, with the same values in it."""

import pickle
import re
import string
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

import tesserae
from tesserae.bots import LEVELS
from tesserae.games import REGISTRY, game_type
from tesserae.kernel.cache import PACKAGE
from tesserae.server.lessons import lessons_of
from tesserae.server.protocol import Reaction, WishName
from tesserae.server.web import PAGE
from tesserae.words import LANGUAGES, SHARED, Refused, catalogue, say
from variants import VARIANTS, game_of

GAMES = [name for name, place in REGISTRY.items() if place.startswith("tesserae.")]
KINDS = [game_type(name) for name in GAMES]  # importing a game brings its words
OWNERS = [SHARED, PAGE, *sorted({kind.words for kind in KINDS})]
FORMS = (".one", ".many", ".other")
"""What a key ends in if its sentence depends on a number; Italian, Spanish and French know all three."""


def values(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("owner", OWNERS)
def test_every_language_says_the_same_things(owner: str, language: str) -> None:
    english, other = catalogue(owner, "en"), catalogue(owner, language)
    assert list(other) == list(english)
    for key, sentence in other.items():
        assert sentence.strip(), key
        assert values(sentence) == values(english[key]), key
        if language != "en" and len(re.sub(r"\{.*?\}", "", english[key])) > 25:
            assert sentence != english[key], f"{key} is not translated"


def test_what_is_counted_has_all_forms_of_the_plural() -> None:
    for owner in OWNERS:
        counted = {key.rpartition(".")[0] for key in catalogue(owner, "en") if key.endswith(FORMS)}
        assert {key for key in catalogue(owner, "en") if key.endswith(FORMS)} == {
            counted_key + form for counted_key in counted for form in FORMS
        }


def test_every_key_is_used_and_every_used_key_exists() -> None:
    known = {key: owner for owner in OWNERS for key in catalogue(owner, "en")}
    prefixes = {key.split(".")[0] for key in known}
    sources = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    used = {key for key in re.findall(r'"([a-z]+\.[a-z_.]+)"', sources) if key.split(".")[0] in prefixes}
    built = {f"{kind.words}.ending.{reason}" for kind in KINDS for reason in kind.endings if reason}
    built |= {f"{kind.words}.account.{what}" for kind in KINDS for what in kind.account_names}
    built |= {f"{kind.words}.{what}" for kind in KINDS for what in ("rules", "how_to_move")}
    built |= {f"level.{level}" for level in LEVELS}
    built |= {f"probe.value.{value}" for value in ("win", "draw", "loss")}
    shown, wanted = in_the_page(known)
    assert (used | built | lesson_keys() | asked_for_by_the_server()) - set(known) == set(), (
        "there is no such sentence"
    )
    assert wanted == [], "the page says what there is not"
    assert set(known) - used - built - shown - lesson_keys() == set(), "nobody says this"


def in_the_page(known: dict[str, str]) -> tuple[set[str], list[str]]:
    """Which of these keys the page says, and what it says that is none of them.

    Of a key that is put together only some parts are known.
    """
    folder = Path(__file__).parents[1] / "web" / "src"
    files = [path for path in folder.rglob("*") if path.suffix in (".svelte", ".ts") and ".test" not in path.name]
    sources = "\n".join(re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S) for path in files)
    part = r"(?:[a-z0-9_-]+|\$\{[^`]*?\})"
    written = set(re.findall(rf"[\"'`]([a-z]+(?:\.{part})+)[\"'`]", sources))
    forms = "|".join(map(re.escape, FORMS))
    patterns = {
        text: re.compile(re.sub(r"\\\$\\\{.*?\\\}", r"[^.]+", re.escape(text)) + f"(?:{forms})?")
        for text in written
    }
    names = {
        key: {key, key.removeprefix(f"{owner}.")} for key, owner in known.items()
    }  # as a game calls it itself
    shown = {
        key
        for key, called in names.items()
        if any(pattern.fullmatch(name) for pattern in patterns.values() for name in called)
    }
    starts = {name.split(".")[0] for called in names.values() for name in called if "." in name}
    unknown = [
        text
        for text, pattern in patterns.items()
        if text.split(".")[0] in starts
        and not any(pattern.fullmatch(name) for called in names.values() for name in called)
    ]
    return shown, unknown


def lesson_keys() -> set[str]:
    """Every lesson has its four sentences."""
    return {
        f"{kind.words}.lesson.{lesson.name}.{part}"
        for name, kind in zip(GAMES, KINDS, strict=True)
        for lesson in lessons_of(name)
        for part in ("title", "task", "done", "missed")
    }


def asked_for_by_the_server() -> set[str]:
    """What the page is told to say: options of games, and what the protocol has names for."""
    options = {f"{kind.words}.page.option.{option.name}" for kind in KINDS for option in fields(kind.options_type)}
    return (
        options
        | {f"{option}.says" for option in options}
        | {f"{kind.words}.page.about.{kind.name}" for kind in KINDS}
        | {f"page.wish.{wish}" for wish in get_args(WishName)}
        | {f"page.reaction.{reaction}" for reaction in get_args(Reaction)}
        | {f"page.phase.{phase}" for phase in ("waiting", "playing", "over")}
    )


def test_every_ending_has_a_sentence_in_every_language() -> None:
    for kind in KINDS:
        for reason in filter(None, kind.endings):
            assert all(say(f"{kind.words}.ending.{reason}", language) for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_tells_its_rules_with_every_option(language: str) -> None:
    for variant in VARIANTS:
        if variant[0] in GAMES:
            assert all(sentence.say(language) for sentence in game_of(variant).rules())


def test_a_refusal_can_be_said_in_another_language_and_sent_to_another_process() -> None:
    with pytest.raises(Refused) as refused:
        tesserae.load("Game: quixo\nb2>b5")
    reason = refused.value
    assert str(reason).startswith("Line 2, b2>b5: b2 is not on the edge")
    assert reason.sentence.say("nl").startswith("Regel 2, b2>b5: b2 ligt niet aan de rand")
    again = pickle.loads(pickle.dumps(reason))
    assert (again.sentence, str(again)) == (reason.sentence, str(reason))
