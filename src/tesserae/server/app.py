"""The application: its routes, the headers of every answer, and its life from start to end."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tesserae.server import pages
from tesserae.server.caretaker import Caretaker
from tesserae.server.concierge import Concierge
from tesserae.server.duties import Thoughts
from tesserae.server.house import ALIVE_FOR, House
from tesserae.server.openapi import description
from tesserae.server.origin import is_ours
from tesserae.server.reception import Reception
from tesserae.server.sockets import Sockets
from tesserae.server.store import Store
from tesserae.server.web import Endpoint, Web, language_of, problem, reply
from tesserae.words import Refused

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from tesserae.server.bus import Bus

log = logging.getLogger(__name__)
LET_GO_SECONDS = 1
HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


@dataclass
class Service:
    """Everything that one server process is made of."""

    store: Store
    bus: "Bus | None" = None
    origins: frozenset[str] = frozenset()
    thoughts: Thoughts = field(default_factory=Thoughts)

    def __post_init__(self) -> None:
        self.house = House(self.store)
        self.caretaker = Caretaker(self.house, self.thoughts)
        self.reception = Reception(self.house, self.caretaker)
        self.concierge = Concierge(self.house, self.reception, self.bus)
        self.web = Web(self.concierge, self.origins)
        self.sockets = Sockets(self.concierge)

    @asynccontextmanager
    async def life(self, _app: Starlette) -> AsyncIterator[None]:
        """Run what goes on in the background; at the end everything is given back."""
        works = [self.house.stay_alive(), self.house.sweep(), self._let_go()]
        if self.bus is not None:
            works.append(self.bus.run(self.concierge.handle))
        self.house.living = (await self.store.stay_alive(ALIVE_FOR)).processes
        tasks = [asyncio.create_task(work) for work in works]
        try:
            yield
        finally:
            await self.house.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self.bus is not None:
                await self.bus.close()
            self.caretaker.close()
            self.store.close()

    async def _let_go(self) -> None:
        while True:
            self.concierge.let_go()
            await asyncio.sleep(LET_GO_SECONDS)

    async def socket(self, socket: WebSocket) -> None:
        """Serve a WebSocket, if its page is ours."""
        if not is_ours(socket.headers, self.origins):
            await self.deny(socket, Refused("server.origin", origin=socket.headers.get("origin", "")[:80]))
            return
        address = socket.client.host if socket.client else ""
        await self.sockets.serve(socket, socket.path_params["table"], address)

    async def no_socket(self, socket: WebSocket) -> None:
        """Say that there is nothing to be played here."""
        await self.deny(socket, Refused("server.no_page", path=socket.scope["path"][:80]))

    async def deny(self, socket: WebSocket, refused: Refused) -> None:
        """Refuse a WebSocket before it is open, as a request is refused."""
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_denial_response(problem(refused, language_of(socket)))


def make_app(service: Service) -> ASGIApp:
    """Put the application together."""
    web = service.web
    routes: list[Route | WebSocketRoute] = [
        Route("/api/games", web.guarded(web.games)),
        Route("/api/words/{language}", web.guarded(web.words)),
        Route("/api/lessons/{game}", web.guarded(web.lessons)),
        Route(
            "/api/tables",
            either(web.guarded(web.lobby), web.guarded(web.create, makes_tables=True)),
            methods=["GET", "POST"],
        ),
        Route("/api/mine", web.guarded(web.mine), methods=["POST"]),
        Route("/api/tables/{table}", web.guarded(web.summary)),
        Route("/api/tables/{table}/seats", web.guarded(web.take_seat, makes_tables=True), methods=["POST"]),
        Route("/api/tables/{table}/record", web.guarded(web.record)),
        Route("/api/tables/{table}/replay", web.guarded(web.replay, looks_back=True)),
        Route("/api/tables/{table}/review", web.guarded(web.review, looks_back=True)),
        Route("/api/tables/{table}/answers", web.guarded(web.answers, looks_back=True)),
        Route("/api/replay", web.guarded(web.replay_record, looks_back=True), methods=["POST"]),
        Route("/api/review", web.guarded(web.review_record, looks_back=True), methods=["POST"]),
        Route("/api/answers", web.guarded(web.answers_record, looks_back=True), methods=["POST"]),
        Route("/api/daily", web.guarded(web.daily)),
        Route("/api/openapi.json", web.guarded(_describe)),
        WebSocketRoute("/api/tables/{table}/socket", service.socket),
        Route("/health", web.health),
        Route("/ready", web.ready),
        Route("/metrics", web.metrics),
        *pages.routes(web.guarded),
        WebSocketRoute("/{path:path}", service.no_socket),
    ]
    lacking = {404: web.nothing, 405: web.no_method}
    app = Starlette(routes=routes, lifespan=service.life, exception_handlers=lacking)
    app.router.redirect_slashes = False  # where to would be taken from what the client says we are called
    return with_headers(app)


def either(get: Endpoint, post: Endpoint) -> Endpoint:
    """Join what can be asked at an address with what can be done there."""

    async def respond(request: "Request") -> "Response":
        return await (post if request.method == "POST" else get)(request)

    return respond


async def _describe(_request: "Request") -> "Response":
    return reply(description())


def with_headers(app: ASGIApp) -> ASGIApp:
    """Add the headers that keep pages safe to every answer, and keep answers of the API out of caches."""
    fixed = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = list(message.get("headers", ()))
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                if has_two_lengths(scope):
                    headers.append((b"connection", b"close"))
                message = {**message, "headers": [*headers, *fixed]}
            await send(message)

        await app(scope, receive, send_with_headers)

    return respond


def has_two_lengths(scope: Scope) -> bool:
    """Say whether a request gives its length in two ways: what follows may pass for another one to some proxy."""
    return {b"content-length", b"transfer-encoding"} <= {name for name, _ in scope["headers"]}
