#!/usr/bin/env bash
# Runs all tests with coverage, of the daemons and matectl that they start as well, and prints the
# share of lines that were run: of each target, and of each file below its target's floor.
#   tools/coverage.sh                 fails where a test fails, or a target of the floor is below it
# FLOOR (90) holds for the wire and the runtime: IPCProtocol, IPCTransport, DaemonRuntime, Storage.
set -euo pipefail
cd "$(dirname "$0")/.."

floor=${FLOOR:-90}
held="IPCProtocol IPCTransport DaemonRuntime Storage"
scratch=.build/coverage
programs=$(dirname "$(command -v swift)")

# Counters in a file that is mapped: a daemon that a test kills has counted all the same.
swift build --build-tests --enable-code-coverage --scratch-path $scratch \
  -Xswiftc -Xllvm -Xswiftc -runtime-counter-relocation
built=$(swift build --show-bin-path --scratch-path $scratch)
rm -rf $scratch/profiles
mkdir -p $scratch/profiles
status=0
LLVM_PROFILE_FILE=$PWD/$scratch/profiles/%p%c.profraw \
  tools/run-tests.sh "$built" > $scratch/tests.log 2>&1 || status=$?
grep -E 'Test run with' $scratch/tests.log || tail -n 20 $scratch/tests.log

"$programs"/llvm-profdata merge -sparse $scratch/profiles/*.profraw -o $scratch/all.profdata
rm -rf $scratch/profiles
objects=()
for program in "$built"/*; do
  if [ -f "$program" ] && [ -x "$program" ] && [ "${program##*.}" != xctest ]; then
    objects+=(-object "$program")
  fi
done
"$programs"/llvm-cov export -summary-only -instr-profile $scratch/all.profdata \
  "$built"/matePackageTests.xctest "${objects[@]}" Sources > $scratch/summary.json

covered=0
FLOOR=$floor HELD=$held python3 - $scratch/summary.json <<'EOF_PYTHON' || covered=1
import collections, json, os, sys

floor, held = float(os.environ["FLOOR"]), os.environ["HELD"].split()
files = json.load(open(sys.argv[1]))["data"][0]["files"]
targets = collections.defaultdict(lambda: [0, 0])
low = []
for file in files:
    path = file["filename"].split("/Sources/", 1)[-1]
    lines = file["summary"]["lines"]
    target = targets[path.split("/", 1)[0]]
    target[0] += lines["covered"]
    target[1] += lines["count"]
    if path.split("/", 1)[0] in held and lines["count"] and lines["percent"] < floor:
        low.append((lines["percent"], path))
print("coverage: lines that the tests ran")
for name, (covered, count) in sorted(targets.items()):
    mark = f"  (at least {floor:g})" if name in held else ""
    print(f"  {name:15}{100 * covered / count:6.1f} %  of {count:5}{mark}")
for percent, path in sorted(low):
    print(f"  below: {percent:5.1f} %  {path}")
missing = [name for name in held if name not in targets]
below = [name for name in held if name in targets and targets[name][0] < floor / 100 * targets[name][1]]
if missing or below:
    sys.exit(f"coverage: below {floor:g} %: {', '.join(below + missing)}")
EOF_PYTHON
# Last, where whoever reads only the end of a log will find it.
[ $status -eq 0 ] || tools/failures.sh $scratch/tests.log
[ $status -eq 0 ] && exit $covered
exit $status
