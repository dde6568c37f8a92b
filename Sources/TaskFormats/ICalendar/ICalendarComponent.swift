/// A component of RFC 5545: properties and components between BEGIN and END.
struct ICalendarComponent: Hashable, Sendable {
  let name: String
  let line: Int
  var properties: [ContentLine] = []
  var components: [ICalendarComponent] = []
  /// What is wrong within it, at the line where it is.
  var problems: [LineProblem] = []

  init(_ name: String, line: Int = 0) {
    self.name = name
    self.line = line
  }

  func property(_ name: String) -> ContentLine? { properties.first { $0.name == name } }

  /// The component as unfolded lines.
  var lines: [String] {
    ["BEGIN:\(name)"] + properties.map(\.raw) + components.flatMap(\.lines) + ["END:\(name)"]
  }
}

/// Reads components; a damaged line damages the component it is in.
struct ICalendarParser {
  /// Calendars have three levels; more is not one.
  private static let maximumDepth = 16

  private var open: [ICalendarComponent] = []
  private(set) var found: [ICalendarComponent] = []
  /// Outside of every component.
  private(set) var problems: [LineProblem] = []

  /// Where it has more lines than are read.
  private(set) var excess: LineProblem?

  init(_ bytes: [UInt8]) {
    let lines = ContentFolding.unfolded(bytes)
    if lines.count > FormatBounds.calendarLines, let last = lines.last {
      excess = LineProblem(line: last.line, .tooMany(.lines, FormatBounds.calendarLines))
      return
    }
    for (line, text) in lines { take(text, line) }
    while let component = open.last {
      open[open.count - 1].problems.append(
        LineProblem(line: component.line, .syntax("\(component.name) has no end")))
      close()
    }
  }

  private mutating func take(_ text: String?, _ line: Int) {
    do throws(FormatProblem) {
      guard let text else { throw .notUTF8 }
      try take(ContentLine(text, line: line))
    } catch {
      let problem = LineProblem(line: line, error)
      if open.isEmpty {
        problems.append(problem)
      } else {
        open[open.count - 1].problems.append(problem)
      }
    }
  }

  private mutating func take(_ line: ContentLine) throws(FormatProblem) {
    switch line.name {
    case "BEGIN":
      guard open.count < Self.maximumDepth else { throw .syntax("components nested too deep") }
      open.append(ICalendarComponent(line.value.uppercased(), line: line.line))
    case "END":
      guard let last = open.last else { throw .syntax("an end without a beginning") }
      guard last.name == line.value.uppercased() else {
        throw .syntax("\(last.name) ends as \(line.value)")
      }
      close()
    default:
      guard !open.isEmpty else { throw .syntax("a property outside of every component") }
      guard open[open.count - 1].properties.count < FormatBounds.fields else {
        throw .tooMany(.fields, FormatBounds.fields)
      }
      open[open.count - 1].properties.append(line)
    }
  }

  private mutating func close() {
    guard let component = open.popLast() else { return }
    if open.isEmpty {
      found.append(component)
    } else {
      open[open.count - 1].components.append(component)
    }
  }
}
