"""The examples run: a few updates of the player that teaches itself."""

import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_player_of_quixo_teaches_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After half a minute's learning it beats a random player more often than before."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import train_quixo

    monkeypatch.setattr(train_quixo, "TEST_MATCHES", 100)
    curve = train_quixo.main(updates=20, size=3, every=20, seed=1)
    lines = capsys.readouterr().out.splitlines()[1:]
    against_random = [float(line.split()[4]) for line in lines]
    assert len(curve) == 2
    assert all(0 <= score <= 1 for score in curve)
    assert against_random[1] > against_random[0] + 0.2
    sys.modules.pop("train_quixo")
