"""All benchmarks, printed as ratios."""

import json
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import quixo
from bench.measure import race


def run(seconds: float, console: Console, *, as_json: bool) -> None:
    """Measure, and print one table, or one JSON object as the last line."""
    rows = quixo.contestants()
    names = {row.name for row in rows}
    race(rows, seconds)
    own = rows[0].best
    ratios: dict[str, Any] = {row.name: {"plies_per_second": row.best, "ratio": own / row.best} for row in rows}
    if as_json:
        print(json.dumps({"random playouts, 5x5 Quixo": ratios}))
        return
    table = Table("random playouts, 5x5 Quixo", "plies a second", "tesserae on 1 thread is")
    for row in rows:
        table.add_row(row.name, f"{row.best:,.0f}", f"{own / row.best:.2f} times")
    console.print(table)
    for missing, remedy in {
        "C, -O3": "no C compiler was found",
        "OpenSpiel connect_four, C++": "OpenSpiel is not installed: pip install 'tesserae[bench]'",
    }.items():
        if missing not in names:
            console.print(f"{missing}: {remedy}")
