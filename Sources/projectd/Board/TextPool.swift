/// Texts that many projects have, each kept once: tags and groups.
///
/// Where there are too many to be worth it, they stay as they are.
struct TextPool: Sendable {
  private var tags: Set<[String]> = []
  private var groups: Set<String> = []

  private static let most = 4096

  /// Gives a project the texts of others that say the same.
  mutating func share(_ project: inout Project) {
    if !project.tags.isEmpty {
      if let known = tags.first(ofEqual: project.tags) {
        project.tags = known
      } else if tags.count < Self.most {
        tags.insert(project.tags)
      }
    }
    // Shorter ones stand where others have their place.
    guard let group = project.group, group.utf8.count > 15 else { return }
    if let known = groups.first(ofEqual: group) {
      project.group = known
    } else if groups.count < Self.most {
      groups.insert(group)
    }
  }
}

extension Set {
  fileprivate func first(ofEqual member: Element) -> Element? {
    firstIndex(of: member).map { self[$0] }
  }
}
