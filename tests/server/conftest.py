"""What tests of the server share: a PostgreSQL and a Redis of their own, and a match that others try to disturb."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from server.client import Server
from server.cluster import Postgres, Redis
from server.hostile import Board, PatientServer, check_calm, start


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests of a session; each has a database of its own in it."""
    with TemporaryDirectory(prefix="tesserae-") as directory:  # pytest's own are closed to other users
        program = Postgres(Path(directory))
        try:
            yield program.start()
        finally:
            program.stop()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """A Redis for all tests of a session."""
    with TemporaryDirectory(prefix="tesserae-") as directory:
        program = Redis(Path(directory))
        try:
            yield program.start()
        finally:
            program.stop()


@pytest.fixture(scope="module")
def patient_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may be asked as often as one likes."""
    with PatientServer(tmp_path_factory.mktemp("patient")) as server:
        yield server


@pytest.fixture(scope="module")
def running_board(patient_server: Server) -> Board:
    """A match in the middle."""
    return start(patient_server)


@pytest.fixture
def board(running_board: Board) -> Iterator[Board]:
    """The match; whatever a test does to the server, afterwards nothing of it has changed, and nothing has failed."""
    before = running_board.looks()
    yield running_board
    assert running_board.looks() == before
    check_calm(running_board.server)
