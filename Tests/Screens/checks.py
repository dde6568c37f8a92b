"""What is promised of full screens, at terminals of all kinds."""
import getpass
import json
import random
import re
import time

from ahead import check_desk_ahead, check_enter_twice, check_forms_ahead, check_rows_ahead
from counts import check_counts
from keyboard import check_typing
from places import (
    check_clock, check_emptied_names, check_leave_says_why, check_long_board, check_long_names, check_menu_wheel,
    check_no_instance, check_today_keys)
from tmux import check_tmux
from world import ROOT

HELP = {"en": "Keys", "ko": "단축키"}
QUIT = {"en": "q quit", "ko": "q 끝내기"}


# Random work

def key(chance):
    """What a person may press, without what leaves or stops the screen."""
    letters = "jklhgGnNaurL <>+-cxdtosemp/?:12345 "
    return chance.choice([
        lambda: chance.choice(letters), lambda: chance.choice(letters),
        lambda: chance.choice(["\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F"]),
        lambda: chance.choice(["\t", "\x1b[Z", "\r", "\x7f", "\x15", "\x1b[1;2C", "\x1b[1;2D"]),
        lambda: chance.choice(["우유", "2", "yes", "tomorrow", "loan", "n", "kim"]),
        lambda: "\x1b"])()


def mouse(chance, terminal):
    """A click, the wheel, or a drag."""
    def at():
        return f"{chance.randrange(terminal.columns) + 1};{chance.randrange(terminal.rows) + 1}"
    spot = at()
    return chance.choice([
        f"\x1b[<0;{spot}M\x1b[<0;{spot}m", f"\x1b[<64;{spot}M", f"\x1b[<65;{spot}M",
        f"\x1b[<0;{spot}M\x1b[<32;{at()}M\x1b[<0;{at()}m"])


def broken(terminal):
    """What no screen may show."""
    if re.search("[\x00-\x1f\x7f\ufffd]", terminal.text.replace("\n", "")):
        return "a character that cannot be seen"
    for row in range(terminal.rows):
        cells = [terminal.screen.buffer[row][column].data for column in range(terminal.columns)]
        for column, cell in enumerate(cells):
            is_wide = cell and ord(cell[0]) >= 0x1100 and re.match("[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]", cell[0])
            if is_wide and (column + 1 >= terminal.columns or cells[column + 1] != ""):
                return f"half a character in line {row}, column {column}: {terminal.lines[row]!r}"
            if cell == "" and (column == 0 or not cells[column - 1]):
                return f"the right half of nothing in line {row}, column {column}"
    return None


def lasting(look, terminal, seconds=6.0):
    """What a look finds also when the rest of a frame has come, which a slow link carries in parts."""
    deadline = time.monotonic() + seconds
    while True:
        terminal.pump(0.3, quiet=0.08)
        fault = look(terminal)
        if not fault or time.monotonic() > deadline:
            return fault


def back_to_tab(terminal, language):
    """Esc until only the tab is there."""
    for _ in range(8):
        terminal.press("\x1b")
        terminal.pump(0.4, quiet=0.06)


def is_right_after_redraw(terminal):
    """Whether what was drawn by changes is what is drawn at once."""
    for _ in range(12):
        terminal.pump(0.5, quiet=0.08)
        before = terminal.lines
        terminal.press("\x0c")
        terminal.pump(0.5, quiet=0.12)
        if terminal.lines == before:
            return True
    return False


def told(terminal):
    """The words of a screen without what runs by itself: times, and signs of what is chosen."""
    text = re.sub(r"[›*]", " ", "\n".join(terminal.lines[1:-2]))
    return [re.sub(r"\s+", " ", line).strip() for line in re.sub(r"\d+[:.]\d[\d:.]*|\d+\s?(s|초|m|분)\b", "#", text).split("\n")]


def work(world, domain, size, language, seed, steps, rate=None):
    """Random keys, clicks, wheels, drags and sizes, with the daemon killed in between."""
    chance = random.Random(f"{seed} {domain} {size} {language}")
    terminal = world.screen(domain, columns=size[0], rows=size[1], language=language, rate=rate)
    what = f"{domain} {size[0]}x{size[1]} {language} seed {seed}"
    log = []
    try:
        terminal.until(lambda one: QUIT[language][:1] in one.lines[-1], what=what)
        terminal.pump(0.5, quiet=0.1)
        memory = terminal.memory()[0]
        for step in range(steps):
            kind = chance.random()
            if kind < 0.70:
                log.append(key(chance))
                terminal.press(log[-1])
            elif kind < 0.94:
                log.append(mouse(chance, terminal))
                terminal.press(log[-1])
            elif kind < 0.97:
                columns, rows = chance.choice([size, (20, 5), (40, 12), (120, 40), (61, 9)])
                log.append(f"size {columns}x{rows}")
                terminal.resize(columns, rows)
            elif kind < 0.985:
                log.append("kill")
                world.kill(domain)
            else:
                log.append("wait")
                terminal.pump(0.3)
            terminal.pump(0.05, quiet=0.015)
            assert terminal.is_alive, f"{what}: ended with {terminal.status} after {log[-12:]}"
            if step % 20 == 19:
                fault = lasting(broken, terminal)
                assert not fault, f"{what}: {fault} after {log[-20:]}\n{terminal.text}"
        # At the end it is as one that begins now, and as the line mode says.
        terminal.resize(*size)
        back_to_tab(terminal, language)
        terminal.press("?")
        terminal.until(lambda one: any(word in one.lines[1] for word in HELP.values()), 10, f"{what}: stuck after {log[-30:]}")
        now = "ko" if HELP["ko"] in terminal.lines[1] else "en"
        back_to_tab(terminal, language)
        if now != language:
            terminal.press("L")
        # What was looked for on the first tab is still looked for there.
        terminal.press("1")
        back_to_tab(terminal, language)
        terminal.press("g" + "h" * 8 + "r")
        terminal.pump(1.0, quiet=0.2)
        assert is_right_after_redraw(terminal), f"{what}: drawn anew it is another screen\n{terminal.text}"
        fresh = world.screen(domain, columns=size[0], rows=size[1], language=language)
        try:
            fresh.pump(1.5, quiet=0.3)
            for attempt in range(20):
                if told(fresh) == told(terminal):
                    break
                fresh.pump(0.2)
                terminal.pump(0.2)
            else:
                raise AssertionError(f"{what}: not the screen that begins now:\n{terminal.text}\n---\n{fresh.text}")
        finally:
            fresh.quit()
            fresh.close()
        assert seen_by_line(world, domain, language, terminal), f"{what}: not what the line mode shows:\n{terminal.text}"
        grown = terminal.memory()[0] - memory
        assert terminal.quit() == 0, f"{what}: q does not end it: {terminal.status}"
        return grown
    finally:
        terminal.close()


def seen_by_line(world, domain, language, terminal):
    """Whether the head of the first tab has words of the line mode alone, and in their order."""
    if domain == "transit":
        return True  # its first tab is a stream that counts down

    def head(line):
        return [word for word in re.split(r"\s{2,}", line.strip()) if word]
    words = {"bank": ["board"], "juice": ["menu"], "project": ["board"]}[domain]
    for _ in range(15):
        printed = head(world.matectl(domain, *words, language=language).split("\n")[0])
        # Columns that have no room are left out.
        shown = head(terminal.lines[1])
        if len(shown) > 1 and [word for word in printed if word in shown] == shown:
            return True
        terminal.pump(0.3)
    return False


def check_work(world, domain, steps, seeds):
    """random keys, clicks, drags and sizes in both languages, a part of it over a slow link, the daemon killed meanwhile"""
    world.fill()
    most = 0
    for size in ((80, 24), (200, 50)):
        for language in ("en", "ko"):
            for seed in seeds:
                rate = 9600 if (size, language) == ((80, 24), "ko") else None
                most = max(most, work(world, domain, size, language, seed, steps, rate))
    assert most < 8 << 20, f"the memory has grown by {most} bytes"
    return f"memory grew by at most {most >> 10} KiB"


# What the README shows

def check_readme(world):
    """the screens that both READMEs show are drawn as they stand there"""
    for title in ("Hand in the report", "우유 사기", "Water the plants", "Book a table", "회의 준비"):
        world.matectl("project", "add", title)
    world.matectl("project", "move", "2", "5", "doing")
    world.matectl("project", "move", "4", "done")
    for name, language in (("README.md", "en"), ("README.ko.md", "ko")):
        terminal = world.screen("project", columns=80, rows=9, language=language)
        try:
            terminal.sees("2 우유 사기")
            terminal.press("l")
            terminal.sees("› 2 우유 사기")
            terminal.press(">")
            terminal.until(lambda one: "DONE (2)" in one.text and "DONE." in one.lines[-2], 10, name)
            # The board's own line says the same of somebody.
            shown = [line for line in terminal.lines if line and not line.startswith(f"{getpass.getuser()}: ")]
            text = (ROOT / name).read_text()
            start = text.index("      1 " + ("보드" if language == "ko" else "Board"))
            block = text[start:].split("\n\n", 2)
            wanted = [line[4:] for line in "\n".join(block[:2]).split("\n")]
            assert wanted == shown, "\n".join([name, *shown, "---", *wanted])
            assert terminal.quit() == 0
        finally:
            terminal.close()
        world.matectl("project", "move", "2", "doing")


# A slow link

def check_slow(world):
    """over 1,200 and 9,600 bytes a second keys act, frames are left out, and the last state is shown"""
    world.matectl("bank", "open")
    figures = []
    for rate in (1200, 9600):
        terminal = world.screen("bank", columns=120, rows=40, language="ko", rate=rate)
        try:
            terminal.sees("q 끝내기", 40)
            terminal.pump(1.0)
            before = terminal.memory()[0]
            received = terminal.received
            started = time.monotonic()
            # More happens than the link could carry.
            for _ in range(60):
                world.matectl("bank", "add", "3")
                terminal.press("jk")
                terminal.pump(0.05)
            before_help = terminal.received
            terminal.press("?")
            took = terminal.sees("단축키", 60)
            # Behind what the kernel holds for the link, which is 8 KiB at most, nothing waits but the page itself.
            behind = terminal.received - before_help
            assert behind < 8192 + 6000, f"{rate}: a key acts behind {behind} bytes, after {took:.1f} s"
            terminal.press("\x1b")
            terminal.until(lambda one: "단축키" not in one.text, 20, "Esc")
            waiting = len(world.json("bank", "board")["waiting"])
            terminal.press("\x1b")
            board = world.matectl("bank", "board", language="ko").split("\n")[0]
            terminal.until(lambda one: re.sub(r"\s+", " ", board).split(" ")[0] in one.text, 20, board)
            carried = terminal.received - received
            elapsed = time.monotonic() - started
            assert carried < rate * elapsed * 1.2 + 8192
            grown = terminal.memory()[0] - before
            assert grown < 2 << 20, f"{rate}: the memory has grown by {grown} bytes"
            began = time.monotonic()
            assert terminal.quit() == 0
            figures.append(f"{rate} B/s: help after {took:.1f} s, {carried} bytes for 60 changes ({waiting} wait), "
                           f"{grown >> 10} KiB more, left after {time.monotonic() - began:.1f} s")
        finally:
            terminal.close()
    return "; ".join(figures)


def check_held(world):
    """a terminal that takes nothing more holds up no key: q ends the screen, and what came last is drawn"""
    world.matectl("bank", "open")
    terminal = world.screen("bank", columns=200, rows=50)
    try:
        terminal.sees("q quit")
        # Nothing is read, and all of the screen is asked for again and again: the kernel's place is full.
        for _ in range(30):
            terminal.press("\x0c?\x1b")
            time.sleep(0.05)
        world.matectl("bank", "take", "loan")
        terminal.press("\x0c")
        began = time.monotonic()
        terminal.pump(3.0, quiet=0.5)
        assert terminal.is_alive
        assert is_right_after_redraw(terminal), terminal.text
        assert terminal.received < 40_000 + 3 * 20_000, terminal.received
        assert terminal.quit() == 0
        return f"{terminal.received} bytes, seen again after {time.monotonic() - began:.1f} s"
    finally:
        terminal.close()


# Words

def names(domain):
    """What is typed or is a name: commands, options, values, members; the same in every language."""
    document = json.loads((ROOT / f"deploy/domains/{domain}.json").read_text())
    found = set()

    def walk(value, inside):
        if isinstance(value, dict):
            for name, member in value.items():
                if inside:
                    found.update(re.findall("[A-Za-z]+", name))
                walk(member, inside or name in ("enum", "path", "positionals", "flags", "examples", "default", "const"))
        elif isinstance(value, list):
            for member in value:
                walk(member, inside)
        elif isinstance(value, str) and inside:
            found.update(re.findall("[A-Za-z]+", value))

    walk(document, False)
    for method in document["methods"]:
        for parameter in method["params"]:
            found.update(re.findall("[A-Za-z]+", parameter["name"]))
            found.update(word.lower() for word in re.findall("[A-Z]?[a-z]+", parameter["name"]))
    return found


# Signs of keys, of formats and of programs.
SIGNS = set("""Tab Enter Esc Ctrl Alt PgUp PgDn Home End Shift Space TODO DOING DONE VIP VVIP GTFS GTX CalDAV UUID RRULE
OpenMetrics Kim Asia Seoul matectl help ko en json csv in English""".split())


def latin(terminal, known):
    """Words of a screen that are neither Korean nor names, nor parts of a command or an address, nor cut."""
    text = re.sub(r"`[^`]*`|\S+[@.]\S+|\S+…", " ", terminal.text)
    words = re.findall("[A-Za-z]{2,}", text)
    return sorted({word for word in words if word not in known and word.lower() not in known})


def check_korean(world, domain):
    """every screen, tab, menu, form and help is Korean for a Korean reader"""
    world.fill()
    found = {}
    known = names(domain) | SIGNS | {"call", "the", "bank", domain, f"{domain}d", getpass.getuser()}
    document = json.loads((ROOT / f"deploy/domains/{domain}.json").read_text())
    terminal = world.screen(domain, columns=160, rows=50, language="ko")

    def look(place):
        terminal.pump(0.6, quiet=0.15)
        for word in latin(terminal, known):
            found.setdefault(word, place)
    try:
        terminal.sees("끝내기")
        # The line of the tabs has no name in it at all but those of formats.
        for tab in range(1, 10):
            terminal.press(str(tab))
            look(f"tab {tab}")
            bar = re.findall("[A-Za-z]{2,}", terminal.lines[0])
            assert not bar, f"the tabs say {bar} to a Korean reader: {terminal.lines[0]}"
        terminal.press("1")
        for tab, screen in enumerate(document["x-mate-screens"], 1):
            for action in screen.get("actions", []):
                if any(isinstance(source, dict) and source.get("ask") for source in action.get("params", {}).values()):
                    terminal.press(str(tab))
                    terminal.pump(0.4, quiet=0.1)
                    terminal.press(action["key"])
                    look(f"form of {action['key']} on tab {tab}")
                    for _ in range(6):
                        terminal.press("\t")
                        look(f"form of {action['key']} on tab {tab}")
                    back_to_tab(terminal, "ko")
        for key, place in (("1a", "the menu"), ("?", "help")):
            terminal.press(key)
            for _ in range(12):
                look(place)
                terminal.press("\x1b[6~")
            back_to_tab(terminal, "ko")
        assert terminal.quit() == 0
    finally:
        terminal.close()
    assert not found, "\n".join(f"{word} ({place})" for word, place in sorted(found.items()))
