import IPCProtocol
import Testing
import Values

@testable import transitd

/// Against what stands on the signs of stations.
@Suite("Stations in English")
struct EnglishNameTests {
  private let search = PlaceSearch.bundled

  private static let signs = [
    "강남": "Gangnam", "왕십리": "Wangsimni", "신림": "Sillim", "선릉": "Seolleung",
    "청량리": "Cheongnyangni", "독립문": "Dongnimmun", "낙성대": "Nakseongdae",
    "압구정": "Apgujeong", "옥수": "Oksu", "을지로3가": "Euljiro 3(sam)-ga", "종로5가": "Jongno 5-ga",
    "답십리": "Dapsimni", "노량진": "Noryangjin", "회룡": "Hoeryong",
    "먹골": "Meokgol", "뚝섬": "Ttukseom", "삼각지": "Samgakji", "신논현": "Sinnonhyeon", "구의": "Guui",
    "여의도": "Yeouido", "쌍문": "Ssangmun", "굽은다리(강동구민회관앞)": "Gubeundari", "안암(고대병원앞)": "Anam",
    "돌곶이": "Dolgoji", "별내": "Byeollae", "애오개": "Aeogae", "흑석": "Heukseok",
    "대흥(서강대앞)": "Daeheung", "까치산": "Kkachisan", "의왕": "Uiwang", "잠실나루": "Jamsillaru",
    "서울": "Seoul Station", "홍대입구": "Hongik University Station", "시청": "City Hall",
    "고속터미널": "express bus terminal", "김포공항": "Gimpo International Airport",
    "서울대입구": "Seoul National University", "교대": "Seoul Nat'l Univ. of Education",
    "이대": "Ewha Womans Univ.", "동대문역사문화공원": "Dongdaemun History and Culture Park",
    "숙대입구": "Sookmyung Women’s Univ.".replacing("’", with: "'"),
    "4.19 민주묘지": "4.19 National Cemetery",
    "디지털미디어시티": "Digital Media City Station", "학여울": "Hangnyeoul",
    "가락시장": "Garak Market", "을지로입구": "Euljiro 1(il)-ga", "태릉입구": "Taereung",
    "남동인더스파크": "Namdong Induspark", "솔밭공원": "Solbat Park", "동묘앞": "Dongmyo Station",
    "남한산성입구(성남법원,검찰청)": "Namhansanseong", "대성리": "Daeseong-ri",
  ]

  @Test("the name on the sign is the station, however its words are written", arguments: signs)
  func sign(name: String, sign: String) {
    #expect(search.station(sign)?.name == name)
    #expect(search.station(sign.uppercased())?.name == name)
    #expect(search.places(sign, kind: .subway, limit: 3).first?.name == name)
  }

  @Test("no station takes a name from another one with that sign: it is asked which is meant")
  func one() throws {
    var shared: Set<Set<String>> = []
    for station in search.tables.stations {
      let sign = EnglishNames.station(station.name)
      // As it stands there, without its brackets, and in capitals.
      for typed in [sign, String(sign.prefix { $0 != "(" }), sign.uppercased()] {
        let found = search.stations(called: typed)
        #expect(found.contains(station), "\(typed)")
        guard found.count > 1 else { continue }
        shared.insert(Set(found.map(\.name)))
        let error = #expect(throws: TransitError.self) { try search.station(named: typed) }
        let told = try #require(error?.data["stations"]?["ko"]?.stringValue)
        for one in found {
          #expect(told.contains("\(one.name)(\(SubwayLine.names(one.lines).text(in: .korean)))"))
        }
      }
    }
    // Whoever has the same letters on the sign is known by now, and nobody else.
    let known: Set<Set<String>> = [
      ["신촌", "신촌(경의중앙선)"], ["올림픽공원", "올림픽공원(한국체대)"], ["석남", "성남"],
    ]
    #expect(shared == known)
    #expect(search.station("Seongnam (Geobuk Market)")?.name == "석남")
    // Every name in the list is one of a station.
    let names = Set(search.tables.stations.map(\.name))
    #expect(EnglishNames.ofStations.keys.filter { !names.contains($0) } == [])
  }

  @Test("a part of an English name finds it, the beginning first")
  func parts() {
    func names(_ query: String) -> [String] {
      search.places(query, kind: .subway, limit: 20).map(\.name)
    }
    #expect(names("gangn").first == "강남")
    #expect(names("Hongik").first == "홍대입구")
    #expect(names("hongdae").first == "홍대입구")
    #expect(names("Women's").contains("성신여대입구"))
    #expect(names("isu").contains("총신대입구(이수)"))
    #expect(names("xyzzy").isEmpty)
    #expect(search.station("Station") == nil)
  }

  @Test("the name in brackets is a name too, where no other station has it")
  func brackets() {
    #expect(search.station("이수")?.name == "총신대입구(이수)")
    #expect(search.station("이수역")?.name == "총신대입구(이수)")
    #expect(search.station("Isu")?.name == "총신대입구(이수)")
    #expect(search.station("능동")?.name == "군자(능동)")
    #expect(search.station("성남법원")?.name == "남한산성입구(성남법원,검찰청)")
    // 새절(신사) does not take the name of 신사.
    #expect(search.station("신사")?.name == "신사")
    #expect(search.station("Sinsa")?.name == "신사")
  }

  @Test("a mistake has its nearest names, in the letters that were typed")
  func mistakes() {
    #expect(search.stationsLike("Gangnma").first == "Gangnam")
    #expect(search.stationsLike("Hongik").first == "Hongik Univ.")
    #expect(search.stationsLike("Sindorm").first == "Sindorim")
    // Who types the name of two is told what tells them apart.
    #expect(search.station("Seongnam") == nil)
    #expect(
      Set(search.stationsLike("Seongnam")).isSuperset(of: ["Seongnam (Geobuk Market)", "성남"]))
    #expect(search.stationsLike("연신네").first == "연신내")
  }
}
