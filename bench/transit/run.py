#!/usr/bin/env python3
"""Timetables: transitd beside other readers of GTFS, in one run: import, memory, the next ten departures.

    bench/transit/run.py --transitd PROGRAM [--stop-times 3000000] [--rounds 2] [--only a,b] [--dir D] [--json FILE]

The feed is made by gen_gtfs.py beside this file, the same bytes on every machine, and kept under --dir. Each
reader runs in a process of its own, one after another, round by round, so that whatever else the machine does
meets all of them. All must give the same first departure; one that does not ends the run.
The run fails where transitd is beyond what is promised: 12 s, 200 MiB, and 0.1 ms for the next ten departures over an
empty call. Peers that are not installed are left out and named: the sqlite3 shell, and from PyPI partridge and gtfs-kit.
Needs: cc, libsqlite3-dev.
"""
import argparse
import calendar
import csv
import io
import json
import os
import pathlib
import resource
import shutil
import socket
import sqlite3
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
STOP, DATE, AT = "S00042_1", "20260304", "08:00:00"
PEERS = ["transitd", "c_sqlite", "csv_sqlite", "sqlite_cli", "gtfs_kit", "partridge"]
QUERIES = 500


def seconds(text):
    hours, minutes, rest = text.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + int(rest)


def services(feed):
    """The services that run on the date, by both calendars."""
    name = "monday tuesday wednesday thursday friday saturday sunday".split()[time.strptime(DATE, "%Y%m%d").tm_wday]
    running = set()
    with zipfile.ZipFile(feed) as archive:
        with archive.open("calendar.txt") as file:
            for row in csv.DictReader(io.TextIOWrapper(file, "utf-8-sig")):
                if row[name] == "1" and row["start_date"] <= DATE <= row["end_date"]:
                    running.add(row["service_id"])
        with archive.open("calendar_dates.txt") as file:
            for row in csv.DictReader(io.TextIOWrapper(file, "utf-8-sig")):
                if row["date"] == DATE:
                    (running.add if row["exception_type"] == "1" else running.discard)(row["service_id"])
    return sorted(running)


def timed(query, count):
    """The answer, the first time and the median of the others in milliseconds."""
    start = time.perf_counter()
    answer = query()
    first = time.perf_counter() - start
    times = []
    for _ in range(count):
        start = time.perf_counter()
        answer = query()
        times.append(time.perf_counter() - start)
    return answer, first * 1000, statistics.median(times) * 1000


def result(load, peak, file, query, count, read=list):
    answer, first, median = timed(query, count)
    answer = read(answer)
    return {"load_s": round(load, 2), "peak_mib": round(peak), "file_mib": round(file), "first_ms": round(first, 3),
            "query_ms": round(median, 3), "rows": len(answer), "first": answer[0]}


def peak_of_this():
    """MiB of this process or its largest child."""
    return max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) / 1024


# Ours: the daemon, over its socket


class Daemon:
    def __init__(self, program, folder):
        self.folder = folder
        path = os.path.join(folder, "transit.sock")
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen(16)
        environment = dict(os.environ, MATE_STATE_DIR=os.path.join(folder, "state"), MATE_LOG="file", LISTEN_FDS="1",
                           LISTEN_FDNAMES="transit", MATE_CLIENT_STARTED="1")

        def pass_listener():
            os.dup2(listener.fileno(), 3)
            os.set_inheritable(3, True)


        # LISTEN_PID is the daemon's own: the shell knows it and becomes the daemon.
        self.process = subprocess.Popen(["/bin/sh", "-c", "LISTEN_PID=$$ exec \"$0\"", program], env=environment,
                                        preexec_fn=pass_listener, close_fds=False, stderr=subprocess.DEVNULL)
        listener.close()
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(path)
        self.number = 0

    def read(self, count):
        data = b""
        while len(data) < count:
            piece = self.connection.recv(count - len(data))
            if not piece:
                raise SystemExit("transitd is gone")
            data += piece
        return data

    def call(self, method, params):
        self.number += 1
        body = json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}).encode()
        self.connection.sendall(struct.pack(">I", len(body)) + body)
        while True:
            reply = json.loads(self.read(struct.unpack(">I", self.read(4))[0]))
            if reply.get("id") != self.number or "method" in reply:
                continue
            if "error" in reply:
                raise SystemExit(f"{method}: {reply['error']}")
            return reply["result"]

    def memory(self, field):
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith(field + ":"):
                return int(line.split()[1]) / 1024
        return 0

    def stop(self):
        self.process.terminate()
        self.process.wait()


def transitd(feed, program):
    folder = tempfile.mkdtemp(prefix="tb.")
    daemon = Daemon(program, folder)
    try:
        daemon.call("mate.ping", {})
        start = time.perf_counter()
        daemon.call("transit.gtfs.import", {"path": os.path.abspath(feed), "name": "bench"})
        load = time.perf_counter() - start
        peak = daemon.memory("VmHWM")
        after = daemon.memory("VmRSS")
        file = sum(path.stat().st_size for path in pathlib.Path(folder).rglob("*.feed")) / (1 << 20)

        midnight = 1772550000  # 2026-03-04 00:00 in Seoul

        def query():
            return daemon.call("transit.departures", {"stop": STOP, "at": "2026-03-04T08:00", "limit": 10})["departures"]

        def read(rows):
            moments = [time.strptime(row["scheduledAt"][:19], "%Y-%m-%dT%H:%M:%S") for row in rows]
            return [f"{calendar.timegm(moment) - midnight} {row['trip']}" for moment, row in zip(moments, rows)]

        numbers = result(load, peak, file, query, QUERIES, read)
        # What the socket and this script cost is measured by a call that does nothing.
        _, _, ping = timed(lambda: [daemon.call("mate.ping", {})], QUERIES)
        numbers.update(ping_ms=round(ping, 3), after_mib=round(after))
        return numbers
    finally:
        daemon.stop()
        shutil.rmtree(folder)


# SQLite, written by others

SQL = ("SELECT st.dep, t.trip_id FROM st JOIN trip t ON t.id = st.trip JOIN stop s ON s.id = st.stop "
       "WHERE s.stop_id = ? AND st.dep >= ? AND t.service IN ({}) ORDER BY st.dep, t.trip_id LIMIT 10")


def ask_sqlite(path, feed, load):
    running = services(feed)
    database = sqlite3.connect(path)
    sql = SQL.format(",".join("?" * len(running)))
    return result(load, peak_of_this(), os.path.getsize(path) / (1 << 20),
                  lambda: ["%d %s" % row for row in database.execute(sql, (STOP, seconds(AT), *running))], QUERIES)


def c_sqlite(feed, _):
    folder = tempfile.mkdtemp(prefix="tb.", dir=os.path.dirname(os.path.abspath(feed)))
    try:
        program, path = os.path.join(folder, "import"), os.path.join(folder, "feed.sqlite")
        subprocess.run(["cc", "-O2", "-w", str(HERE / "sqlite_import.c"), "-lsqlite3", "-o", program], check=True)
        start = time.perf_counter()
        with zipfile.ZipFile(feed) as archive:
            archive.extract("trips.txt", folder)
            archive.extract("stop_times.txt", folder)
        subprocess.run([program, folder, path], check=True, stdout=subprocess.DEVNULL)
        return ask_sqlite(path, feed, time.perf_counter() - start)
    finally:
        shutil.rmtree(folder)


def csv_sqlite(feed, _):
    folder = tempfile.mkdtemp(prefix="tb.", dir=os.path.dirname(os.path.abspath(feed)))
    try:
        path = os.path.join(folder, "feed.sqlite")
        start = time.perf_counter()
        database = sqlite3.connect(path)
        database.executescript(
            "PRAGMA journal_mode=off; PRAGMA synchronous=off; PRAGMA cache_size=-65536;"
            "CREATE TABLE trip(id INTEGER PRIMARY KEY, trip_id TEXT, route TEXT, service TEXT, headsign TEXT, dir INT);"
            "CREATE TABLE st(stop INT, dep INT, trip INT, seq INT, arr INT);"
            "CREATE TABLE stop(id INTEGER PRIMARY KEY, stop_id TEXT UNIQUE);")
        trips, stops = {}, {}
        with zipfile.ZipFile(feed) as archive:
            def trip_rows():
                with archive.open("trips.txt") as file:
                    rows = csv.reader(io.TextIOWrapper(file, "utf-8-sig"))
                    next(rows)
                    for number, row in enumerate(rows, 1):
                        trips[row[2]] = number
                        yield number, row[2], row[0], row[1], row[3], int(row[4])

            def time_rows():
                known = {}
                with archive.open("stop_times.txt") as file:
                    rows = csv.reader(io.TextIOWrapper(file, "utf-8-sig"))
                    next(rows)
                    for row in rows:
                        stop = stops.setdefault(row[3], len(stops) + 1)
                        for text in row[1:3]:
                            if text not in known:
                                known[text] = seconds(text)
                        yield stop, known[row[2]], trips[row[0]], int(row[4]), known[row[1]]

            database.executemany("INSERT INTO trip VALUES(?,?,?,?,?,?)", trip_rows())
            database.executemany("INSERT INTO st VALUES(?,?,?,?,?)", time_rows())
        database.executemany("INSERT INTO stop VALUES(?,?)", ((number, name) for name, number in stops.items()))
        database.execute("CREATE INDEX st_i ON st(stop, dep)")
        database.commit()
        database.close()
        return ask_sqlite(path, feed, time.perf_counter() - start)
    finally:
        shutil.rmtree(folder)


def sqlite_cli(feed, _):
    folder = tempfile.mkdtemp(prefix="tb.", dir=os.path.dirname(os.path.abspath(feed)))
    try:
        path = os.path.join(folder, "feed.sqlite")
        start = time.perf_counter()
        with zipfile.ZipFile(feed) as archive:
            archive.extractall(folder)
        clock = ("cast(substr(departure_time,1,2) AS int)*3600+cast(substr(departure_time,4,2) AS int)*60"
                 "+cast(substr(departure_time,7,2) AS int)")
        script = f""".mode csv
PRAGMA journal_mode=off;
PRAGMA synchronous=off;
.import {folder}/trips.txt t0
.import {folder}/stop_times.txt s0
CREATE TABLE trip AS SELECT rowid AS id, trip_id, route_id AS route, service_id AS service FROM t0;
CREATE TABLE stop AS SELECT row_number() OVER () AS id, stop_id FROM (SELECT DISTINCT stop_id FROM s0);
CREATE UNIQUE INDEX x1 ON trip(trip_id);
CREATE UNIQUE INDEX x2 ON stop(stop_id);
CREATE TABLE st AS SELECT s.id AS stop, {clock} AS dep, t.id AS trip
FROM s0 JOIN trip t ON t.trip_id = s0.trip_id JOIN stop s ON s.stop_id = s0.stop_id;
DROP TABLE s0;
DROP TABLE t0;
CREATE INDEX st_i ON st(stop, dep);
CREATE UNIQUE INDEX x3 ON trip(id);
"""
        subprocess.run(["sqlite3", path], input=script.encode(), check=True, stdout=subprocess.DEVNULL)
        return ask_sqlite(path, feed, time.perf_counter() - start)
    finally:
        shutil.rmtree(folder)


# Libraries that keep the feed in memory


def gtfs_kit(feed, _):
    import gtfs_kit as kit
    start = time.perf_counter()
    loaded = kit.read_feed(feed, dist_units="km")
    load = time.perf_counter() - start

    def query():
        table = loaded.build_stop_timetable(STOP, [DATE])
        table = table.assign(s=table.departure_time.map(seconds))
        table = table[table.s >= seconds(AT)].sort_values(["s", "trip_id"]).head(10)
        return ["%d %s" % pair for pair in zip(table.s, table.trip_id)]
    return result(load, peak_of_this(), 0, query, 5)


def partridge(feed, _):
    import partridge as reader
    start = time.perf_counter()
    loaded = reader.load_feed(feed)
    times, trips = loaded.stop_times, loaded.trips
    load = time.perf_counter() - start
    running = services(feed)

    def query():
        table = times[(times.stop_id == STOP) & (times.departure_time >= seconds(AT))].merge(trips, on="trip_id")
        table = table[table.service_id.isin(running)].sort_values(["departure_time", "trip_id"]).head(10)
        return ["%d %s" % pair for pair in zip(table.departure_time, table.trip_id)]
    return result(load, peak_of_this(), 0, query, 5)


# The run


def is_there(peer):
    if peer == "sqlite_cli":
        return shutil.which("sqlite3") is not None
    if peer in ("gtfs_kit", "partridge"):
        return subprocess.run([sys.executable, "-c", f"import {peer}"], stderr=subprocess.DEVNULL).returncode == 0
    return True


def feed_of(options):
    path = os.path.join(options.dir, f"gtfs-{options.stop_times}.zip")
    if not os.path.exists(path):
        draft = path + ".new"
        subprocess.run([sys.executable, str(HERE / "gen_gtfs.py"), draft, "--stop-times", str(options.stop_times)],
                       check=True, stdout=sys.stderr)
        os.rename(draft, path)
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--transitd", required=True)
    parser.add_argument("--stop-times", type=int, default=3_000_000)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", default=",".join(PEERS))
    parser.add_argument("--dir", default=".")
    parser.add_argument("--json")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    feed = feed_of(options)
    if options.one:
        print(json.dumps(globals()[options.one](feed, options.transitd), ensure_ascii=False))
        return
    wanted = [peer for peer in PEERS if peer in options.only.split(",")]
    missing = [peer for peer in wanted if not is_there(peer)]
    if missing:
        print("not installed, left out:", ", ".join(missing), file=sys.stderr)
    found = {}
    for _ in range(options.rounds):
        for peer in (peer for peer in wanted if peer not in missing):
            run = subprocess.run([sys.executable, __file__, "--one", peer, "--transitd", options.transitd, "--dir",
                                  options.dir, "--stop-times", str(options.stop_times)], stdout=subprocess.PIPE,
                                 timeout=540, check=True)
            found.setdefault(peer, []).append(json.loads(run.stdout.splitlines()[-1]))
    answers = {run["first"] for runs in found.values() for run in runs}
    if len(answers) != 1:
        raise SystemExit(f"the readers do not agree: {answers}")
    print(f"| reader | import s | peak MiB | file MiB | first query ms | next ten, median ms |\n|{' --- |' * 6}")
    for peer, runs in found.items():
        best = min(runs, key=lambda run: run["load_s"])
        query = min(run["query_ms"] for run in runs)
        loads = " / ".join(str(run["load_s"]) for run in runs)
        note = f" (an empty call: {best['ping_ms']})" if "ping_ms" in best else ""
        print(f"| {peer} | {loads} | {max(run['peak_mib'] for run in runs)} | {best['file_mib'] or '–'} "
              f"| {best['first_ms']} | {query}{note} |")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(found, file, ensure_ascii=False, indent=1)
    ours = found.get("transitd", [])
    if ours and (min(run["load_s"] for run in ours) > 12 or max(run["peak_mib"] for run in ours) > 200
                 or min(run["query_ms"] - run["ping_ms"] for run in ours) > 0.1):
        raise SystemExit("slower or larger than promised")


if __name__ == "__main__":
    main()
