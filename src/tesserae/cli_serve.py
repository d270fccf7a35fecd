"""The command `tesserae serve`: tables on the network."""

import argparse
import sys
from pathlib import Path
from typing import Any

import tesserae
from tesserae.cli_common import add_command, compile_with_progress, number

DEFAULT_PORT = 8642


def add_serve_command(commands: Any) -> None:
    """Describe the command `serve`."""
    serve = add_command(commands, "serve", serve_command, "serve tables to browsers")
    serve.add_argument(
        "--host", default="127.0.0.1", help="the address to listen at (default: this machine alone)"
    )
    serve.add_argument(
        "--port", type=number(0, 65535), default=DEFAULT_PORT, metavar="N", help=f"default: {DEFAULT_PORT}; 0: any"
    )
    serve.add_argument(
        "--data", type=Path, metavar="DIR", help="where tables are kept (default: your data folder)"
    )
    serve.add_argument("--database", metavar="URL", help="keep them in PostgreSQL instead: postgresql://...")
    serve.add_argument("--redis", metavar="URL", help="for several servers on one database: redis://...")
    serve.add_argument(
        "--origin", action="append", default=[], metavar="URL", help="another site whose pages may play here"
    )
    serve.add_argument(
        "--trusted-proxies",
        default="127.0.0.1",
        metavar="ADDRESSES",
        help="whose word on the client's address is taken (default: 127.0.0.1; * for all)",
    )
    serve.add_argument(
        "--log",
        default="info",
        choices=("debug", "info", "warning", "error"),
        help="how much is told (default: info)",
    )


def serve_command(given: argparse.Namespace) -> None:
    """Serve, once every game is compiled."""
    from tesserae.server.logs import start_logging
    from tesserae.server.serve import Settings, serve

    start_logging(given.log)
    settings = Settings(
        given.host,
        given.port,
        given.data or tables_directory(),
        given.database,
        given.redis,
        frozenset(given.origin),
        given.trusted_proxies,
    )
    serve(settings, compile_all, lambda address: print(f"Tesserae is at {address}", file=sys.stderr, flush=True))


def tables_directory() -> Path:
    """Say where tables are kept unless somebody says otherwise."""
    from platformdirs import user_data_path

    return user_data_path("tesserae", appauthor=False) / "tables"


def compile_all(language: str = "en") -> None:
    """Compile every game now, if it was never compiled before."""
    from tesserae.games import make_game

    for name in tesserae.games():
        compile_with_progress(make_game(name, {}), language)
