"""Time per command of command-line task managers on large lists (one process per command).

usage: run.py [--sizes 10000,100000] [--runs R] [--tools mate,floor,floor-daemon,task,todo-txt,todoman] [--dir D]
              [--todoman-max N] [--json FILE]
What `mate` is beyond of what docs/performance.md promises is named at the end, and the exit status is 1 then.
Tools that are not installed are skipped. Debian packages: taskwarrior, todotxt-cli, todoman.
`mate` is `matectl project` of this repository's release build, with its daemon running.
All data lives in one fresh directory under --dir, removed at the end."""
import argparse, datetime, json, os, random, shutil, socket, statistics, struct, subprocess, tempfile, time, uuid

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(here))
ap = argparse.ArgumentParser()
ap.add_argument("--sizes", default="10000,100000")
ap.add_argument("--runs", type=int, default=3)
ap.add_argument("--tools", default="mate,floor,floor-daemon,task,todo-txt,todoman")
ap.add_argument("--dir", default=".")
ap.add_argument("--todoman-max", type=int, default=10000)
ap.add_argument("--json")
a = ap.parse_args()
base = tempfile.mkdtemp(prefix="taskbench.", dir=a.dir)
launcher = os.path.join(base, "timed")
subprocess.run(["cc", "-O2", "-o", launcher, here + "/timed.c"], check=True)


def timed(argv, runs, env=None):
    """list of (seconds, cpu seconds, peak MiB, wait status)"""
    e = dict(os.environ, LC_ALL="C.UTF-8", **(env or {}))
    o = subprocess.run([launcher, str(runs)] + argv, env=e, capture_output=True, text=True, check=True).stdout
    return [(float(x), float(c), int(k) / 1024, int(st)) for x, c, k, st in (line.split() for line in o.splitlines())]


def rows(n):
    r = random.Random(1)
    now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    for i in range(n):
        yield (str(uuid.UUID(int=r.getrandbits(128), version=4)), f"task number {i} write the report",
               now + datetime.timedelta(minutes=r.randint(-43200, 525600)), f"p{i % 50}", f"t{i % 7}")


class Mate:
    """A few frames of the wire: enough to fill a board and to ask how the daemon is."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.file = self.socket.makefile("rb")

    def send(self, i, method, params):
        body = json.dumps({"jsonrpc": "2.0", "id": i, "method": method, "params": params}).encode()
        self.socket.sendall(struct.pack(">I", len(body)) + body)

    def receive(self):
        reply = json.loads(self.file.read(struct.unpack(">I", self.file.read(4))[0]))
        if "error" in reply:
            raise SystemExit(f"mate: {reply['error']}")
        return reply["result"]


def setup_mate(n, d):
    binaries = root + "/.build/release"
    run = tempfile.mkdtemp(prefix="mate.")  # short: the path of a socket has room for 107 bytes
    folders.append(run)
    env = {"MATE_RUNTIME_DIR": run, "MATE_STATE_DIR": d + "/state", "MATE_LOG": "file",
           "MATE_DOMAINS_PATH": root + "/deploy/domains"}
    servers.append(subprocess.Popen([binaries + "/projectd", "--socket", run + "/project.sock"],
                                    env=dict(os.environ, **env)))
    while not os.path.exists(run + "/project.sock"):
        time.sleep(0.02)
    mate = Mate(run + "/project.sock")
    sent = 0
    for i, (_, text, due, p, t) in enumerate(rows(n)):
        mate.send(i, "project.add", {"title": text, "due": f"{due:%Y-%m-%dT%H:%M:%SZ}", "group": p, "tags": [t]})
        sent += 1
        if sent == 1000:
            for _ in range(sent):
                mate.receive()
            sent = 0
    for _ in range(sent):
        mate.receive()
    x = [binaries + "/matectl", "project"]
    return None, {"add": x + ["add", "hello", "--due", "tomorrow"], "list all": x + ["list"],
                  "list all, plain": x + ["list", "--output", "plain"],
                  "list all, json": x + ["list", "--json"], "next": x + ["next"],
                  "search": x + ["search", "number", "77"],
                  "export ics": x + ["export", "--format", "ics"],
                  "board": x + ["board"], "undo": x + ["undo"]}, env


# What docs/performance.md promises: of so many projects a command, median milliseconds, or the daemon's MiB.
promised = {(100000, "add"): 3, (100000, "next"): 3, (100000, "list all"): 15, (100000, "search"): 10,
            (10000, "export ics"): 50, (100000, "memory"): 80}
missed = []


def judge(n, what, value, unit):
    limit = promised.get((n, what))
    if limit is not None and value > limit:
        missed.append(f"{what} of {n:,}: {value:.1f} {unit}, {limit} promised")


def memory(process):
    """Resident and peak MiB of a process."""
    with open(f"/proc/{process.pid}/status") as f:
        kib = {line.split(":")[0]: line.split()[1] for line in f if line.startswith(("VmRSS", "VmHWM"))}
    return int(kib["VmRSS"]) / 1024, int(kib["VmHWM"]) / 1024


def setup_floor(n, d):
    exe = d + "/floor_task"
    subprocess.run(["cc", "-O2", "-o", exe, here + "/floor_task.c"], check=True)
    with open(d + "/f", "w") as o:
        for _, text, due, p, t in rows(n):
            o.write(f"{due:%Y%m%d%H%M%S}\t{text} +{p} @{t}\n")
    return None, {"add": [exe, "add", d + "/f", "hello"], "list all": [exe, "list", d + "/f"], "next": [exe, "next", d + "/f"]}, {}


def setup_floor_daemon(n, d):
    exe = d + "/taskd_floor"
    subprocess.run(["cc", "-O2", "-o", exe, here + "/taskd_floor.c"], check=True)
    with open(d + "/f", "w") as o:
        for _, text, due, p, t in rows(n):
            o.write(f"{due:%Y%m%d%H%M%S}\t{text} +{p} @{t}\n")
    sock = os.path.join(tempfile.gettempdir(), f"taskd_floor.{os.getpid()}.{n}")
    servers.append(subprocess.Popen([exe, "serve", sock, d + "/f"]))
    for _ in range(100):
        if os.path.exists(sock):
            break
        time.sleep(0.05)
    return None, {"add": [exe, "add", sock, "hello"], "list all": [exe, "list", sock], "next": [exe, "next", sock]}, {}


def setup_task(n, d):
    os.mkdir(d + "/data")
    with open(d + "/rc", "w") as o:
        o.write(f"data.location={d}/data\nconfirmation=no\nnews.version=9.9\nverbose=nothing\ndetection=off\ndefaultwidth=120\n")
    with open(d + "/in.json", "w") as o:
        o.write("[\n" + ",\n".join(json.dumps({
            "uuid": u, "status": "pending", "entry": "20260101T000000Z", "description": text,
            "due": f"{due:%Y%m%dT%H%M%SZ}", "project": p, "tags": [t]}) for u, text, due, p, t in rows(n)) + "\n]\n")
    x = shutil.which("task")
    env = {"TASKRC": d + "/rc"}
    return ([x, "import", d + "/in.json"],
            {"add": [x, "add", "hello", "due:tomorrow"], "list all": [x, "list"], "next": [x, "next"],
             "modify one": [x, "5", "modify", "priority:H"], "export": [x, "export"], "undo": [x, "undo"]}, env)


def setup_todo_txt(n, d):
    with open(d + "/cfg", "w") as o:
        o.write(f'export TODO_DIR="{d}"\nexport TODO_FILE="{d}/todo.txt"\nexport DONE_FILE="{d}/done.txt"\n'
                f'export REPORT_FILE="{d}/report.txt"\n')
    with open(d + "/todo.txt", "w") as o:
        for _, text, due, p, t in rows(n):
            o.write(f"2026-01-01 {text} +{p} @{t} due:{due:%Y-%m-%d}\n")
    x = shutil.which("todo-txt")
    return None, {"add": [x, "-d", d + "/cfg", "add", "hello due:2026-12-01"], "list all": [x, "-d", d + "/cfg", "list"]}, {}


def setup_todoman(n, d):
    os.mkdir(d + "/cal")
    for u, text, due, p, t in rows(n):
        with open(f"{d}/cal/{u}.ics", "w") as o:
            o.write("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench//EN\r\nBEGIN:VTODO\r\n"
                    f"UID:{u}\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:{text}\r\nDUE:{due:%Y%m%dT%H%M%SZ}\r\n"
                    f"CATEGORIES:{t}\r\nSTATUS:NEEDS-ACTION\r\nEND:VTODO\r\nEND:VCALENDAR\r\n")
    with open(d + "/config.py", "w") as o:
        o.write(f'path = "{d}/cal"\ncache_path = "{d}/cache.sqlite3"\ndefault_list = "cal"\n'
                'date_format = "%Y-%m-%d"\ntime_format = "%H:%M"\n')
    x = shutil.which("todoman")
    c = [x, "--config", d + "/config.py"]
    return c + ["list"], {"add": c + ["new", "hello"], "list all": c + ["list"]}, {"HOME": d}


tools = {"mate": setup_mate, "floor": setup_floor, "floor-daemon": setup_floor_daemon, "task": setup_task, "todo-txt": setup_todo_txt, "todoman": setup_todoman}
probe = {"mate": root + "/.build/release/projectd", "floor": "cc", "floor-daemon": "cc", "task": "task", "todo-txt": "todo-txt", "todoman": "todoman"}
out, servers, folders = [], [], []
try:
    spawn = statistics.median(x[0] for x in timed(["/bin/true"], 300))
    print(f"spawn + exit of /bin/true: {spawn*1e3:.2f} ms\n")
    print("| tool | tasks | command | median ms | min-max ms | median CPU ms | peak MiB |\n|---|---|---|---|---|---|---|")
    for n in [int(x) for x in a.sizes.split(",")]:
        for t in a.tools.split(","):
            if not shutil.which(probe[t]) or (t == "todoman" and n > a.todoman_max):
                continue
            d = os.path.join(base, f"{t}{n}")
            os.mkdir(d)
            load, cmds, env = tools[t](n, d)
            # What takes milliseconds is timed more often than what takes seconds.
            runs = a.runs * (1 if t in ("task", "todo-txt", "todoman") else 5)
            todo = ([("first load", load, 1)] if load else []) + [(c, v, runs) for c, v in cmds.items()]
            for name, argv, runs in todo:
                xs = timed(argv, runs, env)
                ms = [x[0] * 1e3 for x in xs]
                bad = "" if all(x[3] == 0 for x in xs) else f" (exit {os.waitstatus_to_exitcode(xs[0][3])})"
                print(f"| {t} | {n:,} | {name}{bad} | {statistics.median(ms):,.1f} | {min(ms):,.1f}-{max(ms):,.1f} | "
                      f"{statistics.median(x[1] for x in xs)*1e3:,.1f} | {statistics.median(x[2] for x in xs):.0f} |", flush=True)
                if t == "mate":
                    judge(n, name, statistics.median(ms), "ms")
                out.append({"tool": t, "tasks": n, "command": name, "ms": ms, "cpu_ms": [x[1] * 1e3 for x in xs], "mib": [x[2] for x in xs], "status": [x[3] for x in xs]})
            if t == "mate":
                now, most = memory(servers[0])
                judge(n, "memory", now, "MiB")
                print(f"| mate | {n:,} | memory of the daemon, MiB: {now:.0f} now, {most:.0f} at most | | | | |", flush=True)
            for x in servers:
                x.terminate()
                x.wait()
            servers.clear()
            shutil.rmtree(d)
    if a.json:
        json.dump(out, open(a.json, "w"), indent=1)
finally:
    for x in servers:
        x.kill()
    for n in a.sizes.split(","):
        sock = os.path.join(tempfile.gettempdir(), f"taskd_floor.{os.getpid()}.{n}")
        if os.path.exists(sock):
            os.unlink(sock)
    for folder in folders + [base]:
        shutil.rmtree(folder, ignore_errors=True)
if missed:
    raise SystemExit("beyond what is promised: " + "; ".join(missed))
