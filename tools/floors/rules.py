"""The rules file: which folders of a target lie on which floor, and what runs against that."""
import re
from dataclasses import dataclass, field
from pathlib import Path

from floors.indexstore import FloorsError
from floors.program import Program, inside

LINE = re.compile(r"(?P<target>\w+)\s*:\s*(?P<floors>.*)")
ALLOW = re.compile(r"allow\s+(?P<target>\w+)\s*:\s*(?P<user>\S+)\s*->\s*(?P<used>\S+)\s*#\s*\S.*")


@dataclass
class Allowed:
    """One arrow that may run up all the same."""

    target: str
    user: str
    used: str

    def fits(self, target: str, user: str, used: str) -> bool:
        def same(said: str, file: str) -> bool:
            return file == said or file.endswith("/" + said)

        return target == self.target and same(self.user, user) and same(self.used, used)


@dataclass
class Rules:
    name: str
    floors: dict[str, list[list[str]]] = field(default_factory=dict)  # From the bottom up.
    allowed: list[Allowed] = field(default_factory=list)


@dataclass
class Violation:
    """An arrow between files that the floors forbid; folders and files are below the target."""

    target: str
    folders: tuple[str, str]
    arrow: tuple[str, str]
    runs_up: bool

    @property
    def what(self) -> str:
        return "an arrow that runs up" if self.runs_up else "an arrow between folders of one floor"


def parse(path: Path, name: str) -> Rules:
    if not path.is_file():
        raise FloorsError(f"There are no rules at {path}.")
    rules = Rules(name)
    for number, line in enumerate(path.read_text().splitlines(), 1):
        where, line = f"{name}:{number}", line.strip()
        if line.startswith("allow "):
            if (allow := ALLOW.fullmatch(line)) is None:
                raise FloorsError(f"{where}: write 'allow T: A.swift -> B.swift  # why'.")
            rules.allowed.append(Allowed(allow["target"], allow["user"], allow["used"]))
            continue
        line = line.split("#", 1)[0].strip()
        if not line:
            continue
        if (found := LINE.fullmatch(line)) is None:
            raise FloorsError(f"{where}: write 'Target: Lowest < Higher Beside < .'.")
        floors = [floor.split() for floor in found["floors"].split("<")]
        folders = [folder for floor in floors for folder in floor]
        if not all(floors) or len(set(folders)) < len(folders) or found["target"] in rules.floors:
            raise FloorsError(f"{where}: a floor is empty, or a folder or target is named twice.")
        rules.floors[found["target"]] = floors
    return rules


def own_folder(file: str) -> str:
    """The folder that a file lies in, below its target; `.` for the target's own."""
    return inside(file).rpartition("/")[0] or "."


def listed_folder(file: str, listed: set[str]) -> str | None:
    """The longest listed folder that a file lies in; `.` holds only files of the top itself."""
    folder = own_folder(file)
    while folder not in listed:
        if "/" not in folder:
            return None
        folder = folder.rpartition("/")[0]
    return folder


def folders_of(program: Program, rules: Rules | None, target: str) -> dict[str, str]:
    """File: folder. A folder that the rules do not name stands for itself."""
    floors = rules.floors.get(target, []) if rules else []
    listed = {folder for floor in floors for folder in floor}
    return {
        file: listed_folder(file, listed) or own_folder(file) for file in program.files_of(target)}


def mistakes(program: Program, rules: Rules, targets: list[str]) -> list[str]:
    """What is wrong in the rules themselves, a sentence each."""
    said: list[str] = []
    for target in targets:
        files = program.files_of(target)
        own = {own_folder(file) for file in files}
        if target not in rules.floors:
            if own - {"."}:
                said.append(f"Target {target} has folders but no line: add it to {rules.name}.")
            continue
        listed = {folder for floor in rules.floors[target] for folder in floor}
        placed = {listed_folder(file, listed) for file in files}
        for folder in sorted({own_folder(f) for f in files if listed_folder(f, listed) is None}):
            said.append(f"Folder {folder} of {target} has no floor: add it to {rules.name}.")
        for folder in sorted(listed - placed):
            said.append(f"Folder {folder} of {target} holds no file: take it out of {rules.name}.")
    return said


def unknown_targets(program: Program, rules: Rules) -> list[str]:
    named = set(rules.floors) | {allowed.target for allowed in rules.allowed}
    return [
        f"There is no target {target}: take it out of {rules.name}."
        for target in sorted(named - set(program.targets()))]


def violations(
    program: Program, rules: Rules, target: str, used_allowances: list[Allowed] | None = None
) -> list[Violation]:
    """The forbidden arrows of one target. Files without a floor are left out: they are a mistake."""
    floors = rules.floors.get(target)
    if floors is None:
        return []
    height = {folder: number for number, floor in enumerate(floors) for folder in floor}
    found: list[Violation] = []
    for arrow in program.arrows(target):
        lower, upper = (listed_folder(file, set(height)) for file in arrow)
        if lower is None or upper is None or lower == upper or height[lower] > height[upper]:
            continue
        files = (inside(arrow[0]), inside(arrow[1]))
        allowances = [allowed for allowed in rules.allowed if allowed.fits(target, *files)]
        if used_allowances is not None:
            used_allowances.extend(allowances)
        if not allowances:
            runs_up = height[lower] < height[upper]
            found.append(Violation(target, (lower, upper), arrow, runs_up))
    return found
