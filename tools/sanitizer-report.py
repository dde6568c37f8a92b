#!/usr/bin/env python3
"""Prints what a sanitizer has found, short enough to be read at the end of a log.

usage: sanitizer-report.py REPORT        as AddressSanitizer and ThreadSanitizer write it
Of each stack the first frames are printed, without addresses; where a thread began is not."""
import re
import sys

FRAMES = 8

print(sys.argv[1])
is_told = True
for line in open(sys.argv[1], errors="replace"):
    frame = re.match(r"\s+#(\d+)(?: 0x[0-9a-f]+ in)? (.*)", line)
    if frame is None:
        is_told = " created " not in line
        if re.search(r"ERROR|WARNING|READ|WRITE|[Rr]ead of|[Ww]rite of|is located|freed by|allocated by|SUMMARY", line):
            print("  " + line.strip()[:200])
    elif is_told and int(frame[1]) < FRAMES:
        print(f"    {frame[2][:200]}")
