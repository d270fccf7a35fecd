"""The page for whoever runs a server says what is true, and its backups can be restored."""

import argparse
import asyncio
import json
import logging
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from command import run
from server.audit import check_tables
from server.client import Server
from server.load import KINDS, Load
from tesserae.cli import build_parser
from tesserae.cli_serve import DEFAULT_PORT
from tesserae.server import caretaker, house, limits, metrics, protocol, sockets
from tesserae.server.logs import JsonLines

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
UNIT = (ROOT / "deploy" / "tesserae.service").read_text(encoding="utf-8")
CONTAINER = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")


def section(title: str) -> str:
    """What stands below a heading of the page."""
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def commands(title: str) -> list[str]:
    """The lines of all shell examples below a heading."""
    blocks = re.findall(r"```sh\n(.*?)```", section(title), re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def serve_arguments(line: str) -> argparse.Namespace:
    """Read a command line as the program would."""
    words = shlex.split(line, comments=True)
    return build_parser().parse_args(words[words.index("serve") :])


# --- options, metrics, limits, files -------------------------------------------------------------------------


def test_every_option_of_serve_has_its_row() -> None:
    options = set(re.findall(r"--[a-z-]+", run("serve", "--help").stdout)) - {"--help"}
    assert {"--host", "--port", "--data", "--database", "--redis"} <= options
    assert set(re.findall(r"^\| `(--[a-z-]+)` \|", section("Options"), re.MULTILINE)) == options


def test_the_defaults_of_options_are_the_real_ones() -> None:
    default = serve_arguments("serve")
    rows = dict(re.findall(r"^\| `--([a-z-]+)` \|.*\| (.*) \|$", section("Options"), re.MULTILINE))
    assert rows["port"] == str(DEFAULT_PORT) == str(default.port)
    assert rows["host"].startswith(f"`{default.host}`")
    assert rows["trusted-proxies"] == f"`{default.trusted_proxies}`"
    assert rows["log"] == f"`{default.log}`"


def test_every_metric_has_its_row_and_no_other() -> None:
    families = list(metrics.REGISTRY.collect())
    names = {family.name + ("_total" if family.type == "counter" else "") for family in families}
    assert "tesserae_commands_total" in names
    assert set(re.findall(r"^\| `(tesserae_\w+)` \|", section("Watch"), re.MULTILINE)) == names
    assert {name for name in re.findall(r"\btesserae_\w+", PAGE) if not name.endswith("_")} <= names


def test_limits_are_those_of_the_server() -> None:
    rows = section("Limits")
    for allowance in (limits.FRAMES, limits.REQUESTS, limits.NEW_TABLES):
        assert f"{allowance.burst:g} at once, {allowance.rate:g} a second" in rows
    assert f"| {limits.MOST_SOCKETS}; the next" in rows
    assert f"{protocol.MOST_FRAME_BYTES // 1024} KiB (1009), {protocol.MOST_BODY_BYTES // 1024} KiB (413)" in rows
    assert f"within {sockets.HELLO_SECONDS} seconds" in rows
    assert f"| {sockets.MOST_WAITING}, or one for {sockets.SEND_SECONDS} seconds" in rows
    assert f"the latest {house.MOST_IN_LOBBY} of the last {house.LOBBY_AGE // 3_600_000} hours" in rows
    assert f"| {caretaker.THREADS} threads |" in rows
    assert house.IDLE_AFTER == 5 * 60_000, "the page says five minutes"


def test_leases_are_as_long_as_the_page_says() -> None:
    said = f"every {house.ALIVE_SECONDS} seconds, in the database, that it is alive for another"
    assert f"{said} {house.ALIVE_FOR // 1000}." in section("Scale")


def test_lines_of_the_log_have_the_fields_of_the_example() -> None:
    [example] = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    record = logging.makeLogRecord({"name": "tesserae.server.house", "msg": "a table", "table": "t"})
    try:
        raise ValueError
    except ValueError as problem:
        record.exc_info = (type(problem), problem, None)
    assert set(json.loads(JsonLines().format(record))) == set(json.loads(example))


def test_every_command_line_with_serve_is_understood() -> None:
    [start] = re.findall(r"^ExecStart=(.*)$", UNIT, re.MULTILINE)
    assert serve_arguments(start).data == Path("/var/lib/tesserae")
    [entry] = re.findall(r"^ENTRYPOINT (\[.*\])$", CONTAINER, re.MULTILINE)
    assert serve_arguments(" ".join(json.loads(entry))).host == "0.0.0.0"
    several = [serve_arguments(line) for line in commands("Scale")]
    assert len(several) == 2
    assert all(given.database.startswith("postgresql://") and given.redis for given in several)


def test_the_unit_and_the_page_name_the_same_places() -> None:
    assert "StateDirectory=tesserae" in UNIT
    assert "TESSERAE_CACHE_DIR=/var/cache/tesserae" in UNIT
    assert "/opt/tesserae/bin/tesserae" in UNIT
    for place in ("/var/lib/tesserae", "/var/cache/tesserae", "/opt/tesserae", "deploy/tesserae.service"):
        assert place in section("Install")


def test_the_health_check_of_the_container_knows_a_sick_server_from_a_healthy_one(tmp_path: Path) -> None:
    [check] = re.findall(r"^ +CMD (\[.*\])$", CONTAINER, re.MULTILINE)
    program, flag, code = json.loads(check)
    assert (program, flag) == ("python", "-c")
    with Server(tmp_path) as server:
        here = [sys.executable, "-c", code.replace("8642", str(server.port))]
        assert subprocess.run(here, timeout=60, check=False).returncode == 0
        server.kill()
        assert subprocess.run(here, timeout=60, check=False, stderr=subprocess.DEVNULL).returncode != 0


# --- backups -------------------------------------------------------------------------------------------------


def moved(line: str, data: Path, backups: Path) -> str:
    """Write a command of the page for directories of our own, and without rights that only an installation has."""
    line = line.replace("/opt/tesserae/bin/python", sys.executable)
    line = line.replace("/var/lib/tesserae", str(data)).replace("/var/backups", str(backups))
    return line.replace("-o tesserae -g tesserae ", "")


def shell(line: str) -> None:
    if line.startswith("sqlite3 ") and shutil.which("sqlite3") is None:
        pytest.skip("the program sqlite3 is not installed")
    done = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def restore(backup: str, data: Path, backups: Path) -> None:
    """Do what the page says, after the data was lost."""
    lines = [line for line in commands("Restore") if not line.startswith("systemctl")]
    assert [line.split()[0] for line in lines] == ["rm", "install"]
    for line in lines:
        shell(moved(line.replace("tesserae-copy.sqlite3", backup), data, backups))


async def play(load: Load, moves: int) -> None:
    """Play until so many moves were made."""
    async with load.going_on():
        await load.until_more(moves)


RUNNING = [line for line in commands("Back up") if line.startswith(("sqlite3 ", "/opt/tesserae/bin/python"))]


def test_the_page_knows_three_ways_to_copy_a_running_database() -> None:
    assert len(RUNNING) == 3


@pytest.mark.parametrize("line", RUNNING, ids=["vacuum", "python", "backup"])
def test_a_backup_under_load_brings_back_the_same_tables(line: str, tmp_path: Path) -> None:
    data, backups = tmp_path / "data", tmp_path / "backups"
    backups.mkdir()
    [backup] = re.findall(r"/var/backups/([\w.-]+)", line)
    with Server(data) as server:
        load = Load([server.url], seed=6, kinds=KINDS[:4])

        async def play_and_back_up() -> list[dict[str, int]]:
            async with load.going_on():
                await load.until_more(20)
                promised = [dict(client.ledger.done) for client in load.clients]
                await asyncio.to_thread(shell, moved(line, data, backups))
                await load.until_more(20)
            return promised

        promised = asyncio.run(play_and_back_up())
        server.kill()
        restore(backup, data, backups)
        for client, before in zip(load.clients, promised, strict=False):
            client.ledger.done = before
        kept = load.clients[: len(promised)]
        assert sum(map(len, promised)) >= 20
        server.start()
        asyncio.run(check_tables(data, kept))


def test_a_copy_of_a_stopped_database_is_whole_with_its_log(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "backups" / "stopped"
    copy.mkdir(parents=True)
    with Server(data) as server:
        load = Load([server.url], seed=7, kinds=KINDS[:2])
        asyncio.run(play(load, 20))
        server.kill()
        [line] = [line for line in commands("Back up") if line.startswith("cp ")]
        shell(moved(line, data, copy.parent))
        assert (copy / "tesserae.sqlite3-wal").stat().st_size, "there is no log to forget"
        server.arguments = ["--data", str(copy)]
        server.start()
        asyncio.run(check_tables(copy, load.clients))


def test_the_lines_about_a_damaged_table_and_about_deleting_one_are_sql_that_runs(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        load = Load([server.url], seed=8, kinds=KINDS[:1])
        asyncio.run(play(load, 2))
    table = load.clients[0].ledger.table
    for line in (*commands("A damaged table"), *commands("Privacy")):
        shell(moved(line, tmp_path, tmp_path).replace("'ID'", f"'{table}'"))
    with Server(tmp_path) as server:
        assert httpx.get(f"{server.url}/ready", timeout=30).text == "ready, 0 tables\n"
