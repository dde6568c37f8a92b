#!/usr/bin/python3
"""Breaks the daemons in every way that a disk, a kill and a power cut can, and judges what they then say.

    run.py [--programs FOLDER] [--seconds 3600] [--seed 1] [--jobs CORES] [--domains bank,juice,…]
           [--campaigns faults,kills,power,flips]
    run.py [--programs FOLDER] --case NAME       one case again, as a failure names it

Prints one table, and for each kind of failure the case, its seed in the name, and where its folder is.
Ends with 1 where any promise was broken. What is searched stands in README.md beside this file.
"""
import argparse
import collections
import multiprocessing
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
import zlib

import campaigns
from scenario import MODELS, Setting
from world import Failure

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# Time is shared like this; flips are short, power cuts need a recording first.
SHARES = {"faults": 4, "kills": 2, "power": 4, "flips": 1}
BROKEN = ("lost", "doubled", "appeared", "silent", "crashed", "hung", "wrong")
COLUMNS = ("cases", "acknowledged", "unknown", "refused", "refusedStarts", "tolerated") + BROKEN
# Folders that are kept of each domain, campaign and kind of failure, by each worker.
KEPT_FOLDERS = 2


def options():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--programs", default=os.path.join(ROOT, ".build", "release"))
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--domains", default=",".join(sorted(MODELS)))
    parser.add_argument("--campaigns", default=",".join(SHARES))
    parser.add_argument("--folder", default="/dev/shm" if os.path.isdir("/dev/shm") else None,
                        help="where cases run")
    parser.add_argument("--keep", default=os.path.join(ROOT, ".build", "chaos"),
                        help="where the folders of failures stay")
    parser.add_argument("--case")
    return parser.parse_args()


def library(folder):
    """Builds faults.c with the compiler that Swift brings along, else with the system's."""
    path = os.path.join(folder, "faults.so")
    compiler = shutil.which("clang") or beside_swift() or shutil.which("cc")
    if not compiler:
        sys.exit("chaos: no C compiler; `tools/setup-debian.sh test` and Swift's folder on the PATH help")
    subprocess.run([compiler, "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", path,
                    os.path.join(HERE, "faults.c")], check=True)
    return path


def beside_swift():
    swift = shutil.which("swiftc")
    clang = swift and os.path.join(os.path.dirname(os.path.realpath(swift)), "clang")
    return clang if clang and os.path.exists(clang) else None


def tried(setting, name, keep, may_keep):
    """Runs a case; returns (counts, seconds, failure or None)."""
    outcome, started = campaigns.Outcome(), time.monotonic()
    # Most cases run in memory, one of sixteen on a disk.
    folder, failure = setting.fresh("case", on_disk=zlib.crc32(name.encode()) % 16 == 0), None
    try:
        campaigns.run_case(setting, name, folder, outcome)
    except Failure as error:
        failure = error.kind, str(error)
    except campaigns.Hung as error:
        failure = "hung", str(error)
    except Exception:
        failure = "wrong", "the driver: " + traceback.format_exc()
    if failure:
        outcome.counts["cases"] += 1
        if may_keep(failure[0]):
            kept = os.path.join(keep, name.replace("/", "-"))
            shutil.rmtree(kept, ignore_errors=True)
            # A socket cannot be copied to another file system.
            shutil.copytree(folder, kept, ignore=lambda _, names: {"socket"} & set(names))
    return outcome.counts, time.monotonic() - started, failure


class Worker:
    """One process that takes its share of all cases, of each campaign its share of the time."""

    def __init__(self, arguments, folder, share, results):
        self.arguments, self.results = arguments, results
        # Each domain belongs to one worker, so that what its cases begin with is made once; where there
        # are more workers than domains, they share the cases.
        domains = arguments.domains.split(",")
        if arguments.jobs <= len(domains):
            self.domains, self.share, self.shares = domains[share::arguments.jobs], 0, 1
        else:
            self.domains, self.share, self.shares = domains, share, arguments.jobs
        own = os.path.join(folder, str(share))
        os.makedirs(own)
        self.setting = Setting(arguments.programs, os.path.join(folder, "faults.so"), own, arguments.disk)
        self.failures = collections.Counter()

    def endless(self, domain, campaign):
        seed = self.arguments.seed
        while True:
            yield from campaigns.cases(
                self.setting, domain, campaign, seed, self.share, self.shares)
            seed += 1

    def run(self, deadline):
        """Takes from each campaign in turn, by the time that it has had."""
        spent, sources = {}, {}
        for campaign in self.arguments.campaigns.split(","):
            for domain in self.domains:
                sources[domain, campaign] = self.endless(domain, campaign)
                spent[domain, campaign] = 0.0
        while time.monotonic() < deadline:
            key = min(spent, key=lambda one: spent[one] / SHARES[one[1]])
            began = time.monotonic()
            try:
                name = next(sources[key])
            except Exception as error:
                # A run without any fault went wrong: there is nothing to compare with.
                sentence = str(error) if isinstance(error, Failure) else traceback.format_exc()
                self.results.put((key, None, {"cases": 1}, 0, ("wrong", "without a fault: " + sentence)))
                del spent[key]
                if not spent:
                    return
                continue
            counts, seconds, failure = tried(
                self.setting, name, self.arguments.keep,
                lambda kind: self.failures[key, kind] < KEPT_FOLDERS)
            if failure:
                self.failures[key, failure[0]] += 1
            self.results.put((key, name, counts, seconds, failure))
            spent[key] += time.monotonic() - began


def work(arguments, folder, share, results, deadline):
    Worker(arguments, folder, share, results).run(deadline)


class Table:
    """What came of all cases."""

    def __init__(self):
        self.rows = collections.defaultdict(collections.Counter)
        self.failures = []

    def add(self, key, name, counts, seconds, failure):
        row = self.rows[key]
        row.update(counts)
        row["seconds"] += seconds
        if failure:
            row[failure[0]] += 1
            self.failures.append((key, name, failure))

    def show(self):
        heads = ["domain", "campaign"] + [
            "refused starts" if column == "refusedStarts" else column for column in COLUMNS] + ["seconds"]
        order = list(SHARES)
        lines = [[domain, campaign] + [str(row[column]) for column in COLUMNS] + ["%.0f" % row["seconds"]]
                 for (domain, campaign), row in
                 sorted(self.rows.items(), key=lambda item: (item[0][0], order.index(item[0][1])))]
        total = sum(self.rows.values(), collections.Counter())
        lines.append(["all", ""] + [str(total[column]) for column in COLUMNS] + ["%.0f" % total["seconds"]])
        widths = [max(len(line[i]) for line in [heads] + lines) for i in range(len(heads))]
        for line in [heads] + lines:
            print("  ".join(cell.ljust(width) if i < 2 else cell.rjust(width)
                            for i, (cell, width) in enumerate(zip(line, widths))).rstrip())

    def tell(self, arguments):
        """The first failures of each domain, campaign and kind, and how to see them again."""
        told = collections.Counter()
        for key, name, (kind, sentence) in self.failures:
            told[key, kind] += 1
            if told[key, kind] > 2:
                continue
            print("\n%s %s: %s\n%s" % (kind.upper(), "/".join(key), name, sentence[:1500]))
            if name:
                print("again: Tests/Chaos/run.py --programs %s --case %s" % (arguments.programs, name))
                kept = os.path.join(arguments.keep, name.replace("/", "-"))
                if os.path.isdir(kept):
                    print("kept:  %s" % kept)


def main():
    arguments = options()
    arguments.programs = os.path.abspath(arguments.programs)
    for domain in arguments.domains.split(","):
        if not os.access(os.path.join(arguments.programs, MODELS[domain].domain + "d"), os.X_OK):
            sys.exit("chaos: programs are missing in %s; `make build` makes them" % arguments.programs)
    folder = tempfile.mkdtemp(prefix="mate-chaos-", dir=arguments.folder)
    os.makedirs(arguments.keep, exist_ok=True)
    arguments.disk = tempfile.mkdtemp(prefix="run-", dir=arguments.keep)
    table = Table()
    try:
        library(folder)
        if arguments.case:
            setting = Setting(arguments.programs, os.path.join(folder, "faults.so"), folder,
                              arguments.disk)
            counts, seconds, failure = tried(setting, arguments.case, arguments.keep, bool)
            table.add(tuple(arguments.case.split("/")[:2]), arguments.case, counts, seconds, failure)
        else:
            campaign(arguments, folder, table)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(arguments.disk, ignore_errors=True)
    table.tell(arguments)
    print()
    table.show()
    sys.exit(1 if table.failures else 0)


def campaign(arguments, folder, table):
    deadline = time.monotonic() + arguments.seconds
    results = multiprocessing.Queue()
    workers = [multiprocessing.Process(target=work, args=(arguments, folder, share, results, deadline))
               for share in range(arguments.jobs)]
    for worker in workers:
        worker.start()
    while True:
        try:
            table.add(*results.get(timeout=0.5))
        except queue.Empty:
            if not any(worker.is_alive() for worker in workers):
                break
    for worker in workers:
        worker.join()
        if worker.exitcode != 0:
            failure = "wrong", "a worker ended with %s" % worker.exitcode
            table.failures.append((("driver", ""), None, failure))


main()
