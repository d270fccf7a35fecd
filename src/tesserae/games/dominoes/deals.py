"""Deals as text, for matches dealt at a real table.

`lots 345 011` is the tile each player drew to see who starts. `012 345 / 111 344 / 255 133` are the hands in seat
order, a slash between them, and the pool as it was drawn, front first; tiles that are not named lie at its end.
`lot 3` at the end decides between equals.
"""

import numpy as np

from tesserae.games.dominoes.notation import read_tile
from tesserae.games.dominoes.rules import LOTS
from tesserae.games.dominoes.start import LOT_BOUND
from tesserae.games.dominoes.tiles import COUNT, tile_name
from tesserae.kernel.generator import picks
from tesserae.words import Refused


def parse_deal(state: np.record, text: str) -> list[int]:
    """Read the numbers of a deal."""
    said = text.lower().strip()
    players, hand_size = int(state.players), int(state.hand_size)
    if state.awaits == LOTS:
        lots = _tiles(said.removeprefix("lots")) if said.startswith("lots") else []
        if len(lots) != players:
            raise Refused("dominoes.deal_lots", count=players)
        return picks(COUNT, _each_once(lots))
    said, _, lot = said.partition("lot")
    *hands, pool = (_tiles(group) for group in said.split("/"))
    if [len(hand) for hand in hands] != [hand_size] * players:
        raise Refused("dominoes.deal_hands", count=players, tiles=hand_size)
    named = _each_once([tile for group in (*hands, pool) for tile in group])
    rest = [tile for tile in range(COUNT) if tile not in named]
    return [*picks(COUNT, [*named, *rest]), _lot(lot.strip())]


def _tiles(text: str) -> list[int]:
    """Read tiles such as 012 or 0-1-2."""
    tiles = []
    for word in text.split():
        digits = word.replace("-", "")
        if len(digits) != 3 or not (digits.isascii() and digits.isdigit()):
            raise Refused("dominoes.no_such_tile", tile=word[:20])
        tiles.append(read_tile(digits))
    return tiles


def _each_once(tiles: list[int]) -> list[int]:
    for tile in tiles:
        if tiles.count(tile) > 1:
            raise Refused("dominoes.deal_twice", tile=tile_name(tile))
    return tiles


def _lot(text: str) -> int:
    if text and not (text.isascii() and text.isdigit() and len(text) <= 2 and int(text) < LOT_BOUND):
        raise Refused("dominoes.deal_lot", lot=text[:20], last=LOT_BOUND - 1)
    return int(text or 0)
