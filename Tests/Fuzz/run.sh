#!/usr/bin/env bash
# Fuzzes the wire codec with libFuzzer and AddressSanitizer.
#   Tests/Fuzz/run.sh [SECONDS for each target]
# Inputs that break a promise are kept in .build/fuzz/<target>/; run a target's program with such
# a file as its argument to see the failure again.
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${1:-60}
folder=.build/fuzz
status=0
mapfile -t sources < <(find Sources/IPCProtocol -name '*.swift' | sort)
options=(-sanitize=fuzzer,address -parse-as-library -O -package-name mate -swift-version 6
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility)
mkdir -p "$folder"
swiftc "${options[@]}" -module-name Values -emit-module -emit-module-path "$folder/Values.swiftmodule" \
  -emit-library -static -o "$folder/libValues.a" Sources/Values/*.swift \
  > "$folder/values.log" 2>&1 || { cat "$folder/values.log" >&2; exit 1; }
for target in JSON Frames; do
  mkdir -p "$folder/$target/corpus"
  # The target is compiled with the protocol's sources as one module: no import, nothing public.
  swiftc "${options[@]}" -I Sources/CBytes -I Sources/CPCRE -I "$folder" -module-name "Fuzz$target" \
    "${sources[@]}" "Tests/Fuzz/Targets/Fuzz$target.swift" "$folder/libValues.a" -lm -lpcre2-8 -o "$folder/$target/fuzz" \
    2> "$folder/$target/build.log" || { cat "$folder/$target/build.log" >&2; exit 1; }
  cp -n Tests/Fuzz/Corpus/"$target"/* "$folder/$target/corpus/" 2>/dev/null || true
done
# Each has a core of its own, where there are two.
running=()
for target in JSON Frames; do
  "$folder/$target/fuzz" -max_total_time="$seconds" -max_len=4096 -timeout=10 -print_final_stats=1 \
    -artifact_prefix="$folder/$target/" "$folder/$target/corpus" > "$folder/$target/log" 2>&1 &
  running+=($!)
done
for job in "${running[@]}"; do wait "$job" || status=1; done
for target in JSON Frames; do
  echo "== $target for $seconds s"
  grep -E '^(stat::number_of_executed_units|stat::average_exec_per_sec|SUMMARY|Fatal error|.*Fatal error:)|ERROR' \
    "$folder/$target/log" || true
done
if [ $status -eq 0 ]; then echo "fuzz: nothing found"; else echo "fuzz: see $folder/*/log" >&2; fi
exit $status
