#!/usr/bin/env python3
"""Prints which share of its lines each target ran, and each file of the wire and the runtime below the floor.

usage: coverage-table.py SUMMARY FLOOR
SUMMARY is of `llvm-cov export -summary-only`. Fails where a target of the wire or the runtime is below FLOOR percent."""
import collections
import json
import sys

HELD = ["IPCProtocol", "IPCTransport", "DaemonRuntime", "Storage"]

floor = float(sys.argv[2])
targets = collections.defaultdict(lambda: [0, 0])
low = []
for file in json.load(open(sys.argv[1]))["data"][0]["files"]:
    path = file["filename"].split("/Sources/", 1)[-1]
    lines = file["summary"]["lines"]
    name = path.split("/", 1)[0]
    targets[name][0] += lines["covered"]
    targets[name][1] += lines["count"]
    if name in HELD and lines["count"] and lines["percent"] < floor:
        low.append((lines["percent"], path))
for percent, path in sorted(low):
    print(f"  below: {percent:5.1f} %  {path}")
print("coverage: lines that the tests ran")
for name, (covered, count) in sorted(targets.items()):
    mark = f"  (at least {floor:g})" if name in HELD else ""
    print(f"  {name:22}{100 * covered / count:6.1f} %  of {count:5}{mark}")
missing = [name for name in HELD if name not in targets]
below = [name for name in HELD if name in targets and targets[name][0] < floor / 100 * targets[name][1]]
if missing or below:
    sys.exit(f"coverage: below {floor:g} %: {', '.join(below + missing)}")
