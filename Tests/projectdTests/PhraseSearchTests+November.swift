import Testing

/// What was refused, or wrong, of a third list, and what of it stays refused.
extension PhraseSearchTests {
  /// Wednesday 2026-11-25, 10:00 in Seoul.
  private static let november = "2026-11-25T01:00:00Z"

  @Test("deadlines in English in a November")
  func englishDeadlinesNovember() throws {
    try check(
      """
      tonight around 8=2026-11-25T20:00 | around 5pm=2026-11-25T17:00
      about 3pm tomorrow=2026-11-26T15:00 | tomorrow around noon=2026-11-26T12:00
      ~5pm=2026-11-25T17:00 | approximately 4pm=2026-11-25T16:00
      tomorrow at about 10am=2026-11-26T10:00 | 5pm-ish=refused | 5ish=refused
      mid next week=2026-12-02 | middle of next week=2026-12-02
      at the end of the week=2026-11-29 | at the end of the month=2026-11-30
      at the beginning of next month=2026-12-01 | at the start of december=2026-12-01
      late december=refused | 30.11.=2026-11-30 | 5pm 2026-11-30=2026-11-30T17:00
      2027-W15=2027-04-12 | 2027-W15-3=2027-04-14 | week 12=refused | 18h30=refused
      tomorrow at 18h30=2026-11-26T18:30 | tomorrow 18h30=2026-11-26T18:30 | 1h30=refused
      in 1h30=2026-11-25T11:30 | a week tomorrow=2026-12-03
      the last friday of the year=2026-12-25 | quarter past four=2026-11-25T16:15
      quarter of five=2026-11-25T16:45 | ten til five=2026-11-25T16:50
      end of q1 2027=2027-03-31 | start of the year=2027-01-01
      in about 2 hours=2026-11-25T12:00 | tomorrow (thu)=2026-11-26 | tomorrow (fri)=refused
      15.4.=2027-04-15 | 2026-W53-5=2027-01-01 | 2027-W53=refused | 2027-W15-8=refused
      ten of five=refused
      """, Self.november)
  }

  @Test("deadlines in Korean in a November")
  func koreanDeadlinesNovember() throws {
    try check(
      """
      내일 5시쯤=2026-11-26T17:00 | 5시쯤=2026-11-25T17:00 | 오후 3시쯤=2026-11-25T15:00
      오후 3시경=2026-11-25T15:00 | 저녁 7시쯤까지=2026-11-25T19:00 | 내일 정오쯤=2026-11-26T12:00
      금요일 두 시쯤=2026-11-27T14:00 | 3시 반쯤=2026-11-25T15:30 | 내일 10시 30분쯤=2026-11-26T10:30
      다음 주쯤=refused | 내일쯤=refused | 월초=refused | 설 전날=2027-02-06
      2026-12-01 오후 2시=2026-12-01T14:00 | 12월 중순=2026-12-15 | 일주일 후 같은 시간=2026-12-02T10:00
      1년 반 뒤=2028-05-25 | 영업일 기준 5일=2026-12-02 | 내일 오후 3시~4시=refused | 내일(목)=2026-11-26
      내일(목) 오후 3시=2026-11-26T15:00 | 모레(금)까지=2026-11-27 | 2시간쯤 뒤=2026-11-25T12:00
      3일쯤 뒤=refused | 약 30분 뒤=2026-11-25T10:30 | 내일(금)=refused | 2026-12-01 오후 25시=refused
      한 달 반 뒤=refused
      """, Self.november)
  }

  @Test("repetitions in English in a November")
  func englishRulesNovember() throws {
    try check(
      """
      every morning=refused | every two weeks on a monday=FREQ=WEEKLY;INTERVAL=2;BYDAY=MO
      at the end of every month=FREQ=MONTHLY;BYMONTHDAY=-1
      every month end=FREQ=MONTHLY;BYMONTHDAY=-1 | every end of month=FREQ=MONTHLY;BYMONTHDAY=-1 | annual=FREQ=YEARLY
      alternate days=FREQ=DAILY;INTERVAL=2
      every alternate monday=FREQ=WEEKLY;INTERVAL=2;BYDAY=MO
      once in 3 days=FREQ=DAILY;INTERVAL=3 | every fri at 4pm=refused
      on the weekends=FREQ=WEEKLY;BYDAY=SA,SU
      """, Self.november, rule)
  }

  @Test("repetitions in Korean in a November")
  func koreanRulesNovember() throws {
    try check(
      """
      매일 아침=refused | 매일 한 번씩=FREQ=DAILY | 매주 주중=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
      주말=FREQ=WEEKLY;BYDAY=SA,SU | 매월 초=refused | 매달 25일까지=FREQ=MONTHLY;BYMONTHDAY=25
      분기별 1회=FREQ=MONTHLY;INTERVAL=3 | 한 주 걸러=FREQ=WEEKLY;INTERVAL=2
      한 달 걸러=FREQ=MONTHLY;INTERVAL=2 | 매주 금요일까지=FREQ=WEEKLY;BYDAY=FR
      매년 3월 15일까지=FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=15 | 하루 걸러=FREQ=DAILY;INTERVAL=2
      이틀 걸러=refused
      """, Self.november, rule)
  }
}
