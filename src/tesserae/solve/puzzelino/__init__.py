"""Tray puzzles of Puzzelino: solved, counted, made, and hints for who is stuck.

`model` finds fillings with OR-Tools; `search` counts them by the compiled rules, and measures how hard a puzzle
is; `generate` makes puzzles of any of the `levels`, `collection` the set that comes with the game; `hints` names
the next step; `outlines` lists what trays may look like, and `survey` finds which of them can be filled.
"""
