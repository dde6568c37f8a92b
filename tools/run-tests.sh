#!/bin/bash
# Runs the tests that are built, and repeats at the end what failed.
set -u
log=.build/test.log
swift test --skip-build "$@" < /dev/null 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then
  echo
  echo '--- what failed ---'
  grep -E 'recorded an issue|✘|error:|Fatal error' "$log" | head -n 60
fi
exit "$status"
