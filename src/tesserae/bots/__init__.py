"""Computer players, what they can tell about a match, and the arena that compares them.

`protocol` is what they have in common, `cores` what they share, `registry` knows them by name. `alphabeta` and
`treesearch` are the two searches, `greedy` looks no further than the next move. `analysis` values moves and
reviews matches. `arena` plays series of games, `series` holds what comes of them, `ratings` is the statistics.
"""

from tesserae.bots.analysis import Analysis, analyse
from tesserae.bots.protocol import Budget, Player, new_generator
from tesserae.bots.registry import LEVELS, player, player_names

__all__ = ["LEVELS", "Analysis", "Budget", "Player", "analyse", "new_generator", "player", "player_names"]
