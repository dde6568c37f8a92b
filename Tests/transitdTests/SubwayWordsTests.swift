import Testing

@testable import transitd

@Suite("TrainLabel")
struct TrainLabelTests {
  @Test(
    "a label is a destination, a via, and tags",
    arguments: [
      ("문산행 - 화전방면", "문산", "화전", []),
      ("문산행 - 신촌(경의중앙선)방면", "문산", "신촌(경의중앙선)", []),
      ("청량리행 - 시청방면 (급행)", "청량리", "시청", ["급행"]),
      ("대화행 - 대화방면 (급행) (막차)", "대화", "대화", ["급행", "막차"]),
      ("쌍용(나사렛대)행 - 천안방면", "쌍용(나사렛대)", "천안", []),
      ("지행행 - 덕정방면", "지행", "덕정", []), ("성수종착", "성수", nil, []), ("행", "행", nil, []),
      ("", nil, nil, []), ("응암순환(상선)행 - 새절(신사)방면", "응암순환(상선)", "새절(신사)", []),
    ] as [(String, String?, String?, [String])])
  func parts(text: String, destination: String?, via: String?, tags: [String]) {
    let label = TrainLabel(text)
    #expect(label.destination == destination)
    #expect(label.via == via)
    #expect(label.tags == tags)
  }
}

@Suite("ApproachMessage")
struct ApproachMessageTests {
  @Test(
    "how far, where, and how long",
    arguments: [
      ("전역 출발", 1, nil, nil), ("전역 진입", 1, nil, nil), ("연신내 도착", 0, "연신내", nil),
      ("영등포 진입", 0, "영등포", nil), ("[5]번째 전역 (공덕)", 5, "공덕", nil),
      ("[14]번째 전역 (성균관대)", 14, "성균관대", nil), ("8분 33초 후 (무악재)", nil, "무악재", 513),
      ("8분 후 (이촌)", nil, "이촌", 480), ("9분 후 (새절(신사))", nil, "새절(신사)", 540),
      ("40초 후 (시청)", nil, "시청", 40), ("", nil, nil, nil), ("10분 후 (새절", nil, nil, 600),
      ("새절(신사) 도착", 0, "새절(신사)", nil),
    ] as [(String, Int?, String?, Int?)])
  func parts(text: String, away: Int?, place: String?, seconds: Int?) {
    let message = ApproachMessage(text)
    #expect(message.stationsAway == away)
    #expect(message.place == place)
    #expect(message.seconds == seconds)
  }
}
