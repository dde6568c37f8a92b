internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// When the first and the last of a day leave.
extension Transit {
  nonisolated static let hoursCalls: [Call<Transit>] = [
    .task(
      "transit.hours", "Show the first and last departures of a place", ko: "첫차와 막차 보기",
      words: CallWords(
        "hours <place>",
        examples: ["matectl transit hours 22654", "matectl transit hours Harbour --day tomorrow"]),
      takes: Params.Hours.self, gives: Answers.Hours.self, shows: hoursTable
    ) { transit, params, _ in
      try await transit.hours(params)
    }.openWorld
  ]

  private nonisolated static let hoursTable = Rendering.table(
    rows: "/hours",
    columns: [
      TableColumn("Route", ko: "노선", "/route"),
      TableColumn("To", ko: "행선지", "/to"),
      TableColumn("First", ko: "첫차", "/first"),
      TableColumn("Last", ko: "막차", "/last"),
      TableColumn("Remark", ko: "비고", "/remark"),
    ], empty: LocalizedText(en: "nothing departs", ko: "출발하는 편이 없습니다"), footer: remarkFooter)
}

/// What it does.
extension Transit {
  /// By a timetable that has the place, else by the bus portal.
  func hours(_ params: Params.Hours) async throws -> Answers.Hours {
    let place = state.places.meaning(of: params.place)
    let matches = try library.stops(place)
    if let match = matches.first {
      guard matches.count == 1 else { throw Timetables.ambiguous(place, matches) }
      return try timetables.hours(match, on: params.day)
    }
    switch try search.place(named: place) {
    case .station(let station):
      guard let match = try timetables.match(named: station.name, near: station.point) else {
        return .unknown(station.name)
      }
      return try timetables.hours(match, on: params.day)
    case .stop(let stop):
      let view = PlaceView(stop)
      _ = try await arrivals(view)
      return Answers.Hours(stop, desk.known(view.place).snapshot?.routes ?? [])
    }
  }
}
