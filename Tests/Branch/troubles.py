#!/usr/bin/python3
"""What people read when a branch has no server, case by case: in the status, in doctor and in the log.

    troubles.py [--programs FOLDER] [--only NAME,…]

One PostgreSQL with TLS, passwords and a hot standby, on loopback, and a real daemon a case. Each case has a sentence
that names the trouble and what to do, in both languages, and in none of them stands a word of a password.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from machine import Machine  # noqa: E402
from servers import Server, free_ports, is_there, sh  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(HERE))
DESCRIPTIONS = os.path.join(ROOT, "deploy", "domains")
SECRET = "gEheIm"
# Pieces of it that no sentence may have, whatever a wrong address makes of it.
PIECES = ("gEhe", "eIm")


class Broken(Exception):
    """A promise that did not hold."""


class World:
    """A primary on TCP with TLS and passwords, and its hot standby."""

    def __init__(self, folder):
        self.folder = folder
        self.make_certificates()
        ports = free_ports(2)
        self.primary = Server(folder, "a", ports[0], host="127.0.0.1")
        self.primary.make()
        for name in ("server.key", "server.crt"):
            shutil.copy(os.path.join(folder, name), self.primary.data)
            self.primary.own(os.path.join(self.primary.data, name))
        self.primary.settings("ssl = on\nmax_wal_senders = 3\nsynchronous_commit = off\nfsync = off")
        with open(os.path.join(self.primary.data, "pg_hba.conf"), "w") as file:
            file.write("local all,replication all trust\nhost all,replication postgres 127.0.0.1/32 trust\nhost all mate,weak 127.0.0.1/32 scram-sha-256\n")
        self.primary.start()
        self.primary.sql("CREATE ROLE mate LOGIN PASSWORD '%s'" % SECRET)
        self.primary.sql("CREATE ROLE weak LOGIN PASSWORD '%s'" % SECRET)
        for name in ("mate", "older"):
            self.primary.sql("CREATE DATABASE %s OWNER mate" % name)
        self.primary.sql("SET ROLE mate; CREATE TABLE mate_owner (domain text, branch text, epoch bigint); "
                         "CREATE TABLE mate_turn (turn bigint, payload bytea)",
                         database="older")
        self.standby = Server(folder, "b", ports[1], host="127.0.0.1").make(self.primary)
        self.standby.settings("port = %d" % ports[1])
        self.standby.start()

    def make_certificates(self):
        """An authority for the server, and one that has nothing to do with it."""
        def ssl(*words):
            sh("openssl", *words, cwd=self.folder)

        for name in ("ca", "stranger"):
            ssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=" + name, "-keyout", name + ".key", "-out", name + ".crt")
        ssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=db.test",
            "-keyout", "server.key", "-out", "server.csr")
        ssl("x509", "-req", "-in", "server.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
            "-out", "server.crt")

    def address(self, **parts):
        known = {"host": "127.0.0.1", "port": self.primary.port, "dbname": "mate", "user": "mate", "password": SECRET,
                 **parts}
        return " ".join("%s=%s" % part for part in known.items() if part[1] is not None)

    def stop(self):
        for server in (self.standby, self.primary):
            server.stop()


def url(world, password, rest=""):
    return "postgresql://mate:%s@127.0.0.1:%d/mate%s" % (password, world.primary.port, rest)


def verified(world, host, authority):
    return world.address(host=host, hostaddr="127.0.0.1", sslmode="verify-full",
                         sslrootcert=os.path.join(world.folder, authority))


def open_passfile(world):
    path = os.path.join(world.folder, "pgpass")
    with open(path, "w") as file:
        file.write("*:*:*:*:%s\n" % SECRET)
    os.chmod(path, 0o644)
    return world.address(password=None, passfile=path)


# Name: the address; the word for programs; what stands in the sentence, in English and in Korean.
ADDRESSES = {
    "no server": (lambda w: w.address(port=1), "unreachable", "whether it runs", "작동 중인지"),
    "no such name": (lambda w: w.address(host="nowhere.invalid"), "unreachable", "host and port", "host와 port"),
    "no socket": (lambda w: w.address(host="/nowhere"), "unreachable", "No such file", "No such file"),
    "wrong password": (lambda w: w.address(password="x" + SECRET), "password", "passfile in the address", "passfile"),
    "wrong password in a URL": (lambda w: url(w, "x" + SECRET), "password", "user and passfile", "받아들이지 않습니다"),
    "no password": (lambda w: w.address(password=None), "password", "no password supplied", "비밀번호"),
    "a passfile for all to read": (open_passfile, "password", "chmod 600", "chmod 600"),
    "another authority": (lambda w: verified(w, "db.test", "stranger.crt"), "certificate", "sslrootcert", "인증서"),
    "another name": (lambda w: verified(w, "localhost", "ca.crt"), "certificate", "db.test", "인증서의 이름"),
    "no authority": (lambda w: verified(w, "db.test", "none.crt"), "certificate", "none.crt", "sslrootcert"),
    "a user whom nobody lets in": (lambda w: w.address(user="somebody"), "user", "pg_hba.conf", "pg_hba.conf"),
    "no such database": (lambda w: w.address(dbname="nothing"), "noDatabase", "createdb", "createdb"),
    "a user without rights": (lambda w: w.address(user="weak"), "rights", "OWNER TO mate", "권한"),
    "a standby alone": (lambda w: w.address(port=w.standby.port, target_session_attrs="read-write"), "notPrimary",
                        "pg_ctl promote", "pg_ctl promote"),
    "a standby, not asked for": (lambda w: w.address(port=w.standby.port), "notPrimary", "promote one", "승격"),
    "one is off, one a standby": (
        lambda w: w.address(host="127.0.0.1,127.0.0.1", port="1,%d" % w.standby.port, target_session_attrs="read-write"),
        "notPrimary", "each is a standby", "대기 서버"),
    "older tables": (lambda w: w.address(dbname="older"), "otherTables", "same version", "같은 버전"),
    "a blank in a password": (lambda w: w.address(password="gEhe eIm"), "address", "passfile", "passfile"),
    "an @ in a URL": (lambda w: url(w, "gEhe@eIm"), "address", "%40", "%40"),
    "a / in a URL": (lambda w: url(w, "gEhe/eIm"), "address", "%2F", "%2F"),
    "digits and a / in a URL": (lambda w: url(w, "12/gEheIm"), "address", "%2F", "%2F"),
    "a % in a URL": (lambda w: url(w, "gEhe%zz"), "address", "%25", "%25"),
    "a setting that is none": (lambda w: w.address(pasword=SECRET), "address", "host=db1,db2", "host=db1,db2"),
}


class Case:
    """A daemon that has a trouble, and everything that people read of it."""

    def __init__(self, arguments, world, name, address):
        self.name = name
        label = re.sub("[^a-z0-9]", lambda found: "%x" % ord(found[0]), name.lower())
        self.machine = Machine(arguments.programs, os.path.join(world.folder, "machines"), label, "juice", "gangnam",
                               address)

    def expect(self, reason, en, ko):
        """Waits for the trouble, and looks at what stands where."""
        machine = self.machine
        machine.wait_for(lambda: machine.status().get("reason") == reason, "%s (%s)" % (reason, self.name))
        status = machine.call("mate.status")["result"]
        seen = {"status": json.dumps(status, ensure_ascii=False), "log": machine.logged() + machine.said()}
        for language in ("en_US", "ko_KR"):
            for words in (["status", "juice@gangnam"], ["doctor", "juice@gangnam"], ["juice", "order", "kiwi"]):
                done = machine.matectl(DESCRIPTIONS, words, language=language, is_at=words[0] == "juice")
                seen["%s %s" % (words[0], language)] = " ".join((done.stdout + done.stderr).split())
        for place, text in seen.items():
            if any(piece in text for piece in PIECES):
                raise Broken("%s: a password in %s: %s" % (self.name, place, text))
            wanted = ko if place.endswith("ko_KR") else en
            # A table of narrow columns may break a sentence anywhere, also inside of a Korean word.
            if "".join(wanted.split()) not in "".join(text.split()):
                raise Broken("%s: %s does not say '%s': %s" % (self.name, place, wanted, text))
        if ko not in seen["status"]:
            raise Broken("%s: the status has no Korean sentence: %s" % (self.name, seen["status"]))

    def __enter__(self):
        self.machine.start()
        return self

    def __exit__(self, *_):
        self.machine.kill()


def whole(arguments, world):
    """The same world without a trouble: a fitting certificate and a password that nobody sees."""
    with Case(arguments, world, "whole", verified(world, "db.test", "ca.crt")) as case:
        case.machine.becomes("owner")
        case.machine.done("juice.stock.set", {"fruit": "kiwi", "count": 9, "reason": "much"})
        text = json.dumps(case.machine.call("mate.status")) + case.machine.logged() + case.machine.said()
        if any(piece in text for piece in PIECES):
            raise Broken("a password is shown: " + text)
        return case.machine


def histories(arguments, world):
    """Stores that do not belong to the branch of the server, or no longer, or are of another version."""
    first = whole(arguments, world)
    address = world.address()
    world.primary.sql("UPDATE mate_owner SET schema = 99", database="mate")
    with Case(arguments, world, "newer", address) as case:
        case.expect("newer", "stands aside", "더 새로운 버전")
    own = Case(arguments, world, "stranger", None)
    with own as case:
        case.machine.done("juice.stock.set", {"fruit": "kiwi", "count": 9, "reason": "much"})
        case.machine.stop()
        case.machine.configure(address)
        world.primary.sql("UPDATE mate_owner SET schema = 1", database="mate")
        case.machine.start()
        case.expect("stranger", "move it away", "파일을 옮기고")
    world.primary.sql("DELETE FROM mate_owner", database="mate")
    again = Case(arguments, world, "whole", address)
    assert again.machine.store == first.store
    with again as case:
        case.expect("forgotten", "store leave", "store leave")
    world.primary.sql("ALTER ROLE mate CONNECTION LIMIT 0")
    with Case(arguments, world, "no connection left", address) as case:
        case.expect("serverFull", "max_connections", "max_connections")
    world.primary.sql("ALTER ROLE mate CONNECTION LIMIT -1")
    world.primary.sql("ALTER ROLE mate SET default_transaction_read_only = on")
    with Case(arguments, world, "read only by a setting", address) as case:
        case.expect("notPrimary", "default_transaction_read_only", "default_transaction_read_only")
    world.primary.sql("ALTER ROLE mate RESET default_transaction_read_only")


def judged(arguments, world, name):
    """What is wrong with a case; nothing where it is as it should be."""
    address, reason, en, ko = ADDRESSES[name]
    try:
        with Case(arguments, world, name, address(world)) as case:
            case.expect(reason, en, ko)
    except (Broken, RuntimeError, OSError, subprocess.TimeoutExpired) as error:
        return "%s: %s" % (name, error)
    return None


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--programs", default=os.path.join(ROOT, ".build", "release"))
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    arguments.programs = os.path.abspath(arguments.programs)
    if not is_there():
        print("branch troubles: SKIPPED, PostgreSQL is missing; `tools/setup-debian.sh test` installs it")
        return 0
    folder = tempfile.mkdtemp(prefix="mate-troubles-", dir="/var/tmp")
    os.chmod(folder, 0o755)
    world, problems, count = None, [], 0
    try:
        world = World(folder)
        chosen = [name for name in ADDRESSES if name in (arguments.only.split(",") if arguments.only else ADDRESSES)]
        count = len(chosen)
        with ThreadPoolExecutor(3) as pool:
            problems += filter(None, pool.map(lambda name: judged(arguments, world, name), chosen))
        if not arguments.only:
            count += 5
            histories(arguments, world)
    except (Broken, RuntimeError, OSError, subprocess.TimeoutExpired) as error:
        problems.append(str(error))
    finally:
        if world:
            world.stop()
    for problem in problems:
        print("branch troubles: BROKEN, %s" % problem)
    if not problems:
        shutil.rmtree(folder, ignore_errors=True)
    print(json.dumps({"troubles": count, "broken": len(problems), **({"kept": folder} if problems else {})}))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
