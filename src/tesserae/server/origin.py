"""Whether a request comes from a page of ours: browsers say where a page is from, everybody else need not."""

from collections.abc import Mapping
from urllib.parse import urlsplit


def is_ours(headers: Mapping[str, str], others: frozenset[str]) -> bool:
    """Say whether a request may act: it names no origin, our own host, or one that was allowed."""
    origin = headers.get("origin")
    if origin is None or origin in others:
        return True
    try:
        host = urlsplit(origin).netloc
    except ValueError:  # a bracket that is not closed, and the like
        return False
    return bool(host) and host == headers.get("host")
