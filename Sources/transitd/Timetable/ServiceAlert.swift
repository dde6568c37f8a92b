internal import IPCProtocol
internal import Values

/// One service alert of GTFS Realtime, as its feed says it.
struct ServiceAlert: Equatable, Sendable {
  enum Effect: String, WireWord, Sendable {
    case noService, reducedService, delays, detour, additionalService, modifiedService, other
    case unknown, stopMoved, none, accessibility

    /// In the order of their numbers from 1 on, as feeds in JSON write them.
    private static let words: [(String, Effect)] = [
      ("NO_SERVICE", .noService), ("REDUCED_SERVICE", .reducedService),
      ("SIGNIFICANT_DELAYS", .delays), ("DETOUR", .detour),
      ("ADDITIONAL_SERVICE", .additionalService), ("MODIFIED_SERVICE", .modifiedService),
      ("OTHER_EFFECT", .other), ("UNKNOWN_EFFECT", .unknown), ("STOP_MOVED", .stopMoved),
      ("NO_EFFECT", .none), ("ACCESSIBILITY_ISSUE", .accessibility),
    ]

    init(_ number: Int) {
      self = Self.words.indices.contains(number - 1) ? Self.words[number - 1].1 : .unknown
    }

    init(_ word: String) { self = Self.words.first { $0.0 == word }?.1 ?? .unknown }

    /// Nil where it says nothing.
    var title: LocalizedText? {
      switch self {
      case .noService: LocalizedText(en: "no service", ko: "운행 중단")
      case .reducedService: LocalizedText(en: "reduced service", ko: "감축 운행")
      case .delays: LocalizedText(en: "delays", ko: "지연")
      case .detour: LocalizedText(en: "detour", ko: "우회 운행")
      case .additionalService: LocalizedText(en: "additional service", ko: "추가 운행")
      case .modifiedService: LocalizedText(en: "modified service", ko: "변경 운행")
      case .stopMoved: LocalizedText(en: "stop moved", ko: "정류장 이전")
      case .accessibility: LocalizedText(en: "accessibility", ko: "교통약자 이용 제한")
      case .other, .unknown, .none: nil
      }
    }
  }

  /// Seconds since 1970; nil is without end.
  struct Period: Equatable, Sendable {
    var start: Int64?
    var end: Int64?
  }

  /// What it is about: all that is named must fit.
  struct Selector: Equatable, Sendable {
    var routeID: String?
    var tripID: String?
    var stopID: String?
  }

  var id = ""
  var periods: [Period] = []
  var selectors: [Selector] = []
  var effect = Effect.unknown
  var header: LocalizedText?
  var details: LocalizedText?
  var url: String?

  /// In one line, with what it means for riders.
  var text: LocalizedText {
    let said = header ?? details
    guard let title = effect.title else {
      return said ?? LocalizedText(en: "service alert", ko: "운행 안내")
    }
    guard let said else { return title }
    return LocalizedText(
      en: "\(title.en): \(said.en)",
      ko: "\(title.text(in: .korean)): \(said.text(in: .korean))")
  }

  /// Whether it holds at any time from one moment to another; without periods it always does.
  func holds(from: Int64, to: Int64) -> Bool {
    periods.isEmpty
      || periods.contains { ($0.start ?? .min) <= to && from < ($0.end ?? .max) }
  }
}
