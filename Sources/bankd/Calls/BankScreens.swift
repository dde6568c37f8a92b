internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// What keys do on the bank's full screen, and what a customer sees of a ticket.
extension Bank {
  nonisolated static var publicPage: PublicPage? {
    PublicPage(
      text("Your ticket", "내 번호표"), "bank.ticket", of: "ticket", follow: "bank.watch")
  }

  nonisolated static let screens: [ScreenDescription] = [
    ScreenDescription(
      LocalizedText(en: "Line", ko: "대기줄"), "bank.board", name: "line",
      // The clock of the branch runs while somebody waits or is served.
      refresh: .init(every: 1, while: "/busy"),
      actions: [
        .init(
          "c", text("call", "호출"), "bank.call", [.init("ticket", .row("/number"))], on: "/waiting"),
        .init(
          "x", text("leaves", "대기 취소"), "bank.leave", [.init("ticket", .row("/number"))],
          on: "/waiting"),
        .init(
          "d", text("done", "업무 완료"), "bank.done",
          [.init("teller", .row("/teller")), .init("serving", .row("/number"))], on: "/serving"),
        .init(
          "c", text("call again", "다시 호출"), "bank.recall", [.init("ticket", .row("/number"))],
          on: "/serving"),
        .init("t", text("take a ticket", "번호표"), "bank.take", [.init("service", .ask())]),
        .init("+", text("10 customers", "고객 10명 추가"), "bank.add", [.init("count", .value(10))]),
        .init("o", text("open", "개점"), "bank.open"),
        .init("R", text("reset", "초기화"), "bank.reset"),
      ],
      announcement: .init(
        "/serving", text("Number {number}: teller {teller}", "{number}번 고객님, {teller}번 창구로 오십시오"),
        again: "/recalls")),
    ScreenDescription(
      LocalizedText(en: "Desks", ko: "창구"), "bank.teller.list", name: "desks",
      refresh: .init(every: 1),
      actions: [
        .init("d", text("done, next", "완료, 다음"), "bank.advance", desk),
        .init("c", text("call", "호출"), "bank.next", desk, unless: "/ticket"),
        .init("n", text("no-show", "안 옴"), "bank.noShow", desk, when: "/ticket"),
        .init(
          "r", text("call again", "다시 호출"), "bank.recall", [.init("ticket", .row("/ticket"))],
          when: "/ticket"),
        .init(
          "t", text("transfer", "다른 업무로"), "bank.transfer", desk + [.init("service", .ask())],
          when: "/ticket"),
        .init("p", text("pause", "휴식"), "bank.teller.pause", teller),
        .init("s", text("resume", "다시 시작"), "bank.teller.resume", teller),
        .init(
          "e", text("change", "변경"), "bank.teller.set",
          teller + [.init("services", .ask("/services")), .init("name", .ask("/name"))]),
      ], usual: "d"),
    ScreenDescription(
      LocalizedText(en: "What if", ko: "예측"), "bank.whatIf", name: "what-if",
      // The line ages while nothing happens.
      refresh: .init(every: 5),
      actions: [
        .init(
          "+", text("one more desk", "창구 하나 더"), "bank.whatIf",
          [.init("tellerMore", .marked("/service"))], on: "/services"),
        .init("-", text("a desk goes", "창구 하나 빼기"), "bank.whatIf", [.init("tellerAway", .ask())]),
      ], usual: "+"),
    // What else is a tab without a word of ours, under the title that it has in Korean.
    ScreenDescription(text("Hours", "영업시간"), "bank.hours", name: "hours"),
    ScreenDescription(
      text("Service list", "업무"), "bank.service.list", name: "service-list",
      actions: [
        .init(
          "e", text("change", "변경"), "bank.service.set",
          [
            .init("service", .row("/service")), .init("name", .ask("/name/en")),
            .init("nameKo", .ask("/name/ko")),
          ])
      ]),
    ScreenDescription(text("Report", "실적"), "bank.report", name: "report"),
    ScreenDescription(text("Tickets", "번호표"), "bank.tickets", name: "tickets"),
    ScreenDescription(text("Branches", "지점"), "bank.branches", name: "branches"),
  ]

  private nonisolated static let teller: [ScreenDescription.Parameter] = [
    .init("teller", .row("/teller"))
  ]

  /// A desk as it was seen: two who drive it do not end what the other has begun.
  private nonisolated static let desk = teller + [.init("serving", .row("/serving"))]

  private nonisolated static func text(_ en: String, _ ko: String) -> LocalizedText {
    LocalizedText(en: en, ko: ko)
  }
}
