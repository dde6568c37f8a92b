/// The three lists of the board.
enum ProjectState: UInt8, Sendable, CaseIterable {
  case todo, doing, done

  /// On the wire and in stores.
  var word: String {
    switch self {
    case .todo: "todo"
    case .doing: "doing"
    case .done: "done"
    }
  }

  /// In sentences and titles, as the exercise writes it.
  var title: String { word.uppercased() }

  init?(word: String) {
    guard let state = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = state
  }
}
