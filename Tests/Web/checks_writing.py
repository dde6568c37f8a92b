"""Changes: by hand, by two people at once, with what is refused and what is asked first."""
from checks_screens import open_page


def writer(world, browser, path, **options):
    page = open_page(world, browser, world.link(), **options)
    page.locator(".screens a").first.wait_for()
    assert "open=" not in page.url
    page.goto(world.url(path))
    return page


def check_two_browsers(world, browser):
    """two browsers move a card: both see each other's move, and it is moved once"""
    for title in ("우유 사기", "보고서"):
        world.matectl("project", "add", title)
    one, other = (writer(world, browser, "/s/project/board") for _ in range(2))
    card = one.get_by_role("option", name="우유 사기")
    card.wait_for()
    start, end = card.bounding_box(), one.locator(".column").nth(1).bounding_box()
    one.mouse.move(start["x"] + 20, start["y"] + 10)
    one.mouse.down()
    one.mouse.move(end["x"] + 40, end["y"] + 40, steps=5)
    one.locator(".column.over h2").get_by_text("DOING").wait_for()
    one.mouse.up()
    for page in (one, other):
        page.get_by_role("listbox", name="DOING (1)").get_by_role("option", name="우유 사기").wait_for()
    other.get_by_role("option", name="우유 사기").click()
    other.get_by_role("button", name="→ DONE").click()
    for page in (one, other):
        page.get_by_role("listbox", name="DONE (1)").get_by_role("option", name="우유 사기").wait_for()
    moves = [row for row in world.json("project", "history")["entries"] if "우유" in str(row)]
    assert len(moves) == 3, moves
    assert not one.problems and not other.problems, (one.problems, other.problems)


def check_dragged(world, browser):
    """the card that is dragged moves: alone where others are marked, with them where it is marked"""
    for title in ("one", "two", "three", "four"):
        world.matectl("project", "add", title)
    page = writer(world, browser, "/s/project/board")

    def drag(name, count):
        start, end = page.get_by_role("option", name=name).bounding_box(), page.locator(".column").nth(1).bounding_box()
        page.mouse.move(start["x"] + 20, start["y"] + 10)
        page.mouse.down()
        page.mouse.move(end["x"] + 40, end["y"] + 40, steps=5)
        page.mouse.up()
        page.get_by_role("heading", name=f"DOING ({count})").wait_for()
        return sorted(card["title"] for card in world.json("project", "board")["doing"]["items"])

    page.get_by_role("option", name="one").click()
    page.keyboard.press("Space")
    page.get_by_role("option", name="two").click()
    page.keyboard.press("Space")
    assert drag("three", 1) == ["three"]
    assert page.locator(".marked").count() == 2
    assert drag("one", 3) == ["one", "three", "two"]
    assert page.locator(".marked").count() == 0
    assert not page.problems, page.problems


def check_named(world, browser):
    """details call things as their domain does, in the reader's language"""
    world.matectl("juice", "order", "banana")
    page = writer(world, browser, "/s/juice/orders?lang=ko")
    page.get_by_role("row", name="바나나").first.click()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    dialog.locator("p").first.wait_for()
    lines = dialog.locator("p").all_text_contents()
    members = world.json("juice", "orders")["items"][0]
    assert len(lines) > 2 and not any(line.split(":")[0] in members for line in lines), lines
    assert not page.problems, page.problems


def check_stepped(world, browser):
    """+7 for fruit that is short is seven more, and no count"""
    page = writer(world, browser, "/s/juice/menu")
    page.get_by_role("row", name="strawberry juice").first.click()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    dialog.locator("input").first.fill("+7")
    dialog.locator("button[type=submit]").click()
    page.locator("dialog:not(:has(input)) button[type=submit]").click()
    page.wait_for_function("() => document.getElementById('said').textContent.includes('strawberry 1')")
    assert not page.problems, page.problems


def check_touch(world, browser):
    """a finger drags a card, and buttons do the same"""
    world.matectl("project", "add", "tap")
    page = writer(world, browser, "/s/project/board", has_touch=True)
    card = page.get_by_role("option", name="tap")
    card.wait_for()
    start, end = card.bounding_box(), page.locator(".column").nth(2).bounding_box()
    session = page.context.new_cdp_session(page)

    def touch(kind, x=None, y=None):
        points = [] if x is None else [{"x": x, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", start["x"] + 20, start["y"] + 15)
    for step in range(1, 11):
        touch("touchMove", start["x"] + 20 + (end["x"] - start["x"]) * step / 10, start["y"] + 15)
    touch("touchEnd")
    page.get_by_role("listbox", name="DONE (1)").get_by_role("option", name="tap").wait_for()
    page.get_by_role("option", name="tap").tap()
    page.get_by_role("button", name="← DOING").tap()
    page.get_by_role("listbox", name="DOING (1)").get_by_role("option", name="tap").wait_for()


def check_forms(world, browser):
    """a form asks for what is needed, a refusal stays at its field, and what asks first asks here"""
    world.matectl("bank", "open")
    page = writer(world, browser, "/s/bank/line")
    page.get_by_role("button", name="take a ticket").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Send").click()
    assert "has to be said" in dialog.get_by_role("alert").text_content()
    dialog.locator("[name=service]").fill("mortgage")
    dialog.get_by_role("button", name="Send").click()
    page.wait_for_function("() => document.querySelector('[role=alert]').textContent.includes('mortgage')")
    assert world.json("bank", "report")["served"] == 0
    dialog.locator("[name=service]").fill("loan")
    page.wait_for_function("() => document.querySelectorAll('datalist option').length > 1")
    dialog.get_by_role("button", name="Send").click()
    dialog.wait_for(state="detached")
    assert "Ticket 1 for loan" in page.locator("#said").text_content()
    page.get_by_role("button", name="reset").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert world.json("bank", "take", "loan")["ticket"]["number"] == 2
    page.get_by_role("button", name="reset").click()
    page.get_by_role("dialog").get_by_role("button", name="Yes").click()
    page.wait_for_function("() => document.getElementById('said').textContent.includes('Reset')")
    world.matectl("bank", "open", status=None)
    assert world.json("bank", "take", "loan")["ticket"]["number"] == 1


def check_follow_up(world, browser):
    """fruit that is short is asked about, the stock is edited, and the order is made once"""
    page = writer(world, browser, "/s/juice/menu?lang=ko")
    world.matectl("juice", "stock", "set", "strawberry", "0")
    row = page.get_by_role("row", name="딸기쥬스")
    row.click()
    page.get_by_role("button", name="주문", exact=False).first.click()
    dialog = page.get_by_role("dialog")
    dialog.locator("input").first.wait_for()
    assert "딸기" in dialog.text_content()
    dialog.locator("button[type=submit]").click()
    page.locator("dialog:not(:has(input)) button[type=submit]").click()
    page.wait_for_function("() => document.getElementById('said').textContent.includes('나왔습니다')")
    assert len(world.json("juice", "orders")["items"]) == 1
