"""Lists that are longer than what a daemon sends: what is not there is counted, wherever one looks."""
import re


def seen(terminal):
    """How many of the tasks are on the screen, and how many are counted above and below in the first column."""
    first = [line[:40] for line in terminal.lines[1:-2]]
    rows = sum(bool(re.search(r"\d+ (task|wood)", line)) for line in first)
    counts = [count for line in first for count in re.findall(r"[↑↓] (\d+)(?: more|개 더)", line)]
    return rows + sum(map(int, counts))


def check_counts(world):
    """a board of 199 of which 50 are sent counts the others, at each height and place, and says of what was looked for among how many"""
    path = world.folder / "tasks.txt"
    path.write_text("".join(f"{'wood' if number % 100 == 7 else 'task'} {number}\n" for number in range(199)))
    world.matectl("project", "import", str(path), "--format", "todotxt", "--yes")
    for words, more in ((["board"], "and 149 more"), (["next"], "and 189 more")):
        assert more in world.matectl("project", *words), words
    assert "149개 더" in world.matectl("project", "board", language="ko")
    terminal = world.screen("project", columns=120, rows=24)
    try:
        terminal.sees("TODO (199)")
        terminal.press("/wood\r")
        terminal.sees("showing what has: wood (1 of 50); 149 more are not here")
        assert seen(terminal) == 1, terminal.text
        terminal.press("L")
        terminal.sees("50개 중 1개); 여기 없는 149개는 찾지 않음")
        terminal.press("\x1b")
        terminal.until(lambda one: seen(one) == 199, 5, "everything again")
        for keys in ("", "j" * 12, "j" * 60, "k" * 3, "g", "G"):
            terminal.press(keys)
            terminal.until(lambda one: seen(one) == 199, 5, f"after {keys!r}")
        for rows in (9, 12, 40, 60):
            terminal.resize(120, rows)
            terminal.until(lambda one: seen(one) == 199, 5, f"at {rows}")
        terminal.resize(120, 24)
        # Whoever has been at the end has all of them there.
        terminal.press("/wood\r")
        terminal.sees("199개 중 2개")
        assert terminal.quit() == 0
    finally:
        terminal.close()
    today = world.screen("today", "--live", columns=100, rows=50)
    try:
        today.until(lambda one: re.search(r"and \d+ more", one.text), 20, "a glance")
        shown = len(re.findall(r"(?:task|wood) \d+", today.text))
        more = sum(int(count) for count in re.findall(r"and (\d+) more", today.text))
        assert shown + more == 199, (shown, more, today.text)
        assert today.quit() == 0
    finally:
        today.close()
