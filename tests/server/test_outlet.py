"""What a client is sent goes out at once where it can, and never overtakes what waits."""

import asyncio

from tesserae.server.sockets import MOST_WAITING, TOO_SLOW, Outlet


class Line:
    """A line that takes messages until it is told not to."""

    def __init__(self) -> None:
        self.is_free = True
        self.sent: list[bytes] = []

    def send(self, data: bytes) -> bool:
        if self.is_free:
            self.sent.append(data)
        return self.is_free


async def writing(outlet: Outlet, line: Line) -> None:
    """Take what waits, as the writer of a connection does, a little later."""
    while taken := await outlet.next():
        await asyncio.sleep(0)
        line.sent += taken


async def settle() -> None:
    for _ in range(6):
        await asyncio.sleep(0)


def test_messages_keep_their_order() -> None:
    async def send_all() -> list[bytes]:
        line = Line()
        outlet = Outlet(line.send)
        writer = asyncio.create_task(writing(outlet, line))
        for number in range(60):
            line.is_free = number % 7 not in (2, 3)
            outlet.send(b"%d" % number)
            if number % 3 == 0:
                await asyncio.sleep(0)
        await settle()
        writer.cancel()
        return line.sent

    assert asyncio.run(send_all()) == [b"%d" % number for number in range(60)]


def test_nothing_is_sent_at_once_before_the_writer_is_there_or_after_the_end() -> None:
    async def send_some() -> tuple[list[bytes], list[bytes]]:
        line = Line()
        outlet = Outlet(line.send)
        outlet.send(b"early")
        early = list(line.sent)
        writer = asyncio.create_task(writing(outlet, line))
        await settle()
        outlet.close(1000, "")
        outlet.send(b"late")
        await writer
        return early, line.sent

    assert asyncio.run(send_some()) == ([], [b"early", b"late"])


def test_a_client_that_reads_nothing_is_sent_away() -> None:
    async def send_much() -> tuple[int, str] | None:
        line = Line()
        outlet = Outlet(line.send)
        line.is_free = False
        for number in range(MOST_WAITING + 1):
            outlet.send(b"%d" % number)
        return outlet.closing

    assert asyncio.run(send_much()) == (TOO_SLOW, "too slow")
