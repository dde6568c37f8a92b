"""Who may do what, asked by hand: the browser of an attacker sends whatever he likes."""
import json
import os
import signal
import socket
import subprocess
import time

from world import PATIENCE, until

JSON = {"Content-Type": "application/json"}


def call(method="bank.board", params=None):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}})


def check_hostile(world):
    """foreign names, origins, types, lengths and no cookie are refused, and nothing is done"""
    world.matectl("bank", "open")
    own = {**JSON, "Origin": world.url("")}
    cookie = {"Cookie": world.cookie()}
    take = call("bank.take", {"service": "loan", "_meta": {"idempotencyKey": "k"}})
    table = [
        ("GET", "/", None, {}, "evil.example", 421), ("GET", "/web/page.js", None, {}, "evil.example:80", 421),
        ("GET", "/events/bank/line", None, {}, "evil.example", 421), ("POST", "/call", take, {**own, **cookie}, "evil.example", 421),
        ("POST", "/call", take, own, None, 401), ("POST", "/call", take, {**own, "Cookie": "mate-web=0"}, None, 401),
        ("POST", "/call", take, {**JSON, **cookie}, None, 403),
        ("POST", "/call", take, {**own, **cookie, "Origin": "http://evil.example"}, None, 403),
        ("POST", "/call", take, {**own, **cookie, "Origin": "null"}, None, 403),
        ("POST", "/call", take, {**own, **cookie, "Sec-Fetch-Site": "cross-site"}, None, 403),
        ("POST", "/call", take, {**own, **cookie, "Content-Type": "text/plain"}, None, 415),
        ("POST", "/call", take, {**own, **cookie, "Content-Type": "application/x-www-form-urlencoded"}, None, 415),
        ("POST", "/call", b"x" * 65537, {**own, **cookie}, None, 413),
        ("POST", "/link", "{}", JSON, None, 403), ("POST", "/link", "{}", own, None, 404),
        ("POST", "/open", json.dumps({"link": "0" * 64}), own, None, 403), ("POST", "/open", "[", own, None, 403),
        ("PUT", "/call", take, {**own, **cookie}, None, 405), ("OPTIONS", "/call", None, {}, None, 405),
        ("GET", "/call", None, cookie, None, 404), ("GET", "/web/../../etc/passwd", None, {}, None, 404),
        ("GET", "/web/%2e%2e%2fpage.js", None, {}, None, 404), ("GET", "/screen/bank/nothing", None, {}, None, 404),
        ("GET", "/events/nothing/line", None, {}, None, 404), ("GET", "/events/bank/t/x", None, {}, None, 404),
        ("GET", "/events/bank/t/" + "1" * 65, None, {}, None, 404), ("GET", "/qr/juice.svg", None, {}, None, 404),
    ]
    for method, path, body, headers, host, expected in table:
        status, answer, _ = world.request(method, path, body, headers, host)
        assert status == expected, (method, path[:60], headers, host, status, expected)
        assert "default-src 'none'" in answer["Content-Security-Policy"], answer
        assert answer["X-Content-Type-Options"] == "nosniff" and answer["Cache-Control"] == "no-store", answer
        assert "Access-Control-Allow-Origin" not in answer, answer
    refused = [call("bank.spread", {"by": "fair"}), call("mate.status"), call("bank.watch"), call("bank.take", {"service": "loan"}),
               "[" + call() + "]"]
    for body in refused:
        status, _, answer = world.request("POST", "/call", body, {**own, **cookie})
        assert status == 200 and b'"error"' in answer, (body, status, answer)
    assert world.json("bank", "board")["waiting"] == [] and world.json("bank", "report")["served"] == 0
    status, _, answer = world.request("POST", "/call", take, {**own, **cookie})
    assert status == 200 and b'"result"' in answer, answer
    again = world.request("POST", "/call", take, {**own, **cookie})[2]
    assert again == answer, "a repeated key has effect once"
    world.request("POST", "/leave", "{}", {**own, **cookie})
    assert world.request("POST", "/call", take, {**own, **cookie})[0] == 401


def check_links(world):
    """a link is used once, by its own socket, and not through a proxy"""
    link = world.link().split("#open=")[1]
    own = {**JSON, "Origin": world.url("")}
    status, headers, _ = world.request("POST", "/open", json.dumps({"link": link}), own)
    assert status == 200 and all(word in headers["Set-Cookie"] for word in ("HttpOnly", "SameSite=Strict", "Max-Age=43200"))
    assert world.request("POST", "/open", json.dumps({"link": link}), own)[0] == 403
    for header in ("X-Forwarded-For: 1.2.3.4", "Origin: http://localhost", "Forwarded: for=1.2.3.4", "Cookie: a=b"):
        done = subprocess.run(
            ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "--unix-socket", str(world.socket), "-H", header,
             "-H", "Content-Type: application/json", "-d", "{}", "http://localhost/link"], capture_output=True, text=True)
        assert done.stdout == "403", (header, done.stdout)


def check_unlisted(world):
    """without a link only what the configuration lists is seen; with one everything is"""
    assert world.request("GET", "/screen/bank/line")[0] == 200
    for path in ("/screen/bank/desks", "/events/project/board", "/screen/project/board", "/qr/bank.svg", "/events/bank/t/1"):
        assert world.request("GET", path)[0] == 404, path
    listed = json.loads(world.request("GET", "/screens")[2])
    assert [screen["name"] for screen in listed["screens"]] == ["line"] and listed["tickets"] == [], listed
    words = json.loads(world.request("GET", "/screen/bank/line")[2])
    assert not words["canWrite"] and "methods" not in words and "actions" not in words
    cookie = {"Cookie": world.cookie()}
    listed = json.loads(world.request("GET", "/screens", headers=cookie)[2])
    assert {"bank", "juice", "project", "transit", "meals"} == {screen["domain"] for screen in listed["screens"]}
    words = json.loads(world.request("GET", "/screen/bank/line", headers=cookie)[2])
    assert words["canWrite"] and "bank.take" in words["methods"]
    assert not [name for name, method in words["methods"].items() if method["x-mate-access"] == "admin"]


check_unlisted.configuration = {"screens": ["bank/line"]}


def check_display_only(world):
    """where strangers reach a port nothing can be changed, and without that no such port is opened"""
    world.configuration = {"screens": ["*"], "addresses": [f"0.0.0.0:{world.port + 1}"]}
    try:
        world.start()
        raise AssertionError("it has started")
    except RuntimeError as error:
        assert "ended with 1" in str(error), error
    world.configuration["displayOnly"] = True
    world.start()
    assert world.request("GET", "/screens")[0] == 200
    own = {**JSON, "Origin": world.url("")}
    for path in ("/call", "/open", "/link"):
        assert world.request("POST", path, "{}", own)[0] == 403, path
    world.matectl("web", "open", status=1)


check_display_only.starts = False


def check_limits(world):
    """64 connections an address, 1,024 in all, a header within 10 s; who comes later finds room again"""
    # Who says nothing for ten seconds has to leave: on a busy machine the first may go before the last has come.
    for _ in range(3):
        begun = time.monotonic()
        held = [socket.create_connection(("127.0.0.1", world.port)) for _ in range(70)]
        unix = []
        for _ in range(1100):
            one = socket.socket(socket.AF_UNIX)
            one.connect(str(world.socket))
            unix.append(one)
        # They are let in as they came, so that all is said once the last has been told.
        until(lambda: is_refused(held[-1]) and is_refused(unix[-1]), "the last ones to be refused")
        refused, count = sum(map(is_refused, held)), sum(not is_refused(one) for one in unix)
        if time.monotonic() - begun < 9:
            break
        for one in held + unix:
            one.close()
    assert refused == 6, refused
    assert count == 1024 - 64, count
    slow = held[0]
    slow.settimeout(1)
    # A byte now and then is no request.
    while time.monotonic() - begun < PATIENCE:
        try:
            slow.send(b"G")
            if slow.recv(1) == b"":
                break
        except TimeoutError:
            continue
        except OSError:
            break
    took = time.monotonic() - begun
    # Once a second somebody looks after them.
    assert 9.5 < took < 20, took
    for one in held + unix:
        one.close()
    until(lambda: world.request("GET", "/")[0] == 200, "room for another")


def check_rest(world):
    """a connection that rests between two requests gives way to one that comes, the longest first; one that is in use does not"""
    request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{world.port}\r\n\r\n".encode()

    def opened():
        one = socket.create_connection(("127.0.0.1", world.port))
        one.settimeout(PATIENCE)
        return one

    def asked(one, text=request):
        """What the answer begins with, read to its end."""
        one.sendall(text)
        answer = b""
        while b"</script>" not in answer and b" 503 " not in answer:
            part = one.recv(65536)
            assert part, answer
            answer += part
        return answer[:12]

    def is_open(one):
        one.setblocking(False)
        try:
            return one.recv(1) != b""
        except BlockingIOError:
            return True
        finally:
            one.settimeout(PATIENCE)

    def following():
        one = opened()
        one.sendall(request.replace(b"GET / ", b"GET /events/bank/line "))
        assert one.recv(12) == b"HTTP/1.1 200"
        return one

    streams, half, resting = [following()], opened(), [opened() for _ in range(62)]
    for one in [half, *resting]:
        assert asked(one) == b"HTTP/1.1 200"
    half.sendall(request[:20])
    come = [opened() for _ in range(10)]
    for one in come:
        assert asked(one) == b"HTTP/1.1 200"
    assert [is_open(one) for one in resting] == [False] * 10 + [True] * 52
    assert is_open(streams[0]) and asked(half, request[20:]) == b"HTTP/1.1 200"
    # Where all are in use nobody gives way.
    streams += [following() for _ in range(63)]
    assert not any(map(is_open, [half, *resting, *come])) and opened().recv(12) == b"HTTP/1.1 503"
    assert all(map(is_open, streams))
    for one in [half, *resting, *come, *streams]:
        one.close()


def is_refused(one):
    one.setblocking(False)
    try:
        return one.recv(64).startswith(b"HTTP/1.1 503") or True
    except BlockingIOError:
        return False
    except OSError:
        return True
    finally:
        one.setblocking(True)


def check_other_user(world):
    """a link belongs to the user whom the kernel names: who may only read gets none, who may write gets their own"""
    if os.geteuid() != 0:
        print("     SKIPPED: only root can ask as another user")
        return
    for place in (world.folder, world.folder / "run"):
        place.chmod(0o711)
    world.socket.chmod(0o666)

    def ask():
        done = subprocess.run(
            ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "curl", "-s", "-w", "\n%{http_code}", "-d", "{}",
             "-H", "Content-Type: application/json", "--unix-socket", str(world.socket), "http://localhost/link"],
            capture_output=True, text=True)
        return done.stdout.rsplit("\n", 1)

    assert ask()[1] == "403"
    text = {"port": world.port, "screens": ["*"], "access": {"others": "none", "users": {"65534": "write"}}}
    (world.folder / "config/mate/webd.json").write_text(json.dumps(text))
    world.web.send_signal(signal.SIGHUP)
    until(lambda: ask()[1] == "200", "the configuration to be read again")
    body, status = ask()
    assert status == "200", (body, status)
    link = json.loads(body)["url"].split("#open=")[1]
    own = {**JSON, "Origin": world.url("")}
    status, headers, answer = world.request("POST", "/open", json.dumps({"link": link}), own)
    assert status == 200 and json.loads(answer) == {"writer": "nobody"}, answer
    # What needs admin is not for a page, whoever has the cookie: root is no exception.
    for cookie in (headers["Set-Cookie"].split(";")[0], world.cookie()):
        answer = world.request("POST", "/call", call("bank.spread", {"by": "fair", "_meta": {"idempotencyKey": "k"}}),
                               {**own, "Cookie": cookie})[2]
        assert b"mate.permissionDenied" in answer, answer
