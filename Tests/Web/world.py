"""A machine of its own for the page: daemons, webd and browsers, in a folder that is thrown away."""
import http.client
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time

# For what happens on a machine that is busy with something else, in seconds.
PATIENCE = 60
ROOT = pathlib.Path(__file__).resolve().parents[2]


class World:
    """Programs of one folder of binaries, with sockets, stores and a configuration of their own."""

    def __init__(self, binaries, configuration=None, plugins=True):
        self.bin = pathlib.Path(binaries).resolve()
        self.root, self.here = ROOT, pathlib.Path(__file__).resolve().parent
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="mate-web-"))
        self.folder.chmod(0o700)
        for name in ("run", "state", "config/mate"):
            (self.folder / name).mkdir(parents=True, mode=0o700)
        (self.folder / "run").chmod(0o700)
        domains = self.folder / "domains"
        shutil.copytree(ROOT / "deploy/domains", domains)
        if plugins:
            shutil.copy(ROOT / "Tests/Plugins/meals.json", domains)
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("MATE_", "XDG_", "LC_"))},
            "MATE_RUNTIME_DIR": str(self.folder / "run"), "MATE_STATE_DIR": str(self.folder / "state"),
            "XDG_CONFIG_HOME": str(self.folder / "config"), "MATE_DOMAINS_PATH": str(domains),
            "MATE_LIBEXEC_PATH": f"{self.bin}:{ROOT / 'Tests/Plugins'}", "MATE_LOG": "file",
            "MATE_PAGER": "cat", "LANG": "C.UTF-8", "TZ": "Asia/Seoul"}
        self.socket = self.folder / "run/web.sock"
        self.configuration = configuration if configuration is not None else {"screens": ["*"]}
        self.port = free_port()
        self.web = None

    def start(self, **environment):
        """Starts webd, and waits until it answers."""
        text = json.dumps({"port": self.port, **self.configuration})
        (self.folder / "config/mate/webd.json").write_text(text)
        self.web = subprocess.Popen(
            [str(self.bin / "webd"), "--socket", str(self.socket)], env={**self.environment, **environment})
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                with socket.create_connection(("127.0.0.1", self.port), 1):
                    return self
            except OSError:
                if self.web.poll() is not None:
                    raise RuntimeError(f"webd ended with {self.web.returncode}") from None
                time.sleep(0.02)
        raise RuntimeError("webd does not listen")

    def matectl(self, *words, status=0, language="en"):
        """What matectl prints, with its exit status checked."""
        done = subprocess.run(
            [str(self.bin / "matectl"), "--lang", language, *words], env=self.environment,
            capture_output=True, text=True, timeout=2 * PATIENCE)
        if status is not None and done.returncode != status:
            raise AssertionError(f"matectl {words}: {done.returncode} {done.stdout}{done.stderr}")
        return done.stdout

    def json(self, *words):
        return json.loads(self.matectl(*words, "--json"))

    def daemon(self, domain):
        """The process of a daemon."""
        return int(self.json("status", domain)["items"][0]["pid"])

    def kill(self, domain):
        os.kill(self.daemon(domain), signal.SIGKILL)

    def link(self):
        """A link for writing, as `matectl web open` prints it."""
        return self.matectl("web", "open").strip()

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    def request(self, method, path, body=None, headers=None, host=None):
        """One request as somebody with a program makes it: status, headers, body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        own = {"Host": host or f"127.0.0.1:{self.port}", **(headers or {})}
        connection.request(method, path, body=body, headers=own)
        response = connection.getresponse()
        result = response.status, dict(response.getheaders()), response.read()
        connection.close()
        return result

    def cookie(self):
        """A cookie for writing, without a browser."""
        link = self.link().split("#open=")[1]
        status, headers, _ = self.request(
            "POST", "/open", json.dumps({"link": link}),
            {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{self.port}"})
        assert status == 200, status
        return headers["Set-Cookie"].split(";")[0]

    def end(self):
        if self.web and self.web.poll() is None:
            self.web.terminate()
            self.web.wait(PATIENCE)
        for domain in ("bank", "juice", "project", "transit", "meals", "echo", "bank@gangnam", "bank@hidden"):
            if (self.folder / f"run/{domain}.sock").exists():
                self.matectl("stop", domain, "--no-start", status=None)
        shutil.rmtree(self.folder, ignore_errors=True)


def until(holds, what):
    """Waits until something holds, as long as a busy machine may take."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"waited {PATIENCE} s for {what}"
        time.sleep(0.02)


def free_port():
    """A port that is free, as the next one is; none of those that the kernel gives to whoever asks for any."""
    lowest = int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    while True:
        port = random.randrange(min(10_000, lowest // 2), lowest - 1)
        try:
            for one in (port, port + 1):
                with socket.socket() as listener:
                    listener.bind(("127.0.0.1", one))
            return port
        except OSError:
            continue
