"""A slow, naive RioMino, to be compared with the compiled engine.

Written from the rule page and the Dutch rule sheet alone, without a look at the engine: a dict of placed
dice, and every cell, face and turn tried. Rule numbers below are those of the list "Play" of the rule page.
"""

Cell = tuple[int, int]  # (column, row), both from 1; (1, 1) is "a1", bottom left
Die = tuple[int, int, int, int]  # the values at north, east, south and west, as the die lies
Demand = tuple[int | None, int | None, int | None, int | None]  # the same, None where nothing is demanded

FACES = ["01", "02", "03", "12", "13", "23"]

DICE_EACH = {"wizard": 12, "starter": 6, "junior": 8, "expert": 9, "master": 10, "board": 12}

FIELDS = {  # as seen from above: the top line is row 5, "#" is a cell of the field
    "starter": ["..#..", ".###.", "#####", ".###.", "..#.."],
    "junior": [".###.", ".###.", "#####", ".###.", ".###."],
    "expert": [".###.", ".####", "#####", "####.", ".###."],
    "master": [".###.", "#####", "#####", "#####", ".###."],
    "board": ["#####", "#####", "#####", "#####", "#####"],
}


def cell_name(cell: Cell) -> str:
    """The name of a cell: column letter, then row number."""
    column, row = cell
    return "abcdefghi"[column - 1] + str(row)


def cell_of(name: str) -> Cell:
    """The cell with this name."""
    return "abcdefghi".index(name[0]) + 1, int(name[1])


def turns(face: str) -> list[Die]:
    """The four ways a face can lie: two neighbouring sides show one value, the other two the other."""
    a, b = int(face[0]), int(face[1])
    return [(a, a, b, b), (b, a, a, b), (b, b, a, a), (a, b, b, a)]


def die_text(die: Die) -> str:
    """The four values as digits, north first, then clockwise."""
    return "".join(str(value) for value in die)


def die_of(text: str) -> Die:
    """The die with these four digits."""
    return int(text[0]), int(text[1]), int(text[2]), int(text[3])


def face_of(die: Die) -> str:
    """The name of the face that lies on top: its two values, low first."""
    return str(min(die)) + str(max(die))


def fits(die: Die, demand: Demand) -> bool:
    """Do all touching sides show equal values? (2)."""
    north, east, south, west = demand
    return (
        (north is None or north == die[0])
        and (east is None or east == die[1])
        and (south is None or south == die[2])
        and (west is None or west == die[3])
    )


def some_turn_fits(face: str, demand: Demand) -> bool:
    """Does this face fit in at least one of its four turns?"""
    return any(fits(die, demand) for die in turns(face))


def cells_of_field(level: str) -> list[Cell]:
    """The cells of the field; for Wizard the whole sheet of 9x9 names."""
    if level == "wizard":
        return [(column, row) for row in range(1, 10) for column in range(1, 10)]
    lines = FIELDS[level]
    everywhere = [(column, row) for row in range(1, 6) for column in range(1, 6)]
    return [(column, row) for column, row in everywhere if lines[5 - row][column - 1] == "#"]


def fit_in_a_window(cells: list[Cell]) -> bool:
    """Do all these cells fit in some 5x5 window, with never a sixth die across or up? (5)."""
    columns = [column for column, _ in cells]
    rows = [row for _, row in cells]
    return max(columns) - min(columns) + 1 <= 5 and max(rows) - min(rows) + 1 <= 5


class NaiveRioMino:
    """One game of RioMino, from the throw of the dice on."""

    def __init__(self, level: str, hands: tuple[list[str], list[str]], start_die: str) -> None:
        """Take the thrown dice of both seats and the start die, which seat 0 is to place."""
        if level not in DICE_EACH:
            raise ValueError("no such level")
        if any(face not in FACES for face in [*hands[0], *hands[1], start_die]):
            raise ValueError("no such face")
        if any(len(hand) != DICE_EACH[level] for hand in hands):
            raise ValueError("wrong number of dice")
        self.level = level
        self.hands: list[list[str]] = [list(hands[0]), list(hands[1])]
        self.start_die = start_die
        self.field = cells_of_field(level)
        self.middle: Cell = (5, 5) if level == "wizard" else (3, 3)
        self.dice: dict[Cell, Die] = {}
        self.mover: int | None = 0
        self.over = False
        self.reason = ""
        self.winner: int | None = None

    @property
    def board(self) -> dict[str, str]:
        """The placed dice: name of the cell, and the values at north, east, south and west."""
        return {cell_name(cell): die_text(die) for cell, die in self.dice.items()}

    def legal(self) -> list[str]:
        """All legal moves of the player to move; dice with the same face make the same moves."""
        if self.mover is None:
            return []
        faces = self.hands[self.mover] if self.dice else [self.start_die]
        moves: list[str] = []
        for name, demand in self.places().items():
            for face in FACES:
                if face not in faces:
                    continue
                moves += [die_text(die) + " @ " + name for die in turns(face) if fits(die, demand)]
        return moves

    def play(self, text: str) -> None:
        """Make a legal move, then end the game or pass the turn on."""
        if self.mover is None or text not in self.legal():
            raise ValueError(f"not a legal move: {text}")
        placer = self.mover
        digits, name = text.split(" @ ")
        die = die_of(digits)
        if self.dice:  # the start die is not one of the hand
            self.hands[placer].remove(face_of(die))
        self.dice[cell_of(name)] = die

        self.mover = 1 - placer
        if self.hands[0] == [] and self.hands[1] == []:  # 4: all dice are placed
            self._end("last_die", placer)
        elif self.legal() == []:  # 4: the other is left without a placement
            self._end("stuck", placer)

    def places(self) -> dict[str, Demand]:
        """The empty cells where a die could be put, with the values the neighbours demand (1, 5)."""
        if not self.dice:
            return {cell_name(self.middle): (None, None, None, None)}
        found: dict[str, Demand] = {}
        for cell in self.field:
            if cell in self.dice:
                continue
            demand = self._demand(cell)
            if demand == (None, None, None, None):  # 1: side against side with at least one placed die
                continue
            if self.level == "wizard" and not fit_in_a_window([*self.dice, cell]):
                continue
            found[cell_name(cell)] = demand
        return found

    def dead(self) -> set[str]:
        """The places that no face in any turn fits (6)."""
        return self._unfit_for(FACES)

    def dead_for(self, seat: int) -> set[str]:
        """The places that none of this seat's remaining dice fits in any turn (6)."""
        return self._unfit_for(self.hands[seat])

    def _demand(self, cell: Cell) -> Demand:
        """The values of the neighbours' sides that touch this cell: each shows the side that faces it."""
        column, row = cell
        north = self.dice.get((column, row + 1))
        east = self.dice.get((column + 1, row))
        south = self.dice.get((column, row - 1))
        west = self.dice.get((column - 1, row))
        return (
            None if north is None else north[2],  # the south side of the die to the north
            None if east is None else east[3],
            None if south is None else south[0],
            None if west is None else west[1],
        )

    def _unfit_for(self, faces: list[str]) -> set[str]:
        """The places that none of these faces fits in any turn."""
        unfit = set()
        for name, demand in self.places().items():
            if not any(some_turn_fits(face, demand) for face in faces):
                unfit.add(name)
        return unfit

    def _end(self, reason: str, winner: int) -> None:
        """End the game: whoever placed last wins (4)."""
        self.mover = None
        self.over = True
        self.reason = reason
        self.winner = winner
