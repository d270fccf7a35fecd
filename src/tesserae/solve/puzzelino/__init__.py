"""Tray puzzles of Puzzelino: solved, counted, made, and hints for who is stuck.

`model` finds fillings with OR-Tools; `search` counts them by the compiled rules, and measures how hard a puzzle
is; `generate` makes puzzles, `collection` the set that comes with the game, and `hints` names the next step.
`outlines` finds the trays.
"""
