internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// Places, and those that are kept as favourites.
extension Transit {
  nonisolated static let placeCalls: [Call<Transit>] = [
    .read(
      "transit.stations", "Find stations and stops by name, initial consonants or nearness",
      ko: "역과 정류장 찾기 (이름, 초성, 위치)",
      words: CallWords(
        "stations <query>", flags: [.init("kind", short: "k")],
        examples: [
          "matectl transit stations 강남", "matectl transit stations ㄱㄴ --kind subway",
          "matectl transit stations 'Hongik Univ'",
        ]),
      takes: Params.Stations.self, gives: Answers.Places.self, shows: placeTable
    ) { transit, params, _ in
      guard params.near != nil || !(params.query ?? "").trimmed.isEmpty else {
        throw TransitError(.queryMissing)
      }
      let query = (params.query ?? "").trimmed
      let near = try params.near.map { try transit.point(meant: $0) }
      if query.isEmpty, let near {
        return Answers.Places(
          transit.search.places(near: near, kind: params.kind, limit: params.limit))
      }
      let position = near ?? transit.alarms.position
      let found = transit.search.places(
        query, kind: params.kind, from: position, limit: params.limit)
      let isHinted = found.isEmpty && params.kind != .bus
      return Answers.Places(found, similar: isHinted ? transit.search.stationsLike(query) : [])
    }
  ]

  nonisolated static let favouriteCalls: [Call<Transit>] = [
    .change(
      "transit.favourite.add", "Keep a place as a favourite", ko: "즐겨찾기 추가",
      words: CallWords(
        "favourite add <place>",
        flags: [.init("line", short: "l"), .init("direction", short: "d"), routeFlag],
        examples: [
          "matectl transit favourite add 연신내 --direction up",
          "matectl transit favourite add 13195 --route 7612",
          "matectl transit favourite add EMSI --to AMV",
        ]),
      takes: Params.NewFavourite.self, gives: Answers.Favourite.self,
      shows: .message(
        "favourite {favourite}: {name} {wishes}", ko: "즐겨찾기 {favourite}번: {name} {wishes}")
    ) { transit, params, _ in
      try transit.addFavourite(params)
    }.idempotent,

    .read(
      "transit.favourite.list", "Show the favourites", ko: "즐겨찾기 보기", words: "favourite list",
      takes: NoParams.self, gives: Answers.Favourites.self, shows: favouriteTable
    ) { transit, _, _ in
      Answers.Favourites(favourites: transit.state.favourites.list.map { transit.answer($0) })
    },

    .change(
      "transit.favourite.move", "Give a favourite another place", ko: "즐겨찾기 순서 바꾸기",
      words: CallWords(
        "favourite move <favourite> <position>",
        examples: ["matectl transit favourite move 연신내 1"]),
      takes: Params.Move.self, gives: Answers.Favourite.self,
      shows: .message(
        "{name} (number {favourite}) has place {position} now",
        ko: "{name}({favourite}번)의 순서는 이제 {position}번째입니다")
    ) { transit, params, _ in
      let moved = try transit.changeFavourites {
        try $0.move(params.favourite, to: params.position)
      }
      return transit.answer(moved)
    }.idempotent,

    .change(
      "transit.favourite.remove", "Remove a favourite with its alarm and leave-bys",
      ko: "즐겨찾기를 그 알림과 출발 알림까지 삭제",
      words: CallWords(
        "favourite remove <favourite>", examples: ["matectl transit favourite remove 연신내"]),
      takes: Params.Favourite.self, gives: Answers.Favourite.self,
      shows: .message(
        "{name} is no favourite any more{ended}", ko: "{name} 즐겨찾기를 지웠습니다{ended}")
    ) { transit, params, _ in
      try transit.removeFavourite(params.favourite)
    }.idempotent.confirmed(where: "/loses"),
  ]

  private nonisolated static let placeTable = Rendering.table(
    rows: "/places",
    columns: [
      TableColumn("Name", ko: "이름", "/name"),
      TableColumn("In English", ko: "영문", "/english", rank: 4),
      TableColumn("Lines, number", ko: "노선, 번호", "/lineNames"),
      TableColumn("Metres", ko: "거리(m)", "/metres", format: "integer"),
    ],
    empty: LocalizedText(
      en: "nothing has such a name, or is within 5 km", ko: "그런 이름이나 5km 안의 역과 정류장이 없습니다"),
    footer: remarkFooter)

  private nonisolated static let favouriteTable = Rendering.table(
    rows: "/favourites",
    columns: [
      TableColumn("Number", ko: "번호", "/favourite", format: "integer"),
      TableColumn("Name", ko: "이름", "/name"),
      TableColumn("Stop", ko: "정류장", "/stop"),
      TableColumn("Only", ko: "조건", "/wishes"),
      TableColumn("Alarm", ko: "알람", "/alarm"),
    ])
}

/// What they do.
extension Transit {
  // MARK: Favourites

  /// A line that stops at a place; a favourite of another one would never show anything.
  nonisolated static func line(
    _ line: SubwayLine?, at place: FoundPlace.Place
  ) throws(TransitError) -> SubwayLine? {
    guard let line, case .station(let station) = place, !station.lines.contains(line) else {
      return line
    }
    throw TransitError(
      .lineNotThere,
      [
        "lineName": line.name.jsonValue, "station": .string(station.name),
        "lines": SubwayLine.names(station.lines).jsonValue,
      ])
  }

  func answer(_ favourite: Favourite) -> Answers.Favourite {
    let index = state.favourites.list.firstIndex { $0.id == favourite.id }
    return Answers.Favourite(
      favourite, position: (index ?? 0) + 1, hasAlarm: state.alarms[favourite.id] != nil)
  }

  func addFavourite(_ params: Params.NewFavourite) throws -> Answers.Favourite {
    if let to = params.to { return try addWay(params, to: to) }
    let found = try search.place(named: state.places.meaning(of: params.place.trimmed))
    let place = Favourite.Place(found)
    let filter = ArrivalList.Filter(
      line: try Self.line(try line(params.line), at: found), direction: params.direction,
      routes: try Self.keptRoutes(params.routes))
    return answer(try changeFavourites { try $0.add(place, filter) })
  }

  /// A way; both ends have to be places by now.
  private func addWay(_ params: Params.NewFavourite, to: String) throws -> Answers.Favourite {
    let wish = WayWish(from: params.place.trimmed, to: to.trimmed)
    guard params.line == nil, params.direction == nil, params.routes == nil else {
      throw TransitError(
        .favouriteIsWay, ["favourite": .string(wish.title), "number": .string("…")])
    }
    _ = try question(wish, isArrival: false) { _ in now }
    let place = Favourite.Place.way(from: wish.from, to: wish.to)
    return answer(try changeFavourites { try $0.add(place, ArrivalList.Filter()) })
  }

  /// A favourite goes with its alarm and its leave-bys.
  func removeFavourite(_ word: String) throws -> Answers.Favourite {
    let favourite = try state.favourites.find(word)
    var shown = answer(favourite)
    let leaves = state.leaves.filter { $0.favourite == favourite.id }
    let losses = leaves.count + (shown.alarm ? 1 : 0)
    shown.loses = losses == 0 ? nil : losses
    shown.ended = Self.ended(alarm: shown.alarm, leaves: leaves.count)
    try change({ state in
      _ = try state.favourites.remove(String(favourite.id))
      state.alarms.removeValue(forKey: favourite.id)
      state.leaves.removeAll { $0.favourite == favourite.id }
    }) { store, state in
      try store.save(state.favourites)
      try store.removeAlarm(of: favourite.id)
      for leave in leaves { try store.removeLeave(leave.id) }
    }
    return shown
  }

  private static func ended(alarm: Bool, leaves: Int) -> LocalizedText? {
    let alarms = alarm ? [("its alarm", "알람")] : []
    let many = leaves == 1 ? "its leave-by" : "its \(leaves) leave-bys"
    let parts = alarms + (leaves > 0 ? [(many, "출발 알림 \(leaves)개")] : [])
    guard !parts.isEmpty else { return nil }
    return LocalizedText(
      en: " (together with " + parts.map(\.0).joined(separator: " and ") + ")",
      ko: " (\(parts.map(\.1).joined(separator: ", "))도 함께)")
  }

  private func changeFavourites(
    _ rule: (inout Favourites) throws -> Favourite
  ) throws -> Favourite {
    try change({ try rule(&$0.favourites) }) { store, state in try store.save(state.favourites) }
  }
}
