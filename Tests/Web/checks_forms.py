"""Forms that change what is there: what stands in their fields, what leaving it does, and what emptying it does."""
import datetime
import json

from checks_screens import closed, open_page
from checks_writing import writer

TEXT = "first line\n\n  third, with  blanks"
TODAY = datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=9))).date().isoformat()
TASK = {"title": "Hand in the report", "due": TODAY, "group": "work", "body": TEXT}


def filled(world):
    """Something of every kind, with a value for each field."""
    world.matectl("project", "add", "--title", TASK["title"], "--due", TASK["due"], "--group", TASK["group"], "--body", TEXT, "--priority", "1")
    world.matectl("project", "start", "1")
    world.matectl("juice", "stock", "set", "mango", "7")


def task(world):
    row = world.json("project", "show", "1")
    return {name: row.get(name) for name in TASK}


def stock(world):
    return {"count": next(row["count"] for row in world.json("juice", "stock")["items"] if row["fruit"] == "mango")}


# What a row is called, how its values are read, and what stands in its fields.
ROWS = {"project.edit": (TASK["title"], task, TASK), "juice.stock.set": ("mango", stock, {"count": "7"})}


def edits(world):
    """All actions of all screens that ask for something that is there already, as the page is told them."""
    cookie = {"Cookie": world.cookie()}
    for one in json.loads(world.request("GET", "/screens", headers=cookie)[2])["screens"]:
        screen = json.loads(world.request("GET", f"/screen/{one['domain']}/{one['name']}", headers=cookie)[2])
        for action in screen.get("actions", []):
            asked = [name for name, source in action.get("params", {}).items() if isinstance(source, dict) and isinstance(source.get("ask"), str)]
            if asked:
                yield f"/s/{one['domain']}/{one['name']}?lang=en", action, asked


def opened(page, name, key):
    page.locator("main [aria-selected]", has_text=name).first.click()
    page.keyboard.press(key)
    page.locator("dialog [name]").first.wait_for()


def check_values(world, browser):
    """what can be changed stands in its field, of every action of every domain; sent as it is it changes nothing, and emptied it is gone"""
    filled(world)
    page = writer(world, browser, "/")
    seen = set()
    for path, action, asked in edits(world):
        name, read, values = ROWS[action["method"]]
        seen.add(action["method"])
        page.goto(world.url(path))
        before = read(world)
        opened(page, name, action["key"])
        assert name in page.locator("dialog h2").text_content(), path
        found = {field: page.locator(f"dialog [name={field}]").input_value() for field in asked}
        assert found == {field: values[field] for field in asked}, (path, found)
        page.get_by_role("button", name="Send").click()
        page.wait_for_function("() => document.querySelector('dialog [role=alert]')?.textContent ?? true")
        assert read(world) == before, path
        page.keyboard.press("Escape")
        closed(page)
        # On one of its screens each value is taken away, and comes back.
        for field in asked if path.split("/")[3].startswith(("board", "stock")) else []:
            opened(page, name, action["key"])
            page.locator(f"dialog [name={field}]").fill("")
            page.get_by_role("button", name="Send").click()
            page.wait_for_function("() => document.querySelector('dialog [role=alert]')?.textContent ?? true")
            if page.locator("dialog").count():
                # It has to be something.
                told = page.locator("dialog [role=alert]").text_content()
                assert field in ("title", "count") and read(world) == before, (path, field, told)
                page.keyboard.press("Escape")
                closed(page)
                continue
            assert read(world) == {**before, field: None}, (path, field, read(world))
            opened(page, name, action["key"])
            assert page.locator(f"dialog [name={field}]").input_value() == "", (path, field)
            page.locator(f"dialog [name={field}]").fill(values[field])
            page.get_by_role("button", name="Send").click()
            closed(page)
            assert read(world) == before, (path, field, read(world))
    assert seen == set(ROWS), seen
    assert not page.problems, page.problems


def check_lines(world, browser):
    """Enter sends a line and goes on in a text of several, and Shift+Enter begins another one"""
    page = writer(world, browser, "/s/project/board?lang=en")
    page.get_by_role("heading", name="TODO").wait_for()
    page.keyboard.press("a")
    page.get_by_role("dialog").get_by_role("button", name="Add", exact=False).first.wait_for()
    page.keyboard.press("Escape")
    closed(page)
    world.matectl("project", "add", "one")
    page.get_by_role("option", name="one").click()
    page.keyboard.press("e")
    field = page.locator("dialog textarea[name=body]")
    field.focus()
    page.keyboard.type("first")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("second")
    page.keyboard.press("Enter")
    page.keyboard.type("third")
    assert field.input_value() == "first\nsecond\nthird" and field.get_attribute("rows") == "3"
    page.locator("dialog [name=title]").press("Enter")
    closed(page)
    assert world.json("project", "show", "1")["body"] == "first\nsecond\nthird"
    assert not page.problems, page.problems


def check_lists(world, browser):
    """a list stands whole in its field and is read whole: with commas or blanks, as pairs, as words of a shell, as JSON"""
    page = open_page(world, browser, "/")
    found = page.evaluate("""async () => {
      const [{ Deeds }, { Words }] = await Promise.all(['form', 'text'].map(file => import(`/web/${file}.js`)));
      const pair = { type: 'object', properties: { fruit: { type: 'string' }, count: { type: 'integer' } } };
      const texts = { type: 'string' };
      const list = (name, items, more) => ({ name, required: false, schema: { type: 'array', items }, 'x-mate-called': { en: name }, ...more });
      const deeds = new Deeds({ methods: { 'x.y': { params: [
        list('pairs', pair), list('numbers', { type: 'integer' }), list('texts', texts), list('words', texts, { 'x-mate-rest': true }),
        list('ids', { type: ['integer', 'string'] }), list('waitSeconds', { type: 'number' }),
      ] } } }, new Words('en'), () => {});
      const told = [];
      deeds.send = async (_, params) => { told.push(params); throw new Error('again'); };
      deeds.run('x.y', {}, undefined, {
        pairs: [{ fruit: 'mango', count: 2 }, { count: 1, fruit: 'kiwi' }], numbers: [1, 2], texts: ['a b', 'c'], words: [], ids: [], waitSeconds: [90, 5400] });
      const field = name => document.querySelector(`dialog [name=${name}]`);
      told.push(Object.fromEntries(['pairs', 'numbers', 'texts', 'words', 'waitSeconds'].map(name => [name, field(name).value])));
      const send = async (name, ...values) => {
        for (const value of values) {
          field(name).value = value;
          field(name).form.requestSubmit();
          await new Promise(done => setTimeout(done));
          if (document.querySelector('dialog [role=alert]').textContent !== 'again') told.push(document.querySelector('dialog [role=alert]').textContent);
        }
        field(name).value = field(name).defaultValue;
        field(name).closest('dialog').close();
      };
      await send('pairs', 'mango=3', 'mango=3, kiwi=4', 'mango=3 kiwi=4', '[{"fruit":"a,b","count":1}]', 'mango=x', '');
      const begin = async (name, ...values) => { deeds.run('x.y', {}, undefined, { [name]: undefined }); await send(name, ...values); };
      for (const old of document.querySelectorAll('dialog')) old.remove();
      await begin('numbers', '1,2', '3 4, 5');
      for (const old of document.querySelectorAll('dialog')) old.remove();
      await begin('texts', 'a b, c', ' d ,');
      for (const old of document.querySelectorAll('dialog')) old.remove();
      await begin('words', 'report +work due:"fri 15:00"', '"one word" two');
      for (const old of document.querySelectorAll('dialog')) old.remove();
      await begin('ids', '1 ab', '2,3');
      return told;
    }""")
    assert found == [
        {"pairs": "mango=2, kiwi=1", "numbers": "1, 2", "texts": "a b, c", "words": "", "waitSeconds": "1m30s, 1h30m"},
        {"pairs": [{"fruit": "mango", "count": 3}]}, {"pairs": [{"fruit": "mango", "count": 3}, {"fruit": "kiwi", "count": 4}]},
        {"pairs": [{"fruit": "mango", "count": 3}, {"fruit": "kiwi", "count": 4}]}, {"pairs": [{"fruit": "a,b", "count": 1}]},
        "a number is expected", "this cannot be empty",
        {"numbers": [1, 2]}, {"numbers": [3, 4, 5]}, {"texts": ["a b", "c"]}, {"texts": ["d"]},
        {"words": ["report", "+work", "due:fri 15:00"]}, {"words": ["one word", "two"]}, {"ids": [1, "ab"]}, {"ids": [2, 3]}], found


def check_marked(world, browser):
    """what takes one row is not offered for several, and a form says how many rows it is for"""
    for title in ("one", "two"):
        world.matectl("project", "add", title)
    page = writer(world, browser, "/s/project/list?lang=en")
    for title in ("one", "two"):
        page.get_by_role("row", name=title).click()
        page.keyboard.press("Space")
    page.get_by_role("button", name="move", exact=True).wait_for()
    assert page.get_by_role("button", name="edit", exact=True).count() == 0
    page.get_by_role("button", name="move", exact=True).click()
    page.get_by_role("heading", name="2 marked rows").wait_for()
    assert not page.problems, page.problems


def check_circle(world):
    """the page is given schemas whole, and one that holds itself ends"""
    tree = {"$ref": "#/components/schemas/Tree"}
    document = {
        "openrpc": "1.3.2", "info": {"title": "Echo", "version": "1"},
        "x-mate": {"domain": "echo", "socket": "echo.sock", "exec": str(world.folder / "echo.py"), "summary": {"en": "Echo"}},
        "components": {"schemas": {"Name": {"type": "string", "maxLength": 5}, "Tree": {"type": "object", "properties": {
            "name": {"$ref": "#/components/schemas/Name"}, "left": tree, "right": tree}}}},
        "methods": [
            {"name": "echo.list", "x-mate-access": "read", "params": [], "result": {"name": "result", "schema": True}, "x-mate-command": {"path": ["list"]},
             "x-mate-render": {"table": {"rows": "/rows", "columns": [{"header": {"en": "Name"}, "value": "/name"}]}}},
            {"name": "echo.plant", "x-mate-access": "write", "params": [{"name": "tree", "schema": {"type": "array", "items": tree}}],
             "result": {"name": "result", "schema": True}, "x-mate-command": {"path": ["plant"]}}]}
    (world.folder / "domains/echo.json").write_text(json.dumps(document))
    world.start()
    cookie = {"Cookie": world.cookie()}
    name = next(one["name"] for one in json.loads(world.request("GET", "/screens", headers=cookie)[2])["screens"] if one["domain"] == "echo")
    screen = json.loads(world.request("GET", f"/screen/echo/{name}", headers=cookie)[2])
    [parameter] = screen["methods"]["echo.plant"]["params"]
    assert parameter["schema"]["items"] == {"type": "object", "properties": {
        "name": {"type": "string", "maxLength": 5}, "left": {}, "right": {}}}, parameter


check_circle.starts = False


def check_pressed_twice(world, browser):
    """a question that has come is not answered by a press that was meant for what was there before"""
    world.matectl("bank", "open", status=None)
    world.matectl("bank", "add", "3")
    page = writer(world, browser, "/s/bank/line?lang=en")
    page.locator("main [aria-selected]").first.wait_for()
    # As quick as a second press can be.
    page.evaluate("new MutationObserver(() => document.querySelector('dialog .main')?.click()).observe(document.body, { childList: true })")
    page.keyboard.press("R")
    page.locator("dialog", has_text="Cancel everybody").wait_for()
    page.wait_for_timeout(200)
    assert page.locator("dialog[open]").count() == 1
    assert world.json("bank", "board")["open"]
    page.locator("dialog .main").click()
    closed(page)
    page.wait_for_function("() => document.getElementById('said').textContent.includes('reset') || document.getElementById('said').textContent.includes('Reset')")
    page.context.close()
