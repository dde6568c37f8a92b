internal import IPCProtocol
internal import Values

extension Departure.Realtime {
  /// What a vehicle is called that the timetable does not have; nil for others.
  var title: LocalizedText? {
    switch self {
    case .added: LocalizedText(en: "extra", ko: "임시 편")
    case .unplanned: LocalizedText(en: "live, not in the timetable", ko: "시간표에 없는 실시간 편")
    default: nil
    }
  }
}

extension Departure.Boarding {
  /// What somebody who waits has to do; nil where nothing.
  var title: LocalizedText? {
    switch self {
    case .regular: nil
    case .phone: LocalizedText(en: "phone ahead", ko: "전화 예약")
    case .driver: LocalizedText(en: "ask the driver", ko: "기사에게 요청")
    }
  }
}

extension Departure.Vehicle {
  /// `at Böhm, 2 stops away`, `coming next`.
  func text(at place: String) -> LocalizedText {
    if stopsAway == 0 {
      return isThere
        ? LocalizedText(en: "here", ko: "도착")
        : LocalizedText(en: "comes here next", ko: "이번 정거장으로 오는 중")
    }
    let away = LocalizedText(
      en: stopsAway == 1 ? "1 stop away" : "\(stopsAway) stops away", ko: "\(stopsAway)정거장 전")
    let there =
      isThere
      ? LocalizedText(en: "at \(place)", ko: "\(place) 정차 중")
      : LocalizedText(en: "before \(place)", ko: "\(place) 도착 전")
    return there.joined(away, en: ", ", ko: ", ")
  }
}
