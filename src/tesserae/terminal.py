"""The table in a terminal: people who share a keyboard, and bots.

Everything a player reads comes from the catalogues; everything a player may do is refused or done by the match.
"""

import os
import secrets
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from tesserae.bots import Player, new_generator, player
from tesserae.games.game import Game
from tesserae.match import Match, load
from tesserae.match.events import Move
from tesserae.words import Refused, say

HUMAN = "human"
_PLAIN = str.maketrans("╭╮╰╯├┤┬┴┼─│·↑↓←→", "+++++++++-|.^v<>")
"""The drawing for terminals that know ASCII alone."""


class Table:
    """One match at one terminal."""

    def __init__(self, game: Game, language: str, console: Console) -> None:
        """Choose what is played and how it speaks."""
        self.game = game
        self.language = language
        self.console = console
        self.match = Match(game)
        self.bots: dict[int, Player] = {}
        self.file: Path | None = None
        self.leaving = False
        self._commands: dict[str, Callable[[str], None]] = {
            "?": self._help,
            "rules": self._rules,
            "moves": self._moves,
            "undo": self._undo,
            "draw": self._draw,
            "resign": self._resign,
            "save": self._save,
            "quit": self._quit,
        }

    def sit_down(
        self,
        *,
        seats: Sequence[str] | None,
        names: Sequence[str] | None,
        seed: int | None,
        file: Path | None,
    ) -> None:
        """Give the seats to people and bots, and start the match or go on with a saved one."""
        if seats is None:
            seats = self._ask_seats() if sys.stdin.isatty() else [HUMAN] * self.game.players
        if len(seats) != self.game.players:
            raise Refused("terminal.wrong_seats", count=self.game.players, seats=",".join(seats))
        self.bots = {seat: player(name) for seat, name in enumerate(seats) if name != HUMAN}
        self.generator = new_generator(secrets.randbits(64) if seed is None else seed)
        self.file = file
        if file is not None and file.exists():
            self.match = load(file.read_text(encoding="utf-8"))
            self.game = self.match.game
        else:
            self.match = Match(self.game, seed, names=names)

    def play(self) -> None:
        """Play until the match is over or the players leave; whoever interrupts it still gets the record."""
        try:
            self._play()
        except KeyboardInterrupt:
            self.console.print()
            self._say_goodbye()
            raise
        self._say_goodbye()

    def _play(self) -> None:
        example = self.match.text(self.match.legal()[0]) if not self.match.over else ""
        self._say("terminal.welcome", game=self.game.name.capitalize(), example=example)
        self._show()
        while not self.leaving and (seat := self.match.mover) is not None:
            if seat in self.bots:
                masked = self.match.masked(seat)
                self._move(self.bots[seat].choose(masked, seat, self.generator))
            else:
                self._turn(seat)

    def _say_goodbye(self) -> None:
        if self.match.over:
            self._announce()
        elif self.match.events and self.file is None:
            self._say("terminal.not_saved")
            self._print(self.match.record())

    # --- turns ---------------------------------------------------------------------------------------------

    def _turn(self, seat: int) -> None:
        typed = self._ask(say("terminal.prompt", self.language, name=self.match.title(seat)))
        if typed is None:
            self.leaving = True
            return
        word, _, rest = typed.partition(" ")
        try:
            if command := self._commands.get(word.lower()):
                command(rest.strip())
            elif typed:
                self._move(typed)
        except Refused as reason:
            self._say(reason.key, **reason.values)

    def _move(self, action: int | str) -> None:
        self.match.play(action)
        self._keep()
        self._show()
        last = self.match.events[-1]
        if isinstance(last, Move):
            self._say("terminal.played", name=self.match.title(last.seat), move=last.text)
            for seat in last.skipped:
                self._say("terminal.skipped", name=self.match.title(seat))

    def _announce(self) -> None:
        self._print(self.match.status(self.language), style="bold")
        for line in self.match.view()["board"].get("lines", ()):
            self._say(f"{self.game.name}.line", places=" ".join(line))

    # --- commands ------------------------------------------------------------------------------------------

    def _help(self, _rest: str) -> None:
        self._say("terminal.help")

    def _rules(self, _rest: str) -> None:
        self._say(f"{self.game.name}.rules")

    def _moves(self, _rest: str) -> None:
        self._print("  ".join(self.match.text(action) for action in self.match.legal()))

    def _undo(self, _rest: str) -> None:
        """Go back to the last turn of a person."""
        self.match.undo()
        while self.match.events and self.match.mover in self.bots:
            self.match.undo()
        self._keep()
        self._show()

    def _draw(self, _rest: str) -> None:
        """Ask everybody; bots play on."""
        self.match.offer_draw()
        for seat in range(self.game.players):
            if self.match.over or not self.match.draw_agreed_by:
                break
            if seat in self.match.draw_agreed_by:
                continue
            if seat not in self.bots and self._agrees(seat):
                self.match.accept_draw(seat)
            else:
                self.match.decline_draw(seat)
                self._say("terminal.declined", name=self.match.title(seat))
        self._keep()

    def _agrees(self, seat: int) -> bool:
        yes = say("terminal.yes", self.language)
        answer = self._ask(say("terminal.accept_draw", self.language, name=self.match.title(seat)))
        return bool(answer) and str(answer).lower() in (yes, yes[0])

    def _resign(self, _rest: str) -> None:
        self.match.resign()
        self._keep()

    def _save(self, rest: str) -> None:
        if not rest:
            raise Refused("terminal.save_where")
        try:
            with Path(rest).open("x", encoding="utf-8") as file:
                file.write(self.match.record())
        except OSError as problem:
            raise Refused("terminal.cannot_save", file=rest, problem=problem.strerror) from None
        self._say("terminal.saved", file=rest)

    def _quit(self, _rest: str) -> None:
        self.leaving = True

    # --- reading and writing -------------------------------------------------------------------------------

    def _ask_seats(self) -> list[str]:
        answer = self._ask(say("terminal.who_plays", self.language))
        people = self.game.players if (answer or "").strip() == "2" else 1
        return [HUMAN] * people + ["random"] * (self.game.players - people)

    def _ask(self, prompt: str) -> str | None:
        """Read a line; None when there is no more."""
        try:
            return self.console.input(Text(prompt)).strip()
        except EOFError:
            self.console.print()
            return None

    def _keep(self) -> None:
        """Write the match to its file, whole or not at all."""
        if self.file is None:
            return
        draft = self.file.with_name(f"{self.file.name}.new")
        with draft.open("w", encoding="utf-8") as file:
            file.write(self.match.record())
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.file)

    def _show(self) -> None:
        seat = None if self.match.mover in self.bots else self.match.mover
        spans = self.match.picture(seat)
        plain = self.console.options.ascii_only
        self.console.print()
        self.console.print(
            Text.assemble(*((text.translate(_PLAIN) if plain else text, style) for text, style in spans))
        )

    def _say(self, key: str, **values: Any) -> None:
        self._print(say(key, self.language, **values))

    def _print(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style))
