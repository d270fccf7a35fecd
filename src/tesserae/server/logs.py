"""What the server writes about itself: a JSON object a line, without names, tokens, tiles or addresses."""

import json
import logging
import sys
import time
import traceback

_KNOWN = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message"}

_NO_TROUBLE = ("Invalid UTF-8", "ASGI callable returned without completing handshake")
"""A client that sends no letters is told so, and one that we refuse with an answer of our own is answered."""


class JsonLines(logging.Formatter):
    """A line for each record, with whatever was given as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        """Write one record."""
        when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "at": f"{when}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        line |= {name: str(value) for name, value in record.__dict__.items() if name not in _KNOWN}
        if record.exc_info:
            line["trace"] = _where(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def _where(problem: BaseException | None) -> str:
    """Tell where something went wrong, without what the exception says: it may quote a player."""
    if problem is None:
        return ""
    own = [*traceback.format_tb(problem.__traceback__), type(problem).__name__]
    return "".join([f"{_where(before)}, then\n" if (before := problem.__context__) else "", *own])


def _is_trouble(record: logging.LogRecord) -> bool:
    """Say whether it is any trouble of ours that uvicorn writes about."""
    return not str(record.msg).startswith(_NO_TROUBLE)


def start_logging(level: str) -> None:
    """Write lines to the error stream; of what libraries say, only warnings: the rest tells who says what."""
    own = logging.getLevelNamesMapping()[level.upper()]
    others = max(own, logging.WARNING)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=others, force=True)
    logging.getLogger("tesserae").setLevel(own)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.setLevel(others)
        logger.addFilter(_is_trouble)
        logger.propagate = name != "uvicorn.access"  # addresses and paths, which may hold rights, are not written
