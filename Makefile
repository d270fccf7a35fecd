# Two commands matter: `make play` and `make test`. Both set up everything they need in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The page is built when the package is installed, so an edit of its sources installs it again.
PAGE := hatch_build.py $(shell find web -name node_modules -prune -o -type f -print)
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: play test check docs soak bench clean

play: $(VENV)/play.done
	@$(BIN)/tesserae play

test: check
	$(BIN)/pytest -n auto
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -q tests/games/quixo/test_two_players.py tests/games/quixo/test_four_players.py \
		tests/games/dominoes/test_laying.py tests/games/dominoes/test_editions.py tests/games/dominoes/test_details.py \
		tests/games/riomino/test_rules.py tests/games/riomino/test_dice.py tests/games/puzzelino/test_laying.py \
		tests/games/puzzelino/test_race.py tests/games/puzzelino/test_points.py tests/games/puzzelino/test_solo.py

check: $(VENV)/test.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: $(VENV)/test.done
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "The documentation is in site/index.html; with search: $(BIN)/mkdocs serve"

soak: $(VENV)/test.done
	$(BIN)/pytest -n auto -m soak

bench: $(VENV)/test.done
	$(BIN)/pip install --quiet --editable '.[bench]'
	$(BIN)/tesserae bench

clean:
	rm -rf $(VENV) .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis site

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else f"Tesserae needs Python 3.11 or newer, and {sys.executable} is {sys.version.split()[0]}. Try: make PYTHON=python3.12")'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/play.done: $(BIN)/pip pyproject.toml $(PAGE)
	@echo "Setting up in $(VENV), once, for a minute or so ..."
	@$(BIN)/pip install --quiet --editable .
	@touch $@

$(VENV)/test.done: $(BIN)/pip pyproject.toml $(PAGE)
	@echo "Setting up in $(VENV), once, for a minute or so ..."
	@$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $@
