"""Every visible sentence is there in all six languages, with the same values in it."""

import pickle
import re
import string

import pytest

import tesserae
from tesserae.bots import LEVELS
from tesserae.games import REGISTRY, game_type
from tesserae.kernel.cache import PACKAGE
from tesserae.words import LANGUAGES, SHARED, Refused, catalogue, say
from variants import VARIANTS, game_of

GAMES = [name for name, place in REGISTRY.items() if place.startswith("tesserae.")]
KINDS = [game_type(name) for name in GAMES]  # importing a game brings its words
OWNERS = [SHARED, *sorted({kind.words for kind in KINDS})]


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
        if language != "en" and len(english[key]) > 25:
            assert sentence != english[key], f"{key} is not translated"


def test_every_key_is_used_and_every_used_key_exists() -> None:
    known = {key for owner in OWNERS for key in catalogue(owner, "en")}
    sources = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    prefixes = {key.split(".")[0] for key in known}
    used = {key for key in re.findall(r'"([a-z]+\.[a-z_.]+)"', sources) if key.split(".")[0] in prefixes}
    built = {f"{kind.words}.ending.{reason}" for kind in KINDS for reason in kind.endings if reason}
    built |= {f"{kind.words}.account.{what}" for kind in KINDS for what in kind.account_names}
    built |= {f"{kind.words}.{what}" for kind in KINDS for what in ("rules", "how_to_move")}
    built |= {f"level.{level}" for level in LEVELS}
    assert used | built == known


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
