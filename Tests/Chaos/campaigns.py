"""The campaigns: every call fails, every moment is a kill or a power cut, every bit may flip."""
import copy
import errno
import itertools
import os
import random as randomness
import shutil
import signal
import time

import disk
from daemon import Hung
from flips import flip
from life import Life, Repetition
from scenario import beginnings, send, send_last
from world import Failure, advance, advance_repeated, settle

ONCE, FOR_GOOD = 1, -1
# How each call can fail.
WAYS = {
    "write": [("fail", errno.EIO), ("fail", errno.ENOSPC), ("short", 0), ("half", errno.EIO),
              ("after", errno.EIO)],
    "sync": [("lose", errno.EIO), ("after", errno.EIO)],
    "truncate": [("fail", errno.EIO), ("after", errno.EIO)],
    "open": [("fail", errno.EIO), ("fail", errno.EMFILE)],
    "rename": [("fail", errno.EIO), ("after", errno.EIO)],
    "read": [("fail", errno.EIO)],
}
BURSTS = 10
# So many runs are taken apart at a time.
SEEDS = 2


class Outcome:
    """What a case has come to."""

    def __init__(self):
        self.counts = {"cases": 0, "acknowledged": 0, "unknown": 0, "refused": 0, "refusedStarts": 0,
                       "tolerated": 0}

    def add(self, life):
        self.counts["cases"] += 1
        for name in ("acknowledged", "unknown", "refusedStarts"):
            self.counts[name] += life.counts[name]
        self.counts["refused"] += life.counts["refused"] + life.counts["failed"]


def lived(setting, outcome, folder, name, arm=None, is_traced=False, kills=False):
    """Runs the scenario of a case, to its end and a start after it; returns its life and counts.

    What is sent is the same for all cases of a seed, so that calls come in the order they were counted.
    """
    domain, _, kind, seed = name.split("/")[:4]
    seed = int(seed)
    beginning, worlds = setting.beginning(domain, kind, seed)
    daemon = setting.daemon(domain, folder, beginning, is_traced=is_traced)
    random = randomness.Random("%s %s %d" % (domain, kind, seed))
    life = Life(daemon, setting.model(domain), worlds)
    is_full = False
    try:
        if arm:
            call, file, skip, action, error, times = arm
            life.may_be_killed = action.startswith("kill")
            # Orders may be on disk already when their log turns out to be full.
            is_full = life.must_stay = error == errno.ENOSPC and file in ("store", "log")
            daemon.faults.arm(call, file, skip, times, action, error)
        send(life, random, "c%d" % seed, BURSTS, kills and killer(daemon, life, random))
        send_last(life, random, "e%d" % seed)
        if is_full and daemon.runs:
            life.look_on_full_disk()
        before, random = daemon.faults.seen(), randomness.Random(name)
        # What fails at a stop needs one.
        is_at_end = arm is None or arm[2] >= setting.before.get((domain, kind, seed), before).get(arm[:2], 0)
        ending = signal.SIGTERM if is_at_end else random.choice((signal.SIGTERM, signal.SIGKILL))
        if daemon.runs:
            daemon.end(ending)
        counts = daemon.faults.seen()
        life.finish(ending, random)
        outcome.add(life)
        return life, before, counts
    finally:
        daemon.close()


def killer(daemon, life, random):
    """Kills at a random moment while requests are under way."""
    life.may_be_killed = True

    def kill():
        if random.random() < 0.25:
            time.sleep(random.choice((0, 0.0002, 0.001, 0.003)) * random.random())
            os.kill(daemon.process, signal.SIGKILL)
    return kill


# Faults


def counted(setting, domain, kind, seed):
    """How many calls of each kind a run has, from its start over its stop."""
    key = domain, kind, seed
    if key not in setting.counts:
        name = "%s/count/%s/%d" % key
        _, before, setting.counts[key] = lived(setting, Outcome(), setting.fresh("count"), name)
        setting.before[key] = before
    return setting.counts[key]


def plan(setting, domain, kind, seed, kills):
    """Every call of a run, in every way it can fail, once and for good."""
    random, groups = randomness.Random(seed), []
    for (call, file), count in sorted(counted(setting, domain, kind, seed).items()):
        if kills:
            # Three times: the start after the kill is killed, too, and the start after that.
            ways = [(action, 0, times) for action in ("kill", "killAfter") for times in (ONCE, 3)
                    if call not in ("read", "open")]
        else:
            ways = [way + (times,) for way in WAYS[call] for times in (ONCE, FOR_GOOD)]
        points = [(call, file, skip) + way for skip in range(count) for way in ways]
        random.shuffle(points)
        groups.append(points)
    # In turn from each kind of call, so that a short run has seen the rare ones as well.
    return [point for turn in itertools.zip_longest(*groups) for point in turn if point]


def cases(setting, domain, campaign, seed, share, shares):
    """Names of the cases of a seed, those of one worker of so many."""
    if campaign in ("faults", "kills"):
        runs = [(kind, own) for own in range(seed * SEEDS, (seed + 1) * SEEDS)
                for kind in beginnings(domain)]
        plans = [planned(setting, domain, campaign, kind, own, share, shares) for kind, own in runs]
        while plans:
            for names in list(plans):
                name = next(names, None)
                if name:
                    yield name
                else:
                    plans.remove(names)
    elif campaign == "power":
        for number in range(share, 100_000, shares):
            kind = beginnings(domain)[number // 2 % len(beginnings(domain))]
            yield "%s/power/%s/%d/%s" % (
                domain, kind, seed * 100_000 + number, "fault" if number % 2 else "whole")
    else:
        for number in range(share, 100_000, shares):
            yield "%s/flips/single/%d/%d" % (domain, seed, number)


def run_case(setting, name, folder, outcome):
    """Runs one case by its name; raises what it finds."""
    domain, campaign, kind, seed, *rest = name.split("/")
    if campaign == "power":
        power(setting, outcome, folder, name, rest[0] == "fault")
    elif campaign == "flips":
        flip(setting, outcome, folder, domain, int(seed), int(rest[0]))
    elif rest == ["random"]:
        lived(setting, outcome, folder, name, kills=True)
    else:
        call, file, skip, action, error, times = rest
        counted(setting, domain, kind, int(seed))
        lived(setting, outcome, folder, name, (call, file, int(skip), action, int(error), int(times)))


def planned(setting, domain, campaign, kind, seed, share, shares):
    """The names of the cases of one run; between kills at calls those at random moments."""
    for number, point in enumerate(plan(setting, domain, kind, seed, campaign == "kills")):
        if number % shares != share:
            continue
        yield "/".join(map(str, (domain, campaign, kind, seed) + point))
        if campaign == "kills":
            yield "%s/kills/%s/%d/random" % (domain, kind, seed * 100_000 + number)


# Power cuts

IMAGES = 24
# What a lost sync was for.
LOSSES = ("log", "log", "log", "store", "other", "folder")


def power(setting, outcome, folder, name, fails):
    """Records a life, and starts from the disks that power cuts in it would have left."""
    domain, _, kind, seed = name.split("/")[:4]
    random = randomness.Random(name)
    arm = None
    if fails and random.random() < 0.5:
        arm = "sync", random.choice(LOSSES), random.randint(0, 14), "lose", errno.EIO, ONCE
    elif fails:
        points = plan(setting, domain, kind, int(seed) // 100_000 * SEEDS, kills=False)
        arm = random.choice(points)[:5] + (ONCE,)
    beginning = setting.beginning(domain, kind, int(seed))
    life = lived(setting, Outcome(), folder, name, arm, is_traced=True)[0]
    trace = list(disk.entries(os.path.join(folder, "trace")))
    state = disk.Disk(os.path.join(folder, "state"), beginning[0] or setting.fresh("nothing"))
    cuts = sorted(random.sample(range(len(trace)), min(IMAGES, len(trace))))
    cuts[-1] = len(trace) - 1
    begun = 0
    for cut in cuts:
        for entry in trace[begun: cut + 1]:
            state.play(*entry[1:])
        begun = cut + 1
        for how in random.sample(disk.HOWS, 2):
            judge_cut(setting, outcome, folder, life, beginning[1], state, trace[cut][0], random, how)


def judge_cut(setting, outcome, folder, life, worlds, state, moment, random, how):
    """Starts on the disk of a moment, and judges by what was known then."""
    after = os.path.join(folder, "after")
    shutil.rmtree(after, ignore_errors=True)
    os.makedirs(os.path.join(after, "state"))
    disk.lay_out(state.after_cut(random, how), os.path.join(after, "state"))
    shutil.copytree(os.path.join(after, "state"), os.path.join(after, "disk"))
    daemon = setting.daemon(life.model.name, after)
    then = Life(daemon, life.model, worlds)
    try:
        known_at(then, life.events, moment)
        then.revive()
        then.repeat(random)
        then.model.check(then.wire)
        then.wire.close()
        if daemon.end() != 0:
            raise Failure("wrong", "stopped with a failure: %s" % daemon.said()[-600:])
        outcome.add(then)
    except Failure as failure:
        raise Failure(failure.kind, "power cut at %d, what was not synced: %s; %s" % (moment, how, failure))
    finally:
        daemon.close()


def known_at(then, events, moment):
    """What a client knew at a moment of a recorded life."""
    for event in events:
        if isinstance(event, tuple):
            place, seen = event
            if place <= moment:
                then.worlds = settle(then.model, then.worlds, seen)
                then.known, then.since, then.past = then.worlds, [], set()
            continue
        if event.sent >= moment:
            continue
        if isinstance(event, Repetition):
            repeated = advance_repeated(then.model, then.worlds, event.step, event.reply)
            then.worlds = repeated if event.answered <= moment else then.worlds | repeated
            continue
        step = copy.copy(event)
        if step.answered > moment and step.outcome == "acknowledged":
            step.outcome, step.reply = "unknown", None
        elif step.answered > moment and step.outcome == "refused":
            continue
        then.past.update(then.model.visible(state) for state, _ in then.worlds)
        then.worlds = advance(then.model, then.worlds, step)
        then.counts[step.outcome] += 1
        then.steps.append(step)
        then.since.append(step)
