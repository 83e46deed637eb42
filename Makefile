# Two commands on a fresh machine: `make demo` plays the printed duel, `make check` proves the rest.
PYTHON ?= python3
WORDS ?= en
BIN := .venv/bin
PIP := $(PYTHON) -m pip --python $(BIN)/python --disable-pip-version-check --quiet

.PHONY: help setup demo check lint types test cover bench lock clean

help: ## What can be made
	@grep -E '^[a-z]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

setup: .venv/ready ## Everything, into .venv, from the hash-pinned lock

.venv/ready: requirements-dev.txt pyproject.toml hatch_build.py
	$(PYTHON) -m venv --clear --without-pip .venv
	$(PIP) install --require-hashes --no-deps -r requirements-dev.txt
	$(PIP) install --no-build-isolation --no-deps --editable .
	touch $@

demo: setup ## Play the printed duel, tell it (WORDS=it in Italian), audit it, explain its decisive wound
	$(BIN)/python docs/examples/demo.py $(WORDS)

check: lint types cover ## What CI runs: lint, types, every test with coverage

lint: setup ## Style, docstrings and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: setup ## mypy strict and pyright
	$(BIN)/mypy
	$(BIN)/basedpyright

test: setup ## The tests alone, in parallel
	$(BIN)/pytest -n auto

cover: setup ## The tests with branch coverage
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n auto
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --include='core/*,journal/*' --fail-under=95

bench: setup ## Every figure beside its rival; build/bench.json
	$(BIN)/python tests/bench/run.py

lock: setup ## Pin again; names no registry
	$(BIN)/uv pip compile pyproject.toml --group dev --universal --python-version 3.11 \
	    --generate-hashes --no-emit-index-url --no-emit-find-links \
	    --custom-compile-command "make lock" --upgrade --quiet -o requirements-dev.txt

clean: ## Back to a fresh clone
	rm -rf .venv .hatch build dist .coverage* .mypy_cache .pytest_cache .ruff_cache
