#!/usr/bin/env python3
"""Ten thousand who watch fifty places: what they cost at the portal, on the wire and in time.

    python3 bench/transit/watchers.py --transitd .build/release/transitd [--watchers 10000] [--places 50]

A stand-in for the portals (`Tests/Replay/replay.py`) counts the calls. Each watcher is a stream of its own, a hundred to
a connection. Measured over some seconds: calls of the portal for each place and poll, bytes of an event, and how long
after the moment that it speaks of an event is read, which holds this reader's own time too. The run fails beyond what
is promised: 3,000 bytes for any event, one call for each place and poll (and a quarter, as a poll may lie at either
end), 100 ms (p99).
"""
import argparse
import datetime
import json
import os
import pathlib
import selectors
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACES = """강남 서울 시청 종각 동대문 신도림 잠실 사당 교대 선릉 삼성 역삼 왕십리 건대입구 성수 뚝섬 신림 합정 홍대입구 이대
아현 충정로 을지로입구 연신내 불광 녹번 홍제 독립문 경복궁 안국 압구정 신사 잠원 고속터미널 양재 매봉 도곡 대치 학여울 대청
일원 수서 오금 혜화 명동 충무로 이촌 동작 당고개 상계""".split()


def frame(value):
    body = json.dumps(value).encode()
    return struct.pack(">I", len(body)) + body


class Connection:
    """One connection whose answers are counted as they come."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.data = bytearray()

    def frames(self):
        self.data += self.socket.recv(1 << 18)
        while len(self.data) >= 4:
            size = struct.unpack_from(">I", self.data)[0]
            if len(self.data) < 4 + size:
                return
            yield bytes(self.data[4:4 + size])
            del self.data[:4 + size]


def start(options, folder, portal):
    configuration = {"subwayURL": f"{portal}/api/subway", "busURL": f"{portal}/api/rest", "gpsd": "", "geoclue": False,
                     "watchSeconds": options.poll, "freshSeconds": 0, "dailyCalls": 1_000_000,
                     "limits": {"requestsPerUser": 20_000, "requestsInFlight": 20_000}}
    pathlib.Path(folder, "transitd.json").write_text(json.dumps(configuration))
    path = os.path.join(folder, "transit.sock")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(512)
    os.set_inheritable(listener.fileno(), True)
    environment = dict(os.environ, MATE_STATE_DIR=os.path.join(folder, "state"), MATE_LOG="file", LISTEN_FDS="1",
                       LISTEN_FDNAMES="transit", MATE_CLIENT_STARTED="1", MATE_TRANSIT_KEY="key",
                       CONFIGURATION_DIRECTORY=folder)
    process = subprocess.Popen(["/bin/sh", "-c", "LISTEN_PID=$$ exec \"$0\"", options.transitd], env=environment,
                               preexec_fn=lambda: (os.dup2(listener.fileno(), 3), os.set_inheritable(3, True)),
                               close_fds=False, stderr=subprocess.DEVNULL)
    listener.close()
    return process, path


def calls(portal):
    with urllib.request.urlopen(f"{portal}/control") as answer:
        return json.load(answer).get("realtimeStationArrival", 0)


def share(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def measure(options, path, portal):
    places = PLACES[:options.places]
    connections = [Connection(path) for _ in range((options.watchers + 99) // 100)]
    for number in range(options.watchers):
        connection = connections[number // 100]
        connection.socket.sendall(frame({
            "jsonrpc": "2.0", "id": number, "method": "transit.watch",
            "params": {"target": places[number % len(places)]}}))
    selector = selectors.DefaultSelector()
    for connection in connections:
        selector.register(connection.socket, selectors.EVENT_READ, connection)
    sizes, delays = [], []
    warm, end = time.monotonic() + options.warm, time.monotonic() + options.warm + options.seconds
    before = None
    while time.monotonic() < end:
        for key, _ in selector.select(0.5):
            for message in key.data.frames():
                now = time.time()
                if b'"error"' in message[:200]:
                    sys.exit(message.decode())
                if before is None:
                    continue
                sizes.append(len(message) + 4)
                # What an event says is true of the moment that it bears.
                at = message.find(b'"at":"')
                made = datetime.datetime.fromisoformat(message[at + 6:at + 30].decode().replace("Z", "+00:00"))
                delays.append((now - made.timestamp()) * 1000)
        if before is None and time.monotonic() >= warm:
            before = calls(portal)
    return places, sizes, delays, calls(portal) - before


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--transitd", required=True)
    parser.add_argument("--watchers", type=int, default=10_000)
    parser.add_argument("--places", type=int, default=50)
    parser.add_argument("--poll", type=int, default=5)
    parser.add_argument("--warm", type=float, default=15)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    replay = subprocess.Popen([sys.executable, str(ROOT / "Tests/Replay/replay.py")], stdout=subprocess.PIPE, text=True)
    portal = replay.stdout.readline().split()[-1]
    with tempfile.TemporaryDirectory() as folder:
        process, path = start(options, folder, portal)
        try:
            places, sizes, delays, asked = measure(options, path, portal)
            peak = next(int(line.split()[1]) for line in open(f"/proc/{process.pid}/status")
                        if line.startswith("VmHWM")) / 1024
        finally:
            process.terminate()
            process.wait()
            replay.kill()
    polls = options.seconds / options.poll
    print(f"{options.watchers} watchers of {len(places)} places, {options.seconds:.0f} s, a poll each {options.poll} s")
    print(f"calls of the portal: {asked}, {asked / len(places) / polls:.2f} for each place and poll")
    print(f"events: {len(sizes)}; bytes each: median {share(sizes, 0.5)}, p99 {share(sizes, 0.99)}, most {max(sizes)}")
    print(f"an event is read behind its moment, ms: p50 {share(delays, 0.5):.0f}, "
          f"p99 {share(delays, 0.99):.0f}")
    print(f"peak memory: {peak:.0f} MiB")
    if max(sizes) > 3000 or asked / len(places) / polls > 1.25 or share(delays, 0.99) > 100:
        raise SystemExit("larger, slower or dearer than promised")


if __name__ == "__main__":
    main()
