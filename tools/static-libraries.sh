#!/usr/bin/env bash
# Static forms of libstdc++ (which Swift's runtime uses) and SQLite, in a folder that the linker
# looks into first: two shared libraries less to load and to relocate at every start of a daemon.
# A machine without one of them links the shared form instead.
set -euo pipefail

folder=.build/static
mkdir -p "$folder"
rm -f "$folder"/*
for library in "$(gcc -print-file-name=libstdc++.a 2>/dev/null || true)" \
  "$(gcc -print-file-name=libsqlite3.a 2>/dev/null || true)"; do
  [ -f "$library" ] && ln -s "$library" "$folder/$(basename "$library")"
done
exit 0
