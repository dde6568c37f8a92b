#!/usr/bin/env bash
# Runs all tests, and the daemons and matectl that they start, under a sanitizer.
#   tools/sanitizers.sh [thread|address]...      both where none is named
# Each has a build of its own in .build/<sanitizer>. A report of any process fails the run, also of
# one that a test has killed since; reports are kept in .build/<sanitizer>/reports.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${SANITIZER_SECONDS:-1500}

build() {
  local sanitizer=$1 scratch=.build/$1 started=$SECONDS
  swift build --build-tests --sanitize "$sanitizer" --scratch-path "$scratch"
  echo "== $sanitizer: built in $((SECONDS - started)) s"
}

# Fails where a test did or a report was written.
check() {
  local sanitizer=$1 scratch=.build/$1 started=$SECONDS built options preload= status=0 reports
  built=$(swift build --show-bin-path --sanitize "$sanitizer" --scratch-path "$scratch")
  rm -rf "$scratch/reports"
  mkdir -p "$scratch/reports"
  options="log_path=$PWD/$scratch/reports/report"
  # Memory that lives as long as a process is not looked for; what grows is the tests' own matter.
  export TSAN_OPTIONS="$options:second_deadlock_stack=1" ASAN_OPTIONS="$options:detect_leaks=0"
  if [ "$sanitizer" = thread ]; then
    preload=$PWD/$scratch/mutex-for-tsan.so
    "$(dirname "$(readlink -f "$(command -v swiftc)")")/clang" -shared -fPIC -O1 -Wall -Werror \
      tools/mutex-for-tsan.c -o "$preload"
  fi
  # One after the other: at a tenth of the speed, those that wait for an answer would miss it.
  LD_PRELOAD=$preload timeout "$seconds" tools/run-tests.sh "$built" --no-parallel \
    > "$scratch/tests.log" 2>&1 || status=$?
  grep -E 'Test run with' "$scratch/tests.log" || tail -n 20 "$scratch/tests.log"
  echo "== $sanitizer: ran in $((SECONDS - started)) s"
  reports=$(find "$scratch/reports" -type f | wc -l)
  if [ "$reports" -gt 0 ]; then
    echo "$sanitizer: $reports reports in $scratch/reports; the first:" >&2
    find "$scratch/reports" -type f | sort | head -n 1 | xargs head -n 60 >&2
  fi
  [ $status -eq 0 ] && [ "$reports" -eq 0 ] && return
  [ $status -eq 0 ] || tools/failures.sh "$scratch/tests.log" >&2
  echo "$sanitizer: FAILED (status $status)" >&2
  return 1
}

[ $# -gt 0 ] || set -- thread address
for sanitizer in "$@"; do
  build "$sanitizer"
  check "$sanitizer" || exit 1
done
