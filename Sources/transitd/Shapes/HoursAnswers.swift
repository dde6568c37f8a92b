internal import IPCProtocol
internal import Values

extension Params {
  struct Hours: Shape {
    let place: String
    let day: String?

    static let shape = ShapeOf<Hours>([
      Member(
        "place", \.place, .text(length: 1...128),
        "a stop or station of a timetable, a bus stop's number or name, or a station",
        ko: "시간표의 정류장, 버스 정류장 번호나 이름, 또는 역"),
      Member(
        "day", \.day, .text(length: 1...40), "today, tomorrow or 2026-11-21 (timetables only)",
        ko: "오늘, 내일 또는 2026-11-21 (시간표만)"),
    ])
  }
}

extension Answers {
  /// The first and the last departure of each route at a place.
  struct Hours: Shape {
    /// Who says so: an imported timetable, or the bus portal.
    enum Source: String, WireWord { case timetable, portal }

    let name: String
    let source: Source
    /// The service day; the portal does not say one.
    let date: String?
    let hours: [HoursRow]
    let notes: [Note]
    let remark: LocalizedText

    static let shape = ShapeOf<Hours>(
      named: "Hours",
      [
        Member("name", \.name), Member("source", \.source), Member("date", \.date),
        Member("hours", \.hours), Member("notes", \.notes), Member("remark", \.remark),
      ])

    init(name: String, source: Source, date: String?, _ rows: [HoursRow], notes: [Note]) {
      (self.name, self.source, self.date, self.notes) = (name, source, date, notes)
      hours = rows.sorted {
        ($0.route, $0.first ?? "", $0.to ?? "") < ($1.route, $1.first ?? "", $1.to ?? "")
      }
      remark = Note.joined(notes)
    }

    /// The hours of the routes of a bus stop.
    init(_ stop: BusStop, _ routes: [BusRouteAtStop]) {
      let rows = routes.map { route in
        HoursRow(
          route: route.route.name, to: route.direction, first: route.firstBus?.clock,
          last: route.lastBus?.clock, firstAt: nil, lastAt: nil,
          everyMinutes: route.arrivals.lazy.compactMap(\.everyMinutes).first)
      }
      self.init(name: stop.name, source: .portal, date: nil, rows, notes: [])
    }

    /// Of a station that no timetable has: the subway portal does not say it.
    static func unknown(_ name: String) -> Hours {
      Hours(
        name: name, source: .timetable, date: nil, [],
        notes: [
          Note(
            "noTimetableHere",
            "no imported timetable has \(name), and the subway portal has none; "
              + "see matectl help transit gtfs import",
            "\(name)의 시간표가 없습니다(지하철 포털에는 첫차와 막차가 없습니다). "
              + "matectl help transit gtfs import 참고")
        ])
    }
  }

  struct HoursRow: Shape, Hashable {
    let route: String
    let to: String?
    /// On the clocks there; `00:10 +1` is a day later.
    let first: String?
    let last: String?
    let firstAt: Timestamp?
    let lastAt: Timestamp?
    /// Minutes between two of its buses.
    let everyMinutes: Int?
    let remark: LocalizedText?

    static let shape = ShapeOf<HoursRow>(
      named: "HoursRow",
      [
        Member("route", \.route), Member("to", \.to), Member("first", \.first),
        Member("last", \.last), Member("firstAt", \.firstAt), Member("lastAt", \.lastAt),
        Member("everyMinutes", \.everyMinutes, .from(1)), Member("remark", \.remark),
      ])

    init(
      route: String, to: String?, first: String?, last: String?, firstAt: Timestamp?,
      lastAt: Timestamp?, everyMinutes: Int?
    ) {
      (self.route, self.to, self.first, self.last) = (route, to, first, last)
      (self.firstAt, self.lastAt, self.everyMinutes) = (firstAt, lastAt, everyMinutes)
      remark = everyMinutes.map { LocalizedText(en: "every \($0)m", ko: "\($0)분 간격") }
    }
  }
}
