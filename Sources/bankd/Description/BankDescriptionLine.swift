internal import IPCProtocol

/// Customers: adding, taking a ticket, leaving; and what the days came to.
extension BankDescription {
  static let add = MethodDescription(
    "bank.add", summary: text("Add customers to the line", "고객 10명 추가"), access: .write,
    parameters: [
      ParameterDescription(
        "count", .integer(default: 10), text("1 to 10000 customers", "고객 수 (1~10000)")),
      service(
        required: false, "what all of them want; at random if left out", "업무; 없으면 무작위"),
      grade,
    ],
    result: .object([
      .init("count", .integer(1)), .init("first", .integer(1)), .init("last", .integer(1)),
      .init("waiting", .integer(0)),
    ]),
    command: CommandDescription(
      ["add"], positionals: ["count"],
      examples: ["matectl bank add", "matectl bank add 5 --service loan --grade vip"]),
    render: message("{count} customers added", "고객 {count}명 추가"))

  static let take = MethodDescription(
    "bank.take", summary: text("Take a ticket for a service", "번호표 뽑기"), access: .write,
    parameters: [service(required: true, "what the customer wants", "업무"), grade],
    result: .object(
      [
        .init("kind", .oneOf(["called", "waiting", "unknown"])),
        .init("ticket", BankSchemas.ticket), .init("position", .integer(0)),
        .init("estimate", .reference("Estimate")), .init("teller", .integer(1)),
      ], optional: ["estimate", "teller"]),
    command: CommandDescription(
      ["take"], positionals: ["service"],
      examples: ["matectl bank take deposit", "matectl bank take loan --grade vip"]),
    render: cases(
      by: "/kind",
      [
        (
          "called", "Ticket {ticket/number} for {ticket/serviceName}: teller {teller} is free",
          "{ticket/number}번 고객 {ticket/serviceName}업무: {teller}번 창구로 오세요"
        ),
        (
          "waiting",
          "Ticket {ticket/number} for {ticket/serviceName}: place {position} in line, about "
            + "{estimate/p50Seconds:duration}, at most {estimate/p90Seconds:duration} for 9 of 10",
          "{ticket/number}번 고객 {ticket/serviceName}업무: 대기 {position}번째, 예상 대기 "
            + "{estimate/p50Seconds:duration}, 10명 중 9명은 {estimate/p90Seconds:duration} 이내"
        ),
        (
          "unknown",
          "Ticket {ticket/number} for {ticket/serviceName}: place {position} in line, "
            + "no teller is on duty",
          "{ticket/number}번 고객 {ticket/serviceName}업무: 대기 {position}번째, 근무 중인 창구 없음"
        ),
      ]))

  static let leave = MethodDescription(
    "bank.leave", summary: text("A waiting customer goes", "대기 취소"), access: .write,
    parameters: [
      ParameterDescription(
        "ticket", .integer(), required: true, text("the ticket's number", "번호표 번호"),
        completion: CompletionSource(method: "bank.board", values: "/waiting/*/number"))
    ],
    result: .object([
      .init("ticket", BankSchemas.ticket), .init("waitedSeconds", .duration(0)),
    ]),
    command: CommandDescription(
      ["leave"], positionals: ["ticket"], examples: ["matectl bank leave 12"]),
    render: message(
      "Customer {ticket/number} left after {waitedSeconds:duration}",
      "{ticket/number}번 고객 대기 취소 ({waitedSeconds:duration} 대기)"))

  static let report = MethodDescription(
    "bank.report",
    summary: text(
      "Show what the days came to: customers, waits, tellers, estimates",
      "고객 수, 대기 시간, 창구 가동률, 예상의 정확도"),
    parameters: [
      ParameterDescription(
        "from", .string(format: .date),
        text("first date; without dates the current or last day", "시작일; 없으면 오늘")),
      ParameterDescription("to", .string(format: .date), text("last date", "종료일")),
    ],
    result: .object(
      [
        .init("days", .integer(0)), .init("from", BankSchemas.time),
        .init("to", BankSchemas.time), .init("served", .integer(0)),
        .init("businessSeconds", .duration(0)),
        .init("rows", .array(of: .reference("ReportRow"))),
      ], optional: ["from", "to"]),
    command: CommandDescription(
      ["report"],
      examples: [
        "matectl bank report", "matectl bank report --from 2026-11-01 --to 2026-11-30",
        "matectl bank report --output csv",
      ]),
    render: .table(
      TableTemplate(
        rows: "/rows",
        columns: [
          TableColumn(text("Of", "구분"), "/name"),
          TableColumn(text("Served", "완료"), "/served", format: "integer"),
          TableColumn(text("Left", "취소"), "/left", format: "integer"),
          TableColumn(text("Sent home", "귀가"), "/sentHome", format: "integer"),
          TableColumn(text("No-shows", "부재"), "/noShows", format: "integer"),
          TableColumn(text("Mean wait", "평균 대기"), "/meanWaitSeconds", format: "duration"),
          TableColumn(text("p50", "p50"), "/p50WaitSeconds", format: "duration"),
          TableColumn(text("p90", "p90"), "/p90WaitSeconds", format: "duration"),
          TableColumn(text("Max", "최대"), "/maxWaitSeconds", format: "duration"),
          TableColumn(
            text("Mean service", "평균 업무"), "/meanServiceSeconds", format: "duration"),
          TableColumn(text("Utilisation", "가동률"), "/utilisation", format: "percent"),
          TableColumn(text("Within p50", "p50 적중"), "/withinP50", format: "percent"),
          TableColumn(text("Within p90", "p90 적중"), "/withinP90", format: "percent"),
        ])))
}
