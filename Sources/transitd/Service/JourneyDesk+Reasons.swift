internal import IPCProtocol
internal import Values

/// Why there is no way.
extension JourneyDesk {
  func reason(
    _ asked: JourneySearch.Question, _ question: Question, _ worker: JourneyWorker
  ) async throws -> TransitError {
    for (ends, place) in [(asked.from, question.from), (asked.to, question.to)] where ends.isEmpty {
      return refusal(
        question, "no stop is within \(Int(FootPaths.endMetres)) m of \(place.name)",
        "\(place.name)에서 \(Int(FootPaths.endMetres))m 안에 정류장이 없습니다")
    }
    if let outside = outside(question, worker.network) { return outside }
    var freer = asked
    freer.maxTransfers = JourneySearch.maximumTransfers
    if let way = try await worker.ways(freer).first {
      return refusal(
        question,
        "there is one with \(way.transfers == 1 ? "1 change" : "\(way.transfers) changes"); "
          + "allow it with --max-transfers \(way.transfers)",
        "\(way.transfers)번 갈아타면 갈 수 있습니다. --max-transfers \(way.transfers) 옵션을 쓰십시오")
    }
    if question.maxWalk != nil {
      freer.mostWalking = nil
      freer.slack = 7200
      if let way = try await worker.ways(freer).min(by: { $0.walking < $1.walking }) {
        let metres = way.walking * freer.terms.millimetresPerSecond / 1000
        return refusal(
          question, "the least on foot is about \(metres) m; allow it with --max-walk",
          "가장 적게 걸어도 약 \(metres)m입니다. --max-walk 옵션을 늘리십시오")
      }
    }
    if question.isStepFree {
      freer.terms.isStepFree = false
      freer.terms.isAvoided = try avoided(
        question.avoided, isStepFree: false, worker.network)
      if try await !worker.ways(freer).isEmpty {
        return refusal(
          question, "there is none without steps", "계단이나 휠체어를 못 쓰는 편 없이는 갈 수 없습니다")
      }
    }
    freer.terms.isAvoided = nil
    if !question.avoided.isEmpty, try await !worker.ways(freer).isEmpty {
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
