internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// A person at a desk, in line mode; and the console of the branch.
extension Bank {
  nonisolated static let deskCalls: [Call<Bank>] = [
    .stream(
      "bank.desk", "Sit at a manual teller's desk: call, finish, send on", ko: "수동 창구에 앉기",
      words: CallWords("serve <teller>", examples: ["matectl bank serve 4", "matectl bank serve"]),
      takes: Params.Desk.self, sends: DeskEvent.self, gives: NoResult.self, showsEvent: deskEvents
    ) { bank, params, _, stream in
      try bank.desk(stream, teller: bank.branch.ownDesk(params.teller))
    }.loop(deskLoop),

    .change(
      "bank.advance", "Finish the customer in hand, if any, and call the next",
      ko: "완료하고 다음 고객 부르기",
      takes: Params.Desk.self, gives: Answers.Advanced.self,
      shows: .cases(
        by: "/kind",
        [
          MessageCase(
            "done",
            "Customer {done/number}: {done/serviceName} finished in {elapsedSeconds:duration}",
            ko: "{done/number}번 고객 {done/serviceName}업무 완료 ({elapsedSeconds:duration})"),
          MessageCase(
            "next", "Teller {teller}: customer {next/number}, {next/serviceName}",
            ko: "{next/number}번 고객님, {teller}번 창구로 와 주십시오 ({next/serviceName})"),
        ])
    ) { bank, params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let teller = try branch.ownDesk(params.teller)
        try branch.check(serving: params.serving, by: teller)
        let (done, next) = try branch.advance(teller: teller, at: request.now)
        return Answers.Advanced(
          kind: done == nil ? .next : .done, teller: teller,
          done: done.map { branch.answer($0.ticket) }, next: next.map { branch.answer($0.ticket) },
          elapsedSeconds: done.map { max(0, request.now.seconds(since: $0.calledAt)) })
      }
    },

    .read(
      "bank.console", "Open and close the bank from a menu", ko: "은행 콘솔",
      words: CallWords("console", examples: ["matectl bank console"]), takes: NoParams.self,
      gives: NoResult.self
    ) { _, _, _ in NoResult() }
    .loop(
      KeyLoop(
        prompt: LocalizedText(en: "Input : ", ko: "입력 : "),
        keys: [
          KeyLoop.Key("1", LocalizedText(en: "Open the bank", ko: "은행개점"), method: "bank.run"),
          KeyLoop.Key("2", LocalizedText(en: "Quit", ko: "종료")),
        ])),
  ]

  private nonisolated static let deskLoop: KeyLoop = {
    let teller = [FollowUp.Parameter("teller", "/teller")]
    let desk = teller + [FollowUp.Parameter("serving", "/serving")]
    return KeyLoop(
      prompt: LocalizedText(en: "> "),
      keys: [
        KeyLoop.Key(
          "", LocalizedText(en: "done, and the next one", ko: "완료하고 다음 고객"),
          method: "bank.advance", parameters: desk),
        KeyLoop.Key(
          "n", LocalizedText(en: "nobody came", ko: "고객 부재"), method: "bank.noShow",
          when: "/ticket", parameters: desk),
        KeyLoop.Key(
          "t", LocalizedText(en: "send on to another service", ko: "다른 업무로 이관"),
          method: "bank.transfer", when: "/ticket", parameters: desk,
          asks: [FollowUp.Ask("service", LocalizedText(en: "Service", ko: "업무"))]),
        KeyLoop.Key(
          "r", LocalizedText(en: "call again", ko: "다시 부르기"), method: "bank.recall",
          parameters: [FollowUp.Parameter("ticket", "/ticket")]),
        KeyLoop.Key(
          "p", LocalizedText(en: "pause", ko: "휴식"), method: "bank.teller.pause",
          parameters: teller),
        KeyLoop.Key(
          "g", LocalizedText(en: "go on after a pause", ko: "재개"), method: "bank.teller.resume",
          parameters: teller),
        KeyLoop.Key("q", LocalizedText(en: "quit", ko: "종료")),
      ])
  }()

  private nonisolated static let deskEvents = Rendering.cases(
    by: "/kind",
    [
      MessageCase(
        "serving",
        "Teller {teller}: customer {ticket}, {serviceName} ({gradeName}), waited "
          + "{waitedSeconds:duration}; {waiting} more wait",
        ko: "{teller}번 창구: {ticket}번 고객 {serviceName}업무 ({gradeName}), "
          + "{waitedSeconds:duration} 대기, 뒤에 {waiting}명"),
      MessageCase(
        "ready", "Teller {teller}: {waiting} waiting; Enter calls the next one",
        ko: "{teller}번 창구: 대기 {waiting}명, Enter를 누르면 다음 고객을 부릅니다"),
      MessageCase(
        "empty", "Teller {teller}: nobody waits", ko: "{teller}번 창구: 대기 고객이 없습니다"),
      MessageCase(
        "paused", "Teller {teller}: on a break; g goes on", ko: "{teller}번 창구: 휴식 중, g를 입력하면 재개합니다"),
      MessageCase("gone", "Teller {teller} is gone", ko: "{teller}번 창구가 없어졌습니다"),
    ])
}
