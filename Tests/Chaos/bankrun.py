"""The bank while it serves by itself: automatic tellers, and days that run from the first to the last.

The daemon changes its own state on timers here, so who is where is not known, but how many there are is.
"""
import collections

from world import Failure, Step, read

SERVICES = ("deposit", "loan")
# Seconds that a customer takes.
DURATION = 0.002

# fast: services that take DURATION; taken: customers of the day.
State = collections.namedtuple("State", "fast is_open taken")


class BankRun:
    name, domain = "bankrun", "bank"
    reads_on_failing_disk = True
    initial = State((), False, 0)

    def __init__(self, program, folder):
        """Of a program, and with a folder for files that it is to read."""

    @staticmethod
    def apply(state, method, params):
        if method == "bank.service.set":
            return state._replace(fast=tuple(sorted({*state.fast, params["service"]})))
        if method == "bank.open":
            return None if state.is_open else state._replace(is_open=True, taken=0)
        if method == "bank.run":
            return None if state.is_open else state._replace(taken=params["customers"])
        return state._replace(taken=state.taken + params.get("count", 1)) if state.is_open else None

    @staticmethod
    def agrees(state, method, result):
        if method == "bank.take":
            return result["ticket"]["number"] == state.taken
        if method == "bank.add":
            return result["last"] == state.taken
        return method != "bank.run" or result["served"] == state.taken

    @staticmethod
    def may_refuse(method):
        """A run that was interrupted goes on, and another one is refused until it has ended."""
        return method == "bank.run"

    def propose(self, state, random, mark):
        for service in SERVICES:
            if service not in state.fast:
                return Step("bank.service.set", {"service": service, "durationSeconds": DURATION})
        if not state.is_open and (state.taken or random.random() < 0.5):
            step = Step("bank.run", {"customers": random.randint(1, 6), "seed": random.randint(0, 9)})
            step.patience = 2
            return step
        if not state.is_open:
            step = Step("bank.open", {})
            step.can_have_key = False  # While a run is closing it would open the same day again.
            return step
        if random.random() < 0.3:
            return Step("bank.add", {"count": random.randint(1, 5)})
        return Step("bank.take", {"service": random.choice(SERVICES)})

    def propose_many(self, state, random, mark, count):
        if not state.is_open:
            return [self.propose(state, random, mark)]
        return [Step("bank.take", {"service": "loan"}) for _ in range(count)]

    @staticmethod
    def fill(number):
        return Step("bank.service.set", {"service": "loan", "durationSeconds": DURATION})

    @staticmethod
    def visible(state):
        return state

    @staticmethod
    def size(seen):
        return seen.taken

    @staticmethod
    def observe(wire):
        services = read(wire, "bank.service.list")["services"]
        board = read(wire, "bank.board")
        numbers = [one["number"] for one in board["waiting"] + board["serving"]]
        if len(set(numbers)) != len(numbers):
            raise Failure("doubled", "in the house: %s" % sorted(numbers))
        return State(tuple(sorted(item["service"] for item in services if item["meanSeconds"] == DURATION)),
                     board["open"], len(numbers) + board["served"])

    @staticmethod
    def check(wire):
        read(wire, "bank.report")
