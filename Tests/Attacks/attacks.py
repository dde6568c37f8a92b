"""The attacks: what is sent, by how many, how; and the two daemons with what is in them."""
import json
import os
import shutil
import struct


def frame(method, params=None, number=None, **more):
    message = {"jsonrpc": "2.0", "method": method, **more}
    if number is not None:
        message["id"] = number
    if params is not None:
        message["params"] = params
    return packed(json.dumps(message, ensure_ascii=False).encode())


def packed(payload):
    return struct.pack(">I", len(payload)) + payload


def batch(count, method, params=None):
    elements = []
    for number in range(count):
        element = {"jsonrpc": "2.0", "id": number, "method": method}
        if params is not None:
            element["params"] = params
        elements.append(element)
    return packed(json.dumps(elements).encode())


class Kind:
    """A daemon with the good client's two requests, and what its store holds before."""

    def __init__(self, program, read, change, fill=None):
        self.program, self.requests, self.fill = program, {"read": read, "change": change}, fill
        self.template = self.folder = None
        self.count = 0

    def prepare(self, folder, Daemon):
        self.folder = os.path.join(folder, self.program)
        os.mkdir(self.folder)
        if self.fill:
            daemon = Daemon(self)
            self.fill(daemon)
            daemon.process.terminate()
            daemon.process.wait()
            template = os.path.join(folder, self.program + ".state")
            shutil.copytree(daemon.state, template)
            daemon.end()
            self.template = template

    def file(self, name, payload=None):
        """Where a payload stands for the program that sends it."""
        self.count += 1
        path = os.path.join(self.folder, f"{self.count}")
        with open(path, "wb") as file:
            file.write(self.requests[name] if payload is None else payload)
        os.chmod(path, 0o644)
        return path


def ten_thousand(daemon):
    lines = [f"(B) project number {number} due:2027-0{1 + number % 9}-1{number % 9}" for number in range(10_000)]
    daemon.call("project.import", {"text": "\n".join(lines), "format": "todotxt", "zone": "UTC"})


def open_bank(daemon):
    daemon.call("bank.open")


BANK = Kind(
    "bankd", frame("bank.board", None, 1),
    frame("bank.service.set", {"service": "loan", "durationSeconds": 1.1}, 2), open_bank)
PROJECT = Kind(
    "projectd", frame("project.show", {"id": 1, "zone": "UTC"}, 1),
    frame("project.edit", {"id": 1, "group": "good ########", "zone": "UTC"}, 2), ten_thousand)


class Attack:
    def __init__(
        self, name, kind, options, *payloads, short=False, other=False, few=False, first=False,
        access=None, read=None
    ):
        self.name, self.kind, self.options = name, kind, options.split()
        self.given, self.isShort, self.isOtherUser = payloads, short, other
        self.hasFewDescriptors, self.goodComesFirst, self.access = few, first, access
        # What the good client reads instead, where the attack makes its usual answer longer: an answer
        # of a megabyte takes its time whoever asks.
        self.read = read

    def payloads(self, daemon):
        return self.given


ping = frame("mate.ping", None, 1)
TRY = {"_meta": {"dryRun": True}}
KEYED = {"_meta": {"idempotencyKey": "key-########"}}
MEGABYTE = 1_000_000
NESTED = [b"[" * depth + b"]" * depth for depth in (60, 66)]
IMPORT = {"text": "\n".join(f"tried {n}" for n in range(100)), "format": "todotxt", "zone": "UTC"}


def padded(head, tail, unit=b"x", count=MEGABYTE):
    return packed(head + unit * (count // len(unit)) + tail)


ATTACKS = [
    Attack("pings", BANK, "-c 8 -d 64", ping, short=True),
    Attack("pings, never read", BANK, "-c 16 -d 0", ping * 100, short=True),
    Attack("pings of another user", BANK, "-c 64 -d 64", ping * 16, other=True),
    Attack("byte by byte", BANK, "-c 100 -d 1 -b 1 -i 1000", frame("mate.ping", {"text": "x" * 60}, 1)),
    Attack("writes", BANK, "-c 8 -d 32", frame("bank.service.set", {"service": "deposit", "durationSeconds": 1}, 1)),
    Attack("a line that grows", BANK, "-c 8 -d 32", frame("bank.take", {"service": "deposit"}, 1), read=frame("bank.service.list", None, 1)),
    Attack("writes that come back at once", BANK, "-c 16 -d 1 -x", frame("bank.service.set", {"service": "loan", "durationSeconds": 1}, 1)),
    Attack("writes on 10,000 projects", PROJECT, "-c 8 -d 16", frame("project.edit", {"id": 2, "group": "bad ########", "zone": "UTC"}, 1)),
    Attack("writes with keys", BANK, "-c 8 -d 32", frame("bank.service.set", {"service": "deposit", "durationSeconds": 1, **KEYED}, 1)),
    Attack("notifications that write", BANK, "-c 8 -d 0 -r 0", frame("bank.service.set", {"service": "deposit", "durationSeconds": 1}) * 50),
    Attack("dry runs on 10,000 projects", PROJECT, "-c 8 -d 16", frame("project.edit", {"id": 3, "group": "tried", "zone": "UTC", **TRY}, 1), short=True),
    Attack("dry runs of additions", PROJECT, "-c 8 -d 16", frame("project.add", {"title": "tried", "zone": "UTC", **TRY}, 1)),
    Attack("dry runs of imports", PROJECT, "-c 2 -d 1", frame("project.import", {**IMPORT, **TRY}, 1)),
    Attack("dry runs of the bank", BANK, "-c 8 -d 16", frame("bank.add", {"count": 10, **TRY}, 1)),
    Attack("batches of 1,000 pings", BANK, "-c 2 -d 2", batch(1000, "mate.ping"), short=True),
    Attack("batches of 1,000 pings of 1 KB", BANK, "-c 2 -d 2", batch(900, "mate.ping", {"text": "x" * 1000})),
    Attack("batches of rpc.discover", BANK, "-c 2 -d 1", batch(1000, "rpc.discover"), short=True),
    Attack("batches of lists of 10,000 projects", PROJECT, "-c 2 -d 1", batch(1000, "project.list"), short=True),
    Attack("batches of changes", PROJECT, "-c 2 -d 1", batch(1000, "project.edit", {"id": 4, "group": "bad ########", "zone": "UTC"})),
    Attack("batches of changes, never read", BANK, "-c 8 -d 0", batch(1000, "bank.service.set", {"service": "loan", "durationSeconds": 1})),
    Attack("90,000 keys", BANK, "-c 2 -d 2", packed(b'{"jsonrpc":"2.0","id":1,"method":"mate.ping","params":{' + b",".join(b'"k%d":1' % n for n in range(70_000)) + b"}}"), short=True),
    Attack("90,000 unknown members of an envelope", BANK, "-c 2 -d 2", packed(b"{" + b",".join(b'"k%d":1' % n for n in range(70_000)) + b"}")),
    Attack("deep nesting", BANK, "-c 4 -d 8", *[packed(b'{"jsonrpc":"2.0","id":1,"method":"mate.ping","params":{"a":[' + b",".join([nested] * 7000) + b"]}}") for nested in NESTED]),
    Attack("a method's name of 1 MB", BANK, "-c 2 -d 1", padded(b'{"jsonrpc":"2.0","id":1,"method":"', b'"}'), short=True),
    Attack("a method's name of 1 MB of Hangul", PROJECT, "-c 2 -d 1", padded(b'{"jsonrpc":"2.0","id":1,"method":"', b'"}', "한".encode())),
    Attack("many unknown methods", BANK, "-c 8 -d 32", frame("bank.tak########", None, 1), short=True),
    Attack("an id of 1 MB", BANK, "-c 2 -d 1", padded(b'{"jsonrpc":"2.0","method":"mate.ping","id":"', b'"}')),
    Attack("texts of 1 MB", BANK, "-c 2 -d 2", padded(b'{"jsonrpc":"2.0","id":1,"method":"mate.ping","params":{"text":"', b'"}}')),
    Attack("texts of 1 MB in escapes", BANK, "-c 2 -d 2", padded(b'{"jsonrpc":"2.0","id":1,"method":"mate.ping","params":{"text":"', b'"}}', b"\\u0000")),
    Attack("frames of 40 MB", PROJECT, "-c 4 -d 1", padded(b'{"jsonrpc":"2.0","id":1,"method":"mate.ping","params":{"text":"', b'"}}', b"x", 40 * MEGABYTE)),
    Attack("frames of 40 MB in escapes", PROJECT, "-c 4 -d 1", padded(b'{"jsonrpc":"2.0","id":1,"method":"mate.ping","params":{"text":"', b'"}}', b"\\u0000", 40 * MEGABYTE)),
    Attack("frames of 40 MB of Hangul", PROJECT, "-c 4 -d 1", padded(b'{"jsonrpc":"2.0","id":1,"method":"mate.ping","params":{"text":"', b'"}}', "한".encode(), 40 * MEGABYTE)),
    Attack("keys of 40 MB", PROJECT, "-c 4 -d 1", padded(b'{"jsonrpc":"2.0","id":1,"method":"mate.ping","params":{"_meta":{"idempotencyKey":"', b'"}}}', b"\\u0000", 40 * MEGABYTE)),
    Attack("imports of 40 MB", PROJECT, "-c 4 -d 1", padded(b'{"jsonrpc":"2.0","id":1,"method":"project.import","params":{"format":"todotxt","text":"', b'"}}', b"\\u0000", 40 * MEGABYTE)),
    Attack("no JSON", BANK, "-c 8 -d 32", packed(b"{nothing"), short=True),
    Attack("frames of no bytes", BANK, "-c 16 -x -d 1", packed(b"")),
    Attack("frames of 4 GB", BANK, "-c 16 -x -d 1", b"\xff\xff\xff\xff" + b"x" * 1000),
    Attack("half frames of 1 MB, held", BANK, "-c 300 -o", struct.pack(">I", 1 << 20) + b"x" * ((1 << 20) - 1), short=True),
    Attack("half frames of 40 MB, held", PROJECT, "-c 60 -o", struct.pack(">I", 40 * MEGABYTE) + b"x" * (10 * MEGABYTE)),
    Attack("long lists, read slowly", PROJECT, "-c 60 -d 4 -k 4096 -i 2000", frame("project.list", {"zone": "UTC"}, 1), short=True),
    Attack("long lists, never read", PROJECT, "-c 100 -d 0", frame("project.list", {"zone": "UTC"}, 1) * 20),
    Attack("long lists", PROJECT, "-c 4 -d 1", frame("project.list", {"zone": "UTC"}, 1)),
    Attack("long lists in many zones", PROJECT, "-c 4 -d 1", *[frame("project.list", {"zone": zone}, 1) for zone in ("UTC", "Asia/Seoul", "America/New_York", "Europe/Berlin")]),
    Attack("texts looked for in 10,000 projects", PROJECT, "-c 4 -d 4", frame("project.list", {"text": "nowhere", "zone": "UTC"}, 1)),
    Attack("1,000 streams, never read", PROJECT, "-c 4 -o -d 0", b"".join(frame("project.watch", {"zone": "UTC"}, n) for n in range(250)), short=True),
    Attack("descriptions, never read", BANK, "-c 64 -d 0", frame("rpc.discover", None, 1) * 50),
    Attack("descriptions", BANK, "-c 8 -d 8", frame("rpc.discover", None, 1)),
    Attack("cancellations", BANK, "-c 8 -d 0 -r 0", frame("$/cancel", {"id": 1}) * 100),
    Attack("one id again and again", PROJECT, "-c 8 -d 32", frame("project.export", {"format": "json"}, 1)),
    Attack("tasks that time out", PROJECT, "-c 16 -d 16", frame("project.export", {"format": "json", "_meta": {"timeoutMs": 1}}, "t########"), short=True),
    Attack("tasks whose client goes", PROJECT, "-c 32 -d 0 -x", frame("project.export", {"format": "json"}, 1)),
    Attack("opening and closing", BANK, "-c 32 -x -d 1", ping),
    Attack("2,000 idle connections", BANK, "-c 2000 -o -d 1", ping),
    Attack("5,000 connections, more than there may be", BANK, "-c 5000 -o -l -d 1", ping, first=True),
    Attack("no descriptor left", BANK, "-c 200 -o -l -d 1", ping, few=True, first=True, short=True),
    Attack("refusals", BANK, "-c 8 -d 32", frame("bank.leave", {"ticket": 999999}, 1)),
    Attack("calls without the right", BANK, "-c 8 -d 32", frame("bank.take", {"service": "deposit"}, 1), other=True, access={"others": "read"}),
    Attack("calls without any right", BANK, "-c 14 -d 1", padded(b'{"jsonrpc":"2.0","id":1,"method":"', b'"}'), other=True, access={"others": "none"}),
]
