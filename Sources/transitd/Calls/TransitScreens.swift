internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// What keys do on the way to work's full screen.
extension Transit {
  nonisolated static let screens: [ScreenDescription] = [
    ScreenDescription(LocalizedText(en: "Arrivals", ko: "도착"), "transit.watch", name: "arrivals"),
    ScreenDescription(
      LocalizedText(en: "Favourites", ko: "즐겨찾기"), "transit.favourite.list", name: "favourites",
      actions: [
        .init("s", text("alarm on", "알람 켜기"), "transit.alarm.set", favourite, unless: "/alarm"),
        .init("x", text("alarm off", "알람 끄기"), "transit.alarm.remove", favourite, when: "/alarm"),
        .init("D", text("remove", "빼기"), "transit.favourite.remove", favourite),
        .init("+", text("add", "추가"), "transit.favourite.add", [.init("place", .ask())]),
      ]),
    // What else is a tab without a word of ours, under the title that it has in Korean.
    ScreenDescription(text("Leave list", "출발 알림"), "transit.leave.list", name: "leave-list"),
    ScreenDescription(
      text("Place list", "이름 붙인 장소"), "transit.place.list", name: "place-list",
      actions: [
        .init("D", text("remove", "지우기"), "transit.place.remove", [.init("name", .row("/name"))]),
        .init(
          "+", text("add", "추가"), "transit.place.set",
          [.init("name", .ask()), .init("place", .ask())]),
      ]),
    // It has nothing to show before it is asked.
    ScreenDescription(
      text("Stations", "역"), "transit.stations", name: "stations",
      actions: [
        .init("f", text("find", "찾기"), "transit.stations", [.init("query", .ask())]),
        .init(
          "+", text("favourite", "즐겨찾기"), "transit.favourite.add",
          [.init("place", .row("/id"))]),
      ]),
    ScreenDescription(text("Alarm list", "알람"), "transit.alarm.list", name: "alarm-list"),
    ScreenDescription(text("GTFS feeds", "시간표"), "transit.gtfs.feeds", name: "gtfs-feeds"),
    ScreenDescription(text("Quota", "호출 한도"), "transit.quota", name: "quota"),
  ]

  private nonisolated static let favourite: [ScreenDescription.Parameter] = [
    .init("favourite", .row("/name"))
  ]

  private nonisolated static func text(_ en: String, _ ko: String) -> LocalizedText {
    LocalizedText(en: en, ko: ko)
  }
}
