/// Who a list asks for, whatever the case of the letters; nil asks for what is nobody's.
struct AssignedMatch: Sendable {
  private let name: String?

  init(_ word: String, of uid: UInt32? = nil) {
    name = AssignedWords.name(word, of: uid)?.lowercased()
  }

  func matches(_ project: Project) -> Bool {
    let assigned = project.hasPlan ? project.plan.assigned : nil
    return assigned?.lowercased() == name
  }
}
