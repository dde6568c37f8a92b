internal import IPCProtocol

/// What every view of a project begins with; by itself, a row of a list.
///
/// Long lists write the same by hand, as fast as memory goes (`JSONWriter.row(of:_:)`); a test holds
/// the two beside each other.
struct ProjectRow: Shape {
  let id: Int
  let title: String
  let state: ProjectState
  let tags: [String]?
  let group: String?
  let due: String?
  /// True, or left out.
  let overdue: Bool?
  /// From 1, the highest, to 9.
  let priority: Int?
  /// True while something else must be done first, or left out.
  let blocked: Bool?
  /// Who is to do it.
  let assigned: String?
  /// The first line of the description.
  let detail: String?

  init(_ project: Project, _ reader: ReaderDay, isBlocked: Bool) {
    id = project.number
    title = project.title
    state = project.state
    tags = project.tags.isEmpty ? nil : project.tags
    group = project.group
    due = project.due.map { reader.text($0.key) }
    overdue = BoardKey(project).isOverdue(reader.clock) ? true : nil
    priority = project.priority == 0 ? nil : Int(project.priority)
    blocked = isBlocked ? true : nil
    assigned = project.hasPlan ? project.plan.assigned : nil
    detail = project.detail
  }

  static let shape = ShapeOf<ProjectRow>(named: "Project", members(at: \.self))

  /// The members of a row as those of the view that it lies in.
  static func members<View>(at row: KeyPath<View, ProjectRow>) -> [Member<View>] {
    [
      Member("id", row.appending(path: \.id), .from(1)),
      Member("title", row.appending(path: \.title)),
      Member("state", row.appending(path: \.state)),
      Member("tags", row.appending(path: \.tags)),
      Member("group", row.appending(path: \.group)),
      Member("due", row.appending(path: \.due)),
      Member("overdue", row.appending(path: \.overdue)),
      Member("priority", row.appending(path: \.priority), .within(1...9)),
      Member("blocked", row.appending(path: \.blocked)),
      Member("assigned", row.appending(path: \.assigned)),
      Member("detail", row.appending(path: \.detail)),
    ]
  }
}
