"""Durable orders per second: juiced beside SQLite alone, PostgreSQL, Redis and the physical limit.

usage: run.py --juiced PROGRAM [--runs R] [--seconds S] [--clients 1,16] [--only a,b] [--dir D]
              [--million] [--json FILE]

The same order everywhere: check every ingredient, decrement, record the sale; acknowledged means on
disk. juiced is asked over its real socket with its real protocol and also keeps its ledger; `mate-key`
gives every order an idempotency key, of which the peers have nothing.
Everything lives in one fresh directory under --dir (default: the current directory; give one on the
real disk, not tmpfs). Private PostgreSQL and Redis servers are started on Unix sockets only and
stopped by their own process ids; what is not installed is left out. --million also takes a million
orders, and measures memory and the start afterwards.
Needs: cc, libsqlite3-dev, libpq-dev, libhiredis-dev; optional postgresql-15, redis-server."""
import argparse
import glob
import json
import os
import pwd
import shutil
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time

here = os.path.dirname(os.path.abspath(__file__))
parser = argparse.ArgumentParser()
parser.add_argument("--juiced", required=True)
parser.add_argument("--runs", type=int, default=3)
parser.add_argument("--seconds", type=float, default=4)
parser.add_argument("--clients", default="1,16")
parser.add_argument("--only", default="floor,group,uds,sqlite,pg,redis,mate,mate-key")
parser.add_argument("--dir", default=".")
parser.add_argument("--million", action="store_true")
parser.add_argument("--json")
options = parser.parse_args()

base = tempfile.mkdtemp(prefix="juicebench.", dir=os.path.abspath(options.dir))
short = tempfile.mkdtemp(prefix="jb.")  # the path of a Unix socket has room for 107 bytes
os.chmod(short, 0o777)
os.chmod(base, 0o755)
servers = []
client_program = os.path.join(short, "orders")
floor_program = os.path.join(short, "orderd_floor")


def build():
    subprocess.run(
        ["cc", "-O2", "-pthread", "-I/usr/include/postgresql", "-o", client_program,
         os.path.join(here, "orders.c"), "-lsqlite3", "-lpq", "-lhiredis"], check=True)
    subprocess.run(
        ["cc", "-O2", "-o", floor_program, os.path.join(here, "orderd_floor.c")], check=True)


def wait_for(path, what):
    for _ in range(200):
        if os.path.exists(path):
            return
        time.sleep(0.05)
    raise SystemExit(f"{what} did not start")


def start_postgres():
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
    if not folders:
        return None
    folder, data = folders[-1], os.path.join(base, "pg")
    os.mkdir(data)
    user = {}
    if os.geteuid() == 0:
        account = pwd.getpwnam("postgres")
        os.chown(data, account.pw_uid, account.pw_gid)
        user = dict(user=account.pw_uid, group=account.pw_gid, extra_groups=[], cwd="/")
    subprocess.run(
        [folder + "/initdb", "-D", data, "-U", "bench", "-A", "trust", "--no-instructions"],
        check=True, stdout=subprocess.DEVNULL, **user)
    process = subprocess.Popen(
        [folder + "/postgres", "-D", data, "-k", short, "-c", "listen_addresses=", "-c", "fsync=on",
         "-c", "synchronous_commit=on", "-c", "max_connections=40"],
        stdout=subprocess.DEVNULL, stderr=open(os.path.join(base, "pg.log"), "w"), **user)
    servers.append((process, signal.SIGINT))
    wait_for(os.path.join(short, ".s.PGSQL.5432"), "postgres")
    return process


def start_redis():
    if not shutil.which("redis-server"):
        return None
    data = os.path.join(base, "redis")
    os.mkdir(data)
    process = subprocess.Popen(
        ["redis-server", "--port", "0", "--unixsocket", short + "/redis", "--dir", data,
         "--save", "", "--appendonly", "yes", "--appendfsync", "always", "--daemonize", "no"],
        stdout=subprocess.DEVNULL)
    servers.append((process, signal.SIGTERM))
    wait_for(short + "/redis", "redis")
    return process


class Juiced:
    """A juiced of its own, with a store in `data` and a stock that does not run out."""

    def __init__(self, data):
        self.data = data
        self.path = os.path.join(short, "juice.sock")
        self.start()
        bar = json.loads(self.call("juice.export")["text"])
        for fruit in bar["fruits"]:
            fruit["count"] = 1_000_000_000
        self.call("juice.import", {"file": json.dumps(bar)})

    def start(self):
        began = time.monotonic()
        self.process = subprocess.Popen(
            [options.juiced, "--socket", self.path],
            env={**os.environ, "MATE_STATE_DIR": self.data, "MATE_LOG": "file"})
        while True:
            try:
                self.call("mate.ping")
                break
            except OSError:
                if time.monotonic() - began > 10:
                    raise SystemExit("juiced did not start")
                time.sleep(0.0005)
        return time.monotonic() - began

    def call(self, method, params=None):
        with socket.socket(socket.AF_UNIX) as stream:
            stream.connect(self.path)
            body = json.dumps(
                {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}).encode()
            stream.sendall(struct.pack(">I", len(body)) + body)
            reader = stream.makefile("rb")
            reply = json.loads(reader.read(struct.unpack(">I", reader.read(4))[0]))
        if "error" in reply:
            raise SystemExit(f"{method}: {reply['error']['message']}")
        return reply["result"]

    def memory(self, field="VmRSS"):
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith(field):
                return int(line.split()[1]) / 1024

    def check(self, orders):
        audit = self.call("juice.audit")
        if audit["verdict"] != "balanced" or audit["orders"] != orders:
            raise SystemExit(f"the books are wrong: {audit}")

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait(20)
        if os.path.exists(self.path):
            os.unlink(self.path)


def run_client(kind, target, clients, orders=None):
    words = [client_program, kind, target, str(clients), str(options.seconds)]
    result = subprocess.run(
        words + ([str(orders)] if orders else []), capture_output=True, text=True, timeout=600)
    if result.returncode:
        print(f"  {kind} {clients}: {result.stderr.strip()}", file=sys.stderr)
        return None
    return json.loads(result.stdout)


def measure(kind, clients, number):
    data = os.path.join(base, f"{kind}{number}_{clients}")
    os.mkdir(data)
    if kind.startswith("mate"):
        juiced = Juiced(data)
        answer = run_client(kind, juiced.path, clients)
        if answer:
            juiced.check(answer["orders"] - answer["refused"])
            answer["rss_mib"] = juiced.memory("VmHWM")
        juiced.stop()
    elif kind == "uds":
        floor = subprocess.Popen([floor_program, short + "/floor", data + "/log"])
        wait_for(short + "/floor", "orderd_floor")
        time.sleep(0.1)
        answer = run_client(kind, short + "/floor", clients)
        floor.terminate()
        floor.wait()
    else:
        target = {"pg": short, "redis": short + "/redis"}.get(kind, data)
        answer = run_client(kind, target, clients)
    shutil.rmtree(data)
    return answer


def million():
    """A million orders: memory on the way, and the start with all of them behind it."""
    data = os.path.join(base, "million")
    os.mkdir(data)
    juiced = Juiced(data)
    print("\n| orders | RSS MiB |\n|---|---|")
    done = 0
    for part in (10_000, 90_000, 400_000, 500_000):
        answer = run_client("mate", juiced.path, 64, part)
        done += answer["orders"]
        print(f"| {done:,} | {juiced.memory():.1f} |", flush=True)
    juiced.stop()
    starts = []
    for _ in range(5):
        starts.append(juiced.start())
        juiced.stop()
    began = time.monotonic()
    juiced.start()
    juiced.check(done)
    audit = time.monotonic() - began
    began = time.monotonic()
    juiced.call("juice.sales", {"by": "day"})
    sales = time.monotonic() - began
    size = sum(os.path.getsize(path) for path in glob.glob(data + "/juice/juice.db*")) / 2**20
    juiced.stop()
    print(f"\nstart with {done:,} past sales to the first reply: median "
          f"{statistics.median(starts) * 1000:.1f} ms, worst {max(starts) * 1000:.1f} ms; "
          f"sales by day {sales * 1000:.1f} ms; start and audit of every order {audit:.2f} s; "
          f"store {size:.0f} MiB")
    return {"orders": done, "start_ms": [start * 1000 for start in starts], "sales_ms": sales * 1000}


def verdicts(rates, tails):
    """What issue and page promise, as lines with the numbers of this run."""
    def line(text, left, right, holds):
        print(f"- {text}: {left:,.0f} against {right:,.0f}: {'holds' if holds else 'FAILS'}")
    mine = rates.get(("mate", 16))
    for kind in ("mate", "mate-key"):
        if (kind, 16) in rates and ("redis", 16) in rates:
            line(f"{kind}: 16 clients above Redis", rates[kind, 16], rates["redis", 16],
                 rates[kind, 16] > rates["redis", 16])
            line(f"{kind}: p99 at 16 clients below Redis's, us", tails[kind, 16],
                 tails["redis", 16], tails[kind, 16] < tails["redis", 16])
    if mine and ("pg", 16) in rates:
        line("16 clients at least 5x PostgreSQL", mine, 5 * rates["pg", 16],
             mine >= 5 * rates["pg", 16])
    if ("mate", 1) in rates and ("sqlite", 1) in rates:
        line("1 client at least 0.9x SQLite alone", rates["mate", 1], 0.9 * rates["sqlite", 1],
             rates["mate", 1] >= 0.9 * rates["sqlite", 1])


def main():
    build()
    kinds = options.only.split(",")
    postgres = start_postgres() if "pg" in kinds else None
    redis = start_redis() if "redis" in kinds else None
    present = {"pg": postgres, "redis": redis}
    kinds = [kind for kind in kinds if present.get(kind, True)]
    clients = [int(number) for number in options.clients.split(",")]
    results = {}
    for number in range(options.runs):
        for count in clients:
            for kind in kinds:
                answer = measure(kind, count, number)
                if answer:
                    print(f"  run {number + 1}: {json.dumps(answer)}", file=sys.stderr, flush=True)
                    results.setdefault((kind, count), []).append(answer)
    print("| store | clients | durable orders/s (median) | min-max | p50 us | p99 us |")
    print("|---|---|---|---|---|---|")
    rates, tails, rows = {}, {}, []
    for (kind, count), runs in results.items():
        each = [run["rate"] for run in runs]
        rates[kind, count] = statistics.median(each)
        tails[kind, count] = statistics.median(run["p99_us"] for run in runs)
        median = statistics.median(run["p50_us"] for run in runs)
        print(f"| {kind} | {count} | {rates[kind, count]:,.0f} | {min(each):,.0f}-{max(each):,.0f} "
              f"| {median:.0f} | {tails[kind, count]:.0f} |")
        rows.append({"store": kind, "clients": count, "runs": runs})
    print()
    verdicts(rates, tails)
    if options.million:
        rows.append({"million": million()})
    if options.json:
        with open(options.json, "w") as file:
            json.dump(rows, file, indent=1)


try:
    main()
finally:
    for process, how in servers:
        process.send_signal(how)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
    shutil.rmtree(base, ignore_errors=True)
    shutil.rmtree(short, ignore_errors=True)
