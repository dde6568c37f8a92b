internal import IPCProtocol
internal import Values

/// One look at all places of a watch: what `transit watch` draws each second.
struct WatchBoard: Shape, Hashable {
  let at: Timestamp
  let title: LocalizedText
  let up: [WatchCard]
  let down: [WatchCard]
  let bus: [WatchCard]
  let notes: [Note]
  /// The notes as one sentence; empty where there is none.
  let remark: LocalizedText
  let bar: StatusBar

  static let shape = ShapeOf<WatchBoard>([
    Member("at", \.at), Member("title", \.title), Member("up", \.up), Member("down", \.down),
    Member("bus", \.bus), Member("notes", \.notes), Member("remark", \.remark),
    Member("bar", \.bar),
  ])

  var isEmpty: Bool { up.isEmpty && down.isEmpty && bus.isEmpty && notes.isEmpty }

  /// Cards of one column at most; a terminal has no more lines.
  static let cards = 12

  init(_ reports: [(view: PlaceView, report: PlaceReport)], at now: Timestamp) {
    var cards: [(WatchCard, Arrival)] = []
    for (view, report) in reports {
      for arrival in report.arrivals where arrival.isComing(at: now) {
        cards.append((WatchCard(arrival, at: view.name, isAlone: reports.count == 1, now), arrival))
      }
    }
    let names = reports.map(\.view.name)
    self.at = now
    title = LocalizedText(en: names.joined(separator: ", "), ko: names.joined(separator: ", "))
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
  fileprivate var isSubway: Bool {
    if case .subway = service { return true }
    return false
  }
}

extension Arrival.Direction {
  fileprivate var isDown: Bool { self == .down || self == .outer }
}

/// One vehicle as a line of a board.
struct WatchCard: Shape, Hashable {
  let text: LocalizedText
  let name: String
  let soon: Bool
  let stale: Bool
  let last: Bool
  let arrival: ArrivalAnswer

  static let shape = ShapeOf<WatchCard>([
    Member("text", \.text), Member("name", \.name), Member("soon", \.soon),
    Member("stale", \.stale), Member("last", \.last), Member("arrival", \.arrival),
  ])

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
    text = LocalizedText(
      en: line(answer.when.en, answer.lineName.en, answer.remark?.en),
      ko: line(
        answer.when.text(in: .korean), answer.lineName.text(in: .korean), answer.remark?.ko))
  }
}

/// The soonest vehicle in a few cells, for status bars.
struct StatusBar: Shape, Hashable {
  /// A name for a style sheet.
  enum State: String, WireWord { case now, soon, later, stale, unknown, none }

  let text: LocalizedText
  let tooltip: LocalizedText
  let state: State
  let seconds: Int?

  static let shape = ShapeOf<StatusBar>([
    Member("text", \.text), Member("tooltip", \.tooltip), Member("state", \.state),
    Member("seconds", \.seconds),
  ])

  init(_ cards: [WatchCard], notes: [Note]) {
    let best =
      cards.filter { $0.arrival.seconds != nil && !$0.stale }.min {
        ($0.arrival.seconds ?? 0) < ($1.arrival.seconds ?? 0)
      } ?? cards.first
    seconds = best?.stale == true ? nil : best?.arrival.seconds
    text = best.map { Self.short($0.arrival) } ?? LocalizedText(en: "–", ko: "–")
    let lines = cards.prefix(6).map(\.text) + notes.map(\.text)
    tooltip = LocalizedText(
      en: lines.map(\.en).joined(separator: "\n"),
      ko: lines.map { $0.text(in: .korean) }.joined(separator: "\n"))
    state = best.map { [seconds] in Self.word(for: $0, seconds) } ?? State.none
  }

  private static func short(_ arrival: ArrivalAnswer) -> LocalizedText {
    LocalizedText(
      en: "\(arrival.lineName.en) \(arrival.when.en)",
      ko: "\(arrival.lineName.text(in: .korean)) \(arrival.when.text(in: .korean))")
  }

  private static func word(for card: WatchCard, _ seconds: Int?) -> State {
    if card.stale { return .stale }
    guard let seconds else { return .unknown }
    return seconds <= 60 ? .now : seconds <= 300 ? .soon : .later
  }
}
