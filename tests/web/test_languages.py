"""Six languages on a phone: every screen has its words, and none of them is cut off or wider than the window."""

import pytest

from tesserae.words import LANGUAGES
from web.page import Visitor, expect_nothing, missing_words, overflows
from web.tour import Tables, Walker

NARROW = 360
LANGUAGE_NAMES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
    "es": "Español",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_speaks_the_language_and_fits_on_a_phone(
    visit: Visitor, tables: Tables, language: str
) -> None:
    page = visit.open(width=NARROW, height=740, language=language)
    found = {}
    for screen in Walker(page, tables, language).everywhere():
        assert page.locator("html").get_attribute("lang") == language
        if trouble := missing_words(page) + overflows(page):
            found[screen] = trouble
    visit.forgive("404")  # there is no table called nothing
    expect_nothing(found)


def test_the_language_is_that_of_the_browser_until_somebody_chooses_another(visit: Visitor) -> None:
    page = visit.open(language="fr-CH")
    assert page.get_by_label("Langue").input_value() == "fr"
    page.get_by_label("Langue").select_option("nl")
    page.get_by_label("Taal").wait_for()
    page.reload()
    assert page.get_by_label("Taal").input_value() == "nl"
    assert page.get_by_label("Taal").locator("option").all_inner_texts() == sorted(LANGUAGE_NAMES.values())
