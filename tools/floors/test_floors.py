#!/usr/bin/env python3
"""Builds a tiny package whose folders do and do not keep their floors, and asks check-floors about it."""
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[1] / "check-floors.py"

MANIFEST = """// swift-tools-version: 6.0
import PackageDescription
let package = Package(name: "Tiny", targets: [.target(name: "Tiny")])
"""
LOW = """enum Grade: Int, CaseIterable { case good, bad }
protocol Named { var name: String { get } }
extension Named { func greeting() -> String { "Hello " + name } }
infix operator <+>
func <+> (left: Grade, right: Grade) -> Grade { left.rawValue < right.rawValue ? left : right }
struct Plate { var stamp: Int }
"""
LOW_THAT_LOOKS_UP = """func lookUp() -> Int {
  House.count
}
"""
LOW_MENDED = """func lookUp() -> Int { 1 }
"""
HIGH = """struct House: Named {
  static let count = 2
  let name = "house"
  func grades() -> [Int] { Grade.allCases.map(\\.rawValue) }
  func mark() -> String { greeting() }
}
"""
# Each of these files uses Low by something that the text does not tell: an operator, a member
# through a generic, a memberwise initializer.
OPERATOR = "func best(_ grades: [House.Mark]) -> House.Mark { grades.reduce(.good) { $0 <+> $1 } }\n"
ALIAS = "extension House { typealias Mark = Grade }\n"
GENERIC = """func greet<N: Collection>(_ all: N) -> [String] where N.Element == House {
  all.map { $0.greeting() }
}
"""
MEMBERWISE = "extension House { var plate: Plate { .init(stamp: 1) } }\n"
FILES = {
    "Package.swift": MANIFEST,
    "Sources/Tiny/Low/Low.swift": LOW,
    "Sources/Tiny/Low/Looks.swift": LOW_THAT_LOOKS_UP,
    "Sources/Tiny/High/House.swift": HIGH,
    "Sources/Tiny/High/Operator.swift": OPERATOR,
    "Sources/Tiny/High/Alias.swift": ALIAS,
    "Sources/Tiny/High/Generic.swift": GENERIC,
    "Sources/Tiny/High/Memberwise.swift": MEMBERWISE,
    "Sources/Tiny/Top.swift": "func top() -> String { House().mark() }\n",
    "tools/floors.txt": "# From the bottom up.\nTiny: Low < High < .\n",
}


class Floors(unittest.TestCase):
    root: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.root = Path(tempfile.mkdtemp(prefix="floors-")).resolve()
        cls.addClassCleanup(shutil.rmtree, cls.root, ignore_errors=True)
        for name, text in FILES.items():
            cls.write(name, text)
        cls.build()

    @classmethod
    def write(cls, name: str, text: str) -> None:
        path = cls.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    @classmethod
    def build(cls) -> None:
        """Builds, and ends in another second than it began.

        Swift 6.3 takes a file that changes in the second in which the last build began for unchanged,
        once in some forty times, and then `swift build` leaves the index as it is."""
        built = subprocess.run(
            ["swift", "build"], cwd=cls.root, capture_output=True, text=True, timeout=600)
        if built.returncode:
            raise AssertionError(built.stdout + built.stderr)
        time.sleep(1.01 - time.time() % 1)

    def floors(self, *arguments: str, status: int = 0) -> str:
        ran = subprocess.run(
            [sys.executable, str(TOOL), "--root", str(self.root), *arguments],
            capture_output=True, text=True, timeout=60)
        said = ran.stdout + ran.stderr
        self.assertEqual(ran.returncode, status, said)
        self.assertNotIn("Traceback", said)
        return said

    def rules(self, text: str) -> str:
        path = self.root / "other-floors.txt"
        path.write_text(text)
        return str(path)

    def test_1_an_arrow_that_runs_up(self) -> None:
        said = self.floors(status=1)
        self.assertIn("Tiny: Low/Looks.swift:2 uses High/House.swift (House), an arrow that runs up", said)
        self.assertIn("(House.count), an arrow that runs up", said)
        self.assertIn("Tiny: Low -> High runs up: 1 arrow, 2 references, 2 symbols", said)
        self.assertNotIn("uses Low/", said)
        self.assertNotIn("Looks.swift:", self.floors("--pairs", status=1))

    def test_1_rules(self) -> None:
        said = self.floors("--rules", self.rules("Tiny: Low < .\n"), status=2)
        self.assertIn("Folder High of Tiny has no floor: add it to", said)
        said = self.floors("--rules", self.rules("Tiny: Low < High Sky < .\n"), status=2)
        self.assertIn("Folder Sky of Tiny holds no file", said)
        said = self.floors("--rules", self.rules("# nothing\n"), status=2)
        self.assertIn("Target Tiny has folders but no line", said)
        said = self.floors("--rules", self.rules("Tiny: Low High < .\n"), status=1)
        self.assertIn("uses Low/Low.swift (Named), an arrow between folders of one floor", said)
        allowed = "Tiny: Low < High < .\nallow Tiny: Looks.swift -> House.swift  # For this test.\n"
        self.floors("--rules", self.rules(allowed))
        said = self.floors("--rules", self.rules(allowed + "allow Tiny: A.swift -> B.swift # no\n"), status=2)
        self.assertIn("A.swift -> B.swift' allows nothing", said)
        said = self.floors("--rules", self.rules("Tiny: Low << .\n"), status=2)
        self.assertIn("a floor is empty", said)
        self.assertIn("There are no rules at", self.floors("--rules", "/nowhere", status=2))

    def test_1_moves(self) -> None:
        self.floors("--moved", "Tiny/Low/Looks.swift=Tiny/High/")
        self.floors("--moved", "Tiny/Low/Looks.swift=Tiny/High")
        self.floors("--moved", "Sources/Tiny/Low/Low.swift=Sources/Tiny/Ground.swift", status=1)
        nested = self.rules("Tiny: Low < High < Low/Above < .\n")
        self.floors("--rules", nested, "--moved", "Tiny/Low/Looks.swift=Tiny/Low/Above/Looks.swift")
        whole = self.rules("Tiny: High < .\n")
        self.floors("--rules", whole, "--moved", "Tiny/Low=Tiny/High")
        self.assertIn("no file below Sources", self.floors("--moved", "Tiny/No=Tiny/High", status=2))

    def test_1_what_the_text_does_not_tell(self) -> None:
        for file in ("Operator", "Alias", "Generic", "Memberwise"):
            self.assertIn("Tiny/Low/Low.swift", self.floors("--uses", f"{file}.swift"), file)
        said = self.floors("--used-by", "Low/Low.swift")
        self.assertIn("Grade.rawValue", said)
        self.assertIn("Named.greeting()", said)
        self.assertIn("is not below Sources", self.floors("--uses", "No.swift", status=2))

    def test_1_numbers_and_suggestion(self) -> None:
        self.assertIn("Tiny: High Low", self.floors("--table"))
        said = self.floors("--suggest", "Tiny")
        self.assertIn("Tiny: Low < High < .\n1 arrow would run up\n", said)
        self.assertIn("no target Nowhere", self.floors("--target", "Nowhere", status=2))

    def test_2_a_mended_package_passes_and_a_stale_index_is_told(self) -> None:
        self.write("Sources/Tiny/Low/Looks.swift", LOW_MENDED)
        said = self.floors(status=2)
        self.assertIn("older than Sources/Tiny/Low/Looks.swift: run `swift build` first", said)
        self.assertIn("warning: The index is older", self.floors("--stale-ok", status=1))
        self.build()
        self.assertIn("every arrow points down", self.floors())
        # A file that is only touched is compiled anew, so its unit is as well.
        (self.root / "Sources/Tiny/Low/Looks.swift").touch()
        self.floors(status=2)
        self.build()
        self.floors()
        # The old unit of a file that moved must not count.
        (self.root / "Sources/Tiny/Low/Low.swift").rename(self.root / "Sources/Tiny/Low.swift")
        self.floors(status=2)
        self.build()
        self.assertIn("High -> . runs up", self.floors(status=1))
        shutil.rmtree(self.root / ".build")
        self.assertIn("There is no index store", self.floors(status=2))


if __name__ == "__main__":
    unittest.main()
