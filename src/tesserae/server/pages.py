"""The files of the page: the app that is built from `web/`, and the page that checks a record by itself."""

from collections.abc import Callable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tesserae.server.web import Endpoint

_KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_STATIC = files("tesserae.server").joinpath("static")
_APP = _STATIC.joinpath("app")
FOR_EVER = "public, max-age=31536000, immutable"
"""For files with a digest of their content in their name."""


def routes(guarded: Callable[[Endpoint], Endpoint]) -> list[Route]:
    """Give the routes of all files: the app at the root, other pages without their ending."""
    found = {}
    for path, file in _files(_APP):
        keeps = FOR_EVER if path.startswith("/assets/") else "no-cache"
        found["/" if path == "/index.html" else path] = _page(file, keeps)
    for path, file in _files(_STATIC):
        if not path.startswith("/app/"):
            found[path.removesuffix(".html") if path.endswith(".html") else f"/static{path}"] = _page(
                file, "no-cache"
            )
    return [Route(path, guarded(page)) for path, page in found.items()]


def is_built() -> bool:
    """Say whether the app is there; a checkout has it only after it was installed."""
    return _APP.joinpath("index.html").is_file()


def _files(folder: Traversable, path: str = "") -> Iterator[tuple[str, Traversable]]:
    """List all files below a folder with their paths, but those that are only for the build."""
    if not folder.is_dir():
        return
    for file in folder.iterdir():
        if file.is_dir():
            yield from _files(file, f"{path}/{file.name}")
        elif not file.name.startswith("."):
            yield f"{path}/{file.name}", file


def _page(file: Traversable, keeps: str) -> Endpoint:
    content, kind = file.read_bytes(), _KINDS["." + file.name.rpartition(".")[2]]

    async def give(_request: Request) -> Response:
        return Response(content, media_type=kind, headers={"cache-control": keeps})

    return give
