#!/usr/bin/env python3
"""The page in a real browser, and a thousand of its streams without one.

    Tests/Web/run.py --bin FOLDER [--only WORDS] [--pictures FOLDER]

Each check is a function of a file in this folder whose name starts with `check_`; it is given a World
(see world.py) and what it says it wants: `browser`. Pictures for the README are made on the way.
"""
import argparse
import importlib
import inspect
import os
import pathlib
import sys
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from world import World  # noqa: E402

FILES = ["words", "rights", "screens", "writing", "fields", "sizes", "counts", "sessions", "wall", "customers", "lobby",
         "several", "away", "streams"]


def checks(only):
    for name in FILES:
        module = importlib.import_module(f"checks_{name}")
        for title, check in list(vars(module).items()):
            if title.startswith("check_") and (not only or any(word in title for word in only)):
                yield module, check


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--pictures")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--patience", type=int, default=10, help="seconds for what is waited for")
    arguments = parser.parse_args()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sys.exit("web: playwright is missing; `make test-web` installs it into .build/web")
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    failed = count = 0
    with sync_playwright() as playwright:
        # As root there is no sandbox of the browser's; it sees only this machine.
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox"] if os.geteuid() == 0 else [])
        for module, check in checks(arguments.only):
            started = time.monotonic()
            wants = inspect.signature(check).parameters
            world = World(arguments.bin, getattr(check, "configuration", None))
            contexts = []

            def fresh(**options):
                context = browser.new_context(viewport={"width": 1100, "height": 700}, **options)
                contexts.append(context)
                context.set_default_timeout(arguments.patience * 1000)
                return context

            try:
                if getattr(check, "starts", True):
                    world.start()
                available = {"world": world, "browser": fresh, "pictures": arguments.pictures}
                check(**{name: available[name] for name in wants})
                print(f"ok   {time.monotonic() - started:5.1f} s  {check.__doc__.splitlines()[0]}")
            except Exception:
                failed += 1
                print(f"FAIL {time.monotonic() - started:5.1f} s  {check.__name__}: {check.__doc__}")
                print("\n".join(traceback.format_exc().splitlines()[-1:] if arguments.short else [traceback.format_exc()]))
            finally:
                for context in contexts:
                    context.close()
                world.end()
            count += 1
        browser.close()
    print(f"web: {count} checks, {failed} failed")
    sys.exit(1 if failed or not count else 0)


main()
