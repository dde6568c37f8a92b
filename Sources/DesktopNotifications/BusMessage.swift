internal import CSystemd

/// A D-Bus message: values are written and read one after the other.
///
/// The variadic calls of sd-bus do not import; these are its basic ones. Codes are those of sd-bus:
/// negative where something failed.
struct BusMessage {
  private let message: OpaquePointer?

  init(_ message: OpaquePointer?) { self.message = message }

  /// The name of the error that this message is; nil of an answer.
  var errorName: String? {
    guard sd_bus_message_is_method_error(message, nil) > 0 else { return nil }
    let name = sd_bus_message_get_error(message)?.pointee.name
    return name.map { String(cString: $0) } ?? "unknown"
  }

  // MARK: Writing

  func append(_ text: String) -> Int32 {
    text.withCString { sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), $0) }
  }

  func append(_ number: UInt32) -> Int32 {
    var number = number
    return sd_bus_message_append_basic(message, CChar(UInt8(ascii: "u")), &number)
  }

  func append(_ number: Int32) -> Int32 {
    var number = number
    return sd_bus_message_append_basic(message, CChar(UInt8(ascii: "i")), &number)
  }

  func append(_ number: UInt8) -> Int32 {
    var number = number
    return sd_bus_message_append_basic(message, CChar(UInt8(ascii: "y")), &number)
  }

  /// Writes a container of a type such as `a`, `e` or `v` around what `body` writes.
  func container(_ type: Unicode.Scalar, _ contents: String, _ body: () -> Int32) -> Int32 {
    let type = CChar(truncatingIfNeeded: type.value)
    let opened = sd_bus_message_open_container(message, type, contents)
    guard opened >= 0 else { return opened }
    let written = body()
    guard written >= 0 else { return written }
    return sd_bus_message_close_container(message)
  }

  // MARK: Reading

  func uint32() -> UInt32? {
    var number: UInt32 = 0
    let code = sd_bus_message_read_basic(message, CChar(UInt8(ascii: "u")), &number)
    return code > 0 ? number : nil
  }

  func string() -> String? {
    var text: UnsafePointer<CChar>?
    let code = sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &text)
    return code > 0 ? text.map { String(cString: $0) } : nil
  }

  /// An array of strings.
  func strings() -> [String] {
    guard sd_bus_message_enter_container(message, CChar(UInt8(ascii: "a")), "s") > 0 else {
      return []
    }
    var strings: [String] = []
    while let text = string() { strings.append(text) }
    return strings
  }
}
