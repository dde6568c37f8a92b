#!/usr/bin/env python3
"""Prints the tests that failed in a run.

usage: failed-tests.py EVENTS            one a line, as --filter takes them
       failed-tests.py --tell EVENTS     with what was expected and seen, and what had no end
EVENTS is what Swift Testing writes to its --event-stream-output-path."""
import json
import re
import sys

tells = sys.argv[1] == "--tell"
failed = []
running = {}
for line in open(sys.argv[-1]):
    try:
        payload = json.loads(line)["payload"]
    except ValueError:
        break  # The run was ended while it wrote.
    # A function has its place in its name, and a suite none.
    if ".swift:" in payload.get("testID", ""):
        if payload.get("kind") == "testStarted":
            running[payload["testID"]] = True
        elif payload.get("kind") in ("testEnded", "testSkipped"):
            running.pop(payload["testID"], None)
    if payload.get("kind") != "issueRecorded" or payload.get("issue", {}).get("isKnown"):
        continue
    # Module.Suite/function()/File.swift:1:2; an issue of a suite has no function.
    name = "/".join(part for part in payload.get("testID", "").split("/") if ".swift:" not in part)
    place = payload.get("issue", {}).get("sourceLocation", {})
    if tells:
        print(f"\u2718 {name or 'no test'}, {place.get('fileID')}:{place.get('line')}")
        for message in payload.get("messages", []):
            print("    " + message["text"][:600].replace("\n", "\n    "))
    elif name and name not in failed:
        failed.append(name)
        print(re.escape(name))
if tells:
    for name in running:
        print(f"\u2718 {name} had begun and did not end")
