internal import IPCProtocol
internal import LinuxSystem
internal import Values

extension MethodDescription {
  /// More values than these are told by a sign.
  private static let toldValues = 5

  /// What a call is about, in what was typed that it cannot do without; empty where that is nothing.
  func object(in params: JSONObject) -> String {
    let values = parameters.filter(\.isRequired).compactMap { params[$0.name] }
      .flatMap { $0.arrayValue ?? [$0] }
      .filter { $0.objectValue == nil && $0.arrayValue == nil }
    let rest = values.count > Self.toldValues ? ["…"] : []
    let words = values.prefix(Self.toldValues).map(WordValue.text) + rest
    return words.joined(separator: ", ").printable(inOneLine: true).fitted(toCells: 60)
  }
}
