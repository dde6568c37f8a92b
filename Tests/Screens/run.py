#!/usr/bin/env python3
"""Full screens at terminals of all kinds, seen through pyte.

    Tests/Screens/run.py --bin FOLDER [--only WORDS] [--steps COUNT] [--seeds NUMBERS]

Each check is a function of checks.py whose name starts with `check_`; it is given a World (see world.py).
"""
import argparse
import inspect
import pathlib
import sys
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import checks  # noqa: E402
from world import World  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--seeds", type=int, nargs="*", default=[1])
    arguments = parser.parse_args()
    given = {"steps": arguments.steps, "seeds": arguments.seeds}
    count = failed = 0
    for name, check in list(vars(checks).items()):
        if not name.startswith("check_") or (arguments.only and not any(word in name for word in arguments.only)):
            continue
        world, started = World(arguments.bin), time.monotonic()
        count += 1
        try:
            wants = inspect.signature(check).parameters
            figures = check(world, **{one: given[one] for one in wants if one in given})
            print(f"ok   {time.monotonic() - started:5.1f} s  {check.__doc__}" + (f"\n     {figures}" if figures else ""))
        except Exception:
            failed += 1
            print(f"FAIL {time.monotonic() - started:5.1f} s  {name}: {check.__doc__}\n{traceback.format_exc()}")
        finally:
            world.end()
        sys.stdout.flush()
    print(f"screens: {count} checks, {failed} failed")
    sys.exit(1 if failed or not count else 0)


main()
