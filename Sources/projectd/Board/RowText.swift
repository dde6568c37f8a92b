internal import IPCProtocol

extension JSONWriter {
  /// A project as lists show it.
  mutating func row(of project: Project, _ reader: ReaderDay) {
    rowMembers(of: project, reader)
    literal("}")
  }

  /// The members that every view of a project has, from the first brace on; more may follow.
  mutating func rowMembers(of project: Project, _ reader: ReaderDay) {
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
    guard let due = project.due?.key else { return }
    literal(#","due":""#)
    withUnsafeTemporaryAllocation(byteCount: DueText.longest, alignment: 1) { buffer in
      bytes.append(contentsOf: buffer[..<DueText.write(due, reader, to: buffer)])
    }
    literal("\"")
    if reader.clock.isOverdue(due, project.state) { literal(#","overdue":true"#) }
  }
}
