#!/usr/bin/env bash
# Static forms of libstdc++ (which Swift's runtime uses), SQLite and PCRE2, in a folder that the linker
# looks into first: three shared libraries less to load and to relocate at every start of a daemon.
# A machine without one of them links the shared form instead.
set -euo pipefail

folder=$PWD/.build/static
rm -rf "$folder"
mkdir -p "$folder/pkgconfig"
for name in libstdc++ libsqlite3 libpcre2-8; do
  library=$(gcc -print-file-name="$name.a" 2> /dev/null || true)
  if [ -f "$library" ]; then ln -s "$library" "$folder/$name.a"; fi
done
# SwiftPM puts pkg-config's folder before ours, so pkg-config has to name ours.
for name in sqlite3 libpcre2-8; do
  [ -e "$folder/lib${name#lib}.a" ] || continue
  pc=$(pkg-config --variable=pcfiledir "$name")/$name.pc
  sed "s|^libdir=.*|libdir=$folder|" "$pc" > "$folder/pkgconfig/$name.pc"
done
