/// What happened, as a number that the message catalog explains (`journalctl -x`).
///
/// Made with `systemd-id128 new`; a number is never given another meaning.
package struct MessageID: Hashable, Sendable {
  /// 32 hexadecimal digits.
  package let text: String

  package init(_ text: String) { self.text = text }

  package static let started = MessageID("7685a3dceeb116e527123853f677f616")
  package static let stopped = MessageID("c5fe1b4037de0acfcf10a39ba3f143b7")
  package static let refused = MessageID("834322c54402602632db88f5bffa3f03")
  package static let fault = MessageID("756d10b6a33ee082c17ca82de08608f8")
  package static let branchRole = MessageID("7d0f6a5c2a8e4c0d9f3b1e64a8c25b17")
  package static let storeFailed = MessageID("0a033abc36ce46e0afd5e79da0d7b365")
  package static let outcomeUnknown = MessageID("e548c022afe44c9aa2311242ee8190eb")
  package static let configurationRead = MessageID("987679a57571f10ca5ba7726035f8580")
  package static let configurationRefused = MessageID("66f420a6855e4ca9081cef4553817009")
  package static let timeJumped = MessageID("4c1f0d6a9b7e4e52a3d8c05f7126eb91")
  package static let limitReached = MessageID("67373e4882b327d56fe7dac86485cd44")
  package static let suppressed = MessageID("df76d62b2e6c4eea992f5c4866afd35f")
}
