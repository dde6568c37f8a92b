#!/usr/bin/env bash
# Runs all tests, and the daemons and matectl that they start, under a sanitizer.
#   tools/sanitizers.sh [thread|address]...      both where none is named
# Each has a build of its own in .build/<sanitizer>. A report of any process fails the run, also of
# one that a test has killed since; reports are kept in .build/<sanitizer>/reports.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${SANITIZER_SECONDS:-1500}
[ $# -gt 0 ] || set -- thread address
failed=0
for sanitizer in "$@"; do
  scratch=.build/$sanitizer
  started=$SECONDS
  swift build --build-tests --sanitize "$sanitizer" --scratch-path "$scratch"
  built=$(swift build --show-bin-path --sanitize "$sanitizer" --scratch-path "$scratch")
  echo "== $sanitizer: built in $((SECONDS - started)) s"
  started=$SECONDS
  rm -rf "$scratch/reports"
  mkdir -p "$scratch/reports"
  options="log_path=$PWD/$scratch/reports/report"
  # Memory that lives as long as a process is not looked for; what grows is the tests' own matter.
  export TSAN_OPTIONS="$options:second_deadlock_stack=1" ASAN_OPTIONS="$options:detect_leaks=0"
  preload=
  if [ "$sanitizer" = thread ]; then
    preload=$PWD/$scratch/mutex-for-tsan.so
    "$(dirname "$(readlink -f "$(command -v swiftc)")")/clang" -shared -fPIC -O1 -Wall -Werror \
      tools/mutex-for-tsan.c -o "$preload"
  fi
  status=0
  LD_PRELOAD=$preload timeout "$seconds" "$built/matePackageTests.xctest" --testing-library swift-testing \
    > "$scratch/tests.log" 2>&1 || status=$?
  grep -E '✘|Test run with' "$scratch/tests.log" || tail -n 20 "$scratch/tests.log"
  echo "== $sanitizer: ran in $((SECONDS - started)) s"
  reports=$(find "$scratch/reports" -type f | wc -l)
  if [ "$reports" -gt 0 ]; then
    echo "$sanitizer: $reports reports in $scratch/reports; the first:" >&2
    find "$scratch/reports" -type f | sort | head -n 1 | xargs head -n 60 >&2
  fi
  if [ $status -ne 0 ] || [ "$reports" -gt 0 ]; then
    echo "$sanitizer: FAILED (status $status)" >&2
    failed=1
  fi
done
exit $failed
