"""Ids and tokens: random, and stored only as digests."""

import hashlib
import hmac
import secrets

ID_BYTES = 16
TOKEN_BYTES = 24
LEAST_TOKEN = 32
"""Letters of a token that a client chooses: as many as 24 random bytes take."""


def new_id() -> str:
    """Make the id of a table; whoever knows it may ask for a free seat."""
    return secrets.token_urlsafe(ID_BYTES)


def new_token() -> str:
    """Make a token of 192 random bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def digest(token: str) -> str:
    """Give what is stored of a token; it is random, so a plain digest does not help to find it."""
    return hashlib.sha256(token.encode()).hexdigest()


def fits(token: str, stored: str) -> bool:
    """Compare a token with a stored digest in constant time."""
    return bool(stored) and hmac.compare_digest(digest(token), stored)
