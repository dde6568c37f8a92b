internal import IPCProtocol
internal import Values

extension Answers {
  /// A service alert that concerns what was asked about.
  struct Alert: Shape, Hashable {
    let id: String
    let effect: ServiceAlert.Effect
    /// In one line.
    let text: LocalizedText
    let details: LocalizedText?
    let url: String?

    static let shape = ShapeOf<Alert>(
      named: "Alert",
      [
        Member("id", \.id), Member("effect", \.effect), Member("text", \.text),
        Member("details", \.details), Member("url", \.url),
      ])

    init(_ alert: ServiceAlert) {
      id = alert.id
      effect = alert.effect
      text = alert.text
      details = alert.details
      url = alert.url
    }

    /// A remark, and the alerts behind it; each text once.
    static func joined(_ remark: LocalizedText, _ alerts: [Alert]) -> LocalizedText {
      var texts = remark.en.isEmpty ? [] : [remark]
      for alert in alerts where !texts.contains(alert.text) { texts.append(alert.text) }
      return LocalizedText(
        en: texts.map(\.en).joined(separator: "; "),
        ko: texts.map { $0.text(in: .korean) }.joined(separator: "; "))
    }
  }
}
