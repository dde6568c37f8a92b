#!/usr/bin/python3
"""A branch over two PostgreSQL that Patroni watches, with etcd: the leader is killed, and nobody promotes by hand.

    patroni.py [--programs FOLDER]

Patroni (https://patroni.readthedocs.io) keeps a lock in etcd; when the leader's has run out (20 s, its shortest), the
synchronous standby takes it and is promoted. Everything is on loopback, and takes less than a minute.
"""
import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from machine import Machine  # noqa: E402
from run import DOMAINS, ROOT, Branch, Broken  # noqa: E402
from servers import BIN, as_postgres, free_ports, is_there, sh  # noqa: E402

PATIENCE = 50
CONFIGURATION = """
scope: mate
name: {name}
restapi: {{listen: "127.0.0.1:{rest}", connect_address: "127.0.0.1:{rest}"}}
etcd3: {{host: "127.0.0.1:{etcd}"}}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 1
    retry_timeout: 3
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      parameters: {{shared_buffers: 64MB, max_connections: 60, wal_retrieve_retry_interval: 100ms, wal_keep_size: 64MB}}
  initdb: [encoding: UTF8, locale: C, no-sync]
  pg_hba: ["local all all trust", "host all,replication all 127.0.0.1/32 trust"]
postgresql:
  listen: "127.0.0.1:{port}"
  connect_address: "127.0.0.1:{port}"
  data_dir: {folder}/{name}
  bin_dir: {bin}
  pgpass: {folder}/{name}.pgpass
  authentication: {{superuser: {{username: postgres}}, replication: {{username: postgres}}}}
  parameters: {{unix_socket_directories: "{folder}"}}
"""


class Watched:
    """One PostgreSQL that Patroni starts."""

    def __init__(self, folder, name, ports, etcd):
        self.folder, self.name, self.port, self.rest = folder, name, ports[0], ports[1]
        self.configuration = os.path.join(folder, name + ".yml")
        with open(self.configuration, "w") as file:
            file.write(CONFIGURATION.format(name=name, rest=self.rest, etcd=etcd, port=self.port, folder=folder, bin=BIN))
        self.process = None

    def start(self):
        log = open(os.path.join(self.folder, self.name + ".log"), "a")
        self.process = subprocess.Popen([*as_postgres(), "patroni", self.configuration], stdout=log, stderr=log, cwd="/",
                                        start_new_session=True)
        log.close()

    def role(self):
        asked = subprocess.run(["curl", "-s", "--max-time", "2", "http://127.0.0.1:%d/patroni" % self.rest],
                               capture_output=True, text=True)
        try:
            said = json.loads(asked.stdout)
        except ValueError:
            return ""
        is_sync = any(one.get("sync_state") == "sync" for one in said.get("replication", []))
        return "%s%s" % (said.get("role", ""), " with a standby" if is_sync else "")

    def sql(self, text, database="mate"):
        return sh("psql", "-h", self.folder, "-p", str(self.port), "-U", "postgres", "-qAt", "-c", text, database).strip()

    def kill(self):
        """Patroni, the server and all that it has started, at once."""
        victims = [self.process.pid]
        pid_file = os.path.join(self.folder, self.name, "postmaster.pid")
        if os.path.exists(pid_file):
            with open(pid_file) as file:
                server = int(file.readline())
            children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(server)], capture_output=True, text=True).stdout
            victims += [server] + [int(child) for child in children.split()]
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for victim in victims:
                try:
                    os.kill(victim, number)
                except ProcessLookupError:
                    pass
        self.process.wait()


class Watch:
    """The servers as :class:`Branch` has them."""

    def __init__(self, folder):
        os.makedirs(folder)
        shutil.chown(folder, "postgres", "postgres")
        ports = free_ports(6)
        self.folder = folder
        log = open(os.path.join(folder, "etcd.log"), "a")
        urls = ["http://127.0.0.1:%d" % port for port in ports[:2]]
        self.etcd = subprocess.Popen(
            ["etcd", "--data-dir", os.path.join(folder, "etcd"), "--listen-client-urls", urls[0],
             "--advertise-client-urls", urls[0], "--listen-peer-urls", urls[1], "--initial-advertise-peer-urls", urls[1],
             "--initial-cluster", "default=" + urls[1], "--unsafe-no-fsync"], stdout=log, stderr=log, cwd="/")
        log.close()
        self.servers = [Watched(folder, name, ports[2 + 2 * place:], ports[0]) for place, name in enumerate(("a", "b"))]
        self.primary, self.standby = self.servers

    def start(self):
        self.primary.start()
        self.until(lambda: self.primary.role().startswith("master"), "a leader")
        self.standby.start()
        self.until(lambda: self.primary.role() == "master with a standby", "a synchronous standby")
        self.primary.sql("CREATE DATABASE mate", "postgres")

    def until(self, condition, what):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                raise Broken("%s has not come; see %s" % (what, self.folder))
            time.sleep(0.1)

    @property
    def address(self):
        return "host=127.0.0.1,127.0.0.1 port=%d,%d user=postgres dbname=mate target_session_attrs=read-write" % tuple(
            server.port for server in self.servers)

    def stop(self):
        for server in self.servers:
            if server.process and server.process.poll() is None:
                server.kill()
        self.etcd.kill()
        self.etcd.wait()


class WatchedBranch(Branch):
    def __init__(self, arguments, folder):
        self.domain, self.folder, self.gaps, self.machines = DOMAINS["juice"], folder, {}, []
        self.pair = Watch(os.path.join(folder, "servers"))
        try:
            self.pair.start()
        except BaseException:
            self.pair.stop()
            raise
        self.machines = [Machine(arguments.programs, folder, name, "juice", "gangnam", self.pair.address)
                         for name in ("first", "second")]

    def lose_leader(self):
        """The standby is promoted when the leader's lock has run out, and the old leader comes back behind it."""
        old, new = self.pair.servers
        old.kill()
        self.pair.until(lambda: new.role().startswith("master"), "the other one as leader")
        self.pair.primary = new
        # It alone acknowledges nothing: of two servers both have to have it.
        old.start()
        self.pair.until(lambda: new.role() == "master with a standby", "the old leader as a standby")
        self.load.more(30)
        self.note("leader")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--programs", default=os.path.join(ROOT, ".build", "release"))
    arguments = parser.parse_args()
    arguments.programs = os.path.abspath(arguments.programs)
    if not is_there() or not shutil.which("patroni") or not shutil.which("etcd"):
        print("branch with Patroni: SKIPPED, it needs the packages postgresql-15, patroni and etcd-server")
        return 0
    folder = tempfile.mkdtemp(prefix="mate-patroni-", dir="/var/tmp")
    os.chmod(folder, 0o755)
    row, branch, began = {"patroni": "juice"}, None, time.monotonic()
    try:
        branch = WatchedBranch(arguments, folder)
        branch.begin()
        branch.lose_leader()
        row["acknowledged"] = branch.judge()
        row["gaps, ms"] = branch.gaps
    except (Broken, RuntimeError, OSError) as error:
        row["broken"] = str(error)
    finally:
        if branch:
            branch.stop()
    row["seconds"] = round(time.monotonic() - began)
    if "broken" in row:
        row["kept"] = folder
    else:
        shutil.rmtree(folder, ignore_errors=True)
    print(json.dumps(row), flush=True)
    return 1 if "broken" in row else 0


if __name__ == "__main__":
    sys.exit(main())
