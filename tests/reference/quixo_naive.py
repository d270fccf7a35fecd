"""A slow, naive Quixo, to be compared with the compiled engine.

Written from the rule page and the Dutch rule sheet alone, without a look at the
engine: lists of lists, and each rule spelled out. Rule numbers below are those of the rule page, "2p" for
the list of two players and "4p" for the list of four.
"""

from dataclasses import dataclass

Place = tuple[int, int]  # (row, column), both from 0; (0, 0) is "a1", bottom left


@dataclass(frozen=True)
class Cube:
    """One cube: the mark on top and, with four players, the seat its dot points at."""

    mark: str = ""
    dot: int | None = None


def place_name(place: Place) -> str:
    """The name of a place: column letter, then row number."""
    row, column = place
    return "abcde"[column] + str(row + 1)


def place_of(name: str) -> Place:
    """The place with this name."""
    return int(name[1]) - 1, "abcde".index(name[0])


def mark_of(seat: int) -> str:
    """Seats 0 and 2 play crosses, seats 1 and 3 circles (4p 1)."""
    return "X" if seat in (0, 2) else "O"


def step_towards(start: int, end: int) -> int:
    """-1, 0 or 1: the way to go from start to end."""
    if start == end:
        return 0
    return 1 if end > start else -1


class NaiveQuixo:
    """One game of Quixo, from the start position on."""

    def __init__(
        self, size: int = 5, players: int = 2, repetition: str = "third", ply_limit: int | None = None
    ) -> None:
        """Lay all cubes with the neutral side on top; seat 0 begins."""
        if size not in (3, 4, 5) or players not in (2, 4) or repetition not in ("third", "off"):
            raise ValueError("no such game")
        self.size = size
        self.players = players
        self.repetition = repetition
        self.ply_limit = ply_limit
        self.board: list[list[Cube]] = [[Cube() for _ in range(size)] for _ in range(size)]
        self.seat = 0
        self.over = False
        self.winners: tuple[int, ...] = ()
        self.reason = ""
        self.skipped: list[int] = []
        self.plies = 0
        self.has_moved = [False] * players
        self.history = [self._position()]  # the start position counts

    def legal(self) -> list[str]:
        """All legal moves of the player to move."""
        if self.over:
            return []
        moves = []
        for start in self._border():
            if not self._may_take(self.seat, start):
                continue
            for end in self._ends(start):
                move = place_name(start) + ">" + place_name(end)
                moves.append(move)
                if self.players == 4:  # 4p 4: the dot to oneself, or to the partner
                    moves.append(move + ":B")
        return moves

    def play(self, move: str) -> None:
        """Make a legal move, then end the game or pass the turn on."""
        if move not in self.legal():
            raise ValueError(f"not a legal move: {move}")
        mover = self.seat
        self._push(place_of(move[0:2]), place_of(move[3:5]), self._cube_put_back(mover, move))
        self.has_moved[mover] = True
        self.plies += 1
        self.skipped = []

        own = mark_of(mover)
        other = "O" if own == "X" else "X"
        if self._has_line(other):  # 2p 5: loses at once, even with a line of his own
            self._end("other_line", other)
        elif self._has_line(own):
            self._end("line", own)
        elif self.ply_limit is not None and self.plies >= self.ply_limit:
            self._end("ply_limit", None)
        else:
            self._pass_turn_on()
            self.history.append(self._position())
            if self.repetition == "third" and self.history.count(self.history[-1]) >= 3:  # 2p 7
                self._end("repetition", None)

    def rows(self) -> list[str]:
        """The board as text, top row first."""
        return ["".join(cube.mark or "." for cube in row) for row in reversed(self.board)]

    def dots(self) -> dict[str, int]:
        """The seat each dot points at, by the name of the cube's place."""
        found = {}
        for row in range(self.size):
            for column in range(self.size):
                dot = self.board[row][column].dot
                if dot is not None:
                    found[place_name((row, column))] = dot
        return found

    def _border(self) -> list[Place]:
        """The places on the edge of the board (2p 2)."""
        edge = (0, self.size - 1)
        everywhere = [(row, column) for row in range(self.size) for column in range(self.size)]
        return [(row, column) for row, column in everywhere if row in edge or column in edge]

    def _may_take(self, seat: int, place: Place) -> bool:
        """May this player take the cube at this border place? (2p 2, 4p 2, 4p 3)."""
        cube = self.board[place[0]][place[1]]
        if cube.mark == "":
            return True
        if cube.mark != mark_of(seat):
            return False
        if self.players == 2:
            return True
        return self.has_moved[seat] and cube.dot == seat

    def _ends(self, start: Place) -> list[Place]:
        """The ends of the row and column that a taken cube leaves incomplete, save its own place (2p 4)."""
        row, column = start
        last = self.size - 1
        ends: list[Place] = []
        for end in [(row, 0), (row, last), (0, column), (last, column)]:
            if end != start and end not in ends:
                ends.append(end)
        return ends

    def _cube_put_back(self, mover: int, move: str) -> Cube:
        """The taken cube as it goes back: the mover's mark, the dot to him or his partner (2p 3, 4p 4)."""
        if self.players == 2:
            return Cube(mark_of(mover))
        partner = (mover + 2) % 4
        return Cube(mark_of(mover), partner if move.endswith(":B") else mover)

    def _push(self, start: Place, end: Place, cube: Cube) -> None:
        """Slide the cubes between the gap and the end one step towards the gap, then put the cube in."""
        row, column = start
        row_step, column_step = step_towards(row, end[0]), step_towards(column, end[1])
        while (row, column) != end:
            self.board[row][column] = self.board[row + row_step][column + column_step]
            row, column = row + row_step, column + column_step
        self.board[row][column] = cube

    def _has_line(self, mark: str) -> bool:
        """Is a row, column or main diagonal all of this mark, whichever way the dots point? (2p 5, 4p 6)."""
        along = range(self.size)
        lines = [[self.board[row][column] for column in along] for row in along]
        lines += [[self.board[row][column] for row in along] for column in along]
        lines.append([self.board[i][i] for i in along])
        lines.append([self.board[i][self.size - 1 - i] for i in along])
        return any(all(cube.mark == mark for cube in line) for line in lines)

    def _end(self, reason: str, winning_mark: str | None) -> None:
        """End the game: all seats with the winning mark win, or nobody."""
        self.over = True
        self.reason = reason
        self.winners = tuple(seat for seat in range(self.players) if mark_of(seat) == winning_mark)

    def _pass_turn_on(self) -> None:
        """Give the turn to the next player clockwise who can take something (4p 1, 4p 5)."""
        for _ in range(self.players):
            self.seat = (self.seat + 1) % self.players
            if any(self._may_take(self.seat, place) for place in self._border()):
                return
            self.skipped.append(self.seat)
        raise AssertionError("each border cube can be taken by somebody")

    def _position(self) -> str:
        """The whole board with the dots, and the player to move: what repetition compares."""
        return f"{self.rows()} {self.dots()} {self.seat}"

    def _copy(self) -> "NaiveQuixo":
        """Another game in the same state."""
        twin = NaiveQuixo(self.size, self.players, self.repetition, self.ply_limit)
        twin.board = [list(row) for row in self.board]
        twin.seat, twin.over, twin.winners, twin.reason = self.seat, self.over, self.winners, self.reason
        twin.skipped, twin.plies = list(self.skipped), self.plies
        twin.has_moved, twin.history = list(self.has_moved), list(self.history)
        return twin


def perft(size: int, depth: int, players: int = 2) -> int:
    """How many games have this many moves; a game that has ended goes no further."""
    return _count(NaiveQuixo(size, players, repetition="off"), depth)


def _count(game: NaiveQuixo, depth: int) -> int:
    """How many ways there are to make this many more moves."""
    if depth == 0:
        return 1
    total = 0
    for move in game.legal():
        after = game._copy()
        after.play(move)
        total += _count(after, depth - 1)
    return total
