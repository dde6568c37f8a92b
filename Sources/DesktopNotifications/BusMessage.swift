internal import CSystemd

/// A D-Bus message: values are written and read one after the other.
///
/// The variadic calls of sd-bus do not import; these are its basic ones. Codes are those of sd-bus:
/// negative where something failed.
package struct BusMessage {
  private let message: OpaquePointer?

  init(_ message: OpaquePointer?) { self.message = message }

  /// The name of the error that this message is; nil of an answer.
  package var errorName: String? {
    guard sd_bus_message_is_method_error(message, nil) > 0 else { return nil }
    let name = sd_bus_message_get_error(message)?.pointee.name
    return name.map { String(cString: $0) } ?? "unknown"
  }

  // MARK: Writing

  package func append(_ text: String) -> Int32 {
    text.withCString { sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), $0) }
  }

  package func append(_ number: UInt32) -> Int32 {
    var number = number
    return sd_bus_message_append_basic(message, CChar(UInt8(ascii: "u")), &number)
  }

  package func append(_ number: Int32) -> Int32 {
    var number = number
    return sd_bus_message_append_basic(message, CChar(UInt8(ascii: "i")), &number)
  }

  package func append(_ number: UInt8) -> Int32 {
    var number = number
    return sd_bus_message_append_basic(message, CChar(UInt8(ascii: "y")), &number)
  }

  /// Writes a container of a type such as `a`, `e` or `v` around what `body` writes.
  package func container(_ type: Unicode.Scalar, _ contents: String, _ body: () -> Int32) -> Int32 {
    let type = CChar(truncatingIfNeeded: type.value)
    let opened = sd_bus_message_open_container(message, type, contents)
    guard opened >= 0 else { return opened }
    let written = body()
    guard written >= 0 else { return written }
    return sd_bus_message_close_container(message)
  }

  // MARK: Reading

  package func uint32() -> UInt32? {
    var number: UInt32 = 0
    let code = sd_bus_message_read_basic(message, CChar(UInt8(ascii: "u")), &number)
    return code > 0 ? number : nil
  }

  package func string() -> String? {
    var text: UnsafePointer<CChar>?
    let code = sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &text)
    return code > 0 ? text.map { String(cString: $0) } : nil
  }

  /// The path of an object.
  package func objectPath() -> String? {
    var text: UnsafePointer<CChar>?
    let code = sd_bus_message_read_basic(message, CChar(UInt8(ascii: "o")), &text)
    return code > 0 ? text.map { String(cString: $0) } : nil
  }

  package func double() -> Double? {
    var number = 0.0
    let code = sd_bus_message_read_basic(message, CChar(UInt8(ascii: "d")), &number)
    return code > 0 ? number : nil
  }

  package func uint64() -> UInt64? {
    var number: UInt64 = 0
    let code = sd_bus_message_read_basic(message, CChar(UInt8(ascii: "t")), &number)
    return code > 0 ? number : nil
  }

  /// What `body` reads in a container of a type such as `r` or `v`; nil where there is another.
  package func inside<T>(_ type: Unicode.Scalar, _ contents: String, _ body: () -> T?) -> T? {
    let type = CChar(truncatingIfNeeded: type.value)
    guard sd_bus_message_enter_container(message, type, contents) > 0 else { return nil }
    defer { sd_bus_message_exit_container(message) }
    return body()
  }

  /// An array of strings.
  package func strings() -> [String] {
    guard sd_bus_message_enter_container(message, CChar(UInt8(ascii: "a")), "s") > 0 else {
      return []
    }
    var strings: [String] = []
    while let text = string() { strings.append(text) }
    return strings
  }
}
