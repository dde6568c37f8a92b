"""matectl on a terminal of its own, seen through pyte, which shares no code with it."""
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

import pyte


class Terminal:
    """A program on a pseudo-terminal; `rate` is what the link carries, in bytes a second."""

    def __init__(self, words, environment, columns, rows, rate=None):
        self.columns, self.rows, self.rate = columns, rows, rate
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.received = 0
        self.status = None
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            # The size is there before the program asks for it.
            self.set_size(0)
            os.execve(words[0], words, environment)
        self.budget, self.counted = 0.0, time.monotonic()

    def set_size(self, descriptor):
        fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", self.rows, self.columns, 0, 0))

    def resize(self, columns, rows):
        self.pump()
        self.columns, self.rows = columns, rows
        self.screen.resize(rows, columns)
        self.set_size(self.master)

    def press(self, keys):
        os.write(self.master, keys.encode())

    def pump(self, seconds=0.0, quiet=None):
        """Shows what comes for so long, or until nothing has come for `quiet` seconds."""
        deadline = time.monotonic() + seconds
        last = time.monotonic()
        while True:
            now = time.monotonic()
            if quiet is not None and now - last > quiet:
                return
            wait = max(0.0, min(deadline - now, quiet if quiet is not None else 1.0))
            if self.rate:
                # A link saves nothing up, but carries on while nobody has the time to look at it.
                since = (now - self.counted) * self.rate
                self.budget = min(self.budget + since, max(self.rate / 20, since) + 1)
                self.counted = now
                if self.budget < 1:
                    if now >= deadline:
                        return
                    time.sleep(min(0.02, max(0.0, deadline - now)))
                    continue
                wait = min(wait, 0.05)
            if select.select([self.master], [], [], wait)[0]:
                try:
                    data = os.read(self.master, int(min(self.budget, 65536)) if self.rate else 65536)
                except OSError:
                    data = b""
                if not data:
                    return self.finish()
                self.budget -= len(data)
                self.received += len(data)
                self.stream.feed(data)
                last = time.monotonic()
            elif now >= deadline:
                return

    def until(self, is_there, seconds=10.0, what=""):
        """Waits until the screen is as wanted; how long that took."""
        started = time.monotonic()
        while not is_there(self):
            if self.status is not None:
                raise AssertionError(f"{what}: the program has ended with {self.status}")
            if time.monotonic() - started > seconds:
                raise AssertionError(f"{what}: not within {seconds} s, but:\n{self.text}")
            self.pump(0.03)
        return time.monotonic() - started

    def sees(self, text, seconds=10.0):
        return self.until(lambda terminal: text in terminal.text, seconds, f"{text!r}")

    @property
    def lines(self):
        result = []
        for row in range(self.rows):
            cells = self.screen.buffer[row]
            result.append("".join(cells[column].data for column in range(self.columns)).rstrip())
        return result

    @property
    def text(self):
        return "\n".join(self.lines)

    @property
    def is_alive(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is None

    def memory(self):
        """Resident, and what of it is the program's own, in bytes."""
        found = {}
        with open(f"/proc/{self.pid}/smaps_rollup") as file:
            for line in file:
                words = line.split()
                if len(words) == 3 and words[2] == "kB":
                    found[words[0].rstrip(":")] = int(words[1]) * 1024
        return found["Rss"], found["Private_Dirty"] + found.get("Private_Clean", 0) * 0, found["Pss"]

    def finish(self, seconds=10.0):
        """Waits for the end; the exit status."""
        deadline = time.monotonic() + seconds
        while self.is_alive and time.monotonic() < deadline:
            time.sleep(0.01)
        return self.status

    def quit(self):
        """Leaves by its own keys, wherever it is."""
        for _ in range(6):
            if not self.is_alive:
                break
            self.press("\x1b")
            self.pump(0.1)
        if self.is_alive:
            self.press("q")
        deadline = time.monotonic() + 20
        while self.is_alive and time.monotonic() < deadline:
            self.pump(0.05)
        return self.status

    def close(self):
        if self.is_alive:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.status = -9
        os.close(self.master)
