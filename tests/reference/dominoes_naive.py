"""Slow, naive triangle dominoes (Triominos, Tripple Domino), to be compared with the compiled engine.

Written from the rule page and the two rule sheets alone, without a look at the engine: a dictionary of cells,
a dictionary of lattice points, and each rule spelled out.
"""

from dataclasses import dataclass, replace

Tile = tuple[int, int, int]  # the numbers ascending, as they stand clockwise on the tile
Cell = tuple[int, int]  # (row, column); points up when the sum is even
Point = tuple[int, int]  # (line, column): line n lies between the rows n - 1 and n
Move = tuple[Tile, Cell]

ALL_TILES: list[Tile] = [(a, b, c) for a in range(6) for b in range(a, 6) for c in range(b, 6)]
START: Cell = (0, 0)
MOST_DRAWS = 3
HEXAGON_NAMES = ["hexagon", "double_hexagon", "triple_hexagon"]


@dataclass(frozen=True)
class Edition:
    """One column of the table of editions."""

    hands: tuple[int, int, int]  # for 1-2, 3-4 and 5-6 players
    limit: int
    bridge: int
    double_connection: int
    hexagons: tuple[int, int, int]  # for one, two and three at once
    three_draws: int
    empty_pool: int
    going_out: int
    draw: int = 5
    lots: bool = False  # the start is by lot, with a free choice of the first tile
    finish_lap: bool = False  # after somebody went out
    may_refuse: bool = False  # pool empty: may pass although a tile fits
    lay_if_able: bool = False  # may neither draw nor pass while a tile fits


TRIPPLE = Edition((10, 8, 6), 300, 30, 25, (50, 100, 150), 0, 5, 20, may_refuse=True)
EDITIONS = {
    "triominos": Edition((9, 7, 6), 400, 40, 0, (50, 60, 70), 10, 0, 25, lots=True, finish_lap=True),
    "tripple": TRIPPLE,
    "tripple-de": replace(TRIPPLE, empty_pool=10),
    "pressman": Edition((9, 7, 6), 400, 40, 40, (50, 50, 50), 10, 10, 25, lay_if_able=True),
}


def points_up(cell: Cell) -> bool:
    """Does the triangle of this cell stand on its base?"""
    return (cell[0] + cell[1]) % 2 == 0


def neighbours(cell: Cell) -> list[Cell]:
    """The three cells across the sides."""
    row, column = cell
    return [(row, column - 1), (row, column + 1), (row - 1 if points_up(cell) else row + 1, column)]


def corners(cell: Cell) -> list[Point]:
    """The three corners, the apex first, then clockwise."""
    row, column = cell
    if points_up(cell):
        return [(row + 1, column), (row, column + 1), (row, column - 1)]
    return [(row, column), (row + 1, column - 1), (row + 1, column + 1)]


def cells_around(point: Point) -> list[Cell]:
    """The six cells that meet in a point."""
    line, column = point
    return [(row, column + step) for row in (line, line - 1) for step in (-1, 0, 1)]


def turned(tile: Tile, shown: list[int | None]) -> Tile | None:
    """The tile, turned so that its numbers read clockwise agree with those shown (None: any), if it can be."""
    a, b, c = tile
    x, y, z = shown
    for turn in ((a, b, c), (b, c, a), (c, a, b)):
        if (x is None or x == turn[0]) and (y is None or y == turn[1]) and (z is None or z == turn[2]):
            return turn
    return None


def move_name(move: Move) -> str:
    """A move as text, such as 3-4-5 @ r2c-1."""
    (a, b, c), (row, column) = move
    return f"{a}-{b}-{c} @ r{row}c{column}"


def move_of(text: str) -> Move:
    """The move with this text."""
    numbers, place = text.split(" @ r")
    a, b, c = numbers.split("-")
    row, column = place.split("c")
    return (int(a), int(b), int(c)), (int(row), int(column))


def pips(hand: set[Tile]) -> int:
    """The sum of all numbers on these tiles."""
    return sum(sum(tile) for tile in hand)


class NaiveDominoes:
    """One match of triangle dominoes; deals come from outside."""

    def __init__(
        self,
        edition: str,
        players: int,
        *,
        limit: int | None = None,
        rounds: int | None = None,
        scale: str = "normal",
        hexagon: int = 50,
        solo_draws: int = 20,
    ) -> None:
        """Set up a match that waits for its first deal."""
        if edition not in EDITIONS or players not in range(1, 7) or scale not in ("normal", "children"):
            raise ValueError("no such game")
        self.edition = EDITIONS[edition]
        self.tripple = edition in ("tripple", "tripple-de")
        self.pressman = edition == "pressman"
        self.children = scale == "children"
        if self.children and self.tripple:
            raise ValueError("the children's scale is not for tripple")
        if self.tripple:
            self.edition = replace(self.edition, hexagons=(hexagon, 2 * hexagon, 3 * hexagon))
        if self.children:
            self.edition = replace(self.edition, bridge=1, double_connection=0, hexagons=(1, 2, 3), going_out=5)
            self.edition = replace(self.edition, draw=0, three_draws=0, empty_pool=0)
        self.players = players
        self.hand_size = self.edition.hands[0 if players <= 2 else 1 if players <= 4 else 2]
        self.limit = self.edition.limit if limit is None else limit
        self.rounds = 1 if players == 1 and rounds is None else rounds
        self.draws_left = solo_draws if players == 1 and self.tripple else None  # of this round; None: no cap
        self.solo_draws = self.draws_left

        self.scores = [0] * players
        self.account: list[tuple[int, str, int]] = []
        self.round_number = 0
        self.last_round = ""
        self.over = False
        self.winners: tuple[int, ...] = ()
        self.reason = ""

        self.starter = 0
        self.mover: int | None = None
        self.first_tiles: set[Tile] = set()  # what the starter may choose from
        self.hands: list[set[Tile]] = [set() for _ in range(players)]
        self.pool: list[Tile] = []
        self.board: dict[Cell, Tile] = {}  # the numbers from the apex clockwise
        self.numbers: dict[Point, int] = {}
        self.open_cells: set[Cell] = set()  # empty cells next to a laid tile
        self.drawn: list[Tile] = []  # in this turn
        self.first_out: int | None = None
        self.stuck_passes = 0  # in a row
        self.awaits: str | None = self._first_deal()

    # ---- deals ----

    def deal_lots(self, tiles: list[Tile]) -> None:
        """Each seat draws one tile; the highest value starts, equal highest values draw again."""
        if self.awaits != "lots" or len(tiles) != self.players or len(set(tiles)) != self.players:
            raise ValueError("no such lots")
        self.account = []
        values = [sum(tile) for tile in tiles]
        if values.count(max(values)) == 1:
            self.starter = values.index(max(values))
            self.awaits = "tiles"

    def deal_tiles(self, order: list[Tile], lot: int) -> None:
        """Deal a round: the hands in blocks, the rest is the pool."""
        if self.awaits != "tiles" or sorted(order) != ALL_TILES:
            raise ValueError("no such deal")
        size = self.hand_size
        self.hands = [set(order[seat * size : (seat + 1) * size]) for seat in range(self.players)]
        self.pool = order[self.players * size :]
        self.board, self.numbers, self.open_cells = {}, {}, set()
        self.drawn, self.first_out, self.stuck_passes = [], None, 0
        self.draws_left = self.solo_draws
        self.account = []
        self.awaits = None

        if self.edition.lots:
            self.first_tiles = set(self.hands[self.starter])
            self._start_turn(self.starter)
        elif self.players == 1 and self.tripple:
            self._lay(0, self.pool.pop(0), START)
            self._start_turn(0)
        else:
            self.starter, self.first_tiles = self._find_start(lot)
            self._start_turn(self.starter)

    def _first_deal(self) -> str:
        """What a round begins with."""
        return "lots" if self.edition.lots and self.players > 1 else "tiles"

    def _find_start(self, lot: int) -> tuple[int, set[Tile]]:
        """Who starts without lots, and the tiles he may start with."""
        triples = [tile for hand in self.hands for tile in hand if tile[0] == tile[2]]
        if triples:
            highest = max(triples)
            return next(seat for seat in range(self.players) if highest in self.hands[seat]), {highest}

        values = [sorted((sum(tile) for tile in hand), reverse=True) for hand in self.hands]
        best = max(value[0] for value in values)
        tied = [seat for seat in range(self.players) if values[seat][0] == best]
        if len(tied) > 1:
            second_best = max(values[seat][1] for seat in tied)
            tied = [seat for seat in tied if values[seat][1] == second_best]
        starter = tied[lot % len(tied)]
        return starter, {tile for tile in self.hands[starter] if sum(tile) == best}

    # ---- what may be done ----

    def legal(self) -> list[str]:
        """All legal actions of the player to move."""
        if self.mover is None:
            return []
        if not self.board:
            return [move_name((tile, START)) for tile in sorted(self.first_tiles)]
        moves = self._moves(set(self.drawn) if self.drawn else self.hands[self.mover])
        actions = [move_name(move) for move in moves]
        if self._may_draw(bool(moves)):
            actions.append("draw")
        if self._may_pass(bool(moves)):
            actions.append("pass")
        return actions

    def dead_cells(self) -> set[Cell]:
        """Empty cells next to a laid tile that no tile not yet laid fits."""
        left = set(self.pool).union(*self.hands)
        return self.open_cells - {cell for _, cell in self._moves(left)}

    def _may_draw(self, able: bool) -> bool:
        """May the mover draw, when he is able to lay something or not?"""
        if len(self.drawn) == MOST_DRAWS or self._pool_is_empty():
            return False
        return not (self.edition.lay_if_able and able)

    def _may_pass(self, able: bool) -> bool:
        """May the mover pass, when he is able to lay something or not?"""
        if self._pool_is_empty():
            return self.edition.may_refuse or not able
        return len(self.drawn) == MOST_DRAWS and not (self.edition.lay_if_able and able)

    def _pool_is_empty(self) -> bool:
        """No tile is left, or (solo) no draw."""
        return not self.pool or self.draws_left == 0

    def _moves(self, tiles: set[Tile]) -> list[Move]:
        """All ways to lay one of these tiles next to a laid one."""
        in_order = sorted(tiles)
        moves = []
        for cell in sorted(self.open_cells):
            shown = self._shown(cell)
            moves += [(tile, cell) for tile in in_order if turned(tile, shown) is not None]
        return moves

    def _shown(self, cell: Cell) -> list[int | None]:
        """The numbers that laid tiles show at the corners of a cell, from the apex clockwise."""
        return [self.numbers.get(point) for point in corners(cell)]

    # ---- actions ----

    def play(self, text: str) -> None:
        """Take one legal action."""
        if self.mover is None or text not in self.legal():
            raise ValueError(f"not a legal action: {text}")
        self.account = []
        seat = self.mover
        if text == "draw":
            self._draw(seat)
            return
        if text == "pass":
            self._pass(seat)
        else:
            tile, cell = move_of(text)
            self.hands[seat].remove(tile)
            self._lay(seat, tile, cell)
            self.stuck_passes = 0
            if not self.hands[seat] and self.first_out is None:
                self.first_out = seat
        self._end_turn(seat)

    def _draw(self, seat: int) -> None:
        """Take the first tile of the pool."""
        tile = self.pool.pop(0)
        self.hands[seat].add(tile)
        self.drawn.append(tile)
        if self.draws_left is not None:
            self.draws_left -= 1
        self.stuck_passes = 0
        self._pay(seat, "draw", -self.edition.draw)
        self._end_if_stuck_alone()

    def _pass(self, seat: int) -> None:
        """End the turn without laying a tile."""
        if len(self.drawn) == MOST_DRAWS:
            self._pay(seat, "three_draws", -self.edition.three_draws)
        else:
            self._pay(seat, "empty_pool", -self.edition.empty_pool)
        stuck = self._pool_is_empty() and not self._moves(self.hands[seat])
        self.stuck_passes = self.stuck_passes + 1 if stuck else 0

    def _lay(self, seat: int, tile: Tile, cell: Cell) -> None:
        """Put a tile on the board and pay for it."""
        self._pay(seat, "tile", 1 if self.children else sum(tile))
        if not self.board:
            self._pay(seat, "start", self._start_bonus(tile))
        sides = sum(neighbour in self.board for neighbour in neighbours(cell))
        all_corners_touch = all(point in self.numbers for point in corners(cell))

        numbers = turned(tile, self._shown(cell))
        assert numbers is not None
        self.board[cell] = numbers
        for point, number in zip(corners(cell), numbers, strict=True):
            self.numbers[point] = number
        self.open_cells.discard(cell)
        self.open_cells |= {neighbour for neighbour in neighbours(cell) if neighbour not in self.board}

        closed = [point for point in corners(cell) if all(around in self.board for around in cells_around(point))]
        if closed:
            self._pay(seat, HEXAGON_NAMES[len(closed) - 1], self.edition.hexagons[len(closed) - 1])
        elif sides >= 2:
            self._pay(seat, "double_connection", self.edition.double_connection)
        elif sides == 1 and all_corners_touch:
            self._pay(seat, "bridge", self.edition.bridge)

    def _start_bonus(self, tile: Tile) -> int:
        """What the first tile of a round is worth above its value."""
        if self.tripple:
            return 5
        if self.pressman and not self.children and tile[0] == tile[2]:
            return 40 if tile == (0, 0, 0) else 10
        return 0

    def _pay(self, seat: int, what: str, points: int) -> None:
        """Note points in the account and in the scores."""
        if points != 0:
            self.account.append((seat, what, points))
            self.scores[seat] += points

    # ---- ends of turns, rounds and the match ----

    def _start_turn(self, seat: int) -> None:
        """Give the turn to a seat."""
        self.mover = seat
        self.drawn = []
        self._end_if_stuck_alone()

    def _end_if_stuck_alone(self) -> None:
        """Solo, the round ends when nothing fits and no draw is left."""
        if self.players == 1 and self.board and self._pool_is_empty() and not self._moves(self.hands[0]):
            self._end_round("stuck")

    def _end_turn(self, seat: int) -> None:
        """End the round, or give the turn to the next seat."""
        following = (seat + 1) % self.players
        if self.first_out is not None and (following == self.starter or not self.edition.finish_lap):
            self._pay(self.first_out, "going_out", self.edition.going_out)
            if not self.children:
                self._pay(self.first_out, "pips", self._pips_of_others(self.first_out))
            self._end_round("out")
        elif self.players > 1 and self.stuck_passes == self.players:
            self._pay_blocked()
            self._end_round("blocked")
        else:
            self._start_turn(following)

    def _pips_of_others(self, seat: int) -> int:
        """The pips that all others hold."""
        return sum(pips(self.hands[other]) for other in range(self.players) if other != seat)

    def _pay_blocked(self) -> None:
        """Pay every player with the lowest pips (pressman: the fewest tiles, then the lowest pips)."""
        if self.children:
            return
        held = [(len(hand) if self.pressman else 0, pips(hand)) for hand in self.hands]
        for seat in range(self.players):
            if held[seat] == min(held):
                self._pay(seat, "pips", self._pips_of_others(seat))
                self._pay(seat, "own_pips", -pips(self.hands[seat]))

    def _end_round(self, how: str) -> None:
        """Close the round; end the match or wait for the next deal."""
        self.mover = None
        self.last_round = how
        self.round_number += 1
        if self.rounds is not None:
            self.over = self.round_number >= self.rounds
        else:
            self.over = max(self.scores) >= self.limit
        if not self.over:
            self.awaits = self._first_deal()
        elif self.players == 1:
            self.reason = how
            self.winners = (0,) if how == "out" else ()
        else:
            self.reason = "limit" if self.rounds is None else "rounds"
            self.winners = tuple(s for s in range(self.players) if self.scores[s] == max(self.scores))
