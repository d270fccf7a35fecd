"""Dispatch on the record type."""

import sys
from types import ModuleType

import numpy as np
import pytest

from tesserae.kernel import ahead, compiling, rules, single
from tesserae.kernel.batch import begin, playouts, steps
from tesserae.kernel.record import word
from toy import highcard
from variants import VARIANTS, game_of


def test_a_record_must_be_whole_words() -> None:
    with pytest.raises(ValueError, match="12 bytes: pad it to whole words of 8"):
        rules.register(np.dtype((np.record, [("a", np.uint32, (3,))])), sys.modules[__name__])


def test_a_record_may_not_hide_attributes_of_records() -> None:
    """`state.size` would be the field compiled, and NumPy's size uncompiled."""
    with pytest.raises(ValueError, match="size"):
        rules.register(np.dtype((np.record, [("size", np.uint64)])), sys.modules[__name__])


def test_rules_must_define_what_every_game_needs_and_only_their_own_functions_count() -> None:
    rules_module = ModuleType("half_a_game")
    vars(rules_module)["mover"] = rules.mover  # imported, not defined there
    with pytest.raises(ValueError, match=r"half_a_game lacks the operations \['mover', 'space', 'legal'"):
        rules.register(np.dtype((np.record, [("half", np.uint64)])), rules_module)


def test_a_record_type_has_one_set_of_rules() -> None:
    with pytest.raises(ValueError, match="has rules already"):
        rules.register(highcard.STATE, highcard)


def test_an_operation_runs_the_rules_of_its_record_uncompiled_too() -> None:
    toy, quixo = highcard.HighCard(highcard.HighCard.options_type()).start(), game_of(VARIANTS[0]).start()
    assert rules.mover(toy[0]) == rules.CHANCE == single.mover(toy)
    assert rules.mover(quixo[0]) == 0 == single.mover(quixo)
    assert rules.reversible(toy[0]) == 0


def test_words_are_the_bytes_of_the_record() -> None:
    state = game_of(VARIANTS[0]).start()
    state[0].marks[1] = 0x1234
    assert int(word(state[0], 0)) == int(np.frombuffer(state.tobytes(), np.uint64)[0]) == 0x1234 << 32


def test_compiling_ahead_leaves_nothing_to_compile() -> None:
    game = game_of(VARIANTS[0])
    reports: list[tuple[int, int]] = []
    ahead.compile_for(game.start().dtype, lambda done, count: reports.append((done, count)))
    assert reports[-1][0] == reports[-1][1] == len(reports) - 1
    assert [done for done, _ in reports] == list(range(len(reports)))
    before = {entry: list(entry.signatures) for entry in compiling.entry_points}
    states = np.repeat(game.start(), 8)
    playouts(states, 3, threads=2)
    steps(np.repeat(game.start(), 2), np.array([0, 1]), begin(np.repeat(game.start(), 2)))
    single.perft(np.repeat(game.start(), 2), np.zeros((2, 88), np.int32), 2)
    assert all(list(entry.signatures) == before[entry] for entry in compiling.entry_points)


@pytest.mark.parametrize("positions", [0, 3, 12, -2])
def test_a_trail_must_be_a_power_of_two(positions: int) -> None:
    with pytest.raises(ValueError, match=f"trails of {positions} positions"):
        begin(np.repeat(game_of(VARIANTS[0]).start(), 2), positions)


def test_batches_need_one_of_each() -> None:
    states = np.repeat(game_of(VARIANTS[0]).start(), 2)
    with pytest.raises(ValueError, match="2 states, 3 actions, 2 trails"):
        steps(states, np.zeros(3, np.int64), begin(states))


def test_batches_take_any_integers() -> None:
    states = np.repeat(game_of(VARIANTS[0]).start(), 2)
    assert steps(states, [0, 1], begin(states)).all()  # type: ignore[arg-type]
    assert steps(states, np.array([3, 4], np.int8), begin(states)).all()
