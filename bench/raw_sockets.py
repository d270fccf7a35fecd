"""A client for load tests: WebSockets and HTTP with as little work for a message as Python allows.

Frames are cut out of what arrives and handed on as bytes. A mask of zeros leaves what is sent as it is.
"""

import asyncio
import zlib
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
COMPRESSED = 0x40
_SHORT, _LONG = 126, 127
_MASK = bytes(4)


class RawSocket(asyncio.Protocol):
    """One WebSocket; `hear` is called with every message of text."""

    def __init__(self, path: str, hear: Callable[[bytes], None], *, compressed: bool) -> None:
        """Ask for a path; `compressed` is what every browser asks for."""
        self.hear = hear
        self.closed_with: int | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._path, self._compressed = path, compressed
        self._inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        self._waiting = bytearray()
        self._is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast("asyncio.Transport", transport)
        extension = "Sec-WebSocket-Extensions: permessage-deflate\r\n" if self._compressed else ""
        self._transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n{extension}\r\n".encode()
        )

    def connection_lost(self, problem: Exception | None) -> None:
        """Note that it is over."""
        self.closed_with = self.closed_with or 1006
        if not self.opened.done():
            self.opened.set_exception(problem or ConnectionResetError(self._path))

    def data_received(self, data: bytes) -> None:
        """Cut whole frames out of what has come so far."""
        waiting = self._waiting
        waiting += data
        at = 0 if self._is_open else self._read_answer()
        while at is not None and len(waiting) - at >= 2:
            length, start = waiting[at + 1], at + 2
            if length == _SHORT:
                length, start = int.from_bytes(waiting[start : start + 2]), start + 2
            elif length == _LONG:
                length, start = int.from_bytes(waiting[start : start + 8]), start + 8
            if len(waiting) < start + length:
                break
            self._take(waiting[at], bytes(waiting[start : start + length]))
            at = start + length
        if at:
            del waiting[:at]

    def _read_answer(self) -> int | None:
        end = self._waiting.find(b"\r\n\r\n")
        if end < 0:
            return None
        if not self._waiting.startswith(b"HTTP/1.1 101"):
            self.opened.set_exception(ConnectionRefusedError(bytes(self._waiting[:end]).decode()))
            self._transport.close()
            return None
        self._is_open = True
        if not self.opened.done():
            self.opened.set_result(None)
        return end + 4

    def _take(self, first: int, data: bytes) -> None:
        kind = first & 15
        if kind == TEXT:
            self.hear(self._inflater.decompress(data + b"\0\0\xff\xff") if first & COMPRESSED else data)
        elif kind == PING:
            self._send(PONG, data)
        elif kind == CLOSE:
            self.closed_with = int.from_bytes(data[:2])
            self.close()

    def send(self, data: bytes) -> None:
        """Send a message of text."""
        self._send(TEXT, data)

    def _send(self, kind: int, data: bytes) -> None:
        size = len(data)
        length = bytes([0x80 | size]) if size < _SHORT else bytes([0x80 | _SHORT]) + size.to_bytes(2)
        self._transport.write(bytes([0x80 | kind]) + length + _MASK + data)

    def close(self) -> None:
        """Go away without a word."""
        self._transport.close()


async def open_socket(port: int, path: str, hear: Callable[[bytes], None], *, compressed: bool) -> RawSocket:
    """Connect, and wait until messages may be sent."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: RawSocket(path, hear, compressed=compressed), "127.0.0.1", port
    )
    await socket.opened
    return socket


class Poster:
    """A connection over which bodies are sent to one path, one after the other."""

    def __init__(self, port: int, path: str) -> None:
        """Prepare to connect."""
        self._port, self._path = port, path
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._turn = asyncio.Lock()

    async def post(self, body: bytes) -> bytes:
        """Send a body and wait for the answer."""
        async with self._turn:
            if self._streams is None:
                self._streams = await asyncio.open_connection("127.0.0.1", self._port)
            reader, writer = self._streams
            head = f"POST {self._path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            answer = (await reader.readuntil(b"\r\n\r\n")).lower()
            length = int(answer.split(b"content-length:")[1].split(b"\r\n")[0])
            return await reader.readexactly(length)
