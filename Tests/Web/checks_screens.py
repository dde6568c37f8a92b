"""Screens as a person sees and hears them."""


def open_page(world, browser, path, **options):
    page = browser(**options).new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on("console", lambda message: page.problems.append(message.text) if message.type == "error" else None)
    page.goto(world.url(path) if path.startswith("/") else path)
    return page


def closed(page):
    """Waits until no dialog is there: a browser takes one that was closed away with its next picture."""
    page.locator("dialog").wait_for(state="detached")


def resize(page, width, height):
    """Makes a window larger or smaller, and waits until the page has it."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=[width, height])


def check_stranger(world, browser):
    """a domain that this repository has never seen has a page, live, without a word of its own"""
    page = open_page(world, browser, world.link())
    page.get_by_role("link", name="meals: menu").click()
    page.get_by_role("row", name="bibimbap").wait_for()
    assert page.get_by_role("columnheader").all_text_contents() == ["Dish", "Left"]
    cell = page.get_by_role("row", name="bibimbap").locator("td").nth(1)
    before = int(cell.text_content())
    page.get_by_role("row", name="bibimbap").click()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Order").first.click()
    page.get_by_role("button", name="Send").click()
    page.wait_for_function("([row, value]) => [...document.querySelectorAll('tr')].some(place =>"
                           " place.textContent.includes(row) && place.cells[1].textContent === value)",
                           arg=["bibimbap", str(before - 1)])
    assert not page.problems, page.problems


def check_live(world, browser):
    """what changes elsewhere is seen at once, in both languages, and texts stay texts"""
    page = open_page(world, browser, "/s/project/board")
    page.get_by_role("heading", name="TODO").wait_for()
    title = "<img src=x onerror=document.title='got'> \u202e</li><script>document.title='got'</script> 우유"
    world.matectl("project", "add", title.replace("\u202e", ""))
    page.get_by_role("option", name="onerror").wait_for()
    assert page.get_by_role("heading", level=2).all_text_contents() == ["TODO (1)", "DOING (0)", "DONE (0)"]
    assert page.locator("main img, main script").count() == 0 and page.title() != "got"
    world.matectl("project", "move", "1", "doing")
    page.get_by_role("listbox", name="DOING (1)").get_by_role("option").wait_for()
    page.goto(world.url("/s/juice/menu?lang=ko"))
    page.get_by_role("columnheader", name="쥬스").wait_for()
    assert page.evaluate("document.documentElement.lang") == "ko"
    page.get_by_role("button", name="English").click()
    page.get_by_role("columnheader", name="Juice").wait_for()
    assert page.evaluate("document.documentElement.lang") == "en"
    assert not page.problems, page.problems


def check_same_words(world, browser):
    """a table and a board have the words that matectl prints, in both languages"""
    world.matectl("bank", "teller", "set", "1", "--mode", "manual", status=None)
    world.matectl("bank", "open")
    for domain, screen, words in (("juice", "menu", ["juice", "menu"]), ("juice", "stock", ["juice", "stock"]),
                                  ("bank", "desks", ["bank", "teller", "list"]), ("project", "history", ["project", "history"])):
        for language in ("en", "ko"):
            page = open_page(world, browser, f"/s/{domain}/{screen}?lang={language}", timezone_id="Asia/Seoul")
            page.locator(".table th").first.wait_for()
            rows = page.locator(".table tbody tr").all()
            printed = world.matectl(*words, "-o", "wide", language=language)
            lines = [" ".join(line.split()) for line in printed.splitlines()]
            for row in rows:
                text = " ".join(" ".join(cell.split()) for cell in row.locator("td").all_text_contents() if cell)
                assert text in lines, (domain, screen, language, text, lines)


def check_keyboard(world, browser):
    """everything is reached with keys, and a screen reader is told what it is"""
    for title in ("one", "two", "three"):
        world.matectl("project", "add", title)
    page = open_page(world, browser, world.link())
    page.get_by_text("project: Board").wait_for()
    page.goto(world.url("/s/project/board"))
    page.get_by_role("option", name="one").wait_for()
    # To the cards by Tab alone.
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "option":
            break
    assert page.evaluate("document.activeElement.getAttribute('aria-selected')") == "true"
    page.keyboard.press("ArrowDown")
    second = page.evaluate("document.activeElement.textContent")
    page.keyboard.press(">")
    page.get_by_role("listbox", name="DOING (1)").get_by_role("option", name=second).wait_for()
    # The selection goes along, and stays where rows come and go around it.
    world.matectl("project", "add", "four", "--due", "yesterday")
    page.get_by_role("option", name="four").wait_for()
    assert page.locator("[aria-selected=true]").text_content() == second
    page.keyboard.press("Shift+ArrowRight")
    page.get_by_role("listbox", name="DONE (1)").get_by_role("option", name=second).wait_for()
    # The same key of a keyboard that writes 한글.
    typed = "key => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true }))"
    page.evaluate(typed, {"key": "ㅕ", "code": "KeyU"})
    page.get_by_role("listbox", name="DOING (1)").get_by_role("option", name=second).wait_for()
    # The card may be seen before the answer comes.
    page.locator("#said").get_by_text("Undone").wait_for()
    page.keyboard.press("+")
    page.get_by_role("dialog").wait_for()
    assert page.evaluate("document.activeElement.name") == "title"
    page.keyboard.type("다섯 번째")
    page.keyboard.press("Enter")
    page.get_by_role("option", name="다섯 번째").wait_for()
    closed(page)
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog", name="Keys").wait_for(state="hidden")
    page.keyboard.press("/")
    page.wait_for_function("() => document.activeElement.type === 'search'")
    page.keyboard.type("four")
    page.wait_for_function("() => document.querySelectorAll('[role=option]').length === 1")
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.querySelectorAll('[role=option]').length === 5")
    tree = page.locator("body").aria_snapshot()
    for word in ('navigation "Screens"', 'listbox "TODO', "option", 'toolbar "Actions"', "log", "status"):
        assert word in tree, (word, tree)
    page.evaluate(typed, {"key": "ㅣ", "code": "KeyL", "shiftKey": True})
    assert page.evaluate("document.documentElement.lang") == "ko"
    assert not page.problems, page.problems


def check_colours(world, browser):
    """light and dark differ, and nothing needs more width than a telephone has"""
    world.matectl("project", "add", "a title that is longer than the telephone is wide, without any doubt at all")
    seen = set()
    for scheme in ("light", "dark"):
        page = open_page(world, browser, "/s/project/board", color_scheme=scheme, )
        resize(page, 360, 700)
        page.get_by_role("option").wait_for()
        seen.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert len(seen) == 2, seen


def check_narrow(world, browser):
    """on a telephone a table leaves out columns of high ranks, and a form stands in its dialog"""
    page = open_page(world, browser, world.link())
    page.get_by_text("juice: Menu").wait_for()
    shown = {}
    for width in (1100, 360):
        resize(page, width, 700)
        page.goto(world.url("/s/juice/menu?lang=ko"))
        page.get_by_role("row", name="mangoKiwi").wait_for()
        assert page.evaluate("[document.documentElement, main].every(one => one.scrollWidth <= one.clientWidth)"), width
        shown[width] = page.get_by_role("columnheader").all_text_contents()
    assert shown[1100][0] == shown[360][0] == "쥬스" and 2 <= len(shown[360]) < len(shown[1100]), shown
    page.keyboard.press("c")
    page.get_by_role("dialog").wait_for()
    outside = page.evaluate("""() => {
      const box = document.querySelector('dialog').getBoundingClientRect();
      return [...document.querySelectorAll('dialog *')].filter(one => one.getBoundingClientRect().right > box.right - 8).map(one => one.outerHTML);
    }""")
    assert not outside, outside
    assert not page.problems, page.problems


def check_chart(world, browser):
    """a table that has a chart is drawn as one"""
    world.matectl("juice", "order", "strawberry", status=None)
    page = open_page(world, browser, world.link())
    page.get_by_text("bank: Line").wait_for()
    found = page.evaluate("""async () => {
      const { charts } = await import('/web/chart.js');
      const { Words } = await import('/web/text.js');
      const template = { title: { en: 'Mean wait' }, at: '/h', value: '/v', low: '/l', high: '/u', by: '/s', format: 'duration' };
      const rows = [{ h: '9', v: 60, l: 30, u: 90, s: 'loan' }, { h: '10', v: 120, s: 'loan' }, { h: '9', v: 0, s: 'deposit' }, { h: '10', s: 'deposit' }];
      return charts(template, '/rows', { rows }, new Words('en')).map(picture => ({
        title: picture.querySelector('title').textContent,
        heights: [...picture.querySelectorAll('.bar')].map(bar => Number(bar.getAttribute('height'))),
        intervals: picture.querySelectorAll('.interval').length }));
    }""")
    assert [picture["title"] for picture in found] == ["loan: Mean wait: 9 1m 00s, 10 2m 00s", "deposit: Mean wait: 9 0s"], found
    assert abs(found[0]["heights"][1] / found[0]["heights"][0] - 2) < 1e-9 and found[1]["heights"] == [0], found
    assert [picture["intervals"] for picture in found] == [1, 0], found
