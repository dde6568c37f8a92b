internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// Tellers, and what a person at a manual one does.
extension Bank {
  nonisolated static let tellerCalls: [Call<Bank>] = [
    .read(
      "bank.teller.list", "Show the tellers", ko: "창구 목록", words: "teller list",
      takes: NoParams.self, gives: Answers.Tellers.self, shows: tellerTable
    ) { bank, _, request in
      let branch = bank.branch
      return Answers.Tellers(tellers: branch.tellers.map { branch.answer($0, at: request.now) })
    },

    .change(
      "bank.teller.add", "Add a teller", ko: "창구 추가", access: .admin,
      words: CallWords(
        "teller add",
        examples: [
          "matectl bank teller add --services deposit",
          "matectl bank teller add --services deposit,loan --mode manual",
        ]),
      takes: Params.NewTeller.self, gives: Answers.Teller.self,
      shows: .message(
        "Teller {teller} serves {serviceNames}", ko: "{teller}번 창구: {serviceNames} 업무")
    ) { bank, params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let teller = try branch.addTeller(
          services: separated(params.services), mode: params.mode, name: params.name,
          at: request.now)
        return branch.answer(teller, at: request.now)
      }
    },

    .change(
      "bank.teller.set", "Give a teller other services or a name", ko: "창구 업무와 이름 바꾸기",
      access: .admin,
      words: CallWords(
        "teller set <teller>",
        examples: [
          "matectl bank teller set 3 --services deposit,loan",
          "matectl bank teller set 3 --name Kim",
        ]),
      takes: Params.SetTeller.self, gives: Answers.Teller.self,
      shows: .message(
        "Teller {teller} serves {serviceNames}", ko: "{teller}번 창구: {serviceNames} 업무")
    ) { bank, params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let teller = try branch.setTeller(
          params.teller, services: params.services.map(separated), name: params.name,
          at: request.now)
        return branch.answer(teller, at: request.now)
      }
    }.idempotent,

    .change(
      "bank.spread", "Say which free teller gets the next customer",
      ko: "빈 창구가 여럿일 때 순서 정하기", access: .admin,
      words: CallWords(
        "spread <by>",
        examples: [
          "matectl bank spread longestIdle", "matectl bank spread lowestNumber",
        ]),
      takes: Params.SetSpread.self, gives: Answers.SpreadSet.self,
      shows: .cases(
        by: "/by",
        [
          MessageCase(
            "longestIdle", "The teller who has been free longest gets the next customer",
            ko: "가장 오래 비어 있던 창구가 다음 고객을 맡습니다"),
          MessageCase(
            "lowestNumber", "The free teller with the lowest number gets the next customer",
            ko: "비어 있는 창구 중 번호가 가장 낮은 창구가 다음 고객을 맡습니다"),
        ])
    ) { bank, params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        branch.setSpread(params.by)
        return Answers.SpreadSet(by: params.by)
      }
    }.idempotent,

    ofTeller(
      "remove", "Remove an idle teller", ko: "창구 삭제", access: .admin,
      shows: .message("Teller {teller} is gone", ko: "{teller}번 창구 삭제")
    ) { branch, number, now throws(BankError) in try branch.removeTeller(number, at: now) },

    ofTeller(
      "pause", "Finish the customer in hand and call no other", ko: "창구 휴식",
      shows: .cases(
        by: "/state",
        [
          MessageCase("paused", "Teller {teller} pauses", ko: "{teller}번 창구 휴식"),
          MessageCase(
            "pausing", "Teller {teller} pauses after customer {ticket}",
            ko: "{teller}번 창구는 {ticket}번 고객 업무 후 휴식"),
        ])
    ) { branch, number, now throws(BankError) in try branch.pauseTeller(number, at: now) },

    ofTeller(
      "resume", "Go on after a pause", ko: "창구 재개",
      shows: .message("Teller {teller} is back", ko: "{teller}번 창구 재개")
    ) { branch, number, now throws(BankError) in try branch.resumeTeller(number, at: now) },

    // What a person at a manual teller does.

    inHand(
      "next", "next", .call, "Call the next ticket to a manual teller", ko: "다음 고객 부르기",
      shows: calledText
    ) { branch, number, now throws(BankError) in try branch.next(teller: number, at: now) },

    inHand(
      "done", "done", .end, "A manual teller has finished", ko: "업무 완료",
      shows: .message(
        "Customer {ticket/number}: {ticket/serviceName} finished in {elapsedSeconds:duration}",
        ko: "{ticket/number}번 고객 {ticket/serviceName}업무 완료 ({elapsedSeconds:duration})")
    ) { branch, number, now throws(BankError) in try branch.done(teller: number, at: now) },

    inHand(
      "noShow", "no-show", .end, "The customer who was called did not come", ko: "고객 부재",
      shows: .message("Customer {ticket/number} did not come", ko: "{ticket/number}번 고객 부재")
    ) { branch, number, now throws(BankError) in try branch.noShow(teller: number, at: now) },

    .change(
      "bank.call", "Call this very ticket to a manual teller", ko: "번호표를 골라 부르기",
      words: CallWords(
        "call <ticket>", examples: ["matectl bank call 12", "matectl bank call 12 --teller 4"]),
      takes: Params.CallTicket.self, gives: Answers.Handled.self, shows: calledText
    ) { bank, params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let words = "call \(params.ticket) --teller"
        try branch.checkThere(ticket: params.ticket)
        let teller = try branch.desk(
          params.teller, for: .call, ofTicket: params.ticket, typed: words)
        let inHand = try branch.call(ticket: params.ticket, teller: teller, at: request.now)
        return branch.handled(inHand, by: teller, at: request.now)
      }
    },

    .change(
      "bank.recall", "Call a ticket once more, or let a no-show wait again", ko: "고객 다시 부르기",
      words: CallWords("recall <ticket>", examples: ["matectl bank recall 12"]),
      takes: Params.Called.self, gives: Answers.Recalled.self,
      shows: .cases(
        by: "/kind",
        [
          MessageCase(
            "called", "Customer {ticket/number}: please come to teller {teller}",
            ko: "{ticket/number}번 고객님, {teller}번 창구로 와 주십시오"),
          MessageCase(
            "waiting", "Customer {ticket/number} waits again", ko: "{ticket/number}번 고객 다시 대기"),
        ])
    ) { bank, params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let recalled = try branch.recall(ticket: params.ticket, at: request.now)
        return Answers.Recalled(
          kind: recalled.teller == nil ? .waiting : .called,
          ticket: branch.answer(recalled.ticket), teller: recalled.teller)
      }
    },

    .change(
      "bank.transfer", "Send the customer in hand on to another service", ko: "다른 업무로 이관",
      words: CallWords("transfer <teller> <service>", examples: ["matectl bank transfer 4 loan"]),
      takes: Params.Transfer.self, gives: Answers.Transferred.self,
      shows: .cases(
        by: "/kind",
        [
          MessageCase(
            "called", "Customer {ticket/number} goes on to {ticket/serviceName}, called at once",
            ko: "{ticket/number}번 고객 {ticket/serviceName}업무로 이관, 바로 호출"),
          MessageCase(
            "waiting",
            "Customer {ticket/number} goes on to {ticket/serviceName}, place {position} in line",
            ko: "{ticket/number}번 고객 {ticket/serviceName}업무로 이관, 대기 {position}번째"),
        ])
    ) { bank, params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        try branch.check(serving: params.serving, by: params.teller)
        let ticket = try branch.transfer(
          teller: params.teller, to: params.service, at: request.now)
        let position = branch.position(of: ticket)
        return Answers.Transferred(
          kind: position == 0 ? .called : .waiting, ticket: branch.answer(ticket),
          teller: params.teller, position: position)
      }
    },
  ]

  private nonisolated static let calledText = Rendering.message(
    "Teller {teller}: customer {ticket/number}, {ticket/serviceName}",
    ko: "{ticket/number}번 고객님, {teller}번 창구로 와 주십시오 ({ticket/serviceName})")

  /// `deposit,loan` is one word on a command line, and no service has a comma in its word.
  private nonisolated static func separated(_ words: [String]) -> [String] {
    words.flatMap { $0.split(separator: ",").map(String.init) }
  }

  /// A call that names a teller and answers with it.
  private nonisolated static func ofTeller(
    _ word: String, _ summary: String, ko: String, access: Access = .write, shows: Rendering,
    by rule: @escaping @Sendable (inout Branch, Int, Timestamp) throws(BankError) -> Teller
  ) -> Call<Bank> {
    .change(
      "bank.teller.\(word)", summary, ko: ko, access: access,
      words: CallWords("teller \(word) <teller>", examples: ["matectl bank teller \(word) 2"]),
      takes: Params.Teller.self, gives: Answers.Teller.self, shows: shows
    ) { bank, params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let teller = try rule(&branch, params.teller, request.now)
        return branch.answer(teller, at: request.now)
      }
    }.idempotent
  }

  /// A call of a manual teller, which answers with the ticket in hand.
  private nonisolated static func inHand(
    _ name: String, _ word: String, _ task: Branch.DeskTask, _ summary: String, ko: String,
    shows: Rendering,
    by rule: @escaping @Sendable (inout Branch, Int, Timestamp) throws(BankError) -> InHand
  ) -> Call<Bank> {
    .change(
      "bank.\(name)", summary, ko: ko,
      words: CallWords(
        "\(word) <teller>", examples: ["matectl bank \(word)", "matectl bank \(word) 4"]),
      takes: Params.Desk.self, gives: Answers.Handled.self, shows: shows
    ) { bank, params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let teller = try branch.desk(params.teller, for: task, typed: word)
        try branch.check(serving: params.serving, by: teller)
        let inHand = try rule(&branch, teller, request.now)
        return branch.handled(inHand, by: teller, at: request.now)
      }
    }
  }

  private nonisolated static let tellerTable = Rendering.table(
    rows: "/tellers", key: "/teller",
    columns: [
      TableColumn("Teller", ko: "창구", "/teller", format: "integer"),
      TableColumn("Name", ko: "이름", "/name"),
      TableColumn("Services", ko: "업무", "/serviceNames"),
      TableColumn("Mode", ko: "방식", "/modeName"),
      TableColumn(
        "State", ko: "상태", "/stateName",
        style: [
          StyleRule(when: "/state", is: "serving", use: .success),
          StyleRule(when: "/state", is: "paused", use: .muted),
          StyleRule(when: "/state", is: "pausing", use: .warning),
        ]),
      TableColumn("Ticket", ko: "번호표", "/ticket", format: "integer"),
      TableColumn("For", ko: "경과", "/elapsedSeconds", format: "duration"),
    ])
}
