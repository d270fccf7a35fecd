"""WebSockets as uvicorn has them, but wrong handshakes are answered, and what can be sent at once is.

The usual way of a message leads through a task and several layers; here the application may hand it over directly.
"""

from typing import cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

AT_ONCE = "tesserae.at_once"
"""Where an application finds `send_at_once`: among the extensions of its scope."""
_NO_REQUEST = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_TEXT = 0x81
"""The first byte of a frame that is a whole text, not compressed."""
MOST_SHORT = 125
"""Bytes of a text whose length fits into the second byte; to compress it would be no gain."""


class AnsweredHandshakes(WebSocketsSansIOProtocol):
    """Ends what uvicorn would leave open for ever: a request with a body, with too long or too many headers."""

    def data_received(self, data: bytes) -> None:
        """Take bytes; if they are no request for a WebSocket, say so and close."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()) or _NO_REQUEST)
            self.transport.close()

    async def run_asgi(self) -> None:
        """Tell the application of the short way."""
        cast("dict[str, object]", self.scope["extensions"])[AT_ONCE] = self.send_at_once
        await super().run_asgi()

    def send_at_once(self, text: bytes) -> bool:
        """Send a text, if the connection is open and the client reads what it is sent; say whether it was sent."""
        is_open = self.handshake_complete and not self.disconnected and not self.close_sent
        if not is_open or self.conn.state is not State.OPEN or not self.writable.is_set():
            return False
        if len(text) <= MOST_SHORT:
            self.transport.write(bytes((_TEXT, len(text))) + text)
        else:
            self.conn.send_text(text)
            self.transport.write(b"".join(self.conn.data_to_send()))
        return True
