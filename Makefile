# Build, test and release tasks. `make` lists the targets. Requires python3 (3.10 or newer, with venv and pip), cargo and make.
# All other tools are installed into .venv, in the versions that uv.lock pins.

BIN := .venv/bin
# Empty files that mark what is installed: the packages for builds and studies, and all packages.
TOOLS := .venv/.tools
READY := .venv/.ready
UV := uv==0.13.8

# Builds for this machine use all instructions of its processor. Wheels do not.
NATIVE := RUSTFLAGS="-C target-cpu=native"
# --group build: otherwise maturin installs the latest versions of the development tools instead of the pinned ones.
DEVELOP := $(BIN)/maturin develop --locked --uv --quiet --group build
V3 := python/plyground/_v3
WHEEL_CPU := $(if $(filter x86_64,$(shell uname -m)),-C target-cpu=x86-64-v2)

GAMES := chess chess960 english-draughts checkers stax masquerade-chess

# Tests start many programs, which would compile all their imports again. The source tree stays clean.
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/pycache
export VIRTUAL_ENV := $(CURDIR)/.venv

.DEFAULT_GOAL := help
.PHONY: help build shell study test test-all test-module test-rust test-python pytest lint format notices stub bench bench-core bench-page check nightly soak fuzz processors golden notebooks pictures screenshots game-pages gallery site v3-core wheel packages clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 22

$(TOOLS): uv.lock
	@echo "installing the packages for builds and studies into .venv"
	python3 -m venv .venv
	$(BIN)/python -m pip install --quiet $(UV)
	$(BIN)/uv sync --quiet --frozen --inexact --no-default-groups --group build --extra study --no-install-project
	@touch $@

$(READY): $(TOOLS)
	@echo "installing the packages for tests into .venv"
	$(BIN)/uv sync --quiet --frozen --inexact --all-extras --no-install-project
	@touch $@

build: $(TOOLS) ## build the package into .venv, optimized for this machine
	@echo "building the package, optimized for this machine: 2 to 3 minutes for a first build on 2 cores"
	$(NATIVE) $(DEVELOP) --release

shell: build ## open a shell with the plyground and python of .venv
	@echo "plyground and python are those of .venv; exit leaves the shell"
	@PATH="$(CURDIR)/$(BIN):$$PATH" exec "$${SHELL:-sh}"

study: build ## measure the first-move advantage: a table, and CSV and PNG files in study/
	@echo "studying the first-move advantage of $(GAMES)"
	$(BIN)/plyground study $(GAMES) --games 100000 --seed 0 --out study

# Naming both packages enables the same features of dependencies as the build of the module, so the core is not compiled again.
BOTH := --package plyground --package plyground-python
CORE_TEST := { cargo test --locked --quiet $(BOTH) --package hexapawn --test core --test hexapawn && cargo test --locked --quiet $(BOTH) --doc; }
# Unit tests compile all games again. The profile `plain` does not optimize, which takes a quarter of the time.
UNIT_TEST := cargo test --locked --quiet --package plyground --lib --profile plain

# One build of the core, with overflow checks, serves the integration tests in Rust and the tests in Python, which run in parallel.
# Unit tests need a separate build. It runs in parallel as well, because each build has phases that use one processor only.
test: $(READY) ## run all tests, in Rust and Python
	@echo "running the tests in Rust and Python: about 15 minutes for a first build on 2 cores; results of Rust are printed last"
	@$(UNIT_TEST) > .venv/unit-tests.txt 2>&1 & unit=$$!; \
	$(MAKE) --no-print-directory test-module || { kill $$unit; exit 1; }; \
	$(CORE_TEST) > .venv/core-tests.txt 2>&1 & core=$$!; \
	$(MAKE) --no-print-directory pytest; python=$$?; \
	wait $$core; core=$$?; wait $$unit; unit=$$?; \
	cat .venv/unit-tests.txt .venv/core-tests.txt; exit $$((python | core | unit))

# The tests of both languages read this variable: all variants instead of a covering set, and what is long and repeats.
test-all: export PLYGROUND_TEST_ALL := 1
test-all: test ## run all tests on all variants, not only on a set that covers what they differ in

test-rust: ## run the tests in Rust
	$(CORE_TEST) && $(UNIT_TEST)

test-python: test-module pytest ## run the tests in Python

test-module: $(READY)
	@echo "building the package with overflow checks: about 4 minutes for a first build on 2 cores"
	$(DEVELOP) --profile dev

pytest: $(READY)
	$(BIN)/python -m mypy.stubtest --mypy-config-file pyproject.toml plyground._core
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal

lint: $(READY) ## check formatting, types, spelling, prose and dependencies
	cargo fmt --all --check
	cargo fmt --manifest-path fuzz/Cargo.toml --check
	@awk 'length > 110 && /^ *\/\// && !/\/\/[\/!] +(\||assert|r#)/ { print FILENAME ":" FNR ": wrap comments at 110 characters"; bad = 1 } \
		END { exit bad }' $$(find src bindings/src benches examples fuzz/src tests -name '*.rs')
	cargo clippy --locked --quiet --workspace --all-targets --target-dir target/lint -- -D warnings
	cargo clippy --locked --quiet --manifest-path fuzz/Cargo.toml --no-default-features --target-dir target/lint -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --quiet --package plyground --no-deps --target-dir target/lint
	cargo publish --dry-run --no-verify --allow-dirty --locked --quiet --package plyground --target-dir target/lint
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/typos
	$(BIN)/python tools/prose.py
	$(BIN)/uv lock --quiet --check
	$(BIN)/python tools/policy.py

format: $(READY) ## format all code
	cargo fmt --all
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

notices: $(READY) ## update the license notices of linked libraries
	$(BIN)/python tools/notices.py

BENCH_RESULTS := docs/benchmarks/results.json

# Enable PEXT in cozy-chess if this build uses it, so that the comparison is fair.
PEXT = $(if $(findstring "bmi2",$(shell rustc -C target-cpu=native --print cfg)),--features pext)

bench: bench-core bench-page ## benchmark the core, neural search, and the other libraries that are installed
	$(BIN)/python benches/neural_search.py

bench-core:
	$(NATIVE) cargo bench --locked --package plyground-benches $(PEXT)

# About 13 minutes on two idle cores.
bench-page: build ## compare with other libraries, measure batch sizes and threads, and write docs/benchmarks.md
	$(BIN)/python benches/peers.py --write $(BENCH_RESULTS)
	$(BIN)/python benches/peers.py --all-cores --write $(BENCH_RESULTS)
	$(BIN)/python benches/scaling.py --write $(BENCH_RESULTS)
	$(BIN)/python tools/benchmark_page.py

check: $(READY) ## test one game after a change: make check GAME=tar-pit-chess
	@$(BIN)/python tools/check.py $(GAME)

nightly: test-all site packages processors fuzz soak ## everything that is too long for each change: all variants, the whole site, packages, processors, fuzzing, long random play

soak: build $(READY) ## long random play of every game under the contract (MINUTES=10), and learning of what is known
	$(BIN)/python tests/support/solved_training.py
	$(BIN)/python tests/support/soak.py --minutes $(or $(MINUTES),10)

# Instrumentation for libFuzzer. It needs only the compilers of Rust and C++.
HOST = $(shell rustc -vV | sed -n 's/^host: //p')
COVERAGE := -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-trace-compares \
	-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table
TARGETS := evaluations games positions records specs steps
# Scripts in fuzz/python, with the options of libFuzzer.
PYTHON_TARGETS := checkpoints onnx_guard saved_files
FUZZ_OPTIONS = -max_total_time=$$((60 * $(or $(FUZZ),1))) -verbosity=0 -print_final_stats=1 \
	-artifact_prefix=fuzz/artifacts/$$target- target/fuzz/corpus/$$target

fuzz: build $(READY) ## fuzz all parsers and all games for one minute each (FUZZ=60 for one hour)
	RUSTFLAGS="$(COVERAGE)" cargo build --locked --quiet --release --manifest-path fuzz/Cargo.toml --target $(HOST) --target-dir target/fuzz
	for target in $(TARGETS); do \
		mkdir -p target/fuzz/corpus/$$target fuzz/artifacts; \
		target/fuzz/$(HOST)/release/$$target -max_len=1000 -timeout=20 $(FUZZ_OPTIONS) fuzz/corpus/$$target || exit 1; \
	done
	$(BIN)/uv sync --quiet --frozen --inexact --only-group fuzz --no-install-project
	$(BIN)/python -c "import importlib.util as u; exit(u.find_spec('atheris') is None)" || \
		{ echo "skipping the fuzz targets in Python: atheris has no wheel for this machine"; exit 0; }; \
	for target in $(PYTHON_TARGETS); do \
		mkdir -p target/fuzz/corpus/$$target fuzz/artifacts; \
		$(BIN)/python fuzz/python/$$target.py $(FUZZ_OPTIONS) || exit 1; \
	done

processors: wheel build $(READY) ## check that builds for x86-64-v2, x86-64-v3 and this processor play the same games
	rm -rf .venv/wheel && $(BIN)/python -m zipfile -e dist/plyground-*.whl .venv/wheel
	for cpu in x86-64-v2 x86-64-v3; do \
		PLYGROUND_CPU=$$cpu PYTHONPATH=.venv/wheel $(BIN)/python -c "from plyground import _core; print(_core.__file__)" && \
		PLYGROUND_CPU=$$cpu PYTHONPATH=.venv/wheel $(BIN)/python -m pytest -q tests/games/test_golden.py tests/envs/test_batches.py || exit 1; \
	done
	$(BIN)/python -m pytest -q tests/games/test_golden.py tests/envs/test_batches.py

notebooks: test-module ## run the notebooks and save their outputs
	$(BIN)/python tests/support/notebook_runs.py

pictures: test-module ## draw the boards of the README and the pictures of the guide to descriptions
	$(BIN)/python tools/contact_sheet.py
	$(BIN)/python tools/movement_pictures.py
	$(BIN)/python tools/guide_pictures.py

screenshots: test-module ## take pictures of the board, the playing page and the site in Chromium
	$(BIN)/python tools/screenshots.py
	$(BIN)/python tools/build_site.py
	$(BIN)/python tools/site_screenshots.py

stub: test-module ## copy the docstrings of the compiled module into its stub
	$(BIN)/python tools/stub.py
	$(BIN)/ruff format --quiet python/plyground/_core.pyi

game-pages: test-module ## write the reference pages of the games
	$(BIN)/python tools/game_pages.py

golden: test-module ## write the playthrough files
	$(BIN)/python tests/support/playthrough.py

gallery: test-module ## play the games of the gallery that are missing
	$(BIN)/python tools/gallery_games.py

site: build $(READY) ## build the site of the documents into build/site, with a page for each variant
	$(BIN)/python tools/build_site.py

# `plyground --version` prints the commit of a wheel. Builds for development do not know theirs, so that a commit compiles nothing.
v3-core wheel: export PLYGROUND_COMMIT ?= $(shell git describe --always --dirty --abbrev=12 --exclude='*' 2>/dev/null)

# The core for x86-64-v3, which wheels for Linux on x86-64 contain in addition to the one for x86-64-v2.
v3-core:
	RUSTFLAGS="-C target-cpu=x86-64-v3" cargo build --locked --quiet --release --package plyground-python --target-dir target/v3
	mkdir -p $(V3)
	cp target/v3/release/libplyground_python.so $(V3)/_core.abi3.so
	strip $(V3)/_core.abi3.so

wheel: $(READY) $(if $(WHEEL_CPU),v3-core) ## build a wheel for all machines of this kind into dist/ (on x86-64 it contains two builds of the core)
	RUSTFLAGS="$(WHEEL_CPU)" $(BIN)/maturin build --locked --quiet --release --out dist
	rm -rf $(V3)

packages: wheel ## build a wheel from the source distribution, and test both packages in fresh environments
	$(BIN)/python tests/support/packages.py dist

clean: ## remove all build products
	rm -rf target .venv build dist study python/plyground/*.so .pytest_cache .mypy_cache .ruff_cache .hypothesis
