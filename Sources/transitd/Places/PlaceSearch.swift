internal import IPCProtocol
internal import Values

/// A station or a stop that was found, and how far it is where that was asked.
struct FoundPlace: Hashable {
  enum Place: Hashable {
    case station(Station)
    case stop(BusStop)
  }

  let place: Place
  var metres: Double?

  var name: String {
    switch place {
    case .station(let station): station.name
    case .stop(let stop): stop.name
    }
  }

  var point: GeoPoint {
    switch place {
    case .station(let station): station.point
    case .stop(let stop): stop.point
    }
  }

  func metres(to other: GeoPoint) -> Double {
    switch place {
    case .station(let station): station.platforms.values.map { $0.metres(to: other) }.min() ?? 0
    case .stop(let stop): stop.point.metres(to: other)
    }
  }
}

/// Finds places by a part of a name, by initial consonants, by number, or by nearness.
///
/// Names are folded once, when the search is first used: a look at all of them takes well under a
/// millisecond then.
final class PlaceSearch: Sendable {
  enum Kind: String, WireWord { case subway, bus }

  static let bundled = PlaceSearch(.bundled)

  let tables: PlaceTables
  private let stationNames: [[Unicode.Scalar]]
  /// By station: what else it is called, without its brackets and in them.
  private let otherNames: [[[Unicode.Scalar]]]
  private let stopNames: [[Unicode.Scalar]]
  /// By station: its names in Latin letters.
  private let latinNames: [[String]]
  /// By letters of a name: the station, and those that have the letters on their signs.
  private let stationsByName: [[Unicode.Scalar]: Int]
  private let stationsBySign: [String: [Int]]

  init(_ tables: PlaceTables) {
    self.tables = tables
    let names = tables.stations.map { Hangul.folded($0.name) }
    let latin = tables.stations.map { EnglishNames.keys(ofStation: $0.name) }
    stationNames = names
    otherNames = tables.stations.map { station in
      let inBrackets = StationName.inBrackets(station.name)
      let whole = station.name.prefix { $0 != "(" }
      return inBrackets.isEmpty ? [] : ([whole] + inBrackets).map { Hangul.folded($0) }
    }
    stopNames = tables.stops.map { Hangul.folded($0.name) }
    latinNames = latin
    stationsByName = Dictionary(
      zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    stationsBySign = Dictionary(grouping: latin.indices) { latin[$0].first ?? "" }
  }

  /// Stations and stops whose names fit, the best first.
  ///
  /// Whole names go before starts, and these before parts; stations before stops, short names before
  /// long ones, and where people change trains before where they do not. Where a position is known
  /// the nearest of those that fit alike is before the others of its kind.
  func places(
    _ query: String, kind: Kind? = nil, from position: GeoPoint? = nil, limit: Int
  ) -> [FoundPlace] {
    var found: [(fit: NamePattern.Fit, length: Int, place: FoundPlace.Place)] = []
    if kind != .bus { found += stations(query) }
    if kind != .subway { found += stops(query) }
    if let position { return nearest(found, from: position, limit: limit) }
    return found.enumerated().sorted { one, other in
      let (first, second) = (one.element, other.element)
      return (first.fit, first.place.rank, first.length, -first.place.lines, one.offset)
        < (second.fit, second.place.rank, second.length, -second.place.lines, other.offset)
    }.prefix(limit).map { FoundPlace(place: $0.element.place) }
  }

  private func nearest(
    _ found: [(fit: NamePattern.Fit, length: Int, place: FoundPlace.Place)],
    from position: GeoPoint, limit: Int
  ) -> [FoundPlace] {
    let measured = found.map { entry in
      var place = FoundPlace(place: entry.place)
      let metres = place.metres(to: position)
      place.metres = metres
      return (entry.fit, entry.place.rank, metres, place)
    }
    return measured.sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }.prefix(limit).map(\.3)
  }

  private func stations(
    _ query: String
  ) -> [(fit: NamePattern.Fit, length: Int, place: FoundPlace.Place)] {
    if let key = EnglishNames.key(query) { return stations(latin: key) }
    let word = StationName.current(query)
    for word in [word, StationName.withoutSuffix(word)] {
      let pattern = NamePattern(word)
      if pattern.isEmpty { return [] }
      let found = stationNames.indices.compactMap { index in
        ([stationNames[index]] + otherNames[index]).compactMap(pattern.fit).min().map { fit in
          (fit, stationNames[index].count, FoundPlace.Place.station(tables.stations[index]))
        }
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  private func stations(
    latin key: String
  ) -> [(fit: NamePattern.Fit, length: Int, place: FoundPlace.Place)] {
    if key.isEmpty { return [] }
    return latinNames.indices.compactMap { index in
      let fits = latinNames[index].compactMap { name -> (NamePattern.Fit, Int)? in
        if name == key { return (.whole, name.count) }
        if name.hasPrefix(key) { return (.start, name.count) }
        // Two letters are inside of too many.
        return key.count > 2 && name.contains(key) ? (.inside, name.count) : nil
      }
      return fits.min { $0 < $1 }.map { ($0.0, $0.1, .station(tables.stations[index])) }
    }
  }

  private func stops(
    _ query: String
  ) -> [(fit: NamePattern.Fit, length: Int, place: FoundPlace.Place)] {
    let number = query.filter { $0 != "-" && !$0.isWhitespace }
    if number.count >= 3, number.allSatisfy({ $0.isASCII && $0.isNumber }) {
      return tables.stops.compactMap { stop in
        guard let known = stop.number, known.hasPrefix(number) else { return nil }
        return (known == number ? .whole : .start, known.count, .stop(stop))
      }
    }
    let pattern = NamePattern(query)
    if pattern.isEmpty { return [] }
    return stopNames.indices.compactMap { index in
      pattern.fit(stopNames[index]).map { fit in
        (fit, stopNames[index].count, .stop(tables.stops[index]))
      }
    }
  }

  /// What is farther than this is not near, in metres.
  static let nearMetres = 5000.0

  /// The places within ``nearMetres``, nearest first; a station is as near as the nearest of its
  /// platforms.
  func places(near point: GeoPoint, kind: Kind? = nil, limit: Int) -> [FoundPlace] {
    var found: [FoundPlace] = []
    if kind != .bus { found += tables.stations.map { FoundPlace(place: .station($0)) } }
    if kind != .subway { found += tables.stops.map { FoundPlace(place: .stop($0)) } }
    for index in found.indices { found[index].metres = found[index].metres(to: point) }
    found.removeAll { ($0.metres ?? .infinity) > Self.nearMetres }
    return Array(found.sorted { ($0.metres ?? 0) < ($1.metres ?? 0) }.prefix(limit))
  }

  // MARK: One place

  /// The station of a name; nil where there is none, or where several share it.
  func station(_ name: String) -> Station? {
    let stations = stations(called: name)
    return stations.count == 1 ? stations.first : nil
  }

  /// The stations of a name, with or without 역, under their new or their old name, the one in their
  /// brackets or the one in Latin letters.
  ///
  /// In Latin letters several stations may have one name: 성남 and 석남 sound alike.
  func stations(called name: String) -> [Station] {
    let word = StationName.current(name.trimmed)
    for word in [word, StationName.withoutSuffix(word)] {
      let folded = Hangul.folded(word)
      if let index = stationsByName[folded] { return [tables.stations[index]] }
      // "총신대입구" is 총신대입구(이수) where no other station has that name.
      let open = folded + ["(" as Unicode.Scalar]
      let indices = stationNames.indices.filter { stationNames[$0].starts(with: open) }
      if let index = indices.first, indices.count == 1 { return [tables.stations[index]] }
      let others = tables.stations.filter { station in
        StationName.inBrackets(station.name).contains { Hangul.folded($0) == folded }
      }
      if others.count == 1 { return others }
    }
    guard let key = EnglishNames.key(name), !key.isEmpty else { return [] }
    // What stands on a sign goes before what is only in its brackets: 신사 before 새절(신사).
    let fitting =
      stationsBySign[key] ?? latinNames.indices.filter { latinNames[$0].contains(key) }
    let found = fitting.map { tables.stations[$0] }
    // Who writes the brackets of a sign as well means that one.
    let whole = found.filter { EnglishNames.isWhole(name, of: $0.name) }
    return whole.count == 1 ? whole : found
  }

  /// The stop with a number on its sign, as `13195` or `13-195`.
  func stop(number: String) -> BusStop? {
    let number = number.filter { $0 != "-" && !$0.isWhitespace }
    return tables.stops.first { $0.number == number }
  }

  /// Names of stations that a mistyped one may have meant, in the letters that were typed.
  func stationsLike(_ name: String) -> [String] {
    if let key = EnglishNames.key(name) { return stationsLike(latin: key, name) }
    let word = Hangul.letters(of: StationName.withoutSuffix(name.trimmed))
    var names: [String: String] = [:]
    for station in tables.stations { names[Hangul.letters(of: station.name)] = station.name }
    let near = nearestNames(to: word, among: Array(names.keys)).compactMap { names[$0] }
    if !near.isEmpty { return near }
    return places(name, kind: .subway, limit: 3).map(\.name)
  }

  /// The English name; the Korean one of a station that shares it with another, as 석남 with 성남.
  private func latin(_ name: String) -> String {
    let english = EnglishNames.station(name)
    return station(english)?.name == name ? english : name
  }

  private func stationsLike(latin key: String, _ name: String) -> [String] {
    let parts = places(name, kind: .subway, limit: 3).map { latin($0.name) }
    if !parts.isEmpty { return parts }
    var names: [String: String] = [:]
    for (index, keys) in latinNames.enumerated() {
      for key in keys { names[key] = latin(tables.stations[index].name) }
    }
    var seen: Set<String> = []
    return nearestNames(to: key, among: Array(names.keys)).compactMap { names[$0] }
      .filter { seen.insert($0).inserted }
  }
}

extension FoundPlace.Place {
  fileprivate var lines: Int {
    switch self {
    case .station(let station): station.lines.count
    case .stop: 0
    }
  }

  fileprivate var rank: Int {
    switch self {
    case .station: 0
    case .stop: 1
    }
  }
}
