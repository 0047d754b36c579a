# The front door. Everything else is CMake: see CMakePresets.json.
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc)
BUILD  := build

.DEFAULT_GOAL := build
.PHONY: setup setup-kiss configure command build test test-long demo bench papers install pages format bare clean

setup:
	@scripts/setup

# Where the libraries cannot be had, everything but the front end of KISS is built.
setup-kiss: setup
	@scripts/setup kiss || true

configure: setup
	@cmake --preset release $(if $(VERBOSE),,--log-level=NOTICE)

build: setup-kiss configure
	@cmake --build $(BUILD) -j $(JOBS)

command: configure
	@cmake --build $(BUILD) -j $(JOBS) --target command

# The last line printed is CTest's summary.
test: build
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS) -LE long

test-long: build
	@cmake --build $(BUILD) -j $(JOBS) --target tested_benches
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS) -L long

demo: command
	@scripts/demo $(BUILD)

bench: build
	@cmake --build $(BUILD) -j $(JOBS) --target bench/all
	@scripts/bench $(BUILD)

# Figures are SVG where the tool that makes PNGs of them cannot be had.
papers: build
	@cmake --build $(BUILD) -j $(JOBS) --target bench/all
	@scripts/setup papers || true
	@scripts/papers $(BUILD)

install: configure
	@cmake --build $(BUILD) -j $(JOBS) --target installed
	@cmake --install $(BUILD) --prefix $(PREFIX)

# The page of the documentation that is generated.
pages: command
	@cp $(BUILD)/share/doc/stalemate/options.md docs/options.md

format:
	@scripts/format

# The README's commands on a bare Debian 12: `make bare`, or `scripts/bare demo user`.
bare:
	@scripts/bare

clean:
	@rm -rf $(BUILD)
