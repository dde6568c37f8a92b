"""One bit flips in what a kill left: then it is all there, or refused loudly, or of a kind that is told.

What cannot be told: the last commit of the log and the last record of the redo log, which look as if
they had been torn by a power cut before anybody was answered; and values in the store's own pages, which
have no checksum. These are counted as tolerated, everything else that is served wrong is a failure.
"""
import os
import random as randomness
import signal

from daemon import Gone, Wire
from life import Life
from world import Failure, NotRead, advance, difference

BLOCK = 4096


def flip(setting, outcome, folder, domain, seed, number):
    beginning, worlds = setting.beginning(domain, "single", seed)
    model, random = setting.model(domain), randomness.Random("flip %s %d %d" % (domain, seed, number))
    names = [model.domain + end for end in (".db-wal", ".db-redo", ".db")]
    name = random.choice([one for one in names if os.path.exists(os.path.join(beginning, model.domain, one))])
    daemon = setting.daemon(domain, folder, beginning)
    life = Life(daemon, model, worlds)
    path = os.path.join(daemon.state, name)
    place, bit = place_in(path, random), 1 << random.randrange(8)
    toggle(path, place, bit)
    what = "bit %d of byte %d of %s flipped" % (bit, place, name)
    try:
        seen = seen_after(life)
        daemon.end(signal.SIGKILL)
        expected = {model.visible(state) for state, _ in worlds}
        if seen is None:
            outcome.counts["refusedStarts"] += 1
            put_right(life, path, place, bit)
        elif seen not in expected:
            trail = setting.trails[domain, "single", seed]
            if not name.endswith(".db") and not is_last(trail, seen, name):
                raise Failure("silent", "served without a word: " + difference(seen, expected.pop()))
            outcome.counts["tolerated"] += 1
        outcome.counts["cases"] += 1
    except Failure as failure:
        raise Failure(failure.kind, "%s: %s" % (what, failure))
    finally:
        daemon.close()


def place_in(path, random):
    """A byte of a file; of a redo log mostly one in its first blocks, as the others are zeros."""
    size = os.stat(path).st_size
    if path.endswith("-redo") and random.random() < 0.9:
        size = min(size, 64 * BLOCK)
        return random.randrange(size // BLOCK) * BLOCK + random.randrange(256)
    return random.randrange(size)


def toggle(path, place, bit):
    with open(path, "r+b") as file:
        file.seek(place)
        byte = file.read(1)[0]
        file.seek(place)
        file.write(bytes([byte ^ bit]))


def seen_after(life):
    """What is served; None where it is refused in words."""
    life.daemon.start()
    wire = Wire(life.daemon)
    try:
        wire.call("mate.ping")
        return life.model.observe(wire)
    except NotRead:
        return None
    except Gone:
        status = life.daemon.wait()
        said = life.daemon.said()
        if status < 0:
            raise Failure("crashed", "ended by signal %d: %s" % (-status, said[-600:]))
        if not said.strip():
            raise Failure("silent", "ended with status %d and not a word" % status)
        return None
    finally:
        wire.close()


def put_right(life, path, place, bit):
    """A refused start has changed nothing: with the bit as it was everything is there."""
    if not os.path.exists(path) or os.stat(path).st_size <= place:
        raise Failure("lost", "a refused start has changed the file: %s" % life.daemon.said()[-600:])
    toggle(path, place, bit)
    life.daemon.start()
    life.wire = Wire(life.daemon)
    try:
        life.wire.call("mate.ping")
        life.look()
    except (Gone, NotRead) as error:
        raise Failure("lost", "after a refused start, and the bit put right: %s %s"
                      % (error, life.daemon.said()[-600:]))
    life.wire.close()
    life.daemon.end(signal.SIGKILL)


def is_last(trail, seen, name):
    """Whether no more is missing than the last commit, or the last record.

    The last commit of a bar may be one that took in all orders of the redo log.
    """
    places = [place for place, (state, _) in enumerate(trail) if state == seen]
    if not places:
        return False
    # A step that was refused has no commit and no record.
    steps = zip(trail[places[-1]:], trail[places[-1] + 1:])
    lost = [method for (before, _), (after, method) in steps if before != after]
    if name.endswith("-redo"):
        return len(lost) <= 1
    return len(lost) <= 1 or all(method == "juice.order" for method in lost)


def trail_of(life, worlds):
    """(what was to be seen, by which method) after each step of a life that knew all outcomes."""
    trail = []
    for step in life.steps:
        worlds = advance(life.model, worlds, step)
        trail += [(life.model.visible(state), step.method) for state, _ in worlds]
    return trail
