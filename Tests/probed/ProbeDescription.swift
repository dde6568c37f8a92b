internal import DaemonRuntime
internal import IPCProtocol

/// A domain that no real one is: calls that take as long as a test wants, and calls that go wrong.
enum ProbeDescription {
  static let domain = DomainDescription(
    domain: "probe", version: "1.0.0", exec: "probed",
    summary: LocalizedText(en: "Do what tests of the runtime need"),
    methods: [
      wait, toil, tell, release, seen, add, addLater, addPrepared, count, fault, refuse, log,
      follow, file, keepFile,
    ],
    errors: [ErrorDescription(refused, message: LocalizedText(en: "refused", ko: "거절됨"))])

  static let refused = WireError.Kind(code: 1001, name: "probe.refused")

  private static let name = ParameterDescription(
    "name", .string, required: true, LocalizedText(en: "the name of what is waited for"))
  private static let number = ParameterDescription(
    "count", .integer(), required: true, LocalizedText(en: "how many rows"))

  /// Slow work: ends when it is released by name.
  static let wait = MethodDescription(
    "probe.wait", summary: LocalizedText(en: "Wait until released"), parameters: [name])
  /// Slow work that does not listen to cancellation.
  static let toil = MethodDescription(
    "probe.toil", summary: LocalizedText(en: "Work on until released"), parameters: [name])
  static let tell = MethodDescription(
    "probe.tell", summary: LocalizedText(en: "Add a row and say the name"), access: .write,
    parameters: [name])
  static let release = MethodDescription(
    "probe.release", summary: LocalizedText(en: "Release who waits"), parameters: [name])
  static let seen = MethodDescription(
    "probe.seen", summary: LocalizedText(en: "How many wait, and were cancelled"))
  static let add = MethodDescription(
    "probe.add", summary: LocalizedText(en: "Add rows"), access: .write,
    parameters: [
      number,
      ParameterDescription(
        "fails", .boolean, LocalizedText(en: "have a defect after the last row")),
    ])
  /// Slow work that makes a change of the daemon's own.
  static let addLater = MethodDescription(
    "probe.addLater", summary: LocalizedText(en: "Add rows beside requests"), access: .admin,
    parameters: [
      number,
      ParameterDescription("name", .string, LocalizedText(en: "what is waited for first")),
    ])
  /// A change of which the larger part is prepared beside the loop.
  static let addPrepared = MethodDescription(
    "probe.addPrepared", summary: LocalizedText(en: "Add rows, prepared beside requests"),
    access: .write,
    parameters: [
      number,
      ParameterDescription("name", .string, LocalizedText(en: "what is waited for first")),
      ParameterDescription("text", .string, LocalizedText(en: "what makes the request long")),
    ])
  static let count = MethodDescription(
    "probe.count", summary: LocalizedText(en: "How many rows there are"))
  static let fault = MethodDescription(
    "probe.fault", summary: LocalizedText(en: "Have a defect"))
  static let refuse = MethodDescription(
    "probe.refuse", summary: LocalizedText(en: "Refuse after a while"), parameters: [name])
  static let log = MethodDescription(
    "probe.log", summary: LocalizedText(en: "Write an entry"), parameters: [name])
  private static let passed = ParameterDescription(
    "file", .string, required: true, LocalizedText(en: "a file"), source: .descriptor)
  /// Copies what is passed.
  static let file = MethodDescription(
    "probe.file", summary: LocalizedText(en: "Count the bytes of a file"), parameters: [passed],
    command: CommandDescription(["file"], positionals: ["file"]))
  /// Keeps what is passed until it is released by name.
  static let keepFile = MethodDescription(
    "probe.keepFile", summary: LocalizedText(en: "Keep a file"), parameters: [name, passed])
  static let follow = MethodDescription(
    "probe.follow", summary: LocalizedText(en: "Follow the count"), isStream: true)
}
