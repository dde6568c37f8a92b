internal import DaemonRuntime
internal import IPCProtocol

/// Watches where the user is, and tells when they come to a favourite that has an alarm.
@LoopActor
final class AlarmDesk {
  private let host: DomainHost
  /// Called for each arrival at a circle.
  private let entered: @LoopActor (Int, Double) -> Void
  /// Keeps whether we are inside, so that a restart in a circle fires nothing.
  private let keep: @LoopActor (Int, Bool?) async throws -> Void
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
    host: DomainHost, entered: @escaping @LoopActor (Int, Double) -> Void,
    keep: @escaping @LoopActor (Int, Bool?) async throws -> Void
  ) {
    self.host = host
    self.entered = entered
    self.keep = keep
  }

  /// Follows the alarms that the state has; positions are followed only while there are any.
  func adopt(
    _ alarms: [Int: Bool?], gpsd: String?, geoclue: Bool, circle: (Int, Bool?) -> ProximityCircle?
  ) {
    var wanted: [Int: ProximityCircle] = [:]
    for (favourite, isInside) in alarms {
      if let known = circles[favourite] {
        wanted[favourite] = known
      } else {
        wanted[favourite] = circle(favourite, isInside)
      }
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
      if isArrival { entered(favourite, circle.metres(to: point)) }
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
}
