"""How a run of checks ends: what failed is done once more, alone, and is told last, where one looks first."""

# Where more fail it is no accident.
MOST_AGAIN = 3
FIRST, LAST, WIDTH = 10, 8, 500


def shortened(text):
    """The first and the last lines of what an error says, each of a length that a log can bear."""
    lines = [line if len(line) <= WIDTH else line[:WIDTH] + "…" for line in text.rstrip().splitlines()]
    if len(lines) <= FIRST + LAST:
        return lines
    return lines[:FIRST] + [f"… {len(lines) - FIRST - LAST} lines …"] + lines[-LAST:]


class Verdicts:
    """Of a run with a name; `again` does a check by its key, and gives whether it holds and what is told of it."""

    def __init__(self, name, again):
        self.name, self.again, self.count, self.failures = name, again, 0, []

    def add(self, key, holds, text):
        self.count += 1
        if not holds:
            self.failures.append((key, text))
        print(text, flush=True)

    def end(self, more=""):
        """The status of the run. What failed once is a defect to look for, and what fails again fails the run."""
        failed, unstable = self.failures, []
        if len(failed) <= MOST_AGAIN:
            failed = []
            for key, text in self.failures:
                print(f"{self.name}: UNSTABLE, once more alone: {key}", flush=True)
                holds, again = self.again(key)
                print(again, flush=True)
                (unstable if holds else failed).append((key, text if holds else again))
        for word, found in (("UNSTABLE", unstable), ("FAILED", failed)):
            for key, text in found:
                print(f"\n{self.name}: {word} {key}")
                print("\n".join(f"    {line}" for line in shortened(text)))
        print(f"{self.name}: {self.count} checks{more}, {len(failed)} failed"
              + (f", {len(unstable)} unstable" if unstable else ""), flush=True)
        return 1 if failed or not self.count else 0
