import Testing
import Values

@testable import transitd

/// One train as a person reads it from a payload.
struct ReadTrain: Equatable {
  var line: Int
  var direction: Arrival.Direction?
  var destination: String?
  var via: String?
  var train: String?
  var state: Arrival.State
  var claim: Arrival.Claim
  var away: Int?
  var place: String?
  var at: String?
  var express: String?
  var isLast = false

  init(
    _ line: Int, _ direction: Arrival.Direction?, _ destination: String?, _ via: String?,
    _ train: String?, _ state: Arrival.State, _ claim: Arrival.Claim, _ away: Int?,
    _ place: String?, _ at: String?, express: String? = nil, isLast: Bool = false
  ) {
    self.line = line
    self.direction = direction
    self.destination = destination
    self.via = via
    self.train = train
    self.state = state
    self.claim = claim
    self.away = away
    self.place = place
    self.at = at
    self.express = express
    self.isLast = isLast
  }

  init(_ arrival: Arrival) {
    var line = 0
    if case .subway(let known) = arrival.service { line = known.id }
    self.init(
      line, arrival.direction, arrival.destination, arrival.via, arrival.vehicle, arrival.state,
      arrival.claim, arrival.stopsAway, arrival.place,
      arrival.measuredAt.map { String($0.description.dropLast(5)) }, express: arrival.expressKind,
      isLast: arrival.isLast)
  }
}

@Suite(
  "SubwayMapping of recorded payloads", .enabled(if: RecordedData.isThere, RecordedData.absence))
struct RecordedSubwayTests {
  private func trains(_ name: String) throws -> (trains: [ReadTrain], answer: UpstreamAnswer) {
    let answer = try SubwayEnvelope.answer(RecordedData.bytes("seoul/subway/\(name)"))
    return (SubwayMapping.arrivals(answer).map(ReadTrain.init), answer)
  }

  @Test("서울 in 2021: the old shape, decimals in times, one train twice")
  func seoul2021() throws {
    let (trains, answer) = try trains("arrival-seoul-2021-10-14.json")
    #expect(answer.total == 18)
    #expect(
      trains == [
        ReadTrain(
          1065, .up, "검암", "공덕", "A3081", .departed, .unknown, 0, "서울", "2021-10-14T09:06:56"),
        ReadTrain(
          1004, .up, "당고개", "회현", "4144", .running, .seconds(115), 1, "숙대입구",
          "2021-10-14T09:07:14"),
        ReadTrain(
          1001, .up, "동두천", "시청", "0150", .running, .unknown, 1, "남영", "2021-10-14T09:04:55"),
        ReadTrain(
          1001, .up, "동두천", "시청", "0150", .running, .seconds(150), 1, "남영",
          "2021-10-14T09:07:01"),
        ReadTrain(
          1063, .up, "문산", "신촌(경의중앙선)", "5109", .running, .unknown, 1, "홍대입구",
          "2021-10-14T09:06:55"),
      ])
  }

  @Test("영등포 in 2022: no seconds at all, far trains without the express digit")
  func yeongdeungpo() throws {
    let (trains, answer) = try trains("arrival-yeongdeungpo-2022-08-25.json")
    #expect(answer.total == 8)
    #expect(
      trains == [
        ReadTrain(
          1001, .up, "광운대", "신길", "0648", .arrived, .now, 0, "영등포", "2022-08-25T05:41:01"),
        ReadTrain(
          1001, .up, "청량리", "신길", "1926", .running, .unknown, 14, "성균관대",
          "2022-08-25T05:38:55"),
        ReadTrain(
          1001, .up, "청량리", "신길", "0460", .running, .unknown, 4, "독산", "2022-08-25T05:41:01"),
        ReadTrain(
          1001, .up, "청량리", "신길", "1928", .running, .unknown, 21, "오산", "2022-08-25T05:38:55"),
        ReadTrain(
          1001, .down, "인천", "신도림", "0119", .running, .unknown, 2, "대방",
          "2022-08-25T05:39:59"),
      ])
  }

  @Test("대화 in 2023: XML, and the last train of the day")
  func daehwa() throws {
    let (trains, answer) = try trains("arrival-daehwa-last-train-2023-06-27.xml")
    #expect(answer.total == 1)
    #expect(
      trains == [
        ReadTrain(
          1003, .up, "대화", "대화", "3422", .arrived, .now, 0, "대화", "2023-06-26T15:42:15",
          isLast: true)
      ])
  }

  @Test("연신내 in 2024: two lines, nested brackets, seconds in the rows")
  func yeonsinnae() throws {
    let (trains, answer) = try trains("arrival-yeonsinnae-2024-05-15.json")
    #expect(answer.total == 8)
    #expect(
      trains == [
        ReadTrain(
          1003, .up, "대화", "구파발", "3250", .arrived, .now, 0, "연신내", "2024-05-15T08:49:30"),
        ReadTrain(
          1003, .up, "대화", "구파발", "3250", .running, .seconds(129), 1, "불광",
          "2024-05-15T08:49:27"),
        ReadTrain(
          1003, .up, "구파발", "구파발", "3248", .arrived, .now, 0, "연신내", "2024-05-15T08:49:30"),
        ReadTrain(
          1003, .up, "구파발", "구파발", "3252", .running, .seconds(513), 4, "무악재",
          "2024-05-15T08:49:27"),
        ReadTrain(
          1003, .down, "오금", "불광", "3245", .arrived, .now, 0, "연신내", "2024-05-15T08:49:11"),
        ReadTrain(
          1006, .down, "봉화산", "구산", "6173", .running, .seconds(180), 1, "독바위",
          "2024-05-15T08:49:30"),
        ReadTrain(
          1003, .down, "오금", "불광", "3247", .running, .seconds(358), 2, "지축",
          "2024-05-15T08:49:11"),
        ReadTrain(
          1006, .down, "신내", "구산", "6175", .running, .seconds(540), 3, "새절(신사)",
          "2024-05-15T08:49:30"),
      ])
  }

  @Test("서울 in 2026: the current shape, one train as local and as express")
  func seoul2026() throws {
    let (trains, answer) = try trains("arrival-seoul-2026-09-08.json")
    #expect(answer.total == 24)
    #expect(
      trains == [
        ReadTrain(
          1065, .up, "인천공항2터미널", "공덕", "A2075", .departed, .unknown, 0, "서울",
          "2026-09-08T01:52:33"),
        ReadTrain(
          1065, .up, "인천공항2터미널", "공덕", "A1015", .departed, .unknown, 0, "서울",
          "2026-09-08T01:56:32", express: "급행"),
        ReadTrain(
          1001, .up, "청량리", "시청", "1910", .arrived, .now, 0, "서울", "2026-09-08T01:56:18"),
        ReadTrain(
          1001, .up, "청량리", "시청", "1910", .arrived, .now, 0, "서울", "2026-09-08T01:57:15",
          express: "급행"),
        ReadTrain(
          1004, .up, "진접", "회현", "4072", .running, .seconds(480), 4, "이촌",
          "2026-09-08T01:57:10"),
      ])
  }

  @Test("GTX-A: where two trains are")
  func gtx() throws {
    let answer = try SubwayEnvelope.answer(
      RecordedData.bytes("seoul/subway/position-gtxa-2024-05-30.json"))
    #expect(
      SubwayMapping.positions(answer) == [
        TrainPosition(
          line: SubwayLine(1032), train: "0091", station: "성남", destination: "동탄",
          direction: .down, motion: .departed, isExpress: false, isLast: false,
          measuredAt: Timestamp(rfc3339: "2024-05-30T12:58:01Z")),
        TrainPosition(
          line: SubwayLine(1032), train: "0094", station: "성남", destination: "수서",
          direction: .up, motion: .departed, isExpress: false, isLast: false,
          measuredAt: Timestamp(rfc3339: "2024-05-30T12:58:14Z")),
      ])
  }

  @Test("line 2: the circle's directions, 종착 and 행, a station written with 역")
  func circle() throws {
    let answer = try SubwayEnvelope.answer(
      RecordedData.bytes("seoul/subway/position-line2-2026-07.json"))
    #expect(
      SubwayMapping.positions(answer) == [
        TrainPosition(
          line: SubwayLine(1002), train: "6508", station: "강남", destination: "성수",
          direction: .inner, motion: .arrived, isExpress: false, isLast: false,
          measuredAt: Timestamp(rfc3339: "2026-07-21T00:00:00Z")),
        TrainPosition(
          line: SubwayLine(1002), train: "2101", station: "시청", destination: "신설동",
          direction: .outer, motion: .departedPrevious, isExpress: true, isLast: true,
          measuredAt: Timestamp(rfc3339: "2026-07-20T23:59:30Z")),
      ])
  }
}

@Suite("SubwayMapping")
struct SubwayMappingTests {
  private func arrival(_ fields: [String: String]) throws -> Arrival {
    var row = UpstreamNode(name: "row")
    row.children = fields.map { UpstreamNode(name: $0.key, text: $0.value) }
    return try #require(SubwayMapping.arrival(row))
  }

  @Test("\"0\" is now only for a train that enters or stands here")
  func zero() throws {
    for code in ["2", "3", "4", "5", "99", "", "17"] {
      #expect(try arrival(["subwayId": "1001", "barvlDt": "0", "arvlCd": code]).claim == .unknown)
    }
    for code in ["0", "1"] {
      #expect(try arrival(["subwayId": "1001", "barvlDt": "0", "arvlCd": code]).claim == .now)
    }
  }

  @Test("a departed train has no seconds left, though line 9 sends 20")
  func lineNine() throws {
    let train = try arrival(["subwayId": "1009", "barvlDt": "20", "arvlCd": "2"])
    #expect(train.state == .departed)
    #expect(train.claim == .unknown)
  }

  @Test("where the seconds are missing those of the words are taken")
  func words() throws {
    let train = try arrival([
      "subwayId": "1003", "barvlDt": "0", "arvlCd": "99", "arvlMsg2": "8분 33초 후 (무악재)",
    ])
    #expect(train.claim == .seconds(513))
    #expect(train.place == "무악재")
  }

  @Test("an unknown line and unknown values are data")
  func unknown() throws {
    let train = try arrival([
      "subwayId": "1999", "updnLine": "좌행", "arvlCd": "77", "barvlDt": "soon", "recptnDt": "now",
      "btrainNo": "0", "ordkey": "x",
    ])
    #expect(train.service == .subway(SubwayLine(1999)))
    #expect(train.state == .unknown)
    #expect(train.direction == nil)
    #expect(train.measuredAt == nil)
    #expect(train.vehicle == nil)
    #expect(SubwayLine(1999).name.ko == "노선 1999")
  }

  @Test("fewer than no stations away is not known")
  func behind() throws {
    #expect(try arrival(["subwayId": "1001", "arvlMsg2": "[-2]번째 전역 (공덕)"]).stopsAway == nil)
    #expect(try arrival(["subwayId": "1001", "ordkey": "01-14청량리"]).stopsAway == nil)
    #expect(try arrival(["subwayId": "1001", "arvlMsg2": "[2]번째 전역 (공덕)"]).stopsAway == 2)
  }

  @Test("a row without a line is no train")
  func noLine() {
    #expect(SubwayMapping.arrival(UpstreamNode(name: "row")) == nil)
  }

  @Test(
    "express is told by the status, by a tag, or by the order key",
    arguments: [
      (["btrainSttus": "ITX"], "ITX"), (["btrainSttus": "특급"], "특급"), (["btrainSttus": "일반"], nil),
      (["trainLineNm": "동인천행 - 용산방면 (급행)"], "급행"), (["ordkey": "01002동인천1"], "급행"),
      (["ordkey": "01014청량리"], nil),
    ] as [([String: String], String?)])
  func express(fields: [String: String], kind: String?) throws {
    let train = try arrival(fields.merging(["subwayId": "1001"]) { $1 })
    #expect(train.expressKind == kind)
    #expect(train.isExpress == (kind != nil))
  }

  @Test("the last train is told by its own member, by the label, or by the terminal")
  func lastTrain() throws {
    #expect(try arrival(["subwayId": "1003", "lstcarAt": "1"]).isLast)
    #expect(try arrival(["subwayId": "1003", "trainLineNm": "대화행 - 대화방면 (막차)"]).isLast)
    #expect(try arrival(["subwayId": "1003", "bstatnNm": "대화 (막차)"]).isLast)
    #expect(try !arrival(["subwayId": "1003", "lstcarAt": "0"]).isLast)
  }
}
