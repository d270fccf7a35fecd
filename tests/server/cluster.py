"""PostgreSQL and Redis for tests: started from what is installed, on free ports, gone afterwards.

Where they are not installed, tests that need them are skipped; but not in continuous integration, which has them.
"""

import os
import shutil
import signal
import socket
import subprocess
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

SECONDS = 60
USER = "postgres"
"""Who runs PostgreSQL where we are root, which it refuses."""


class Program:
    """A program that answers at a port of its own."""

    crash = signal.SIGKILL

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def launch(self, *command: str, user: str | None = None) -> subprocess.Popen[bytes]:
        with (self.directory / "log").open("ab") as told:
            return subprocess.Popen(command, cwd=self.directory, user=user, stdout=told, stderr=told)

    def wait(self, answers: Callable[[], bool]) -> None:
        for _ in range(SECONDS * 20):
            if answers():
                return
            time.sleep(0.05)
        raise AssertionError((self.directory / "log").read_text())

    def stop(self) -> None:
        """Stop at once, as if it had crashed."""
        if self.process is not None:
            self.process.send_signal(self.crash)
            self.process.wait(SECONDS)
            self.process = None


class Postgres(Program):
    """A PostgreSQL of our own."""

    crash = signal.SIGQUIT
    """Its processes go with it, and leave everything as it is."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.url = f"postgresql://{USER}@127.0.0.1:{self.port}/postgres"
        self._user = USER if os.geteuid() == 0 else None
        if self._user:
            shutil.chown(directory, self._user)
        make = [installed("initdb"), "-D", "data", "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync"]
        assert self.launch(*make, user=self._user).wait(SECONDS) == 0, (directory / "log").read_text()

    def start(self) -> "Postgres":
        places = ["-D", "data", "-p", str(self.port), "-k", str(self.directory), "-h", "127.0.0.1"]
        self.process = self.launch(installed("postgres"), *places, "-c", "fsync=off", user=self._user)
        self.wait(self._answers)
        return self

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def new_database(self) -> str:
        """Make an empty database; gives its URL."""
        name = f"test_{uuid.uuid4().hex}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url.removesuffix("postgres") + name


class Redis(Program):
    """A Redis of our own, that keeps nothing."""

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> "Redis":
        keeps_nothing = ["--save", "", "--appendonly", "no"]
        command = [installed("redis-server"), "--port", str(self.port), "--bind", "127.0.0.1", *keeps_nothing]
        self.process = self.launch(*command)
        self.wait(self._answers)
        return self

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(5) == b"+PONG"
        except OSError:
            return False


class Cable:
    """A way to a port of this machine that can be cut, or fall silent: then nothing passes, and nobody is told."""

    def __init__(self, port: int) -> None:
        self._target = ("127.0.0.1", port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._passes = threading.Event()
        self._is_cut = False
        self._ends: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []

    @contextmanager
    def laid(self) -> Iterator["Cable"]:
        """Carry whatever comes, to the end of the block."""
        self._passes.set()
        self._start(self._accept)
        try:
            yield self
        finally:
            self.cut()
            self._listening.shutdown(socket.SHUT_RDWR)
            for thread in self._threads:
                thread.join(SECONDS)
            self._listening.close()

    def cut(self) -> None:
        """Break all connections, and take no new ones."""
        self._is_cut = True
        self._passes.set()
        for end in list(self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def silence(self) -> None:
        """Keep all connections, and hold back whatever comes."""
        self._passes.clear()

    def mend(self) -> None:
        """Carry again; after a silence, with what was held back first."""
        self._is_cut = False
        self._passes.set()

    def _start(self, work: Callable[..., None], *values: socket.socket) -> None:
        self._threads.append(threading.Thread(target=work, args=values, daemon=True))
        self._threads[-1].start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            self._start(self._connect, near)

    def _connect(self, near: socket.socket) -> None:
        self._passes.wait()
        with near, suppress(OSError), socket.create_connection(self._target) as far:
            self._ends |= {near, far}
            if not self._is_cut:
                back = threading.Thread(target=self._carry, args=(far, near), daemon=True)
                back.start()
                self._carry(near, far)
                back.join(SECONDS)
            self._ends -= {near, far}

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                self._passes.wait()
                sink.sendall(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


def installed(name: str) -> str:
    """Find a program, or skip the test."""
    places = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")))
    found = shutil.which(name, path=os.pathsep.join([*places, os.environ.get("PATH", "")]))
    if found is not None:
        return found
    if os.environ.get("CI"):
        pytest.fail(f"{name} is not installed")
    pytest.skip(f"{name} is not installed")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
