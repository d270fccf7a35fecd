"""Deals as text, for games with the real pieces.

`+12 -13 .. / +55 .. / -45 / +11 ..` are the hands in seat order, then the piece that opens the table, then the bag
as it was drawn, front first; pieces that are not named lie at its end. `lot 1` behind it says which seat begins.
"""

import numpy as np

from tesserae.games.puzzelino.pieces import COUNT, PIECE_NAMES
from tesserae.games.puzzelino.rules import HAND_SIZE
from tesserae.kernel.generator import picks
from tesserae.words import Refused


def parse_deal(state: np.record, text: str) -> list[int]:
    """Read the numbers of a deal."""
    said, _, lot = text.lower().partition("lot")
    players, size = int(state.players), int(HAND_SIZE[state.mode])
    groups = [[_piece(word) for word in group.split()] for group in said.split("/")]
    if [len(group) for group in groups[:-1]] != [size] * players + [1]:
        raise Refused("puzzelino.deal", count=players, pieces=size)
    named = [piece for group in groups for piece in group]
    for piece in named:
        if named.count(piece) > 1:
            raise Refused("puzzelino.deal_twice", piece=PIECE_NAMES[piece])
    rest = [piece for piece in range(COUNT) if piece not in named]
    return [*picks(COUNT, [*named, *rest]), _lot(lot.strip(), players)]


def _piece(word: str) -> int:
    name = word[0] + "".join(sorted(word[1:].replace("0", "")))
    if name not in PIECE_NAMES:
        raise Refused("puzzelino.no_such_piece", piece=word[:20])
    return PIECE_NAMES.index(name)


def _lot(text: str, players: int) -> int:
    if text not in ("", *map(str, range(players))):
        raise Refused("puzzelino.deal_lot", lot=text[:20], last=players - 1)
    return int(text or 0)
