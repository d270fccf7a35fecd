"""The table in a terminal: people who share a keyboard, and bots.

Everything a player reads comes from the catalogues; everything a player may do is refused or done by the match.
"""

import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

try:  # gives `input` arrow keys and a history where the system has it
    import readline
except ImportError:
    readline = None  # type: ignore[assignment]

from tesserae.bots import Budget, Player, new_generator
from tesserae.games.game import Picture
from tesserae.match import Match
from tesserae.match.colour import coloured
from tesserae.match.events import Move
from tesserae.match.sheet_text import account_text, rounds_text, sheet_text
from tesserae.words import Refused, Sentence, say

_FORGET_SCROLLED = "\x1b[3J"
_HELP = {
    "rules": "terminal.help_rules",
    "moves": "terminal.help_moves",
    "undo": "terminal.help_undo",
    "scores": "terminal.help_scores",
    "draw": "terminal.help_draw",
    "resign": "terminal.help_resign",
    "hint": "terminal.help_hint",
    "save": "terminal.help_save",
    "quit": "terminal.help_quit",
}


class Table:
    """One match at one terminal."""

    def __init__(
        self,
        match: Match,
        bots: Mapping[int, Player],
        *,
        budget: Budget,
        language: str = "en",
        console: Console,
        seed: int | None = None,
        file: Path | None = None,
        hinter: Callable[[Match], Sentence] | None = None,
    ) -> None:
        """Seat the bots, people have the other seats; `budget` is what a bot may spend on a move.

        `file` is where the match is kept after every move; `hinter` knows the next step, where anybody does.
        """
        self.match = match
        self.bots = dict(bots)
        self.budget = budget
        self.language = language
        self.console = console
        self.generator = new_generator(secrets.randbits(64) if seed is None else seed)
        self.file = file and file.expanduser().resolve()
        self.is_kept = False
        self.leaving = False
        self.looking: int | None = None
        """Whose tiles are on a shared screen."""
        self.last_picture: Picture | None = None
        self.hinter = hinter
        self._commands = self._possible_commands()

    def _possible_commands(self) -> dict[str, Callable[[str], None]]:
        """List what can be typed beside moves, as far as this game knows it."""
        game = self.match.game
        commands = {"?": self._help, "rules": self._rules, "moves": self._moves, "undo": self._undo}
        if game.account_names:
            commands["scores"] = self._scores
        if game.can_agree_draw:
            commands["draw"] = self._draw
        if game.can_resign:
            commands["resign"] = self._resign
        if self.hinter:
            commands["hint"] = self._hint
        return commands | {"save": self._save, "quit": self._quit}

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
        self._keep()
        if not self.match.over:
            self._say("terminal.welcome", game=self.match.game.title, example=self.match.game.example)
        self._tell_deals()
        self._show()
        while not self.leaving and (seat := self.match.mover) is not None:
            if seat in self.bots:
                masked = self.match.masked(seat)
                chosen = self.bots[seat].choose(masked, seat, self.generator, self.budget, self.match.trail)
                self._move(chosen)
            else:
                self._turn(seat)

    def _say_goodbye(self) -> None:
        if self.match.over:
            if self.match.game.account_names:
                self._print(rounds_text(self.match, self.language))
            self._print(self.match.status(self.language), style="bold")
        else:
            self._say("terminal.not_over")
            if self.is_kept:
                self._say("terminal.saved", file=self.file)
        is_wanted = self.file is not None or not self.match.over
        if self.match.events and is_wanted and not self.is_kept:
            self._say("terminal.not_saved")
            self.console.print(Text(self.match.record()), soft_wrap=True)

    # --- turns ---------------------------------------------------------------------------------------------

    def _turn(self, seat: int) -> None:
        self._let_only_look(seat)
        if self.leaving:
            return
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
        except Refused as refused:
            self._print(refused.sentence.say(self.language))

    def _move(self, action: int | str) -> None:
        self.match.play(action)
        self._wipe()
        self._show_ended_round()
        self._tell_last_move()
        self._tell_deals()
        self._show()
        try:
            self._keep()
        except Refused as refused:
            self._print(refused.sentence.say(self.language))

    def _tell_last_move(self) -> None:
        """Say what was played, what it scored and what came of it."""
        if last := self.match.last_move:
            scored = account_text(self.match, last, self.language)
            move = f"{last.text} ({scored})" if scored else last.text
            self._say("terminal.played", name=self.match.title(last.seat), move=move)
            for remark in last.remarks:
                self._print(self._with_names(remark))

    def _with_names(self, remark: Sentence) -> str:
        """Say a remark, with the names of the players in the place of their seats."""
        game = self.match.game
        names = {game.seat_name(seat): self.match.title(seat) for seat in range(game.players)}
        seat = remark.values.get("seat")
        values = remark.values | {"seat": names[seat]} if seat in names else remark.values
        return Sentence(remark.key, values).say(self.language)

    # --- commands ------------------------------------------------------------------------------------------

    def _help(self, _rest: str) -> None:
        self._say(f"{self.match.game.words}.how_to_move", example=self.match.game.example)
        for word in self._commands:
            if word != "?":
                self._print(f"  {say(_HELP[word], self.language)}")

    def _rules(self, _rest: str) -> None:
        self._print("\n".join(sentence.say(self.language) for sentence in self.match.game.rules()))

    def _moves(self, _rest: str) -> None:
        """List the moves, those that score most first; what they score is told where it is ever more than one."""
        worths = {action: self.match.worth(action) for action in self.match.legal()}
        tells = any(abs(worth) > 1 for worth in worths.values())
        told = [
            f"{self.match.text(action)} ({worth:+})" if worth and tells else self.match.text(action)
            for action, worth in sorted(worths.items(), key=lambda moves: -moves[1])
        ]
        self.console.print(Columns([Text(text) for text in told], padding=(0, 2)))

    def _scores(self, _rest: str) -> None:
        self._print(sheet_text(self.match, self.language))

    def _undo(self, _rest: str) -> None:
        """Go back to before the last move of a person, where nothing was hidden."""
        if self.match.game.hides:
            raise Refused("terminal.no_undo")
        deeds = enumerate(self.match.deeds)
        own = [i for i, deed in deeds if isinstance(deed, Move) and deed.seat not in self.bots]
        if not own:
            raise Refused("match.nothing_to_undo")
        while len(self.match.deeds) > own[-1]:
            self.match.undo()
        self._keep()
        self._show()

    def _draw(self, _rest: str) -> None:
        """Offer a draw, or take up an offer that is open, and ask everybody else; bots play on."""
        if not self.match.draw_agreed_by:
            self.match.offer_draw()
        for seat in range(self.match.game.players):
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
        answer = self._ask(say("terminal.accept_draw", self.language, name=self.match.title(seat))) or ""
        return answer.lower().startswith(say("terminal.yes", self.language)[0])

    def _resign(self, _rest: str) -> None:
        self.match.resign()
        self._keep()

    def _hint(self, _rest: str) -> None:
        if self.hinter:
            self._print(self.hinter(self.match).say(self.language))

    def _save(self, rest: str) -> None:
        if not rest:
            raise Refused("terminal.save_where")
        try:
            with Path(rest).expanduser().open("x", encoding="utf-8") as file:
                file.write(self.match.record())
        except (OSError, ValueError) as problem:
            raise Refused("terminal.cannot_save", file=rest, problem=_reason(problem)) from None
        self._say("terminal.saved", file=rest)

    def _quit(self, _rest: str) -> None:
        self.leaving = True

    # --- reading and writing -------------------------------------------------------------------------------

    def _ask(self, prompt: str) -> str | None:
        """Read a line; None when there is no more."""
        try:
            return input(prompt).strip()
        except EOFError:
            self.console.print()
            return None

    def _keep(self) -> None:
        """Write the match to its file, whole or not at all."""
        if self.file is None:
            return
        self.is_kept = False
        draft = self.file.with_name(f"{self.file.name}.{os.getpid()}.new")
        try:
            with draft.open("w", encoding="utf-8") as file:
                file.write(self.match.record())
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self.file)
        except OSError as problem:
            raise Refused("terminal.cannot_save", file=self.file, problem=_reason(problem)) from None
        self.is_kept = True

    def _show(self) -> None:
        """Show the board, with the tiles of the one person who looks."""
        people = self._people()
        seat = people[0] if len(people) == 1 else self.match.mover if self.match.mover in people else None
        if self._screen_is_shared() and seat != self.looking:
            seat = None
        picture = self.match.picture(seat)
        if picture != self.last_picture:
            self._draw_picture(picture)
        self.last_picture = picture
        if self.match.mover not in self.bots:
            for line in self.match.caption(seat):
                self._print(line.say(self.language))

    def _draw_picture(self, picture: Picture) -> None:
        self.console.print()
        self.console.print(
            coloured(picture, ascii_only=self.console.options.ascii_only),
            no_wrap=True,
            overflow="ignore",
            crop=False,
        )

    def _show_ended_round(self) -> None:
        """Show how the board looked when the round ended."""
        if picture := self.match.ended_round_picture():
            self._draw_picture(picture)
            for line in self.match.ended_round_caption():
                self._print(line.say(self.language))

    def _tell_deals(self) -> None:
        """Tell what was dealt since the last move."""
        for deal in self.match.fresh_deals:
            scored = account_text(self.match, deal, self.language)
            for text in [*map(self._with_names, deal.remarks), *([scored] if scored else [])]:
                self._print(text)

    def _people(self) -> list[int]:
        return [seat for seat in range(self.match.game.players) if seat not in self.bots]

    def _screen_is_shared(self) -> bool:
        """Whether several people look at one screen, and have something to hide."""
        return self.match.game.hides and len(self._people()) > 1

    def _let_only_look(self, seat: int) -> None:
        """Where the screen is shared, let the next player take the place first."""
        if self._screen_is_shared() and seat != self.looking:
            answer = self._ask(say("terminal.only_you", self.language, name=self.match.title(seat)))
            if answer is None:
                self.leaving = True
                return
            self.looking = seat
            self._clear()
            self._tell_last_move()
            self._show()

    def _wipe(self) -> None:
        """Take the tiles of the player who looked off the screen, if it is no more his turn."""
        if self._screen_is_shared() and self.looking is not None and self.looking != self.match.mover:
            self._clear()
            self.looking = None

    def _clear(self) -> None:
        """Empty the screen, what has scrolled off it, and the memory of what was typed."""
        self.last_picture = None
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write(_FORGET_SCROLLED)
        if readline is not None:
            readline.clear_history()

    def _say(self, key: str, **values: Any) -> None:
        self._print(say(key, self.language, **values))

    def _print(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style))


def _reason(problem: Exception) -> str:
    return (problem.strerror if isinstance(problem, OSError) else None) or str(problem)
