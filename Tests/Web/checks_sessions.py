"""Who may write goes on where webd does not, and is told where it is over."""
import json
import socket
import subprocess

from checks_writing import writer
from world import until

JSON = {"Content-Type": "application/json"}


def post(world, cookie, path="/call", key="k", **headers):
    body = {"jsonrpc": "2.0", "id": 1, "method": "project.add", "params": {"title": key, "_meta": {"idempotencyKey": key}}}
    return world.request("POST", path, json.dumps(body), {**JSON, "Origin": world.url(""), "Cookie": cookie, **headers})


def killed(world):
    world.web.kill()
    world.web.wait()
    world.start()


def titles(world):
    return sorted(card["title"] for card in world.json("project", "board")["todo"]["items"])


def check_session_kept(world):
    """a cookie is worth as much to the next webd after a kill, and no more: a used link, a forged one and one that was left are worth nothing"""
    cookie, left = world.cookie(), world.cookie()
    link = world.link().split("#open=")[1]
    assert post(world, cookie, key="one")[0] == 200
    assert post(world, left, "/leave")[0] == 200
    killed(world)
    assert post(world, cookie, key="two")[0] == 200
    # What was sent again after the kill is done once.
    assert post(world, cookie, key="two")[0] == 200
    name, word = cookie.split("=")
    forged = [f"{name}={word[:-1]}{'0' if word[-1] != '0' else '1'}", f"{name}={word}0", f"{name}=", f"{name}={'0' * 64}", left]
    for one in forged:
        assert post(world, one, key="forged")[0] == 401, one
    own = {**JSON, "Origin": world.url("")}
    assert world.request("POST", "/open", json.dumps({"link": link}), own)[0] == 403
    assert titles(world) == ["one", "two"]
    kept = world.folder / "state/web/sessions.json"
    assert kept.stat().st_mode & 0o777 == 0o600 and kept.parent.stat().st_mode & 0o777 == 0o700
    # Twelve hours and not longer, whatever was down meanwhile.
    text = json.loads(kept.read_text())
    for session in text["sessions"].values():
        session["end"] -= 12 * 3600 * 1000
    kept.write_text(json.dumps(text))
    killed(world)
    assert post(world, cookie, key="late")[0] == 401
    # Who removes the file has ended them all, at once.
    cookie = world.cookie()
    assert post(world, cookie, key="three")[0] == 200
    kept.unlink()
    assert post(world, cookie, key="four")[0] == 401
    assert titles(world) == ["one", "three", "two"]


def check_session_shared(world):
    """two that share a folder know each other's browsers; one with a folder of its own knows nobody"""
    from world import World
    cookie = world.cookie()
    for state, expected in ((None, 200), ("elsewhere", 401)):
        other = World(world.bin)
        try:
            folder = str(world.folder / (state or "state"))
            other.start(MATE_STATE_DIR=folder, MATE_RUNTIME_DIR=str(world.folder / "run"))
            assert post(other, cookie, key=f"by {state}")[0] == expected, state
            if expected == 200:
                assert post(other, cookie, "/leave")[0] == 200
                assert post(world, cookie, key="left")[0] == 401
                cookie = world.cookie()
        finally:
            other.end()
    assert titles(world) == ["by None"]


def check_session_page(world, browser):
    """a browser goes on over a kill; where its session is over it is told so in its language, nothing is done, and the buttons go"""
    world.matectl("project", "add", "stays")
    page = writer(world, browser, "/s/project/board?lang=ko")
    page.get_by_role("option", name="stays").wait_for()
    killed(world)
    world.matectl("project", "add", "while it was away")
    page.get_by_role("option", name="while it was away").wait_for(timeout=20_000)
    page.get_by_role("option", name="stays").click()
    page.keyboard.press(">")
    page.get_by_role("listbox", name="DOING (1)").get_by_role("option", name="stays").wait_for()
    (world.folder / "state/web/sessions.json").unlink()
    page.keyboard.press(">")
    page.get_by_text("아무것도 바꾸지 않았습니다").wait_for()
    assert "matectl web open" in page.locator("#said").text_content()
    assert world.json("project", "board")["doing"]["count"] == 1
    page.wait_for_function("() => document.getElementById('bar').hidden && !document.getElementById('tools').textContent.includes('끝내기')")
    # With another link it goes on.
    page.goto(world.link())
    page.locator(".screens a").first.wait_for()
    page.goto(world.url("/s/project/board?lang=ko"))
    page.get_by_role("option", name="stays").click()
    page.keyboard.press(">")
    page.get_by_role("listbox", name="DONE (1)").get_by_role("option", name="stays").wait_for()


def check_session_unseen(world, browser):
    """a screen that only a writer sees says why it stands still, in the reader's language, also where it is opened anew"""
    for language, told in (("ko", "그런 화면이 없거나"), ("en", "there is no such screen")):
        page = writer(world, browser, f"/s/juice/menu?lang={language}")
        page.locator("tbody tr").first.wait_for()
        (world.folder / "state/web/sessions.json").unlink()
        killed(world)
        page.wait_for_function("text => document.getElementById('said').textContent.includes(text)", arg=told)
        assert page.locator("#bar").is_hidden()
        page.reload()
        page.wait_for_function("text => document.getElementById('said').textContent.includes(text)", arg=told)
        assert page.get_by_role("link", name="Mate").is_visible()
        page.close()


check_session_unseen.configuration = {"screens": ["bank/line"]}



def check_session_port(world):
    """a port that was opened for a link is that of the next webd too, as browsers know no other"""
    (world.folder / "config/mate/webd.json").write_text('{"screens": ["*"]}')

    def start():
        world.socket.unlink(missing_ok=True)
        world.web = subprocess.Popen([str(world.bin / "webd"), "--socket", str(world.socket)], env=world.environment)
        until(answers, "webd to listen")

    def answers(family=socket.AF_UNIX, address=str(world.socket)):
        with socket.socket(family) as one:
            return one.connect_ex(address) == 0

    start()
    cookie = None
    for key in ("one", "two", "three"):
        address = world.link().split("#")[0]
        world.port = int(address.rstrip("/").rsplit(":", 1)[1])
        cookie = cookie or world.cookie()
        assert post(world, cookie, key=key)[0] == 200, key
        world.web.kill()
        world.web.wait()
        start()
        # Nobody has asked for a link yet.
        until(lambda: answers(socket.AF_INET, ("127.0.0.1", world.port)), "the port")
        assert post(world, cookie, key=key)[0] == 200, key
    assert titles(world) == ["one", "three", "two"]
    assert world.link().startswith(f"http://127.0.0.1:{world.port}/")


check_session_port.starts = False
