# Everything a fresh Debian or Ubuntu machine with a Swift toolchain needs: `make demo`, `make test`.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

# What the program is linked with, and what only its tests use.
BUILD_PACKAGES := libv4l-dev libasound2-dev libavformat-dev libavcodec-dev libavutil-dev \
	libswscale-dev libturbojpeg0-dev libsqlite3-dev pkg-config
TEST_PACKAGES := ffmpeg python3-jsonschema chromium chromium-driver parallel zsh fish mandoc man-db \
	hyperfine jq gcc libc6-dev util-linux v4l-utils alsa-utils tmux qemu-system-x86 busybox-static \
	kmod xz-utils binutils

PROGRAM := .build/release/heliograph
# Tests touch pixels: unoptimised they would take some thirty times longer. They see what is
# internal, so they are built apart from the program.
TEST_BUILD := swift test -c release --disable-xctest -Xswiftc -enable-testing --scratch-path .build-test

.PHONY: all demo test test-swift test-devices lint format bench fuzz samples install uninstall setup setup-test clean

all: $(PROGRAM)

# Installs what is missing; asks for nothing where all is there.
define install_packages
	@missing=(); for package in $(1); do \
	  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing+=($$package); \
	done; \
	if [ $${#missing[@]} -gt 0 ]; then \
	  echo "installing: $${missing[*]}"; \
	  $(SUDO) apt-get update -qq; \
	  DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -y -qq --no-install-recommends $${missing[@]} >/dev/null; \
	fi
	@command -v swift >/dev/null || { echo "no 'swift' found: install a toolchain from swift.org (6.2 or later)" >&2; exit 1; }
endef

setup:
	$(call install_packages,$(BUILD_PACKAGES))

setup-test:
	$(call install_packages,$(BUILD_PACKAGES) $(TEST_PACKAGES))

$(PROGRAM): setup FORCE
	swift build -c release --product heliograph
FORCE:

## Installs what is needed, builds, and decodes a sample.
demo: $(PROGRAM)
	@echo '$$ $(PROGRAM) decode Samples/sos.mp4'
	@$(PROGRAM) decode Samples/sos.mp4

## Installs what is needed, and runs all tests, those on real drivers included.
test: setup-test $(PROGRAM) test-swift test-devices

# Tests in which time passes for real (cameras, sound, services, browsers) come after the others and one by
# one: what reckons beside them would make them late.
IN_REAL_TIME := ^(StationTests|CameraTests|SidetoneTests|HeliographTests\.(LiveTests|ServeCameraTests|DecodePipeTests|DecodeSoundTests|FlashTests))
# Runs tests; what failed is said again at the end.
define run_tests
	@mkdir -p .build-test
	@echo "$(TEST_BUILD) $(1)"
	@$(TEST_BUILD) $(1) 2>&1 | tee .build-test/tests.log | sed -u '/^◇/d' || { \
	  printf '\nwhat failed:\n'; grep -E '(✘|error:|↳)' .build-test/tests.log | tail -n 60; exit 1; }
endef

test-swift: setup-test
	$(call run_tests,--skip '$(IN_REAL_TIME)')
	$(call run_tests,--no-parallel --filter '$(IN_REAL_TIME)')

# Checks on real drivers, by name; empty: all but the soak, which takes long.
RIG ?=

## Real V4L2 and ALSA drivers in a virtual machine; skipped, saying so, where QEMU cannot be had.
test-devices: setup-test $(PROGRAM)
	swift build --build-tests --disable-xctest -c release -Xswiftc -enable-testing --scratch-path .build-test
	RIG="$(RIG)" Tests/Rig/run $(PROGRAM) .build-test/release/heliographPackageTests.xctest

SWIFT_SOURCES := Sources Tests Benchmarks/Sources Benchmarks/Package.swift Fuzz/Sources Fuzz/Package.swift Package.swift

## Checks the format, and that the benchmarks, which no test builds, still compile.
lint: setup
	swift format lint --strict --parallel -r $(SWIFT_SOURCES)
	swift build --package-path Benchmarks

format:
	swift format -i --parallel -r $(SWIFT_SOURCES)

bench: setup-test $(PROGRAM)
	Benchmarks/run


## Feeds the parsers and meters what nobody sends, for FUZZ_SECONDS (60) each.
fuzz: setup
	Fuzz/run

## Makes the recordings in Samples/ again.
samples: $(PROGRAM)
	Samples/make $(abspath $(PROGRAM))

# The program, its manual page, and completions for bash, zsh and fish.
install: $(PROGRAM)
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/heliograph
	@mkdir -p .build/share
	$(PROGRAM) generate-manual > .build/share/heliograph.1
	for shell in bash zsh fish; do $(PROGRAM) --generate-completion-script $$shell > .build/share/$$shell; done
	install -D -m 644 .build/share/heliograph.1 $(SHARE)/man/man1/heliograph.1
	install -D -m 644 .build/share/bash $(SHARE)/bash-completion/completions/heliograph
	install -D -m 644 .build/share/zsh $(SHARE)/zsh/site-functions/_heliograph
	install -D -m 644 .build/share/fish $(SHARE)/fish/vendor_completions.d/heliograph.fish

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/heliograph $(SHARE)/man/man1/heliograph.1 \
	  $(SHARE)/bash-completion/completions/heliograph $(SHARE)/zsh/site-functions/_heliograph \
	  $(SHARE)/fish/vendor_completions.d/heliograph.fish

clean:
	rm -rf .build .build-test .build-rig
