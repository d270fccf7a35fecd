"""A match as text that anybody can read, and type by hand.

Game: quixo                   the only line that must be there
Options: players=4 size=5     what is left out has its default
Players: Ann, Bob, Cid, Dee
Seed: 7                       an int, or hex:... ; or a line `Deal: ...` for each deal at a real table
Fair: table=... secret=...    where the seed of a table on the network came from; `tesserae verify` checks it

1. a1>e1                      the numbers may be left out
2. e5>a5:B                    a # starts a remark
X offers a draw
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from tesserae.games import game_type
from tesserae.games.options import option_texts, read_options, read_pairs
from tesserae.match.checks import checked_names, checked_seed
from tesserae.match.deals import Seed
from tesserae.match.events import Deal, Deed, MatchAction, Move
from tesserae.match.fairness import read_fairness
from tesserae.match.match import Match
from tesserae.match.sheet_text import account_text
from tesserae.words import Refused

HEADERS = ("Game", "Version", "Options", "Players", "Seed", "Deal", "Fair", "Result")
MAX_CHARACTERS = 20_000_000
_HEADER = re.compile(r"([A-Za-z]+)\s*:\s*(.*)")
_NUMBERED = re.compile(r"([0-9]{1,9})[.)]\s*(.*)")
_HEX = "hex:"
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,100}")


def write_record(match: Match) -> str:
    """Write a match."""
    game = match.game
    options = " ".join(f"{name}={value}" for name, value in option_texts(game.options).items())
    lines = [f"Game: {game.name}", f"Version: {game.version}", f"Options: {options}"]
    lines.append("Players: " + ", ".join(match.names))
    if match.seed is not None:
        lines.append(f"Seed: {_seed_text(match.seed)}")
    if match.fairness is not None:
        lines.append(f"Fair: {match.fairness}")
    lines += [f"Deal: {deal if isinstance(deal, str) else ' '.join(map(str, deal))}" for deal in match.deals or ()]
    lines += [f"Result: {result_text(match)}", ""]
    number = 0
    for event in match.events:
        if isinstance(event, Move):
            number += 1
            told = [account_text(match, event), *(remark.say() for remark in event.remarks)]
            lines.append(f"{number}. {event.text}" + "".join(f"  # {text}" for text in told if text))
        elif isinstance(event, Deal):
            lines += [
                f"# {text}" for text in [*(r.say() for r in event.remarks), account_text(match, event)] if text
            ]
        else:
            lines.append(f"{game.seat_name(event.seat)} {event.deed}")
    return "\n".join(lines) + "\n"


def result_text(match: Match) -> str:
    """Say in the words of a record how the match stands."""
    outcome = match.outcome
    if outcome is None:
        return "open"
    if match.game.players == 1:
        return f"{match.scores[0]} points ({outcome.reason})"
    names = " ".join(match.game.seat_name(seat) for seat in outcome.winners)
    return f"won by {names} ({outcome.reason})" if names else f"draw ({outcome.reason})"


@dataclass
class _Line:
    number: int
    text: str


@dataclass
class _Headers:
    single: dict[str, _Line] = field(default_factory=dict)
    deals: list[_Line] = field(default_factory=list)

    def text(self, name: str, default: str = "") -> str:
        return self.single[name].text if name in self.single else default


def load(text: str) -> Match:
    """Read a match, checking every line; the first bad one is named."""
    if not isinstance(text, str):
        raise Refused("record.not_text", what=repr(text)[:40])
    if len(text) > MAX_CHARACTERS:
        raise Refused("record.too_long", length=len(text), limit=MAX_CHARACTERS)
    raw_lines = text.removeprefix("\ufeff").splitlines()
    lines = [_Line(n, raw.split("#")[0].strip()) for n, raw in enumerate(raw_lines, start=1)]
    headers, body = _split([line for line in lines if line.text])
    match = _start(headers)
    for line in body:
        with _blaming(line, headers.deals):
            _happen(match, line.text)
    with _blaming(headers.single.get("Result")):
        if headers.text("Result", result_text(match)) != result_text(match):
            raise Refused("record.other_result", result=result_text(match))
    return match


@contextmanager
def _blaming(line: _Line | None, deals: Sequence[_Line] = ()) -> Iterator[None]:
    """Name the line in whatever is refused because of it; a bad deal is the fault of its own line."""
    try:
        yield
    except Refused as refused:
        reason = refused.sentence
        if reason.key == "match.bad_deal":
            line = deals[reason.values["number"] - 1]
        if line is None:
            raise
        raise Refused("record.line", line=line.number, text=line.text[:80], reason=reason) from None


def _split(lines: list[_Line]) -> tuple[_Headers, list[_Line]]:
    headers = _Headers()
    for index, line in enumerate(lines):
        found = _HEADER.fullmatch(line.text)
        if not found:
            return headers, lines[index:]
        name, value = found[1].capitalize(), _Line(line.number, found[2])
        with _blaming(line):
            if name not in HEADERS:
                raise Refused("record.unknown_header", header=name, allowed=", ".join(HEADERS))
            if name in headers.single:
                raise Refused("record.twice", header=name)
        if name == "Deal":
            headers.deals.append(value)
        else:
            headers.single[name] = value
    return headers, []


def _start(headers: _Headers) -> Match:
    lines = headers.single
    if "Game" not in lines:
        raise Refused("record.no_game")
    with _blaming(lines["Game"]):
        kind = game_type(lines["Game"].text.lower())
    with _blaming(lines.get("Options")):
        game = kind(read_options(kind.options_type, kind.name, read_pairs(headers.text("Options").split())))
    with _blaming(lines.get("Version")):
        if headers.text("Version", str(game.version)) != str(game.version):
            raise Refused("record.version", version=headers.text("Version"), own=game.version)
    with _blaming(lines.get("Players")):
        names = [name.strip() for name in headers.text("Players").split(",")] if "Players" in lines else None
        checked_names(game, names)
    with _blaming(lines.get("Seed")):
        seed = checked_seed(_read_seed(headers.text("Seed"))) if "Seed" in lines else None
    with _blaming(lines.get("Fair")):
        fairness = read_fairness(headers.text("Fair")) if "Fair" in lines else None
    deals = [line.text for line in headers.deals]
    with _blaming(headers.deals[0] if deals else lines["Game"], headers.deals):
        return Match(game, seed, deals=deals if deals or seed is None else None, names=names, fairness=fairness)


def _happen(match: Match, text: str) -> None:
    said = " ".join(text.split()).casefold()
    for seat in range(match.game.players):
        for deed in Deed:
            if said == f"{match.game.seat_name(seat)} {deed}".casefold():
                return match.repeat_event(MatchAction(seat, deed))
    if numbered := _NUMBERED.fullmatch(text):
        expected = match.move_count + 1
        if int(numbered[1]) != expected:
            raise Refused("record.number", number=numbered[1], expected=expected)
        text = numbered[2]
    return match.play(text)


def _seed_text(seed: Seed) -> str:
    return f"{_HEX}{seed.hex()}" if isinstance(seed, bytes) else str(seed)


def _read_seed(text: str) -> Seed:
    if _WHOLE_NUMBER.fullmatch(text):
        return int(text)
    if text.startswith(_HEX):
        with suppress(ValueError):
            return bytes.fromhex(text.removeprefix(_HEX))
    raise Refused("record.seed", seed=text[:80])
