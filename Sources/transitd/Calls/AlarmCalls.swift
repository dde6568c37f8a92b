internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// Alarms by position.
extension Transit {
  nonisolated static let alarmCalls: [Call<Transit>] = [
    .change(
      "transit.alarm.set", "Tell me when I come near a favourite", ko: "즐겨찾기 근처에 오면 알림",
      words: CallWords("alarm set <favourite>", examples: ["matectl transit alarm set 연신내"]),
      takes: Params.SetAlarm.self, gives: Answers.Alarm.self,
      shows: .message(
        "{name}: you will be told within {radiusMetres} m",
        ko: "{name}: {radiusMetres}m 안에 오면 알립니다")
    ) { transit, params, _ in
      let favourite = try transit.state.favourites.find(params.favourite)
      guard transit.state.alarms[favourite.id] == nil else {
        throw TransitError(.alarmKnown, ["favourite": .string(favourite.name)])
      }
      guard let circle = ProximityCircle(favourite) else {
        // What comes to a way is none.
        _ = try Transit.view(favourite)
        throw TransitError(.unknownStation, ["station": .string(favourite.name)])
      }
      try transit.speak(params.language)
      try transit.change({ _ = $0.alarms.updateValue(nil, forKey: favourite.id) }) { store, _ in
        try store.saveAlarm(of: favourite.id, isInside: nil)
      }
      return transit.answer(circle, favourite)
    }.idempotent,

    .read(
      "transit.alarm.list", "Show the alarms", ko: "근처 알림 보기", words: "alarm list",
      takes: NoParams.self, gives: Answers.Alarms.self, shows: alarmTable
    ) { transit, _, _ in
      let alarms = transit.state.favourites.list.compactMap { favourite in
        transit.alarms.circles[favourite.id].map { transit.answer($0, favourite) }
      }
      return Answers.Alarms(alarms: alarms, gpsd: transit.gpsd != nil)
    },

    .change(
      "transit.alarm.remove", "Remove an alarm", ko: "근처 알림 끄기",
      words: CallWords("alarm remove <favourite>", examples: ["matectl transit alarm remove 연신내"]),
      takes: Params.Favourite.self, gives: Answers.Alarm.self,
      shows: .message("{name} has no alarm any more", ko: "{name} 근처 알림을 껐습니다")
    ) { transit, params, _ in
      let favourite = try transit.state.favourites.find(params.favourite)
      guard transit.state.alarms[favourite.id] != nil,
        let circle = ProximityCircle(favourite)
      else { throw TransitError(.unknownAlarm, ["favourite": .string(favourite.name)]) }
      try transit.change({ _ = $0.alarms.removeValue(forKey: favourite.id) }) { store, _ in
        try store.removeAlarm(of: favourite.id)
      }
      return transit.answer(circle, favourite)
    }.idempotent,

    .task(
      "transit.near", "Say where I am: what comes around, and alarms", ko: "현재 위치 알리기: 주변 도착과 알림",
      access: .write, rehearsal: .byHandler,
      words: CallWords("near <position>", examples: ["matectl transit near 37.498,127.028"]),
      takes: Params.Near.self, gives: Answers.Near.self, shows: nearTable
    ) { transit, params, request in
      try await transit.near(params, isDryRun: request.isDryRun)
    }.openWorld,
  ]

  private nonisolated static let alarmTable = Rendering.table(
    rows: "/alarms",
    columns: [
      TableColumn("Favourite", ko: "즐겨찾기", "/name"),
      TableColumn("Radius (m)", ko: "반경(m)", "/radiusMetres", format: "integer"),
      TableColumn("Inside", ko: "안", "/inside"),
      TableColumn("Away (m)", ko: "거리(m)", "/metres", format: "integer"),
    ])

  private nonisolated static let nearTable = Rendering.table(
    rows: "/places",
    columns: [
      TableColumn("Favourite", ko: "즐겨찾기", "/name"),
      TableColumn("Away (m)", ko: "거리(m)", "/metres", format: "integer"),
      TableColumn("Next", ko: "다음", "/next"),
      TableColumn("Alarm", ko: "알람", "/alarm"),
    ], empty: LocalizedText(en: "no favourite is around", ko: "근처에 즐겨찾기가 없습니다"))
}

/// What they do.
extension Transit {
  func answer(_ circle: ProximityCircle, _ favourite: Favourite) -> Answers.Alarm {
    Answers.Alarm(
      favourite: favourite.id, name: favourite.name, radiusMetres: Int(circle.radius),
      inside: circle.isInside,
      metres: alarms.position.map { Int(circle.metres(to: $0).rounded()) })
  }

  /// The user says where they are: alarms fire as if gpsd had said so, and what comes at the
  /// favourites around is the answer.
  func near(_ params: Params.Near, isDryRun: Bool) async throws -> Answers.Near {
    let point = try point(params)
    let before = alarms.circles.mapValues(\.isInside)
    if !isDryRun { alarms.moved(to: point) }
    var places: [Answers.NearPlace] = []
    for favourite in state.favourites.list {
      guard let circle = ProximityCircle(favourite) else { continue }
      let metres = circle.metres(to: point)
      guard metres <= circle.radius else { continue }
      let isFired = state.alarms[favourite.id] != nil && before[favourite.id] != true
      // A portal that fails hides no favourite: its trouble is what there is to say.
      guard let view = PlaceView(favourite) else { continue }
      let place = try? await arrivals(view)
      places.append(
        Answers.NearPlace(
          favourite: favourite.id, name: favourite.name, metres: Int(metres.rounded()),
          alarm: isFired && !isDryRun,
          next: place?.headlines.first ?? LocalizedText(en: "–", ko: "–"), place: place))
    }
    return Answers.Near(places: places.sorted { $0.metres < $1.metres })
  }

  private func point(_ params: Params.Near) throws -> GeoPoint {
    if let text = params.position {
      // Two places at once are none.
      guard params.lat == nil, params.lon == nil else { throw TransitError(.positionMissing) }
      return try point(meant: text)
    }
    guard let latitude = params.lat, let longitude = params.lon else {
      throw TransitError(.positionMissing)
    }
    guard let point = GeoPoint(latitude: latitude, longitude: longitude) else {
      throw TransitError(.invalidPosition, ["position": .string("\(latitude),\(longitude)")])
    }
    return point
  }
}
