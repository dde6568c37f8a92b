# Mate. `make run` and `make test` do everything, from the Debian packages on.

# The daemons stand in Package.swift; each is its domain and a `d`.
DAEMONS := $(shell sed -n '/^let daemons = \[/,/^\]/s/^  "\([a-z0-9]*\)",$$/\1/p' Package.swift)
DOMAINS := $(DAEMONS:%d=%)
BIN     := .build/release
PREFIX  ?= /usr
# Where systemd looks for units, users, folders and message catalogs: /usr/lib or /usr/local/lib.
LIBDIR  ?= $(if $(filter /usr /usr/local,$(PREFIX)),$(PREFIX),/usr/local)/lib
DESTDIR ?=
# Where `make run` keeps its socket and its store: nothing of yours is touched.
RUN     := $(CURDIR)/.build/run

# Start-up time and memory are features: Swift's library, libstdc++ and SQLite are linked in, what
# nobody calls is left out, relocations are packed, and the loader looks into no folder of ours. All
# symbols are bound at the start (`-z now`), so that nothing writes to their table later. The folder of the
# checkout is nowhere in what is installed: paths begin at it, and no module has a sum of its own text.
RELEASE := -c release --static-swift-stdlib --disable-local-rpath \
  --pkg-config-path $(CURDIR)/.build/static/pkgconfig -Xlinker -L$(CURDIR)/.build/static \
  -Xswiftc -use-ld=lld -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
  -Xlinker --gc-sections -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -z -Xlinker now -Xlinker --build-id=none \
  -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=. \
  -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen

.PHONY: help run run-transit run-web test test-screens test-web test-mcp test-interop test-unit test-systemd test-fresh test-chaos test-branch test-attacks test-new-domain test-sanitizers \
  chaos attacks coverage build lint fuzz bench describe install install-mate install-web deb reproducible uninstall clean setup

help: ## Show this
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile

run: build ## Open a bank, let people come, and serve the line before your eyes
	@mkdir -p $(RUN)
	@echo "The bank opens; the same from the shell afterwards:" >&2
	@echo "  export MATE_DOMAINS_PATH=$(CURDIR)/deploy/domains PATH=$(CURDIR)/$(BIN):\$$PATH" >&2
	@echo "  matectl bank run --customers 20; matectl help bank" >&2
	@MATE_DOMAINS_PATH=$(CURDIR)/deploy/domains MATE_RUNTIME_DIR=$(RUN) \
	  MATE_STATE_DIR=$(RUN)/state $(BIN)/matectl bank run
	@echo "To see it live: matectl bank, on a full screen; make run-web, in a browser" >&2

run-transit: build ## Open a shell with arrivals from a portal of our own: no key is needed
	@tools/transit-trial.sh

run-web: build ## Open a branch where people come and go, as a page in your browser
	@tools/web-trial.sh

setup:
	@tools/setup-debian.sh build

build: setup ## Build the release binaries into .build/release
	@tools/static-libraries.sh
	swift build $(RELEASE)
	@$(MAKE) --no-print-directory describe

describe: ## Write deploy/domains from the daemons' own descriptions
	@mkdir -p deploy/domains
	@for domain in $(DOMAINS); do \
	  $(BIN)/$${domain}d --describe > .build/$$domain.json && \
	  { cmp -s .build/$$domain.json deploy/domains/$$domain.json || \
	    cp .build/$$domain.json deploy/domains/$$domain.json; } || exit 1; \
	done

test: coverage test-systemd test-chaos test-branch test-attacks test-new-domain test-screens test-web test-mcp test-interop ## Run all tests (with SANITIZE=address: under that sanitizer)

test-unit: ## Run the tests of types, of real binaries and of plugins
	@tools/setup-debian.sh test
	@tools/test.sh

test-systemd: ## Check the daemons under a real systemd, in a box (as root)
	@tools/setup-debian.sh test
	@[ "$$(id -u)" -ne 0 ] || $(MAKE) --no-print-directory deb
	@DAEMONS="$(DAEMONS)" Tests/systemd/run $(CHECKS)

test-fresh: deb ## Play a new user on a fresh Debian from its archive (as root, with the network)
	@Tests/systemd/fresh

test-chaos: build ## Break disks, kill and cut power under the daemons for CHAOS_SECONDS (45)
	@tools/setup-debian.sh test
	@Tests/Chaos/run.py --programs $(BIN) --seconds $(or $(CHAOS_SECONDS),45)

test-screens: build ## Use full screens with keys and a mouse, over slow links, seen through another terminal (pyte)
	@tools/setup-debian.sh test
	@/usr/bin/python3 Tests/Screens/run.py --bin $(BIN)

test-branch: build ## Kill owners and database servers of a branch on two machines, for about a minute, and read what it says of its troubles
	@tools/setup-debian.sh test
	@Tests/Branch/troubles.py --programs $(BIN)
	@Tests/Branch/page.py --programs $(BIN)
	@Tests/Branch/run.py --programs $(BIN)

test-web: build ## Look at the page in a real browser (Chromium), and at a thousand of its streams
	@tools/setup-debian.sh test
	@tools/browser-tests.sh $(BIN)

test-mcp: build ## Use matectl mcp with the official SDK of the Model Context Protocol
	@tools/setup-debian.sh test
	@tools/mcp-tests.sh $(BIN)

test-interop: build ## Have boards read and changed by icalendar, pytodotxt, caldav and vdirsyncer
	@tools/setup-debian.sh test
	@tools/interop-tests.sh $(BIN)

test-attacks: build ## Attack the daemons, a second each, and look at memory, logs and the good client's answers
	@python3 Tests/Attacks/run.py --bin $(BIN) --short

test-new-domain: build ## Make a domain with tools/new-domain in a copy, build it, install it and use it
	@tools/setup-debian.sh test
	@Tests/NewDomain/run.py --bin $(BIN)

attacks: build ## Measure what a good client feels under each attack (see Tests/Attacks/README.md)
	@python3 Tests/Attacks/run.py --bin $(BIN)

test-sanitizers: ## Run the tests of test-unit under ThreadSanitizer and AddressSanitizer
	@tools/setup-debian.sh test
	@tools/test.sh --sanitize thread
	@tools/test.sh --sanitize address

coverage: ## Run the tests of test-unit and print which lines they ran; fails below 90 %
	@tools/setup-debian.sh test
	@tools/test.sh --coverage $(if $(SANITIZE),--sanitize $(SANITIZE))

lint: setup ## Check format, scripts, translated pages, and that in each target arrows point down (tools/floors.txt)
	swift format lint --strict -r -p Sources Tests Package.swift
	@for script in tools/*.sh bench/*.sh Tests/Fuzz/*.sh .ci/run $$(git ls-files Tests/systemd | grep -v '\.py$$'); do \
	  bash -n $$script || exit 1; done
	@for script in $$(git ls-files '*.py'); do \
	  python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' $$script || exit 1; done
	@tools/check-translations.py
	@swift build --quiet
	@python3 tools/floors/test_floors.py --quiet
	@python3 tools/check-floors.py
	@echo "lint: nothing to say"

fuzz: ## Fuzz what reads bytes of strangers for FUZZ_SECONDS (60) in all
	@tools/setup-debian.sh build
	Tests/Fuzz/run.sh $(or $(FUZZ_SECONDS),60)

chaos: build ## The same for an hour, or CHAOS_SECONDS, with another SEED each time; and kills on several machines
	@tools/setup-debian.sh test
	-@tools/setup-debian.sh chaos
	@Tests/Branch/run.py --programs $(BIN) --long
	@Tests/Branch/hosts.py --programs $(BIN)
	@Tests/Branch/patroni.py --programs $(BIN)
	@Tests/Chaos/run.py --programs $(BIN) --seconds $(or $(CHAOS_SECONDS),3600) --seed $(or $(SEED),$$(date +%s))

bench: build ## Measure beside the peers, in one run
	@tools/setup-debian.sh bench
	bench/run.sh

install: install-mate install-web ## Install into DESTDIR and PREFIX (after make build)

# The units of the services NAMES, for the machine and for a user: units_of NAMES.
units_of = $(foreach name,$(1),$(foreach kind,system user,$(kind)/$(name).socket $(kind)/$(name).service))
# install_units UNITS
install_units = for unit in $(1); do \
	  words=$$(tools/unit.sh $$unit $(PREFIX)) && echo "$$words" | \
	  install -D -m 644 /dev/stdin $(DESTDIR)$(LIBDIR)/systemd/$$unit || exit 1; \
	done

# The client and the domains: the package mate.
install-mate:
	install -D -m 755 $(BIN)/matectl $(DESTDIR)$(PREFIX)/bin/matectl
	for daemon in $(DAEMONS); do \
	  install -D -m 755 $(BIN)/$$daemon $(DESTDIR)$(PREFIX)/libexec/mate/$$daemon || exit 1; \
	done
	$(call install_units,$(call units_of,$(DAEMONS) $(DAEMONS:%=%@)))
	for domain in $(DOMAINS); do \
	  install -D -m 644 deploy/domains/$$domain.json $(DESTDIR)$(PREFIX)/share/mate/domains/$$domain.json || exit 1; \
	done
	install -D -m 644 deploy/sysusers.d/mate.conf $(DESTDIR)$(LIBDIR)/sysusers.d/mate.conf
	install -D -m 644 deploy/tmpfiles.d/mate.conf $(DESTDIR)$(LIBDIR)/tmpfiles.d/mate.conf
	install -D -m 644 deploy/catalog/mate.catalog $(DESTDIR)$(LIBDIR)/systemd/catalog/mate.catalog
	install -D -m 644 deploy/catalog/mate.ko.catalog $(DESTDIR)$(LIBDIR)/systemd/catalog/mate.ko.catalog
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	$(BIN)/matectl completion bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/matectl
	install -d $(DESTDIR)$(PREFIX)/share/zsh/vendor-completions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	$(BIN)/matectl completion zsh > $(DESTDIR)$(PREFIX)/share/zsh/vendor-completions/_matectl
	$(BIN)/matectl completion fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/matectl.fish
	tools/manuals.sh $(BIN)/matectl mate $(DESTDIR)$(PREFIX)/share/man

# The page, which is a client of theirs: the package mate-web.
install-web:
	install -D -m 755 $(BIN)/webd $(DESTDIR)$(PREFIX)/libexec/mate/webd
	$(call install_units,$(call units_of,webd) system/webd-proxy.socket)
	install -D -m 644 deploy/sysusers.d/mate-web.conf $(DESTDIR)$(LIBDIR)/sysusers.d/mate-web.conf
	tools/manuals.sh $(BIN)/matectl web $(DESTDIR)$(PREFIX)/share/man

deb: build ## Build the Debian packages into .build/deb
	@tools/setup-debian.sh package
	@rm -rf .build/deb .build/manuals
	@mkdir -p .build/deb
	DEB_FOLDER=$(CURDIR)/.build/deb $(if $(filter 0,$(shell id -u)),,fakeroot) debian/rules binary
	@tools/manuals.sh $(BIN)/matectl all .build/manuals --check
	@lintian --allow-root --fail-on error,warning .build/deb/*.deb
	@ls -l .build/deb/*.deb

reproducible: deb ## Build the packages of this commit in another folder, and compare their bytes
	@tools/reproducible.sh

uninstall: ## Remove what install has put there; state in /var/lib/mate stays
	rm -rf $(DESTDIR)$(PREFIX)/bin/matectl $(DESTDIR)$(PREFIX)/libexec/mate $(DESTDIR)$(PREFIX)/share/mate
	for daemon in $(DAEMONS) webd; do \
	  rm -f $(DESTDIR)$(LIBDIR)/systemd/system/$$daemon.* $(DESTDIR)$(LIBDIR)/systemd/user/$$daemon.* \
	    $(DESTDIR)$(LIBDIR)/systemd/system/$$daemon@.* $(DESTDIR)$(LIBDIR)/systemd/user/$$daemon@.*; \
	done
	rm -f $(DESTDIR)$(LIBDIR)/systemd/system/webd-proxy.socket
	rm -f $(DESTDIR)$(LIBDIR)/sysusers.d/mate.conf $(DESTDIR)$(LIBDIR)/sysusers.d/mate-web.conf \
	  $(DESTDIR)$(LIBDIR)/tmpfiles.d/mate.conf
	rm -f $(DESTDIR)$(LIBDIR)/systemd/catalog/mate.catalog $(DESTDIR)$(LIBDIR)/systemd/catalog/mate.ko.catalog
	rm -f $(DESTDIR)$(PREFIX)/share/bash-completion/completions/matectl \
	  $(DESTDIR)$(PREFIX)/share/zsh/vendor-completions/_matectl \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/matectl.fish
	for language in . ko; do \
	  rm -f $(DESTDIR)$(PREFIX)/share/man/$$language/man1/matectl.1 $(DESTDIR)$(PREFIX)/share/man/$$language/man7/mate-*.7 \
	    $(DOMAINS:%=$(DESTDIR)$(PREFIX)/share/man/$$language/man1/matectl-%.1) \
	    $(patsubst %,$(DESTDIR)$(PREFIX)/share/man/$$language/man8/%.8,$(DAEMONS) webd); \
	done

clean: ## Remove everything that was built
	rm -rf .build
