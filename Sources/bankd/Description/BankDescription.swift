internal import IPCProtocol

/// The bank as clients know it: what `bankd --describe` prints and `rpc.discover` answers.
enum BankDescription {
  static let domain = DomainDescription(
    domain: "bank", version: "1.0.0", exec: "bankd",
    summary: LocalizedText(
      en: "Run a bank branch: its waiting line, its tellers, its day",
      ko: "은행 창구 매니저: 대기줄, 창구, 하루 업무"),
    methods: [
      run, open, close, reset, add, take, leave, board, watch, next, done, noShow, recall,
      transfer, tellerList, tellerAdd, tellerRemove, tellerPause, tellerResume, serviceList,
      serviceSet, report,
    ],
    errors: BankError.Reason.allCases.map { ErrorDescription($0.kind, message: $0.text) },
    schemas: BankSchemas.all)

  // MARK: Shared by the methods

  static func text(_ en: String, _ ko: String) -> LocalizedText { LocalizedText(en: en, ko: ko) }

  static func message(_ en: String, _ ko: String) -> Rendering {
    .message(.text(text(en, ko)))
  }

  static func cases(by pointer: String, _ cases: [(String, String, String)]) -> Rendering {
    .message(.cases(by: pointer, cases.map { MessageCase($0.0, text($0.1, $0.2)) }))
  }

  static func service(required: Bool, _ en: String, _ ko: String) -> ParameterDescription {
    ParameterDescription(
      "service", .string(minLength: 1, maxLength: 64), required: required, text(en, ko),
      completion: CompletionSource(method: "bank.service.list", values: "/services/*/service"))
  }

  static let grade = ParameterDescription(
    "grade", .oneOf(Grade.allCases.map(\.word), default: Grade.normal.word),
    text("rank within the service: vvip before vip before normal", "등급: VVIP, VIP, 일반 순서"))

  static let teller = ParameterDescription(
    "teller", .integer(), required: true, text("the teller's number", "창구 번호"),
    completion: CompletionSource(method: "bank.teller.list", values: "/tellers/*/teller"))
}
