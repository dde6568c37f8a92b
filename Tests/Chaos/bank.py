"""The bank, as far as the campaigns drive it: its day, its line, one teller by hand, its services."""
import collections

from world import Failure, Step, read

GRADES = ("vvip", "vip", "normal")
AUTOMATIC = (1, 2, 3)
# The teller that serves by hand; the others are paused, so that no clock changes anything.
TELLER = 4

# waiting: (rank of the grade, number); ended: served, left, sent home, not come.
# phase: closed, open, or closing while somebody is still in hand.
State = collections.namedtuple("State", "paused tellers phase day next waiting hand ended tax")


class Bank:
    name = domain = "bank"
    reads_on_failing_disk = True
    initial = State((), AUTOMATIC, "closed", 0, 1, (), None, (0, 0, 0, 0), None)

    def __init__(self, program, folder):
        """Of a program, and with a folder for files that it is to read."""

    # The rules

    @staticmethod
    def apply(state, method, params):
        return getattr(Bank, "_" + method.split(".", 1)[1].replace(".", "_"))(state, params)

    @staticmethod
    def _teller_pause(state, params):
        if params["teller"] in state.paused:
            return None
        return state._replace(paused=tuple(sorted(state.paused + (params["teller"],))))

    @staticmethod
    def _teller_add(state, params):
        return state._replace(tellers=state.tellers + (max(state.tellers) + 1,))

    @staticmethod
    def _open(state, params):
        if state.phase == "open":
            return None
        if state.phase == "closing":
            return state._replace(phase="open")
        return state._replace(phase="open", day=state.day + 1, next=1, ended=(0, 0, 0, 0))

    @staticmethod
    def _close(state, params):
        if state.phase == "closed":
            return None
        served, left, home, absent = state.ended
        phase = "closed" if state.hand is None else "closing"
        return state._replace(phase=phase, waiting=(),
                              ended=(served, left, home + len(state.waiting), absent))

    @staticmethod
    def _add(state, params):
        if state.phase != "open":
            return None
        rank, count = GRADES.index(params.get("grade", "normal")), params.get("count", 1)
        new = tuple((rank, number) for number in range(state.next, state.next + count))
        return state._replace(next=state.next + count, waiting=tuple(sorted(state.waiting + new)))

    _take = _add

    @staticmethod
    def _leave(state, params):
        left = tuple(person for person in state.waiting if person[1] != params["ticket"])
        if len(left) == len(state.waiting):
            return None
        served, gone, home, absent = state.ended
        return state._replace(waiting=left, ended=(served, gone + 1, home, absent))

    @staticmethod
    def _next(state, params):
        if state.hand is not None or not state.waiting:
            return None
        return state._replace(waiting=state.waiting[1:], hand=state.waiting[0][1])

    @staticmethod
    def _free(state, ended):
        phase = "closed" if state.phase == "closing" else state.phase
        return state._replace(phase=phase, hand=None, ended=ended)

    @staticmethod
    def _done(state, params):
        if state.hand is None:
            return None
        served, left, home, absent = state.ended
        return Bank._free(state, (served + 1, left, home, absent))

    @staticmethod
    def _noShow(state, params):
        if state.hand is None:
            return None
        served, left, home, absent = state.ended
        return Bank._free(state, (served, left, home, absent + 1))

    @staticmethod
    def _service_set(state, params):
        return state._replace(tax=params["name"])

    @staticmethod
    def agrees(state, method, result):
        if method == "bank.take":
            return result["ticket"]["number"] == state.next - 1
        if method == "bank.add":
            return result["last"] == state.next - 1
        if method == "bank.next":
            return result["ticket"]["number"] == state.hand
        if method == "bank.open":
            return result["day"] == state.day
        return True

    # What is proposed

    def propose(self, state, random, mark):
        for teller in AUTOMATIC:
            if teller not in state.paused:
                return Step("bank.teller.pause", {"teller": teller})
        if TELLER not in state.tellers:
            return Step("bank.teller.add", {"services": ["deposit", "loan"], "mode": "manual"})
        if state.phase != "open":
            return Step("bank.open", {})
        kind = random.choices(("take", "add", "leave", "serve", "service", "close", "wrong"),
                              (30, 10, 8, 30, 6, 4, 6))[0]
        service, grade = random.choice(("deposit", "loan")), random.choice(GRADES)
        if kind == "add":
            return Step("bank.add", {"count": random.randint(1, 9), "service": service, "grade": grade})
        if kind == "leave" and state.waiting:
            return Step("bank.leave", {"ticket": random.choice(state.waiting)[1]})
        if kind == "serve" and state.hand is None and state.waiting:
            return Step("bank.next", {"teller": TELLER})
        if kind == "serve" and state.hand is not None:
            return Step(random.choice(("bank.done", "bank.done", "bank.noShow")), {"teller": TELLER})
        if kind == "service":
            return Step("bank.service.set", {"service": "tax", "durationSeconds": 1.5, "name": mark})
        if kind == "close" and state.hand is None:
            return Step("bank.close", {"clearLine": True})
        if kind == "wrong":
            return Step("bank.leave", {"ticket": 1_000_000})
        return Step("bank.take", {"service": service, "grade": grade})

    def propose_many(self, state, random, mark, count):
        if state.phase != "open" or TELLER not in state.tellers:
            return [self.propose(state, random, mark)]
        return [Step("bank.take", {"service": "loan"}) for _ in range(count)]

    @staticmethod
    def fill(number):
        return Step("bank.service.set", {"service": "tax", "durationSeconds": 1.5, "name": "f%d" % number})

    # What is read

    @staticmethod
    def visible(state):
        return (state.paused, state.tellers, state.phase == "open", state.waiting, state.hand,
                state.ended, state.tax)

    @staticmethod
    def size(seen):
        return len(seen[3]) + (seen[4] is not None) + sum(seen[5])

    @staticmethod
    def observe(wire):
        board = read(wire, "bank.board")
        tellers = read(wire, "bank.teller.list")["tellers"]
        services = {item["service"]: item["name"]["en"]
                    for item in read(wire, "bank.service.list")["services"]}
        rows = [row for row in read(wire, "bank.report")["rows"] if row["kind"] == "service"]
        ended = tuple(sum(row[name] for row in rows)
                      for name in ("served", "left", "sentHome", "noShows"))
        waiting = [(GRADES.index(one["grade"]), one["number"]) for one in board["waiting"]]
        if waiting != sorted(set(waiting)):
            raise Failure("doubled", "the line is %s" % waiting)
        hands = [one["number"] for one in board["serving"]]
        return (tuple(one["teller"] for one in tellers if one["state"] == "paused"),
                tuple(one["teller"] for one in tellers), board["open"], tuple(waiting),
                hands[0] if hands else None, ended, services.get("tax"))

    @staticmethod
    def check(wire):
        """Numbers of a day without gap or double: what was taken is somewhere."""
        board = read(wire, "bank.board")
        if not board["open"]:
            return
        rows = [row for row in read(wire, "bank.report")["rows"] if row["kind"] == "service"]
        ended = sum(row[name] for row in rows for name in ("served", "left", "sentHome", "noShows"))
        rehearsed = read(wire, "bank.take", service="loan", _meta={"dryRun": True})
        next_number = rehearsed["ticket"]["number"]
        there = len(board["waiting"]) + len(board["serving"])
        if next_number != ended + there + 1:
            raise Failure("wrong", "number %d comes after %d ended and %d in the house"
                          % (next_number, ended, there))
