#!/usr/bin/python3
"""Kills owners and servers of a branch that two machines share, and judges what clients were told.

    run.py [--programs FOLDER] [--long] [--only KIND,…] [--domains juice,bank]

Two PostgreSQL of Debian's with a synchronous standby and two daemons, in a folder of their own on Unix
sockets. Clients repeat each change under its key until it is told. Afterwards every acknowledged key must be
there exactly once with what was told, the books true, and the two stores equal, row by row. What is looked
for stands in README.md beside this file.
"""
import argparse
import hashlib
import json
import os
import shutil
import signal
import sqlite3
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import own  # noqa: E402
from machine import Load, Machine  # noqa: E402
from servers import Pair, is_there  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(HERE))
# How often each is done: in a short run, and in a long one.
ROUNDS = {"owner": (3, 20), "frozen": (1, 3), "epoch": (3, 10), "away": (1, 3), "primary": (1, 5)}


Broken = own.Broken


def snapshot(path):
    """A store as it is at one moment, while its daemon goes on."""
    store = sqlite3.connect("file:%s?mode=ro" % path, uri=True, isolation_level=None)
    store.execute("BEGIN")
    return store


def digest(path):
    """Each table of a store that travels, as its rows in the order of their keys."""
    store, tables = snapshot(path), {}
    for (table,) in store.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"):
        if table not in ("mate_store", "mate_ahead", "mate_own", "mate_redo", "mate_unsent"):
            keys = [row[1] for row in store.execute("PRAGMA table_info(%s)" % table) if row[5]]
            rows = store.execute('SELECT * FROM "%s" ORDER BY %s' % (table, ", ".join('"%s"' % key for key in keys)))
            tables[table] = hashlib.sha256(repr(rows.fetchall()).encode()).hexdigest()
    store.close()
    return tables


class Juice:
    domain, method, params = "juice", "juice.order", {"juice": "kiwi"}

    @staticmethod
    def prepare(owner):
        # Every order takes three kiwis, and nothing else: so the stock says how many orders there were.
        owner.done("juice.stock.set", {"fruit": "kiwi", "count": 1_000_000, "reason": "much"})

    @staticmethod
    def number(result):
        return result["order"]["id"]

    @staticmethod
    def judge(owner):
        audit = owner.done("juice.audit")
        if audit["verdict"] != "balanced":
            raise Broken("the books are wrong: %s" % audit)
        return audit["orders"]

    @staticmethod
    def numbers(path):
        store = snapshot(path)
        numbers = [row[0] for row in store.execute("SELECT id FROM orders")]
        (left,) = store.execute("SELECT count FROM fruit WHERE name = 'kiwi'").fetchone()
        store.close()
        if 1_000_000 - left != 3 * len(numbers):
            raise Broken("%d orders took %d kiwis" % (len(numbers), 1_000_000 - left))
        return numbers


class Bank:
    domain, method, params = "bank", "bank.take", {"service": "loan"}

    @staticmethod
    def prepare(owner):
        owner.done("bank.open")

    @staticmethod
    def number(result):
        return result["ticket"]["number"]

    @staticmethod
    def judge(owner):
        """What the store has is looked at by its numbers alone."""

    @staticmethod
    def numbers(path):
        store = snapshot(path)
        waiting = [row[0] for row in store.execute("SELECT number FROM ticket")]
        gone = [row[0] for row in store.execute("SELECT DISTINCT number FROM visit")]
        (following,) = store.execute("SELECT next_number FROM branch").fetchone()
        store.close()
        numbers = sorted(set(waiting) | set(gone))
        if numbers != list(range(1, following)) or len(waiting) != len(set(waiting)):
            raise Broken("the numbers of tickets have gaps or doubles")
        return numbers


DOMAINS = {kind.domain: kind for kind in (Juice, Bank)}


class Branch:
    """A pair of servers, a pair of machines, and clients at work."""

    # Seconds between two changes of a client.
    rest = 0

    def __init__(self, arguments, folder, domain, port):
        self.domain, self.folder = DOMAINS[domain], folder
        self.pair = Pair(os.path.join(folder, "servers"), port)
        self.machines = [Machine(arguments.programs, folder, name, domain, "gangnam", self.pair.address)
                         for name in ("first", "second")]
        self.gaps = {}

    def begin(self):
        self.machines[0].start().becomes("owner")
        self.domain.prepare(self.machines[0])
        self.machines[1].start().becomes("standby")
        self.load = Load(self.machines, self.domain.method, self.domain.params, rest=self.rest)
        self.load.more(50)

    @property
    def owner(self):
        return self.other(lambda role: role == "owner")

    def other(self, condition, seconds=30):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            for machine in self.machines:
                if condition(machine.role):
                    return machine
            time.sleep(0.01)
        raise Broken("nobody owns the branch: %s" % [machine.status() for machine in self.machines])

    def note(self, kind):
        self.gaps.setdefault(kind, []).append(round(self.load.gap()))

    # What is done to it

    def kill_owner(self):
        owner = self.owner
        owner.kill()
        self.load.more(30)
        self.note("owner")
        owner.start()
        self.load.more(30)

    def freeze_owner(self):
        owner = self.owner
        owner.signal(signal.SIGSTOP)
        try:
            # The clients that it has wait for it; new ones and those that lose patience go to the other.
            other = [machine for machine in self.machines if machine is not owner][0]
            other.becomes("owner")
            time.sleep(0.2)
        finally:
            owner.signal(signal.SIGCONT)
        self.load.more(30)
        self.note("frozen")
        owner.becomes("standby")

    def raise_epoch(self):
        self.pair.primary.sql("UPDATE mate_owner SET epoch = epoch + 1")
        self.load.more(30)
        self.note("epoch")

    def lose_standby(self):
        """Nothing is acknowledged while the synchronous standby is away, and what was settled can be read."""
        owner = self.owner
        self.pair.standby.freeze()
        try:
            owner.becomes("apart")
            count = self.load.count
            answer = owner.call("%s.%s" % (self.domain.domain, "menu" if self.domain is Juice else "board"))
            if "result" not in answer:
                raise Broken("what was settled cannot be read: %s" % answer)
            if self.load.count != count:
                raise Broken("a change was acknowledged without a standby")
        finally:
            self.pair.standby.thaw()
        self.load.more(30)
        self.note("away")

    def kill_primary(self):
        self.pair.primary.kill()
        old = self.pair.promote()
        self.load.more(30)
        self.note("primary")
        self.pair.renew(old)
        for machine in self.machines:
            machine.configure(self.pair.address)
        self.load.more(30)
        self.load.gap()

    KINDS = {"owner": kill_owner, "frozen": freeze_owner, "epoch": raise_epoch, "away": lose_standby,
             "primary": kill_primary}

    # What must hold

    def judge(self):
        told, unknown = self.load.end()
        owner = self.owner
        owner.wait_for(lambda: owner.status().get("mirrored") == owner.status().get("turn"), "the mirror")
        counted = self.domain.judge(owner)
        other = [machine for machine in self.machines if machine is not owner][0]
        self.judge_copies(owner, other)
        self.judge_client(owner, other)
        self.judge_server(owner)
        self.judge_leaving(owner, other)
        for machine in (other, owner):
            if machine.process.poll() is None and machine.stop() != 0:
                raise Broken("%s ended badly: %s" % (machine.name, machine.said()))
        digests = [digest(machine.store) for machine in self.machines]
        # A branch of the bank goes on by itself; a bar stands still.
        if self.domain is Juice and digests[0] != digests[1]:
            raise Broken("the stores differ: %s" % [name for name in digests[0] if digests[0][name] != digests[1].get(name)])
        numbers = self.domain.numbers(owner.store)
        by_key = {key: self.domain.number(result) for key, result in told.items()}
        if len(set(by_key.values())) != len(by_key):
            raise Broken("two keys were told the same number")
        lost = set(by_key.values()) - set(numbers)
        if lost:
            raise Broken("%d of %d that were told are gone: %s" % (len(lost), len(told), sorted(lost)[:5]))
        more = len(numbers) - len(by_key)
        if not 0 <= more <= len(unknown):
            raise Broken("%d more than was told, and %d keys were not told" % (more, len(unknown)))
        if counted is not None and counted != len(numbers):
            raise Broken("the books have %d, the store %d" % (counted, len(numbers)))
        return len(told)

    def judge_copies(self, owner, other):
        """At the same turn both stores hold the same, by the daemons' own digests."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            own, copy = owner.done("mate.storeDigest"), other.done("mate.storeDigest")
            if own["turn"] == copy["turn"]:
                hashes = [{table["name"]: table["hash"] for table in one["tables"]} for one in (own, copy)]
                if hashes[0] != hashes[1]:
                    raise Broken("the copies differ at turn %d: %s, %s" % (own["turn"], *hashes))
                return
            time.sleep(0.02)
        raise Broken("the standby does not come to the owner's turn: %s, %s" % (own["turn"], copy["turn"]))

    def judge_client(self, owner, other):
        """Who asks a standby is told by the owner, to which the client goes on by itself, once."""
        descriptions = os.path.join(ROOT, "deploy", "domains")
        words = {"juice": ["juice", "menu"], "bank": ["bank", "board"]}[self.domain.domain]
        there = other.matectl(descriptions, words, owner)
        here = owner.matectl(descriptions, words)
        if there.returncode != 0 or here.returncode != 0 or len(there.stdout) < 40:
            raise Broken("the client of a standby: %s %s %s" % (there, here, other.status()))
        alone = other.matectl(descriptions, ["-H", "nowhere", *words])
        if alone.returncode == 0:
            raise Broken("a machine that is not there answered: %s" % alone)
        if self.domain is Bank:
            table = other.matectl(descriptions, ["bank", "branches", "--json"], owner)
            rows = json.loads(table.stdout)["branches"]
            if [row["branch"] for row in rows] != ["gangnam"]:
                raise Broken("the branches are %s" % rows)

    def judge_server(self, owner):
        """The server's tables hold what the store holds, by the daemon's own digests and by SQL."""
        for _ in range(20):
            answer = owner.done("mate.storeDigest")
            if "isEqual" in answer:
                break
        if answer.get("isEqual") is not True or len(answer["tables"]) < 5:
            raise Broken("the server's tables differ: %s" % answer)
        view = "SELECT count(*) FROM %s" % ("juice.sales_today" if self.domain is Juice else "bank.branches")
        if self.pair.primary.sql(view) != "1":
            raise Broken("the head office sees %s" % self.pair.primary.sql(view))

    def judge_leaving(self, owner, other):
        """Back to one machine: the owner's store stands alone, and the other one's copy is of nothing."""
        other.stop()
        owner.done("mate.storeLeave")
        owner.process.wait(30)
        if self.pair.primary.sql("SELECT count(*) FROM mate_owner") != "0":
            raise Broken("the server has a branch that left")
        owner.configure(None)
        owner.start()
        result = owner.done("%s.%s" % (self.domain.domain, "menu" if self.domain is Juice else "board"))
        if not result:
            raise Broken("the store does not stand alone")
        other.configure(None)
        try:
            other.start()
        except RuntimeError:
            pass
        if other.process.wait(30) != 1 or "copy of a branch" not in other.said():
            raise Broken("a copy began to live alone: %s" % other.said())

    def stop(self):
        if hasattr(self, "load"):
            self.load.is_over = True
        for machine in self.machines:
            if machine.process and machine.process.poll() is None:
                machine.kill()
        self.pair.stop()


def run(arguments, domain, port, row):
    folder = tempfile.mkdtemp(prefix="mate-branch-", dir="/var/tmp")
    os.chmod(folder, 0o755)
    branch, is_whole = None, False
    try:
        branch = Branch(arguments, folder, domain, port)
        branch.begin()
        for kind in arguments.only.split(","):
            if kind == "own":
                continue
            for _ in range(ROUNDS[kind][arguments.long]):
                began = time.monotonic()
                branch.load.gap()
                Branch.KINDS[kind](branch)
                row.setdefault("seconds", {})[kind] = round(time.monotonic() - began, 1)
        row["acknowledged"] = branch.judge()
        row["gaps, ms"] = branch.gaps
        is_whole = True
    except (Broken, RuntimeError, OSError) as error:
        row["broken"] = str(error)
    finally:
        if branch:
            branch.stop()
        if is_whole:
            shutil.rmtree(folder, ignore_errors=True)
        else:
            row["kept"] = folder
    return row


def run_own(arguments, domain, port, row):
    """A branch whose owner does not wait for the server (own.py)."""
    folder = tempfile.mkdtemp(prefix="mate-branch-", dir="/var/tmp")
    os.chmod(folder, 0o755)
    branch, pair, is_whole = None, None, False
    try:
        began = time.monotonic()
        pair = Pair(os.path.join(folder, "servers"), port)
        branch = own.Owner(arguments.programs, folder, DOMAINS[domain], pair)
        row["acknowledged"] = branch.run()
        row["seconds"] = {"own": round(time.monotonic() - began, 1)}
        is_whole = True
    except (Broken, RuntimeError, OSError) as error:
        row["broken"] = str(error)
    finally:
        if branch:
            branch.stop()
        if pair:
            pair.stop()
        if is_whole:
            shutil.rmtree(folder, ignore_errors=True)
        else:
            row["kept"] = folder
    return row


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--programs", default=os.path.join(ROOT, ".build", "release"))
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--only", default=",".join([*ROUNDS, "own"]))
    parser.add_argument("--domains", default=",".join(DOMAINS))
    arguments = parser.parse_args()
    arguments.programs = os.path.abspath(arguments.programs)
    if not is_there():
        print("branch: SKIPPED, PostgreSQL is missing; `tools/setup-debian.sh test` installs it")
        return 0
    failed = 0
    for number, domain in enumerate(arguments.domains.split(",")):
        kinds = arguments.only.split(",")
        if kinds != ["own"]:
            row = run(arguments, domain, 5700 + 2 * number, {"domain": domain})
            failed += "broken" in row
            print(json.dumps(row), flush=True)
        if "own" in kinds:
            row = run_own(arguments, domain, 5720 + 2 * number, {"domain": domain, "acknowledge": "own"})
            failed += "broken" in row
            print(json.dumps(row), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
