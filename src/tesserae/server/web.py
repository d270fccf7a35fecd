"""The house over HTTP: setting up and listing tables, taking seats, records, and how the server is doing."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import fields
from functools import cache
from typing import Any, TypeAlias, TypeVar, cast

import msgspec
from prometheus_client import generate_latest
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response

from tesserae.bots import LEVELS
from tesserae.games import REGISTRY, game_type
from tesserae.games.game import Game
from tesserae.games.options import allowed_text
from tesserae.hinting import SOLVED
from tesserae.server import daily, lookback, metrics, protocol, views
from tesserae.server.concierge import Concierge
from tesserae.server.lessons import course
from tesserae.server.limits import NEW_TABLES, REPLAYS, REQUESTS, Buckets
from tesserae.server.origin import is_ours
from tesserae.server.store import Lost, StoreTrouble
from tesserae.words import LANGUAGES, SHARED, Refused, add_words, catalogue

log = logging.getLogger(__name__)
T = TypeVar("T")
BODY_SECONDS = 10
"""A body that takes longer to come is not waited for."""
Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]

PAGE = "page"
"""The owner of the sentences that only the page says."""
add_words(PAGE, __name__.rpartition(".")[0])

STATUSES = {
    "table.unknown": 404,
    "table.damaged": 410,
    "table.full": 409,
    "table.taken": 409,
    "table.not_over": 409,
    "server.moved": 503,
    "server.busy": 503,
    "server.trouble": 500,
    "server.limited": 429,
    "server.origin": 403,
    "server.large": 413,
    "replay.long": 413,
    "server.slow": 408,
    "server.no_page": 404,
    "server.no_method": 405,
    "server.language": 404,
}
"""What a refusal is in the language of HTTP; any other is 400."""


class Web:
    """The endpoints."""

    def __init__(self, concierge: Concierge, origins: frozenset[str] = frozenset()) -> None:
        """Answer for a concierge; `origins` are other sites whose pages may ask."""
        self._concierge = concierge
        self._origins = origins
        self._requests = Buckets(REQUESTS)
        self._new_tables = Buckets(NEW_TABLES)
        self._replays = Buckets(REPLAYS)

    def guarded(self, answer: Endpoint, *, makes_tables: bool = False, looks_back: bool = False) -> Endpoint:
        """Wrap an endpoint in everything they all need: limits, the origin, and an answer whatever happens."""

        async def respond(request: Request) -> Response:
            try:
                if request.method == "POST" and not is_ours(request.headers, self._origins):
                    raise Refused("server.origin", origin=request.headers.get("origin", "")[:80])
                self._limit(self._requests, address_of(request))
                if makes_tables:
                    self._limit(self._new_tables, address_of(request))
                if looks_back:
                    self._limit(self._replays, address_of(request))
                return await answer(request)
            except Refused as refused:
                return problem(refused, language_of(request))
            except (Lost, StoreTrouble):
                return problem(Refused("server.moved"), language_of(request))
            except ClientDisconnect:
                return Response(status_code=400)  # nobody is left to read it
            except Exception:
                metrics.FAILURES.labels("web").inc()
                log.exception("a request could not be answered")
                return problem(Refused("server.trouble"), language_of(request))

        return respond

    def _limit(self, buckets: Buckets, address: str) -> None:
        wait = buckets.wait(address)
        if wait:
            buckets.give_back(address)
            metrics.LIMITED.labels("requests").inc()
            raise Refused("server.limited", seconds=max(1, round(wait)))

    # --- tables --------------------------------------------------------------------------------------------

    async def create(self, request: Request) -> Response:
        """Set up a table."""
        return reply(await self._concierge.house.create(await body(request, protocol.NewTable)), 201)

    async def lobby(self, _request: Request) -> Response:
        """List the public tables that wait for players."""
        return reply(await self._concierge.house.lobby())

    async def summary(self, request: Request) -> Response:
        """Describe one table."""
        found = (await self._concierge.house.summaries([request.path_params["table"]])).tables
        if not found:
            raise Refused("table.unknown")
        return reply(found[0])

    async def mine(self, request: Request) -> Response:
        """Describe the tables that a browser remembers."""
        return reply(await self._concierge.house.summaries((await body(request, protocol.Mine)).tables))

    async def take_seat(self, request: Request) -> Response:
        """Take a seat."""
        wanted = await body(request, protocol.TakeSeat)
        return reply(await self._concierge.take_seat(request.path_params["table"], wanted), 201)

    async def record(self, request: Request) -> Response:
        """Give the record of a finished match."""
        return PlainTextResponse(await self._concierge.record(request.path_params["table"]))

    async def replay(self, request: Request) -> Response:
        """Give a finished match step by step."""
        return await self._replay(request, await self._concierge.record(request.path_params["table"]))

    async def replay_record(self, request: Request) -> Response:
        """Give the match of a record step by step."""
        return await self._replay(request, await text_body(request))

    async def review(self, request: Request) -> Response:
        """Say what the moves of a finished match were worth."""
        return await self._review(request, await self._concierge.record(request.path_params["table"]))

    async def review_record(self, request: Request) -> Response:
        """Say what the moves of a record were worth."""
        return await self._review(request, await text_body(request))

    async def answers(self, request: Request) -> Response:
        """Say what every possible move of a finished match was worth by the tables."""
        return await self._answers(request, await self._concierge.record(request.path_params["table"]))

    async def answers_record(self, request: Request) -> Response:
        """Say what every possible move of a record was worth by the tables."""
        return await self._answers(request, await text_body(request))

    async def _replay(self, request: Request, record: str) -> Response:
        return await self._packed(request, lambda: lookback.replay(record))

    async def _answers(self, request: Request, record: str) -> Response:
        return await self._packed(request, lambda: lookback.perfect_answers(record))

    async def _packed(
        self, request: Request, work: Callable[[], protocol.Replay | protocol.ReplayAnswers]
    ) -> Response:
        packs = "gzip" in request.headers.get("accept-encoding", "")
        data = await self._concierge.look_back(lambda: lookback.written(work(), packs=packs))
        headers = {"vary": "accept-encoding"} | ({"content-encoding": "gzip"} if packs else {})
        return Response(data, media_type="application/json", headers=headers)

    async def _review(self, request: Request, record: str) -> Response:
        language = language_of(request)
        return reply(await self._concierge.look_back(lambda: lookback.review(record, language)))

    async def daily(self, _request: Request) -> Response:
        """Tell the deals of the day."""
        return reply(daily.deals_of(daily.day_of(self._concierge.house.now())))

    # --- the house -----------------------------------------------------------------------------------------

    async def games(self, _request: Request) -> Response:
        """Describe the games and their options."""
        return reply(all_games())

    async def words(self, request: Request) -> Response:
        """Give all sentences in one language."""
        language = request.path_params["language"]
        if language not in LANGUAGES:
            raise Refused("server.language", code=language[:20], allowed=", ".join(LANGUAGES))
        return Response(_words(language), media_type="application/json")

    async def lessons(self, request: Request) -> Response:
        """Give the lessons of a game; they are worked out when somebody first asks."""
        return reply(await asyncio.to_thread(course, request.path_params["game"]))

    async def health(self, _request: Request) -> Response:
        """Say that the process answers."""
        return PlainTextResponse("ok\n")

    async def ready(self, _request: Request) -> Response:
        """Say whether tables can be served: the database answers, and so does the bus."""
        try:
            tables = await self._concierge.house.store.count()
        except StoreTrouble:
            return PlainTextResponse("the database does not answer\n", 503)
        bus = self._concierge.bus
        if bus is not None and not bus.is_connected:
            return PlainTextResponse("the bus does not answer\n", 503)
        return PlainTextResponse(f"ready, {tables} tables\n")

    async def metrics(self, _request: Request) -> Response:
        """Give the numbers for Prometheus."""
        return Response(generate_latest(metrics.REGISTRY), media_type="text/plain; version=0.0.4")

    async def nothing(self, request: Request, _missing: Exception) -> Response:
        """Say that there is no such page."""
        return problem(Refused("server.no_page", path=request.scope["path"][:80]), language_of(request))

    async def no_method(self, request: Request, missing: Exception) -> Response:
        """Say that a page is not to be used in this way."""
        allowed = (cast("HTTPException", missing).headers or {})["Allow"]
        values = {"method": request.method[:20], "path": request.scope["path"][:80], "allowed": allowed}
        response = problem(Refused("server.no_method", **values), language_of(request))
        response.headers["Allow"] = allowed
        return response


# --- reading and writing -----------------------------------------------------------------------------------


async def body(request: Request, kind: type[T]) -> T:
    """Read the body of a request; refuse one that is too large, too slow, or not what it should be."""
    return protocol.read_as(msgspec.json.Decoder(kind), await _received(request, protocol.MOST_BODY_BYTES))


async def text_body(request: Request) -> str:
    """Read a record; refuse one that is too large or no text."""
    received = await _received(request, protocol.MOST_RECORD_BYTES)
    try:
        return received.decode()
    except UnicodeError:
        raise Refused("record.not_text", what=repr(received)[:40]) from None


async def _received(request: Request, most: int) -> bytes:
    if int(request.headers.get("content-length", "0")) > most:
        raise Refused("server.large", limit=most)
    received = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                received += chunk
                if len(received) > most:
                    raise Refused("server.large", limit=most)
    except TimeoutError:
        raise Refused("server.slow", limit=BODY_SECONDS) from None
    return bytes(received)


def reply(message: Any, status: int = 200) -> Response:
    """Answer in JSON."""
    return Response(msgspec.json.encode(message), status, media_type="application/json")


def problem(refused: Refused, language: str) -> Response:
    """Say why a request was refused."""
    response = reply(
        protocol.Problem(views.reason(refused.sentence, language)), STATUSES.get(refused.sentence.key, 400)
    )
    if refused.sentence.key in ("server.large", "server.slow"):
        response.headers["Connection"] = "close"  # nobody wants to read the rest
    if "seconds" in refused.sentence.values:
        response.headers["Retry-After"] = str(refused.sentence.values["seconds"])
    return response


def language_of(request: HTTPConnection) -> protocol.Language:
    """Choose the first language of the browser that is one of ours."""
    for part in request.headers.get("accept-language", "").split(","):
        code = part.strip()[:2].lower()
        if code in LANGUAGES:
            return cast("protocol.Language", code)
    return "en"


def address_of(request: Request) -> str:
    """Name the address a request comes from."""
    return request.client.host if request.client else ""


# --- the games ---------------------------------------------------------------------------------------------


@cache
def all_games() -> protocol.Games:
    """Describe every game with its options."""
    return protocol.Games([_game_view(game_type(name)) for name in REGISTRY], protocol.VERSION)


def _game_view(kind: type[Game]) -> protocol.GameView:
    return protocol.GameView(
        name=kind.name,
        title=kind.title,
        words=kind.words,
        version=kind.version,
        options=[_option_view(option) for option in fields(kind.options_type)],
        can_resign=kind.can_resign,
        can_agree_draw=kind.can_agree_draw,
        can_skip=bool(kind.idle_moves),
        has_points=bool(kind.account_names),
        levels=list(LEVELS),
        solved=SOLVED.get(kind.name, []),
    )


def _option_view(option: Any) -> protocol.OptionView:
    allowed, numbers = option.metadata.get("allowed"), option.metadata.get("range")
    return protocol.OptionView(
        name=option.name,
        default=option.default,
        allowed=None if allowed is None else list(allowed),
        lowest=numbers[0] if numbers else None,
        highest=numbers[-1] if numbers else None,
        may_be_none=option.default is None,
        says=allowed_text(option),
        only={name: list(values) for name, values in option.metadata.get("only", {}).items()},
    )


@cache
def _words(language: str) -> bytes:
    owners = [SHARED, PAGE, *dict.fromkeys(game_type(name).words for name in REGISTRY)]
    merged = {key: text for owner in owners for key, text in catalogue(owner, language).items()}
    return msgspec.json.encode(merged)
