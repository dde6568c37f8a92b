@testable import IPCProtocol

/// What is accepted is written again, accepted again, and equal, and its outline ends where it ends;
/// nothing ever traps, also not what takes a part of a text without judging the rest.
func fuzzJSON(_ bytes: [UInt8]) {
  _ = DomainDescription(excerptOf: bytes) { _, _ in true }
  var outline = JSONOutline(from: 0)
  let outlined = bytes.withUnsafeBytes { outline.follow($0) }
  guard let value = try? JSON.parse(bytes) else { return }
  if case .end(let end) = outlined {
    let rest = bytes[end...]
    precondition(rest.allSatisfy { $0 <= 0x20 }, "an outline that ends before its text")
  } else if let first = bytes.first {
    precondition(!"{[".utf8.contains(first), "a container without an outline")
  }
  var writer = JSONWriter()
  writer.value(value)
  do {
    let again = try JSON.parse(writer.bytes)
    precondition(again == value, "another value after writing and reading")
    var second = JSONWriter()
    second.value(again)
    precondition(second.bytes == writer.bytes, "another text after writing twice")
    let pretty = try JSON.parse(JSON.text(value, pretty: true))
    precondition(pretty == value, "another value from the pretty text")
  } catch {
    fatalError("what was written is refused: \(error)")
  }
}
