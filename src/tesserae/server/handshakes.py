"""WebSockets as uvicorn has them, except that whoever asks for one in a wrong way is answered."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_NO_REQUEST = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class AnsweredHandshakes(WebSocketsSansIOProtocol):
    """Ends what uvicorn would leave open for ever: a request with a body, with too long or too many headers."""

    def data_received(self, data: bytes) -> None:
        """Take bytes; if they are no request for a WebSocket, say so and close."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()) or _NO_REQUEST)
            self.transport.close()
