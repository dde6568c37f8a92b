internal import IPCProtocol
internal import TaskFormats

extension JSONWriter {
  /// A project as lists show it.
  mutating func row(of project: Project, isBlocked: Bool, _ reader: ReaderDay) {
    literal(#"{"id":"#)
    integer(Int64(project.number))
    literal(#","title":"#)
    string(project.title)
    literal(#","state":"#)
    string(project.state.word)
    if let first = project.tags.first {
      literal(#","tags":["#)
      string(first)
      for tag in project.tags.dropFirst() {
        literal(",")
        string(tag)
      }
      literal("]")
    }
    if let group = project.group {
      literal(#","group":"#)
      string(group)
    }
    if let due = project.due?.key {
      literal(#","due":""#)
      withUnsafeTemporaryAllocation(byteCount: DueText.longest, alignment: 1) { buffer in
        bytes.append(contentsOf: buffer[..<DueText.write(due, reader, to: buffer)])
      }
      literal("\"")
      if reader.clock.isOverdue(due, project.state) { literal(#","overdue":true"#) }
    }
    if project.priority > 0 {
      literal(#","priority":"#)
      integer(Int64(project.priority))
    }
    if isBlocked { literal(#","blocked":true"#) }
    if project.hasPlan, let name = project.plan.assigned {
      literal(#","assigned":"#)
      string(name)
    }
    if let detail = project.detail {
      literal(#","detail":"#)
      string(detail)
    }
    literal("}")
  }
}

extension Project {
  /// More of a line of the description is not shown in lists, in Unicode scalars.
  private static let detailLength = 200

  /// The first line of the description in which something stands.
  var detail: String? {
    guard let body else { return nil }
    for line in body.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let text = String(line)?.trimmed ?? ""
      if !text.isEmpty {
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.detailLength)))
      }
    }
    return nil
  }
}
