"""Requests that make no sense: each gets a clear answer, nothing has changed, and everybody else is served on."""

import asyncio
import random
import re
import socket
from typing import Any

import httpx
import msgspec
import pytest

from server.client import Player, new_table
from server.hostile import MEGABYTES, SECONDS, Board, assert_safe, check_refusal, raw_answer, raw_request
from server.nonsense import garbage, spoiled, structs
from tesserae.server import protocol

BODIES = {
    "/api/tables": protocol.NewTable,
    "/api/mine": protocol.Mine,
    "/api/tables/{table}/seats": protocol.TakeSeat,
}
NO_BODIES: list[bytes] = [
    b"", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf{}", b"null", b"[]", b"0", b'"x"', b"{}{}", b"{" * 60_000, b"[" * 60_000,
    b'{"options":' * 5_000, b'{"seats":[' * 6_000, b'{"game":"quixo","options":{"size":' + b"9" * 5000 + b"}}",
]  # fmt: skip


@pytest.mark.parametrize("path", BODIES)
def test_bodies_that_are_no_requests_are_refused(board: Board, path: str) -> None:
    (kind,) = structs([BODIES[path]])
    bodies = [*NO_BODIES, *(random.Random(number).randbytes(200) for number in range(20))]
    texts = [*spoiled(kind), *garbage(random.Random(7), 100)]
    reader = msgspec.json.Decoder(BODIES[path])
    with httpx.Client(base_url=board.url, timeout=SECONDS) as client:
        for body in [*bodies, *(text.encode() for text in texts)]:
            answer = client.post(
                path.format(table=board.table), content=body, headers={"content-type": "text/html"}
            )
            try:
                protocol.read_as(reader, body)
            except ValueError:
                check_refusal(answer, 400, "server.bad_message")
            else:
                assert_safe(answer.headers)
                assert answer.status_code in (200, 400, 409), answer.text


@pytest.mark.parametrize(
    ("wanted", "key"),
    [
        ({"game": "chess"}, "game.unknown"),
        ({"game": "\x00"}, "game.unknown"),
        ({"game": "../quixo"}, "game.unknown"),
        ({"game": "triominos", "options": {"players": 10**30}}, "option.value"),
        ({"game": "triominos", "options": {"players": "\u202e2"}}, "option.value"),
        ({"game": "triominos", "options": {"players": None}}, "option.value"),
        ({"game": "triominos", "options": {"__class__": 1}}, "option.unknown"),
        ({"game": "triominos", "seats": [{"name": "x"}] * 64}, "table.many_seats"),
        ({"game": "triominos", "seats": [{"name": "x", "level": "random"}]}, "table.name_or_level"),
        ({"game": "triominos", "seats": [{"level": "\x00"}]}, "bot.unknown"),
        *(
            ({"game": "triominos", "seats": [{"name": name}]}, "match.bad_name")
            for name in ("a\x00b", "\u202eAnn", "A\u200bnn", "a\nb", "\x1b[1m", "\t", "a,b", "#", "\U0001f600\u2066")
        ),
        ({"game": "triominos", "clock": {"kind": "turn", "amount": 10**30}}, "table.clock_amount"),
        ({"game": "triominos", "clock": {"kind": "turn", "amount": -1}}, "table.clock_amount"),
        ({"game": "triominos", "clock": {"kind": "none", "amount": 5}}, "table.clock_none"),
        ({"game": "triominos", "clock": {"kind": "player", "amount": 5, "increment": 10**30}}, "table.clock_increment"),
        ({"game": "quixo", "on_timeout": "skip"}, "table.no_skipping"),
    ],
    ids=str,
)  # fmt: skip
def test_a_table_that_cannot_be_is_not_set_up(board: Board, wanted: dict[str, Any], key: str) -> None:
    answer = httpx.post(f"{board.url}/api/tables", json=wanted, headers={"accept-language": "de-CH, en"})
    assert check_refusal(answer, 400, key)["text"]


def test_names_that_are_none_take_no_seat(board: Board) -> None:
    table = asyncio.run(new_table(board.url, "triominos", seats=[{"level": "random"}]))["table"]
    for name in ("", " ", "a\x00b", "\u202eAnn", "a,b", "x\r\ny"):
        answer = httpx.post(f"{board.url}/api/tables/{table}/seats", json={"name": name})
        check_refusal(answer, 400, "match.bad_name")
    for more, key in (({"token": "short"}, "table.short_token"), ({"seat": 63}, "match.no_such_seat")):
        answer = httpx.post(f"{board.url}/api/tables/{table}/seats", json={"name": "Ann", **more})
        check_refusal(answer, 400, key)
    answer = httpx.post(f"{board.url}/api/tables/{table}/seats", json={"name": "Ann", "seat": 0})
    check_refusal(answer, 409, "table.taken")
    answer = httpx.post(f"{board.url}/api/tables/{board.table}/seats", json={"name": "Eve"})
    check_refusal(answer, 409, "table.full")


def test_letters_of_every_script_are_welcome_and_come_back_as_they_were(board: Board) -> None:
    names = ["Žofia O’Neill", "שלום", "ندى", "美咲", "😀", "{0} <b>&amp;</b> %s"]

    async def talk() -> None:
        for name in names:
            made = await new_table(board.url, "triominos", seats=[{"name": name}, {"level": "random"}])
            player = await Player(board.url, made["table"], made["seats"]["0"]).connect()
            await player.do("say", text=name)
            assert player.table["seats"][0]["name"] == name
            assert [line["text"] for line in player.talk] == [name]
            await player.close()

    asyncio.run(talk())


PATHS = [
    "/nothing", "/../../etc/passwd", "/static/../../../etc/passwd", "/static/%2e%2e/web.py", "/static/..%2f..%2fweb.py",
    "/static/", "/static", "//evil.example/", "/%00", "/%ff%fe", "/api", "/api/", "/api/tables/", "/api//tables", "/API/tables",
    "/api/tables/x/y/z", "/api/tables/a%2fb", "/" + "a" * 30_000, "/verify/", "/verify.html", "/.git/config",
    "http://evil.example/api/games", "*", "/api/tables/../games", "/api/tables/%2e%2e/games", "/;/api/games", "/api/words/..%2f..",
]  # fmt: skip
NO_TABLES = ["x", "%00", "%F0%9F%98%80", "..%5c", "a" * 5000, "'%20OR%201=1", "%22", "%0d%0aSet-Cookie:a=b"]


def test_there_is_nothing_at_any_other_address(board: Board) -> None:
    for path in PATHS:
        for verb in ("GET", "POST", "DELETE"):
            check_refusal(raw_answer(board, f"{verb} {path} HTTP/1.1"), 404, "server.no_page")
    for table in [*NO_TABLES, board.table[:-1], board.table.swapcase()]:
        for rest in ("", "/record"):
            check_refusal(raw_answer(board, f"GET /api/tables/{table}{rest} HTTP/1.1"), 404, "table.unknown")
        body = b'{"name":"Eve"}'
        answer = raw_answer(
            board, f"POST /api/tables/{table}/seats HTTP/1.1", f"Content-Length: {len(body)}", body=body
        )
        check_refusal(answer, 404, "table.unknown")
    check_refusal(raw_answer(board, f"GET /api/tables/{board.table}/record HTTP/1.1"), 409, "table.not_over")
    check_refusal(raw_answer(board, "GET /api/words/xx HTTP/1.1"), 404, "server.language")
    check_refusal(raw_answer(board, "GET /api/lessons/chess HTTP/1.1"), 400, "game.unknown")


def test_verbs_that_are_not_offered_are_refused(board: Board) -> None:
    offered = {
        "/api/games": "GET, HEAD", "/api/tables": "GET, HEAD, POST", "/api/mine": "POST", "/api/tables/x": "GET, HEAD",
        "/api/tables/x/seats": "POST", "/api/tables/x/record": "GET, HEAD", "/api/openapi.json": "GET, HEAD",
        "/api/words/en": "GET, HEAD", "/api/lessons/quixo": "GET, HEAD", "/health": "GET, HEAD", "/ready": "GET, HEAD", "/metrics": "GET, HEAD", "/verify": "GET, HEAD",
    }  # fmt: skip
    for path, verbs in offered.items():
        for verb in {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "DANCE"} - set(
            verbs.split(", ")
        ):
            answer = raw_answer(board, f"{verb} {path} HTTP/1.1")
            check_refusal(answer, 405, "server.no_method")
            assert sorted(answer.headers["allow"].split(", ")) == verbs.split(", ")


def test_every_answer_has_the_headers_that_keep_pages_safe(board: Board) -> None:
    for path in ("/health", "/ready", "/metrics", "/verify", "/static/verify.js", "/api/games", "/api/tables", "/api/openapi.json",
                 "/api/words/de", "/api/lessons/quixo", f"/api/tables/{board.table}"):  # fmt: skip
        answer = httpx.get(f"{board.url}{path}")
        assert answer.status_code == 200
        assert_safe(answer.headers)
        assert "server" not in answer.headers


# --- lengths ------------------------------------------------------------------------------------------------

LIMIT = protocol.MOST_BODY_BYTES
TABLE = b'{"game":"quixo"}'
IN_PIECES = "Transfer-Encoding: chunked"


def tables(board: Board) -> str:
    """How many tables there are, in the words of the server."""
    return httpx.get(f"{board.url}/ready").text


def piece(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data)


@pytest.mark.parametrize("path", BODIES)
def test_a_body_that_is_too_large_is_refused_before_it_is_sent(board: Board, path: str) -> None:
    line = f"POST {path.format(table=board.table)} HTTP/1.1"
    for length in (LIMIT + 1, MEGABYTES, 10**19):
        for more in ([], ["Expect: 100-continue"], [IN_PIECES]):
            answer = raw_answer(board, line, f"Content-Length: {length}", *more)
            check_refusal(answer, 413, "server.large")
            assert "close" in answer.headers["connection"]


def test_a_body_may_be_as_large_as_the_limit_and_no_larger(board: Board) -> None:
    line, body = "POST /api/mine HTTP/1.1", b'{"tables":[]}'.ljust(LIMIT)
    assert raw_answer(board, line, f"Content-Length: {LIMIT}", body=body).json() == {"tables": []}
    pieces = b"".join(piece(body[first : first + 5000]) for first in range(0, LIMIT, 5000))
    assert raw_answer(board, line, IN_PIECES, body=pieces + piece(b"")).json() == {"tables": []}
    check_refusal(raw_answer(board, line, IN_PIECES, body=pieces + piece(b" ")), 413, "server.large")


def test_a_body_without_an_end_is_not_listened_to(board: Board) -> None:
    some = piece(b" " * 10_000)
    with socket.create_connection(("127.0.0.1", board.server.port), timeout=SECONDS) as line:
        line.sendall(f"POST /api/mine HTTP/1.1\r\nHost: here\r\n{IN_PIECES}\r\n\r\n".encode())
        with pytest.raises(ConnectionError):
            for _ in range(4 * MEGABYTES // len(some)):
                line.sendall(some)


def test_a_body_that_does_not_come_is_not_waited_for(board: Board) -> None:
    answer = raw_answer(board, "POST /api/mine HTTP/1.1", "Content-Length: 13", body=b'{"tables"')
    check_refusal(answer, 408, "server.slow")
    assert "close" in answer.headers["connection"]


NO_LENGTHS = [
    "", "-1", "-0", "+16", "five", "0x10", "1_6", "16.0", "16e0", "16;", "16 16", "16, 17", "16,", "1\xb2", "\x0016", "1" + "0" * 30, "9" * 5000,
    "16\r\nContent-Length: 17", "0\r\nContent-Length: 16", "16\r\nTransfer-Encoding: identity", "16\r\nTransfer-Encoding: chunked, identity",
]  # fmt: skip


def test_lengths_that_are_none_are_refused(board: Board) -> None:
    before = tables(board)
    for length in NO_LENGTHS:
        answer = raw_answer(board, "POST /api/tables HTTP/1.1", f"Content-Length: {length}", body=TABLE)
        assert answer.status_code == 400, length
    assert tables(board) == before


NO_PIECES = [
    b"zz\r\n", b"-1\r\n", b"+10\r\n", b"0x10\r\n", b"f" * 40 + b"\r\n", b" 10\r\n", b"\r\n", b"10\r\n" + TABLE + b"no end",
    piece(TABLE) + b"0\r\n" + b"a: b\r\n" * 30_000, piece(TABLE) + b"0\r\n: \r\n\r\n", piece(TABLE) + b"zz\r\n\r\n",
]  # fmt: skip


def test_pieces_that_are_none_are_refused(board: Board) -> None:
    before = tables(board)
    for pieces in NO_PIECES:
        answer = raw_answer(board, "POST /api/tables HTTP/1.1", IN_PIECES, body=pieces)
        assert answer.status_code == 400, pieces
    assert tables(board) == before


# --- request lines and headers ------------------------------------------------------------------------------

END = b"Host: here\r\nConnection: close\r\n\r\n"
ANY = {200, 400}
"""Where one reader of HTTP is stricter than another."""
ODD_REQUESTS: dict[str, tuple[bytes, set[int]]] = {
    "no host": (b"GET /health HTTP/1.1\r\nConnection: close\r\n\r\n", ANY),
    "two hosts": (b"GET /health HTTP/1.1\r\nHost: there\r\n" + END, ANY),
    **{
        f"host {name[:20]!r}": (b"GET /api/games HTTP/1.1\r\nHost: " + name + b"\r\nConnection: close\r\n\r\n", ANY)
        for name in (b"", b"\xff", b"[::1", b"a b", b"evil@here:99999999", b'"<script>', b"../..", b"a" * 30_000, b"a\x00b")
    },
    **{f"HTTP/{version.decode()}": (b"GET /health HTTP/%b\r\n" % version + END, ANY) for version in (b"0.9", b"2.0", b"3", b"9.9", b"1.11", b"-1.1", b"1.x")},
    "HTTP/1.0": (b"GET /health HTTP/1.0\r\n\r\n", {200}),
    "HTTP/0.9 as it was": (b"GET /health\r\n\r\n", {400}),
    "the beginning of HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {400, 404}),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500), {400}),
    "small letters": (b"get /health HTTP/1.1\r\n" + END, {400, 405}),
    "small letters, with a body": (b"post /api/tables HTTP/1.1\r\nContent-Length: 16\r\n" + END + TABLE, {400, 405}),
    "small http": (b"GET /health http/1.1\r\n" + END, {400}),
    "a long verb": (b"G" * 30_000 + b" / HTTP/1.1\r\n" + END, {400, 405}),
    "no verb": (b" /health HTTP/1.1\r\n" + END, {400}),
    "no target": (b"GET HTTP/1.1\r\n" + END, {400}),
    "two blanks": (b"GET  /health HTTP/1.1\r\n" + END, ANY),
    "a blank in the target": (b"GET /hea lth HTTP/1.1\r\n" + END, {400}),
    "letters in the target": ("GET /ä😀 HTTP/1.1\r\n".encode() + END, {400, 404}),
    "NUL in the target": (b"GET /hea\x00lth HTTP/1.1\r\n" + END, {400, 404}),
    **{
        f"the target {target.decode()}": (b"GET %b HTTP/1.1\r\n" % target + END, {400, 404})
        for target in (b"health", b"?", b"#", b"/health#x", b"/%zz%f", b"http://evil.example/health", b"http://", b"*", b"here:80")
    },
    "a tunnel": (b"CONNECT evil.example:443 HTTP/1.1\r\n" + END, {400, 404}),
    "a line of 1 MB": (b"GET /" + b"a" * 1_000_000 + b" HTTP/1.1\r\n" + END, {400}),
    "a header of 1 MB": (b"GET /health HTTP/1.1\r\nX: " + b"a" * 1_000_000 + b"\r\n" + END, {400}),
    "many headers": (b"GET /health HTTP/1.1\r\n" + b"a: b\r\n" * 5_000 + END, ANY),
    "too many headers": (b"GET /health HTTP/1.1\r\n" + b"a: b\r\n" * 200_000 + END, {400}),
    "a folded header": (b"GET /health HTTP/1.1\r\nX: a\r\n b\r\n" + END, ANY),
    "a folded length": (b"POST /api/mine HTTP/1.1\r\nContent-Length:\r\n 2\r\n" + END + b"{}", {400}),
    "folded at once": (b"GET /health HTTP/1.1\r\n X: a\r\n" + END, {400}),
    "NUL in a header": (b"GET /health HTTP/1.1\r\nX: a\x00b\r\n" + END, {400}),
    "NUL in a name": (b"GET /health HTTP/1.1\r\nX\x00: a\r\n" + END, {400}),
    "a blank after a name": (b"GET /health HTTP/1.1\r\nX : a\r\n" + END, {400}),
    "no name": (b"GET /health HTTP/1.1\r\n: a\r\n" + END, {400}),
    "no colon": (b"GET /health HTTP/1.1\r\nnothing\r\n" + END, {400}),
    "short line ends": (b"GET /health HTTP/1.1\n" + END.replace(b"\r", b""), ANY),
    "nothing": (b"\r\n\r\n\r\n", {400}),
    "odd languages": (b"GET /nothing HTTP/1.1\r\nAccept-Language: " + b"\xff,;q=," * 5_000 + b"\r\n" + END, {404}),
    "odd proxies": (b'GET /api/games HTTP/1.1\r\nX-Forwarded-For: \xff, "[::\r\nX-Forwarded-Proto: javascript\r\n' + END, {200}),
    "another expectation": (b"POST /api/mine HTTP/1.1\r\nExpect: tea\r\nContent-Length: 2\r\n" + END + b"{}", {400}),
    "a body where none is": (b"GET /api/games HTTP/1.1\r\nContent-Length: 99999999\r\n" + END, {200}),
}  # fmt: skip


def test_odd_requests_get_an_answer(board: Board) -> None:
    before = tables(board)
    for name, (request, wanted) in ODD_REQUESTS.items():
        answers = re.findall(rb"^HTTP/1\.1 (\d+)", raw_request(board, request), re.MULTILINE)
        assert answers or len(request) > LIMIT, name  # whoever sends too much may be cut off before he hears why
        assert set(map(int, answers)) <= wanted, name
    assert tables(board) == before


def test_no_request_is_hidden_in_another(board: Board) -> None:
    """A request that gives its length in two ways may be two for us and one for a proxy, or the other way round."""
    before = tables(board)
    hidden = b"POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Length: 16\r\n\r\n" + TABLE
    for verb, path, status in (("POST", "/api/mine", 400), ("GET", "/api/games", 200), ("POST", "/nothing", 404)):
        for headers in (["Content-Length: %d", IN_PIECES], [IN_PIECES, "Content-Length: %d"]):
            for length in (4, len(hidden)):
                head = "\r\n".join([f"{verb} {path} HTTP/1.1", "Host: here", *headers, "", ""]) % length
                received = raw_request(board, head.encode() + piece(b"") + hidden)
                assert re.findall(rb"HTTP/1\.1 (\d+)", received) in ([b"400"], [b"%d" % status])
    assert tables(board) == before
