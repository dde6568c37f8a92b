#!/usr/bin/env bash
# Builds all tests and runs them, with the daemons and matectl that they start.
#   tools/test.sh [--coverage] [--sanitize thread|address]
# --coverage prints which lines were run, and fails where a target of the wire or the runtime is below
# FLOOR (90) percent. --sanitize fails where any process had a report, also one that a test has killed
# since. The whole log is tests.log in the folder of the build, of which each way has its own below .build;
# what failed is printed last.
set -euo pipefail
cd "$(dirname "$0")/.."

coverage= sanitizer= scratch=.build width=$(nproc) seconds=1800 status=0
left_out=()
build=(--build-tests)
while [ $# -gt 0 ]; do
  case $1 in
    --coverage) coverage=yes ;;
    --sanitize) shift; sanitizer=${1:?thread or address} ;;
    *) echo "usage: test.sh [--coverage] [--sanitize thread|address]" >&2; exit 2 ;;
  esac
  shift
done
if [ -n "$sanitizer" ]; then
  scratch=.build/$sanitizer
  build+=(--sanitize "$sanitizer")
  # Unoptimized, rules would take three quarters of the time (see Package.swift). ThreadSanitizer has to see how
  # threads hand over, and does not where a continuation is inlined.
  [ "$sanitizer" = thread ] && export MATE_OPTIMIZED=rules || export MATE_OPTIMIZED=all
fi
if [ -n "$coverage" ]; then
  scratch=.build/coverage${sanitizer:+-$sanitizer}
  # Counters in a file that is mapped: a daemon that a test kills has counted all the same.
  build+=(--enable-code-coverage -Xswiftc -Xllvm -Xswiftc -runtime-counter-relocation)
fi
build+=(--scratch-path "$scratch")
programs=$(dirname "$(readlink -f "$(command -v swiftc)")")
log=$scratch/tests.log

swift build "${build[@]}"
built=$(swift build --show-bin-path "${build[@]:1}")
rm -rf "$scratch/reports" "$scratch/profiles"
mkdir -p "$scratch/reports" "$scratch/profiles"
environment=()
[ -z "$coverage" ] || environment+=("LLVM_PROFILE_FILE=$PWD/$scratch/profiles/%p%c.profraw")
case $sanitizer in
  # Memory that lives as long as a process is not looked for; what grows is the tests' own matter.
  address)
    options=log_path=$PWD/$scratch/reports/report:detect_leaks=0
    environment+=("ASAN_OPTIONS=$options:suppressions=$PWD/tools/address-suppressions.txt")
    ;;
  thread)
    "$programs/clang" -shared -fPIC -O1 -Wall -Werror tools/mutex-for-tsan.c -o "$scratch/mutex-for-tsan.so"
    environment+=("TSAN_OPTIONS=log_path=$PWD/$scratch/reports/report:second_deadlock_stack=1"
      "LD_PRELOAD=$PWD/$scratch/mutex-for-tsan.so")
    seconds=2400
    # What has no thread and no process has nothing for it to watch: rules as values. Of the domains it
    # watches what works beside the loop, and all of them as processes (EndToEndTests).
    left_out=(
      --skip '^(QueueingTests|CivilTimeTests|TaskFormatsTests|XMLTreeTests|IPCProtocolTests|LongTablesTests|matectlTests|RehearsalTests)\.'
      --skip '^(bankd|juiced|projectd|transitd)Tests\.(?!.*(Service|Task|Import|Sync|Feed|Alarm|Polling|Relay|Watch|WhatIf|Calendar|Notice|Fallback|Command|Notifi|LongSimulation|PlanTests|Orders|Oversell|Locked|OrderTurn|Secrecy|GeoClue|Report))'
    )
    ;;
esac
run() {
  rm -f "$scratch/events"
  env "${environment[@]}" TEST_WIDTH="$width" timeout "${TEST_SECONDS:-$seconds}" tools/run-tests.sh "$built" \
    --event-stream-output-path "$scratch/events" --event-stream-version 0 "${left_out[@]}" "$@" 2>&1 < /dev/null
}

started=$SECONDS
run | tee "$log" | grep --line-buffered -E '(✔|✘)[^ ]* Suite|✘[^ ]* Test|skipped: "' || status=${PIPESTATUS[0]}
grep -E 'Test run with' "$log" || tail -n 20 "$log"
echo "tests: ran in $((SECONDS - started)) s"

# Real programs on a machine that others use as well: one test that waited too long in the crowd is
# tried again alone, and named. More of them, a crash, or a second failure are a failure.
if [ $status -eq 1 ]; then
  mapfile -t failed < <(tools/failed-tests.py "$scratch/events")
  if [ ${#failed[@]} -ge 1 ] && [ ${#failed[@]} -le 3 ]; then
    tools/failed-tests.py --tell "$scratch/events"
    printf 'tests: UNSTABLE, once more alone: %s\n' "${failed[@]}"
    status=0
    run $(printf -- '--filter %s ' "${failed[@]}") > "$scratch/again.log" || status=$?
    log=$scratch/again.log
    grep -E 'Test run with' "$log" || tail -n 20 "$log"
  fi
fi

if [ -n "$coverage" ]; then
  "$programs"/llvm-profdata merge -sparse "$scratch"/profiles/*.profraw -o "$scratch/all.profdata"
  rm -rf "$scratch/profiles"
  objects=()
  for program in "$built"/*; do
    if [ -f "$program" ] && [ -x "$program" ] && [ "${program##*.}" != xctest ]; then
      objects+=(-object "$program")
    fi
  done
  "$programs"/llvm-cov export -summary-only -instr-profile "$scratch/all.profdata" \
    "$built"/matePackageTests.xctest "${objects[@]}" Sources > "$scratch/summary.json"
  tools/coverage-table.py "$scratch/summary.json" "${FLOOR:-90}" || covered=$?
fi

reports=$(find "$scratch/reports" -type f | wc -l)
if [ $status -ne 0 ]; then
  tools/failed-tests.py --tell "$scratch/events" || tail -n 20 "$log"
  echo "tests failed (status $status); the whole log is $log"
fi
if [ "$reports" -gt 0 ]; then
  echo "$sanitizer: $reports reports in $scratch/reports; the first:"
  tools/sanitizer-report.py "$(find "$scratch/reports" -type f | sort | head -n 1)"
fi
[ $status -eq 0 ] && [ "$reports" -eq 0 ] && [ "${covered:-0}" -eq 0 ]
