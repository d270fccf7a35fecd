"""Games as Apache Parquet: one row for each ply, described in docs/datasets.md.

A file is written under another name, a group of rows at a time, and takes its own name only when it is whole.
"""

import ast
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import tesserae
from tesserae.crew import Crew
from tesserae.games import make_game
from tesserae.games.game import Game
from tesserae.kernel.recording import mask_each
from tesserae.kernel.rules import States
from tesserae.research.rows import Rows
from tesserae.research.simulate import RANDOM, Plan, Simulation, simulate
from tesserae.words import Refused

if TYPE_CHECKING:
    import pyarrow as pa

FORMAT = 1
"""Raised when the columns change their meaning."""
KEY = b"tesserae"
"""Under this key the metadata of a file say what is in it, as JSON."""
GROUP_BYTES = 1 << 25
"""So large, about, are the states of a group of rows ..."""
FEWEST_ROWS, MOST_ROWS = 1 << 10, 1 << 17
"""... which has no less and no more rows than these."""


def write_games(
    plan: Plan, file: Path, crew: Crew | None = None, report: Callable[[int, int], None] | None = None
) -> Simulation:
    """Play games and write all their plies to a file; the same plan gives the same file, whoever plays."""
    with _writer(plan, file) as take:
        return simulate(plan, crew, report=report, take=take)


@contextmanager
def _writer(plan: Plan, file: Path) -> Iterator[Callable[[Rows], None]]:
    """Open a file that takes rows; what is not finished leaves nothing behind."""
    if find_spec("pyarrow") is None:
        raise Refused("dataset.no_pyarrow")
    if file.exists():
        raise Refused("dataset.exists", file=file)
    from pyarrow import parquet

    kind, rows = schema(plan), _rows_in_group(plan.game)
    draft = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        with draft.open("wb") as content:
            with parquet.ParquetWriter(content, kind, compression="zstd", use_dictionary=["player"]) as writer:
                table = kind.empty_table()

                def take(new: Rows) -> None:
                    nonlocal table
                    table = _joined(table, as_table(new, kind))
                    while len(table) >= rows:
                        writer.write_table(table[:rows], rows)
                        table = table[rows:]

                yield take
                if len(table):
                    writer.write_table(table, rows)
            content.flush()
            os.fsync(content.fileno())
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def _joined(table: "pa.Table", more: "pa.Table") -> "pa.Table":
    import pyarrow as pa

    return pa.concat_tables([table, more])


def _rows_in_group(game: Game) -> int:
    return min(max(GROUP_BYTES // game.start().itemsize, FEWEST_ROWS), MOST_ROWS)


def schema(plan: Plan) -> "pa.Schema":
    """Describe the columns, and what is in the file."""
    import pyarrow as pa

    start, seats = plan.game.start(), plan.game.players
    columns = {
        "game": pa.int64(),
        "ply": pa.int32(),
        "seat": pa.int8(),
        "player": pa.dictionary(pa.int8(), pa.string()),
        "state": pa.binary(start.itemsize),
        "deal": pa.list_(pa.int32()),
        "action": pa.int32(),
        "outcome": pa.int8(),
        "outcomes": pa.list_(pa.int8(), seats),
        "points": pa.list_(pa.int32(), seats),
        "value": pa.float32(),
    }
    return pa.schema(list(columns.items()), {KEY: json.dumps(facts_of(plan)).encode()})


def facts_of(plan: Plan) -> dict[str, Any]:
    """Say what is in a file, and how to make it again."""
    return {
        "format": FORMAT,
        "tesserae": tesserae.__version__,
        "game": plan.game.name,
        "rules": plan.game.version,
        "options": plan.game.options_dict(),
        "games": plan.games,
        "seed": plan.seed,
        "players": list(plan.players),
        "ms": None if plan.is_random else plan.budget.ms,
        "iterations": None if plan.is_random else plan.budget.iterations,
        "opening": plan.opening_moves,
        "move_limit": plan.move_limit,
        "record": record_text(plan.game),
    }


def record_text(game: Game) -> str:
    """Write the layout of a game's record as `record_type` reads it."""
    return repr(np.lib.format.dtype_to_descr(np.dtype(game.start().dtype.descr)))


def as_table(rows: Rows, kind: "pa.Schema") -> "pa.Table":
    """Bring rows into the columns of a file."""
    import pyarrow as pa

    facts = json.loads(kind.metadata[KEY])
    count, ends = len(rows.game), rows.ends
    seats, unknown = ends.outcomes.shape[1], ~ends.finished
    names = list(dict.fromkeys([*facts["players"], RANDOM]))
    places = np.array([*map(names.index, facts["players"]), names.index(RANDOM)], np.int8)
    own = ends.outcomes[np.arange(count), rows.seat].astype(np.int8)
    starts = np.concatenate([[0], np.cumsum(rows.dealt)]).astype(np.int32)
    everybody = pa.array(ends.outcomes.ravel().astype(np.int8), mask=np.repeat(unknown, seats))
    columns = {
        "game": pa.array(rows.game),
        "ply": pa.array(rows.ply.astype(np.int32)),
        "seat": pa.array(rows.seat.astype(np.int8)),
        "player": pa.DictionaryArray.from_arrays(pa.array(places[rows.player]), pa.array(names)),
        "state": pa.Array.from_buffers(
            kind.field("state").type, count, [None, pa.py_buffer(rows.states.tobytes())]
        ),
        "deal": pa.ListArray.from_arrays(pa.array(starts), pa.array(rows.numbers.astype(np.int32))),
        "action": pa.array(rows.action.astype(np.int32)),
        "outcome": pa.array(own, mask=unknown),
        "outcomes": pa.FixedSizeListArray.from_arrays(everybody, seats),
        "points": pa.FixedSizeListArray.from_arrays(pa.array(ends.points.ravel().astype(np.int32)), seats),
        "value": pa.array(rows.value, mask=np.isnan(rows.value)),
    }
    return pa.table(columns, kind)


# --- reading -----------------------------------------------------------------------------------------------


class Dataset:
    """A file of games."""

    def __init__(self, file: Path | str) -> None:
        """Open it, and see that its records and rules are those of this version."""
        if find_spec("pyarrow") is None:
            raise Refused("dataset.no_pyarrow")
        import pyarrow as pa
        from pyarrow import parquet

        try:
            self.parquet = parquet.ParquetFile(file)
            self.facts: dict[str, Any] = json.loads(self.parquet.schema_arrow.metadata[KEY])
        except (pa.ArrowInvalid, KeyError, TypeError):
            raise Refused("dataset.not_ours", file=file) from None
        self.game = make_game(self.facts["game"], self.facts["options"])
        written = (self.facts["format"], self.facts["rules"], self.facts["record"])
        if written != (FORMAT, self.game.version, record_text(self.game)):
            theirs, ours = self.facts["tesserae"], tesserae.__version__
            raise Refused("dataset.other_version", file=file, theirs=theirs, ours=ours)

    def __len__(self) -> int:
        """Count the plies."""
        count: int = self.parquet.metadata.num_rows
        return count

    def batches(self) -> "Iterator[pa.RecordBatch]":
        """Read the rows, group by group."""
        for group in range(self.parquet.num_row_groups):
            yield from self.parquet.read_row_group(group).to_batches()

    def states(self, batch: "pa.RecordBatch") -> States:
        """Give the true state before each move."""
        column, dtype = batch["state"], self.game.start().dtype
        found: States = np.frombuffer(column.buffers()[1], dtype, len(column), column.offset * dtype.itemsize)
        return found

    def masked_states(self, batch: "pa.RecordBatch") -> States:
        """Give the state before each move as the seat that moves may know it."""
        return mask_each(self.states(batch), batch["seat"].to_numpy())


def record_type(text: str) -> np.dtype[Any]:
    """Read the layout of a record, as it is in the metadata under `record`."""
    return np.lib.format.descr_to_dtype(ast.literal_eval(text))
