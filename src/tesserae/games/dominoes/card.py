"""The rules for a player to read, put together from sentences and the numbers of the edition at the table."""

from tesserae.games.dominoes.editions import (
    ALWAYS_OBLIGED,
    NEVER_OBLIGED,
    OBLIGED_WHEN_EMPTY,
    Edition,
    hand_size,
)
from tesserae.games.dominoes.options import TriominosOptions, TrippleOptions
from tesserae.games.dominoes.tiles import COUNT
from tesserae.words import Sentence

_DUTY = {
    NEVER_OBLIGED: "dominoes.rules_may_refuse",
    OBLIGED_WHEN_EMPTY: "dominoes.rules_lay_when_empty",
    ALWAYS_OBLIGED: "dominoes.rules_must_lay",
}


def rules_card(options: TriominosOptions | TrippleOptions) -> list[Sentence]:
    """Choose the sentences that hold with these options."""
    edition = options.chosen_edition()
    card = [
        Sentence("dominoes.rules", {"count": hand_size(edition, options.players)}),
        _start(edition, options.players),
        *_scores(edition),
        *_turns(edition),
    ]
    return [*card, *(_alone(edition, options) if options.players == 1 else _together(edition, options))]


def _start(edition: Edition, players: int) -> Sentence:
    zeros, triple, other = edition.start_bonus
    if players == 1 and edition.solo_start:
        return Sentence("dominoes.rules_start_given", {"bonus": other})
    if edition.lots:
        return Sentence("dominoes.rules_start_lots" if players > 1 else "dominoes.rules_start_any", {})
    return Sentence("dominoes.rules_start_best", {"zeros": zeros, "triple": triple, "other": other})


def _scores(edition: Edition) -> list[Sentence]:
    one, two, three = edition.hexagons
    scores = {"bridge": edition.bridge, "one": one, "two": two, "three": three}
    return [
        Sentence("dominoes.rules_one_a_tile" if edition.tile_points else "dominoes.rules_value", {}),
        Sentence("dominoes.rules_score", scores),
        *_unless_zero("dominoes.rules_double", double=edition.double_connection),
    ]


def _turns(edition: Edition) -> list[Sentence]:
    return [
        Sentence("dominoes.rules_draw", {}),
        *_unless_zero("dominoes.rules_draw_price", price=edition.draw_price),
        *_unless_zero("dominoes.rules_three_draws", three=edition.three_draws),
        *_unless_zero("dominoes.rules_empty", empty=edition.empty_pool),
        Sentence(_DUTY[edition.must_lay], {}),
        *([Sentence("dominoes.rules_below_zero", {})] if edition.draw_price else []),
    ]


def _alone(edition: Edition, options: TriominosOptions | TrippleOptions) -> list[Sentence]:
    draws = min(options.draws_alone(), COUNT - hand_size(edition, 1) - edition.solo_start)
    return [Sentence("dominoes.rules_alone", {"out": edition.going_out, "draws": draws})]


def _together(edition: Edition, options: TriominosOptions | TrippleOptions) -> list[Sentence]:
    card = [
        Sentence("dominoes.rules_out_lap" if edition.finish_lap else "dominoes.rules_out", {}),
        Sentence("dominoes.rules_out_pays", {"out": edition.going_out}),
    ]
    if not edition.pips_count:
        card.append(Sentence("dominoes.rules_pips_never", {}))
    elif edition.fewest_tiles:
        card.append(Sentence("dominoes.rules_blocked_fewest", {}))
    else:
        card.append(Sentence("dominoes.rules_blocked", {}))
    if options.rounds:
        card.append(Sentence("dominoes.rules_rounds", {"rounds": options.rounds}))
    else:
        card.append(Sentence("dominoes.rules_limit", {"limit": options.limit}))
    card.append(Sentence("dominoes.rules_decisions", {}))
    return card if edition.lots else [*card, Sentence("dominoes.rules_equal_start", {})]


def _unless_zero(key: str, **value: int) -> list[Sentence]:
    """Say nothing of what does not count."""
    return [Sentence(key, value)] if any(value.values()) else []
