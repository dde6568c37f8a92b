"""A daemon over its restarts: what is sent to it, how it ends, what it says when it comes back."""
import os
import signal
import sqlite3

from daemon import Gone, Hung, Wire
from world import Failure, NotRead, advance, advance_repeated, settle

# What may never stand in advice about a store: its data is all there is.
BAD_ADVICE = ("delete", "remove the", "discard", "start with an empty")


class Repetition:
    """A step of unknown outcome that was sent again under its key, with its places in the trace."""

    def __init__(self, step, reply, sent, answered):
        self.step, self.reply, self.sent, self.answered = step, reply, sent, answered


class Life:
    """A daemon and what it may know, over restarts."""

    def __init__(self, daemon, model, worlds):
        self.daemon, self.model, self.worlds = daemon, model, worlds
        self.wire = None
        self.steps = []
        # Since everything was read for the last time: what was known then, what was sent, what was true.
        self.known, self.since, self.past = worlds, [], set()
        # (place in the trace, what was read), beside the steps: nobody may see what can still be lost.
        self.events = []
        self.counts = {"acknowledged": 0, "unknown": 0, "refused": 0, "failed": 0, "refusedStarts": 0}
        # Whether an end by SIGKILL is what the case wants.
        self.may_be_killed = False
        # On a full disk it goes on reading, and refuses changes.
        self.must_stay = False
        self.is_armed = lambda: daemon.faults.page[0] != 0

    @property
    def state(self):
        """Some state that may be; the same one for the same history."""
        return min(self.worlds, key=repr)[0] if len(self.worlds) > 1 else next(iter(self.worlds))[0]

    # Requests

    def be_ready(self):
        """Starts it where it does not run; what is sent next is chosen by what it then knows."""
        if not self.daemon.runs or self.wire is None:
            self.revive()

    def burst(self, steps, is_batch=False, while_under_way=None):
        """Sends steps one behind the other and takes their replies; the daemon may end meanwhile."""
        self.be_ready()
        for step in steps:
            step.number, step.sent = len(self.steps), self.daemon.moment()
            self.steps.append(step)
        gone = False
        try:
            numbers = self.wire.send([step.call for step in steps], is_batch)
            if while_under_way:
                while_under_way()
            for number, reply in self.wire.replies(numbers, steps[-1].patience):
                step = steps[number - numbers[0]]
                step.answered = self.daemon.moment()
                step.take(reply)
        except Gone:
            gone = True
        except Hung:
            if steps[-1].patience is None:
                raise
            gone = True
        for step in steps:
            self.counts[step.outcome] += 1
            self.events.append(step)
            self.since.append(step)
            self.past.update(self.model.visible(state) for state, _ in self.worlds)
            try:
                self.worlds = advance(self.model, self.worlds, step)
            except Failure as failure:
                raise self._explained(failure)
        if gone or any(step.reply and step.outcome == "unknown" for step in steps):
            self.ended()

    def ended(self):
        """The daemon has ended or is about to; looks at how."""
        self.wire.close()
        self.wire = None
        try:
            status = self.daemon.wait(3)
        except Hung:
            return  # It has closed the connection and goes on.
        self._check_end(status)

    def _check_end(self, status):
        if status == 0:
            raise Failure("wrong", "it ended by itself, and with status 0")
        if self.must_stay and self.is_armed():
            raise Failure("wrong", "it ended on a full disk: %s" % self.daemon.said()[-600:])
        if status < 0 and not (status == -signal.SIGKILL and self.may_be_killed):
            raise Failure("crashed", "ended by signal %d: %s" % (-status, self.daemon.said()[-600:]))

    # Starts

    def revive(self):
        """Starts it where it does not run, and reads what it knows."""
        for _ in range(4):
            if self._try_to_revive():
                return
        self.disarm()
        if not self._try_to_revive():
            raise Failure("wrong", "ends again and again: %s" % self.daemon.said()[-600:])

    def _try_to_revive(self):
        is_new, said = not self.daemon.runs, len(self.daemon.said())
        if is_new:
            self.daemon.start()
        self.wire, is_up = Wire(self.daemon), False
        try:
            self.wire.call("mate.ping")
            is_up = True
            if self.model.reads_on_failing_disk or not self.is_armed():
                self.look()
            return True
        except NotRead as error:
            if self.is_armed():
                return True  # A disk that fails may fail a read; what was sent stays undecided.
            raise Failure("lost", "it runs and cannot be read: %s" % error)
        except Gone:
            self.wire.close()
            status = self.daemon.wait()
            self.must_stay = False
            self._check_end(status)
            # One that ran already, or has answered, has ended for a reason of its own.
            if is_new and not is_up and status != -signal.SIGKILL:
                self._refused_start(self.daemon.said()[said:])
            return False

    def _refused_start(self, said):
        """It did not come up: that must be told, and must not last longer than its reason."""
        self.counts["refusedStarts"] += 1
        if not said.strip():
            raise Failure("wrong", "it did not start, and did not say why")
        if any(words in said.lower() for words in BAD_ADVICE):
            raise Failure("wrong", "it advises to throw data away: %s" % said[-600:])
        if not self.is_armed():
            raise Failure("lost", "it does not start: %s" % said[-600:])
        if self.counts["refusedStarts"] > 1:
            self.disarm()

    def disarm(self):
        self.daemon.faults.disarm()

    # Looking

    def look(self):
        """Reads everything: it must be what may be."""
        seen = self.model.observe(self.wire)
        try:
            self.worlds = settle(self.model, self.worlds, seen, self.past)
        except Failure as failure:
            raise self._explained(failure, lambda worlds: settle(self.model, worlds, seen))
        self.events.append((self.daemon.moment(), seen))
        self.known, self.since, self.past = self.worlds, [], set()

    def look_on_full_disk(self):
        if self.model.reads_on_failing_disk:
            try:
                # The connection may be gone with a stream that ended.
                self.be_ready()
                self.look()
            except NotRead as error:
                raise Failure("wrong", "a read is refused on a full disk: %s" % error)
            except Gone:
                self.ended()

    def _explained(self, failure, fits=lambda worlds: worlds):
        """What was said to have changed nothing may be what is there all the same."""
        worlds = self.known
        try:
            for step in self.since:
                outcome = "unknown" if step.outcome == "failed" else step.outcome
                worlds = advance(self.model, worlds, step, outcome)
                if len(worlds) > 4096:
                    return failure
            fits(worlds)
        except Failure:
            return failure
        failed = next((step for step in self.since if step.outcome == "failed"), None)
        if failed is None:
            return failure
        return Failure("appeared", "told that nothing was changed, and there: %s" % failed)

    def finish(self, number, random):
        """The end of the case: an end, a start without faults, and everything looked at once more."""
        if self.daemon.runs:
            try:
                self.daemon.end(number)
            except ProcessLookupError:
                self.daemon.wait()
        if self.wire:
            self.wire.close()
        self.disarm()
        self.may_be_killed = False
        self.revive()
        self.repeat(random)
        self.model.check(self.wire)
        self.wire.close()
        status = self.daemon.end()
        if status != 0:
            raise Failure("wrong", "stopped with status %d: %s" % (status, self.daemon.said()[-600:]))
        self._check_file()

    def repeat(self, random):
        """Keys again: known answers are given again, unknown outcomes become known."""
        keyed = [step for step in self.steps if step.key and not step.is_dry]
        known = [step for step in keyed if step.outcome == "acknowledged"]
        known = random.sample(known, min(8, len(known)))
        for step in keyed:
            if step.outcome == "unknown":
                sent = self.daemon.moment()
                reply = self.call(step)
                self.worlds = advance_repeated(self.model, self.worlds, step, reply)
                self.events.append(Repetition(step, reply, sent, self.daemon.moment()))
            elif step in known:
                reply = self.call(step)
                if reply.get("result") != step.reply["result"]:
                    raise Failure("doubled", "another answer under the same key: %s\n  now %s"
                                  % (step, reply))
        if keyed:
            self.look()

    def call(self, step):
        method, params = step.call
        try:
            return self.wire.call(method, **params)
        except Gone:
            raise Failure("wrong", "ended without a fault at %s: %s" % (step, self.daemon.said()[-600:]))

    def _check_file(self):
        """A stopped daemon leaves its store's file alone complete, and sound."""
        path = os.path.join(self.daemon.state, self.daemon.domain + ".db")
        log = path + "-wal"
        if os.path.exists(log) and os.stat(log).st_size:
            raise Failure("wrong", "stopped, and something is still in the log")
        database = sqlite3.connect("file:%s?mode=ro&immutable=1" % path, uri=True)
        found = database.execute("PRAGMA integrity_check").fetchone()[0]
        database.close()
        if found != "ok":
            raise Failure("wrong", "the store is damaged: %s" % found)
