#!/usr/bin/env python3
"""What a good client feels while others attack the same daemon: one row an attack, and a verdict.

usage: run.py --bin FOLDER [--seconds S] [--only WORD,WORD…] [--short] [--dir FOLDER] [--json FILE]

Each attack has a daemon of its own, with a store of its own in memory (--dir FOLDER: on that disk), so that
what others do with the disk is not measured. The good client asks for one read
and one change in turn at a steady pace; README.md says what is held to what. Exits with 1 where a promise
is broken. --short is for any machine at any load: it leaves times out. Needs cc; as root some attacks are
another user's, elsewhere they are left out."""
import argparse
import json
import os
import pwd
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

from attacks import ATTACKS, BANK, PROJECT, frame

here = os.path.dirname(os.path.abspath(__file__))
parser = argparse.ArgumentParser()
parser.add_argument("--bin", required=True)
parser.add_argument("--seconds", type=float)
parser.add_argument("--only", default="")
parser.add_argument("--short", action="store_true")
parser.add_argument("--dir", default="/dev/shm" if os.access("/dev/shm", os.W_OK) else "/tmp")
parser.add_argument("--json")
options = parser.parse_args()
seconds = options.seconds or (1.0 if options.short else 4.0)

FACTOR = 20  # the p99 under attack may be so many times the calm one
FLOOR_US = 500  # below this the calm one is the machine's, not the daemon's
GROWTH = 128 << 20  # of memory, where the daemon announces no bound
SLACK = 64 << 20  # beside an announced bound: the allocator's, and replies on their way
LOG_BYTES = 3 << 20  # a burst and a moment's worth of every kind of entry
HERTZ = 100
ISROOT = os.geteuid() == 0
NOBODY = 65534

signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
signal.signal(signal.SIGINT, lambda *_: sys.exit(1))

work = tempfile.mkdtemp(prefix="mate-attacks.", dir=options.dir)
os.chmod(work, 0o755)
program = os.path.join(work, "attack")


def pinned(core, words, priority=0):
    """On a core of its own where there are two; before others where root asks."""
    cores = sorted(os.sched_getaffinity(0))

    def begin():
        if len(cores) > 1:
            os.sched_setaffinity(0, {cores[core % len(cores)]})
        if ISROOT and priority:
            os.setpriority(os.PRIO_PROCESS, 0, priority)

    return dict(args=words, preexec_fn=begin)


class Daemon:
    """A daemon that is ended, and its store forgotten, at the end of its block."""

    def __init__(self, kind, low_descriptors=False, access=None):
        self.kind = kind
        self.folder = tempfile.mkdtemp(prefix="d.", dir=work)
        os.chmod(self.folder, 0o755)
        self.path = os.path.join(self.folder, "s")
        state = os.path.join(self.folder, "state")
        if kind.template:
            shutil.copytree(kind.template, state)
        configuration = os.path.join(self.folder, "configuration")
        os.mkdir(configuration)
        if access:
            with open(os.path.join(configuration, kind.program + ".json"), "w") as file:
                json.dump({"access": access}, file)
        words = [os.path.join(os.path.abspath(options.bin), kind.program), "--socket", self.path]
        if low_descriptors:
            words = ["prlimit", "--nofile=64:64"] + words
        self.errors = open(os.path.join(self.folder, "errors"), "w")
        self.process = subprocess.Popen(
            **pinned(1, words, -15), stderr=self.errors, stdout=subprocess.DEVNULL, cwd="/",
            env={"PATH": os.environ["PATH"], "MATE_STATE_DIR": state, "MATE_LOG": "file",
                 "XDG_STATE_HOME": self.folder, "CONFIGURATION_DIRECTORY": configuration})
        self.state = state
        self.wait()
        os.chmod(self.path, 0o777)

    def wait(self):
        for _ in range(1000):
            try:
                return self.call("mate.ping")
            except OSError:
                if self.process.poll() is not None:
                    raise SystemExit(f"{self.kind.program} has ended: {open(self.errors.name).read()}")
                time.sleep(0.02)
        raise SystemExit(f"{self.kind.program} does not answer")

    def call(self, method, params=None, patience=60):
        with socket.socket(socket.AF_UNIX) as s:
            s.settimeout(patience)
            s.connect(self.path)
            s.sendall(frame(method, params, 1))
            reply = b""
            while len(reply) < 4 or len(reply) < 4 + struct.unpack(">I", reply[:4])[0]:
                part = s.recv(1 << 20)
                if not part:
                    raise OSError("the connection was closed")
                reply += part
        reply = json.loads(reply[4:])
        if "result" not in reply:
            raise SystemExit(f"{method}: {reply['error']}")
        return reply["result"]

    @property
    def is_alive(self):
        return self.process.poll() is None

    def cpu(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self, name):
        with open(f"/proc/{self.process.pid}/status") as file:
            for line in file:
                if line.startswith(name + ":"):
                    return int(line.split()[1]) << 10
        return 0

    def forget_peak(self):
        try:
            with open(f"/proc/{self.process.pid}/clear_refs", "w") as file:
                file.write("5")
        except OSError:
            pass

    def log_bytes(self):
        total = 0
        for folder, _, names in os.walk(self.folder):
            total += sum(
                os.path.getsize(os.path.join(folder, name)) for name in names if ".jsonl" in name)
        return total

    def end(self):
        if self.is_alive:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.errors.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def good_client(daemon, length, read=None):
    files = [daemon.kind.file("read", read), daemon.kind.file("change")]
    return subprocess.Popen(
        **pinned(0, [program, "good", daemon.path, str(length), str(HERTZ)] + files, -18),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def attackers(daemon, attack):
    files = [daemon.kind.file(attack.name, payload) for payload in attack.payloads(daemon)]
    words = [program, "bad", daemon.path, str(seconds + 1.5)] + attack.options + files
    if attack.isOtherUser:
        words = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"] + words
    return subprocess.Popen(
        **pinned(0, words, 5), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finished(process, patience):
    try:
        out, errors = process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None, f"it has not ended after {patience:.0f} s"
    return (json.loads(out), "") if process.returncode == 0 and out else (None, errors.strip())


def calm(kind):
    """Percentiles of the good client alone; the best of three, as others may use the machine."""
    daemon = Daemon(kind)
    try:
        runs = [finished(good_client(daemon, max(1.0, seconds / 2)), 60)[0] for _ in range(3)]
    finally:
        daemon.end()
    runs = [run for run in runs if run]
    if not runs:
        raise SystemExit(f"{kind.program}: the good client alone does not get through")
    return min(runs, key=lambda run: run["p99"])


def measured(attack, calm_p99):
    daemon = Daemon(attack.kind, attack.hasFewDescriptors, attack.access)
    row = dict(attack=attack.name, daemon=attack.kind.program)
    try:
        bound = daemon.call("mate.status")["limits"].get("bufferBytes")
        daemon.forget_peak()
        before, log_before, cpu_before = daemon.memory("VmRSS"), daemon.log_bytes(), daemon.cpu()
        began = time.monotonic()
        attackers_process = good = None
        if attack.goodComesFirst:
            good = good_client(daemon, seconds + 0.5, attack.read)
            time.sleep(0.2)
            attackers_process = attackers(daemon, attack)
        else:
            attackers_process = attackers(daemon, attack)
            time.sleep(0.5)
            good = good_client(daemon, seconds, attack.read)
        result, trouble = finished(good, seconds * 3 + 70)
        what, badTrouble = finished(attackers_process, seconds + 30)
        row.update(
            calm=calm_p99, alive=daemon.is_alive, trouble=trouble, attackers=what or badTrouble,
            p50=result and result["p50"], p99=result and result["p99"],
            slowest=result and result["slowest"], answered=result and result["answered"],
            errors=result["errors"] if result else -1, error=result["error"] if result else trouble)
        if daemon.is_alive:
            row.update(
                cpu=(daemon.cpu() - cpu_before) / (time.monotonic() - began),
                growth=daemon.memory("VmHWM") - before, log=daemon.log_bytes() - log_before,
                bound=bound + SLACK if bound else GROWTH)
    finally:
        daemon.end()
    row["broken"] = verdict(row)
    return row


def verdict(row):
    broken = []
    if not row["alive"]:
        return ["the daemon has ended"]
    if row["trouble"]:
        broken.append(row["trouble"])
    if row["errors"]:
        broken.append(f"{row['errors']} errors: {row['error']}")
    if row["growth"] > row["bound"]:
        broken.append(f"memory over {row['bound'] >> 20} MB")
    if row["log"] > LOG_BYTES:
        broken.append(f"log over {LOG_BYTES >> 20} MB")
    if isinstance(row["attackers"], str):
        broken.append(f"the attack failed: {row['attackers']}")
    if not options.short and row["p99"] and row["p99"] > FACTOR * max(row["calm"], FLOOR_US):
        broken.append(f"p99 is {row['p99'] / max(row['calm'], FLOOR_US):.0f} times the calm one")
    return broken


def shown(row):
    def ms(value):
        return "-" if value is None else f"{value / 1000:.2f}"

    sent = row["attackers"]["sent"] if isinstance(row["attackers"], dict) else "-"
    factor = f"{row['p99'] / max(row['calm'], FLOOR_US):.1f}" if row["p99"] else "-"
    return (f"| {row['attack']} | {row['daemon']} | {ms(row['p50'])} | {ms(row['p99'])} | {factor} "
            f"| {ms(row['slowest'])} | {row.get('cpu', 0) * 100:.0f} % | {row.get('growth', 0) / 1e6:.1f} "
            f"| {row.get('log', 0) / 1e3:.0f} | {sent} | {'; '.join(row['broken']) or 'kept'} |")


def main():
    subprocess.run(["cc", "-O2", "-o", program, os.path.join(here, "attack.c")], check=True)
    wanted = [word for word in options.only.split(",") if word]
    chosen = [
        attack for attack in ATTACKS
        if (not options.short or attack.isShort) and (ISROOT or not attack.isOtherUser)
        and (not wanted or any(word in attack.name for word in wanted))]
    calms = {}
    for kind in (BANK, PROJECT):
        if not any(attack.kind is kind for attack in chosen):
            continue
        kind.prepare(work, Daemon)
        calms[kind] = calm(kind)
        print(f"{kind.program} calm: p50 {calms[kind]['p50']} us, p99 {calms[kind]['p99']} us", flush=True)
    print("\n| attack | daemon | p50 ms | p99 ms | x calm | slowest ms | CPU | memory +MB | log KB | sent | verdict |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |", flush=True)
    rows = []
    for attack in chosen:
        rows.append(measured(attack, calms[attack.kind]["p99"]))
        print(shown(rows[-1]), flush=True)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(rows, file, indent=1)
    broken = [row for row in rows if row["broken"]]
    print(f"\n{len(rows)} attacks, {len(broken)} broke a promise")
    return 1 if broken else 0


try:
    status = main()
finally:
    shutil.rmtree(work, ignore_errors=True)
sys.exit(status)
