/// The English names on the signs of stations, where they are not the Korean name in Latin letters.
///
/// Source: the signs and maps of Seoul Metro and Korail, as of 2024, compared with the names that
/// 533 of the stations have on a public map; where a station has none here its name is written by
/// ``Romanization``.
enum EnglishNames {
  static let ofStations: [String: String] = [
    "4.19 민주묘지": "4.19 National Cemetery", "가락시장": "Garak Market",
    "가산디지털단지": "Gasan Digital Complex",
    "가천대": "Gachon Univ.", "강남구청": "Gangnam-gu Office", "강동구청": "Gangdong-gu Office",
    "건대입구": "Konkuk Univ.", "경마공원": "Seoul Racecourse Park",
    "경찰병원": "National Police Hospital", "고려대": "Korea Univ.",
    "고속터미널": "Express Bus Terminal", "공항시장": "Airport Market",
    "공항화물청사": "Incheon Int'l Airport Cargo Terminal", "광운대": "Kwangwoon Univ.",
    "교대": "Seoul Nat'l Univ. of Education", "구로디지털단지": "Guro Digital Complex",
    "국회의사당": "National Assembly", "금천구청": "Geumcheon-gu Office",
    "김포공항": "Gimpo Int'l Airport", "남동인더스파크": "Namdong Induspark", "남부터미널": "Nambu Bus Terminal",
    "남한산성입구(성남법원,검찰청)": "Namhansanseong",
    "대공원": "Seoul Grand Park", "대모산입구": "Daemosan", "대성리": "Daeseong-ri", "동묘앞": "Dongmyo",
    "동대문역사문화공원": "Dongdaemun History & Culture Park", "동대입구": "Dongguk Univ.",
    "디지털미디어시티": "Digital Media City", "뚝섬유원지": "Ttukseom Park",
    "마포구청": "Mapo-gu Office", "백양리": "Baegyang-ri", "보라매공원": "Boramae Park",
    "보라매병원": "Boramae Medical Center",
    "부천시청": "Bucheon City Hall", "부천종합운동장": "Bucheon Stadium",
    "부평구청": "Bupyeong-gu Office", "삼산체육관": "Samsan Gymnasium", "서강대": "Sogang Univ.",
    "서울": "Seoul Station", "서울대입구": "Seoul Nat'l Univ.",
    "서울대벤처타운": "Seoul Nat'l Univ. Venture Town",
    // By its sound it is Seongnam as 성남 is; the sign has the market behind it.
    "석남": "Seongnam (Geobuk Market)",
    "서울숲": "Seoul Forest", "서정리": "Seojeong-ri", "솔밭공원": "Solbat Park",
    "서울지방병무청": "Seoul Regional Military Manpower Office",
    "성균관대": "Sungkyunkwan Univ.", "성신여대입구": "Sungshin Women's Univ.",
    "수원시청": "Suwon City Hall", "수지구청": "Suji-gu Office",
    "신길온천": "Singil Oncheon",
    "숙대입구": "Sookmyung Women's Univ.", "숭실대입구(살피재)": "Soongsil Univ.",
    "시청": "City Hall", "시흥시청": "Siheung City Hall", "암사역사공원": "Amsa History Park",
    "압구정로데오": "Apgujeong Rodeo", "양재시민의숲": "Yangjae Citizen's Forest",
    "양천구청": "Yangcheon-gu Office", "어린이대공원(세종대)": "Children's Grand Park",
    "영등포구청": "Yeongdeungpo-gu Office", "영등포시장": "Yeongdeungpo Market",
    "오산대": "Osan Univ.", "올림픽공원": "Olympic Park", "올림픽공원(한국체대)": "Olympic Park",
    "을지로입구": "Euljiro 1-ga", "을지로3가": "Euljiro 3-ga", "을지로4가": "Euljiro 4-ga",
    "종로3가": "Jongno 3-ga", "종로5가": "Jongno 5-ga", "외대앞": "Hankuk Univ. of Foreign Studies",
    "월드컵경기장(성산)": "World Cup Stadium",
    "이대": "Ewha Womans Univ.", "인천공항1터미널": "Incheon Int'l Airport Terminal 1",
    "인천공항2터미널": "Incheon Int'l Airport Terminal 2", "인하대": "Inha Univ.",
    "장자호수공원": "Jangja Lake Park",
    "청계산입구": "Cheonggyesan", "정부과천청사": "Government Complex Gwacheon", "종합운동장": "Sports Complex",
    "중앙보훈병원": "VHS Medical Center", "청라국제도시": "Cheongna Int'l City",
    "총신대입구(이수)": "Chongshin Univ.", "태릉입구": "Taereung", "하남시청": "Hanam City Hall",
    "학여울": "Hangnyeoul", "한국항공대": "Korea Aerospace Univ.",
    "한대앞": "Hanyang Univ. at Ansan", "한성대입구": "Hansung Univ.", "한양대": "Hanyang Univ.",
    "홍대입구": "Hongik Univ.", "효창공원앞": "Hyochang Park",
  ]

  /// The name on a sign, or the Korean one in Latin letters: `Gangnam`.
  static func station(_ name: String) -> String {
    if let known = ofStations[name] { return known }
    let key = Romanization.key(of: name.prefix { $0 != "(" })
    return key.prefix(1).uppercased() + key.dropFirst()
  }

  /// Words that are written in several ways, and those that say nothing.
  private static let words = [
    "university": "univ", "national": "natl", "international": "intl", "station": "", "stn": "",
    "and": "", "the": "", "of": "",
  ]

  /// All that a station can be called in Latin letters, as ``key(_:)`` has it.
  static func keys(ofStation name: String) -> [String] {
    [key(station(name)) ?? "", Romanization.key(of: name.prefix { $0 != "(" })]
      + StationName.inBrackets(name).map { Romanization.key(of: $0) }
  }

  /// Whether a text is all that stands on a sign, with what stands there in brackets.
  static func isWhole(_ text: String, of name: String) -> Bool {
    func letters(_ text: String) -> String {
      text.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    let sign = station(name)
    return sign.contains("(") && letters(text) == letters(sign)
  }

  /// Small letters and digits of a name in Latin letters, nil of one that has others: `Hongik
  /// University Station` is `hongikuniv`.
  static func key(_ text: String) -> String? {
    guard text.allSatisfy(\.isASCII), text.contains(where: \.isLetter) else { return nil }
    // "Jongno 3(sam)-ga" is said as it is written without.
    var text = text
    if let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")") {
      text.removeSubrange(open...close)
    }
    let parts = text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "." }
    return parts.map { part in
      let word = String(part.filter { $0.isLetter || $0.isNumber })
      return words[word] ?? word
    }.joined()
  }
}
