#!/usr/bin/python3
"""Cuts the lines between the machines of a branch, and fills their disks, under load.

    hosts.py [--programs FOLDER] [--only KIND,…] [--domains juice,bank] [--acknowledge all,own]

As run.py, but each server and each machine is in a network namespace of its own, and speaks TCP. It needs root, and
says so where it is skipped.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from machine import Machine  # noqa: E402
from network import Network, is_possible  # noqa: E402
from run import DOMAINS, ROOT, Branch, Broken  # noqa: E402
from servers import BIN, Pair, Server, is_there, sh  # noqa: E402

HOSTS = ("a", "b", "first", "second")
SMALL = 96 << 20


class Disks:
    """File systems that are small."""

    def __init__(self):
        self.paths = []

    def add(self, path):
        os.makedirs(path, mode=0o700, exist_ok=True)
        sh("mount", "-t", "tmpfs", "-o", "size=%d,mode=700" % SMALL, "mate", path)
        self.paths.append(path)

    def end(self, below="/"):
        """Takes those away that are mounted below a folder."""
        for path in [path for path in reversed(self.paths) if path.startswith(below)]:
            subprocess.run(["umount", "-l", path], capture_output=True)
            self.paths.remove(path)


class HostPair(Pair):
    """A primary and its standby, each on a host of its own."""

    def __init__(self, folder, port, network, disks):
        self.network, self.disks = network, disks
        super().__init__(folder, port)

    def server(self, name, port):
        address = self.network.addresses[name]
        server = Server(self.folder, name, port, host=address)
        server.prefix = self.network.inside(name)
        return server

    def allow(self):
        with open(os.path.join(self.primary.data, "pg_hba.conf"), "a") as file:
            file.write("host all,replication all 10.77.0.0/24 trust\n")
        # The log has a disk of its own.
        log = os.path.join(self.primary.data, "pg_wal")
        os.rename(log, log + ".made")
        self.disks.add(log)
        self.primary.own(log)
        for name in os.listdir(log + ".made"):
            path = shutil.move(os.path.join(log + ".made", name), log)
            self.primary.own(path)
        # A line that is cut is noticed as docs/beyond.md has it for machines: within seconds.
        self.primary.settings("max_wal_size = 48MB\nwal_receiver_timeout = 3s\nwal_sender_timeout = 3s\ntcp_keepalives_idle = 1\n"
                              "tcp_keepalives_interval = 1\ntcp_keepalives_count = 2\ntcp_user_timeout = 3s")

    @property
    def address(self):
        servers = [server for server in (self.primary, self.standby) if server]
        return "host=%s port=%s user=postgres dbname=mate target_session_attrs=read-write tcp_user_timeout=3000" % (
            ",".join(server.host for server in servers), ",".join(str(server.port) for server in servers))


class HostBranch(Branch):
    """A branch whose four machines have lines that can be cut, and small disks."""

    acknowledge = "all"

    def __init__(self, arguments, folder, domain):
        self.domain, self.folder, self.gaps = DOMAINS[domain], folder, {}
        self.disks = Disks()
        self.network = Network(HOSTS)
        self.pair = HostPair(os.path.join(folder, "servers"), 5432, self.network, self.disks)
        self.machines = []
        for name in HOSTS[2:]:
            self.disks.add(os.path.join(folder, name, "state"))
            machine = Machine(arguments.programs, folder, name, domain, "gangnam", self.pair.address, self.acknowledge)
            machine.prefix = self.network.inside(name)
            self.machines.append(machine)

    def cut_owner(self):
        """The owner's machine is off the network; its clients reach it all the same, and are told nothing wrong."""
        owner, other = self.owner, self.other_than(self.owner)
        self.network.cut(owner.name)
        try:
            other.becomes("owner")
            owner.becomes("apart")
            self.load.more(30)
        finally:
            self.network.cut(owner.name, False)
        self.note("owner")
        owner.becomes("standby")

    def cut_owner_from_primary(self):
        """It still reaches the standby of the server, which takes no changes."""
        owner, other = self.owner, self.other_than(self.owner)
        self.network.part(owner.name, self.pair.primary.name)
        try:
            other.becomes("owner")
            owner.wait_for(lambda: owner.status().get("reason") in ("notPrimary", "unreachable"), "a sentence")
            self.load.more(30)
        finally:
            self.network.part(owner.name, self.pair.primary.name, False)
        self.note("line")
        owner.becomes("standby")

    def cut_standby(self):
        """Primary and standby do not reach each other: nothing is acknowledged, what was settled can be read."""
        owner = self.owner
        self.network.part("a", "b")
        try:
            owner.becomes("apart")
            count = self.load.count
            answer = owner.call("%s.%s" % (self.domain.domain, "menu" if self.domain is DOMAINS["juice"] else "board"))
            if "result" not in answer:
                raise Broken("what was settled cannot be read: %s" % answer)
            time.sleep(1)
            if self.load.count != count:
                raise Broken("a change was acknowledged without a standby")
        finally:
            self.network.part("a", "b", False)
        self.load.more(30)
        self.note("standby")

    def cut_primary(self):
        """The primary is off the network and believes that it is one; the standby is promoted."""
        old = self.pair.primary
        self.network.cut(old.name)
        self.pair.promote()
        self.load.more(30)
        self.note("primary")
        # It has turns that nobody was told of, so it comes back as a standby of the new one.
        old.kill()
        self.disks.end(old.data)
        self.network.cut(old.name, False)
        self.reaches(old, self.pair.primary)
        self.pair.renew(old)
        self.load.more(30)
        self.load.gap()

    @staticmethod
    def reaches(server, other):
        """Waits until a line that was put back carries: a neighbour that was not found is not asked for at once."""
        deadline = time.monotonic() + 20
        asked = [*server.prefix, BIN + "pg_isready", "-q", "-h", other.host, "-p", str(other.port)]
        while subprocess.run(asked).returncode:
            if time.monotonic() > deadline:
                raise Broken("the line from %s to %s carries nothing" % (server.name, other.name))
            time.sleep(0.05)

    def fill_owner(self):
        """The owner's disk is full: it says so, nothing that was told is lost, and it goes on when there is room."""
        owner = self.owner
        with Filled(os.path.join(owner.folder, "state")):
            owner.wait_for(lambda: self.says_full(owner), "a full disk is told")
        self.load.more(30)
        self.note("disk")

    def says_full(self, machine):
        """As the status of the branch, or as what a client is told."""
        if machine.status().get("reason") == "full":
            return True
        # One more, which counts where there was room.
        answer = self.load.one_more(machine)
        return "disk" in json.dumps(answer.get("error", {})) and "full" in json.dumps(answer["error"])

    def fill_primary(self):
        """The log of the primary has no room: it ends, as PostgreSQL does, and goes on when there is some."""
        primary = self.pair.primary
        with Filled(os.path.join(primary.data, "pg_wal")):
            try:
                while primary.process.poll() is None:
                    primary.sql("SELECT pg_switch_wal()")
                    time.sleep(0.1)
            except RuntimeError:
                pass
            self.server_is_away()
        with open(os.path.join(self.pair.folder, primary.name + ".log")) as log:
            if "No space left on device" not in log.read():
                raise Broken("the log of the primary had room")
        if primary.process.poll() is None:
            primary.kill()
        primary.start()
        self.load.more(30)
        self.note("log")

    def server_is_away(self, seconds=20):
        """Nobody changes anything without the server."""
        deadline = time.monotonic() + seconds
        while any(machine.role == "owner" for machine in self.machines):
            if time.monotonic() > deadline:
                raise Broken("somebody owns a branch whose server is away")
            time.sleep(0.02)

    def other_than(self, machine):
        return [one for one in self.machines if one is not machine][0]

    def stop(self):
        try:
            super().stop()
        finally:
            self.disks.end()
            self.network.end()

    KINDS = {"owner": cut_owner, "line": cut_owner_from_primary, "standby": cut_standby, "disk": fill_owner,
             "log": fill_primary, "primary": cut_primary}


class OwnHostBranch(HostBranch):
    """One whose owner answers by its own disk: it goes on whatever becomes of the servers, and these follow again."""

    acknowledge = "own"
    # It waits for nobody, and what is looked at afterwards grows with what was done.
    rest = 0.01

    def unsent(self):
        return self.owner.status().get("unsent", {})

    def server_is_away(self, seconds=20):
        self.owner.wait_for(lambda: "reason" in self.unsent(), "an owner that knows of it", seconds)
        self.load.more(30)

    def follows(self):
        """The server comes to where the owner is now, while that goes on."""
        turn = self.owner.status()["turn"]
        self.owner.wait_for(
            lambda: "reason" not in self.unsent() and self.owner.status()["turn"] - self.unsent().get("turns", turn) >= turn,
            "the server")
        self.load.more(30)

    def cut_primary(self):
        super().cut_primary()
        self.follows()

    def fill_primary(self):
        super().fill_primary()
        self.follows()

    def fill_owner(self):
        super().fill_owner()
        self.follows()

    KINDS = {"disk": fill_owner, "log": fill_primary, "primary": cut_primary}


class Filled:
    """A file system without room, until the end of the block."""

    def __init__(self, folder):
        if not os.path.ismount(folder):
            raise Broken("%s is no disk of its own" % folder)
        self.path = os.path.join(folder, "filler")

    def __enter__(self):
        with open(self.path, "wb", buffering=0) as file:
            for size in (1 << 20, 4096, 1):
                try:
                    while file.write(bytes(size)):
                        pass
                except OSError:
                    continue
        return self

    def __exit__(self, *_):
        os.unlink(self.path)


def run(arguments, domain, kind_of_branch):
    folder = tempfile.mkdtemp(prefix="mate-hosts-", dir="/var/tmp")
    os.chmod(folder, 0o755)
    row, branch, is_whole = {"hosts of": domain, "acknowledge": kind_of_branch.acknowledge}, None, False
    try:
        branch = kind_of_branch(arguments, folder, domain)
        branch.begin()
        for kind in [kind for kind in arguments.only.split(",") if kind in branch.KINDS]:
            began = time.monotonic()
            branch.load.gap()
            branch.KINDS[kind](branch)
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


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--programs", default=os.path.join(ROOT, ".build", "release"))
    parser.add_argument("--only", default=",".join(HostBranch.KINDS))
    parser.add_argument("--domains", default=",".join(DOMAINS))
    parser.add_argument("--acknowledge", default="all,own")
    arguments = parser.parse_args()
    arguments.programs = os.path.abspath(arguments.programs)
    if not is_there() or not is_possible():
        print("branch hosts: SKIPPED, it needs root, network namespaces (iproute2) and PostgreSQL")
        return 0
    failed = 0
    kinds = [kind for kind in (HostBranch, OwnHostBranch) if kind.acknowledge in arguments.acknowledge.split(",")]
    for domain in arguments.domains.split(","):
        for kind in kinds:
            row = run(arguments, domain, kind)
            failed += "broken" in row
            print(json.dumps(row), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
