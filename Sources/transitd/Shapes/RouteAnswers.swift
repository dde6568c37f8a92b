internal import IPCProtocol
internal import Values

extension Answers {
  /// Ways from one place to another.
  struct Journeys: Shape {
    let from: String
    let to: String
    let at: Timestamp
    let zone: String
    let journeys: [Journey]
    let source: Source
    /// The reason where there is no way.
    let why: LocalizedText?
    let notes: [Note]
    let alerts: [Alert]
    /// All ways with their parts in one list, as people read them.
    let rows: [WayRow]
    let remark: LocalizedText

    enum Source: String, WireWord {
      /// No vehicle of these ways is one that real time speaks of.
      case timetable
      case realtime
    }

    static let shape = ShapeOf<Journeys>(
      named: "Journeys",
      [
        Member("from", \.from), Member("to", \.to), Member("at", \.at), Member("zone", \.zone),
        Member("journeys", \.journeys), Member("source", \.source), Member("why", \.why),
        Member("notes", \.notes), Member("alerts", \.alerts), Member("rows", \.rows),
        Member("remark", \.remark),
      ])
  }

  /// One way: walks and rides in order.
  struct Journey: Shape, Hashable {
    let departure: Timestamp
    let arrival: Timestamp
    let seconds: Int
    let transfers: Int
    let walkSeconds: Int
    /// What is walked in these seconds, at the speed that was asked about.
    let walkMeters: Int
    let text: LocalizedText
    var legs: [Leg]

    static let shape = ShapeOf<Journey>(
      named: "Journey",
      [
        Member("departure", \.departure), Member("arrival", \.arrival),
        Member("seconds", \.seconds, .from(0)), Member("transfers", \.transfers, .from(0)),
        Member("walkSeconds", \.walkSeconds, .from(0)),
        Member("walkMeters", \.walkMeters, .from(0)), Member("text", \.text),
        Member("legs", \.legs),
      ])
  }

  struct Leg: Shape, Hashable {
    enum Kind: String, WireWord { case walk, ride }

    /// An end of a leg.
    struct End: Shape, Hashable {
      /// `FEED:STOP`, as `transit.departures` takes it; nil of what is no stop of a timetable.
      let id: String?
      let name: String

      static let shape = ShapeOf<End>(
        named: "LegEnd", [Member("id", \.id), Member("name", \.name)])
    }

    let kind: Kind
    let from: End
    let to: End
    let departure: Timestamp
    let arrival: Timestamp
    let seconds: Int
    /// Before a vehicle leaves.
    var waitSeconds = 0
    var platform: String?
    /// The id of the route, and what riders call it.
    var route: String?
    var routeName: String?
    var headsign: String?
    /// How many stops later to get out.
    var stops: Int?
    var feed: String?
    var trip: String?
    var serviceDate: String?
    var headwaySeconds: Int?
    var boarding: transitd.Departure.Boarding?
    /// Whether its times are as real time has them.
    var realtime = false
    /// True where the vehicle does not run any more: in a way that broke.
    var cancelled: Bool?
    /// Whether the timetable does not have the vehicle.
    var extra = false
    /// Behind the timetable where one gets in.
    var delaySeconds: Int?

    static let shape = ShapeOf<Leg>(
      named: "Leg",
      [
        Member("kind", \.kind), Member("from", \.from), Member("to", \.to),
        Member("departure", \.departure), Member("arrival", \.arrival),
        Member("seconds", \.seconds, .from(0)), Member("waitSeconds", \.waitSeconds, .from(0)),
        Member("platform", \.platform), Member("route", \.route),
        Member("routeName", \.routeName), Member("headsign", \.headsign),
        Member("stops", \.stops, .from(1)), Member("feed", \.feed), Member("trip", \.trip),
        Member("serviceDate", \.serviceDate),
        Member("headwaySeconds", \.headwaySeconds, .from(1)), Member("boarding", \.boarding),
        Member("realtime", \.realtime), Member("cancelled", \.cancelled),
        Member("extra", \.extra), Member("delaySeconds", \.delaySeconds),
      ])
  }

  /// A way, or a part of it, as a line of a table; a way that is one part is one line.
  struct WayRow: Shape, Hashable {
    enum Kind: String, WireWord { case way, walk, ride }

    /// The number of the way, from 1.
    let way: Int
    /// The same, in its first line alone.
    let number: Int?
    let kind: Kind
    /// The clocks where the way begins.
    let leaves: LocalizedText
    let title: LocalizedText
    let to: String
    let arrives: LocalizedText
    let remark: LocalizedText

    static let shape = ShapeOf<WayRow>(
      named: "WayRow",
      [
        Member("way", \.way, .from(1)), Member("number", \.number, .from(1)),
        Member("kind", \.kind), Member("leaves", \.leaves), Member("title", \.title),
        Member("to", \.to), Member("arrives", \.arrives), Member("remark", \.remark),
      ])
  }

  /// The end of a way that was followed.
  struct WayEnd: Shape {
    let to: String
    let arrivedAt: Timestamp

    static let shape = ShapeOf<WayEnd>(
      named: "WayEnd", [Member("to", \.to), Member("arrivedAt", \.arrivedAt)])
  }
}

/// What somebody who follows a way is told.
struct WayEvent: Shape {
  enum Kind: String, WireWord {
    /// The way to follow.
    case way
    /// The same way at other times.
    case times
    /// It does not work any more; with another one where there is one.
    case broken
    /// Two minutes are left, or none.
    case soon, leaveNow

    /// Whether it is worth a word on the desktop.
    var isUrgent: Bool {
      switch self {
      case .way, .times: false
      case .broken, .soon, .leaveNow: true
      }
    }
  }

  let kind: Kind
  let at: Timestamp
  let text: LocalizedText
  /// The way that is followed from now on; none where the one that broke has no other.
  var journey: Answers.Journey?
  /// The way that broke, as it would be by now.
  var brokenJourney: Answers.Journey?

  static let shape = ShapeOf<WayEvent>(
    named: "WayEvent",
    [
      Member("kind", \.kind), Member("at", \.at), Member("text", \.text),
      Member("journey", \.journey), Member("brokenJourney", \.brokenJourney),
    ])
}
