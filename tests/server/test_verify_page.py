"""The page that checks a record: it says the same in every language, and the same as the command."""

import hashlib
import hmac
import json
import re
import string
from html.parser import HTMLParser
from importlib.resources import files

import pytest

from tesserae.match.fairness import Fairness
from tesserae.words import LANGUAGES, SHARED, catalogue

STATIC = files("tesserae.server").joinpath("static")
HTML, SCRIPT, STYLE = (
    STATIC.joinpath(f"verify.{ending}").read_text(encoding="utf-8") for ending in ("html", "js", "css")
)
WORDS: dict[str, dict[str, str]] = json.loads(STATIC.joinpath("verify.json").read_text(encoding="utf-8"))
OWN = {"compare", "compare_share"}
"""What is said otherwise than by the command, which names its options."""


class Page(HTMLParser):
    """The texts and the attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[tuple[str, str]] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(HTML)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attributes)))

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((self.elements[-1][0], data.strip()))

    def all(self, attribute: str) -> list[str]:
        return [value for _, found in self.elements if (value := found.get(attribute)) is not None]


def values(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def constant(name: str) -> str:
    [value] = re.findall(rf'^const {name} = "(.*)";$', SCRIPT, re.MULTILINE)
    return str(value)


def test_every_language_is_there() -> None:
    assert tuple(WORDS) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_things(language: str) -> None:
    english, other = WORDS["en"], WORDS[language]
    assert list(other) == list(english)
    for key, sentence in other.items():
        assert sentence.strip(), key
        assert values(sentence) == values(english[key]), key
        if language != "en" and len(english[key]) > 25:
            assert sentence != english[key], f"{key} is not translated"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_what_the_command_says(language: str) -> None:
    said = catalogue(SHARED, language)
    shared = {key: said.get(f"verify.{key}", said.get(f"record.{key}")) for key in WORDS[language]}
    common = {
        key: sentence for key, sentence in shared.items() if sentence is not None and key not in OWN | {"seed"}
    }
    assert len(common) == 23
    assert common == {key: WORDS[language][key] for key in common}


def test_no_sentence_is_written_into_the_page_itself() -> None:
    page = Page()
    assert page.texts == [("title", "Tesserae")]
    assert not {"placeholder", "aria-label", "alt", "value", "style"} & {
        name for _, found in page.elements for name in found
    }
    assert not any(name.startswith("on") for _, found in page.elements for name in found)
    assert all(found.get("src") for tag, found in page.elements if tag == "script")


def test_every_sentence_is_used_and_every_used_sentence_exists() -> None:
    written = set(re.findall(r'"([a-z_]+)"', SCRIPT)) | set(Page().all("data-text"))
    built_in = {"language", "title"}
    assert set(Page().all("data-text")) <= set(WORDS["en"])
    assert set(WORDS["en"]) <= written | built_in


def test_every_field_has_a_label_and_every_name_is_there_once() -> None:
    page = Page()
    ids, labelled = page.all("id"), page.all("for")
    assert len(ids) == len(set(ids))
    fields = [str(found["id"]) for tag, found in page.elements if tag in ("input", "textarea", "select")]
    assert sorted(fields) == sorted(labelled)
    assert set(page.all("aria-describedby")) <= set(ids)
    assert set(re.findall(r'byId\("([a-z-]+)"\)', SCRIPT)) <= set(ids)


def test_nothing_is_loaded_from_elsewhere_and_nothing_is_sent() -> None:
    for text in (HTML, SCRIPT, STYLE):
        assert "//" not in re.sub(r"^\s*// .*$|; // .*$", "", text, flags=re.MULTILINE)
    assert SCRIPT.count("fetch(") == 1
    assert not re.search("XMLHttpRequest|WebSocket|sendBeacon|EventSource|innerHTML|eval", SCRIPT)


def test_the_script_computes_as_the_house_does() -> None:
    """Its two labels, in the way that the script puts them together."""
    secret, shares = bytes(range(32)), (b"\x01\x02", None, b"")
    house = Fairness("oak-3", secret, shares)
    message = f"{constant('COMMITMENT_LABEL')}oak-3 ".encode() + secret
    assert hashlib.sha256(message).hexdigest() == house.commitment
    message = f"{constant('SEED_LABEL')}oak-3 0102 - ".encode()
    assert hmac.digest(secret, message, "sha256") == house.seed()
    assert constant("COMMITMENT_LABEL") == "tesserae commitment 1 "
    assert constant("SEED_LABEL") == "tesserae seed 1 "
