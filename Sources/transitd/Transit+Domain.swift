internal import DaemonRuntime
internal import IPCProtocol
internal import Storage
internal import Values

/// The commute companion as the runtime sees it.
@main
extension Transit: DomainService {
  typealias Reason = TransitReason

  static let calls =
    arrivalCalls + leaveCalls + placeCalls + ownPlaceCalls + favouriteCalls + alarmCalls + lineCalls
    + timetableCalls + hoursCalls + routeCalls + settingCalls

  static let identity = DomainIdentity(
    "transit", version: "0.1.0",
    "The commute companion: live arrivals, leave-by, alarms", ko: "출퇴근메이트: 실시간 도착, 출발 알림, 알람")

  static var migrations: [Migration] { TransitMigrations.all }

  /// The keys of the portals.
  static var holdsSecrets: Bool { true }

  func timeJumped(_ jump: TimeJump, at now: Timestamp) { desk.timeJumped(jump) }

  var statusText: LocalizedText {
    let used = Portal.allCases.map { portal in
      "\(upstream.book.account(portal, at: now).used) \(portal.rawValue)"
    }
    let (favourites, leaves) = (
      state.favourites.list.count, state.leaves.count + state.wayLeaves.count
    )
    let (watched, calls) = (desk.wantedCount, used.joined(separator: ", "))
    return LocalizedText(
      en: "\(favourites) favourites, \(leaves) leave-bys, \(watched) places watched, "
        + "calls today: \(calls)",
      ko: "즐겨찾기 \(favourites)곳, 출발 알림 \(leaves)개, 지켜보는 곳 \(watched)곳, 오늘 호출: \(calls)")
  }

  var checks: [HealthCheck] { Portal.allCases.map { upstream.check($0, at: now) } }

  var gauges: [Gauge] {
    [
      Gauge(
        "transit_favourites", help: "favourites kept", Double(state.favourites.list.count)),
      Gauge("transit_places_watched", help: "places asked about", Double(desk.wantedCount)),
      Gauge(
        "transit_subway_calls_today", help: "calls of the subway portal today",
        Double(upstream.book.account(.subway, at: now).used)),
      Gauge(
        "transit_bus_calls_today", help: "calls of the bus portal today",
        Double(upstream.book.account(.bus, at: now).used)),
    ]
  }
}
