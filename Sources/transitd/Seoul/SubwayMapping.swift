/// From the subway portal's rows to the domain's values, once and in one place.
enum SubwayMapping {
  /// Rows that name no line are no trains and are left out.
  static func arrivals(_ answer: UpstreamAnswer) -> [Arrival] { answer.rows.compactMap(arrival) }

  static func positions(_ answer: UpstreamAnswer) -> [TrainPosition] {
    answer.rows.compactMap(position)
  }

  static func arrival(_ row: UpstreamNode) -> Arrival? {
    guard let line = row.field("subwayId").flatMap({ Int($0) }) else { return nil }
    let label = TrainLabel(row.field("trainLineNm") ?? "")
    let words = row.field("arvlMsg2") ?? ""
    let message = ApproachMessage(words)
    let order = row.field("ordkey").flatMap { OrderKey($0) }
    let code = row.field("arvlCd")
    let state = state(code)
    var arrival = Arrival(
      .subway(SubwayLine(line)), state: state,
      claim: claim(row.field("barvlDt"), message, state))
    arrival.direction = direction(row.field("updnLine"))
    arrival.stop = row.field("statnNm")
    arrival.destination = label.destination ?? terminal(row.field("bstatnNm"))
    arrival.via = label.via
    arrival.vehicle = vehicle(row.field("btrainNo"))
    // Digits may have a sign before them; no train is fewer than no stations away.
    arrival.stopsAway = (message.stationsAway ?? order?.stationsAway).flatMap { $0 < 0 ? nil : $0 }
    arrival.place = row.field("arvlMsg3") ?? message.place
    arrival.message = words.isEmpty ? nil : words
    arrival.measuredAt = row.field("recptnDt").flatMap { KoreaTime.timestamp($0) }
    arrival.expressKind = expressKind(row.field("btrainSttus"), label, order)
    arrival.isExpress = arrival.expressKind != nil
    arrival.isLast =
      row.field("lstcarAt") == "1" || label.isLast
      || TrainLabel(row.field("bstatnNm") ?? "").isLast
    return arrival
  }

  private static func state(_ code: String?) -> Arrival.State {
    switch code {
    case "0": .approaching
    case "1": .arrived
    case "2": .departed
    case "3", "4", "5", "99": .running
    default: .unknown
    }
  }

  /// "0" is "now" only where the train is entering or stands here; elsewhere nobody knows.
  ///
  /// A departed train has no time left, whatever line 9 sends ("20").
  private static func claim(
    _ text: String?, _ message: ApproachMessage, _ state: Arrival.State
  ) -> Arrival.Claim {
    switch state {
    case .arrived: return .now
    case .departed: return .unknown
    default: break
    }
    if let seconds = text.flatMap({ Int($0) }), seconds > 0 { return .seconds(seconds) }
    if state == .approaching { return .now }
    return message.seconds.map { .seconds($0) } ?? .unknown
  }

  private static func direction(_ text: String?) -> Arrival.Direction? {
    switch text {
    case "상행": .up
    case "하행": .down
    case "내선": .inner
    case "외선": .outer
    default: nil
    }
  }

  private static func terminal(_ text: String?) -> String? {
    text.flatMap { TrainLabel($0).destination }
  }

  private static func vehicle(_ number: String?) -> String? {
    number.flatMap { $0.allSatisfy { $0 == "0" } ? nil : $0 }
  }

  private static func expressKind(
    _ status: String?, _ label: TrainLabel, _ order: OrderKey?
  ) -> String? {
    if let status, status != "일반" { return status }
    return label.kind ?? (order?.isExpress == true ? "급행" : nil)
  }

  // MARK: Positions

  static func position(_ row: UpstreamNode) -> TrainPosition? {
    guard let id = row.field("subwayId").flatMap({ Int($0) }), let train = row.field("trainNo"),
      let station = row.field("statnNm")
    else { return nil }
    let line = SubwayLine(id)
    return TrainPosition(
      line: line, train: train, station: StationName.withoutSuffix(station),
      destination: row.field("statnTnm").flatMap { TrainLabel($0).destination },
      direction: direction(row.field("updnLine"), of: line),
      motion: motion(row.field("trainSttus")),
      // 1 is 급행, 7 is 특급.
      isExpress: ["1", "7"].contains(row.field("directAt")), isLast: row.field("lstcarAt") == "1",
      measuredAt: row.field("recptnDt").flatMap { KoreaTime.timestamp($0) })
  }

  /// "0" is up, and inner on the circle of line 2; "1" is down, and outer there.
  private static func direction(_ text: String?, of line: SubwayLine) -> Arrival.Direction? {
    let isCircle = line.id == 1002
    return switch text {
    case "0": isCircle ? .inner : .up
    case "1": isCircle ? .outer : .down
    default: direction(text)
    }
  }

  private static func motion(_ code: String?) -> TrainPosition.Motion {
    switch code {
    case "0": .approaching
    case "1": .arrived
    case "2": .departed
    case "3": .departedPrevious
    default: .unknown
    }
  }
}
