"""The four domains with something to see, in a folder that is thrown away."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

from terminal import Terminal

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOMAINS = ("bank", "juice", "project", "transit")


class World:
    def __init__(self, binaries):
        self.bin = pathlib.Path(binaries).resolve()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="mate-screens-"))
        for name in ("run", "state", "config"):
            (self.folder / name).mkdir(mode=0o700)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "TERM": "xterm-256color",
            "MATE_RUNTIME_DIR": str(self.folder / "run"), "MATE_STATE_DIR": str(self.folder / "state"),
            "XDG_CONFIG_HOME": str(self.folder / "config"), "MATE_DOMAINS_PATH": str(ROOT / "deploy/domains"),
            "MATE_LIBEXEC_PATH": str(self.bin), "MATE_LOG": "file", "MATE_PAGER": "cat", "LANG": "C.UTF-8",
            "TZ": "Asia/Seoul"}

    def matectl(self, *words, status=0, language="en"):
        done = subprocess.run(
            [str(self.bin / "matectl"), "--lang", language, *words], env=self.environment,
            capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
        if status is not None and done.returncode != status:
            raise AssertionError(f"matectl {words}: {done.returncode} {done.stdout}{done.stderr}")
        return done.stdout

    def json(self, *words):
        return json.loads(self.matectl(*words, "--json"))

    def fill(self):
        """Something to see in each domain."""
        self.matectl("bank", "open")
        self.matectl("bank", "add", "12")
        for number in range(14):
            title = ("우유 사기", "보고서 제출", "call the bank", "김수한무거북이와두루미삼천갑자동방삭", "회의 준비")[number % 5]
            self.matectl("project", "add", f"{title} {number}", *(["--due", "tomorrow"] if number % 3 else []))
        self.matectl("project", "move", "2", "5", "7", "doing")
        self.matectl("project", "move", "4", "done")
        self.matectl("juice", "order", "딸바쥬스")
        for place in ("연신내", "강남"):
            self.matectl("transit", "favourite", "add", place, "--direction", "up", status=None)

    def kill(self, domain):
        """Kills a daemon, where it runs."""
        found = json.loads(self.matectl("status", domain, "--json", status=None) or "{}").get("items", [])
        if found and found[0].get("pid"):
            os.kill(int(found[0]["pid"]), signal.SIGKILL)

    def screen(self, *words, columns=80, rows=24, language="en", rate=None):
        return Terminal(
            [str(self.bin / "matectl"), "--lang", language, *words], self.environment, columns, rows, rate)

    def end(self):
        for domain in DOMAINS:
            if (self.folder / f"run/{domain}.sock").exists():
                self.matectl("stop", domain, "--no-start", status=None)
        shutil.rmtree(self.folder, ignore_errors=True)
