"""What goes away comes back, with nothing lost and nothing doubled."""
import json

from checks_writing import writer


def check_killed_daemon(world, browser):
    """bankd is killed: the page comes back by itself with the same line, and nothing is doubled"""
    world.matectl("bank", "open")
    page = writer(world, browser, "/s/bank/line")
    page.get_by_role("heading", name="Waiting").wait_for()
    for _ in range(4):
        world.kill("bank")
        page.get_by_role("button", name="10 customers").click()
        page.wait_for_function("() => document.getElementById('said').textContent.includes('10')")
        page.evaluate("document.getElementById('said').textContent = ''")
    taken = {row["number"] for row in world.json("bank", "tickets")["tickets"]}
    assert len(taken) == 40, len(taken)
    page.wait_for_function("() => document.getElementById('banner').hidden")


def check_killed_page(world, browser):
    """webd is killed in the middle of a change: it is made once, and the page follows the next webd"""
    world.matectl("project", "add", "stays")
    page = writer(world, browser, "/s/project/board")
    page.get_by_role("option", name="stays").wait_for()
    world.web.kill()
    world.web.wait()
    world.matectl("project", "add", "while it was away")
    world.start()
    page.get_by_role("option", name="while it was away").wait_for(timeout=20_000)
    # The next program knows the browser of the old one.
    page.get_by_role("option", name="stays").click()
    page.get_by_role("button", name="remove").click()
    page.get_by_role("heading", name="TODO (1)").wait_for()
    assert [card["title"] for card in world.json("project", "board")["todo"]["items"]] == ["while it was away"]


def check_retry(world):
    """a change whose answer is lost is sent again with its key, and has effect once"""
    world.matectl("bank", "open")
    own = {"Content-Type": "application/json", "Origin": world.url(""), "Cookie": world.cookie()}
    for number in range(20):
        body = json.dumps({"jsonrpc": "2.0", "id": number, "method": "bank.add",
                           "params": {"count": 1, "_meta": {"idempotencyKey": f"key-{number}"}}})
        if number % 3 == 0:
            world.kill("bank")
        answers = [world.request("POST", "/call", body, own) for _ in range(2)]
        assert all(status == 200 and b'"result"' in answer for status, _, answer in answers), answers
        assert answers[0][2] == answers[1][2]
    assert len(world.json("bank", "tickets")["tickets"]) == 20
