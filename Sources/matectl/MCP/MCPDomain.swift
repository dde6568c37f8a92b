internal import IPCProtocol
internal import IPCTransport

/// A domain as a server knows it: what its calls take at once, and the rest when that is asked for.
///
/// To read whole descriptions takes longer than a client waits for its first list.
final class MCPDomain {
  let calls: DomainDescription
  private let session: Session
  private(set) lazy var whole = session.whole(calls)

  init(_ calls: DomainDescription, _ session: Session) {
    self.calls = calls
    self.session = session
  }

  var name: String { calls.domain }

  /// A method with what its answers look like.
  func method(_ name: String) -> MethodDescription? { whole.methods.first { $0.name == name } }
}

extension Session {
  /// A result as a person would see it, cut at 8 kB; the structure has it all.
  func textForModels(_ bytes: [UInt8], _ rendering: Rendering?) -> String {
    var text = printer.printed(bytes, rendering).text
    if text.hasSuffix("\n") { text.removeLast() }
    let longest = 8 << 10
    guard text.utf8.count > longest else { return text }
    var end = text.utf8.index(text.utf8.startIndex, offsetBy: longest)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return "\(text[..<end])…"
  }
}
