internal import Values

/// The net of some feeds while it is put together, feed by feed.
struct JourneyDraft {
  var feeds: [JourneyNetwork.Feed] = []
  var patterns: [JourneyNetwork.Pattern] = []
  var patternStops: [Int32] = []
  var rules: [UInt8] = []
  var times: [Int32] = []
  var tripRows: [Int32] = []
  var tripServices: [Int32] = []
  var points: [GeoPoint?] = []
  /// By stop: its station, or itself.
  var stations: [Int32] = []
  var transfers: [FeedFile.Transfer] = []
  var kinds: [FeedFile.Node.Kind] = []
  var pathways: [FeedFile.Pathway] = []
  /// By stop: nobody in a wheelchair can get in or out.
  var barredStops: [Bool] = []

  /// Takes all trips of a feed.
  ///
  /// - Throws: `SQLiteError`, `CancellationError`.
  mutating func add(_ feed: FeedFile) throws {
    let firstStop = points.count
    for (number, node) in try feed.nodes().enumerated() {
      points.append(node.point)
      stations.append(Int32(firstStop + (node.station ?? number)))
      kinds.append(node.kind)
      barredStops.append(node.wheelchair == .impossible)
    }
    for var pathway in try feed.pathways() {
      pathway.origin += firstStop
      pathway.target += firstStop
      pathways.append(pathway)
    }
    for transfer in try feed.transfers() {
      transfers.append(
        FeedFile.Transfer(
          origin: transfer.origin + firstStop, target: transfer.target + firstStop,
          kind: transfer.kind, seconds: transfer.seconds))
    }
    let firstPattern = patterns.count
    var gatherer = try TripGatherer(feed)
    try Task.checkCancellation()
    try gatherer.gather(feed)
    try Task.checkCancellation()
    for group in gatherer.take() { add(group, feed: feeds.count, firstStop: firstStop) }
    feeds.append(
      JourneyNetwork.Feed(
        name: feed.facts.name, calendar: feed.calendar, zone: feed.zone, firstStop: firstStop,
        stopCount: points.count - firstStop, firstPattern: firstPattern,
        patternCount: patterns.count - firstPattern,
        latest: patterns[firstPattern...].map(\.span.latest).max() ?? 0,
        routeNames: try feed.routeNames()))
  }

  /// Trips of one route with one list of stops, as patterns in which nobody overtakes.
  private mutating func add(_ group: TripGroup, feed: Int, firstStop: Int) {
    let stops = Int32(patternStops.count)
    patternStops += group.stops.map { $0 + Int32(firstStop) }
    rules += group.rules
    for lane in group.lanes() {
      let firstTrip = tripRows.count
      let firstEvent = times.count / 2
      for trip in lane {
        tripRows.append(group.trips[trip])
        tripServices.append(group.services[trip])
        for event in group.events(of: trip) {
          times.append(event.arrival)
          times.append(event.departure)
        }
      }
      let run = group.run
      patterns.append(
        JourneyNetwork.Pattern(
          feed: Int32(feed), route: group.route, firstStop: stops,
          stopCount: Int32(group.stops.count), firstTrip: Int32(firstTrip),
          tripCount: Int32(lane.count), firstEvent: firstEvent, runStart: run?.start ?? 0,
          runEnd: run?.until ?? 0, headway: run?.headway ?? 0, isExact: run?.isExact ?? true,
          isBarred: group.isBarred,
          span: JourneyNetwork.Span(times[(firstEvent * 2)...], stops: group.stops.count, run)))
    }
  }
}
