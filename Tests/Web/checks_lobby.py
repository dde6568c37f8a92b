"""A lobby: the display on the wall, a teller's desk and a customer's telephone, all at once."""
import random

from checks_writing import writer

PHONE = {"width": 390, "height": 844}


def branch(world, part):
    """The tickets of a part of the branch, as the daemon itself has them."""
    return [row["number"] for row in world.json("bank", "board").get(part, [])]


def settled(page, script, argument, what):
    """Waits until a page shows what the daemon has."""
    try:
        page.wait_for_function(script, arg=argument, timeout=15_000)
    except Exception as error:
        shown = " ".join(page.inner_text("body").split())
        raise AssertionError(f"{what}: no {argument!r} in {shown!r}") from error


# Which tickets stand in a column of a board, in their order.
COLUMN = """([place, wanted]) => JSON.stringify([...document.querySelectorAll('.column')[place].querySelectorAll('.card')]
    .map(card => parseInt(card.innerText.trim(), 10))) === JSON.stringify(wanted)"""
TEXT = "text => document.body.innerText.replace(/\\s+/g, ' ').includes(text)"


def check_lobby(world, browser, pictures):
    """a display, a desk and a telephone show one branch while people come and go and bankd is killed"""
    chance = random.Random(17)
    for teller in ("1", "2"):
        world.matectl("bank", "teller", "remove", teller)
    world.matectl("bank", "teller", "add", "--services", "deposit", "--mode", "manual", "--name", "Kim")
    own = next(row["teller"] for row in world.json("bank", "teller", "list")["tellers"] if row.get("name") == "Kim")
    world.matectl("bank", "open")
    for _ in range(6):
        world.matectl("bank", "take", "deposit")
    # The last of the line follows their own ticket.
    mine = branch(world, "waiting")[-1]

    desk = writer(world, browser, "/s/bank/desks")
    wall = browser(locale="ko-KR").new_page()
    wall.set_viewport_size({"width": 1920, "height": 1080})
    phone = browser(has_touch=True, is_mobile=True, device_scale_factor=2, locale="ko-KR").new_page()
    phone.set_viewport_size(PHONE)
    faults = []
    for name, page in (("wall", wall), ("desk", desk), ("phone", phone)):
        page.on("pageerror", lambda error, name=name: faults.append(f"{name}: {error}"))
    wall.goto(world.url("/d/bank/line?lang=ko"))
    wall.get_by_role("heading", name="대기중").wait_for()
    phone.goto(world.url(f"/t/{mine}?lang=ko"))
    settled(phone, TEXT, "대기 6번째", "the telephone")

    called, reached = [], 0
    for step in range(12):
        what = chance.choice(["come", "leave", "kill", "kill"])
        others = [number for number in branch(world, "waiting") if number != mine]
        if what == "come":
            world.matectl("bank", "take", "deposit")
        elif what == "leave" and others:
            world.matectl("bank", "leave", str(chance.choice(others)))
        elif what == "kill":
            world.kill("bank")
        # The teller is done with somebody, and calls the next: once, whatever became of the daemon.
        before = branch(world, "waiting")
        desk.get_by_role("row", name="Kim").click()
        desk.evaluate("document.getElementById('said').textContent = ''")
        desk.get_by_role("button", name="done, next").click()
        settled(desk, "() => document.getElementById('said').textContent !== ''", step, f"step {step} ({what}): the desk")
        waiting, serving = branch(world, "waiting"), branch(world, "serving")
        assert waiting == before[1:] and serving == before[:1], (step, what, before, waiting, serving)
        called += serving
        for place, wanted in ((0, waiting), (1, serving)):
            settled(wall, COLUMN, [place, wanted], f"step {step} ({what}): the wall")
        if serving:
            settled(desk, TEXT, str(serving[0]), f"step {step} ({what}): the desk")
        if mine in waiting:
            settled(phone, TEXT, f"대기 {waiting.index(mine) + 1}번째", f"step {step} ({what}): the telephone")
        elif mine in serving:
            reached += 1
            settled(phone, TEXT, f"{own}번 창구", f"step {step} ({what}): the telephone")
            wide = phone.evaluate("document.documentElement.scrollWidth")
            assert wide <= PHONE["width"], f"the telephone scrolls sideways: {wide}"
            small = phone.evaluate("""() => [...document.querySelectorAll('button, input, select')].filter(one =>
                one.offsetParent && one.getBoundingClientRect().height < 32).map(one => one.outerHTML)""")
            assert not small, f"too small for a finger: {small}"
            if pictures:
                for name, page in (("lobby-wall", wall), ("lobby-desk", desk), ("phone", phone)):
                    # What is below is empty.
                    part = {"clip": {"x": 0, "y": 0, **PHONE, "height": 340}} if page is phone else {}
                    page.screenshot(path=f"{pictures}/{name}.png", **part)
        elif not before:
            break
    assert reached == 1 and len(called) == len(set(called)), (reached, called)
    for page in (wall, desk, phone):
        page.wait_for_function("() => document.getElementById('banner').hidden", timeout=15_000)
    assert not faults, faults
