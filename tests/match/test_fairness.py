"""A seed that nobody chose alone: anybody can compute it again, and every part of it counts."""

import hashlib
import hmac
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tesserae
from tesserae.games import make_game
from tesserae.match import Match
from tesserae.match.fairness import Fairness, commitment, read_fairness
from variants import random_play

SECRET = bytes(range(32))
FAIRNESS = Fairness("oak-3", SECRET, (b"\x01\x02", None, b"\xff"))
WRITTEN = f"table=oak-3 secret={SECRET.hex()} seeds=0102,-,ff"
SHARES = st.lists(st.none() | st.binary(min_size=0, max_size=64), min_size=1, max_size=6)


def test_what_it_looks_like() -> None:
    assert str(FAIRNESS) == WRITTEN
    assert read_fairness(WRITTEN) == FAIRNESS


@given(st.from_regex(r"[A-Za-z0-9_-]+", fullmatch=True), st.binary(min_size=32, max_size=32), SHARES)
def test_it_is_read_as_it_was_written(table: str, secret: bytes, shares: list[bytes | None]) -> None:
    fairness = Fairness(table, secret, tuple(shares))
    assert read_fairness(str(fairness)) == fairness


def test_an_empty_share_is_not_the_share_of_an_empty_seat() -> None:
    empty, absent = Fairness("oak-3", SECRET, (b"", b"\1")), Fairness("oak-3", SECRET, (None, b"\1"))
    assert read_fairness(str(empty)) == empty
    assert empty.seed() != absent.seed()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yes",
        WRITTEN.replace("table=oak-3 ", ""),
        WRITTEN.replace("oak-3", "oak 3"),
        WRITTEN.replace(SECRET.hex(), ""),
        WRITTEN.replace(SECRET.hex(), SECRET.hex()[2:]),
        WRITTEN.replace(SECRET.hex(), SECRET.hex() + "00"),
        WRITTEN.replace(SECRET.hex(), SECRET.hex()[1:]),
        WRITTEN.replace("secret=00", "secret=xy"),
        WRITTEN.replace("seeds=01", "seeds=0"),
        WRITTEN.replace("seeds=01", "seeds=xy"),
        WRITTEN.replace("-,", "--,"),
        WRITTEN + " and more",
        WRITTEN + "\n",
    ],
)
def test_what_is_written_otherwise_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="does not tell where a seed came from"):
        read_fairness(text)


def test_the_commitment_never_changes() -> None:
    """What players wrote down before a match depends on these bytes."""
    expected = "7eadd36fd4d6e6c4a15b36e54ccbbae52162435302cd792b2c91aee1656e22ba"
    assert hashlib.sha256(b"tesserae commitment 1 oak-3 " + SECRET).hexdigest() == expected
    assert commitment("oak-3", SECRET) == FAIRNESS.commitment == expected


def test_the_seed_never_changes() -> None:
    """The records of all matches that were ever played depend on these bytes."""
    expected = "e3afaddbe84185b7172e63bf6d4f1acfe9c6fbfd9deb7c1b6523c1621dc6d544"
    assert hmac.new(SECRET, b"tesserae seed 1 oak-3 0102 - ff", hashlib.sha256).hexdigest() == expected
    assert FAIRNESS.seed().hex() == expected


def test_every_byte_of_every_part_counts() -> None:
    """No two of these matches are dealt alike."""
    others = [replace(FAIRNESS, table=table) for table in ("oak-4", "Oak-3", "oak-", "oak-33")]
    for place in range(len(SECRET)):
        changed = SECRET[:place] + bytes([SECRET[place] ^ 1]) + SECRET[place + 1 :]
        others.append(replace(FAIRNESS, secret=changed))
    assert len({fairness.commitment for fairness in (FAIRNESS, *others)}) == len(others) + 1
    all_shares: list[tuple[bytes | None, ...]] = [
        (b"\x01\x03", None, b"\xff"),
        (b"\x00\x02", None, b"\xff"),
        (b"\x01", None, b"\xff"),
        (b"\x01\x02\x00", None, b"\xff"),
        (b"\x01\x02", b"", b"\xff"),
        (b"\x01\x02", b"\x00", b"\xff"),
        (b"\x01\x02", None, b"\xfe"),
        (b"\x01\x02", None, None),
        (b"\x01\x02", b"\xff", None),
        (None, b"\x01\x02", b"\xff"),
        (b"\x01\x02", None),
        (b"\x01\x02", None, b"\xff", None),
    ]
    others += [replace(FAIRNESS, player_seeds=shares) for shares in all_shares]
    assert len({fairness.seed() for fairness in (FAIRNESS, *others)}) == len(others) + 1


def test_the_players_cannot_change_the_commitment() -> None:
    assert replace(FAIRNESS, player_seeds=(None, b"\7", b"\7")).commitment == FAIRNESS.commitment


def test_a_record_tells_where_its_seed_came_from() -> None:
    match = Match(make_game("triominos", {"players": 3, "rounds": 1}), FAIRNESS.seed(), fairness=FAIRNESS)
    for _ in random_play(match, random.Random(1)):
        pass
    text = match.record()
    assert f"\nSeed: hex:{FAIRNESS.seed().hex()}\nFair: {WRITTEN}\n" in text
    again = tesserae.load(text)
    assert again == match
    assert again.fairness == FAIRNESS
    assert again.record() == text


def test_a_copy_knows_it_too() -> None:
    match = Match(make_game("quixo", {}), FAIRNESS.seed(), fairness=FAIRNESS)
    assert match.copy().fairness == FAIRNESS
    assert match.copy().record() == match.record()
    assert Match(make_game("quixo", {}), 7).copy().fairness is None


def test_a_bad_line_of_a_record_is_named() -> None:
    with pytest.raises(ValueError, match="^Line 2, yes: yes does not tell where a seed came from"):
        tesserae.load("Game: quixo\nFair: yes")
