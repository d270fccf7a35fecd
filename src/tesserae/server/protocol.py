"""The messages between a page and the house, version 1: the one source of the page's own types and of the docs.

What a client sends has the field `do`, what it is sent has the field `type`. A command carries an id of the
client's choosing and the `seq` of the last table it has seen: sent twice it acts once, and too late it is refused.
"""

from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from tesserae.server.events import ClockRule, Happening
from tesserae.words import Refused

T = TypeVar("T")

VERSION = 1
MOST_FRAME_BYTES = 16 * 1024
MOST_BODY_BYTES = 64 * 1024
MOST_RECORD_BYTES = 256 * 1024
MOST_REPLAY_LINES = 2000
MOST_ACTION = (1 << 31) - 1
MOST_NUMBER = (1 << 53) - 1
"""The largest whole number that every language reads alike."""

CommandId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[!-~]+$(?!\n)")]
Token: TypeAlias = Annotated[str, Meta(max_length=64)]
Level: TypeAlias = Annotated[str, Meta(max_length=40)]
Name: TypeAlias = Annotated[str, Meta(max_length=40)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_NUMBER)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=63)]
Hex: TypeAlias = Annotated[str, Meta(max_length=128, pattern=r"^([0-9a-f]{2})*$(?!\n)")]
Language: TypeAlias = Literal["en", "de", "fr", "it", "nl", "es"]
WishName: TypeAlias = Literal["undo", "draw", "pause", "replace", "rematch"]
Reaction: TypeAlias = Literal[
    "hello", "good_luck", "well_played", "thanks", "wow", "oops", "sorry", "hurry", "bye"
]

# --- what a client sends through its socket ------------------------------------------------------------------


class ClientMessage(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Anything a client sends."""


class Hello(ClientMessage, frozen=True, tag="hello"):
    """The first message: by which right the client is here. A seat's token, or the spectators' one."""

    token: Token
    owner: Token = ""
    """The owner's token, if he is the owner."""
    version: Number = VERSION
    language: Language = "en"
    """In which refusals are said."""


class Pong(ClientMessage, frozen=True, tag="pong"):
    """The answer to a ping, at once: the house measures how long a message takes."""

    number: Number


class Command(ClientMessage, frozen=True):
    """Something to be done once."""

    id: CommandId
    seq: Number
    """Of the last table the client has seen."""


class Ready(Command, frozen=True, tag="ready"):
    """Ready to begin; `share` is what this player adds to the seed, best 32 random bytes in hexadecimal digits."""

    share: Hex = ""


class Play(Command, frozen=True, tag="play"):
    """Make a move, by its number or in notation."""

    move: Annotated[int, Meta(ge=0, le=MOST_ACTION)] | Annotated[str, Meta(max_length=80)]


class Ask(Command, frozen=True, tag="ask"):
    """Ask for something; what needs nobody's consent happens at once."""

    wish: WishName
    about: SeatNumber | None = None
    """To replace: the seat of the player who is away."""
    level: Level = ""
    """To replace: by a bot of this level, or by nobody."""


class Answer(Command, frozen=True, tag="answer"):
    """Agree to what somebody asked for, or not; whoever asked takes it back by not agreeing."""

    wish: WishName
    agrees: bool


class Resume(Command, frozen=True, tag="resume"):
    """Go on after a pause."""


class Resign(Command, frozen=True, tag="resign"):
    """Give up."""


class Leave(Command, frozen=True, tag="leave"):
    """Leave the table; before the start the seat is free again, afterwards it is kept."""


class Return(Command, frozen=True, tag="return"):
    """Take one's own seat again."""


class Say(Command, frozen=True, tag="say"):
    """Say something to everybody, or to the partners alone."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]
    to_team: bool = False


class React(Command, frozen=True, tag="react"):
    """Nod, smile, sigh."""

    reaction: Reaction


class Staff(Command, frozen=True, tag="staff"):
    """The owner, before the start: give a seat to a bot, or without a level open it."""

    seat: SeatNumber
    level: Level = ""


class Watch(Command, frozen=True, tag="watch"):
    """The owner: let spectators in, or send them away."""

    allowed: bool


class Query(ClientMessage, frozen=True):
    """A question that changes nothing."""

    id: CommandId


class GiveHint(Query, frozen=True, tag="hint"):
    """What is best now? For the player to move, where the table allows hints."""


class GiveAnswers(Query, frozen=True, tag="answers"):
    """What is every move worth by the tables? As a hint, and only where the game is solved."""


class GiveReview(Query, frozen=True, tag="review"):
    """What went wrong? For a finished match."""


class GiveHistory(Query, frozen=True, tag="history"):
    """All that happened so far, as everybody may know it, and the score sheet."""


AnyCommand: TypeAlias = (
    Ready | Play | Ask | Answer | Resume | Resign | Leave | Return | Say | React | Staff | Watch
)  # fmt: skip
AnyQuery: TypeAlias = GiveHint | GiveAnswers | GiveReview | GiveHistory
AnyClientMessage: TypeAlias = (
    Hello | Pong | Ready | Play | Ask | Answer | Resume | Resign | Leave | Return | Say | React | Staff | Watch
    | GiveHint | GiveAnswers | GiveReview | GiveHistory
)  # fmt: skip

# --- what it is sent -----------------------------------------------------------------------------------------


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type"):
    """Anything a client is sent."""


class Reason(msgspec.Struct, frozen=True):
    """A sentence: its key and values for a page with catalogues, and its text for everybody else."""

    key: str
    values: dict[str, Any]
    text: str


class SeatView(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    name: str
    kind: Literal["open", "person", "bot"]
    level: str
    """Of a bot."""
    is_ready: bool
    is_present: bool
    """Whether the person's page is connected."""
    is_away: bool
    """Whether the person has left; the seat is kept for him."""
    stand_in: str | None
    """Who plays for him: a level, "" for nobody; null if nobody needs to."""


class ClockView(msgspec.Struct, frozen=True):
    """The clock as of now."""

    rule: ClockRule
    left: list[int]
    """Milliseconds for each seat, at the moment `now`."""
    running: int | None
    """The seat whose clock runs."""
    now: int
    """The time of the house, milliseconds since 1970."""


class WishView(msgspec.Struct, frozen=True):
    """Something that was asked for."""

    wish: WishName
    seat: int
    """Who asked."""
    about: int | None
    level: str
    agreed: list[int]
    needed: list[int]
    """The seats that still have to agree."""


class FairnessView(msgspec.Struct, frozen=True):
    """Where the deals come from; the secret is told when the match is over."""

    commitment: str
    shares: list[str | None]
    """What each seat has added."""
    secret: str | None
    daily: str
    """The day whose public deal this is, such as 2026-11-18: then there is nothing of the above. Or nothing."""
    deals: int = 0
    """How many deals were made so far; where chance has no part there is nothing to check."""


class TableView(ServerMessage, frozen=True, tag="table"):
    """The whole table as this client may see it; sent first of all, and after everything that happens."""

    table: str
    seq: int
    game: str
    options: dict[str, Any]
    phase: Literal["waiting", "playing", "over"]
    seat: int | None
    """The client's own; null for a spectator."""
    is_owner: bool
    seats: list[SeatView]
    match: dict[str, Any] | None
    """The view of the match, see the pages of the games; null before the start."""
    undo: Literal["", "now", "ask"]
    """Whether this client may take back: not, at once, or with everybody's consent."""
    clock: ClockView | None
    on_timeout: Happening
    overdue: int | None
    """The seat whose time has run out in this turn."""
    is_paused: bool
    wishes: list[WishView]
    fairness: FairnessView
    is_public: bool
    is_watchable: bool
    has_chat: bool
    has_team_chat: bool
    has_hints: bool
    successor: str
    """The table of the rematch."""


class Done(ServerMessage, frozen=True, tag="done"):
    """A command was carried out and is kept for good; so it is said again if it comes again."""

    id: str
    seq: int


class Refusal(ServerMessage, frozen=True, tag="refused"):
    """A command or question was refused, or the message was none; nothing has changed."""

    id: str | None
    reason: Reason
    is_stale: bool = False
    """The table has changed meanwhile; it follows."""


class TalkLine(msgspec.Struct, frozen=True):
    """A line of chat or a reaction."""

    seq: int
    at: int
    seat: int
    text: str
    to_team: bool
    reaction: str


class Talk(ServerMessage, frozen=True, tag="talk"):
    """What was said: after the first table all of it, later each line as it comes."""

    lines: list[TalkLine]


class MoveValueView(msgspec.Struct, frozen=True):
    """What a legal move is worth."""

    action: int
    text: str
    chance: float
    points: float | None
    decided_in: int | None
    line: list[str]


class Hint(ServerMessage, frozen=True, tag="hint"):
    """What is best, in a sentence, and what every move is worth, the best first."""

    id: str
    reason: Reason
    moves: list[MoveValueView]


class AnswerView(msgspec.Struct, frozen=True):
    """What a legal move is worth to its player when everybody plays perfectly."""

    action: int
    text: str
    value: Literal["win", "draw", "loss"]
    plies: int | None
    """Moves of both sides until the end, this one included; null for a draw."""


class Answers(ServerMessage, frozen=True, tag="answers"):
    """The answer of the tables for every legal move, the best first."""

    id: str
    moves: list[AnswerView]


class MistakeView(msgspec.Struct, frozen=True):
    """A move that cost much."""

    number: int
    seat: int
    played: MoveValueView
    better: MoveValueView
    reason: Reason


class Review(ServerMessage, frozen=True, tag="review"):
    """The moves of a finished match that cost most."""

    id: str
    mistakes: list[MistakeView]


class SheetRow(msgspec.Struct, frozen=True):
    """A row of the score sheet."""

    round: int
    seat: int | None
    moves: list[str]
    account: list[dict[str, Any]]
    totals: list[int]


class History(ServerMessage, frozen=True, tag="history"):
    """All moves, deals and deeds so far, and the score sheet."""

    id: str
    seq: int
    events: list[dict[str, Any]]
    sheet: list[SheetRow]


class Ping(ServerMessage, frozen=True, tag="ping"):
    """To be answered at once by `pong` with the same number."""

    number: int


AnyServerMessage: TypeAlias = TableView | Done | Refusal | Talk | Hint | Answers | Review | History | Ping

# --- over HTTP -----------------------------------------------------------------------------------------------


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a seat is filled: by a person with a name, by a bot with a level, or not yet."""

    name: Name = ""
    level: Level = ""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is to be like. Seats that are not told are open."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, str | int | None] = {}
    seats: Annotated[list[NewSeat], Meta(max_length=64)] = []
    clock: ClockRule = ClockRule()
    on_timeout: Happening = "lose"
    public: bool = False
    """Listed in the lobby while seats are open."""
    watchable: bool = True
    chat: bool = True
    team_chat: bool = False
    hints: bool = True
    bot_ms: Annotated[int, Meta(ge=10, le=10_000)] = 1000
    """How long a bot may think about a move."""
    daily: Annotated[str, Meta(max_length=20)] = ""
    """For one player: the day whose public deal is wanted, such as 2026-11-18; its options are the usual ones."""


class TableCreated(msgspec.Struct, frozen=True):
    """A new table and the rights to it: told once, kept by the client."""

    table: str
    owner: str
    watch: str
    seats: dict[str, str]
    """The tokens of the seats that were given names, by seat number."""
    commitment: str


class TakeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat, or any that is free."""

    name: Name
    seat: SeatNumber | None = None
    token: Token = ""
    """Of the client's own choosing, at least 32 random letters: asked again with it, it is the same seat."""


class SeatTaken(msgspec.Struct, frozen=True):
    """A seat and the right to it."""

    table: str
    seat: int
    token: str


class PlaceView(msgspec.Struct, frozen=True):
    """A seat in a list of tables."""

    name: str
    kind: Literal["open", "person", "bot"]
    level: str


class TableSummary(msgspec.Struct, frozen=True):
    """What can be told of a table to anybody who knows of it."""

    table: str
    game: str
    options: dict[str, Any]
    phase: Literal["waiting", "playing", "over"]
    seats: list[PlaceView]
    clock: ClockRule
    mover: int | None
    winners: list[int]
    is_public: bool
    is_watchable: bool
    updated: int


class Lobby(msgspec.Struct, frozen=True):
    """The public tables that wait for players, the latest first."""

    tables: list[TableSummary]


class Mine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables a browser remembers."""

    tables: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=100)]


class OptionView(msgspec.Struct, frozen=True):
    """An option of a game."""

    name: str
    default: Any
    allowed: list[Any] | None
    """The values, where there are few."""
    lowest: int | None
    highest: int | None
    may_be_none: bool
    says: str
    """What it allows, in words."""
    only: dict[str, list[Any]] = {}
    """With which values of other options it matters; nothing if always."""


class GameView(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    words: str
    """What the keys of its sentences begin with."""
    version: int
    options: list[OptionView]
    can_resign: bool
    can_agree_draw: bool
    can_skip: bool
    has_points: bool
    """Whether points are counted, or only who wins."""
    levels: list[str]
    solved: list[dict[str, Any]]
    """The options with which there is a perfect answer for every move."""


class Games(msgspec.Struct, frozen=True):
    """The games of the house."""

    games: list[GameView]
    protocol: int


class DailyDeal(msgspec.Struct, frozen=True):
    """What one can play alone today."""

    game: str
    options: dict[str, Any]


class Daily(msgspec.Struct, frozen=True):
    """The deals of the day, the same for everybody."""

    date: str
    """In UTC."""
    deals: list[DailyDeal]


class ReplayFrame(msgspec.Struct, frozen=True):
    """A match after something has happened, with everything open: nobody plays it any more."""

    events: list[dict[str, Any]]
    """What: a move, a deed, or deals in a row; nothing at the start of a game without deals."""
    match: dict[str, Any]
    """As in a table, but with all hands."""


class Replay(msgspec.Struct, frozen=True):
    """A match to look at again, step by step."""

    game: str
    has_points: bool
    """Whether points are counted, or only who wins."""
    is_over: bool
    frames: list[ReplayFrame]


class ReplayMistake(msgspec.Struct, frozen=True):
    """A move that cost much, and how to draw what was better."""

    mistake: MistakeView
    better: dict[str, Any]
    """The better move as `legal` had it."""


class ReplayReview(msgspec.Struct, frozen=True):
    """What the moves of a match were worth."""

    chances: list[float]
    """Of the first player's side to win, before each move and at the end; empty where more than two sides play."""
    mistakes: list[ReplayMistake]
    """The worst first."""


class ReplayAnswers(msgspec.Struct, frozen=True):
    """What perfect players would say to a match."""

    positions: list[list[AnswerView]]
    """Before each move and at the end: every legal move, the best first; nothing where none is known."""


class OutcomeView(msgspec.Struct, frozen=True):
    """What a move in a lesson leads to."""

    action: int
    solves: bool
    """Whether it is what the lesson asks for."""
    match: dict[str, Any]
    """The match after it, as the learner sees it."""


class LessonView(msgspec.Struct, frozen=True):
    """A position with a task for the player to move."""

    name: str
    """What the keys of its sentences have in the middle: WORDS.lesson.NAME.task."""
    values: dict[str, Any]
    """What those sentences need to know."""
    match: dict[str, Any]
    """The match where it begins, as the learner sees it."""
    outcomes: list[OutcomeView]
    """For every legal move."""


class Lessons(msgspec.Struct, frozen=True):
    """The lessons of a game."""

    game: str
    lessons: list[LessonView]


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused."""

    reason: Reason


_decoder: msgspec.json.Decoder[AnyClientMessage] = msgspec.json.Decoder(AnyClientMessage)
_encoder = msgspec.json.Encoder()


def decode_message(frame: str | bytes) -> AnyClientMessage:
    """Read what a client sent; refuse anything that is no message."""
    return read_as(_decoder, frame)


def read_as(decoder: "msgspec.json.Decoder[T]", data: str | bytes) -> T:
    """Read JSON of a certain type; refuse anything else, and say what is wrong with it."""
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise Refused("server.bad_message", problem=str(problem)[:200]) from None


def encode_message(message: AnyServerMessage) -> bytes:
    """Write what a client is sent."""
    return _encoder.encode(message)
