internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// The day: opening, closing, starting over, watching.
extension Bank {
  nonisolated static let dayCalls: [Call<Bank>] = [
    .stream(
      "bank.run", "Open, serve a number of customers with services at random, close",
      ko: "개점하여 고객을 모두 처리하고 마감", access: .write,
      words: CallWords(
        "run", examples: ["matectl bank run", "matectl bank run --customers 12 --seed 7"]),
      takes: Params.Run.self, sends: ChangeEvent.self, gives: Answers.ClosingLine.self,
      shows: closingLine, showsEvent: serviceEvents
    ) { bank, params, request, stream in
      try bank.run(params, at: request.now, stream: stream)
    }.left(
      StreamLeaving(
        LocalizedText(
          en: "The day goes on: `matectl bank watch` follows it, "
            + "`matectl bank close --clear-line` sends home who waits and ends it",
          ko: "하루는 계속됩니다. `matectl bank watch` 명령으로 볼 수 있고, "
            + "`matectl bank close --clear-line` 명령은 대기 고객을 돌려보내고 끝냅니다"),
        question: LocalizedText(
          en: "The day goes on. Send home who waits and end it?",
          ko: "하루는 계속됩니다. 대기 고객을 돌려보내고 끝내시겠습니까?"),
        method: "bank.close", parameters: ["clearLine": true])),

    .change(
      "bank.open", "Open the branch", ko: "은행개점", words: "open", takes: NoParams.self,
      gives: Answers.Opened.self,
      shows: .message(
        "Open: business day {day}, {waiting} waiting{note}",
        ko: "은행이 열렸습니다: {day}일차, 대기 {waiting}명{note}")
    ) { bank, _, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        try branch.open(at: request.now)
        return Answers.Opened(
          day: branch.state.day.number, waiting: branch.waitingCount,
          note: branch.outsideNote(at: request.now))
      }
    }.idempotent,

    .change(
      "bank.close", "Take no more customers; the day ends when the last one is served",
      ko: "은행마감",
      words: CallWords(
        "close", examples: ["matectl bank close", "matectl bank close --clear-line"]),
      takes: Params.Close.self, gives: Answers.Closed.self, shows: closingCases
    ) { bank, params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let waiting = branch.waitingCount
        try branch.close(
          clearsLine: params.clearLine, keepsLine: params.keepLine, at: request.now)
        return branch.closed(at: request.now, sentHome: params.clearLine ? waiting : 0)
      }
    }.idempotent,

    .change(
      "bank.reset", "Cancel everybody waiting or served, and forget the day",
      ko: "모든 고객을 취소하고 하루를 초기화",
      words: "reset", takes: NoParams.self, gives: Answers.Reset.self,
      shows: .message("Reset", ko: "초기화")
    ) { bank, _, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        branch.reset(at: request.now)
        return Answers.Reset(open: branch.isOpen)
      }
    }.confirmed,

    .read(
      "bank.board", "Show who waits and who is served", ko: "대기중, 업무중 현황", words: "board",
      takes: NoParams.self, gives: Board.self, shows: boardColumns
    ) { bank, _, request in
      Board(of: bank.branch, at: request.now)
    }.forToday,

    .stream(
      "bank.watch", "Follow everything that happens", ko: "모든 변화를 실시간으로 보기",
      words: CallWords(
        "watch", examples: ["matectl bank watch", "matectl bank watch --ticket 12"]),
      takes: Params.Watch.self, sends: WatchEvent.self, gives: NoResult.self,
      showsEvent: watchEvents
    ) { bank, params, _, stream in
      guard let ticket = params.ticket else { return bank.watch(stream) }
      try bank.watch(stream, ticket: ticket)
    },
  ]
}
