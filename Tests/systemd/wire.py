#!/usr/bin/python3
"""A client of the raw wire for the checks: it repeats nothing and hides nothing.

    wire.py call SOCKET METHOD [PARAMS [META]]     one call; prints the result, or the error and fails
    wire.py callers SOCKET CLIENTS STOP            connect, ping, close, again and again
    wire.py load SOCKET CLIENTS STOP METHOD PARAMS a pipeline of changes on each connection
    wire.py visits SOCKET COUNT PAUSE              COUNT times: wait PAUSE seconds, connect, ping, close

`callers` and `load` print "going" once every client was answered, go on until the file STOP is
there (`load` until the daemon closes, too), then print one JSON object of what became of their
requests: answered; stopping (error -32006: not taken); refused (another error); closed (the
connection ended instead); unreachable (connect failed).
"""
import collections
import json
import os
import socket
import struct
import sys
import threading
import time


class Wire:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        self.socket.connect(path)
        self.buffer = b""

    def send(self, method, params=None, number=1):
        message = {"jsonrpc": "2.0", "id": number, "method": method}
        if params is not None:
            message["params"] = params
        payload = json.dumps(message).encode()
        self.socket.sendall(struct.pack(">I", len(payload)) + payload)

    def receive(self):
        """The next message, or None where the connection was closed."""
        while True:
            if len(self.buffer) >= 4:
                (length,) = struct.unpack(">I", self.buffer[:4])
                if len(self.buffer) >= 4 + length:
                    payload = self.buffer[4 : 4 + length]
                    self.buffer = self.buffer[4 + length :]
                    return json.loads(payload)
            try:
                chunk = self.socket.recv(65536)
            except ConnectionResetError:
                return None
            if not chunk:
                return None
            self.buffer += chunk

    def call(self, method, params=None):
        self.send(method, params)
        return self.receive()

    def close(self):
        self.socket.close()


class Outcomes:
    """What became of requests, counted by many threads."""

    def __init__(self, clients):
        self.counts = collections.Counter(
            answered=0, stopping=0, refused=0, closed=0, unreachable=0)
        self.lock = threading.Lock()
        self.waiting = clients

    def add(self, what, count=1):
        with self.lock:
            self.counts[what] += count

    def add_reply(self, reply):
        if reply is None:
            self.add("closed")
        elif "result" in reply:
            self.add("answered")
        elif reply["error"]["code"] == -32006:
            self.add("stopping")
        else:
            self.add("refused")
            self.example = reply

    def client_goes(self):
        with self.lock:
            self.waiting -= 1
            if self.waiting == 0:
                print("going", flush=True)

    def show(self):
        print(json.dumps(self.counts))


def call_and_close(path, outcomes):
    try:
        wire = Wire(path)
    except OSError as error:
        outcomes.add("unreachable")
        return
    try:
        outcomes.add_reply(wire.call("mate.ping"))
    except OSError:
        outcomes.add("closed")
    wire.close()


def caller(path, stop, outcomes):
    call_and_close(path, outcomes)
    outcomes.client_goes()
    while not os.path.exists(stop):
        call_and_close(path, outcomes)


def loader(path, stop, method, params, outcomes):
    wire = Wire(path)
    flying, number = 0, 0
    try:
        while True:
            while flying < 32 and not os.path.exists(stop):
                number += 1
                wire.send(method, params, number)
                flying += 1
            if flying == 0:
                break
            reply = wire.receive()
            if reply is None:
                break
            flying -= 1
            outcomes.add_reply(reply)
            if number - flying == 1:
                outcomes.client_goes()
    except OSError:
        # What was answered before the connection broke can still be read.
        while (reply := wire.receive()) is not None:
            flying -= 1
            outcomes.add_reply(reply)
    outcomes.add("closed", flying)
    wire.close()


def run(clients, target, *arguments):
    outcomes = Outcomes(clients)
    threads = [
        threading.Thread(target=target, args=(*arguments, outcomes)) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    outcomes.show()


def main(command, path, *rest):
    if command == "call":
        params = json.loads(rest[1]) if len(rest) > 1 else None
        reply = Wire(path).call(rest[0], params)
        if reply is None:
            sys.exit("the connection was closed")
        if "error" in reply:
            sys.exit(json.dumps(reply["error"]))
        print(json.dumps(reply["result"], ensure_ascii=False))
    elif command == "callers":
        run(int(rest[0]), caller, path, rest[1])
    elif command == "load":
        run(int(rest[0]), loader, path, rest[1], rest[2], json.loads(rest[3]))
    elif command == "visits":
        outcomes = Outcomes(1)
        for _ in range(int(rest[0])):
            time.sleep(float(rest[1]))
            call_and_close(path, outcomes)
        outcomes.show()


main(*sys.argv[1:])
