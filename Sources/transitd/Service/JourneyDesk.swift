internal import DaemonRuntime
internal import IPCProtocol
internal import Loop
internal import Values

/// Ways over all imported timetables; the net is made of them when it is first asked for.
@LoopActor
final class JourneyDesk {
  /// What a net may hold: 8 bytes each.
  static let maximumStopTimes = 24_000_000
  /// Where nothing goes within a day the days behind it are looked at, in seconds.
  static let longHorizon = 7 * 86_400

  private let host: DomainHost
  private let library: FeedLibrary
  private var search: JourneySearch?
  /// The feeds that the search knows, or will: when each was imported.
  private var known: [String: Timestamp] = [:]
  private var building: Task<JourneyNetwork, any Error>?

  init(host: DomainHost, library: FeedLibrary) {
    self.host = host
    self.library = library
  }

  /// What is asked of it.
  struct Question {
    let from: JourneyPlace
    let to: JourneyPlace
    let at: Timestamp
    var isArrival = false
    var maxTransfers = 4
    var millimetresPerSecond = 1250
    var avoided: [String] = []
  }

  /// The ways of a question, with what tells the names in them.
  struct Found {
    let question: Question
    let network: JourneyNetwork
    let ways: [Way]
    var notes: [Note] = []
  }

  // MARK: The net

  /// - Throws: ``TransitError`` where there is no timetable, or more than a net holds.
  private func current() async throws -> JourneySearch {
    while true {
      let feeds = library.feeds
      let imported = Dictionary(
        uniqueKeysWithValues: feeds.map { ($0.facts.name, $0.facts.importedAt) })
      if let search, known == imported { return search }
      if building == nil || known != imported {
        guard !feeds.isEmpty else { throw TransitError(.noTimetables) }
        guard feeds.map(\.facts.stopTimes).reduce(0, +) <= Self.maximumStopTimes else {
          throw TransitError(.tooManyStopTimes, ["maximum": .integer(Self.maximumStopTimes)])
        }
        building?.cancel()
        (search, known) = (nil, imported)
        let paths = feeds.map(\.path)
        building = Task { try await Self.network(paths) }
      }
      guard let task = building else { continue }
      do {
        let network = try await task.value
        if building == task, search == nil { search = JourneySearch(network) }
      } catch is CancellationError where building != task {
        continue
      } catch {
        if building == task { (building, known) = (nil, [:]) }
        throw error
      }
    }
  }

  /// Reads the feeds off the loop, with readers of its own.
  @concurrent
  private nonisolated static func network(_ paths: [String]) async throws -> JourneyNetwork {
    var draft = JourneyDraft()
    for path in paths { try draft.add(try FeedFile(path: path)) }
    return JourneyNetwork(draft)
  }

  // MARK: Ways

  /// - Throws: ``TransitError`` where there is no way, with the reason as far as it is known.
  func ways(_ question: Question) async throws -> Found {
    let search = try await current()
    let network = search.network
    var terms = JourneyRounds.Terms()
    terms.millimetresPerSecond = question.millimetresPerSecond
    terms.isAvoided = try avoided(question.avoided, network)
    let asked = try prepare(question, network, terms)
    var found = Found(question: question, network: network, ways: search.ways(asked))
    guard let first = found.ways.first else { throw reason(asked, question, search) }
    let seconds = question.isArrival ? asked.at - first.leaves : first.arrives - asked.at
    if seconds > asked.horizon {
      found.notes.append(
        Note("notWithinADay", "nothing goes there within a day", "하루 안에 가는 편이 없습니다"))
    }
    return found
  }

  private func prepare(
    _ question: Question, _ network: JourneyNetwork, _ terms: JourneyRounds.Terms
  ) throws(TransitError) -> JourneySearch.Question {
    let (from, to) = (question.from.place(in: network), question.to.place(in: network))
    let walk = network.walk(from, to, terms)
    guard Set(from.stops).isDisjoint(with: to.stops), walk != 0 else {
      throw TransitError(
        .samePlace, ["from": .string(question.from.name), "to": .string(question.to.name)])
    }
    return JourneySearch.Question(
      from: network.ends(from, terms), to: network.ends(to, terms), walk: walk,
      at: Int(question.at.microseconds / 1_000_000), isArrival: question.isArrival,
      maxTransfers: question.maxTransfers, terms: terms, farHorizon: Self.longHorizon)
  }

  /// The patterns of lines that nobody wants to take; nil where all are taken.
  private func avoided(
    _ lines: [String], _ network: JourneyNetwork
  ) throws(TransitError) -> [Bool]? {
    if lines.isEmpty { return nil }
    let names = network.feeds.map { $0.routeNames.map(FeedNames.folded) }
    for line in lines where !names.joined().contains(FeedNames.folded(line)) {
      throw TransitError(.unknownFeedLine, ["line": .string(line)])
    }
    let wanted = Set(lines.map(FeedNames.folded))
    return network.patterns.map { wanted.contains(names[Int($0.feed)][Int($0.route)]) }
  }

  // MARK: Why not

  private func reason(
    _ asked: JourneySearch.Question, _ question: Question, _ search: JourneySearch
  ) -> TransitError {
    for (ends, place) in [(asked.from, question.from), (asked.to, question.to)] where ends.isEmpty {
      return refusal(
        question, "no stop is within \(Int(FootPaths.endMetres)) m of \(place.name)",
        "\(place.name)에서 \(Int(FootPaths.endMetres))m 안에 정류장이 없습니다")
    }
    if let outside = outside(question, search.network) { return outside }
    var freer = asked
    freer.maxTransfers = JourneySearch.maximumTransfers
    if let way = search.ways(freer).first {
      return refusal(
        question,
        "there is one with \(way.transfers == 1 ? "1 change" : "\(way.transfers) changes"); "
          + "allow it with --max-transfers \(way.transfers)",
        "\(way.transfers)번 갈아타면 갈 수 있습니다. --max-transfers \(way.transfers) 옵션을 쓰십시오")
    }
    freer.terms.isAvoided = nil
    if asked.terms.isAvoided != nil, !search.ways(freer).isEmpty {
      return refusal(
        question, "there is none without the lines to avoid", "피하려는 노선을 타지 않고는 갈 수 없습니다")
    }
    return refusal(
      question,
      "nothing goes there within a week, with any number of changes up to "
        + "\(JourneySearch.maximumTransfers)",
      "일주일 안에 \(JourneySearch.maximumTransfers)번까지 갈아타도 가는 편이 없습니다")
  }

  private func refusal(_ question: Question, _ en: String, _ ko: String) -> TransitError {
    TransitError(
      .noWay,
      [
        "from": .string(question.from.name), "to": .string(question.to.name),
        "reason": LocalizedText(en: en, ko: ko).jsonValue,
      ])
  }

  /// Nil where the day is within the dates of any timetable.
  private func outside(_ question: Question, _ network: JourneyNetwork) -> TransitError? {
    let at = Int(question.at.microseconds / 1_000_000)
    let isOutside = network.feeds.allSatisfy { feed in
      let day = feed.day(at: at)
      return (feed.calendar.lastDay ?? .min) < day || day < (feed.calendar.firstDay ?? .max)
    }
    guard isOutside, let feed = network.feeds.first else { return nil }
    let first = network.feeds.compactMap(\.calendar.firstDay).min() ?? 0
    let last = network.feeds.compactMap(\.calendar.lastDay).max() ?? 0
    return TransitError(
      .outsideTimetable,
      [
        "date": .string(DayText.text(feed.day(at: at))), "first": .string(DayText.text(first)),
        "last": .string(DayText.text(last)),
      ])
  }
}
