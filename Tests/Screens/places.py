"""Where a person goes on a screen: to the end of a long list, through a menu, from the page of today."""
import re

SIZES = ((80, 24), (200, 50))


def check_long_board(world):
    """G, a page and the wheel go to the last card of a board of 136, whatever the daemon sends at first"""
    for number in range(136):
        world.matectl("project", "add", f"card {number + 1}")
    for language in ("en", "ko"):
        for columns, rows in SIZES:
            for keys, most in (("G", 1), ("\x1b[F", 1), ("\x1b[6~", 20), ("\x1b[<65;5;9M", 90), ("j" * 20, 12)):
                terminal = world.screen("project", columns=columns, rows=rows, language=language)
                try:
                    terminal.sees("card 1")
                    for _ in range(most):
                        terminal.press(keys)
                        terminal.pump(0.5 if most < 50 else 0.12, quiet=0.08)
                    terminal.until(lambda one: "› 136 card 136" in one.text, 10, f"{language} {columns} {keys!r}")
                    # What is done there is done with what is seen there, and it stays.
                    terminal.press("r")
                    terminal.pump(0.6, quiet=0.2)
                    terminal.sees("› 136 card 136")
                    assert terminal.quit() == 0
                finally:
                    terminal.close()


def check_menu_wheel(world, domain):
    """the wheel goes through the menu and leaves the tab behind it as it is"""
    world.fill()
    terminal = world.screen(domain)

    def signs():
        return [line.startswith("›") for line in terminal.lines[1:-2]]

    try:
        # Who is served meanwhile leaves the rows of the line, and the sign stays with its row.
        for last in (False, False, True):
            terminal.pump(1.5, quiet=0.3)
            before = signs()
            terminal.press("a")
            terminal.sees("type to find")
            for _ in range(3):
                terminal.press("\x1b[<65;5;9M")
            terminal.pump(0.5, quiet=0.15)
            chosen = [index for index, line in enumerate(terminal.lines) if line.startswith("›")]
            assert chosen and chosen[0] > 5, terminal.text
            terminal.press("\x1b")
            terminal.pump(0.5, quiet=0.15)
            if signs() == before:
                break
            assert not last, terminal.text
        assert terminal.quit() == 0
    finally:
        terminal.close()


def check_today_keys(world):
    """on the page of today two clicks open a domain as Enter does, and what is advised can be typed there"""
    for language, quits in (("en", "q quit"), ("ko", "q 끝내기")):
        for columns, rows in SIZES:
            terminal = world.screen("today", "--live", columns=columns, rows=rows, language=language)
            try:
                terminal.pump(3, quiet=0.8)
                assert not re.search(r"`?matectl (bank|juice|project|transit) ", terminal.text), terminal.text
                line = next(index for index, text in enumerate(terminal.lines) if "mango" in text) + 1
                terminal.press(f"\x1b[<0;5;{line}M\x1b[<0;5;{line}m")
                terminal.pump(0.2)
                terminal.press(f"\x1b[<0;5;{line}M\x1b[<0;5;{line}m")
                terminal.until(lambda one: ("o order" if language == "en" else "o 주문") in one.text, 10, "two clicks")
                assert terminal.quit() == 0 or terminal.is_alive
            finally:
                terminal.close()


def check_long_names(world):
    """a long service's card tells the desk whatever the width, and the last line tells the keys that move cards"""
    name = "loans for houses and for companies"
    world.matectl("bank", "service", "set", "loan", "--name", name, "--name-ko", "집과 회사를 위한 긴 이름의 대출 업무")
    world.matectl("bank", "teller", "add", "--mode", "manual", "--services", "loan")
    teller = [one["teller"] for one in world.json("bank", "teller", "list")["tellers"]][-1]
    for other in range(1, teller):
        world.matectl("bank", "teller", "remove", str(other))
    world.matectl("bank", "open")
    world.matectl("bank", "take", "loan")
    world.matectl("bank", "next", str(teller))
    for language, desk in (("en", f"→ teller {teller}"), ("ko", f"→ {teller}번 창구")):
        for columns, rows in SIZES + ((66, 20),):
            terminal = world.screen("bank", columns=columns, rows=rows, language=language)
            try:
                terminal.until(lambda one: desk in one.text, 10, f"{language} {columns}")
                assert terminal.quit() == 0
            finally:
                terminal.close()
    world.matectl("project", "add", "one")
    terminal = world.screen("project")
    try:
        terminal.sees("< > move")
        assert terminal.quit() == 0
    finally:
        terminal.close()


def check_clock(world):
    """business time runs on the line and on the page of today while somebody waits, and stands where nobody does"""
    for teller in [one["teller"] for one in world.json("bank", "teller", "list")["tellers"]]:
        world.matectl("bank", "teller", "remove", str(teller))
    world.matectl("bank", "teller", "add", "--mode", "manual", "--services", "loan")
    world.matectl("bank", "open")
    for words, runs in ((("bank",), False), (("today", "--live"), False), (("bank",), True), (("today", "--live"), True)):
        if runs:
            world.matectl("bank", "take", "loan")
        terminal = world.screen(*words)
        try:
            terminal.sees("Business time - ")
            seen = set()
            for _ in range(4):
                terminal.pump(1.1)
                seen.add(re.search(r"Business time - (\S+)", terminal.text).group(1))
            assert len(seen) > 2 if runs else len(seen) == 1, (words, runs, seen)
            assert terminal.quit() == 0
        finally:
            terminal.close()


def check_no_instance(world):
    """the screen of an instance that is not there says so, and how it is made, where a person looks"""
    for language, way in (("en", "not there"), ("ko", "연결 안 됨")):
        terminal = world.screen("bank@second", language=language)
        try:
            terminal.sees(way)
            terminal.sees("`matectl new bank@second`")
            assert "matectl new" in terminal.lines[1], terminal.text
            assert terminal.quit() == 0
        finally:
            terminal.close()



def check_leave_says_why(world):
    """a leave-by that knows of nothing says why, as that there is no key"""
    world.matectl("transit", "favourite", "add", "연신내")
    for language, told in (("en", "nobody knows of one that can be reached: "), ("ko", "탈 수 있는 편을 알 수 없습니다. ")):
        terminal = world.screen("transit", "leave", "연신내", "--walk", "7m", language=language, columns=200)
        try:
            terminal.sees(told)
            assert "--key-file" in terminal.text, terminal.text
            terminal.press("\x03")
            terminal.pump(1.0, quiet=0.3)
        finally:
            terminal.close()


def check_emptied_names(world):
    """a name that is emptied in a form is refused at its field, with what to do instead, in all domains"""
    world.matectl("bank", "service", "set", "loan", "--name", "loan", "--name-ko", "대출")
    for language, told in (("en", "cannot be taken away"), ("ko", "비울 수 없습니다")):
        for words, tab, field in (
                ("juice", "1", {"en": "Name in Korean", "ko": "한국어 이름"}), ("juice", "1", {"en": "Name ", "ko": "영어 이름"}),
                ("juice", "2", {"en": "Name in Korean", "ko": "한국어 이름"}), ("bank", "5", {"en": "Name in Korean", "ko": "한국어 이름"})):
            terminal = world.screen(words, language=language)
            what = f"{words} {tab} {language} {field}"
            try:
                terminal.pump(1.0, quiet=0.3)
                terminal.press(tab)
                terminal.pump(0.6, quiet=0.2)
                terminal.press("n" if tab == "2" else "e")
                terminal.until(lambda one: field[language] in one.text, 10, what)
                for _ in range(9):
                    chosen = next((line for line in terminal.lines if line.startswith("›")), "")
                    if chosen.startswith("› " + field[language]):
                        break
                    terminal.press("\t")
                    terminal.pump(0.3, quiet=0.1)
                terminal.press("\x15\r")
                terminal.until(lambda one: told in one.text, 10, what)
                assert next(line for line in terminal.lines if line.startswith("›")).startswith("› " + field[language]), terminal.text
                assert terminal.quit() == 0
            finally:
                terminal.close()
