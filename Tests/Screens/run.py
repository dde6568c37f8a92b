#!/usr/bin/env python3
"""Full screens at terminals of all kinds, seen through pyte.

    Tests/Screens/run.py --bin FOLDER [--only WORDS] [--steps COUNT] [--seeds NUMBERS] [--at-once COUNT]

Each check is a function of checks.py whose name starts with `check_`; it is given a World (see world.py), and is done for
each domain where it wants one. Most of the time they wait for a person's eyes, so several are done at once.
"""
import argparse
import concurrent.futures
import inspect
import pathlib
import sys
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import checks  # noqa: E402
from verdicts import Verdicts  # noqa: E402
from world import DOMAINS, World  # noqa: E402


def wanted(only):
    """The names of checks with their domains."""
    for name, check in vars(checks).items():
        if name.startswith("check_") and (not only or any(word in name for word in only)):
            wants = inspect.signature(check).parameters
            yield from ((name, domain) for domain in (DOMAINS if "domain" in wants else (None,)))


def done(name, domain, binaries, given):
    """Does one check; whether it holds, and what is told of it."""
    check, world, started = getattr(checks, name), World(binaries), time.monotonic()
    title = f"{domain}: {check.__doc__}" if domain else check.__doc__
    given = {**given, "domain": domain}
    try:
        wants = inspect.signature(check).parameters
        figures = check(world, **{one: given[one] for one in wants if one in given})
        return True, f"ok   {time.monotonic() - started:5.1f} s  {title}" + (f"\n     {figures}" if figures else "")
    except Exception:
        return False, f"FAIL {time.monotonic() - started:5.1f} s  {name} {title}\n{traceback.format_exc()}"
    finally:
        world.end()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--seeds", type=int, nargs="*", default=[1])
    parser.add_argument("--at-once", type=int, default=10)
    arguments = parser.parse_args()
    given = {"steps": arguments.steps, "seeds": arguments.seeds}
    verdicts = Verdicts("screens", lambda key: done(*key, arguments.bin, given))
    with concurrent.futures.ProcessPoolExecutor(arguments.at_once) as pool:
        tasks = {pool.submit(done, *key, arguments.bin, given): key for key in wanted(arguments.only)}
        for task in concurrent.futures.as_completed(tasks):
            verdicts.add(tasks[task], *task.result())
    sys.exit(verdicts.end())


main()
