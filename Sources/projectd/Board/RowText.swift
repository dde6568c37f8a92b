internal import IPCProtocol

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
    literal("}")
  }
}
