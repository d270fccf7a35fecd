"""The clock of a table: what is left to whom, computed from the log alone.

Only people have a clock. It runs while their seat is to move; when a turn begins afresh it is wound up as the rule
says. Time that a move spent on the network is not charged, as far as the house measured it, and no more than a
quota that grows back slowly: whoever delays the measurement on purpose gains little.
"""

from dataclasses import dataclass, field

from tesserae.server.events import ClockRule

SECOND = 1000
HOUR = 3600 * SECOND
DAY = 24 * HOUR
MOST_LAG = 1000
"""Milliseconds of one move that are not charged, at most."""
LAG_QUOTA = 3000
LAG_GROWTH = 200
"""What the quota grows back with every turn of one's own."""


@dataclass
class Clock:
    """The time of everybody at a table, as of the last event."""

    rule: ClockRule
    left: list[int]
    """Milliseconds for each seat; never charged without a rule."""
    running: int | None = None
    since: int = 0
    quota: list[int] = field(default_factory=list)
    is_extended: bool = False
    """Whether this turn was given an hour more because the house was away."""

    @classmethod
    def wound_up(cls, rule: ClockRule, players: int) -> "Clock":
        """Give everybody what the rule allows to begin with."""
        return cls(rule, [_allowance(rule)] * players, quota=[LAG_QUOTA] * players)

    @property
    def is_used(self) -> bool:
        """Whether time is counted at this table."""
        return self.rule.kind != "none"

    @property
    def due(self) -> int | None:
        """When the time of the player to move runs out; None if no clock runs."""
        return None if self.running is None else self.since + self.left[self.running]

    def stop(self, at: int, lag: int = 0) -> None:
        """Charge the seat whose clock runs for the time until now, less what the network took."""
        if self.running is None:
            return
        seat = self.running
        passed = max(0, at - self.since)
        forgiven = min(lag, MOST_LAG, self.quota[seat], passed)
        self.quota[seat] -= forgiven
        self.left[seat] = max(0, self.left[seat] - (passed - forgiven))
        self.running = None

    def forgive(self) -> None:
        """Stop without charging anybody."""
        self.running = None

    def run(self, seat: int, at: int) -> None:
        """Let the clock of a seat run from now on."""
        if self.is_used:
            self.running, self.since = seat, at

    def extend(self, seat: int) -> None:
        """See to it that an hour is left, once a turn: else a turn that nobody looks at would never end."""
        if self.left[seat] < HOUR and not self.is_extended:
            self.left[seat], self.is_extended = HOUR, True

    def begin_turn(self, seat: int) -> None:
        """Wind up the clock of a seat whose turn begins, where turns are timed."""
        self.is_extended = False
        if self.rule.kind in ("turn", "days"):
            self.left[seat] = _allowance(self.rule)

    def end_turn(self, seat: int) -> None:
        """Give a seat what it gets for a finished turn."""
        self.quota[seat] = min(LAG_QUOTA, self.quota[seat] + LAG_GROWTH)
        if self.rule.kind == "player":
            self.left[seat] += self.rule.increment * SECOND


def _allowance(rule: ClockRule) -> int:
    return rule.amount * (DAY if rule.kind == "days" else SECOND)
