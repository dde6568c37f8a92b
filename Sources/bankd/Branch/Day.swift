internal import IPCProtocol
internal import Values

/// What the branch is doing.
enum Phase: Hashable, Sendable {
  case closed
  case open
  /// Told to close; the day ends when nobody is served any more and, unless the line is kept for
  /// tomorrow, nobody waits.
  case closing(keepsLine: Bool)

  var word: String {
    switch self {
    case .closed: "closed"
    case .open: "open"
    case .closing: "closing"
    }
  }

  /// For people, in their language.
  var title: LocalizedText {
    switch self {
    case .open: LocalizedText(en: "open", ko: "영업중")
    case .closing: LocalizedText(en: "closing", ko: "마감중")
    case .closed: LocalizedText(en: "closed", ko: "마감")
    }
  }

  /// What a refusal says of it: the word for programs, and the same for people.
  var members: JSONObject { ["phase": .string(word), "phaseName": title.jsonValue] }
}

/// One business day: from opening until the last customer is gone.
struct Day: Hashable, Sendable {
  /// Counts from 1; 0 before the first.
  var number: Int64 = 0
  var openedAt = Timestamp(microseconds: 0)
  var endedAt: Timestamp?
  var served = 0
  /// Microseconds of business before ``busySince``.
  var businessBefore: Int64 = 0
  /// Since when somebody waits or is served without a break.
  var busySince: Timestamp?

  /// Microseconds during which anybody waited or was served.
  func business(at now: Timestamp) -> Int64 {
    guard let busySince else { return businessBefore }
    return businessBefore + max(0, now.microseconds - busySince.microseconds)
  }
}

/// The closing line in numbers.
struct DaySummary: Hashable, Sendable {
  /// The number of the business day.
  let day: Int64
  let served: Int
  /// Microseconds.
  let business: Int64
  let endedAt: Timestamp
}
