"""Two houses with one table each, played in step, that differ only in what one viewer may not know.

In the second house the match has another truth: everything hidden from the viewer is drawn anew by `determinize`.
Both are given the same messages, and whatever the viewer is sent must be the same, byte for byte. A move that is
possible in one truth alone, or that shows the viewer something, makes it necessary to look for another truth; the
end of a round shows everything, so for that moment both have the same.
"""

import asyncio
import base64
import itertools
import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np
import pytest

from tesserae.bots import Budget, new_generator
from tesserae.games.game import Game
from tesserae.kernel import single
from tesserae.kernel.rules import States
from tesserae.match import Deal, Match
from tesserae.match.events import Event
from tesserae.match.match import SPECTATOR
from tesserae.server import duties, metrics, protocol, setup
from tesserae.server.app import Service
from tesserae.server.decisions import Who
from tesserae.server.duties import Thoughts
from tesserae.server.events import ClockRule, Created
from tesserae.server.guests import Guest
from tesserae.server.house import Live
from tesserae.server.store import Row, Store, TableRow
from tesserae.server.table import Table
from tesserae.server.tokens import digest
from tesserae.words import Refused
from variants import game_of

Viewer = int | None
"""A seat, or None for whoever only looks on."""

LOOKING_ON = ("spectator", "owner")
TRIES = 80
"""Truths that are looked at to find one that allows a move."""
LEVELS = ("", "random", "beginner", "casual")
"""Stand-ins that think alike however fast the machine is."""


class Leak(AssertionError):
    """A viewer was sent something that depends on what he may not know."""


# --- another truth -----------------------------------------------------------------------------------------


class Twin(Match):
    """A match like another one up to now, from whose present position on another truth holds."""

    _since: int | None
    _other: States
    _other_end: States | None

    @classmethod
    def of(cls, truth: Match, other: States, other_end: States | None) -> "Twin":
        """Let another truth hold from now on, and of the end of the last round too."""
        twin = cls.__new__(cls)
        twin.__dict__.update(truth.copy().__dict__)
        twin._since, twin._other, twin._other_end = len(truth.deeds), other, other_end
        twin._go_apart()
        return twin

    def _go_apart(self) -> None:
        self._states, self._ended_round = self._other.copy(), self._other_end

    @property
    def is_apart(self) -> bool:
        """Whether it still has a truth of its own, or has been taken back to the time before."""
        return self._since is not None

    def copy(self) -> "Twin":
        twin = type(self).__new__(type(self))
        twin.__dict__.update(super().copy().__dict__)
        twin._since, twin._other, twin._other_end = self._since, self._other, self._other_end
        twin._replay(self._events)
        return twin

    def _replay(self, events: Sequence[Event]) -> None:
        deeds = [event for event in events if not isinstance(event, Deal)]
        if self._since is not None and len(deeds) < self._since:
            self._since = None
        self._restart()
        for number, event in enumerate([None, *deeds]):
            if event is not None:
                self.repeat_event(event)
            if number == self._since:
                self._go_apart()


# --- a house ------------------------------------------------------------------------------------------------


class Shelf(Store):
    """A store that keeps only what anybody may be told, and keeps it at once."""

    def __init__(self) -> None:
        self.process = "here"
        self.rows: dict[str, TableRow] = {}
        self.bodies: list[str] = []

    async def create(self, table: TableRow, rows: list[Row]) -> None:
        await self.append(1, table, rows)

    async def append(self, epoch: int, table: TableRow, rows: list[Row]) -> None:
        self.rows[table.id] = table
        self.bodies += [row.body for row in rows]

    async def summaries(self, tables: list[str]) -> list[str]:
        return [self.rows[table].summary for table in tables if table in self.rows]

    async def lobby(self, since: int, most: int) -> list[str]:
        return [row.summary for row in self.rows.values() if row.is_open]

    def close(self) -> None:
        pass


class World:
    """A house with one table, whose guests remember all they were sent."""

    def __init__(self, created: Created, tokens: protocol.TableCreated, now: Callable[[], int]) -> None:
        self.shelf = Shelf()
        thoughts = Thoughts(hint=Budget(iterations=24), review=Budget(iterations=8))
        self.service = Service(self.shelf, thoughts=thoughts)
        self.service.house.now = now
        self.watched: Sequence[str] = ()
        show = self.service.house.show

        def show_watched(live: Live, guests: set[Guest] | None = None) -> None:
            watched = {self.guests[key] for key in self.watched if key in self.guests}
            show(live, watched if guests is None else guests)

        setattr(self.service.house, "show", show_watched)  # noqa: B010  # the others need not be shown everything
        self.created, self.tokens = created, tokens
        self._ids = itertools.count()
        self.guests: dict[str, Guest] = {}
        """Those who are connected, by the names that we give them."""
        self.heard: dict[str, list[bytes]] = {}
        self.live: Live

    async def open(self) -> None:
        await self.service.house.store_new(self.tokens.table, self.created)
        self.live = await self.service.house.own(self.tokens.table)

    @property
    def table(self) -> Table:
        return self.live.table

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    async def enter(self, key: str, hello: protocol.Hello) -> None:
        """Let somebody in under a name of ours; one who is there already comes again."""
        self.go(key)
        heard = self.heard.setdefault(key, [])
        guest = self.guests[key] = Guest(
            Who(None),
            hello.language,
            heard.append,
            lambda code, why: heard.append(f"closed {code} {why}".encode()),
        )
        try:
            await self.service.reception.attach(self.live, hello, guest)
        except Refused as refused:
            del self.guests[key]
            heard.append(f"not let in: {refused}".encode())
        await self.settle()

    def go(self, key: str) -> None:
        """Let somebody go."""
        if key in self.guests:
            self.service.reception.detach(self.live, self.guests.pop(key))

    async def say(self, key: str, frame: bytes) -> None:
        """Let somebody send a message, and wait until all that follows from it has happened."""
        if key in self.guests:
            await self.service.reception.receive(self.live, self.guests[key], frame)
        await self.settle()

    async def command(self, key: str, do: str, **more: Any) -> dict[str, Any]:
        """Let somebody give a command or ask a question, and return the answer."""
        message = {"do": do, "id": f"c{next(self._ids)}", **more}
        if do not in ("hint", "answers", "review", "history"):
            message.setdefault("seq", self.table.seq)
        before = len(self.heard[key])
        await self.say(key, json.dumps(message).encode())
        answers = [json.loads(data) for data in self.heard[key][before:] if data.startswith(b"{")]
        (answer,) = [answer for answer in answers if answer.get("id") == message["id"]]
        return dict(answer)

    async def look_after(self) -> None:
        """Let the house do what is due."""
        async with self.live.lock:
            self.service.house.look_after(self.live)
        await self.settle()

    async def settle(self) -> None:
        for _ in range(3):
            await asyncio.sleep(0)
        while waiting := [task for task in self.service.house._tasks if not task.done()]:
            await asyncio.wait(waiting)
            await asyncio.sleep(0)
        for key, heard in self.heard.items():
            if heard and heard[-1].startswith(b"closed"):
                self.go(key)

    async def asked_over_http(self) -> list[str]:
        """Ask whatever anybody may ask who knows the table's id."""
        house, table = self.service.house, self.tokens.table
        try:
            record = await self.service.reception.record(table)
        except Refused as refused:
            record = str(refused)
        told = [await house.summaries([table]), await house.lobby()]
        return [record, *(msgspec.json.encode(answer).decode() for answer in told)]

    def close(self) -> None:
        self.service.house.drop(self.live)
        self.service.caretaker.close()


# --- two of them --------------------------------------------------------------------------------------------


class Stage:
    """What is the same in both houses though it is random elsewhere, and when the house may move by itself."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.moving: Table | None = None
        self.action: int | None = None
        """What the house plays for a seat that is not the viewer's; None: what it thinks best."""
        house_player, think = duties.house_player, duties.think

        def player_on_stage(table: Table) -> str | None:
            return house_player(table) if table is self.moving else None

        def think_on_stage(table: Table, level: str) -> Callable[[], int]:
            self.moving, action = None, self.action
            work = think(table, level)
            return work if action is None else lambda: action

        self.house_player, self.think = house_player, think
        monkeypatch.setattr(duties, "house_player", player_on_stage)
        monkeypatch.setattr(duties, "think", think_on_stage)
        monkeypatch.setattr(duties, "new_generator", lambda _seed: new_generator(7))
        monkeypatch.setattr("tesserae.server.table.commitment", lambda _table, _secret: "c0" * 32)


class Pair:
    """One match in two truths, as one viewer after the other sees it."""

    def __init__(self, stage: Stage, game: Game, seed: int) -> None:
        self.stage, self.game = stage, game
        self.rng = random.Random(seed)
        self.generator = np.array([seed, 11, 12, 13], np.uint64)
        self.now = 1_700_000_000_000
        self.viewer: Viewer = None
        self.compared = 0
        self.seen: Counter[str] = Counter()
        """What was compared: types of messages, reasons of refusals."""
        self.told: list[bytes] = []
        """Everything that anybody was sent in the first house before the end."""
        self._ids = itertools.count()
        self._frames: list[tuple[str, bytes]] = []
        wanted = self._wanted()
        created, tokens = setup.created_event("T" * 22, wanted)
        self.truth, self.guess = (
            World(msgspec.structs.replace(created, secret=self.rng.randbytes(32).hex()), tokens, lambda: self.now)
            for _ in range(2)
        )
        self.worlds = self.truth, self.guess

    def _wanted(self) -> protocol.NewTable:
        rng, game = self.rng, self.game
        clocks = [
            ClockRule(),
            ClockRule(),
            ClockRule("turn", 30),
            ClockRule("player", 60, 5),
            ClockRule("days", 1),
        ]
        return protocol.NewTable(
            game.name,
            game.options_dict(),
            [protocol.NewSeat(name=f"player {seat}") for seat in range(game.players)],
            clock=rng.choice(clocks),
            on_timeout=rng.choice(["bot", "skip"]) if game.idle_moves else "bot",
            public=True,
            team_chat=rng.random() < 0.5,
        )

    @property
    def keys(self) -> list[str]:
        """Everybody who is connected or was."""
        return [*(f"seat {seat}" for seat in range(self.game.players)), *LOOKING_ON]

    @property
    def watched(self) -> Sequence[str]:
        """Where the viewer is told things."""
        return LOOKING_ON if self.viewer is None else [f"seat {self.viewer}"]

    @property
    def over(self) -> bool:
        return self.truth.match.over

    def hello(self, key: str) -> protocol.Hello:
        tokens = self.truth.tokens
        owner = tokens.owner if key in ("owner", "seat 0") else ""
        token = tokens.seats[key[5:]] if key.startswith("seat") else tokens.watch if key == "spectator" else ""
        return protocol.Hello(token, owner, language="de" if key == "seat 1" else "en")

    # --- the beginning -------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Open both tables, let everybody in, and start; the first deal too is another in the second house."""
        for world in self.worlds:
            await world.open()
        for key in self.keys:
            await self.enter(key)
        self.viewer = self._any_viewer()
        setattr(self.guess.table, "_start", self._start_apart)  # noqa: B010  # it is a method for everybody else
        for seat in self.rng.sample(range(self.game.players), self.game.players):
            await self.send(f"seat {seat}", "ready", share=self.rng.randbytes(8).hex())
        await self.both(World.settle)

    def _start_apart(self) -> None:
        self.guess.table.match = self.truth.match.copy()
        self.part()

    def _any_viewer(self) -> Viewer:
        viewers: list[Viewer] = [None, *range(self.game.players)]
        return self.rng.choice(viewers)

    # --- one truth or two ----------------------------------------------------------------------------------

    @property
    def is_apart(self) -> bool:
        """Whether there are two truths now."""
        match = self.guess.table.match
        return isinstance(match, Twin) and match.is_apart

    def sight(self, states: States) -> bytes:
        """What the viewer may know of a state."""
        return single.mask(states, SPECTATOR if self.viewer is None else self.viewer).tobytes()

    def part(self, action: int | None = None) -> bool:
        """Look for another truth; with a move, for one in which it is legal and shows the viewer the same."""
        seat = SPECTATOR if self.viewer is None else self.viewer
        truth = self.truth.match.states
        known = single.mask(truth, seat)
        if single.mover(truth) < 0:
            return False
        for _ in range(TRIES):
            other = single.determinize(known, seat, self.generator)
            if other.tobytes() != truth.tobytes() and (action is None or self._allows(truth, other, action)):
                end = self.truth.match._ended_round
                if end is not None:
                    end = single.determinize(single.mask(end, seat), seat, self.generator)
                self.guess.table.match = Twin.of(self.truth.match, other, end)
                return True
        return False

    def look_with_other_eyes(self) -> None:
        """Let somebody else be the viewer."""
        self.viewer = self._any_viewer()
        if not self.part():
            self.unite()

    def unite(self) -> None:
        """Let the truth be known in both houses."""
        self.guess.table.match = self.truth.match.copy()

    def _allows(self, truth: States, other: States, action: int) -> bool:
        """Say whether a move is possible in both truths, ends neither, and shows the viewer the same."""
        if not single.is_legal(other, action):
            return False
        truth, other, is_own = truth.copy(), other.copy(), single.mover(truth) == self.viewer
        single.apply(truth, action)
        single.apply(other, action)
        if single.mover(truth) < 0 or single.mover(other) < 0:
            return False
        return not is_own or self.sight(truth) == self.sight(other)

    def make_room_for(self, action: int) -> None:
        """See to it that a legal move can be made in both houses."""
        if not self._allows(self.truth.match.states, self.guess.match.states, action) and not self.part(action):
            self.unite()

    # --- doing the same in both ----------------------------------------------------------------------------

    async def both(self, do: Callable[[World], Any]) -> None:
        """Do something in both houses, and compare what the viewer was sent."""
        for world in self.worlds:
            world.watched = self.watched
            await do(world)
        self.compare()

    async def enter(self, key: str) -> None:
        await self.both(lambda world: world.enter(key, self.hello(key)))

    async def send(self, key: str, do: str, *, seq: int | None = None, **more: Any) -> None:
        """Let somebody send a message in both houses."""
        message = {"do": do, "id": f"c{next(self._ids)}", **more}
        if do not in ("hint", "answers", "review", "history"):
            message["seq"] = self.truth.table.seq if seq is None else seq
        await self.send_frame(key, json.dumps(message).encode())

    async def send_frame(self, key: str, frame: bytes) -> None:
        self._frames.append((key, frame))
        await self.both(lambda world: world.say(key, frame))

    async def play(self, key: str, action: int | str, **more: Any) -> None:
        """Let a seat make a move, legal or not: in both houses, or, if that cannot be, in none."""
        seat = int(key[5:])
        try:
            number = self.truth.match.checked_move(action, seat)
        except Refused:
            if seat != self.viewer and not self._is_refused(action, seat):
                return
        else:
            self.make_room_for(number)
        await self.send(key, "play", move=action, **more)

    def _is_refused(self, action: int | str, seat: int) -> bool:
        try:
            self.guess.match.checked_move(action, seat)
        except Refused:
            return True
        return False

    async def let_house_move(self) -> None:
        """Let a bot or stand-in move; for the viewer it does what it thinks best, for others anything."""
        table = self.truth.table
        level, seat = self.stage.house_player(table), table.mover
        if level is None or seat is None:
            return
        if seat == self.viewer:
            self.stage.action, action = None, self.stage.think(table, level)()
        else:
            self.stage.action = action = self.rng.choice(self.truth.match.legal())
        self.make_room_for(action)

        async def move(world: World) -> None:
            self.stage.moving = world.table
            await world.look_after()
            self.stage.moving = None

        await self.both(move)
        self.seen["house moves"] += 1
        self.seen["house moves for the viewer"] += seat == self.viewer and self.is_apart

    # --- comparing -----------------------------------------------------------------------------------------

    def compare(self) -> None:
        """Compare what the viewer was sent; forget what the others were."""
        is_over = self.truth.table.phase == "over"
        is_apart = self.is_apart or self.truth.table.phase == "waiting"
        for key in self.keys:
            true, other = (world.heard.get(key, []) for world in self.worlds)
            if key in self.watched and is_apart:
                self._compare(key, true, other)
            if not is_over:
                self.told += true
            true.clear()
            other.clear()
        rows = [world.shelf.rows.get(self.truth.tokens.table) for world in self.worlds]
        if is_apart and rows[0] != rows[1]:
            raise Leak(f"the list of tables: {rows}")

    def _compare(self, key: str, true: list[bytes], other: list[bytes]) -> None:
        if true != other:
            first = next((pair for pair in itertools.zip_longest(true, other) if pair[0] != pair[1]), None)
            raise Leak(f"{key} at {self.game!r} after {self._frames[-1:]}: {first}")
        for data in true:
            if data.startswith(b"{"):
                self.compared += 1
                message = json.loads(data)
                self.seen[message["type"]] += 1
                if message["type"] == "refused":
                    self.seen[message["reason"]["key"]] += 1

    async def compare_http(self) -> None:
        """Compare what anybody is told who asks over HTTP."""
        answers = [await world.asked_over_http() for world in self.worlds]
        if self.is_apart and answers[0] != answers[1]:
            raise Leak(f"over HTTP: {answers}")
        if not self.over:
            self.told += [answer.encode() for answer in answers[0]]

    def secrets(self) -> list[bytes]:
        """List everything that nobody may ever be sent before the end, in all the ways it could be written."""
        created, tokens, match = self.truth.created, self.truth.tokens, self.truth.match
        assert isinstance(match.seed, bytes)
        random_bytes = [bytes.fromhex(created.secret), match.seed]
        given = [tokens.owner, tokens.watch, *tokens.seats.values()]
        written = [
            code(data) for data in random_bytes for code in (_hex, base64.b64encode, base64.urlsafe_b64encode)
        ]
        return [
            *(text.rstrip(b"=") for text in written),
            *(token.encode() for token in given),
            *(digest(token).encode() for token in given),
        ]

    def close(self) -> None:
        for world in self.worlds:
            world.close()


def _hex(data: bytes) -> bytes:
    return data.hex().encode()


# --- what is done -------------------------------------------------------------------------------------------


async def play_pair(pair: Pair, steps: int, wanted: int) -> None:
    """Do so many things at random, fewer if the match ends or enough messages were compared."""
    failures = _failures()
    try:
        await pair.begin()
        for number in range(steps):
            if pair.over or pair.compared >= wanted:
                break
            if number % 25 == 24:
                pair.look_with_other_eyes()
            elif not pair.is_apart:
                pair.part()
            await one_step(pair)
        await pair.compare_http()
        told = b"\n".join(pair.told)
        for secret in pair.secrets():
            if secret in told:
                raise Leak(f"{secret!r} was sent before the end")
    finally:
        pair.close()
    assert _failures() == failures, "something failed in the house"


def _failures() -> float:
    return sum(
        sample.value
        for metric in metrics.FAILURES.collect()
        for sample in metric.samples
        if sample.name.endswith("_total")
    )


async def one_step(pair: Pair) -> None:
    """Do one of all the things that can be done at a table; the viewer does most of them."""
    rng, table = pair.rng, pair.truth.table
    if pair.stage.house_player(table) is not None and rng.random() < 0.6:
        await pair.let_house_move()
        return
    step = rng.choices(list(STEPS), list(STEPS.values()))[0]
    seat = rng.randrange(pair.game.players)
    if pair.viewer is not None and rng.random() < 0.6:
        seat = pair.viewer
    key = f"seat {seat}"
    if pair.viewer is None and rng.random() < 0.2:
        key = rng.choice(LOOKING_ON)
    await step(pair, key)


async def _move(pair: Pair, _key: str) -> None:
    """The player to move makes a legal move, one that is legal in both truths if there is any."""
    match, rng = pair.truth.match, pair.rng
    if match.mover is None:
        return
    legal = match.legal()
    in_both = [action for action in legal if single.is_legal(pair.guess.match.states, action)]
    action = rng.choice(in_both if in_both and rng.random() < 0.5 else legal)
    await pair.play(f"seat {match.mover}", match.text(action) if rng.random() < 0.3 else action)


async def _bad_move(pair: Pair, key: str) -> None:
    """A move that is most probably not legal, most often of the player to move."""
    match, rng = pair.truth.match, pair.rng
    if match.mover is not None and rng.random() < 0.7:
        key = f"seat {match.mover}"
    if not key.startswith("seat"):
        return
    near = rng.choice(match.legal() or [0]) + rng.randint(-60, 60)
    number = rng.choice([near, near, near, rng.randrange(single.space(match.states)), single.space(match.states)])
    text = match.text(number) if 0 <= number < single.space(match.states) else "nonsense"
    piece = text.split(" @ ")[0]
    moves: list[int | str] = [max(0, number), text, piece, *match.game.idle_moves, "1"]
    await pair.play(key, rng.choice(moves))


async def _stale(pair: Pair, key: str) -> None:
    if key.startswith("seat"):
        seq = max(0, pair.truth.table.played_seq - pair.rng.randint(1, 3))
        legal = pair.truth.match.legal()
        await pair.send(key, "play", seq=seq, move=pair.rng.choice(legal) if legal else 0)


async def _future(pair: Pair, key: str) -> None:
    await pair.send(key, "say", seq=pair.truth.table.seq + 5, text="I shall say")


async def _again(pair: Pair, _key: str) -> None:
    key, frame = pair.rng.choice(pair._frames[-10:])
    message = json.loads(frame) if frame.startswith(b'{"do"') else {}
    if message.get("id") and message["do"] != "play":
        await pair.send_frame(key, frame)


async def _ask(pair: Pair, key: str) -> None:
    wish = pair.rng.choice(["undo", "undo", "undo", "pause", "draw", "rematch"])
    await pair.send(key, "ask", wish=wish)


async def _answer(pair: Pair, _key: str) -> None:
    """Somebody whose answer is wanted gives it; or everybody agrees."""
    agrees = pair.rng.random() < 0.8
    wish = pair.rng.choice([*pair.truth.table.wishes, "undo", "draw", "pause"])
    for seat in range(pair.game.players) if agrees else [0]:
        await pair.send(f"seat {seat}", "answer", wish=wish, agrees=agrees)


async def _undo(pair: Pair, key: str) -> None:
    """Somebody takes back, and everybody agrees."""
    await pair.send(key, "ask", wish="undo")
    for seat in range(pair.game.players):
        if "undo" in pair.truth.table.wishes:
            pair.seen["undo by consent"] += pair.is_apart
            await pair.send(f"seat {seat}", "answer", wish="undo", agrees=True)


async def _say(pair: Pair, key: str) -> None:
    await pair.send(key, "say", text=f"word {pair.rng.random()}", to_team=pair.rng.random() < 0.3)


async def _react(pair: Pair, key: str) -> None:
    await pair.send(key, "react", reaction=pair.rng.choice(["wow", "oops", "hurry"]))


async def _query(pair: Pair, key: str) -> None:
    await pair.send(key, pair.rng.choice(["history", "history", "review"]))
    await pair.compare_http()


async def _hint(pair: Pair, key: str) -> None:
    mover = pair.truth.match.mover
    await pair.send(f"seat {mover}" if mover is not None and pair.rng.random() < 0.7 else key, "hint")


async def _come_again(pair: Pair, key: str) -> None:
    for each in {key, pair.rng.choice(pair.watched)}:
        await pair.enter(each)


async def _go_and_come(pair: Pair, key: str) -> None:
    """Somebody is gone for a moment; whoever comes back as a spectator sees no more than one."""

    async def go(world: World) -> None:
        world.go(key)
        await world.settle()

    await pair.both(go)
    await _time(pair, key)
    await pair.enter(key)


async def _leave(pair: Pair, key: str) -> None:
    """Somebody leaves, and the others put a stand-in in his place."""
    await pair.send(key, "leave")
    level = pair.rng.choice(LEVELS)
    others = [f"seat {seat}" for seat in range(pair.game.players) if f"seat {seat}" != key]
    if key.startswith("seat") and others and pair.rng.random() < 0.7:
        await pair.send(others[0], "ask", wish="replace", about=int(key[5:]), level=level)
        for other in others:
            if "replace" in pair.truth.table.wishes:
                await pair.send(other, "answer", wish="replace", agrees=True)


async def _return(pair: Pair, _key: str) -> None:
    for seat, place in enumerate(pair.truth.table.seats):
        if place.is_away or place.stand_in is not None:
            await pair.send(f"seat {seat}", "return")


async def _replace(pair: Pair, key: str) -> None:
    about = pair.rng.randrange(pair.game.players + 1)
    await pair.send(key, "ask", wish="replace", about=about, level=pair.rng.choice([*LEVELS, "nobody"]))


async def _manage(pair: Pair, key: str) -> None:
    """What only the owner may do, by anybody."""
    if pair.rng.random() < 0.5:
        await pair.send(key, "staff", seat=pair.rng.randrange(8), level="random")
    else:
        await pair.send("owner", "watch", allowed=False)
        await pair.enter("spectator")
        await pair.send(pair.rng.choice(["owner", "seat 0"]), "watch", allowed=True)
        await pair.enter("spectator")


async def _ready(pair: Pair, key: str) -> None:
    await pair.send(key, "ready", share="00")


async def _resume(pair: Pair, key: str) -> None:
    await pair.send(key, "resume")


async def _resign(pair: Pair, key: str) -> None:
    if pair.rng.random() < 0.05:
        pair.unite()  # it ends the match, and then everybody sees everything
        await pair.send(key, "resign")


async def _time(pair: Pair, _key: str) -> None:
    """Time passes, and somebody's may run out."""
    pair.now += pair.rng.choice([1, 500, 5_000, 29_000, 40_000])
    await pair.both(World.look_after)


async def _nonsense(pair: Pair, key: str) -> None:
    frames = [
        b"",
        b"nonsense",
        b'{"do":"dance"}',
        b'{"do":"hello","token":"x"}',
        b'{"do":"pong","number":3}',
        b"\xff",
    ]
    await pair.send_frame(key, pair.rng.choice(frames))


STEPS: dict[Callable[[Pair, str], Any], float] = {
    _move: 24,
    _bad_move: 18,
    _stale: 4,
    _future: 1,
    _again: 4,
    _ask: 4,
    _answer: 4,
    _undo: 5,
    _say: 4,
    _react: 2,
    _query: 5,
    _hint: 4,
    _come_again: 4,
    _go_and_come: 2,
    _leave: 2,
    _return: 6,
    _replace: 2,
    _manage: 2,
    _ready: 1,
    _resume: 6,
    _resign: 1,
    _time: 4,
    _nonsense: 2,
}


def compare_messages(
    monkeypatch: pytest.MonkeyPatch,
    variant: tuple[str, dict[str, Any]],
    wanted: int,
    *,
    seed: int = 1,
    steps: int = 400,
) -> Counter[str]:
    """Play matches in two truths until so many messages were compared; says what they were."""
    game = game_of(variant)
    stage, seen, compared = Stage(monkeypatch), Counter[str](), 0
    for number in itertools.count(1000 * seed):
        if compared >= wanted:
            return seen
        pair = Pair(stage, game, number)
        asyncio.run(play_pair(pair, steps, wanted - compared))
        compared += pair.compared
        seen += pair.seen
    raise AssertionError("numbers never end")
