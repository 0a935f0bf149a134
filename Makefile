# make app   sets up everything and opens the web app          make test  sets up everything and runs all tests
# make quick   lint and the fast tests, in a minute and a half
# make lint, make docs, make bench, make peers, make sanitize, make soak, make fuzz: see CONTRIBUTING.md
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
JS     := $(addprefix src/jeopardice/web/static/js/,*.js */*.js) tests/js/*.js eslint.config.js
CLANG  := core/*/*.cpp core/*/*.hpp benchmarks/peers/*.cpp $(JS)
CORE   := CMakeLists.txt pyproject.toml $(wildcard core/*/*.cpp core/*/*.hpp)

# The tests start hundreds of processes; without compiled modules each would compile all its imports again.
unexport PYTHONDONTWRITEBYTECODE

# The tests run side by side; on busy processors, threads of one test would mostly wait for each other.
ONE_THREAD := OPENBLAS_NUM_THREADS=1 JEOPARDICE_THREADS=1

QUICK  := $(addprefix tests/,rulebook turn solvers solutions strategies evaluation play cli)

.PHONY: app test pytest jstest browser quick quick-tests soak fuzz lint lint-python lint-rest docs bench peers sanitize format clean

app: .stamps/app
	$(BIN)/jeopardice serve

# Side by side what uses one processor or the network; then the tests, which sometimes wait, and beside them the checks.
test: .stamps/tools
	@$(MAKE) --no-print-directory --output-sync=target -j3 .stamps/installed browser sanitize
	@$(MAKE) --no-print-directory --output-sync=none -j4 pytest lint docs jstest

# The modules of the web app that need no page.
jstest: .stamps/npm
	node --test --test-reporter=dot tests/js/

pytest: .stamps/installed browser
	$(ONE_THREAD) $(BIN)/python -m pytest -n 3 --dist worksteal

# After npm, which may also have to install packages of the system.
browser: .stamps/npm
	@scripts/browser.sh

quick: .stamps/installed
	@$(MAKE) --no-print-directory --output-sync=target -j2 lint quick-tests

quick-tests: .stamps/installed
	$(ONE_THREAD) $(BIN)/python -m pytest -q -n 2 --dist worksteal -m "not slow" $(QUICK)

# Random games, each compared with an independent solver, until Ctrl-C; what disagrees is written to tests/regressions.
soak: .stamps/installed
	OPENBLAS_NUM_THREADS=1 $(BIN)/python tests/soak.py

# Bad rules files and command lines: every error must be one clear line. About 15 minutes.
fuzz: .stamps/installed
	OPENBLAS_NUM_THREADS=1 $(BIN)/python tests/fuzz.py

lint: lint-python lint-rest

lint-python: .stamps/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache >/dev/null || $(BIN)/lint-imports

lint-rest: .stamps/installed .stamps/npm
	$(BIN)/clang-format --dry-run --Werror $(CLANG)
	npm run --silent lint
	$(BIN)/python scripts/sentences.py
	$(BIN)/python scripts/core_storeys.py

# The site of the documentation, into build/site; a warning is an error.
docs: .stamps/installed
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "The site is in build/site; to search in it: $(BIN)/python -m http.server --directory build/site"

format: .stamps/installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CLANG)
	$(BIN)/python scripts/sentences.py --fix

bench: .stamps/installed
	$(BIN)/python -m benchmarks.turn
	$(BIN)/python -m benchmarks.race
	$(BIN)/python -m benchmarks.dice_race
	$(BIN)/python -m benchmarks.simultaneous
	$(BIN)/python -m benchmarks.web

# Jeopardice beside other programs that solve the same games; those not installed are left out. About 4 minutes.
peers: .stamps/installed
	$(BIN)/python -m benchmarks.peers.run

# The core's own tests, without Python, under the address and undefined-behaviour sanitizers.
sanitize: .stamps/tools $(CORE)
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake -S . -B build/sanitize -G Ninja \
	    -DJEOPARDICE_PYTHON=OFF -DJEOPARDICE_TESTS=ON -DJEOPARDICE_SANITIZE=ON -DJEOPARDICE_WERROR=ON
	PATH="$(CURDIR)/$(BIN):$$PATH" MAKEFLAGS= cmake --build build/sanitize
	build/sanitize/core_test

# The build tools stay in the environment, so that a change of the core is rebuilt in seconds.
.stamps/tools: scripts/setup.sh constraints.txt
	@echo "Setting up $(VENV): the tools ..."
	@PYTHON=$(PYTHON) scripts/setup.sh $(VENV)
	@mkdir -p .stamps && touch $@

INSTALL = PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile \
    -c constraints.txt --no-build-isolation --config-settings=cmake.define.JEOPARDICE_WERROR=ON -e

.stamps/app: .stamps/tools $(CORE)
	@echo "Compiling the core and installing what the app needs: a minute or two, the first time ..."
	@$(INSTALL) .
	@touch $@

.stamps/installed: .stamps/tools $(CORE)
	@echo "Compiling the core and installing what the tests need: a few minutes, the first time ..."
	@$(INSTALL) '.[dev]'
	@touch .stamps/app $@

# TypeScript and eslint, which check the web app's JavaScript.
.stamps/npm: scripts/node.sh package.json
	@scripts/node.sh
	@npm install --loglevel=error --no-audit --no-fund --no-package-lock
	@mkdir -p .stamps && touch $@

clean:
	rm -rf $(VENV) .stamps build node_modules
