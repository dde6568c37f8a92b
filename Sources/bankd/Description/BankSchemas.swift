internal import IPCProtocol

/// The shapes that answers share.
enum BankSchemas {
  static let all = [
    NamedSchema(
      "Title", .object([.init("en", .string), .init("ko", .string)], optional: ["ko"])),
    NamedSchema("Grade", .oneOf(Grade.allCases.map(\.word))),
    NamedSchema(
      "Ticket",
      .object([
        .init("number", .integer(1)), .init("service", .string), .init("serviceName", title),
        .init("grade", .reference("Grade")), .init("takenAt", .string(format: .dateTime)),
      ])),
    NamedSchema(
      "Estimate",
      .object([.init("p50Seconds", .duration(0)), .init("p90Seconds", .duration(0))])),
    NamedSchema(
      "ClosingLine",
      .object([.init("served", .integer(0)), .init("businessSeconds", .duration(0))])),
    NamedSchema(
      "Handled",
      .object([
        .init("ticket", ticket), .init("teller", .integer(1)),
        .init("waitedSeconds", .duration(0)), .init("elapsedSeconds", .duration(0)),
      ])),
    NamedSchema("Teller", tellerSchema),
    NamedSchema("Service", serviceSchema),
    NamedSchema("Board", board),
    NamedSchema("ReportRow", reportRow),
  ]

  static let title = JSONSchema.reference("Title")
  static let ticket = JSONSchema.reference("Ticket")
  static let time = JSONSchema.string(format: .dateTime)

  private static let tellerSchema = JSONSchema.object(
    [
      .init("teller", .integer(1)), .init("services", .array(of: .string)),
      .init("serviceNames", title),
      .init("mode", .oneOf(Teller.Mode.allCases.map(\.rawValue))),
      .init("modeName", title), .init("state", .oneOf(["idle", "serving", "paused", "pausing"])),
      .init("stateName", title),
      .init("ticket", .integer(1)), .init("elapsedSeconds", .duration(0)),
    ], optional: ["ticket", "elapsedSeconds"])

  private static let serviceSchema = JSONSchema.object(
    [
      .init("service", .string), .init("name", title),
      .init("distribution", .oneOf(["fixed", "exponential", "uniform", "empirical"])),
      .init("distributionName", title),
      .init("meanSeconds", .duration(0)), .init("minimumSeconds", .duration(0)),
      .init("maximumSeconds", .duration(0)), .init("samples", .integer(1)),
      .init("waiting", .integer(0)), .init("tellers", .array(of: .integer(1))),
    ], optional: ["minimumSeconds", "maximumSeconds", "samples"])

  private static let board: JSONSchema = {
    let card: [JSONSchema.Property] = [
      .init("number", .integer(1)), .init("service", .string), .init("serviceName", title),
      .init("grade", .reference("Grade")),
    ]
    let waiting = JSONSchema.object(card + [.init("waitedSeconds", .duration(0))])
    let serving = JSONSchema.object(
      card + [.init("teller", .integer(1)), .init("elapsedSeconds", .duration(0))])
    let clock = JSONSchema.object([.init("timer", .string), .init("phase", title)])
    return .object([
      .init("open", .boolean), .init("phase", .oneOf(["closed", "open", "closing"])),
      .init("businessSeconds", .duration(0)), .init("served", .integer(0)),
      .init("waitingCount", .integer(0)), .init("servingCount", .integer(0)),
      .init("waiting", .array(of: waiting)), .init("serving", .array(of: serving)),
      .init("clock", .array(of: clock)),
    ])
  }()

  private static let reportRow: JSONSchema = {
    let counts = ["left", "sentHome", "estimates"]
    let durations = [
      "meanWaitSeconds", "p50WaitSeconds", "p90WaitSeconds", "maxWaitSeconds",
      "meanServiceSeconds", "busySeconds", "dutySeconds",
    ]
    let shares = ["utilisation", "withinP50", "withinP90"]
    let always: [JSONSchema.Property] = [
      .init("kind", .oneOf(["service", "teller", "branch"])), .init("name", title),
      .init("served", .integer(0)), .init("noShows", .integer(0)),
      .init("transferred", .integer(0)),
    ]
    return .object(
      always + [.init("service", .string), .init("teller", .integer(1))]
        + counts.map { .init($0, .integer(0)) } + durations.map { .init($0, .duration(0)) }
        + shares.map { .init($0, .number(0, 1)) },
      optional: ["service", "teller"] + counts + durations + shares)
  }()
}
