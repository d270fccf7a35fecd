"""What can happen at a table. The log of these is the table: replaying it gives everything back.

An event holds what was decided, never how, so that a later version of the house replays old logs alike. Tokens are
here only as digests.
"""

from typing import Any, ClassVar, Literal, TypeAlias

import msgspec

from tesserae.match.events import Deed

OWNER, HOUSE = -1, -2
"""Who may act beside the seats: the owner of the table as such, and the house itself."""

Happening: TypeAlias = Literal["lose", "bot", "skip"]


class Event(msgspec.Struct, frozen=True, tag_field="what", omit_defaults=True, forbid_unknown_fields=True):
    """Something that happened."""

    changes_play: ClassVar[bool] = True
    """Whether what a player wanted to do before may have lost its sense: then commands from before are stale."""


class ClockRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How time is counted: not at all, for a turn, for a player with an increment a turn, or in days a turn."""

    kind: Literal["none", "turn", "player", "days"] = "none"
    amount: int = 0
    """Seconds, or days."""
    increment: int = 0
    """Seconds that a player gets for each turn; for `player` alone."""


class Place(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat as it is set up: for a person, who may have a name and a token already, or for a bot of a level."""

    name: str = ""
    token: str = ""
    level: str = ""


class Created(Event, frozen=True, tag="created"):
    """The table was set up."""

    game: str
    options: dict[str, str]
    places: list[Place]
    secret: str
    owner: str
    watch: str
    clock: ClockRule = ClockRule()
    on_timeout: Happening = "lose"
    public: bool = False
    watchable: bool = True
    chat: bool = True
    team_chat: bool = False
    hints: bool = True
    bot_ms: int = 1000
    before: str = ""
    """The table whose rematch this is."""
    daily: str = ""
    """The day whose public deal is played, such as 2026-11-18; then there is no secret."""


class Seated(Event, frozen=True, tag="seated"):
    """A person took a seat."""

    seat: int
    name: str
    token: str


class Staffed(Event, frozen=True, tag="staffed"):
    """The owner gave a seat to a bot, or opened it for a person."""

    seat: int
    level: str = ""


class Ready(Event, frozen=True, tag="ready"):
    """A person has added his share to the seed."""

    seat: int
    share: str


class Started(Event, frozen=True, tag="started"):
    """All seats are taken and ready: the first deal was made."""


class Left(Event, frozen=True, tag="left"):
    """A person left: before the start the seat is free again, afterwards it waits for him."""

    changes_play: ClassVar[bool] = False
    seat: int


class Returned(Event, frozen=True, tag="returned"):
    """A person has come back to his seat."""

    seat: int


class Replaced(Event, frozen=True, tag="replaced"):
    """Somebody plays for a person who is away: a bot, or nobody, who lets turns go by."""

    seat: int
    level: str = ""


class Moved(Event, frozen=True, tag="moved"):
    """A move of the game."""

    seat: int
    action: int
    text: str
    lag: int = 0
    """Milliseconds on the way, as the house measured them, that are not charged."""


class Did(Event, frozen=True, tag="did"):
    """A deed beside the moves: resigning, a draw offered, accepted or declined."""

    seat: int
    deed: Deed


class TookBack(Event, frozen=True, tag="took back"):
    """The match went back to its first so many deeds."""

    deeds: int


class Asked(Event, frozen=True, tag="asked"):
    """Somebody asked the others for something."""

    changes_play: ClassVar[bool] = False
    seat: int
    wish: Literal["undo", "pause", "replace", "rematch"]
    about: int | None = None
    """The seat to replace."""
    level: str = ""
    """Who shall replace it; nothing for nobody."""
    deeds: int | None = None
    """Where an undo would lead to."""


class Answered(Event, frozen=True, tag="answered"):
    """Somebody agreed to what was asked, or did not, or no longer wants it himself."""

    changes_play: ClassVar[bool] = False
    seat: int
    wish: Literal["undo", "pause", "replace", "rematch"]
    agrees: bool


class Paused(Event, frozen=True, tag="paused"):
    """The match rests, and its clock with it."""


class Resumed(Event, frozen=True, tag="resumed"):
    """The match goes on."""


class TimedOut(Event, frozen=True, tag="timed out"):
    """The time of a player ran out; what follows from it comes as events of its own."""

    seat: int


class Woken(Event, frozen=True, tag="woken"):
    """The house was away, and has taken up the table again; the time since the last event counts for nobody."""

    changes_play: ClassVar[bool] = False


class Said(Event, frozen=True, tag="said"):
    """A line of chat, for everybody or for the partners alone."""

    changes_play: ClassVar[bool] = False
    seat: int
    text: str
    to_team: bool = False


class Reacted(Event, frozen=True, tag="reacted"):
    """A nod, a smile, a sigh."""

    changes_play: ClassVar[bool] = False
    seat: int
    reaction: str


class Watched(Event, frozen=True, tag="watched"):
    """The owner let spectators in, or sent them away."""

    changes_play: ClassVar[bool] = False
    allowed: bool


class Rematched(Event, frozen=True, tag="rematched"):
    """The players go on at another table."""

    changes_play: ClassVar[bool] = False
    table: str


AnyEvent: TypeAlias = (
    Created | Seated | Staffed | Ready | Started | Left | Returned | Replaced | Moved | Did | TookBack
    | Asked | Answered | Paused | Resumed | TimedOut | Woken | Said | Reacted | Watched | Rematched
)  # fmt: skip


class Entry(msgspec.Struct, frozen=True):
    """An event in its place in the log."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    by: int
    """The seat that brought it about, OWNER or HOUSE."""
    event: AnyEvent
    command: str | None = None
    """The id of the command that did; the first of its events has it."""


_decoder = msgspec.json.Decoder(AnyEvent)


def encode_event(event: AnyEvent) -> str:
    """Write an event for the log."""
    return msgspec.json.encode(event).decode()


def decode_event(text: str | bytes) -> AnyEvent:
    """Read an event of the log."""
    event: AnyEvent = _decoder.decode(text)
    return event


def plain(value: Any) -> Any:
    """Turn messages into plain JSON values."""
    return msgspec.to_builtins(value)
