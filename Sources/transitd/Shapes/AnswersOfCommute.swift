internal import CivilTime
internal import IPCProtocol
internal import Values

/// Favourites, leave-bys and alarms in the words of the wire.
extension Answers {
  struct OwnPlace: Shape {
    let name: String
    let place: String

    static let shape = ShapeOf<OwnPlace>(
      named: "OwnPlace", [Member("name", \.name), Member("place", \.place)])

    init(_ place: transitd.OwnPlace) { (name, self.place) = (place.name, place.words) }
  }

  struct OwnPlaces: Shape {
    let places: [OwnPlace]

    static let shape = ShapeOf<OwnPlaces>([Member("places", \.places)])
  }

  struct Favourite: Shape {
    let favourite: Int
    let position: Int
    enum Kind: String, WireWord { case subway, bus, way }

    let kind: Kind
    let name: String
    let stop: String?
    /// Where a way leads.
    let to: String?
    let line: String?
    let direction: Arrival.Direction?
    let routes: [String]
    let alarm: Bool
    /// Line, direction or routes for people; empty where all are meant.
    let wishes: LocalizedText
    /// How many alarms and leave-bys go with it, where it is removed; nil for none.
    var loses: Int?
    /// The same in words, behind the sentence that it is no favourite any more.
    var ended: LocalizedText?

    static let shape = ShapeOf<Favourite>(
      named: "Favourite",
      [
        Member("favourite", \.favourite, .from(1)), Member("position", \.position, .from(1)),
        Member("kind", \.kind), Member("name", \.name), Member("stop", \.stop), Member("to", \.to),
        Member("line", \.line), Member("direction", \.direction), Member("routes", \.routes),
        Member("alarm", \.alarm), Member("wishes", \.wishes), Member("loses", \.loses, .from(1)),
        Member("ended", \.ended),
      ])

    init(_ value: transitd.Favourite, position: Int, hasAlarm: Bool) {
      favourite = value.id
      self.position = position
      name = value.name
      to = value.ends?.to
      switch value.place {
      case .station: (kind, stop) = (.subway, nil)
      case .stop(let number, _): (kind, stop) = (.bus, number)
      case .way: (kind, stop) = (.way, nil)
      }
      line = value.line.map { String($0.id) }
      direction = value.direction
      routes = value.routes
      alarm = hasAlarm
      let english = [value.line?.name.en, value.direction?.title.en] + value.routes
      let korean =
        [value.line.map { $0.name.text(in: .korean) }, value.direction?.title.ko] + value.routes
      wishes = LocalizedText(
        en: english.compactMap { $0 }.joined(separator: ", "),
        ko: korean.compactMap { $0 }.joined(separator: ", "))
    }
  }

  struct Favourites: Shape {
    let favourites: [Favourite]

    static let shape = ShapeOf<Favourites>([Member("favourites", \.favourites)])
  }

  // MARK: Leave-bys

  struct Leave: Shape {
    let leave: Int
    /// Nil for a whole way.
    let favourite: Int?
    let name: String
    let walkSeconds: Double?
    let between: String?
    /// For a whole way: when to be there.
    let arriveBy: Timestamp?
    /// The same on the clocks where the way begins.
    let thereBy: LocalizedText?
    let routes: [String]
    let createdAt: Timestamp
    let state: String
    /// When to leave, by what was told last; nil where that is not known.
    let leaveAt: Timestamp?
    /// The same on the clocks where one leaves, or that it is now.
    let leaveBy: LocalizedText?
    /// What was told last, without the name.
    let text: LocalizedText

    static let shape = ShapeOf<Leave>(
      named: "Leave",
      [
        Member("leave", \.leave, .from(1)), Member("favourite", \.favourite, .from(1)),
        Member("name", \.name), Member("walkSeconds", \.walkSeconds, .seconds),
        Member("between", \.between), Member("arriveBy", \.arriveBy),
        Member("thereBy", \.thereBy),
        Member("routes", \.routes), Member("createdAt", \.createdAt), Member("state", \.state),
        Member("leaveAt", \.leaveAt), Member("leaveBy", \.leaveBy),
        Member("text", \.text),
      ])

    init(_ leave: transitd.Leave, name: String, latest: LeaveEvent?, at now: Timestamp) {
      self.leave = leave.id
      favourite = leave.favourite
      self.name = name
      walkSeconds = leave.walkSeconds
      between = leave.window?.text
      (arriveBy, thereBy) = (nil, nil)
      routes = leave.routes
      createdAt = leave.createdAt
      state = latest?.kind.word ?? "starting"
      (leaveAt, leaveBy) = (latest?.leaveAt, latest?.leaving(KoreaTime.zone, at: now))
      text = latest?.untitled ?? LocalizedText(en: "asking", ko: "조회 중")
    }

    init(_ leave: WayLeave, latest: LeaveEvent?, _ zone: TimeZoneRules?, at now: Timestamp) {
      self.leave = leave.id
      (favourite, walkSeconds, between, routes) = (nil, nil, nil, [])
      name = leave.wish.title
      arriveBy = leave.arriveBy
      let zone = zone ?? KoreaTime.zone
      thereBy = zone.clock(leave.arriveBy, at: now)
      (leaveAt, leaveBy) = (latest?.leaveAt, latest?.leaving(zone, at: now))
      createdAt = leave.createdAt
      state = latest?.kind.word ?? (leave.hasLeft ? "leaveNow" : "starting")
      text =
        latest?.untitled
        ?? (leave.hasLeft
          ? LocalizedText(en: "under way", ko: "가는 중") : LocalizedText(en: "asking", ko: "조회 중"))
    }
  }

  struct Leaves: Shape {
    let leaves: [Leave]

    static let shape = ShapeOf<Leaves>([Member("leaves", \.leaves)])
  }

  struct Dismissed: Shape {
    let leave: Int
    let name: String

    static let shape = ShapeOf<Dismissed>([
      Member("leave", \.leave, .from(1)), Member("name", \.name),
    ])
  }

  // MARK: Alarms

  struct Alarm: Shape {
    let favourite: Int
    let name: String
    let radiusMetres: Int
    /// Absent until a position was reported.
    let inside: Bool?
    let metres: Int?

    static let shape = ShapeOf<Alarm>(
      named: "Alarm",
      [
        Member("favourite", \.favourite, .from(1)), Member("name", \.name),
        Member("radiusMetres", \.radiusMetres, .from(1)), Member("inside", \.inside),
        Member("metres", \.metres, .from(0)),
      ])
  }

  struct Alarms: Shape {
    let alarms: [Alarm]
    /// Whether positions come from gpsd, or only from `transit near`.
    let gpsd: Bool

    static let shape = ShapeOf<Alarms>([Member("alarms", \.alarms), Member("gpsd", \.gpsd)])
  }

  struct NearPlace: Shape {
    let favourite: Int
    let name: String
    let metres: Int
    /// Whether this report has fired its alarm.
    let alarm: Bool
    let next: LocalizedText
    let place: PlaceAnswer?

    static let shape = ShapeOf<NearPlace>([
      Member("favourite", \.favourite, .from(1)), Member("name", \.name),
      Member("metres", \.metres, .from(0)), Member("alarm", \.alarm), Member("next", \.next),
      Member("place", \.place),
    ])
  }

  struct Near: Shape {
    let places: [NearPlace]

    static let shape = ShapeOf<Near>([Member("places", \.places)])
  }
}
