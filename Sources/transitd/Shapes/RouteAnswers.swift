internal import IPCProtocol
internal import Values

extension Answers {
  /// Ways, and the parts of all of them in one list.
  struct Ways: Shape {
    let from: String
    let to: String
    let at: Timestamp
    let zone: String
    let ways: [Way]
    let legs: [Leg]
    let source: Source
    let notes: [Note]
    let alerts: [Alert]
    let remark: LocalizedText

    enum Source: String, WireWord {
      /// No vehicle of these ways is one that real time speaks of.
      case timetable
      case realtime
    }

    static let shape = ShapeOf<Ways>(
      named: "Ways",
      [
        Member("from", \.from), Member("to", \.to), Member("at", \.at), Member("zone", \.zone),
        Member("ways", \.ways), Member("legs", \.legs), Member("source", \.source),
        Member("notes", \.notes), Member("alerts", \.alerts),
        Member("remark", \.remark),
      ])
  }

  struct Way: Shape, Hashable {
    /// From 1.
    let way: Int
    let leavesAt: Timestamp
    let arrivesAt: Timestamp
    let seconds: Int
    let transfers: Int
    let walkSeconds: Int
    let text: LocalizedText

    static let shape = ShapeOf<Way>(
      named: "Way",
      [
        Member("way", \.way, .from(1)), Member("leavesAt", \.leavesAt),
        Member("arrivesAt", \.arrivesAt), Member("seconds", \.seconds, .from(0)),
        Member("transfers", \.transfers, .from(0)),
        Member("walkSeconds", \.walkSeconds, .from(0)), Member("text", \.text),
      ])
  }

  struct Leg: Shape, Hashable {
    enum Kind: String, WireWord { case walk, ride }

    let way: Int
    let kind: Kind
    let leavesAt: Timestamp
    let arrivesAt: Timestamp
    /// The clocks where the way begins.
    let leaves: LocalizedText
    let arrives: LocalizedText
    let seconds: Int
    /// Before a vehicle leaves.
    let waitSeconds: Int
    let from: String
    let to: String
    var platform: String?
    var route: String?
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
    /// Whether the timetable does not have the vehicle.
    var extra = false
    /// Behind the timetable where one gets in.
    var delaySeconds: Int?
    let title: LocalizedText
    let remark: LocalizedText

    static let shape = ShapeOf<Leg>(
      named: "Leg",
      [
        Member("way", \.way, .from(1)), Member("kind", \.kind), Member("leavesAt", \.leavesAt),
        Member("arrivesAt", \.arrivesAt), Member("leaves", \.leaves),
        Member("arrives", \.arrives), Member("seconds", \.seconds, .from(0)),
        Member("waitSeconds", \.waitSeconds, .from(0)), Member("from", \.from),
        Member("to", \.to), Member("platform", \.platform), Member("route", \.route),
        Member("headsign", \.headsign), Member("stops", \.stops, .from(1)),
        Member("feed", \.feed), Member("trip", \.trip), Member("serviceDate", \.serviceDate),
        Member("headwaySeconds", \.headwaySeconds, .from(1)), Member("boarding", \.boarding),
        Member("realtime", \.realtime), Member("extra", \.extra),
        Member("delaySeconds", \.delaySeconds),
        Member("title", \.title), Member("remark", \.remark),
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
  var way: Answers.Way?
  var legs: [Answers.Leg] = []

  static let shape = ShapeOf<WayEvent>(
    named: "WayEvent",
    [
      Member("kind", \.kind), Member("at", \.at), Member("text", \.text), Member("way", \.way),
      Member("legs", \.legs),
    ])
}
