internal import DaemonRuntime
internal import IPCProtocol
internal import Loop
internal import Values

/// Finds the places that words name.
@LoopActor
struct JourneyPlaces {
  let library: FeedLibrary
  let own: OwnPlaces
  let favourites: Favourites
  let search: PlaceSearch

  /// Stops of one name in several feeds that are so near are one place, in metres.
  private static let reach = 1000.0

  struct Found {
    var place: JourneyPlace
    /// Whose clocks count there; nil where none of a feed's stops is meant.
    let match: FeedLibrary.Match?
  }

  /// What has a name of somebody's own, a position, stops of feeds, a favourite, or a place of Seoul,
  /// in this order.
  ///
  /// - Throws: ``TransitError`` for what nobody knows, and for what can be several places.
  func find(_ word: String) throws -> Found {
    let word = word.trimmed
    guard let own = own[word] else { return try find(known: word) }
    var found = try find(known: own.words)
    found.place.name = own.name
    return found
  }

  private func find(known word: String) throws -> Found {
    if word.split(separator: ",").filter({ Double($0.trimmed) != nil }).count == 2,
      word.split(separator: ",").count == 2
    {
      let point = try Transit.point(word)
      return Found(place: JourneyPlace(name: word, points: [point]), match: nil)
    }
    if let found = try stops(word) { return found }
    if let favourite = try favourites.known(word) {
      let points = Self.points(favourite, search)
      if !points.isEmpty {
        return Found(place: JourneyPlace(name: favourite.name, points: points), match: nil)
      }
    }
    if let station = search.station(word) {
      return Found(
        place: JourneyPlace(name: station.name, points: Array(station.platforms.values)), match: nil
      )
    }
    // Of several nobody is taken.
    if !search.stations(called: word).isEmpty { _ = try search.station(named: word) }
    if let stop = search.stop(number: word) {
      return Found(place: JourneyPlace(name: stop.name, points: [stop.point]), match: nil)
    }
    throw try unknown(word)
  }

  private func stops(_ word: String) throws -> Found? {
    let matches = try library.stops(word)
    guard let first = matches.first else { return nil }
    let isOne = matches.allSatisfy { match in
      match.stops.contains { stop in
        guard let point = stop.point else { return matches.count == 1 }
        return first.isNear(point, metres: Self.reach)
      }
    }
    guard matches.count == 1 || isOne else {
      throw TransitError(
        .ambiguousStop,
        [
          "stop": .string(word),
          "similar": .array(matches.prefix(8).map { .string($0.name) }),
        ])
    }
    let stops = matches.flatMap { match in
      match.stops.map { (feed: match.feed.facts.name, number: $0.number) }
    }
    return Found(
      place: JourneyPlace(name: first.stops.first?.name ?? word, stops: stops), match: first)
  }

  private func unknown(_ word: String) throws -> TransitError {
    let named = try library.feeds.flatMap { try $0.stopNames(like: word, limit: 3) }
    let similar = (named + search.stationsLike(word)).prefix(3)
    return TransitError(
      .unknownEnd,
      [
        "place": .string(word), "similar": .array(similar.map(JSONValue.string)),
        "hint": TransitError.hint(Array(similar)),
      ])
  }

  private static func points(_ favourite: Favourite, _ search: PlaceSearch) -> [GeoPoint] {
    switch favourite.place {
    case .station(let name):
      search.station(name).map { Array($0.platforms.values) } ?? []
    case .stop(let number, _):
      search.stop(number: number).map { [$0.point] } ?? []
    case .way: []
    }
  }
}

extension Transit {
  /// `37.498,127.028`.
  static func point(_ text: String) throws(TransitError) -> GeoPoint {
    let parts = text.split(separator: ",").map { Double($0.trimmed) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      let point = GeoPoint(latitude: latitude, longitude: longitude)
    else { throw TransitError(.invalidPosition, ["position": .string(text)]) }
    return point
  }
  /// A position, or a place with a name of somebody's own.
  func point(meant text: String) throws -> GeoPoint {
    guard state.places[text.trimmed] != nil else { return try Self.point(text) }
    let place = try places.find(text).place
    let stops = try place.stops.compactMap { try library[$0.feed]?.stop($0.number)?.point }
    guard let point = (place.points + stops).first else {
      throw TransitError(.invalidPosition, ["position": .string(text)])
    }
    return point
  }
}
