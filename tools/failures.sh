#!/usr/bin/env bash
# Prints what failed in a log of Swift Testing: each failed expectation with its values, then the
# names of the tests; what is printed last is read first in a long log.
#   tools/failures.sh LOG
set -euo pipefail
log=$1
echo "tests failed; the whole log is $log"
# An issue and the lines below it that say what was seen; not the hundreds of green lines between.
awk '/^[^ ]*✘[^ ]* Test .* recorded an issue/ { inside = 1; print; next }
  /^[^ ]*(✔|✘|◇|➜)/ { inside = 0; next }
  inside { print }' "$log" | cut -c 1-600 | head -n 120
grep -E '✘ Test .* failed after' "$log" || tail -n 20 "$log"
