internal import IPCProtocol
internal import Values

/// Places that somebody has named and that must be there.
extension PlaceSearch {
  /// A number is a stop's; anything else is a station's name.
  ///
  /// - Throws: ``TransitError`` with the nearest names.
  func place(named word: String) throws(TransitError) -> FoundPlace.Place {
    let isNumber = word.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "-") }
    return isNumber ? .stop(try stop(named: word)) : .station(try station(named: word))
  }

  /// - Throws: ``TransitError`` with the nearest names, or with the stations that share the name.
  func station(named name: String) throws(TransitError) -> Station {
    let stations = stations(called: name)
    if let station = stations.first, stations.count == 1 { return station }
    if !stations.isEmpty {
      let lines = stations.map { ($0.name, SubwayLine.names($0.lines)) }
      throw TransitError(
        .ambiguousStation,
        [
          "station": .string(name), "similar": .array(stations.map { .string($0.name) }),
          "stations": LocalizedText(
            en: lines.map { "\($0) (\($1.en))" }.joined(separator: ", "),
            ko: lines.map { "\($0)(\($1.text(in: .korean)))" }.joined(separator: ", ")
          ).jsonValue,
        ])
    }
    let similar = stationsLike(name)
    throw TransitError(
      .unknownStation,
      [
        "station": .string(name), "similar": .array(similar.map(JSONValue.string)),
        "title": LocalizedText(en: name, ko: "\(StationName.withoutSuffix(name))역").jsonValue,
        "hint": TransitError.hint(similar),
      ])
  }

  /// A stop that has a number, so that something arrives there.
  ///
  /// - Throws: ``TransitError`` with the numbers of a name.
  func stop(named number: String) throws(TransitError) -> BusStop {
    if let stop = stop(number: number), stop.number != nil { return stop }
    // Who has a name wants a number.
    let similar = places(number, kind: .bus, limit: 3).compactMap { found -> String? in
      guard case .stop(let stop) = found.place else { return nil }
      return stop.number.map { "\(stop.name) \($0)" }
    }
    throw TransitError(
      .unknownStop,
      [
        "stop": .string(number), "similar": .array(similar.map(JSONValue.string)),
        "hint": TransitError.hint(similar),
      ])
  }
}
