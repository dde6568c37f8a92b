import CivilTime
import IPCProtocol
import TaskFormats
import Testing
import Values

@testable import projectd

/// Deadlines and repetitions as they are said in mails and calls, with what a calendar on the wall
/// gives for them; written down before anybody tried them.
///
/// It is Wednesday 2027-03-10, 10:20 in Seoul; weeks begin on Monday.
@Suite("Phrases in use")
struct PhraseUseTests {
  func words() throws -> DeadlineWords {
    DeadlineWords(
      now: try time("2027-03-10T01:20:00Z"), zone: try zones.rules(named: "Asia/Seoul"),
      zones: zones)
  }

  func deadline(_ phrase: String) throws -> String? {
    try words().deadline(phrase)?.description.replacing("[Asia/Seoul]", with: "")
  }

  /// `phrase = answer`, several on a line between bars.
  func check(_ table: String, _ read: (String) throws -> String?) {
    for entry in table.split(whereSeparator: { $0 == "|" || $0.isNewline }) {
      guard let sign = entry.firstIndex(of: "=") else { continue }
      let phrase = String(entry[..<sign]).trimmed
      let answer = String(entry[sign...].dropFirst()).trimmed
      #expect((try? read(phrase)) == answer, "\(phrase)")
    }
  }

  @Test("deadlines in English")
  func english() {
    check(
      """
      day after tmrw=2027-03-12 | Thursday=2027-03-11 | wednesday=2027-03-17 | weds=2027-03-17
      this thursday=2027-03-11 | thurs.=2027-03-11 | next thurs=2027-03-18
      saturday at 10=2027-03-13T10:00:00 | sat morning=2027-03-13T09:00:00
      a week tomorrow=2027-03-18 | a week today=2027-03-17 | two weeks tomorrow=2027-03-25
      in two weeks time=2027-03-24 | three weeks on monday=2027-04-05
      two fridays from now=2027-03-19 | end of march=2027-03-31 | end of april=2027-04-30
      by the end of june 2027=2027-06-30 | start of april=2027-04-01 | beginning of may=2027-05-01
      mid april=2027-04-15 | mid-June=2027-06-15 | middle of may=2027-05-15 | may day=2027-05-01
      april fools' day=2027-04-01 | boxing day=2027-12-26 | xmas eve=2027-12-24
      st patrick's day=2027-03-17 | 4th of july=2027-07-04 | July 4th=2027-07-04
      march 15=2027-03-15 | Mar. 15=2027-03-15 | 15 March=2027-03-15 | 15th of march=2027-03-15
      the 15th=2027-03-15 | 15.3.2027=2027-03-15 | 3/15=2027-03-15 | 2027-3-15=2027-03-15
      2027/3/15=2027-03-15 | 15-mar-2027=2027-03-15 | 15-Mar=2027-03-15 | 15mar=2027-03-15
      mar15=2027-03-15 | monday the 15th=2027-03-15 | mon 15th=2027-03-15
      Monday, 15 March 2027=2027-03-15 | march 15th, 2027 @ 2pm=2027-03-15T14:00:00
      Mon Mar 15 14:00=2027-03-15T14:00:00 | 15 mar 2027 at 2pm=2027-03-15T14:00:00
      fri 3/12=2027-03-12 | 2pm=2027-03-10T14:00:00 | at 2=2027-03-10T14:00:00
      9 am=2027-03-11T09:00:00 | at 11=2027-03-10T11:00:00 | 11:30=2027-03-10T11:30:00
      10:00=2027-03-11T10:00:00 | by 5=2027-03-10T17:00:00 | by 5 today=2027-03-10T17:00:00
      by noon=2027-03-10T12:00:00 | by noon tomorrow=2027-03-11T12:00:00
      noon on friday=2027-03-12T12:00:00 | midnight tonight=2027-03-10T23:59:00
      tomorrow midnight=2027-03-11T23:59:00 | 6:30pm today=2027-03-10T18:30:00
      at 1800 tomorrow=2027-03-11T18:00:00 | tomorrow at 6 o'clock=2027-03-11T18:00:00
      six pm tomorrow=2027-03-11T18:00:00 | six thirty tomorrow evening=2027-03-11T18:30:00
      tomorrow 7 in the evening=2027-03-11T19:00:00 | seven in the evening=2027-03-10T19:00:00
      eight tonight=2027-03-10T20:00:00 | tonight at 11:59=2027-03-10T23:59:00
      tomorrow lunchtime=2027-03-11T12:00:00 | at lunch tomorrow=2027-03-11T12:00:00
      friday eod=2027-03-12T23:59:00 | EOD tomorrow=2027-03-11T23:59:00
      by the end of the day=2027-03-10T23:59:00
      half past nine tomorrow morning=2027-03-11T09:30:00
      quarter past 8 tonight=2027-03-10T20:15:00 | 20 to 6 tomorrow=2027-03-11T17:40:00
      five to twelve tomorrow=2027-03-11T11:55:00
      ten to nine tomorrow morning=2027-03-11T08:50:00 | first thing tomorrow=2027-03-11T09:00:00
      first thing monday morning=2027-03-15T09:00:00 | in 10 min=2027-03-10T10:30:00
      10 mins from now=2027-03-10T10:30:00 | in a minute=2027-03-10T10:21:00
      in fifteen minutes=2027-03-10T10:35:00 | in 2.5 hours=2027-03-10T12:50:00
      in 1.5h=2027-03-10T11:50:00 | in 1h 30m=2027-03-10T11:50:00
      in three quarters of an hour=2027-03-10T11:05:00 | an hour from now=2027-03-10T11:20:00
      2 hours later=2027-03-10T12:20:00 | two days from now=2027-03-12
      2 days from tomorrow=2027-03-13 | 3 days after tomorrow=2027-03-14
      3 days after friday=2027-03-15 | a week before christmas=2027-12-18
      two days before april 5=2027-04-03 | the day before christmas=2027-12-24
      the day after christmas=2027-12-26 | in 1 month=2027-04-10 | one month from today=2027-04-10
      a month from tomorrow=2027-04-11 | 6 weeks from now=2027-04-21 | in 90 days=2027-06-08
      in 100 days=2027-06-18 | a fortnight today=2027-03-24 | fortnight from friday=2027-03-26
      in 18 months=2028-09-10 | +2w=2027-03-24 | +1mo=2027-04-10 | +1y=2028-03-10 | 10d=2027-03-20
      1 week=2027-03-17 | by month end=2027-03-31 | by the end of march=2027-03-31
      end of Q2=2027-06-30 | by end of q1=2027-03-31 | by end of next week=2027-03-21
      end of this week=2027-03-14 | on the weekend=2027-03-13 | over the weekend=2027-03-13
      sunday night=2027-03-14 | sunday evening=2027-03-14T19:00:00 | later today=2027-03-10
      last friday in march=2027-03-26 | 3rd friday of april=2027-04-16
      first monday in april=2027-04-05 | the 31st=2027-03-31 | the 9th=2027-04-09
      the 10th=2027-03-10 | the 2nd tuesday of next month=2027-04-13 | 29 feb=2028-02-29
      march 9=2028-03-09 | this coming sunday=2027-03-14 | friday this week=2027-03-12
      tuesday in two weeks=2027-03-23 | week from thursday=2027-03-18
      a week from next tuesday=2027-03-23 | two weeks from this friday=2027-03-26
      3 weeks from tomorrow at noon=2027-04-01T12:00:00
      fri, mar 12 at 9:15am=2027-03-12T09:15:00 | by 5 pm on mar 12=2027-03-12T17:00:00
      no later than march 20th=2027-03-20 | not later than friday=2027-03-12
      before the end of the week=2027-03-14 | before midnight=2027-03-10T23:59:00
      before 5pm tomorrow=2027-03-11T17:00:00 | before noon=2027-03-10T12:00:00
      friday at the latest=2027-03-12 | at the latest by friday=2027-03-12
      tomorrow, 3pm=2027-03-11T15:00:00 | tomorrow - 3pm=2027-03-11T15:00:00
      3 pm, tomorrow=2027-03-11T15:00:00 | 5/6=2027-05-06
      """, deadline)
  }

  @Test("deadlines in Korean")
  func korean() {
    check(
      """
      이번주 목요일=2027-03-11 | 이번 주 수요일=2027-03-10 | 수요일=2027-03-17 | 담주 화요일=2027-03-16
      담 주 목욜까지=2027-03-18 | 다음주 토=2027-03-20 | 다다음주 월욜=2027-03-22 | 이번주 일요일까지=2027-03-14
      다음주 주말=2027-03-20 | 3월15일=2027-03-15 | 삼월 십오일=2027-03-15 | 3.15.=2027-03-15
      2027.3.15=2027-03-15 | 2027. 3. 15.=2027-03-15 | 15일 오후 2시=2027-03-15T14:00:00
      9일=2027-04-09 | 10일=2027-03-10 | 다음 달 초하루=2027-04-01 | 4월 1일 목요일=2027-04-01
      4월 1일(목)까지=2027-04-01 | 4월말까지=2027-04-30 | 사월 말일=2027-04-30 | 오월 오일=2027-05-05
      유월 말=2027-06-30 | 시월 삼일=2027-10-03 | 식목일=2027-04-05 | 근로자의 날=2027-05-01 | 어버이날까지=2027-05-08
      스승의 날=2027-05-15 | 제헌절=2027-07-17 | 삼일절=2028-03-01 | 만우절=2027-04-01 | 화이트데이=2027-03-14
      빼빼로데이=2027-11-11 | 발렌타인데이=2028-02-14 | 크리스마스 이브=2027-12-24 | 할로윈=2027-10-31
      상반기까지=2027-06-30 | 상반기 말=2027-06-30 | 1분기 말=2027-03-31 | 2분기 말까지=2027-06-30
      이번 분기까지=2027-03-31 | 내년 3월 말=2028-03-31 | 내년 3월 2일=2028-03-02 | 2주 있다가=2027-03-24
      이 주일 후=2027-03-24 | 삼주 뒤 월요일=2027-03-29 | 한 주 뒤=2027-03-17 | 일주일 뒤 금요일=2027-03-19
      열흘 후=2027-03-20 | 보름 후=2027-03-25 | 한달 뒤=2027-04-10 | 두달 뒤=2027-05-10 | 반년 후=2027-09-10
      100일 뒤=2027-06-18 | 백일 뒤=2027-06-18 | 40일 후=2027-04-19 | 사십 일 뒤=2027-04-19
      스무 날 뒤=2027-03-30 | 이십일 뒤=2027-03-30 | 이틀 후 오후 3시=2027-03-12T15:00:00 | 이틀 있다가=2027-03-12
      3일 이내=2027-03-13 | 3일내로=2027-03-13 | 나흘 안에=2027-03-14 | 모레 아침=2027-03-12T09:00:00
      모레 저녁 7시=2027-03-12T19:00:00 | 글피 오전 10시=2027-03-13T10:00:00 | 내일 낮 12시=2027-03-11T12:00:00
      낮 1시=2027-03-10T13:00:00 | 오늘 오후 5시 반=2027-03-10T17:30:00 | 오늘 5시=2027-03-10T17:00:00
      5시까지=2027-03-10T17:00:00 | 저녁 8시까지=2027-03-10T20:00:00 | 밤 11시 반=2027-03-10T23:30:00
      오늘 밤 12시=2027-03-10T23:59:00 | 내일 새벽 5시=2027-03-11T05:00:00 | 아침 9시=2027-03-11T09:00:00
      오전 11시=2027-03-10T11:00:00 | 금주 내=2027-03-14 | 금주 금요일=2027-03-12 | 차주 월요일=2027-03-15
      차주까지=2027-03-21 | 금월 말일=2027-03-31 | 익월 10일=2027-04-10 | 익월 말=2027-04-30
      명일 오전 10시=2027-03-11T10:00:00 | 금일 18시=2027-03-10T18:00:00 | 금일 중=2027-03-10
      익일 12시까지=2027-03-11T12:00:00 | 14시 30분=2027-03-10T14:30:00 | 14:30까지=2027-03-10T14:30:00
      오후 두시 반=2027-03-10T14:30:00 | 두 시 반=2027-03-10T14:30:00 | 두시까지=2027-03-10T14:00:00
      열두 시=2027-03-10T12:00:00 | 열한시 반=2027-03-10T11:30:00 | 여섯시 십분=2027-03-10T18:10:00
      한 시간 후=2027-03-10T11:20:00 | 1시간 반 뒤=2027-03-10T11:50:00 | 30분 후=2027-03-10T10:50:00
      십 분 뒤=2027-03-10T10:30:00 | 5분 있다가=2027-03-10T10:25:00 | 세 시간 뒤=2027-03-10T13:20:00
      2시간 내로=2027-03-10T12:20:00 | 24시간 뒤=2027-03-11T10:20:00 | 48시간 이내=2027-03-12T10:20:00
      90분 뒤=2027-03-10T11:50:00 | 다음주 수요일 오후 3시=2027-03-17T15:00:00
      다음 주 수욜 3시=2027-03-17T15:00:00 | 담주 금욜 저녁 6시=2027-03-19T18:00:00
      3월 20일 오전 9시 30분=2027-03-20T09:30:00 | 3월 20일 9시 반=2027-03-20T09:30:00
      3월 20일 토요일 오후 1시=2027-03-20T13:00:00 | 3/20 13:00=2027-03-20T13:00:00
      3월 20일 13시까지=2027-03-20T13:00:00 | 20일 저녁까지=2027-03-20T19:00:00 | 20일 정오=2027-03-20T12:00:00
      토요일 아침까지=2027-03-13T09:00:00 | 일요일 밤=2027-03-14 | 일요일 밤 9시=2027-03-14T21:00:00
      목요일 점심시간=2027-03-11T12:00:00 | 점심까지=2027-03-10T12:00:00 | 저녁까지=2027-03-10T19:00:00
      아침까지=2027-03-11T09:00:00 | 오늘 밤까지=2027-03-10 | 4월 첫째 월요일=2027-04-05 | 4월 둘째 주 금요일=2027-04-09
      3월 셋째 주 목요일=2027-03-18 | 3월 마지막 주 금요일=2027-03-26 | 이번 달 셋째 금요일=2027-03-19
      이번 달 마지막 주 수요일=2027-03-31 | 다음 달 첫날=2027-04-01 | 다음달 첫째 날=2027-04-01 | 다음주 내로=2027-03-21
      이달 20일=2027-03-20 | 이달 중=2027-03-31 | 다음다음 달 5일=2027-05-05 | 다다음달 말=2027-05-31
      사흘 전=2027-03-07 | 크리스마스 전날=2027-12-24 | 크리스마스 이틀 전=2027-12-23 | 4월 5일 전날=2027-04-04
      4월 5일 3일 전=2027-04-02 | 내일부터 2주 뒤=2027-03-25 | 다음 주 월요일부터 2주 뒤=2027-03-29
      오늘부터 10일 뒤=2027-03-20 | 지금부터 2시간 뒤=2027-03-10T12:20:00
      2027년 3월 15일 오후 2시=2027-03-15T14:00:00 | 4월까지=2027-04-30 | 5월 중으로=2027-05-31
      6월 안에=2027-06-30 | 늦어도 금요일까지=2027-03-12 | 금요일까지는=2027-03-12 | 내일까진=2027-03-11
      목요일날=2027-03-11
      """, deadline)
  }

  @Test("repetitions in English")
  func englishRules() {
    check(
      """
      each day=FREQ=DAILY | once a day=FREQ=DAILY | once a week=FREQ=WEEKLY
      once a month=FREQ=MONTHLY | once a year=FREQ=YEARLY | every third day=FREQ=DAILY;INTERVAL=3
      every 3rd day=FREQ=DAILY;INTERVAL=3 | every second week=FREQ=WEEKLY;INTERVAL=2
      every other tuesday=FREQ=WEEKLY;INTERVAL=2;BYDAY=TU
      every six months=FREQ=MONTHLY;INTERVAL=6 | half-yearly=FREQ=MONTHLY;INTERVAL=6
      bi-weekly=FREQ=WEEKLY;INTERVAL=2 | every two years=FREQ=YEARLY;INTERVAL=2
      every ten days=FREQ=DAILY;INTERVAL=10 | every four weeks=FREQ=WEEKLY;INTERVAL=4
      each monday=FREQ=WEEKLY;BYDAY=MO | mondays=FREQ=WEEKLY;BYDAY=MO
      on mondays=FREQ=WEEKLY;BYDAY=MO | Mondays and Thursdays=FREQ=WEEKLY;BYDAY=MO,TH
      tue & thu=FREQ=WEEKLY;BYDAY=TU,TH | tuesdays/thursdays=FREQ=WEEKLY;BYDAY=TU,TH
      every mon, wed & fri=FREQ=WEEKLY;BYDAY=MO,WE,FR
      on weekdays=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
      every workday=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
      every working day=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
      every business day=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR | weekends=FREQ=WEEKLY;BYDAY=SA,SU
      on weekends=FREQ=WEEKLY;BYDAY=SA,SU | every sat and sun=FREQ=WEEKLY;BYDAY=SA,SU
      monday through friday=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
      weekly on friday=FREQ=WEEKLY;BYDAY=FR | every week on tuesday=FREQ=WEEKLY;BYDAY=TU
      every 2 weeks on friday=FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
      every other week on monday=FREQ=WEEKLY;INTERVAL=2;BYDAY=MO
      biweekly on monday=FREQ=WEEKLY;INTERVAL=2;BYDAY=MO
      every 3 weeks on mon and thu=FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,TH
      monthly on the 15th=FREQ=MONTHLY;BYMONTHDAY=15
      every month on the 1st=FREQ=MONTHLY;BYMONTHDAY=1
      on the 5th of every month=FREQ=MONTHLY;BYMONTHDAY=5
      the 20th of each month=FREQ=MONTHLY;BYMONTHDAY=20
      every month on the 5th and 20th=FREQ=MONTHLY;BYMONTHDAY=5,20
      last day of the month=FREQ=MONTHLY;BYMONTHDAY=-1
      last day of every month=FREQ=MONTHLY;BYMONTHDAY=-1
      end of every month=FREQ=MONTHLY;BYMONTHDAY=-1
      first day of every month=FREQ=MONTHLY;BYMONTHDAY=1
      first monday of every month=FREQ=MONTHLY;BYDAY=1MO
      monthly on the first monday=FREQ=MONTHLY;BYDAY=1MO
      every third thursday of the month=FREQ=MONTHLY;BYDAY=3TH
      last friday of the month=FREQ=MONTHLY;BYDAY=-1FR
      every month on the last friday=FREQ=MONTHLY;BYDAY=-1FR
      2nd and 4th tuesday of the month=FREQ=MONTHLY;BYDAY=2TU,4TU
      last weekday of the month=FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1
      first working day of every month=FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1
      every 3 months=FREQ=MONTHLY;INTERVAL=3
      every 2 months on the 10th=FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=10
      every year on march 15=FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=15
      each year on 15 march=FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=15
      march 15 every year=FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=15
      every january 1st=FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1
      every 1st of january=FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1
      every christmas=FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25
      every day except sunday=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA
      every monday for 10 times=FREQ=WEEKLY;COUNT=10;BYDAY=MO
      """
    ) { try repetition($0)?.description }
  }

  @Test("repetitions in Korean")
  func koreanRules() {
    check(
      """
      날마다=FREQ=DAILY | 매일매일=FREQ=DAILY | 하루에 한 번=FREQ=DAILY | 일주일에 한 번=FREQ=WEEKLY
      주 1회=FREQ=WEEKLY | 월 1회=FREQ=MONTHLY | 연 1회=FREQ=YEARLY | 한 달에 한 번=FREQ=MONTHLY
      일 년에 한 번=FREQ=YEARLY | 1년에 한 번=FREQ=YEARLY | 2주에 한 번=FREQ=WEEKLY;INTERVAL=2
      두 주에 한 번=FREQ=WEEKLY;INTERVAL=2 | 이 주마다=FREQ=WEEKLY;INTERVAL=2 | 삼 일마다=FREQ=DAILY;INTERVAL=3
      사흘에 한 번=FREQ=DAILY;INTERVAL=3 | 이틀에 한번씩=FREQ=DAILY;INTERVAL=2 | 열흘마다=FREQ=DAILY;INTERVAL=10
      보름마다=FREQ=DAILY;INTERVAL=15 | 석 달마다=FREQ=MONTHLY;INTERVAL=3
      세 달에 한 번=FREQ=MONTHLY;INTERVAL=3 | 3개월마다=FREQ=MONTHLY;INTERVAL=3
      여섯 달마다=FREQ=MONTHLY;INTERVAL=6 | 반년마다=FREQ=MONTHLY;INTERVAL=6 | 매 분기=FREQ=MONTHLY;INTERVAL=3
      분기에 한 번=FREQ=MONTHLY;INTERVAL=3 | 매주 화=FREQ=WEEKLY;BYDAY=TU | 매주 화요일마다=FREQ=WEEKLY;BYDAY=TU
      매주 화, 목=FREQ=WEEKLY;BYDAY=TU,TH | 화·목=FREQ=WEEKLY;BYDAY=TU,TH | 화/목=FREQ=WEEKLY;BYDAY=TU,TH
      매주 화요일과 목요일=FREQ=WEEKLY;BYDAY=TU,TH | 매주 월요일하고 금요일=FREQ=WEEKLY;BYDAY=MO,FR
      월요일과 목요일마다=FREQ=WEEKLY;BYDAY=MO,TH | 월화수목금=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
      월요일~금요일=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR | 월-목=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH
      평일 매일=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR | 평일에=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
      평일에만=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR | 주중 매일=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
      매주 주말=FREQ=WEEKLY;BYDAY=SA,SU | 토요일 일요일마다=FREQ=WEEKLY;BYDAY=SA,SU
      토일마다=FREQ=WEEKLY;BYDAY=SA,SU | 격주 월요일=FREQ=WEEKLY;INTERVAL=2;BYDAY=MO
      격주로 금요일=FREQ=WEEKLY;INTERVAL=2;BYDAY=FR | 2주마다 월요일=FREQ=WEEKLY;INTERVAL=2;BYDAY=MO
      격주 월요일마다=FREQ=WEEKLY;INTERVAL=2;BYDAY=MO | 2주에 한 번 금요일=FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
      격일로=FREQ=DAILY;INTERVAL=2 | 하루걸러=FREQ=DAILY;INTERVAL=2 | 매월 15일=FREQ=MONTHLY;BYMONTHDAY=15
      매달 15일에=FREQ=MONTHLY;BYMONTHDAY=15 | 매월 십오일=FREQ=MONTHLY;BYMONTHDAY=15
      매월 말일=FREQ=MONTHLY;BYMONTHDAY=-1 | 매월 말=FREQ=MONTHLY;BYMONTHDAY=-1
      매달 마지막 날=FREQ=MONTHLY;BYMONTHDAY=-1 | 월말마다=FREQ=MONTHLY;BYMONTHDAY=-1
      매월 1일, 15일=FREQ=MONTHLY;BYMONTHDAY=1,15 | 매달 5일과 20일=FREQ=MONTHLY;BYMONTHDAY=5,20
      매월 1일 및 15일=FREQ=MONTHLY;BYMONTHDAY=1,15 | 매월 첫 월요일=FREQ=MONTHLY;BYDAY=1MO
      매월 첫째 월요일=FREQ=MONTHLY;BYDAY=1MO | 매달 마지막 금요일=FREQ=MONTHLY;BYDAY=-1FR
      매월 셋째 목요일=FREQ=MONTHLY;BYDAY=3TH | 매월 마지막 주 금요일=FREQ=MONTHLY;BYDAY=-1FR
      매월 둘째, 넷째 토요일=FREQ=MONTHLY;BYDAY=2SA,4SA | 매월 둘째 넷째 토요일=FREQ=MONTHLY;BYDAY=2SA,4SA
      매달 첫날=FREQ=MONTHLY;BYMONTHDAY=1 | 매달 첫 평일=FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1
      매월 마지막 평일=FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1
      매년 3월 15일=FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=15
      매년 3월 15일마다=FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=15
      매해 3월 15일=FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=15 | 매년 오월 오일=FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=5
      매년 크리스마스=FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25 | 1년마다=FREQ=YEARLY
      2년마다=FREQ=YEARLY;INTERVAL=2 | 격년=FREQ=YEARLY;INTERVAL=2 | 격월로=FREQ=MONTHLY;INTERVAL=2
      격월 10일=FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=10 | 매 2주=FREQ=WEEKLY;INTERVAL=2
      매 3일마다=FREQ=DAILY;INTERVAL=3 | 두 달에 한 번=FREQ=MONTHLY;INTERVAL=2
      일요일 빼고 매일=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA | 매주 월요일 10회=FREQ=WEEKLY;COUNT=10;BYDAY=MO
      매년=FREQ=YEARLY
      """
    ) { try repetition($0)?.description }
  }

  @Test(
    "deadlines that nobody can know, or that are none, are refused",
    arguments: [
      "tomorrow 15h", "at 8", "friday after next", "the following monday", "late april",
      "early next week", "in april", "around 3 days", "a day or two",
      "after lunch", "sometime next week", "friday or saturday", "march",
      "2027", "31 april", "25pm", "at 24:30", "담주초", "4월 초", "여덟 시", "4월 첫째 주 월요일",
      "서너 달 뒤", "두어 시간 뒤", "27.3.15", "내년 초", "그 다음 주", "3월 32일", "오후 25시", "이맘때",
      "3월 15일 금요일", "지난주", "곧", "영업일 3주 뒤",
    ])
  func refused(phrase: String) {
    #expect(throws: ProjectError.self) { try words().deadline(phrase) }
  }

  @Test(
    "repetitions that nobody can know, or that are none, are refused",
    arguments: [
      "daily 5 times", "bimonthly", "twice a week", "every second tuesday", "every hour",
      "every april", "now and then", "every", "every 0 days", "every day at 9", "every 40th",
      "friday", "매일 5번", "일주일에 두 번", "가끔", "매시간", "매주 월요일 오전 9시", "매월 32일", "금요일", "매년 2월 30일",
      "매", "주기적으로",
    ])
  func refusedRules(phrase: String) {
    #expect(throws: ProjectError.self) { try repetition(phrase) }
  }
}
