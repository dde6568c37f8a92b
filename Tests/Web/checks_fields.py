"""What is typed, asked and answered: fields, questions and sentences of every domain, in both languages."""
import json
import re

from checks_screens import closed
from checks_writing import writer

DOMAINS = [("bank", "line"), ("juice", "menu"), ("project", "board"), ("transit", "favourites"), ("meals", "menu")]

# All parameters of all methods that a page offers, and a way to ask for one alone without anything being sent.
ASK = """async ([domain, name, language]) => {
  const [{ Deeds }, { Words }, { get }] = await Promise.all(['form', 'text', 'wire'].map(file => import(`/web/${file}.js`)));
  const screen = await get(`/screen/${domain}/${name}`);
  window.deeds = new Deeds(screen, new Words(language, Date.now(), screen.names), () => {});
  window.sent = [];
  deeds.send = async (_, params) => { sent.push(params); };
  window.ask = (method, name) => { deeds.form(method, screen.methods[method].params.filter(one => !name || one.name === name), {}, {}); };
  const plain = schema => schema ?? {};
  return Object.entries(screen.methods).flatMap(([method, { params }]) => params.map(one => ({
    method, name: one.name, required: one.required, summary: one['x-mate-summary'], called: one['x-mate-called'],
    types: [plain(one.schema).type ?? []].flat(), items: [plain(plain(one.schema).items).type ?? []].flat(), isOpen: !plain(one.schema).enum,
    choices: (plain(one.schema).enum ?? []).map(value => [screen.names[`${one.name}=${value}`] ?? { en: value }, value]) })));
}"""


UNREADABLE = ["abc", "2e", "-", "1,5,x", "0x10", "1e3", "٣", "2 3", "+", "1.2.3"]


def parameters(page, domain, screen, language="en"):
    return page.evaluate(ASK, [domain, screen, language])


def is_number(types):
    return bool(types) and types[0] in ("integer", "number") and set(types) <= {"integer", "number", "null"}


def check_unreadable(world, browser):
    """what is no number is refused at its field, in every form of every domain, and nothing is sent"""
    page = writer(world, browser, "/")
    count = 0
    for domain, screen in DOMAINS:
        page.goto(world.url("/"))
        for one in parameters(page, domain, screen):
            isList = is_number(one["items"])
            if not one["isOpen"] or not (isList or is_number(one["types"])):
                continue
            count += 1
            # Of a list they are two.
            texts = [text for text in UNREADABLE if not isList or text != "2 3"]
            found = page.evaluate("""async ([method, name, texts]) => {
              ask(method, name);
              // A browser takes one that was closed away with its next picture.
              const field = document.querySelector('dialog[open] input');
              const found = [];
              for (const text of [...texts, '12']) {
                field.value = text;
                field.form.querySelector('[role=alert]').textContent = '';
                field.blur();
                field.form.requestSubmit();
                await 0;
                found.push([field.value, field.getAttribute('aria-invalid'), document.activeElement === field,
                  field.form.querySelector('[role=alert]').textContent !== '', JSON.stringify(sent.splice(0))]);
              }
              field.closest('dialog').close();
              return found;
            }""", [one["method"], one["name"], texts])
            assert found[:-1] == [[text, "true", True, True, "[]"] for text in texts], (one, found)
            assert json.loads(found[-1][-1]) == [{one["name"]: [12] if isList else 12}], (one, found)
    assert count > 20, count
    page.goto(world.url("/s/juice/menu"))
    page.get_by_role("row", name="strawberry juice").first.click()
    for typed in ("abc", "2e"):
        page.keyboard.press("c")
        page.locator("[name=count]").wait_for()
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        page.get_by_text("a number is expected").wait_for()
        page.keyboard.press("Escape")
        closed(page)
    assert world.json("juice", "orders")["items"] == []
    assert not page.problems, page.problems


def check_half(world, browser):
    """half of a date is refused at its field, and is not as if nothing were typed"""
    page = writer(world, browser, "/")
    parameters(page, "juice", "menu")
    page.evaluate("""() => {
      deeds.methods = deeds.screen.methods = { 'x.y': { params: [{ name: 'day', schema: { type: 'string', format: 'date' }, 'x-mate-called': { en: 'Day' } }] } };
      ask('x.y', 'day');
    }""")
    page.locator("[name=day]").focus()
    page.keyboard.type("11")
    page.keyboard.press("Enter")
    page.get_by_text("a whole date is expected").wait_for()
    assert page.evaluate("sent") == [] and page.locator("[name=day]").get_attribute("aria-invalid") == "true"


def check_field_names(world, browser):
    """a field has the name that it has on a terminal, its rule as its description, and a mark where it has to be filled in; its choices have names"""
    page = writer(world, browser, "/")
    for language in ("en", "ko"):
        for domain, screen in DOMAINS:
            page.goto(world.url("/"))
            asked = parameters(page, domain, screen, language)
            shown = page.evaluate("""methods => methods.flatMap(method => {
              ask(method);
              const box = document.querySelector('dialog[open]');
              const found = [...box.querySelectorAll('[name]')].map(one => [method, one.name, {
                label: one.labels[0].firstChild.textContent, required: one.required,
                choices: [...one.options ?? []].map(option => [option.text, option.value]),
                hint: document.getElementById(one.getAttribute('aria-describedby'))?.textContent ?? '' }]);
              box.remove();
              return found;
            })""", sorted({one["method"] for one in asked}))
            shown = {(method, name): found for method, name, found in shown}
            assert len(shown) == len(asked)
            for one in asked:
                found = shown[one["method"], one["name"]]
                name = one["called"].get(language) or one["called"]["en"]
                rule = (one["summary"] or {}).get(language) or (one["summary"] or {}).get("en") or ""
                assert 0 < len(name) <= 30 and "up to" not in name, one
                assert found["label"] == name[0].upper() + name[1:] + (" *" if one["required"] else ""), (found, one)
                assert found["required"] == bool(one["required"]), (found, one)
                choices = [[name.get(language) or name["en"], word] for name, word in one["choices"]]
                assert not choices or [choice for choice in found["choices"] if choice[1]] == choices, (found, one)
                if any(sign in rule for sign in ("--", "`", '""')):
                    # What is for the shell is told as the page calls it.
                    assert found["hint"] and "--" not in found["hint"], (found, one)
                else:
                    assert found["hint"] == ("" if rule.lower() == name.lower() else rule), (found, one)
    page.goto(world.url("/s/project/board?lang=en"))
    page.get_by_role("button", name="add").click()
    page.get_by_role("textbox", name="Title", exact=True).wait_for()
    assert not page.problems, page.problems


def asked(page):
    """Waits until what has come takes an answer."""
    page.locator("dialog .main:enabled").wait_for()


def check_meant(world, browser):
    """Enter is yes where a shortage is over, and no where something is lost; the question says what it is about"""
    page = writer(world, browser, "/s/juice/menu")
    for language, told in (("en", ["Juice: strawberry juice", "3"]), ("ko", ["쥬스: 딸기쥬스", "3"])):
        world.matectl("juice", "stock", "set", "strawberry", "0")
        before = len(world.json("juice", "orders")["items"])
        page.goto(world.url(f"/s/juice/menu?lang={language}"))
        page.get_by_role("row", name="strawberry").first.click()
        page.keyboard.press("c")
        page.locator("[name=count]").wait_for()
        page.keyboard.type("3")
        page.keyboard.press("Enter")
        # What is short stands in the question alone.
        page.locator("dialog .muted").first.wait_for()
        asked(page)
        page.keyboard.press("Enter")
        question = page.locator("dialog:not(:has(input))")
        question.wait_for()
        text = question.text_content()
        assert all(word in text for word in told), (told, text)
        asked(page)
        page.keyboard.press("Enter")
        closed(page)
        page.wait_for_function("() => /ready|나왔습니다/.test(document.getElementById('said').textContent)")
        orders = world.json("juice", "orders")["items"]
        assert len(orders) == before + 1 and orders[0]["count"] == 3, orders
    world.matectl("bank", "open")
    assert world.json("bank", "take", "loan")["ticket"]["number"] == 1
    page.goto(world.url("/s/bank/line?lang=en"))
    page.get_by_role("button", name="reset").click()
    page.get_by_role("dialog").wait_for()
    asked(page)
    page.keyboard.press("Enter")
    closed(page)
    assert world.json("bank", "take", "loan")["ticket"]["number"] == 2
    assert not page.problems, page.problems


def check_twice(world, browser):
    """who presses twice while no answer has come means it once, and is asked once"""
    page = writer(world, browser, "/s/juice/menu?lang=en")
    sent = []
    page.on("request", lambda request: sent.append(request.post_data_json["method"]) if request.url.endswith("/call") else None)
    page.get_by_role("row", name="strawberry juice").first.click()

    def order():
        page.keyboard.press("c")
        page.locator("[name=count]").wait_for()
        page.keyboard.type("3")
        page.locator("[name=count]").evaluate("field => { for (const _ of 'two') field.form.requestSubmit(); }")

    world.matectl("juice", "stock", "set", "strawberry", "1000")
    order()
    page.wait_for_function("() => /ready/.test(document.getElementById('said').textContent)")
    closed(page)
    assert [one["count"] for one in world.json("juice", "orders")["items"]] == [3]
    world.matectl("juice", "stock", "set", "strawberry", "0")
    order()
    page.locator("dialog .muted").first.wait_for()
    assert page.locator("dialog[open]").count() == 1 and sent.count("juice.order") == 2, sent
    # What was refused is mended, and sent.
    page.keyboard.type("x")
    page.keyboard.press("Enter")
    page.get_by_text("a number is expected").wait_for()
    page.keyboard.press("Control+a")
    page.keyboard.type("60")
    page.keyboard.press("Enter")
    page.locator("dialog:not(:has(input))").wait_for()
    asked(page)
    page.keyboard.press("Enter")
    closed(page)
    page.wait_for_function("() => /ready/.test(document.getElementById('said').textContent)")
    assert [one["count"] for one in world.json("juice", "orders")["items"]] == [3, 3]
    assert not page.problems, page.problems


def wrong(field):
    """Values that a parameter can never have."""
    known = {"integer": [1.5, "x", True], "number": ["x", {}], "string": [7, []], "array": [7, "x"], "boolean": [7, "x"], "object": [7, "x"]}
    if not field["types"] or not set(field["types"]) <= set(known):
        return []
    several = [value for one in field["types"] for value in known[one]]
    if len(field["types"]) > 1:
        return [{"no": {"such": 1}}] if "object" not in field["types"] else []
    return several + ([] if field["isOpen"] else ["no such word"])


def check_sentences(world, browser):
    """whatever is refused is told in the reader's language: by daemons, by webd, and before anybody is asked"""
    cookie = world.cookie()
    own = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{world.port}", "Cookie": cookie}
    requests = [("GET", "/nothing", None, {}, None), ("GET", "/web/nothing.js", None, {}, None), ("GET", "/screen/bank/none", None, {}, None),
                ("GET", "/events/bank/none", None, {}, None), ("GET", "/events/bank/t/x1", None, {}, None), ("GET", "/qr/none", None, {}, None),
                ("GET", "/qr/none.svg", None, {}, None), ("PUT", "/", None, {}, None), ("GET", "/", None, {}, "evil.example"),
                ("POST", "/call", "{}", {}, None), ("POST", "/call", "{}", {"Content-Type": "application/json"}, None),
                ("POST", "/call", "{}", {**own, "Sec-Fetch-Site": "cross-site"}, None), ("POST", "/call", "{}", {**own, "Cookie": ""}, None),
                ("POST", "/open", '{"link": "x"}', own, None), ("POST", "/nothing", "{}", own, None), ("POST", "/link", "{}", own, None),
                ("POST", "/call", "x" * 70_000, own, None)]
    for method, path, body, headers, host in requests:
        for language, other in (("en", "ko-KR;q=0.5"), ("ko-KR", "en")):
            status, _, text = world.request(method, path, body, {**headers, "Accept-Language": f"fr, {language};q=0.8, {other}"}, host)
            assert status >= 400, (method, path, status)
            assert bool(re.search("[가-힣]", text.decode())) == (language == "ko-KR"), (method, path, language, text.decode())
    page = writer(world, browser, "/")
    count = 0
    # The stranger's program checks nothing, and one of its methods ends it.
    for domain, screen in DOMAINS[:-1]:
        page.goto(world.url("/?lang=ko"))
        asked = {}
        for one in parameters(page, domain, screen, "ko"):
            asked.setdefault(one["method"], []).append(one)
        calls = [(method, {field["name"]: value}) for method, fields in asked.items() for field in fields for value in wrong(field)]
        calls += [(method, {}) for method, fields in asked.items() if any(field["required"] for field in fields)]
        told = page.evaluate("""async ([calls]) => {
          const { call } = await import('/web/wire.js');
          return Promise.all(calls.map(([method, params]) => call(method, params, { dryRun: true }).then(() => undefined, error =>
            [deeds.words.refusal(error.error, deeds.screen.errors), error.error.data.name])));
        }""", [calls])
        for (method, params), found in zip(calls, told):
            count += 1
            assert found and re.search("[가-힣]", found[0]) and "expected" not in found[0], (method, str(params)[:80], found)
    assert count > 300, count
    # What a daemon refuses of a whole screen.
    world.matectl("bank", "open")
    page.goto(world.url("/t/bank/77?lang=ko"))
    page.wait_for_function("() => /[가-힣]/.test(document.querySelector('.place')?.textContent)")
    for path in ("/s/bank/none", "/d/none/none"):
        page.goto(world.url(f"{path}?lang=ko"))
        page.get_by_text("그런 화면이 없거나").wait_for()
    page.goto(world.url("/?lang=ko#open=00"))
    page.get_by_text("이미 썼거나 시간이 지난 링크입니다").wait_for()


def check_same_refusals(world, browser):
    """what has to be typed is told as matectl tells it, with the field's own name"""
    page = writer(world, browser, "/s/juice/menu?lang=ko")
    page.get_by_role("row", name="딸기쥬스").first.click()
    page.keyboard.press("c")
    page.locator("[name=count]").wait_for()
    page.keyboard.type("1.5")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('[role=alert]')?.textContent")
    label = page.locator("[name=count]").evaluate("one => one.labels[0].firstChild.textContent")
    assert page.locator("[role=alert]").text_content() == f"{label}: 필요한 값은 정수, 받은 값은 1.5"
    assert json.loads(world.matectl("juice", "orders", "--json"))["items"] == []


def check_ends(world, browser):
    """Home, End, g and G choose the first and the last row, of a column and of a table, as on a terminal"""
    for number in range(1, 8):
        world.matectl("project", "add", f"card {number}")
    for place, name in (("/s/project/board", "card"), ("/s/juice/menu", "juice")):
        page = writer(world, browser, place)
        rows = page.locator("main [aria-selected]")
        rows.first.wait_for()
        rows.nth(1).click()
        for key, wanted in (("End", -1), ("Home", 0), ("G", -1), ("g", 0), ("PageDown", -1), ("PageUp", 0)):
            page.keyboard.press(key)
            chosen = page.locator("main [aria-selected=true]")
            if key.startswith("Page") and rows.count() > 11:
                continue
            assert chosen.text_content() == rows.nth(wanted if wanted == 0 else rows.count() - 1).text_content(), (place, key)
            assert page.evaluate("document.activeElement.getAttribute('aria-selected')") == "true"
        assert not page.problems, page.problems
