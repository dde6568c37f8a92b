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
      Member("kind", \.kind), Member("place", \.place, .text(length: 1...64)),
      Member("watch", \.watch, default: false),
      Member("chain", \.chain, .of(.text(length: 1...32), count: 0...8)),
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
