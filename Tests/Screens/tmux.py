"""A shell in tmux, on a socket of its own: what a person sees before, beside and after a screen."""
import subprocess
import time


class Tmux:
    def __init__(self, world, columns=80, rows=24):
        self.words = ["tmux", "-S", str(world.folder / "tmux"), "-f", "/dev/null"]
        self.environment = {
            **world.environment, "PATH": f"{world.bin}:{world.environment['PATH']}", "PS1": "shell$ "}
        self.run("new-session", "-d", "-x", str(columns), "-y", str(rows), "-c", str(world.folder),
                 "bash", "--norc", "--noprofile", "-i")

    def run(self, *words):
        done = subprocess.run(
            [*self.words, *words], env=self.environment, capture_output=True, text=True, timeout=20)
        if done.returncode:
            raise AssertionError(f"tmux {words}: {done.stderr}")
        return done.stdout

    def type(self, *keys):
        """Keys by their names, as Escape and C-z, or letters."""
        self.run("send-keys", *keys)

    def told(self, what):
        """What tmux knows of its pane, as `#{cursor_flag}`."""
        return self.run("display-message", "-p", what).strip()

    def wait(self, holds, seconds=20):
        """Looks again until what is seen is as wanted; a text is wanted somewhere."""
        wanted = holds if callable(holds) else lambda text: holds in text
        deadline = time.monotonic() + seconds
        while not wanted(text := self.run("capture-pane", "-p")):
            if time.monotonic() > deadline:
                raise AssertionError(f"not seen in {seconds} s: {holds}\n{text}")
            time.sleep(0.02)
        return text

    def close(self):
        subprocess.run([*self.words, "kill-server"], env=self.environment, capture_output=True, timeout=20)

def check_tmux(world):
    """in tmux: keys, Ctrl-Z and fg, a pane of 20 by 5 and back, and the shell as it was before"""
    world.fill()
    pane = Tmux(world)
    try:
        pane.wait("shell$")
        # What the shell writes is not what was typed.
        pane.type("stty -g > before; echo as ''before", "Enter")
        pane.wait("\nas before")
        pane.type("matectl --lang en bank", "Enter")
        pane.wait(lambda text: "q quit" in text and "Waiting" in text and "shell$" not in text)
        pane.type("?")
        pane.wait("Keys")
        pane.type("Escape")
        pane.wait("q quit")
        pane.type("/", "zebra")
        pane.wait("/zebra")
        pane.type("Enter")
        pane.wait("showing what has: zebra")
        pane.type("Escape")
        pane.wait(lambda text: "zebra" not in text and "q quit" in text)
        pane.type("C-z")
        pane.wait(lambda text: "Stopped" in text and "\nas before" in text and "q quit" not in text)
        assert pane.told("#{cursor_flag} #{alternate_on} #{mouse_any_flag}") == "1 0 0"
        pane.type("fg", "Enter")
        pane.wait(lambda text: "q quit" in text and "Stopped" not in text)
        pane.run("resize-window", "-x", "20", "-y", "5")
        pane.wait(lambda text: "1 Line" in text and max(map(len, text.split("\n"))) <= 20)
        pane.run("resize-window", "-x", "80", "-y", "24")
        pane.wait(lambda text: "q quit" in text and "Waiting" in text)
        pane.type("q")
        pane.wait(lambda text: "\nas before" in text and "q quit" not in text)
        pane.type("stty -g | cmp - before && echo as ''ever", "Enter")
        pane.wait("\nas ever")
        assert pane.told("#{cursor_flag} #{alternate_on} #{mouse_any_flag}") == "1 0 0"
    finally:
        pane.close()
