"""All benchmarks, printed as ratios."""

import json

from rich.console import Console
from rich.table import Table

from bench import quixo
from bench.measure import race
from bench.startup import starts

REMEDIES = {
    "C, -O3": "no C compiler was found",
    "OpenSpiel connect_four, C++": "OpenSpiel is not installed: pip install 'tesserae[bench]'",
}


def run(seconds: float, console: Console, *, as_json: bool) -> None:
    """Measure, and print tables, or one JSON object as the last line."""
    rows = quixo.contestants()
    race(rows, seconds)
    own = rows[0].best
    times = starts()
    if as_json:
        playouts = {row.name: {"plies_per_second": row.best, "ratio": own / row.best} for row in rows}
        start = {row.name: {"seconds": row.seconds, "aim": row.aim} for row in times}
        print(json.dumps({"random playouts, 5x5 Quixo": playouts, "start": start}))
        return
    table = Table("random playouts, 5x5 Quixo", "plies a second", "tesserae on 1 thread is")
    for row in rows:
        table.add_row(row.name, f"{row.best:,.0f}", f"{own / row.best:.2f} times")
    console.print(table)
    present = {row.name for row in rows}
    for missing, remedy in REMEDIES.items():
        if missing not in present:
            console.print(f"{missing}: {remedy}")
    table = Table("start", "seconds", "aim: below")
    for time in times:
        table.add_row(time.name, f"{time.seconds:.2f}", f"{time.aim:g}")
    console.print(table)
