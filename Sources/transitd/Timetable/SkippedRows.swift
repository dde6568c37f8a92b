internal import IPCProtocol
internal import Values

/// What of a feed cannot be used, and is left out so that the rest can be.
enum SkipReason: String, WireWord {
  /// Rows that name something that is not there.
  case unknownStop, unknownTrip, unknownRoute
  /// Stop times before the first or behind the last time of their trip.
  case untimed
  /// Stop times of service on demand, with windows or zones in place of a stop and a time.
  case onDemand
  /// Coordinates that are not on the globe: the stop is there, and nobody knows where.
  case offGlobe
  /// Time zones of stops that nobody knows: the feed's is taken.
  case unknownZone
  /// Rows of `transfers.txt` whose numbers are none.
  case unreadTransfer
  /// Rows of `pathways.txt` of which the same is true.
  case unreadPathway

  func text(_ count: Int) -> LocalizedText {
    switch self {
    case .unknownStop:
      LocalizedText(en: "\(count) rows name unknown stops", ko: "없는 정류장을 쓴 \(count)행")
    case .unknownTrip:
      LocalizedText(en: "\(count) rows name unknown trips", ko: "없는 운행을 쓴 \(count)행")
    case .unknownRoute:
      LocalizedText(en: "\(count) trips name unknown routes", ko: "없는 노선을 쓴 운행 \(count)개")
    case .untimed:
      LocalizedText(
        en: "\(count) stop times at the ends of trips have no time", ko: "운행 끝에서 시각이 없는 \(count)행")
    case .onDemand:
      LocalizedText(en: "\(count) stop times are on demand", ko: "수요 응답형 정차 \(count)행")
    case .unreadTransfer:
      LocalizedText(en: "\(count) transfers cannot be read", ko: "읽을 수 없는 환승 정보 \(count)행")
    case .unreadPathway:
      LocalizedText(en: "\(count) pathways cannot be read", ko: "읽을 수 없는 역 안 통로 \(count)행")
    case .offGlobe:
      LocalizedText(en: "\(count) stops lie nowhere on the globe", ko: "좌표가 잘못된 정류장 \(count)곳")
    case .unknownZone:
      LocalizedText(en: "\(count) stops have unknown time zones", ko: "시간대를 알 수 없는 정류장 \(count)곳")
    }
  }
}

/// How much was left out for one reason, and where that was so first.
struct SkippedRows: Shape, Hashable {
  let reason: SkipReason
  var count: Int
  let file: String
  /// Counts from 1, with the header.
  let line: Int

  static let shape = ShapeOf<SkippedRows>([
    Member("reason", \.reason), Member("count", \.count, .from(1)), Member("file", \.file),
    Member("line", \.line, .from(0)),
  ])

  /// What was left out, as one sentence; empty where nothing was.
  static func sentence(_ skipped: [SkippedRows]) -> LocalizedText {
    if skipped.isEmpty { return LocalizedText(en: "", ko: "") }
    let texts = skipped.map { ($0.reason.text($0.count), " (\($0.file):\($0.line))") }
    return LocalizedText(
      en: "left out: " + texts.map { $0.0.en + $0.1 }.joined(separator: ", "),
      ko: "제외: " + texts.map { $0.0.text(in: .korean) + $0.1 }.joined(separator: ", "))
  }
}
