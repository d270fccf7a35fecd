"""The table on the network: seats taken by link, moves that are never lost, tiles that never leak.

A table is whatever its log of events makes of it. `events` lists what can happen, `table` is what has happened so
far, with its `clock`; `decisions` says what a command brings about, `consent` who must agree to it. `protocol` has
the messages, `views` what a seat is told. `house` keeps the tables of this process, `store` their logs, `bus`
reaches the tables of other processes; `sockets`, `web` and `app` are the way in.
"""
