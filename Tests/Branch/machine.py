"""A daemon that shares its branch, on one of two machines that are folders here; and clients that buy juice
or take tickets under keys, and remember what they were told."""
import json
import os
import signal
import socket
import struct
import subprocess
import threading
import time

PATIENCE = 30


class Machine:
    def __init__(self, programs, folder, name, domain, branch, address, acknowledge="all", environment=None):
        self.domain, self.branch, self.name = domain, branch, name
        self.program = os.path.join(programs, domain + "d")
        self.folder = os.path.join(folder, name)
        self.environment = environment or {}
        os.makedirs(os.path.join(self.folder, "config", "mate"), exist_ok=True)
        self.runtime = os.path.join(self.folder, "run")
        os.makedirs(self.runtime, mode=0o700, exist_ok=True)
        self.socket_path = os.path.join(self.runtime, "%s@%s.sock" % (domain, branch))
        self.process = None
        # The words before the daemon, where it runs on a host of its own.
        self.prefix = []
        self.configure(address, acknowledge)

    def configure(self, address, acknowledge="all"):
        settings = {"logPriority": "info"}
        if address:
            settings["postgresql"] = {"url": address, "acknowledge": acknowledge, "machine": self.name}
        with open(self.configuration, "w") as file:
            json.dump(settings, file)

    @property
    def configuration(self):
        return os.path.join(self.folder, "config", "mate", "%sd@%s.json" % (self.domain, self.branch))

    @property
    def store(self):
        return os.path.join(self.folder, "state", "%s@%s" % (self.domain, self.branch), self.domain + ".db")

    def start(self):
        environment = {
            **{name: value for name, value in os.environ.items() if name in ("LLVM_PROFILE_FILE", "ASAN_OPTIONS")},
            "PATH": "/usr/bin:/bin", "HOME": self.folder, "MATE_STATE_DIR": os.path.join(self.folder, "state"),
            "XDG_CONFIG_HOME": os.path.join(self.folder, "config"), "MATE_INSTANCE": self.branch, "TZ": "UTC",
            "LANG": "C.UTF-8", "MATE_LOG": "file", **self.environment,
        }
        if os.path.exists(self.socket_path):
            os.unlink(self.socket_path)
        with open(os.path.join(self.folder, "stderr"), "a") as errors:
            self.process = subprocess.Popen([*self.prefix, self.program, "--socket", self.socket_path], env=environment,
                                            stdout=errors, stderr=errors)
        self.wait_for(lambda: os.path.exists(self.socket_path), "the socket of " + self.name)
        return self

    def client_environment(self, descriptions, language="C"):
        return {"PATH": "%s:/usr/bin:/bin" % os.path.dirname(self.program), "HOME": self.folder,
                "LANG": language + ".UTF-8", "XDG_CONFIG_HOME": os.path.join(self.folder, "config"),
                "MATE_STATE_DIR": os.path.join(self.folder, "state"), "MATE_LOG": "file",
                "MATE_RUNTIME_DIR": self.runtime, "MATE_DOMAINS_PATH": descriptions}

    def matectl(self, descriptions, words, other=None, language="C", is_at=True):
        """Runs the client here; where it goes on by ssh, it comes to the other machine."""
        environment = self.client_environment(descriptions, language)
        if other:
            shell = os.path.join(self.folder, "ssh")
            with open(shell, "w") as file:
                there = " ".join("%s='%s'" % pair for pair in other.client_environment(descriptions).items())
                # Options, the name of the machine, and what a shell there is to run.
                file.write("#!/bin/sh\nwhile [ \"$1\" != %s ]; do shift; done\nshift\nexec env -i %s sh -c \"$*\"\n"
                           % (other.name, there))
            os.chmod(shell, 0o755)
            environment["MATE_SSH"] = shell
        program = os.path.join(os.path.dirname(self.program), "matectl")
        return subprocess.run([program, *(["--at", self.branch] if is_at else []), "--no-start", *words], env=environment, text=True,
                              capture_output=True, timeout=PATIENCE)

    def wait_for(self, condition, what, seconds=PATIENCE):
        deadline = time.monotonic() + seconds
        while not condition():
            if self.process.poll() is not None:
                raise RuntimeError("%s ended: %s" % (self.name, self.said()))
            if time.monotonic() > deadline:
                raise RuntimeError("%s has not come: %s\n%s" % (what, self.status(), self.said()))
            time.sleep(0.01)

    def said(self):
        with open(os.path.join(self.folder, "stderr")) as file:
            return file.read()[-3000:]

    def logged(self):
        """What the daemon has written into its log."""
        with open(os.path.join(self.folder, "state", "log", "%sd@%s.jsonl" % (self.domain, self.branch))) as file:
            return file.read()

    def call(self, method, params=None, timeout=PATIENCE):
        wire = Wire(self.socket_path, timeout)
        try:
            return wire.call(method, params or {})
        finally:
            wire.close()

    def done(self, method, params=None):
        answer = self.call(method, params)
        if "result" not in answer:
            raise RuntimeError("%s: %s" % (method, answer))
        return answer["result"]

    def status(self):
        try:
            return self.call("mate.status", timeout=2)["result"].get("branch", {})
        except OSError as error:
            return {"role": str(error)}

    @property
    def role(self):
        return self.status().get("role")

    def becomes(self, role, seconds=PATIENCE):
        self.wait_for(lambda: self.role == role, "%s as %s" % (self.name, role), seconds)
        return self

    def signal(self, number):
        os.kill(self.process.pid, number)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE)
        return self.process and self.process.returncode


class Wire:
    """Frames over a socket: four bytes of length, then JSON."""

    def __init__(self, path, timeout=PATIENCE):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(timeout)
        self.socket.connect(path)
        self.number = 0

    def close(self):
        self.socket.close()

    def call(self, method, params):
        self.number += 1
        payload = json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}).encode()
        self.socket.sendall(struct.pack(">I", len(payload)) + payload)
        return json.loads(self.exactly(struct.unpack(">I", self.exactly(4))[0]))

    def exactly(self, count):
        data = b""
        while len(data) < count:
            piece = self.socket.recv(count - len(data))
            if not piece:
                raise ConnectionError("the connection ended")
            data += piece
        return data


class Client(threading.Thread):
    """Repeats one change until it is told that it was done, at whichever machine answers, and then the next."""

    # After these the same is sent again, with the same key.
    AGAIN = {"mate.notOwner", "mate.outcomeUnknown", "mate.shuttingDown", "mate.storageFailed", "mate.busy"}

    def __init__(self, world, number):
        super().__init__(daemon=True)
        self.world, self.number = world, number
        self.told, self.unknown, self.repeats = {}, None, 0
        self.gaps = []
        self.problem = None

    def run(self):
        try:
            self.work()
        except Exception as error:  # told by who waits for this thread
            self.problem = repr(error)

    def work(self):
        world, wire, place, count = self.world, None, self.number, 0
        while not world.is_over:
            count += 1
            key = "%s-%d-%d" % (world.salt, self.number, count)
            began, is_first = time.monotonic(), True
            while not world.is_over:
                self.unknown = key
                try:
                    if wire is None:
                        wire = Wire(world.machines[place % len(world.machines)].socket_path, world.patience)
                    answer = wire.call(world.method, {**world.params, "_meta": {"idempotencyKey": key}})
                except OSError:
                    if wire:
                        wire.close()
                    wire, place, is_first = None, place + 1, False
                    time.sleep(0.002)
                    continue
                if "result" in answer:
                    self.told[key] = answer["result"]
                    self.unknown = None
                    now = time.monotonic()
                    world.answered(now)
                    time.sleep(world.rest)
                    break
                name = answer["error"]["data"]["name"]
                if name not in self.AGAIN:
                    raise RuntimeError(json.dumps(answer))
                if name == "mate.notOwner":
                    wire.close()
                    wire, place = None, place + 1
                is_first = False
                time.sleep(0.002)
            if not is_first:
                self.repeats += 1
        if wire:
            wire.close()


class Load:
    """Clients at work on one or two machines."""

    def __init__(self, machines, method, params, clients=8, patience=10, rest=0):
        # Seconds between two changes of a client.
        self.rest = rest
        self.machines, self.method, self.params, self.patience = machines, method, params, patience
        self.salt = "%x-%x" % (os.getpid(), int(time.monotonic() * 1e6))
        self.is_over = False
        self.told, self.unknown = {}, set()
        self.lock = threading.Lock()
        self.last, self.longest, self.count = time.monotonic(), 0.0, 0
        self.began = self.last
        self.clients = [Client(self, number) for number in range(clients)]
        for client in self.clients:
            client.start()

    def answered(self, now):
        with self.lock:
            self.longest, self.last, self.count = max(self.longest, now - self.last), now, self.count + 1

    def gap(self):
        """The longest time without an answer since the last call of this, in milliseconds."""
        with self.lock:
            longest, self.longest = max(self.longest, time.monotonic() - self.last), 0.0
        return longest * 1e3

    def more(self, count, seconds=PATIENCE):
        """Waits for so many more answers."""
        wanted, deadline = self.count + count, time.monotonic() + seconds
        while self.count < wanted:
            for client in self.clients:
                if client.problem:
                    raise RuntimeError(client.problem)
            if time.monotonic() > deadline:
                raise RuntimeError("no answers any more: %s" % [machine.status() for machine in self.machines])
            time.sleep(0.002)

    def one_more(self, machine):
        """A change by nobody of the clients; what it is told counts as theirs."""
        key = "%s-more-%d" % (self.salt, len(self.told) + len(self.unknown))
        self.unknown.add(key)
        answer = machine.call(self.method, {**self.params, "_meta": {"idempotencyKey": key}})
        if "result" in answer:
            self.unknown.remove(key)
            self.told[key] = answer["result"]
        return answer

    def end(self):
        """Stops; returns what was told under each key, and the keys of which nobody was told."""
        self.is_over = True
        told, unknown = dict(self.told), set(self.unknown)
        for client in self.clients:
            client.join(PATIENCE)
            if client.problem:
                raise RuntimeError(client.problem)
            told.update(client.told)
            if client.unknown:
                unknown.add(client.unknown)
        return told, unknown
