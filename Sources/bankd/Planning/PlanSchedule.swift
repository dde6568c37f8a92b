internal import IPCProtocol
internal import Queueing
internal import Values

/// How many tellers are there from when on: `09:00=3,12:00=5,17:00=0`.
///
/// Several services have a part each, its word first and a semicolon between two:
/// `loan 09:00=2,17:00=0; deposit 09:00=1,17:00=0`. Without a word all tellers serve all services.
struct PlanSchedule: Hashable, Sendable {
  struct Turn: Hashable, Sendable {
    /// After midnight of the first day.
    var minute: Int
    let tellers: Int
  }

  struct Part: Hashable, Sendable {
    /// As it was typed; nil for all services.
    let service: String?
    let turns: [Turn]

    /// Whether it says when the day ends.
    var hasEnd: Bool { turns.last?.tellers == 0 }
  }

  let parts: [Part]

  /// Minutes after midnight.
  var start: Int { parts.compactMap { $0.turns.first?.minute }.min() ?? 0 }

  /// Minutes after midnight at which the last part ends; nil where one does not say so.
  var end: Int? {
    parts.allSatisfy(\.hasEnd) ? parts.compactMap { $0.turns.last?.minute }.max() : nil
  }

  /// - Throws: ``BankReason/planWords``.
  init(_ words: String) throws(BankError) {
    let parts = words.split(separator: ";").map { Self.part($0) }
    let read = parts.compactMap { $0 }
    guard !read.isEmpty, read.count == parts.count, read.count <= 64,
      read.count == 1 || read.allSatisfy({ $0.service != nil })
    else {
      throw BankError(
        .planWords,
        [
          "words": .string(words),
          "what": LocalizedText(
            en: "schedule of tellers, with times in order, each once and within a day, of all "
              + "services or of each",
            ko: "창구 근무표(시각은 차례대로 한 번씩, 하루 안에서, 모든 업무나 업무마다)"
          ).jsonValue,
          "example": "09:00=3,12:00=5,17:00=0",
        ])
    }
    self.parts = read
  }

  private static func part(_ words: Substring) -> Part? {
    var pieces = words.split { $0 == "," || $0 == " " }[...]
    let service = pieces.first.flatMap { $0.contains("=") ? nil : String($0) }
    if service != nil { pieces.removeFirst() }
    var turns: [Turn] = []
    for piece in pieces {
      guard var turn = turn(piece) else { return nil }
      // An earlier time than the one before is that of the next day.
      if let before = turns.last, turn.minute < before.minute { turn.minute += 1440 }
      turns.append(turn)
    }
    // In order within a day, and somebody is there at some time.
    guard let first = turns.first, let last = turns.last, last.minute - first.minute <= 1440,
      turns.contains(where: { $0.tellers > 0 }),
      zip(turns, turns.dropFirst()).allSatisfy({ $0.minute < $1.minute })
    else { return nil }
    return Part(service: service, turns: turns)
  }

  private static func turn(_ words: Substring) -> Turn? {
    let ends = words.split(separator: "=", omittingEmptySubsequences: false)
    guard ends.count == 2, let minute = HoursWords.minutes(ends[0]), let tellers = Int(ends[1]),
      (0...1000).contains(tellers)
    else { return nil }
    return Turn(minute: minute, tellers: tellers)
  }
}

extension PlanSchedule.Part {
  /// Tellers of some services with their shifts, in microseconds after `start` minutes.
  ///
  /// Who is there when the part ends stays until the last customer is served.
  func tellers(of services: ServiceSet, from start: Int) -> [Scenario.Teller] {
    let last = hasEnd ? turns.count - 1 : turns.count
    let most = turns.map(\.tellers).max() ?? 0
    return (0..<most).map { teller in
      var shifts: [Range<Int64>] = []
      for index in 0..<last where turns[index].tellers > teller {
        let from = Int64(turns[index].minute - start) * 60_000_000
        let isOpen = index + 1 == turns.count
        let until = isOpen ? Int64.max : Int64(turns[index + 1].minute - start) * 60_000_000
        if let before = shifts.last, before.upperBound == from {
          shifts[shifts.count - 1] = before.lowerBound..<until
        } else {
          shifts.append(from..<until)
        }
      }
      let stays = hasEnd && last > 0 && turns[last - 1].tellers > teller
      return Scenario.Teller(services: services, shifts: shifts, staysToTheLast: stays)
    }
  }
}
