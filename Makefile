# The habits of this repository. `make` alone lists them.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
# SwiftPM builds in parallel by itself, and only one of it may work in one folder.
.NOTPARALLEL:
MAKEFLAGS += --no-builtin-rules --no-print-directory

PREFIX ?= /usr/local
DESTDIR ?=
ROUNDS ?= 10
ACTIVITIES ?= 100000
# Some of idle, cold, capture, disk and handoff; all where it is empty.
FIGURES ?=
MINUTES ?= 1
# Sizes of the searched corpus; each is a part of the run of its own.
ITEMS ?= 100000 1000000

binaries := build/bin/baton build/bin/batond
samples := $(patsubst Samples/%/Package.swift,%,$(wildcard Samples/*/Package.swift))
# A package of samples has one app, or a folder of them.
app-templates := $(wildcard Samples/*/*.app.in Samples/*/Apps/*.app.in)
apps := $(patsubst %.app.in,build/apps/%.app/Info.plist,$(notdir $(app-templates)))
# Folders are among them: a file that was removed changes nothing but the date of its folder.
sources := Package.swift $(shell find Sources)

.PHONY: help demo demo-ui build apps test soak fuzz check bench bench-search bench-links bench-ui fmt bootstrap install
.PHONY: uninstall clean needs-of-build needs-of-demo needs-of-demo-ui needs-of-test needs-of-check needs-of-bench
.PHONY: needs-of-bench-search needs-of-bench-ui

help: ## list the targets
	@printf 'Baton: make TARGET\n\n'
	@sed -nE 's/^([a-z-]+):.*## (.*)$$/  \1|\2/p' Makefile | while IFS='|' read -r target text; do \
	    printf '%-14s %s\n' "$$target" "$$text"; done
	@printf '\nPREFIX (now %s) and DESTDIR say where install and uninstall work.\n' '$(PREFIX)'

demo: needs-of-demo $(binaries) build/apps/Reader.app/Info.plist ## two devices on this machine, and one piece of work passed between them
	@build/bin/baton demo

demo-ui: needs-of-demo-ui $(binaries) build/apps/Pages.app/Info.plist ## the same with windows: a page that goes on at the same place; pictures in build/demo-ui
	@Scripts/demo-ui

build: needs-of-build $(binaries) ## baton and batond, optimised, in build/bin

apps: needs-of-demo $(apps) ## the samples as apps, in build/apps

test: needs-of-test ## all tests
	@Scripts/test

soak: needs-of-test ## kill the daemon KILLS times (1000) in the middle of its work; nothing acknowledged may be missing
	@Scripts/soak $(KILLS)

check: needs-of-check ## format, floors, proofs and the rest of what a reviewer should not have to look for
	@Scripts/check

bench: needs-of-bench $(binaries) ## figures beside a peer's, in less than ten minutes; ROUNDS=10, ACTIVITIES=100000
	@Scripts/bench '$(ROUNDS)' '$(ACTIVITIES)' '$(FIGURES)'

bench-search: needs-of-bench-search $(binaries) ## search beside its peers, in less than twenty minutes; ITEMS=100000
	@Scripts/bench-search '$(ITEMS)'

bench-links: needs-of-bench $(binaries) ## addresses decided by association files, and what their patterns can cost at worst
	@Scripts/bench-links

bench-ui: needs-of-bench-ui $(binaries) ## apps of views beside the same in C, on a display that nobody sees, in less than ten minutes; ROUNDS=10
	@Scripts/bench-ui '$(ROUNDS)'

fuzz: needs-of-build ## MINUTES of random bytes for each thing that reads bytes from outside
	@Scripts/fuzz $(MINUTES)

fmt: ## format all Swift in place
	@Scripts/format

bootstrap: ## install what build, run, test, check and sample need
	@Scripts/bootstrap build run test check sample

# Not `build`: that may install packages, and whoever installs Baton as root has built it as somebody else.
install: $(binaries) ## put Baton under PREFIX
	@Scripts/install '$(PREFIX)' '$(DESTDIR)'

uninstall: ## take away what install put under PREFIX
	@Scripts/uninstall '$(PREFIX)' '$(DESTDIR)'

clean: ## remove everything that was built
	@rm -rf build .build Benchmarks/.build Benchmarks/UI/.build $(samples:%=Samples/%/.build)

needs-of-build:
	@Scripts/bootstrap build

needs-of-demo:
	@Scripts/bootstrap build run sample

needs-of-demo-ui:
	@Scripts/bootstrap build run sample demo-ui

needs-of-test:
	@Scripts/bootstrap build run test sample

needs-of-check:
	@Scripts/bootstrap build check

needs-of-bench:
	@Scripts/bootstrap build run bench

# A peer that cannot be had is named in the report.
needs-of-bench-search:
	@Scripts/bootstrap build run
	@Scripts/bootstrap bench-search || echo 'Going on without the peers that are missing.'

needs-of-bench-ui:
	@Scripts/bootstrap build run sample bench-ui

# The Swift runtime is linked statically (17 MB resident instead of 30); symbol tables stay behind in .build.
# Moved into place, since a file that is running cannot be written.
$(binaries) &: $(sources)
	@echo 'Building baton and batond'
	@Scripts/swift-quiet build -c release --static-swift-stdlib --product baton
	@Scripts/swift-quiet build -c release --static-swift-stdlib --product batond
	@mkdir -p build/bin
	@for name in baton batond; do \
	    strip -o build/bin/.$$name.new .build/release/$$name; \
	    mv build/bin/.$$name.new build/bin/$$name; \
	done

# $(1): a template, Samples/PACKAGE/[Apps/]NAME.app.in.
app-name = $(patsubst %.app.in,%,$(notdir $(1)))
app-package = $(word 2,$(subst /, ,$(1)))
define app_rule
build/apps/$(call app-name,$(1)).app/Info.plist: $$(sources) $$(shell find Samples/$(call app-package,$(1)) -name .build -prune -o -print) Scripts/assemble-app
	@[[ "$$$${PWD##*/}" != "$(call app-package,$(1))" && "$$$${PWD##*/}" != "$(shell tr A-Z a-z <<<'$(call app-package,$(1))')" ]] || \
	    { echo "SwiftPM knows a package by its folder: this one must not be called as Samples/$(call app-package,$(1)). Rename it." >&2; exit 1; }
	@echo 'Building $(call app-name,$(1)) in Samples/$(call app-package,$(1))'
	@Scripts/swift-quiet build -c release --package-path Samples/$(call app-package,$(1)) --product $(call app-name,$(1))
	@Scripts/assemble-app $(1)
	@touch $$@
endef
$(foreach template,$(app-templates),$(eval $(call app_rule,$(template))))
