internal import IPCProtocol
internal import Values

extension Board {
  /// The project that a word of a person means.
  ///
  /// - Throws: ``ProjectError`` where there is none, where it was removed, or where several start
  ///   with the same digits.
  func find(_ reference: ProjectReference) throws(ProjectError) -> Project {
    let unknown = ProjectError(.unknownProject, ["id": .string(reference.text)])
    switch reference.kind {
    case .number(let number):
      guard (1...projects.count + 1).contains(number), number <= projects.count,
        !self[number].isRemoved
      else { throw unknown }
      return self[number]
    case .id(let id):
      guard let number = number(of: id), !self[number].isRemoved else { throw unknown }
      return self[number]
    case .start(let digits, let mask):
      let found = projects.lazy.filter { project in
        !project.isRemoved && project.id.high & mask.high == digits.high
          && project.id.low & mask.low == digits.low
      }.prefix(2)
      guard let first = found.first else { throw unknown }
      guard found.count == 1 else {
        throw ProjectError(.ambiguousID, ["id": .string(reference.text)])
      }
      return first
    case .range: throw ProjectError(.invalidID, ["id": .string(reference.text)])
    }
  }

  /// Several projects, each once, in the order they were named.
  func find(_ references: [ProjectReference]) throws(ProjectError) -> [Project] {
    var seen: Set<Int> = []
    var found: [Project] = []
    for reference in references {
      for project in try all(reference) where seen.insert(project.number).inserted {
        found.append(project)
      }
    }
    return found
  }

  /// Those of a range that are there: what was removed leaves a gap in the numbers.
  ///
  /// Both ends must be there, so that a slip of a finger is no thousand projects.
  private func all(_ reference: ProjectReference) throws(ProjectError) -> [Project] {
    guard case .range(let first, let last) = reference.kind else { return [try find(reference)] }
    for end in [first, last] { _ = try find(ProjectReference(number: end)) }
    return projects[(first - 1)..<last].filter { !$0.isRemoved }
  }
}
