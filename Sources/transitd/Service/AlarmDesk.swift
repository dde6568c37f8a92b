internal import DaemonRuntime
internal import Loop
internal import Values

/// Watches where the user is, and tells when they come to a favourite that has an alarm.
@LoopActor
final class AlarmDesk {
  private let host: DomainHost
  private let desk: ArrivalDesk
  private let notices: Notices
  /// Keeps whether we are inside, so that a restart in a circle fires nothing.
  private let keep: @LoopActor (Int, Bool?) async throws -> Void
  private var favourites = Favourites()
  private(set) var circles: [Int: ProximityCircle] = [:]
  /// One for each source: their clocks have nothing to do with each other.
  private var filter = OutlierFilter()
  private var desktopFilter = OutlierFilter()
  private var connection: GpsdConnection?
  private var desktop: GeoClueConnection?
  private var address: String?
  /// The last position that was believed.
  private(set) var position: GeoPoint?

  init(
    host: DomainHost, desk: ArrivalDesk, notices: Notices,
    keep: @escaping @LoopActor (Int, Bool?) async throws -> Void
  ) {
    self.host = host
    self.desk = desk
    self.notices = notices
    self.keep = keep
  }

  /// Follows the alarms that the state has; positions are followed only while there are any.
  func adopt(_ alarms: [Int: Bool?], of favourites: Favourites, gpsd: String?, geoclue: Bool) {
    self.favourites = favourites
    var wanted: [Int: ProximityCircle] = [:]
    for (id, isInside) in alarms {
      wanted[id] =
        circles[id] ?? favourites[id].flatMap { ProximityCircle($0, isInside: isInside) }
    }
    circles = wanted
    follow(geoclue: geoclue && !wanted.isEmpty)
    let needed = wanted.isEmpty ? nil : gpsd
    guard needed != address else { return }
    address = needed
    connection?.stop()
    connection = needed.flatMap { address in
      GpsdConnection(address) { fix in
        Task { @LoopActor [weak self] in self?.heard(fix) }
      }
    }
  }

  private func follow(geoclue: Bool) {
    guard geoclue != (desktop != nil) else { return }
    desktop?.stop()
    desktop = nil
    guard geoclue else { return }
    desktop = GeoClueConnection { [weak self] fix in
      guard let self, let point = desktopFilter.accept(fix) else { return }
      moved(to: point)
    }
  }

  private func heard(_ fix: Fix) {
    guard connection != nil, let point = filter.accept(fix) else { return }
    moved(to: point)
  }

  /// The user is at a place; what that enters is told.
  func moved(to point: GeoPoint) {
    position = point
    for favourite in circles.keys.sorted() {
      guard var circle = circles[favourite] else { continue }
      let before = circle.isInside
      let isArrival = circle.moved(to: point)
      circles[favourite] = circle
      if circle.isInside != before { note(favourite, circle.isInside) }
      if isArrival { fire(favourite, metres: Int(circle.metres(to: point).rounded())) }
    }
  }

  private func note(_ favourite: Int, _ isInside: Bool?) {
    Task { [weak self] in
      do {
        try await self?.keep(favourite, isInside)
      } catch {
        self?.host.log(.warning, "where we are relative to an alarm could not be kept: \(error)")
      }
    }
  }

  /// Tells of an arrival at a favourite, with what really comes there.
  private func fire(_ id: Int, metres: Int) {
    guard let favourite = favourites[id], let view = PlaceView(favourite) else { return }
    Task { [desk, notices, host] in
      let lines = (try? await desk.arrivals(view)).map {
        PlaceAnswer(view, $0, alerts: desk.alerts(at: view.place), at: host.now).headlines
      }
      let known = lines.flatMap { $0.isEmpty ? nil : $0 }
      notices.arrived(
        favourite.name, metres: metres,
        known ?? [LocalizedText(en: "arrivals are not known", ko: "도착 정보를 알 수 없습니다")],
        favourite: id)
      host.log(
        .notice,
        "alarm: \(favourite.name) is \(metres) m away; "
          + (lines ?? []).map(\.en).joined(separator: "; "), id: .alarmFired,
        fields: [("MATE_FAVOURITE", String(id))])
    }
  }
}
