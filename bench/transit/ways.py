#!/usr/bin/env python3
"""Ways: how long transitd takes for ways from stop to stop of a feed of three million stop times.

    bench/transit/ways.py --transitd PROGRAM [--stop-times 3000000] [--questions 1000] [--dir D] [--json FILE]

The feed is the one of run.py. Questions go from one random stop to another, at random minutes of a Wednesday,
half of them by an arrival. The times hold the socket and Python's JSON; an empty call is given beside them. The
run fails beyond the promised 5 ms (median), 25 ms (p99) and 200 MiB.
"""
import argparse
import json
import os
import random
import shutil
import statistics
import tempfile
import time

from run import Daemon, feed_of


def ask(daemon, params):
    start = time.perf_counter()
    daemon.number += 1
    body = json.dumps({"jsonrpc": "2.0", "id": daemon.number, "method": "transit.route", "params": params}).encode()
    daemon.connection.sendall(len(body).to_bytes(4, "big") + body)
    reply = daemon.read(int.from_bytes(daemon.read(4), "big"))
    return (time.perf_counter() - start) * 1000, json.loads(reply)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--transitd", required=True)
    parser.add_argument("--stop-times", type=int, default=3_000_000)
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--dir", default=".")
    parser.add_argument("--json")
    options = parser.parse_args()
    feed = feed_of(options)
    stations = max(60, int((options.stop_times / 3_000_000) ** 0.5 * 4000))
    folder = tempfile.mkdtemp(prefix="tb.")
    daemon = Daemon(options.transitd, folder)
    try:
        daemon.call("transit.gtfs.import", {"path": os.path.abspath(feed), "name": "bench"})
        imported = daemon.memory("VmHWM")
        numbers = random.Random(17)
        times, ways, none = [], 0, 0
        first = None
        for number in range(options.questions + 1):
            one, other = numbers.sample(range(stations), 2)
            clock = "2026-03-04T%02d:%02d" % (numbers.randrange(5, 24), numbers.randrange(60))
            params = {"from": "S%05d" % one, "to": "S%05d" % other}
            params["arriveBy" if number % 2 else "at"] = clock
            took, reply = ask(daemon, params)
            if "error" in reply:
                raise SystemExit(reply["error"])
            if first is None:
                first = took
                continue
            times.append(took)
            found = len(reply["result"]["journeys"])
            none += found == 0
            ways += found
        pings = []
        for _ in range(200):
            start = time.perf_counter()
            daemon.call("mate.ping", {})
            pings.append((time.perf_counter() - start) * 1000)
        times.sort()
        found = {"first_ms": round(first), "p50_ms": round(statistics.median(times), 2),
                 "p99_ms": round(times[int(len(times) * 0.99)], 2), "max_ms": round(times[-1], 2),
                 "ping_ms": round(statistics.median(pings), 3), "peak_mib": round(daemon.memory("VmHWM")),
                 "import_mib": round(imported), "rss_mib": round(daemon.memory("VmRSS")), "ways": ways, "none": none}
    finally:
        daemon.stop()
        shutil.rmtree(folder)
    print("| questions | ways | none | first ms | p50 ms | p99 ms | max ms | an empty call | peak MiB |")
    print("|" + " --- |" * 9)
    print(f"| {options.questions} | {ways} | {none} | {found['first_ms']} | {found['p50_ms']} | {found['p99_ms']} "
          f"| {found['max_ms']} | {found['ping_ms']} | {found['peak_mib']} (import {found['import_mib']}) |")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(found, file, indent=1)
    if found["p50_ms"] > 5 or found["p99_ms"] > 25 or found["peak_mib"] > 200:
        raise SystemExit("slower or larger than promised")


if __name__ == "__main__":
    main()
