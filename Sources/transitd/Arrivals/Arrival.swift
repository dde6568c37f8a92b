internal import IPCProtocol
internal import Values

/// One vehicle on its way to a place, as its source says; what is not said is nil.
struct Arrival: Equatable {
  enum Source: String, WireWord { case live, timetable }

  /// A train's line, or a bus's route.
  enum Service: Hashable {
    case subway(SubwayLine)
    case bus(BusRoute)
    /// A route of an imported timetable, by its short name.
    case scheduled(String)
  }

  enum Direction: String, WireWord { case up, down, inner, outer }

  /// Where the vehicle is in its approach.
  enum State: String, WireWord {
    /// Somewhere on the line before this place.
    case running
    case approaching
    case arrived
    /// Gone from here.
    case departed
    /// At the start of its route, or turning: it has not set out.
    case waiting
    /// Runs no more today.
    case ended
    /// The source says something that we do not know.
    case unknown

    /// Whether it will still come here, sooner or later.
    var isComing: Bool { self != .departed && self != .ended }
    /// Whether it has set out and will still come here.
    var isUnderWay: Bool { isComing && self != .waiting }
  }

  /// What the source says about the time that is left, as of ``measuredAt``.
  enum Claim: Equatable {
    case seconds(Int)
    case now
    case unknown
  }

  var source = Source.live
  var service: Service
  var direction: Direction?
  /// The station or stop as the source names it.
  var stop: String?
  var destination: String?
  /// The next place on its way, or the direction's name.
  var via: String?
  /// A train's number or a bus's plate; nil where it has none yet.
  var vehicle: String?
  var state: State
  var claim: Claim
  var stopsAway: Int?
  /// Where the vehicle is now.
  var place: String?
  /// The source's own words, for what has no other member.
  var message: String?
  /// When the source measured it; nil where it does not say.
  var measuredAt: Timestamp?
  var isExpress = false
  /// 급행, ITX, 특급, as the source writes it; nil for an ordinary train.
  var expressKind: String?
  var isLast = false
  var crowding: Crowding?
  var bus: BusKind?
  /// Its route does not go as usual, the portal says.
  var isDetour = false
  /// The hours of a bus's route, and minutes between two of its buses.
  var firstBus: BusHour?
  var lastBus: BusHour?
  var everyMinutes: Int?
  /// How long one station takes on its line, for trains whose seconds nobody sends.
  var pace: StopPace?
  /// Scheduled time of a timetable's departure.
  var scheduledAt: Timestamp?
  /// Seconds behind the timetable, where real time and timetable are both known.
  var delaySeconds: Int?

  /// Words of the source that say neither when it comes nor where it is, as of a disruption.
  var notice: String? {
    let says = claim != .unknown || stopsAway != nil || place != nil
    return (state == .running || state == .unknown) && !says ? message : nil
  }

  init(_ service: Service, state: State, claim: Claim) {
    self.service = service
    self.state = state
    self.claim = claim
  }
}

enum Crowding: String, WireWord { case light, normal, full, veryFull }

enum BusKind: String, WireWord { case normal, lowFloor, articulated }

/// A bus route: its number for people and, where the source gives it, its id.
struct BusRoute: Hashable {
  enum Kind: String, WireWord {
    case shared, airport, village, trunk, branch, loop, metropolitan, incheon, gyeonggi, closed
  }

  var name: String
  var id: String?
  var kind: Kind?

  init(name: String, id: String? = nil, kind: Kind? = nil) {
    self.name = name
    self.id = id
    self.kind = kind
  }
}
