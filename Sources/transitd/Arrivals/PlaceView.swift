internal import IPCProtocol
internal import Values

/// What is known of a place, as somebody wants to see it at a moment.
struct PlaceView: Hashable {
  let place: PlaceKey
  /// The name for people; a stop has a number besides.
  let name: String
  var lines: [SubwayLine] = []
  var filter = ArrivalList.Filter()
}

extension PlaceKey {
  /// The name for people.
  var name: String {
    switch self {
    case .station(let name): name
    case .stop(let number): PlaceSearch.bundled.stop(number: number)?.name ?? number
    }
  }

  var point: GeoPoint? {
    switch self {
    case .station(let name): PlaceSearch.bundled.station(name)?.point
    case .stop(let number): PlaceSearch.bundled.stop(number: number)?.point
    }
  }
}

extension PlaceView {
  /// Where it is; nil for a place that the tables do not have.
  var point: GeoPoint? { place.point }

  init(_ station: Station, _ filter: ArrivalList.Filter = .init()) {
    self.init(
      place: .station(station.name), name: station.name, lines: station.lines, filter: filter)
  }

  init(_ stop: BusStop, _ filter: ArrivalList.Filter = .init()) {
    self.init(place: .stop(stop.number ?? stop.id), name: stop.name, filter: filter)
  }
}

/// What comes to a place and what is to be said about it.
struct PlaceReport {
  let arrivals: [Arrival]
  let notes: [Note]
  let heardAt: Timestamp?
  let source: Arrival.Source

  /// Puts together what is known.
  ///
  /// - Parameters:
  ///   - view: What is wanted.
  ///   - snapshot: What the portal said last, however long ago.
  ///   - trouble: Why the last attempt gave nothing.
  ///   - now: The moment that times are counted from.
  ///   - timetable: Departures to fall back on; asked only where nothing live is known.
  init(
    _ view: PlaceView, snapshot: Snapshot?, trouble: PortalTrouble?, at now: Timestamp,
    timetable: () -> [Arrival]
  ) {
    let live = (snapshot?.arrivals ?? []).filter(view.filter.takes)
    let hasFuture = live.contains { Self.tellsSomething($0, at: now) }
    let scheduled = hasFuture ? [] : timetable().filter(view.filter.takes)
    arrivals = ArrivalList.sorted(live + scheduled, at: now)
    heardAt = snapshot?.receivedAt
    source = hasFuture || scheduled.isEmpty ? .live : .timetable
    var notes: [Note] = []
    if let trouble { notes.append(Self.note(trouble, snapshot, at: now)) }
    if !scheduled.isEmpty {
      notes.append(
        Note("timetable", "no live times; the timetable says", "실시간 정보가 없어 시간표를 보여 줍니다"))
    } else if live.isEmpty, let snapshot {
      notes.append(Self.empty(snapshot, isFiltered: !snapshot.arrivals.isEmpty))
    }
    if let snapshot, let total = snapshot.total, total > snapshot.rows, snapshot.rows > 0 {
      notes.append(
        Note(
          "partial", "only \(snapshot.rows) of \(total) trains: the key shows no more",
          "\(total)건 중 \(snapshot.rows)건만 보입니다(인증키 제한)"))
    }
    self.notes = notes
  }

  /// Whether somebody who waits learns anything from it.
  private static func tellsSomething(_ arrival: Arrival, at now: Timestamp) -> Bool {
    guard arrival.state.isUnderWay else { return false }
    let time = HonestTime(arrival, at: now)
    return !time.isStale && !time.isPast && (time.seconds != nil || arrival.stopsAway != nil)
  }

  private static func note(
    _ trouble: PortalTrouble, _ snapshot: Snapshot?, at now: Timestamp
  ) -> Note {
    let age = snapshot.map { max(0, Int(now.seconds(since: $0.receivedAt))) }
    let (en, ko) =
      age.map { age in
        let text = ArrivalText.duration(max(1, age))
        return ("; what is shown is \(text.en) old", " \(text.ko ?? "") 전 정보입니다.")
      } ?? ("", "")
    let refusal = trouble.refusal
    let sentence = refusal.sentence
    return Note("\(refusal.reason)", sentence.en + en, sentence.text(in: .korean) + ko)
  }

  private static func empty(_ snapshot: Snapshot, isFiltered: Bool) -> Note {
    if isFiltered {
      return Note("nothingMatches", "nothing on that line, way or route", "해당 노선이나 방향의 정보가 없습니다")
    }
    switch snapshot.emptiness {
    case .serviceEnded:
      return Note("serviceEnded", "no more service today", "오늘 운행이 끝났습니다")
    case .noSuchStop, .noSuchRoute:
      return Note("unknownThere", "the portal does not know this place", "포털에 없는 곳입니다")
    case .noData, nil:
      return Note("noData", "nothing is on its way", "오고 있는 열차나 버스가 없습니다")
    }
  }
}
