internal import IPCProtocol

/// How a customer ranks within a service: VVIP before VIP before everybody else.
enum Grade: Int, WireWord, Comparable {
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
}
