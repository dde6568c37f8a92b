import CivilTime
import IPCProtocol
import TaskFormats
import Testing
import Values

@testable import projectd

/// What people say, beside the day that a calendar on the wall gives for it.
///
/// It is Saturday 2026-11-21, 13:00 in Seoul; weeks begin on Monday.
@Suite("Phrases")
struct PhraseTableTests {
  private func words(_ now: String = "2026-11-21T04:00:00Z") throws -> DeadlineWords {
    DeadlineWords(now: try time(now), zone: try zones.rules(named: "Asia/Seoul"), zones: zones)
  }

  /// `phrase = date`, several on a line between bars.
  private func check(_ table: String) throws {
    let words = try words()
    for entry in table.split(whereSeparator: { $0 == "|" || $0.isNewline }) {
      let parts = entry.split(separator: "=").map { String($0).trimmed }
      guard parts.count == 2 else { continue }
      let found = Result { () throws(ProjectError) in try words.deadline(parts[0]) }
      let text = (try? found.get())?.description.replacing("[Asia/Seoul]", with: "")
      #expect(text == parts[1], "\(parts[0])")
    }
  }

  @Test("days in English")
  func englishDays() throws {
    try check(
      """
      today=2026-11-21 | tod=2026-11-21 | tomorrow=2026-11-22 | tmrw=2026-11-22
      the day after tomorrow=2026-11-23 | Day after tomorrow=2026-11-23 | yesterday=2026-11-20
      monday=2026-11-23 | Tue=2026-11-24 | wed.=2026-11-25 | thurs=2026-11-26 | this friday=2026-11-27
      coming friday=2026-11-27 | on Friday=2026-11-27 | by Friday=2026-11-27 | until fri=2026-11-27
      next friday=2026-11-27 | next tuesday=2026-11-24 | friday next week=2026-11-27
      friday of next week=2026-11-27 | friday of this week=2026-11-20 | next week friday=2026-11-27
      next week on friday=2026-11-27 | the week after next=2026-11-30 | week after next=2026-11-30
      friday the week after next=2026-12-04 | next week=2026-11-23 | next month=2026-12-01
      the month after next=2027-01-01 | next year=2027-01-01 | next quarter=2027-01-01
      in 3 days=2026-11-24 | in three days=2026-11-24 | 3 days from now=2026-11-24
      3 days from today=2026-11-24 | three days from tomorrow=2026-11-25 | within 3 days=2026-11-24
      in the next 3 days=2026-11-24 | 3 days later=2026-11-24 | in one day=2026-11-22 | in a day=2026-11-22
      +5 days=2026-11-26 | 5 days=2026-11-26 | in a couple of days=2026-11-23 | in a week=2026-11-28
      in one week=2026-11-28 | a week from now=2026-11-28 | a week from today=2026-11-28
      in a week's time=2026-11-28 | in two weeks=2026-12-05 | in 2 weeks' time=2026-12-05
      two weeks from now=2026-12-05 | in a fortnight=2026-12-05 | a fortnight from now=2026-12-05
      a week from friday=2026-12-04 | two weeks from monday=2026-12-07 | a week on friday=2026-12-04
      in 2 weeks on friday=2026-12-04 | friday in 2 weeks=2026-12-04 | in a month=2026-12-21
      in two months=2027-01-21 | in 6 months=2027-05-21 | in half a year=2027-05-21 | in a year=2027-11-21
      in 10 years=2036-11-21 | in twenty days=2026-12-11 | in forty-five days=2027-01-05
      in thirty days=2026-12-21 | 2 wks=2026-12-05 | 2yrs=2028-11-21 | 3mths=2027-02-21 | a week ago=2026-11-14
      2 days ago=2026-11-19 | this weekend=2026-11-21 | next weekend=2026-11-28 | eow=2026-11-22
      end of week=2026-11-22 | end of the week=2026-11-22 | by the end of the week=2026-11-22
      end of next week=2026-11-29 | the end of this month=2026-11-30 | end of next month=2026-12-31
      end of the quarter=2026-12-31 | end of next quarter=2027-03-31 | end of the year=2026-12-31
      the last day of this month=2026-11-30 | last day of the month=2026-11-30
      last day of next month=2026-12-31 | last day of december=2026-12-31 | end of february=2027-02-28
      end of January 2028=2028-01-31 | last day of the year=2026-12-31 | start of next week=2026-11-23
      the beginning of next month=2026-12-01 | start of next year=2027-01-01
      first day of next month=2026-12-01 | mid january=2027-01-15 | middle of december=2026-12-15
      25th of next month=2026-12-25 | the 25th of next month=2026-12-25 | 25th next month=2026-12-25
      next month on the 25th=2026-12-25 | the 25th of this month=2026-11-25 | 1st of the month=2026-12-01
      the 1st of next month=2026-12-01 | the first of december=2026-12-01 | December first=2026-12-01
      december twenty-fifth=2026-12-25 | the twenty-fifth=2026-11-25 | on the first=2026-12-01
      last friday of this month=2026-11-27 | last friday of november=2026-11-27
      the first monday of december=2026-12-07 | first monday of next month=2026-12-07
      second tuesday in january=2027-01-12 | third thursday of march 2027=2027-03-18
      the last monday of the month=2026-11-30 | first monday of november=2027-11-01
      Dec 25=2026-12-25 | dec. 25=2026-12-25 | Dec 25th=2026-12-25 | 25 dec=2026-12-25
      25th december=2026-12-25 | the 25th of December=2026-12-25 | December the 25th=2026-12-25
      Dec 25, 2027=2027-12-25 | 25 December 2027=2027-12-25 | dec 25 next year=2027-12-25
      25-dec-2027=2027-12-25 | Friday, December 25=2026-12-25 | Fri 25 Dec=2026-12-25
      Friday the 27th=2026-11-27 | Nov 20=2027-11-20 | 1 may=2027-05-01 | Sept 1=2027-09-01
      12/25=2026-12-25 | 2026/12/25=2026-12-25 | 2026-1-5=2026-01-05 | 25/12/2026=2026-12-25
      25-12-2026=2026-12-25 | 20261225=2026-12-25 | 12/25/2026=2026-12-25 | christmas=2026-12-25
      christmas eve=2026-12-24 | new year's eve=2026-12-31 | New Year’s Day=2027-01-01
      halloween=2027-10-31 | tonight=2026-11-21 | tomorrow night=2026-11-22 | friday night=2026-11-27
      """)
  }

  @Test("times in English")
  func englishTimes() throws {
    try check(
      """
      tomorrow at 5=2026-11-22T17:00:00 | tomorrow at 5pm=2026-11-22T17:00:00 | 5pm tomorrow=2026-11-22T17:00:00
      at 5pm on friday=2026-11-27T17:00:00 | friday at noon=2026-11-27T12:00:00 | 12 noon=2026-11-22T12:00:00
      monday 9 a.m.=2026-11-23T09:00:00 | tomorrow at nine=2026-11-22T09:00:00 | at 17:30=2026-11-21T17:30:00
      tomorrow at 1730=2026-11-22T17:30:00 | tomorrow at 0900=2026-11-22T09:00:00
      tomorrow at nine thirty=2026-11-22T09:30:00 | five thirty pm=2026-11-21T17:30:00
      5.30pm=2026-11-21T17:30:00 | 12am=2026-11-22T00:00:00 | 12pm=2026-11-22T12:00:00
      tomorrow morning=2026-11-22T09:00:00 | tomorrow afternoon=2026-11-22T15:00:00
      this evening=2026-11-21T19:00:00 | this afternoon=2026-11-21T15:00:00
      tomorrow evening at 7=2026-11-22T19:00:00 | at 7 tomorrow evening=2026-11-22T19:00:00
      tomorrow at 9 in the morning=2026-11-22T09:00:00 | 9 in the morning=2026-11-22T09:00:00
      at 9 tomorrow morning=2026-11-22T09:00:00 | at 10 tonight=2026-11-21T22:00:00
      tonight at 8:30=2026-11-21T20:30:00 | friday 3 o'clock=2026-11-27T15:00:00
      friday at 3 in the afternoon=2026-11-27T15:00:00 | 10 at night=2026-11-21T22:00:00
      half past 3=2026-11-21T15:30:00 | quarter to 5 tomorrow=2026-11-22T16:45:00
      ten past nine tomorrow=2026-11-22T09:10:00 | quarter past 12=2026-11-22T12:15:00
      eod=2026-11-21T23:59:00 | end of day tomorrow=2026-11-22T23:59:00 | end of day=2026-11-21T23:59:00
      midnight=2026-11-21T23:59:00 | tomorrow at lunchtime=2026-11-22T12:00:00 | now=2026-11-21T13:00:00
      in 30 minutes=2026-11-21T13:30:00 | in half an hour=2026-11-21T13:30:00 | in ten minutes=2026-11-21T13:10:00
      in an hour=2026-11-21T14:00:00 | in 2 hours=2026-11-21T15:00:00 | in 1 hr=2026-11-21T14:00:00
      in two and a half hours=2026-11-21T15:30:00 | in 2 hours 30 minutes=2026-11-21T15:30:00
      in a quarter of an hour=2026-11-21T13:15:00 | 90 min=2026-11-21T14:30:00 | in 36 hours=2026-11-23T01:00:00
      Dec 4 at 6pm=2026-12-04T18:00:00 | 18:00 on Dec 4=2026-12-04T18:00:00 | in 3 days at noon=2026-11-24T12:00:00
      next friday 3pm=2026-11-27T15:00:00 | the 25th at 8:15am=2026-11-25T08:15:00 | 2026-12-25 6pm=2026-12-25T18:00:00
      """)
  }

  @Test("days in Korean")
  func koreanDays() throws {
    try check(
      """
      오늘=2026-11-21 | 금일=2026-11-21 | 내일=2026-11-22 | 낼=2026-11-22 | 내일까지=2026-11-22 | 명일=2026-11-22
      모레=2026-11-23 | 내일 모레=2026-11-23 | 낼모레까지=2026-11-23 | 글피=2026-11-24 | 그글피=2026-11-25
      어제=2026-11-20 | 그저께=2026-11-19 | 오늘 안에=2026-11-21 | 오늘 중으로=2026-11-21 | 오늘 내로=2026-11-21
      월요일=2026-11-23 | 화욜=2026-11-24 | 금요일까지=2026-11-27 | 이번 금요일=2026-11-27
      돌아오는 금요일=2026-11-27 | 오는 수요일=2026-11-25 | 다음 금요일=2026-11-27 | 이번 주 금요일=2026-11-20
      이번주 일=2026-11-22 | 다음 주 월요일=2026-11-23 | 다음주 금=2026-11-27 | 담주 월욜까지=2026-11-23
      다다음 주 월요일=2026-11-30 | 다담주 수=2026-12-02 | 다음다음 주 금요일=2026-12-04 | 다음 주=2026-11-23
      다다음 주=2026-11-30 | 이번 주까지=2026-11-22 | 이번 주 안에=2026-11-22 | 이번 주 내로=2026-11-22
      다음 주까지=2026-11-29 | 다음 주 중으로=2026-11-29 | 이번 달까지=2026-11-30 | 이번 달 안으로=2026-11-30
      다음 달까지=2026-12-31 | 올해까지=2026-12-31 | 올해 안에=2026-12-31 | 내년까지=2027-12-31
      주말=2026-11-21 | 이번 주말=2026-11-21 | 주말까지=2026-11-21 | 다음 주말=2026-11-28 | 다음 주 주말=2026-11-28
      월말=2026-11-30 | 이번 달 말=2026-11-30 | 이달 말까지=2026-11-30 | 이번 달 말일=2026-11-30
      이번 달 마지막 날=2026-11-30 | 말일까지=2026-11-30 | 다음 달 말=2026-12-31 | 내달 말=2026-12-31
      연말=2026-12-31 | 올 연말까지=2026-12-31 | 올해 말=2026-12-31 | 내년 말=2027-12-31 | 분기 말=2026-12-31
      다음 분기 말=2027-03-31 | 2월 말=2027-02-28 | 내년 2월 말일=2027-02-28 | 12월 마지막 날=2026-12-31
      다음 달=2026-12-01 | 다다음 달=2027-01-01 | 내년=2027-01-01 | 다음 달 5일=2026-12-05 | 담달 5일=2026-12-05
      내달 10일까지=2026-12-10 | 이번 달 25일=2026-11-25 | 다다음 달 3일=2027-01-03 | 25일=2026-11-25
      3일까지=2026-12-03 | 12월 25일=2026-12-25 | 12월25일까지=2026-12-25 | 십이월 이십오일=2026-12-25
      유월 삼일=2027-06-03 | 시월 십일=2027-10-10 | 삼월 일일=2027-03-01 | 12월 25일 금요일=2026-12-25
      12월 25일(금)=2026-12-25 | 2027년 1월 5일=2027-01-05 | 27년 1월 5일=2027-01-05 | 내년 1월 1일=2027-01-01
      올해 12월 25일=2026-12-25 | 후년 3월 1일=2028-03-01 | 12. 25.=2026-12-25 | 12.25.=2026-12-25
      2026. 12. 25=2026-12-25 | 2026.12.25.=2026-12-25 | 2026/12/25=2026-12-25 | 12/25까지=2026-12-25
      12월 첫 월요일=2026-12-07 | 다음 달 마지막 금요일=2026-12-25
      이번 달 마지막 금요일=2026-11-27 | 다음 달 두 번째 화요일=2026-12-08 | 12월 둘째 주 화요일=2026-12-08
      3일 뒤=2026-11-24 | 3일 후=2026-11-24 | 삼일 뒤=2026-11-24 | 삼 일 후=2026-11-24 | 십일 뒤=2026-12-01
      십일일 뒤=2026-12-02 | 이십일 후=2026-12-11 | 하루 뒤=2026-11-22 | 이틀 뒤=2026-11-23 | 사흘 뒤까지=2026-11-24
      나흘 후=2026-11-25 | 닷새 뒤=2026-11-26 | 엿새 뒤=2026-11-27 | 이레 뒤=2026-11-28 | 여드레 뒤=2026-11-29
      아흐레 뒤=2026-11-30 | 열흘 안에=2026-12-01 | 보름 뒤=2026-12-06 | 사흘 안에=2026-11-24
      일주일 뒤=2026-11-28 | 일주일 내로=2026-11-28 | 일주일 안에=2026-11-28 | 이 주 뒤=2026-12-05
      이주일 뒤=2026-12-05 | 2주일 후=2026-12-05 | 두 주 뒤=2026-12-05 | 삼 주 후=2026-12-12 | 2주 뒤 금요일=2026-12-04
      한 달 뒤=2026-12-21 | 두 달 후=2027-01-21 | 석 달 뒤=2027-02-21 | 세 달 뒤=2027-02-21 | 넉 달 뒤=2027-03-21
      삼 개월 뒤=2027-02-21 | 6개월 후=2027-05-21 | 육개월 뒤=2027-05-21 | 반년 뒤=2027-05-21 | 일 년 뒤=2027-11-21
      1년 후=2027-11-21 | 두 해 뒤=2028-11-21 | 3일 전=2026-11-18 | 일주일 전=2026-11-14 | 오늘부터 3일 뒤=2026-11-24
      내일부터 일주일 뒤=2026-11-29 | 금요일부터 2주 뒤=2026-12-11 | 앞으로 3일 안에=2026-11-24
      크리스마스=2026-12-25 | 어린이날=2027-05-05 | 오늘 밤=2026-11-21 | 내일 밤=2026-11-22
      """)
  }

  @Test("times in Korean")
  func koreanTimes() throws {
    try check(
      """
      오늘 저녁=2026-11-21T19:00:00 | 내일 아침=2026-11-22T09:00:00 | 내일 아침까지=2026-11-22T09:00:00
      금요일 저녁까지=2026-11-27T19:00:00 | 내일 점심=2026-11-22T12:00:00 | 내일 점심까지=2026-11-22T12:00:00
      내일 정오=2026-11-22T12:00:00 | 자정까지=2026-11-21T23:59:00 | 내일 자정=2026-11-22T23:59:00
      밤 열두 시=2026-11-21T23:59:00 | 내일 세 시=2026-11-22T15:00:00 | 내일 오후 세시 반=2026-11-22T15:30:00
      내일 오후 3시 15분=2026-11-22T15:15:00 | 내일 오후 세 시 십오 분=2026-11-22T15:15:00
      내일 오전 열한 시=2026-11-22T11:00:00 | 내일 열두 시=2026-11-22T12:00:00 | 15시=2026-11-21T15:00:00
      15시 30분까지=2026-11-21T15:30:00 | 오후 3:30=2026-11-21T15:30:00 | 오후 세 시 정각=2026-11-21T15:00:00
      오전 10시=2026-11-22T10:00:00 | 낮 12시=2026-11-22T12:00:00 | 낮 두 시=2026-11-21T14:00:00
      내일 새벽 두 시=2026-11-22T02:00:00 | 밤 열 시=2026-11-21T22:00:00 | 밤 한 시=2026-11-22T01:00:00
      저녁 6시 반=2026-11-21T18:30:00 | 아침 일곱 시=2026-11-22T07:00:00 | 다음 주 월요일 오전 9시=2026-11-23T09:00:00
      12월 4일 (금) 18:00=2026-12-04T18:00:00 | 12월 4일 오후 6시까지=2026-12-04T18:00:00
      모레 17시=2026-11-23T17:00:00 | 3일 뒤 오후 2시=2026-11-24T14:00:00 | 내일 오후 3시에=2026-11-22T15:00:00
      오후 3시 내일=2026-11-22T15:00:00 | 지금=2026-11-21T13:00:00 | 30분 뒤=2026-11-21T13:30:00
      삼십 분 뒤=2026-11-21T13:30:00 | 30분 이따=2026-11-21T13:30:00 | 한 시간 뒤=2026-11-21T14:00:00
      한 시간 반 뒤=2026-11-21T14:30:00 | 두 시간 후=2026-11-21T15:00:00 | 2시간 30분 뒤=2026-11-21T15:30:00
      두 시간 삼십 분 뒤=2026-11-21T15:30:00 | 반시간 뒤=2026-11-21T13:30:00 | 세 시간 안에=2026-11-21T16:00:00
      """)
  }

  @Test(
    "what may mean two things, or has a word too many, is refused",
    arguments: [
      "next fri tomorrow", "a week friday", "in a few days", "soon", "asap",
      "tomorrow or friday", "12.25", "5/6/2026", "26.12.25", "before friday", "tomorrow blah",
      "5 tomorrow", "tomorrow 5", "noon tonight", "13 o'clock am", "내일 언젠가", "다음 달 초",
      "금요일 전까지", "내후년 3월 1일", "내일 오전 낮", "내일 새벽", "오늘 낮", "조금 뒤", "며칠 뒤", "서너 시간 뒤",
      "아침 3시", "저녁 2시", "낮 9시", "오전 밤 3시", "내일 세 시 네 시", "12월 금요일", "다음 달 둘째 주 월요일",
      "오늘 오늘", "3시 5분 전까지", "1월 2월 3일", "at 2599", "this week",
    ])
  func refused(text: String) throws {
    #expect(throws: ProjectError.self) { try words().deadline(text) }
  }

  @Test("`다음 금요일` is read on a Saturday and refused on a Wednesday, with both days")
  func sameBothWays() throws {
    let error = try #require(throws: ProjectError.self) {
      try words("2026-11-18T04:00:00Z").deadline("다음 금요일")
    }
    #expect(error.reason == .ambiguousDeadline)
    #expect(error.sentence.en.contains("2026-11-20"))
    #expect(error.sentence.en.contains("2026-11-27"))
  }

  @Test("what was not understood is named")
  func leftOver() throws {
    let error = try #require(throws: ProjectError.self) {
      try words().deadline("tomorrow at 5pm Pretty please")
    }
    #expect(error.sentence.en.contains("“Pretty please” is left over"))
    #expect(error.sentence.ko?.contains("‘Pretty please’가 남습니다") == true)
  }
}
