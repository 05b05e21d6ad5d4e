# Everything a person types: make run, make test, make bench. PORT, HOST and DATA_DIR may be set.

PYTHON ?= python3
BIN := .venv/bin
# The lock is installed anew only when it changed.
STAMPS := .venv/stamps

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Parts imported once are kept compiled, so that a second start is quick.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: install run test test-fast test-long bench faults wheel backup restore lock format clean
.DELETE_ON_ERROR:

install: $(STAMPS)/base

run: install
	@exec $(BIN)/python manage.py serve

test: $(STAMPS)/dev
	@exec bin/check

# What is quick to ask: no browser, no property, no walk through whole games or all pages, no server process.
test-fast: $(STAMPS)/dev
	@$(BIN)/python -m pytest -n 2 --dist worksteal -q -m "not browser and not slow and not long"

# The longest walks (the mark "long"), which `make test` leaves to it, and .ci/run walks too.
test-long: $(STAMPS)/dev
	@exec bin/check long

# Each prints its own ratios, both sides measured in the same run, and fails if one is not what is wanted. The
# last fills build/record first (see there).
bench: $(STAMPS)/dev
	@status=0; for script in tap evening flood record; do \
	    echo "== bench/$$script.py"; $(BIN)/python -m bench.$$script || status=1; \
	done; exit $$status

# Everything that may go wrong while phones tap, as often as it takes to believe it: half an hour.
faults: $(STAMPS)/dev
	@$(BIN)/python -m tests.faults

# For pipx and uvx: dist/referee-<version>-py3-none-any.whl.
wheel: $(STAMPS)/dev
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

backup: install
	@$(BIN)/python manage.py backup

restore: install
	@$(BIN)/python manage.py restore "$(or $(FILE),$(error Say which: make restore FILE=data/backups/...))"

format: $(STAMPS)/dev
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format --quiet .

# Needs uv; asks for the newest versions that pyproject.toml allows.
lock:
	bin/lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist

.venv/bin/python:
	@bin/venv $(PYTHON)

$(STAMPS)/%: requirements/%.txt | .venv/bin/python
	@mkdir -p $(STAMPS)
	@echo "Installing $< ..."
	@$(BIN)/python -m pip install --quiet --require-hashes --requirement $<
	@touch $@
