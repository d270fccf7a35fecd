"""The command `tesserae verify`, as its user runs it: whatever was changed in a record is noticed."""

import json
import random
import re
from pathlib import Path
from typing import Any, Protocol

import pytest

from command import run
from tesserae.cli import main
from tesserae.games import make_game
from tesserae.match import Match
from tesserae.match.fairness import Fairness
from variants import random_match, random_play

SHARE = bytes(range(32))
FAIRNESS = Fairness("kitchen-7", bytes(range(100, 132)), (SHARE, None))


def fair_record(fairness: Fairness = FAIRNESS) -> str:
    match = Match(make_game("riomino", {}), fairness.seed(), names=["Ann", "Bob"], fairness=fairness)
    for _ in random_play(match, random.Random(1)):
        pass
    return match.record()


RECORD = fair_record()


def changed(pattern: str, replacement: str) -> str:
    text, count = re.subn(pattern, replacement, RECORD, count=1, flags=re.MULTILINE)
    assert count == 1
    assert text != RECORD
    return text


def flipped(field: str) -> str:
    """Change one hexadecimal digit after `field`."""
    place = RECORD.index(field) + len(field) + 9
    return RECORD[:place] + ("0" if RECORD[place] != "0" else "1") + RECORD[place + 1 :]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "match.txt"
    file.write_text(RECORD, encoding="utf-8")
    return file


class Answer(Protocol):
    def __call__(self, file: Path, *arguments: str) -> dict[str, Any]: ...


@pytest.fixture
def answer(capsys: pytest.CaptureFixture[str]) -> Answer:
    """What the command tells in JSON; within this process, as that is faster."""

    def ask(file: Path, *arguments: str) -> dict[str, Any]:
        code = main(["verify", str(file), "--json", *arguments])
        said = capsys.readouterr()
        told: dict[str, Any] = json.loads(said.out.splitlines()[-1])
        assert code == (0 if told["fair"] else 1)
        assert len(said.err.splitlines()) == code
        return told

    return ask


def test_a_fair_match_passes_and_what_that_means_is_said(file: Path) -> None:
    done = run(
        "verify", str(file), "--commitment", FAIRNESS.commitment, "--share", SHARE.hex(), "--language", "en"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(
        f"Table: kitchen-7\nCommitment: {FAIRNESS.commitment}\n"
        f"Share of Ann (A): {SHARE.hex()}\nShare of Bob (B): -\n\n"
    )
    verdicts = [line for line in done.stdout.splitlines() if line.startswith("✓")]
    assert len(verdicts) == 5
    assert not re.search("^[✗•]", done.stdout, re.MULTILINE)
    assert "All checks passed." in done.stdout
    assert "What this proves: " in done.stdout
    assert "What it does not prove: " in done.stdout


def test_without_what_was_shown_the_check_is_not_complete(file: Path) -> None:
    commitment, share = ["--commitment", FAIRNESS.commitment], ["--share", SHARE.hex()]
    for given, missing in (
        ([], ["• The commitment is not compared yet", "• No share is compared yet"]),
        (commitment, ["• No share is compared yet"]),
        (share, ["• The commitment is not compared yet"]),
    ):
        done = run("verify", str(file), *given, "--language", "en")
        assert done.returncode == 0
        assert all(sentence in done.stdout for sentence in missing)
        assert done.stdout.count("•") == len(missing)
        assert "Everything is right so far" in done.stdout
        assert "All checks passed." not in done.stdout


def test_it_speaks_the_language_asked_for(file: Path) -> None:
    german = run("verify", str(file), "--language", "de").stdout
    assert "✓ Der Startwert ergibt sich aus dem Geheimnis" in german
    refused = run("verify", str(file), "--commitment", "xyz", "--language", "nl").stderr
    assert refused.startswith("tesserae: 'xyz' is geen vastlegging: geef de 64 hexadecimale cijfers")


def test_one_json_object_is_the_last_line(file: Path, answer: Answer) -> None:
    assert answer(file) == {
        "fair": True,
        "commitment": FAIRNESS.commitment,
        "checks": {"commitment": None, "own_shares": None, "seed": True, "shares": True, "replay": True},
    }
    told = answer(file, "--commitment", FAIRNESS.commitment.upper(), "--share", SHARE.hex().upper())
    assert told["fair"]
    assert all(told["checks"].values())


@pytest.mark.parametrize(
    ("text", "failed"),
    [
        (flipped("secret="), {"seed", "commitment"}),
        (flipped("seeds="), {"seed", "own_shares"}),
        (changed("seeds=[0-9a-f]+,-", f"seeds=-,{SHARE.hex()}"), {"seed"}),
        (changed(r"seeds=(\S+)", r"seeds=\1,-"), {"seed", "shares"}),
        (changed("table=kitchen-7", "table=kitchen-8"), {"seed", "commitment"}),
        (flipped("Seed: hex:"), {"seed", "replay"}),
        (changed("^Seed: .*", "Seed: 7"), {"seed", "replay"}),
        (changed("^2[.] .*\n", ""), {"replay"}),
        (changed("^Result: .*", "Result: draw (agreement)"), {"replay"}),
        (fair_record(Fairness("kitchen-7", bytes(range(32)), (SHARE, None))), {"commitment"}),
        (fair_record(Fairness("kitchen-7", FAIRNESS.secret, (b"\1", None))), {"own_shares"}),
    ],
    ids=[
        "secret",
        "share",
        "shares of other seats",
        "number of shares",
        "table",
        "seed",
        "seed as a number",
        "moves",
        "result",
        "another secret altogether",
        "another share altogether",
    ],
)
def test_every_change_is_noticed(file: Path, answer: Answer, text: str, failed: set[str]) -> None:
    file.write_text(text, encoding="utf-8")
    told = answer(file, "--commitment", FAIRNESS.commitment, "--share", SHARE.hex())
    assert {name for name, passed in told["checks"].items() if not passed} == failed


def test_a_failed_check_is_a_sentence_and_proves_nothing(file: Path) -> None:
    file.write_text(changed(r"^(3[.]) .*", r"\1 a1"), encoding="utf-8")
    done = run("verify", str(file), "--share", "00", "--language", "en")
    assert done.returncode == 1
    assert "✗ The match cannot have been played as it is written. Line " in done.stdout
    assert "✗ Your share was not used: 00" in done.stdout
    assert "What this proves" not in done.stdout
    assert done.stderr == "tesserae: This record does not stand up to the check.\n"


def test_every_own_share_must_have_been_used(file: Path, answer: Answer) -> None:
    told = answer(file, "--share", "ab", "--share", SHARE.hex())
    assert told["checks"]["own_shares"] is False


def test_what_cannot_be_checked_is_said_in_one_sentence(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = tmp_path / "plain.txt"
    plain.write_text(random_match(make_game("quixo", {"size": 3}), 1).record(), encoding="utf-8")
    scribble = tmp_path / "scribble.txt"
    scribble.write_text("no match at all", encoding="utf-8")
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff")
    unreadable = tmp_path / "unreadable.txt"
    unreadable.write_text(changed("secret=", "secret=zz"), encoding="utf-8")
    for arguments, said in (
        ([str(plain)], "does not tell where its seed came from"),
        ([str(scribble)], "no record"),
        ([str(picture)], "A record is text"),
        ([str(unreadable)], "Line 6, table=kitchen-7 secret=zz"),
        ([str(tmp_path / "nothing.txt")], "nothing.txt"),
        ([str(file), "--commitment", "abc"], "'abc' is no commitment: give the 64 hexadecimal digits"),
        ([str(file), "--commitment", FAIRNESS.commitment[2:]], "is no commitment"),
        ([str(file), "--share", "0"], "'0' is no share"),
    ):
        code = main(["verify", *arguments, "--language", "en"])
        out, err = capsys.readouterr()
        assert (code, out) == (1, ""), arguments
        assert said in err
        assert len(err.splitlines()) == 1
