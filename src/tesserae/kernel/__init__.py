"""The compiled ground under every game; it knows none of them.

`rules` names the operations a game supplies, `play` holds the generic code written once over them, `batch` runs
it over arrays of games, and the other modules are the tools they need: compiling, chance, record bytes.
"""
