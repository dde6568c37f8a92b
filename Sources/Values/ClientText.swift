/// How much of a client's text goes back to it, or into the journal.
///
/// A request may have megabytes where a word is expected; what is said about it never has.
package enum ClientText {
  /// Bytes of a client's text that are echoed or logged at most.
  package static let maximumBytes = 256
  /// Bytes of a sentence that is passed on whole; of a longer one only as much as of a text.
  package static let maximumSentence = 512
  /// Bytes of a method's name, and of an id.
  package static let maximumName = 128

  /// The text where it is short, else its beginning and an ellipsis; never more than `count` bytes.
  package static func excerpt(_ text: String, _ count: Int = maximumBytes) -> String {
    guard text.utf8.count > count else { return text }
    let ellipsis = "…"
    var end = text.utf8.index(text.startIndex, offsetBy: count - ellipsis.utf8.count)
    // Not in the middle of a scalar: a byte of the form 10xxxxxx goes on with one.
    while end > text.startIndex, text.utf8[end] & 0xC0 == 0x80 {
      end = text.utf8.index(before: end)
    }
    return String(decoding: text.utf8[..<end], as: UTF8.self) + ellipsis
  }
}
