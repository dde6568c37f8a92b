"""A branch whose owner answers by its own disk: the server is lost and comes back, and what the two have is judged."""
import json
import os
import time

from machine import Load, Machine

HERE = os.path.dirname(os.path.abspath(__file__))
DESCRIPTIONS = os.path.join(os.path.dirname(os.path.dirname(HERE)), "deploy", "domains")


class Broken(Exception):
    """A promise that did not hold."""


class Owner:
    """One machine that owns, one that stands by, and clients of the first."""

    def __init__(self, programs, folder, domain, pair):
        self.domain, self.pair = domain, pair
        self.machines = [Machine(programs, folder, name, domain.domain, "own", pair.address, "own")
                         for name in ("one", "two")]
        self.owner, self.other = self.machines
        self.told, self.unknown = {}, set()
        self.load = None

    def run(self):
        self.begin()
        self.lose_server_under_load()
        self.kill_while_ahead()
        self.start_without_server()
        self.judge()
        self.cut_off_and_take_over()
        self.lose_database()
        for machine in self.machines:
            if machine.stop() != 0:
                raise Broken("%s ended badly: %s" % (machine.name, machine.said()))
        return len(self.told)

    def begin(self):
        """Who was never told that it owns the branch waits for the server."""
        self.lose()
        self.owner.start().becomes("apart")
        answer = self.owner.call(self.domain.method, self.domain.params)
        if answer.get("error", {}).get("data", {}).get("name") != "mate.notOwner":
            raise Broken("a branch began without the server: %s" % answer)
        self.pair.primary.start()
        self.owner.becomes("owner")
        self.domain.prepare(self.owner)
        self.other.start().becomes("standby")

    # The server

    def lose(self):
        self.pair.primary.kill()

    def unsent(self):
        return self.owner.status().get("unsent", {})

    def ahead(self):
        self.owner.wait_for(lambda: self.unsent().get("turns", 0) > 0 and self.unsent().get("reason"), "what has not followed")

    def follows(self):
        self.owner.wait_for(lambda: self.unsent().get("turns") == 0 and "reason" not in self.unsent(), "the server")

    # Clients

    def work(self, count=60):
        if not self.load:
            self.load = Load([self.owner], self.domain.method, self.domain.params)
        self.load.more(count)

    def rest(self):
        told, unknown = self.load.end()
        self.load = None
        self.told.update(told)
        self.unknown |= unknown

    # What is done to it

    def lose_server_under_load(self):
        self.work()
        self.lose()
        self.work()
        self.ahead()
        self.work()
        self.pair.primary.start()
        self.follows_under_load()

    def follows_under_load(self):
        """It comes to where the owner was when it was asked, while that goes on."""
        turn = self.owner.status()["turn"]
        self.owner.wait_for(lambda: self.unsent().get("turns", turn) <= self.owner.status()["turn"] - turn, "the server")
        self.work()

    def kill_while_ahead(self):
        self.lose()
        self.work()
        self.ahead()
        self.owner.kill()
        self.owner.start().becomes("owner")
        self.work()
        self.rest()
        self.pair.primary.start()
        self.follows()

    def start_without_server(self):
        self.lose()
        if self.owner.stop() != 0:
            raise Broken("an end without the server: %s" % self.owner.said())
        self.owner.start().becomes("owner", 5)
        self.work()
        self.rest()
        self.ahead()
        self.pair.primary.start()
        self.follows()

    # What must hold

    def judge(self):
        """The disk of the owner, its standby and the server have every key that was told, once."""
        self.owner.wait_for(lambda: self.owner.status().get("mirrored") == self.owner.status().get("turn"), "the mirror")
        self.domain.judge(self.owner)
        for _ in range(50):
            answer, copy = self.owner.done("mate.storeDigest"), self.other.done("mate.storeDigest")
            if "isEqual" in answer and answer["turn"] == copy["turn"]:
                break
        if answer.get("isEqual") is not True:
            raise Broken("the server's tables differ: %s" % answer)
        hashes = [{table["name"]: table["hash"] for table in one["tables"]} for one in (answer, copy)]
        if hashes[0] != hashes[1]:
            raise Broken("the copies differ: %s, %s" % tuple(hashes))
        self.judge_numbers(self.domain.numbers(self.owner.store))
        turns = self.pair.primary.sql("SELECT count(*) = max(turn) FROM mate_turn WHERE branch = 'own'")
        if turns != "t":
            raise Broken("the server lacks turns")

    def judge_numbers(self, numbers):
        if len(numbers) != len(set(numbers)):
            raise Broken("numbers were given twice")
        by_key = {key: self.domain.number(result) for key, result in self.told.items()}
        if len(set(by_key.values())) != len(by_key):
            raise Broken("two keys were told the same number")
        lost = set(by_key.values()) - set(numbers)
        if lost:
            raise Broken("%d of %d that were told are gone: %s" % (len(lost), len(by_key), sorted(lost)[:5]))
        if not 0 <= len(numbers) - len(by_key) <= len(self.unknown):
            raise Broken("%d are there, %d were told, %d unknown" % (len(numbers), len(by_key), len(self.unknown)))

    # A person takes over

    def cut_off_and_take_over(self):
        """The owner is cut off and works on; the other one is told to own the branch; then the line is back."""
        before = len(self.domain.numbers(self.owner.store))
        self.owner.configure("host=/nowhere dbname=mate", "own")
        if self.owner.stop() != 0:
            raise Broken("an end: %s" % self.owner.said())
        self.owner.start().becomes("owner", 5)
        self.work()
        self.rest()
        if "not followed" not in self.said():
            raise Broken("nobody is told what has not followed: %s" % self.said())
        time.sleep(0.3)
        if self.other.role != "standby":
            raise Broken("a standby took over by itself: %s" % self.other.status())
        taken = self.other.done("mate.storeTake")
        if taken["owner"] != "one":
            raise Broken("taken over from %s" % taken)
        self.other.becomes("owner")
        for _ in range(3):
            self.other.done(self.domain.method, self.domain.params)
        turn = self.pair.primary.sql("SELECT epoch, turn FROM mate_owner WHERE branch = 'own'")
        self.owner.configure(self.pair.address, "own")
        self.owner.kill()
        self.owner.start().becomes("standby")
        files = self.owner.status().get("aside", [])
        if len(files) != 1 or not os.path.exists(files[0]):
            raise Broken("what had not followed is nowhere: %s" % self.owner.status())
        self.judge_numbers(self.domain.numbers(files[0]))
        epoch, owned = self.pair.primary.sql("SELECT epoch, turn FROM mate_owner WHERE branch = 'own'").split("|")
        if epoch != turn.split("|")[0] or int(owned) > int(turn.split("|")[1]) + 20:
            raise Broken("who was taken over wrote on: %s after %s" % (owned, turn))
        self.other.wait_for(lambda: len(self.domain.numbers(self.owner.store)) == before + 3, "the copy of the owner")
        told = self.owner.call("mate.status")["result"]
        if files[0] not in json.dumps(told["checks"]) or files[0] not in self.said():
            raise Broken("nobody is told of %s" % files[0])

    def lose_database(self):
        """Somebody drops the database: the owner works on, and goes back to one machine with all that it acknowledged."""
        owner, domain = self.other, self.domain.domain
        self.owner.stop()
        before = len(self.domain.numbers(owner.store))
        self.pair.primary.sql("DROP DATABASE mate WITH (FORCE)", database="postgres")
        owner.wait_for(lambda: owner.status().get("unsent", {}).get("reason") == "noDatabase", "what is wrong")
        for _ in range(3):
            owner.done(self.domain.method, self.domain.params)
        leave = [domain, "store", "leave", "--yes"]
        refused = owner.matectl(DESCRIPTIONS, leave)
        if refused.returncode == 0 or "--without-server" not in " ".join(refused.stderr.split()):
            raise Broken("nobody is told how to leave: %s" % refused)
        left = owner.matectl(DESCRIPTIONS, leave + ["--without-server"])
        said = " ".join((left.stdout + left.stderr).split())
        if left.returncode != 0 or "was not told" not in said or "held as well" in said:
            raise Broken("an owner does not leave: %s" % left)
        owner.process.wait(30)
        owner.configure(None)
        owner.start()
        owner.done(self.domain.method, self.domain.params)
        if owner.stop() != 0 or len(self.domain.numbers(owner.store)) != before + 4:
            raise Broken("the store that left has %d, not 4 more than %d" % (len(self.domain.numbers(owner.store)), before))

    def said(self):
        """The sentence of `matectl status`."""
        return self.owner.call("mate.status")["result"]["status"]

    def stop(self):
        if self.load:
            self.load.is_over = True
        for machine in self.machines:
            if machine.process and machine.process.poll() is None:
                machine.kill()
