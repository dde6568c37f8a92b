"""From a telephone to a television: nothing covers what has to be read, and a finger reaches all of it."""
from checks_fields import parameters
from checks_screens import open_page, resize
from checks_writing import writer

RECTS = """() => Object.fromEntries(['.age', '.code', '.called', '.foot'].map(name => {
  const one = document.querySelector(name);
  const { left, right, top, bottom } = one && !one.hidden ? one.getBoundingClientRect() : {};
  return [name, { left, right, top, bottom }];
}))"""


def overlap(one, other):
    return one["left"] < other["right"] and other["left"] < one["right"] and one["top"] < other["bottom"] and other["top"] < one["bottom"]


def check_corner(world, browser):
    """on a wall the code covers no age, and a call is large, whatever the size of the screen"""
    world.matectl("bank", "open")
    page = open_page(world, browser, "/d/bank/line?lang=ko")
    page.wait_for_function("() => document.querySelector('.code img')?.naturalWidth > 0 && document.querySelector('.age')?.textContent")
    sizes = [(360, 640), (640, 360), (800, 600), (1280, 720), (1920, 1080), (3840, 2160), (1080, 1920)]
    for width, height in sizes:
        resize(page, width, height)
        found = page.evaluate(RECTS)
        assert not overlap(found[".age"], found[".code"]), (width, height, found)
        assert found[".age"]["bottom"] <= height and found[".code"]["right"] <= width, (width, height, found)
    page.evaluate("async () => { (await import('/web/wall.js')).Announcer.lasting = 60_000; }")
    world.matectl("bank", "take", "loan")
    page.wait_for_function("() => document.querySelector('.called')?.hidden === false")
    for width, height in sizes:
        resize(page, width, height)
        size = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.called')).fontSize)")
        assert size >= max(48, min(0.055 * width, 140)), (width, height, size)
        found = page.evaluate(RECTS)[".called"]
        assert found["left"] >= 0 and found["right"] <= width and found["bottom"] - found["top"] < height, (width, height, found)
        assert page.evaluate("(one => one.scrollWidth <= one.clientWidth)(document.querySelector('.called'))"), (width, height)


def check_ring(world, browser):
    """what shows where one is runs through no label, in every field of a form"""
    page = writer(world, browser, "/")
    parameters(page, "project", "board")
    page.evaluate("ask('project.add')")
    fields = page.locator("dialog :is(input, select)")
    fields.first.wait_for()
    for index in range(fields.count()):
        fields.nth(index).focus()
        crossed = page.evaluate("""() => {
          const one = document.activeElement;
          const { outlineWidth, outlineOffset } = getComputedStyle(one);
          const range = parseFloat(outlineWidth) + parseFloat(outlineOffset);
          const { top, bottom } = one.getBoundingClientRect();
          const label = document.createRange();
          label.selectNode(one.labels[0].firstChild);
          const hint = document.getElementById(one.getAttribute('aria-describedby'));
          return label.getBoundingClientRect().bottom > top - range + 1 || hint && hint.getBoundingClientRect().top < bottom + range - 4;
        }""")
        assert not crossed, index


def check_bar(world, browser):
    """on the smallest screen the actions leave room for what they are about, and each can be reached"""
    world.matectl("project", "add", "one")
    # One browser: each keeps up to six connections for a while, and an address has 64.
    page = writer(world, browser, "/")
    for width, height in ((320, 256), (640, 360), (360, 640)):
        resize(page, width, height)
        for path in ("/s/project/board", "/s/bank/line", "/s/juice/menu", "/s/transit/favourites"):
            page.goto(world.url(path))
            page.locator("#bar button").first.wait_for()
            bar = page.locator("#bar").bounding_box()
            assert bar["height"] <= 0.4 * height, (width, height, path, bar)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, height, path)
            for button in page.locator("#bar button").all():
                button.scroll_into_view_if_needed()
                box = button.bounding_box()
                assert box["x"] > -1 and box["x"] + box["width"] < width + 1 and box["height"] >= 40, (width, height, path, box)


def check_finger(world, browser):
    """a finger that stays for a moment takes a card to a column below; one that moves on scrolls, and moves nothing"""
    for number in range(12):
        world.matectl("project", "add", f"card {number}")
    page = writer(world, browser, "/s/project/board", has_touch=True, is_mobile=True)
    page.clock.install()
    page.reload()
    page.set_viewport_size({"width": 360, "height": 640})
    page.get_by_role("option").first.wait_for()
    session = page.context.new_cdp_session(page)

    def touch(kind, x=None, y=None):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if x is None else [{"x": x, "y": y}]})

    def counts():
        board = world.json("project", "board")
        return [len(board[name]["items"]) for name in ("todo", "doing", "done")]

    # A moment is one of the page's own clock, which stands meanwhile.
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    touch("touchStart", 100, 500)
    for y in range(490, 100, -30):
        touch("touchMove", 100, y)
    touch("touchEnd")
    page.wait_for_function("() => scrollY > 100")
    assert counts() == [12, 0, 0]
    # What was thrown is still on its way.
    page.reload()
    page.get_by_role("option").first.wait_for()
    card = page.get_by_role("option").nth(8)
    card.evaluate("one => one.scrollIntoView({ block: 'center' })")
    title, start = card.text_content(), card.bounding_box()
    touch("touchStart", start["x"] + 40, start["y"] + 15)
    page.clock.run_for(500)
    page.locator(".dragged").wait_for()
    before = page.evaluate("scrollY")
    touch("touchMove", start["x"] + 40, start["y"] + 30)
    assert page.evaluate("scrollY") == before
    # The column is below what is seen: near the edge the page comes along.
    column = page.locator(".column").nth(1)
    for step in range(80):
        middle = column.evaluate("one => (({ top, bottom }) => (top + bottom) / 2)(one.getBoundingClientRect())")
        if middle < 550:
            break
        touch("touchMove", start["x"] + 40 + step % 2, 600)
    touch("touchMove", start["x"] + 40, middle)
    page.wait_for_function("() => document.querySelectorAll('.column')[1].classList.contains('over')")
    touch("touchEnd")
    page.get_by_role("listbox", name="DOING (1)").get_by_role("option", name=title).wait_for()
    assert counts() == [11, 1, 0]
    assert not page.problems, page.problems
