internal import Values

/// What a command wants to change in one project: nothing has happened yet.
struct Edit: Sendable {
  struct Value: Sendable {
    let field: Field
    let before: String?
    let after: String?
  }

  let number: Int
  let id: UUID
  var values: [Value]
  let note: Note
  /// The number of the project that this one comes after in a series; what only the store has of
  /// that one is still to be carried over.
  var predecessor: Int?

  /// Leaves out what stays as it is.
  mutating func set(_ field: Field, from before: String?, to after: String?) {
    if before != after { values.append(Value(field: field, before: before, after: after)) }
  }

  /// What a field becomes; nil also where nothing is done to it.
  subscript(field: Field) -> String? { values.first { $0.field == field }?.after }

  /// Whether one of a series that was taken back comes again.
  var isRevival: Bool { predecessor != nil && values.contains { $0.field == .removed } }
}

extension Deed {
  init(_ edit: Edit) { self.init(note: edit.note, values: edit.values) }
}

/// What the history says of a change, with the title as it was then.
struct Note: Hashable, Sendable {
  enum Kind: Int, Sendable, CaseIterable {
    case added = 1
    case moved, removed, edited
  }

  let kind: Kind
  let title: String
  var from: ProjectState?
  var to: ProjectState?

  /// The sentence, in the exercise's wording; and what it says in Korean.
  var sentence: LocalizedText {
    let from = from?.title ?? ""
    let to = to?.title ?? ""
    switch kind {
    case .added:
      return LocalizedText(en: "Added '\(title)'.", ko: "'\(title)' 추가.")
    case .moved:
      return LocalizedText(
        en: "Moved '\(title)' from \(from) to \(to).", ko: "'\(title)' 이동: \(from) → \(to).")
    case .removed:
      return LocalizedText(
        en: "Removed '\(title)' from \(from).", ko: "'\(title)' 삭제 (\(from)).")
    case .edited:
      return LocalizedText(en: "Edited '\(title)'.", ko: "'\(title)' 수정.")
    }
  }
}
