import Foundation
import TestSupport

@testable import transitd

/// Ways on foot for ``PlainJourneys``, plain and slow: distances are those of chords, and the ways
/// within stations are compared by Floyd's and Warshall's search over all pairs.
struct PlainFoot {
  /// What a change takes, and how much of it is on foot.
  struct Change {
    let seconds: Int
    let walk: Int
  }

  /// A way: metres that somebody walks at their own speed, and seconds that the feed gives.
  private struct Stretch {
    var metres: Int
    var seconds: Int
    /// At 1.25 m/s, in milliseconds.
    var usual: Int { metres * 800 + seconds * 1000 }
    static func + (one: Stretch, other: Stretch) -> Stretch {
      Stretch(metres: one.metres + other.metres, seconds: one.seconds + other.seconds)
    }
  }

  private var points: [String: (Double, Double)] = [:]
  private var station: [String: String] = [:]
  private var kind: [String: String] = [:]
  private var rules: [String: PlainTimetable.Row] = [:]
  private var inside: [String: [String: Stretch]] = [:]
  private var mapped: Set<String> = []
  private var doors: Set<String> = []
  private(set) var barred: Set<String> = []
  let speed: Int
  let change: Int

  var stops: [String] { station.keys.sorted() }

  init(archive: String, speed: Int, change: Int, isStepFree: Bool) throws {
    (self.speed, self.change) = (speed, change)
    var wheelchair: [String: String] = [:]
    for row in try PlainTimetable.rows("stops.txt", in: archive) {
      let id = row["stop_id"] ?? ""
      let parent = row["parent_station"] ?? ""
      station[id] = parent.isEmpty ? id : parent
      kind[id] = row["location_type"] ?? ""
      wheelchair[id] = row["wheelchair_boarding"] ?? ""
      if let latitude = Double(row["stop_lat"] ?? ""), let longitude = Double(row["stop_lon"] ?? "")
      {
        points[id] = (latitude, longitude)
      }
    }
    var closed: Set<String> = []
    for id in station.keys {
      let own =
        ["", "0"].contains(wheelchair[id] ?? "") ? wheelchair[station[id] ?? ""] : wheelchair[id]
      if own == "2" { closed.insert(id) }
    }
    if isStepFree { barred = closed }
    for row in try PlainTimetable.rows("transfers.txt", in: archive) {
      rules["\(row["from_stop_id"] ?? "") \(row["to_stop_id"] ?? "")"] = row
    }
    for row in try PlainTimetable.rows("pathways.txt", in: archive) {
      let (from, to) = (row["from_stop_id"] ?? "", row["to_stop_id"] ?? "")
      for end in [from, to] where ["", "0"].contains(kind[end] ?? "") { mapped.insert(end) }
      let isClosed = [from, to].contains { kind[$0] == "2" && closed.contains($0) }
      if isStepFree, isClosed || ["2", "4"].contains(row["pathway_mode"] ?? "") { continue }
      for end in [from, to] where kind[end] == "2" { doors.insert(end) }
      let way =
        Int(row["traversal_time"] ?? "").map { Stretch(metres: 0, seconds: $0) }
        ?? Double(row["length"] ?? "").map { Stretch(metres: Int($0.rounded(.up)), seconds: 0) }
        ?? Stretch(metres: straight(from, to).map(Self.ground) ?? 150, seconds: 0)
      note(from, to, way)
      if row["is_bidirectional"] == "1" { note(to, from, way) }
    }
    for middle in stops {
      for from in stops {
        guard let one = inside[from]?[middle] else { continue }
        for (to, other) in inside[middle] ?? [:] { note(from, to, one + other) }
      }
    }
  }

  private mutating func note(_ from: String, _ to: String, _ way: Stretch) {
    guard from != to else { return }
    if let known = inside[from]?[to], known.usual <= way.usual { return }
    inside[from, default: [:]][to] = way
  }

  /// Metres of a straight line by the chord between two points of the sphere.
  private func straight(_ one: String, _ other: String) -> Double? {
    guard let here = points[one], let there = points[other] else { return nil }
    func vector(_ point: (Double, Double)) -> [Double] {
      let (latitude, longitude) = (point.0 * .pi / 180, point.1 * .pi / 180)
      return [cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)]
    }
    let chord = zip(vector(here), vector(there)).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
    return 2 * 6_371_008.8 * asin(chord.squareRoot() / 2)
  }

  private static func ground(_ metres: Double) -> Int { Int((1.3 * metres).rounded(.up)) }

  func seconds(metres: Int) -> Int { Int(Double(metres) * 1000 / Double(speed) + 0.999_999) }
  private func seconds(_ way: Stretch) -> Int { seconds(metres: way.metres) + way.seconds }

  /// The ways from a stop to the street, or from the street to it.
  private func street(_ stop: String, isLeaving: Bool) -> [(String, Stretch)] {
    guard mapped.contains(stop) else { return [(stop, Stretch(metres: 0, seconds: 0))] }
    return doors.compactMap { door in
      (isLeaving ? inside[stop]?[door] : inside[door]?[stop]).map { (door, $0) }
    }
  }

  /// All ways between two places over the street and within the station.
  private func ways(_ one: String, _ other: String, _ metres: Double) -> [Stretch] {
    var found: [Stretch] = []
    if mapped.contains(one) || doors.contains(one), mapped.contains(other),
      let way = inside[one]?[other]
    {
      found.append(way)
    }
    for (out, first) in street(one, isLeaving: true) {
      for (into, last) in street(other, isLeaving: false) {
        if let line = straight(out, into), line <= metres {
          found.append(first + Stretch(metres: Self.ground(line), seconds: 0) + last)
        }
      }
    }
    return found
  }

  /// Nil where nobody can change.
  func change(from one: String, to other: String) -> Change? {
    let keys = [(one, other), (one, station[other] ?? ""), (station[one] ?? "", other)]
    let rule =
      rules["\(keys[0].0) \(keys[0].1)"] ?? rules["\(keys[1].0) \(keys[1].1)"]
      ?? rules["\(keys[2].0) \(keys[2].1)"]
      ?? rules["\(station[one] ?? "") \(station[other] ?? "")"]
    let type = rule?["transfer_type"]
    if type == "3" { return nil }
    var way: Stretch?
    if one == other {
      way = Stretch(metres: 0, seconds: 0)
    } else if mapped.contains(one) || mapped.contains(other) {
      way = ways(one, other, 500).min { $0.usual < $1.usual }
    } else if let line = straight(one, other), line <= 500 {
      way = Stretch(metres: Self.ground(line), seconds: 0)
    } else if station[one] == station[other] {
      way = Stretch(metres: straight(one, other).map(Self.ground) ?? 150, seconds: 0)
    }
    if way == nil, type != nil, !(mapped.contains(one) && mapped.contains(other)) {
      way = Stretch(metres: straight(one, other).map(Self.ground) ?? 150, seconds: 0)
    }
    guard let way else { return nil }
    let walk = seconds(way)
    if type == "2" {
      let least = Int(rule?["min_transfer_time"] ?? "") ?? 0
      return Change(seconds: least, walk: one == other ? 0 : least)
    }
    return Change(seconds: type == "1" ? walk : walk + change, walk: one == other ? 0 : walk)
  }

  /// Seconds on foot from or to a place, by stop.
  func ends(_ place: String, isLeaving: Bool) -> [String: Int] {
    var found: [String: Int] = [:]
    for stop in stops {
      let ways = isLeaving ? ways(place, stop, 1000) : ways(stop, place, 1000)
      found[stop] = ways.map(seconds).min()
    }
    found[place] = 0
    return found
  }

  /// The whole way.
  func whole(_ one: String, _ other: String) -> Int? { ways(one, other, 2000).map(seconds).min() }
}
