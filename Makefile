# The road with its domains: `make run` shows the bank at work, `make help` says the rest.

PREFIX ?= /usr
DESTDIR ?=
FUZZ_SECONDS ?= 60
DAEMONS := bankd
SWIFT ?= swift
RELEASE := .build/release
RUN := $(CURDIR)/.build/run

UNITS := deploy/systemd

.PHONY: help build descriptions run test lint bench fuzz install uninstall clean setup-build setup-test

help:
	@echo 'make run        build, then open the bank and serve a line of people before your eyes'
	@echo 'make build      release programs in $(RELEASE), descriptions in deploy/domains'
	@echo 'make test       every test; a few need root and say so where they are left out'
	@echo 'make lint       format and syntax of everything'
	@echo 'make bench      beside other local IPC stacks (some minutes; see bench/peers/README.md)'
	@echo 'make fuzz       the wire codec under libFuzzer for FUZZ_SECONDS=$(FUZZ_SECONDS) a target'
	@echo 'make install    DESTDIR=$(DESTDIR) PREFIX=$(PREFIX); then: systemctl enable --now bankd.socket'
	@echo 'make uninstall  takes away what install put there; state is kept'
	@echo 'make clean      removes .build'

setup-build:
	@tools/setup-debian.sh build

setup-test:
	@tools/setup-debian.sh test

build: setup-build
	$(SWIFT) build -c release --static-swift-stdlib
	@$(MAKE) --no-print-directory descriptions

# Each daemon prints its own description; nobody edits these files.
descriptions:
	@mkdir -p deploy/domains
	@for daemon in $(DAEMONS); do \
	  file=deploy/domains/$${daemon%d}.json; \
	  $(RELEASE)/$$daemon --describe > $$file.new || exit 1; \
	  if cmp -s $$file.new $$file; then rm $$file.new; \
	  else mv $$file.new $$file && echo "written: $$file"; fi; \
	done

# A runtime and a state directory of its own: it works whatever else is installed or running.
run: build
	@tools/run-bank.sh $(RUN) $(CUSTOMERS)

test: setup-test
	$(SWIFT) build --build-tests
	tools/run-tests.sh

lint:
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Package.swift
	@for script in .ci/run tools/*.sh bench/*.sh Tests/Fuzz/*.sh; do bash -n $$script || exit 1; done
	@PYTHONDONTWRITEBYTECODE=1 tools/check-python.py tools bench Tests

bench: build
	@tools/setup-debian.sh bench
	bench/run.sh

fuzz:
	Tests/Fuzz/run.sh $(FUZZ_SECONDS)

install:
	@test -x $(RELEASE)/matectl || { echo 'nothing is built yet: make build' >&2; exit 1; }
	install -D -m 755 $(RELEASE)/matectl $(DESTDIR)$(PREFIX)/bin/matectl
	for daemon in $(DAEMONS); do \
	  install -D -m 755 $(RELEASE)/$$daemon $(DESTDIR)$(PREFIX)/libexec/mate/$$daemon || exit 1; \
	  install -D -m 644 deploy/domains/$${daemon%d}.json \
	    $(DESTDIR)$(PREFIX)/share/mate/domains/$${daemon%d}.json || exit 1; \
	  for unit in $$daemon.socket $$daemon.service; do for scope in system user; do \
	    mkdir -p $(DESTDIR)$(PREFIX)/lib/systemd/$$scope; \
	    sed 's|/usr/libexec/mate|$(PREFIX)/libexec/mate|' $(UNITS)/$$scope/$$unit \
	      > $(DESTDIR)$(PREFIX)/lib/systemd/$$scope/$$unit || exit 1; \
	    chmod 644 $(DESTDIR)$(PREFIX)/lib/systemd/$$scope/$$unit; \
	  done; done; \
	done
	install -D -m 644 deploy/sysusers.d/mate.conf $(DESTDIR)$(PREFIX)/lib/sysusers.d/mate.conf
	install -D -m 644 deploy/tmpfiles.d/mate.conf $(DESTDIR)$(PREFIX)/lib/tmpfiles.d/mate.conf
	for catalog in deploy/catalog/*.catalog; do install -D -m 644 $$catalog \
	  $(DESTDIR)$(PREFIX)/lib/systemd/catalog/$${catalog##*/} || exit 1; done
	tools/install-completions.sh $(RELEASE)/matectl $(DESTDIR)$(PREFIX)/share
	@echo
	@echo 'Next: systemd-sysusers && systemd-tmpfiles --create && systemctl daemon-reload'
	@echo '      journalctl --update-catalog && systemctl enable --now bankd.socket'

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/matectl
	for daemon in $(DAEMONS); do \
	  rm -f $(DESTDIR)$(PREFIX)/libexec/mate/$$daemon; \
	  rm -f $(DESTDIR)$(PREFIX)/share/mate/domains/$${daemon%d}.json; \
	  for scope in system user; do \
	    rm -f $(DESTDIR)$(PREFIX)/lib/systemd/$$scope/$$daemon.socket; \
	    rm -f $(DESTDIR)$(PREFIX)/lib/systemd/$$scope/$$daemon.service; \
	  done; \
	done
	rm -f $(DESTDIR)$(PREFIX)/lib/sysusers.d/mate.conf $(DESTDIR)$(PREFIX)/lib/tmpfiles.d/mate.conf
	for catalog in deploy/catalog/*.catalog; do \
	  rm -f $(DESTDIR)$(PREFIX)/lib/systemd/catalog/$${catalog##*/}; done
	rm -f $(DESTDIR)$(PREFIX)/share/bash-completion/completions/matectl
	rm -f $(DESTDIR)$(PREFIX)/share/zsh/vendor-completions/_matectl
	rm -f $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/matectl.fish

clean:
	rm -rf .build bench/out
