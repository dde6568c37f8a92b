"""What is typed: in forms, behind `:` and `/`, and in the menu, at a terminal of 80 by 24."""
LEFT, RIGHT, UP, DOWN, HOME, END = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B", "\x1b[H", "\x1b[F"
WORD_LEFT, WORD_RIGHT, DELETE, ALT_ENTER = "\x1b[1;5D", "\x1b[1;5C", "\x1b[3~", "\x1b\r"


def paste(text):
    return f"\x1b[200~{text}\x1b[201~"


def row_of(terminal, text):
    """The last line that has a text: a title above may have it too."""
    terminal.sees(text)
    return max(row for row, line in enumerate(terminal.lines) if text in line)


def click(terminal, text, at):
    """Clicks on a sign of a text that is seen, which is all of narrow signs before that."""
    row = row_of(terminal, text)
    column = next(column for column in range(terminal.columns)
                  if "".join(terminal.screen.buffer[row][one].data for one in range(column, terminal.columns)).startswith(text))
    terminal.press(f"\x1b[<0;{column + at + 1};{row + 1}M\x1b[<0;{column + at + 1};{row + 1}m")


def cursor(terminal, row, text):
    """Waits until the cursor is behind a text in a line."""
    def is_there(one):
        head = "".join(one.screen.buffer[row][column].data for column in range(one.screen.cursor.x))
        return one.screen.cursor.y == row and head.endswith(text)
    terminal.until(is_there, 10, f"the cursor behind {text!r} in line {row}")


def items(world):
    return world.json("project", "list", "--all")["projects"]


def keeps(world, number, **members):
    shown = world.json("project", "show", number)
    for name, value in members.items():
        assert shown.get(name) == value, (name, shown.get(name), value)


def in_a_form(world, language):
    """The title, which has one line, and the description, which has several."""
    world.matectl("project", "add", "--title", "milk and bread", "--body", "one\r\ntwo")
    number = str(max(item["id"] for item in items(world)))
    terminal = world.screen("project", language=language)
    try:
        terminal.sees("milk and bread")
        terminal.press("Ge")
        terminal.sees("one↵two")
        row = row_of(terminal, "milk and bread")
        cursor(terminal, row, "milk and bread")
        terminal.press(WORD_LEFT + LEFT + "가" + HOME + "Y" + WORD_RIGHT + DELETE + "-")
        terminal.sees("Ymilk-and가 bread")
        cursor(terminal, row, "Ymilk-")
        click(terminal, "Ymilk-and", 2)
        cursor(terminal, row, "Ym")
        # Of a wide sign either half is it.
        click(terminal, "Ymilk-and가", 10)
        cursor(terminal, row, "and")
        terminal.press("\x0b\x15" + paste("a\r\nb\rc\nd\r"))
        terminal.sees("a b c d")
        keeps(world, number, title="milk and bread", body="one\r\ntwo")
        terminal.press(" long" * 30)
        terminal.until(lambda one: "‹" in one.lines[row][2:] and "›" not in one.lines[row][2:], 10, "cut off before")
        terminal.press(HOME)
        terminal.until(lambda one: "›" in one.lines[row][2:] and "‹" not in one.lines[row][2:], 10, "cut off behind")
        terminal.press(WORD_RIGHT * 20)
        terminal.until(lambda one: "›" in one.lines[row][2:] and "‹" in one.lines[row][2:], 10, "cut off on both sides")
        terminal.press("\x01\x0b빵\r")
        terminal.until(lambda one: "빵" in one.text and "Alt" not in one.text and "*" not in one.lines[2], 10, "sent")
        # What was not touched is as it was, with the lines that it came with.
        terminal.until(lambda one: world.json("project", "show", number)["title"] == "빵", 10, "the title")
        keeps(world, number, body="one\r\ntwo")
        terminal.press("e")
        terminal.sees("one↵two")
        terminal.press("\t\t\t")
        terminal.sees("Alt-Enter")
        row = row_of(terminal, "  one")
        assert terminal.lines[row + 1].strip() == "two", terminal.text
        terminal.press("\n" + paste("셋\r\n넷\r다섯\n") + "x" + ALT_ENTER + "끝" + UP + UP + HOME + "4")
        terminal.sees("4다섯")
        cursor(terminal, row + 4, "4")
        click(terminal, "4다섯", 3)
        terminal.press("|" + UP * 4 + HOME + "1")
        terminal.sees("1one")
        keeps(world, number, body="one\r\ntwo")
        terminal.press("\r")
        terminal.until(lambda one: "Alt-Enter" not in one.text, 10, "sent")
        keeps(world, number, body="1one\r\ntwo\n셋\n넷\n4다|섯\nx\n끝")
        assert terminal.quit() == 0
    finally:
        terminal.close()


def in_a_line(world, language):
    """Behind `:`, with what was typed there before."""
    terminal = world.screen("project", language=language)
    last = terminal.rows - 1
    try:
        terminal.sees("빵")
        terminal.press(":add firrst" + LEFT * 3 + "\x7f" + END + " line\r")
        terminal.sees("first line")
        terminal.press(":add second\r")
        terminal.sees("second")
        terminal.press(":list draft" + UP + UP)
        cursor(terminal, last, ":add first line")
        terminal.press(DOWN + DOWN)
        cursor(terminal, last, ":list draft")
        terminal.press("\x15" + paste("add pasted\r\nhere\r"))
        cursor(terminal, last, ":add pasted here")
        assert not any(item["title"] == "pasted here" for item in items(world))
        click(terminal, ":add pasted here", 5)
        terminal.press("un\r")
        terminal.sees("unpasted here")
        count = len(items(world))
        terminal.press(':add "unclosed\r')
        terminal.sees("따옴표" if language == "ko" else "a quote is open")
        cursor(terminal, last, ':add "unclosed')
        assert len(items(world)) == count
        terminal.press('"\r')
        terminal.sees("unclosed")
        terminal.press("/econd" + HOME + "s\r")
        terminal.sees("second (")
        terminal.press("\x1ba" + "mve" + LEFT + LEFT + "o")
        terminal.sees("> move")
        assert terminal.quit() == 0
    finally:
        terminal.close()


def check_typing(world):
    """what is typed is edited anywhere in it, by keys and clicks, over several lines; a paste sends nothing; `:` has a history"""
    for language in ("en", "ko"):
        in_a_form(world, language)
        in_a_line(world, language)
        for item in items(world):
            world.matectl("project", "remove", str(item["id"]), "--yes")
