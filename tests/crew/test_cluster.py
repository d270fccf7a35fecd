"""A crew on Ray, on this machine: the same results as in threads, though a worker is killed in the middle."""

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from command import run
from tesserae.bots import Budget, player
from tesserae.bots.arena import Contestant, play_series
from tesserae.bots.series import Terms
from tesserae.cli import REFUSED, main
from tesserae.crew import Crew, Threads, cluster, nothing
from tesserae.crew.cluster import Cluster
from tesserae.games import make_game
from tesserae.research.datasets import write_games
from tesserae.research.simulate import Plan, simulate
from tesserae.solve.quixo.solving import Result, Wish, solve
from tesserae.solve.quixo.store import MANIFEST
from tesserae.solve.riomino.throws import some_throws, survey
from tesserae.words import Refused

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="workers are killed by signals")

WORKERS = 2
WORKS_FOR = 0.5
"""The first pieces take so many seconds longer, so that there is time to kill a worker."""
DEED = "done"
"""A file that says that it is done."""


@pytest.fixture(scope="module")
def here() -> Iterator[Cluster]:
    with Cluster(hands=WORKERS) as started:
        import ray

        ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
        yield started


@dataclass(frozen=True)
class Watched:
    """A job that says who is doing it, and takes its time."""

    job: Callable[[Any], Any]
    folder: Path

    def __call__(self, piece: Any) -> Any:
        """Do a piece."""
        (self.folder / f"{os.getpid()}-{time.monotonic_ns()}").touch()
        if not self.folder.with_name(DEED).exists():
            time.sleep(WORKS_FOR)
        return self.job(piece)


class Murder:
    """A crew one of whose workers is killed with -9 during its first piece."""

    def __init__(self, crew: Crew, folder: Path) -> None:
        """Choose the victim by who is first to begin anything."""
        self.hands = crew.hands
        self.crew = crew
        self.folder = folder
        self.pieces = 0
        threading.Thread(target=self._kill_the_first).start()

    def _kill_the_first(self) -> None:
        deadline = time.monotonic() + 60
        while not (begun := sorted(self.folder.iterdir())) and time.monotonic() < deadline:
            time.sleep(0.01)
        os.kill(int(begun[0].name.split("-")[0]), signal.SIGKILL)
        self.folder.with_name(DEED).touch()

    def map(
        self, job: Callable[[Any], Any], pieces: Iterable[Any], stop: Callable[[], None] = nothing
    ) -> Generator[Any, None, None]:
        """See `Crew`."""
        listed = list(pieces)
        self.pieces += len(listed)
        return self.crew.map(Watched(job, self.folder), listed, stop)

    def check(self) -> None:
        """See that more was begun than there was to do: the piece of the dead was done again."""
        assert len(list(self.folder.iterdir())) > self.pieces


@pytest.fixture
def murder(here: Cluster, tmp_path: Path) -> Iterator[Murder]:
    (tmp_path / "begun").mkdir()
    crew = Murder(here, tmp_path / "begun")
    yield crew
    crew.check()


def same_but_for_times(*facts: dict[str, Any]) -> bool:
    times = ("seconds", "moves_per_second", "ms_per_move", "longest_ms")
    first, *others = ({key: value for key, value in one.items() if key not in times} for one in facts)
    return all(other == first for other in others)


# --- the same results, although somebody dies ---------------------------------------------------------------


def test_the_arena(murder: Murder) -> None:
    game = make_game("quixo", {"size": 3})
    terms = Terms(game, Budget(iterations=200), games=12, seed=4)
    sides = [Contestant(name, player(name, game)) for name in ("expert", "casual")]
    there = play_series(terms, *sides, crew=murder).as_json()
    assert same_but_for_times(there, play_series(terms, *sides).as_json())


def test_simulation(murder: Murder) -> None:
    plan = Plan(make_game("triominos", {"players": 3, "rounds": 1}), 400, seed=6)
    assert same_but_for_times(simulate(plan, murder).as_json(), simulate(plan, Threads(2)).as_json())


def test_data_of_self_play(murder: Murder, tmp_path: Path) -> None:
    game = make_game("riomino", {"level": "starter"})
    plan = Plan(game, 8, players=("club", "casual"), budget=Budget(iterations=50))
    write_games(plan, tmp_path / "there.parquet", murder)
    write_games(plan, tmp_path / "here.parquet", Threads(2))
    assert (tmp_path / "there.parquet").read_bytes() == (tmp_path / "here.parquet").read_bytes()


def test_throws_of_riomino(murder: Murder) -> None:
    throws = some_throws("starter", 12, 1)
    there = survey("starter", throws, 1, murder, lambda _done, _count: None)
    assert there == survey("starter", throws, 1, Threads(2), lambda _done, _count: None)


def solved(wish: Wish) -> tuple[Result, dict[str, Any]]:
    result = solve(wish, lambda _progress: None, lambda _blanks, _entry, _seconds: None)
    manifest = json.loads((wish.root / f"quixo-{wish.size}" / MANIFEST).read_text(encoding="utf-8"))
    return result, manifest["layers"]


@pytest.mark.parametrize(("size", "blanks", "distances"), [(3, 9, -1), (5, 1, 0)])
def test_quixo(murder: Murder, tmp_path: Path, size: int, blanks: int, distances: int) -> None:
    there = solved(Wish(size, blanks, tmp_path / "there", 1, distances_up_to=distances, crew=murder))
    here = solved(Wish(size, blanks, tmp_path / "here", 2, distances_up_to=distances))
    assert there[0].as_json() == here[0].as_json()
    for blanks_there, layer in there[1].items():
        assert layer["files"] == here[1][blanks_there]["files"]  # names, sizes and check sums
    assert not list(tmp_path.glob("there/*/work"))


# --- the command --------------------------------------------------------------------------------------------


def test_commands_join_a_cluster_by_its_address(here: Cluster, tmp_path: Path) -> None:
    import ray

    address = ray.get_runtime_context().gcs_address
    arguments = ("simulate", "quixo", "-o", "size=3", "--games", "500", "--json")
    there, alone = (json.loads(run(*arguments, *more).stdout) for more in (("--ray", address), ()))
    assert same_but_for_times(there, alone)
    done = run("solve", "quixo", "--size", "3", "--data", str(tmp_path), "--json", "--ray", address)
    assert json.loads(done.stdout.splitlines()[-1])["win"] == 12748


def test_a_missing_cluster_is_said_in_one_sentence() -> None:
    done = run("arena", "quixo", "random", "random", "--games", "2", "--ray", "127.0.0.1:1")
    assert done.returncode == REFUSED
    assert "There is no Ray cluster at 127.0.0.1:1 that can be used" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda _name: None)
    assert main(["simulate", "quixo", "--games", "1", "--ray"]) == REFUSED
    assert "pip install 'tesserae[ray]'" in capsys.readouterr().err


@pytest.mark.parametrize("more", [["--threads", "2"], ["--ray"]])
def test_a_single_position_of_riomino_needs_no_crew(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "riomino", "-o", "level=starter", "--language", "en", *more]) == REFUSED
    assert "--threads and --ray are for --throws" in capsys.readouterr().err


# --- what goes wrong ----------------------------------------------------------------------------------------


def refuse(piece: int) -> int:
    if piece == 2:
        raise Refused("bot.unknown", name="deep", allowed="nobody")
    return piece


def die(_piece: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_refusal_comes_home(here: Cluster) -> None:
    with pytest.raises(Refused, match="no computer player called deep"):
        list(here.map(refuse, range(5)))
    assert list(here.map(refuse, range(2))) == [0, 1]


def test_what_kills_every_worker_is_given_up(here: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    monkeypatch.setattr(here, "_run", ray.remote(num_cpus=1, max_retries=1)(cluster._run))
    with pytest.raises(Refused, match="was lost"):
        list(here.map(die, range(1)))


def test_workers_with_other_code_are_refused(here: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "code", lambda: "0.0.1 other")
    with pytest.raises(Refused, match="and here it is 0.0.1 other"):
        list(here.map(refuse, range(1)))


def test_a_worker_that_does_not_see_the_files_says_so(here: Cluster, tmp_path: Path) -> None:
    from tesserae.solve.quixo.spread import Count, Piece

    job = Count(3, {0: 0}, tmp_path / "elsewhere", tmp_path / "elsewhere")
    with pytest.raises(Refused, match="need a common file system"):
        list(here.map(job, [Piece(0, 0, 1)]))


def test_whoever_stops_early_leaves_the_cluster_usable(here: Cluster) -> None:
    with closing(here.map(refuse, range(2))) as results:
        next(results)
    assert list(here.map(refuse, [1])) == [1]


def test_results_come_in_order(here: Cluster) -> None:
    assert list(here.map(str, range(30))) == [str(piece) for piece in range(30)]
