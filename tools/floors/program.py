"""The program as a graph: which Swift file uses which other file, and by which symbols."""
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from floors.indexstore import FloorsError, IndexStore, Record, Unit

# The ends of a mangled type: struct, enum, class, protocol, type alias.
TYPE_ENDS = ("V", "O", "C", "P", "a")
BUILD_FIRST = "run `swift build` first"


@dataclass
class Program:
    """Files are paths below Sources, such as `bankd/Store/BankStore.swift`."""

    files: list[str]
    # (user, used): symbol: the lines of the user where it stands.
    uses: dict[tuple[str, str], dict[str, list[int]]]
    warnings: list[str] = field(default_factory=list)

    def files_of(self, target: str) -> list[str]:
        return [file for file in self.files if target_of(file) == target]

    def arrows(self, target: str) -> list[tuple[str, str]]:
        """The arrows between files of one target, sorted."""
        return sorted(
            arrow for arrow in self.uses
            if target_of(arrow[0]) == target and target_of(arrow[1]) == target)

    def references(self, arrow: tuple[str, str]) -> int:
        return sum(len(lines) for lines in self.uses[arrow].values())

    def targets(self) -> list[str]:
        return sorted({target_of(file) for file in self.files})


def target_of(file: str) -> str:
    return file.split("/", 1)[0]


def inside(file: str) -> str:
    """The path below the target's own folder."""
    return file.split("/", 1)[1]


def read(root: Path, store: Path, only: set[str], stale_ok: bool) -> Program:
    """Reads the store. `only` says of which targets the index must be fresh; empty means of all."""
    sources = root / "Sources"
    paths = {
        str(path.relative_to(sources)): path
        for path in sorted(sources.glob("*/**/*.swift")) if path.is_file()}
    if not paths:
        raise FloorsError(f"There is no Swift file below {sources}.")
    if not store.is_dir():
        raise FloorsError(f"There is no index store at {store}: {BUILD_FIRST}.")
    # The store keeps units of files that moved or went, and several of one file: the newest counts.
    newest: dict[str, Unit] = {}
    index = IndexStore(store)
    below = f"{sources}/"
    for unit in index.units(below):
        file = unit.main_file[len(below):]
        if file in paths and (file not in newest or newest[file].built < unit.built):
            newest[file] = unit
    stale = [
        file for file, path in paths.items()
        if (not only or target_of(file) in only)
        and (file not in newest or newest[file].built < path.stat().st_mtime_ns)]
    warnings: list[str] = []
    if stale:
        named = ", ".join(f"Sources/{file}" for file in stale[:3])
        more = f" and {len(stale) - 3} more" if len(stale) > 3 else ""
        told = f"The index is older than {named}{more}: {BUILD_FIRST}."
        if not stale_ok:
            raise FloorsError(told)
        warnings.append(told)
    records = {
        file: [index.record(name) for name in unit.records] for file, unit in newest.items()}
    return Program(sorted(paths), _uses(records), warnings)


def _uses(records: dict[str, list[Record]]) -> dict[tuple[str, str], dict[str, list[int]]]:
    homes: dict[str, tuple[str, str]] = {}  # USR: its file and the name to print
    for file, parts in records.items():
        for part in parts:
            for usr, name in part.definitions.items():
                homes.setdefault(usr, (file, name))
    uses: dict[tuple[str, str], dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for file, parts in records.items():
        for part in parts:
            for usr, name, line in part.mentions:
                home = homes.get(usr) or _home_of_synthesized(usr, name, homes)
                if home is not None and home[0] != file:
                    uses[file, home[0]][home[1]].append(line)
    return {
        arrow: {name: sorted(set(lines)) for name, lines in symbols.items()}
        for arrow, symbols in uses.items()}


def _home_of_synthesized(
    usr: str, name: str, homes: dict[str, tuple[str, str]]
) -> tuple[str, str] | None:
    """What the compiler writes itself (`rawValue`, `allCases`, a memberwise `init`) has no place of
    its own; its USR begins with that of its type, and the type's file is where it comes from."""
    for end in range(len(usr) - 1, 3, -1):
        if usr[end - 1] in TYPE_ENDS and (home := homes.get(usr[:end])) is not None:
            return home[0], f"{home[1]}.{name}"
    return None


def moved(program: Program, moves: Iterable[str]) -> Program:
    """The program as it would be if files lay elsewhere; each move is `OLD=NEW`, in this order."""
    place = {file: file for file in program.files}
    for move in moves:
        old, equals, new = (part.strip() for part in move.partition("="))
        old, new = old.removeprefix("Sources/"), new.removeprefix("Sources/")
        old, new = old.rstrip("/"), new.rstrip("/")
        if not equals or not old or not new:
            raise FloorsError(f"--moved takes OLD=NEW, two paths below Sources, not '{move}'.")
        hits = 0
        for file, now in place.items():
            if now == old:
                # As `mv` does: a file that is moved to a folder keeps its name.
                name = "" if new.endswith(".swift") else "/" + old.rsplit("/", 1)[-1]
                place[file] = new + name
            elif now.startswith(old + "/"):
                place[file] = new + now[len(old):]
            else:
                continue
            hits += 1
        if not hits:
            raise FloorsError(f"--moved '{move}': no file below Sources is or was moved to '{old}'.")
    if len(set(place.values())) < len(place):
        taken = sorted(place.values())
        twice = next(a for a, b in zip(taken, taken[1:]) if a == b)
        raise FloorsError(f"--moved brings two files to Sources/{twice}.")
    return Program(
        sorted(place.values()),
        {(place[user], place[used]): symbols for (user, used), symbols in program.uses.items()},
        program.warnings)


def knots(arrows: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Strongly connected components of more than one node, largest first (Tarjan, without recursion)."""
    targets: dict[str, list[str]] = defaultdict(list)
    for user, used in arrows:
        targets[user].append(used)
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    found: list[list[str]] = []
    for start in sorted(targets):
        if start in order:
            continue
        work = [(start, iter(targets[start]))]
        order[start] = low[start] = len(order)
        stack.append(start)
        on_stack.add(start)
        while work:
            node, rest = work[-1]
            following = next(rest, None)
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    cut = stack.index(node)
                    component, stack[cut:] = stack[cut:], []
                    on_stack.difference_update(component)
                    if len(component) > 1:
                        found.append(sorted(component))
            elif following not in order:
                order[following] = low[following] = len(order)
                stack.append(following)
                on_stack.add(following)
                work.append((following, iter(targets.get(following, []))))
            elif following in on_stack:
                low[node] = min(low[node], order[following])
    return sorted(found, key=lambda knot: (-len(knot), knot))
