#!/usr/bin/env python3
"""Checks that inside a target every arrow between folders points down, as tools/floors.txt says.

It reads the compiler's own index, which `swift build` leaves behind; no text is guessed at.
Exit status: 0 all floors hold, 1 an arrow runs up, 2 nothing can be said (one sentence says why)."""
import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from floors import program as programs
from floors import report, rules as ruling
from floors.indexstore import FloorsError
from floors.suggestion import suggested

STORE = ".build/debug/index/store"
RULES = "tools/floors.txt"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, fromfile_prefix_chars="@",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="@FILE stands for the arguments in FILE, one a line, such as many --moved=OLD=NEW.")
    parser.add_argument("--root", type=Path, default=Path("."), help="the repository (default: here)")
    parser.add_argument("--store", type=Path, help=f"the index store (default: {STORE})")
    parser.add_argument("--rules", type=Path, help=f"the rules (default: {RULES})")
    parser.add_argument("--target", action="append", default=[], help="look only at this target")
    parser.add_argument("--stale-ok", action="store_true", help="warn about an old index, go on")
    parser.add_argument("--moved", action="append", default=[], metavar="OLD=NEW",
                        help="look as if a file or folder below Sources lay elsewhere")
    parser.add_argument("--pairs", action="store_true", help="print only pairs of folders")
    doing = parser.add_mutually_exclusive_group()
    doing.add_argument("--table", action="store_true", help="print numbers, folders and circles")
    doing.add_argument("--uses", metavar="FILE", help="print what a file uses")
    doing.add_argument("--used-by", metavar="FILE", help="print who uses a file")
    doing.add_argument("--suggest", metavar="T", help="propose floors for a target")
    return parser.parse_args()


def check(
    program: programs.Program, rules: ruling.Rules, targets: list[str], options: argparse.Namespace
) -> int:
    used: list[ruling.Allowed] = []
    found = [v for target in targets for v in ruling.violations(program, rules, target, used)]
    report.print_violations(program, found, options.pairs)
    mistakes = ruling.mistakes(program, rules, targets)
    if not options.target:
        mistakes += ruling.unknown_targets(program, rules)
    mistakes += [
        f"'allow {a.target}: {a.user} -> {a.used}' allows nothing: take it out of {rules.name}."
        for a in rules.allowed if a.target in targets and a not in used]
    for mistake in mistakes:
        print(f"check-floors: {mistake}", file=sys.stderr)
    if mistakes:
        return 2
    if found:
        those = {violation.target for violation in found}
        print(f"floors: {report.counted(len(found), 'arrow')} against the floors "
              f"in {report.counted(len(those), 'target')}")
        return 1
    ruled = [target for target in targets if target in rules.floors]
    print(f"floors: every arrow points down in {report.counted(len(ruled), 'target')} with folders")
    return 0


def suggest(program: programs.Program, target: str, options: argparse.Namespace) -> int:
    rules = suggested(program, target)
    found = ruling.violations(program, rules, target)
    print(f"{target}: {' < '.join(' '.join(floor) for floor in rules.floors[target])}")
    print(f"{report.counted(len(found), 'arrow')} would run up")
    report.print_violations(program, found, options.pairs)
    return 0


def main() -> int:
    options = arguments()
    root = options.root.resolve()
    wanted = set(options.target) | ({options.suggest} if options.suggest else set())
    program = programs.read(root, options.store or root / STORE, wanted, options.stale_ok)
    for warning in program.warnings:
        print(f"check-floors: warning: {warning}", file=sys.stderr)
    program = programs.moved(program, options.moved)
    if missing := sorted(wanted - set(program.targets())):
        raise FloorsError(f"There is no target {missing[0]} below Sources.")
    targets = options.target or program.targets()
    if options.uses or options.used_by:
        report.print_uses(program, options.uses or options.used_by, bool(options.used_by))
        return 0
    if options.suggest:
        return suggest(program, options.suggest, options)
    path = options.rules or root / RULES
    if options.table:
        rules = ruling.parse(path, RULES) if path.is_file() else None
        report.print_table(program, rules, targets)
        return 0
    return check(program, ruling.parse(path, str(options.rules or RULES)), targets, options)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except FloorsError as error:
        print(f"check-floors: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(2)
