"""Starting a server: the store, the bus if there are several, and uvicorn until somebody stops it."""

import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from tesserae.server.app import Service, make_app
from tesserae.server.garbage import Garbage
from tesserae.server.handshakes import AnsweredHandshakes
from tesserae.server.protocol import MOST_FRAME_BYTES
from tesserae.server.store import open_store
from tesserae.words import Refused

if TYPE_CHECKING:
    from tesserae.server.bus import Bus

GRACE_SECONDS = 5


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    host: str
    port: int
    data: Path
    database: str | None = None
    redis: str | None = None
    origins: frozenset[str] = frozenset()
    trusted_proxies: str = "127.0.0.1"


def serve(settings: Settings, prepare: Callable[[], None], announce: Callable[[str], None]) -> None:
    """Serve until interrupted.

    Whatever may be refused is refused first; then `prepare` may take its time, and `announce` is told the address.
    """
    if settings.redis and not settings.database:
        raise Refused("server.redis_alone")
    listening = _listen(settings.host, settings.port)
    host, port = listening.getsockname()[:2]
    process = secrets.token_hex(8)
    service = Service(
        open_store(settings.database or settings.data, process),
        _bus(settings.redis, process),
        settings.origins,
    )
    prepare()
    service.house.tidy_up = Garbage().happened
    config = uvicorn.Config(
        make_app(service),
        lifespan="on",
        http="h11",  # whatever else is installed: it bounds what it keeps of a request
        ws=AnsweredHandshakes,
        ws_max_size=MOST_FRAME_BYTES,
        ws_ping_interval=None,  # there is a heartbeat of our own, see `sockets`
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = uvicorn.Server(config)
    announce(f"http://{f'[{host}]' if ':' in host else host}:{port}")
    server.run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    """Take the port before anything else, and say so plainly if it is not to be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as problem:
        listening.close()
        raise Refused("server.no_port", host=host, port=port, problem=problem.strerror) from None
    listening.set_inheritable(True)
    return listening


def _bus(url: str | None, process: str) -> "Bus | None":
    if url is None:
        return None
    try:
        from tesserae.server.bus import Bus
    except ImportError:
        raise Refused("server.needs", what="redis", extra="cluster") from None
    return Bus(url, process)
