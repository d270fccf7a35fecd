"""Throws as text, for games with real dice: those of each player and the start die, `01 12 .. / 03 13 .. / 23`."""

import numpy as np

from tesserae.games.riomino.dice import FACES
from tesserae.words import Refused


def parse_deal(state: np.record, text: str) -> list[int]:
    """Read the numbers of a deal."""
    groups = [[_face(word) for word in group.split()] for group in text.split("/")]
    each = int(state.dice_each)
    if [len(group) for group in groups] != [each, each, 1]:
        raise Refused("riomino.deal", dice=each)
    return [face for group in groups for face in group]


def _face(word: str) -> int:
    digits = word.replace("-", "")
    faces = ["".join(map(str, face)) for face in FACES]
    if "".join(sorted(digits)) not in faces:
        raise Refused("riomino.no_such_die", die=word[:20])
    return faces.index("".join(sorted(digits)))
