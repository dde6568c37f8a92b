internal import IPCProtocol

/// Tellers, and what a person at a manual one does.
extension BankDescription {
  static let tellerList = MethodDescription(
    "bank.teller.list", summary: text("Show the tellers", "창구 목록"),
    result: .object([.init("tellers", .array(of: .reference("Teller")))]),
    command: CommandDescription(["teller", "list"], examples: ["matectl bank teller list"]),
    render: .table(
      TableTemplate(
        rows: "/tellers",
        columns: [
          TableColumn(text("Teller", "창구"), "/teller", format: "integer"),
          TableColumn(text("Services", "업무"), "/serviceNames"),
          TableColumn(text("Mode", "방식"), "/modeName"),
          TableColumn(
            text("State", "상태"), "/stateName",
            style: [
              StyleRule(when: "/state", is: "serving", use: .success),
              StyleRule(when: "/state", is: "paused", use: .muted),
              StyleRule(when: "/state", is: "pausing", use: .warning),
            ]),
          TableColumn(text("Ticket", "번호표"), "/ticket", format: "integer"),
          TableColumn(text("For", "경과"), "/elapsedSeconds", format: "duration"),
        ])))

  static let tellerAdd = MethodDescription(
    "bank.teller.add", summary: text("Add a teller", "창구 추가"), access: .admin,
    parameters: [
      ParameterDescription(
        "services", .array(of: .string(minLength: 1), minItems: 1, maxItems: 64), required: true,
        text("what the teller serves", "창구가 보는 업무"),
        completion: CompletionSource(method: "bank.service.list", values: "/services/*/service")),
      ParameterDescription(
        "mode", .oneOf(Teller.Mode.allCases.map(\.rawValue), default: "automatic"),
        text("automatic, or driven by a person", "자동 또는 수동")),
    ],
    result: .reference("Teller"),
    command: CommandDescription(
      ["teller", "add"],
      examples: [
        "matectl bank teller add --services deposit",
        "matectl bank teller add --services deposit,loan --mode manual",
      ]),
    render: message(
      "Teller {teller} serves {serviceNames}", "{teller}번 창구: {serviceNames} 업무"))

  static let tellerRemove = tellerMethod(
    "remove", access: .admin, text("Remove an idle teller", "창구 삭제"),
    message("Teller {teller} is gone", "{teller}번 창구 삭제"))

  static let tellerPause = tellerMethod(
    "pause", access: .write,
    text("Finish the customer in hand and call no other", "창구 휴식"),
    cases(
      by: "/state",
      [
        ("paused", "Teller {teller} pauses", "{teller}번 창구 휴식"),
        (
          "pausing", "Teller {teller} pauses after customer {ticket}",
          "{teller}번 창구는 {ticket}번 고객 업무 후 휴식"
        ),
      ]))

  static let tellerResume = tellerMethod(
    "resume", access: .write, text("Go on after a pause", "창구 재개"),
    message("Teller {teller} is back", "{teller}번 창구 재개"))

  private static func tellerMethod(
    _ word: String, access: Access, _ summary: LocalizedText, _ render: Rendering
  ) -> MethodDescription {
    MethodDescription(
      "bank.teller.\(word)", summary: summary, access: access, parameters: [teller],
      result: .reference("Teller"),
      command: CommandDescription(
        ["teller", word], positionals: ["teller"], examples: ["matectl bank teller \(word) 2"]),
      render: render)
  }

  // MARK: Manual tellers

  static let next = handledMethod(
    "next", ["next"], text("Call the next ticket to a manual teller", "다음 고객 부르기"),
    message(
      "Teller {teller}: customer {ticket/number}, {ticket/serviceName}",
      "{ticket/number}번 고객님, {teller}번 창구로 와 주세요 ({ticket/serviceName})"))

  static let done = handledMethod(
    "done", ["done"], text("A manual teller has finished", "업무 완료"),
    message(
      "Customer {ticket/number}: {ticket/serviceName} finished in {elapsedSeconds:duration}",
      "{ticket/number}번 고객 {ticket/serviceName}업무 완료 ({elapsedSeconds:duration})"))

  static let noShow = handledMethod(
    "noShow", ["no-show"], text("The customer who was called did not come", "고객 부재"),
    message("Customer {ticket/number} did not come", "{ticket/number}번 고객 부재"))

  private static func handledMethod(
    _ word: String, _ path: [String], _ summary: LocalizedText, _ render: Rendering
  ) -> MethodDescription {
    MethodDescription(
      "bank.\(word)", summary: summary, access: .write, parameters: [teller],
      result: .reference("Handled"),
      command: CommandDescription(
        path, positionals: ["teller"], examples: ["matectl bank \(path[0]) 4"]),
      render: render)
  }

  static let recall = MethodDescription(
    "bank.recall",
    summary: text("Call a ticket once more, or let a no-show wait again", "고객 다시 부르기"),
    access: .write,
    parameters: [
      ParameterDescription(
        "ticket", .integer(), required: true, text("the ticket's number", "번호표 번호"),
        completion: CompletionSource(method: "bank.board", values: "/serving/*/number"))
    ],
    result: .object(
      [
        .init("kind", .oneOf(["called", "waiting"])), .init("ticket", BankSchemas.ticket),
        .init("teller", .integer(1)),
      ], optional: ["teller"]),
    command: CommandDescription(
      ["recall"], positionals: ["ticket"], examples: ["matectl bank recall 12"]),
    render: cases(
      by: "/kind",
      [
        (
          "called", "Customer {ticket/number}: please come to teller {teller}",
          "{ticket/number}번 고객님, {teller}번 창구로 와 주세요"
        ),
        ("waiting", "Customer {ticket/number} waits again", "{ticket/number}번 고객 다시 대기"),
      ]))

  static let transfer = MethodDescription(
    "bank.transfer",
    summary: text("Send the customer in hand on to another service", "다른 업무로 이관"),
    access: .write,
    parameters: [teller, service(required: true, "where the customer goes", "이관할 업무")],
    result: .object([
      .init("ticket", BankSchemas.ticket), .init("teller", .integer(1)),
      .init("position", .integer(0)),
    ]),
    command: CommandDescription(
      ["transfer"], positionals: ["teller", "service"],
      examples: ["matectl bank transfer 4 loan"]),
    render: message(
      "Customer {ticket/number} goes on to {ticket/serviceName}, place {position} in line",
      "{ticket/number}번 고객 {ticket/serviceName}업무로 이관, 대기 {position}번째"))
}
