internal import CTransitTables

/// A subway station: one name, and all lines that stop there.
struct Station: Hashable {
  /// As the portal knows it, without 역.
  let name: String
  let lines: [SubwayLine]
  /// Where each line's platform is.
  let platforms: [SubwayLine: GeoPoint]
  /// The middle of its platforms.
  let point: GeoPoint
}

/// A bus stop; a virtual one has no number, and nothing arrives there.
struct BusStop: Hashable {
  let name: String
  /// The number on the sign, as `13195`.
  let number: String?
  let id: String
  let point: GeoPoint
}

/// The places that the program carries, read when they are first asked for.
///
/// Source: `Sources/CTransitTables/README.md`.
struct PlaceTables: Sendable {
  let stations: [Station]
  let stops: [BusStop]

  static let bundled = PlaceTables(
    stations: rows(mate_stations), stops: rows(mate_stops))

  init(stations rows: [[Substring]], stops: [[Substring]]) {
    stations = Self.stations(rows)
    self.stops = stops.compactMap { row in
      guard row.count == 6, let point = Self.point(row[3], row[4]) else { return nil }
      return BusStop(
        name: String(row[0]), number: row[1].isEmpty ? nil : String(row[1]), id: String(row[2]),
        point: point)
    }
  }

  private static func rows(
    _ table: (UnsafeMutablePointer<Int>) -> UnsafePointer<CChar>?
  ) -> [[Substring]] {
    var count = 0
    guard let start = table(&count) else { return [] }
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
  }

  /// Rows of one name are one station: whoever asks the portal asks by name.
  private static func stations(_ rows: [[Substring]]) -> [Station] {
    var order: [String] = []
    var found: [String: [SubwayLine: GeoPoint]] = [:]
    for row in rows {
      guard row.count == 6, let line = Int(row[1]), let point = point(row[4], row[5]) else {
        continue
      }
      let name = String(row[0])
      if found[name] == nil { order.append(name) }
      found[name, default: [:]][SubwayLine(line)] = point
    }
    return order.compactMap { name in
      guard let platforms = found[name], let middle = middle(of: Array(platforms.values)) else {
        return nil
      }
      return Station(
        name: name, lines: platforms.keys.sorted(), platforms: platforms, point: middle)
    }
  }

  private static func middle(of points: [GeoPoint]) -> GeoPoint? {
    let count = Double(points.count)
    return GeoPoint(
      latitude: points.map(\.latitude).reduce(0, +) / count,
      longitude: points.map(\.longitude).reduce(0, +) / count)
  }

  private static func point(_ latitude: Substring, _ longitude: Substring) -> GeoPoint? {
    guard let latitude = Int32(latitude), let longitude = Int32(longitude) else { return nil }
    return GeoPoint(microLatitude: latitude, microLongitude: longitude)
  }
}
