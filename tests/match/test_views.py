"""What a seat is shown is what its masked state says, however much of it all seats share."""

import random

from tesserae.games.game import Game
from tesserae.match import Match
from variants import random_play

SEED, MOVES = 3, 40


def test_the_board_is_what_the_masked_state_says(any_game: Game) -> None:
    match = Match(any_game, SEED)
    for _ in random_play(match, random.Random(SEED), MOVES):
        public = match.view()
        assert public["board"] == any_game.view(match.masked(None)[0], None)
        for seat in range(any_game.players):
            view = match.view(seat)
            assert view["board"] == any_game.view(match.masked(seat)[0], seat)
            assert view == match.view(seat, public)
            assert view["seat"] == seat
            assert bool(view["legal"]) == (seat == match.mover)
        assert public == match.view()


def test_legal_moves_are_described_alike_one_by_one(any_game: Game) -> None:
    match = Match(any_game, SEED)
    for _ in random_play(match, random.Random(SEED), MOVES):
        assert any_game.legal_view(match.states, match.legal()) == Game.legal_view(
            any_game, match.states, match.legal()
        )
