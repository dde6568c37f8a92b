/// The answer of `transit.route` as tests read it.
struct WayAnswer {
  let journeys: [[String: Any]]
  /// The legs of all journeys, and the line of each; the lines of whole ways are left out.
  let legs: [[String: Any]]
  let rows: [[String: Any]]

  init(_ answer: [String: Any]) {
    journeys = Self.list(answer["journeys"])
    legs = journeys.flatMap { Self.list($0["legs"]) }
    rows = Self.list(answer["rows"]).filter { $0["kind"] as? String != "way" }
  }

  /// The one of an event.
  init(journey: Any?) { self.init(["journeys": [journey as? [String: Any] ?? [:]]]) }

  static func list(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

  /// As `1 ride 08:00 A 7 B 08:10`, with the number of the way.
  var lines: [String] {
    zip(rows, legs).map { row, leg in
      let words: [Any?] = [
        row["way"], leg["kind"], Self.english(row["leaves"]), Self.name(leg["from"]),
        leg["routeName"], Self.name(leg["to"]), Self.english(row["arrives"]),
      ]
      return words.compactMap { $0.map { "\($0)" } }.joined(separator: " ")
    }
  }

  /// As `08:00 7 08:10 (on time)`.
  var remarks: [String] {
    zip(rows, legs).map { row, leg in
      "\(Self.english(row["leaves"])) \(leg["routeName"] ?? "on foot") "
        + "\(Self.english(row["arrives"])) (\(Self.english(row["remark"])))"
    }
  }

  private static func english(_ text: Any?) -> String {
    (text as? [String: Any])?["en"] as? String ?? ""
  }

  static func name(_ end: Any?) -> String? { (end as? [String: Any])?["name"] as? String }
}
