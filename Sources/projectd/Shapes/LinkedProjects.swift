internal import IPCProtocol
internal import Values

/// The projects that one is linked with, in the order of their numbers.
struct LinkedProjects: Sendable {
  /// What must be done before it.
  let depends: [Project]
  /// What it comes after on paper, and in a circle that two machines closed: see ``BoardLinks``.
  let circular: [Project]
  /// What it must be done before.
  let blocks: [Project]
  let parent: Project?
  let parts: [Project]

  init(_ project: Project, of board: Board) {
    func there(_ ids: [UUID]) -> [Project] {
      ids.compactMap { board.number(of: $0) }.map { board[$0] }.filter { !$0.isRemoved }
        .sorted { $0.number < $1.number }
    }
    let links = board.links
    depends = there(links.depends.counted(from: project.id))
    circular = there(
      (links.depends.targets[project.id] ?? []).filter {
        !links.depends.counts(from: project.id, to: $0)
      })
    blocks = there(links.depends.counted(to: project.id))
    parent = there(links.parents.counted(from: project.id)).first
    parts = there(links.parents.counted(to: project.id))
  }
}

/// A note with its time.
struct DatedNote: Shape {
  let at: Timestamp
  let text: String

  static let shape = ShapeOf<DatedNote>(
    named: "Note", [Member("at", \.at), Member("text", \.text)])
}
