internal import IPCProtocol

/// The board as clients know it: what `projectd --describe` prints and `rpc.discover` answers.
enum ProjectDescription {
  static let domain = DomainDescription(
    domain: "project", version: "1.0.0", exec: "projectd",
    summary: LocalizedText(
      en: "Keep projects on a board: todo, doing, done",
      ko: "프로젝트 매니저: 할 일, 하는 일, 한 일 보드"),
    methods: [
      add, list, show, edit, remove, move, board, watch, next, history, undo, redo,
      `import`, export, sync, syncAdd, syncRun, syncStatus, syncRemove, syncChanges, syncMerge,
    ],
    errors: ProjectError.Reason.allCases.map { ErrorDescription($0.kind, message: $0.text) },
    schemas: ProjectSchemas.all)

  // MARK: Shared by the methods

  static func text(_ en: String, _ ko: String) -> LocalizedText { LocalizedText(en: en, ko: ko) }

  static func message(_ en: String, _ ko: String) -> Rendering {
    .message(.text(text(en, ko)))
  }

  static let zone = ParameterDescription(
    "zone", .string(minLength: 1, maxLength: 128),
    text(
      "the time zone of whoever asks, as Asia/Seoul; days and times are meant in it",
      "날짜와 시각의 기준 시간대 (예: Asia/Seoul)"), source: .timeZone)

  static let due = ParameterDescription(
    "due", .string(maxLength: 400),
    text(
      "deadline: 2026-11-21, tomorrow, fri, +3d, eom, \"fri 15:00\", none",
      "마감: 2026-11-21, 내일, 금요일, 3일 후, 월말, \"금요일 15:00\", 없음"))

  static let repeats = ParameterDescription(
    "repeats", .string(maxLength: 1000),
    text(
      "daily, weekly, \"every 2 weeks\", \"every mon\", an RRULE (RFC 5545), none",
      "매일, 매주, 2주마다, 매주 월요일, RRULE(RFC 5545), 없음"))

  static let id = ParameterDescription(
    "id", ProjectSchemas.id, required: true,
    text("the number, the UUID, or how it starts", "번호, UUID 또는 UUID의 앞부분"),
    completion: everyID)

  static let everyID = CompletionSource(method: "project.board", values: "/*/items/*/id")

  static func limit(
    _ maximum: Int64, _ usual: Int?, _ en: String, _ ko: String
  ) -> ParameterDescription {
    ParameterDescription(
      "limit", .integer(1, maximum, default: usual.map(Int64.init)), text(en, ko))
  }

  static let overdueStyle = [StyleRule(when: "/overdue", is: true, use: .danger)]
}
