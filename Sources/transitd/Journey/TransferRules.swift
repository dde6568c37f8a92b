/// What feeds say of changes between stops, laid on the ways on foot.
struct TransferRules {
  private struct Ends: Hashable {
    let from: Int32
    let to: Int32
  }

  private var rules: [Ends: FeedFile.Transfer] = [:]
  private let points: [GeoPoint?]
  private let within: StationPaths

  /// A rule for a station holds for its platforms; one for a platform goes before it.
  init(_ draft: JourneyDraft, _ within: StationPaths) {
    self.within = within
    points = draft.points
    let (stations, transfers) = (draft.stations, draft.transfers)
    guard !transfers.isEmpty else { return }
    var members: [Int32: [Int32]] = [:]
    for (stop, station) in stations.enumerated() where Int(station) != stop {
      members[station, default: []].append(Int32(stop))
    }
    for special in [2, 1, 0] {
      for transfer in transfers where (0...3).contains(transfer.kind) {
        let (origin, target) = (Int32(transfer.origin), Int32(transfer.target))
        let stationsNamed = (members[origin] == nil ? 0 : 1) + (members[target] == nil ? 0 : 1)
        guard stationsNamed == special else { continue }
        for from in [origin] + (members[origin] ?? []) {
          for to in [target] + (members[target] ?? []) {
            rules[Ends(from: from, to: to)] = transfer
          }
        }
      }
    }
  }

  func applied(to paths: [FootPaths.Path]) -> [FootPaths.Path] {
    guard !rules.isEmpty else { return paths }
    var rest = rules
    var found: [FootPaths.Path] = []
    for var path in paths {
      if let rule = rest.removeValue(forKey: Ends(from: path.from, to: path.to)) {
        guard let seconds = Self.seconds(rule) else { continue }
        path.seconds = seconds
      }
      found.append(path)
    }
    for (ends, rule) in rest.sorted(by: { ($0.key.from, $0.key.to) < ($1.key.from, $1.key.to) }) {
      guard let seconds = Self.seconds(rule) else { continue }
      // Between platforms whose ways are known there are no others.
      if within.isPlatform(ends.from), within.isPlatform(ends.to) { continue }
      let metres = FootPaths.metres(points[Int(ends.from)], points[Int(ends.to)])
      found.append(
        FootPaths.Path(from: ends.from, to: ends.to, metres: metres, seconds: seconds))
    }
    return found
  }

  /// Nil where nobody can change.
  private static func seconds(_ transfer: FeedFile.Transfer) -> Int32? {
    switch transfer.kind {
    case 1: FootPaths.timed
    case 2: Int32(transfer.seconds)
    case 3: nil
    default: FootPaths.ordinary
    }
  }
}
