"""Formats, templates and particles: the page says what matectl says."""
import datetime
import json
import random

FORMATS = ["text", "integer", "number", "duration", "bytes", "percent", "bar", "fixed0", "fixed2", "fixed6", "money",
           "이/가", "은/는", "을/를", "과/와", "으로/로", "이에요/예요", "customer/customers", "is/are"]


def values(chance):
    """Numbers of all sizes, halves that are rounded, words that end in every sound."""
    numbers = [0, 1, -1, 0.05, 0.0004, 0.9996, 0.99949, 59.94, 59.96, 60, 3599.6, 3600, 86399.7, 86400, 1e6, -0.001,
               1023.4, 1023.5, 1048524, 1048576, 2.5, 0.125, 1.005, -1.005, 2 ** 53, 0.333333, 12.345678949]
    numbers += [chance.choice([1, -1]) * round(10 ** chance.uniform(-4, 9), chance.randrange(7)) for _ in range(120)]
    numbers += [chance.randrange(-10 ** 6, 10 ** 6) for _ in range(40)]
    words = ["서울", "강남", "사과", "1", "2", "3", "6", "10", "1000000000000", "tea", "csv", "Map", "apple", "time", "back",
             "book", "ring", "log", "park", "VIP", "LR", "K", "50%", "C++", "(주)한국", "\"물\"", "…", "漢字", "ㄹ", "a=b", "café",
             "<img src=x onerror=alert(1)>", "줄\n바꿈", "끝\u202e글", "", "x" * 50]
    others = [True, False, None, [], [1, "b", {"en": "loan", "ko": "대출"}], {"en": "only"}, {"en": "a", "ko": "나"}, {"a": 1}]
    return numbers + words + others


def check_formats(world, browser):
    """numbers, durations, money, particles and plurals are written as matectl writes them"""
    chance = random.Random(20261123)
    now = datetime.datetime.now(datetime.timezone.utc)
    times = [now + datetime.timedelta(days=days, hours=hours, minutes=30)
             for days, hours in [(-400, 2), (-3, 5), (2, 1), (90, 7)]]
    rows = [(value, form) for value in values(chance) for form in chance.sample(FORMATS, 6)]
    rows += [(moment.isoformat().replace("+00:00", "Z"), form) for moment in times for form in ("date", "time", "relative")]
    result = {"currency": chance.choice(["KRW", "USD", "JOD", "CHF"]),
              **{f"v{index}": value for index, (value, _) in enumerate(rows)},
              "waitSeconds": 95.5, "deep": {"a/b": {"~": "found"}}}
    template = " ¦ ".join([f"{{v{index}:{form}}}" for index, (_, form) in enumerate(rows)]
                          + ["{waitSeconds}", "{deep/a~1b/~0}", "{nothing}", "{v0/x}"])
    document = {
        "openrpc": "1.3.2", "info": {"title": "Echo", "version": "1"},
        "x-mate": {"domain": "echo", "socket": "echo.sock", "exec": str(world.folder / "echo.py"), "summary": {"en": "Echo"}},
        "methods": [{"name": "echo.say", "params": [], "result": {"name": "result", "schema": True},
                     "x-mate-access": "read", "x-mate-command": {"path": ["say"]},
                     "x-mate-render": {"message": {"en": template, "ko": template}}}]}
    (world.folder / "domains/echo.json").write_text(json.dumps(document))
    (world.folder / "echo.py").write_text((world.here / "echo.py").read_text())
    (world.folder / "echo.py").chmod(0o755)
    world.environment["ECHO_FILE"] = str(world.folder / "echo.value")
    (world.folder / "echo.value").write_text(json.dumps(result))
    page = browser(timezone_id="Asia/Seoul").new_page()
    page.goto(world.url("/"))
    for language in ("en", "ko"):
        expected = world.matectl("echo", "say", language=language).rstrip("\n").split(" ¦ ")
        found = page.evaluate(
            "async ([language, template, value]) => new (await import('/web/text.js')).Words(language)"
            ".message({ en: template, ko: template }, value)", [language, template, result]).split(" ¦ ")
        assert len(found) == len(expected) == len(rows) + 4, (len(found), len(expected))
        wrong = [(row, one, other) for row, one, other in zip(rows + [("", "")] * 4, expected, found) if one != other]
        assert not wrong, f"{len(wrong)} differ in {language}: (value, format), matectl, page: {wrong[:8]}"


def check_days(world, browser):
    """a day is in words, near today and far from it"""
    page = browser(timezone_id="Asia/Seoul").new_page()
    page.goto(world.url("/"))
    seoul = datetime.timezone(datetime.timedelta(hours=9))
    today = datetime.datetime.now(seoul).date()
    rows, expected = [], {"en": [], "ko": []}
    for days in [-800, -40, -2, -1, 0, 1, 2, 6, 30, 500]:
        day = today + datetime.timedelta(days=days)
        year = day.year != today.year
        names = {-1: ("yesterday", "어제"), 0: ("today", "오늘"), 1: ("tomorrow", "내일")}.get(days) or (
            f"{day:%a} {day.day} {day:%b}" + (f" {day.year}" if year else ""),
            (f"{day.year}년 " if year else "") + f"{day.month}월 {day.day}일 ({'월화수목금토일'[day.weekday()]})")
        for rest in ["", " 15:00"]:
            rows.append(f"{day}{rest}")
            expected["en"].append(names[0] + rest)
            expected["ko"].append(names[1] + rest)
    for language in ("en", "ko"):
        found = page.evaluate(
            "async ([language, rows]) => { const words = new (await import('/web/text.js')).Words(language);"
            " return rows.map(row => words.text(row, 'day')) }", [language, rows])
        assert found == expected[language], list(zip(rows, expected[language], found))


def durations(chance):
    """Words with units in and out of order, twice, of no language, with blanks, dots and signs; and plain numbers."""
    units = ["w", "week", "weeks", "주", "주일", "d", "day", "days", "일", "h", "hr", "hours", "시간", "m", "min", "minutes", "분", "s",
             "sec", "seconds", "초", "ms", "밀리초", "x", "", "M", "Hours"]
    amounts = ["1", "30", "0", "1.5", "0.25", ".5", "1.", "1..2", "1.2.3", "007", "٣"]
    for _ in range(400):
        yield "".join(chance.choice(amounts[:5] * 3 + amounts) + chance.choice(["", "", " "]) + chance.choice(units)
                      + chance.choice(["", "", " ", "  "]) for _ in range(chance.choice([1, 1, 1, 2, 2, 3])))
    yield from ["90", "1h30m", "1시간 30분", "5 min", "30s1h", "1h ", " 1h", "h", "1 h 5", "1,5h"]


def check_durations(world, browser):
    """how long is typed on the page as in the command line"""
    document = {
        "openrpc": "1.3.2", "info": {"title": "Echo", "version": "1"},
        "x-mate": {"domain": "echo", "socket": "echo.sock", "exec": str(world.folder / "echo.py"), "summary": {"en": "Echo"}},
        "methods": [{"name": "echo.back", "result": {"name": "result", "schema": True}, "x-mate-access": "read",
                     "params": [{"name": "waitSeconds", "schema": {"type": "number"}}],
                     "x-mate-command": {"path": ["back"], "flags": {"waitSeconds": {"long": "wait"}}}}]}
    (world.folder / "domains/echo.json").write_text(json.dumps(document))
    (world.folder / "echo.py").write_text((world.here / "echo.py").read_text())
    (world.folder / "echo.py").chmod(0o755)
    words = list(durations(random.Random(20261124)))
    page = browser().new_page()
    page.goto(world.url("/"))
    found = page.evaluate(
        "async words => { const { secondsOf } = await import('/web/text.js'); return words.map(word => secondsOf(word) ?? null) }",
        words)
    typed = [world.matectl("echo", "back", f"--wait={word}", "--json", status=None) for word in words]
    expected = [json.loads(text)["waitSeconds"] if text else None for text in typed]
    wrong = [one for one in zip(words, expected, found) if one[1] != one[2]]
    assert not wrong, f"{len(wrong)} differ: (word, matectl, page): {wrong[:8]}"
    assert 100 < sum(value is not None for value in found) < 350


def check_size(world):
    """the page is at most 60 kB"""
    names = ["/"] + [f"/web/{file.name}" for file in (world.root / "Sources/webd/Page").iterdir() if file.name != "index.html"]
    sizes = {name: len(world.request("GET", name)[2]) for name in names}
    assert len(sizes) == 9 and sum(sizes.values()) <= 60_000, (sum(sizes.values()), sizes)
