#!/usr/bin/env python3
"""A mate domain in another language: a canteen's meals, spoken over the wire protocol.

Nothing but the standard library. It shows all that a plugin needs: the inherited socket, frames,
replies, refusals, a stream, completing values, and keys that are remembered on disk so that a
call which is repeated after a crash has effect once.
"""
import json
import os
import selectors
import signal
import socket
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
STATE = os.path.join(os.environ.get("MATE_STATE_DIR", "/tmp"), "meals.json")


class Refusal(Exception):
    def __init__(self, code, name, message, **data):
        super().__init__(message)
        self.error = {"code": code, "message": message, "data": {"name": name, **data}}


class Meals:
    """The state: dishes with portions, and the answers that were given to keys."""

    def __init__(self):
        self.dishes = {"bibimbap": 5, "kimchi-jjigae": 3, "naengmyeon": 0}
        self.orders = []
        self.answers = {}
        self.crashed = False
        if os.path.exists(STATE):
            with open(STATE, encoding="utf-8") as file:
                self.__dict__.update(json.load(file))

    def save(self):
        os.makedirs(os.path.dirname(STATE), exist_ok=True)
        with open(STATE + ".new", "w", encoding="utf-8") as file:
            json.dump(self.__dict__, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(STATE + ".new", STATE)

    def order(self, dish, portions=1, note="", spicy=False):
        if dish not in self.dishes:
            raise Refusal(1, "meals.unknownDish", f"there is no {dish}", dish=dish)
        if self.dishes[dish] < portions:
            raise Refusal(
                2, "meals.soldOut", f"only {self.dishes[dish]} of {dish} left", dish=dish, left=self.dishes[dish])
        self.dishes[dish] -= portions
        self.orders.append({"dish": dish, "portions": portions, "spicy": spicy, "note": note})
        return {"dish": dish, "portions": portions, "left": self.dishes[dish], "number": len(self.orders)}

    def menu(self):
        return {"items": [{"dish": d, "left": n, "out": n == 0} for d, n in self.dishes.items()]}

    def board(self):
        left = [i for i in self.menu()["items"] if i["left"]]
        return {"available": left, "soldOut": [i for i in self.menu()["items"] if not i["left"]]}


meals = Meals()
with open(os.path.join(HERE, "meals.json"), encoding="utf-8") as description:
    DESCRIPTION = json.load(description)


def answer(method, params, meta):
    if method == "rpc.discover":
        return DESCRIPTION
    if method == "mate.ping":
        return {"text": params["text"]} if "text" in params else {}
    if method == "mate.status":
        return {"domain": "meals", "version": "1", "pid": os.getpid(), "status": "cooking"}
    if method in ("meals.menu", "meals.counter"):
        return meals.menu()
    if method == "meals.board":
        return meals.board()
    if method in ("meals.order", "meals.crash", "meals.clear"):
        key = meta.get("idempotencyKey")
        if key in meals.answers:
            return meals.answers[key]
        if method == "meals.clear":
            meals.orders.clear()
            result = {"cleared": True}
        else:
            result = meals.order(**params)
        if key:
            meals.answers[key] = result
        dies = method == "meals.crash" and not meals.crashed
        meals.crashed = meals.crashed or dies
        meals.save()
        if dies:
            os.kill(os.getpid(), signal.SIGKILL)  # it has acted, and nobody is told
        return result
    raise Refusal(-32601, "mate.methodNotFound", f"there is no method {method}", method=method, similar=[])


def send(connection, message):
    payload = json.dumps(message, ensure_ascii=False).encode()
    connection.sendall(struct.pack(">I", len(payload)) + payload)


def cook(connection, identifier, params):
    """A stream: what happens to one dish, then its result."""
    steps = ["washed", "cut", "cooked"]
    for number, step in enumerate(steps, start=1):
        event = {"kind": step, "dish": params["dish"]}
        send(connection, {"jsonrpc": "2.0", "method": "$/event",
                          "params": {"id": identifier, "seq": number, "event": event}})
    send(connection, {"jsonrpc": "2.0", "id": identifier, "result": {"dish": params["dish"], "steps": len(steps)}})


def handle(connection, payload):
    request = json.loads(payload)
    params = request.get("params", {})
    meta = params.pop("_meta", {})
    identifier = request.get("id")
    if identifier is None:
        return
    if request["method"] == "meals.cook":
        cook(connection, identifier, params)
        return
    try:
        send(connection, {"jsonrpc": "2.0", "id": identifier, "result": answer(request["method"], params, meta)})
    except Refusal as refusal:
        send(connection, {"jsonrpc": "2.0", "id": identifier, "error": refusal.error})


def serve(listener):
    selector = selectors.DefaultSelector()
    selector.register(listener, selectors.EVENT_READ)
    buffers = {}
    while True:
        for key, _ in selector.select():
            if key.fileobj is listener:
                connection, _ = listener.accept()
                selector.register(connection, selectors.EVENT_READ)
                buffers[connection] = b""
                continue
            connection = key.fileobj
            data = connection.recv(65536)
            if not data:
                selector.unregister(connection)
                connection.close()
                del buffers[connection]
                continue
            buffers[connection] += data
            while len(buffers[connection]) >= 4:
                (length,) = struct.unpack(">I", buffers[connection][:4])
                if len(buffers[connection]) < 4 + length:
                    break
                payload = buffers[connection][4:4 + length]
                buffers[connection] = buffers[connection][4 + length:]
                handle(connection, payload)


if __name__ == "__main__":
    if os.environ.get("LISTEN_FDNAMES") != "meals" or os.environ.get("LISTEN_PID") != str(os.getpid()):
        sys.exit("meals: started by matectl or systemd, with the socket as descriptor 3")
    serve(socket.socket(fileno=3))
