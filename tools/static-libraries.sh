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
# SwiftPM puts the folders that pkg-config names before ours, in the order in which a program needs the
# libraries: one that names the system's folder would have the shared forms found first. So each of
# them names ours; what is not there is found where the linker looks anyway.
for name in $(sed -n 's/.*pkgConfig: "\([^"]*\)".*/\1/p' Package.swift); do
  pc=$(pkg-config --variable=pcfiledir "$name")/$name.pc
  sed "s|^libdir=.*|libdir=$folder|" "$pc" > "$folder/pkgconfig/$name.pc"
done
