#!/usr/bin/env python3
"""The page in a real browser, and a thousand of its streams without one.

    Tests/Web/run.py --bin FOLDER [--only WORDS] [--slow] [--pictures FOLDER]

Each check is a function of a file in this folder whose name starts with `check_`; it is given a World
(see world.py) and what it says it wants: `browser`. Pictures for the README are made on the way. How a
run ends is told in ../verdicts.py.
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
sys.path[:0] = [str(HERE), str(HERE.parent)]

from verdicts import Verdicts  # noqa: E402
from world import World  # noqa: E402

FILES = ["words", "rights", "screens", "writing", "fields", "forms", "sizes", "telephone", "counts", "sessions", "wall", "customers", "lobby",
         "several", "away", "streams"]


def checks(only):
    """Names of checks with those of their files, and what does them."""
    for name in FILES:
        for title, check in list(vars(importlib.import_module(f"checks_{name}")).items()):
            if title.startswith("check_") and (not only or any(word in title for word in only)):
                yield f"{name}: {title}", check


def slowed(context):
    """Pages that have an eighth of a processor, and answers that come later than the events they caused."""
    context.add_init_script("""{
      const ask = fetch;
      window.fetch = async (path, ...rest) => {
        const response = await ask(path, ...rest);
        if (path === '/call') await new Promise(done => setTimeout(done, 700));
        return response;
      };
    }""")
    context.on("page", lambda page: context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 8}))


def done(check, chromium, arguments):
    """Does one check in a world of its own; whether it holds, and what is told of it."""
    started, world, contexts = time.monotonic(), World(arguments.bin, getattr(check, "configuration", None)), []

    def fresh(**options):
        context = chromium.new_context(viewport={"width": 1100, "height": 700}, **options)
        contexts.append(context)
        context.set_default_timeout(arguments.patience * 1000)
        if arguments.slow:
            slowed(context)
        return context

    try:
        if getattr(check, "starts", True):
            world.start()
        available = {"world": world, "browser": fresh, "pictures": arguments.pictures}
        check(**{name: available[name] for name in inspect.signature(check).parameters})
        return True, f"ok   {time.monotonic() - started:5.1f} s  {check.__doc__.splitlines()[0]}"
    except Exception:
        trace = traceback.format_exc()
        return False, (f"FAIL {time.monotonic() - started:5.1f} s  {check.__name__}: {check.__doc__}\n"
                       + (trace.splitlines()[-1] if arguments.short else trace))
    finally:
        for context in contexts:
            context.close()
        world.end()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--pictures")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--slow", action="store_true", help="as on a machine that is busy with something else")
    parser.add_argument("--patience", type=int, default=30, help="seconds for what is waited for")
    arguments = parser.parse_args()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sys.exit("web: playwright is missing; `make test-web` installs it into .build/web")
    with sync_playwright() as playwright:
        # As root there is no sandbox of the browser's; it sees only this machine.
        chromium = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox"] if os.geteuid() == 0 else [])
        wanted = dict(checks(arguments.only))
        verdicts = Verdicts("web", lambda title: done(wanted[title], chromium, arguments))
        for title, check in wanted.items():
            verdicts.add(title, *done(check, chromium, arguments))
        status = verdicts.end()
        chromium.close()
    sys.exit(status)


main()
