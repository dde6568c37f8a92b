internal import IPCProtocol

/// One look at all places of a watch: what `transit watch` draws each second.
struct WatchBoard: Encodable, Hashable, Sendable {
  let at: Timestamp
  let title: Title
  let up: [WatchCard]
  let down: [WatchCard]
  let bus: [WatchCard]
  let notes: [Note]
  /// The notes as one sentence; empty where there is none.
  let remark: Title
  let bar: StatusBar

  var isEmpty: Bool { up.isEmpty && down.isEmpty && bus.isEmpty && notes.isEmpty }

  /// Cards of one column at most; a terminal has no more lines.
  static let cards = 12

  init(_ reports: [(view: PlaceView, report: PlaceReport)], at now: Timestamp) {
    var cards: [(WatchCard, Arrival)] = []
    for (view, report) in reports {
      for arrival in report.arrivals where arrival.isWorthWatching {
        cards.append((WatchCard(arrival, at: view.name, isAlone: reports.count == 1, now), arrival))
      }
    }
    let names = reports.map(\.view.name)
    self.at = now
    title = Title(names.joined(separator: ", "), names.joined(separator: ", "))
    func column(_ takes: (Arrival) -> Bool) -> [WatchCard] {
      Array(cards.filter { takes($0.1) }.map(\.0).prefix(Self.cards))
    }
    bus = column { !$0.isSubway }
    up = column { $0.isSubway && $0.direction?.isDown != true }
    down = column { $0.isSubway && $0.direction?.isDown == true }
    notes = reports.flatMap(\.report.notes)
    remark = Note.joined(notes)
    bar = StatusBar(cards.map(\.0), notes: notes)
  }
}

extension Arrival {
  fileprivate var isWorthWatching: Bool { state != .departed && state != .ended }

  fileprivate var isSubway: Bool {
    if case .subway = service { return true }
    return false
  }
}

extension Arrival.Direction {
  fileprivate var isDown: Bool { self == .down || self == .outer }
}

/// One vehicle as a line of a board.
struct WatchCard: Encodable, Hashable, Sendable {
  let text: Title
  let name: String
  let soon: Bool
  let stale: Bool
  let last: Bool
  let arrival: ArrivalAnswer

  init(_ arrival: Arrival, at name: String, isAlone: Bool, _ now: Timestamp) {
    let answer = ArrivalAnswer(arrival, at: now)
    self.name = name
    self.arrival = answer
    stale = answer.stale
    last = answer.last
    soon = answer.seconds.map { $0 <= 120 } ?? false
    func line(_ when: String, _ line: String, _ remark: String?) -> String {
      var words = [when, line]
      if let destination = answer.destination { words.append("→ \(destination)") }
      if let remark { words.append("(\(remark))") }
      if !isAlone { words.append("@ \(name)") }
      return words.joined(separator: "  ")
    }
    text = Title(
      line(answer.when.en, answer.lineName.en, answer.remark?.en),
      line(
        answer.when.ko ?? answer.when.en, answer.lineName.ko ?? answer.lineName.en,
        answer.remark?.ko))
  }
}

/// The soonest vehicle in a few cells, for status bars.
struct StatusBar: Encodable, Hashable, Sendable {
  let text: Title
  let tooltip: Title
  /// `now`, `soon`, `later`, `stale`, `unknown` or `none`: a name for a style sheet.
  let state: String
  let seconds: Int?

  init(_ cards: [WatchCard], notes: [Note]) {
    let best =
      cards.filter { $0.arrival.seconds != nil && !$0.stale }.min {
        ($0.arrival.seconds ?? 0) < ($1.arrival.seconds ?? 0)
      } ?? cards.first
    seconds = best?.stale == true ? nil : best?.arrival.seconds
    text = best.map { Self.short($0.arrival) } ?? Title("–", "–")
    tooltip = Title(
      (cards.prefix(6).map(\.text.en) + notes.map(\.text.en)).joined(separator: "\n"),
      (cards.prefix(6).map { $0.text.ko ?? $0.text.en } + notes.map { $0.text.ko ?? $0.text.en })
        .joined(separator: "\n"))
    state = best.map { [seconds] in Self.word(for: $0, seconds) } ?? "none"
  }

  private static func short(_ arrival: ArrivalAnswer) -> Title {
    Title(
      "\(arrival.lineName.en) \(arrival.when.en)",
      "\(arrival.lineName.ko ?? arrival.lineName.en) \(arrival.when.ko ?? arrival.when.en)")
  }

  private static func word(for card: WatchCard, _ seconds: Int?) -> String {
    if card.stale { return "stale" }
    guard let seconds else { return "unknown" }
    return seconds <= 60 ? "now" : seconds <= 300 ? "soon" : "later"
  }
}
