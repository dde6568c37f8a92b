"""Lists that are longer than what is sent: the rest is counted, and nobody takes a part for all."""
import json
import re

from checks_screens import open_page
from checks_writing import writer

MORE = re.compile(r"and (\d+) more")


def more(page, column=0):
    """How many a column says are not seen, and how many are."""
    place = page.locator(".column").nth(column)
    text = place.locator(".more").text_content()
    return int(MORE.search(text)[1]) if MORE.search(text) else 0, place.locator(".card:visible").count()


def filled(world, count):
    path = world.folder / "tasks.txt"
    path.write_text("".join(f"{'wood' if number % 100 == 7 else 'task'} {number}\n" for number in range(count)))
    world.matectl("project", "import", str(path), "--format", "todotxt", "--yes")


def check_long_board(world, browser):
    """a board that is longer than what is sent says how many more there are, also on a wall, and find says where it looked"""
    filled(world, 199)
    page = writer(world, browser, "/s/project/board")
    page.get_by_role("heading", name="TODO (199)").wait_for()
    assert more(page) == (149, 50)
    world.matectl("project", "add", "one more", "--due", "today")
    page.get_by_role("heading", name="TODO (200)").wait_for()
    assert more(page) == (150, 50)
    page.locator("#filter").fill("wood")
    page.wait_for_function("() => document.querySelectorAll('.card').length === 1")
    told = page.locator(".column .more").first.text_content()
    assert told == "1 of 50; 150 more are not here", told
    assert page.locator(".column .more").nth(1).text_content() == "0 of 0"
    page.locator("#filter").fill("")
    page.wait_for_function("() => document.querySelectorAll('.card').length === 50")
    page.get_by_role("button", name="한국어").click()
    page.wait_for_function("() => document.querySelector('.more')?.textContent === '150개 더'")
    wall = open_page(world, browser, "/d/project/board")
    wall.get_by_role("heading", name="TODO (200)").wait_for()
    hidden, seen = more(wall)
    assert 3 <= seen < 50 and hidden + seen == 200, (hidden, seen)
    page.goto(world.url("/s/project/next?lang=en"))
    page.locator("tbody tr").first.wait_for()
    assert "and 190 more" in page.locator(".foot").text_content()
    assert not page.problems and not wall.problems, (page.problems, wall.problems)


def check_long_stranger(world, browser):
    """so do the lists of a domain that nobody here knows, and one that counts nothing says among how many it was looked"""
    words = {"x-mate-access": "read", "params": [], "result": {"name": "result", "schema": True}}
    column = {"header": {"en": "Name"}, "value": "/name"}
    board = {"columns": [
        {"title": {"en": "Near"}, "items": "/near", "count": "/counts/near", "card": "{name}"},
        {"title": {"en": "Far"}, "items": "/far", "card": "{name}"}]}
    document = {
        "openrpc": "1.3.2", "info": {"title": "Echo", "version": "1"},
        "x-mate": {"domain": "echo", "socket": "echo.sock", "exec": str(world.folder / "echo.py"), "summary": {"en": "Echo"}},
        "methods": [
            {"name": "echo.board", **words, "x-mate-command": {"path": ["board"]}, "x-mate-render": {"board": board}},
            {"name": "echo.list", **words, "x-mate-command": {"path": ["list"]},
             "x-mate-render": {"table": {"rows": "/near", "count": "/counts/near", "columns": [column]}}},
            {"name": "echo.all", **words, "x-mate-command": {"path": ["all"]}, "x-mate-render": {"table": {"rows": "/far", "columns": [column]}}}]}
    (world.folder / "domains/echo.json").write_text(json.dumps(document))
    (world.folder / "echo.py").write_text((world.here / "echo.py").read_text())
    (world.folder / "echo.py").chmod(0o755)
    world.environment["ECHO_FILE"] = str(world.folder / "echo.value")
    value = {"near": [{"name": f"near {number}"} for number in range(7)], "far": [{"name": f"far {number}"} for number in range(4)],
             "counts": {"near": 1207}}
    (world.folder / "echo.value").write_text(json.dumps(value))
    world.start()
    listed = json.loads(world.request("GET", "/screens")[2])["screens"]
    places = {screen["title"]["en"]: f"/s/echo/{screen['name']}" for screen in listed if screen["domain"] == "echo"}
    assert len(places) == 3, places
    page = open_page(world, browser, next(path for name, path in places.items() if "oard" in name))
    try:
        page.get_by_role("option", name="near 6").wait_for()
    except Exception as error:
        raise AssertionError(f"{places}: {page.url} {page.inner_text('body')!r}") from error
    assert page.locator(".column .more").all_text_contents() == ["and 1200 more", ""]
    page.locator("#filter").fill("near 3")
    page.wait_for_function("() => document.querySelectorAll('.card').length === 1")
    assert page.locator(".column .more").all_text_contents() == ["1 of 7; 1200 more are not here", "0 of 4"]
    for name, foot, found in (("list", "and 1200 more", "1 of 7; 1200 more are not here"), ("all", "", "0 of 4")):
        page.goto(world.url(next(path for path in places.values() if path.endswith(name))))
        page.locator("tbody tr").first.wait_for()
        assert page.locator(".foot").text_content() == foot, name
        page.locator("#filter").fill("near 3")
        page.wait_for_function("text => document.querySelector('.foot')?.textContent.includes(text)", arg=found)
    # What a count says that is no number, or is less than what is there, counts nothing.
    for count in ("many", 3):
        rows = [{"name": f"near {number} of {count}"} for number in range(7)]
        (world.folder / "echo.value").write_text(json.dumps({"near": rows, "far": [], "counts": {"near": count}}))
        page.goto(world.url(next(path for path in places.values() if path.endswith("list"))))
        page.get_by_role("row", name=f"near 6 of {count}").wait_for()
        assert page.locator(".foot").text_content() == "", count
    assert not page.problems, page.problems


check_long_stranger.starts = False


def check_favourites(world, browser):
    """what is changed on the page is seen there at once, on every screen of the domain, in every browser"""
    # Asked for by itself it would be in ten minutes.
    place = world.folder / "domains/transit.json"
    document = json.loads(place.read_text())
    for screen in document["x-mate-screens"]:
        screen["refresh"] = {"everySeconds": 600}
    place.write_text(json.dumps(document))
    world.start()
    world.matectl("transit", "favourite", "add", "연신내")
    one = writer(world, browser, "/s/transit/favourites")
    other = open_page(world, browser, "/s/transit/favourites")
    for page in (one, other):
        page.get_by_role("row", name="연신내").first.wait_for()
    one.get_by_role("row", name="연신내").first.click()
    one.get_by_role("button", name="remove").click()
    for page in (one, other):
        page.wait_for_function("() => !document.querySelector('tbody tr')")
    assert not one.problems and not other.problems, (one.problems, other.problems)


check_favourites.starts = False
