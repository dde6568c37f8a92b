internal import IPCProtocol
internal import Values

/// The sentences and the columns of a day.
extension Bank {
  nonisolated static let closingEnglish =
    "Business is closed. {served:customer was/customers were} served today, in {businessSeconds:fixed2} seconds."
  nonisolated static let closingKorean =
    "업무가 마감되었습니다. 오늘 업무를 처리한 고객은 총 {served}명이며, 총 업무시간은 {businessSeconds:fixed2}초입니다."

  nonisolated static let closingLine = Rendering.message(closingEnglish, ko: closingKorean)

  nonisolated static let closingCases = Rendering.cases(
    by: "/kind",
    [
      MessageCase(
        "closed", closingEnglish + "{sentHomeText}", ko: closingKorean + "{sentHomeText}"),
      MessageCase(
        "closedWithLine", closingEnglish + " {waiting:keeps a ticket/keep their tickets}.",
        ko: closingKorean + " {waiting}명은 다음 날 이어집니다."),
      MessageCase(
        "closingStuck",
        "Closing: {waiting} waiting, but nobody serves {stuckServices} now; "
          + "{stuckRemedy}, or end it with "
          + "`matectl bank close --clear-line` or `--keep-line`.",
        ko: "마감 중: {waiting}명이 기다리지만 지금 {stuckServices} 업무를 보는 창구가 없습니다. "
          + "{stuckRemedy} 명령으로 다시 열거나 "
          + "`matectl bank close --clear-line` 또는 `--keep-line`으로 끝내십시오."),
      MessageCase(
        "closing",
        "Closing: {waiting} waiting and {serving} being served are finished first."
          + "{sentHomeText}",
        ko: "마감 중: 대기 {waiting}명, 업무 중 {serving}명을 먼저 처리합니다.{sentHomeText}"),
      MessageCase(
        "closingWithLine",
        "Closing: {serving} being served are finished, {waiting:keeps a ticket/keep their tickets}.",
        ko: "마감 중: 업무 중 {serving}명을 처리하고, 대기 {waiting}명은 다음 날 이어집니다."),
    ])

  nonisolated static let boardColumns: Rendering = {
    let loan = [StyleRule(when: "/service", is: "loan", use: .accent)]
    return .board(
      BoardTemplate(
        columns: [
          BoardColumn(
            LocalizedText(en: "Waiting", ko: "대기중"), items: "/waiting", key: "/number",
            card: LocalizedText(
              en: "{number} - {serviceName}{rank}", ko: "{number} - {serviceName}{rank}"),
            style: [StyleRule(when: "/overTarget", is: true, use: .warning)] + loan),
          BoardColumn(
            LocalizedText(en: "Serving", ko: "업무중"), items: "/serving", key: "/number",
            card: LocalizedText(
              en: "{number} - {serviceName}{rank}{desk}",
              ko: "{number} - {serviceName}{rank}{desk}"),
            style: loan),
          BoardColumn(
            LocalizedText(en: "Branch", ko: "은행"), items: "/clock",
            card: LocalizedText(
              en: "Business time - {timer} ({phase})", ko: "업무시간 - {timer} ({phase})")),
        ], footer: LocalizedText(en: "{remark}", ko: "{remark}")))
  }()

  nonisolated static let serviceCases = [
    MessageCase(
      "started", "Customer {ticket}: {serviceName} started", ko: "{ticket}번 고객 {serviceName}업무 시작"),
    MessageCase(
      "finished", "Customer {ticket}: {serviceName} finished",
      ko: "{ticket}번 고객 {serviceName}업무 완료"
    ),
    MessageCase("startedPlain", "Customer {ticket}: service started", ko: "{ticket}번 고객 업무 시작"),
    MessageCase("finishedPlain", "Customer {ticket}: service finished", ko: "{ticket}번 고객 업무 완료"),
  ]

  nonisolated static let serviceEvents = Rendering.cases(by: "/phrase", serviceCases)

  /// Sentences about one ticket, which are the same with one service and with several.
  nonisolated static let ticketCases = [
    MessageCase("taken", "Customer {ticket} waits", ko: "{ticket}번 고객 대기"),
    MessageCase("left", "Customer {ticket} left the line", ko: "{ticket}번 고객 대기 취소"),
    MessageCase("sentHome", "Customer {ticket} was sent home", ko: "{ticket}번 고객 귀가"),
    MessageCase("noShow", "Customer {ticket} did not come", ko: "{ticket}번 고객 부재"),
    MessageCase("transferred", "Customer {ticket} was sent on", ko: "{ticket}번 고객 업무 이관"),
    MessageCase(
      "overTarget", "Customer {ticket} has waited longer than {targetSeconds:duration}",
      ko: "{ticket}번 고객의 대기 시간이 {targetSeconds:duration} 초과"),
    MessageCase("returned", "Customer {ticket} waits again", ko: "{ticket}번 고객 다시 대기"),
    MessageCase(
      "recalled", "Customer {ticket}: please come to teller {teller}",
      ko: "{ticket}번 고객님, {teller}번 창구로 와 주십시오"
    ),
  ]

  nonisolated static let watchEvents = Rendering.cases(
    by: "/phrase",
    serviceCases + ticketCases + ticketCases.map { MessageCase("\($0.value)Plain", $0.text) } + [
      MessageCase(
        "board",
        "{waitingCount} waiting, {servingCount} being served, {served} served, "
          + "{businessSeconds:fixed2} s of business",
        ko: "대기중 {waitingCount}명, 업무중 {servingCount}명, 완료 {served}명, "
          + "업무시간 {businessSeconds:fixed2}초"
      ),
      MessageCase(
        "place",
        "Customer {ticket}: place {position} in line, about {estimate/p50Seconds:duration}",
        ko: "{ticket}번 고객: 대기 {position}번째, 예상 대기 {estimate/p50Seconds:duration}"),
      MessageCase(
        "placeUnknown", "Customer {ticket}: place {position} in line, no teller is on duty",
        ko: "{ticket}번 고객: 대기 {position}번째, 근무 중인 창구 없음"),
      MessageCase(
        "placeUnlearned",
        "Customer {ticket}: place {position} in line; no teller on duty has called anybody yet, "
          + "so no wait can be foretold",
        ko: "{ticket}번 고객: 대기 {position}번째, 근무 중인 창구가 아직 아무도 부르지 않아 예상 대기 시간을 알 수 없음"),
      MessageCase(
        "placeKept",
        "Customer {ticket}: kept for the next business day, place {position} in line",
        ko: "{ticket}번 고객: 다음 영업일에 이어서 대기 {position}번째"),
      MessageCase("gone", "Customer {ticket} is in no line", ko: "{ticket}번 고객은 대기줄에 없습니다"),
      MessageCase("opened", "Open: business day {day}", ko: "은행이 열렸습니다: {day}일차"),
      MessageCase("reopened", "Open again", ko: "다시 열렸습니다"),
      MessageCase("closing", "Closing: no new customers", ko: "마감 중: 새 고객을 받지 않습니다"),
      MessageCase(
        "closingWithLine", "Closing: the line is kept for the next day",
        ko: "마감 중: 대기줄은 다음 날 이어집니다"
      ),
      MessageCase("closed", closingEnglish, ko: closingKorean),
      MessageCase("reset", "Reset", ko: "초기화"),
      MessageCase("imported", "The branch was taken over from a file", ko: "은행을 파일에서 가져왔습니다"),
      MessageCase("tellerAdded", "Teller {teller} is there", ko: "{teller}번 창구 추가"),
      MessageCase("tellerPaused", "Teller {teller} pauses", ko: "{teller}번 창구 휴식"),
      MessageCase("tellerResumed", "Teller {teller} is back", ko: "{teller}번 창구 재개"),
      MessageCase("tellerRemoved", "Teller {teller} is gone", ko: "{teller}번 창구 삭제"),
      MessageCase("tellerSet", "Teller {teller} was changed", ko: "{teller}번 창구 변경"),
      MessageCase("serviceRemoved", "Service {serviceName} is gone", ko: "{serviceName} 업무 삭제"),
      MessageCase("serviceSet", "Service {serviceName} was changed", ko: "{serviceName} 업무 변경"),
    ])
}
