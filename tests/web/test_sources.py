"""The sources of the page: types and accessibility by svelte-check, geometry and stores by vitest."""

from node import run_node
from web.page import WEB


def test_svelte_check_finds_nothing() -> None:
    found = run_node(WEB / "node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings", cwd=WEB)
    assert found.returncode == 0, found.stdout


def test_the_tests_of_geometry_and_stores_pass() -> None:
    found = run_node(WEB / "node_modules/vitest/vitest.mjs", "run", cwd=WEB)
    assert found.returncode == 0, found.stdout + found.stderr
    assert " passed" in found.stdout
