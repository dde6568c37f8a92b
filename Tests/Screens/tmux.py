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
