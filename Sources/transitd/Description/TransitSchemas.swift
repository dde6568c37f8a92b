internal import IPCProtocol

/// The shapes that answers share.
enum TransitSchemas {
  static let all = [
    NamedSchema(
      "Title", .object([.init("en", .string), .init("ko", .string)], optional: ["ko"])),
    NamedSchema("Arrival", arrival),
    NamedSchema(
      "Note", .object([.init("note", .string), .init("text", title)])),
    NamedSchema("Place", place),
    NamedSchema("FoundPlace", foundPlace),
    NamedSchema("Favourite", favourite),
    NamedSchema("Leave", leave),
    NamedSchema("Account", account),
    NamedSchema("Train", train),
    NamedSchema("Route", route),
    NamedSchema(
      "Alarm",
      .object(
        [
          .init("favourite", .integer(1)), .init("name", .string),
          .init("radiusMetres", .integer(1)), .init("inside", .boolean),
          .init("metres", .integer(0)),
        ], optional: ["inside", "metres"])),
    NamedSchema("Feed", feed),
    NamedSchema("Departures", departures),
  ]

  static let title = JSONSchema.reference("Title")
  static let time = JSONSchema.string(format: .dateTime)

  private static func texts(_ names: String...) -> [JSONSchema.Property] {
    names.map { .init($0, .string) }
  }

  private static let arrival: JSONSchema = {
    let always: [JSONSchema.Property] =
      texts("kind", "line") + [
        .init("lineName", title),
        .init("state", .oneOf(Arrival.State.allCases.map(\.rawValue))), .init("stateName", title),
        .init("when", title), .init("stale", .boolean), .init("express", .boolean),
        .init("last", .boolean), .init("source", .oneOf(["live", "timetable"])),
      ]
    let known: [JSONSchema.Property] =
      [
        .init("direction", .oneOf(Arrival.Direction.allCases.map(\.rawValue))),
        .init("directionName", title), .init("seconds", .integer(0)), .init("arrivesAt", time),
        .init("stopsAway", .integer(0)), .init("ageSeconds", .integer(0)), .init("remark", title),
        .init("crowding", .oneOf(Crowding.allCases.map(\.rawValue))), .init("crowdingName", title),
        .init("vehicleKind", .oneOf(BusKind.allCases.map(\.rawValue))),
        .init("scheduledAt", time), .init("delaySeconds", .integer()),
      ] + texts("stop", "destination", "via", "vehicle", "place", "message", "expressKind")
    return .object(always + known, optional: known.map(\.name))
  }()

  private static let place = JSONSchema.object(
    [
      .init("name", .string), .init("kind", .oneOf(["subway", "bus"])), .init("number", .string),
      .init("lines", .array(of: .string)), .init("lineNames", title), .init("at", time),
      .init("heardAt", time), .init("source", .oneOf(["live", "timetable"])),
      .init("arrivals", .array(of: .reference("Arrival"))),
      .init("notes", .array(of: .reference("Note"))), .init("remark", title),
    ], optional: ["number", "lines", "lineNames", "heardAt"])

  private static let foundPlace = JSONSchema.object(
    [
      .init("kind", .oneOf(["subway", "bus"])), .init("name", .string), .init("id", .string),
      .init("lines", .array(of: .string)), .init("lineNames", title),
      .init("lat", .number(-90, 90)),
      .init("lon", .number(-180, 180)), .init("metres", .integer(0)),
    ], optional: ["id", "metres"])

  private static let favourite = JSONSchema.object(
    [
      .init("favourite", .integer(1)), .init("position", .integer(1)),
      .init("kind", .oneOf(["subway", "bus"])), .init("name", .string), .init("stop", .string),
      .init("line", .string), .init("direction", .string), .init("routes", .array(of: .string)),
      .init("alarm", .boolean), .init("wishes", title),
    ], optional: ["stop", "line", "direction"])

  private static let leave = JSONSchema.object(
    [
      .init("leave", .integer(1)), .init("favourite", .integer(1)), .init("name", .string),
      .init("walkSeconds", .duration(0)), .init("between", .string),
      .init("routes", .array(of: .string)), .init("createdAt", time), .init("state", .string),
      .init("text", title),
    ], optional: ["between"])

  private static let account = JSONSchema.object([
    .init("portal", .oneOf(QuotaBook.Portal.allCases.map(\.rawValue))), .init("portalName", title),
    .init("used", .integer(0)), .init("daily", .integer(1)), .init("left", .integer(0)),
    .init("reserve", .integer(0)), .init("share", .number(0, 1)), .init("exhausted", .boolean),
    .init("resetsAt", time), .init("key", .oneOf(KeyRing.Origin.allCases.map(\.rawValue))),
    .init("keyName", title),
  ])

  private static let train = JSONSchema.object(
    [
      .init("train", .string), .init("station", .string), .init("destination", .string),
      .init("direction", .string), .init("directionName", title), .init("motion", .string),
      .init("motionName", title), .init("express", .boolean), .init("last", .boolean),
      .init("ageSeconds", .integer(0)),
    ], optional: ["destination", "direction", "directionName", "ageSeconds"])

  private static let route = JSONSchema.object(
    [
      .init("route", .string), .init("kind", .string), .init("from", .string),
      .init("to", .string), .init("everyMinutes", .integer(1)),
    ], optional: ["kind", "from", "to", "everyMinutes"])

  private static let feed = JSONSchema.object(
    texts("feed", "agency", "source", "zone", "validFrom", "validTo") + [
      .init("realtime", .boolean), .init("importedAt", time), .init("expired", .boolean),
      .init("remark", title), .init("stops", .integer(0)), .init("routes", .integer(0)),
      .init("trips", .integer(0)), .init("stopTimes", .integer(0)),
    ], optional: ["validFrom", "validTo"])

  private static let departures: JSONSchema = {
    let departure = JSONSchema.object(
      texts("route", "headsign", "stop", "platform", "trip", "serviceDate") + [
        .init("scheduledAt", time), .init("departsAt", time), .init("seconds", .integer(0)),
        .init("clock", title), .init("delaySeconds", .integer()),
        .init("realtime", .oneOf(Departure.Realtime.allCases.map(\.rawValue))),
        .init("remark", title), .init("cancelled", .boolean), .init("headwaySeconds", .integer(1)),
      ], optional: ["headsign", "platform", "delaySeconds", "headwaySeconds"])
    return .object(
      texts("feed", "stop", "name", "zone") + [
        .init("at", time), .init("source", .oneOf(["timetable", "realtime"])),
        .init("departures", .array(of: departure)),
        .init("notes", .array(of: .reference("Note"))), .init("remark", title),
      ])
  }()
}
