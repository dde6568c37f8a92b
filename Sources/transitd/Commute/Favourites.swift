internal import IPCProtocol

/// A place that somebody asks about every day.
struct Favourite: Hashable {
  enum Place: Hashable {
    case station(name: String)
    case stop(number: String, name: String)
    /// From one place to another, in the words that found it.
    case way(from: String, to: String)
  }

  let id: Int
  let place: Place
  var line: SubwayLine?
  var direction: Arrival.Direction?
  /// Bus routes by name; empty is all.
  var routes: [String] = []

  var name: String {
    switch place {
    case .station(let name), .stop(_, let name): name
    case .way(let from, let to): "\(from) → \(to)"
    }
  }

  /// Its ends, where it is a way.
  var ends: (from: String, to: String)? {
    if case .way(let from, let to) = place { return (from, to) }
    return nil
  }

  var filter: ArrivalList.Filter {
    ArrivalList.Filter(line: line, direction: direction, routes: routes)
  }

  /// Whether both would show the same.
  func isSame(as other: Favourite) -> Bool {
    place == other.place && line == other.line && direction == other.direction
      && Set(routes) == Set(other.routes)
  }
}

/// The favourites in the order that their owner gave them.
struct Favourites: Equatable {
  static let maximum = 10

  private(set) var list: [Favourite]
  private(set) var nextID: Int

  init(list: [Favourite] = [], nextID: Int = 1) {
    self.list = list
    self.nextID = nextID
  }

  subscript(id: Int) -> Favourite? { list.first { $0.id == id } }

  /// Adds at the end.
  ///
  /// - Throws: ``TransitError`` for an eleventh, and for one that is there already.
  mutating func add(
    _ place: Favourite.Place, _ filter: ArrivalList.Filter
  ) throws(TransitError) -> Favourite {
    let favourite = Favourite(
      id: nextID, place: place, line: filter.line, direction: filter.direction,
      routes: filter.routes)
    if let known = list.first(where: { $0.isSame(as: favourite) }) {
      throw TransitError(
        .favouriteKnown, ["title": .string(known.name), "favourite": .integer(known.id)])
    }
    guard list.count < Self.maximum else {
      throw TransitError(.favouritesFull, ["maximum": .integer(Self.maximum)])
    }
    list.append(favourite)
    nextID += 1
    return favourite
  }

  mutating func remove(_ word: String) throws(TransitError) -> Favourite {
    let favourite = try find(word)
    list.removeAll { $0.id == favourite.id }
    return favourite
  }

  /// Moves to a place that counts from 1; beyond the last is the last.
  mutating func move(_ word: String, to position: Int) throws(TransitError) -> Favourite {
    let favourite = try remove(word)
    list.insert(favourite, at: max(0, min(position - 1, list.count)))
    return favourite
  }

  /// The favourite with a number, or the one with a name, with or without 역, or with a stop's
  /// number.
  ///
  /// - Throws: ``TransitError``; of several with one name none is taken.
  func find(_ word: String) throws(TransitError) -> Favourite {
    guard let favourite = try known(word) else {
      throw TransitError(.unknownFavourite, ["favourite": .string(word)])
    }
    return favourite
  }

  /// The same; nil where there is none.
  func known(_ word: String) throws(TransitError) -> Favourite? {
    let name = StationName.withoutSuffix(StationName.current(word.trimmed))
    if let numbered = list.first(where: { String($0.id) == word }) { return numbered }
    var found = list.filter { StationName.withoutSuffix($0.name) == name }
    if found.isEmpty {
      found = list.filter { favourite in
        if case .stop(let number, _) = favourite.place { return number == word }
        return false
      }
    }
    guard found.count <= 1 else {
      let numbers = found.map { String($0.id) }.joined(separator: ", ")
      throw TransitError(
        .ambiguousFavourite, ["favourite": .string(word), "numbers": .string(numbers)])
    }
    return found.first
  }
}
