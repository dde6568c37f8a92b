#!/usr/bin/python3
"""A juiced that shares its branch beside one that has its own disk, in turn on one machine.

    run.py --juiced PROGRAM [--rounds 3] [--seconds 3] [--clients 1,16] [--json FILE]

Keyed orders, as `matectl` sends them (bench/juice/orders.c). `alone` is juiced without a line of configuration;
`all` shares the branch through a PostgreSQL with a synchronous standby, everything on the same disk and cores,
and waits for both servers; `own` shares it and waits for its own disk alone. After each run the books are counted. The gaps without an answer
when an owner or a primary is killed are those of Tests/Branch/run.py. README.md tells what is promised."""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "Tests", "Branch"))

from machine import Machine  # noqa: E402
from servers import Pair, is_there  # noqa: E402

# Of keyed orders of juiced alone, with sixteen clients: half of what it took when that was promised (README.md).
PROMISED = 0.16


def client(folder):
    program = os.path.join(folder, "orders")
    subprocess.run(["cc", "-O2", "-pthread", "-I/usr/include/postgresql", "-o", program,
                    os.path.join(ROOT, "bench", "juice", "orders.c"), "-lsqlite3", "-lpq", "-lhiredis"], check=True)
    return program


def measure(options, folder, program, kind, clients, number):
    pair = None
    place = os.path.join(folder, "%s-%d-%d" % (kind, clients, number))
    try:
        address = None
        if kind != "alone":
            pair = Pair(os.path.join(place, "servers"), 5811)
            address = pair.address
        machine = Machine(os.path.dirname(options.juiced), place, "owner", "juice", "bench", address,
                          "all" if kind == "alone" else kind).start()
        if address:
            machine.becomes("owner")
        bar = json.loads(machine.done("juice.export")["text"])
        for fruit in bar["fruits"]:
            fruit["count"] = 1_000_000_000
        machine.done("juice.import", {"file": json.dumps(bar)})
        done = subprocess.run([program, "mate-key", machine.socket_path, str(clients), str(options.seconds)],
                              capture_output=True, text=True, timeout=600)
        if done.returncode:
            raise SystemExit(done.stderr)
        result = json.loads(done.stdout)
        audit = machine.done("juice.audit")
        if audit["verdict"] != "balanced" or audit["orders"] != result["orders"] - result["refused"]:
            raise SystemExit("the books are wrong: %s" % audit)
        machine.stop()
        return result
    finally:
        if pair:
            pair.stop()
        shutil.rmtree(place, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--juiced", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--clients", default="1,16")
    parser.add_argument("--kinds", default="alone,all,own")
    parser.add_argument("--dir", default="/var/tmp", help="where stores and servers lie")
    parser.add_argument("--json")
    options = parser.parse_args()
    options.juiced = os.path.abspath(options.juiced)
    if not is_there():
        print("branch: left out, PostgreSQL is missing")
        return 0
    folder = tempfile.mkdtemp(prefix="mate-bench-", dir=options.dir)
    os.chmod(folder, 0o755)
    rates, rows = {}, []
    try:
        program = client(folder)
        for number in range(options.rounds):
            for clients in map(int, options.clients.split(",")):
                for kind in options.kinds.split(","):
                    result = measure(options, folder, program, kind, clients, number)
                    rows.append({"kind": kind, "clients": clients, **result})
                    rates.setdefault((kind, clients), []).append(result["rate"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("| keyed orders/s (of alone) | " + " | ".join("%s clients" % one for one in options.clients.split(",")) + " |")
    print("| --- |" + " --: |" * len(options.clients.split(",")))
    missed = False
    for kind in options.kinds.split(","):
        cells = []
        for clients in map(int, options.clients.split(",")):
            own, alone = rates[kind, clients], rates["alone", clients]
            share = statistics.median(one / other for one, other in zip(own, alone))
            cells.append("%.0f–%.0f (%.2f)" % (min(own), max(own), share))
            missed = missed or kind == "all" and clients == 16 and share < PROMISED
        print("| `%s` | %s |" % (kind, " | ".join(cells)))
    if options.json:
        with open(options.json, "w") as file:
            json.dump(rows, file)
    if missed:
        print("branch: with 16 clients `all` is below %.2f of juiced alone" % PROMISED)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
