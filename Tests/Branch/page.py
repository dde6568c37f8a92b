#!/usr/bin/python3
"""Types docs/beyond.md as it is printed: two machines, two database servers, a head office, and back.

    page.py [--programs FOLDER]

It runs in namespaces of its own where db1 and db2 are two addresses of loopback, both on port 5432, and /etc/mate is a
folder of the test; settings, configuration and commands are those of the page, and a line of the page that is not known
here is a failure. What a package or systemd does (apt, editor, systemctl) is done by the test. It needs root.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from machine import Machine  # noqa: E402
from network import is_possible  # noqa: E402
from run import ROOT, Broken  # noqa: E402
from servers import Server, is_there, sh  # noqa: E402

PAGE = os.path.join(ROOT, "docs", "beyond.md")
DASHBOARD = os.path.join(ROOT, "debian", "examples", "branches-dashboard.json")
DESCRIPTIONS = os.path.join(ROOT, "deploy", "domains")
PASSWORD = "a pass'word"
# What the package manager, a person's editor and systemd do.
ELSEWHERE = ("sudo apt install ", "sudo editor ", "sudo install -D ", "sudo systemctl ")


def blocks():
    """The indented blocks of the page, each as its lines without comments."""
    found, inside = [], []
    with open(PAGE) as file:
        for line in list(file) + ["end"]:
            if line.startswith("    "):
                inside.append(line[4:].rstrip())
            elif inside and line.strip():
                found.append(inside)
                inside = []
    return found


class Reader:
    """Who has the page beside the two machines."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.servers = {}
        self.machines = {}
        self.typed = []

    def prepare(self):
        """Hosts with names, certificates, and the first server as its package leaves it."""
        with open(os.path.join(self.folder, "hosts"), "w") as file:
            file.write("127.0.0.1 localhost\n127.0.0.2 db1\n127.0.0.3 db2\n")
        sh("mount", "--bind", os.path.join(self.folder, "hosts"), "/etc/hosts")
        os.makedirs("/etc/mate", exist_ok=True)
        sh("mount", "-t", "tmpfs", "mate", "/etc/mate")
        sh("ip", "link", "set", "lo", "up")
        key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
        sh("openssl", "req", "-x509", *key, "-subj", "/CN=ours", "-keyout", "ca.key", "-out", "/etc/mate/ca.pem",
           cwd=self.folder)
        for name in ("db1", "db2"):
            sh("openssl", "req", *key, "-subj", "/CN=" + name, "-keyout", name + ".key", "-out", name + ".csr",
               cwd=self.folder)
            sh("openssl", "x509", "-req", "-in", name + ".csr", "-CA", "/etc/mate/ca.pem", "-CAkey", "ca.key",
               "-CAcreateserial", "-out", name + ".crt", cwd=self.folder)
        with open("/etc/mate/pgpass", "w") as file:
            file.write("*:*:*:mate:%s\n" % PASSWORD)
        os.chmod("/etc/mate/pgpass", 0o600)
        self.servers["db1"] = self.server("db1", "127.0.0.2").make()
        self.dress("db1")
        self.servers["db1"].start()

    def server(self, name, address):
        os.makedirs(os.path.join(self.folder, name), exist_ok=True)
        return Server(os.path.join(self.folder, name), name, 5432, host=address)

    def dress(self, name):
        """Its own certificate."""
        server = self.servers[name]
        for ending in (".key", ".crt"):
            path = shutil.copy(os.path.join(self.folder, name + ending), os.path.join(server.data, "server" + ending))
            server.own(path)
        server.settings("ssl = on")

    # What the page says, block by block

    def administrate(self, lines):
        """The commands of PostgreSQL's administrator on db1."""
        for line in lines:
            if not line.startswith("sudo -u postgres "):
                self.known(line)
                continue
            done = subprocess.run(
                ["sh", "-c", line.removeprefix("sudo -u postgres ")], text=True, capture_output=True,
                input="%s\n%s\n" % (PASSWORD, PASSWORD), start_new_session=True,
                env={"PATH": "/usr/lib/postgresql/15/bin:/usr/bin:/bin", "PGHOST": self.servers["db1"].folder,
                     "PGUSER": "postgres"})
            if done.returncode != 0:
                raise Broken("%s: %s" % (line, done.stderr))
            self.typed.append(line)

    def let_in(self, lines):
        """The lines of pg_hba.conf, with the addresses of this network."""
        self.hba = "local all,replication all trust\n" + "".join(
            re.sub(r"192\.0\.2\.0/24", "127.0.0.0/8", line) + "\n" for line in lines)
        with open(os.path.join(self.servers["db1"].data, "pg_hba.conf"), "w") as file:
            file.write(self.hba)
        self.typed += lines

    def set(self, lines):
        """The settings of both servers; db2 is made as PostgreSQL's manual has it."""
        self.servers["db1"].settings("\n".join(line for line in lines if not line.startswith("synchronous")))
        self.servers["db1"].stop()
        self.servers["db1"].start()
        self.servers["db2"] = self.server("db2", "127.0.0.3")
        source = self.servers["db1"]
        local, source.host = source.host, ""
        self.servers["db2"].make(source)
        source.host = local
        self.dress("db2")
        self.servers["db2"].start()
        self.servers["db1"].settings("\n".join(lines))
        self.servers["db1"].sql("SELECT pg_reload_conf()")
        self.typed += lines

    def configure(self, lines):
        """The configuration, word for word, of a bar and of a bank on both machines."""
        text = "\n".join(line for line in lines if not self.known(line))
        settings = json.loads(text)
        for domain in ("juice", "bank"):
            for name in ("bar1", "bar2"):
                machine = Machine(self.arguments.programs, os.path.join(self.folder, domain), name, domain, "gangnam", None)
                settings["postgresql"]["machine"] = name
                with open(machine.configuration, "w") as file:
                    json.dump(settings, file)
                self.machines[domain, name] = machine.start()
                machine.becomes("owner" if name == "bar1" else "standby")
        self.machines["bank", "bar1"].done("bank.open")
        for _ in range(9):
            self.machines["bank", "bar1"].done("bank.take", {"service": "loan"})
        self.typed.append(text)

    def known(self, line):
        """Whether a line is done elsewhere; one that nobody knows is a failure."""
        if line.startswith(ELSEWHERE):
            return True
        if line.startswith("sudo"):
            raise Broken("the page has a line that is not tried: " + line)
        return False

    def type(self, lines, domain="juice", name="bar1"):
        """Commands as a person types them, on one of the machines."""
        for line in lines:
            line = line.split("   #")[0].rstrip()
            if not line or self.known(line):
                continue
            machine = self.machines["bank" if "bank" in line else domain, name]
            environment = {**machine.client_environment(DESCRIPTIONS), "PGPASSWORD": PASSWORD}
            # Nobody answers a question here.
            words = line + (" --yes" if line.endswith("leave") else "")
            done = subprocess.run(["sh", "-c", words], env=environment, text=True, capture_output=True, timeout=30)
            if done.returncode != 0 or not done.stdout.strip():
                raise Broken("%s: %s%s" % (line, done.stdout, done.stderr))
            if line.startswith("psql") and "gangnam" not in done.stdout:
                raise Broken("%s: %s" % (line, done.stdout))
            self.typed.append(line)

    # What the page promises

    def go_on(self):
        """One of each is killed, and both branches go on."""
        for domain in ("juice", "bank"):
            self.machines[domain, "bar1"].kill()
            self.machines[domain, "bar2"].becomes("owner")
        self.machines["bank", "bar2"].done("bank.take", {"service": "loan"})
        old, new = self.servers["db1"], self.servers["db2"]
        old.kill()
        new.promote()
        # Nobody stands behind it yet, so it waits for nobody.
        new.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
        new.sql("SELECT pg_reload_conf()")
        for domain in ("juice", "bank"):
            self.machines[domain, "bar2"].becomes("owner")
            self.machines[domain, "bar1"].start().becomes("standby")
        machine, before = self.machines["bank", "bar2"], self.waiting("db2")
        for _ in range(3):
            machine.done("bank.take", {"service": "loan"})
        machine.wait_for(lambda: self.waiting("db2") > before, "more who wait")

    def waiting(self, server):
        """How many wait in all branches, in the tables of a server."""
        return int(self.servers[server].sql("SELECT coalesce(sum(waiting), 0) FROM bank.waiting", "mate"))

    def dashboard(self, server):
        """Each panel's question, as who may read only."""
        with open(DASHBOARD) as file:
            panels = json.load(file)["panels"]
        questions = [target["rawSql"] for panel in panels for target in panel["targets"]]
        if len(questions) < 5:
            raise Broken("the dashboard has %d questions" % len(questions))
        for question in questions:
            server.sql("SET ROLE mate_reader; " + question, "mate")

    def stop(self):
        for machine in self.machines.values():
            if machine.process and machine.process.poll() is None:
                machine.kill()
        for server in self.servers.values():
            server.stop()


def read(reader):
    found = blocks()
    chapters = [reader.administrate, reader.let_in, reader.set, reader.configure]
    for chapter in chapters:
        chapter(found.pop(0))
    if not all(reader.known(line) for line in found.pop(0)):
        raise Broken("the page has other lines for systemd")
    reader.type(found.pop(0))
    # Of an owner that works without the server, whom own.py cuts off, replaces and brings back.
    status, take, restore, office, leaving, alone = found
    reader.type(status)
    if [take[0].split()[-2:], [line.split()[1] for line in restore], alone[0].split()[-2:]] != [
            ["store", "take"], ["new", "restore"], ["leave", "--without-server"]]:
        raise Broken("the page has other lines for an owner without the server")
    bank = reader.machines["bank", "bar1"]
    bank.wait_for(lambda: reader.waiting("db2") > 0, "people who wait, in the tables of the standby")
    reader.type(office)
    for name in ("db1", "db2"):
        reader.dashboard(reader.servers[name])
    reader.go_on()
    reader.machines["juice", "bar1"].stop()
    reader.type(leaving, name="bar2")
    left = reader.servers["db2"].sql("SELECT domain FROM mate_owner", "mate")
    if left != "bank":
        raise Broken("the server has %s" % left)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--programs", default=os.path.join(ROOT, ".build", "release"))
    parser.add_argument("--inside", action="store_true")
    arguments = parser.parse_args()
    arguments.programs = os.path.abspath(arguments.programs)
    if not is_there() or not is_possible():
        print("docs/beyond.md: SKIPPED, it needs root, namespaces (iproute2) and PostgreSQL")
        return 0
    if not arguments.inside:
        os.execvp("unshare", ["unshare", "-m", "-n", "--propagation", "private", os.path.abspath(__file__), "--inside",
                              "--programs", arguments.programs])
    folder = tempfile.mkdtemp(prefix="mate-page-", dir="/var/tmp")
    os.chmod(folder, 0o755)
    reader, row = Reader(arguments, folder), {"page": "docs/beyond.md"}
    try:
        reader.prepare()
        read(reader)
    except (Broken, RuntimeError, OSError, subprocess.TimeoutExpired, ValueError) as error:
        row.update(broken=str(error), kept=folder)
    finally:
        reader.stop()
    row["typed"] = len(reader.typed)
    if "broken" not in row:
        shutil.rmtree(folder, ignore_errors=True)
    print(json.dumps(row, ensure_ascii=False), flush=True)
    return 1 if "broken" in row else 0


if __name__ == "__main__":
    sys.exit(main())
