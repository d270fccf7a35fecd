"""The rules for a player to read, put together from sentences and the numbers of the edition at the table."""

from tesserae.games.dominoes.editions import ALWAYS_OBLIGED, NEVER_OBLIGED, OBLIGED_WHEN_EMPTY, hand_size
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
    zeros, triple, other = edition.start_bonus
    one, two, three = edition.hexagons
    scores = {
        "bridge": edition.bridge,
        "double": edition.double_connection,
        "one": one,
        "two": two,
        "three": three,
    }
    costs = {"price": edition.draw_price, "three": edition.three_draws, "empty": edition.empty_pool}
    hand = hand_size(edition, options.players)
    card = [Sentence("dominoes.rules", {"count": hand})]
    if options.players == 1 and edition.solo_start:
        card.append(Sentence("dominoes.rules_start_given", {"bonus": other}))
    elif edition.lots:
        card.append(Sentence("dominoes.rules_start_lots", {}))
    else:
        card.append(Sentence("dominoes.rules_start_best", {"zeros": zeros, "triple": triple, "other": other}))
    card.append(Sentence("dominoes.rules_one_a_tile" if edition.tile_points else "dominoes.rules_value", {}))
    card += [Sentence("dominoes.rules_score", scores), Sentence("dominoes.rules_draw", costs)]
    card.append(Sentence(_DUTY[edition.must_lay], {}))
    if options.players == 1:
        draws = min(options.draws_alone(), COUNT - hand - edition.solo_start)
        return [*card, Sentence("dominoes.rules_alone", {"out": edition.going_out, "draws": draws})]
    card.append(Sentence("dominoes.rules_out_lap" if edition.finish_lap else "dominoes.rules_out", {}))
    card.append(Sentence("dominoes.rules_out_pays", {"out": edition.going_out}))
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
    return [*card, Sentence("dominoes.rules_decisions", {})]
