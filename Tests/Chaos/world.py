"""What a daemon may know after all that was sent to it, and whether it does.

A *world* is one state that the daemon may be in. Each request that is acknowledged takes every world one
step on, a refusal leaves them, and a request whose outcome is not known doubles them: with it and without.
What is read after a restart must be one of them; the others then fall away.
"""
import os

# Codes of errors that say what became of a change.
STORAGE_FAILED, OUTCOME_UNKNOWN, SHUTTING_DOWN = -32007, -32008, -32006


class Failure(Exception):
    """A promise that was broken; `kind` is the column of the table that counts it."""

    def __init__(self, kind, sentence):
        super().__init__(sentence)
        self.kind = kind


class NotRead(Exception):
    """A read was answered by an error."""


def read(wire, method, **params):
    reply = wire.call(method, **params)
    if "error" in reply:
        raise NotRead("%s: %s" % (method, reply["error"]))
    return reply["result"]


class Step:
    """One request, and what became of it."""

    def __init__(self, method, params, key=None, is_dry=False):
        self.method, self.params, self.key, self.is_dry = method, params, key, is_dry
        self.number = None
        # Places in the trace: when it was sent, and when its reply was there.
        self.sent = self.answered = 0
        self.outcome, self.reply = "unknown", None
        # Not for what means another thing when it comes later than it was meant.
        self.can_have_key = True
        # Seconds to wait for the end of a stream, which a disk that fails may delay; None for a reply.
        self.patience = None

    @property
    def is_stream(self):
        return self.method in ("bank.run", "transit.gtfs.import")

    @property
    def call(self):
        meta = {}
        if self.key:
            meta["idempotencyKey"] = self.key
        if self.is_dry:
            meta["dryRun"] = True
        return self.method, {**self.params, "_meta": meta} if meta else self.params

    def take(self, reply):
        self.reply = reply
        if "result" in reply:
            self.outcome = "acknowledged"
        elif reply["error"]["code"] == OUTCOME_UNKNOWN:
            self.outcome = "unknown"
        elif reply["error"]["code"] == SHUTTING_DOWN and self.is_stream:
            self.outcome = "unknown"  # The end of a stream that may have begun.
        elif reply["error"]["code"] in (STORAGE_FAILED, SHUTTING_DOWN):
            self.outcome = "failed"
        else:
            self.outcome = "refused"

    def __str__(self):
        answer = self.reply.get("error", self.reply.get("result")) if self.reply else "no reply"
        return "%d %s %s %s: %s %.200s" % (
            self.number, self.method, self.params, self.key or "", self.outcome, answer)


# Worlds: a set of (state, numbers of the keyed steps of unknown outcome that took effect in it).


def advance(model, worlds, step, outcome=None):
    """The worlds after a step."""
    outcome = outcome or step.outcome
    if step.is_dry or outcome == "failed":
        return worlds
    after = {(model.apply(state, step.method, step.params), done) for state, done in worlds} \
        if outcome == "acknowledged" else None
    if outcome == "acknowledged":
        after = {(state, done) for state, done in after
                 if state is not None and model.agrees(state, step.method, step.reply["result"])}
    elif outcome == "refused":
        after = {(state, done) for state, done in worlds
                 if model.apply(state, step.method, step.params) is None
                 or hasattr(model, "may_refuse") and model.may_refuse(step.method)}
    else:
        after = set(worlds)
        for state, done in worlds:
            changed = model.apply(state, step.method, step.params)
            if changed is not None:
                after.add((changed, done | {step.number} if step.key else done))
    if not after:
        raise Failure("wrong", "no state allows the answer to step %s" % step)
    return after


def advance_repeated(model, worlds, step, reply):
    """The worlds after a step of unknown outcome was sent again under its key."""
    after = set()
    for state, done in worlds:
        if step.number in done:
            if "result" in reply:
                after.add((state, done))
            continue
        changed = model.apply(state, step.method, step.params)
        if "result" in reply and changed is not None:
            after.add((changed, done | {step.number}))
        elif "error" in reply and changed is None:
            after.add((state, done))
    if not after:
        raise Failure("doubled", "repeated, no state allows the answer: %s; now %s" % (step, reply))
    return after


def settle(model, worlds, seen, past=()):
    """The worlds that look like what was read; `past` is what was seen before and is no more."""
    left = {(state, done) for state, done in worlds if model.visible(state) == seen}
    if left:
        return left
    expected = [model.visible(state) for state, _ in worlds]
    size = model.size(seen)
    kind = "wrong"
    if seen in past or size < min(model.size(other) for other in expected):
        kind = "lost"
    elif size > max(model.size(other) for other in expected):
        kind = "doubled"
    closest = min(expected, key=lambda other: len(difference(seen, other)))
    raise Failure(kind, "%s (%d states were possible)" % (difference(seen, closest), len(expected)))


def difference(seen, expected):
    """Where two states differ, without what they have in common."""
    lines = []
    for one, other in zip(seen, expected):
        if one == other:
            continue
        if isinstance(one, tuple) and isinstance(other, tuple):
            start = os.path.commonprefix([one, other])
            one, other = one[len(start):], other[len(start):]
            end = len(os.path.commonprefix([one[::-1], other[::-1]]))
            one, other = one[: len(one) - end], other[: len(other) - end]
        lines.append("read %.300s\nbut it must be %.300s" % (one, other))
    return "\n".join(lines)
