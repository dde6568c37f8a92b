#!/usr/bin/env bash
# Runs the tests that lie in a folder of binaries.
#   tools/run-tests.sh FOLDER [arguments of Swift Testing]      as --filter DurabilityTests
# As many at once as there are cores: a test that waits for a process holds one of as many threads
# of Swift's pool, and one that awaits an answer would find them all taken until it is too late.
set -euo pipefail
folder=$1
shift
exec "$folder/matePackageTests.xctest" --testing-library swift-testing \
  --experimental-maximum-parallelization-width "${TEST_WIDTH:-$(nproc)}" "$@"
