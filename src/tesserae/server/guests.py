"""Whoever is connected to a table, as its house sees them: a right, a way to be told things, nothing more."""

from collections.abc import Callable
from dataclasses import dataclass

from tesserae.server import protocol, views
from tesserae.server.decisions import Who
from tesserae.server.protocol import AnyServerMessage, encode_message
from tesserae.server.table import Table
from tesserae.server.tokens import fits
from tesserae.words import Refused, Sentence

RESTARTING = 1012
"""The close code that tells a client to come back soon."""
VIOLATION = 1008
NOT_ALLOWED = 4403
NO_TABLE = 4404
TOO_MANY = 4429


@dataclass(eq=False)
class Guest:
    """One connection to one table."""

    who: Who
    language: str
    send: Callable[[bytes], None]
    close: Callable[[int, str], None]
    lag: int = 0
    """Milliseconds there and back, as measured by the house."""
    is_asking: bool = False
    """Whether the house still thinks about a question of this guest: one at a time."""

    def tell(self, message: AnyServerMessage) -> None:
        """Send a message."""
        self.send(encode_message(message))

    def refuse(self, command: str | None, sentence: Sentence, *, is_stale: bool = False) -> None:
        """Say why something was refused, in the guest's language."""
        self.tell(protocol.Refusal(command, views.reason(sentence, self.language), is_stale))


def right_of(table: Table, hello: protocol.Hello) -> Who:
    """Find out who somebody is by his tokens; refuse whoever has no right to be here."""
    if hello.version != protocol.VERSION:
        raise Refused("server.version", version=hello.version, own=protocol.VERSION)
    is_owner = fits(hello.owner, table.created.owner)
    for number, seat in enumerate(table.seats):
        if fits(hello.token, seat.token):
            return Who(number, is_owner)
    if is_owner or (table.watchable and fits(hello.token, table.created.watch)):
        return Who(None, is_owner)
    raise Refused("server.no_right")
