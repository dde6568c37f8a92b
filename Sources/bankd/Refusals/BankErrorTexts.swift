internal import Values

/// The sentences: what is wrong, and what to do about it.
extension BankReason {
  var text: LocalizedText {
    LocalizedText(en: english, ko: korean)
  }

  private var english: String {
    switch self {
    case .closed:
      "the branch takes no customers, it is {phaseName}{opens}; open it with `matectl bank open`"
    case .alreadyOpen:
      "the branch is open already; `matectl bank board` shows it, `matectl bank close` ends its day"
    case .alreadyClosed: "the branch is closed already; open it with `matectl bank open`"
    case .alreadyClosing:
      "the branch is closing; `matectl bank board` shows who is left, and "
        + "`matectl bank close --clear-line` or `--keep-line` ends it sooner"
    case .keptOrCleared: "the line is either kept or cleared; give only one of the two"
    case .unknownService: "there is no service {service}; there are: {known}"
    case .unknownTeller: "there is no teller {teller}; see `matectl bank teller list`"
    case .unknownTicket: "no ticket {ticket} was taken today; see `matectl bank board`"
    case .ticketGone:
      "ticket {ticket} was served or has left the line; who needs more takes a new one"
    case .ticketInService:
      "ticket {ticket} is at teller {teller} and waits no more; nothing was done"
    case .ticketNotCalled:
      "ticket {ticket} still waits and was never called; `matectl bank next` calls the next one"
    case .invalidCount: "{count} customers cannot come at once; give a number from 1 to {maximum}"
    case .lineFull: "{waiting:waits/wait} already, and the line holds {maximum}; try again later"
    case .invalidDuration:
      "{durationSeconds} is no time for a service; give 0.001 s to a day"
    case .invalidDistribution: "no distribution of times: {problem}"
    case .invalidName:
      "{word} is no name of a service; use a to z, 0 to 9 and - after a letter, 32 at most"
    case .tooMany: "a branch has at most {maximum} {what}"
    case .serviceUnstaffed:
      "no teller serves {service}; add one with `matectl bank teller add --services {service}`"
    case .tellerNeeded:
      "{waiting:waits/wait} for {service}, and only teller {teller} serves it; add another teller first"
    case .tellerBusy:
      "teller {teller} still has ticket {ticket} in hand; end it with `matectl bank done {teller}`"
    case .otherTicket: "teller {teller} has ticket {ticket} in hand by now; nothing was done"
    case .ticketLeftDesk:
      "ticket {ticket} is not in teller {teller}'s hand any more; nothing was done"
    case .tellerIdle:
      "teller {teller} has nobody in hand; call the next with `matectl bank next {teller}`"
    case .tellerPaused:
      "teller {teller} is paused; go on with `matectl bank teller resume {teller}`"
    case .tellerNotPaused: "teller {teller} is not paused"
    case .tellerAutomatic:
      "teller {teller} is automatic and needs no one to drive it; see `matectl bank teller list`"
    case .nobodyWaiting: "nobody waits for teller {teller}"
    case .sameService: "ticket {ticket} is for {service} already; name another service"
    case .noAutomaticTeller:
      "no automatic teller is on duty, so a run would never end; `matectl bank teller list` shows "
        + "whom to resume, and `matectl bank teller add --services {services}` adds one"
    case .dayReset: "the day was reset, and its customers with it; run it again"
    case .invalidPeriod: "no such period; give dates as 2026-11-21, the first one first"
    case .noServices: "a teller needs at least one service; see `matectl bank service list`"
    case .ambiguousService: "{service} may be any of {known}; say which of these words"
    case .serviceWanted:
      "{customers} are here for {service}; serve them, or end the day with "
        + "`matectl bank close --clear-line`"
    case .serviceBound:
      "{service} is all that teller {tellers} serves; give other services with "
        + "`matectl bank teller set {teller} --services …`, or `matectl bank teller remove {teller}`"
    case .lastService: "{service} is the last service; make another one first"
    case .noManualTeller:
      "no teller is manual; add one with "
        + "`matectl bank teller add --services {services} --mode manual`"
    case .nobodyInHand:
      "no manual teller has anybody in hand; call the next with `matectl bank next`"
    case .whichTeller: "teller {tellers} could; say which, as in `matectl bank {command} {teller}`"
    case .otherService:
      "ticket {ticket} is for {service}, which teller {teller} does not serve; "
        + "see `matectl bank teller list`"
    case .ticketAbsent:
      "customer {ticket} did not come when called; `matectl bank recall {ticket}` lets them wait again"
    case .invalidReason:
      "a reason is left, no-show, wrong-service or words of one's own on one line: "
        + "1 to {maximum:character/characters}"
    case .invalidFile: "nothing was imported: {where}: {problem}"
    case .notClosed:
      "the branch is {phaseName}, and a file takes the place of all of it; end the day with "
        + "`matectl bank close` first (`--clear-line` or `--keep-line` where people still wait)"
    case .exportTooLong:
      "{tickets} tickets are more than an import takes; `matectl bank export --no-history` leaves "
        + "them out, and `matectl backup bank FILE` keeps them"
    case .outsideHours:
      "the branch takes no customers outside of its hours{opens}; `matectl bank hours` shows them, "
        + "and `matectl bank hours rules --outside note` takes customers nonetheless"
    case .unknownZone: "there is no time zone {zone}; {hint}"
    case .closedInPast: "{date} is past; closed dates are today ({today}) or later"
    case .notClosedThen:
      "{date} is no closed date; `matectl bank hours` shows which are"
    case .planWords: "`{words}` is no {what}; write it as `{example}`"
    case .planUnstaffed:
      "nobody serves {service} in this plan; say how many do, as in `--tellers {service}=2`"
    case .planHours:
      "the time ahead has one rate, not one for each hour; write it as `--arrivals loan=60/h`"
    case .planIdle:
      "nobody comes for {service} in this plan, so how long it takes says nothing; say who comes with "
        + "`--arrivals`, or leave it out"
    case .planDay:
      "this takes a day with an end; say how long it is with `--hours 8`, or end the schedule as in "
        + "`--schedule '09:00=3,17:00=0'`"
    case .planGap:
      "from {from} to {to} nobody serves {service}, and customers come; give it a teller then, or "
        + "let nobody come"
    case .planScheduled:
      "the tellers of {service} are told twice, by `--tellers` and `--schedule` or by two parts of "
        + "one; leave one of the two out"
    case .planTwice: "{service} is given twice; leave one of the two out"
    case .oneMachine:
      "this branch shares no database server with others, so it knows of none; name one as "
        + "`\"postgresql\"` in the configuration of one of several"
    case .planGrades:
      "the shares of the grades are not all customers together; give those of the better grades, 1 at "
        + "most, as `--grades vip=0.1`"
    case .planShare:
      "no simulation can tell such a share from all customers; ask for 99.999% at most"
    case .planWarmUp:
      "a day begins with an empty branch, and all its customers count; leave out `--warm-up`"
    case .planDayCustomers:
      "in a day come as many as its arrivals say; leave out `--customers`, and play more days with "
        + "`--replications`"
    case .planRecords:
      "`--from` and `--record` each say who comes; leave one of the two out"
    case .planSize:
      "this fills the memory with those who wait: {maximum} customers at most come in a day, in a "
        + "what-if, or within the time that they wait; lower the rate or the time"
    case .planNobodyCounts:
      "a warm-up of {warmUp} leaves none of {customers:customer/customers} to count; give a smaller "
        + "one, or `auto`"
    case .planRecord: "line {line} of the record: {problem}"
    case .planNobody:
      "nobody comes in this plan; say who does with `--arrivals loan=60/h`, or with "
        + "`--from report` for the last day"
    case .planSteady:
      "for tellers hour by hour all arrivals are told so, as `--arrivals loan=20,35,60/h`, or taken "
        + "from a day with `--from report`"
    case .planUnseen:
      "nobody took a ticket on the last day; give a day's tickets with `--from day.csv`, as "
        + "`matectl bank tickets -o csv` prints them"
    case .planDayWord:
      "`{word}` is no recorded day: the last one is `report`, or `arrivals` without its times, and a "
        + "file has a folder or an ending in its name, as `./monday`"
    case .invalidTitle: "a name has 1 to {maximum:character/characters} to be seen, on one line"
    }
  }

  private var korean: String {
    switch self {
    case .closed:
      "지금은 고객을 받지 않습니다(상태: {phaseName}).{opens} `matectl bank open`으로 개점하십시오"
    case .alreadyOpen:
      "은행이 이미 열려 있습니다. `matectl bank board`로 확인하거나 `matectl bank close`로 마감하십시오"
    case .alreadyClosed: "은행이 이미 닫혀 있습니다. `matectl bank open`으로 개점하십시오"
    case .alreadyClosing:
      "마감 중입니다. `matectl bank board`로 남은 고객을 볼 수 있고, "
        + "`matectl bank close --clear-line`이나 `--keep-line`을 쓰면 더 빨리 끝납니다"
    case .keptOrCleared: "대기줄은 남기거나 비우거나 하나만 고를 수 있습니다"
    case .unknownService: "{service} 업무는 없습니다. 가능한 업무: {known}"
    case .unknownTeller: "{teller}번 창구는 없습니다. `matectl bank teller list`를 보십시오"
    case .unknownTicket: "오늘 발급된 {ticket}번 번호표는 없습니다. `matectl bank board`를 보십시오"
    case .ticketGone: "{ticket}번 고객은 업무가 끝났거나 대기줄에서 빠졌습니다. 용무가 더 있으면 번호표를 새로 뽑으십시오"
    case .ticketInService:
      "{ticket}번 고객은 더 이상 대기 중이 아니라 {teller}번 창구에서 업무 중이므로, 아무것도 하지 않았습니다"
    case .ticketNotCalled:
      "{ticket}번 고객은 아직 호출되지 않았습니다. `matectl bank next`로 다음 고객을 부르십시오"
    case .invalidCount:
      "한 번에 {count}명은 받을 수 없습니다. 1부터 {maximum} 사이의 수를 쓰십시오"
    case .lineFull:
      "이미 {waiting}명이 기다리고 있고 대기줄은 {maximum}명까지입니다. 나중에 다시 하십시오"
    case .invalidDuration:
      "업무 시간이 될 수 없는 값입니다: {durationSeconds}. 0.001초부터 하루까지 쓰십시오"
    case .invalidDistribution: "업무 시간 분포가 잘못되었습니다: {problem}"
    case .invalidName:
      "{word:은/는} 업무 이름이 될 수 없습니다. 영문자로 시작해 영문자, 숫자, -만 32자까지 쓰십시오"
    case .tooMany: "{what:은/는} {maximum}개까지입니다"
    case .serviceUnstaffed:
      "{service} 업무를 보는 창구가 없습니다. "
        + "`matectl bank teller add --services {service}` 명령으로 추가하십시오"
    case .tellerNeeded:
      "{waiting}명이 {service} 업무를 기다리는데 {teller}번 창구만 그 업무를 봅니다. "
        + "다른 창구를 먼저 추가하십시오"
    case .tellerBusy:
      "{teller}번 창구는 {ticket}번 고객 업무 중입니다. `matectl bank done {teller}` 명령으로 끝내십시오"
    case .otherTicket: "{teller}번 창구는 그사이 {ticket}번 고객을 맞았습니다. 아무것도 하지 않았습니다"
    case .ticketLeftDesk: "{ticket}번 고객은 이제 {teller}번 창구에 없습니다. 아무것도 하지 않았습니다"
    case .tellerIdle:
      "{teller}번 창구에 고객이 없습니다. `matectl bank next {teller}` 명령으로 다음 고객을 부르십시오"
    case .tellerPaused:
      "{teller}번 창구는 쉬는 중입니다. `matectl bank teller resume {teller}` 명령으로 다시 여십시오"
    case .tellerNotPaused: "{teller}번 창구는 쉬는 중이 아닙니다"
    case .tellerAutomatic:
      "{teller}번 창구는 자동 창구라 사람이 부르지 않습니다. `matectl bank teller list`를 보십시오"
    case .nobodyWaiting: "{teller}번 창구를 기다리는 고객이 없습니다"
    case .sameService: "{ticket}번 고객은 이미 {service} 업무입니다. 다른 업무를 쓰십시오"
    case .noAutomaticTeller:
      "근무 중인 자동 창구가 없어 끝날 수 없습니다. `matectl bank teller list`에서 쉬는 창구를 찾아 다시 열거나 "
        + "`matectl bank teller add --services {services}` 명령으로 추가하십시오"
    case .dayReset: "오늘 업무가 초기화되었습니다. 다시 시작하십시오"
    case .invalidPeriod: "기간이 잘못되었습니다. 2026-11-21처럼 앞선 날짜부터 쓰십시오"
    case .noServices:
      "창구에는 업무가 하나 이상 필요합니다. `matectl bank service list`를 보십시오"
    case .ambiguousService: "{service}: {known} 중 어느 업무인지 알 수 없습니다. 이 낱말 중 하나를 쓰십시오"
    case .serviceWanted:
      "{service} 업무 고객이 {customers}명 있습니다. 업무를 마치거나 "
        + "`matectl bank close --clear-line`으로 하루를 끝내십시오"
    case .serviceBound:
      "{tellers}번 창구는 {service} 업무만 봅니다. `matectl bank teller set {teller} --services …` 명령으로 "
        + "다른 업무를 주거나 `matectl bank teller remove {teller}` 명령으로 없애십시오"
    case .lastService: "{service} 업무가 마지막 업무입니다. 다른 업무를 먼저 만드십시오"
    case .noManualTeller:
      "수동 창구가 없습니다. `matectl bank teller add --services {services} --mode manual`로 "
        + "추가하십시오"
    case .nobodyInHand: "업무 중인 고객이 있는 수동 창구가 없습니다. `matectl bank next` 명령으로 다음 고객을 부르십시오"
    case .whichTeller: "{tellers}번 창구가 할 수 있습니다. `matectl bank {command} {teller}`처럼 창구를 쓰십시오"
    case .otherService:
      "{ticket}번 고객은 {service} 업무인데 {teller}번 창구는 그 업무를 보지 않습니다. "
        + "`matectl bank teller list`를 보십시오"
    case .ticketAbsent:
      "{ticket}번 고객은 불렀을 때 오지 않았습니다. `matectl bank recall {ticket}` 명령으로 다시 기다리게 하십시오"
    case .invalidReason:
      "사유는 left, no-show, wrong-service 중 하나이거나 한 줄로 쓴 말 {maximum}자까지입니다"
    case .invalidFile: "가져오지 않았습니다. {where}: {problem}"
    case .notClosed:
      "파일은 은행 전체를 바꾸는데 지금 은행이 닫혀 있지 않습니다(상태: {phaseName}). "
        + "먼저 `matectl bank close` 명령으로 마감하십시오(대기 고객이 있으면 `--clear-line`이나 `--keep-line`)"
    case .exportTooLong:
      "번호표 {tickets}개는 다시 가져올 수 있는 양을 넘습니다. `matectl bank export --no-history`로 빼거나 "
        + "`matectl backup bank FILE`로 남기십시오"
    case .outsideHours:
      "영업시간이 아니어서 고객을 받지 않습니다.{opens} `matectl bank hours`로 영업시간을 볼 수 있고, "
        + "`matectl bank hours rules --outside note`를 쓰면 영업시간이 아니어도 받습니다"
    case .unknownZone: "{zone} 시간대는 없습니다. {hint}"
    case .closedInPast: "{date:은/는} 지난 날입니다. 휴무일은 오늘({today})부터 정할 수 있습니다"
    case .notClosedThen: "{date:은/는} 휴무일이 아닙니다. `matectl bank hours`로 휴무일을 보십시오"
    case .planWords: "`{words}`: {what:으로/로} 읽을 수 없습니다. `{example}`처럼 쓰십시오"
    case .planUnstaffed:
      "이 계획에는 {service} 업무를 보는 창구가 없습니다. `--tellers {service}=2`처럼 창구 수를 쓰십시오"
    case .planHours:
      "앞으로의 도착은 시간별이 아니라 하나입니다. `--arrivals loan=60/h`처럼 쓰십시오"
    case .planIdle:
      "이 계획에서 {service} 업무에는 아무도 오지 않아 업무 시간이 쓰이지 않습니다. `--arrivals`로 도착을 쓰거나 빼십시오"
    case .planDay:
      "하루의 끝이 있어야 합니다. `--hours 8`로 길이를 쓰거나 `--schedule '09:00=3,17:00=0'`처럼 끝을 쓰십시오"
    case .planGap:
      "{from}부터 {to}까지 고객은 오는데 {service} 업무를 보는 창구가 없습니다. 그때 창구를 두거나 고객이 오지 않게 하십시오"
    case .planScheduled:
      "{service} 업무의 창구 수를 두 번 썼습니다. `--tellers`와 `--schedule` 또는 근무표의 두 부분 가운데 하나를 빼십시오"
    case .planTwice: "{service:을/를} 두 번 썼습니다. 하나를 빼십시오"
    case .oneMachine:
      "이 지점은 다른 지점과 데이터베이스 서버를 함께 쓰지 않아 다른 지점을 알지 못합니다. 여러 지점 가운데 하나의 설정에 "
        + "`\"postgresql\"`을 쓰십시오"
    case .planGrades: "등급의 비율을 더해도 전체가 아닙니다. `--grades vip=0.1`처럼 높은 등급만, 합이 1 이하가 되게 쓰십시오"
    case .planShare: "이런 비율은 시뮬레이션으로 전부와 구별할 수 없습니다. 99.999% 이하로 정하십시오"
    case .planWarmUp: "하루는 빈 지점에서 시작해서 모든 고객을 셉니다. `--warm-up`을 빼십시오"
    case .planDayCustomers:
      "하루에는 도착률이 정한 만큼 옵니다. `--customers`를 빼고, 더 많은 날은 `--replications`로 돌리십시오"
    case .planRecords: "`--from`과 `--record`는 둘 다 오는 고객을 정합니다. 하나를 빼십시오"
    case .planSize:
      "기다리는 고객이 메모리를 다 차지합니다. 하루나 `what-if` 시간, 또는 기다리는 시간 동안 오는 고객은 {maximum}명까지입니다. "
        + "도착률이나 시간을 줄이십시오"
    case .planNobodyCounts:
      "준비 고객 {warmUp}명을 빼면 {customers}명 가운데 셀 고객이 없습니다. 더 작은 수나 `auto`를 쓰십시오"
    case .planRecord: "기록의 {line}번째 줄: {problem}"
    case .planNobody:
      "이 계획에는 오는 고객이 없습니다. `--arrivals loan=60/h`나 마지막 영업일인 `--from report`로 쓰십시오"
    case .planSteady:
      "시간대별 창구 수를 찾으려면 도착도 모두 `--arrivals loan=20,35,60/h`처럼 시간별로 쓰거나 "
        + "`--from report`로 기록된 하루를 쓰십시오"
    case .planUnseen:
      "마지막 영업일에 번호표를 받은 고객이 없습니다. `matectl bank tickets -o csv`로 만든 파일을 "
        + "`--from day.csv`로 주십시오"
    case .planDayWord:
      "`{word}`: 기록된 하루가 아닙니다. 마지막 영업일은 `report`, 업무 시간 없이 도착만이면 `arrivals`이고, "
        + "파일은 `./monday`처럼 폴더나 확장자가 있는 이름으로 씁니다"
    case .invalidTitle: "이름은 보이는 글자로 한 줄, 1자부터 {maximum}자까지입니다"
    }
  }
}
