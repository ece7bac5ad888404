# The whole workflow. Needs python3 (3.10 or newer, with venv and pip), cargo and make; everything else goes into .venv, as
# pinned by uv.lock. `make` alone lists the targets.

BIN := .venv/bin
# What building and studying need, and all that tests need beside it.
TOOLS := .venv/.tools
READY := .venv/.ready
UV := uv==0.13.8

# Builds for this machine use all that its processor has; wheels do not.
NATIVE := RUSTFLAGS="-C target-cpu=native"
# All that is needed is there already, as pinned: maturin alone would look for the newest tools of development.
DEVELOP := $(BIN)/maturin develop --locked --uv --quiet --group build
V3 := python/plyground/_v3
WHEEL_CPU := $(if $(filter x86_64,$(shell uname -m)),-C target-cpu=x86-64-v2)

GAMES := chess chess960 english-draughts checkers stax masquerade-chess

export PYTHONDONTWRITEBYTECODE := 1
export VIRTUAL_ENV := $(CURDIR)/.venv

.DEFAULT_GOAL := help
.PHONY: help build shell study test test-module test-rust test-python pytest lint format notices bench soak fuzz processors golden notebooks pictures wheel clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 22

$(TOOLS): uv.lock
	@echo "what studies need, into .venv"
	python3 -m venv .venv
	$(BIN)/python -m pip install --quiet $(UV)
	$(BIN)/uv sync --quiet --frozen --inexact --no-default-groups --group build --extra study --no-install-project
	@touch $@

$(READY): $(TOOLS)
	@echo "what tests need beside it"
	$(BIN)/uv sync --quiet --frozen --inexact --all-extras --no-install-project
	@touch $@

build: $(TOOLS) ## the package in .venv, optimised for this machine
	@echo "the package, optimised for this machine: two to three minutes from nothing on two cores"
	$(NATIVE) $(DEVELOP) --release

shell: build ## a shell that finds plyground and its python
	@echo "plyground and python are those of .venv; exit leaves"
	@PATH="$(CURDIR)/$(BIN):$$PATH" exec "$${SHELL:-sh}"

study: build ## how much is the first move worth? table, CSV and PNG in study/
	@echo "the study"
	$(BIN)/plyground study $(GAMES) --games 100000 --seed 0 --out study

# Both packages, so that dependencies have the features with which the module was built, and the core need not be built again.
BOTH := --package plyground --package plyground-python
CORE_TEST := { cargo test --locked --quiet $(BOTH) --test core && cargo test --locked --quiet $(BOTH) --doc; }
# The core's unit tests compile all games once more: what is not made faster is there in a quarter of the time.
UNIT_TEST := cargo test --locked --quiet --package plyground --lib --profile plain

# The core is built once, with checks, for the tests of both; those of Rust are compiled and run while those of Python run. Unit
# tests have a build of their own, which is made beside it, so that each has work where the other has some for one processor only.
test: $(READY) ## all tests, of Rust and of Python, side by side
	@echo "the tests of Rust and of Python: some twelve minutes from nothing on two cores; what Rust says comes at the end"
	@$(UNIT_TEST) > .venv/unit-tests.txt 2>&1 & unit=$$!; \
	$(MAKE) --no-print-directory test-module || { kill $$unit; exit 1; }; \
	$(CORE_TEST) > .venv/core-tests.txt 2>&1 & core=$$!; \
	$(MAKE) --no-print-directory pytest; python=$$?; \
	wait $$core; core=$$?; wait $$unit; unit=$$?; \
	cat .venv/unit-tests.txt .venv/core-tests.txt; exit $$((python | core | unit))

test-rust: ## the tests of Rust
	$(CORE_TEST) && $(UNIT_TEST)

test-python: test-module pytest ## the tests of Python

test-module: $(READY)
	@echo "the package with checks for overflow: some four minutes from nothing on two cores"
	$(DEVELOP) --profile dev

pytest: $(READY)
	$(BIN)/python -m mypy.stubtest --mypy-config-file pyproject.toml plyground._core
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal

lint: $(READY) ## formatting, clippy, ruff, types, spelling, prose, dependencies
	cargo fmt --all --check
	cargo fmt --manifest-path fuzz/Cargo.toml --check
	@awk 'length > 110 && /^ *\/\// && !/\/\/[\/!] +(\||assert|r#)/ { print FILENAME ":" FNR ": wrap comments at 110 letters"; bad = 1 } \
		END { exit bad }' $$(find src bindings/src benches fuzz/src tests -name '*.rs')
	cargo clippy --locked --quiet --workspace --all-targets -- -D warnings
	cargo clippy --locked --quiet --manifest-path fuzz/Cargo.toml --no-default-features --target-dir target -- -D warnings
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/typos
	$(BIN)/python tools/prose.py
	$(BIN)/uv lock --quiet --check
	$(BIN)/python tools/policy.py

format: $(READY) ## format everything
	cargo fmt --all
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

notices: $(READY) ## rewrite the license notices of what is linked into the module
	$(BIN)/python tools/notices.py

# cozy-chess is to use PEXT where our build does.
PEXT = $(if $(findstring "bmi2",$(shell rustc -C target-cpu=native --print cfg)),--features pext)

bench: build ## the core's own benches, then ours beside the peers that are installed
	$(NATIVE) cargo bench --locked --package plyground-benches $(PEXT)
	$(BIN)/python benches/judged.py
	$(BIN)/python benches/peers.py

soak: processors fuzz build $(READY) ## long random play of every game under the contract (MINUTES=10), and learning of what is known
	$(BIN)/python tests/solved_training.py
	$(BIN)/python tests/soak.py --minutes $(or $(MINUTES),10)

# libFuzzer's instruments, which need no other compiler than Rust's and C++'s.
HOST = $(shell rustc -vV | sed -n 's/^host: //p')
COVERAGE := -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-trace-compares \
	-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table
TARGETS := games positions records specs steps
# Scripts in fuzz/python, which take the same options.
PYTHON_TARGETS := checkpoints onnx_guard
FUZZ_OPTIONS = -max_total_time=$$((60 * $(or $(FUZZ),1))) -verbosity=0 -print_final_stats=1 \
	-artifact_prefix=fuzz/artifacts/$$target- target/fuzz/corpus/$$target

fuzz: build $(READY) ## inputs of every kind to every reader, and steps to every game, a minute each (FUZZ=60 for an hour)
	RUSTFLAGS="$(COVERAGE)" cargo build --locked --quiet --release --manifest-path fuzz/Cargo.toml --target $(HOST) --target-dir target/fuzz
	for target in $(TARGETS); do \
		mkdir -p target/fuzz/corpus/$$target fuzz/artifacts; \
		target/fuzz/$(HOST)/release/$$target -max_len=1000 -timeout=20 $(FUZZ_OPTIONS) fuzz/corpus/$$target || exit 1; \
	done
	$(BIN)/uv sync --quiet --frozen --inexact --only-group fuzz --no-install-project
	$(BIN)/python -c "import importlib.util as u; exit(u.find_spec('atheris') is None)" || \
		{ echo "atheris has no wheel for this machine: the targets in Python are skipped"; exit 0; }; \
	for target in $(PYTHON_TARGETS); do \
		mkdir -p target/fuzz/corpus/$$target fuzz/artifacts; \
		$(BIN)/python fuzz/python/$$target.py $(FUZZ_OPTIONS) || exit 1; \
	done

processors: wheel build $(READY) ## the same games from every build: for any processor, for x86-64-v3, for this one
	rm -rf .venv/wheel && $(BIN)/python -m zipfile -e dist/plyground-*.whl .venv/wheel
	for cpu in x86-64-v2 x86-64-v3; do \
		PLYGROUND_CPU=$$cpu PYTHONPATH=.venv/wheel $(BIN)/python -c "from plyground import _core; print(_core.__file__)" && \
		PLYGROUND_CPU=$$cpu PYTHONPATH=.venv/wheel $(BIN)/python -m pytest -q tests/test_golden.py tests/test_batches.py || exit 1; \
	done
	$(BIN)/python -m pytest -q tests/test_golden.py tests/test_batches.py

notebooks: test-module ## run the notebooks, and keep what comes of it in them
	$(BIN)/python tests/notebook_runs.py

pictures: test-module ## rewrite the boards at the head of the README
	$(BIN)/python tools/contact_sheet.py

golden: test-module ## rewrite the playthrough files
	$(BIN)/python tests/playthrough.py

wheel: $(READY) ## a wheel for any machine of this kind, in dist/: on x86-64 with the core built twice
ifeq ($(shell uname -m),x86_64)
	RUSTFLAGS="-C target-cpu=x86-64-v3" cargo build --locked --quiet --release --package plyground-python --target-dir target/v3
	mkdir -p $(V3)
	cp target/v3/release/libplyground_python.so $(V3)/_core.abi3.so
	strip $(V3)/_core.abi3.so
endif
	RUSTFLAGS="$(WHEEL_CPU)" $(BIN)/maturin build --locked --quiet --release --out dist
	rm -rf $(V3)

clean: ## remove everything that was built
	rm -rf target .venv dist study python/plyground/*.so .pytest_cache .mypy_cache .ruff_cache .hypothesis
