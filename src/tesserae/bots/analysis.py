"""What a position is worth, move by move, and what went wrong in a match.

Everything is seen with the eyes of the player who moves: what is hidden stays hidden, in a finished match too,
because nobody could have known it.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tesserae.bots import alphabeta, treesearch
from tesserae.bots.greedy import reply_worth
from tesserae.bots.perfect import CHANCES, has_tables, solved
from tesserae.bots.protocol import Budget, new_generator
from tesserae.bots.proving import in_turn, new_solver, solver_modules
from tesserae.bots.registry import has_two_sides
from tesserae.games.game import Game
from tesserae.games.quixo.board import SIZES
from tesserae.kernel import single
from tesserae.kernel.judgement import WIN
from tesserae.kernel.play import Trail
from tesserae.kernel.rules import States
from tesserae.match import Match
from tesserae.match.events import Move
from tesserae.solve.quixo.perfect import Judged, JudgedMove, judge, perfect_moves
from tesserae.solve.quixo.tables import Value
from tesserae.words import Refused, Sentence

MISTAKE = 0.05
"""A move that costs less of the chance to win is none worth telling."""
MOST_MISTAKES = 5
REPLY_SAMPLES = 200
LATER = 100
"""More moves than any game takes where moves are counted until it is decided."""
COMPLETION = Budget(iterations=200_000)
"""What may be spent to find a further move of a line that was cut short."""


@dataclass(frozen=True)
class MoveValue:
    """What a legal move is worth."""

    action: int
    text: str
    chance: float
    """To win, from 0 to 1; half for a draw."""
    points: float | None
    """The points still to come until the round ends, on average; None where the search does not count them."""
    decided_in: int | None
    """After how many moves, this one included, the game is won or lost by force; None if that is open."""
    line: tuple[str, ...]
    """This move, and what is best afterwards, as far as that is known."""
    is_certain: bool = False
    """Whether the game is won or lost by force, even if nobody has counted the moves until then."""


@dataclass(frozen=True)
class Mistake:
    """A move that has cost much of the chance to win."""

    number: int
    """Which move of the match it was, counted from 1."""
    seat: int
    played: MoveValue
    better: MoveValue
    reason: Sentence

    @property
    def cost(self) -> float:
        """How much of the chance to win it has cost."""
        return self.better.chance - self.played.chance


@dataclass(frozen=True)
class Analysis:
    """The legal moves of a running match, the best first; the mistakes of a finished one, the worst first."""

    seat: int | None
    moves: tuple[MoveValue, ...]
    mistakes: tuple[Mistake, ...]


def analyse(
    match: Match,
    seat: int | None,
    budget: Budget,
    *,
    seed: int = 0,
    report: Callable[[int, int], None] = lambda _done, _count: None,
) -> Analysis:
    """Say what every move is worth for the seat to move, or review a finished match for a seat (None: for all).

    The budget is for each position. `report` is told how many moves of a review are done, and how many there are.
    """
    seat = None if seat is None else match.existing_seat(seat)
    if match.over:
        return Analysis(seat, (), tuple(_mistakes(match, seat, budget, seed, report)))
    mover = match.acting_seat()
    if seat not in (None, mover):
        raise Refused("analysis.not_to_move", seat=seat, mover=mover)
    return Analysis(mover, tuple(_values(match, budget, seed)), ())


# --- a position --------------------------------------------------------------------------------------------


def _values(match: Match, budget: Budget, seed: int) -> list[MoveValue]:
    """Value the legal moves, the best first."""
    find = _certain_values if has_two_sides(match.game) else _likely_values
    found = find(match.game, match.masked(match.mover), match.trail, budget, seed)
    return sorted(found, key=lambda move: (-move.chance, -_stamina(move), -(move.points or 0), move.action))


def _stamina(move: MoveValue) -> int:
    """Prefer to win soon and to lose late; who knows no number of moves has not seen the end."""
    moves = move.decided_in or (LATER if move.is_certain else 0)
    return -moves if move.chance > 0.5 else moves


def _certain_values(game: Game, states: States, trail: Trail, budget: Budget, seed: int) -> list[MoveValue]:
    """Look it up where it is solved, else look ahead and try to prove who wins, where there is a solver."""
    judged = solved(states, build=True) if has_tables(game) else None
    if judged is not None:
        return [_solved_value(game, judged, move) for move in judged.moves]
    search = alphabeta.MoveByMove(states, new_generator(seed), trail)
    solver = new_solver(states, every_move=True) if solver_modules(game) else None
    budget.spend(search.run if solver is None else in_turn(search.run, solver.run))
    while not search.found:
        search.run(1)
    proved = {} if solver is None else solver.moves
    values = []
    for action, found in search.values().items():
        wins = proved.get(action)
        if wins is not None and not found.is_certain:
            text = game.text(states[0], action)
            values.append(MoveValue(action, text, float(wins), None, None, (text,), is_certain=True))
            continue
        if found.is_certain:
            chance, decided_in = float(found.value > 0), WIN - abs(found.value)
        else:
            chance, decided_in = alphabeta.chance_of(search.mean_value(action), states[0]), None
        texts = _texts(game, states, found.line or (action,), decided_in or 0)
        values.append(MoveValue(action, texts[0], chance, None, decided_in, texts, found.is_certain))
    return values


def _solved_value(game: Game, judged: Judged, move: JudgedMove) -> MoveValue:
    """Say what a move is worth by the tables; where they count to the end, with the line that leads there."""
    counts_to_end = judged.size < max(SIZES) and move.value != Value.DRAW
    text = game.text(judged.states[0], move.action)
    line = _solved_line(game, judged, move.action) if counts_to_end else (text,)
    decided_in = move.plies if counts_to_end else None
    return MoveValue(move.action, text, CHANCES[move.value], None, decided_in, line, is_certain=True)


def _solved_line(game: Game, judged: Judged, action: int) -> tuple[str, ...]:
    """Write how perfect players go on after a move."""
    states, texts = judged.states.copy(), list[str]()
    while True:
        texts.append(game.text(states[0], action))
        single.apply(states, action)
        following = judge(judged.tables, states)
        if following is None:
            return tuple(texts)
        action = perfect_moves(following)[0]


def _texts(game: Game, states: States, line: tuple[int, ...], wanted: int) -> tuple[str, ...]:
    """Write a line of moves, each in the position it is made in, and go on where the table has cut it short.

    `wanted` is how many moves there must be until the game is decided.
    """
    states, texts, left = states.copy(), list[str](), list(line)
    while left:
        texts.append(game.text(states[0], left[0]))
        single.apply(states, left.pop(0))
        missing = wanted - len(texts)
        if not left and missing > 0 and single.mover(states) >= 0:
            search = alphabeta.Search(states, new_generator(0), None, deepest=missing)
            COMPLETION.spend(search.run)
            left = list(search.best.line)
    return tuple(texts)


def _likely_values(game: Game, masked: States, trail: Trail, budget: Budget, seed: int) -> list[MoveValue]:
    """Imagine how it may go on, where tiles are hidden or many play."""
    seat = int(single.mover(masked))
    search = treesearch.Search(
        masked, seat, game.players, new_generator(seed), trail, curiosity=treesearch.THOROUGH
    )
    budget.spend(search.run)
    legal = single.legal(masked, np.zeros(single.most_legal(masked), np.int32))
    while (known := len(search.moves())) < legal:
        search.run(legal - known)
    points = int(single.points(masked, seat))
    values = []
    for move in search.moves():
        texts = tuple(game.text(masked[0], action) for action in search.line(move.action))
        to_come = move.points - points if game.account_names else None
        values.append(MoveValue(move.action, texts[0], move.chance, to_come, None, texts))
    return values


# --- a match -----------------------------------------------------------------------------------------------


def _mistakes(
    match: Match, seat: int | None, budget: Budget, seed: int, report: Callable[[int, int], None]
) -> list[Mistake]:
    """Find the moves that lost most."""
    replay = Match(match.game, match.seed, deals=match.deals, names=match.names)
    found, number = [], 0
    for event in match.events:
        if isinstance(event, Move):
            number += 1
            report(number, match.move_count)
            if seat in (None, event.seat) and len(replay.legal()) > 1:
                found.append(compare(replay, event, number, budget, seed))
        replay.repeat_event(event)
    serious = [mistake for mistake in found if mistake.cost >= MISTAKE]
    return sorted(serious, key=lambda mistake: -mistake.cost)[:MOST_MISTAKES]


def compare(match: Match, move: Move, number: int, budget: Budget, seed: int = 0) -> Mistake:
    """Compare a move with the best one in its position, the one the match is in; they may be the same."""
    values = _values(match, budget, seed + number)
    played = next(value for value in values if value.action == move.action)
    better = values[0]
    return Mistake(number, move.seat, played, better, _reason(match, played, better))


def _reason(match: Match, played: MoveValue, better: MoveValue) -> Sentence:
    """Say in one sentence of facts why one move is better than another."""
    facts = {"better": better.text, "played": played.text}
    if better.decided_in is not None and better.chance == 1:
        return Sentence("review.missed_win", facts | {"moves": better.decided_in, "line": ", ".join(better.line)})
    if played.decided_in == 1 and played.chance == 0:
        return Sentence("review.lost_at_once", facts)
    if played.decided_in is not None and played.chance == 0:
        return Sentence(
            "review.allowed_win", facts | {"moves": played.decided_in - 1, "line": ", ".join(played.line[1:])}
        )
    if better.is_certain and better.chance == 1:
        return Sentence("review.missed_proved_win", facts)
    if played.is_certain and played.chance == 0:
        return Sentence("review.allowed_proved_win", facts)
    more, less = match.worth(better.action), match.worth(played.action)
    if more > less:
        return Sentence("review.more_points", facts | {"more": more, "less": less})
    if match.game.account_names:
        small, large = (round(_reply(match, value.action)) for value in (better, played))
        if small < large:
            return Sentence("review.smaller_reply", facts | {"small": small, "large": large})
    return Sentence(
        "review.chance", facts | {"high": round(100 * better.chance), "low": round(100 * played.chance)}
    )


def _reply(match: Match, action: int) -> float:
    """Say what the next player can score after a move, on average over what may be hidden."""
    states = np.repeat(match.masked(match.mover), 2)
    room = np.zeros(single.most_legal(states), np.int32)
    total = reply_worth(states, int(single.mover(states)), action, REPLY_SAMPLES, new_generator(0), room)
    return total / REPLY_SAMPLES


# --- in words ----------------------------------------------------------------------------------------------


def hint(match: Match, budget: Budget) -> Sentence:
    """Tell the player to move what is best, and what to expect of it."""
    return advice(analyse(match, match.mover, budget).moves[0])


def advice(best: MoveValue) -> Sentence:
    """Recommend a move, and say what to expect of it."""
    if best.decided_in is not None:
        facts = {"move": best.text, "moves": best.decided_in, "line": ", ".join(best.line)}
        return Sentence("hint.wins" if best.chance else "hint.loses", facts)
    if best.is_certain:
        keys = {1.0: "hint.proved_win", 0.5: "hint.proved_draw", 0.0: "hint.proved_loss"}
        return Sentence(keys[best.chance], {"move": best.text})
    chance = round(100 * best.chance)
    if best.points is None:
        return Sentence("hint.best", {"move": best.text, "chance": chance})
    return Sentence("hint.points", {"move": best.text, "chance": chance, "points": round(best.points)})
