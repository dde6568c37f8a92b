"""What a person with a telephone sees and can do: no key, and 360 pixels."""
from checks_screens import closed, open_page, resize
from checks_writing import writer

SEEN = """name => (({ top, bottom, height }) => height > 0 && top >= 0 && bottom <= innerHeight)(document.querySelector(name).getBoundingClientRect())"""


def telephone(world, browser, path):
    page = writer(world, browser, "/")
    resize(page, 360, 640)
    page.goto(world.url(path))
    return page


def check_answers(world, browser):
    """what was done and what is refused is seen at once on a telephone, wherever one has scrolled to"""
    world.matectl("bank", "open")
    world.matectl("bank", "add", "30")
    page = telephone(world, browser, "/s/bank/line")
    page.get_by_role("button", name="take a ticket").click()
    page.locator("dialog [name=service]").fill("deposit")
    page.get_by_role("button", name="Send").click()
    page.locator("#said", has_text="Ticket 31").wait_for()
    for y in (0, 300, 100_000):
        page.evaluate("y => scrollTo(0, y)", y)
        assert page.evaluate(SEEN, "#said"), y
    page.goto(world.url("/s/bank/desks"))
    row = page.locator("tbody tr").first
    row.click()
    page.locator("[aria-keyshortcuts=p]").click()
    page.locator("#said:not(:empty)").wait_for()
    assert page.evaluate(SEEN, "#said")
    # What it is all about has the larger part.
    frame = page.evaluate("['header', 'footer'].reduce((sum, name) => sum + document.querySelector(name).offsetHeight, 0)")
    assert frame <= 0.4 * 640, frame
    # All there is has a button, and the one to the rest is always seen.
    assert page.evaluate("(({ right }) => right <= innerWidth)(document.querySelector('#bar button:last-child').getBoundingClientRect())")
    # What has no room is named, and stands behind the button.
    gone, foot = page.evaluate("""() => {
      const rows = [...document.querySelectorAll('tbody tr')];
      const heads = [...document.querySelectorAll('th')].filter((one, index) => one.hidden && rows.some(row => row.cells[index].textContent));
      return [heads.map(one => one.textContent), document.querySelector('.foot').textContent];
    }""")
    assert all(name in foot for name in gone), (gone, foot)
    page.locator("#bar").get_by_role("button", name="More").click()
    assert page.locator("dialog h2").text_content().startswith("What shall be done? Teller 1")
    page.locator("dialog").get_by_role("button", name="Details").click()
    page.locator("dialog p").first.wait_for()
    assert not page.problems, page.problems


def check_nothing_yet(world, browser):
    """a screen that must be told first what it is to show has its buttons, and speaks of no shell"""
    for language, named, label in (("en", "find", "Look for *"), ("ko", "찾기", "찾을 말 *")):
        page = telephone(world, browser, f"/s/transit/stations?lang={language}")
        page.locator("#said.refused").wait_for()
        assert "--" not in page.locator("#said").text_content(), page.locator("#said").text_content()
        page.locator("#bar").get_by_role("button", name=named).click()
        page.get_by_label(label).fill("서울역")
        page.locator("dialog .main").click()
        page.locator("dialog p", has_text="서울").first.wait_for()


def check_empty_columns(world, browser):
    """a column where nothing stands gives its room to one with something in it"""
    page = telephone(world, browser, "/s/juice/menu?lang=ko")
    page.get_by_role("columnheader", name="이름").wait_for()
    assert page.evaluate("[...document.querySelectorAll('th')].filter(one => !one.hidden && one.textContent === '가격').length") == 0


def check_second_link(world, browser):
    """a link for writing is used where the page is open already, and leaves no trace in its address"""
    page = open_page(world, browser, "/")
    page.locator(".screens").wait_for()
    page.evaluate("hash => { location.hash = hash; }", world.link().split("#")[1])
    page.get_by_role("button", name="Leave").wait_for()
    assert "open=" not in page.url, page.url


def check_idle_key(world, browser):
    """a key that can do nothing now says so, and the list of keys names all there are"""
    world.matectl("bank", "open")
    page = writer(world, browser, "/s/bank/desks")
    page.locator("tbody tr").first.click()
    page.keyboard.press("r")
    page.locator("#said.refused", has_text="nothing to do that with").wait_for()
    page.keyboard.press("?")
    lines = page.locator("dialog p").all_text_contents()
    for wanted in ("r: call again", "n: no-show", "d: done, next", "a: more"):
        assert wanted in lines, (wanted, lines)
    page.keyboard.press("Enter")
    closed(page)
    page.goto(world.url("/s/project/board"))
    page.locator("#bar button").first.wait_for()
    page.keyboard.press("?")
    assert any(line.startswith("u: ") for line in page.locator("dialog p").all_text_contents())


def check_shell_words(world, browser):
    """no hint and no sentence of an own command speaks of a shell's words; "" empties a field as there"""
    world.matectl("project", "add", "one", "--body", "text")
    page = writer(world, browser, "/s/project/board")
    page.get_by_role("option").first.click()
    page.keyboard.press("e")
    field = page.locator("dialog [name=body]")
    field.wait_for()
    assert '""' not in page.locator("dialog").text_content()
    field.fill('""')
    page.locator("dialog .main").click()
    closed(page)
    assert world.json("project", "show", "1").get("body", "") in ("", None)
    page.goto(world.url("/s/bank/desks"))
    said = page.evaluate("""async () => {
      const [{ Deeds }, { Words }, { get }] = await Promise.all(['form', 'text', 'wire'].map(file => import(`/web/${file}.js`)));
      const screen = await get('/screen/bank/desks');
      return ['en', 'ko'].map(language => new Deeds(screen, new Words(language), () => {}).sentence({ data: { name: 'bank.tellerIdle', teller: 4 } }));
    }""")
    assert all("matectl" not in text and "4" in text for text in said), said
