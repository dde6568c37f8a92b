internal import IPCProtocol
internal import Values

/// A place under a word of somebody's own: `home`, `work`.
struct OwnPlace: Equatable {
  let name: String
  /// A position, or what else finds the place wherever one is asked for.
  let words: String
}

/// The words that somebody has for places, in the order in which they were first given.
struct OwnPlaces: Equatable {
  static let maximum = 20
  /// Letters of a name.
  static let longestName = 32

  private(set) var list: [OwnPlace] = []

  init(list: [OwnPlace] = []) { self.list = list }

  /// Whether small or large letters are typed does not matter.
  subscript(name: String) -> OwnPlace? {
    let folded = FeedNames.folded(name)
    return list.first { FeedNames.folded($0.name) == folded }
  }

  /// What a word stands for; any other word is itself.
  func meaning(of word: String) -> String { self[word.trimmed]?.words ?? word }

  /// Gives a place a name; one that had the name loses it.
  ///
  /// - Throws: ``TransitError`` for a name that means something else already, and where there are too many.
  mutating func set(_ name: String, _ words: String) throws(TransitError) -> OwnPlace {
    guard StoredText.isName(name, atMost: Self.longestName), !name.contains(":"),
      name.contains(where: { !$0.isNumber && !$0.isPunctuation && !$0.isWhitespace })
    else { throw TransitError(.invalidPlaceName, ["maximum": .integer(Self.longestName)]) }
    let place = OwnPlace(name: name, words: words)
    let folded = FeedNames.folded(name)
    if let index = list.firstIndex(where: { FeedNames.folded($0.name) == folded }) {
      list[index] = place
      return place
    }
    guard list.count < Self.maximum else {
      throw TransitError(.placesFull, ["maximum": .integer(Self.maximum)])
    }
    list.append(place)
    return place
  }

  mutating func remove(_ name: String) throws(TransitError) -> OwnPlace {
    guard let place = self[name] else {
      throw TransitError(.unknownPlace, ["place": .string(name)])
    }
    list.removeAll { $0.name == place.name }
    return place
  }
}
