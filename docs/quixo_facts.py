"""Prints the facts of docs/quixo-solved.md from the tables: `python docs/quixo_facts.py [DIR]`."""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tesserae.games import make_game
from tesserae.games.quixo.notation import action_texts
from tesserae.kernel import single
from tesserae.kernel.rules import States
from tesserae.solve.quixo.geometry import geometry
from tesserae.solve.quixo.index import new_sets, spread
from tesserae.solve.quixo.perfect import Judged, judge
from tesserae.solve.quixo.position import read_position, write_position
from tesserae.solve.quixo.store import PLIES, STATES, Store, data_root
from tesserae.solve.quixo.tables import Tables, open_tables

SIZE = 5
EXAMPLES = ("XX..O/", "XX.X./...../...../...../.O.OO", "OOOO./...../...X./...../..XXX")
"""Positions that the paper names."""


def by_neutral_cubes(store: Store) -> Iterator[str]:
    """Count all boards by the number of neutral cubes."""
    yield "| neutral | won | lost | drawn | sweeps | longest known way to conversion |"
    yield "|--:|--:|--:|--:|--:|--:|"
    for blanks, entry in sorted(store.entries.items()):
        won, lost, drawn = (sum(row[column] for row in entry.counts) for column in range(3))
        yield f"| {blanks} | {won:,} | {lost:,} | {drawn:,} | {entry.sweeps} | {entry.longest or ''} |"


def by_marks(store: Store) -> Iterator[str]:
    """Count all boards by the cubes of the mover and of his opponent."""
    yield "mover,opponent,won,lost,drawn"
    for blanks, entry in sorted(store.entries.items(), reverse=True):
        for mover, row in enumerate(entry.counts):
            yield f"{mover},{SIZE * SIZE - blanks - mover},{','.join(map(str, row))}"


def openings(tables: Tables) -> Iterator[str]:
    """Value the first moves, and all replies to each, one of each kind up to symmetry."""
    start = make_game("quixo", {}).start()
    for first in known(tables, start).moves:
        after = start.copy()
        single.apply(after, first.action)
        text = write_position(after)
        if text != min(images(text)):
            continue
        replies = Counter(move.value.name.lower() for move in known(tables, after).moves)
        yield f"{action_texts(SIZE)[first.action]}: {first.value.name.lower()}; replies: {dict(replies)}"


def images(text: str) -> list[str]:
    """Turn and flip a board in all eight ways."""
    rows, found = text.split("/"), []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        found += ["/".join(rows), "/".join(row[::-1] for row in rows)]
    return found


def third_moves(tables: Tables) -> Iterator[str]:
    """Say what the third move of the game may be worth, over all positions after two."""
    start, values = make_game("quixo", {}).start(), Counter[str]()
    for first in known(tables, start).moves:
        after = start.copy()
        single.apply(after, first.action)
        for second in known(tables, after).moves:
            position = after.copy()
            single.apply(position, second.action)
            for third in known(tables, position).moves:
                kind = "neutral" if third.takes_neutral else "own"
                values[f"{kind} cube: {third.value.name.lower()}"] += 1
    yield from (f"{name} {count}" for name, count in sorted(values.items()))


def longest(store: Store, tables: Tables) -> Iterator[str]:
    """Show a position of each layer that is furthest from conversion."""
    for blanks, entry in sorted(store.entries.items()):
        if STATES not in entry.files:
            continue
        states = store.load(blanks, STATES).view(np.int64)
        plies = store.load(blanks, PLIES).view(np.uint16)[: len(states)]
        position = read_position(board_of(blanks, int(states[int(plies.argmax())])))
        value = known(tables, position).value.name.lower()
        yield f"{blanks} neutral, {int(plies.max())} plies, {value}: {write_position(position)}"


def board_of(blanks: int, state: int) -> str:
    """Write the board with this number in its layer."""
    board, sets, marked = geometry(SIZE), new_sets(SIZE, blanks), SIZE * SIZE - blanks
    gaps = int(sets.blanks[state >> marked])
    mover = int(spread(state & ((1 << marked) - 1), gaps))
    letters = [""] * (SIZE * SIZE)
    for cell, number in enumerate(board.from_board.tolist()):
        letters[cell] = "." if gaps >> number & 1 else "X" if mover >> number & 1 else "O"
    return "/".join("".join(letters[row * SIZE : (row + 1) * SIZE]) for row in reversed(range(SIZE)))


def known(tables: Tables, states: States) -> Judged:
    """Value all moves of a position; the whole table has to be there."""
    judged = judge(tables, states)
    if judged is None:
        sys.exit("the whole table is needed: tesserae solve quixo")
    return judged


def main() -> None:
    """Print everything, and write the counts by marks beside this file."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else data_root()
    store, tables = Store(root, SIZE), open_tables(root)
    for part in (by_neutral_cubes(store), openings(tables), third_moves(tables), longest(store, tables)):
        print(*part, "", sep="\n")
    for text in EXAMPLES:
        print(text, known(tables, read_position(text)).value.name.lower())
    rows = "\n".join(by_marks(store))
    Path(__file__).with_name("quixo-by-marks.csv").write_text(f"{rows}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
