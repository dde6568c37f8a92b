internal import Values

/// A place that somebody named as an end of a way.
struct JourneyPlace {
  var name: String
  /// Stops of feeds, by the name of the feed.
  var stops: [(feed: String, number: Int)] = []
  /// Where it is, where it is no stop of a feed.
  var points: [GeoPoint] = []

  func place(in network: JourneyNetwork) -> JourneyNetwork.Place {
    let firsts = Dictionary(uniqueKeysWithValues: network.feeds.map { ($0.name, $0.firstStop) })
    let numbers = stops.compactMap { stop in firsts[stop.feed].map { $0 + stop.number } }
    var place = JourneyNetwork.Place(stops: numbers, in: network)
    place.points += points
    return place
  }
}
