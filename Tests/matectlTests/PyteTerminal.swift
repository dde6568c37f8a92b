import Foundation
import TestSupport

/// `pyte`, a terminal that shares no code with ours: what a person would see of the bytes it is given.
struct PyteTerminal {
  /// Whether Debian's python3-pyte is installed.
  static var isPossible: Bool { SystemProgram.hasPythonModule("pyte") }

  struct Frame: Encodable {
    let columns: Int
    let rows: Int
    let bytes: String
    /// Parts of lines that are asked for: a line, its first column, and the one behind its last.
    var spots: [[Int]] = []
  }

  struct Shown: Decodable {
    /// Without the spaces at their ends.
    let lines: [String]
    /// As they were asked for, without the spaces at their ends.
    let spots: [String]
  }

  /// Sizes as told, frames fed; after each frame what it shows.
  private static let script = """
    import json, sys, pyte
    screen = stream = None
    shown = []
    for frame in json.load(open(sys.argv[1])):
        if screen is None:
            screen = pyte.Screen(frame["columns"], frame["rows"])
            stream = pyte.Stream(screen)
        elif (screen.columns, screen.lines) != (frame["columns"], frame["rows"]):
            screen.resize(frame["rows"], frame["columns"])
        stream.feed(frame["bytes"])
        def text(row, start, end):
            cells = screen.buffer[row]
            return "".join(cells[column].data for column in range(start, end)).rstrip(" ")
        lines = [text(row, 0, screen.columns) for row in range(screen.lines)]
        shown.append({"lines": lines, "spots": [text(*spot) for spot in frame["spots"]]})
    json.dump(shown, sys.stdout)
    """

  /// What the terminal shows after each frame.
  static func shown(_ frames: [Frame]) throws -> [Shown] {
    let directory = try TemporaryDirectory()
    let file = directory.file("frames.json")
    try JSONEncoder().encode(frames).write(to: URL(fileURLWithPath: file))
    let output = try SystemProgram.python(script, [file])
    return try JSONDecoder().decode([Shown].self, from: Data(output.utf8))
  }
}
