"""A customer with a telephone: what is said of a ticket that is there, and of one that is not."""
import http.client
import json
import time

from checks_screens import open_page
from world import PATIENCE

PHONE = {"width": 390, "height": 844}


def branch(world):
    """A branch whose one teller calls nobody by themselves."""
    for teller in ("1", "2"):
        world.matectl("bank", "teller", "remove", teller)
    world.matectl("bank", "teller", "add", "--services", "deposit", "--mode", "manual", "--name", "Kim")
    world.matectl("bank", "open")


def check_customer(world, browser):
    """whoever has no such ticket is told so in their language, without commands, and the page is not found"""
    branch(world)
    world.matectl("bank", "take", "deposit")
    world.matectl("bank", "leave", "1")
    world.matectl("bank", "take", "deposit")
    told = {
        "999": ("no ticket 999 was taken today", "오늘 발급된 999번 번호표는 없습니다."),
        "abc": ("There is no such ticket", "그런 번호표는 없습니다"),
        "007": ("There is no such ticket", "그런 번호표는 없습니다"),
        "99999999999999999999": ("There is no such ticket", "그런 번호표는 없습니다"),
        "1": ("ticket 1 was served or has left the line", "1번 고객은 업무가 끝났거나 대기줄에서 빠졌습니다"),
    }
    for ticket, sentences in told.items():
        for language, sentence in zip(("en", "ko"), sentences):
            assert world.request("GET", f"/t/{ticket}")[0] == 404, ticket
            page = browser(has_touch=True, is_mobile=True, locale="ko-KR" if language == "ko" else "en-US").new_page()
            page.set_viewport_size(PHONE)
            page.goto(world.url(f"/t/{ticket}"))
            try:
                page.wait_for_function("text => document.querySelector('.place')?.textContent.includes(text)", arg=sentence, timeout=8000)
            except Exception as error:
                raise AssertionError(f"{ticket} {language}: {page.inner_text('body')!r}") from error
            shown = page.inner_text("body")
            assert "matectl" not in shown and "`" not in shown, (ticket, language, shown)
            # Another number can be asked for.
            assert page.get_by_role("textbox").is_visible()
            page.context.close()
    for path, status in (("/t/2", 200), ("/t/", 200), ("/t/bank", 200), ("/t/bank/2", 200), ("/t/bank/999", 404), ("/t/juice/2", 404),
                         ("/t/juice", 404), ("/t/nothing/2", 404)):
        assert world.request("GET", path)[0] == status, path
    page = open_page(world, browser, "/t/2?lang=ko")
    page.get_by_text("2번 고객").wait_for()
    assert not page.problems, page.problems


def check_customer_away(world, browser):
    """where its daemon is away the page comes nonetheless, and shows the ticket once it is there"""
    branch(world)
    world.matectl("bank", "take", "deposit")
    page = open_page(world, browser, "/t/1?lang=ko")
    page.get_by_text("1번 고객").wait_for()
    world.kill("bank")
    assert world.request("GET", "/t/1")[0] == 200
    page.reload()
    page.get_by_text("1번 고객").wait_for()


def check_customer_unlisted(world):
    """where no such page is shown there is none"""
    for path in ("/t/", "/t/1", "/t/bank", "/t/bank/1"):
        assert world.request("GET", path)[0] == 404, path


check_customer_unlisted.configuration = {"screens": ["bank/line"]}


def states(world, path):
    """What a program is sent of a screen, state by state."""
    connection = http.client.HTTPConnection("127.0.0.1", world.port, timeout=PATIENCE)
    connection.request("GET", path, headers={"Host": f"127.0.0.1:{world.port}"})
    response = connection.getresponse()
    assert response.status == 200, response.status
    deadline = time.monotonic() + PATIENCE
    for line in response:
        assert time.monotonic() < deadline, f"{path} tells nothing more"
        if line.startswith(b"data: {"):
            yield json.loads(line[5:])


def check_customer_hears_of_nobody(world):
    """a customer is sent what is said of their ticket and nothing of others, also where there is no such ticket"""
    branch(world)
    for _ in range(3):
        world.matectl("bank", "take", "deposit", "--grade", "vip")
    for ticket in ("1", "424242"):
        told = states(world, f"/events/bank/t/{ticket}")
        seen = [next(told)]
        while len(seen) < 4:
            world.matectl("bank", "take", "deposit")
            seen.append(next(told))
        assert any("result" in state or "refusal" in state for state in seen), seen
        members = {member for state in seen for member in state}
        assert members <= {"away", "at", "result", "refusal"}, members
        lists = [name for state in seen for name, value in (state.get("result") or {}).items() if isinstance(value, list)]
        assert not lists, lists


check_customer_hears_of_nobody.configuration = {"screens": ["bank/t"]}


def check_wall_hears_its_sentence(world):
    """who may see one screen is told what happens in a sentence, and not what else the daemon tells of it"""
    told = states(world, "/events/juice/menu")
    while not next(told).get("result"):
        pass
    world.matectl("juice", "order", "banana")
    news = {}
    while "order" not in news:
        news = next(told).get("news", {})
    assert news["kind"] == "ordered" and set(news["order"]) == {"id", "name", "count"}, news
    assert set(news) <= {"kind", "order", "left", "soldToday", "soldTodayInAll", "currency"}, news


check_wall_hears_its_sentence.configuration = {"screens": ["juice/menu"]}
