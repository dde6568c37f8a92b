internal import IPCProtocol

/// The commute companion as clients know it: what `transitd --describe` prints.
enum TransitDescription {
  static let domain = DomainDescription(
    domain: "transit", version: "1.0.0", exec: "transitd",
    summary: LocalizedText(
      en: "The commute companion: live arrivals, leave-by, alarms",
      ko: "출퇴근메이트: 실시간 도착, 출발 알림, 알람"),
    methods: [
      arrivals, busArrivals, watch, leave, leaveList, leaveDismiss, stations, favouriteAdd,
      favouriteList, favouriteMove, favouriteRemove, alarmSet, alarmList, alarmRemove,
      near, trains, busRoutes, departures, gtfsImport,
      gtfsFeeds, gtfsRemove, quota, configure,
    ],
    errors: TransitError.Reason.allCases.map { ErrorDescription($0.kind, message: $0.text) },
    schemas: TransitSchemas.all)

  // MARK: Shared by the methods

  static func text(_ en: String, _ ko: String) -> LocalizedText { LocalizedText(en: en, ko: ko) }

  static func message(_ en: String, _ ko: String) -> Rendering {
    .message(.text(text(en, ko)))
  }

  static let line = ParameterDescription(
    "line", .string(minLength: 1, maxLength: 32),
    text("only this line, as 2, 2호선 or 경의중앙선", "이 노선만 (예: 2, 2호선, 경의중앙선)"))

  static let direction = ParameterDescription(
    "direction", .oneOf(Arrival.Direction.allCases.map(\.rawValue)),
    text(
      "only this way: up (상행), down (하행), inner (내선), outer (외선)",
      "이 방향만: up 상행, down 하행, inner 내선, outer 외선"))

  static let routes = ParameterDescription(
    "routes", .array(of: .string(minLength: 1, maxLength: 128), maxItems: 32),
    text("only these bus routes, as 705,790", "이 버스만 (예: 705,790)"))

  static func favourite(_ en: String, _ ko: String) -> ParameterDescription {
    ParameterDescription(
      "favourite", .string(minLength: 1, maxLength: 64), required: true, text(en, ko),
      completion: CompletionSource(method: "transit.favourite.list", values: "/favourites/*/name"))
  }

  static let routeFlag = CommandDescription.Flag("routes", long: "route", short: "r")
}
