"""The page on a wall, and the page of one customer."""
import os
import pathlib
import signal

from checks_screens import open_page


def check_wall(world, browser):
    """a wall shows no actions, calls a ticket large and aloud, and has a code for customers"""
    world.matectl("bank", "open")
    page = browser(locale="ko-KR").new_page()
    page.add_init_script("window.spoken = []; speechSynthesis.speak = one => spoken.push([one.lang, one.text]);")
    page.goto(world.url("/d/bank/line?lang=ko&columns=1,2&speech=1"))
    page.get_by_role("heading", name="대기중").wait_for()
    page.locator(".age").wait_for()
    page.evaluate("async () => { (await import('/web/wall.js')).Announcer.lasting = 60_000; }")
    assert page.get_by_role("button").count() == 0
    assert page.get_by_role("heading", level=2).count() == 2, "columns 1 and 2 alone"
    world.matectl("bank", "take", "loan")
    call = page.get_by_role("alert")
    page.wait_for_function("() => document.querySelector('.called').textContent.includes('1번 고객님')")
    assert call.is_visible() and call.bounding_box()["height"] > 100
    assert page.evaluate("spoken")[0] == ["ko-KR", call.text_content()], page.evaluate("spoken")
    page.wait_for_function("() => document.querySelector('.code img')?.naturalWidth > 0")
    large = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.card, h2')).fontSize)")
    assert large > 24, large


def check_calls(world, browser):
    """calls are made one after the other, and of nobody who has gone meanwhile"""
    page = open_page(world, browser, "/d/bank/line")
    page.get_by_role("heading", name="Waiting").wait_for()
    called = page.evaluate("""async () => {
        const { Announcer } = await import('/web/wall.js');
        const wall = new Announcer({ announce: { on: '/desks', text: '' } }, false);
        const see = (...desks) => wall.see({ desks }, { identity: row => row }, { language: 'en', line: (_, row) => `call ${row}` });
        const told = [];
        const tell = () => told.push(wall.box.hidden ? '' : wall.box.textContent);
        see(1);
        tell();
        see(1, 2);
        see(2, 3);
        see(4);
        see(4, 5);
        for (let step = 0; step < 3; step++) { tell(); wall.next('en'); }
        tell();
        see(...[11, 12, 13, 14, 15, 16, 17]);
        for (let step = 0; step < 5; step++) { tell(); wall.next('en'); }
        const again = new Announcer({ announce: { on: '/desks', text: '', again: '/1' } }, false);
        const count = (...counts) => again.see({ desks: counts.map(calls => ['A', calls]) }, { identity: row => row[0] },
            { language: 'en', line: (_, row) => `call ${row}` });
        const hear = () => { told.push(again.box.hidden ? '' : again.box.textContent); again.next('en'); };
        for (const calls of [undefined, undefined, 1, 1, 2, undefined, 1]) { count(calls); hear(); }
        return told;
    }""")
    # The last are one row: of a daemon that started anew its number begins again.
    assert called[10:] == ["", "", "call A,1", "", "call A,2", "", "call A,1"], called[10:]
    assert called[:10] == ["", "call 2", "call 4", "call 5", "", "call 14", "call 15", "call 16", "call 17", ""], called


def check_recall(world, browser):
    """a customer whom a teller calls again is called again on the wall"""
    world.matectl("bank", "open")
    world.matectl("bank", "teller", "add", "--services", "loan", "--mode", "manual")
    world.matectl("bank", "teller", "pause", "3")
    world.matectl("bank", "take", "loan")
    page = open_page(world, browser, "/d/bank/line")
    page.get_by_role("heading", name="Waiting").wait_for()
    page.evaluate("""async () => {
      (await import('/web/wall.js')).Announcer.lasting = 200;
      // A call is short: whoever looks now and then may not see it.
      window.calls = [];
      const place = document.querySelector('.called');
      new MutationObserver(() => { if (!place.hidden) calls.push(place.textContent); }).observe(place, { childList: true });
    }""")
    for count, words in enumerate((("next", "4"), ("recall", "1"), ("recall", "1")), 1):
        world.matectl("bank", *words)
        page.wait_for_function("count => calls.length === count", arg=count)
        assert page.evaluate("calls") == ["Number 1: teller 4"] * count, (words, page.evaluate("calls"))


def check_stale(world, browser):
    """without a sign of life for ten seconds a wall says that it may be old, and takes it back"""
    page = browser().new_page()
    page.clock.install()
    page.goto(world.url("/d/bank/line"))
    page.get_by_role("heading", name="Waiting").wait_for()
    # The page's own clock stands but where it is told to go on, so that a busy machine makes no silence.
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    page.evaluate("() => new Promise(done => { const life = new EventSource('/events/bank/line'); life.addEventListener('alive', done); })")
    os.kill(world.web.pid, signal.SIGSTOP)
    try:
        page.clock.run_for(8_000)
        assert page.locator("#banner").is_hidden()
        page.clock.run_for(4_000)
        page.get_by_text("No connection").wait_for()
    finally:
        os.kill(world.web.pid, signal.SIGCONT)
    page.locator("#banner").wait_for(state="hidden")


def check_ticket(world, browser):
    """a customer sees the place and the wait of their own ticket, and what becomes of it"""
    world.matectl("bank", "open")
    for teller in range(1, 4):
        world.matectl("bank", "teller", "pause", str(teller))
    for _ in range(3):
        world.matectl("bank", "take", "deposit")
    page = open_page(world, browser, "/t/?lang=en")
    page.get_by_role("textbox").fill("2")
    page.keyboard.press("Enter")
    page.get_by_text("place 2 in line").wait_for()
    assert page.url.split("?")[0].endswith("/t/2")
    assert page.get_by_role("button", name="More").count() == 0
    world.matectl("bank", "leave", "1")
    page.get_by_text("place 1 in line").wait_for()
    page.get_by_role("button", name="한국어").click()
    page.get_by_text("대기 1번째").wait_for()
    world.matectl("bank", "leave", "2")
    page.wait_for_function("() => !document.querySelector('.place')?.textContent.includes('1번째')")


def check_pictures(world, browser, pictures):
    """the pictures of the README: a wall in Korean and a board in the dark, a few kilobytes each"""
    folder = pathlib.Path(pictures) if pictures else world.folder
    world.matectl("bank", "open")
    for title, words in (("보고서 제출", ["--due", "tomorrow"]), ("우유 사기", []), ("Water the plants", ["--due", "yesterday"]),
                         ("Book a table", []), ("회의 준비", [])):
        world.matectl("project", "add", title, *words)
    world.matectl("project", "move", "2", "5", "doing")
    world.matectl("project", "move", "4", "done")
    context = browser(color_scheme="dark", device_scale_factor=1)
    page = context.new_page()
    page.set_viewport_size({"width": 880, "height": 420})
    page.goto(world.link())
    page.locator(".screens a").first.wait_for()
    page.goto(world.url("/s/project/board"))
    page.get_by_role("option", name="우유 사기").click()
    page.screenshot(path=folder / "board.png")
    page = browser().new_page()
    page.set_viewport_size({"width": 880, "height": 420})
    page.goto(world.url("/d/bank/line?lang=ko"))
    page.get_by_role("heading", name="대기중").wait_for()
    page.wait_for_function("() => document.querySelector('.code img')?.naturalWidth > 0")
    world.matectl("bank", "add", "9")
    page.wait_for_function("() => document.querySelector('.called')?.hidden === false")
    page.screenshot(path=folder / "wall.png")
    sizes = [(folder / f"{name}.png").stat().st_size for name in ("board", "wall")]
    assert sum(sizes) < 150_000, sizes
