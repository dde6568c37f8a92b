internal import IPCProtocol

/// How far an import is.
struct ImportEvent: Encodable, Hashable, Sendable {
  let kind: String
  let feed: String
  let file: String
  let rows: Int
  let share: Double
  let text: Title

  init(_ progress: FeedImport.Progress, name: String) {
    kind = progress.step
    feed = name
    file = progress.file
    rows = progress.rows
    share = progress.share
    text =
      switch progress.step {
      case "download": Title("downloading: \(rows >> 20) MiB", "내려받는 중: \(rows >> 20) MiB")
      case "sort": Title("sorting \(rows) stop times", "정차 시각 \(rows)개 정렬 중")
      case "write": Title("writing", "저장 중")
      default: Title("\(file): \(rows) rows", "\(file): \(rows)행")
      }
  }
}

extension Answers {
  /// One feed as a whole.
  struct Feed: Encodable, Hashable, Sendable {
    let feed: String
    let agency: String
    let source: String
    let realtime: Bool
    let zone: String
    let importedAt: Timestamp
    let validFrom: String?
    let validTo: String?
    let expired: Bool
    /// Empty, or that the timetable is over.
    let remark: Title
    let stops: Int
    let routes: Int
    let trips: Int
    let stopTimes: Int

    init(_ facts: FeedFacts, today: Int32) {
      feed = facts.name
      agency = facts.agency
      source = facts.source
      realtime = facts.realtime != nil
      zone = facts.zone
      importedAt = facts.importedAt
      validFrom = facts.firstDay.map(DayText.text)
      validTo = facts.lastDay.map(DayText.text)
      expired = facts.lastDay.map { $0 < today } ?? true
      remark =
        expired
        ? Title("expired on \(validTo ?? "?")", "\(validTo ?? "?")에 끝난 시간표") : Title("", "")
      stops = facts.stops
      routes = facts.routes
      trips = facts.trips
      stopTimes = facts.stopTimes
    }
  }

  struct Feeds: Encodable, Sendable {
    let feeds: [Feed]
  }

  struct Departures: Encodable, Sendable {
    let feed: String
    let stop: String
    let name: String
    let zone: String
    let at: Timestamp
    /// `timetable`, or `realtime` where trip updates were laid on it.
    let source: String
    let departures: [Departure]
    let notes: [Note]
    let remark: Title
  }

  struct Departure: Encodable, Hashable, Sendable {
    let route: String
    let headsign: String?
    let stop: String
    let platform: String?
    let scheduledAt: Timestamp
    let departsAt: Timestamp
    let seconds: Int
    /// The clock in the feed's zone, with the day where it is not today.
    let clock: Title
    let delaySeconds: Int?
    let realtime: String
    let remark: Title
    let cancelled: Bool
    let headwaySeconds: Int?
    let trip: String
    let serviceDate: String
  }
}

/// Days since 1970-01-01 as `2026-11-21`.
enum DayText {
  static func text(_ day: Int32) -> String {
    String(Timestamp(microseconds: Int64(day) * 86_400_000_000).description.prefix(10))
  }
}
