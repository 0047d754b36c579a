# The front door. Everything else is CMake: see CMakePresets.json.
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc)
BUILD  := build

.DEFAULT_GOAL := build
.PHONY: setup configure build test test-long demo bench papers install format clean

setup:
	@scripts/setup

configure: setup
	@cmake --preset release $(if $(VERBOSE),,--log-level=NOTICE)

build: configure
	@cmake --build $(BUILD) -j $(JOBS)

# The last line printed is CTest's summary.
test: build
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS) -LE long

test-long: build
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS) -L long

demo: build
	@scripts/demo $(BUILD)

bench: build
	@scripts/bench $(BUILD)

papers: build
	@scripts/papers $(BUILD)

install: build
	@cmake --install $(BUILD) --prefix $(PREFIX)

format:
	@git ls-files '*.h' '*.cc' '*.c' | xargs clang-format -i

clean:
	@rm -rf $(BUILD)
