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
  /// Service alerts about the places.
  let alerts: [Answers.Alert]
  /// Those that were not there in the event before; each is told once.
  let news: [Answers.Alert]
  /// The notes and alerts as one sentence; empty where there is none.
  let remark: LocalizedText
  let bar: StatusBar

  static let shape = ShapeOf<WatchBoard>([
    Member("at", \.at), Member("title", \.title), Member("up", \.up), Member("down", \.down),
    Member("bus", \.bus), Member("notes", \.notes), Member("alerts", \.alerts),
    Member("news", \.news),
    Member("remark", \.remark), Member("bar", \.bar),
  ])

  var isEmpty: Bool {
    up.isEmpty && down.isEmpty && bus.isEmpty && notes.isEmpty && alerts.isEmpty
  }

  /// Cards of one column at most; a terminal has no more lines.
  static let cards = 12
  /// The cards of one place take at most so many bytes, as each second sends them to everybody who
  /// watches it; with the rest of an event that is below 3 KB.
  static let bytesOfPlace = 2200

  init(
    _ reports: [(view: PlaceView, report: PlaceReport)], alerts: [ServiceAlert],
    news: [ServiceAlert], at now: Timestamp
  ) {
    var cards: [(WatchCard, Arrival)] = []
    var soonest: [(WatchCard, ArrivalAnswer)] = []
    for (view, report) in reports {
      for arrival in report.arrivals where arrival.isComing(at: now) {
        let answer = ArrivalAnswer(arrival, at: now)
        let card = WatchCard(answer, at: view.name, isAlone: reports.count == 1)
        cards.append((card, arrival))
        soonest.append((card, answer))
      }
    }
    if reports.count == 1 { cards = Self.foremost(cards) }
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
    self.alerts = alerts.map(Answers.Alert.init)
    self.news = news.map(Answers.Alert.init)
    remark = Answers.Alert.joined(Note.joined(notes), self.alerts)
    bar = StatusBar(soonest, notes: notes.map(\.text) + self.alerts.map(\.text))
  }

  /// The cards of a place for which there is room: of each line and direction the first, and then
  /// what comes soonest; in their order.
  private static func foremost(_ cards: [(WatchCard, Arrival)]) -> [(WatchCard, Arrival)] {
    struct Way: Hashable {
      let line: String
      let direction: Arrival.Direction?
    }
    var (ways, first, rest): (Set<Way>, [Int], [Int]) = ([], [], [])
    for (index, (card, arrival)) in cards.enumerated() {
      let isFirst = ways.insert(Way(line: card.line, direction: arrival.direction)).inserted
      if isFirst { first.append(index) } else { rest.append(index) }
    }
    var left = bytesOfPlace
    let shown = (first + rest).prefix { index in
      left -= cards[index].0.bytes
      return left >= 0
    }
    return shown.sorted().map { cards[$0] }
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

/// One vehicle as a line of a board, and what a program needs to know it again.
///
/// `transit.arrivals` has the rest, which each second would send again to everybody; so what goes
/// without saying is left out.
struct WatchCard: Shape, Hashable {
  let text: LocalizedText
  /// Where several places are watched.
  let name: String?
  let line: String
  let destination: String?
  let vehicle: String?
  let seconds: Int?
  let stopsAway: Int?
  /// These are true or not there.
  let soon: Bool?
  let stale: Bool?
  let last: Bool?

  static let shape = ShapeOf<WatchCard>([
    Member("text", \.text), Member("name", \.name), Member("line", \.line),
    Member("destination", \.destination), Member("vehicle", \.vehicle),
    Member("seconds", \.seconds, .from(0)), Member("stopsAway", \.stopsAway, .from(0)),
    Member("soon", \.soon), Member("stale", \.stale), Member("last", \.last),
  ])

  /// What it takes in JSON, or little more.
  var bytes: Int {
    let words = [text.en, text.text(in: .korean), line, destination, vehicle, name]
    // The names of the members and their numbers are 108 bytes; those of the last three 37.
    return words.reduce(108) { $0 + ($1?.utf8.count ?? 0) }
      + (soon == nil && stale == nil && last == nil ? 0 : 40)
  }

  init(_ answer: ArrivalAnswer, at name: String, isAlone: Bool) {
    self.name = isAlone ? nil : name
    line = answer.line
    destination = answer.destination
    vehicle = answer.vehicle
    seconds = answer.seconds
    stopsAway = answer.stopsAway
    stale = answer.stale ? true : nil
    last = answer.last ? true : nil
    soon = answer.seconds.map { $0 <= 120 } == true ? true : nil
    func sentence(_ when: String, _ line: String, _ remark: String?) -> String {
      var words = [when, line]
      if let destination = answer.destination { words.append("→ \(destination)") }
      if let remark { words.append("(\(remark))") }
      if !isAlone { words.append("@ \(name)") }
      return words.joined(separator: "  ")
    }
    text = LocalizedText(
      en: sentence(answer.when.en, answer.lineName.en, answer.remark?.en),
      ko: sentence(
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

  /// Vehicles in the tooltip.
  private static let lines = 4

  static let shape = ShapeOf<StatusBar>([
    Member("text", \.text), Member("tooltip", \.tooltip), Member("state", \.state),
    Member("seconds", \.seconds),
  ])

  init(_ cards: [(card: WatchCard, answer: ArrivalAnswer)], notes: [LocalizedText]) {
    let best =
      cards.filter { $0.card.seconds != nil && $0.card.stale != true }.min {
        ($0.card.seconds ?? 0) < ($1.card.seconds ?? 0)
      } ?? cards.first
    seconds = best?.card.stale == true ? nil : best?.card.seconds
    text = best.map { Self.short($0.answer) } ?? LocalizedText(en: "–", ko: "–")
    let lines = cards.prefix(Self.lines).map(\.card.text) + notes
    tooltip = LocalizedText(
      en: lines.map(\.en).joined(separator: "\n"),
      ko: lines.map { $0.text(in: .korean) }.joined(separator: "\n"))
    state = best.map { [seconds] in Self.word(for: $0.card, seconds) } ?? State.none
  }

  private static func short(_ arrival: ArrivalAnswer) -> LocalizedText {
    LocalizedText(
      en: "\(arrival.lineName.en) \(arrival.when.en)",
      ko: "\(arrival.lineName.text(in: .korean)) \(arrival.when.text(in: .korean))")
  }

  private static func word(for card: WatchCard, _ seconds: Int?) -> State {
    if card.stale == true { return .stale }
    guard let seconds else { return .unknown }
    return seconds <= 60 ? .now : seconds <= 300 ? .soon : .later
  }
}
