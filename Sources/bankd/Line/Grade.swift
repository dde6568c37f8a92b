/// How a customer ranks within a service: VVIP before VIP before everybody else.
enum Grade: Int, CaseIterable, Comparable, Sendable {
  case vvip, vip, normal

  static func < (one: Grade, other: Grade) -> Bool { one.rawValue < other.rawValue }

  /// The word on the wire.
  var word: String {
    switch self {
    case .vvip: "vvip"
    case .vip: "vip"
    case .normal: "normal"
    }
  }

  init?(word: String) {
    guard let grade = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = grade
  }
}

extension Grade: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let grade = Grade(word: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a grade")
    }
    self = grade
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(word)
  }
}
