"""RioMino solved from the middle game on: who wins a position, and with which moves.

`solver` is what to call. `search` is the proof-number search, over the compiled rules of the game; `outline` knows
what of a position still matters, `symmetry` which positions are images of each other, `table` remembers what was
found out. `throws` solves whole levels, throw by throw.
"""
