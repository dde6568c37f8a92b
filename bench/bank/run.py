"""The bank's simulation beside other engines, and the line beside a simulation.

usage: run.py --bankd PROGRAM [--customers N] [--runs R] [--only a,b] [--slow N] [--json FILE]

The same two models everywhere: `mm3` is one queue of 2.4 customers a second and three exponential
servers of a second; `branch` is 0.75 a second for two servers of 0.7 s, and as many for one of 1.1 s.
`floor` (sim_floor.c) is what the arithmetic alone takes: no events, no quantiles, no intervals.
SimPy, Ciw, salabim and simmer are taken where they are installed, with --slow customers, as they are
slow. bankd is asked over its socket with its protocol, and its time is that of the whole call.
Rounds go through all engines in turn, so that a noisy minute hits each alike.

Then `bank.take` is measured, calm and beside a simulation without an end in sight, which is cancelled
in the middle, with the state on the disk and in memory, beside what the disk alone takes on a busy machine; and a day of 500 customers is staffed by the hour.
Needs: cc."""
import argparse
import json
import math
import os
import shutil
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time

here = os.path.dirname(os.path.abspath(__file__))
parser = argparse.ArgumentParser()
parser.add_argument("--bankd", required=True)
parser.add_argument("--customers", type=int, default=10_000_000)
parser.add_argument("--slow", type=int, default=100_000)
parser.add_argument("--runs", type=int, default=3)
parser.add_argument("--only", default="floor,mate,simpy,ciw,salabim,simmer")
parser.add_argument("--json")
options = parser.parse_args()
rates = {"mm3": 2.4, "branch": 1.5}
folder = tempfile.mkdtemp(prefix="bb.")


class Connection:
    """Frames of JSON-RPC over a Unix socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.buffer = b""
        self.number = 0

    def send(self, method, params, **members):
        self.number += 1
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **members}).encode()
        self.socket.sendall(struct.pack(">I", len(body)) + body)

    def read(self, count):
        while len(self.buffer) < count:
            piece = self.socket.recv(1 << 16)
            if not piece:
                raise EOFError("bankd has hung up")
            self.buffer += piece
        piece, self.buffer = self.buffer[:count], self.buffer[count:]
        return piece

    def answer(self):
        """The next message that is no notification."""
        while True:
            message = json.loads(self.read(struct.unpack(">I", self.read(4))[0]))
            if "id" in message:
                return message

    def call(self, method, params=None):
        self.send(method, params or {}, id=self.number + 1)
        message = self.answer()
        if "error" in message:
            raise RuntimeError(message["error"]["message"])
        return message["result"]


class Daemon:
    def __init__(self, state=None):
        self.path = os.path.join(folder, "bank.sock" if state is None else "bank-in-memory.sock")
        state = state or os.path.join(folder, "state")
        environment = dict(os.environ, MATE_STATE_DIR=state, MATE_LOG="file")
        self.process = subprocess.Popen(
            [options.bankd, "--socket", self.path], env=environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            if os.path.exists(self.path):
                return
            time.sleep(0.01)
        raise SystemExit("bankd does not start")

    def cpu(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def peak(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1024

    def stop(self):
        self.process.terminate()
        self.process.wait()


def simulate(kind, customers, seed):
    """The parameters of `bank.simulate` for a model."""
    def words(**services):
        return [{"service": service, "words": text} for service, text in services.items()]

    def counts(**services):
        return [{"service": service, "count": count} for service, count in services.items()]

    if kind == "mm3":
        model = {"arrivals": words(loan="2.4/s"), "times": words(loan="exponential 1s"), "tellers": counts(loan=3)}
    else:
        model = {"arrivals": words(deposit="0.75/s", loan="0.75/s"),
                 "times": words(deposit="fixed 0.7s", loan="fixed 1.1s"), "tellers": counts(deposit=2, loan=1)}
    return {**model, "customers": customers, "seed": seed, "withinSeconds": 1}


def run_mate(daemon, kind, customers, seed):
    connection = Connection(daemon.path)
    before = daemon.cpu()
    start = time.perf_counter()
    result = connection.call("bank.simulate", simulate(kind, customers, seed))
    seconds = time.perf_counter() - start
    waits = {row["service"]: row["meanWaitSeconds"]["mean"] for row in result["services"]}
    found = {"customers": customers, "seconds": seconds, "cpu": daemon.cpu() - before, "mib": daemon.peak()}
    if kind == "mm3":
        return {**found, "mean_wait": waits["loan"]}
    return {**found, "wait_deposit": waits["deposit"], "wait_loan": waits["loan"]}


def run_program(words):
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if status:
        return None
    found = json.loads(output.strip().splitlines()[-1])
    return {**found, "cpu": usage.ru_utime + usage.ru_stime, "mib": usage.ru_maxrss / 1024}


def engines():
    """What is installed, as programs; None is bankd."""
    found = {}
    for name in options.only.split(","):
        if name == "floor":
            program = os.path.join(folder, "sim_floor")
            subprocess.run(["cc", "-O2", "-o", program, os.path.join(here, "sim_floor.c"), "-lm"], check=True)
            found[name] = [program]
        elif name == "mate":
            found[name] = None
        elif name == "simmer":
            if shutil.which("Rscript") and not subprocess.run(
                    ["Rscript", "-e", "library(simmer)"], capture_output=True).returncode:
                found[name] = ["Rscript", os.path.join(here, "sim_simmer.R")]
        elif not subprocess.run([sys.executable, "-c", f"import {name}"], capture_output=True).returncode:
            found[name] = [sys.executable, os.path.join(here, f"sim_{name}.py")]
    return found


def truth(kind):
    """Erlang C of M/M/3, and Pollaczek and Khinchine's M/D/1 of the loans."""
    if kind == "mm3":
        load = 2.4
        last = load ** 3 / math.factorial(3) * 3 / (3 - load)
        return "mean_wait", last / (sum(load ** k / math.factorial(k) for k in range(3)) + last) / (3 - load)
    use = 0.75 * 1.1
    return "wait_loan", use * 1.1 / (2 * (1 - use))


def compare(daemon, programs):
    rows = []
    for kind, rate in rates.items():
        got = {name: [] for name in programs}
        for seed in range(1, options.runs + 1):
            for name, words in programs.items():
                customers = options.customers if name in ("floor", "mate") else options.slow
                run = run_mate(daemon, kind, customers, seed) if words is None else run_program(
                    words + [kind, str(customers), str(rate), str(seed)])
                if run:
                    got[name].append(run)
        rows += table(kind, got)
    return rows


def table(kind, got):
    def speed(runs):
        return statistics.median(run["customers"] / run["seconds"] for run in runs)

    key, exact = truth(kind)
    own = speed(got["mate"]) if got.get("mate") else None
    print(f"\n{kind}, median of {options.runs}; truth of {key}: {exact:.4f}\n")
    print("| engine | customers | customers/s | of mate | per CPU second | peak MiB | mean wait |\n|---|---|---|---|---|---|---|")
    rows = []
    for name, runs in got.items():
        if not runs:
            continue
        per_cpu = statistics.median(run["customers"] / max(run["cpu"], 0.01) for run in runs)
        mib = max(run["mib"] for run in runs)
        ratio = f"{speed(runs) / own:.3f}" if own else ""
        print(f"| {name} | {runs[0]['customers']:,} | {speed(runs):,.0f} | {ratio} | {per_cpu:,.0f} | {mib:.0f} "
              f"| {statistics.mean(run[key] for run in runs):.4f} |")
        rows.append({"kind": kind, "engine": name, "rate": speed(runs), "mib": mib, "runs": runs})
    return rows


def takes(daemon, count):
    """Milliseconds of calls of `bank.take`, 2 ms apart, as from a kiosk; each ticket leaves again."""
    connection = Connection(daemon.path)
    times = []
    for _ in range(count):
        start = time.perf_counter()
        ticket = connection.call("bank.take", {"service": "deposit"})
        times.append((time.perf_counter() - start) * 1000)
        try:
            connection.call("bank.leave", {"ticket": ticket["ticket"]})
        except RuntimeError:
            pass  # a teller was free, and has the customer
        time.sleep(0.002)
    return times


def quantiles(times):
    times = sorted(times)
    return {"p50": times[len(times) // 2], "p99": times[len(times) * 99 // 100], "count": len(times)}


def beside(daemon, disk):
    """The line alone and beside a long simulation, which is cancelled in the middle, in turn.

    In turn, as a disk that is shared with others has good and bad seconds: one round of each compares them.
    """
    line = Connection(daemon.path)
    line.call("bank.open")
    takes(daemon, 200)
    calm, busy, cancelled, names = [], [], [], set()
    for _ in range(8):
        calm += takes(daemon, 500)
        simulation = Connection(daemon.path)
        simulation.send("bank.simulate", simulate("mm3", 1_000_000_000, 1), id=1)
        busy += takes(daemon, 500)
        simulation.send("$/cancel", {"id": 1})
        start = time.perf_counter()
        answer = simulation.answer()
        cancelled.append((time.perf_counter() - start) * 1000)
        names.add(answer.get("error", {}).get("data", {}).get("name", answer.get("error", {}).get("message")))
    line.call("bank.close", {"clearLine": True})
    calm, busy = quantiles(calm), quantiles(busy)
    print(f"\n| `bank.take`, ms, {disk} | p50 | p99 |\n|---|---|---|\n| calm | {calm['p50']:.3f} | {calm['p99']:.3f} |"
          f"\n| beside a simulation | {busy['p50']:.3f} | {busy['p99']:.3f} |"
          f"\n\np99 beside is {busy['p99'] / calm['p99']:.2f} of the calm one; cancelled within "
          f"{max(cancelled):.0f} ms ({', '.join(names)})")
    return {"calm": calm, "beside": busy, "cancelledMs": max(cancelled)}


def disk_alone():
    """What this disk does to anybody beside a busy core: a line and an `fdatasync`, in turn with an endless loop."""
    file = os.open(os.path.join(folder, "lines"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def lines(count):
        times = []
        for _ in range(count):
            start = time.perf_counter()
            os.write(file, bytes(512))
            os.fdatasync(file)
            times.append((time.perf_counter() - start) * 1000)
            time.sleep(0.002)
        return times

    lines(100)
    calm, busy = [], []
    for _ in range(8):
        calm += lines(500)
        loop = subprocess.Popen(["sh", "-c", "while :; do :; done"])
        busy += lines(500)
        loop.kill()
        loop.wait()
    os.close(file)
    calm, busy = quantiles(calm), quantiles(busy)
    print(f"\n| a line and `fdatasync`, ms | p50 | p99 |\n|---|---|---|"
          f"\n| calm | {calm['p50']:.3f} | {calm['p99']:.3f} |"
          f"\n| beside an endless loop | {busy['p50']:.3f} | {busy['p99']:.3f} |")
    return {"calm": calm, "beside": busy}


def beside_in_memory():
    """The same without a disk: what a simulation itself costs the line."""
    state = tempfile.mkdtemp(prefix="bb.", dir="/dev/shm")
    daemon = Daemon(state)
    try:
        return beside(daemon, "in memory")
    finally:
        daemon.stop()
        shutil.rmtree(state)


def staff(daemon):
    """A day of 500 customers, staffed by the hour."""
    start = time.perf_counter()
    Connection(daemon.path).call("bank.staff", {
        "target": "90% within 5m", "times": [{"service": "loan", "words": "exponential 4m"}],
        "arrivals": [{"service": "loan", "words": "30,60,90,110,90,60,40,20/h"}]})
    seconds = time.perf_counter() - start
    print(f"\na day of 500 customers is staffed by the hour in {seconds:.2f} s")
    return seconds


def main():
    daemon = Daemon()
    try:
        rows = compare(daemon, engines())
        found = {"engines": rows, "take": beside(daemon, "on the disk"), "staffSeconds": staff(daemon)}
        found["takeInMemory"] = beside_in_memory()
        found["disk"] = disk_alone()
        if options.json:
            with open(options.json, "w") as file:
                json.dump(found, file, indent=1)
    finally:
        daemon.stop()
        shutil.rmtree(folder)


main()
