/// Where favourites are, and what their owner wants to see there.
extension PlaceView {
  /// The routes count in place of the favourite's own, where there are any; nil for a way.
  init?(_ favourite: Favourite, routes: [String] = []) {
    var filter = favourite.filter
    if !routes.isEmpty { filter.routes = routes }
    switch favourite.place {
    case .station(let name):
      self.init(
        place: .station(name), name: name, lines: PlaceSearch.bundled.station(name)?.lines ?? [],
        filter: filter)
    case .stop(let number, let name):
      self.init(place: .stop(number), name: name, filter: filter)
    case .way: return nil
    }
  }
}

extension ProximityCircle {
  /// The circle of a favourite: around its line's platform, else around all of its platforms; nil
  /// where the tables do not have the place any more, and for a way.
  init?(_ favourite: Favourite, isInside: Bool? = nil) {
    switch favourite.place {
    case .station(let name):
      guard let station = PlaceSearch.bundled.station(name) else { return nil }
      let own = favourite.line.flatMap { station.platforms[$0] }
      self.init(
        centres: own.map { [$0] } ?? Array(station.platforms.values), radius: Self.subwayRadius,
        isInside: isInside)
    case .stop(let number, _):
      guard let stop = PlaceSearch.bundled.stop(number: number) else { return nil }
      self.init(centres: [stop.point], radius: Self.busRadius, isInside: isInside)
    case .way: return nil
    }
  }
}

extension Favourite.Place {
  init(_ found: FoundPlace.Place) {
    self =
      switch found {
      case .station(let station): .station(name: station.name)
      case .stop(let stop): .stop(number: stop.number ?? stop.id, name: stop.name)
      }
  }
}
