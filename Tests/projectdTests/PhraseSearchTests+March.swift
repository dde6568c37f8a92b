import Testing

/// The first list.
extension PhraseSearchTests {
  @Test("days in English")
  func englishDays() throws {
    try check(
      """
      tmw=2027-03-11 | thursday this week=2027-03-11 | this sunday=2027-03-14
      upcoming friday=2027-03-12 | this coming saturday=2027-03-13 | coming monday=2027-03-15
      friday week=2027-03-19 | monday week=2027-03-22 | a week on monday=2027-03-22
      tuesday week=2027-03-23 | a week from thursday=2027-03-18 | two weeks from friday=2027-03-26
      three weeks from monday=2027-04-05 | 2 weeks from tomorrow=2027-03-25
      a month from today=2027-04-10 | a month from now=2027-04-10
      10 days from tomorrow=2027-03-21 | a year from now=2028-03-10 | 100 days from now=2027-06-18
      in 5 days time=2027-03-15 | in three weeks' time=2027-03-31 | in a couple weeks=2027-03-24
      in ten days=2027-03-20 | in 1 wk=2027-03-17 | in 6 mos=2027-09-10 | in two years=2029-03-10
      within a week=2027-03-17 | in the next two weeks=2027-03-24
      before the end of the month=2027-03-31 | end of this quarter=2027-03-31
      end of q1=2027-03-31 | end of Q3=2027-09-30 | mid-april=2027-04-15
      middle of next month=2027-04-15 | beginning of april=2027-04-01 | start of may=2027-05-01
      until the end of the month=2027-03-31 | by the end of next week=2027-03-21
      end of may 2028=2028-05-31 | april 1st=2027-04-01 | 1st april=2027-04-01 | apr 1=2027-04-01
      the 1st=2027-04-01 | 15th=2027-03-15 | by the 15th=2027-03-15 | on the 31st=2027-03-31
      the 30th=2027-03-30 | 5th of april=2027-04-05 | april fifth=2027-04-05
      the fifth of april=2027-04-05 | fifth of next month=2027-04-05
      the 10th of next month=2027-04-10 | next month on the 3rd=2027-04-03
      next month 3rd=2027-04-03 | 3rd next month=2027-04-03 | last day of this year=2027-12-31
      first of may=2027-05-01 | first of next month=2027-04-01 | first friday of may=2027-05-07
      second friday of april=2027-04-09 | 3rd thursday in april=2027-04-15
      last thursday of march=2027-03-25 | last friday in april=2027-04-30
      last sunday of may=2027-05-30 | the second tuesday of next month=2027-04-13
      last working day of the month=2027-03-31 | last business day of april=2027-04-30
      first working day of next month=2027-04-01 | next business day=2027-03-11
      next working day=2027-03-11 | in 3 business days=2027-03-15
      3 working days from now=2027-03-15 | in 5 working days=2027-03-17 | 2027/4/5=2027-04-05
      2027.04.05=2027-04-05 | 5 Apr 2027=2027-04-05 | Apr 5 2027=2027-04-05
      April 5, 2027=2027-04-05 | 15.4.2027=2027-04-15 | 4/15=2027-04-15 | 4/15/2027=2027-04-15
      15/4/2027=2027-04-15 | 15/4=2027-04-15 | 12/25/27=2027-12-25 | apr-15=2027-04-15
      15-apr=2027-04-15 | 15apr=2027-04-15 | apr15=2027-04-15 | 20270415=2027-04-15
      Thursday, April 15=2027-04-15 | thu apr 15=2027-04-15 | Thu 15 Apr 2027=2027-04-15
      Wednesday 17 March=2027-03-17 | Fri the 19th=2027-03-19 | friday 19th=2027-03-19
      monday the 5th=2027-04-05 | on 3/20=2027-03-20 | due friday=2027-03-12
      no later than friday=2027-03-12 | friday latest=2027-03-12 | till friday=2027-03-12
      til monday=2027-03-15 | latest by friday=2027-03-12 | easter=2027-03-28
      good friday=2027-03-26 | easter monday=2027-03-29 | thanksgiving=2027-11-25
      labor day=2027-09-06 | memorial day=2027-05-31 | independence day=2027-07-04
      the fourth of july=2027-07-04 | new year=2028-01-01 | new years eve=2027-12-31
      day after christmas=2027-12-26 | 2 weeks before christmas=2027-12-11
      the day before christmas eve=2027-12-23 | weekend after next=2027-03-27
      by the weekend=2027-03-13 | two days before friday=2027-03-10
      3 days before april 15=2027-04-12 | the day before the 15th=2027-03-14
      a week after easter=2027-04-04 | the monday after next=2027-03-22
      monday after next=2027-03-22 | a fortnight on friday=2027-03-26
      fortnight from monday=2027-03-29 | three mondays from now=2027-03-29
      2 fridays from now=2027-03-19 | 1 month before christmas=2027-11-25
      in six months' time=2027-09-10 | in a year's time=2028-03-10 | feb 29=2028-02-29
      jan 31=2028-01-31 | 3 weeks ago=2027-02-17 | a month ago=2027-02-10 | no due date=none
      no date=none | nov 31=refused | february 30=refused | 32nd=refused
      the 31st of april=refused | someday=refused | later this week=refused | next april=refused
      saturday or sunday=refused | before the 15th=refused | friday or so=refused
      in 2-3 days=refused | the next wednesday=2027-03-17 | monday next week=2027-03-15
      fri of next week=2027-03-19 | thursday the week after next=2027-03-25
      sunday of this week=2027-03-14 | the end of next month=2027-04-30
      next month's end=2027-04-30 | 3 days from friday=2027-03-15
      two weeks after easter=2027-04-11 | ten days before christmas=2027-12-15
      the week before christmas=refused | half a year from now=2027-09-10
      one month from tomorrow=2027-04-11 | six weeks from today=2027-04-21
      in four weeks=2027-04-07 | in 4 wks=2027-04-07 | in 12 weeks=2027-06-02
      in 21 days=2027-03-31 | in eleven months=2028-02-10 | a hundred days from now=2027-06-18
      """, Self.march)
  }

  @Test("times in English")
  func englishTimes() throws {
    try check(
      """
      tmrw morning=2027-03-11T09:00 | mon at 10=2027-03-15T10:00 | in 45 min=2027-03-10T11:05
      in 45 mins=2027-03-10T11:05 | in 1.5 hours=2027-03-10T11:50
      in one and a half hours=2027-03-10T11:50 | in 90 mins=2027-03-10T11:50
      2 hours from now=2027-03-10T12:20 | half an hour from now=2027-03-10T10:50
      30 minutes from now=2027-03-10T10:50 | in 3hrs=2027-03-10T13:20 | in 2h=2027-03-10T12:20
      +90min=2027-03-10T11:50 | within 24 hours=2027-03-11T10:20
      in the next hour=2027-03-10T11:20 | in an hour and 15 minutes=2027-03-10T11:35
      in 1 hour 10 min=2027-03-10T11:30 | an hour ago=2027-03-10T09:20
      eod friday=2027-03-12T23:59 | end of day monday=2027-03-15T23:59
      by end of day=2027-03-10T23:59 | tomorrow eod=2027-03-11T23:59
      by end of day tomorrow=2027-03-11T23:59 | by tomorrow noon=2027-03-11T12:00
      midday thursday=2027-03-11T12:00 | friday at midnight=2027-03-12T23:59
      tomorrow 15:30=2027-03-11T15:30 | at 3 tomorrow=2027-03-11T15:00 | 3pm tmrw=2027-03-11T15:00
      3 pm on the 15th=2027-03-15T15:00 | the 15th at noon=2027-03-15T12:00
      march 20 9am=2027-03-20T09:00 | march 20th at 9:30 am=2027-03-20T09:30
      mar 20 at 14:00=2027-03-20T14:00 | 20 march 10am=2027-03-20T10:00
      20th of march at 5pm=2027-03-20T17:00 | 3/31 5pm=2027-03-31T17:00
      by 3/20 at 5pm=2027-03-20T17:00 | this friday at 3 in the afternoon=2027-03-12T15:00
      tomorrow first thing=2027-03-11T09:00 | first thing friday=2027-03-12T09:00
      tomorrow at lunch=2027-03-11T12:00 | lunchtime friday=2027-03-12T12:00
      at noon=2027-03-10T12:00 | at midnight=2027-03-10T23:59 | tonight at 9=2027-03-10T21:00
      tonight 9:30=2027-03-10T21:30 | 9:30 tonight=2027-03-10T21:30
      tonight by 10=2027-03-10T22:00 | 8 tonight=2027-03-10T20:00
      this evening at 7:30=2027-03-10T19:30 | this afternoon at 4=2027-03-10T16:00
      4 this afternoon=2027-03-10T16:00 | 4:15 this afternoon=2027-03-10T16:15
      tomorrow night at 10=2027-03-11T22:00 | tomorrow at 7 in the evening=2027-03-11T19:00
      at 6 in the morning=2027-03-11T06:00 | 6 tomorrow morning=2027-03-11T06:00
      monday morning at 8=2027-03-15T08:00 | 5pm sharp=2027-03-10T17:00
      5 o'clock=2027-03-10T17:00 | five o'clock tomorrow=2027-03-11T17:00
      11 o'clock=2027-03-10T11:00 | quarter past 4=2027-03-10T16:15
      a quarter to six=2027-03-10T17:45 | twenty past three=2027-03-10T15:20
      10 past 2=2027-03-10T14:10 | half past two tomorrow=2027-03-11T14:30
      at 1600=2027-03-10T16:00 | 1600 hours=2027-03-10T16:00 | 7.45pm=2027-03-10T19:45
      7:45 p.m. tomorrow=2027-03-11T19:45 | noon the day after tomorrow=2027-03-12T12:00
      day after tomorrow at 10am=2027-03-12T10:00
      the day after tomorrow in the evening=2027-03-12T19:00 | before 5=2027-03-10T17:00
      fri 5p=2027-03-12T17:00 | tue 10a=2027-03-16T10:00 | tomorrow 9:00 utc=2027-03-11T09:00Z
      thurs 3:45 pm=2027-03-11T15:45 | next tuesday at 2:30pm=2027-03-16T14:30
      next week wednesday 11am=2027-03-17T11:00 | saturday noon=2027-03-13T12:00
      saturday night at 11=2027-03-13T23:00 | sunday morning 10:30=2027-03-14T10:30
      at 2pm on april 2nd=2027-04-02T14:00 | april 2nd, 2pm=2027-04-02T14:00
      friday, 4pm=2027-03-12T16:00 | friday by 4pm=2027-03-12T16:00
      friday before 4pm=2027-03-12T16:00 | friday before noon=2027-03-12T12:00
      by 9am monday=2027-03-15T09:00 | by 6 on friday=2027-03-12T18:00
      by 10 tomorrow=2027-03-11T10:00 | tomorrow by 3=2027-03-11T15:00
      tomorrow 3 pm=2027-03-11T15:00 | in two weeks at 10am=2027-03-24T10:00
      a week from friday at noon=2027-03-19T12:00 | end of month at 5pm=2027-03-31T17:00
      today at 6=2027-03-10T18:00 | today by 6pm=2027-03-10T18:00 | today 23:00=2027-03-10T23:00
      today by midnight=2027-03-10T23:59 | 0:30=2027-03-11T00:30 | 16.30=2027-03-10T16:30
      tomorrow 8 am=2027-03-11T08:00 | 12:30=2027-03-10T12:30 | 12:30pm tomorrow=2027-03-11T12:30
      noon today=2027-03-10T12:00 | easter sunday at 10am=2027-03-28T10:00
      christmas at noon=2027-12-25T12:00 | dec 31 at midnight=2027-12-31T23:59
      dec 31 11:59pm=2027-12-31T23:59 | in 2 hours and 15 mins=2027-03-10T12:35
      in one hour=2027-03-10T11:20 | two hours=2027-03-10T12:20 | 20 minutes=2027-03-10T10:40
      5 past 11=2027-03-10T11:05 | 13pm=refused | 10:75=refused | at 9=refused | 8ish=refused
      after work=refused | around 5=2027-03-10T17:00 | noonish=refused | 5pm or 6pm=refused
      friday 5pm 6pm=refused
      """, Self.march)
  }

  @Test("days in Korean")
  func koreanDays() throws {
    try check(
      """
      낼까지=2027-03-11 | 이틀 뒤까지=2027-03-12 | 이틀 안에=2027-03-12 | 사흘 안으로=2027-03-13 | 닷새 안에=2027-03-15
      엿새 후=2027-03-16 | 1주일 후=2027-03-17 | 2주일 뒤=2027-03-24 | 한달 후=2027-04-10 | 1달 뒤=2027-04-10
      두 달 뒤=2027-05-10 | 석 달 안에=2027-06-10 | 2년 뒤=2029-03-10 | 삼 년 뒤=2030-03-10 | 100일 후=2027-06-18
      20일 뒤=2027-03-30 | 10일 안에=2027-03-20 | 10일 이내=2027-03-20 | 앞으로 3일=2027-03-13
      3일 내로=2027-03-13 | 3일 이내로=2027-03-13 | 오늘부터 일주일=2027-03-17 | 오늘부터 2주=2027-03-24
      내일부터 3일 뒤=2027-03-14 | 금요일부터 일주일 뒤=2027-03-19 | 이번주 토요일=2027-03-13 | 이번 주 일요일까지=2027-03-14
      이번주 금욜=2027-03-12 | 이번 주 목=2027-03-11 | 요번 주 금요일=2027-03-12 | 요번주까지=2027-03-14
      금주 중=2027-03-14 | 차주 금요일까지=2027-03-19 | 다음주 목요일까지=2027-03-18 | 담주 토욜=2027-03-20
      다담주 월욜=2027-03-22 | 다다음주 금요일=2027-03-26 | 이번 주 중=2027-03-14 | 돌아오는 토요일=2027-03-13
      다음 월요일=2027-03-15 | 다음번 화요일=2027-03-16 | 다음 화요일=2027-03-16 | 이번달 말=2027-03-31
      이번 달 15일=2027-03-15 | 이번달 20일까지=2027-03-20 | 이달 25일=2027-03-25 | 다음달 1일=2027-04-01
      다음달 첫날=2027-04-01 | 담달 15일까지=2027-04-15 | 다음 달 중순=2027-04-15 | 4월 중순=2027-04-15
      4월 말=2027-04-30 | 사월 말=2027-04-30 | 5월 5일=2027-05-05 | 4월 5일 월요일=2027-04-05
      4월 5일(월)=2027-04-05 | 4/5(월)=2027-04-05 | 4. 15.=2027-04-15 | 2027. 4. 15.=2027-04-15
      2027.4.15=2027-04-15 | 2027년 4월 15일=2027-04-15 | 27년 4월 15일=2027-04-15 | 내년 3월 1일=2028-03-01
      설날=2028-01-27 | 추석=2027-09-15 | 추석 전날=2027-09-14 | 부처님 오신 날=2027-05-13 | 크리스마스까지=2027-12-25
      크리스마스 일주일 전=2027-12-18 | 어린이날 전날=2027-05-04 | 4월 15일 전날=2027-04-14 | 4월 15일 이틀 전=2027-04-13
      금요일 전날=2027-03-11 | 월요일 하루 전=2027-03-14 | 4월 15일 3일 전=2027-04-12 | 4월 15일 일주일 후=2027-04-22
      말일 전날=2027-03-30 | 3분기까지=2027-09-30 | 하반기까지=2027-12-31 | 올해 상반기까지=2027-06-30
      내년 상반기까지=2028-06-30 | 올해 12월 31일=2027-12-31 | 연내=2027-12-31 | 연내로=2027-12-31
      내년 1월까지=2028-01-31 | 6월까지=2027-06-30 | 4월 첫째 주 금요일=2027-04-02 | 4월 마지막 금요일=2027-04-30
      다음 달 둘째 금요일=2027-04-09 | 다음 달 마지막 날=2027-04-30 | 이번 달 마지막 평일=2027-03-31 | 다음 영업일=2027-03-11
      3영업일 뒤=2027-03-15 | 영업일 기준 3일 뒤=2027-03-15 | 3영업일 이내=2027-03-15 | 다음 평일=2027-03-11
      늦어도 내일=2027-03-11 | 내일까지만=2027-03-11 | 금요일 안으로=2027-03-12 | 금요일 중으로=2027-03-12
      내일 중=2027-03-11 | 내일 내로=2027-03-11 | 오늘 안으로=2027-03-10 | 오늘 중=2027-03-10 | 15일까지=2027-03-15
      1일까지=2027-04-01 | 5일=2027-04-05 | 3월 말까지=2027-03-31 | 12일(금)=2027-03-12 | 12일 금요일=2027-03-12
      그제=2027-03-08 | 지난주 금요일=2027-03-05 | 지난 금요일=2027-03-05 | 글피까지=2027-03-13 | 익일=2027-03-11
      익일까지=2027-03-11 | 금월 말=2027-03-31 | 익월 5일=2027-04-05 | 마감 없음=none | 기한 없음=none | 무기한=none
      조만간=refused | 2~3일 뒤=refused | 다음에=refused | 4월 31일=refused | 13월 1일=refused
      4월 5일 화요일=refused | 퇴근 전까지=refused | 점심 먹고=refused | 시간 날 때=refused | 금요일쯤=refused
      토요일이나 일요일=refused | 두 달 안에=2027-05-10 | 세 주 뒤=2027-03-31 | 4주 후=2027-04-07
      십이 주 뒤=2027-06-02 | 삼십 일 뒤=2027-04-09 | 사십오 일 후=2027-04-24 | 열하루 뒤=2027-03-21
      보름 안에=2027-03-25 | 다음 달 십오일=2027-04-15 | 이번달 그믐=refused | 다음주 중으로=2027-03-21
      다음 달 안으로=2027-04-30 | 다음 달 10일 전날=2027-04-09 | 5월 둘째 월요일=2027-05-10 | 5월 마지막 날=2027-05-31
      5월 31일까지=2027-05-31 | 내년 2월 말=2028-02-29 | 후년 1월 1일=2029-01-01 | 신정=2028-01-01
      현충일=2027-06-06 | 다음주 수요일=2027-03-17 | 오는 일요일까지=2027-03-14 | 이번 일요일=2027-03-14
      일요일까지=2027-03-14 | 토욜까지=2027-03-13
      """, Self.march)
  }

  @Test("times in Korean")
  func koreanTimes() throws {
    try check(
      """
      내일 오후=2027-03-11T15:00 | 내일 오전=2027-03-11T09:00 | 오늘 저녁까지=2027-03-10T19:00
      내일 오전 중으로=2027-03-11T12:00 | 내일 오전까지=2027-03-11T12:00 | 오늘 오후=2027-03-10T15:00
      모레 저녁=2027-03-12T19:00 | 금요일 저녁 7시=2027-03-12T19:00 | 토요일 오전 10시=2027-03-13T10:00
      일욜 밤 9시=2027-03-14T21:00 | 담주 화욜 3시=2027-03-16T15:00 | 다음주 수요일 두시 반=2027-03-17T14:30
      내일 두시=2027-03-11T14:00 | 낼 3시=2027-03-11T15:00 | 낼 10시=2027-03-11T10:00
      모레 11시 반=2027-03-12T11:30 | 오늘 5시까지=2027-03-10T17:00 | 오늘 17시=2027-03-10T17:00
      오늘 17:30까지=2027-03-10T17:30 | 오후 4시 20분=2027-03-10T16:20 | 오전 9시=2027-03-11T09:00
      아침 7시=2027-03-11T07:00 | 밤 11시 반까지=2027-03-10T23:30 | 밤 12시=2027-03-10T23:59
      정오까지=2027-03-10T12:00 | 낮 열두 시=2027-03-10T12:00 | 새벽 한 시=2027-03-11T01:00
      새벽 4시 반=2027-03-11T04:30 | 금욜 정오까지=2027-03-12T12:00 | 한 시=2027-03-10T13:00
      한시 반=2027-03-10T13:30 | 두 시 십오 분=2027-03-10T14:15 | 열한 시=2027-03-10T11:00
      열두 시 반=2027-03-10T12:30 | 12시=2027-03-10T12:00 | 네 시 오십 분=2027-03-10T16:50
      3시 10분 전=2027-03-10T14:50 | 다섯 시 정각=2027-03-10T17:00 | 오후 여섯 시=2027-03-10T18:00
      오후 한시=2027-03-10T13:00 | 15시 45분=2027-03-10T15:45 | 30분 있다가=2027-03-10T10:50
      세시간 뒤=2027-03-10T13:20 | 한시간 반 후=2027-03-10T11:50 | 1시간 30분 후=2027-03-10T11:50
      반 시간 뒤=2027-03-10T10:50 | 10분 이따가=2027-03-10T10:30 | 24시간 내=2027-03-11T10:20
      1시간 안에=2027-03-10T11:20 | 지금부터 2시간=2027-03-10T12:20 | 내일 점심때=2027-03-11T12:00
      월요일 아침=2027-03-15T09:00 | 월욜 아침 9시=2027-03-15T09:00 | 금요일 오후 여섯시까지=2027-03-12T18:00
      금요일 18시=2027-03-12T18:00 | 금 18:00=2027-03-12T18:00 | 금 6시=2027-03-12T18:00
      목욜 3시 반=2027-03-11T15:30 | 토 10시=2027-03-13T10:00 | 다음주 월 10시=2027-03-15T10:00
      14일 오후 3시=2027-03-14T15:00 | 15일 정오=2027-03-15T12:00 | 20일 오전 10시=2027-03-20T10:00
      3월 15일 14시=2027-03-15T14:00 | 3월 31일 자정=2027-03-31T23:59 | 3월 12일 금요일 오후 2시=2027-03-12T14:00
      4월 1일 오후 2시=2027-04-01T14:00 | 4/5 오후 2시=2027-04-05T14:00 | 내일모레 3시=2027-03-12T15:00
      금일 오후 6시까지=2027-03-10T18:00 | 다음 주 월요일 오전=2027-03-15T09:00
      다음 주 월요일 오전 9시 30분까지=2027-03-15T09:30 | 사흘 뒤 오후 두 시=2027-03-13T14:00
      일주일 뒤 오전 10시=2027-03-17T10:00 | 2주 뒤 월요일 오후 3시=2027-03-22T15:00
      이번 달 말일 오후 6시=2027-03-31T18:00 | 말일 18시까지=2027-03-31T18:00 | 오늘 안에 6시까지=2027-03-10T18:00
      늦어도 오후 5시까지=2027-03-10T17:00 | 늦어도 내일 오전 11시=2027-03-11T11:00 | 오후 5시 전까지=2027-03-10T17:00
      내일 오전 10시 전까지=2027-03-11T10:00 | 내일 낮=refused | 오늘 저녁 여덟 시=2027-03-10T20:00
      내일 저녁 일곱시 반=2027-03-11T19:30 | 금요일 밤 열 시=2027-03-12T22:00 | 아침 여섯 시 반=2027-03-11T06:30
      오후 세시 사십오분=2027-03-10T15:45 | 두 시간 반 후=2027-03-10T12:50 | 이십 분 후=2027-03-10T10:40
      한 시간 십오 분 뒤=2027-03-10T11:35 | 백이십 분 뒤=2027-03-10T12:20 | 내일 이 시간=2027-03-11T10:20
      25시=refused | 오전 13시=refused | 오후 0시 70분=refused | 세 시쯤=2027-03-10T15:00 | 저녁 먹기 전=refused
      9시=refused | 오전 9시 오후 3시=refused | 내일 3시 4시=refused | 밤 9시 반=2027-03-10T21:30
      모레 아침 8시까지=2027-03-12T08:00 | 이번 주 토요일 낮 1시=2027-03-13T13:00 | 토요일 낮 한 시=2027-03-13T13:00
      """, Self.march)
  }
}
