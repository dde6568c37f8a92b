internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// What keys do on the way to work's full screen.
extension Transit {
  nonisolated static let screens: [ScreenDescription] = [
    ScreenDescription(LocalizedText(en: "Arrivals", ko: "도착"), "transit.watch"),
    ScreenDescription(
      LocalizedText(en: "Favourites", ko: "즐겨찾기"), "transit.favourite.list",
      actions: [
        .init("s", text("alarm on", "알람 켜기"), "transit.alarm.set", favourite),
        .init("x", text("alarm off", "알람 끄기"), "transit.alarm.remove", favourite),
        .init("D", text("remove", "빼기"), "transit.favourite.remove", favourite),
        .init("+", text("add", "추가"), "transit.favourite.add", [.init("place", .ask)]),
      ]),
  ]

  private nonisolated static let favourite: [ScreenDescription.Parameter] = [
    .init("favourite", .row("/name"))
  ]

  private nonisolated static func text(_ en: String, _ ko: String) -> LocalizedText {
    LocalizedText(en: en, ko: ko)
  }
}
