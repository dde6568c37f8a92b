import Foundation
import TestSupport
import Testing

/// What our pages print is what a reader sees who types it, line after line, in one state.
///
/// One case types a whole page, and each line is a process: so it is not repeated under sanitizers.
@Suite("Pages as they are printed", .enabled(if: !BuiltPrograms.isSanitized))
struct PageTests {
  @Test(
    "every line of a page can be typed as it stands, and is answered as printed",
    arguments: [
      ("README.md", "en"), ("README.ko.md", "ko"), ("docs/bank.md", "en"), ("docs/bank.md", "ko"),
      ("docs/juice.md", "en"), ("docs/juice.md", "ko"), ("docs/project.md", "en"),
      ("docs/project.md", "ko"), ("docs/tutorial.md", "en"), ("docs/tutorial.md", "ko"),
      ("docs/coming-from.md", "en"), ("docs/coming-from.md", "ko"), ("docs/transit.md", "en"),
      ("docs/transit.md", "ko"),
    ])
  func page(name: String, language: String) throws {
    let page = try PrintedPage(name)
    #expect(!page.lines.isEmpty, "\(name) has no line to type")
    var reader = try PageReader(language: language)
    var outer = reader
    for line in page.lines {
      if line.words == PrintedPage.otherShell || line.words == PrintedPage.end {
        (outer, reader) =
          line.words == PrintedPage.end
          ? (outer, outer) : (reader, try PageReader(language: language, isTrial: true))
        continue
      }
      // What is printed in the other language is not compared.
      let isOwn = line.words.contains("--lang") || name == "README.ko.md" || language == "en"
      let problem = try reader.type(line, comparing: isOwn)
      if let problem { Issue.record("\(name), \(language): \(line.words)\n\(problem)") }
    }
  }
}

/// The lines of a page that are commands of matectl and need no network.
private struct PrintedPage {
  struct Line {
    var words: String
    /// What the page prints below it.
    var answer: [String] = []
  }

  /// What opens a shell with a state of its own.
  static let otherShell = "make run-transit"
  /// Where that shell is left, which a blank line means.
  static let end = "exit"

  private(set) var lines: [Line] = []

  /// What needs another machine, an account, a portal, a timetable or a file of the reader's.
  private static let elsewhere = [
    "task export", "https://", "ssh ", "@laptop", "project sync", "/media/usb", "127.0.0.1:5232",
    "transit configure", "transit arrivals", "transit gtfs import", "transit route",
    "transit departures", "transit watch", "transit leave", "transit alarm list", "logs transit",
    "XDG_RUNTIME_DIR", "matectl -H",
  ]
  /// What needs a walk of eight minutes, also in the shell that ``otherShell`` opens.
  private static let walked = ["transit alarm list", "logs transit"]
  /// Chapters of what is done once, as root.
  private static let chapters = ["## Under systemd", "## systemd", "## Installing", "## 설치"]

  init(_ name: String) throws {
    let text = try String(
      contentsOfFile: "\(BuiltPrograms.repository())/\(name)", encoding: .utf8)
    var isLeftOut = false
    var isInside = false
    var isAnswer = false
    var continues = false
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("#") { isLeftOut = Self.chapters.contains { line.hasPrefix($0) } }
      guard !isLeftOut, line.hasPrefix("    ") else {
        (isAnswer, continues) = (false, false)
        if isInside { lines.append(Line(words: Self.end)) }
        isInside = false
        continue
      }
      let code = line.dropFirst(4)
      if continues {
        continues = code.hasSuffix("\\")
        continue
      }
      let isPrompt = code.hasPrefix("$ ")
      let words = String(isPrompt ? code.dropFirst(2) : code)
      guard isPrompt || (!isAnswer && (words.hasPrefix("matectl ") || words.hasPrefix("printf ")))
      else {
        if isAnswer { lines[lines.count - 1].answer.append(String(code)) }
        continue
      }
      continues = words.hasSuffix("\\")
      let command = words.replacing(/\s{2,}#.*| +#( .*)?$/, with: "")
      let isTyped =
        command == Self.otherShell && isPrompt
        || command.contains("matectl ")
          && !(isInside ? Self.walked : Self.elsewhere).contains { command.contains($0) }
        || isInside && command.hasPrefix("city.py ")
      isAnswer = isPrompt && isTyped
      if command == Self.otherShell { isInside = isTyped }
      if isTyped { lines.append(Line(words: command)) }
    }
  }
}

/// Somebody who types a page in a folder of their own.
private struct PageReader {
  private let tool: CommandLineTool
  private let environment: [String: String]
  /// The shell of ``PrintedPage/otherShell``, where that is where they type.
  private let trial: TransitTrial?
  /// Marks of answers on the page, and what stood in their place.
  private var marks: [String: String] = [:]

  init(language: String, isTrial: Bool = false) throws {
    tool = try CommandLineTool()
    trial = isTrial ? try TransitTrial(tool.environment) : nil
    var environment = trial?.environment ?? tool.environment
    environment["LANG"] = language == "ko" ? "ko_KR.UTF-8" : "C.UTF-8"
    environment["PATH"] = "\(BuiltPrograms.folder):\(environment["PATH"] ?? "/usr/bin:/bin")"
    environment["MATE_PAGER"] = ""
    environment["NO_COLOR"] = "1"
    self.environment = environment
  }

  /// Types a line; what differs from the page, where something does.
  mutating func type(_ line: PrintedPage.Line, comparing: Bool) throws -> String? {
    var words = line.words
    for (printed, real) in marks { words = words.replacing(printed, with: real) }
    let isStream = Self.isStream(words)
    let script = "cd '\(tool.directory.path)' && \(words.contains("|") ? "" : "exec ")\(words)"
    if line.answer.contains(where: { $0.contains(Self.prompt) }) {
      return try converse(script, line.answer)
    }
    if Self.isScreen(words) { return try look(script) }
    let command = try RunningCommand(
      "/bin/bash", ["-c", script], environment, input: nil, keepsInput: false)
    if isStream {
      guard let first = command.line() else {
        return "nothing was shown: \(try command.finish().errors)"
      }
      command.interrupt()
      // What a timetable says is the same tomorrow; what comes by the clock is not.
      if comparing, words.contains("--watch") || words.contains("--arrive-by"),
        let problem = difference(line.answer, first)
      {
        return problem
      }
    }
    let result = try command.finish()
    let told = result.output + result.errors
    let fails = line.answer.first?.hasPrefix("matectl: ") == true
    let expected: [Int32] = isStream ? [130] : fails ? [1, 2] : [0]
    guard expected.contains(result.status) else { return "ended with \(result.status): \(told)" }
    guard comparing, !isStream, let head = line.answer.first else { return nil }
    guard Self.movesByTheClock(words) else {
      // The same seed gives the same figures on every machine.
      let isExact = words.contains(/\bbank (simulate|staff)\b/)
      return difference(line.answer, told, isExact: isExact)
    }
    // Below the columns stands another row each second.
    let rows = told.split(whereSeparator: \.isNewline)
    let isTable = rows.count > 1 && rows[0].split(separator: " ") == head.split(separator: " ")
    return isTable ? nil : "printed: \(head)\ntold: \(told)"
  }

  private static func isStream(_ words: String) -> Bool {
    words.contains(" watch") || words.contains("--watch") || words.hasSuffix(" -f")
      || words.contains("transit leave ") && !words.contains(/leave (list|dismiss)/)
  }

  /// Whether the rows of a table are those of the moment.
  private static func movesByTheClock(_ words: String) -> Bool {
    words.contains(/transit (arrivals|bus|near|quota)/)
  }

  // MARK: Screens

  /// Whether a domain stands alone.
  private static func isScreen(_ words: String) -> Bool {
    words.wholeMatch(of: /matectl( --lang (ko|en))? (bank|juice|project|transit)/) != nil
  }

  /// Looks at a full screen and leaves it, at a terminal.
  private func look(_ script: String) throws -> String? {
    let screen = try PseudoTerminal(
      "/bin/bash", ["-c", script], environment: environment.merging(["TERM": "xterm"]) { $1 },
      columns: 80, rows: 24)
    _ = try screen.read(until: "\u{1B}[?1049h")
    screen.press("q")
    let end = try screen.finish()
    return end.status == 0 ? nil : "ended with \(end.status): \(end.output)"
  }

  // MARK: Answers

  /// Numbers with a point, moments and marks are other ones each time.
  private static func constant(_ line: String, isExact: Bool) -> String {
    if isExact { return line.trimmingCharacters(in: .whitespaces) }
    return line.replacing(/\b[0-9a-f]{16}\b/, with: "MARK")
      .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}:[0-9]{2}(:[0-9]{2})?/, with: "TIME")
      .replacing(/[0-9]+\.[0-9]+/, with: "NUMBER")
      .trimmingCharacters(in: .whitespaces)
  }

  /// Compares line by line; `…` on a line of its own stands for any lines.
  private mutating func difference(
    _ printed: [String], _ told: String, isExact: Bool = false
  ) -> String? {
    let real = told.split(whereSeparator: \.isNewline).map(String.init)
    var next = real[...]
    var isFree = false
    for line in printed {
      if line == "…" {
        isFree = true
        continue
      }
      let wanted = Self.constant(line, isExact: isExact)
      while isFree, let first = next.first, Self.constant(first, isExact: isExact) != wanted {
        next.removeFirst()
      }
      guard let first = next.popFirst(), Self.constant(first, isExact: isExact) == wanted else {
        return "printed: \(line)\ntold: \(told)"
      }
      isFree = false
      let mark = /\b[0-9a-f]{16}\b/
      if let old = line.firstMatch(of: mark), let new = first.firstMatch(of: mark) {
        marks[String(old.output)] = String(new.output)
      }
    }
    return nil
  }

  // MARK: Conversations

  /// A question, and what the page types behind it.
  private static var prompt: Regex<(Substring, Substring, Substring)> {
    /^(.*(?:\[[^\]]+\/[^\]]+\]|\[[0-9]+\]:))\s*(.*)$/
  }

  /// Types what the page types, where the page shows questions; a person has a terminal then.
  private func converse(_ script: String, _ printed: [String]) throws -> String? {
    let screen = try PseudoTerminal("/bin/bash", ["-c", script], environment: environment)
    do {
      for line in printed {
        guard let match = line.firstMatch(of: Self.prompt) else {
          if line != "…" { _ = try screen.read(until: line, within: 5) }
          continue
        }
        _ = try screen.read(until: String(match.1), within: 5)
        screen.type(String(match.2))
      }
    } catch let failure as TestFailure {
      return "\(failure)"
    }
    let end = try screen.finish()
    return end.status == 0 ? nil : "ended with \(end.status): \(end.output)"
  }
}
