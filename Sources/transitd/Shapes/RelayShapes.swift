internal import IPCProtocol
internal import Values

extension Params {
  /// What another transitd asks.
  struct Relay: Shape {
    enum Kind: String, WireWord { case station, stop }

    let kind: Kind
    let place: String
    let watch: Bool
    let chain: [String]

    static let shape = ShapeOf<Relay>([
      Member("kind", \.kind, "a station of the subway, or a bus stop", ko: "지하철역 또는 버스 정류장"),
      Member(
        "place", \.place, .text(length: 1...64), "as the portal names it", ko: "포털이 쓰는 이름"),
      Member(
        "watch", \.watch, default: false, "whether it will be asked for again", ko: "계속 물을지 여부"),
      Member(
        "chain", \.chain, .of(.text(length: 1...32), count: 0...8),
        "who has passed the question on, so that it does not go round",
        ko: "질문을 넘긴 데몬들 (돌고 돌지 않도록)"),
    ])

    var key: PlaceKey {
      switch kind {
      case .station: .station(place)
      case .stop: .stop(place)
      }
    }
  }
}

extension Answers {
  /// A portal's answer as it came, and how long ago.
  struct Relayed: Shape {
    let body: String
    let ageSeconds: Double

    static let shape = ShapeOf<Relayed>([
      Member("body", \.body), Member("ageSeconds", \.ageSeconds, .seconds),
    ])
  }
}
