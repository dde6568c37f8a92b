internal import CivilTime
internal import IPCProtocol

/// Projects as lists show them, written straight: a list may have a hundred thousand.
struct ProjectRows: JSONWritable, Sendable {
  let board: Board
  let places: [Int32]
  let reader: ReaderDay
  /// How many there are without the limit.
  let total: Int

  func write(to writer: inout JSONWriter) {
    writer.bytes.reserveCapacity(writer.bytes.count + places.count * 144 + 64)
    writer.literal(#"{"projects":["#)
    var isFirst = true
    for place in places {
      if !isFirst { writer.literal(",") }
      isFirst = false
      writer.literal("{")
      writer.members(of: board.projects[Int(place)], reader)
      writer.literal("}")
    }
    writer.literal(#"],"count":"#)
    writer.integer(Int64(places.count))
    writer.literal(#","total":"#)
    writer.integer(Int64(total))
    writer.literal("}")
  }
}

/// One project as a list shows it.
struct ProjectRow: JSONWritable, Sendable {
  let project: Project
  let reader: ReaderDay

  func write(to writer: inout JSONWriter) {
    writer.literal("{")
    writer.members(of: project, reader)
    writer.literal("}")
  }
}

extension JSONWriter {
  /// The members that every view of a project has, without the braces.
  mutating func members(of project: Project, _ reader: ReaderDay) {
    literal(#""id":"#)
    integer(Int64(project.number))
    literal(#","title":"#)
    string(project.title)
    switch project.state {
    case .todo: literal(#","state":"todo""#)
    case .doing: literal(#","state":"doing""#)
    case .done: literal(#","state":"done""#)
    }
    if let due = project.due {
      literal(#","due":""#)
      append(due, reader)
      literal("\"")
      if project.isOverdue(reader) { literal(#","overdue":true"#) }
    }
    if !project.tags.isEmpty {
      literal(#","tags":["#)
      for (index, tag) in project.tags.enumerated() {
        if index > 0 { literal(",") }
        string(tag)
      }
      literal("]")
    }
    if let group = project.group {
      literal(#","group":"#)
      string(group)
    }
  }

  /// `2026-11-21` or `2026-11-21 09:00`.
  private mutating func append(_ due: Due, _ reader: ReaderDay) {
    let local = reader.local(due)
    let (year, month, day) = (local?.date ?? reader.date(of: due)).components
    digits(year, 4)
    literal("-")
    digits(month, 2)
    literal("-")
    digits(day, 2)
    guard let time = local?.time else { return }
    literal(" ")
    digits(time.hour, 2)
    literal(":")
    digits(time.minute, 2)
    if time.second != 0 {
      literal(":")
      digits(time.second, 2)
    }
  }

  private mutating func digits(_ value: Int, _ width: Int) {
    var scale = width == 4 ? 1000 : 10
    while scale > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / scale % 10))
      scale /= 10
    }
  }
}
