"""Keys that come before a person can have seen what those before them did."""
import time

NOT_DONE = {"en": "not done, as what was done before was not seen yet: ", "ko": "앞서 한 일이 보이기 전에 누른 키는 하지 않았습니다: "}


def press(terminal, keys, pause):
    """Presses keys so far apart, in seconds; at once where that is none."""
    if not pause:
        return terminal.press(keys)
    for key in keys:
        terminal.press(key)
        terminal.pump(pause)


def desk(world):
    """A branch with one desk that calls nobody by itself."""
    world.matectl("bank", "reset", "--yes")
    for teller in [one["teller"] for one in world.json("bank", "teller", "list")["tellers"]]:
        world.matectl("bank", "teller", "remove", str(teller))
    world.matectl("bank", "teller", "add", "--mode", "manual", "--services", "loan")
    world.matectl("bank", "open", status=None)
    for _ in range(8):
        world.matectl("bank", "take", "loan")


def outcomes(world):
    """How many were served, and who is at the desk."""
    found = world.json("bank", "tickets")["tickets"]
    serving = world.json("bank", "board")["serving"]
    return len([one for one in found if one.get("outcome") == "served"]), [one["number"] for one in serving]


def told(terminal, language, keys, what):
    """The keys stand in the line that says what was not done."""
    sentence = NOT_DONE[language] + keys
    terminal.until(lambda one: sentence in " ".join(one.lines), 10, f"{what}: {sentence!r}")


def check_desk_ahead(world):
    """a burst of keys at a desk: each is done on what is there then, or told, and nobody unseen is finished"""
    for language in ("en", "ko"):
        for size in ((80, 24), (200, 50)):
            for pause in (0, 0.01):
                desk(world)
                terminal = world.screen("bank", columns=size[0], rows=size[1], language=language)
                what = f"{language} {size} {pause}"
                try:
                    terminal.sees("1 - ")
                    terminal.press("2")
                    terminal.pump(0.6, quiet=0.2)
                    press(terminal, "cdcd", pause)
                    told(terminal, language, "c d.", what)
                    served, serving = outcomes(world)
                    assert served == 1 and len(serving) == 1, f"{what}: cdcd: {served} {serving}"
                    terminal.pump(1.0)
                    press(terminal, "ddd", pause)
                    told(terminal, language, "d d.", what)
                    served, serving = outcomes(world)
                    assert served == 2 and len(serving) == 1, f"{what}: ddd: {served} {serving}"
                    # Held down it is pressed once.
                    terminal.pump(1.0)
                    for _ in range(30):
                        terminal.press("d")
                        terminal.pump(0.03)
                    told(terminal, language, "d d d", what)
                    assert outcomes(world)[0] == 3, f"{what}: held down: {outcomes(world)}"
                    terminal.pump(1.0)
                    terminal.press("d")
                    terminal.pump(1.0, quiet=0.3)
                    assert outcomes(world)[0] == 4, f"{what}: once more: {outcomes(world)}"
                    assert terminal.quit() == 0
                finally:
                    terminal.close()


def check_rows_ahead(world):
    """a key that was typed ahead is for the row that was chosen then, one that counts counts, and Esc leaves none"""
    desk(world)
    terminal = world.screen("bank")
    try:
        terminal.sees("8 waiting")
        terminal.press("xx")
        told(terminal, "en", "x.", "xx")
        waiting = [one["number"] for one in world.json("bank", "board")["waiting"]]
        assert len(waiting) == 7, waiting
        terminal.pump(1.0)
        terminal.press("jxjx")
        terminal.sees(f"Customer {waiting[2]} left")
        left = [one["number"] for one in world.json("bank", "board")["waiting"]]
        assert left == waiting[:1] + waiting[3:], (waiting, left)
        assert terminal.quit() == 0
    finally:
        terminal.close()
    before = world.json("juice", "stock")["items"][0]["count"]
    terminal = world.screen("juice")
    try:
        terminal.sees("q quit")
        terminal.press("2")
        terminal.sees("one more")
        terminal.pump(0.5, quiet=0.2)
        terminal.press("+++++--")
        terminal.sees(f"{before + 3} in stock")
        terminal.pump(0.6, quiet=0.3)
        assert world.json("juice", "stock")["items"][0]["count"] == before + 3
        assert "not done" not in terminal.text, terminal.text
        assert terminal.quit() == 0
    finally:
        terminal.close()
    for title in ("one", "two"):
        world.matectl("project", "add", title)
    terminal = world.screen("project")
    try:
        terminal.sees("2 two")
        terminal.press(">>")
        terminal.sees("DONE (1)")
        assert [one["title"] for one in world.json("project", "board")["done"]["items"]] == ["one"]
        terminal.pump(0.5)
        # What is typed for a form that a key ahead opens is its text.
        terminal.press("<+three\r")
        terminal.sees("Added 'three'")
        assert "DOING (1)" in terminal.text, terminal.text
        assert terminal.quit() == 0
    finally:
        terminal.close()


def check_forms_ahead(world):
    """what is typed behind a form that is being sent is for the tab, and nothing typed ahead answers a form or a question that comes"""
    desk(world)
    terminal = world.screen("bank")
    try:
        terminal.sees("8 waiting")
        terminal.press("tloan\rjjx")
        terminal.until(lambda one: "Customer 3 left" in one.text, 10, "a key behind a form")
        assert [one["number"] for one in world.json("bank", "board")["waiting"]] == [1, 2, 4, 5, 6, 7, 8, 9]
        assert terminal.quit() == 0
    finally:
        terminal.close()
    for language, form in (("en", "16 needed, 10 in stock"), ("ko", "필요 16개, 재고 10개")):
        before = {one["fruit"]: one["count"] for one in world.json("juice", "stock")["items"]}
        terminal = world.screen("juice", language=language)
        try:
            terminal.sees("strawberry")
            terminal.pump(0.5, quiet=0.2)
            # The first is short of fruit: the others do not confirm the stock that is asked for.
            terminal.press("\r\r\r")
            terminal.sees(form)
            told(terminal, language, "Enter Enter", language)
            assert {one["fruit"]: one["count"] for one in world.json("juice", "stock")["items"]} == before
            terminal.press("\x1b")
            terminal.pump(0.5, quiet=0.2)
            # Each order counts.
            terminal.press("j\r\r\r")
            terminal.pump(2.0, quiet=0.6)
            after = {one["fruit"]: one["count"] for one in world.json("juice", "stock")["items"]}
            assert after["banana"] == before["banana"] - 6, (before, after)
            assert terminal.quit() == 0
        finally:
            terminal.close()
        world.matectl("juice", "stock", "set", "banana", "10")


def check_enter_twice(world):
    """Enter pressed twice is pressed once, and nobody answers what has come before it can be read"""
    for language, form, question in (
            ("en", "16 needed, 10 in stock", "Order 1 of strawberry juice now?"), ("ko", "필요 16개, 재고 10개", "y 예")):
        world.matectl("juice", "stock", "set", "strawberry", "10")
        before = len(world.json("juice", "orders")["items"])
        terminal = world.screen("juice", language=language)
        try:
            terminal.sees("strawberry")
            terminal.pump(0.5, quiet=0.2)
            terminal.press("jc")
            terminal.sees("Count" if language == "en" else "잔 수")
            terminal.press("2\r")
            terminal.pump(0.1)
            terminal.press("\r")
            told(terminal, language, "Enter", "behind a form")
            terminal.pump(0.5, quiet=0.2)
            assert len(world.json("juice", "orders")["items"]) == before + 1
            terminal.press("k\r")
            terminal.sees(form)
            terminal.press("\r")
            told(terminal, language, "Enter", "at a form that has come")
            assert world.json("juice", "stock")["items"][0]["count"] == 10
            terminal.pump(0.5)
            terminal.press("\r")
            terminal.sees(question)
            terminal.press("y")
            told(terminal, language, "y", "at a question that has come")
            assert len(world.json("juice", "orders")["items"]) == before + 1
            terminal.pump(0.5)
            terminal.press("y")
            terminal.until(lambda _: len(world.json("juice", "orders")["items"]) == before + 2, 10, "the order")
            assert terminal.quit() == 0
        finally:
            terminal.close()
