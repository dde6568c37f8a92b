import Testing

/// The second list.
extension PhraseSearchTests {
  @Test("days in English at the end of a February")
  func englishDaysLeap() throws {
    try check(
      """
      tomorrow please=refused | by fri eod=2028-02-25T23:59 | this fri=2028-02-25
      friday coming=refused | monday first thing=2028-02-28T09:00 | mon 28 feb=2028-02-28
      monday 28th=2028-02-28 | tue 29=2028-02-29 | tue feb 29=2028-02-29 | feb 29th=2028-02-29
      29 feb 2028=2028-02-29 | 29.02.2028=2028-02-29 | 02/29/2028=2028-02-29
      end of feb=2028-02-29 | last day of feb=2028-02-29 | last day of this month=2028-02-29
      by eom=2028-02-29 | mid march=2028-03-15 | mid-march 2028=2028-03-15
      beginning of march=2028-03-01 | first of march=2028-03-01 | march first=2028-03-01
      1 march=2028-03-01 | mar 1st=2028-03-01 | 3/1=2028-03-01 | the 1st of march=2028-03-01
      the first=2028-03-01 | 10th of march=2028-03-10 | mar 10=2028-03-10
      Mar. 10, 2028=2028-03-10 | Friday March 10=2028-03-10 | Friday, 10 March 2028=2028-03-10
      March 10 (Fri)=2028-03-10 | Fri, Mar 10=2028-03-10 | 31/3=2028-03-31 | 31/03/2028=2028-03-31
      31-03-2028=2028-03-31 | 3-31-2028=2028-03-31 | 2028-3-31=2028-03-31
      31st of march=2028-03-31 | 31st=2028-03-31 | by the 31st=2028-03-31 | in a day or two=refused
      in 1 day=2028-02-25 | in 2 days=2028-02-26 | 2 days=2028-02-26 | 2d=2028-02-26
      +2d=2028-02-26 | in 4 days=2028-02-28 | in five days=2028-02-29
      in six days' time=2028-03-01 | one week from today=2028-03-02 | one week from now=2028-03-02
      next thursday=2028-03-02 | this time next week=2028-03-02T16:40 | in 10 days=2028-03-05
      10 days from now=2028-03-05 | 10 days from today=2028-03-05 | two weeks from today=2028-03-09
      two weeks time=2028-03-09 | 2 weeks from now=2028-03-09 | in 3 weeks=2028-03-16
      three weeks from now=2028-03-16 | one month from now=2028-03-24 | in one month=2028-03-24
      in 2 months=2028-04-24 | in two months time=2028-04-24 | in 3 months=2028-05-24
      90 days from now=2028-05-24 | six months from now=2028-08-24 | one year from today=2029-02-24
      next week tuesday=2028-02-29 | tuesday of next week=2028-02-29
      next week on thursday=2028-03-02 | thursday next week=2028-03-02
      by the end of next week=2028-03-05 | the 15th of next month=2028-03-15
      15th next month=2028-03-15 | next month on the 15th=2028-03-15
      last friday of next month=2028-03-31 | last friday of march=2028-03-31
      the last friday in march=2028-03-31 | first monday of march=2028-03-06
      the third wednesday of march=2028-03-15 | 2nd tuesday of april=2028-04-11
      the fourth thursday of november=2028-11-23 | jan 1 2029=2029-01-01 | january 2nd=2029-01-02
      new year's day=2029-01-01 | new years day=2029-01-01 | nye=2028-12-31
      the day before xmas=2028-12-24 | two days after christmas=2028-12-27 | easter 2028=2028-04-16
      good friday=2028-04-14 | the day after easter=2028-04-17 | thanksgiving=2028-11-23
      day before thanksgiving=2028-11-22 | black friday=2028-11-24 | labor day=2028-09-04
      memorial day=2028-05-29 | the weekend=2028-02-26 | by sunday=2028-02-27
      by sunday night=2028-02-27 | sunday at the latest=2028-02-27
      saturday morning=2028-02-26T09:00 | sat afternoon=2028-02-26T15:00
      by the end of this week=2028-02-27 | end of quarter=2028-03-31 | by end of q2=2028-06-30
      end of the second quarter=2028-06-30 | q3 end=refused | by end of year=2028-12-31
      before the end of the year=2028-12-31 | before year end=2028-12-31 | two days ago=2028-02-22
      last monday=2028-02-21 | last week=refused | next working day=2028-02-25
      in 2 working days=2028-02-28 | within 3 business days=2028-02-29 | 5 business days=2028-03-02
      ten business days from now=2028-03-09 | the last business day of march=2028-03-31
      first business day of april=2028-04-03 | three days before march 31=2028-03-28
      a week before easter=2028-04-09 | a month before christmas=2028-11-25
      a week after march 1=2028-03-08 | two weeks before the 31st=2028-03-17
      the day before the first of april=2028-03-31 | tuesday week=2028-03-07
      a week on tuesday=2028-03-07 | monday fortnight=refused | two mondays from now=2028-03-06
      in the next 5 days=2028-02-29 | within the next week=2028-03-02 | within a month=2028-03-24
      within two months=2028-04-24 | by may=refused | in may=refused | may=refused
      may 2=2028-05-02 | 2 may=2028-05-02 | sun 7 may=2028-05-07 | sat 7 may=refused
      october 31st=2028-10-31 | valentines day=2029-02-14 | march 32=refused | april 31=refused
      30 feb=refused | 0 days=2028-02-24 | in -2 days=refused | in 3 moons=refused | tbd=refused
      2mrw=2028-02-25 | by today=2028-02-24 | end of today=2028-02-24T23:59
      """, Self.leap)
  }

  @Test("times in English at the end of a February")
  func englishTimesLeap() throws {
    try check(
      """
      at 5=2028-02-24T17:00 | at 5:30pm=2028-02-24T17:30 | 5:30 pm today=2028-02-24T17:30
      today 5:30pm=2028-02-24T17:30 | 6pm=2028-02-24T18:00 | 6 pm tonight=2028-02-24T18:00
      tonight at 7=2028-02-24T19:00 | tonight 8pm=2028-02-24T20:00
      tonight at half past eight=2028-02-24T20:30 | 8:15 tonight=2028-02-24T20:15
      9 tonight=2028-02-24T21:00 | at 9am tomorrow=2028-02-25T09:00
      tomorrow, 9am=2028-02-25T09:00 | tomorrow @ 9am=2028-02-25T09:00
      tomorrow @9=2028-02-25T09:00 | tomorrow at 9:30=2028-02-25T09:30
      tomorrow 09:30=2028-02-25T09:30 | tmr 14:00=2028-02-25T14:00 | tmr by 2pm=2028-02-25T14:00
      tomorrow before 2pm=2028-02-25T14:00 | tomorrow before noon=2028-02-25T12:00
      before noon tomorrow=2028-02-25T12:00 | tomorrow midday=2028-02-25T12:00
      midnight tomorrow=2028-02-25T23:59 | tomorrow evening=2028-02-25T19:00
      tomorrow evening at 6:30=2028-02-25T18:30 | tomorrow night 9pm=2028-02-25T21:00
      tomorrow morning at 7=2028-02-25T07:00 | tomorrow morning 7:45=2028-02-25T07:45
      7 tomorrow morning=2028-02-25T07:00 | 7:45 tomorrow morning=2028-02-25T07:45
      tomorrow afternoon at 3=2028-02-25T15:00 | fri 3pm=2028-02-25T15:00
      fri @ 3pm=2028-02-25T15:00 | friday at three=2028-02-25T15:00
      friday at three thirty=2028-02-25T15:30 | friday at quarter past 3=2028-02-25T15:15
      friday at ten to four=2028-02-25T15:50 | friday noon=2028-02-25T12:00
      friday by noon=2028-02-25T12:00 | noon friday=2028-02-25T12:00
      saturday at 11=2028-02-26T11:00 | saturday 11 am=2028-02-26T11:00 | sat 11am=2028-02-26T11:00
      sat night 10pm=2028-02-26T22:00 | sunday at 1=2028-02-27T13:00 | sunday 1pm=2028-02-27T13:00
      next monday at 10=2028-02-28T10:00 | next monday 10am=2028-02-28T10:00
      10am next monday=2028-02-28T10:00 | monday at 10 am=2028-02-28T10:00
      monday 10:00=2028-02-28T10:00 | monday, 10:00 a.m.=2028-02-28T10:00
      monday morning=2028-02-28T09:00 | monday before 9am=2028-02-28T09:00
      by 9am on monday=2028-02-28T09:00 | by monday 9am=2028-02-28T09:00
      march 1 at 4pm=2028-03-01T16:00 | mar 1, 4:00 pm=2028-03-01T16:00
      4pm on march 1=2028-03-01T16:00 | 4 pm, march 1st=2028-03-01T16:00
      1 march 16:00=2028-03-01T16:00 | 3/1 16:00=2028-03-01T16:00
      2028-03-01 16:00=2028-03-01T16:00 | 2028/03/01 4pm=2028-03-01T16:00
      march 1st at noon=2028-03-01T12:00 | the 1st at 8am=2028-03-01T08:00
      the 10th at 5=2028-03-10T17:00 | in 5 min=2028-02-24T16:45 | 5min=2028-02-24T16:45
      in five minutes=2028-02-24T16:45 | in 20 mins=2028-02-24T17:00
      in half hour=2028-02-24T17:10 | in 1h=2028-02-24T17:40 | 1 hour 30 minutes=2028-02-24T18:10
      in 1 1/2 hours=refused | in 2 hrs=2028-02-24T18:40 | two hours from now=2028-02-24T18:40
      in 8 hours=2028-02-25T00:40 | in 24h=2028-02-25T16:40 | 24 hours from now=2028-02-25T16:40
      in 48 hours=2028-02-26T16:40 | within the next 2 hours=2028-02-24T18:40
      within an hour=2028-02-24T17:40 | in a week at noon=2028-03-02T12:00
      in 3 days at 9am=2028-02-27T09:00 | in three days at 9 in the morning=2028-02-27T09:00
      9am in 3 days=2028-02-27T09:00 | a week from monday at 10am=2028-03-06T10:00
      same time tomorrow=2028-02-25T16:40 | this time tomorrow=2028-02-25T16:40
      by eod=2028-02-24T23:59 | eod tomorrow=2028-02-25T23:59 | eod monday=2028-02-28T23:59
      end of the day friday=2028-02-25T23:59 | 16:30=2028-02-25T16:30 | 17:00=2028-02-24T17:00
      1700=refused | 1700 hrs=2028-02-24T17:00 | at 1700=2028-02-24T17:00 | 0900 tomorrow=refused
      17.30=2028-02-24T17:30 | 12:01am=2028-02-25T00:01 | quarter to six=2028-02-24T17:45
      half past five=2028-02-24T17:30 | half five=refused | five to five=2028-02-24T16:55
      ten past ten tonight=2028-02-24T22:10 | 7p=2028-02-24T19:00 | 7p tomorrow=2028-02-25T19:00
      tomorrow 7p=2028-02-25T19:00 | 8a mon=2028-02-28T08:00 | tomorrow 10 utc=refused
      tomorrow 10:00 UTC=2028-02-25T10:00Z | 24:30=refused | 5:60pm=refused | 0am=refused
      13:00pm=refused | tomorrow 9am 10am=refused | between 3 and 4=refused | 3-4pm=refused
      about 5pm=2028-02-24T17:00 | 7ish=refused
      """, Self.leap)
  }

  @Test("days in Korean at the end of a February")
  func koreanDaysLeap() throws {
    try check(
      """
      내일까지 꼭=refused | 금욜까지=2028-02-25 | 이번 주 금요일까지=2028-02-25 | 금욜 퇴근까지=refused | 월요일까지=2028-02-28
      담주 월요일=2028-02-28 | 다음주 월=2028-02-28 | 다음 주 화요일까지=2028-02-29 | 2월 29일=2028-02-29
      2월29일까지=2028-02-29 | 2/29까지=2028-02-29 | 2월 마지막 날=2028-02-29 | 2월 말까지=2028-02-29
      이달 말일=2028-02-29 | 이번달 말일까지=2028-02-29 | 월말까지=2028-02-29 | 이번달 내=2028-02-29
      3월 1일=2028-03-01 | 3월 초하루=2028-03-01 | 다음 달 1일까지=2028-03-01 | 다음달 초하루=2028-03-01
      다음 달 10일=2028-03-10 | 담달 10일까지=2028-03-10 | 3월 10일 금요일=2028-03-10 | 3월 10일(금)까지=2028-03-10
      3/10(금)=2028-03-10 | 3월10일금요일=2028-03-10 | 3월 10일 목요일=refused | 2028.3.10=2028-03-10
      2028-03-10=2028-03-10 | 2028년 3월 10일 금요일=2028-03-10 | 28년 3월 10일=2028-03-10
      2028/3/10까지=2028-03-10 | 3. 10.=2028-03-10 | 3월 31일=2028-03-31 | 31일까지=2028-03-31
      말일=2028-02-29 | 3월 말일=2028-03-31 | 다음 달 말일까지=2028-03-31 | 3월 중순=2028-03-15
      3월 중순까지=2028-03-15 | 3월 초=refused | 다음달 초=refused | 삼월 말쯤=refused | 하루 안에=2028-02-25
      이틀 후까지=2028-02-26 | 2일 뒤=2028-02-26 | 3일 안에=2028-02-27 | 나흘 뒤=2028-02-28 | 4일 이내=2028-02-28
      오 일 뒤=2028-02-29 | 엿새 안에=2028-03-01 | 1주 뒤=2028-03-02 | 일주일 이내로=2028-03-02
      한 주 안에=2028-03-02 | 열흘 안으로=2028-03-05 | 10일 후=2028-03-05 | 두 주 후=2028-03-09
      14일 뒤=2028-03-09 | 15일 뒤=2028-03-10 | 3주 뒤까지=2028-03-16 | 한 달 이내=2028-03-24
      일 개월 뒤=2028-03-24 | 두달 후=2028-04-24 | 두 달 안으로=2028-04-24 | 이 개월 후=2028-04-24
      석달 후=2028-05-24 | 90일 뒤=2028-05-24 | 구십 일 뒤=2028-05-24 | 6개월 안에=2028-08-24 | 일년 뒤=2029-02-24
      1년 안에=2029-02-24 | 올해 안으로=2028-12-31 | 연말까지=2028-12-31 | 연내에=2028-12-31 | 내년 1월 2일=2029-01-02
      내년 설날=2029-02-13 | 올해 추석=2028-10-03 | 추석 전날까지=2028-10-02 | 추석 일주일 전=2028-09-26
      추석 다음 날=2028-10-04 | 설 연휴=refused | 어린이날 다음날=2028-05-06 | 어버이날 하루 전=2028-05-07
      크리스마스 이브까지=2028-12-24 | 성탄절 전날=2028-12-24 | 한글날=2028-10-09 | 광복절=2028-08-15
      부처님오신날=2028-05-02 | 이번 주=refused | 이번주 내로=2028-02-27 | 금주 중으로=2028-02-27 | 토요일까지=2028-02-26
      일요일=2028-02-27 | 일요일 밤까지=2028-02-27 | 다음 주 초=refused | 다음 주까지는=2028-03-05
      다음 주말까지=2028-03-04 | 다다음 주 수=2028-03-08 | 다음 목요일=2028-03-02 | 다음번 목요일=2028-03-02
      3주 뒤 월요일=2028-03-13 | 2주 후 금요일까지=2028-03-10 | 3월 첫째 월요일=2028-03-06 | 3월 첫 번째 금요일=2028-03-03
      3월 둘째 주 수요일=2028-03-08 | 3월 셋째 수요일=2028-03-15 | 3월 마지막 금요일=2028-03-31
      다음 달 마지막 금요일까지=2028-03-31 | 다음달 첫 월요일=2028-03-06 | 4월 둘째 화요일=2028-04-11 | 1분기 말까지=2028-03-31
      이번 분기 말=2028-03-31 | 2분기까지=2028-06-30 | 2분기 말=2028-06-30 | 올 상반기까지=2028-06-30
      올해 하반기 말=2028-12-31 | 다음 영업일까지=2028-02-25 | 2영업일 뒤=2028-02-28 | 3영업일 안에=2028-02-29
      영업일 5일 이내=2028-03-02 | 이번 달 마지막 영업일=2028-02-29 | 4월 첫 영업일=2028-04-03 | 그제=2028-02-22
      이틀 전=2028-02-22 | 지난 월요일=2028-02-21 | 저번 주 금요일=2028-02-18 | 내일모레=2028-02-26 | 낼모레=2028-02-26
      글피까지=2028-02-27 | 5월 1일 전날=2028-04-30 | 5월 1일 3일 전까지=2028-04-28 | 4월 1일 일주일 뒤=2028-04-08
      25일 금요일=2028-02-25 | 1일=2028-03-01 | 24일=2028-02-24 | 23일=2028-03-23 | 4월 31일=refused
      2월 30일까지=refused | 0일 뒤=2028-02-24 | 아무 때나=refused | 틈날 때=refused | 미정=refused | 기한 없음=none
      조만간=refused | 늦어도 다음 주 화요일=2028-02-29 | 늦어도 이번 주까지=2028-02-27 | 늦어도 월말까지는=2028-02-29
      명절 전=refused | 월급날=refused | 내 생일=refused | 오늘까지=2028-02-24 | 오늘중=2028-02-24 | 당장=refused
      """, Self.leap)
  }

  @Test("times in Korean at the end of a February")
  func koreanTimesLeap() throws {
    try check(
      """
      5시=2028-02-24T17:00 | 다섯시=2028-02-24T17:00 | 다섯 시 반까지=2028-02-24T17:30
      5시 반=2028-02-24T17:30 | 오늘 6시=2028-02-24T18:00 | 오늘 오후 6시=2028-02-24T18:00
      오늘 저녁 7시 반=2028-02-24T19:30 | 오늘밤 10시=2028-02-24T22:00 | 오늘 밤 11시까지=2028-02-24T23:00
      오늘 자정까지=2028-02-24T23:59 | 밤 12시까지=2028-02-24T23:59 | 17시=2028-02-24T17:00
      17시 30분까지=2028-02-24T17:30 | 17:30까지=2028-02-24T17:30 | 오후 5:30=2028-02-24T17:30
      오전 9시=2028-02-25T09:00 | 아침 8시=2028-02-25T08:00 | 내일 아침 8시 반=2028-02-25T08:30
      내일 오전 10시까지=2028-02-25T10:00 | 낼 오전 10시=2028-02-25T10:00 | 낼 10시반=2028-02-25T10:30
      내일 10시 30분=2028-02-25T10:30 | 내일 정오까지=2028-02-25T12:00 | 내일 점심 전=refused
      내일 1시=2028-02-25T13:00 | 내일 한 시 반=2028-02-25T13:30 | 내일 오후 1시 15분=2028-02-25T13:15
      내일 오후 두시=2028-02-25T14:00 | 내일 오후 두 시 사십 분=2028-02-25T14:40 | 내일 오후까지=2028-02-25T18:00
      내일 오전까지=2028-02-25T12:00 | 내일 오전 중=2028-02-25T12:00 | 내일 오후 중으로=2028-02-25T18:00
      내일 저녁 6시=2028-02-25T18:00 | 내일 저녁까지=2028-02-25T19:00 | 내일 밤 9시=2028-02-25T21:00
      내일 새벽 3시=2028-02-25T03:00 | 새벽 2시 반=2028-02-25T02:30 | 금 3시=2028-02-25T15:00
      금 오후 3시=2028-02-25T15:00 | 금욜 세시=2028-02-25T15:00 | 금요일 15시=2028-02-25T15:00
      금요일 오후 3시 반까지=2028-02-25T15:30 | 금요일 정오=2028-02-25T12:00 | 금요일 오전=2028-02-25T09:00
      금요일 오전까지=2028-02-25T12:00 | 토 11시=2028-02-26T11:00 | 토요일 낮 2시=2028-02-26T14:00
      토요일 오전 11시 반=2028-02-26T11:30 | 토욜 저녁 7시=2028-02-26T19:00 | 일요일 밤 10시=2028-02-27T22:00
      일 9시=2028-02-27T09:00 | 월 9시=2028-02-28T09:00 | 월요일 9시=2028-02-28T09:00
      월욜 아침 9시까지=2028-02-28T09:00 | 다음 주 월요일 오전 10시=2028-02-28T10:00 | 다음주 화 2시=2028-02-29T14:00
      담주 수욜 오후 4시=2028-03-01T16:00 | 3월 1일 10시=2028-03-01T10:00 | 3월 1일 오전 10시 반=2028-03-01T10:30
      3월 1일 수요일 오전 10시=2028-03-01T10:00 | 3/1 10:00=2028-03-01T10:00
      3/1(수) 10:00=2028-03-01T10:00 | 3월 1일 18시까지=2028-03-01T18:00
      2028년 3월 1일 오후 6시=2028-03-01T18:00 | 2028.3.1 18:00=2028-03-01T18:00
      말일 오후 5시까지=2028-02-29T17:00 | 월말 18시=2028-02-29T18:00 | 5분 뒤=2028-02-24T16:45
      오 분 뒤=2028-02-24T16:45 | 이십 분 뒤=2028-02-24T17:00 | 30분 후에=2028-02-24T17:10
      반시간 후=2028-02-24T17:10 | 1시간 뒤까지=2028-02-24T17:40 | 한시간반 뒤=2028-02-24T18:10
      두 시간 안에=2028-02-24T18:40 | 두 시간 삼십 분 후=2028-02-24T19:10 | 8시간 뒤=2028-02-25T00:40
      24시간 이내=2028-02-25T16:40 | 하루 뒤 이 시간=2028-02-25T16:40 | 내일 이맘때=2028-02-25T16:40
      내일 같은 시간=2028-02-25T16:40 | 사흘 뒤 오전 9시=2028-02-27T09:00 | 일주일 뒤 정오=2028-03-02T12:00
      열흘 뒤 오후 3시까지=2028-03-05T15:00 | 5시 10분 전=2028-02-24T16:50 | 여섯 시 오 분 전=2028-02-24T17:55
      6시 전까지=2028-02-24T18:00 | 오후 6시 이전=2028-02-24T18:00 | 늦어도 6시까지=2028-02-24T18:00
      늦어도 내일 아침 9시=2028-02-25T09:00 | 6시까지는=2028-02-24T18:00 | 16시 30분=2028-02-25T16:30
      4시=2028-02-25T16:00 | 8시=refused | 저녁 8시=2028-02-24T20:00 | 퇴근 전=refused
      점심시간=2028-02-25T12:00 | 이따가=refused | 좀 이따=refused | 오후쯤=refused | 세시에서 네시 사이=refused
      3~4시=refused | 25시까지=refused | 오전 0시=2028-02-25T00:00 | 0시=2028-02-25T00:00 | 새벽 13시=refused
      """, Self.leap)
  }
}
