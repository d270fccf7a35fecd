"""What server processes send each other about clients that are connected to one and play at a table of another."""

from typing import TypeAlias

import msgspec


class BusMessage(msgspec.Struct, frozen=True, tag_field="is"):
    """Anything that goes over the bus."""


class Attach(BusMessage, frozen=True, tag="attach"):
    """A client has come to a table of yours; what is for it goes to `home`."""

    connection: str
    home: str
    table: str
    hello: str


class Frame(BusMessage, frozen=True, tag="frame"):
    """The client sent a message."""

    connection: str
    data: str
    lag: int


class Detach(BusMessage, frozen=True, tag="detach"):
    """The client has gone."""

    connection: str


class Deliver(BusMessage, frozen=True, tag="deliver"):
    """Something for a client of yours."""

    connection: str
    data: str


class Shut(BusMessage, frozen=True, tag="shut"):
    """A client of yours has to go."""

    connection: str
    code: int
    reason: str


class Request(BusMessage, frozen=True, tag="request"):
    """Something asked over HTTP about a table of yours: a seat, or with an empty body the record."""

    id: str
    home: str
    table: str
    body: str


class Reply(BusMessage, frozen=True, tag="reply"):
    """The answer, or why it was refused: a sentence by its key and values."""

    id: str
    body: str
    refused: str = ""


AnyBusMessage: TypeAlias = Attach | Frame | Detach | Deliver | Shut | Request | Reply
_decoder = msgspec.json.Decoder(AnyBusMessage)


def decode_bus_message(data: bytes) -> AnyBusMessage:
    """Read what another process sent."""
    message: AnyBusMessage = _decoder.decode(data)
    return message
