internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// Customers: adding, taking a ticket, leaving.
extension Bank {
  nonisolated static let lineCalls: [Call<Bank>] = [
    .change(
      "bank.add", "Add customers to the line", ko: "고객 10명 추가",
      words: CallWords(
        "add <count>",
        examples: ["matectl bank add", "matectl bank add 5 --service loan --grade vip"]),
      takes: Params.Add.self, gives: Answers.Added.self,
      shows: .message("{count:customer/customers} added", ko: "고객 {count}명 추가")
    ) { bank, params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let numbers = try branch.add(
          params.count, service: params.service, grade: params.grade, at: request.now)
        return Answers.Added(
          count: params.count, first: numbers.first, last: numbers.last,
          waiting: branch.waitingCount)
      }
    },

    .change(
      "bank.take", "Take a ticket for a service", ko: "번호표 뽑기",
      words: CallWords(
        "take <service>",
        examples: ["matectl bank take deposit", "matectl bank take loan --grade vip"]),
      takes: Params.Take.self, gives: Answers.Taken.self,
      shows: .cases(
        by: "/kind",
        [
          MessageCase(
            "called", "Ticket {ticket/number} for {ticket/serviceName}: teller {teller} is free",
            ko: "{ticket/number}번 고객 {ticket/serviceName}업무: {teller}번 창구로 오십시오"),
          waitingCase, unknownCase, unlearnedCase,
        ].map(noted))
    ) { bank, params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let taken = try branch.take(
          service: params.service, grade: params.grade, at: request.now)
        let note = branch.takeNote(taken.ticket.estimate, at: request.now)
        return branch.answer(taken, note: note)
      }
    },

    .read(
      "bank.ticket", "Show where a ticket stands and how long it will wait", ko: "번호표 순서 보기",
      words: CallWords("ticket <ticket>", examples: ["matectl bank ticket 12"]),
      takes: Params.Waiting.self, gives: Answers.TicketState.self, shows: ticketText
    ) { bank, params, request in
      try bank.branch.ticketState(params.ticket, at: request.now)
    },

    .change(
      "bank.leave", "A waiting customer goes", ko: "대기 취소",
      words: CallWords(
        "leave <ticket>", flags: [.init("reason", short: "r")],
        examples: [
          "matectl bank leave 12", "matectl bank leave 12 --reason wrong-service",
          "matectl bank leave 12 --reason 'comes back after lunch'",
        ]),
      takes: Params.Leave.self, gives: Answers.Left.self,
      shows: .cases(
        by: "/kind",
        [
          MessageCase(
            "left", "Customer {ticket/number} left after {waitedSeconds:duration}",
            ko: "{ticket/number}번 고객 대기 취소 ({waitedSeconds:duration} 대기)"),
          MessageCase(
            "leftBecause",
            "Customer {ticket/number} left after {waitedSeconds:duration}: {reasonName}",
            ko: "{ticket/number}번 고객 대기 취소 ({waitedSeconds:duration} 대기): {reasonName}"),
        ])
    ) { bank, params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let visit = try branch.leave(
          ticket: params.ticket, reason: params.reason, at: request.now)
        return Answers.Left(
          kind: visit.reason == nil ? .left : .leftBecause, ticket: branch.answer(visit.ticket),
          waitedSeconds: seconds(visit.waited), reason: visit.reason,
          reasonName: visit.reason.map(LeaveReason.title))
      }
    }.idempotent,
  ]

  /// With what is said of a wait outside of the opening hours behind it.
  private nonisolated static func noted(_ sentence: MessageCase) -> MessageCase {
    MessageCase(
      sentence.value, "\(sentence.text.en){note}", ko: "\(sentence.text.text(in: .korean)){note}")
  }

  private nonisolated static let waitingCase = MessageCase(
    "waiting",
    "Ticket {ticket/number} for {ticket/serviceName}: place {position} in line, about "
      + "{estimate/p50Seconds:duration}, at most {estimate/p90Seconds:duration} for 9 of 10",
    ko: "{ticket/number}번 고객 {ticket/serviceName}업무: 대기 {position}번째, 예상 대기 "
      + "{estimate/p50Seconds:duration}, 10명 중 9명은 {estimate/p90Seconds:duration} 이내")

  private nonisolated static let unknownCase = MessageCase(
    "unknown",
    "Ticket {ticket/number} for {ticket/serviceName}: place {position} in line, "
      + "no teller is on duty",
    ko: "{ticket/number}번 고객 {ticket/serviceName}업무: 대기 {position}번째, 근무 중인 창구 없음")

  private nonisolated static let unlearnedCase = MessageCase(
    "unlearned",
    "Ticket {ticket/number} for {ticket/serviceName}: place {position} in line; "
      + "no teller on duty has called anybody yet, so no wait can be foretold",
    ko: "{ticket/number}번 고객 {ticket/serviceName}업무: 대기 {position}번째, "
      + "근무 중인 창구가 아직 아무도 부르지 않아 예상 대기 시간을 알 수 없음")

  private nonisolated static let ticketText = Rendering.cases(
    by: "/kind",
    [
      waitingCase, unknownCase, unlearnedCase,
      MessageCase(
        "kept",
        "Ticket {ticket/number} for {ticket/serviceName}: kept for the next business day, "
          + "place {position} in line",
        ko: "{ticket/number}번 고객 {ticket/serviceName}업무: 다음 영업일에 이어서 대기 {position}번째"),
      MessageCase(
        "called", "Ticket {ticket/number} for {ticket/serviceName}: at teller {teller}",
        ko: "{ticket/number}번 고객 {ticket/serviceName}업무: {teller}번 창구에서 업무 중"),
      MessageCase(
        "absent", "Ticket {ticket/number} was called, and nobody came",
        ko: "{ticket/number}번 고객은 불렀을 때 오지 않았습니다"),
    ].map(noted))
}
