"""Whatever a form may leave out depends on options and values that there are."""

from dataclasses import fields
from typing import Any

import pytest

from tesserae.games import REGISTRY, game_type
from tesserae.games.options import allows


@pytest.mark.parametrize("name", REGISTRY)
def test_an_option_matters_only_with_values_that_there_are(name: str) -> None:
    options: dict[str, Any] = {option.name: option for option in fields(game_type(name).options_type)}
    for option in options.values():
        for other, values in option.metadata["only"].items():
            assert other != option.name
            assert values
            assert all(allows(options[other], value) for value in values)
            assert not options[other].metadata["only"], "a form would have to ask in a certain order"
