"""PostgreSQL in folders of its own, on Unix sockets: a primary and a synchronous standby that can take over."""
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import time

BIN = "/usr/lib/postgresql/15/bin/"
PATIENCE = 30

# As in docs/beyond.md, but for what only costs time here.
SETTINGS = """
listen_addresses = '{host}'
unix_socket_directories = '{folder}'
port = {port}
shared_buffers = 64MB
max_connections = 60
max_wal_size = 256MB
wal_keep_size = 64MB
wal_retrieve_retry_interval = 100ms
autovacuum_naptime = 10s
log_min_messages = warning
hot_standby = on
cluster_name = '{name}'
"""


def is_there():
    return os.access(BIN + "postgres", os.X_OK)


def as_postgres():
    """PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return []
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]


def sh(*words, **more):
    done = subprocess.run(words, text=True, capture_output=True, **more)
    if done.returncode != 0:
        raise RuntimeError("%s: %s%s" % (" ".join(words), done.stdout, done.stderr))
    return done.stdout


def free_ports(count):
    """Ports of loopback that nobody has."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Server:
    """One instance; its data lie in the folder under its name. With a host it listens there as well."""

    def __init__(self, folder, name, port, host=""):
        self.folder, self.name, self.port, self.host = folder, name, port, host
        self.data = os.path.join(folder, name)
        self.process = None
        # The words before a command that runs where the server is.
        self.prefix = []

    def make(self, source=None):
        self.own(self.folder)
        if source:
            sh(*self.prefix, *as_postgres(), BIN + "pg_basebackup", "-D", self.data, "-h", source.host or source.folder, "-p", str(source.port),
               "-U", "postgres", "-R", "-X", "stream", "-c", "fast",
               "-d", "application_name=%s" % self.name, cwd="/")
        else:
            sh(*as_postgres(), BIN + "initdb", "-D", self.data, "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8",
               "--locale=C", cwd="/")
        self.settings(SETTINGS.format(folder=self.folder, port=self.port, name=self.name, host=self.host))
        return self

    def own(self, path):
        """Gives a file or folder to the user who runs the server."""
        if os.getuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(path, user.pw_uid, user.pw_gid)

    def settings(self, text):
        with open(os.path.join(self.data, "postgresql.conf"), "a") as file:
            file.write(text + "\n")

    def start(self):
        with open(os.path.join(self.folder, self.name + ".log"), "a") as log:
            self.process = subprocess.Popen([*self.prefix, *as_postgres(), BIN + "postgres", "-D", self.data],
                                            stdout=log, stderr=log, cwd="/")
        deadline = time.monotonic() + PATIENCE
        while subprocess.run([BIN + "pg_isready", "-q", "-h", self.folder, "-p", str(self.port)]).returncode:
            if self.process.poll() is not None or time.monotonic() > deadline:
                with open(os.path.join(self.folder, self.name + ".log")) as log:
                    raise RuntimeError("PostgreSQL does not start: " + log.read()[-2000:])
            time.sleep(0.02)
        return self

    def sql(self, text, database=None):
        return sh("psql", "-h", self.folder, "-p", str(self.port), "-U", "postgres", "-qAt", "-v", "ON_ERROR_STOP=1",
                  "-c", text, database or ("mate" if self.has_mate else "postgres")).strip()

    has_mate = False

    def children(self):
        """None where there are none, which is no failure, though ps has it as one."""
        found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], text=True, capture_output=True)
        return [int(child) for child in found.stdout.split()]

    def kill(self):
        """As when the machine goes: all of it at once, and nobody can tidy up."""
        self.freeze()
        for victim in [self.process.pid] + self.children():
            self.send(victim, signal.SIGKILL)
        self.process.wait()

    def freeze(self):
        """The parent first: one that it begins while its children are counted would go on, as one that tells a primary
        that it has everything."""
        self.send(self.process.pid, signal.SIGSTOP)
        for child in self.children():
            self.send(child, signal.SIGSTOP)

    def thaw(self):
        for child in self.children() + [self.process.pid]:
            self.send(child, signal.SIGCONT)

    @staticmethod
    def send(process, number):
        try:
            os.kill(process, number)
        except ProcessLookupError:
            # One that was at its end already, as after a connection.
            pass

    def promote(self):
        sh(*as_postgres(), BIN + "pg_ctl", "promote", "-D", self.data, "-w", cwd="/")

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()

    def remove(self):
        shutil.rmtree(self.data, ignore_errors=True)


class Pair:
    """A primary and its synchronous standby."""

    def __init__(self, folder, port=5432):
        os.makedirs(folder, exist_ok=True)
        os.chmod(folder, 0o755)
        if os.getuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(folder, user.pw_uid, user.pw_gid)
        self.folder = folder
        self.primary = self.server("a", port).make()
        self.allow()
        self.primary.start()
        self.primary.sql("CREATE DATABASE mate")
        self.primary.has_mate = True
        self.standby = None
        self.attach(self.server("b", port + 1))

    def server(self, name, port):
        return Server(self.folder, name, port)

    def allow(self):
        """What the primary has to be told before it starts."""

    def attach(self, standby):
        """Makes a standby of a server that has no data."""
        standby.has_mate = True
        self.standby = standby.make(self.primary).start()
        self.require(True)

    def require(self, is_required):
        """Whether a transaction waits for the standby."""
        names = self.standby.name if is_required else ""
        self.primary.sql("ALTER SYSTEM SET synchronous_standby_names = '%s'" % names)
        self.primary.sql("SELECT pg_reload_conf()")
        deadline = time.monotonic() + PATIENCE
        while is_required and self.primary.sql(
                "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") != "1":
            if time.monotonic() > deadline:
                raise RuntimeError("no synchronous standby")
            time.sleep(0.05)

    def promote(self):
        """The standby takes over; returns who was the primary, whose data are of no use any more."""
        old, self.primary = self.primary, self.standby
        self.standby = None
        self.primary.promote()
        # Nobody is there to wait for yet.
        return old

    def renew(self, old):
        """Makes of the old primary a standby of the new one."""
        old.stop()
        old.remove()
        self.attach(self.server(old.name, old.port))

    @property
    def address(self):
        ports = (self.primary.port, self.primary.port + 1 if self.primary.name == "a" else self.primary.port - 1)
        return ("host={0},{0} port={1},{2} user=postgres dbname=mate target_session_attrs=read-write"
                .format(self.folder, *ports))

    def stop(self):
        for server in (self.standby, self.primary):
            if server:
                server.stop()
