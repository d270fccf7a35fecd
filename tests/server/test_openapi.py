"""The description of the HTTP interface is true: Schemathesis asks a running server whatever it allows, and more."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import msgspec
import pytest
import schemathesis

from server.client import Server, seated
from server.hostile import check_calm
from tesserae.server import limits
from tesserae.server.openapi import description

TESTS = Path(__file__).parents[1]


def examine(server: Server, place: Path, *more: str) -> None:
    """Let Schemathesis ask every operation, with what it allows and what it does not, and follow its links."""
    program = [sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/api/openapi.json", "--no-color"]
    # Whatever the description allows may still be impossible at a table: `is_understood` judges that instead.
    checks = ["--exclude-checks", "positive_data_acceptance", "--generation-database", "none"]
    names = {"PYTHONPATH": str(TESTS), "SCHEMATHESIS_HOOKS": "server.api_checks"}
    done = subprocess.run(
        [*program, *checks, *more], cwd=place, env=os.environ | names, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    operations = sum(len(methods) for methods in description()["paths"].values())
    assert re.search(rf"^ *Tested: {operations}$", done.stdout, re.MULTILINE), done.stdout
    check_calm(server)


def test_every_operation_answers_as_described(patient_server: Server, tmp_path: Path) -> None:
    examine(patient_server, tmp_path, "--seed", "1", "--max-examples", "60")
    tables = re.findall(r"\d+", httpx.get(f"{patient_server.url}/ready").text)
    assert int(tables[0]) > 50, "hardly a table was set up"


@pytest.mark.soak
@pytest.mark.parametrize("seed", [2, 3])
def test_every_operation_answers_as_described_for_long(patient_server: Server, tmp_path: Path, seed: int) -> None:
    examine(patient_server, tmp_path, "--seed", str(seed), "--max-examples", "2000")


def test_what_is_published_is_this_description(patient_server: Server) -> None:
    published = httpx.get(f"{patient_server.url}/api/openapi.json").json()
    games = published["components"]["schemas"]["NewTable"]["properties"]["game"].pop("enum")
    assert games == [game["name"] for game in httpx.get(f"{patient_server.url}/api/games").json()["games"]]
    expected = msgspec.json.decode(msgspec.json.encode(description()))
    del expected["components"]["schemas"]["NewTable"]["properties"]["game"]["enum"]  # the tests know more games
    for described in (published, expected):
        [game] = described["paths"]["/api/lessons/{game}"]["get"]["parameters"]
        assert set(game["schema"].pop("enum")) >= set(games)
    assert published == expected


def check(answer: httpx.Response, path: str, **parameters: str) -> httpx.Response:
    """Compare an answer with the description."""
    operation = schemathesis.openapi.from_dict(description())[path]["GET"]
    operation.Case(path_parameters=parameters).validate_response(answer)
    return answer


def test_a_finished_match_and_its_record_are_as_described(patient_server: Server) -> None:
    async def play() -> str:
        async with seated(patient_server.url, "quixo", ["Ann", "Bob"]) as players:
            await players[0].do("resign")
            return players[0].table_id

    table = asyncio.run(play())
    address = f"{patient_server.url}/api/tables/{table}"
    summary = check(httpx.get(address), "/api/tables/{table}", table=table)
    assert summary.json()["winners"] == [1]
    record = check(httpx.get(f"{address}/record"), "/api/tables/{table}/record", table=table)
    assert record.text.startswith("Game: quixo")


def test_the_verbs_of_an_address_are_those_described(patient_server: Server) -> None:
    for path, methods in description()["paths"].items():
        answer = httpx.request("DANCE", f"{patient_server.url}{path}")
        assert answer.status_code == 405
        assert set(answer.headers["allow"].split(", ")) - {"HEAD"} == {method.upper() for method in methods}


def test_whoever_asks_too_often_is_told_as_described_when_to_come_back(tmp_path: Path) -> None:
    with Server(tmp_path) as server, httpx.Client(base_url=server.url) as client:
        answers = (client.get("/api/games") for _ in range(10 * int(limits.REQUESTS.burst)))
        refused = next(answer for answer in answers if answer.status_code != 200)
        assert check(refused, "/api/games").status_code == 429
        assert int(refused.headers["retry-after"]) >= 1
        assert client.get("/health").status_code == 200
