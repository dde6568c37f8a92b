import CivilTime
import IPCProtocol
import Testing

@testable import projectd

/// Phrases that were written down when those of ``PhraseUseTests`` were understood, and tried then
/// for the first time: 158 of 159 were right, and `이번 주말까지` was another day than `주말까지`.
extension PhraseUseTests {
  @Test("more deadlines in English")
  func moreEnglish() {
    check(
      """
      thursday at half past ten=2027-03-11T10:30:00
      quarter past five today=2027-03-10T17:15:00 | 9.15am tomorrow=2027-03-11T09:15:00
      tues 23 march=2027-03-23 | march 23rd at noon=2027-03-23T12:00:00
      the 23rd of this month=2027-03-23 | end of the month=2027-03-31
      next wednesday=2027-03-17 | wednesday next week=2027-03-17
      this sunday at 8pm=2027-03-14T20:00:00 | sunday 8pm=2027-03-14T20:00:00
      in 5 weeks=2027-04-14 | within two weeks=2027-03-24 | within the next 10 days=2027-03-20
      4 weeks from friday=2027-04-09 | 3 days before may 1=2027-04-28
      the day after friday=2027-03-13 | may 1st 2027=2027-05-01
      1 may 2027 9am=2027-05-01T09:00:00 | 2027-05-01 9am=2027-05-01T09:00:00
      sat 1 may=2027-05-01 | first saturday of may=2027-05-01 | last day of april=2027-04-30
      start of next month=2027-04-01 | end of june=2027-06-30 | eom=2027-03-31
      eoy=2027-12-31 | end of next year=2028-12-31 | by tomorrow night=2027-03-11
      by tonight=2027-03-10 | tonight 9pm=2027-03-10T21:00:00
      friday morning=2027-03-12T09:00:00 | friday at 9 in the morning=2027-03-12T09:00:00
      until next friday=2027-03-19 | until the end of the week=2027-03-14
      due in 2 days=2027-03-12 | due tomorrow at 4=2027-03-11T16:00:00
      in 45 minutes=2027-03-10T11:05:00 | in two hours=2027-03-10T12:20:00
      3h=2027-03-10T13:20:00 | noon=2027-03-10T12:00:00 | new year's eve=2027-12-31
      new year's day 10am=2028-01-01T10:00:00 | halloween=2027-10-31 | 12 april=2027-04-12
      12th=2027-03-12 | 04/12=2027-04-12 | 20:00=2027-03-10T20:00:00
      8 pm=2027-03-10T20:00:00 | at 8:30pm=2027-03-10T20:30:00
      tomorrow at 20:00=2027-03-11T20:00:00 | friday, 12 o'clock=2027-03-12T12:00:00
      """, deadline)
  }

  @Test("more deadlines in Korean")
  func moreKorean() {
    check(
      """
      목요일 오전 10시 반=2027-03-11T10:30:00 | 오늘 다섯 시 십오 분=2027-03-10T17:15:00
      내일 오전 9시 15분=2027-03-11T09:15:00 | 3월 23일 화요일=2027-03-23
      3월 23일 정오까지=2027-03-23T12:00:00 | 이달 23일=2027-03-23 | 이번 달 말까지=2027-03-31
      다음 주 수요일=2027-03-17 | 다음주 수욜까지=2027-03-17 | 이번 주 일요일 저녁 8시=2027-03-14T20:00:00
      5주 뒤=2027-04-14 | 2주 안에=2027-03-24 | 열흘 이내로=2027-03-20 | 금요일부터 4주 뒤=2027-04-09
      5월 1일 사흘 전=2027-04-28 | 어린이날 전날까지=2027-05-04 | 5월 1일 토요일=2027-05-01
      5월 첫 토요일=2027-05-01 | 4월 마지막 날=2027-04-30 | 다음 달 1일=2027-04-01 | 6월 말일=2027-06-30
      내년 말까지=2028-12-31 | 내일 밤까지=2027-03-11 | 오늘 밤 9시=2027-03-10T21:00:00
      금요일 아침=2027-03-12T09:00:00 | 금욜 아침 9시까지=2027-03-12T09:00:00 | 45분 뒤=2027-03-10T11:05:00
      두 시간 있다가=2027-03-10T12:20:00 | 세시간 후=2027-03-10T13:20:00 | 정오=2027-03-10T12:00:00
      12일=2027-03-12 | 4월 12일=2027-04-12 | 4/12=2027-04-12 | 20시=2027-03-10T20:00:00
      저녁 8시 반=2027-03-10T20:30:00 | 내일 20시=2027-03-11T20:00:00
      다음 주 월요일 점심=2027-03-15T12:00:00 | 모레까지=2027-03-12 | 글피=2027-03-13 | 이번 주말까지=2027-03-13
      이번주 중=2027-03-14 | 3월 중=2027-03-31 | 3분기 말=2027-09-30 | 하반기 말=2027-12-31
      올 연말=2027-12-31 | 한 달 안에=2027-04-10 | 육 개월 뒤=2027-09-10 | 이백 일 뒤=2027-09-26
      일주일 뒤까지=2027-03-17 | 다음 달 셋째 주 목요일=2027-04-15 | 다음 달 셋째 목요일=2027-04-15
      오후 1시 5분=2027-03-10T13:05:00
      """, deadline)
  }

  @Test("deadlines and repetitions of which the words were known and not how they stand together")
  func together() {
    check(
      """
      close of business friday=2027-03-12T17:00:00 | cob=2027-03-10T17:00:00
      friday cob=2027-03-12T17:00:00 | by end of business tomorrow=2027-03-11T17:00:00
      jan 5 '28=2028-01-05 | 5 jan ’28=2028-01-05 | january 5th, '28=2028-01-05
      within the hour=2027-03-10T11:20:00
      """, deadline)
    check(
      """
      every last friday=FREQ=MONTHLY;BYDAY=-1FR | every first monday=FREQ=MONTHLY;BYDAY=1MO
      every 1st tuesday=FREQ=MONTHLY;BYDAY=1TU
      every first and third thursday=FREQ=MONTHLY;BYDAY=1TH,3TH
      """
    ) { try repetition($0)?.description }
  }

  @Test(
    "a time in a repetition is refused with where it belongs",
    arguments: [
      "every monday at 10", "daily 9:30", "weekdays at noon", "매일 오전 9시", "매주 월요일 10시",
      "every morning", "매일 아침", "every fri at 4pm",
    ])
  func timeOfRule(phrase: String) {
    let error = #expect(throws: ProjectError.self) { try repetition(phrase) }
    #expect(error.map { "\($0)".contains("--due") } == true, "\(phrase)")
  }

  @Test("more repetitions in both")
  func moreRules() {
    check(
      """
      every thursday=FREQ=WEEKLY;BYDAY=TH | thursdays=FREQ=WEEKLY;BYDAY=TH
      every thu and sat=FREQ=WEEKLY;BYDAY=TH,SA | every 5 days=FREQ=DAILY;INTERVAL=5
      every other sunday=FREQ=WEEKLY;INTERVAL=2;BYDAY=SU
      weekdays=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR | every second month=FREQ=MONTHLY;INTERVAL=2
      once every two weeks=FREQ=WEEKLY;INTERVAL=2
      the 10th of every month=FREQ=MONTHLY;BYMONTHDAY=10
      every 10th=FREQ=MONTHLY;BYMONTHDAY=10
      last monday of every month=FREQ=MONTHLY;BYDAY=-1MO
      every year on may 5=FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=5
      every may 5th=FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=5
      monday to thursday=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH | every 3rd week=FREQ=WEEKLY;INTERVAL=3
      monthly on the second tuesday=FREQ=MONTHLY;BYDAY=2TU
      every month on the 31st=FREQ=MONTHLY;BYMONTHDAY=31
      every week for 6 times=FREQ=WEEKLY;COUNT=6 | 매주 목요일=FREQ=WEEKLY;BYDAY=TH
      목요일마다=FREQ=WEEKLY;BYDAY=TH | 매주 목토=FREQ=WEEKLY;BYDAY=TH,SA | 닷새마다=FREQ=DAILY;INTERVAL=5
      5일마다=FREQ=DAILY;INTERVAL=5 | 격주 일요일=FREQ=WEEKLY;INTERVAL=2;BYDAY=SU
      두 달에 한 번씩=FREQ=MONTHLY;INTERVAL=2 | 매달 10일=FREQ=MONTHLY;BYMONTHDAY=10
      매월 마지막 월요일=FREQ=MONTHLY;BYDAY=-1MO | 매년 5월 5일=FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=5
      매년 어린이날=FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=5 | 월요일부터 목요일까지=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH
      3주마다=FREQ=WEEKLY;INTERVAL=3 | 매월 둘째 화요일=FREQ=MONTHLY;BYDAY=2TU
      매월 31일=FREQ=MONTHLY;BYMONTHDAY=31 | 매주 총 6회=FREQ=WEEKLY;COUNT=6
      석 달에 한 번=FREQ=MONTHLY;INTERVAL=3 | ev mon=FREQ=WEEKLY;BYDAY=MO
      """
    ) { try repetition($0)?.description }
  }

  @Test(
    "more that nobody can know",
    arguments: [
      "half 3", "in about a week", "the week after christmas",
      "sat 2 may", "in half a day", "later", "eventually", "5월 2일 토요일",
      "나중에", "언젠가", "며칠 안에", "3/4분기 말", "두 달 뒤 1일",
    ])
  func moreRefused(phrase: String) {
    #expect(throws: ProjectError.self) { try words().deadline(phrase) }
  }

  @Test(
    "more repetitions that nobody can know",
    arguments: [
      "three times a week", "often", "every full moon", "일주일에 세 번", "자주", "매일 아침",
    ])
  func moreRefusedRules(phrase: String) {
    #expect(throws: ProjectError.self) { try repetition(phrase) }
  }
}
