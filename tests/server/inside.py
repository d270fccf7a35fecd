"""A server inside the test, over real sockets: for what cannot be brought about from outside."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn

from tesserae.server.app import Service, make_app


class _Server(uvicorn.Server):
    """A server that leaves signals to the test."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def serving(service: Service) -> AsyncIterator[str]:
    """Serve to the end of the block; gives the address."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        make_app(service), lifespan="on", ws="websockets-sansio", log_config=None, access_log=False
    )
    server = _Server(config)
    work = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        while not server.started:
            assert not work.done(), "the server does not start"
            await asyncio.sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        await work
