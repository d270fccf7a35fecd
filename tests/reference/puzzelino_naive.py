"""Slow, naive Puzzelino (race, points, figure, tray), to be compared with the compiled engine.

Written from the rule page and the rule sheet alone, without a look at the engine: a dictionary of laid pieces,
every piece tried in every arrangement in every place, and each rule spelled out.
"""

from itertools import combinations_with_replacement, permutations

Cell = tuple[int, int]  # (row, column); points up when the sum is even
Sides = tuple[int, int, int]  # the shapes on the flat side, then clockwise; 0 is smooth
Demand = tuple[int | None, int | None, int | None]  # in the same order; None: nothing there yet
Laid = tuple[str, Sides]  # the colour, "+" or "-", and the shapes
Contact = tuple[int, int, str]  # number of the side, shape over there, colour over there ("" for the rim)
Move = tuple[Laid, Cell]

START: Cell = (0, 0)
MOST_DRAWS = 3
HAND_SIZES = {"race": 6, "points": 3}
PAIRS = [f"{a}{b}" for a, b in combinations_with_replacement(range(1, 6), 2)]
ALL_PIECES = [colour + shapes for colour in "+-" for shapes in [*PAIRS, "135"]]


def points_up(cell: Cell) -> bool:
    """Does the triangle of this cell stand on its base?"""
    return (cell[0] + cell[1]) % 2 == 0


def neighbours(cell: Cell) -> list[Cell]:
    """The three cells across the sides: the flat side first, then clockwise."""
    row, column = cell
    if points_up(cell):
        return [(row - 1, column), (row, column - 1), (row, column + 1)]
    return [(row + 1, column), (row, column + 1), (row, column - 1)]


def arrangements(piece: str) -> list[Sides]:
    """All ways to turn a piece or turn it over, from the digits in rising order on."""
    shapes = [int(digit) for digit in piece[1:].rjust(3, "0")]
    return sorted(set(permutations(shapes, 3)))


ARRANGEMENTS = {piece: arrangements(piece) for piece in ALL_PIECES}


def gives_one_more(piece: str) -> bool:
    """Is it a double or a piece with three shapes?"""
    return len(piece) == 4 or piece[1] == piece[2]


def laid_name(laid: Laid) -> str:
    """A laid piece as text, such as +102."""
    colour, sides = laid
    return colour + "".join(str(shape) for shape in sides)


def laid_of(text: str) -> Laid:
    """The laid piece with this text."""
    flat, second, third = [int(digit) for digit in text[1:]]
    return text[0], (flat, second, third)


def piece_of(laid: Laid) -> str:
    """The name of the piece that lies there."""
    colour, sides = laid
    return colour + "".join(str(shape) for shape in sorted(sides) if shape != 0)


def move_name(move: Move) -> str:
    """A move as text, such as +102 @ r1c0."""
    laid, (row, column) = move
    return f"{laid_name(laid)} @ r{row}c{column}"


def move_of(text: str) -> Move:
    """The move with this text."""
    name, place = text.split(" @ r")
    row, column = place.split("c")
    return laid_of(name), (int(row), int(column))


class NaivePuzzelino:
    """One game of Puzzelino; the order of the pieces comes from outside."""

    def __init__(
        self,
        mode: str,
        players: int,
        *,
        order: list[str] | None = None,
        starter: int = 0,
        stop: str = "free",
        tray: set[Cell] | None = None,
        given: dict[Cell, str] | None = None,
    ) -> None:
        """Set up a game that is ready for its first move."""
        if mode not in ("race", "points", "figure", "tray") or stop not in ("free", "never"):
            raise ValueError("no such game")
        if players not in (range(2, 5) if mode in HAND_SIZES else range(1, 2)) or starter not in range(players):
            raise ValueError("no such players")
        self.mode = mode
        self.players = players
        self.stop = stop
        self.tray: set[Cell] = set()

        self.laid: dict[Cell, Laid] = {}
        self.hands: list[set[str]] = [set() for _ in range(players)]
        self.bag: list[str] = []
        self.scores = [0] * players
        self.mover: int | None = starter
        self.over = False
        self.reason = ""
        self.winners: tuple[int, ...] = ()

        self.laid_now = 0  # pieces laid in this turn
        self.drawn_now = 0  # pieces drawn in this turn
        self.idle_turns = 0  # in a row

        if mode in HAND_SIZES:
            self._deal(order)
        else:
            self.hands[0] = set(ALL_PIECES)
        if mode == "tray":
            self._fill_tray(tray, {} if given is None else given)

    # ---- set up ----

    def _deal(self, order: list[str] | None) -> None:
        """Deal the hands in blocks; the next piece opens the table, the rest is the bag."""
        if order is None or sorted(order) != sorted(ALL_PIECES):
            raise ValueError("no such deal")
        size = HAND_SIZES[self.mode]
        self.hands = [set(order[seat * size : (seat + 1) * size]) for seat in range(self.players)]
        opening, *self.bag = order[self.players * size :]
        self.laid[START] = (opening[0], arrangements(opening)[0])

    def _fill_tray(self, tray: set[Cell] | None, given: dict[Cell, str]) -> None:
        """Put the given pieces into the tray."""
        if tray is None or len(tray) != len(ALL_PIECES):
            raise ValueError("no such tray")
        self.tray = set(tray)
        for cell, text in given.items():
            laid = laid_of(text)
            piece = piece_of(laid)
            if cell not in self.tray or piece not in self.hands[0]:
                raise ValueError(f"no such given piece: {text}")
            if not self._fits(laid, cell, self._contacts(cell)):
                raise ValueError(f"a given piece does not fit: {text}")
            self.hands[0].remove(piece)
            self.laid[cell] = laid
        if not self.hands[0]:
            self._end("complete")

    # ---- what is on the table ----

    @property
    def board(self) -> dict[Cell, str]:
        """The laid pieces as text."""
        return {cell: laid_name(laid) for cell, laid in self.laid.items()}

    def places(self) -> dict[Cell, Demand]:
        """The cells where a piece might be laid, with the shapes demanded there."""
        places = {}
        for cell in self._empty_cells():
            demand: list[int | None] = [None, None, None]
            for side, shape, _ in self._contacts(cell):
                demand[side] = shape
            places[cell] = (demand[0], demand[1], demand[2])
        return places

    def dead(self) -> set[Cell]:
        """The places that can never be filled any more, as no piece not yet on the board meets the demands there.

        No joint is asked for: a place that touches smooth sides alone may get a shaped neighbour later.
        """
        pieces = set(self.bag).union(*self.hands)
        turned = [(piece[0], sides) for piece in sorted(pieces) for sides in ARRANGEMENTS[piece]]
        dead = set()
        for cell in self._empty_cells():
            contacts = self._contacts(cell)
            if not any(self._meets_demands(laid, cell, contacts) for laid in turned):
                dead.add(cell)
        return dead

    def _empty_cells(self) -> set[Cell]:
        """The empty cells beside a laid piece; in a tray all empty cells."""
        if self.mode == "tray":
            return self.tray - set(self.laid)
        if not self.laid:
            return {START}
        return {beside for cell in self.laid for beside in neighbours(cell) if beside not in self.laid}

    def _contacts(self, cell: Cell) -> list[Contact]:
        """What a piece in this cell would touch: sides of laid pieces, and the rim of the tray."""
        contacts = []
        for side, beside in enumerate(neighbours(cell)):
            if beside in self.laid:
                colour, sides = self.laid[beside]
                contacts.append((side, sides[neighbours(beside).index(cell)], colour))
            elif self.mode == "tray" and beside not in self.tray:
                contacts.append((side, 0, ""))
        return contacts

    def _fits(self, laid: Laid, cell: Cell, contacts: list[Contact]) -> bool:
        """May this piece lie like this in this cell, with these contacts?"""
        if not self._meets_demands(laid, cell, contacts):
            return False
        joints = sum(1 for _, shape, _ in contacts if shape != 0)
        return joints > 0 or self.mode == "tray" or not self.laid

    def _meets_demands(self, laid: Laid, cell: Cell, contacts: list[Contact]) -> bool:
        """Does this piece have the colour and the sides that these contacts demand, joints aside?"""
        colour, sides = laid
        for side, shape, other_colour in contacts:
            if colour == other_colour or sides[side] != shape:
                return False
        return self.mode != "tray" or colour == ("+" if points_up(cell) else "-")

    def _moves(self, pieces: set[str]) -> list[Move]:
        """All ways to lay one of these pieces."""
        turned = [(piece[0], sides) for piece in sorted(pieces) for sides in ARRANGEMENTS[piece]]
        moves = []
        for cell in sorted(self._empty_cells()):
            contacts = self._contacts(cell)
            moves += [(laid, cell) for laid in turned if self._fits(laid, cell, contacts)]
        return moves

    # ---- what may be done ----

    def legal(self) -> list[str]:
        """All legal actions of the player to move."""
        if self.mover is None:
            return []
        actions = [move_name(move) for move in self._moves(self.hands[self.mover])]
        able = bool(actions)
        if self._may_draw(able):
            actions.append("draw")
        if self._may_pass(able):
            actions.append("pass")
        return actions

    def _may_draw(self, able: bool) -> bool:
        """May the mover draw, when he is able to lay something or not?"""
        if self.mode != "race" or able or self.laid_now > 0:
            return False
        return bool(self.bag) and self.drawn_now < MOST_DRAWS

    def _may_pass(self, able: bool) -> bool:
        """May the mover pass, when he is able to lay something or not?"""
        if self.mode == "tray":
            return True
        if self.mode == "figure":
            return bool(self.laid)
        if self.mode == "points":
            return not able or (self.laid_now > 0 and self.stop == "free")
        return not able and (self.laid_now > 0 or self.drawn_now > 0 or not self.bag)

    # ---- actions ----

    def play(self, text: str) -> None:
        """Take one legal action."""
        if self.mover is None or text not in self.legal():
            raise ValueError(f"not a legal action: {text}")
        seat = self.mover
        if text == "draw":
            self.hands[seat].add(self.bag.pop(0))
            self.scores[seat] -= 1
            self.drawn_now += 1
        elif text == "pass":
            self._pass(seat)
        else:
            self._lay(seat, text)

    def _pass(self, seat: int) -> None:
        """End the turn, or alone the game."""
        if self.players == 1:
            self._end("stopped")
        else:
            self._end_turn(seat)

    def _lay(self, seat: int, text: str) -> None:
        """Put a piece on the table and see how it goes on."""
        laid, cell = move_of(text)
        piece = piece_of(laid)
        self.hands[seat].remove(piece)
        self.laid[cell] = laid
        self.scores[seat] += 1
        self.laid_now += 1

        if len(self.laid) == len(ALL_PIECES) and self.mode != "race":
            self._end("complete")
        elif self.mode == "race" and not self.hands[seat]:
            self._end("out")
        elif self._turn_is_over(seat, piece):
            self._end_turn(seat)

    def _turn_is_over(self, seat: int, piece: str) -> bool:
        """Does the turn end with the laying of this piece?"""
        if self.mode == "race":
            return not gives_one_more(piece)
        return self.mode == "points" and not self.hands[seat]

    # ---- ends of turns and of the game ----

    def _end_turn(self, seat: int) -> None:
        """Refill the hand, note an idle turn, and give the turn to the next seat."""
        if self.mode == "points":
            while self.bag and len(self.hands[seat]) < HAND_SIZES["points"]:
                self.hands[seat].add(self.bag.pop(0))
        idle = self.laid_now == 0 and self.drawn_now == 0
        self.idle_turns = self.idle_turns + 1 if idle else 0
        self.laid_now = 0
        self.drawn_now = 0

        following = (seat + 1) % self.players
        if self.idle_turns == self.players:
            self._end("blocked")
        elif not self.hands[following]:
            self._end_turn(following)  # passed over: the bag is empty too, so he laid and drew nothing
        else:
            self.mover = following

    def _end(self, reason: str) -> None:
        """Close the game and name the winners."""
        self.mover = None
        self.over = True
        self.reason = reason
        if self.players == 1:
            self.winners = (0,) if reason == "complete" else ()
        elif self.mode == "race":
            fewest = min(len(hand) for hand in self.hands)
            self.winners = tuple(seat for seat in range(self.players) if len(self.hands[seat]) == fewest)
        else:
            most = max(self.scores)
            self.winners = tuple(seat for seat in range(self.players) if self.scores[seat] == most)
