"""What is no WebSocket: frames that are none get a close code, requests that are none an answer."""

import asyncio
import base64
import json
import os
import random
import re
import socket
import struct
import zlib
from collections.abc import Callable
from contextlib import suppress

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from server.hostile import MEGABYTES, SECONDS, Board, assert_safe, check_refusal, hello, raw_request

VIOLATION, PROTOCOL_ERROR, NO_LETTERS, TOO_BIG = 1008, 1002, 1007, 1009
TEXT, BINARY, CONTINUED, CLOSE, PING = 1, 2, 0, 8, 9


class RawSocket:
    """A WebSocket whose frames we write ourselves."""

    def __init__(self, board: Board, first: str = "", extensions: str = "") -> None:
        self.line = socket.create_connection(("127.0.0.1", board.server.port), timeout=SECONDS)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /api/tables/{board.table}/socket HTTP/1.1", f"Host: 127.0.0.1:{board.server.port}",
            "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
        ]  # fmt: skip
        self.line.sendall("\r\n".join([*lines, *([extensions] if extensions else []), "", ""]).encode())
        self.read = b""
        while b"\r\n\r\n" not in self.read:
            self._receive()
        head, _, self.read = self.read.partition(b"\r\n\r\n")
        assert b"101" in head.split(b"\r\n")[0], head
        if first:
            self.send(TEXT, first.encode())

    def _receive(self) -> None:
        data = self.line.recv(1 << 16)
        if not data:
            raise ConnectionResetError
        self.read += data

    def send(
        self, opcode: int, payload: bytes = b"", *, first: int = 0x80, masked: bool = True, rsv: int = 0
    ) -> None:
        """Write a frame; one that is refused before it has arrived may not arrive at all."""
        size = len(payload)
        long = struct.pack("!H", size) if size < 1 << 16 else struct.pack("!Q", size)
        length = bytes([size]) if size < 126 else bytes([126 if len(long) == 2 else 127]) + long
        mask = b"\x00\x00\x00\x00" if masked else b""
        frame = bytes([first | rsv | opcode, length[0] | (0x80 if masked else 0), *length[1:]]) + mask + payload
        with suppress(ConnectionError):
            self.line.sendall(frame)

    def closed_with(self) -> int | None:
        """Read until the server closes, and give its code; None if it went without a word."""
        try:
            while True:
                while len(self.read) < 2 or len(self.read) < sum(_head(self.read)):
                    self._receive()
                head, size = _head(self.read)
                opcode, payload, self.read = (
                    self.read[0] & 15,
                    self.read[head : head + size],
                    self.read[head + size :],
                )
                if opcode == CLOSE:
                    return int(struct.unpack("!H", payload[:2])[0])
        except ConnectionError:
            return None
        finally:
            self.line.close()


def _head(data: bytes) -> tuple[int, int]:
    """The length of a frame's head, and of what follows."""
    if data[1] == 127:
        return 10, struct.unpack("!Q", data[2:10])[0] if len(data) >= 10 else 1 << 40
    if data[1] == 126:
        return 4, struct.unpack("!H", data[2:4])[0] if len(data) >= 4 else 1 << 40
    return 2, data[1]


def _in_pieces(line: RawSocket) -> None:
    line.send(TEXT, b"{", first=0)
    for _ in range(40):
        line.send(CONTINUED, b" " * 1000, first=0)


def _bomb(line: RawSocket) -> None:
    packer = zlib.compressobj(wbits=-12)
    packed = packer.compress(b" " * MEGABYTES) + packer.flush(zlib.Z_SYNC_FLUSH)
    line.send(TEXT, packed[:-4], rsv=0x40)


DEFLATE = "Sec-WebSocket-Extensions: permessage-deflate"
BAD_FRAMES: dict[str, tuple[Callable[[RawSocket], None], set[int | None]]] = {
    "binary": (lambda line: line.send(BINARY, b"{}"), {VIOLATION}),
    "no letters": (lambda line: line.send(TEXT, b"\xff\xfe\x80"), {NO_LETTERS}),
    "half a surrogate": (lambda line: line.send(TEXT, b'{"do":"\xed\xa0\x80"}'), {NO_LETTERS}),
    "too large": (lambda line: line.send(TEXT, b" " * 17_000), {TOO_BIG}),
    "16 MiB": (lambda line: line.send(TEXT, b"[" * MEGABYTES), {TOO_BIG, None}),
    "too large in pieces": (_in_pieces, {TOO_BIG}),
    "16 MiB packed small": (_bomb, {TOO_BIG}),
    "not masked": (lambda line: line.send(TEXT, b"{}", masked=False), {PROTOCOL_ERROR}),
    "an unknown kind": (lambda line: line.send(3, b"{}"), {PROTOCOL_ERROR}),
    "reserved bits": (lambda line: line.send(TEXT, b"{}", rsv=0x30), {PROTOCOL_ERROR}),
    "the end of nothing": (lambda line: line.send(CONTINUED, b"{}"), {PROTOCOL_ERROR}),
    "a ping in pieces": (lambda line: line.send(PING, b"", first=0), {PROTOCOL_ERROR}),
    "a long ping": (lambda line: line.send(PING, b"x" * 200), {PROTOCOL_ERROR}),
    "a close that says nothing": (lambda line: line.send(CLOSE, b"x"), {PROTOCOL_ERROR}),
    "a close with a code of its own": (lambda line: line.send(CLOSE, struct.pack("!H", 999)), {PROTOCOL_ERROR}),
    "random bytes": (lambda line: line.line.sendall(b"\x8f" + random.Random(5).randbytes(4000)), {PROTOCOL_ERROR}),
}


@pytest.mark.parametrize("greeted", [False, True], ids=["first", "later"])
def test_frames_that_are_none_close_the_connection_with_a_code(board: Board, greeted: bool) -> None:
    first = hello(board.made["seats"]["0"]) if greeted else ""
    for name, (send, codes) in BAD_FRAMES.items():
        line = RawSocket(board, first, DEFLATE if "packed" in name else "")
        send(line)
        assert line.closed_with() in codes, name


def test_whoever_goes_in_the_middle_of_a_sentence_leaves_nothing_behind(board: Board) -> None:
    rng = random.Random(6)
    body = b'POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{"game":"quixo"}   '
    for number in range(60):
        if number % 2:
            line = RawSocket(board, hello(board.made["watch"]) if number % 4 == 1 else "")
            line.line.sendall(b"\x81\xfe\x10\x00"[: rng.randrange(5)])
            line.line.close()
        else:
            with socket.create_connection(("127.0.0.1", board.server.port)) as half:
                half.sendall(body[: rng.randrange(len(body))])

    async def wait_until_alone() -> None:
        async with asyncio.timeout(SECONDS), httpx.AsyncClient() as client:
            while not re.search(
                r"^tesserae_sockets 0\.0$", (await client.get(f"{board.url}/metrics")).text, re.MULTILINE
            ):
                await asyncio.sleep(0.1)

    asyncio.run(wait_until_alone())


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://[::1", "https://", "file://", "http://127.0.0.1"]
)
def test_the_page_of_another_site_is_refused(board: Board, origin: str) -> None:
    answer = httpx.post(f"{board.url}/api/tables", json={"game": "quixo"}, headers={"origin": origin})
    check_refusal(answer, 403, "server.origin")
    address = f"{board.url}/api/tables/{board.table}/socket".replace("http", "ws", 1)

    async def knock() -> InvalidStatus:
        with pytest.raises(InvalidStatus) as refused:
            await connect(address, additional_headers={"origin": origin})
        return refused.value

    response = asyncio.run(knock()).response
    assert response.status_code == 403
    assert json.loads(response.body or b"")["reason"]["key"] == "server.origin"
    assert_safe(httpx.Headers(list(response.headers.raw_items())))


HANDSHAKE = {
    "Host": "here", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}  # fmt: skip
NO_HANDSHAKES: dict[str, tuple[dict[str, str], set[int]]] = {
    "no upgrade": ({"Upgrade": "", "Connection": "close"}, {404}),
    "another upgrade": ({"Upgrade": "h2c", "Connection": "Upgrade, close"}, {404}),
    "no key": ({"Sec-WebSocket-Key": ""}, {400}),
    "a short key": ({"Sec-WebSocket-Key": "eA=="}, {400}),
    "no base64": ({"Sec-WebSocket-Key": "!" * 24}, {400}),
    "two keys": ({"sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ=="}, {400}),
    "an old version": ({"Sec-WebSocket-Version": "8"}, {400, 426}),
    "no number as a version": ({"Sec-WebSocket-Version": "\xb2"}, {400, 426}),
    "odd extensions": ({"Sec-WebSocket-Extensions": ';;=="'}, {400}),
    "a letter that is none": ({"Sec-WebSocket-Protocol": "\x01"}, {400}),
    "a body": ({"Content-Length": "5"}, {400}),
    "a body in pieces": ({"Transfer-Encoding": "chunked"}, {400}),
    "a long header": ({"X": "x" * 30_000}, {431}),
    "many headers": ({f"X{number}": "x" for number in range(1000)}, {431}),
}


def asked(line: str, odd: dict[str, str]) -> bytes:
    """A request for a WebSocket; what is empty is left out."""
    lines = [f"{name}: {value}" for name, value in (HANDSHAKE | odd).items() if value]
    return "\r\n".join([line, *lines, "", ""]).encode("latin-1")


def test_a_request_that_opens_no_websocket_is_answered_and_closed(board: Board) -> None:
    line = f"GET /api/tables/{board.table}/socket HTTP/1.1"
    for name, (odd, wanted) in NO_HANDSHAKES.items():
        received = raw_request(board, asked(line, odd) + b"hello")
        assert received.startswith(b"HTTP/1.1 "), name
        assert int(received.split()[1]) in wanted, name
    posted = raw_request(board, asked(line.replace("GET", "POST"), {}))
    assert int(posted.split()[1]) in (400, 405)


@pytest.mark.parametrize(
    "path", ["/api/games", "/api/tables", "/health", "/metrics", "/", "/nothing", "/api/tables/x/socket/"]
)
def test_there_is_a_websocket_at_no_other_address(board: Board, path: str) -> None:
    head, _, body = raw_request(board, asked(f"GET {path} HTTP/1.1", {})).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 404 ")
    assert json.loads(body)["reason"]["key"] == "server.no_page"
