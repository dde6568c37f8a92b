"""What a case begins with, and what is sent in it, chosen by a seed."""
import os
import random as randomness
import shutil
import signal
import sqlite3

from bank import Bank
from bankrun import BankRun
from daemon import Daemon
from flips import trail_of
from juice import Juice
from life import Life
from project import Project
from transit import Transit

MODELS = {model.name: model for model in (Bank, BankRun, Juice, Project, Transit)}
# Bytes of the log beyond which a daemon copies it into its store, and how far `full` fills it.
LOG_BYTES, FILLED = 4_096_000, 3_950_000
# What the first version of the board's schema has.
FIRST_TABLES = "replica", "change", "project", "step"


class Setting:
    """Where programs are and where cases run, with what was prepared for them already."""

    def __init__(self, programs, library, folder, disk):
        self.programs, self.library, self.folder, self.disk = programs, library, folder, disk
        self.models, self.beginnings, self.trails, self.counts, self.before = {}, {}, {}, {}, {}

    def program(self, name):
        return os.path.join(self.programs, MODELS[name].domain + "d")

    def model(self, domain):
        if domain not in self.models:
            self.models[domain] = MODELS[domain](self.program(domain), self.folder)
        return self.models[domain]

    def fresh(self, name, on_disk=False):
        path = os.path.join(self.folder, name)
        if on_disk:
            path = os.path.join(self.disk, "-".join(path.split(os.sep)[-2:]))
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        return path

    def daemon(self, domain, folder, beginning=None, **options):
        if beginning:
            shutil.copytree(beginning, os.path.join(folder, "state"), dirs_exist_ok=True)
        return Daemon(self.program(domain), MODELS[domain].domain, folder, self.library, **options)

    def beginning(self, domain, kind, seed):
        """(folder of states or None, worlds) that cases begin with; made once."""
        key = domain, kind, seed
        if key not in self.beginnings:
            self.beginnings[key] = self._begin(domain, kind, seed)
        return self.beginnings[key]

    def _begin(self, domain, kind, seed):
        model, random = self.model(domain), randomness.Random("%s %s %d" % (domain, kind, seed))
        worlds = {(model.initial, frozenset())}
        if kind == "new":
            return None, worlds
        folder = self.fresh("beginning-%s-%s-%d" % (domain, kind, seed))
        daemon = self.daemon(domain, folder)
        life = Life(daemon, model, worlds)
        try:
            if kind == "single":
                send_single(life, random, "b%d" % seed, count=60)
                self.trails[domain, kind, seed] = trail_of(life, worlds)
            else:
                send(life, random, "b%d" % seed, bursts=14)
            if kind == "full":
                fill(life)
            life.worlds = {(state, frozenset()) for state, _ in life.worlds}
            daemon.end(signal.SIGKILL if kind in ("killed", "full", "single") else signal.SIGTERM)
        finally:
            daemon.close()
        if kind == "old":
            make_old(os.path.join(daemon.state, domain + ".db"))
        return daemon.root, life.worlds


def make_old(path):
    """A board as the first version of its schema had it: whatever came later is taken away."""
    database = sqlite3.connect(path)
    # Tables of the runtime's own are made where they are missing, whatever the schema's version.
    later = database.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN (%s)"
        " AND name NOT LIKE 'mate!_%%' ESCAPE '!' AND name NOT LIKE 'sqlite!_%%' ESCAPE '!'"
        % ", ".join("'%s'" % name for name in FIRST_TABLES)).fetchall()
    database.executescript(
        "".join("DROP TABLE %s;" % name for name, in later)
        + "ALTER TABLE change DROP COLUMN who;"
        "DROP INDEX change_of_project; DROP INDEX change_once; CREATE INDEX change_of_replica ON change (replica, clock);"
        "PRAGMA user_version = 1")
    database.close()


def fill(life):
    """Writes until the log is about to be copied into the store."""
    log = os.path.join(life.daemon.state, life.daemon.domain + ".db-wal")
    number = 0
    while os.stat(log).st_size < FILLED and number < 900:
        number += 1
        life.burst([life.model.fill(number)])


def beginnings(domain):
    return ["new", "used", "killed", "full"] + (["old"] if domain == "project" else [])


def proposals(life, random, name, count):
    """Steps one behind the other, each for the state that the ones before it lead to."""
    state, steps = life.state, []
    for _ in range(count):
        mark = "%sx%d" % (name, len(life.steps) + len(steps))
        step = life.model.propose(state, random, mark)
        can_have_key = step.can_have_key and not step.is_stream
        if can_have_key and random.random() < 0.6:
            step.key = "key " + mark
        elif not step.is_stream and random.random() < 0.1:
            step.is_dry = True
        steps.append(step)
        if not step.is_dry:
            state = life.model.apply(state, step.method, step.params) or state
        # A stream goes on while what comes behind it takes effect, so it comes last.
        if step.is_stream:
            break
    return steps


def send(life, random, name, bursts, while_under_way=None):
    """Sends bursts of changes: alone, one behind the other, as batches, and many equal ones."""
    for _ in range(bursts):
        life.be_ready()
        if random.random() < 0.12:
            count = random.choice((6, 12, 40, 90))
            mark = "%sx%d" % (name, len(life.steps))
            steps = life.model.propose_many(life.state, random, mark, count)
        else:
            steps = proposals(life, random, name, random.choice((1, 1, 1, 2, 4)))
        streams = any(step.is_stream for step in steps)
        is_batch = len(steps) > 1 and not streams and random.random() < 0.3
        life.burst(steps, is_batch, while_under_way)


def send_last(life, random, name):
    """Equal changes at the end: what a log in front of the store holds at that moment."""
    for _ in range(random.choice((0, 3, 5))):
        life.be_ready()
        mark = "%sx%d" % (name, len(life.steps))
        life.burst(life.model.propose_many(life.state, random, mark, random.choice((1, 2))))


def send_single(life, random, name, count):
    """Sends changes one after the other, so that each is a commit."""
    for _ in range(count):
        life.be_ready()
        life.burst(proposals(life, random, name, 1))
