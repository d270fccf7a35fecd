"""The ways somebody may use the page, each with the window that goes with it."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from web.hands import Finger, Hand, Keys, Mouse
from web.page import Visitor
from web.seats import sit_down

PHONE = {"width": 360, "height": 740, "touch": True}
HANDS: dict[str, tuple[Callable[[Page], Hand], dict[str, Any]]] = {
    "mouse": (Mouse, {}),
    "touch": (Finger, PHONE),
    "keys": (Keys, {}),
}


def begin(visit: Visitor, how: str, game: str, seats: list[dict[str, str]], **options: Any) -> Hand:
    """Sit down at a new table, to play it in a certain way."""
    hand, window = HANDS[how]
    page = visit.open(**window)
    sit_down(page, game, seats, options=options)
    return hand(page)
