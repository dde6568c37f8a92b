"""A daemon in a world of its own: its folder, its socket, its faults, and a client of the raw wire.

The driver listens and passes the socket on, as systemd does (LISTEN_FDS), so that a request can be sent
before the daemon runs and nothing has to be waited for with a clock.
"""
import json
import mmap
import os
import select
import signal
import socket
import struct
import time

# As in faults.c.
CALLS = ["write", "sync", "truncate", "open", "rename", "read"]
FILES = ["store", "log", "redo", "other", "folder"]
ACTIONS = ["fail", "after", "short", "half", "lose", "kill", "killAfter"]
# Seconds after which a daemon that has not answered hangs.
PATIENCE = 20


class Gone(Exception):
    """The connection ended, or the daemon did, before it answered."""


class Hung(Exception):
    """The daemon neither answers nor ends."""


class Faults:
    """The page that tells faults.c which calls fail, and how many there were."""

    LAYOUT = struct.Struct("iiiiiiII%dI" % (len(CALLS) * len(FILES)))

    def __init__(self, path):
        self.path = path
        with open(path, "wb") as file:
            file.truncate(4096)
        with open(path, "r+b") as file:
            self.page = mmap.mmap(file.fileno(), 4096)

    def arm(self, call, file, skip, times, action, error):
        """After `skip` calls of this kind on this kind of file, `times` fail (-1: all)."""
        values = [1 << CALLS.index(call), 1 << FILES.index(file), skip, times,
                  ACTIONS.index(action), error, 0, 0]
        self.page[: 8 * 4] = struct.pack("iiiiiiII", *values)

    def disarm(self):
        self.page[: 6 * 4] = bytes(6 * 4)

    @property
    def hits(self):
        return self.LAYOUT.unpack(self.page[: self.LAYOUT.size])[6]

    def seen(self):
        """How many calls there were, as {(call, file): count}."""
        counts = self.LAYOUT.unpack(self.page[: self.LAYOUT.size])[8:]
        return {(call, file): counts[i * len(FILES) + j]
                for i, call in enumerate(CALLS) for j, file in enumerate(FILES)
                if counts[i * len(FILES) + j]}

    def close(self):
        self.page.close()


class Daemon:
    """One process after the other over the same state, on the same socket."""

    def __init__(self, program, domain, folder, library, is_traced=False):
        self.program, self.domain, self.folder, self.library = program, domain, folder, library
        # The daemon makes the folder of its state, in one that is there.
        self.root = os.path.join(folder, "state")
        self.state = os.path.join(self.root, domain)
        os.makedirs(self.root, exist_ok=True)
        self.faults = Faults(os.path.join(folder, "faults"))
        self.trace = os.path.join(folder, "trace") if is_traced else None
        self.listener = socket.socket(socket.AF_UNIX)
        path = os.path.join(folder, "socket")
        if os.path.exists(path):
            os.unlink(path)
        self.listener.bind(path)
        self.listener.listen(64)
        self.path, self.process, self.pidfd, self.status = path, None, None, None

    # Processes

    def start(self):
        environment = {
            "PATH": "/usr/bin:/bin", "HOME": self.folder, "MATE_STATE_DIR": self.root,
            "XDG_STATE_HOME": self.folder, "XDG_CONFIG_HOME": self.folder, "LISTEN_FDS": "1",
            "LISTEN_FDNAMES": self.domain, "TZ": "UTC", "LANG": "C.UTF-8",
        }
        for name in ("LLVM_PROFILE_FILE", "ASAN_OPTIONS"):
            if name in os.environ:
                environment[name] = os.environ[name]
        environment.update(LD_PRELOAD=self.library, FAULTS_FOLDER=self.root,
                           FAULTS_CONTROL=self.faults.path)
        if self.trace:
            environment["FAULTS_TRACE"] = self.trace
        self.status = None
        self.process = os.fork()
        if self.process == 0:
            try:
                self._become(environment)
            finally:
                os._exit(127)
        self.pidfd = os.pidfd_open(self.process)

    def _become(self, environment):
        environment["LISTEN_PID"] = str(os.getpid())
        errors = os.open(os.path.join(self.folder, "stderr"),
                         os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(errors, 1)
        os.dup2(errors, 2)
        os.dup2(self.listener.fileno(), 3)
        os.set_inheritable(3, True)
        os.closerange(4, 256)
        os.execve(self.program, [self.program], environment)

    @property
    def runs(self):
        return self.process is not None and self.status is None

    def wait(self, seconds=PATIENCE):
        """Waits for the end, and returns the status as of waitpid: negative for a signal."""
        if self.status is None:
            if not select.select([self.pidfd], [], [], seconds)[0]:
                raise Hung("does not end within %d s" % seconds)
            os.close(self.pidfd)
            _, status = os.waitpid(self.process, 0)
            self.status = os.waitstatus_to_exitcode(status)
        return self.status

    def end(self, number=signal.SIGTERM):
        if self.runs:
            os.kill(self.process, number)
            return self.wait()
        return self.status

    def close(self):
        if self.runs:
            self.end(signal.SIGKILL)
        self.listener.close()
        self.faults.close()

    # What it said and did

    def said(self):
        """What was written to standard error, all processes together."""
        try:
            with open(os.path.join(self.folder, "stderr"), errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def moment(self):
        """How far the trace is: what had happened until now lies before it."""
        return os.stat(self.trace).st_size if self.trace and os.path.exists(self.trace) else 0


class Wire:
    """A connection that repeats nothing; it sees the end of the daemon as the end of itself."""

    def __init__(self, daemon):
        self.daemon = daemon
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.setblocking(False)
        self.socket.connect(daemon.path)
        self.buffer = b""
        self.number = 0

    def close(self):
        self.socket.close()

    def send(self, calls, is_batch=False):
        """Sends (method, params) one behind the other or as a batch; returns their ids."""
        first = self.number + 1
        messages = []
        for method, params in calls:
            self.number += 1
            messages.append(
                {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        frames = [messages] if is_batch else messages
        data = b"".join(struct.pack(">I", len(text)) + text
                        for text in (json.dumps(frame).encode() for frame in frames))
        while data:
            try:
                data = data[self.socket.send(data):]
            except BlockingIOError:
                if self.daemon.process and select.select([self.daemon.pidfd], [], [], 0.01)[0]:
                    raise Gone("ended while it was sent to")
            except OSError as error:
                raise Gone(str(error))
        return range(first, self.number + 1)

    def replies(self, numbers, patience=None):
        """Yields (id, reply) as they come; events of streams are passed over."""
        waiting = set(numbers)
        deadline = time.monotonic() + (patience or PATIENCE)
        while waiting:
            message = self._message(deadline)
            for reply in message if isinstance(message, list) else [message]:
                if reply.get("id") in waiting:
                    waiting.discard(reply["id"])
                    yield reply["id"], reply

    def call(self, method, **params):
        """One call; its reply with `result` or `error`."""
        numbers = self.send([(method, params)])
        for _, reply in self.replies(numbers):
            return reply

    def _message(self, deadline):
        while True:
            if len(self.buffer) >= 4:
                (length,) = struct.unpack(">I", self.buffer[:4])
                if len(self.buffer) >= 4 + length:
                    payload = self.buffer[4: 4 + length]
                    self.buffer = self.buffer[4 + length:]
                    return json.loads(payload)
            self._receive(deadline)

    def _receive(self, deadline):
        watched = [self.socket] + ([self.daemon.pidfd] if self.daemon.runs else [])
        ready = select.select(watched, [], [], max(0, deadline - time.monotonic()))[0]
        if not ready:
            raise Hung("does not answer within %d s" % PATIENCE)
        if self.socket in ready:
            try:
                chunk = self.socket.recv(1 << 18)
            except OSError as error:
                raise Gone(str(error))
            if not chunk:
                raise Gone("closed")
            self.buffer += chunk
        elif not select.select([self.socket], [], [], 0)[0]:
            raise Gone("ended")
