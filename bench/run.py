"""All benchmarks, printed as ratios."""

import json
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import dominoes, quixo
from bench.measure import Contestant, race
from bench.startup import starts

REMEDIES = {
    "C, -O3": "no C compiler was found",
    "OpenSpiel connect_four, C++": "OpenSpiel is not installed: pip install 'tesserae[bench]'",
}


def _rates(rows: list[Contestant]) -> dict[str, dict[str, float]]:
    return {row.name: {"per_second": row.best, "ratio": rows[0].best / row.best} for row in rows}


def run(seconds: float, console: Console, *, as_json: bool) -> None:
    """Measure, and print tables, or one JSON object as the last line."""
    races = {module: module.contestants() for module in (quixo, dominoes)}
    for rows in races.values():
        race(rows, seconds)
    times = starts()
    if as_json:
        found: dict[str, Any] = {module.TITLE: _rates(rows) for module, rows in races.items()}
        found["actions in a round of Triominos"] = dominoes.actions_a_round()
        found["start"] = {row.name: {"seconds": row.seconds, "aim": row.aim} for row in times}
        print(json.dumps(found))
        return
    for module, rows in races.items():
        table = Table(module.TITLE, module.UNIT, "tesserae on 1 thread is")
        for row in rows:
            table.add_row(row.name, f"{row.best:,.0f}", f"{rows[0].best / row.best:.2f} times")
        console.print(table)
    actions = dominoes.actions_a_round()
    plies = actions * races[dominoes][0].best
    console.print(f"A round of Triominos takes {actions:.1f} actions: {plies:,.0f} plies a second.")
    present = {row.name for rows in races.values() for row in rows}
    for missing, remedy in REMEDIES.items():
        if missing not in present:
            console.print(f"{missing}: {remedy}")
    table = Table("start", "seconds", "aim: below")
    for time in times:
        table.add_row(time.name, f"{time.seconds:.2f}", f"{time.aim:g}")
    console.print(table)
