internal import IPCProtocol
internal import Values

/// The two open-data portals that are asked: Seoul's for the subway, the nation's for buses.
enum Portal: String, WireWord {
  case subway, bus

  var title: LocalizedText {
    switch self {
    case .subway: LocalizedText(en: "subway", ko: "지하철")
    case .bus: LocalizedText(en: "bus", ko: "버스")
    }
  }

  /// Where its keys are handed out.
  var site: String {
    switch self {
    case .subway: "data.seoul.go.kr"
    case .bus: "data.go.kr"
    }
  }

  /// The option of `transit configure` that takes its key.
  var option: String {
    switch self {
    case .subway: "key-file"
    case .bus: "bus-key-file"
    }
  }

  /// The environment's variable that may hold its key.
  var keyVariable: String {
    switch self {
    case .subway: "MATE_TRANSIT_KEY"
    case .bus: "MATE_TRANSIT_BUS_KEY"
    }
  }

  /// The systemd credential that may be its key.
  var keyCredential: String { "seoul-\(rawValue)-key" }
}
