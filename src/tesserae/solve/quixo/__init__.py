"""Quixo solved: the value of every position on 3x3, 4x4 and 5x5, found from the end of the game backwards.

Read in this order: `geometry` numbers the cells, `index` the sets of neutral cubes and the states, `unit` draws
how the values lie in memory; `plan` writes a push down as a permutation of index bits, `sweep` looks one ply
ahead from all states at once, `tail` settles the last few one by one. `layer` solves all positions with the same
number of neutral cubes, `whole` the small boards with the distance to the end; `store` keeps the results, `tables`
reads them, `counts` counts them.
"""
