"""The command `tesserae verify`: whether the deals of a match at a table on the network were fair.

Every check is one sentence that says how it came out. A record whose moves do not fit its deals is checked as
far as its headers go: then it is said that the seed was changed, and not only that some move is illegal.
"""

import argparse
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tesserae.cli_common import add_command, add_json, add_language, console, language_of, read_match
from tesserae.words import Refused, Sentence, say

if TYPE_CHECKING:
    from tesserae.match import Match
    from tesserae.match.fairness import Fairness

COMMITMENT_DIGITS = 64
PASSED, FAILED, NOTE = "\N{CHECK MARK}", "\N{BALLOT X}", "\N{BULLET}"
TO_COMPARE = {"commitment": "verify.compare", "own_shares": "verify.compare_share"}
"""The checks for which something must be given, and what is said without it."""
_OPENING = re.compile(r"\s*(Game|Version|Options|Players|Seed|Fair)\s*:", re.IGNORECASE)


@dataclass(frozen=True)
class Check:
    """One thing that was looked at."""

    name: str
    passed: bool
    verdict: Sentence


def add_verify_command(commands: Any) -> None:
    """Describe `tesserae verify`."""
    verify = add_command(commands, "verify", verify_command, "check that the deals of a match were fair")
    verify.add_argument("record", type=Path, metavar="RECORD", help="the record of a match, as its table gave it")
    verify.add_argument("--commitment", metavar="HEX", help="what the page showed you before the match")
    verify.add_argument(
        "--share",
        dest="shares",
        action="append",
        default=[],
        metavar="HEX",
        help="what your page added to the seed; can be given several times",
    )
    add_language(verify)
    add_json(verify)


def verify_command(given: argparse.Namespace) -> None:
    """Print what every check says, and what all of them prove."""
    shown = None if given.commitment is None else read_commitment(given.commitment)
    own_shares = [read_share(text) for text in given.shares]
    match, problem = read_match_or_opening(given.record)
    if match.fairness is None:
        raise Refused("verify.no_fair")
    checks = list(all_checks(match, match.fairness, problem, shown, own_shares))
    if given.json:
        print(json.dumps(as_json(match.fairness, checks)))
    else:
        _print_checks(match, match.fairness, checks, language_of(given))
    if not all(check.passed for check in checks):
        raise Refused("verify.failed")


def as_json(fairness: "Fairness", checks: list[Check]) -> dict[str, Any]:
    """Give the verdicts in plain values; null stands for a check that was not asked for."""
    verdicts: dict[str, bool | None] = {"commitment": None, "own_shares": None}
    for check in checks:
        verdicts[check.name] = check.passed and verdicts.get(check.name) is not False
    return {"fair": False not in verdicts.values(), "commitment": fairness.commitment, "checks": verdicts}


# --- what is given -----------------------------------------------------------------------------------------


def read_commitment(text: str) -> bytes:
    """Read a commitment as somebody copied it from the page."""
    try:
        digest = bytes.fromhex(text)
    except ValueError:
        digest = b""
    if 2 * len(digest) != COMMITMENT_DIGITS:
        raise Refused("verify.bad_commitment", text=repr(text[:80]), count=COMMITMENT_DIGITS)
    return digest


def read_share(text: str) -> bytes:
    """Read a share of the seed as somebody copied it."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise Refused("verify.bad_share", text=repr(text[:80])) from None


def read_match_or_opening(file: Path) -> tuple["Match", Refused | None]:
    """Read a record; if it cannot be replayed, give the match before its first move, and the reason."""
    from tesserae.match import load

    try:
        return read_match(file), None
    except Refused as refused:
        if refused.sentence.key != "record.line":
            raise
        lines = file.read_text(encoding="utf-8").removeprefix("\ufeff").splitlines()
        opening = [line if _OPENING.match(line) else "" for line in lines]  # keeps the numbers of the lines
        return load("\n".join(opening)), refused


# --- the checks --------------------------------------------------------------------------------------------


def all_checks(
    match: "Match", fairness: "Fairness", problem: Refused | None, shown: bytes | None, own_shares: list[bytes]
) -> Iterator[Check]:
    """Look at everything that can be looked at."""
    seats = {"given": len(fairness.player_seeds), "count": match.game.players}
    yield _check("seed", match.seed == fairness.seed(), "verify.seed_follows", "verify.seed_differs")
    yield _check("shares", seats["given"] == seats["count"], "verify.shares_fit", "verify.shares_differ", **seats)
    reason = problem and problem.sentence
    yield _check("replay", problem is None, "verify.replays", "verify.no_replay", reason=reason)
    if shown is not None:
        is_same = shown.hex() == fairness.commitment
        yield _check("commitment", is_same, "verify.commitment_fits", "verify.commitment_differs")
    for share in own_shares:
        is_used = share in fairness.player_seeds
        yield _check("own_shares", is_used, "verify.own_share", "verify.no_own_share", share=_share_text(share))


def _check(name: str, passed: bool, good: str, bad: str, **values: Any) -> Check:
    return Check(name, passed, Sentence(good if passed else bad, values))


def _share_text(share: bytes | None) -> str:
    return share.hex() if share else "-"


# --- what is said ------------------------------------------------------------------------------------------


def _print_checks(match: "Match", fairness: "Fairness", checks: list[Check], language: str) -> None:
    screen = console()

    def tell(text: str) -> None:
        screen.print(text, markup=False, emoji=False)

    print(say("verify.table", language, table=fairness.table))
    print(say("verify.commitment", language, commitment=fairness.commitment))
    for number, share in enumerate(fairness.player_seeds):
        name = match.title(number) if number < match.game.players else number
        print(say("verify.share", language, name=name, share=_share_text(share)))
    print()
    for check in checks:
        tell(f"{PASSED if check.passed else FAILED} {check.verdict.say(language)}")
    done = {check.name for check in checks}
    left = [key for name, key in TO_COMPARE.items() if name not in done]
    for key in left:
        tell(f"{NOTE} {say(key, language)}")
    if all(check.passed for check in checks):
        for key in ("verify.passed_so_far" if left else "verify.passed", "verify.proves", "verify.proves_not"):
            print()
            tell(say(key, language))
