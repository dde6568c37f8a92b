internal import Loop

/// OpenMetrics text exposition, version 1.0.0.
struct OpenMetricsText {
  private let domain: String
  private var text = ""
  /// A family has one head and all its samples together.
  private var lastGauge = ""

  init(domain: String) { self.domain = domain }

  mutating func gauge(
    _ name: String, _ help: String, _ value: Double, labels: [(name: String, value: String)] = []
  ) {
    if name != lastGauge { head(name, "gauge", help) }
    lastGauge = name
    let all = [("domain", domain)] + labels
    let set = all.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
    text += "\(name){\(set)} \(value)\n"
  }

  /// A label's value: backslash, quote and newline are written with a backslash.
  private static func escaped(_ value: String) -> String {
    var text = ""
    for character in value {
      switch character {
      case "\\", "\"": text += "\\\(character)"
      case "\n": text += "\\n"
      default: text.append(character)
      }
    }
    return text
  }

  mutating func counter(_ name: String, _ help: String, _ value: Double) {
    head(name, "counter", help)
    text += "\(name)_total{domain=\"\(domain)\"} \(value)\n"
  }

  @LoopActor
  mutating func summaries(_ entries: [(String, MethodEntry)]) {
    let name = "mate_request_seconds"
    head(name, "summary", "Time from reading a request to its reply")
    for (method, entry) in entries where entry.latency.total > 0 {
      let labels = "domain=\"\(domain)\",method=\"\(method)\""
      for quantile in [0.5, 0.99] {
        let value = entry.latency.quantile(quantile) ?? 0
        text += "\(name){\(labels),quantile=\"\(quantile)\"} \(value)\n"
      }
      text += "\(name)_sum{\(labels)} \(Double(entry.latency.sumNanoseconds) / 1e9)\n"
      text += "\(name)_count{\(labels)} \(entry.latency.total)\n"
    }
  }

  private mutating func head(_ name: String, _ type: String, _ help: String) {
    text += "# TYPE \(name) \(type)\n# HELP \(name) \(help)\n"
  }

  func finished() -> String { text + "# EOF\n" }
}
