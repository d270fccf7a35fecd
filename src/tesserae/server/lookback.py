"""Looking back at a match: every step of it with everything open, and what its moves were worth.

Only matches come here that nobody plays any more, or that somebody has the record of: it tells the seed, and so
all that was hidden. All of it is made from the record alone, in another thread, by whichever process is asked.
"""

import gzip
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from tesserae.bots import Budget
from tesserae.bots.analysis import MISTAKE, MOST_MISTAKES, Mistake, compare
from tesserae.hinting import answers
from tesserae.kernel.judgement import side
from tesserae.match import Deal, Event, Match, Move, load
from tesserae.server import protocol, views
from tesserae.words import Refused

REVIEW_MS = 12_000
"""For a whole match; a short one gets no more than MOVE_MS for each move."""
MOVE_MS = 100
PACKING = 6


def read_record(record: str) -> Match:
    """Read a record that is not too long to be shown step by step."""
    count = sum(1 for line in record.splitlines() if line.split("#")[0].strip())
    if count > protocol.MOST_REPLAY_LINES:
        raise Refused("replay.long", count=count, limit=protocol.MOST_REPLAY_LINES)
    return load(record)


def written(replay: protocol.Replay | protocol.ReplayAnswers, *, packs: bool) -> bytes:
    """Write a replay or answers; packed it is about a fortieth, because every step is much like the last."""
    data = msgspec.json.encode(replay)
    return gzip.compress(data, PACKING) if packs else data


# --- step by step ------------------------------------------------------------------------------------------


def replay(record: str) -> protocol.Replay:
    """Play a record again, and describe the match after everything that happened."""
    match = read_record(record)
    return protocol.Replay(match.game.name, bool(match.game.account_names), match.over, list(_frames(match)))


def _frames(match: Match) -> Iterator[protocol.ReplayFrame]:
    again = _from_the_start(match)
    yield _frame(again.events, _open_view(again))
    for deed in match.deeds:
        count = len(again.events)
        again.repeat_event(deed)
        yield from _frames_after(again, again.events[count:])


def _frames_after(match: Match, happened: Sequence[Event]) -> Iterator[protocol.ReplayFrame]:
    """Describe a match after a deed; where that has ended a round and the next was dealt, both are shown."""
    view = _open_view(match)
    deals = [event for event in happened if isinstance(event, Deal)]
    if view["ended_round"] is None or not deals:
        yield _frame(happened, view)
        return
    scores = list(view["scores"])
    for entry in (entry for deal in deals for entry in deal.account):
        scores[entry.seat] -= entry.points
    before = {"board": view["ended_round"], "ended_round": None, "dealt": [], "mover": None, "scores": scores}
    yield _frame(happened[:1], {**view, **before, "over": False, "winners": [], "reason": None})
    yield _frame(deals, {**view, "ended_round": None})


def _frame(happened: Sequence[Event], view: dict[str, Any]) -> protocol.ReplayFrame:
    return protocol.ReplayFrame([views.happened(event) for event in happened], view)


def _open_view(match: Match) -> dict[str, Any]:
    """Describe a match to somebody who may see every hand; what is still to be drawn stays face down."""
    return match.view(None) | {"board": match.game.view(match.states[0], None)}


def _from_the_start(match: Match) -> Match:
    return Match(match.game, match.seed, deals=match.deals, names=match.names)


# --- what it was worth -------------------------------------------------------------------------------------


def review(record: str, language: str, budget: Budget | None = None) -> protocol.ReplayReview:
    """Compare every move with the best one: the chances to win over time, and the worst mistakes.

    One who plays alone has nobody to win against.
    """
    match = read_record(record)
    if match.game.players == 1:
        return protocol.ReplayReview([], [])
    budget = budget or Budget(ms=max(1, min(MOVE_MS, REVIEW_MS // max(1, match.move_count))))
    again, sides = _from_the_start(match), _sides(match)
    found: list[tuple[Mistake, dict[str, Any]]] = []
    for event in match.events:
        if isinstance(event, Move) and (len(sides) == 2 or len(again.legal()) > 1):
            compared = compare(again, event, again.move_count + 1, budget)
            found.append((compared, _drawn(again, compared.better.action)))
        again.repeat_event(event)
    serious = [pair for pair in found if pair[0].cost >= MISTAKE]
    worst = sorted(serious, key=lambda pair: -pair[0].cost)[:MOST_MISTAKES]
    return protocol.ReplayReview(
        chances=_chances(match, [mistake for mistake, _ in found]) if len(sides) == 2 else [],
        mistakes=[protocol.ReplayMistake(views.mistake(mistake, language), better) for mistake, better in worst],
    )


def perfect_answers(record: str) -> protocol.ReplayAnswers:
    """Look up every move that was possible, position by position."""
    match = read_record(record)
    again = _from_the_start(match)
    positions = []
    for event in match.events:
        if isinstance(event, Move):
            positions.append([views.answer(one) for one in answers(again)])
        again.repeat_event(event)
    return protocol.ReplayAnswers([*positions, [views.answer(one) for one in answers(again)]])


def _drawn(match: Match, action: int) -> dict[str, Any]:
    """Describe a legal move as the view of its player does."""
    state = match.states[0]
    move = {"action": action, "text": match.text(action), "worth": match.worth(action)}
    return move | match.game.move_view(state, action)


def _sides(match: Match) -> list[set[int]]:
    """List the seats that win together, those of the first player first."""
    start = match.game.start()[0]
    numbers = [side(start, seat) for seat in range(match.game.players)]
    return [{seat for seat, own in enumerate(numbers) if own == number} for number in dict.fromkeys(numbers)]


def _chances(match: Match, compared: list[Mistake]) -> list[float]:
    """Give the chance of the first of two sides before each move, and at the end."""
    first = _sides(match)[0]

    def of_first(seat: int, chance: float) -> float:
        return float(chance if seat in first else 1 - chance)

    chances = [of_first(mistake.seat, mistake.better.chance) for mistake in compared]
    if match.over:
        last = 0.5 if not match.winners else float(0 in match.winners)
    else:
        last = of_first(compared[-1].seat, compared[-1].played.chance) if compared else 0.5
    return [*chances, last]
