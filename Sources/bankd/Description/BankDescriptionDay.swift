internal import IPCProtocol

/// The day: opening, closing, starting over, watching.
extension BankDescription {
  static let run = MethodDescription(
    "bank.run",
    summary: text(
      "Open, serve a number of customers with services at random, close",
      "개점하여 고객을 모두 처리하고 마감"),
    access: .write, isStream: true,
    parameters: [
      ParameterDescription(
        "customers", .integer(),
        text("1 to 10000 customers; 10 to 30 at random if left out", "고객 수; 없으면 10~30명")),
      ParameterDescription(
        "seed", .integer(0),
        text("the same seed gives the same run on every machine", "같은 시드는 같은 결과")),
    ],
    result: .reference("ClosingLine"),
    command: CommandDescription(
      ["run"], examples: ["matectl bank run", "matectl bank run --customers 12 --seed 7"]),
    render: closingLine, renderEvent: serviceEvents)

  static let open = MethodDescription(
    "bank.open", summary: text("Open the branch", "은행개점"), access: .write,
    result: .object([.init("day", .integer(1)), .init("waiting", .integer(0))]),
    command: CommandDescription(["open"], examples: ["matectl bank open"]),
    render: message(
      "Open: business day {day}, {waiting} waiting", "은행이 열렸습니다: {day}일차, 대기 {waiting}명"))

  static let close = MethodDescription(
    "bank.close",
    summary: text(
      "Take no more customers; the day ends when the last one is served", "은행마감"),
    access: .write,
    parameters: [
      ParameterDescription(
        "clearLine", .boolean(default: false),
        text("send those who wait home", "대기 중인 고객을 돌려보냄")),
      ParameterDescription(
        "keepLine", .boolean(default: false),
        text("those who wait keep their tickets for the next day", "대기줄을 다음 날로 넘김")),
    ],
    result: .object([
      .init("kind", .oneOf(["closed", "closedWithLine", "closing", "closingWithLine"])),
      .init("served", .integer(0)), .init("businessSeconds", .duration(0)),
      .init("waiting", .integer(0)), .init("serving", .integer(0)),
    ]),
    command: CommandDescription(
      ["close"], examples: ["matectl bank close", "matectl bank close --clear-line"]),
    render: cases(
      by: "/kind",
      [
        ("closed", closingEnglish, closingKorean),
        (
          "closedWithLine", closingEnglish + " {waiting} keep their tickets.",
          closingKorean + " {waiting}명은 다음 날 이어집니다."
        ),
        (
          "closing", "Closing: {waiting} waiting and {serving} being served are finished first.",
          "마감 중: 대기 {waiting}명, 업무 중 {serving}명을 먼저 처리합니다."
        ),
        (
          "closingWithLine",
          "Closing: {serving} being served are finished, {waiting} keep their tickets.",
          "마감 중: 업무 중 {serving}명을 처리하고, 대기 {waiting}명은 다음 날 이어집니다."
        ),
      ]))

  static let reset = MethodDescription(
    "bank.reset",
    summary: text(
      "Cancel everybody waiting or served, and forget the day", "모든 고객을 취소하고 하루를 초기화"),
    access: .write, needsConfirmation: true, result: .object([.init("open", .boolean)]),
    command: CommandDescription(["reset"], examples: ["matectl bank reset"]),
    render: message("Reset", "초기화"))

  static let board = MethodDescription(
    "bank.board", summary: text("Show who waits and who is served", "대기중, 업무중 현황"),
    isForToday: true, result: .reference("Board"),
    command: CommandDescription(["board"], examples: ["matectl bank board"]), render: boardColumns)

  static let watch = MethodDescription(
    "bank.watch", summary: text("Follow everything that happens", "모든 변화를 실시간으로 보기"),
    isStream: true,
    command: CommandDescription(
      ["watch"], examples: ["matectl bank watch", "matectl bank watch --json"]),
    renderEvent: watchEvents)

  // MARK: Renderings

  private static let closingEnglish =
    "Business is closed. {served} customers were served today, in {businessSeconds:fixed2} seconds."
  private static let closingKorean =
    "업무가 마감되었습니다. 오늘 업무를 처리한 고객은 총 {served}명이며, 총 업무시간은 {businessSeconds:fixed2}초입니다."

  private static let closingLine = message(closingEnglish, closingKorean)

  private static let boardColumns: Rendering = {
    let loan = [StyleRule(when: "/service", is: "loan", use: .accent)]
    return .board(
      BoardTemplate(columns: [
        BoardColumn(
          text("Waiting", "대기중"), items: "/waiting",
          card: text("{number} - {serviceName}", "{number} - {serviceName}"), style: loan),
        BoardColumn(
          text("Serving", "업무중"), items: "/serving",
          card: text("{number} - {serviceName}", "{number} - {serviceName}"), style: loan),
        BoardColumn(
          text("Branch", "은행"), items: "/clock",
          card: text("Business time - {timer} ({phase})", "업무시간 - {timer} ({phase})")),
      ]))
  }()

  private static let serviceCases = [
    ("started", "Customer {ticket}: {serviceName} started", "{ticket}번 고객 {serviceName}업무 시작"),
    (
      "finished", "Customer {ticket}: {serviceName} finished",
      "{ticket}번 고객 {serviceName}업무 완료"
    ),
    ("startedPlain", "Customer {ticket}: service started", "{ticket}번 고객 업무 시작"),
    ("finishedPlain", "Customer {ticket}: service finished", "{ticket}번 고객 업무 완료"),
  ]

  private static let serviceEvents = cases(by: "/phrase", serviceCases)

  /// Sentences about one ticket, which are the same with one service and with several.
  private static let ticketCases = [
    ("taken", "Customer {ticket} waits", "{ticket}번 고객 대기"),
    ("left", "Customer {ticket} left the line", "{ticket}번 고객 대기 취소"),
    ("sentHome", "Customer {ticket} was sent home", "{ticket}번 고객 귀가"),
    ("noShow", "Customer {ticket} did not come", "{ticket}번 고객 부재"),
    ("transferred", "Customer {ticket} was sent on", "{ticket}번 고객 업무 이관"),
    ("returned", "Customer {ticket} waits again", "{ticket}번 고객 다시 대기"),
    (
      "recalled", "Customer {ticket}: please come to teller {teller}",
      "{ticket}번 고객님, {teller}번 창구로 와 주세요"
    ),
  ]

  private static let watchEvents = cases(
    by: "/phrase",
    serviceCases + ticketCases + ticketCases.map { ("\($0.0)Plain", $0.1, $0.2) } + [
      (
        "board",
        "{waitingCount} waiting, {servingCount} being served, {served} served, "
          + "{businessSeconds:fixed2} s of business",
        "대기중 {waitingCount}명, 업무중 {servingCount}명, 완료 {served}명, "
          + "업무시간 {businessSeconds:fixed2}초"
      ),
      ("opened", "Open: business day {day}", "은행이 열렸습니다: {day}일차"),
      ("reopened", "Open again", "다시 열렸습니다"),
      ("closing", "Closing: no new customers", "마감 중: 새 고객을 받지 않습니다"),
      (
        "closingWithLine", "Closing: the line is kept for the next day",
        "마감 중: 대기줄은 다음 날 이어집니다"
      ),
      ("closed", closingEnglish, closingKorean),
      ("reset", "Reset", "초기화"),
      ("tellerAdded", "Teller {teller} is there", "{teller}번 창구 추가"),
      ("tellerPaused", "Teller {teller} pauses", "{teller}번 창구 휴식"),
      ("tellerResumed", "Teller {teller} is back", "{teller}번 창구 재개"),
      ("tellerRemoved", "Teller {teller} is gone", "{teller}번 창구 삭제"),
      ("serviceSet", "Service {serviceName} was changed", "{serviceName} 업무 변경"),
    ])
}
