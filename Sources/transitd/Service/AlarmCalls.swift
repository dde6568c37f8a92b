internal import DaemonRuntime
internal import IPCProtocol
internal import Storage

extension Answers {
  struct Alarm: Encodable, Hashable, Sendable {
    let favourite: Int
    let name: String
    let radiusMetres: Int
    /// Absent until a position was reported.
    let inside: Bool?
    let metres: Int?
  }

  struct Alarms: Encodable, Sendable {
    let alarms: [Alarm]
    /// Whether positions come from gpsd, or only from `transit near`.
    let gpsd: Bool
  }

  struct NearPlace: Encodable, Sendable {
    let favourite: Int
    let name: String
    let metres: Int
    /// Whether this report has fired its alarm.
    let alarm: Bool
    let next: Title
    let place: PlaceAnswer?
  }

  struct Near: Encodable, Sendable {
    let places: [NearPlace]
  }
}

/// Alarms by position.
extension Transit {
  // MARK: Rules

  /// The circle of a favourite: around its line's platform, else around all of its platforms.
  func circle(of favourite: Favourite, isInside: Bool? = nil) -> ProximityCircle? {
    switch favourite.place {
    case .station(let name):
      guard let station = search.station(name) else { return nil }
      let own = favourite.line.flatMap { station.platforms[$0] }
      return ProximityCircle(
        centres: own.map { [$0] } ?? Array(station.platforms.values),
        radius: ProximityCircle.subwayRadius, isInside: isInside)
    case .stop(let number, _):
      guard let stop = search.stop(number: number) else { return nil }
      return ProximityCircle(
        centres: [stop.point], radius: ProximityCircle.busRadius, isInside: isInside)
    }
  }

  func answer(_ circle: ProximityCircle, _ favourite: Favourite) -> Answers.Alarm {
    Answers.Alarm(
      favourite: favourite.id, name: favourite.name, radiusMetres: Int(circle.radius),
      inside: circle.isInside,
      metres: alarms.position.map { Int(circle.metres(to: $0).rounded()) })
  }

  var alarmAnswers: Answers.Alarms {
    let all = state.favourites.list.compactMap { favourite in
      alarms.circles[favourite.id].map { answer($0, favourite) }
    }
    return Answers.Alarms(alarms: all, gpsd: gpsd != nil)
  }

  // MARK: Calls

  func setAlarm(_ word: String) throws -> Answers.Alarm {
    let favourite = try state.favourites.find(word)
    guard state.alarms[favourite.id] == nil else {
      throw TransitError(.alarmKnown, ["favourite": .string(favourite.name)])
    }
    guard let circle = circle(of: favourite) else {
      throw TransitError(.unknownStation, ["station": .string(favourite.name)])
    }
    try change({ _ = $0.alarms.updateValue(nil, forKey: favourite.id) }) { store, _ in
      try store.saveAlarm(of: favourite.id, isInside: nil)
    }
    return answer(circle, favourite)
  }

  func removeAlarm(_ word: String) throws -> Answers.Alarm {
    let favourite = try state.favourites.find(word)
    guard state.alarms[favourite.id] != nil, let circle = circle(of: favourite) else {
      throw TransitError(.unknownAlarm, ["favourite": .string(favourite.name)])
    }
    try change({ _ = $0.alarms.removeValue(forKey: favourite.id) }) { store, _ in
      try store.removeAlarm(of: favourite.id)
    }
    return answer(circle, favourite)
  }

  func keepAlarm(_ favourite: Int, isInside: Bool?) async throws {
    try await host.change { [self] in
      guard state.alarms[favourite] != nil else { return }
      try change({ _ = $0.alarms.updateValue(isInside, forKey: favourite) }) { store, _ in
        try store.saveAlarm(of: favourite, isInside: isInside)
      }
    }
  }

  /// The user says where they are: alarms fire as if gpsd had said so, and what comes at the
  /// favourites around is the answer.
  func near(_ params: Params.Near, isDryRun: Bool) async throws -> Answers.Near {
    let point = try Self.point(params)
    let before = alarms.circles.mapValues(\.isInside)
    if !isDryRun { alarms.moved(to: point) }
    var places: [Answers.NearPlace] = []
    for favourite in state.favourites.list {
      guard let circle = circle(of: favourite) else { continue }
      let metres = circle.metres(to: point)
      guard metres <= circle.radius else { continue }
      let isFired = state.alarms[favourite.id] != nil && before[favourite.id] != true
      let view = view(of: favourite)
      // A portal that fails hides no favourite: its trouble is what there is to say.
      let place = try? await arrivals(view)
      places.append(
        Answers.NearPlace(
          favourite: favourite.id, name: favourite.name, metres: Int(metres.rounded()),
          alarm: isFired && !isDryRun, next: Self.lines(place).first ?? Title("–", "–"),
          place: place))
    }
    return Answers.Near(places: places.sorted { $0.metres < $1.metres })
  }

  private static func point(_ params: Params.Near) throws(TransitError) -> GeoPoint {
    if let text = params.position { return try point(text) }
    guard let latitude = params.lat, let longitude = params.lon,
      let point = GeoPoint(latitude: latitude, longitude: longitude)
    else {
      let text = "\(params.lat ?? .nan),\(params.lon ?? .nan)"
      throw TransitError(.invalidPosition, ["position": .string(text)])
    }
    return point
  }

  // MARK: Firing

  /// Tells of an arrival at a favourite, with what really comes there.
  func alarmFired(_ id: Int, metres: Double) {
    guard let favourite = favourite(id) else { return }
    Task { [weak self] in
      guard let self else { return }
      let place = try? await arrivals(view(of: favourite))
      let lines = Self.lines(place)
      notices.arrived(
        favourite.name, metres: Int(metres.rounded()),
        lines.isEmpty ? [Title("arrivals are not known", "도착 정보를 알 수 없습니다")] : lines,
        favourite: id)
      host.log(
        .notice,
        "alarm: \(favourite.name) is \(Int(metres.rounded())) m away; "
          + (lines.map(\.en).joined(separator: "; ")), id: .alarmFired,
        fields: [("MATE_FAVOURITE", String(id))])
    }
  }

  /// The first few arrivals, and what is to be said about them.
  private static func lines(_ place: PlaceAnswer?) -> [Title] {
    guard let place else { return [] }
    let coming = place.arrivals.filter { $0.state != "departed" && $0.state != "ended" }.prefix(3)
    let arrivals = coming.map { arrival in
      let destination = arrival.destination ?? ""
      return Title(
        "\(arrival.when.en)  \(arrival.lineName.en) → \(destination)",
        "\(arrival.when.ko ?? arrival.when.en)  \(arrival.lineName.ko ?? "") → \(destination)")
    }
    return arrivals + place.notes.map(\.text)
  }
}
