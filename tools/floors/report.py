"""What check-floors prints."""
from collections import Counter, defaultdict

from floors.indexstore import FloorsError
from floors.program import Program, inside, knots, target_of
from floors.rules import Rules, Violation, folders_of, violations


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def print_violations(program: Program, found: list[Violation], pairs_only: bool) -> None:
    """A line for each pair of folders first, so that a huge knot stays readable."""
    pairs: dict[tuple[str, tuple[str, str]], list[Violation]] = defaultdict(list)
    for violation in found:
        pairs[violation.target, violation.folders].append(violation)
    for (target, (lower, upper)), those in sorted(pairs.items()):
        symbols = {(v.arrow[1], name) for v in those for name in program.uses[v.arrow]}
        references = sum(program.references(v.arrow) for v in those)
        how = "runs up" if those[0].runs_up else "joins one floor"
        print(f"{target}: {lower} -> {upper} {how}: {counted(len(those), 'arrow')}, "
              f"{counted(references, 'reference')}, {counted(len(symbols), 'symbol')}")
    if pairs_only:
        return
    for (target, _), those in sorted(pairs.items()):
        for violation in those:
            user, used = violation.arrow
            for name, lines in sorted(program.uses[violation.arrow].items(), key=lambda s: s[1]):
                print(f"{target}: {inside(user)}:{lines[0]} uses {inside(used)} ({name}), "
                      f"{violation.what}")


def print_table(program: Program, rules: Rules | None, targets: list[str]) -> None:
    heads = ["target", "files", "folders", "arrows", "pairs", "circles", "knots", "largest", "up"]
    row = "{:22}{:>7}{:>9}{:>8}{:>7}{:>9}{:>7}{:>9}{:>6}"
    print(row.format(*heads))
    circles_of: dict[str, list[list[str]]] = {}
    for target in targets:
        folders = folders_of(program, rules, target)
        arrows = program.arrows(target)
        pairs = {(folders[a], folders[b]) for a, b in arrows if folders[a] != folders[b]}
        circles_of[target] = knots(pairs)
        files = knots(arrows)
        ruled = rules is not None and target in rules.floors
        up = len(violations(program, rules, target)) if rules is not None and ruled else "-"
        print(row.format(
            target, len(folders), len(set(folders.values())), len(arrows), len(pairs),
            len(circles_of[target]), len(files), len(files[0]) if files else 0, up))
    print("\narrows: from file to file; pairs: folders that use one another, in one direction each; "
          "circles: of folders;\nknots: of files, and the files of the largest; "
          "up: arrows that the rules forbid")
    print("\nCircles of folders")
    for target, circles in circles_of.items():
        for circle in circles:
            print(f"  {target}: {' '.join(circle)}")
    print("\nBetween targets (references)")
    between: dict[str, Counter[str]] = defaultdict(Counter)
    for user, used in program.uses:
        if target_of(user) != target_of(used):
            between[target_of(user)][target_of(used)] += program.references((user, used))
    for target in targets:
        if target in between:
            used = ", ".join(f"{name} {count}" for name, count in between[target].most_common())
            print(f"  {target}: {used}")


def print_uses(program: Program, said: str, used_by: bool) -> None:
    """What one file uses, or by whom it is used; a number is the first line, always of the user."""
    said = said.removeprefix("Sources/")
    files = [file for file in program.files if file == said or file.endswith("/" + said)]
    if len(files) != 1:
        which = f"may be {', '.join(files)}" if files else "is not below Sources"
        raise FloorsError(f"{said} {which}.")
    print(f"{files[0]} {'is used by' if used_by else 'uses'}")
    # Files of the same target first: they are what floors are about.
    for arrow in sorted(program.uses, key=lambda a: (target_of(a[0]) != target_of(a[1]), a)):
        if arrow[1 if used_by else 0] == files[0]:
            names = sorted(program.uses[arrow].items(), key=lambda symbol: symbol[1])
            symbols = ", ".join(f"{name}:{lines[0]}" for name, lines in names)
            print(f"  {arrow[0 if used_by else 1]}: {symbols}")
