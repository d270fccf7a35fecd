"""Deals that nobody can arrange: the house commits itself before the players add their share, and tells all later.

The seed of the match is made of a secret of the house and a few bytes from every player. A digest of the secret is
shown before anybody adds his bytes, so the house cannot choose it to suit them; the players do not know it, so
they cannot choose theirs to suit themselves. Afterwards anybody can compute it again. It proves that the deals
were not changed after the fact; it does not hide the tiles from whoever runs the house.
"""

import hashlib
import hmac
import re
from dataclasses import dataclass

from tesserae.words import Refused

SECRET_BYTES = 32
MOST_SEED_BYTES = 64
_FORM = re.compile(r"table=(\S+) secret=([0-9a-f]+) seeds=(\S*)")
_NO_SEED = "-"


@dataclass(frozen=True)
class Fairness:
    """Where the seed of a match came from."""

    table: str
    secret: bytes
    player_seeds: tuple[bytes | None, ...]
    """What each seat added; None for a seat that nobody sat on who could."""

    @property
    def commitment(self) -> str:
        """The digest that was shown before the players added their share."""
        return commitment(self.table, self.secret)

    def seed(self) -> bytes:
        """The seed of the match."""
        shares = " ".join(_share(seed) for seed in self.player_seeds)
        return hmac.digest(self.secret, f"tesserae seed 1 {self.table} {shares}".encode(), "sha256")

    def __str__(self) -> str:
        shares = ",".join(_share(seed) for seed in self.player_seeds)
        return f"table={self.table} secret={self.secret.hex()} seeds={shares}"


def commitment(table: str, secret: bytes) -> str:
    """Commit the house to its secret for one table."""
    return hashlib.sha256(f"tesserae commitment 1 {table} ".encode() + secret).hexdigest()


def read_fairness(text: str) -> Fairness:
    """Read what `str` wrote."""
    found = _FORM.fullmatch(text)
    try:
        if found and len(secret := bytes.fromhex(found[2])) == SECRET_BYTES:
            return Fairness(found[1], secret, tuple(map(_read_share, found[3].split(","))))
    except ValueError:
        pass
    raise Refused("record.fair", text=text[:80])


def _share(seed: bytes | None) -> str:
    return _NO_SEED if seed is None else seed.hex()


def _read_share(text: str) -> bytes | None:
    return None if text == _NO_SEED else bytes.fromhex(text)
