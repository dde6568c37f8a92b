#!/usr/bin/env bash
# Fuzzes what reads bytes of strangers, with libFuzzer and AddressSanitizer.
#   Tests/Fuzz/run.sh [SECONDS [TARGET...]]
# SECONDS (60) are for all targets together: each has an equal part, on a core of its own. A target is the
# name of a folder in Corpus. Inputs that break a promise are kept in .build/fuzz/<target>/;
# `FUZZ_TARGET=<target> .build/fuzz/fuzz FILE` shows the failure again.
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${1:-60}
shift || true
folder=.build/fuzz
if [ $# -gt 0 ]; then targets=("$@"); else mapfile -t targets < <(ls Tests/Fuzz/Corpus); fi
options=(-sanitize=fuzzer,address -parse-as-library -wmo -O -enable-testing -package-name mate -swift-version 6
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature NonisolatedNonsendingByDefault
  -enable-upcoming-feature InferIsolatedConformances -I "$folder" -Xcc -I/usr/include/libxml2)
for library in CBytes CLinux CPCRE CLibXML CCurl CSQLite CSystemd CZip CProtobuf; do options+=(-I "Sources/$library"); done
for library in CGTFSRealtime CTransitTables; do options+=(-I "Sources/$library/include"); done

# What a module is made of; of programs only the floors that read what comes from outside.
sources() {
  local root=Sources/$1
  case $1 in
    transitd)
      find "$root"/{Refusals,Korea,Places,Portals,Arrivals,Seoul,Timetable} -name '*.swift' \
        ! -name RelayTarget.swift ! -name RelayConnection.swift ! -name RelayLink.swift ! -name FeedLibrary.swift
      echo "$root/Position/GpsdReport.swift $root/Position/Proximity.swift" ;;
    bankd) find "$root"/{Refusals,Line,Hours,Branch,File} -name '*.swift' ;;
    juiced) find "$root"/{Refusals,Bar,File} -name '*.swift' ;;
    matectl) echo "$root"/CommandLine/Sentence.swift "$root"/MCP/MCPMessage.swift "$root"/Display/Key*.swift ;;
    *) find "$root" -name '*.swift' ;;
  esac
}

# module NAME: what it imports is there already.
module() {
  case $1 in
    CGTFSRealtime | CTransitTables)
      clang -c -O1 -fsanitize=address,fuzzer-no-link -I "Sources/$1/include" -o "$folder/$1.o" "Sources/$1"/*.c ;;
    *)
      # shellcheck disable=SC2046
      swiftc "${options[@]}" -module-name "$1" -emit-module -emit-module-path "$folder/$1.swiftmodule" \
        -emit-object -o "$folder/$1.o" $(sources "$1") > "$folder/$1.log" 2>&1 \
        || { cat "$folder/$1.log" >&2; return 1; } ;;
  esac
}

# both FUNCTION WORD...: one of each word, as many at once as there are cores; fails where one did.
both() {
  local function=$1 failed=0 running=0
  shift
  for word; do
    if [ $running -ge "$(nproc)" ]; then
      wait -n || failed=1
      running=$((running - 1))
    fi
    "$function" "$word" &
    running=$((running + 1))
  done
  for ((; running > 0; running--)); do wait -n || failed=1; done
  return $failed
}

mkdir -p "$folder"
if [ ! -f "$folder/built" ] || [ -n "$(find Sources Tests/Fuzz/run.sh -newer "$folder/built" -print -quit)" ]; then
  rm -f "$folder"/*.o "$folder"/*.swiftmodule
  both module Values LinuxSystem XMLTree HTTPClient Storage Loop CGTFSRealtime CTransitTables
  both module IPCProtocol CivilTime Queueing PostgreSQL
  both module TaskFormats matectl DaemonRuntime bankd
  both module CalDAV transitd juiced
  touch "$folder/built"
fi
# One program has them all; a variable of the environment says which of them it is.
swiftc "${options[@]}" -module-name Fuzz Tests/Fuzz/Targets/*.swift "$folder"/*.o \
  -lm -lpcre2-8 -lxml2 -lcurl -lsqlite3 -lzip -lprotobuf-c -lsystemd -o "$folder/fuzz" \
  > "$folder/Fuzz.log" 2>&1 || { cat "$folder/Fuzz.log" >&2; exit 1; }
echo "fuzz: built in $SECONDS s"

part=$((seconds * $(nproc) / ${#targets[@]}))
[ "$part" -ge 1 ] || part=1
fuzz() {
  local own=$folder/$1
  mkdir -p "$own/corpus"
  FUZZ_TARGET=$1 "$folder/fuzz" -max_total_time=$part -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
    -print_final_stats=1 -artifact_prefix="$own/" "$own/corpus" "Tests/Fuzz/Corpus/$1" > "$own/log" 2>&1
}
status=0
both fuzz "${targets[@]}" || status=1
for target in "${targets[@]}"; do
  rate=$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/$target/log")
  echo "== $target for $part s: ${rate:-no} inputs"
  grep -E '^SUMMARY|Fatal error|ERROR' "$folder/$target/log" || true
done
if [ $status -eq 0 ]; then echo "fuzz: nothing found"; else echo "fuzz: see $folder/*/log" >&2; fi
exit $status
