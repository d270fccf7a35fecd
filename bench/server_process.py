"""Servers in a process of their own for load tests: the real one, and an echo under the same settings of uvicorn.

All load comes from one address, so the limits for one address and one token are lifted here, in the process of the
test; a server that is started in the usual way cannot be told to do so.
"""

import cProfile
import multiprocessing
import os
import shutil
import signal
import socket
import time
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import mkdtemp
from types import TracebackType
from typing import Any

READY_SECONDS = 120
_TICKS = os.sysconf("SC_CLK_TCK")
_NO_LIMIT = 1e12


@dataclass
class Usage:
    """What a process has used so far, in seconds of a core."""

    all: float
    first_thread: float
    """The thread of the event loop; the others are the store and bots."""


@dataclass
class ServerProcess:
    """A server as long as the `with` block lasts."""

    kind: str = "house"
    """`house` or `echo`."""
    profile: Path | None = None
    """Where the profile of the event loop is written when the server ends."""
    settings: dict[str, Any] = field(default_factory=dict)
    """Settings of uvicorn that shall differ from those of `tesserae serve`."""

    def __enter__(self) -> "ServerProcess":
        self._data = mkdtemp(prefix="tesserae-load-")
        spawning = multiprocessing.get_context("spawn")
        here, there = spawning.Pipe()
        work = (self.kind, self._data, there, self.profile, self.settings)
        self._process = spawning.Process(target=_run, args=work, daemon=True)
        self._process.start()
        there.close()  # so that a server that ends before it has told its address is noticed
        try:
            self.port = int(here.recv().rsplit(":", 1)[1])
        except EOFError:
            self._end()
            raise RuntimeError("the server does not start") from None
        self._wait_until_it_listens()
        return self

    def _wait_until_it_listens(self) -> None:
        until = time.monotonic() + READY_SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except ConnectionRefusedError:
                if time.monotonic() > until:
                    self._end()
                    raise
                time.sleep(0.05)

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _end(self) -> None:
        if self.profile is not None:
            self._process.terminate()
            self._process.join(60)
        self._process.kill()
        self._process.join()
        shutil.rmtree(self._data, ignore_errors=True)

    def usage(self) -> Usage:
        """Read what it has used so far."""
        pid = self._process.pid
        return Usage(_cpu_seconds(Path(f"/proc/{pid}/stat")), _cpu_seconds(Path(f"/proc/{pid}/task/{pid}/stat")))

    def megabytes(self) -> float:
        """Read how much memory it has."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _cpu_seconds(stat: Path) -> float:
    fields = stat.read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


# --- in the other process ----------------------------------------------------------------------------------


def _run(kind: str, data: str, told: Connection, profile: Path | None, settings: dict[str, Any]) -> None:
    import uvicorn

    from tesserae.server import serve
    from tesserae.server.logs import start_logging

    raise_open_files()
    start_logging("error")
    _lift_limits()
    if kind == "echo":
        vars(serve)["make_app"] = lambda _service: _echo()
    config = uvicorn.Config
    vars(uvicorn)["Config"] = lambda app, **usual: config(app, **usual | settings)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    profiler = cProfile.Profile()
    if profile is not None:
        profiler.enable()
    with suppress(KeyboardInterrupt):
        serve.serve(serve.Settings("127.0.0.1", 0, Path(data)), lambda: None, told.send)
    if profile is not None:
        profiler.disable()
        profiler.dump_stats(profile)


def _lift_limits() -> None:
    from tesserae.server import sockets, web
    from tesserae.server.limits import Allowance

    unlimited = Allowance(_NO_LIMIT, _NO_LIMIT)
    vars(sockets).update(MOST_SOCKETS=_NO_LIMIT, FRAMES=unlimited)
    vars(web).update(REQUESTS=unlimited, NEW_TABLES=unlimited)


def _echo() -> Any:
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        with suppress(WebSocketDisconnect):
            while True:
                await socket.send_text(await socket.receive_text())

    return Starlette(routes=[WebSocketRoute("/echo", echo)])


def raise_open_files() -> None:
    """Allow this process as many open files as it may have: a socket is one."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
