"""Whatever anybody does at a table: its log gives it back, and what is refused changes nothing."""

import random
from collections import Counter
from typing import Any, get_args

import pytest

from server.tables import ANYBODY, BOT, COMMANDS, NAMES, Desk, picture
from tesserae.server import consent, decisions, duties, events
from tesserae.server.decisions import Who
from tesserae.server.events import HOUSE, OWNER, ClockRule
from tesserae.words import Refused
from variants import VARIANTS, game_of

CLOCKS = [
    ClockRule(),
    ClockRule("turn", 20),
    ClockRule("player", 60, 2),
    ClockRule("days", 1),
]
Variant = tuple[str, dict[str, Any]]
WISHES = ["undo", "draw", "pause", "replace", "rematch"]
STEPS = 70
SEEDS = 4


class Crowd:
    """People who press every button, bots among them, and a house that does its duties now and then."""

    def __init__(self, variant: Variant, seed: int) -> None:
        self.rng = random.Random(seed)
        name, options = variant
        players = game_of(variant).players
        people = [
            person if number == 0 or self.rng.random() < 0.8 else f"{BOT}random"
            for number, person in enumerate(NAMES[:players])
        ]
        open_seat = self.rng.randrange(players + 2)
        seats = ["" if number == open_seat else person for number, person in enumerate(people)]
        on_timeout = self.rng.choice(["lose", "bot", "skip"])
        if on_timeout == "skip" and not game_of(variant).idle_moves:
            on_timeout = "bot"
        self.desk = Desk(
            name,
            seats,
            options,
            clock=self.rng.choice(CLOCKS),
            secret=seed,
            on_timeout=on_timeout,
            chat=self.rng.random() < 0.9,
            team_chat=True,
        )
        self.is_checked = True
        self.sent: list[tuple[int | str, str, dict[str, Any]]] = []
        self.done: Counter[str] = Counter()

    @property
    def seats(self) -> int:
        return self.desk.table.game.players

    def step(self, *, is_checked: bool = True) -> None:
        """Let something happen, or be refused and change nothing."""
        self.is_checked = is_checked
        waits_for_house = duties.house_player(self.desk.table) is not None
        if self.rng.random() < (0.6 if waits_for_house else 0.15):
            self._house()
        elif self.sent and self.rng.random() < 0.1:
            self._send_again()
        else:
            self._guest()

    def _picture(self) -> list[bytes]:
        return picture(self.desk.table, self.desk.now) if self.is_checked else []

    # --- the house -----------------------------------------------------------------------------------------

    def _house(self) -> None:
        desk, table, rng = self.desk, self.desk.table, self.rng
        table.absent = {seat for seat in range(self.seats) if rng.random() < 0.3}
        if duties.house_player(table) is not None and table.mover is not None and rng.random() < 0.9:
            desk.append(HOUSE, None, decisions.house_move(table, table.mover, rng.choice(desk.match().legal())))
        elif "rematch" in table.wishes and not consent.needed(table, table.wishes["rematch"]):
            desk.append(HOUSE, None, [events.Rematched("another")])
        elif any(seat.is_free for seat in table.seats) and rng.random() < 0.7:
            desk.sit(rng.choice(NAMES), token=rng.randbytes(9).hex())
        elif rng.random() < 0.3:
            desk.restart(rng.choice([0, 1000, 3 * 24 * 3600 * 1000]))
        else:
            desk.wait(rng.choice([0, 3, 700, 2000, 30_000, 5 * 3600 * 1000]))

    # --- the guests ----------------------------------------------------------------------------------------

    def _guest(self) -> None:
        command, more = self._wanted()
        seat = self._who(command)
        more |= {"id": f"id{len(self.sent)}", "seq": self._seen()}
        before, length = self._picture(), len(self.desk.log)
        try:
            self.desk.do(seat, command, lag=self.rng.randrange(2000), **more)
        except Refused as refusal:
            assert self._picture() == before, (seat, command, more)
            assert len(self.desk.log) == length
            assert refusal.sentence.say("en")
        else:
            self.sent.append((seat, command, more))
            self.done[command] += len(self.desk.log) > length

    def _send_again(self) -> None:
        """Whatever was carried out is not carried out again."""
        seat, command, more = self.rng.choice(self.sent)
        by = seat if isinstance(seat, int) else OWNER
        if (by, more["id"]) in self.desk.table.done:
            before = self._picture()
            self.desk.do(seat, command, **more)
            assert self._picture() == before

    def _who(self, command: str) -> int | str:
        """Choose who does it: mostly somebody who may, but not always."""
        rng, mover = self.rng, self.desk.table.mover
        if rng.random() < 0.1:
            anybody: list[int | str] = [*range(self.seats), "owner", ANYBODY]
            return rng.choice(anybody)
        if command in ("staff", "watch"):
            return "owner"
        if command == "play" and mover is not None:
            return mover
        return rng.choice([number for number, seat in enumerate(self.desk.table.seats) if seat.is_person] or [0])

    def _seen(self) -> int:
        seq, rng = self.desk.table.seq, self.rng
        return seq if rng.random() < 0.95 else max(0, seq - rng.randrange(5)) if rng.random() < 0.8 else seq + 1

    def _wanted(self) -> tuple[str, dict[str, Any]]:
        rng, match = self.rng, self.desk.table.match
        if match is None and rng.random() < 0.6:
            return "ready", {"share": rng.randbytes(2).hex()}
        if self.desk.is_paused() and rng.random() < 0.4:
            return "resume", {}
        if match is not None and not match.over and rng.random() < 0.5:
            action = rng.choice(match.legal())
            return "play", {"move": action if rng.random() < 0.8 else match.text(action)}
        if (asked := self.desk.view().wishes) and rng.random() < 0.5:
            return "answer", {"wish": rng.choice(asked).wish, "agrees": rng.random() < 0.8}
        level = rng.choice(["", "", "random", "nonsense"])
        wish = "rematch" if match is not None and match.over else rng.choice(WISHES)
        away = [seat for seat, is_away in enumerate(self.desk.away()) if is_away]
        about = rng.choice(away or [None, *range(self.seats + 1)])
        commands: list[tuple[str, dict[str, Any]]] = [
            ("ready", {"share": ""}),
            ("play", {"move": rng.randrange(100)}),
            *[("ask", {"wish": wish, "about": about, "level": level})] * 5,
            ("answer", {"wish": wish, "agrees": True}),
            ("resume", {}),
            *[("resign", {})] * (rng.random() < 0.15),
            *[("leave", {})] * 2,
            *[("return", {})] * 2,
            ("say", {"text": rng.choice(["hello", "good luck", "  ", "\x00"]), "to_team": rng.random() < 0.5}),
            ("react", {"reaction": "wow"}),
            ("staff", {"seat": rng.randrange(self.seats + 1), "level": level}),
            ("watch", {"allowed": rng.random() < 0.5}),
        ]
        return rng.choice(commands)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_log_gives_the_table_back_whatever_happened(variant: Variant, seed: int) -> None:
    """Every event is written and read again on the way; refused commands are checked by the crowd itself."""
    crowd = Crowd(variant, seed)
    for _ in range(STEPS):
        length = len(crowd.desk.log)
        crowd.step()
        if len(crowd.desk.log) > length:
            assert picture(crowd.desk.replayed(), crowd.desk.now) == picture(crowd.desk.table, crowd.desk.now)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_a_page_says_about_taking_back_is_what_comes_of_it(variant: Variant) -> None:
    for seed in range(SEEDS):
        crowd = Crowd(variant, 100 + seed)
        for _ in range(STEPS):
            crowd.step()
            table = crowd.desk.table
            for seat in range(crowd.seats):
                if not table.seats[seat].is_person:
                    continue
                command = crowd.desk.command("ask", wish="undo")
                try:
                    kinds = [type(event) for event in decisions.decide(table, Who(seat), command)]
                except Refused as refusal:
                    is_open = refusal.sentence.key == "table.asked_already"
                    assert crowd.desk.view(seat).undo == ("ask" if is_open else "")
                else:
                    expected = "now" if events.TookBack in kinds else "ask"
                    assert crowd.desk.view(seat).undo == expected


def test_the_crowd_does_everything_there_is_to_do() -> None:
    done: Counter[str] = Counter()
    happened: Counter[type] = Counter()
    for variant in VARIANTS:
        for seed in range(SEEDS):
            crowd = Crowd(variant, seed)
            for _ in range(STEPS):
                crowd.step(is_checked=False)
            done += crowd.done
            happened.update(map(type, crowd.desk.events()))
    assert set(done) == set(COMMANDS)
    assert set(happened) == set(get_args(events.AnyEvent))
