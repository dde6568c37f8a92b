"""Several of a domain: each has pages, events and calls of its own, by its label."""
import http.client
import json

JSON = {"Content-Type": "application/json"}


def first_state(world, path):
    """The first state that a stream of events tells."""
    connection = http.client.HTTPConnection("127.0.0.1", world.port, timeout=10)
    connection.request("GET", path, headers={"Host": f"127.0.0.1:{world.port}"})
    response = connection.getresponse()
    assert response.status == 200, (path, response.status)
    name = None
    while line := response.readline().decode():
        if line.startswith("event:"):
            name = line[6:].strip()
        if line.startswith("data:") and name == "state":
            connection.close()
            return json.loads(line[5:])
    raise AssertionError(f"{path} ends without a state")


def check_labels(world):
    """one that is made while the page runs is there by its label, where webd.json lists it, and only that one"""
    assert world.request("GET", "/screen/bank@gangnam/line")[0] == 404
    world.matectl("new", "bank@gangnam")
    world.matectl("new", "bank@hidden")
    world.matectl("bank@gangnam", "open")
    world.matectl("bank@gangnam", "teller", "pause", "3")
    world.matectl("bank@gangnam", "take", "loan")
    listed = json.loads(world.request("GET", "/screens")[2])
    assert [(one["domain"], one["name"]) for one in listed["screens"]] == [("bank", "line"), ("bank@gangnam", "line")], listed
    assert [one["domain"] for one in listed["tickets"]] == ["bank@gangnam"], listed
    for path in ("/screen/bank@gangnam/line", "/screen/bank%40gangnam/line"):
        status, _, words = world.request("GET", path)
        assert status == 200 and json.loads(words)["domain"] == "bank@gangnam", (path, status)
    for path in ("/screen/bank@hidden/line", "/events/bank@hidden/line", "/qr/bank@hidden.svg", "/screen/bank@nobody/line",
                 "/screen/juice@gangnam/menu", "/screen/bank@../line", "/events/bank@gangnam/desks"):
        assert world.request("GET", path)[0] == 404, path
    assert len(first_state(world, "/events/bank%40gangnam/line")["result"]["waiting"]) == 1
    assert first_state(world, "/events/bank/line")["result"]["waiting"] == []
    assert first_state(world, "/events/bank@gangnam/t/1")["result"]["ticket"]["number"] == 1
    assert world.request("GET", "/qr/bank@gangnam.svg")[0] == 200


check_labels.configuration = {"screens": ["bank/line", "bank@gangnam/line", "bank@gangnam/t"]}


def check_calls(world):
    """a call is for the one that it names, and for nobody where there is none of that name"""
    world.matectl("new", "bank@gangnam")
    for word in ("bank", "bank@gangnam"):
        world.matectl(word, "open")
        world.matectl(word, "teller", "pause", "3")
    headers = {**JSON, "Origin": world.url(""), "Cookie": world.cookie()}

    def call(key, **meta):
        body = {"jsonrpc": "2.0", "id": 1, "method": "bank.take",
                "params": {"service": "loan", "_meta": {"idempotencyKey": key, **meta}}}
        status, _, answer = world.request("POST", "/call", json.dumps(body), headers)
        assert status == 200, status
        return json.loads(answer)

    for number in (1, 2):
        answer = call(f"a{number}", instance="gangnam")
        assert answer["result"]["ticket"]["number"] == number, answer
    assert call("a2", instance="gangnam")["result"]["ticket"]["number"] == 2, "a repeated key has effect once"
    assert call("b")["result"]["ticket"]["number"] == 1
    for instance in ("nobody", "../x", "", "GANGNAM", 7, None):
        assert "error" in call(f"c{instance}", instance=instance), instance
    assert len(world.json("bank@gangnam", "board")["waiting"]) == 2
    assert len(world.json("bank", "board")["waiting"]) == 1
    assert not (world.folder / "run/bank@nobody.sock").exists()
