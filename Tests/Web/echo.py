#!/usr/bin/env python3
"""A domain that answers every method with what a file holds, for values that no daemon of ours sends, and
`echo.back` with what it was asked."""
import json
import os
import socket
import struct
import threading


def read(stream, count):
    data = b""
    while len(data) < count:
        piece = stream.recv(count - len(data))
        if not piece:
            return None
        data += piece
    return data


def serve(stream):
    with stream:
        while (head := read(stream, 4)) is not None:
            request = json.loads(read(stream, struct.unpack(">I", head)[0]))
            result = request.get("params")
            if request["method"] != "echo.back":
                with open(os.environ["ECHO_FILE"], encoding="utf-8") as file:
                    result = json.load(file)
            body = json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}).encode()
            stream.sendall(struct.pack(">I", len(body)) + body)


listener = socket.socket(fileno=3)
listener.settimeout(1)
# It has no words for its end: it goes with the folder that it was made in.
while os.path.exists(__file__):
    try:
        stream = listener.accept()[0]
    except TimeoutError:
        continue
    stream.settimeout(None)
    threading.Thread(target=serve, args=(stream,), daemon=True).start()
